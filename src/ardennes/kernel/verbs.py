"""Verbs: the words of the answers a title knows, each declared once.

A verb says what its target is and how it is given; from that come the domain of every conceivable answer, the words of
saves and typed orders, and what a client needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ardennes.kernel.decisions import Unknown

#: How a client shows the targets of a verb, and the gesture that gives the answer.
Drawn = Literal["piece", "place", "crossing", "card", "number", "none"]
Gesture = Literal["click", "shift", "button", "panel"]


class Kind(NamedTuple):
    """What the target of a verb can be: a unit, a hex, a bridge, a card."""

    name: str
    drawn: Drawn
    #: Every target there is.
    every: Callable[[Any], Sequence[int]]
    #: A target as saves write it: short, stable, readable.
    word: Callable[[Any, int], str]
    #: The target that a word means; `Unknown` if there is none.
    find: Callable[[Any, str], int]
    #: A target as players call it in the log.
    called: Callable[[Any, int], str]


class Verb(NamedTuple):
    """One kind of answer. Without a `kind` it needs no target."""

    key: str
    name: str
    kind: Kind | None = None
    gesture: Gesture = "button"
    #: Shown on what can take this answer, where several verbs compete for a click.
    hint: str = ""
    #: An answer beside the question, such as to set a standing answer. Programs need not weigh it.
    aside: bool = False
    #: A letter on the keyboard that gives an answer without a target.
    letter: str = ""


def kind_of(
    name: str,
    drawn: Drawn,
    words: Callable[[Any], Sequence[str]],
    called: Callable[[Any, int], str] | None = None,
) -> Kind:
    """A kind whose targets are numbered from 0, each with a word of its own."""

    def find(box: Any, text: str) -> int:
        known = words(box)
        try:
            return known.index(text)
        except ValueError:
            raise Unknown(name, text, known[:40]) from None

    return Kind(
        name,
        drawn,
        lambda box: range(len(words(box))),
        lambda box, number: words(box)[number],
        find,
        called or (lambda box, number: words(box)[number]),
    )


class Verbs:
    """The verbs of a title by key."""

    def __init__(self, *verbs: Verb) -> None:
        self.by_key: Mapping[str, Verb] = {verb.key: verb for verb in verbs}
        self.kinds: Mapping[str, Kind] = {verb.kind.name: verb.kind for verb in verbs if verb.kind is not None}
        #: The keys of answers beside the question.
        self.aside = frozenset([verb.key for verb in verbs if verb.aside])

    def domain(self, box: Any) -> dict[str, Sequence[int | None]]:
        """Every verb with everything that could be its target."""
        return {key: (None,) if verb.kind is None else verb.kind.every(box) for key, verb in self.by_key.items()}

    def word(self, box: Any, verb: str, target: int) -> str:
        """A target as saves write it."""
        return self._kind(verb).word(box, target)

    def target(self, box: Any, verb: str, text: str) -> int:
        """The target a word means; `Unknown` lists what exists."""
        return self._kind(verb).find(box, text)

    def called(self, box: Any, kind: str, number: int) -> str:
        """The name behind a mark of the log, such as `{unit:17}`."""
        if kind not in self.kinds:
            raise Unknown("kind", kind, list(self.kinds))
        return self.kinds[kind].called(box, number)

    def _kind(self, verb: str) -> Kind:
        if verb not in self.by_key:
            raise Unknown("verb", verb, list(self.by_key))
        kind = self.by_key[verb].kind
        if kind is None:
            raise Unknown("verb with a target", verb, [key for key, known in self.by_key.items() if known.kind])
        return kind
