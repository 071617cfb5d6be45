"""1.0 Components: everything in the box, read once for a scenario and never changed during play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Scenario as ScenarioInfo
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.tigers_in_the_mist.box.map import read_map
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType, read_impulse, read_units

DATA = Path(__file__).parent.parent / "data"


class Band(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The lowest VP total that earns a level of victory."""

    level: str
    from_: int


class Scenario(msgspec.Struct, frozen=True):
    """A table of `scenarios.toml`."""

    name: str
    length: str
    note: str
    map: Literal["all", "part"]
    ends: str
    last_phase: Literal["impulse", "turn"]
    german_supply: list[str]
    allied_supply: list[str]
    special_forces: int
    supplied_at_start: bool
    first_day_inside: bool
    victory: Literal["points", "towns", "three_days"]
    towns: list[int]
    bands: list[Band]
    source: str


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scenarios.toml`."""

    seventh_army: Scenario
    fifth_panzer: Scenario
    first_three_days: Scenario
    campaign: Scenario


class Manifest(msgspec.Struct, frozen=True):
    """1.0, 4.2 What the published box holds."""

    source: str
    map_sheets: int
    map_inches: tuple[int, int]
    rulebooks: int
    counter_sheets: int
    ten_sided_dice: int
    scenario_cards: int
    player_aid_cards: int
    counters: int
    markers: list[str]


class Factors(msgspec.Struct, frozen=True):
    """4.17 Attack, defense and movement by type."""

    source: str
    armor: tuple[int, int, int]
    engineer: tuple[int, int, int]
    mechanized: tuple[int, int, int]
    motorized: tuple[int, int, int]
    foot: tuple[int, int, int]
    artillery: tuple[int, int, int]


class Limits(msgspec.Struct, frozen=True):
    """7.1 Area occupation limits."""

    source: str
    units: int
    strength: int


class MovementCosts(msgspec.Struct, frozen=True):
    """8.33, 8.36, 11.14 Costs in movement points."""

    source: str
    major: int
    minor: int
    unbridged: int
    enter_occupied: int
    leave_enemy: int
    bridge_blown: int
    entrench_engineer: int
    zone_shift: int


class ArtilleryTable(msgspec.Struct, frozen=True):
    """9.42 - 9.45 Calls and availability."""

    source: str
    strength_per_call: int
    allied: int
    german_front_line: int
    german_elsewhere: int


class BridgeTable(msgspec.Struct, frozen=True):
    """10.15, 10.29 Construction and demolition."""

    source: str
    construction: int
    demolition_engineer: int
    demolition_engineer_moved: int
    demolition_infantry: int
    demolition_infantry_moved: int
    demolition_under_interference: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `tables.toml`."""

    components: Manifest
    factors: Factors
    limits: Limits
    movement: MovementCosts
    artillery: ArtilleryTable
    bridges: BridgeTable


class ReleaseRow(msgspec.Struct, frozen=True):
    """A row of `releases.csv`: superiority in any one of the areas frees the formation (11.3)."""

    formation: str
    areas: str
    not_before: str
    source: str


class Release(msgspec.Struct, frozen=True):
    """11.31 A reserve formation waiting for its release."""

    formation: str
    areas: int
    not_before: tuple[int, int]
    units: tuple[int, ...]


class Box:
    """Map, counters and tables of one scenario, with what the rules ask of them most often worked out."""

    def __init__(self, key: str, folder: DataFolder, options: Mapping[str, bool | int]) -> None:
        self.key = key
        self.folder = folder
        self.options = dict(options)
        self.tables = folder.table("tables.toml", Tables)
        self.scenario: Scenario = getattr(folder.table("scenarios.toml", Scenarios), key)
        self.map = read_map(folder)
        self.units = read_units(folder)
        self.errata = bool(options.get("errata", False))
        self.inside = -2 if self.scenario.map == "all" else self.map.in_scenario(key)
        #: The rule that keeps units inside the scenario's lines.
        self.edge_rule = "TM-SC1a" if key == "seventh_army" else "TM-SC2a"
        factors = self.tables.factors
        self.attack: tuple[int, ...] = tuple(getattr(factors, str(kind))[0] for kind in UnitType)
        self.defense: tuple[int, ...] = tuple(getattr(factors, str(kind))[1] for kind in UnitType)
        self.movement: tuple[int, ...] = tuple(getattr(factors, str(kind))[2] for kind in UnitType)
        supply_row = f"scenarios.toml [{key}]"
        self.sources: tuple[int, int] = (
            board_of(self._places(f"{supply_row} german_supply", self.scenario.german_supply)),
            board_of(self._places(f"{supply_row} allied_supply", self.scenario.allied_supply)),
        )
        german_zones = board_of(self.map.place(row.letter) for row in self.map.zones if row.side == "German")
        barred = board_of(self.map.place(row.letter) for row in self.map.zones if row.letter in "LMNP")
        #: 11.22, 11.23 Zones a side may not enter from the map.
        self.closed: tuple[int, int] = (barred, german_zones)
        #: 12.25 Zones Germans may not come back from.
        self.one_way = self.map.all_zones & ~german_zones
        self.zone_rows: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(self.map.place(row.letter) for row in self.map.zones if row.side == "German"),
            tuple(self.map.place(row.letter) for row in self.map.zones if row.side == "Allied"),
        )
        day, impulse_side = self.scenario.ends.split("-")
        impulse, side = impulse_side.split()
        self.last_day, self.last_impulse, self.last_side = int(day), int(impulse), Side[side.upper()]
        self.playing: tuple[bool, ...] = tuple(key in row.scenarios.split() for row in self.units.rows)
        self.entry_zones: tuple[tuple[int, ...], ...] = tuple(
            self._places(f"units.csv row {n} ({row.id})", row.zones.split()) for n, row in enumerate(self.units.rows, 2)
        )
        for n, row in enumerate(self.units.rows, 2):
            if row.setup >= self.map.first_zone:
                where = f"units.csv row {n} ({row.id})"
                raise DataError(f"{where}: expected a setup area from 1 to {self.map.first_zone - 1}, got {row.setup}")
        self.engineers: tuple[list[int], ...] = tuple(
            [unit for unit in side if self.units.type[unit] is UnitType.ENGINEER] for side in self.units.of
        )
        #: What nobody owes for going round to another zone (11.14).
        self.no_debt = bytes(len(self.units))
        self.releases = self._releases()
        self.arrivals = self._arrivals()

    def _places(self, where: str, words: Sequence[str]) -> tuple[int, ...]:
        try:
            return tuple(self.map.place(word) for word in words)
        except Unknown as error:
            raise DataError(f"{where}: {error}") from None

    def _releases(self) -> tuple[Release, ...]:
        read = self.folder.rows("releases.csv", ReleaseRow)
        rows = {row.formation: row for row in read}
        areas = {
            row.formation: board_of(self._places(f"releases.csv row {n} ({row.formation})", row.areas.split()))
            for n, row in enumerate(read, 2)
        }
        waiting: dict[str, list[int]] = {}
        for number, unit in enumerate(self.units.rows):
            if unit.release and self.playing[number]:
                if unit.release not in rows:
                    raise DataError(
                        f"units.csv row {number + 2} ({unit.id}): no release {unit.release!r} in releases.csv; "
                        f"there are: {', '.join(rows)}"
                    )
                waiting.setdefault(unit.release, []).append(number)
        return tuple(
            Release(
                name,
                areas[name] & self.inside,
                read_impulse(rows[name].not_before),
                tuple(units),
            )
            for name, units in waiting.items()
        )

    def _arrivals(self) -> dict[tuple[int, int], tuple[int, ...]]:
        due: dict[tuple[int, int], list[int]] = {}
        for unit, when in enumerate(self.units.arrival):
            if when is not None and self.playing[unit]:
                due.setdefault(when, []).append(unit)
        return {when: tuple(units) for when, units in due.items()}


@lru_cache(maxsize=8)
def scenario_menu(pack: Path | None = None) -> tuple[ScenarioInfo, ...]:
    """The scenarios as a menu shows them, the introductory one first."""
    read = DataFolder(DATA, pack).table("scenarios.toml", Scenarios)
    return tuple(
        ScenarioInfo(key, scenario.name, scenario.length, scenario.note)
        for key in Scenarios.__struct_fields__
        for scenario in [getattr(read, key)]
    )


@lru_cache(maxsize=32)
def _own_box(key: str, options: tuple[tuple[str, bool | int], ...]) -> Box:
    return Box(key, DataFolder(DATA), dict(options))


def open_box(key: str, options: Mapping[str, bool | int], pack: Path | None = None) -> Box:
    """The box of a scenario; our own data is read once per process, a player's data pack every time."""
    if pack is not None:
        return Box(key, DataFolder(DATA, pack), options)
    return _own_box(key, tuple(sorted(options.items())))
