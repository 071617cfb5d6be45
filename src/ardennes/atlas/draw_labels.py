"""Towns and names. A name goes where it covers least of what is already there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ardennes.atlas.draw_marks import RADIUS, marked
from ardennes.atlas.ink import INK, PAPER, SERIF, group, px, text
from ardennes.board.cells import cells
from ardennes.board.hexmap import HexMap
from ardennes.board.layout import Point
from ardennes.board.map_rows import PlaceRow


class Lettering(NamedTuple):
    """Size in hexes, weight and style of a name, and how far from the middle of the hex it begins."""

    size: float
    weight: str
    style: str
    gap: float


#: Per size of place, the greatest first.
LETTERING = {
    "city": Lettering(0.3, "bold", "normal", 0.25),
    "town": Lettering(0.235, "bold", "normal", 0.17),
    "village": Lettering(0.185, "normal", "normal", 0.1),
    "hamlet": Lettering(0.165, "normal", "italic", 0.08),
    "spot": Lettering(0.165, "normal", "italic", 0.08),
}
RANK = list(LETTERING)

#: Blocks of houses: left, top, width, height, seen from the middle of the hex.
BLOCKS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "city": (
        (-0.24, -0.1, 0.14, 0.1),
        (-0.06, -0.16, 0.16, 0.14),
        (0.13, -0.08, 0.11, 0.12),
        (-0.18, 0.04, 0.12, 0.12),
        (-0.02, 0.02, 0.13, 0.13),
        (0.14, 0.08, 0.12, 0.09),
    ),
    "town": (
        (-0.15, -0.1, 0.13, 0.1),
        (0.01, -0.12, 0.12, 0.12),
        (-0.1, 0.03, 0.11, 0.09),
        (0.05, 0.04, 0.1, 0.08),
    ),
}


def symbols(hexmap: HexMap) -> str:
    """Houses: blocks for cities and towns, a ring for villages, a dot for the rest."""
    shown = [row for row in hexmap.rows.places if row.shown]
    found = [houses(row.size, hexmap.layout.centre(hexmap.cell(row.hex))) for row in shown]
    return group(found, id="towns", stroke_linejoin="round")


def houses(size: str, where: Point) -> str:
    """The sign for a place of some size."""
    x, y = where
    if size == "village":
        return f'<circle cx="{px(x)}" cy="{px(y)}" r="4.2" fill="{PAPER}" stroke="{INK}" stroke-width="1.8"/>'
    if size not in BLOCKS:
        return f'<circle cx="{px(x)}" cy="{px(y)}" r="2.4" fill="{INK}"/>'
    return "".join(
        f'<rect x="{px(x + dx)}" y="{px(y + dy)}" width="{px(w)}" height="{px(h)}" fill="#5b2219" '
        f'stroke="{PAPER}" stroke-width="1"/>'
        for dx, dy, w, h in BLOCKS[size]
    )


class Box(NamedTuple):
    """The room something takes on the paper."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The shared area."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


class Choice(NamedTuple):
    """One place for a name: the room it takes, where the text is anchored, and what we think of it."""

    box: Box
    where: Point
    anchor: Literal["start", "middle", "end"]
    taste: float


class Clutter:
    """What is already on the paper, hex by hex, and what covering it would cost."""

    def __init__(self, hexmap: HexMap) -> None:
        self.hexmap = hexmap
        self.things: dict[int, list[tuple[Box, float]]] = {cell: [] for cell in hexmap.grid.cells}
        self.roads = {cell: self._road_points(cell) for cell in hexmap.grid.cells}
        drop = -0.36 if hexmap.grid.numbering.flat else -0.38
        for cell in hexmap.grid.cells:
            x, y = hexmap.layout.centre(cell)
            self.things[cell].append((Box(x - 0.15, y + drop - 0.1, x + 0.15, y + drop + 0.02), 12.0))
        for row in hexmap.rows.places:
            if row.shown:
                cell = hexmap.cell(row.hex)
                x, y = hexmap.layout.centre(cell)
                reach = {"city": 0.26, "town": 0.16}.get(row.size, 0.07)
                self.things[cell].append((Box(x - reach, y - reach, x + reach, y + reach), 40.0))
        for _, cell, (x, y) in marked(hexmap):
            self.things[cell].append((Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS), 60.0))

    def add(self, cell: int, box: Box) -> None:
        """A name that has found its place."""
        self.things[cell].append((box, 60.0))

    def best(self, cell: int, choices: Sequence[Choice]) -> Choice:
        """The place for a name that costs least."""
        grid = self.hexmap.grid
        near = [thing for c in cells(grid.within(1 << cell, 3)) for thing in self.things[c]]
        roads = [point for c in cells(grid.within(1 << cell, 2)) for point in self.roads[c]]

        def price(choice: Choice) -> float:
            left, top, right, bottom = box = choice.box
            covered = sum(
                price * box.overlap(other)
                for other, price in near
                if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
            )
            return choice.taste + covered + sum([0.22 for x, y in roads if left < x < right and top < y < bottom])

        return min(choices, key=price)

    def _road_points(self, cell: int) -> list[Point]:
        layout, road = self.hexmap.layout, self.hexmap.road
        x, y = layout.centre(cell)
        ways = [layout.middle(cell, direction) for direction in range(6) if road[direction] >> cell & 1]
        return [(x + (a - x) * n / 5, y + (b - y) * n / 5) for a, b in ways for n in range(5)]


class Named(NamedTuple):
    """A name that has found its place on the paper."""

    cell: int
    words: str
    size: str
    where: Point
    anchor: Literal["start", "middle", "end"]


def named(hexmap: HexMap) -> list[Named]:
    """Every name that is shown and where it stands, the great ones first."""
    clutter = Clutter(hexmap)
    found = []
    said: dict[str, list[int]] = {}
    rows = sorted((r for r in hexmap.rows.places if r.shown), key=lambda r: (RANK.index(r.size), r.hex))
    for row in sorted(rows, key=lambda r: "(" in r.name and r.size == "city"):
        cell, words = hexmap.cell(row.hex), printed(row.name)
        if any(hexmap.grid.distance(cell, other) <= 2 for other in said.get(words, [])):
            continue  # a city over several hexes bears its name once
        said.setdefault(words, []).append(cell)
        best = clutter.best(cell, _choices(hexmap, cell, row, LETTERING[row.size]))
        clutter.add(cell, best.box)
        found.append(Named(cell, words, row.size, best.where, best.anchor))
    return found


def names(hexmap: HexMap) -> str:
    """Names with a halo."""
    found = []
    for name in named(hexmap):
        letters = LETTERING[name.size]
        # The class is for a client that letters the sheet itself, in the size its zoom asks for.
        style = {
            "class_": f"name {name.size}",
            "text_anchor": name.anchor,
            "font_weight": letters.weight,
            "font_style": letters.style,
        }
        found.append(text(name.words, name.where, letters.size, **style))
    return group(found, id="names", **_halo())


def _halo() -> dict[str, str]:
    return {
        "font_family": SERIF,
        "font_stretch": "condensed",
        "fill": INK,
        "paint_order": "stroke",
        "stroke": PAPER,
        "stroke_width": "3.6",
        "stroke_opacity": "0.92",
        "stroke_linejoin": "round",
    }


def printed(name: str) -> str:
    """A name without the note that tells it from another place of the same name."""
    return name.partition(" (")[0]


def _choices(hexmap: HexMap, cell: int, row: PlaceRow, letters: Lettering) -> Sequence[Choice]:
    """Places for a name around its houses: below, above, right, left and in between."""
    x, y = hexmap.layout.centre(cell)
    width = len(printed(row.name)) * letters.size * (0.58 if letters.weight == "bold" else 0.5)
    high, gap = letters.size * 0.75, letters.gap
    spots: tuple[tuple[float, float, Literal["start", "middle", "end"], float], ...] = (
        (0.0, gap + high, "middle", 0.0),
        (0.0, -gap, "middle", 0.25),
        (gap, high / 2, "start", 0.1),
        (-gap, high / 2, "end", 0.3),
        (gap * 0.8, gap * 0.7 + high, "start", 0.2),
        (-gap * 0.8, gap * 0.7 + high, "end", 0.35),
        (gap * 0.8, -gap * 0.7, "start", 0.3),
        (-gap * 0.8, -gap * 0.7, "end", 0.4),
    )
    left, top, right, bottom = hexmap.layout.bounds
    found = []
    for dx, dy, anchor, taste in spots:
        start = x + dx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        box = Box(start, y + dy - high, start + width, y + dy + high * 0.25)
        off = box.left < left or box.right > right or box.top < top or box.bottom > bottom
        found.append(Choice(box, (x + dx, y + dy), anchor, taste + (50.0 if off else 0.0)))
    return found
