"""9.7 The routes a retreating unit may take.

A route has exactly as many hexes as the result says, enters no hex twice, no enemy zone of control and no hex closed
to the unit, and ends where there is room. Among the routes that can be gone to the end (elimination is never chosen
for the player), the rule prefers, in this order: the fewest hexes to a supply road, then an end on a supply road the
full number of hexes away, then as many hexes as possible along supply roads towards a source, then an end on a supply
road. Where no supply road can be reached, the route ends as near to one as can be; a supply road that is nothing but a
hex of the map edge may be passed over for the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.hexmap import HexMap
from ardennes.board.retreats import Path, onward
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box import EDGES
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.rules.entering import next_to
from ardennes.titles.bitter_woods.rules.manners import RETREAT
from ardennes.titles.bitter_woods.rules.movement.exits import ALLIED_EDGES
from ardennes.titles.bitter_woods.rules.options import RALLIES
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.rules.stacking import crowded
from ardennes.titles.bitter_woods.state import State


class Retreating(NamedTuple):
    """9.7 A retreat as rules judge it: the unit, how far it goes, and where on the map its rules let it end."""

    retreating: int
    hexes: int
    paths: Mapping[int, Path]
    #: 36.2 The units that have still to retreat after it.
    waiting: tuple[int, ...] = ()

    @property
    def unit(self) -> int:
        """The unit, as `entering` asks for it."""
        return self.retreating


def side_of(g: State, going: Retreating) -> Side:
    """Whose retreat it is."""
    return g.box.units.side(going.retreating)


def _watched(g: State, going: Retreating) -> int:
    """5.5 The edges that only enemy zones close."""
    search = Search(g, going.retreating, going.hexes)
    return board_of(search.off_map(zones=False)) & ~board_of(search.off_map())


#: 5.5, 9.7 What keeps a unit from retreating over an edge of the map.
OVER = Rungs(
    lambda g, going, edge: {"name": g.name(going.retreating), "where": EDGES[edge]},
    Rung(
        "BW-9.7s",
        "German units do not retreat off the map",
        lambda g, going, left: left if side_of(g, going) is Side.GERMAN else 0,
    ),
    Rung("BW-9.7j", "{name} has a way to retreat on the map", lambda g, going, left: left if going.paths else 0),
    Rung(
        "BW-5.5h",
        "German zones of control reach beyond the {where} edge",
        lambda g, going, left: left & _watched(g, going),
        finer=True,
    ),
    Rung(
        "BW-5.5d",
        "{name} cannot retreat over the {where} edge",
        lambda g, going, left: left & ~board_of(Search(g, going.retreating, going.hexes).off_map()),
    ),
)
EVERY_EDGE = (1 << len(EDGES)) - 1


class Routes(NamedTuple):
    """Where a retreat may end on the map, and over which edges it may leave it, each with a route."""

    paths: dict[int, Path]
    off: dict[int, Path]

    @property
    def none(self) -> bool:
        """Whether the unit is lost."""
        return not self.paths and not self.off


def find_routes(g: State, unit: int, hexes: int, waiting: tuple[int, ...] = ()) -> Routes:
    """9.7 Everything a unit may do to retreat so many hexes; `waiting` have still to retreat after it (36.2)."""
    memo = g.remember()
    key = ("retreat", unit, hexes, waiting)
    if g.box.immobile >> unit & 1:
        return Routes({}, {})  # 37.1
    if key not in memo:
        search = Search(g, unit, hexes)
        paths = _rallying(g, unit, hexes, waiting) or search.by_rule()
        over = OVER.free(g, Retreating(unit, hexes, paths), EVERY_EDGE)
        off = search.off_map() if over else {}
        memo[key] = Routes(paths, {edge: off[edge] for edge in cells(over) if edge in off})
    found = memo[key]
    assert isinstance(found, Routes)
    return found


def lost(g: State, unit: int, hexes: int) -> bool:
    """9.7 Whether a unit has no way to retreat so many hexes: `find_routes` finds none, and so need not choose."""
    memo = g.remember()
    key = ("lost", unit, hexes)
    if key not in memo:
        search = Search(g, unit, hexes)
        stays = search.any_route(search.start, hexes, 1 << search.start)
        out = not stays and OVER.free(g, Retreating(unit, hexes, {}), EVERY_EDGE)
        memo[key] = bool(g.box.immobile >> unit & 1) or not (stays or out)
    return bool(memo[key])


def ends(g: State, unit: int, hexes: int) -> int:
    """9.7 The hexes where some route of the right length ends, room or not."""
    memo = g.remember()
    key = ("ends", unit, hexes)
    if key not in memo:
        memo[key] = board_of(path[-1] for path in Search(g, unit, hexes).lengths())
    found = memo[key]
    assert isinstance(found, int)
    return found


def _rallying(g: State, unit: int, hexes: int, waiting: tuple[int, ...]) -> dict[int, Path]:
    """36.2 The routes that end where an optional rule wants them to, if there are any."""
    for rally in RALLIES:
        if board := rally(g, unit, waiting):
            search = Search(g, unit, hexes)
            search.full |= ~board & g.box.map.grid.board
            return search.by_rule()
    return {}


class Search:
    """One unit's retreat being worked out."""

    def __init__(self, g: State, unit: int, hexes: int) -> None:
        self.g = g
        self.unit = unit
        self.hexes = hexes
        self.side = g.box.units.side(unit)
        self.start = g.place[unit]
        self.safe = open_hexes(g, unit, RETREAT)
        self.full = crowded(g, unit)
        self._steps: dict[int, int] = {}

    @cached_property
    def roads(self) -> int:
        """12.2 The supply roads of its side."""
        return supply.roads(self.g, self.side)

    # -- single steps -------------------------------------------------------------------------------------------------

    def steps(self, cell: int) -> int:
        """The neighbours a unit may retreat into from a hex."""
        found = self._steps.get(cell)
        if found is None:
            found = self._steps[cell] = next_to(self.g, self.unit, cell, self.safe, RETREAT)
        return found

    def along_road(self, cell: int) -> int:
        """The next hexes along supply roads."""
        return self.g.box.ground.around(cell, self.g.blown).road & self.roads & self.safe

    def leads_on(self, path: Path) -> bool:
        """Whether the road goes on from the end of a path to a source without turning back."""
        sources = supply.sources(self.g, self.side)
        end = path[-1]
        if sources >> end & 1:
            return True
        used = 0
        for cell in path[:-1]:
            used |= 1 << cell
        grid = self.g.box.map.grid
        rest = grid.flood(1 << end, self.roads & ~used, self.g.box.roads(self.g.blown))
        return bool(rest & sources & ~(1 << end))

    # -- by the rule --------------------------------------------------------------------------------------------------

    def by_rule(self) -> dict[int, Path]:
        """The routes the rule prefers, by their last hex."""
        return self._towards_supply() or self._best_of_all()

    def _towards_supply(self) -> dict[int, Path]:
        """The plain case: straight to the nearest supply road, and along supply roads for the rest."""
        fronts: list[Path] = [(self.start,)]
        if not self.roads >> self.start & 1:
            fronts = self._approaches()
        found: dict[int, Path] = {}
        for front in fronts:
            for path in self._on_road(front):
                if path[-1] not in found and not self.full >> path[-1] & 1 and self.leads_on(path):
                    found[path[-1]] = path
        return found

    def jumps_off(self, cell: int) -> bool:
        """Whether a hex lies on a road from the start that would have to be left farther on."""
        on_road = self._on_road((self.start,)) if self.roads >> self.start & 1 else []
        ends = [path for path in on_road if path[-1] == cell]
        return bool(ends) and not any(self.leads_on(path) for path in ends)

    def _approaches(self) -> list[Path]:
        """The shortest ways to a supply road, if it can be reached with this retreat."""
        paths: list[Path] = [(self.start,)]
        seen = 1 << self.start
        for _ in range(self.hexes):
            longer = onward(paths, lambda cell: self.steps(cell) & ~seen)  # noqa: B023
            there = [path for path in longer if self.roads >> path[-1] & 1]
            if there:
                return there
            for path in longer:
                seen |= 1 << path[-1]
            paths = longer
        return []

    def _on_road(self, path: Path) -> list[Path]:
        """A path continued along supply roads to its full length."""
        paths = [path]
        for _ in range(self.hexes + 1 - len(path)):
            paths = onward(paths, self.along_road)
        return paths

    def _best_of_all(self) -> dict[int, Path]:
        """Every route there is, and of them those that keep nearest to the rule."""
        every = self._every_route()
        if not every:
            return {}
        if any(self.roads >> cell & 1 for path in every for cell in path[1:]):
            score = {path: self._by_road(path) for path in every}
            best = min(score.values())
            return {path[-1]: path for path in reversed(every) if score[path] == best}
        return self._nearest(every, self.roads) | self._nearest(every, self.roads & ~self._stubs())

    def _nearest(self, every: list[Path], roads: int) -> dict[int, Path]:
        """The routes that end nearest to some roads, by their last hex."""
        away = {path[-1]: self._away(path[-1], roads) for path in every}
        best = min(away.values())
        return {path[-1]: path for path in reversed(every) if away[path[-1]] == best}

    def _stubs(self) -> int:
        """Supply roads of a single hex, at the edge of the map."""
        ends = cells(supply.sources(self.g, self.side) & self.roads)
        return board_of(cell for cell in ends if not self.g.box.ground.around(cell, self.g.blown).road & self.roads)

    def lengths(self) -> list[Path]:
        """Every route of the right length, room at its end or not."""
        paths: list[Path] = [(self.start,)]
        for _ in range(self.hexes):
            paths = onward(paths, self.steps)
        return paths

    def any_route(self, cell: int, hexes: int, been: int) -> bool:
        """Whether a route of the right length goes on from a hex to one with room."""
        ahead = self.steps(cell) & ~been
        if hexes <= 1:
            return bool(ahead & ~self.full)
        return any(self.any_route(other, hexes - 1, been | 1 << other) for other in cells(ahead))

    def _every_route(self) -> list[Path]:
        return [path for path in self.lengths() if not self.full >> path[-1] & 1]

    def _by_road(self, path: Path) -> tuple[int, int, int, int]:
        """How a route does by the rule; less is better."""
        on_road = self.roads >> path[0] & 1 and bool(self.along_road(path[0]) >> path[1] & 1)
        first = 0 if on_road else next((n for n, cell in enumerate(path) if n and self.roads >> cell & 1), len(path))
        along = first
        while along + 1 < len(path) and self.along_road(path[along]) >> path[along + 1] & 1:
            along += 1
        ends_on_road = self.roads >> path[-1] & 1
        straight = self.g.box.map.grid.distance(self.start, path[-1]) == self.hexes
        return first, -(ends_on_road and straight), first - along, -ends_on_road

    def _away(self, cell: int, roads: int) -> int:
        """How far a hex is from the nearest of some roads; 0 if there is none."""
        grid = self.g.box.map.grid
        reached, away = 1 << cell, 0
        while roads and not reached & roads:
            reached |= grid.around(reached)
            away += 1
        return away

    # -- off the map --------------------------------------------------------------------------------------------------

    def off_map(self, zones: bool = True) -> dict[int, Path]:
        """5.5 The edges that can be reached in time, with the way to each; enemy zones may be left out of account."""
        found: dict[int, Path] = {}
        paths: list[Path] = [(self.start,)]
        for _ in range(self.hexes):
            for path in paths:
                for edge, beside in beyond(self.g.box.map).get(path[-1], ()):
                    if edge not in found and not (zones and beside & self.g.exerting[Side.GERMAN]):
                        found[edge] = path
            paths = onward(paths, self.steps)
        return found


@lru_cache(maxsize=8)
def beyond(hexmap: HexMap) -> dict[int, tuple[tuple[int, int], ...]]:
    """Per edge hex the edges Allied units may leave over, each with the hexes next to the place they step to."""
    grid = hexmap.grid
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for cell in cells(grid.edge):
        line, place = grid.line_and_place(cell)
        off = []
        for direction, (across, _) in enumerate(grid.numbering.steps):
            there = cell + grid.steps[direction]
            if there >= 0 and grid.board >> there & 1:
                continue
            edge = 3 if line + across >= grid.lines else 1 if line + across < 0 else 0 if place * 2 < grid.places else 2
            if edge in ALLIED_EDGES:
                beside = 0
                for step in grid.steps:
                    near = there - step
                    if near >= 0 and grid.board >> near & 1:
                        beside |= 1 << near
                off.append((edge, beside))
        found[cell] = tuple(off)
    return found
