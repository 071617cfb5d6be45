"""The ground as the paper (`sketch`) asks for it, and what attacks at some odds bring there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from ardennes.kernel import Action


class Expected(NamedTuple):
    """What an attack at some odds brings: the chance to clear the place, and the shares of strength lost."""

    cleared: float
    enemy_loss: float
    own_loss: float


#: What attacks at odds of 0, 1, 2 ... to one bring, where a title does not say.
USUAL = (
    Expected(0.0, 0.0, 0.3),
    Expected(0.1, 0.1, 0.3),
    Expected(0.35, 0.25, 0.2),
    Expected(0.55, 0.4, 0.15),
    Expected(0.7, 0.5, 0.1),
    Expected(0.8, 0.6, 0.08),
    Expected(0.9, 0.7, 0.05),
)


def between(rows: Sequence[Expected], at: float) -> Expected:
    """What a table says of a row that lies between two of its own; beyond the last it says the same for all."""
    low = min(int(at), len(rows) - 2)
    part = min(at - low, 1.0)
    (cleared, theirs, ours), above = rows[low], rows[low + 1]
    return Expected(
        cleared + part * (above[0] - cleared), theirs + part * (above[1] - theirs), ours + part * (above[2] - ours)
    )


class Ground(Protocol):
    """What the paper asks of the title."""

    price: float
    breach: float
    #: How much of an attack counts now: less where those who move do not attack afterwards.
    prompt: float
    #: Places that are held and that somebody could drive into if nobody stood there.
    raided: Collection[int]

    def near(self, place: int) -> Sequence[int]:
        """The places that can be attacked from a place."""
        ...

    def within(self, place: int) -> Sequence[int]:
        """The places a unit threatens in its next turn."""
        ...

    def cover(self, place: int) -> float:
        """By how much a place multiplies the defence of those in it."""
        ...

    def expects(self, odds: float) -> Expected:
        """What an attack at some odds brings."""
        ...

    def fits(self, place: int, there: Sequence[int], unit: int) -> bool:
        """Whether a unit may stand in a place with those who are there."""
        ...

    def moved(self, unit: int, place: int) -> tuple[Action, ...]:
        """The answers that bring a unit to a place."""
        ...
