"""Roads hex by hex: every link of the gazetteer walked from town to town, over rivers only where the real road goes."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from math import hypot
from typing import NamedTuple

from ardennes.atlas.shapes import crossings, foot
from ardennes.board.hexes import HexGrid
from ardennes.board.layout import HexLayout, Point

Side = frozenset[int]


class Road(NamedTuple):
    """A road between two places as a path of hexes; `leaves` names the map edge it runs off at its last hex."""

    name: str
    grade: str
    cells: tuple[int, ...]
    leaves: str
    source: str


class Course(NamedTuple):
    """A link as the walker needs it: where it runs, where it begins and ends, where it really crosses which river."""

    name: str
    grade: str
    points: tuple[Point, ...]
    first: int
    last: int
    leaves: str
    #: River -> the point where the road crosses it.
    fords: Mapping[str, Point]


class Network:
    """The roads laid so far."""

    def __init__(self, layout: HexLayout, rivers: Mapping[Side, str], closed: frozenset[Side]) -> None:
        self.layout = layout
        self.grid: HexGrid = layout.grid
        #: Which river runs along a hexside.
        self.rivers = rivers
        #: Hexsides no road may cross (cliffs, rivers a rulebook says have no bridge there).
        self.closed = closed
        self.roads: list[Road] = []
        self.sides: dict[Side, str] = {}

    def add(self, road: Road) -> None:
        """Lay a road; a main road takes over the hexsides of a lesser one."""
        self.roads.append(road)
        for a, b in zip(road.cells, road.cells[1:], strict=False):
            side = frozenset((a, b))
            if self.sides.get(side) != "main":
                self.sides[side] = road.grade

    def sealed(self, cell: int) -> bool:
        """Whether no road may come to a hex at all."""
        near = [self.grid.neighbour(cell, direction) for direction in range(6)]
        return all(frozenset((cell, other)) in self.closed for other in near if other >= 0)

    def largest(self) -> int:
        """The hexes of the largest connected piece."""
        pieces = self.grid.networks(self.grid.sides(tuple(side) for side in self.sides))  # type: ignore[misc]
        return pieces[0] if pieces else 0

    def steps_between(self, first: int, last: int, limit: int) -> int:
        """How many road hexes lie between two hexes, or more than `limit`."""
        seen, front, steps = {first}, [first], 0
        while front and steps <= limit:
            if last in front:
                return steps
            steps += 1
            front = [c for here in front for c in self._joined(here) if c not in seen]
            seen.update(front)
        return limit + 1

    def _joined(self, cell: int) -> list[int]:
        found = []
        for direction in range(6):
            other = self.grid.neighbour(cell, direction)
            if other >= 0 and frozenset((cell, other)) in self.sides:
                found.append(other)
        return found

    def walk(self, course: Course) -> tuple[int, ...]:
        """The cheapest path of hexes along a course."""
        best = {course.first: 0.0}
        came: dict[int, int] = {}
        heap = [(0.0, course.first)]
        strays: dict[int, float] = {}
        while heap:
            cost, here = heapq.heappop(heap)
            if here == course.last:
                break
            if cost > best[here]:
                continue
            for direction in range(6):
                there = self.grid.neighbour(here, direction)
                if there < 0 or frozenset((here, there)) in self.closed:
                    continue
                if there not in strays:
                    strays[there] = 0.7 * foot(self.layout.centre(there), course.points).distance ** 2
                total = cost + strays[there] + self._price(course, here, there, direction)
                if total < best.get(there, total + 1) - 1e-9:
                    best[there] = total
                    came[there] = here
                    heapq.heappush(heap, (total, there))
        if course.last not in best:
            raise ValueError(f"no way for the road {course.name}")
        path = [course.last]
        while path[-1] != course.first:
            path.append(came[path[-1]])
        return tuple(reversed(path))

    def _price(self, course: Course, here: int, there: int, direction: int) -> float:
        side = frozenset((here, there))
        laid = side in self.sides
        # Two hexes of road already there are cheaper than one new hex beside them: no slivers between roads.
        price = 0.42 if laid else 1.0
        river = self.rivers.get(side)
        if river is not None:
            ford = course.fords.get(river)
            if ford is None:
                price += 5.0 if laid else 14.0
            else:
                middle = self.layout.middle(here, direction)
                price += (0.2 if laid else 1.2) + 1.5 * hypot(middle[0] - ford[0], middle[1] - ford[1])
        return price


def fords(points: Sequence[Point], rivers: Mapping[str, Sequence[Sequence[Point]]]) -> dict[str, Point]:
    """The rivers a road changes the bank of, with the (middle) place where it crosses."""
    found = {}
    box = _box(points)
    for name, pieces in rivers.items():
        cuts = [cut for piece in pieces if _meet(box, _box(piece)) for cut in crossings(points, piece)]
        if len(cuts) % 2:
            found[name] = cuts[len(cuts) // 2]
    return found


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def clipped(layout: HexLayout, points: Sequence[Point]) -> tuple[list[Point], int]:
    """The part of a course from its first point to where it leaves the map, and the last hex on the map."""
    kept: list[Point] = []
    last = -1
    for point in points:
        cell = layout.hex_at(point)
        if cell < 0:
            break
        kept.append(point)
        last = cell
    return kept, last


def edge_left(grid: HexGrid, cell: int, heading: tuple[float, float]) -> str:
    """The map edge a road runs off at a hex, by where it is heading."""
    pulls = {"north": -heading[1], "south": heading[1], "east": heading[0], "west": -heading[0]}
    touching = [edge for edge, board in grid.edges.items() if board >> cell & 1]
    return max(touching, key=lambda edge: pulls[edge]) if touching else ""


def pruned(roads: Sequence[Road], ends: set[int]) -> list[Road]:
    """The roads without stubs: lesser roads are cut back from hexes where nothing is until they meet something."""
    roads = list(roads)
    while True:
        degree = _degrees(roads)
        loose = {cell for cell, sides in degree.items() if len(sides) == 1 and cell not in ends}
        shorter = [_cut_back(road, loose) for road in roads]
        if shorter == roads:
            return [road for road in roads if len(road.cells) > 1 or road.leaves]
        roads = shorter


def _degrees(roads: Sequence[Road]) -> dict[int, set[Side]]:
    found: dict[int, set[Side]] = {}
    for road in roads:
        for a, b in zip(road.cells, road.cells[1:], strict=False):
            found.setdefault(a, set()).add(frozenset((a, b)))
            found.setdefault(b, set()).add(frozenset((a, b)))
        if road.leaves:
            found.setdefault(road.cells[-1], set()).update({frozenset((-1,)), frozenset((-2,))})
    return found


def _cut_back(road: Road, loose: set[int]) -> Road:
    """A road without its loose ends; it is then named after the place it still reaches."""
    if road.source != "reconstructed":
        return road
    cells = list(road.cells)
    first, _, last = road.name.partition(" - ")
    name = road.name
    while len(cells) > 1 and cells[0] in loose:
        cells.pop(0)
        name = f"road to {last or first}"
    while len(cells) > 1 and cells[-1] in loose and not road.leaves:
        cells.pop()
        name = f"road from {first}" if name == road.name else name
    return road._replace(cells=tuple(cells), name=name)
