"""What is in the box: a map and twelve counters from files, and what the rules ask of them most often worked out."""

from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from ardennes.board.hexes import less
from ardennes.board.reach import Way
from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Cell, Listed, Number
from ardennes.parts.data.counters import Counters
from ardennes.parts.data.map_files import read_map
from ardennes.parts.data.tables import DataFolder
from ardennes.parts.rules.crt import Ladder

DATA = Path(__file__).parent / "data"
TURNS, ROOM, RETREAT = 6, 2, 2


class Result(NamedTuple):
    """Steps lost by attacker and defender, whether the defender goes back, and that in words."""

    attacker: int
    defender: int
    retreat: bool
    means: str


RESULTS = {
    "AL": Result(1, 0, False, "the attacker loses a step"),
    "EX": Result(1, 1, False, "both sides lose a step"),
    "DR": Result(0, 0, True, "the defender retreats"),
    "DL": Result(0, 1, True, "the defender loses a step and retreats"),
}
#: P-6c What a die from 1 to 6 brings in each column.
LADDER = Ladder(("1-2", "1-1", "2-1", "3-1", "4-1"))
TABLE = (
    ("AL", "AL", "AL", "EX", "EX", "DR"),
    ("AL", "AL", "EX", "EX", "DR", "DR"),
    ("AL", "EX", "EX", "DR", "DR", "DL"),
    ("EX", "EX", "DR", "DR", "DL", "DL"),
    ("EX", "DR", "DR", "DL", "DL", "DL"),
)


class Counter(msgspec.Struct, frozen=True):
    """A row of `units.csv`. A unit has two steps; with one it is half as strong."""

    id: str
    side: str
    kind: str
    attack: int
    defense: int
    movement: int
    hex: str
    source: str


class Units(Counters[Counter]):
    """The counters, with the steps that `parts.rules.roster` wants to know of."""

    def __init__(self, rows: list[Counter]) -> None:
        super().__init__(rows)
        self.steps = [2] * len(rows)


class Box:
    """The map and the counters."""

    def __init__(self) -> None:
        folder = DataFolder(DATA)
        self.units = Units(folder.rows("units.csv", Counter))
        self.map = read_map(folder)
        self.grid = grid = self.map.grid
        self.crossroads = self.map.special["objective"][0].board
        self.cover = self.map.terrain["woods"] | self.map.features["village"]
        #: P-4a The hexsides over which units control and strike as if nothing lay there.
        self.open_sides = grid.by_step(less(grid.every_side, self.map.unbridged(0, "stream")))
        #: P-3a The ways to step: by road, across country, through the stream.
        wet, woods = self.map.unbridged(0, "stream"), self.map.terrain["woods"]
        entry = ((1, grid.board & ~woods), (2, woods))
        self.ways = (
            Way(grid, ((1, grid.board),), self.map.road),
            Way(grid, entry, less(grid.every_side, wet)),
            Way(grid, [(cost + 2, board) for cost, board in entry], wet),
        )

    def hex_name(self, cell: int) -> str:
        """A hex as players call it."""
        name, number = self.map.name(cell), self.grid.number(cell)
        return f"{name} {number}" if name else number


@cache
def opened() -> Box:
    """The one box of all games."""
    return Box()


#: What the fields of steps hold: a unit, several, a hex, and what players call them.
Unit = Annotated[int, Field(lambda box: Number(0, len(box.units) - 1), lambda g, unit: g.name(unit))]
Several = Annotated[tuple[int, ...], Field(lambda box: Listed(Number(0, len(box.units) - 1), 0, 12, distinct=True))]
Hex = Annotated[int, Field(lambda box: Cell(box.grid.board), lambda g, cell: g.box.hex_name(cell))]
