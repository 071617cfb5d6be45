"""Woods in their thousand pieces, borders, and the line of 15 December."""

from __future__ import annotations

from typing import NamedTuple

import contourpy
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter
from shapely import STRtree, contains_xy
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import linemerge, unary_union

from ardennes.atlas.area_chart.board import AreaBoard
from ardennes.atlas.area_chart.plane import Array, Plane
from ardennes.atlas.area_chart.relief import ground_between
from ardennes.atlas.area_chart.rivers import Waters
from ardennes.atlas.area_chart.roads import Road
from ardennes.atlas.area_chart.territories import Territories
from ardennes.atlas.gazetteer import Gazetteer

CELL = 5.0
#: How much of the ground trees cover, by kind of polygon.
COVER = {"forest": 0.86, "woods": 0.52, "rough": 0.36, "clear": 0.03, "marsh": 0.05}
#: The same where no polygon lies, by the region's default.
DEFAULT = {"woods": 0.24, "rough": 0.22, "clear": 0.06}


class Ground(NamedTuple):
    """What grows and what divides."""

    woods: list[Polygon]
    marsh: list[Polygon]
    #: National borders.
    borders: list[Array]
    #: The front when the game begins, as lines with the German side on their right.
    front: list[Array]


def cover_ground(
    board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters, land: Territories, country: Gazetteer
) -> Ground:
    """Everything."""
    marsh = [Polygon(plane.line(shape.outline)) for shape in country.ground if shape.kind == "marsh"]
    return Ground(_woods(board, plane, waters, country), marsh, _borders(plane, waters, country), _front(board, land))


def _woods(board: AreaBoard, plane: Plane, waters: Waters, country: Gazetteer) -> list[Polygon]:
    """Patches of trees: the gazetteer says how much, chance says where exactly, valleys and towns stay open."""
    columns, rows = int(plane.width / CELL) + 2, int(plane.height / CELL) + 2
    x, y = np.meshgrid(np.arange(columns) * CELL, np.arange(rows) * CELL)
    cover = np.full((rows, columns), 0.08)
    order = {"region": 0, "rough": 1, "woods": 2, "forest": 3, "clear": 4, "marsh": 5}
    for shape in sorted(country.ground, key=lambda shape: order[shape.kind]):
        value = DEFAULT.get(shape.default, 0.1) if shape.kind == "region" else COVER[shape.kind]
        inside = contains_xy(Polygon(plane.line(shape.outline)).buffer(0), x, y)
        cover[inside] = value if shape.kind != "rough" else np.maximum(cover[inside], value)
    cover = gaussian_filter(cover, 1.6)
    points = [Point(a, b) for a, b in zip(x.ravel(), y.ravel(), strict=True)]
    wet = STRtree([river.course for river in waters.rivers]).query_nearest(
        points, return_distance=True, all_matches=False
    )
    cover *= np.clip((wet[1].reshape(rows, columns) - 5) / 10, 0, 1)
    towns = STRtree([Point(*plane.at[area]) for area in range(1, board.first_zone)])
    near = towns.query_nearest(points, return_distance=True, all_matches=False)[1].reshape(rows, columns)
    cover *= np.clip((near - 13) / 18, 0, 1)
    rng = np.random.default_rng(26)
    noise: NDArray[np.float64] = np.zeros((rows, columns))
    for size, weight in ((1.0, 0.75), (2.0, 1.0), (4.5, 0.9)):
        grain = gaussian_filter(rng.standard_normal((rows, columns)), size)
        noise += grain / np.std(grain) * weight
    rank = noise.ravel().argsort().argsort().reshape(rows, columns) / noise.size
    drawn = contourpy.contour_generator(
        np.arange(columns) * CELL,
        np.arange(rows) * CELL,
        gaussian_filter(cover - rank, 0.5),
        fill_type=contourpy.FillType.OuterOffset,
    )
    return ground_between(drawn, 0, 99, 180, least_hole=150)


def _borders(plane: Plane, waters: Waters, country: Gazetteer) -> list[Array]:
    """National borders; where a river is the border, along the river as it is drawn."""
    frontier = {river.name: river.course for river in waters.rivers if river.name in ("Our", "Sauer", "Moselle")}
    lines = []
    for line in country.lines:
        if line.kind != "border":
            continue
        points = LineString(plane.line(line.course)).segmentize(12).coords
        moved = []
        for x, y in points:
            spot = Point(x, y)
            here = min(frontier.values(), key=spot.distance)
            if line.name == "Luxembourg / Germany" and here.distance(spot) < 46:
                spot = here.interpolate(here.project(spot))
            moved.append((spot.x, spot.y))
        lines.append(LineString(moved))
    merged = linemerge(unary_union(lines))
    parts = [merged] if isinstance(merged, LineString) else list(merged.geoms)
    return [np.array(part.simplify(1.5).coords) for part in parts if part.length > 30]


def _front(board: AreaBoard, land: Territories) -> list[Array]:
    """The borders between what each side holds when the game begins, joined up, the German side on the right."""
    german = {row.number for row in board.areas if row.control == "German"}
    lines = [LineString(line) for a, b, line in land.borders if a and (a in german) != (b in german)]
    merged = linemerge(lines)
    parts = [merged] if isinstance(merged, LineString) else list(merged.geoms)
    found = []
    for part in parts:
        if part.length < 60:
            continue
        middle = part.interpolate(0.5, normalized=True)
        ahead = part.interpolate(0.5 + 2 / part.length, normalized=True)
        right = Point(middle.x - (ahead.y - middle.y) * 4, middle.y + (ahead.x - middle.x) * 4)
        owner = next((area for area, shape in land.outlines.items() if shape.contains(right)), 0)
        coords = np.array(part.coords)
        found.append(coords if owner in german else coords[::-1])
    return found
