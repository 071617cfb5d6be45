"""Combat results tables read by odds: the ladder of columns with its ends, and the die's results as a panel lists them.

A column is its number from the left. Left of the table numbers are negative, right of it they run on, so that a title
can say for itself what lies beyond: the last column, or a result without a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.parts.odds import ResultLine


class Ladder:
    """The columns of a table from left to right, with `1-1` among them and each one a whole ratio from the next."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        self.even = self.columns.index("1-1")
        self.last = len(self.columns) - 1

    def column(self, attack: int, defense: int) -> int:
        """The column of two strengths, rounded in the defender's favour; it may lie beyond either end.

        >>> ladder = Ladder(("1-3", "1-2", "1-1", "2-1", "3-1"))
        >>> ladder.column(33, 10), ladder.column(9, 10), ladder.column(4, 13)
        (4, 1, -1)
        """
        if attack >= defense:
            return self.even + attack // max(defense, 1) - 1
        return self.even + 1 + defense // -attack if attack > 0 else -1 - self.last

    def held(self, column: int) -> int:
        """A column, or the end of the table it lies beyond."""
        return min(max(column, 0), self.last)

    def capped(self, column: int) -> int:
        """A column, or the last one if it lies to the right of the table; what lies to the left stays there."""
        return min(column, self.last)


def results_by_die(results: Sequence[str], meaning: Callable[[str], str]) -> list[ResultLine]:
    """The different results of the die's faces from 1 on, in the order of the lowest face that gives them.

    >>> [(line.text, line.dice) for line in results_by_die(["AL1", "BL1", "AL1"], str.lower)]
    [('AL1', (1, 3)), ('BL1', (2,))]
    """
    found: dict[str, list[int]] = {}
    for die, text in enumerate(results, 1):
        found.setdefault(text, []).append(die)
    return [ResultLine(text, len(dice) / len(results), tuple(dice), meaning(text)) for text, dice in found.items()]
