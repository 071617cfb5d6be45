"""The foot of the sheet: title, legend, scale, credits."""

from __future__ import annotations

from ardennes.atlas.draw_ground import WASHES
from ardennes.atlas.draw_labels import houses
from ardennes.atlas.draw_marks import arrow, badge, drum, teeth
from ardennes.atlas.ink import CASING, INK, LESSER, MAIN, PAPER, SANS, SERIF, WATER, group, path, polyline, px, text
from ardennes.board.hexmap import HexMap
from ardennes.board.layout import Point

#: Height of the foot in hexes.
FOOT = 1.35


def foot(hexmap: HexMap) -> str:
    """Everything below the map."""
    left, _, right, bottom = hexmap.layout.bounds
    line = bottom + 0.86
    found = [text(hexmap.title, (left, line), 0.46, font_weight="bold", font_family=SERIF)]
    credit = {"font_style": "italic", "font_family": SERIF, "text_anchor": "end"}
    found.append(text(hexmap.rows.head.credits, (right, bottom + 1.42), 0.16, **credit))
    found.append(_scale(hexmap, (left, bottom + 1.28)))
    x = left + 0.32 * len(hexmap.title) + 0.9
    for sign, words in _entries(hexmap):
        if x > right - 1.5:
            break
        found.append(sign((x, line - 0.12)))
        found.append(text(words, (x + 0.34, line - 0.06), 0.19, font_family=SANS, font_stretch="condensed"))
        x += 0.85 + 0.105 * len(words)
    return group(found, id="foot", fill=INK)


def _entries(hexmap: HexMap) -> list[tuple[_Sign, str]]:
    head = hexmap.rows.head
    found: list[tuple[_Sign, str]] = []
    for terrain, words in head.terrain.items():
        if terrain in WASHES:
            found.append((_Swatch(WASHES[terrain].tint, WASHES[terrain].pattern), words))
    found += [(_Line(WATER, "6"), words) for kind, words in head.sides.items() if kind != "cliff"][:1]
    found.append((_Line(MAIN, "4", CASING), head.roads[next(iter(head.roads))]))
    found += [(_Line(LESSER, "2"), words) for words in list(head.roads.values())[1:]]
    for size in ("town", "village"):
        if size in head.features:
            found.append((_Houses(size), head.features[size]))
    if "westwall" in head.features:
        found.append((_Westwall(), head.features["westwall"]))
    if "entry" in hexmap.special:
        found.append((_Badge("A", "#e8c84a"), "entry"))
    if "vp" in hexmap.special:
        found.append((_Badge("1", PAPER, "#8c1f1f"), "victory points"))
    if "exit" in hexmap.special:
        found.append((_Exit(), "exit"))
    if "depot" in hexmap.special or "dump" in hexmap.special:
        found.append((_Drum(), "fuel"))
    if any(bridge.blown for bridge in hexmap.bridges):
        found.append((_Blown(), "bridge blown at start"))
    return found


def _scale(hexmap: HexMap, where: Point) -> str:
    """A bar of ten kilometres."""
    x, y = where
    width = 10 / hexmap.rows.head.km_per_hex
    bar = polyline([(x, y - 0.08), (x, y), (x + width, y), (x + width, y - 0.08)])
    ticks = polyline([(x + width / 2, y), (x + width / 2, y - 0.05)])
    label = text("10 km", (x + width + 0.12, y), 0.17, font_family=SANS, font_stretch="condensed")
    return path(bar + ticks, stroke=INK, stroke_width="1.4", fill="none") + label


class _Sign:
    """A sign of the legend, drawn at a point."""

    def __call__(self, where: Point) -> str:
        raise NotImplementedError


class _Swatch(_Sign):
    def __init__(self, tint: str, pattern: str) -> None:
        self.tint, self.pattern = tint, pattern

    def __call__(self, where: Point) -> str:
        x, y = where
        box = f'x="{px(x - 0.24)}" y="{px(y - 0.16)}" width="{px(0.48)}" height="{px(0.32)}"'
        return (
            f'<rect {box} fill="{self.tint}" stroke="{INK}" stroke-width="0.8"/>'
            f'<rect {box} fill="url(#{self.pattern})" opacity="0.75"/>'
        )


class _Line(_Sign):
    def __init__(self, colour: str, width: str, casing: str = "") -> None:
        self.colour, self.width, self.casing = colour, width, casing

    def __call__(self, where: Point) -> str:
        x, y = where
        shape = polyline([(x - 0.24, y + 0.05), (x + 0.24, y - 0.05)])
        edge = path(shape, stroke=self.casing, stroke_width=f"{float(self.width) + 1.8}") if self.casing else ""
        return edge + path(shape, stroke=self.colour, stroke_width=self.width)


class _Houses(_Sign):
    def __init__(self, size: str) -> None:
        self.size = size

    def __call__(self, where: Point) -> str:
        return houses(self.size, (where[0] + 0.08, where[1]))


class _Westwall(_Sign):
    def __call__(self, where: Point) -> str:
        return teeth((where[0] - 0.06, where[1]))


class _Badge(_Sign):
    def __init__(self, words: str, fill: str, ink: str = INK) -> None:
        self.words, self.fill, self.ink = words, fill, ink

    def __call__(self, where: Point) -> str:
        style = {"font_family": SANS, "text_anchor": "middle", "font_weight": "bold"}
        return group([badge((where[0] + 0.1, where[1]), self.words, self.fill, self.ink)], **style)


class _Exit(_Sign):
    def __call__(self, where: Point) -> str:
        return arrow((where[0] + 0.1, where[1]))


class _Drum(_Sign):
    def __call__(self, where: Point) -> str:
        return drum((where[0] + 0.12, where[1]))


class _Blown(_Sign):
    def __call__(self, where: Point) -> str:
        x, y = where
        cross = polyline([(x - 0.1, y - 0.1), (x + 0.1, y + 0.1)]) + polyline([(x - 0.1, y + 0.1), (x + 0.1, y - 0.1)])
        return path(cross, stroke="#a01c1c", stroke_width="3.4")
