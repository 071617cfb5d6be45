"""Areas as territories: ground grows from every town until it meets a neighbour's, slowly over rivers and hills."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter
from shapely import STRtree
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.ops import unary_union

from ardennes.atlas.area_chart.board import AreaBoard
from ardennes.atlas.area_chart.plane import Array, Plane
from ardennes.atlas.area_chart.rivers import Waters
from ardennes.atlas.area_chart.roads import Road

CELL = 4.0
#: How far the ground of an outermost area reaches beyond its roads and towns.
REACH = 62.0
#: The ground beside a road that goes with it.
VERGE = 9.0


class Territories(NamedTuple):
    """The outline of each area by number, and every border once."""

    outlines: dict[int, Polygon]
    #: Pairs of areas (0: beyond the map) with the line between them.
    borders: list[tuple[int, int, Array]]
    country: Polygon


def grow(board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters) -> Territories:
    """Every area's outline; neighbours share their border exactly."""
    country = _country(board, plane, roads)
    labels = _labels(board, plane, roads, waters, country)
    return _outlines(labels, len(board.areas))


def _country(board: AreaBoard, plane: Plane, roads: list[Road]) -> Polygon:
    """The ground that is played on, with a soft outline."""
    inner = [road.course for road in roads if not board.is_zone(road.a) and not board.is_zone(road.b)]
    towns = [Point(*plane.at[area]) for area in range(1, board.first_zone)]
    shape = unary_union([line.buffer(REACH * 0.8) for line in inner] + [town.buffer(REACH) for town in towns])
    shape = shape.buffer(60).buffer(-75).buffer(15)
    if isinstance(shape, MultiPolygon):
        shape = max(shape.geoms, key=lambda part: part.area)
    return Polygon(shape.exterior)


def _labels(board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters, country: Polygon) -> NDArray[np.int16]:
    """The area of every cell; 0 beyond the map. Cheapest way from a town, roads first."""
    columns, rows = int(plane.width / CELL) + 2, int(plane.height / CELL) + 2
    x, y = np.meshgrid(np.arange(columns) * CELL, np.arange(rows) * CELL)
    points = [Point(a, b) for a, b in zip(x.ravel(), y.ravel(), strict=True)]
    inside = np.array([country.contains(point) for point in points]).reshape(rows, columns)
    wide = [river.course for river in waters.rivers if river.width >= 1.1]
    wet = STRtree(wide).query_nearest(points, return_distance=True, all_matches=False)[1].reshape(rows, columns)
    rng = np.random.default_rng(1944)
    rough = sum(gaussian_filter(rng.standard_normal((rows, columns)), s) * s for s in (2, 4.5, 9))
    rough = rough / np.std(rough)
    cost = np.exp(0.42 * rough)
    cost[wet < 3.2] = 26.0
    labels = np.zeros((rows, columns), dtype=np.int16)
    best = np.full((rows, columns), math.inf)
    todo: list[tuple[float, int, int, int]] = []
    for number, area, spent in _road_cells(board, plane, roads, waters, points):
        row, column = divmod(number, columns)
        if inside[row, column] and spent < best[row, column]:
            best[row, column] = spent
            heapq.heappush(todo, (spent, row, column, area))
    while todo:
        spent, row, column, area = heapq.heappop(todo)
        if labels[row, column]:
            continue
        labels[row, column] = area
        for down, right, length in _STEPS:
            to = (row + down, column + right)
            if 0 <= to[0] < rows and 0 <= to[1] < columns and inside[to] and not labels[to]:
                total = spent + length * float(cost[to])
                if total < best[to]:
                    best[to] = total
                    heapq.heappush(todo, (total, *to, area))
    return _one_piece(labels, board, plane)


_STEPS = [(d, r, math.hypot(d, r)) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]


def _road_cells(
    board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters, points: list[Point]
) -> list[tuple[int, int, float]]:
    """Ground beside a road belongs to the nearer end, up to the bridge if there is one: (cell, area, head start)."""
    found = []
    nearest, far = STRtree([road.course for road in roads]).query_nearest(
        points, return_distance=True, all_matches=False
    )
    for cell, number, distance in zip(nearest[0], nearest[1], far, strict=True):
        if distance > VERGE:
            continue
        road = roads[number]
        along = road.course.project(points[cell])
        divide = road.course.length / 2
        if road.crossing >= 0:
            divide = road.course.project(Point(*waters.bridges[road.crossing].at))
        end = road.a if along < divide else road.b
        if board.is_zone(road.a) or board.is_zone(road.b):
            end = road.a if board.is_zone(road.b) else road.b
        found.append((int(cell), end, -1000.0 + float(distance)))
    return found


def _one_piece(labels: NDArray[np.int16], board: AreaBoard, plane: Plane) -> NDArray[np.int16]:
    """Cells cut off from their town go to whoever surrounds them."""
    from scipy.ndimage import label  # noqa: PLC0415

    for area in range(1, board.first_zone):
        parts, count = label(labels == area)
        if count > 1:
            column, row = (plane.at[area] / CELL).round().astype(int)
            keep = parts[row, column]
            for part in range(1, count + 1):
                if part != keep:
                    rows, columns = np.nonzero(parts == part)
                    around = labels[
                        max(rows.min() - 1, 0) : rows.max() + 2, max(columns.min() - 1, 0) : columns.max() + 2
                    ]
                    others, counts = np.unique(around[(around != area)], return_counts=True)
                    labels[rows, columns] = others[counts.argmax()] if len(others) else area
    return labels


# ---- from cells to outlines --------------------------------------------------------------------------------


def _outlines(labels: NDArray[np.int16], areas: int) -> Territories:
    """Borders between cells as smooth lines that end where three areas meet; outlines put together from them."""
    edges: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[int, int]]]] = defaultdict(list)
    rows, columns = labels.shape
    padded = np.zeros((rows + 2, columns + 2), dtype=np.int16)
    padded[1:-1, 1:-1] = labels
    for row in range(rows + 1):
        for column in range(columns + 1):
            here = int(padded[row, column])
            right, below = int(padded[row, column + 1]), int(padded[row + 1, column])
            if here != right:
                edges[min(here, right), max(here, right)].append(((row, column + 1), (row + 1, column + 1)))
            if here != below:
                edges[min(here, below), max(here, below)].append(((row + 1, column), (row + 1, column + 1)))
    junctions = _junctions(edges)
    borders: list[tuple[int, int, Array]] = []
    for (a, b), pieces in sorted(edges.items()):
        for chain in _chains(pieces, junctions):
            borders.append((a, b, _smooth(np.array([[c - 0.5 - 1, r - 0.5 - 1] for r, c in chain]) * CELL)))
    outlines = {area: _ring([line for a, b, line in borders if area in (a, b)]) for area in range(1, areas + 1)}
    outer = _ring([line for a, _, line in borders if a == 0])
    return Territories(outlines, borders, outer)


def _junctions(
    edges: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[int, int]]]],
) -> set[tuple[int, int]]:
    """Corners where more than two areas, or two borders, meet."""
    seen: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    count: dict[tuple[int, int], int] = defaultdict(int)
    for pair, pieces in edges.items():
        for piece in pieces:
            for end in piece:
                seen[end].add(pair)
                count[end] += 1
    return {corner for corner in seen if len(seen[corner]) > 1 or count[corner] > 2}


def _chains(
    pieces: list[tuple[tuple[int, int], tuple[int, int]]], junctions: set[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Single steps joined into lines from junction to junction."""
    near: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for a, b in pieces:
        near[a].append(b)
        near[b].append(a)
    left = {frozenset(piece) for piece in pieces}
    found = []
    starts = [corner for corner in near if corner in junctions] + list(near)
    for start in starts:
        for to in near[start]:
            if frozenset((start, to)) not in left:
                continue
            chain, here, there = [start], start, to
            while True:
                left.discard(frozenset((here, there)))
                chain.append(there)
                if there in junctions:
                    break
                onward = [n for n in near[there] if frozenset((there, n)) in left]
                if not onward:
                    break
                here, there = there, onward[0]
            found.append(chain)
    return found


def _smooth(line: Array) -> Array:
    """The grid's stairs as a flowing line with the same ends."""
    if len(line) < 3:
        return line
    closed = bool((line[0] == line[-1]).all())
    for _ in range(5):
        middle = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
        line = np.vstack([line[:1], middle, line[-1:]])
        if closed:
            line[0] = line[-1] = (line[1] + line[-2]) / 2
    return np.array(LineString(line).simplify(1.1).coords)


def _ring(lines: list[Array]) -> Polygon:
    """Border lines put end to end around an area."""
    left = [line.tolist() for line in lines]
    ring = left.pop(0)
    while left:
        end = ring[-1]
        best = min(range(len(left)), key=lambda n: min(math.dist(left[n][0], end), math.dist(left[n][-1], end)))
        line = left.pop(best)
        if math.dist(line[0], end) > math.dist(line[-1], end):
            line = line[::-1]
        if math.dist(line[0], end) > 1.0:
            continue  # an island inside; not drawn
        ring += line[1:]
    return Polygon(ring).buffer(0) if not Polygon(ring).is_valid else Polygon(ring)
