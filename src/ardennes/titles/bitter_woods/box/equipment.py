"""2.0 Game Equipment: everything in the box, read once for a scenario and never changed during play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from ardennes.board.cells import board_of, cells, union
from ardennes.board.hexes import Sides
from ardennes.kernel import Side, Unknown
from ardennes.kernel.recent import Recent
from ardennes.parts.data.map_files import read_map
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import Kind, read_units
from ardennes.titles.bitter_woods.box.fates import Fate, Matrix, east_of_our, read_fates
from ardennes.titles.bitter_woods.box.ground import Ground
from ardennes.titles.bitter_woods.box.optional import Extras
from ardennes.titles.bitter_woods.box.places import EDGES, UNUSED, WAITING
from ardennes.titles.bitter_woods.box.scenarios import DATA, read_scenarios
from ardennes.titles.bitter_woods.box.tables import (
    AngriffResults,
    AppearanceRow,
    CombatResults,
    Tables,
    read_shortage,
    read_terrain,
    read_track,
)

#: Turn of a unit that never arrives.
NEVER = 255


class Condition(NamedTuple):
    """16.1 What must be true before a unit may enter or move: a German unit near one of some places."""

    text: str
    board: int


class Box(Extras):
    """Map, counters and tables of one scenario, with what the rules ask of them most often worked out."""

    def __init__(self, key: str, folder: DataFolder, options: Mapping[str, bool | int]) -> None:
        self.key = key
        self.folder = folder
        super().__init__(options)
        self.scenario = read_scenarios(folder)[key]
        if not self.scenario.playable:
            raise ValueError(f"{self.scenario.name}: its set-up is not in the rulebook, so it cannot be played yet")
        self.tables = folder.table("tables.toml", Tables)
        self.track = read_track(folder)
        self.shortage = read_shortage(folder)
        self.terrain = read_terrain(folder)
        self.results = CombatResults(folder)
        self.angriff_results = AngriffResults(folder)
        self.map = read_map(folder)
        self.units = read_units(folder, self.tables.roads)
        self._check_terrain()
        self.ground = Ground(self.map, self.units.profiles, self.terrain, self.tables)
        self._read_dates()
        self._read_places()
        self._read_appearances()
        self._sort_units()
        self._find_battalions()
        self._find_shortages()
        self._read_fates()

    # -- reading ------------------------------------------------------------------------------------------------------

    def _check_terrain(self) -> None:
        for name in (*self.map.terrain, "town"):
            if name not in self.terrain:
                raise DataError(f"terrain_effects.csv: expected a row for {name}")

    def _read_dates(self) -> None:
        dates = self.tables.dates
        try:
            self.first_turn, self.last_turn = turns.number(self.scenario.first), turns.number(self.scenario.last)
            self.boundaries_until = turns.number(dates.boundaries_until)
            self.german_supply_until = turns.number(dates.german_supply_until)
            self.no_allied_demolition_until = turns.number(dates.no_allied_demolition_until)
            self.surprise_until = turns.number(dates.surprise_until)
            self.shortage_from = turns.number(dates.shortage_from)
            self.attrition_from = turns.number(dates.attrition_from)
            self.surrender_from = turns.number(dates.surrender_from)
            self.scare = range(turns.number(dates.scare_from), turns.number(dates.scare_until) + 1)
            self.garrisoned = range(turns.number(dates.garrison_from), turns.number(dates.garrison_until) + 1)
        except ValueError as error:
            raise DataError(f"tables.toml dates: {error}") from None

    def _read_places(self) -> None:
        grid, off, special = self.map.grid, self.map.off_map, self.map.special
        limit = grid.line_and_place(grid.cell(grid.numbers(special["supply_limit"][0].board)[0]))[0]
        west_of = board_of(cell for cell in grid.cells if grid.line_and_place(cell)[0] > limit)
        liege = [cell for name, cell in self.map.names.items() if name.startswith("Liège")]
        self.liege = board_of(liege) & self.map.features["fortification"]
        #: 12.3 Hexes with a road off a friendly edge, per side.
        self.sources: tuple[int, int] = (off["east"], off["west"] | off["south"] | off["north"] & west_of)
        #: 8.2 Permanent fortifications, and towns that may become one.
        self.permanent = self.map.features["fortification"]
        self.fortifiable = special["fortifiable"][0].board
        self.garrisons = union(row.board for row in special.get("garrison", ()))
        self.monschau_hex = self.map.place("Monschau")
        self.clervaux = 1 << self.map.place("Clervaux")
        #: 5.5 Hexes Germans may leave the map from: a road or a town at the edge, beyond the Meuse.
        town, beyond = self.map.features["town"], self.map.areas["west"]
        self.ways_out: tuple[int, ...] = tuple(
            (off[edge] | town & grid.edges[edge]) & beyond if edge in ("north", "west") else 0 for edge in EDGES
        )
        self.all_ways_out = union(self.ways_out)
        #: Edge hexes where leaving costs the road rate.
        self.edge_roads: tuple[int, ...] = tuple(off[edge] | town & grid.edges[edge] for edge in EDGES)
        self.roads_off = union(self.edge_roads)
        #: 5.4 Where armies may go: their side of the line, its ends, and the rear, where no line is drawn.
        rear = board_of(cell for cell in grid.cells if grid.line_and_place(cell)[0] < self._first_shared_column())
        rear &= self.map.areas["6PA"] | self.map.areas["5PA"]
        self.boundary_ends = board_of(cell for end in special["boundary_end"] for cell in cells(end.board))
        northern_end = next(end.board for end in special["boundary_end"] if end.name.startswith("6th"))
        self.sectors: dict[str, int] = {
            "6PA": self.map.areas["6PA"] | rear | northern_end,
            "5PA": self.map.areas["5PA"] | rear,
            "7A": self.map.areas["7A"],
        }
        self.west_of_ends = self._west_of_ends()
        self.bastogne, self.st_vith, self.marche, self.houffalize = (
            self.map.place(name) for name in ("Bastogne", "St. Vith", "Marche", "Houffalize")
        )
        #: 16 Entry hexes by letter, and the lettered hexes of a side along each edge.
        self.letters: dict[str, int] = {row.value: cells(row.board)[0] for row in special["entry"]}
        self.lettered: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(self._lettered("German", edge) for edge in EDGES),
            tuple(self._lettered("Allied", edge) for edge in EDGES),
        )

    def _west_of_ends(self) -> dict[str, int]:
        """37.2 By army the hexes west of the ends of all boundaries it has."""
        grid, found = self.map.grid, {}
        for army, line in (("6PA", "6th"), ("5PA", ""), ("7A", "5th")):
            own = [row.board for row in self.map.special["boundary_end"] if row.name.startswith(line)]
            last = max(grid.line_and_place(cell)[0] for cell in cells(union(own)))
            found[army] = board_of(cell for cell in grid.cells if grid.line_and_place(cell)[0] > last)
        return found

    def _first_shared_column(self) -> int:
        shared = self.map.special["shared_road"][0].board
        return min(self.map.grid.line_and_place(cell)[0] for cell in cells(shared))

    def _lettered(self, side: str, edge: str) -> int:
        edge_hexes = self.map.grid.edges[edge]
        return board_of(
            cell for row in self.map.special["entry"] if row.side == side for cell in cells(row.board & edge_hexes)
        )

    def _read_appearances(self) -> None:
        count = len(self.units)
        self.start: list[int] = [-1] * count
        self.improved = 0
        self.due = bytearray([NEVER] * count)
        self.entry: list[tuple[int, ...]] = [()] * count
        self.entry_edge: list[int] = [-1] * count
        self.held: list[int] = [0] * count
        self.conditions: list[Condition | None] = [None] * count
        self.fronts: list[frozenset[str]] = [frozenset()] * count
        self.playing = 0
        for side, name in zip(Side, ("order_of_appearance_german.csv", "order_of_appearance_allied.csv"), strict=False):
            for number, row in enumerate(self.folder.rows(name, AppearanceRow), 2):
                try:
                    self._appear(side, row)
                except (ValueError, Unknown) as error:
                    raise DataError(f"{name} row {number} ({row.unit}): {error}") from None
        missing = [row.id for n, row in enumerate(self.units.rows) if not row.needs and not self.playing >> n & 1]
        if missing:
            raise DataError(f"order of appearance: no row for {', '.join(missing)}")

    def _appear(self, side: Side, row: AppearanceRow) -> None:
        unit = self.units.unit(row.unit)
        if not self.in_force(row.needs):
            return
        if self.units.side(unit) is not side:
            raise ValueError(f"expected a unit of the {side} side")
        if self.playing >> unit & 1:
            raise ValueError("the unit stands twice")
        if bool(row.start) == bool(row.turn) or bool(row.turn) != bool(row.letters):
            raise ValueError("expected either a start hex, or a turn and letters")
        self.playing |= 1 << unit
        if row.start:
            self.start[unit] = self.map.cell(row.start)
            self.improved |= bool(row.improved) << self.start[unit]
        else:
            self.due[unit] = turns.number(row.turn)
            self._enter_by(unit, side, row.letters.split())
        if row.held:
            self.held[unit] = turns.number(row.held)
        if row.condition:
            self.conditions[unit] = self._condition(row.condition)
        self.fronts[unit] = frozenset(row.front.split())

    def _enter_by(self, unit: int, side: Side, letters: list[str]) -> None:
        for letter in letters:
            if letter not in self.letters:
                raise ValueError(f"unknown entry letter {letter!r}; there are: {', '.join(self.letters)}")
        entry = tuple(self.letters[letter] for letter in letters)
        edges = [n for n, board in enumerate(self.lettered[side]) if all(board >> cell & 1 for cell in entry)]
        if not edges:
            raise ValueError(f"letters {' '.join(letters)}: expected letters of one edge of the {side} side")
        self.entry[unit], self.entry_edge[unit] = entry, edges[0]

    def _condition(self, text: str) -> Condition:
        found = re.fullmatch(r"German within (\d+) of (.+)", text)
        if found is None:
            raise ValueError(f"condition {text!r}: expected such as 'German within 4 of Eupen; Spa'")
        places = [place.strip() for place in found[2].split(";")]
        unknown = [place for place in places if place not in self.map.names]
        if unknown:
            raise ValueError(f"condition {text!r}: {unknown[0]} is not on the map")
        board = board_of(self.map.names[place] for place in places)
        return Condition(text, self.map.grid.within(board, int(found[1])))

    def _sort_units(self) -> None:
        units, stacking = self.units, self.tables.stacking
        #: The units in play of each side, and among them the artillery.
        self.players: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(u for u in units.of[0] if self.playing >> u & 1),
            tuple(u for u in units.of[1] if self.playing >> u & 1),
        )
        self.guns: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(u for u in self.players[0] if units.artillery[u]),
            tuple(u for u in self.players[1] if units.artillery[u]),
        )
        #: 6.1 Units that do not count against stacking, and those that may all stand together.
        self.stack_free = board_of(n for n, row in enumerate(units.rows) if row.id in stacking.free)
        self._sort_leaders()
        self._sort_for_extras()
        self.stack_free |= self.leader_units
        self.together = board_of(n for n, row in enumerate(units.rows) if row.division == stacking.together)
        #: 5.4 Mechanized units bound by army boundaries.
        self.bounded = board_of(n for n in units.of[0] if units.mechanized[n] and units.rows[n].army in self.sectors)
        self.bounded |= self.leader_units & units.all_of[0] | self.attachable  # 24.6
        if self.artillery_command:  # 37.2
            self.bounded |= units.all_artillery & units.all_of[0]
        self.armor = board_of(n for n, kind in enumerate(units.kind) if kind is Kind.ARMOR)

    def _sort_leaders(self) -> None:
        """24.0 The leaders in play, none without the rule, and the reinforcements to be attached to an army (24.6)."""
        units = self.units
        #: Leaders in play of each side.
        self.commanders: tuple[tuple[int, ...], tuple[int, ...]] = (
            tuple(u for u in self.players[0] if units.kind[u] is Kind.LEADER),
            tuple(u for u in self.players[1] if units.kind[u] is Kind.LEADER),
        )
        self.leader_units = board_of((*self.commanders[0], *self.commanders[1]))
        self.sharing = board_of(u for u in cells(self.leader_units) if units.rows[u].id in self.tables.leaders.sharing)
        arriving = (u for u in self.players[0] if units.mechanized[u] and self.start[u] < 0)
        self.attachable = board_of(arriving) if self.leaders else 0

    def _find_battalions(self) -> None:
        """36 Kampfgruppe Peiper and, in the Peiper alternative, its battalions, which begin in its place."""
        units, named = self.units, self.tables.alternative
        try:
            self.whole = units.unit(named.whole)
            three = tuple(units.unit(name) for name in named.battalions)
            self.binding = units.unit(named.binds)
            leader = units.unit(named.leader)
        except Unknown as error:
            raise DataError(f"tables.toml alternative: {error}") from None
        self.battalions: tuple[int, ...] = three if self.peiper_alternative else ()
        self.thirds = board_of(self.battalions)
        #: 36.1 The hexes within two of a hex, as they are asked for.
        self.within_two: dict[int, int] = {}
        #: What units of the Kampfgruppe can reach, by all that decides it: each asks where the others can follow.
        self.ranges: Recent[tuple[object, ...], object] = Recent(512)
        #: 36 Peiper himself, with the rule of leaders; -1 without.
        self.peiper = leader if self.playing >> leader & 1 else -1
        #: The Kampfgruppe whole and broken down, and its leader.
        self.group: tuple[int, ...] = (self.whole, *self.battalions, *((self.peiper,) if self.peiper >= 0 else ()))
        self.all_group = board_of(self.group)
        #: Units of which more, or something else, is asked than room beside them before they move.
        self.odd = self.leader_units | (self.british if self.inter_allied else 0)
        if self.battalions:
            self.odd |= self.all_group
            self.start[self.whole] = -1
        #: 9.5, 36.6 Units that an engagement keeps in place.
        self.engages: tuple[bool, ...] = tuple(kind.wades and unit not in three for unit, kind in enumerate(units.kind))
        #: 6.1, 36.7 What each unit takes up of a stack, in thirds of a unit.
        self.stack_thirds: tuple[int, ...] = tuple(
            0 if self.stack_free >> unit & 1 else 1 if unit in self.battalions else 3 for unit in range(len(units))
        )
        #: Where units are before they are set up.
        self.off_map: tuple[int, ...] = tuple(
            WAITING if self.playing >> u & 1 and not (self.battalions and u == self.whole) else UNUSED
            for u in range(len(units))
        )

    def _sort_for_extras(self) -> None:
        """Sets of units that optional rules speak of."""
        rows, kind = self.units.rows, self.units.kind
        self.all_leaders = board_of(n for n, what in enumerate(kind) if what is Kind.LEADER)
        #: 28 The British, those of them that keep to their bank of the Meuse, and the leader who may stand anywhere.
        self.british = board_of(n for n, row in enumerate(rows) if row.service == "British")
        self.liaison = self.british & self.all_leaders
        crosses = board_of(n for n, row in enumerate(rows) if row.id == "11/29")
        self.stay_behind = self.british & ~self.liaison & ~crosses
        #: 28.2 Americans, and the British who do not mix with them.
        self.nations: tuple[int, int] = (
            self.units.all_of[1] & self.playing & ~self.british,
            self.playing & self.british & ~self.liaison,
        )
        #: Whether a position has to keep in mind who makes up its stacks.
        self.sorts = self.leaders or self.inter_allied
        #: 22 German mechanized units.
        self.columns = board_of(n for n in self.units.of[0] if self.units.mechanized[n])
        #: 37 German army artillery: it never moves, and stacks for free.
        self.immobile = board_of(n for n, what in enumerate(kind) if what is Kind.ARMY_ARTILLERY)
        for gun in cells(self.immobile):
            self.held[gun] = NEVER
        #: 15.5, 16.1 Units that have to stay where they are at first.
        self.ever_held = board_of(unit for unit, until in enumerate(self.held) if until)
        self.stack_free |= self.immobile
        #: 30 The regiments in the Schnee Eifel.
        self.schnee = board_of(n for n, row in enumerate(rows) if row.id in ("106/422", "106/423"))
        #: 18 Units, artillery apart, by division: German mechanized and Allied divisions.
        found: dict[str, list[int]] = {}
        for n, row in enumerate(rows):
            if row.division and not kind[n].artillery and self.playing >> n & 1:
                found.setdefault(row.division, []).append(n)
        self.divisions: dict[str, tuple[int, ...]] = {
            name: tuple(units)
            for name, units in found.items()
            if units[0] >= self.units.first_allied or any(kind[n].mechanized for n in units)
        }

    def _find_shortages(self) -> None:
        """12.6 The units each row of the Supply Shortage Table names."""
        found = []
        for row in self.shortage:
            divisions = [name.strip() for name in row.divisions.split(";") if name.strip()]
            known = {unit.division for unit in self.units.rows}
            for name in divisions:
                if name not in known:
                    raise DataError(f"supply_shortage.csv row {row.die + 1}: unknown division {name!r}")
            found.append(
                board_of(
                    n
                    for n, unit in enumerate(self.units.rows)
                    if self.units.mechanized[n]
                    and unit.army == row.army
                    and (not divisions or unit.division in divisions)
                )
            )
        self.short: tuple[int, ...] = tuple(found)

    def _read_fates(self) -> None:
        """25, 27, 29, 38 Where dumps may lie, who slips through, and what events may bring."""
        self.matrix = Matrix(self.folder, self.map)
        self.fates = read_fates(self.folder, self.units)
        self._in_force: dict[tuple[int, int, int, int], dict[str, Fate]] = {}
        self.north = self.map.areas["6PA"]  # of the 6th Panzer Army boundary
        heiderscheid = self.map.special["event_bridge"]
        self.event_bridges = union(self.ground.bridges_at(cells(row.board)[0]) for row in heiderscheid)
        slips, events = self.tables.peiper, self.tables.events
        try:
            self.peiper_turn = turns.number(slips.turn)
            self.sneak_from, self.sneak_until = turns.number(slips.sneak_from), turns.number(slips.sneak_until)
            self.fewer_aircraft_from = turns.number(events.fewer_aircraft_from)
            #: 27.1 The Kampfgruppe whole, or broken down (36); 27.2 Panzer Brigade 150.
            self.kampfgruppe = board_of(self.units.unit(name) for name in slips.kampfgruppe)
            self.brigade = self.units.unit(slips.brigade)
            #: 27 Those that may slip through a zone of control some time; none without the rule.
            self.sneakers = (self.kampfgruppe | 1 << self.brigade) * self.peiper_and_skorzeny
            self.seventh_entries = board_of(self.letters[letter] for letter in events.seventh_army_letters.split())
        except (ValueError, KeyError, Unknown) as error:
            raise DataError(f"tables.toml peiper, events: {error}") from None
        for fate in self.fates["18AM"][6]:  # 29.6 it comes with the event only
            for unit in cells(fate.units & self.playing):
                self.due[unit] = NEVER

    @cached_property
    def east_of_our(self) -> int:
        """38.1 The hexes east of the Our."""
        return east_of_our(self.map)

    def fates_of(self, event17: int, event18: int, event19: int, turn: int) -> dict[str, Fate]:
        """29, 38 What is in force in a turn of the events that were rolled, by name."""
        found = self._in_force.get((event17, event18, event19, turn))
        if found is None:
            rolled = (*self.fates["17AM"][event17], *self.fates["18AM"][event18], *self.fates["19AM"][event19])
            found = {fate.key: fate for fate in reversed(rolled) if fate.since <= turn <= fate.until}
            self._in_force[event17, event18, event19, turn] = found
        return found

    # -- questions ----------------------------------------------------------------------------------------------------

    def hex_name(self, cell: int) -> str:
        """A hex as players call it: its number, and its name where it has one."""
        label, number = self.map.name(cell), self.map.grid.number(cell)
        return f"{label} {number}" if label else number

    def bridge_name(self, bridge: int) -> str:
        """A bridge as players call it: its hexside, and its name where it has one."""
        found = self.map.bridges[bridge]
        where = self.map.hexside(found.cell, found.other)
        return f"{found.name} {where}" if found.name else where

    def roads(self, blown: int) -> Sides:
        """Road hexsides that can be used while these bridges are down."""
        return self.map.open_roads(blown)


@lru_cache(maxsize=32)
def _own_box(key: str, options: tuple[tuple[str, bool | int], ...]) -> Box:
    return Box(key, DataFolder(DATA), dict(options))


def open_box(key: str, options: Mapping[str, bool | int], pack: Path | None = None) -> Box:
    """The box of a scenario; our own data is read once per process, a player's data pack every time."""
    if pack is not None:
        return Box(key, DataFolder(DATA, pack), options)
    return _own_box(key, tuple(sorted(options.items())))
