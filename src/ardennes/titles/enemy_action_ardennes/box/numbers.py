"""Numbers the rules name (`tables.toml`), the calendar and the scenarios, one struct per table of the files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from ardennes.kernel import Scenario as ScenarioInfo
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST

DATA = Path(__file__).parent.parent / "data"


class Dates(msgspec.Struct, frozen=True):
    """The first or last day of what does not last all game."""

    source: str
    supply_from: int
    german_supply_from: int
    delayed_reserves_from: int
    westwall_points_from: int
    boundaries_until: int
    fuel_from: int
    replacements_from: int
    interdiction_from: int
    british_free_from: int


class Surprise(msgspec.Struct, frozen=True):
    """4.1 The opening day."""

    source: str
    day: int
    impulses: int
    infantry_hexes: int


class Stacking(msgspec.Struct, frozen=True):
    """7.4"""

    source: str
    units: int
    steps: int


class Movement(msgspec.Struct, frozen=True):
    """7.1, 7.5, 7.8 Strategic movement multiplies, but for German infantry, which adds."""

    source: str
    road: int
    leave_zoc: int
    exit: int
    strategic_mechanized: int
    strategic_allied_infantry: int
    strategic_german_infantry: int


class Activation(msgspec.Struct, frozen=True):
    """6.4, 7.9"""

    source: str
    kampfgruppe_hexes: int
    roadblocks: int
    manteuffel_hexes: int


class CombatNumbers(msgspec.Struct, frozen=True):
    """9.3 - 9.6"""

    source: str
    per_tactic: int
    elite: int
    large_unit: int
    large_unit_steps: int
    out_of_supply: int
    isolated: int
    screen: int
    large_attack: int
    flank_hexes: int
    retreat_hits: int
    fury: int


class Supply(msgspec.Struct, frozen=True):
    """10.1, 10.24 A unit surrenders on its number or less."""

    source: str
    hexes: int
    hexes_over_river: int
    surrender_green: int
    surrender_regular: int
    surrender_elite: int


class Fuel(msgspec.Struct, frozen=True):
    """10.42"""

    source: str
    depots_with_fuel: int
    depots_without: int


class Reserves(msgspec.Struct, frozen=True):
    """11 Distances in hexes."""

    source: str
    from_enemy: int
    from_enemy_at_edge: int
    to_friends: int
    strategic_from_enemy: int
    strategic_from_enemy_at_edge: int
    delayed_days: int
    british_from_enemy: int
    dinant_unit: str


class Victory(msgspec.Struct, frozen=True):
    """14.1"""

    source: str
    meuse: int
    infantry_step: int
    mechanized_step: int
    infantry_strength: int
    mechanized_strength: int
    allied_units_per_point: int
    vdh: int
    westwall: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `tables.toml`."""

    dates: Dates
    surprise: Surprise
    stacking: Stacking
    movement: Movement
    #: 7.8 Edges each German army may leave by.
    exits: dict[str, list[str] | str]
    activation: Activation
    combat: CombatNumbers
    supply: Supply
    fuel: Fuel
    reserves: Reserves
    victory: Victory
    markers: dict[str, int | str]


class CalendarRow(msgspec.Struct, frozen=True):
    """A row of `calendar.csv`; on a day with a level the Allies win at or below, the Germans at or above a number."""

    day: int
    fixed_artillery_range: int
    german_supplemental: int
    allied_supplemental: int
    german_hand: int
    allied_hand: int
    source: str
    allied_wins: int | None = None
    german_wins: int | None = None
    level: Literal["Strategic", "Operational", "Tactical", ""] = ""

    @property
    def supplementals(self) -> tuple[int, int]:
        """4.0 Supplemental cards per side."""
        return self.german_supplemental, self.allied_supplemental

    @property
    def hands(self) -> tuple[int, int]:
        """4.0 Hand sizes per side."""
        return self.german_hand, self.allied_hand


class CrisisSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """15.5 What Crisis at the Meuse sets up besides its units."""

    points: int
    roadblocks: list[str]
    blown: list[str]
    discarded: int
    allied_supplementals: int
    german_discards: int
    source: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """15 A table of `scenarios.toml`. Units and cards dated after `last` stay out."""

    name: str
    length: str
    note: str
    source: str
    first: int
    last: int
    #: (points, level) read from the top on the last day; empty where the calendar decides.
    levels: list[tuple[int, str]]
    depots: bool = False
    replacements: bool = False
    #: 11.4 Whether the OKW Reserve takes part.
    okw: bool = False
    #: Days whose calendar numbers may end the game.
    calendar: list[int] = []
    #: 15.1 What an Allied town without a value is worth; whether the Meuse or an exit wins at once.
    plain_town: int = 0
    meuse_wins: bool = False
    #: 15.5 (points, level, first day) that end the game on any evening.
    german_at_once: tuple[int, str, int] | None = None
    allied_at_once: tuple[int, str, int] | None = None
    setup: CrisisSetup | None = None


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scenarios.toml`."""

    initial_assault: Scenario
    allies_surprised: Scenario
    german_breakout: Scenario
    battle_of_the_bulge: Scenario
    crisis_at_the_meuse: Scenario


def read_calendar(folder: DataFolder) -> dict[int, CalendarRow]:
    """The calendar by day."""
    rows = folder.rows("calendar.csv", CalendarRow)
    if [row.day for row in rows] != list(range(FIRST, LAST + 1)):
        raise DataError(f"calendar.csv: expected the days {FIRST} to {LAST} in order")
    for number, row in enumerate(rows, 2):
        if len({bool(row.level), row.allied_wins is not None, row.german_wins is not None}) > 1:
            raise DataError(f"calendar.csv row {number} ({row.day}): expected a level with the numbers of both sides")
    return {row.day: row for row in rows}


def read_scenarios(folder: DataFolder) -> dict[str, Scenario]:
    """The scenarios by key."""
    read = folder.table("scenarios.toml", Scenarios)
    found: dict[str, Scenario] = {key: getattr(read, key) for key in Scenarios.__struct_fields__}
    for key, scenario in found.items():
        if not FIRST <= scenario.first <= scenario.last <= LAST:
            raise DataError(f"scenarios.toml {key}: expected days from {FIRST} to {LAST}")
        points = [least for least, _ in scenario.levels]
        if points != sorted(points, reverse=True):
            raise DataError(f"scenarios.toml {key}: expected levels with the highest points first")
        if not points and scenario.last not in scenario.calendar:
            raise DataError(f"scenarios.toml {key}: expected levels, or the calendar on the last day")
    return found


@lru_cache(maxsize=8)
def menu(pack: Path | None = None) -> tuple[ScenarioInfo, ...]:
    """The scenarios as a menu shows them, the shortest first."""
    found = read_scenarios(DataFolder(DATA, pack))
    return tuple(ScenarioInfo(key, scenario.name, scenario.length, scenario.note) for key, scenario in found.items())
