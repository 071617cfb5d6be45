"""2.1, 2.8 Tables and cards: everything printed that is neither map nor counter, as typed rows."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from ardennes.parts.crt import Ladder
from ardennes.parts.tables import DataError, DataFolder
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import Roads

#: 9.5 The columns of the Combat Results Table from left to right.
COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
LOWEST_ROW, HIGHEST_ROW = -1, 8
LADDER = Ladder(COLUMNS)


class Rivers(msgspec.Struct, frozen=True):
    """5.3 What it costs more to cross a river into rough ground."""

    source: str
    into_rough: int
    rough: list[str]


class Stacking(msgspec.Struct, frozen=True):
    """6.1"""

    source: str
    units: int
    together: str
    free: list[str]


class CombatLimits(msgspec.Struct, frozen=True):
    """9.1, 9.8"""

    source: str
    most_shifts: int
    most_modifiers: int
    road_bonus: tuple[int, int]


class Interdiction(msgspec.Struct, frozen=True):
    """11.3 Movement points added to an interdicted hex."""

    source: str
    mechanized: int
    others: int


class SupplyRange(msgspec.Struct, frozen=True):
    """12.2, 12.6"""

    source: str
    hexes_to_road: int
    enough: int


class Demolition(msgspec.Struct, frozen=True):
    """13.1, 13.4"""

    source: str
    enemy_across: int
    enemy_near: int
    german_limit: int


class Surprise(msgspec.Struct, frozen=True):
    """15"""

    source: str
    shift: int
    artillery: int
    second_division: str
    second_division_allowance: int
    others: int
    traffic_jam: int


class VictoryNumbers(msgspec.Struct, frozen=True):
    """17"""

    source: str
    exits: int
    exits_armor: int
    across: int
    across_armor: int
    allied_losses: int
    german_losses: int
    panzer_counts: int


class Dates(msgspec.Struct, frozen=True):
    """The first or last turn of what does not last all game."""

    source: str
    boundaries_until: str
    german_supply_until: str
    no_allied_demolition_until: str
    surprise_until: str
    shortage_from: str
    attrition_from: str
    surrender_from: str


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `tables.toml`."""

    roads: Roads
    rivers: Rivers
    stacking: Stacking
    combat: CombatLimits
    interdiction: Interdiction
    supply: SupplyRange
    bridges: Demolition
    surprise: Surprise
    victory: VictoryNumbers
    dates: Dates
    markers: dict[str, int | str]


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of `terrain_effects.csv`: movement points by kind of unit and state of the ground, and combat effects."""

    terrain: str
    foot: int
    mechanized: int
    mud: int
    freeze: int
    shift: int
    doubled: bool
    source: str

    def cost(self, foot: bool, ground: str) -> int:
        """5.3 What entering off road costs."""
        if foot:
            return self.foot
        return {"mud": self.mud, "freeze": self.freeze}.get(ground, self.mechanized)


class TrackRow(msgspec.Struct, frozen=True):
    """A box of `turn_track.csv`: aircraft (German to the left of the slash) and the state of the ground."""

    turn: str
    german_air: int
    allied_air: int
    ground: Literal["normal", "mud", "freeze"]
    source: str
    air_source: str = ""


class ShortageRow(msgspec.Struct, frozen=True):
    """A row of `supply_shortage.csv` (12.6): mechanized units of an army, or of some of its divisions."""

    die: int
    army: str
    text: str
    source: str
    divisions: str = ""


class AppearanceRow(msgspec.Struct, frozen=True):
    """A row of an order of appearance card: where a unit starts, or when and where it enters."""

    unit: str
    source: str
    start: str = ""
    turn: str = ""
    letters: str = ""
    held: str = ""
    condition: str = ""
    improved: Literal["yes", ""] = ""
    front: str = ""
    #: Optional rules, by number, that the row belongs to.
    needs: str = ""
    note: str = ""


class Result(NamedTuple):
    """9.5 One cell of the Combat Results Table."""

    text: str
    kind: str  # DE, AE, D, A, CA, SU, ENG or FF
    loss: bool = False
    hexes: int = 0
    starred: bool = False


def read_result(text: str) -> Result:
    """A cell such as "1D3" or "D1*"."""
    if text in ("DE", "AE", "CA", "SU", "ENG", "FF"):
        return Result(text, text)
    found = re.fullmatch(r"(1?)([AD])([1-4])(\*?)", text)
    if found is None:
        raise ValueError(f"{text!r}: expected a result such as D2, 1A3, DE, AE, CA, SU, ENG or FF")
    loss, who, hexes, star = found.groups()
    return Result(text, who, bool(loss), int(hexes), bool(star))


class CombatResults:
    """9.2, 9.5 The Combat Results Table: `cells[row - LOWEST_ROW][column]`."""

    def __init__(self, folder: DataFolder) -> None:
        rows = folder.rows("combat_results.csv", CombatRow)
        dice = [row.die for row in rows]
        if dice != list(range(LOWEST_ROW, HIGHEST_ROW + 1)):
            raise DataError(f"combat_results.csv: expected rows from -1 to 8 in order, got {dice}")
        self.cells = tuple(tuple(_cell(number, row, col) for col in COLUMNS) for number, row in enumerate(rows, 2))

    def result(self, column: int, row: int) -> Result:
        """The cell of a column and a modified die."""
        return self.cells[row - LOWEST_ROW][column]


class CombatRow(msgspec.Struct, frozen=True, rename={f"c{n}": name for n, name in enumerate(COLUMNS)}):
    """A row of `combat_results.csv`."""

    die: int
    c0: str
    c1: str
    c2: str
    c3: str
    c4: str
    c5: str
    c6: str
    c7: str
    c8: str
    c9: str
    c10: str
    c11: str
    source: str


def _cell(number: int, row: CombatRow, column: str) -> Result:
    try:
        return read_result(getattr(row, f"c{COLUMNS.index(column)}"))
    except ValueError as error:
        raise DataError(f"combat_results.csv row {number} column {column}: {error}") from None


def read_track(folder: DataFolder) -> tuple[TrackRow, ...]:
    """The Game Turn Record Track, every turn once and in order."""
    rows = folder.rows("turn_track.csv", TrackRow)
    for number, row in enumerate(rows):
        if number >= turns.COUNT or row.turn != turns.NAMES[number]:
            expected = turns.name(number)
            raise DataError(f"turn_track.csv row {number + 2} ({row.turn}): expected {expected}")
    if len(rows) != turns.COUNT:
        raise DataError(f"turn_track.csv: expected {turns.COUNT} turns, got {len(rows)}")
    return tuple(rows)


def read_terrain(folder: DataFolder) -> dict[str, TerrainRow]:
    """The Terrain Effects Chart by terrain."""
    rows = {row.terrain: row for row in folder.rows("terrain_effects.csv", TerrainRow)}
    for number, row in enumerate(rows.values(), 2):
        if min(row.foot, row.mechanized, row.mud, row.freeze) < 1:
            raise DataError(f"terrain_effects.csv row {number} ({row.terrain}): expected costs of at least 1 MP")
    return rows


def read_shortage(folder: DataFolder) -> tuple[ShortageRow, ...]:
    """The Supply Shortage Table, one row per face of the die."""
    rows = folder.rows("supply_shortage.csv", ShortageRow)
    if [row.die for row in rows] != [1, 2, 3, 4, 5, 6]:
        raise DataError("supply_shortage.csv: expected one row for each die from 1 to 6, in order")
    return tuple(rows)
