"""25.1, 29, 38 What chance has in store: the drop matrix of dumps and paratroopers, and the tables of events."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import less
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Chances, Unknown
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import Units

#: The sum of two dice.
TWO_DICE = Chances((6 - abs(7 - total), total) for total in range(2, 13))
#: The tables of events by the turn they are rolled on, with the dice that come up there.
TABLES = {"17AM": range(2, 13), "18AM": range(1, 7), "19AM": range(2, 13)}
#: A company that comes down beyond the edge of the map is lost.
LOST = -1


class MatrixRow(msgspec.Struct, frozen=True):
    """A row of `fuel_dump_matrix.csv`: a sum of two dice and where it puts the dump of Francorchamps."""

    sum: int
    hex: str
    source: str


class Matrix:
    """25.1 The Fuel Dump Matrix, which is the drop matrix of 29.1 too: two dice put something in or around a hex."""

    def __init__(self, folder: DataFolder, hexmap: HexMap) -> None:
        rows = folder.rows("fuel_dump_matrix.csv", MatrixRow)
        if [row.sum for row in rows] != list(range(2, 13)):
            raise DataError("fuel_dump_matrix.csv: expected one row for each sum from 2 to 12, in order")
        self.grid = hexmap.grid
        #: 25.1 The places the two dumps are near, by name.
        self.names: tuple[str, ...] = tuple(row.name for row in hexmap.special["dump"])
        self.centres: tuple[int, ...] = tuple(cells(row.board)[0] for row in hexmap.special["dump"])
        self._steps = {row.sum: self._step(number, row) for number, row in enumerate(rows, 2)}
        #: Per dump the hexes where it can be, with the chances of each in 36.
        self.sites: tuple[dict[int, int], ...] = tuple(map(self._sites, self.centres))
        self.boards: tuple[int, ...] = tuple(map(board_of, self.sites))
        #: The hexes in or next to any of them.
        self.near = self.grid.within(self.boards[0] | self.boards[1], 1)
        if self.boards[0] & self.boards[1]:
            raise DataError("fuel_dump_matrix.csv: expected that the two dumps are never in the same hex")

    def _step(self, number: int, row: MatrixRow) -> int:
        """From the middle to the hex: the same difference of cells everywhere on the map."""
        cell = self.grid.cell(row.hex)
        if self.grid.distance(cell, self.centres[0]) > 1:
            near = self.grid.number(self.centres[0])
            raise DataError(f"fuel_dump_matrix.csv row {number}: expected {near} or a hex next to it, got {row.hex}")
        return cell - self.centres[0]

    def hex(self, centre: int, total: int) -> int:
        """The hex that two dice name around another one; `LOST` beyond the edge of the map."""
        cell = centre + self._steps[total]
        return cell if cell >= 0 and self.grid.board >> cell & 1 else LOST

    def _sites(self, centre: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for weight, total in TWO_DICE.pairs:
            cell = self.hex(centre, total)
            if cell == LOST:
                raise DataError("fuel_dump_matrix.csv: a fuel dump cannot lie beyond the edge of the map")
            found[cell] = found.get(cell, 0) + weight
        return found


class EventRow(msgspec.Struct, frozen=True):
    """A row of `random_events.csv`. `units` names units, or whole divisions, or those that are not affected."""

    table: str
    rolls: str
    key: str
    rule: str
    name: str
    effect: str
    since: str
    until: str
    source: str
    number: int = 0
    units: str = ""
    also: str = ""


class Fate(NamedTuple):
    """29, 38 An event: from and until when it holds, its number, and the units it speaks of as a set."""

    key: str
    rule: str
    name: str
    effect: str
    since: int
    until: int
    number: int
    units: int


def read_fates(folder: DataFolder, units: Units) -> dict[str, dict[int, tuple[Fate, ...]]]:
    """Per table and roll the event, and another one where it brings that with it; 0 is no event yet."""
    rows = folder.rows("random_events.csv", EventRow)
    known = {row.key: _fate(number, row, units) for number, row in enumerate(rows, 2)}
    found: dict[str, dict[int, tuple[Fate, ...]]] = {table: {0: ()} for table in TABLES}
    for number, row in enumerate(rows, 2):
        where = f"random_events.csv row {number} ({row.name})"
        if row.table not in TABLES:
            raise DataError(f"{where}: expected a table of {', '.join(TABLES)}, got {row.table!r}")
        if row.also and row.also not in known:
            raise DataError(f"{where}: there is no event {row.also!r}")
        fates = (known[row.key], *((known[row.also],) if row.also else ()))
        for roll in row.rolls.split():
            found[row.table][int(roll)] = fates
    for table, dice in TABLES.items():
        if sorted(found[table]) != [0, *dice]:
            raise DataError(f"random_events.csv: expected an event for each roll of {table}, {dice[0]} to {dice[-1]}")
    return found


def _fate(number: int, row: EventRow, units: Units) -> Fate:
    try:
        since, until = turns.number(row.since), turns.number(row.until)
        named = [unit for name in row.units.split(";") if name.strip() for unit in _named(units, name.strip())]
        if not all(roll.isdecimal() for roll in row.rolls.split()):
            raise ValueError(f"rolls {row.rolls!r}: expected numbers such as '2 3'")
    except (ValueError, Unknown) as error:
        raise DataError(f"random_events.csv row {number} ({row.name}): {error}") from None
    return Fate(row.key, row.rule, row.name, row.effect, since, until, row.number, board_of(named))


def _named(units: Units, name: str) -> list[int]:
    """A unit by its id, or the units of a division."""
    if not name.startswith("division "):
        return [units.unit(name)]
    division = name.removeprefix("division ")
    found = [unit for unit, row in enumerate(units.rows) if row.division == division]
    if not found:
        raise ValueError(f"no unit belongs to the division {division!r}")
    return found


def east_of_our(hexmap: HexMap) -> int:
    """38.1 The hexes on the eastern side of the Our, and of the Sauer that takes it up, south of where it rises."""
    grid = hexmap.grid
    rivers = {row.name: hexmap.hexsides(row.path) for row in hexmap.rows.sides if row.name in ("Our", "Sauer")}
    if len(rivers) != 2:
        raise DataError("map_sides.csv: expected the rivers Our and Sauer")
    rises = max(grid.line_and_place(cell)[1] for cell in rivers["Our"][0])
    free = board_of(cell for cell in grid.cells if grid.line_and_place(cell)[1] >= rises)
    sides = less(grid.every_side, grid.sides([*rivers["Our"], *rivers["Sauer"]]))
    return grid.flood(grid.edges["east"] & free, free, sides)
