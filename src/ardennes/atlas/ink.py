"""The palette and pens of the staff map, and small pieces of SVG."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape

from ardennes.atlas.shapes import middle
from ardennes.board.layout import Point

PAPER = "#f3ecd7"
INK = "#3b352b"
GRID = "#7d7460"
WATER = "#5f8fb4"
WATER_EDGE = "#3f6c92"
MAIN = "#b3412c"
CASING = "#5c2a1d"
LESSER = "#8a5a35"
SERIF = "'DejaVu Serif', 'Source Serif Pro', Georgia, 'Times New Roman', serif"
SANS = "'DejaVu Sans', 'Source Sans Pro', Arial, sans-serif"

#: Pixels per hex, flat side to flat side.
SCALE = 64.0


def px(value: float) -> str:
    """A length of the plane in pixels."""
    return f"{value * SCALE:.1f}".rstrip("0").rstrip(".")


def at(point: Point) -> str:
    """A point of the plane as SVG coordinates."""
    return f"{px(point[0])} {px(point[1])}"


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Straight lines through points."""
    return "M" + "L".join(at(point) for point in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point]) -> str:
    """A curve that follows points softly: it passes the middles of the stretches and bends at the points."""
    if len(points) < 3:
        return polyline(points)
    words = ["M" + at(points[0]), "L" + at(middle(points[0], points[1]))]
    for a, b in itertools.pairwise(points):
        words.append(f"Q{at(a)} {at(middle(a, b))}")
    words.append("L" + at(points[-1]))
    return "".join(words)


def smooth_ring(points: Sequence[Point]) -> str:
    """The same for a closed outline."""
    ring = [*points, points[0]]
    words = ["M" + at(middle(points[-1], points[0]))]
    for a, b in itertools.pairwise(ring):
        words.append(f"Q{at(a)} {at(middle(a, b))}")
    return "".join(words) + "Z"


def path(shape: str, **style: object) -> str:
    """A path element."""
    return f'<path d="{shape}"{_attributes(style)}/>'


def text(words: str, where: Point, size: float, **style: object) -> str:
    """A text element; the size is in hexes."""
    return (
        f'<text x="{px(where[0])}" y="{px(where[1])}" font-size="{px(size)}"{_attributes(style)}>{escape(words)}</text>'
    )


def group(children: Sequence[str], **style: object) -> str:
    """A group element."""
    return f"<g{_attributes(style)}>" + "\n".join(children) + "</g>"


def _attributes(style: dict[str, object]) -> str:
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in style.items())
