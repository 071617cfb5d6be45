"""The counters of a game by number, the Germans first, each with an id of its own and one to four steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from ardennes.board.cells import board_of
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.tables import DataError

#: More steps than any counter has.
MOST_STEPS = 4


class Counter(Protocol):
    """What every row of a `units.csv` tells."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...


Row = TypeVar("Row", bound=Counter)
Face = TypeVar("Face")


class Counters(Generic[Row]):
    """Every counter of the game. Unit n is row n of the file; the Germans come first."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.first_allied = sum(row.side == "German" for row in rows)
        self._by_id: dict[str, int] = {}
        for number, row in enumerate(rows):
            if (row.side == "German") != (number < self.first_allied):
                raise DataError(f"{self.where(number)}: expected all German units before the Allied ones")
            if self._by_id.setdefault(row.id, number) != number:
                first = self._by_id[row.id] + 2
                raise DataError(f"{self.where(number)}: expected an id of its own, but row {first} has it too")
        self.of: tuple[range, range] = (range(self.first_allied), range(self.first_allied, len(rows)))
        #: The units of each side as sets.
        self.all_of: tuple[int, int] = (board_of(self.of[0]), board_of(self.of[1]))

    def where(self, unit: int) -> str:
        """The row of a unit, for error messages."""
        return f"units.csv row {unit + 2} ({self.rows[unit].id})"

    def __len__(self) -> int:
        return len(self.rows)

    def side(self, unit: int) -> Side:
        """Whose counter it is."""
        return Side.GERMAN if unit < self.first_allied else Side.ALLIED

    def unit(self, word: str) -> int:
        """The unit with this id."""
        if word not in self._by_id:
            raise Unknown("unit", word, (f"{self.rows[0].id} … {self.rows[-1].id}",))
        return self._by_id[word]

    def name(self, unit: int) -> str:
        """A counter as players call it; titles that have more to say override this."""
        return self.rows[unit].id


def faces_of(counters: Counters[Row], found: Iterable[Sequence[Face]]) -> tuple[tuple[Face, ...], ...]:
    """What is printed on every counter by the steps it has lost; `DataError` unless there are one to four."""
    faces = tuple(tuple(sides) for sides in found)
    for unit, sides in enumerate(faces):
        if not 1 <= len(sides) <= MOST_STEPS:
            raise DataError(f"{counters.where(unit)}: expected one to {MOST_STEPS} steps, got {len(sides)}")
    return faces
