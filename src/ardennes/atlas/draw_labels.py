"""Towns, names and the marks the rules put on a map."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ardennes.atlas.ink import INK, PAPER, SANS, SERIF, group, path, polyline, px, text
from ardennes.board.cells import cells
from ardennes.board.hexmap import HexMap, Special
from ardennes.board.layout import Point
from ardennes.board.map_rows import PlaceRow


class Lettering(NamedTuple):
    """Size in hexes, weight and style of a name."""

    size: float
    weight: str
    style: str


LETTERING = {
    "city": Lettering(0.3, "bold", "normal"),
    "town": Lettering(0.235, "bold", "normal"),
    "village": Lettering(0.185, "normal", "normal"),
    "hamlet": Lettering(0.165, "normal", "italic"),
    "spot": Lettering(0.165, "normal", "italic"),
}
RANK = list(LETTERING)


def symbols(hexmap: HexMap) -> str:
    """Houses: blocks for cities and towns, a ring for villages, a dot for the rest."""
    found = []
    for row in hexmap.rows.places:
        if row.shown:
            found += _houses(hexmap, row)
    for cell in cells(hexmap.features.get("westwall", 0)):
        found.append(_dragons_teeth(hexmap, cell))
    return group(found, id="towns", stroke_linejoin="round")


def _houses(hexmap: HexMap, row: PlaceRow) -> list[str]:
    x, y = hexmap.layout.centre(hexmap.cell(row.hex))
    if row.size == "city":
        blocks = ((-0.24, -0.1, 0.14, 0.1), (-0.06, -0.16, 0.16, 0.14), (0.13, -0.08, 0.11, 0.12))
        blocks += ((-0.18, 0.04, 0.12, 0.12), (-0.02, 0.02, 0.13, 0.13), (0.14, 0.08, 0.12, 0.09))
    elif row.size == "town":
        blocks = ((-0.15, -0.1, 0.13, 0.1), (0.01, -0.12, 0.12, 0.12), (-0.1, 0.03, 0.11, 0.09), (0.05, 0.04, 0.1, 0.08))
    elif row.size == "village":
        return [f'<circle cx="{px(x)}" cy="{px(y)}" r="4.2" fill="{PAPER}" stroke="{INK}" stroke-width="1.8"/>']
    else:
        return [f'<circle cx="{px(x)}" cy="{px(y)}" r="2.4" fill="{INK}"/>']
    return [
        f'<rect x="{px(x + dx)}" y="{px(y + dy)}" width="{px(w)}" height="{px(h)}" fill="#5b2219" '
        f'stroke="{PAPER}" stroke-width="1"/>'
        for dx, dy, w, h in blocks
    ]


def _dragons_teeth(hexmap: HexMap, cell: int) -> str:
    x, y = hexmap.layout.centre(cell)
    words = []
    for n in range(-2, 3):
        a = x + n * 0.13
        words.append(polyline([(a - 0.05, y + 0.34), (a, y + 0.24), (a + 0.05, y + 0.34)], closed=True))
    return path("".join(words), fill="#7a6a8f", stroke=PAPER, stroke_width="0.8")


class Box(NamedTuple):
    """The room a name takes."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The shared area."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


def names(hexmap: HexMap) -> str:
    """Names with a halo, each where it covers least of what is already there."""
    placed: list[Box] = [_number_box(hexmap, cell) for cell in hexmap.grid.cells]
    soft = len(placed)
    houses = {hexmap.cell(row.hex): _house_box(hexmap, row) for row in hexmap.rows.places if row.shown}
    found = []
    rows = sorted((r for r in hexmap.rows.places if r.shown), key=lambda r: (RANK.index(r.size), r.hex))
    for row in rows:
        letters = LETTERING[row.size]
        cell = hexmap.cell(row.hex)
        choices = _choices(hexmap, cell, row, letters)
        near = 1 << cell | hexmap.grid.around(1 << cell)
        near |= hexmap.grid.around(near)

        def price(choice: tuple[Box, Point, str, float], near: int = near) -> float:
            box, _, _, taste = choice
            total = taste + _roads_under(hexmap, box, near)
            total += sum(60 * box.overlap(other) for other in placed[soft:])
            total += sum(12 * box.overlap(other) for other in placed[:soft] if _close(box, other))
            total += sum(40 * box.overlap(houses[c]) for c in cells(near) if c in houses)
            return total

        box, where, anchor, _ = min(choices, key=price)
        placed.append(box)
        found.append(
            text(row.name, where, letters.size, text_anchor=anchor, font_weight=letters.weight, font_style=letters.style)
        )
    return group(
        found,
        id="names",
        font_family=SERIF, font_stretch="condensed",
        fill=INK,
        paint_order="stroke",
        stroke=PAPER,
        stroke_width="3.6",
        stroke_opacity="0.92",
        stroke_linejoin="round",
    )


def _close(a: Box, b: Box) -> bool:
    return abs(a.left - b.left) < 3 and abs(a.top - b.top) < 2


def _number_box(hexmap: HexMap, cell: int) -> Box:
    x, y = hexmap.layout.centre(cell)
    drop = -0.36 if hexmap.grid.numbering.flat else -0.38
    return Box(x - 0.15, y + drop - 0.1, x + 0.15, y + drop + 0.02)


def _house_box(hexmap: HexMap, row: PlaceRow) -> Box:
    x, y = hexmap.layout.centre(hexmap.cell(row.hex))
    reach = {"city": 0.26, "town": 0.16}.get(row.size, 0.07)
    return Box(x - reach, y - reach, x + reach, y + reach)


def _choices(
    hexmap: HexMap, cell: int, row: PlaceRow, letters: Lettering
) -> list[tuple[Box, Point, str, float]]:
    """Places for a name around its houses: below, above, right, left and in between, with our taste among them."""
    x, y = hexmap.layout.centre(cell)
    width = len(row.name) * letters.size * (0.58 if letters.weight == "bold" else 0.5)
    high = letters.size * 0.75
    gap = {"city": 0.25, "town": 0.17}.get(row.size, 0.1)
    spots = [
        (0.0, gap + high, "middle", 0.0),
        (0.0, -gap, "middle", 0.25),
        (gap, high / 2, "start", 0.1),
        (-gap, high / 2, "end", 0.3),
        (gap * 0.8, gap * 0.7 + high, "start", 0.2),
        (-gap * 0.8, gap * 0.7 + high, "end", 0.35),
        (gap * 0.8, -gap * 0.7, "start", 0.3),
        (-gap * 0.8, -gap * 0.7, "end", 0.4),
    ]
    found = []
    for dx, dy, anchor, taste in spots:
        left = x + dx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        box = Box(left, y + dy - high, left + width, y + dy + high * 0.25)
        found.append((box, (x + dx, y + dy), anchor, taste + _off_sheet(hexmap, box)))
    return found


def _off_sheet(hexmap: HexMap, box: Box) -> float:
    left, top, right, bottom = hexmap.layout.bounds
    return 50.0 if box.left < left or box.right > right or box.top < top or box.bottom > bottom else 0.0


def _roads_under(hexmap: HexMap, box: Box, near: int) -> float:
    """How much road a name would cover."""
    total = 0.0
    for cell in cells(near):
        centre = hexmap.layout.centre(cell)
        for direction in range(6):
            if hexmap.road[direction] >> cell & 1:
                end = hexmap.layout.middle(cell, direction)
                for n in range(5):
                    spot = (centre[0] + (end[0] - centre[0]) * n / 5, centre[1] + (end[1] - centre[1]) * n / 5)
                    if box.left < spot[0] < box.right and box.top < spot[1] < box.bottom:
                        total += 0.22
    return total


# -- marks of the rules -------------------------------------------------------------------------------------------------


def marks(hexmap: HexMap) -> str:
    """Entry letters, exits, victory points, depots, garrisons and forts."""
    found = []
    used: dict[int, int] = {}
    for specials in hexmap.special.values():
        for special in specials:
            for cell in cells(special.board):
                mark = _mark(hexmap, special, cell, used.get(cell, 0))
                if mark:
                    used[cell] = used.get(cell, 0) + 1
                    found.append(mark)
    for cell in cells(hexmap.features.get("fortification", 0)):
        found.append(_fort(hexmap, cell))
    return group(found, id="marks", font_family=SANS, font_stretch="condensed", text_anchor="middle", font_weight="bold")


def _mark(hexmap: HexMap, special: Special, cell: int, before: int) -> str:
    x, y = hexmap.layout.centre(cell)
    x += 0.3 - 0.26 * before if before < 3 else -0.2
    y -= 0.16
    match special.kind:
        case "entry":
            return _badge((x, y), special.value, "#e8c84a" if special.side == "Allied" else "#7fa3c9", INK)
        case "vp":
            return _badge((x, y), special.value, "#f3ecd7", "#8c1f1f")
        case "exit":
            return _badge((x, y), special.until or "➔", "#d9d2bd", INK)
        case "depot" | "dump":
            return _drum((x, y))
        case _:
            return ""


def _badge(where: Point, words: str, fill: str, ink: str) -> str:
    disc = f'<circle cx="{px(where[0])}" cy="{px(where[1])}" r="{px(0.13)}" fill="{fill}" stroke="{ink}" stroke-width="1.4"/>'
    return disc + text(words, (where[0], where[1] + 0.055), 0.15, fill=ink)


def _drum(where: Point) -> str:
    x, y = where
    return (
        f'<rect x="{px(x - 0.08)}" y="{px(y - 0.1)}" width="{px(0.16)}" height="{px(0.2)}" rx="2" '
        f'fill="#5d6b3a" stroke="{INK}" stroke-width="1"/>'
        + path(polyline([(x - 0.08, y - 0.03), (x + 0.08, y - 0.03)]), stroke=PAPER, stroke_width="1")
        + path(polyline([(x - 0.08, y + 0.04), (x + 0.08, y + 0.04)]), stroke=PAPER, stroke_width="1")
    )


def _fort(hexmap: HexMap, cell: int) -> str:
    corners = hexmap.layout.corners(cell)
    x, y = hexmap.layout.centre(cell)
    inner = [(x + (a - x) * 0.86, y + (b - y) * 0.86) for a, b in corners]
    return path(polyline(inner, closed=True), fill="none", stroke="#6b3c2a", stroke_width="2.2", stroke_dasharray="7 4")


def nearest(points: list[Point], where: Point) -> Point:
    """The point nearest to a spot."""
    return min(points, key=lambda p: hypot(p[0] - where[0], p[1] - where[1]))
