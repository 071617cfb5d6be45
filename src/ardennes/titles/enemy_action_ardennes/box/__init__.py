"""2.0 Components: everything in the box, read once for a scenario and never changed during play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.map_files import read_map
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.enemy_action_ardennes.box.cards import (
    Card,
    CardReader,
    Event,
    any_tactic,
    read_events,
    read_tactics,
)
from ardennes.titles.enemy_action_ardennes.box.chits import Chits
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, GERMAN_ARMIES, UnitRow, read_units
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST
from ardennes.titles.enemy_action_ardennes.box.ground import Ground
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA, Numbers, Scenario, read_calendar, read_scenarios

#: Where a unit starts that is not on the map: a day of the calendar is its number, these are other boxes.
RESERVE, OKW_BOX, VDH_BOX, ELIMINATED, OUT = -1, -2, -3, -4, -5


class OwnerRow(msgspec.Struct, frozen=True):
    """A row of `crisis_ownership.csv`: a town or bridge that is German in Crisis at the Meuse (15.5)."""

    kind: Literal["town", "bridge"]
    where: str
    owner: Literal["German"]
    source: str
    name: str = ""


class Exit(NamedTuple):
    """7.8 A hex to leave the map from; "far north" is the north edge west of the Meuse."""

    cell: int
    name: str
    edge: str
    #: The last day it is open.
    until: int
    #: 14.1 Whether it lies west of the Meuse.
    across: bool
    #: German armies that may use it, as numbers in `ARMIES`.
    armies: frozenset[int]


class Box:
    """Map, units, cards and tables of one scenario, with what the rules ask of them most often worked out.

    Cells, units, formations, corps, armies, cards, chits and bridges are integers; sets of them are integers too.
    """

    def __init__(self, key: str, folder: DataFolder, options: Mapping[str, bool | int]) -> None:
        scenarios = read_scenarios(folder)
        if key not in scenarios:
            raise Unknown("scenario", key, tuple(scenarios))
        self.key = key
        self.folder = folder
        #: Points the Germans need beyond what a scenario says.
        self.handicap = int(options.get("handicap", 0))
        self.scenario: Scenario = scenarios[key]
        self.first_day, self.last_day = self.scenario.first, self.scenario.last
        self.numbers = folder.table("tables.toml", Numbers)
        self.calendar = read_calendar(folder)
        self.chits = Chits(folder)
        self.units = read_units(folder)
        self.events = read_events(folder)
        self.tactics = read_tactics(folder)
        #: 9.22 Any tactic of each side; 9.2b those for an attack, and those for a defence, as sets.
        self.any_tactic = tuple(any_tactic(side, self.tactics) for side in (Side.GERMAN, Side.ALLIED))
        self.attack_tactics, self.defence_tactics = [0, 0], [0, 0]
        for (side, tactic), info in self.tactics.items():
            self.attack_tactics[side] |= info.attack << tactic
            self.defence_tactics[side] |= info.defence << tactic
        self.cards: tuple[Card, ...] = CardReader(self.units, self.events, self.tactics).read(folder)
        self.map = read_map(folder)
        self.grid = self.map.grid
        self.ground = Ground(self.map, folder)
        self._read_areas()
        self._read_points()
        self._read_exits()
        self._read_starts()
        self._read_owners()
        self._find_named()

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read_areas(self) -> None:
        areas = self.map.areas
        #: 7.6 Army areas of the Germans by number in `ARMIES`; the OKW Reserve may go anywhere.
        self.army_areas: tuple[int, ...] = tuple(areas.get(army, self.grid.board) for army in GERMAN_ARMIES)
        #: 11.1 Corps areas by number in `CORPS`: for US corps where their reserves deploy, else the whole map.
        self.corps_areas: tuple[int, ...] = tuple(areas.get(corps, self.grid.board) for corps in CORPS)

    def _read_points(self) -> None:
        """2.1, 12.1, 15.1 What towns are worth and who owns them."""
        self.german_at_start = self.ground.towns & self.ground.east_of_westwall
        values = dict.fromkeys(cells(self.ground.towns), 0)
        for row in self.map.special["vp"]:
            cell = cells(row.board)[0]
            if cell not in values or not row.value.isdigit():
                raise DataError(f"map_features.csv: vp {row.name}: expected a number in a town or city")
            values[cell] = int(row.value)
        #: Printed values, and what towns count in this scenario.
        self.vp: dict[int, int] = {cell: value for cell, value in values.items() if value}
        self.vp_hexes = board_of(self.vp)
        plain = self.scenario.plain_town
        self.worth: dict[int, int] = {
            cell: value or (0 if self.german_at_start >> cell & 1 else plain) for cell, value in values.items()
        }
        self.prized = board_of(cell for cell, value in self.worth.items() if value)
        self.depots: tuple[int, ...] = tuple(cells(row.board)[0] for row in self.map.special["depot"])
        if len(self.depots) != self.numbers.fuel.depots_with_fuel + self.numbers.fuel.depots_without:
            raise DataError("map_features.csv: expected as many depots as tables.toml has depot markers")

    def _read_exits(self) -> None:
        allowed = {army: words for army, words in self.numbers.exits.items() if army != "source"}
        if sorted(allowed) != sorted(GERMAN_ARMIES):
            raise DataError(f"tables.toml exits: expected edges for {', '.join(GERMAN_ARMIES)}")
        found = []
        for row in self.map.special["exit"]:
            if row.value:  # marked "No Exit"
                continue
            cell = cells(row.board)[0]
            across = bool(self.ground.across_meuse >> cell & 1)
            edge = next((name for name in ("north", "south", "west") if self.map.off_map[name] >> cell & 1), "")
            if not edge:
                raise DataError(f"map_features.csv: exit {row.name}: expected a road off the north, south or west edge")
            if edge == "north" and across:
                edge = "far north"
            armies = frozenset(ARMIES.index(army) for army, words in allowed.items() if edge in words)
            found.append(Exit(cell, row.name, edge, int(row.until or LAST), across, armies))
        self.exits: tuple[Exit, ...] = tuple(found)
        self.exit_at: dict[int, Exit] = {way.cell: way for way in found}
        self.exit_hexes = board_of(self.exit_at)

    def _read_starts(self) -> None:
        """3.0, 15.5 A cell, a day of the calendar, or a box, for every unit."""
        count = len(self.units)
        #: Start cell or -1; where the unit waits if it is not on the map; steps lost; sets of units and hexes.
        self.start: list[int] = [-1] * count
        self.waits: list[int] = [OUT] * count
        self.lost = bytearray(count)
        self.low_supply = 0
        self.improved = 0
        #: 11.1 The date on the counter (0: none); reserves marked S.
        self.date = bytearray(count)
        self.strategic = board_of(n for n, row in enumerate(self.units.rows) if row.strategic)
        for unit, row in enumerate(self.units.rows):
            try:
                self._start(unit, row)
            except ValueError as error:
                raise DataError(f"units.csv row {unit + 2} ({row.id}): {error}") from None

    def _start(self, unit: int, row: UnitRow) -> None:
        if len(row.setup) == 2 and row.setup.isdigit():
            self.date[unit] = day = int(row.setup)
            if not FIRST <= day <= LAST:
                raise ValueError(f"setup: day {day}: expected {FIRST} to {LAST}")
            self.waits[unit] = day if day <= self.last_day else OUT
        elif row.setup in ("OKW", "VDH"):
            self.waits[unit] = VDH_BOX if row.setup == "VDH" else OKW_BOX if self.scenario.okw else OUT
        else:
            self.start[unit] = self.map.cell(row.setup)
        if self.scenario.setup is not None:
            self._crisis(unit, row)
        elif row.ip:
            self.improved |= 1 << self.start[unit]

    def _crisis(self, unit: int, row: UnitRow) -> None:
        """15.5 The set-up of Crisis at the Meuse lies over that of the campaign."""
        if row.crisis == "eliminated":
            self.start[unit], self.waits[unit] = -1, ELIMINATED
        elif row.crisis:
            if not 0 <= row.crisis_lost < self.units.steps[unit]:
                raise ValueError(f"crisis_lost: {row.crisis_lost}: the unit has {self.units.steps[unit]} steps")
            self.start[unit] = self.map.cell(row.crisis)
            self.waits[unit] = OUT
            self.lost[unit] = row.crisis_lost
            self.low_supply |= row.crisis_low << unit
        elif self.date[unit] == self.first_day:
            self.waits[unit] = RESERVE
        elif self.start[unit] >= 0 or 0 < self.date[unit] < self.first_day:
            raise ValueError(f"crisis: expected a hex or eliminated for a unit in play before Dec {self.first_day}")
        if row.crisis_ip and self.start[unit] >= 0:
            self.improved |= 1 << self.start[unit]

    def _read_owners(self) -> None:
        """12.1, 12.2 Who owns towns and bridges at the start; which bridges are blown; roadblocks."""
        setup = self.scenario.setup
        self.german_towns = self.german_at_start
        self.german_bridges = board_of(bridge.number for bridge in self.map.bridges if bridge.owner == "German")
        self.blown = self.map.blown_at_start
        self.roadblocks = 0
        self.start_points = 0
        rows = self.folder.rows("crisis_ownership.csv", OwnerRow)
        if setup is None:
            return
        for number, row in enumerate(rows, 2):
            try:
                if row.kind == "town":
                    self.german_towns |= 1 << self._town(row.where)
                else:
                    self.german_bridges |= 1 << self._bridge(row.where)
            except ValueError as error:
                raise DataError(f"crisis_ownership.csv row {number}: {error}") from None
        try:
            self.blown = board_of(self._bridge(word) for word in setup.blown)
            self.roadblocks = board_of(self.map.cell(word) for word in setup.roadblocks)
        except ValueError as error:
            raise DataError(f"scenarios.toml {self.key}.setup: {error}") from None
        self.start_points = setup.points

    def _town(self, word: str) -> int:
        cell = self.map.cell(word)
        if not self.ground.towns >> cell & 1:
            raise ValueError(f"{word}: expected a town or city")
        return cell

    def _bridge(self, word: str) -> int:
        ((cell, other),) = self.map.hexsides(word)
        bridge = self.map.bridge(cell, other)
        if bridge is None:
            raise ValueError(f"{word}: expected a hexside with a bridge")
        return bridge.number

    def _find_named(self) -> None:
        units = self.units
        try:
            self.vdh = units.unit("VDH.ISS")
            self.peiper = units.unit("Peiper.1SS.ISS")
            self.dinant_unit = units.unit(self.numbers.reserves.dinant_unit)
        except Unknown as error:
            raise DataError(f"units.csv: {error}") from None
        self.dinant = self.map.place("Dinant")
        #: 11.5 British units, 11.4 those of the OKW Reserve.
        self.british = units.in_army[ARMIES.index("XXX")]
        self.okw = units.in_army[ARMIES.index("OKW")]
        #: The cards of each side that take part in the scenario, as indices.
        self.cards_of: tuple[tuple[int, ...], tuple[int, ...]] = (self._cards(Side.GERMAN), self._cards(Side.ALLIED))
        #: 5.1 Those that list a reaction, with its days.
        self.reacting: dict[Event, list[tuple[int, int]]] = {event: [] for event in Event}
        for card in (*self.cards_of[Side.GERMAN], *self.cards_of[Side.ALLIED]):
            for line in self.cards[card].reactions:
                self.reacting[line.event].append((card, line.days))

    def _cards(self, side: Side) -> tuple[int, ...]:
        return tuple(
            number
            for number, card in enumerate(self.cards)
            if card.side is side and card.entry <= self.last_day and (card.entry or self.scenario.okw)
        )

    # -- questions ----------------------------------------------------------------------------------------------------

    def card(self, number: int) -> Card:
        """A card by its printed number."""
        return self.cards[number - 1]

    def level(self, points: int) -> str:
        """15 The victory level of the last day for so many points; empty where the calendar decides."""
        return next((level for least, level in self.scenario.levels if points >= least), "")


@lru_cache(maxsize=32)
def _own_box(key: str, options: tuple[tuple[str, bool | int], ...]) -> Box:
    return Box(key, DataFolder(DATA), dict(options))


def open_box(key: str, options: Mapping[str, bool | int], pack: Path | None = None) -> Box:
    """The box of a scenario; our own data is read once per process, a player's data pack every time."""
    if pack is not None:
        return Box(key, DataFolder(DATA, pack), options)
    return _own_box(key, tuple(sorted(options.items())))
