"""2.0 Components: everything in the box, read once for a scenario and never changed during play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.hexmap import Bridge
from ardennes.board.reach import Way
from ardennes.kernel import Side, Unknown
from ardennes.kernel.recent import Recent
from ardennes.parts.data.map_files import read_map
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.deadly_woods.box.counters import ARMIES, BOXES, Formation, read_units
from ardennes.titles.deadly_woods.box.ground import Ground
from ardennes.titles.deadly_woods.box.numbers import DATA, Numbers, Scenario, read_scenarios
from ardennes.titles.deadly_woods.box.tables import (
    Asset,
    AssetKind,
    AssetRow,
    CombatResults,
    DetourRow,
    EntryRow,
    HexsideRow,
    LeashRow,
    Turn,
    check_owner,
    read_rounds,
    read_terrain,
    read_track,
)

#: Turn of a unit that never arrives by the track.
NEVER = 255


class EntryArea(NamedTuple):
    """2.2.1, 14.8 An entry area: its hexes, and the areas its units fall back to, Americans and British."""

    letter: str
    side: Side
    board: int
    cells: tuple[int, ...]
    american: tuple[int, ...]
    british: tuple[int, ...]


class Leash(NamedTuple):
    """9.4, 10.6.4 The hexes some units must stay in until a turn; `free_from` 0 means to the end of the game."""

    name: str
    limit: str
    units: int
    board: int
    free_from: int


class Box:
    """Map, counters and tables of one scenario, with what the rules ask of them most often worked out.

    Cells, units, formations, assets, entry areas and bridges are integers; sets of them are integers too.
    """

    def __init__(self, key: str, folder: DataFolder, options: Mapping[str, bool | int]) -> None:
        scenarios = read_scenarios(folder)
        if key not in scenarios:
            raise Unknown("scenario", key, tuple(scenarios))
        self.key = key
        self.folder = folder
        self.options = dict(options)
        self.scenario: Scenario = scenarios[key]
        self.last_turn = self.scenario.last
        self.numbers = folder.table("tables.toml", Numbers)
        self.turns: tuple[Turn, ...] = read_track(folder)
        self.rounds = read_rounds(folder)
        self.results = CombatResults(folder)
        self.units = read_units(folder)
        self.map = read_map(folder)
        self.grid = self.map.grid
        self.ground = Ground(self.map, read_terrain(folder), self._hexside_rows())
        #: 11.2.1, 12.4.1 For every hex those in which a sister keeps a division together, or its corps an Engineer.
        self.together = self.ground.all_within(self.numbers.combat.integrity_hexes)
        self.corps_near = self.ground.all_within(self.numbers.assets.corps_hexes)
        self._read_places()
        self._read_entry_areas()
        self._read_starts()
        self._read_assets()
        self._read_leashes()
        self._read_detours()
        self._find_named_units()
        self._near_bridges: dict[int, list[tuple[Bridge, int]]] = {}
        #: 10.0 Ways to step, by what they depend on; see `rules.paths`.
        self.ways: Recent[Any, tuple[Way, ...]] = Recent(2000)
        self.steps: Recent[Any, int] = Recent(20_000)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _hexside_rows(self) -> dict[str, HexsideRow]:
        rows = self.folder.rows("hexside_effects.csv", HexsideRow)
        found: dict[str, HexsideRow] = {row.hexside: row for row in rows}
        expected = ("road_bridge", "bridge", "destroyed_bridge", "minor_river", "major_river")
        for name in expected:
            if name not in found:
                raise DataError(f"hexside_effects.csv: expected a row for {name}")
        return found

    def _read_places(self) -> None:
        areas = self.map.areas
        #: 9.1 The army areas from north to south (6PA, 5PA, 7A), the British area, and the far bank of the Meuse.
        self.areas: tuple[int, int, int] = (areas["6PA"], areas["5PA"], areas["7A"])
        self.british_area = areas["British"]
        self.across_meuse = areas["west"]
        special = self.map.special
        #: 3.4 The VP hexes as a set and, in the order of the map file, as cells.
        self.vp_hexes: tuple[int, ...] = tuple(cells(row.board)[0] for row in special["vp"])
        self.vp = board_of(self.vp_hexes)
        #: 3.5 Hexes whose control matters beyond a unit's presence: VP hexes, towns and villages.
        self.controllable = self.vp | self.ground.lived_in
        #: 3.5 The Westwall and what lies behind it begins German.
        self.behind_westwall = self._east_of_westwall()
        self.german_at_start = self.controllable & self.behind_westwall
        self.st_vith, self.bastogne = map(self._place, ("St. Vith", "Bastogne"))
        self.bullingen = cells(special["peiper_fuel"][0].board)[0]
        ouren = self.map.bridge(*cells(special["weak_bridge"][0].board))
        if ouren is None:
            raise DataError("map_features.csv: weak_bridge: expected two hexes with a bridge between them")
        self.ouren = ouren.number
        #: 13.2.2 Towns where only some corps return: the corps by town.
        self.returns: dict[int, tuple[str, ...]] = {
            cells(row.board)[0]: tuple(row.value.split()) for row in special["returns"]
        }
        #: 3.2 The bridges that begin destroyed.
        self.destroyed_at_start = self.map.blown_at_start

    def _place(self, name: str) -> int:
        if name not in self.map.names:
            raise DataError(f"map_places.csv: expected a place called {name}")
        return self.map.place(name)

    def _east_of_westwall(self) -> int:
        """Row by row; beyond its ends the Westwall counts as running straight on."""
        wall: dict[int, int] = {}
        for cell in cells(self.ground.westwall):
            column, row = self.grid.line_and_place(cell)
            wall[row] = min(column, wall.get(row, column))
        first, last = min(wall), max(wall)
        found = 0
        for cell in self.grid.cells:
            column, row = self.grid.line_and_place(cell)
            nearest = min(max(row, first), last)
            found |= (column >= wall[nearest]) << cell
        return found

    def _read_entry_areas(self) -> None:
        rows = self.folder.rows("entry_areas.csv", EntryRow)
        self._letters = {row.area: number for number, row in enumerate(rows)}
        boards = {row.value: row.board for row in self.map.special["entry"]}
        if sorted(boards) != sorted(self._letters):
            raise DataError("entry_areas.csv: expected one row for each entry area of map_features.csv")
        found = []
        for number, row in enumerate(rows, 2):
            where = f"entry_areas.csv row {number} ({row.area})"
            american, british = (tuple(self._area(where, x) for x in t.split()) for t in (row.american, row.british))
            board, side = boards[row.area], Side[row.side.upper()]
            found.append(EntryArea(row.area, side, board, tuple(cells(board)), american, british))
        self.entry_areas: tuple[EntryArea, ...] = tuple(found)
        #: 8.2 Supply sources per side: entry hexes that a road reaches.
        self.sources: tuple[int, int] = (self._sources(Side.GERMAN), self._sources(Side.ALLIED))

    def _sources(self, side: Side) -> int:
        return board_of(c for area in self.entry_areas if area.side is side for c in area.cells) & self.map.road_hexes

    def _area(self, where: str, letter: str) -> int:
        if letter not in self._letters:
            raise DataError(f"{where}: unknown entry area {letter!r}; expected one of {', '.join(self._letters)}")
        return self._letters[letter]

    def _read_starts(self) -> None:
        """3.2 Where units start, and which enter with the boxes of the track."""
        count = len(self.units)
        self.start: list[int] = [-1] * count
        self.due = bytearray([NEVER] * count)
        self.due_box = bytearray(count)
        self.entry: list[int] = [-1] * count
        #: 14.8.3 The town the Germans must hold for a unit to enter, or -1.
        self.entry_needs: list[int] = [-1] * count
        arrivals: dict[tuple[int, int, int], list[int]] = {}
        for unit, row in enumerate(self.units.rows):
            where = f"units.csv row {unit + 2} ({row.id})"
            side = self.units.side(unit)
            if row.start:
                self.start[unit] = self._cell(where, "start", row.start)
            elif row.turn:
                if not 1 <= row.turn <= len(self.turns):
                    raise DataError(f"{where}: turn {row.turn}: expected 1 to {len(self.turns)}")
                self.due[unit], self.due_box[unit] = row.turn, BOXES.index(row.box)
                self.entry[unit] = area = self._area(where, row.entry)
                if self.entry_areas[area].side is not side:
                    raise DataError(f"{where}: entry area {row.entry} is not of the {row.side} side")
                arrivals.setdefault((side, row.turn, self.due_box[unit]), []).append(unit)
            if row.needs:
                if row.needs not in self.map.names:
                    raise DataError(f"{where}: needs {row.needs!r}: expected the name of a place on the map")
                self.entry_needs[unit] = self.map.place(row.needs)
        #: (side, turn, box 0 or 1) -> units due.
        self.arrivals: dict[tuple[int, int, int], tuple[int, ...]] = {k: tuple(v) for k, v in arrivals.items()}

    def _cell(self, where: str, column: str, number: str) -> int:
        try:
            return self.map.cell(number)
        except ValueError as error:
            raise DataError(f"{where}: {column}: {error}") from None

    def _read_assets(self) -> None:
        found = []
        for number, row in enumerate(self.folder.rows("assets.csv", AssetRow), 2):
            where = f"assets.csv row {number} ({row.id})"
            check_owner(where, row)
            start = -1 if row.start in ("box", "track") else self._cell(where, "start", row.start)
            side, kind = Side[row.side.upper()], AssetKind[row.kind.upper()]
            asset = Asset(
                row.id,
                row.name,
                side,
                kind,
                row.owner,
                row.strength,
                start,
                row.turn,
                row.last,
                row.withdrawal,
                row.start == "track",
            )
            found.append(asset)
        if len({asset.id for asset in found}) != len(found):
            raise DataError("assets.csv: an asset stands twice")
        self.assets: tuple[Asset, ...] = tuple(found)
        self.asset_numbers = {asset.id: number for number, asset in enumerate(found)}
        self.all_assets = (1 << len(found)) - 1
        self.engineers = self.assets_of(Side.ALLIED, AssetKind.ENGINEER)
        #: 12.1 Sets of assets: of each side, of each kind, and the guns of each side.
        self.asset_sides: tuple[int, int] = (
            board_of(self.assets_of(Side.GERMAN, *AssetKind)),
            board_of(self.assets_of(Side.ALLIED, *AssetKind)),
        )
        self.asset_kinds: dict[AssetKind, int] = {
            kind: board_of(n for n, asset in enumerate(found) if asset.kind is kind) for kind in AssetKind
        }
        guns = self.asset_kinds[AssetKind.ARTILLERY] | self.asset_kinds[AssetKind.NEBELWERFER]
        self.guns: tuple[int, int] = (guns & self.asset_sides[0], guns & self.asset_sides[1])
        #: 12.2a German guns by army.
        self.army_guns = tuple(board_of(n for n in cells(self.guns[0]) if found[n].owner == army) for army in ARMIES)
        #: The asset of each kind, for those of which there is only one.
        self.the_asset: dict[AssetKind, int] = {asset.kind: number for number, asset in enumerate(found)}

    def assets_of(self, side: Side, *kinds: AssetKind) -> tuple[int, ...]:
        """The assets of a side, of some kinds, in the order of the file."""
        return tuple(n for n, asset in enumerate(self.assets) if asset.side is side and asset.kind in kinds)

    def _read_leashes(self) -> None:
        boards = {
            "west_of_meuse": self.across_meuse,
            "near_entry_j": self.entry_areas[self._letters["J"]].board,
            "near_7th_army": self.areas[ARMIES.index("7A")],
        }
        found = []
        for number, row in enumerate(self.folder.rows("leashes.csv", LeashRow), 2):
            try:
                units = self._named(row.who)
            except Unknown as error:
                raise DataError(f"leashes.csv row {number} ({row.who}): {error}") from None
            board = self.grid.within(boards[row.limit], row.hexes)
            found.append(Leash(row.who, row.limit, units, board, row.free_from))
        #: 9.4, 10.6.4 What binds units besides the areas of 9.2 and 9.3.
        self.leashes: tuple[Leash, ...] = tuple(found)
        self.leash: dict[int, Leash] = {unit: leash for leash in found for unit in cells(leash.units)}

    def _named(self, who: str) -> int:
        if who in (formation.name for formation in self.units.formations):
            return self.units.formations[self.units.formation_of(who)].board
        return 1 << self.units.unit(who)

    def _read_detours(self) -> None:
        """14.8.1 (turn, box) III Corps is due -> (turn, box) it may enter at D."""
        self.detours: dict[tuple[int, int], tuple[int, int]] = {
            (row.due_turn, BOXES.index(row.due_box)): (row.turn, BOXES.index(row.box))
            for row in self.folder.rows("iii_corps_at_d.csv", DetourRow)
            if row.turn and row.box
        }
        self.entry_d = self._letters["D"]

    def _find_named_units(self) -> None:
        numbers, units = self.numbers, self.units
        try:
            self.peiper, self.brigade_150 = units.unit(numbers.peiper.unit), units.unit(numbers.brigade.unit)
            self.vdh, self.delay = units.unit("G-VdH"), units.unit("A-DELAY")
            #: 8.3 The division that may surrender; 14.3.1 those the first Reaction leaves out, as sets of units.
            self.surrendering = self._named(numbers.surrender.formation)
            self.not_first_reaction = board_of(
                unit for name in numbers.reaction.not_first for unit in cells(self._named(name))
            )
            #: 14.8.4 The divisions that enter fast; 12.3 the regiments without artillery on turn 1.
            self.fast_airborne = board_of(
                unit for name in numbers.movement.airborne_divisions for unit in cells(self._named(name))
            )
            self.no_artillery = board_of(units.unit(name) for name in numbers.assets.no_artillery_on_first_turn)
        except Unknown as error:
            raise DataError(f"tables.toml: {error}") from None

    # -- questions ----------------------------------------------------------------------------------------------------

    def turn(self, number: int) -> Turn:
        """A turn of the track by its number, counted from 1."""
        return self.turns[number - 1]

    def formation_of(self, unit: int) -> Formation:
        """The formation of a unit."""
        return self.units.formations[self.units.formation[unit]]

    def bridges_near(self, cell: int) -> list[tuple[Bridge, int]]:
        """10.6.1a The bridges within an Engineer's reach of a hex, each with the hexes on its two sides."""
        found = self._near_bridges.get(cell)
        if found is None:
            near = self.grid.within(1 << cell, self.numbers.bridges.engineers_reach)
            both = [(bridge, 1 << bridge.cell | 1 << bridge.other) for bridge in self.map.bridges]
            found = self._near_bridges[cell] = [(bridge, ends) for bridge, ends in both if ends & near]
        return found

    def army_of(self, cell: int) -> int:
        """9.1 The army area of a hex: 0 for the 6th Panzer, 1 for the 5th Panzer, 2 for the 7th Army."""
        return next(n for n, board in enumerate(self.areas) if board >> cell & 1)


@lru_cache(maxsize=32)
def _own_box(key: str, options: tuple[tuple[str, bool | int], ...]) -> Box:
    return Box(key, DataFolder(DATA), dict(options))


def open_box(key: str, options: Mapping[str, bool | int], pack: Path | None = None) -> Box:
    """The box of a scenario; our own data is read once per process, a player's data pack every time."""
    if pack is not None:
        return Box(key, DataFolder(DATA, pack), options)
    return _own_box(key, tuple(sorted(options.items())))
