"""What the balance of a title owes to numbers that were reconstructed.

A title that has such doubts declares them (`Title.doubts`): trials, each with data of its own, and what is read off a
game that has ended. `lab.doubts` plays the trials on the same dice, `ardennes doubts` tells what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from ardennes.kernel import State


class Ended(msgspec.Struct, frozen=True):
    """How a game ended: German points by what they are for; a title adds what else may be worth something."""

    seed: int
    won: bool
    points: tuple[str, ...]


G = TypeVar("G", bound=State)
E = TypeVar("E", bound=Ended)


class Trial(NamedTuple):
    """Data files that are tried, by name; none for the title as it is."""

    name: str
    files: Mapping[str, str]


class Doubts(Generic[G, E]):
    """What a title is not sure of."""

    #: Where it matters.
    scenario: str

    def trials(self) -> Iterable[Trial]:
        """What is tried, the title as it is first of all."""
        raise NotImplementedError

    def ended(self, seed: int, g: G) -> E:
        """What is read off a game that has ended."""
        raise NotImplementedError

    def told(self, found: Sequence[E]) -> list[str]:
        """What points were made of, and what they would be by other numbers, without playing again."""
        return []

    def sources(self) -> list[str]:
        """The numbers beside what is known of them, as a table in Markdown."""
        return []
