"""A cup of chits: what is in it is known, what comes next is not.

Chits belong to a side or to neither. A side may be limited to so many rounds in a row while the other one still has
chits in the cup; an illegal chit is drawn over and put back, so the draw is one among the legal ones. Chits of neither
side are carried out when they come, and neither count for a run nor break it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ardennes.kernel import Chances, Side


class Cup(NamedTuple):
    """How many chits of each kind are in the cup, whose they are, and who had the last rounds."""

    counts: tuple[int, ...]
    owners: tuple[Side | None, ...]
    #: The side of the last round (None before the first), and how many it has had in a row.
    last: Side | None = None
    run: int = 0
    #: The most rounds a side may have in a row.
    most: int = 2

    def left(self, side: Side | None) -> int:
        """The chits of a side (None: of neither) in the cup."""
        return sum(count for count, owner in zip(self.counts, self.owners, strict=True) if owner == side)

    @property
    def barred(self) -> Side | None:
        """The side that may not have the next round, if there is one."""
        if self.last is None or self.run < self.most or not self.left(self.last.enemy):
            return None
        return self.last

    def drawable(self) -> tuple[tuple[int, int], ...]:
        """(chits, kind) of all that may come next."""
        barred = self.barred
        return tuple(
            (count, kind)
            for kind, (count, owner) in enumerate(zip(self.counts, self.owners, strict=True))
            if count and (barred is None or owner is not barred)
        )

    def chances(self) -> Chances:
        """The next draw."""
        return Chances(self.drawable())

    def chance_of(self, kind: int) -> Fraction:
        """The chance that the next chit is of a kind."""
        drawable = self.drawable()
        total = sum(count for count, _ in drawable)
        return Fraction(sum(count for count, other in drawable if other == kind), total) if total else Fraction(0)

    def drawn(self, kind: int) -> Cup:
        """The cup after a chit was drawn and played."""
        counts = (*self.counts[:kind], self.counts[kind] - 1, *self.counts[kind + 1 :])
        owner = self.owners[kind]
        if owner is None:
            return self._replace(counts=counts)
        return self._replace(counts=counts, last=owner, run=self.run + 1 if owner is self.last else 1)

    def next_round(self, side: Side) -> Fraction:
        """The chance that the next round, chits of neither side aside, is a side's."""
        return self.first_rounds((side,))

    def first_rounds(self, sides: tuple[Side, ...]) -> Fraction:
        """The chance that the next rounds belong to these sides, in this order."""
        return _first_rounds(self.left(Side.GERMAN), self.left(Side.ALLIED), self.last, self.run, self.most, sides)

    def twice_before(self, side: Side) -> Fraction:
        """The chance that the enemy has two rounds before this side has its next."""
        return self.first_rounds((side.enemy, side.enemy))


@lru_cache(maxsize=4096)
def _first_rounds(
    german: int, allied: int, last: Side | None, run: int, most: int, sides: tuple[Side, ...]
) -> Fraction:
    """Chits of neither side only delay: among the others every order is equally likely but for the limit."""
    if not sides:
        return Fraction(1)
    side = sides[0]
    left = [german, allied]
    if not left[side]:
        return Fraction(0)
    bound = last is not None and run >= most and left[last.enemy] > 0
    if bound and side is last:
        return Fraction(0)
    chance = Fraction(1) if bound else Fraction(left[side], german + allied)
    left[side] -= 1
    return chance * _first_rounds(left[0], left[1], side, run + 1 if side is last else 1, most, sides[1:])
