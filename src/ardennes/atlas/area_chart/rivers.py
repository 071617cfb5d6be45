"""Rivers: along their real courses as far as the game's roads allow, over every bridge and under no other road."""

from __future__ import annotations

import heapq
import math
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry import LineString, Point

from ardennes.atlas.area_chart.board import AreaBoard
from ardennes.atlas.area_chart.plane import Array, Plane
from ardennes.atlas.area_chart.roads import Road
from ardennes.atlas.gazetteer import Gazetteer

#: AreaBoard units to a cell of the grid on which courses are sought.
CELL = 4.0
#: Rivers keep this far from roads they do not cross, and from one another.
CLEAR = 7.0
EDGES = {"north": (0, -1), "south-west": (-1, 1), "north-east": (1, -1)}


class Passage(msgspec.Struct, frozen=True):
    """A town that a river runs through, between the roads to other areas."""

    town: int
    enters: str
    leaves: str


class Strand(msgspec.Struct, frozen=True):
    """A row of `rivers.toml`."""

    name: str
    real: list[str]
    width: float
    rises: str
    over: list[str]
    ends: str
    through: Passage | None = None


class River(NamedTuple):
    """A river as it is drawn, downstream."""

    name: str
    width: float
    course: LineString


class Bridge(NamedTuple):
    """Where a road and its river cross, and the direction of the road there in degrees."""

    at: tuple[float, float]
    angle: float


class Waters(NamedTuple):
    """All water on the map."""

    rivers: list[River]
    #: By crossing number.
    bridges: dict[int, Bridge]


def plan() -> list[Strand]:
    """The strands in the order they are drawn."""
    data = tomllib.loads((Path(__file__).parent / "rivers.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data["strand"], list[Strand])


def draw_rivers(board: AreaBoard, plane: Plane, roads: list[Road], country: Gazetteer) -> Waters:
    """Every river of the plan, then the smaller ones of the country where no road is in their way."""
    ground = _Ground(board, plane, roads, country)
    drawn: dict[str, River] = {"Moselle": River("Moselle", 2.6, ground.real["Moselle"])}
    strands = plan()
    for strand in strands:
        for crossing in (ground.crossing(pair) for pair in strand.over):
            ground.bridges[crossing] = ground.place_bridge(crossing, strand)
    missing = set(range(len(board.crossings))) - set(ground.bridges)
    if missing:
        raise ValueError(f"rivers.toml leaves out the bridges {[board.bridge_name(n) for n in missing]}")
    for strand in strands:
        river = River(strand.name, strand.width, ground.run(strand, drawn))
        drawn[strand.name] = river
        ground.add_water(river.course)
    rivers = list(drawn.values()) + _lesser(ground, country, drawn)
    return Waters(rivers, ground.bridges)


class _Ground:
    """The grid of costs: roads and finished rivers are walls."""

    def __init__(self, board: AreaBoard, plane: Plane, roads: list[Road], country: Gazetteer) -> None:
        self.board = board
        self.plane = plane
        self.roads = roads
        self.bridges: dict[int, Bridge] = {}
        self.real = {name: LineString(plane.line(river.course)) for name, river in country.rivers.items()}
        self.columns = int(plane.width / CELL) + 2
        self.rows = int(plane.height / CELL) + 2
        self.by_crossing = {road.crossing: road for road in roads if road.crossing >= 0}
        x, y = np.meshgrid(np.arange(self.columns) * CELL, np.arange(self.rows) * CELL)
        self.centres = np.stack([x.ravel(), y.ravel()], axis=1)
        self.points = [Point(*point) for point in self.centres]
        tree = STRtree([road.course for road in roads])
        self.road_far = tree.query_nearest(self.points, return_distance=True, all_matches=False)[1].reshape(
            self.rows, self.columns
        )
        self.water: NDArray[np.bool_] = np.zeros((self.rows, self.columns), dtype=bool)

    def crossing(self, pair: str) -> int:
        """The bridge between two areas."""
        a, b = (self.board.place(word) for word in pair.split("-"))
        number = self.board.crossing(a, b)
        if number < 0:
            raise ValueError(f"rivers.toml: there is no bridge {pair}")
        return number

    def place_bridge(self, crossing: int, strand: Strand) -> Bridge:
        """On the road, in its middle part, near where the real river runs, and with room on both sides."""
        road = self.by_crossing[crossing]
        others = [other.course for other in self.roads if other is not road]
        tree = STRtree(others)
        lines = [self.real[name] for name in strand.real]

        def badness(share: float) -> float:
            bridge = self._bridge(road.course, share)
            room = min(others[tree.nearest(Point(*side))].distance(Point(*side)) for side in _sides(bridge))
            here = Point(*bridge.at)
            far = min((line.distance(here) for line in lines), default=0.0)
            return float(abs(share - 0.5) * 60 + far * 0.5 + max(0.0, 20 - room) * 6)

        return self._bridge(road.course, min(np.linspace(0.32, 0.68, 19), key=badness))

    @staticmethod
    def _bridge(course: LineString, share: float) -> Bridge:
        here = course.interpolate(share, normalized=True)
        before = course.interpolate(share - 0.04, normalized=True)
        after = course.interpolate(share + 0.04, normalized=True)
        angle = math.degrees(math.atan2(after.y - before.y, after.x - before.x))
        return Bridge((here.x, here.y), angle)

    def gate(self, crossing: int) -> tuple[Array, Array]:
        """Two points across the road at its bridge."""
        return _sides(self.bridges[crossing])

    def add_water(self, course: LineString) -> None:
        """A finished river is in the way of the next one."""
        tree = STRtree([course])
        far = tree.query_nearest(self.points, return_distance=True, all_matches=False)[1].reshape(self.water.shape)
        self.water |= far < CLEAR

    # ---- one strand ----------------------------------------------------------------------------------------

    def run(self, strand: Strand, drawn: dict[str, River]) -> LineString:
        """The course of a strand from its source to its end."""
        likeness = self._likeness(strand)
        gates = [self.gate(self.crossing(pair)) for pair in strand.over]
        whole: list[Array] = []
        here = self._spring(strand, gates[0], likeness)
        for pair, gate in zip(strand.over, gates, strict=True):
            path, chosen = self._seek(here, list(gate), likeness, strand)
            whole += [*path, np.array(self.bridges[self.crossing(pair)].at), gate[1 - chosen]]
            here = [gate[1 - chosen]]
        if strand.through is not None:
            first, last = (
                self._wedge(strand.through.town, pair) for pair in (strand.through.enters, strand.through.leaves)
            )
            path, _ = self._seek(here, [first], likeness, strand)
            whole += [*path, self.plane.at[strand.through.town], last]
            here = [last]
        path = self._finish(here, strand, likeness, drawn)
        return _soften(whole + path, [np.array(self.bridges[self.crossing(pair)].at) for pair in strand.over])

    def _wedge(self, town: int, pair: str) -> Array:
        """A point near a town, halfway between two of its roads."""
        middle = np.zeros(2)
        for word in pair.split("-"):
            road = next(r for r in self.roads if {r.a, r.b} == {town, self.board.place(word)})
            along = 26 if road.a == town else road.course.length - 26
            middle += np.array(road.course.interpolate(along).coords[0]) / 2
        return middle

    def _likeness(self, strand: Strand) -> NDArray[np.float64]:
        """What a cell costs: little on the real course, more with distance from it, much near roads."""
        if strand.real:
            tree = STRtree([self.real[name] for name in strand.real])
            far = tree.query_nearest(self.points, return_distance=True, all_matches=False)[1].reshape(self.water.shape)
        else:
            far = np.full(self.water.shape, 20.0)
        cost: Array = 1.0 + np.minimum(far, 120.0) / 14.0
        cost += np.where(self.road_far < 20, (20 - self.road_far) / 5, 0.0)
        for town in range(1, self.board.places):
            column, row = (self.plane.at[town] / CELL).astype(int)
            if strand.through is None or town != strand.through.town:
                cost[max(row - 4, 0) : row + 5, max(column - 4, 0) : column + 5] += 2.0
        walls = (self.road_far < CLEAR) | self.water
        cost[walls] = np.inf
        for pair in strand.over:
            for point in self.gate(self.crossing(pair)):
                self._open(cost, point, 9.0)
        if strand.through is not None:
            for pair in (strand.through.enters, strand.through.leaves):
                self._open(cost, self._wedge(strand.through.town, pair), 12.0)
        return cost

    def _open(self, cost: NDArray[np.float64], point: Array, radius: float) -> None:
        far = np.hypot(self.centres[:, 0] - point[0], self.centres[:, 1] - point[1]).reshape(cost.shape)
        shut = (far < radius) & ~np.isfinite(cost) & (self.road_far > 3.0)
        cost[shut] = 3.0

    def _spring(self, strand: Strand, gate: tuple[Array, Array], likeness: NDArray[np.float64]) -> list[Array]:
        """Where a strand begins: candidates, of which the search takes the one it reaches most cheaply."""
        if strand.rises in EDGES:
            real = self.real[strand.real[0]]
            inside = [np.array(point) for point in real.coords if self._on_sheet(point)]
            return [inside[0]]
        side = self._upstream(strand, gate)
        wanted = None
        if strand.real:
            real = self.real[strand.real[0]]
            along = real.project(Point(*(gate[0] + gate[1]) / 2))
            wanted = np.array(real.interpolate(max(along - 230, 0)).coords[0])
        best, found = -math.inf, None
        for row, column in self._around(side, likeness, 190 if strand.real else 105):
            point = np.array([column * CELL, row * CELL])
            worth = min(float(self.road_far[row, column]), 34.0) + 0.25 * float(np.hypot(*(point - side)))
            if wanted is not None:
                worth -= 0.5 * float(np.hypot(*(point - wanted)))
            if worth > best:
                best, found = worth, point
        if found is None:
            raise ValueError(f"no room for the source of the {strand.name}")
        return [found]

    def _around(self, side: Array, cost: NDArray[np.float64], length: float) -> set[tuple[int, int]]:
        """The open cells that can be reached from a point within a distance."""
        column, row = (side / CELL).round().astype(int)
        todo, seen = [(int(row), int(column))], {(int(row), int(column))}
        for row, column in todo:  # grows while it is walked
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                to = (row + down, column + right)
                near = math.hypot(to[1] * CELL - side[0], to[0] * CELL - side[1]) < length
                inside = 0 < to[0] < self.rows - 1 and 0 < to[1] < self.columns - 1
                if to not in seen and near and inside and math.isfinite(cost[to]):
                    seen.add(to)
                    todo.append(to)
        return seen

    def _upstream(self, strand: Strand, gate: tuple[Array, Array]) -> Array:
        """The side of the first bridge that lies away from the second, or from the river that is joined."""
        if len(strand.over) > 1:
            goal = np.mean(self.gate(self.crossing(strand.over[1])), axis=0)
        else:
            other = next((s for s in plan() if s.name == strand.ends), None)
            pairs = other.over if other else []
            middle = (gate[0] + gate[1]) / 2
            bridges = [np.array(self.bridges[self.crossing(pair)].at) for pair in pairs]
            goal = min(bridges, key=lambda at: float(np.hypot(*(at - middle))))
        return max(gate, key=lambda side: float(np.hypot(*(side - goal))))

    def _on_sheet(self, point: Any, margin: float = 4.0) -> bool:
        x, y = point[0], point[1]
        return bool(margin <= x <= self.plane.width - margin and margin <= y <= self.plane.height - margin)

    def _edge(self, point: Array, edge: str) -> Array:
        """Straight on from where our knowledge of a river ends to beyond the edge of the sheet."""
        if edge == "north":
            return np.array([point[0] + 14.0, -6.0])
        return np.array(point, dtype=float)

    def _finish(
        self, here: list[Array], strand: Strand, likeness: NDArray[np.float64], drawn: dict[str, River]
    ) -> list[Array]:
        """To the river it joins, or off the sheet."""
        if strand.ends in EDGES:
            real = self.real[strand.real[-1]]
            inside = [np.array(point) for point in real.coords if self._on_sheet(point)]
            path, _ = self._seek(here, [inside[-1]], likeness, strand)
            return [*path, self._edge(inside[-1], strand.ends)]
        joined = drawn[strand.ends].course
        cost = likeness.copy()
        far = STRtree([joined]).query_nearest(self.points, return_distance=True, all_matches=False)[1]
        bank = (far.reshape(cost.shape) < CLEAR + CELL) & (self.road_far > CLEAR)
        cost[bank & ~np.isfinite(cost)] = 2.0
        goals = bank & (far.reshape(cost.shape) < CELL)
        path = self._walk(here, goals, cost, strand)
        last = joined.interpolate(joined.project(Point(*path[-1])))
        return [*path[:-1], np.array(last.coords[0])]

    def _seek(
        self, here: list[Array], stop: list[Array], likeness: NDArray[np.float64], strand: Strand
    ) -> tuple[list[Array], int]:
        """The cheapest way to the nearer of a few points, and which it was."""
        goals = np.zeros(self.water.shape, dtype=bool)
        for point in stop:
            column, row = np.clip((point / CELL).round().astype(int), 0, (self.columns - 1, self.rows - 1))
            goals[row, column] = True
        path = self._walk(here, goals, likeness, strand)
        chosen = min(range(len(stop)), key=lambda n: float(np.hypot(*(path[-1] - stop[n]))))
        return [*path[:-1], stop[chosen]], chosen

    def _walk(
        self, here: list[Array], goals: NDArray[np.bool_], cost: NDArray[np.float64], strand: Strand
    ) -> list[Array]:
        """Dijkstra over the grid."""
        todo: list[tuple[float, int, int]] = []
        best: dict[tuple[int, int], float] = {}
        came: dict[tuple[int, int], tuple[int, int] | None] = {}
        for point in here:
            column, row = np.clip((point / CELL).round().astype(int), 0, (self.columns - 1, self.rows - 1))
            todo.append((0.0, int(row), int(column)))
            best[int(row), int(column)] = 0.0
            came[int(row), int(column)] = None
        while todo:
            spent, row, column = heapq.heappop(todo)
            if spent > best[row, column]:
                continue
            if goals[row, column] and spent > 0:
                return self._trace((row, column), came)
            for down, right, length in _STEPS:
                to_row, to_column = row + down, column + right
                if not (0 <= to_row < self.rows and 0 <= to_column < self.columns):
                    continue
                price = cost[to_row, to_column]
                if not math.isfinite(price):
                    continue
                total = spent + length * float(price)
                if total < best.get((to_row, to_column), math.inf):
                    best[to_row, to_column] = total
                    came[to_row, to_column] = (row, column)
                    heapq.heappush(todo, (total, to_row, to_column))
        raise ValueError(f"the {strand.name} finds no way from {np.round(here)}")

    def _trace(self, cell: tuple[int, int], came: dict[tuple[int, int], tuple[int, int] | None]) -> list[Array]:
        path = []
        at: tuple[int, int] | None = cell
        while at is not None:
            path.append(np.array([at[1] * CELL, at[0] * CELL]))
            at = came[at]
        return path[::-1]


def _sides(bridge: Bridge) -> tuple[Array, Array]:
    """The points a little way off on both sides of a road at its bridge."""
    turn = math.radians(bridge.angle + 90)
    step = np.array([math.cos(turn), math.sin(turn)]) * 13
    return np.array(bridge.at) - step, np.array(bridge.at) + step


_STEPS = [(d, r, math.hypot(d, r)) for d in (-2, -1, 0, 1, 2) for r in (-2, -1, 0, 1, 2) if math.gcd(d, r) == 1]


def _soften(points: list[Array], fixed: list[Array]) -> LineString:
    """A course without the grid's corners; bridges stay where they are."""
    line = LineString(points).simplify(2.2)
    coords = [np.array(point) for point in line.coords]
    for _ in range(2):
        softer = [coords[0]]
        for a, b in pairwise(coords):
            softer += [a * 0.75 + b * 0.25, a * 0.25 + b * 0.75]
        coords = [*softer, coords[-1]]
    course = LineString(coords)
    kept = []
    for point in fixed:
        kept.append((course.project(Point(*point)), point))
    merged = sorted([(course.project(Point(*point)), point) for point in coords] + kept, key=lambda pair: pair[0])
    clean = [
        point
        for along, point in merged
        if any(point is held for _, held in kept) or all(abs(along - at) > 7 for at, _ in kept)
    ]
    return LineString(clean)


# ---- the smaller rivers ------------------------------------------------------------------------------------

STREAM_WIDTH = {"major": 2.2, "river": 1.1, "stream": 0.8}
SKIPPED = {"Attert", "Wamme", "Western Ourthe", "Eastern Ourthe", "Alzette", "Lhomme", "Moselle"}


def _lesser(ground: _Ground, country: Gazetteer, drawn: dict[str, River]) -> list[River]:
    """Rivers without a bridge in the game, from the mouth up to the first road: no road crosses them."""
    used = {name for strand in plan() for name in strand.real} | SKIPPED
    walls = STRtree([road.course for road in ground.roads])
    shapes = [road.course for road in ground.roads]
    found = []
    for name, river in country.rivers.items():
        if name in used:
            continue
        points = list(ground.real[name].coords)[::-1]  # from the mouth upstream
        part: list[tuple[float, float]] = []
        parts: list[list[tuple[float, float]]] = []
        for a, b in pairwise(points):
            step = LineString([a, b]).buffer(9)
            blocked = any(shapes[n].intersects(step) for n in walls.query(step))
            blocked = blocked or any(one.course.intersects(step) for one in drawn.values() if part)
            if blocked:
                if len(part) > 2:
                    parts.append(part)
                part = []
            else:
                part = part or [a]
                part.append(b)
        if len(part) > 2:
            parts.append(part)
        for piece in parts:
            line = LineString(piece[::-1])
            if line.length > 55:
                found.append(River(name, STREAM_WIDTH[river.rank], _soften([np.array(p) for p in line.coords], [])))
    return found
