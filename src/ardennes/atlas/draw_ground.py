"""The ground of a drawn map: terrain as soft-edged patches, the grid, and the numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ardennes.atlas.ink import GRID, INK, PAPER, SANS, SCALE, group, path, polyline, smooth_ring, text
from ardennes.atlas.shapes import middle
from ardennes.board.cells import cells
from ardennes.board.hexmap import HexMap
from ardennes.board.layout import HexLayout, Point


class Wash(NamedTuple):
    """How a terrain is coloured: a tint, and a pattern over it."""

    tint: str
    pattern: str


#: Any title's terrain by name; a terrain that is not listed stays paper.
WASHES = {
    "light_woods": Wash("#dde3bf", "copse"),
    "woods": Wash("#c9d6a6", "trees"),
    "forest": Wash("#adc48c", "forest"),
    "broken": Wash("#e6d3ac", "broken"),
    "rough": Wash("#e3cda4", "broken"),
    "city": Wash("#d8b9a4", "streets"),
}


def patterns() -> str:
    """Definitions of the patterns: trees as the map-makers' little puffs, broken ground as hachures."""
    unit = SCALE

    def tile(name: str, size: float, body: str) -> str:
        width = size * unit
        return (
            f'<pattern id="{name}" width="{width:.1f}" height="{width:.1f}" patternUnits="userSpaceOnUse">'
            f'<g transform="scale({unit:.1f})">{body}</g></pattern>'
        )

    def puff(x: float, y: float, r: float, colour: str) -> str:
        return (
            f'<path d="M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0" fill="none" stroke="{colour}" stroke-width=".014"/>'
            f'<path d="M{x} {y}v{r * 0.55}" stroke="{colour}" stroke-width=".012"/>'
        )

    green, dark = "#8fa568", "#6f8a4c"
    copse = puff(0.16, 0.2, 0.035, green) + puff(0.5, 0.52, 0.035, green)
    trees = puff(0.1, 0.14, 0.036, dark) + puff(0.3, 0.34, 0.036, dark) + puff(0.31, 0.06, 0.03, dark)
    forest = "".join(
        puff(x, y, 0.036, "#587540") for x, y in ((0.07, 0.09), (0.21, 0.09), (0.14, 0.21), (0.28, 0.21), (0.0, 0.21))
    )
    hachure = "".join(
        f'<path d="M{x} {y}q.035 .05 .0 .1" fill="none" stroke="#b08a55" stroke-width=".013"/>'
        for x, y in ((0.06, 0.05), (0.13, 0.04), (0.2, 0.06), (0.3, 0.24), (0.37, 0.23), (0.44, 0.25), (0.1, 0.34))
    )
    streets = '<path d="M0 .09h.18M.09 0v.18" stroke="#8a4a35" stroke-width=".02"/>'
    return (
        tile("copse", 0.68, copse)
        + tile("trees", 0.44, trees)
        + tile("forest", 0.28, forest)
        + tile("broken", 0.48, hachure)
        + tile("streets", 0.18, streets)
    )


def patches(hexmap: HexMap) -> str:
    """Every terrain as patches with softened edges."""
    found = []
    for terrain, board in hexmap.terrain.items():
        wash = WASHES.get(terrain)
        if wash is None or not board:
            continue
        shape = "".join(smooth_ring(ring) for ring in rings(hexmap.layout, board))
        found.append(path(shape, fill=wash.tint, fill_rule="evenodd"))
        found.append(path(shape, fill=f"url(#{wash.pattern})", fill_rule="evenodd", opacity="0.75"))
    return group(found, id="ground")


def rings(layout: HexLayout, board: int) -> list[list[Point]]:
    """The outlines of a set of hexes, as rings of corners with a point in the middle of every hexside."""
    grid = layout.grid
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    where: dict[tuple[int, int], Point] = {}
    for cell in cells(board):
        for direction in range(6):
            other = grid.neighbour(cell, direction)
            if other >= 0 and board >> other & 1:
                continue
            first, last = layout.side(cell, direction)
            where[layout.key(first)], where[layout.key(last)] = first, last
            edges.setdefault(layout.key(first), []).append(layout.key(last))
    found = []
    while edges:
        start = min(edges)
        ring, here = [], start
        while True:
            ring.append(_soft(where[here]))
            nexts = edges[here]
            there = nexts.pop(0)
            if not nexts:
                del edges[here]
            ring.append(_soft(middle(where[here], where[there])))
            here = there
            if here == start:
                break
        found.append(ring)
    return found


def _soft(point: Point) -> Point:
    """A hair of unevenness, always the same for the same point, as of a hand with a brush."""
    x, y = round(point[0] * 1000), round(point[1] * 1000)
    mixed = (x * 73856093 ^ y * 19349663) & 0xFFFF
    return point[0] + ((mixed & 255) / 255 - 0.5) * 0.1, point[1] + ((mixed >> 8) / 255 - 0.5) * 0.1


def lattice(hexmap: HexMap) -> str:
    """The grid, each hexside once, and a firmer line around the map."""
    layout, grid = hexmap.layout, hexmap.grid
    inner, outer = [], []
    for cell in grid.cells:
        for direction in range(6):
            other = grid.neighbour(cell, direction)
            if other < 0:
                outer.append(polyline(layout.side(cell, direction)))
            elif other > cell:
                inner.append(polyline(layout.side(cell, direction)))
    return group(
        [
            path("".join(inner), stroke=GRID, stroke_width="0.7", opacity="0.5"),
            path("".join(outer), stroke=INK, stroke_width="1.6", stroke_linecap="round"),
        ],
        id="grid",
        fill="none",
    )


def numbers(hexmap: HexMap) -> str:
    """The printed numbers at the top of the hexes."""
    drop = -0.36 if hexmap.grid.numbering.flat else -0.38
    found = []
    for cell in hexmap.grid.cells:
        x, y = hexmap.layout.centre(cell)
        found.append(text(hexmap.grid.number(cell), (x, y + drop), 0.125))
    return group(
        found,
        id="numbers",
        font_family=SANS,
        font_stretch="condensed",
        fill="#6d6553",
        text_anchor="middle",
        paint_order="stroke",
        stroke=PAPER,
        stroke_width="1.2",
        stroke_opacity="0.6",
    )


def frame(hexmap: HexMap) -> str:
    """A neat line around the map."""
    left, top, right, bottom = hexmap.layout.bounds
    lines: Iterable[tuple[float, str]] = ((0.28, "2.4"), (0.36, "0.8"))
    found = []
    for gap, width in lines:
        corners = [
            (left - gap, top - gap),
            (right + gap, top - gap),
            (right + gap, bottom + gap),
            (left - gap, bottom + gap),
        ]
        found.append(path(polyline(corners, closed=True), stroke=INK, stroke_width=width, fill="none"))
    return group(found, id="frame")
