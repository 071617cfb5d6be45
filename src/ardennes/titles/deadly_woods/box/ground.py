"""7.2, 8.2, 10.4 - 10.6, 11.3.2 The map as the rules ask about it, worked out once.

Costs of movement are in half points, so that the road rate of motorized units (10.4.1) is whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ardennes.board.cells import cells, union
from ardennes.board.hexes import Sides, joined, less, shared
from ardennes.board.hexmap import HexMap
from ardennes.kernel.recent import Recent
from ardennes.parts.data.tables import DataError
from ardennes.titles.deadly_woods.box.tables import HexsideRow, TerrainRow

#: 10.4 Half points for a road hex: infantry on foot, motorized units.
INFANTRY_ROAD, MOTORIZED_ROAD = 2, 1
#: As far as a move on foot can matter to what lies between hexes.
NEAR = 3


class Hexsides(NamedTuple):
    """10.6 The hexsides of the map by what lies between, while some bridges are destroyed."""

    road: Sides  # a road that can be used
    dry: Sides  # no river
    bridge: Sides  # an intact bridge, with or without a road
    destroyed: Sides  # a destroyed bridge
    minor: Sides  # a minor river and no bridge
    major: Sides  # a major river and no bridge
    open: Sides  # dry or bridged: zones of control and supply cross (7.2, 8.2)


class Ground:
    """Terrain, hexsides and distances."""

    def __init__(self, hexmap: HexMap, terrain: dict[str, TerrainRow], hexsides: dict[str, HexsideRow]) -> None:
        self.map = hexmap
        self.grid = hexmap.grid
        self.terrain = terrain
        self.hexsides = hexsides
        for name in (*hexmap.terrain, *hexmap.features):
            if name not in terrain:
                raise DataError(f"terrain_effects.csv: expected a row for {name}")
        features = hexmap.features
        self.town, self.village, self.westwall = features["town"], features["village"], features["westwall"]
        self.lived_in = self.town | self.village
        self.clear, self.light_woods = hexmap.terrain["clear"], hexmap.terrain["light_woods"]
        self.forest, self.rough = hexmap.terrain["forest"], hexmap.terrain["rough"]
        self._boards = hexmap.terrain | features
        self._read_effects()
        self._hexsides: Recent[int, Hexsides] = Recent(1000)
        self._sorted: Recent[int, Hexsides] = Recent(1000)
        self._ends: Recent[int, int] = Recent(1000)
        self._zoc: Recent[tuple[int, bool, bool], Sides] = Recent(1000)
        self._attack: Recent[tuple[int, bool], Sides] = Recent(1000)
        river = joined(hexmap.sides["minor"], hexmap.sides["major"])
        #: 2.2 Every river hexside, minor or major, bridged or not.
        self.river: Sides = river
        #: 10.4 Hexes that a road joins to another hex.
        self.road_hexes = union(hexmap.road)
        self._dry = less(self.grid.every_side, river)
        #: 7.2 Hexsides that armor's zone of control does not cross, seen from the armor: into woods without a road.
        self.into_woods: Sides = less(self._into(self.armor_shy), hexmap.road)
        #: 7.2 Hexsides into the Westwall, which only Allied infantry controls from outside.
        self.into_westwall: Sides = self._into(self.westwall)
        #: Every hex within three hexes of a hex, itself included.
        self.near: tuple[int, ...] = self.all_within(NEAR)
        #: The same for four hexes, and the hexes at a minor river that no bridge crosses.
        self.farther: tuple[int, ...] = tuple(board | self.grid.around(board) if board else 0 for board in self.near)
        self.banks = union(less(hexmap.sides["minor"], hexmap.bridged))
        self._bridges_at: dict[int, tuple[int, ...]] = {}
        for bridge in hexmap.bridges:
            for cell in (bridge.cell, bridge.other):
                self._bridges_at[cell] = (*self._bridges_at.get(cell, ()), bridge.number)

    def _read_effects(self) -> None:
        rows = self.terrain.values()
        pick = {row.terrain: self._boards.get(row.terrain, 0) for row in rows}
        #: 10.4 (half points, hexes) of entering across country; forest is missing for motorized units.
        self.infantry_entry = _classes((row.infantry, pick[row.terrain]) for row in rows if row.infantry)
        self.motorized_entry = _classes((row.motorized, pick[row.terrain]) for row in rows if row.motorized)
        #: 10.4.1 Where motorized units cannot be off a road.
        self.road_only = union(pick[row.terrain] for row in rows if row.kind == "terrain" and not row.motorized)
        #: 11.3.2 One column left: for a hex with infantry in it, and for any hex.
        self.shift_infantry = union(pick[row.terrain] for row in rows if row.shift == "infantry")
        self.shift_any = union(pick[row.terrain] for row in rows if row.shift == "any")
        #: 11.3.2 Where armor tells: clear, a village allowed, no town.
        self.armor_ground = self.grid.board & ~union(pick[row.terrain] for row in rows if not row.armor_bonus)
        #: 7.2 Woods and forest, into which armor's zone of control follows roads only.
        self.armor_shy = union(pick[row.terrain] for row in rows if not row.armor_zoc)
        #: 8.2 Hexes a supply line enters by road only.
        self.no_supply_off_road = union(pick[row.terrain] for row in rows if not row.supply)
        #: 11.4.1 Where airborne units may stand.
        self.stand = union(pick[row.terrain] for row in rows if row.stand)
        #: 12.2 What terrain does to a Nebelwerfer, the worst for the attacker; of the Westwall nothing is said.
        told = [row for row in rows if row.terrain != "westwall"]
        self.nebelwerfer: tuple[int, ...] = tuple(
            min((row.nebelwerfer for row in told if pick[row.terrain] >> cell & 1), default=0)
            for cell in range(self.grid.size)
        )

    def all_within(self, hexes: int) -> tuple[int, ...]:
        """For every hex the hexes at most so far from it, itself included."""
        return tuple(
            self.grid.within(1 << cell, hexes) if self.grid.board >> cell & 1 else 0 for cell in range(self.grid.size)
        )

    def _into(self, board: int) -> Sides:
        """Hexsides, seen from the hexes before them, that lead into some hexes."""
        found = [0] * 6
        for cell in cells(board):
            for other in cells(self.grid.neighbours[cell]):
                found[self.grid.direction(other, cell)] |= 1 << other
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def between(self, blown: int) -> Hexsides:
        """The hexsides while a set of bridges is destroyed. Few sets occur in a game, so they are kept."""
        found = self._hexsides.get(blown)
        if found is None:
            gone = self.map.gone(blown)
            bridge = less(self.map.bridged, gone)
            minor, major = (less(self.map.sides[kind], self.map.bridged) for kind in ("minor", "major"))
            roads = self.map.open_roads(blown)
            found = Hexsides(roads, self._dry, bridge, gone, minor, major, joined(self._dry, bridge))
            self._hexsides.keep(blown, found)
        return found

    def zoc_sides(self, blown: int, armor: bool, westwall: bool) -> Sides:
        """7.2 The hexsides a zone of control crosses, seen from its unit: of armor or others, with or without what
        leads into the Westwall (only Allied infantry and Germans control it)."""
        sides = self.between(blown).open
        if armor:
            sides = less(sides, self.into_woods)
        return sides if westwall else less(sides, self.into_westwall)

    def sorted_sides(self, blown: int) -> Hexsides:
        """The hexsides of `between`, each sorted for `HexGrid.stepped`."""
        found = self._sorted.get(blown)
        if found is None:
            found = self._sorted.keep(blown, Hexsides(*map(self.grid.by_step, self.between(blown))))
        return found

    def sorted_zoc(self, blown: int, armor: bool, westwall: bool) -> Sides:
        """The hexsides of `zoc_sides`, sorted for `HexGrid.stepped`."""
        key = (blown, armor, westwall)
        found = self._zoc.get(key)
        if found is None:
            found = self._zoc.keep(key, self.grid.by_step(self.zoc_sides(blown, armor, westwall)))
        return found

    def attack_sides(self, blown: int, infantry: bool) -> Sides:
        """11.1c The hexsides across which infantry, or other units, may attack; sorted for `HexGrid.stepped`."""
        key = (blown, infantry)
        found = self._attack.get(key)
        if found is None:
            sides, able = self.between(blown), ("all", "infantry") if infantry else ("all",)
            kinds = {"bridge": sides.bridge, "destroyed_bridge": sides.destroyed, "minor_river": sides.minor}
            kinds["major_river"] = sides.major
            wet = [between for name, between in kinds.items() if self.hexsides[name].attack in able]
            found = self._attack.keep(key, self.grid.by_step(joined(sides.dry, *wet)))
        return found

    def ends(self, bridges: int) -> int:
        """The hexes on both sides of some bridges."""
        found = self._ends.get(bridges)
        if found is None:
            found = self._ends.keep(
                bridges, union(1 << b.cell | 1 << b.other for b in map(self.map.bridges.__getitem__, cells(bridges)))
            )
        return found

    def bridges_at(self, cell: int) -> tuple[int, ...]:
        """The numbers of a hex's bridges."""
        return self._bridges_at.get(cell, ())

    def crosses_river(self, cell: int, other: int) -> bool:
        """11.3.2 Whether a river, bridged or not, lies between two adjacent hexes."""
        return self.grid.has_side(self.river, cell, other)

    @property
    def road_bridges(self) -> Sides:
        """10.6 Bridges with a road over them."""
        return shared(self.map.bridged, self.map.road)


def _classes(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found: dict[int, int] = {}
    for cost, board in pairs:
        found[cost] = found.get(cost, 0) | board
    return tuple(sorted(found.items()))
