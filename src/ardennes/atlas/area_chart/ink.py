"""Lines and outlines as SVG path data: smooth, short, and never more exact than can be seen."""

from __future__ import annotations

import numpy as np
from shapely.geometry import LineString, Polygon

from ardennes.atlas.area_chart.plane import Array


def number(value: float, places: int = 1) -> str:
    """A coordinate without needless digits."""
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _point(point: Array, places: int) -> str:
    return f"{number(point[0], places)} {number(point[1], places)}"


def straight(points: Array, closed: bool = False, places: int = 1) -> str:
    """Straight lines through points."""
    return "M" + "L".join(_point(point, places) for point in points) + ("Z" if closed else "")


def curve(points: Array, places: int = 1) -> str:
    """A curve that bends at the points and touches the middles of the stretches between them."""
    if len(points) < 3:
        return straight(points, places=places)
    middles = (points[:-1] + points[1:]) / 2
    words = ["M" + _point(points[0], places), "L" + _point(middles[0], places)]
    for bend, to in zip(points[1:-1], middles[1:], strict=True):
        words.append(f"Q{_point(bend, places)} {_point(to, places)}")
    return "".join(words) + "L" + _point(points[-1], places)


def ring(points: Array, places: int = 0) -> str:
    """The same all around."""
    points = points[:-1] if (points[0] == points[-1]).all() else points
    if len(points) < 3:
        return ""
    middles = (points + np.roll(points, -1, axis=0)) / 2
    words = ["M" + _point(middles[-1], places)]
    for bend, to in zip(points, middles, strict=True):
        words.append(f"Q{_point(bend, places)} {_point(to, places)}")
    return "".join(words) + "Z"


def area(shape: Polygon, simpler: float, places: int = 0) -> str:
    """An outline with its holes."""
    shape = shape.simplify(simpler)
    if not isinstance(shape, Polygon) or shape.is_empty:
        return ""
    return "".join(ring(np.array(r.coords), places) for r in (shape.exterior, *shape.interiors))


def line(course: LineString, simpler: float = 0.6, places: int = 1) -> str:
    """A line, smoothed."""
    return curve(np.array(course.simplify(simpler).coords), places)
