"""What the rules put on a map: entry letters, exits, victory points, depots, forts, the Westwall."""

from __future__ import annotations

from ardennes.atlas.ink import INK, PAPER, SANS, group, path, polyline, px, text
from ardennes.board.cells import cells
from ardennes.board.hexmap import HexMap, Special
from ardennes.board.layout import Point

#: Where the first, second and third mark of a hex stand, seen from its middle.
PLACES = ((0.31, -0.17), (-0.31, -0.17), (0.31, 0.2), (-0.31, 0.2))
RADIUS = 0.13
SHOWN = ("entry", "vp", "exit", "depot", "dump", "garrison")


def marked(hexmap: HexMap) -> list[tuple[Special, int, Point]]:
    """Every mark with its hex and where it stands."""
    used: dict[int, int] = {}
    found = []
    for kind in SHOWN:
        for special in hexmap.special.get(kind, []):
            for cell in cells(special.board):
                x, y = hexmap.layout.centre(cell)
                dx, dy = PLACES[min(used.get(cell, 0), len(PLACES) - 1)]
                used[cell] = used.get(cell, 0) + 1
                found.append((special, cell, (x + dx, y + dy)))
    return found


def marks(hexmap: HexMap) -> str:
    """All marks of the rules."""
    found = [_dragons_teeth(hexmap, cell) for cell in cells(hexmap.features.get("westwall", 0))]
    found += [_fort(hexmap, cell) for cell in cells(hexmap.features.get("fortification", 0))]
    found += [_mark(special, where) for special, _, where in marked(hexmap)]
    style = {"font_family": SANS, "font_stretch": "condensed", "text_anchor": "middle", "font_weight": "bold"}
    return group(found, id="marks", **style)


def _mark(special: Special, where: Point) -> str:
    match special.kind:
        case "entry":
            return badge(where, special.value, "#e8c84a" if special.side == "Allied" else "#8fb0d3", INK)
        case "vp":
            return badge(where, special.value, PAPER, "#8c1f1f")
        case "exit" if special.value:  # a road off the map marked "No Exit"
            return badge(where, "×", PAPER, "#8c1f1f")
        case "exit":
            return badge(where, special.until, "#d9d2bd", INK) if special.until else arrow(where)
        case "garrison":
            return badge(where, "G", "#c9d3b4", INK)
        case _:
            return drum(where)


def badge(where: Point, words: str, fill: str, ink: str) -> str:
    """A disc with a letter or a number."""
    x, y = where
    disc = f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(RADIUS)}" fill="{fill}" stroke="{ink}" stroke-width="1.4"/>'
    return disc + text(words, (x, y + 0.055), 0.15, fill=ink)


def arrow(where: Point) -> str:
    """A disc with an arrow: a way off the map."""
    x, y = where
    head = polyline([(x - 0.07, y), (x + 0.07, y)]) + polyline(
        [(x + 0.02, y - 0.05), (x + 0.07, y), (x + 0.02, y + 0.05)]
    )
    disc = f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(RADIUS)}" fill="#d9d2bd" stroke="{INK}" stroke-width="1.4"/>'
    return disc + path(head, stroke=INK, stroke_width="1.8", fill="none")


def drum(where: Point) -> str:
    """A fuel drum."""
    x, y = where
    body = (
        f'<rect x="{px(x - 0.08)}" y="{px(y - 0.1)}" width="{px(0.16)}" height="{px(0.2)}" rx="2" '
        f'fill="#5d6b3a" stroke="{INK}" stroke-width="1"/>'
    )
    hoops = polyline([(x - 0.08, y - 0.03), (x + 0.08, y - 0.03)]) + polyline(
        [(x - 0.08, y + 0.04), (x + 0.08, y + 0.04)]
    )
    return body + path(hoops, stroke=PAPER, stroke_width="1")


def teeth(where: Point) -> str:
    """A row of dragon's teeth."""
    x, y = where
    words = []
    for n in range(-2, 3):
        a = x + n * 0.13
        words.append(polyline([(a - 0.05, y + 0.05), (a, y - 0.05), (a + 0.05, y + 0.05)], closed=True))
    return path("".join(words), fill="#7a6a8f", stroke=PAPER, stroke_width="0.8")


def _dragons_teeth(hexmap: HexMap, cell: int) -> str:
    x, y = hexmap.layout.centre(cell)
    return teeth((x, y + 0.3))


def _fort(hexmap: HexMap, cell: int) -> str:
    x, y = hexmap.layout.centre(cell)
    inner = [(x + (a - x) * 0.86, y + (b - y) * 0.86) for a, b in hexmap.layout.corners(cell)]
    return path(polyline(inner, closed=True), fill="none", stroke="#6b3c2a", stroke_width="2.2", stroke_dasharray="7 4")
