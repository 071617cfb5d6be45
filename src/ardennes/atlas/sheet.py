"""A hex map as a client shows it: the drawing of `draw` with a place for every hex on top."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

from ardennes.atlas.draw import LAYERS, drawing, paper
from ardennes.atlas.draw_labels import named, names
from ardennes.atlas.draw_lines import bridges
from ardennes.atlas.ink import SCALE
from ardennes.board.cells import cells
from ardennes.board.hexmap import HexMap
from ardennes.board.layout import Point
from ardennes.board.map_rows import FeatureRow
from ardennes.kernel.words import kept_by_language, say
from ardennes.parts.eye.inspection import ground
from ardennes.parts.eye.scenery import Crossing, Fact, Label, MapPage, Place, Sheet

#: The side of a counter in hexes; three fit on a hex as a leaning stack.
COUNTER = 0.62

#: What the kinds of rows in `map_features.csv` are called.
KINDS = {
    "entry": "entry",
    "exit": "exit",
    "vp": "victory points",
    "depot": "fuel depot",
    "dump": "fuel dump",
    "garrison": "garrison",
    "shared_road": "road shared by two armies",
    "supply_limit": "Allied supply roads north of here do not count",
    "fortifiable": "may become a fortification",
    "boundary_end": "end of an army boundary",
}


def sheet(hexmap: HexMap, playing: bool = False) -> Sheet:
    """The drawn sheet. While a game is played its bridges come and go and names give way to counters, so a client
    draws these itself."""
    x, y, width, height = paper(hexmap)
    layers = tuple(layer for layer in LAYERS if not (playing and layer in (bridges, names)))
    return Sheet(
        width=round(width, 1),
        height=round(height, 1),
        counter=round(COUNTER * SCALE, 1),
        layers=[],
        labels=labels(hexmap) if playing else [],
        credits=[hexmap.rows.head.credits],
        corners={},
        drawing=f'<g transform="translate({-x:.1f},{-y:.1f})">{drawing(hexmap, layers)}</g>',
    )


def labels(hexmap: HexMap) -> list[Label]:
    """The names of the map where they stand while nothing covers them."""
    plane = _Plane(hexmap)
    return [Label(n.words, n.size, plane(n.where), n.anchor, place=n.cell) for n in named(hexmap)]


def map_page(key: str, hexmap: HexMap) -> MapPage:
    """The map of a title without a game."""
    head = hexmap.rows.head
    return MapPage(
        title=key,
        name=head.title,
        scenario_name=f"{len(hexmap.grid.cells)} hexes of {head.km_per_hex} km",
        sides=[],
        places=places(hexmap),
        links=[],
        aliases={name: cell for name, cell in hexmap.names.items() if name != hexmap.name(cell)} | hexmap.aliases,
        sheet=sheet(hexmap),
        rows=hexmap.rows,
    )


class _Plane:
    """From the plane of the hexes to the pixels of the sheet."""

    def __init__(self, hexmap: HexMap) -> None:
        self.layout = hexmap.layout
        self.x, self.y, _, _ = paper(hexmap)

    def __call__(self, point: Point) -> Point:
        return round(point[0] * SCALE - self.x, 1), round(point[1] * SCALE - self.y, 1)

    def outline(self, cell: int) -> str:
        """The six corners of a hex as a path."""
        corners = (self(corner) for corner in self.layout.corners(cell))
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"


def places(hexmap: HexMap, told: bool = True) -> list[Place]:
    """Every hex; its id is its cell. In a game what is known of a hex is told when it is asked for (`sources`)."""
    plane = _Plane(hexmap)
    sizes = {hexmap.cell(row.hex): row.size for row in hexmap.rows.places if row.shown}
    found = []
    for cell in hexmap.grid.cells:
        centre, number = plane(hexmap.layout.centre(cell)), hexmap.grid.number(cell)
        name = hexmap.name(cell)
        found.append(
            Place(
                id=cell,
                word=number,
                name=f"{name} {number}" if name else number,
                kind="hex",
                at=centre,
                stack=centre,
                print=centre,
                size=sizes.get(cell, ""),
                outline=plane.outline(cell),
                facts=sources(hexmap, cell) if told else [],
            )
        )
    return found


def crossings(hexmap: HexMap) -> list[Crossing]:
    """Every bridge, turned across its river."""
    found = []
    for bridge in hexmap.bridges:
        name = bridge.name or hexmap.hexside(bridge.cell, bridge.other)
        found.append(_crossing(hexmap, bridge.number, (bridge.cell, bridge.other), name, bridge.river))
    return found


def river_crossings(hexmap: HexMap, pairs: Sequence[tuple[int, int]]) -> list[Crossing]:
    """River hexsides in the order given, with the bridges of the map where there are any; for a title where bridges
    are built in play."""
    bridges = {frozenset((bridge.cell, bridge.other)): bridge for bridge in hexmap.bridges}
    found = []
    for number, pair in enumerate(pairs):
        bridge = bridges.get(frozenset(pair))
        name = hexmap.hexside(*pair) if bridge is None or not bridge.name else bridge.name
        river = "river" if bridge is None else bridge.river
        found.append(_crossing(hexmap, number, pair, name, river, bare=bridge is None))
    return found


def _crossing(
    hexmap: HexMap, number: int, pair: tuple[int, int], name: str, river: str, *, bare: bool = False
) -> Crossing:
    (ax, ay), (bx, by) = hexmap.layout.centre(pair[0]), hexmap.layout.centre(pair[1])
    middle = _Plane(hexmap)(hexmap.layout.middle(pair[0], hexmap.grid.direction(*pair)))
    return Crossing(number, name, river, middle, round(degrees(atan2(by - ay, bx - ax)) % 180, 1), bare)


def sources(hexmap: HexMap, cell: int) -> list[Fact]:
    """What the map's files tell of a hex, each line with where it is known from."""
    return [Fact(_ground(hexmap, cell), hexmap.source(cell)), *_features(hexmap).get(cell, ())]


def _ground(hexmap: HexMap, cell: int) -> str:
    """Terrain, what stands in a hex and what it belongs to."""
    areas = [say(hexmap.rows.head.areas[area]) for area, board in hexmap.areas.items() if board >> cell & 1]
    return ", ".join([ground(hexmap, cell), *areas])


@kept_by_language(16)
def _features(hexmap: HexMap) -> dict[int, list[Fact]]:
    """What the files tell of single hexes besides their ground, by cell."""
    found: dict[int, list[Fact]] = {}

    def add(board: int, text: str, source: str) -> None:
        for cell in cells(board):
            found.setdefault(cell, []).append(Fact(text, source))

    for place in hexmap.rows.places:
        add(1 << hexmap.cell(place.hex), say("{kind}: {name}", kind=place.size, name=place.name), place.source)
    for row in hexmap.rows.features:
        add(sum({1 << hexmap.cell(number) for number in row.hexes.split()}), _words(row), row.source)
    rivers: dict[int, dict[tuple[str, str], None]] = {}
    for side in hexmap.rows.sides:
        for pair in hexmap.hexsides(side.path):
            for cell in pair:
                rivers.setdefault(cell, {})[side.name or hexmap.rows.head.sides[side.kind], side.source] = None
    for cell, courses in rivers.items():
        for name, source in courses:
            add(1 << cell, say("hexside: {name}", name=name), source)
    for bridge, bridge_row in zip(hexmap.bridges, hexmap.rows.bridges, strict=True):
        where = f"{bridge_row.hexside} ({bridge.name})" if bridge.name else bridge_row.hexside
        text = say("bridge {where}, blown at the start" if bridge.blown else "bridge {where}", where=where)
        add(1 << bridge.cell | 1 << bridge.other, text, bridge_row.source)
    for road in hexmap.rows.roads:
        path, _ = hexmap.road_path(road.path)
        words = hexmap.rows.head.roads[road.grade]
        add(
            sum({1 << cell for cell in path}),
            say("{kind}: {name}", kind=words, name=road.name) if road.name else say(words),
            road.source,
        )
    return found


def _words(row: FeatureRow) -> str:
    parts = [KINDS.get(row.kind, row.kind.replace("_", " ")), row.value, row.side, row.name]
    text = ", ".join(say(part) for part in parts if part)
    return say("{text} (until {until})", text=text, until=row.until) if row.until else text
