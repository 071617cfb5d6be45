"""2.1, 2.8 Tables and cards: everything printed that is neither map nor counter, as typed rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.parts.rules.crt import Ladder
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import Roads

#: 9.5 The columns of the Combat Results Table from left to right.
COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
LOWEST_ROW, HIGHEST_ROW = -1, 8
LADDER = Ladder(COLUMNS)
#: 23.2 The columns of the Angriff table; beyond the last one nothing changes.
ANGRIFF_COLUMNS = ("2-1", "3-1", "4-1")
ANGRIFF_FIRST, ANGRIFF_LAST = COLUMNS.index("2-1"), COLUMNS.index("4-1")


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


class Bombardment(msgspec.Struct, frozen=True):
    """21.2 Artillery units of one kind a bombardment needs, and how many of any kind add one to the die."""

    source: str
    least: int
    many: int


class Angriff(msgspec.Struct, frozen=True):
    """23.1 The endurance rating an armor unit must have."""

    source: str
    rating: int


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


class AttritionNumbers(msgspec.Struct, frozen=True):
    """20"""

    source: str = "rulebook §20"
    turns: int = 10


class Leaders(msgspec.Struct, frozen=True):
    """24.5 Leaders and units that stand out by name."""

    source: str
    swift: list[str]
    both_nations: list[str]
    sharing: list[str]
    independent: list[str]


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


class DumpNumbers(msgspec.Struct, frozen=True):
    """25.3 The highest die that destroys a fuel dump."""

    source: str
    destroyed: int


class Slips(msgspec.Struct, frozen=True):
    """27 Who slips through zones of control, and when; the highest die that succeeds."""

    source: str
    kampfgruppe: list[str]
    turn: str
    brigade: str
    sneak_from: str
    sneak_until: str
    succeeds: int


class Alternative(msgspec.Struct, frozen=True):
    """36 The Peiper alternative: the whole, its battalions, the one that gives them a zone, their leader."""

    source: str
    whole: str
    battalions: list[str]
    binds: str
    leader: str
    apart: int  # hexes


class EventNumbers(msgspec.Struct, frozen=True):
    """29, 38 What the tables of events leave to numbers."""

    source: str
    harmless: int  # 29.1, 29.4 the highest die with which nothing happens
    leaves_road: int  # 29.4 the highest die with which a unit only leaves the road
    more: int  # 29.1 movement points that paratroopers cost
    fewer_aircraft_from: str
    seventh_army_letters: str


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
    scare_from: str = "16PM"
    scare_until: str = "17PM"
    garrison_from: str = "18AM"
    garrison_until: str = "21PM"


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `tables.toml`."""

    roads: Roads
    rivers: Rivers
    stacking: Stacking
    combat: CombatLimits
    bombardment: Bombardment
    angriff: Angriff
    interdiction: Interdiction
    supply: SupplyRange
    bridges: Demolition
    surprise: Surprise
    leaders: Leaders
    victory: VictoryNumbers
    dumps: DumpNumbers
    peiper: Slips
    alternative: Alternative
    events: EventNumbers
    dates: Dates
    markers: dict[str, int | str]
    attrition: AttritionNumbers = AttritionNumbers()


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
    kind: str  # DE, AE, D, A, CA, SU, ENG or FF; in an Angriff also ADV
    loss: bool = False
    hexes: int = 0
    starred: bool = False


def read_result(text: str) -> Result:
    """A cell such as "1D3" or "D1*"."""
    if text in ("DE", "AE", "CA", "SU", "ENG", "FF"):
        return Result(text, text)
    if advance := re.fullmatch(r"Adv ([1-4])", text):
        return Result(text, "ADV", hexes=int(advance[1]))
    found = re.fullmatch(r"(1?)([AD])([1-4])(\*?)", text)
    if found is None:
        raise ValueError(f"{text!r}: expected a result such as D2, 1A3, DE, AE, CA, SU, ENG, FF or Adv 2")
    loss, who, hexes, star = found.groups()
    return Result(text, who, bool(loss), int(hexes), bool(star))


class CombatResults:
    """9.2, 9.5 The Combat Results Table: `cells[row - LOWEST_ROW][column]`."""

    def __init__(self, folder: DataFolder) -> None:
        self.cells = _cells("combat_results.csv", folder.rows("combat_results.csv", CombatRow), COLUMNS)

    def result(self, column: int, row: int) -> Result:
        """The cell of a column and a modified die."""
        return self.cells[row - LOWEST_ROW][column]


class AngriffResults:
    """23.2 The Angriff table; its columns are numbered as those of the Combat Results Table."""

    def __init__(self, folder: DataFolder) -> None:
        self.cells = _cells("angriff_results.csv", folder.rows("angriff_results.csv", AngriffRow), ANGRIFF_COLUMNS)

    def result(self, column: int, row: int) -> Result:
        """The cell of a column from 2-1 to 4-1 and a modified die."""
        return self.cells[row - LOWEST_ROW][column - ANGRIFF_FIRST]


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


class AngriffRow(msgspec.Struct, frozen=True, rename={f"c{n}": name for n, name in enumerate(ANGRIFF_COLUMNS)}):
    """A row of `angriff_results.csv`."""

    die: int
    c0: str
    c1: str
    c2: str
    source: str


Cells = tuple[tuple[Result, ...], ...]


def _cells(file: str, rows: Sequence[CombatRow] | Sequence[AngriffRow], columns: tuple[str, ...]) -> Cells:
    """The cells of a table, every modified die once and in order."""
    dice = [row.die for row in rows]
    if dice != list(range(LOWEST_ROW, HIGHEST_ROW + 1)):
        raise DataError(f"{file}: expected rows from -1 to 8 in order, got {dice}")
    return tuple(
        tuple(_cell(f"{file} row {number} column {name}", getattr(row, f"c{n}")) for n, name in enumerate(columns))
        for number, row in enumerate(rows, 2)
    )


def _cell(where: str, text: str) -> Result:
    try:
        return read_result(text)
    except ValueError as error:
        raise DataError(f"{where}: {error}") from None


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
