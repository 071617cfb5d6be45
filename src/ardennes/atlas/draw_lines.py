"""Rivers along hexsides, roads through the middles of hexes, bridges, boundaries."""

from __future__ import annotations

from ardennes.atlas.ink import (
    CASING,
    INK,
    LESSER,
    MAIN,
    PAPER,
    WATER,
    WATER_EDGE,
    at,
    group,
    path,
    polyline,
    smooth,
)
from ardennes.atlas.shapes import middle
from ardennes.board.courses import along_sides, single_grade
from ardennes.board.hexes import Sides
from ardennes.board.hexmap import HexMap
from ardennes.board.layout import Point

ARMY = "#6a4a8c"
CORPS = "#4d6b4a"

#: Width of a river's line in pixels by its kind; other kinds are drawn like a plain river.
WIDTHS = {"meuse": 9.0, "major": 9.0, "river": 4.2, "minor": 4.2, "stream": 2.6}


def rivers(hexmap: HexMap) -> str:
    """Every river as a smooth line near its hexsides, the mighty ones wide."""
    banks, water = [], []
    for row in hexmap.rows.sides:
        if row.kind == "cliff":
            continue
        width = WIDTHS.get(row.kind, 4.2)
        shape = smooth(along_sides(hexmap, row.path))
        banks.append(path(shape, stroke=WATER_EDGE, stroke_width=f"{width + 1.6}"))
        water.append(path(shape, stroke=WATER, stroke_width=f"{width}"))
    return group([*banks, *water], id="rivers", fill="none", stroke_linecap="round", stroke_linejoin="round")


def cliffs(hexmap: HexMap) -> str:
    """Cliffs as a row of teeth along the hexside."""
    found = []
    for row in hexmap.rows.sides:
        if row.kind != "cliff":
            continue
        for cell, other in hexmap.hexsides(row.path):
            a, b = hexmap.layout.side(cell, hexmap.grid.direction(cell, other))
            c = hexmap.layout.centre(cell)
            found.append(_teeth(a, b, c))
    return group(found, id="cliffs", stroke=INK, stroke_width="1.6", fill="none")


def _teeth(a: Point, b: Point, inward: Point) -> str:
    mid = middle(a, b)
    dx, dy = (inward[0] - mid[0]) * 0.22, (inward[1] - mid[1]) * 0.22
    off = (dx * 0.75, dy * 0.75)
    words = [polyline([(a[0] + off[0], a[1] + off[1]), (b[0] + off[0], b[1] + off[1])])]
    for n in range(1, 8):
        x, y = a[0] + (b[0] - a[0]) * n / 8 + off[0], a[1] + (b[1] - a[1]) * n / 8 + off[1]
        words.append(polyline([(x, y), (x + dx, y + dy)]))
    return path("".join(words))


def roads(hexmap: HexMap) -> str:
    """Lesser roads thin, main roads red with a dark edge; through a hex with two road sides the road bends softly."""
    grades = single_grade(hexmap)
    main = next(iter(grades))
    layers = []
    for grade, sides in reversed(grades.items()):
        shape = _road_shape(hexmap, sides, grade == main)
        if grade == main:
            layers.append(path(shape, stroke=CASING, stroke_width="5"))
            layers.append(path(shape, stroke=MAIN, stroke_width="3.2"))
        else:
            layers.append(path(shape, stroke=PAPER, stroke_width="4", stroke_opacity="0.7"))
            layers.append(path(shape, stroke=LESSER, stroke_width="2"))
    return group(layers, id="roads", fill="none", stroke_linecap="round", stroke_linejoin="round")


def _road_shape(hexmap: HexMap, sides: Sides, main: bool) -> str:
    grid, layout = hexmap.grid, hexmap.layout
    words = []
    for cell in grid.cells:
        ways = [layout.middle(cell, d) for d in range(6) if sides[d] >> cell & 1]
        every = [layout.middle(cell, d) for d in range(6) if hexmap.road[d] >> cell & 1]
        outs = [_off_map(hexmap, cell, edge) for edge, board in hexmap.off_map.items() if board >> cell & 1]
        if outs and (main == _main_exit(hexmap, cell)):
            ways += outs
        every += outs
        centre = layout.centre(cell)
        if len(ways) == 2 and len(every) == 2 and not _built_up(hexmap, cell):
            words.append(f"M{at(ways[0])}Q{at(centre)} {at(ways[1])}")
        else:
            words += [polyline([centre, way]) for way in ways]
    return "".join(words)


def _main_exit(hexmap: HexMap, cell: int) -> bool:
    main = next(iter(hexmap.roads.values()))
    return any(side >> cell & 1 for side in main) or not any(side >> cell & 1 for side in hexmap.road)


def _built_up(hexmap: HexMap, cell: int) -> bool:
    return any(hexmap.features.get(feature, 0) >> cell & 1 for feature in ("town", "village", "city"))


def _off_map(hexmap: HexMap, cell: int, edge: str) -> Point:
    x, y = hexmap.layout.centre(cell)
    left, top, right, bottom = hexmap.layout.bounds
    return {"north": (x, top - 0.2), "south": (x, bottom + 0.2), "east": (right + 0.2, y), "west": (left - 0.2, y)}[
        edge
    ]


def bridges(hexmap: HexMap) -> str:
    """Two bars across the river; a cross over those blown at the start."""
    found = []
    for bridge in hexmap.bridges:
        direction = hexmap.grid.direction(bridge.cell, bridge.other)
        a, b = hexmap.layout.side(bridge.cell, direction)
        mid = middle(a, b)
        c = hexmap.layout.centre(bridge.cell)
        ux, uy = (c[0] - mid[0]) * 2, (c[1] - mid[1]) * 2
        vx, vy = (b[0] - a[0]), (b[1] - a[1])
        bars = ""
        for side in (-0.13, 0.13):
            x, y = mid[0] + vx * side, mid[1] + vy * side
            flare = 0.05 if side > 0 else -0.05
            bars += polyline(
                [
                    (x + ux * 0.14 + vx * flare, y + uy * 0.14 + vy * flare),
                    (x + ux * 0.09, y + uy * 0.09),
                    (x - ux * 0.09, y - uy * 0.09),
                    (x - ux * 0.14 + vx * flare, y - uy * 0.14 + vy * flare),
                ]
            )
        found.append(path(bars, stroke=PAPER, stroke_width="4", stroke_opacity="0.8"))
        found.append(path(bars, stroke=INK, stroke_width="1.8"))
        if bridge.blown:
            cross = polyline([(mid[0] - 0.13, mid[1] - 0.13), (mid[0] + 0.13, mid[1] + 0.13)])
            cross += polyline([(mid[0] - 0.13, mid[1] + 0.13), (mid[0] + 0.13, mid[1] - 0.13)])
            found.append(path(cross, stroke=PAPER, stroke_width="6"))
            found.append(path(cross, stroke="#a01c1c", stroke_width="3.4"))
    return group(found, id="bridges", fill="none", stroke_linecap="round", stroke_linejoin="round")


def boundaries(hexmap: HexMap) -> str:
    """Boundary paths as broad dashes; where a title has none, the outlines of its armies' and corps' areas."""
    found = []
    for cells_of in hexmap.boundaries.values():
        shape = smooth([hexmap.layout.centre(cell) for cell in cells_of])
        found.append(path(shape, stroke=ARMY, stroke_width="11", stroke_opacity="0.28"))
    if not hexmap.boundaries:
        for key, words in hexmap.rows.head.areas.items():
            if "Army" in words:
                found.append(_area_line(hexmap, hexmap.areas[key], ARMY, "3", "10 5 2 5"))
            elif "Corps" in words:
                found.append(_area_line(hexmap, hexmap.areas[key], CORPS, "1.8", "1.5 6"))
    return group(found, id="boundaries", fill="none", stroke_linecap="round", stroke_linejoin="round")


def _area_line(hexmap: HexMap, board: int, colour: str, width: str, dashes: str) -> str:
    words = []
    for cell in hexmap.grid.cells:
        if board >> cell & 1:
            for direction in range(6):
                other = hexmap.grid.neighbour(cell, direction)
                if other >= 0 and not board >> other & 1:
                    words.append(polyline(hexmap.layout.side(cell, direction)))
    return path("".join(words), stroke=colour, stroke_width=width, stroke_dasharray=dashes, stroke_opacity="0.65")
