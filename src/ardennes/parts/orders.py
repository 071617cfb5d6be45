"""Typed orders: what all titles have alike.

A title has a reader for each word an order may begin with; a reader turns the words after it into actions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ardennes.kernel import Action, Side, State, Verbs

S = TypeVar("S", bound=State)
Reader = Callable[[S, list[str]], list[Action]]
Readers = Mapping[str, Reader[S]]


class BadOrder(ValueError):
    """An order that cannot be understood; the message says what was expected."""


def plain(name: str) -> str:
    """A name without spaces, dots, accents and case: "St. Vith" and "stvith" are the same, "Prüm" and "prum" too."""
    letters = unicodedata.normalize("NFKD", name.lower())
    return re.sub(r"[^0-9a-z/]", "", letters)


def read(readers: Readers[S], g: S, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    verb, *words = text.split() or [""]
    reader = readers.get(verb.lower())
    if reader is None:
        raise BadOrder(f"unknown order {verb!r}; there are: {', '.join(sorted(readers))}")
    return reader(g, words)


def complete(readers: Readers[S], text: str, names: Callable[[int], Iterable[str]]) -> list[str]:
    """Words that could come next in an order; `names` are those of units and places that may be the nth word."""
    words = text.split(" ")
    if len(words) == 1:
        return sorted(word for word in readers if word.startswith(words[0].lower()))
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
