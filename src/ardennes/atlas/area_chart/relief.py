"""Heights: known spots joined into a surface, with the valleys that the rivers have cut; contours and shadows of it."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import contourpy
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import gaussian_filter
from shapely import STRtree
from shapely.geometry import Point, Polygon

from ardennes.atlas.area_chart.plane import Array, Plane
from ardennes.atlas.area_chart.rivers import Waters

CELL = 8.0
TINTS = (150, 250, 350, 450, 550, 640)
CONTOURS = tuple(range(100, 700, 50))


class Relief(NamedTuple):
    """The surface on a grid, and what is drawn of it."""

    height: NDArray[np.float64]
    #: Ground above each height of `TINTS`.
    tints: dict[int, list[Polygon]]
    contours: dict[int, list[Array]]
    #: Slopes away from the light, lighter and darker shadow; slopes towards it.
    shadows: dict[str, list[Polygon]]


def shape_land(plane: Plane, waters: Waters) -> Relief:
    """The surface and its pictures."""
    height = _surface(plane, waters)
    columns, rows = height.shape[1], height.shape[0]
    x, y = np.arange(columns) * CELL, np.arange(rows) * CELL
    drawn = contourpy.contour_generator(x, y, height, fill_type=contourpy.FillType.OuterOffset)
    tints = {level: ground_between(drawn, level, 5000, 500) for level in TINTS}
    contours = {level: [np.asarray(line) for line in drawn.lines(level) if len(line) > 8] for level in CONTOURS}
    south, east = np.gradient(gaussian_filter(height, 1.0), CELL)
    shade = gaussian_filter((east + south) / np.sqrt(2), 0.8)
    light = contourpy.contour_generator(x, y, shade, fill_type=contourpy.FillType.OuterOffset)
    shadows = {
        "shadow": ground_between(light, -99, -0.55, 260),
        "deep": ground_between(light, -99, -1.15, 200),
        "light": ground_between(light, 0.7, 99, 260),
    }
    return Relief(height, tints, contours, shadows)


def ground_between(
    drawn: contourpy.ContourGenerator, low: float, high: float, least: float, least_hole: float | None = None
) -> list[Polygon]:
    """The ground between two values, specks and small clearings left out."""
    holes = least if least_hole is None else least_hole
    outlines, offsets = drawn.filled(low, high)  # type: ignore[misc]
    found = []
    for points, starts in zip(outlines, offsets, strict=True):
        rings = [points[a:b] for a, b in pairwise(starts)]
        shape = Polygon(rings[0], [ring for ring in rings[1:] if Polygon(ring).area > holes])
        if shape.area > least:
            found.append(shape)
    return found


def _surface(plane: Plane, waters: Waters) -> NDArray[np.float64]:
    """Spot heights joined softly, unevenness of the land, and valleys."""
    with (Path(__file__).parent / "heights.csv").open(encoding="utf-8", newline="") as file:
        spots = list(csv.DictReader(file))
    known = plane.line([(float(spot["lat"]), float(spot["lon"])) for spot in spots])
    metres = np.array([float(spot["metres"]) for spot in spots])
    columns, rows = int(plane.width / CELL) + 2, int(plane.height / CELL) + 2
    x, y = np.meshgrid(np.arange(columns) * CELL, np.arange(rows) * CELL)
    cells = np.stack([x.ravel(), y.ravel()], axis=1)
    height = RBFInterpolator(known, metres, kernel="linear", smoothing=4.0, neighbors=24)(cells).reshape(rows, columns)
    height = gaussian_filter(height, 2.0)
    rng = np.random.default_rng(16)
    bumps = sum(
        gaussian_filter(rng.standard_normal((rows, columns)), s) * s * w
        for s, w in ((1.5, 0.8), (3, 1.0), (6, 1.0), (12, 0.7))
    )
    relief = np.clip((height - 120) / 300, 0.15, 1.0)
    height = height + bumps / np.std(bumps) * 30 * relief
    points = [Point(*cell) for cell in cells]
    for river in waters.rivers:
        far = STRtree([river.course]).query_nearest(points, return_distance=True, all_matches=False)[1]
        far = far.reshape(rows, columns)
        depth = (52 + 30 * river.width) * relief
        height = height - depth * np.exp(-((far / (15 + 6 * river.width)) ** 1.25))
    return np.asarray(gaussian_filter(height, 0.7))
