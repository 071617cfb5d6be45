"""Typed orders: what all titles have alike.

A title has a reader for each word an order may begin with; a reader turns the words after it into actions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ardennes.board.numbering import join
from ardennes.kernel import Action, Side, State, Unknown, Verbs
from ardennes.kernel.words import fixed, say

S = TypeVar("S", bound=State)
Reader = Callable[[S, list[str]], list[Action]]
Readers = Mapping[str, Reader[S]]
#: The units that a list of names means, where some are on offer (none: any).
UnitsCalled = Callable[[S, str, Sequence[int]], list[int]]


class BadOrder(ValueError):
    """An order that cannot be understood; the message says what was expected."""

    def __init__(self, text: str) -> None:
        super().__init__(fixed(text))


def no_such_unit(part: str, there: Iterable[str]) -> BadOrder:
    """Nobody of that name is here; a dozen of those who are."""
    names = [*there]
    listed = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    return BadOrder(
        say("no unit called {name} here; there are: {known}", name=repr(part), known=listed or say("nobody"))
    )


def no_such_place(text: str) -> BadOrder:
    """No hex or place is called that."""
    return BadOrder(say("there is no hex or place called {name}", name=repr(text)))


def plain(name: str) -> str:
    """A name without spaces, dots, accents and case: "St. Vith" and "stvith" are the same, "Prüm" and "prum" too."""
    letters = unicodedata.normalize("NFKD", name.lower())
    return re.sub(r"[^0-9a-z/]", "", letters)


def read(readers: Readers[S], g: S, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    verb, *words = text.split() or [""]
    reader = readers.get(verb.lower())
    if reader is None:
        raise BadOrder(str(Unknown("order", verb, sorted(readers))))
    return reader(g, words)


def read_or_choose(readers: Readers[S], verbs: Verbs, g: S, text: str, units: UnitsCalled[S]) -> list[Action]:
    """The same where every verb of the title is an order too: a choice, with as many targets as are named."""
    word, *words = text.split() or [""]
    order = word.lower()
    if order in readers and (words or order not in verbs.by_key):
        return readers[order](g, words)
    if order not in verbs.by_key:
        raise BadOrder(str(Unknown("order", word, sorted({*readers, *verbs.by_key}))))
    kind = verbs.by_key[order].kind
    if kind is None:
        return [Action(order)]
    if not words:
        raise BadOrder(say("expected: {order} and a {kind}", order=order, kind=kind.name))
    if kind.name == "unit":
        return [Action(order, unit) for unit in units(g, ",".join(words), offered(g, order))]
    if kind.name == "hex":
        parts = [part for part in " ".join(words).split(",") if part.strip()]
        return [Action(order, hex_called(g, part)) for part in parts]
    return [Action(order, target_called(g, verbs, order, word)) for word in words]


def hex_called(g: State, text: str) -> int:
    """A hex of a title's map by number or name."""
    if re.fullmatch(r"\d{4}", text):
        try:
            cell: int = g.box.map.cell(text)
        except ValueError:
            last = join(g.box.map.grid.lines, g.box.map.grid.places)
            raise BadOrder(
                say("hex {number} is not on the map; numbers run from 0101 to {last}", number=text, last=last)
            ) from None
        return cell
    names: Mapping[str, int] = g.box.map.names
    for name, place in names.items():
        if plain(name) == plain(text):
            return place
    raise no_such_place(text)


def target_called(g: State, verbs: Verbs, verb: str, text: str) -> int:
    """A target by the word that saves have for it."""
    try:
        return verbs.target(g.box, verb, text)
    except Unknown as error:
        raise BadOrder(str(error)) from None


def march(g: State, words: Sequence[str], units: Sequence[int]) -> list[Action]:
    """A move of units to the hex named last, by way of every hex after a `via`."""
    way = [hex_called(g, words[n + 1]) for n, word in enumerate(words[:-1]) if word == "via"]
    end = hex_called(g, words[-1])
    return [
        action
        for unit in units
        for action in (Action("unit", unit), *(Action("via", cell) for cell in way), Action("hex", end))
    ]


def complete(known: Iterable[str], text: str, names: Callable[[int], Iterable[str]]) -> list[str]:
    """Words that could come next in an order; `known` may come first, `names` are those of units and places that may be
    the nth word."""
    words = text.split(" ")
    if len(words) == 1:
        return sorted({word for word in known if word.startswith(words[0].lower())})
    last = plain(words[-1].rpartition(",")[2])
    return sorted({name for name in names(len(words)) if plain(name).startswith(last)})[:200]


def by_themselves(verbs: Verbs) -> dict[str, Reader[State]]:
    """Readers of the verbs that need no target."""
    return {key: _just(key) for key, verb in verbs.by_key.items() if verb.kind is None}


def _just(verb: str) -> Reader[State]:
    return lambda g, words: [Action(verb)]


def offered(g: State, verb: str) -> list[int]:
    """The targets on offer for a verb."""
    return [target for target in g.choices().get(verb, ()) if target is not None]


def asked(g: State) -> Side:
    """The side that gives the order."""
    side = g.side
    assert side is not None
    return side
