"""5.3 Terrain effects on movement, worked out once for the map: what lies around each hex, and what entering costs.

Costs are counted in parts of a movement point, as many as a unit enters road hexes for one (four, three or two), so
that every cost is whole. `shown_cost` gives them in twelfths, the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.board.cells import board_of, cells, union
from ardennes.board.hexes import Sides, joined, less
from ardennes.board.hexmap import HexMap
from ardennes.board.reach import Way
from ardennes.titles.bitter_woods.box.counters import Profile
from ardennes.titles.bitter_woods.box.tables import Tables, TerrainRow

GROUNDS = ("normal", "mud", "freeze")
#: How many sets of ways are kept; bridges and interdiction make new ones.
_KEPT = 256


class Around(NamedTuple):
    """The neighbours of a hex by what lies between: a road, open ground, a river or the Meuse without a bridge."""

    road: int
    dry: int
    river: int
    meuse: int


class Ground:
    """The map as movement sees it."""

    def __init__(
        self, hexmap: HexMap, profiles: Sequence[Profile], terrain: dict[str, TerrainRow], tables: Tables
    ) -> None:
        self.map = hexmap
        self.grid = grid = hexmap.grid
        self.profiles = tuple(profiles)
        self.tables = tables
        self.town = hexmap.features["town"]
        #: 5.3, 9.4 Terrain by its most telling kind: a town counts as a town whatever it stands on.
        self.boards = {name: board & ~self.town for name, board in hexmap.terrain.items()} | {"town": self.town}
        self.forest = self.boards["forest"]
        self.rough = union(self.boards[name] for name in tables.rivers.rough)
        self.shifted = union(board for name, board in self.boards.items() if terrain[name].shift)
        self.doubled = union(board for name, board in self.boards.items() if terrain[name].doubled)
        #: 32 Clear ground and light woods: nothing there helps the defender.
        self.open = grid.board & ~self.shifted & ~self.doubled
        self._classes = {
            (foot, ground): self._entry(terrain, foot, ground) for foot in (True, False) for ground in GROUNDS
        }
        self.cliff = hexmap.sides["cliff"]
        self.wet = joined(hexmap.sides["river"], hexmap.sides["meuse"])
        #: 7.1 Hexsides zones of control cross.
        self.zoned: Sides = grid.by_step(less(grid.every_side, hexmap.sides["meuse"]))
        self.near = self._within_zone()
        #: Hexsides units may attack over (5.3).
        self.open_to_attack: Sides = grid.by_step(less(grid.every_side, self.cliff))
        self._around = {cell: self._look_around(cell) for cell in grid.cells}
        self._bridges_at = self._bridges()
        self._bridge_sets = {cell: union(bit for bit, _ in found) for cell, found in self._bridges_at.items()}
        self._wooded = self._sides_of(self.forest)
        #: What lies around a hex by which of its bridges are down, as it is asked for.
        self._bridged: dict[tuple[int, int], Around] = {}
        self._ways: dict[tuple[int, str, int, int, int], tuple[Way, ...]] = {}

    # -- worked out once ----------------------------------------------------------------------------------------------

    def _entry(self, terrain: dict[str, TerrainRow], foot: bool, ground: str) -> tuple[tuple[int, int], ...]:
        """(movement points, hexes) classes of entering off road."""
        found: dict[int, int] = {}
        for name, board in self.boards.items():
            cost = terrain[name].cost(foot, ground)
            found[cost] = found.get(cost, 0) | board
        return tuple(sorted(found.items()))

    def _within_zone(self) -> tuple[int, ...]:
        """Per hex the neighbours no Meuse hexside keeps apart from it."""
        meuse = self.map.sides["meuse"]
        grid = self.grid
        return tuple(
            board_of(other for other in cells(grid.neighbours[cell]) if not grid.has_side(meuse, cell, other))
            if grid.board >> cell & 1
            else 0
            for cell in range(grid.size)
        )

    def _look_around(self, cell: int) -> Around:
        """What lies around a hex when no bridge stands."""
        road = dry = river = meuse = 0
        has = self.grid.has_side
        for other in cells(self.grid.neighbours[cell]):
            bit = 1 << other
            if has(self.map.road, cell, other):
                road |= bit
            if has(self.cliff, cell, other):
                continue
            if has(self.map.sides["meuse"], cell, other):
                meuse |= bit
            elif has(self.map.sides["river"], cell, other):
                river |= bit
            else:
                dry |= bit
        return Around(road, dry, river, meuse)

    def _bridges(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """Per hex its bridges: the bridge as a bit, and the hex on the other bank as a bit."""
        found: dict[int, list[tuple[int, int]]] = {}
        for bridge in self.map.bridges:
            found.setdefault(bridge.cell, []).append((1 << bridge.number, 1 << bridge.other))
            found.setdefault(bridge.other, []).append((1 << bridge.number, 1 << bridge.cell))
        return {cell: tuple(bridges) for cell, bridges in found.items()}

    def _sides_of(self, board: int) -> Sides:
        """Every hexside of some hexes."""
        grid = self.grid
        return grid.sides((cell, other) for cell in cells(board) for other in cells(grid.neighbours[cell]))

    # -- questions ----------------------------------------------------------------------------------------------------

    def around(self, cell: int, blown: int) -> Around:
        """The neighbours of a hex by what lies between, with the bridges as they are."""
        here = blown & self._bridge_sets.get(cell, 0)
        found = self._bridged.get((cell, here))
        if found is None:
            found = self._bridged[cell, here] = self._with_bridges(cell, here)
        return found

    def _with_bridges(self, cell: int, blown: int) -> Around:
        road, dry, river, meuse = self._around[cell]
        for bridge, bank in self._bridges_at.get(cell, ()):
            if blown & bridge:
                road &= ~bank
            else:
                dry |= bank
                river &= ~bank
                meuse &= ~bank
        return Around(road, dry, river, meuse)

    def bridges_at(self, cell: int) -> int:
        """The bridges of a hex, as a set of their numbers."""
        return self._bridge_sets.get(cell, 0)

    def road_to(self, cell: int) -> int:
        """The neighbours a road leads to, bridges standing or not."""
        return self._around[cell].road

    def classes(self, foot: bool, ground: str) -> tuple[tuple[int, int], ...]:
        """(movement points, hexes) of entering off road."""
        return self._classes[foot, ground]

    def price(self, cell: int, foot: bool, ground: str) -> int:
        """Movement points to enter a hex off road."""
        return next(cost for cost, board in self._classes[foot, ground] if board >> cell & 1)

    def ways(self, profile: int, ground: str, blown: int, harmed: int, more: int | None = None) -> tuple[Way, ...]:
        """By road, then across country, for a profile of unit; harmed hexes cost more, by default as in 11.3."""
        more = self.harm(self.profiles[profile]) if more is None else more
        key = (profile, ground, blown, harmed, more)
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= _KEPT:
                self._ways.clear()
            found = self._ways[key] = self._make_ways(self.profiles[profile], ground, blown, harmed, more)
        return found

    def _make_ways(self, profile: Profile, ground: str, blown: int, harmed: int, more: int) -> tuple[Way, ...]:
        grid, parts = self.grid, profile.road
        more *= parts
        sides = less(less(grid.every_side, self.map.unbridged(blown, "river", "meuse")), self.cliff)
        classes = [(cost * parts, board) for cost, board in self._classes[profile.foot, ground]]
        if profile.silhouette:
            sides = less(sides, self._wooded)
            classes = [(cost, board & ~self.forest) for cost, board in classes]
        by_road = [(1, self.map.road_hexes)]
        return (
            Way(grid, _harmed(by_road, harmed, more), self.map.open_roads(blown)),
            Way(grid, _harmed(classes, harmed, more), sides),
        )

    def loose_ways(self, profile: Profile, ground: str, blown: int, fording: bool) -> tuple[Way, ...]:
        """Ways without the limits of woods (and rivers), to find out what stands in a unit's way."""
        if not fording:
            return self._make_ways(profile, ground, blown, 0, 0)
        sides = less(self.grid.every_side, self.cliff)
        classes = [(cost * profile.road, board) for cost, board in self._classes[profile.foot, ground]]
        return (Way(self.grid, [(1, self.map.road_hexes)], self.map.road), Way(self.grid, classes, sides))

    def harm(self, profile: Profile) -> int:
        """11.3 Movement points that interdiction adds."""
        added = self.tables.interdiction
        return added.mechanized if profile.mechanized else added.others

    def shown_cost(self, profile: int, parts: int) -> str:
        """A cost as players write it: 2 1/4."""
        whole, rest = divmod(parts, self.profiles[profile].road)
        if not rest:
            return str(whole)
        half = rest * 2 == self.profiles[profile].road
        fraction = "1/2" if half else f"{rest}/{self.profiles[profile].road}"
        return f"{whole} {fraction}" if whole else fraction


def _harmed(classes: list[tuple[int, int]], interdicted: int, more: int) -> list[tuple[int, int]]:
    """Entry classes with interdicted hexes set apart."""
    if not interdicted:
        return classes
    free = [(cost, board & ~interdicted) for cost, board in classes]
    struck = [(cost + more, board & interdicted) for cost, board in classes]
    return [(cost, board) for cost, board in (*free, *struck) if board]
