"""7.2, 7.3, 9.4, 10, 12 The map as the rules ask about it, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

from ardennes.board.cells import cells, union
from ardennes.board.hexes import Sides, joined, less
from ardennes.board.hexmap import HexMap
from ardennes.kernel.recent import Recent
from ardennes.parts.data.tables import DataError, DataFolder


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of `terrain_effects.csv`: movement points (none for a feature: the terrain decides), and in combat whose
    defence is doubled, whose hits are lowered, and whether a flank attack is possible."""

    terrain: str
    kind: Literal["terrain", "feature"]
    doubled: Literal["none", "all", "german"]
    hits: Literal["none", "all", "german"]
    flank: bool
    source: str
    infantry: int = 0
    mechanized: int = 0
    frozen: int = 0


class Hexsides(NamedTuple):
    """7.3, 12.2 The hexsides of the map by what lies between, with bridges blown and built."""

    road: Sides  # a road that can be used
    river: Sides  # a river without a usable bridge
    open: Sides  # no river, or a usable bridge: supply crosses, nothing special to cross
    #: All that can be crossed at the beginning of a move, and the last two, sorted with `by_step`.
    sorted_any: Sides
    sorted_river: Sides
    sorted_open: Sides


class Ground:
    """Terrain, hexsides and edges."""

    def __init__(self, hexmap: HexMap, folder: DataFolder) -> None:
        self.map = hexmap
        self.grid = hexmap.grid
        self.terrain = self._read_terrain(folder)
        features = hexmap.features
        self.westwall = features["westwall"]
        self.city = hexmap.terrain["city"]
        #: 12.1 Towns and cities: every hex that is owned.
        self.towns = features["town"] | self.city
        self.forest = hexmap.terrain["forest"]
        self._read_effects()
        self._read_rivers()
        self._read_edges()
        self._hexsides: Recent[tuple[int, int], Hexsides] = Recent(1000)
        self._bridged: Recent[int, int] = Recent(1000)
        self._owned: Recent[tuple[int, int], Sides] = Recent(1000)
        self._within: dict[tuple[int, int], int] = {}
        self._west_of: dict[int, int] = {}

    def _read_terrain(self, folder: DataFolder) -> dict[str, TerrainRow]:
        rows = folder.rows("terrain_effects.csv", TerrainRow)
        for number, row in enumerate(rows, 2):
            costs = (row.infantry, row.mechanized, row.frozen)
            if (min(costs) > 0) != (row.kind == "terrain"):
                where = f"terrain_effects.csv row {number} ({row.terrain})"
                raise DataError(f"{where}: expected costs of at least 1 in a terrain and none in a feature")
        found = {row.terrain: row for row in rows}
        for name in (*self.map.terrain, *self.map.features):
            if name not in found:
                raise DataError(f"terrain_effects.csv: expected a row for {name}")
        return found

    def _read_effects(self) -> None:
        rows = list(self.terrain.values())
        boards = self.map.terrain | self.map.features
        #: 7.2 (movement points, hexes) of entering off road: infantry, mechanized units, these on frozen ground.
        self.infantry_entry = _classes((row.infantry, boards[row.terrain]) for row in rows if row.infantry)
        self.mechanized_entry = _classes((row.mechanized, boards[row.terrain]) for row in rows if row.mechanized)
        self.frozen_entry = _classes((row.frozen, boards[row.terrain]) for row in rows if row.frozen)
        #: 9.4 Where defence is doubled: German, Allied.
        self.doubled = _by_side(rows, boards, "doubled")
        #: 9.5 Where the defender's hits are one fewer: German, Allied.
        self.fewer_hits = _by_side(rows, boards, "hits")
        #: 9.4 Where a flank attack never applies.
        self.no_flank = union(boards[row.terrain] for row in rows if not row.flank)

    def _read_rivers(self) -> None:
        sides = self.map.sides
        #: Every river hexside, the Meuse included, bridged or not.
        self.river: Sides = joined(sides["river"], sides["meuse"])
        self._dry = less(self.grid.every_side, self.river)
        #: 12.22 The river hexsides as pairs of cells; a set of bridges built in play is a set of their numbers.
        self.river_sides: tuple[tuple[int, int], ...] = tuple(self.grid.pairs(self.river))
        self._river_numbers = {frozenset(pair): number for number, pair in enumerate(self.river_sides)}
        #: 7.72, 11.4 Hexes beside the Meuse, and all hexes on its far bank.
        self.beside_meuse = union(sides["meuse"])
        self.across_meuse = self.map.areas["west"]
        #: The river hexsides of each hex, by number.
        self.rivers_at: dict[int, tuple[int, ...]] = dict.fromkeys(self.grid.cells, ())
        for number, pair in enumerate(self.river_sides):
            for cell in pair:
                self.rivers_at[cell] = (*self.rivers_at[cell], number)
        self.river_ends: tuple[int, ...] = tuple(1 << cell | 1 << other for cell, other in self.river_sides)
        self.all_rivers = (1 << len(self.river_sides)) - 1
        #: Every bridge of the map, as a set; the river hexside of each, and the bridge of a river hexside (or -1).
        self.all_bridges = (1 << len(self.map.bridges)) - 1
        self.side_of_bridge: tuple[int, ...] = tuple(self.river_side(b.cell, b.other) for b in self.map.bridges)
        if min(self.side_of_bridge, default=0) < 0:
            raise DataError("map_bridges.csv: expected every bridge on a river hexside")
        self.bridge_of_side: tuple[int, ...] = tuple(
            self.side_of_bridge.index(n) if n in self.side_of_bridge else -1 for n in range(len(self.river_sides))
        )
        #: The river hexsides with a bridge on the map, as a set.
        self.rivers_on_road = union(1 << side for side in self.side_of_bridge)
        self._bridges_at: dict[int, tuple[int, ...]] = {}
        for bridge in self.map.bridges:
            for cell in (bridge.cell, bridge.other):
                self._bridges_at[cell] = (*self._bridges_at.get(cell, ()), bridge.number)

    def _read_edges(self) -> None:
        wall: dict[int, int] = {}
        for cell in cells(self.westwall):
            row, column = self.grid.line_and_place(cell)
            wall[row] = max(column, wall.get(row, column))
        if sorted(wall) != list(range(self.grid.lines)):
            raise DataError("map_hexes.csv: expected a Westwall hex in every row, so that each town has a side of it")
        #: 10, 12.1 The Westwall and what lies east of it.
        self.east_of_westwall = 0
        for cell in self.grid.cells:
            row, column = self.grid.line_and_place(cell)
            self.east_of_westwall |= (column <= wall[row]) << cell
        edges = self.grid.edges
        shared = edges["north"] | edges["south"]
        #: 10.0 Friendly map edges per side.
        self.friendly_edges: tuple[int, int] = (
            edges["east"] | shared & self.east_of_westwall,
            edges["west"] | shared & ~self.east_of_westwall & ~edges["east"],
        )
        off = self.map.off_map
        shared = off["north"] | off["south"]
        #: 10.1 Hexes with a road off a friendly edge, per side.
        self.supply_edges: tuple[int, int] = (
            off["east"] | shared & self.east_of_westwall,
            off["west"] | shared & ~self.east_of_westwall,
        )

    def between(self, blown: int, built: int = 0) -> Hexsides:
        """The hexsides while some of the map's bridges are blown and some river hexsides have a bridge built in play.
        A new bridge joins no road (12.23)."""
        found = self._hexsides.get((blown, built))
        if found is None:
            standing = less(self.map.bridged, self.map.gone(blown))
            if built:
                standing = joined(standing, self.grid.sides(self.river_sides[n] for n in cells(built)))
            river, dry, by_step = less(self.river, standing), joined(self._dry, standing), self.grid.by_step
            every = by_step(joined(river, dry))
            found = Hexsides(self.map.open_roads(blown), river, dry, every, by_step(river), by_step(dry))
            self._hexsides.keep((blown, built), found)
        return found

    def owned(self, bridges: int, built: int) -> Sides:
        """The hexsides of some bridges of the map and some built in play."""
        found = self._owned.get((bridges, built))
        if found is None:
            pairs = [self.river_sides[self.side_of_bridge[n]] for n in cells(bridges)]
            found = self.grid.sides([*pairs, *(self.river_sides[n] for n in cells(built))])
            self._owned.keep((bridges, built), found)
        return found

    def rivers_bridged(self, bridges: int) -> int:
        """The river hexsides of some bridges of the map, as a set."""
        found = self._bridged.get(bridges)
        if found is None:
            found = self._bridged.keep(bridges, union(1 << self.side_of_bridge[n] for n in cells(bridges)))
        return found

    def river_side(self, cell: int, other: int) -> int:
        """The number of a river hexside, or -1."""
        return self._river_numbers.get(frozenset((cell, other)), -1)

    def bridges_at(self, cell: int) -> tuple[int, ...]:
        """The numbers of a hex's bridges on the printed map."""
        return self._bridges_at.get(cell, ())

    def west_of(self, place: int) -> int:
        """Every hex farther west than a place in its row (7.5g)."""
        found = self._west_of.get(place)
        if found is None:
            found = union(1 << c for c in self.grid.cells if self.grid.line_and_place(c)[1] > place)
            self._west_of[place] = found
        return found

    def within(self, cell: int, steps: int) -> int:
        """Every hex at most so many steps from a hex, itself included."""
        found = self._within.get((cell, steps))
        if found is None:
            found = self._within[cell, steps] = self.grid.within(1 << cell, steps)
        return found


def _classes(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found: dict[int, int] = {}
    for cost, board in pairs:
        found[cost] = found.get(cost, 0) | board
    return tuple(sorted(found.items()))


def _by_side(rows: list[TerrainRow], boards: dict[str, int], column: str) -> tuple[int, int]:
    everyone = union(boards[row.terrain] for row in rows if getattr(row, column) == "all")
    return everyone | union(boards[row.terrain] for row in rows if getattr(row, column) == "german"), everyone
