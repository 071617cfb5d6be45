"""Names where there is room for them, and where counters lie: beside their town, clear of roads, rivers and bridges."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box

from ardennes.atlas.area_chart.board import Area, AreaBoard
from ardennes.atlas.area_chart.ink import curve
from ardennes.atlas.area_chart.plane import Array, Plane
from ardennes.atlas.area_chart.rivers import Waters
from ardennes.atlas.area_chart.roads import Road
from ardennes.atlas.area_chart.territories import Territories
from ardennes.atlas.gazetteer import Gazetteer
from ardennes.parts.eye.scenery import Label

#: Side of a counter in map units.
COUNTER = 44.0
#: Size of the letters by size of the town.
SIZES = {"city": 22.0, "town": 18.0, "village": 15.0, "hamlet": 14.0}
#: Height of the second line of a name, with the number and what else is printed there.
SECOND_LINE = 16.0
CELL = 4.0


class Spot(NamedTuple):
    """How one area is laid out."""

    size: str
    #: Where the name begins and ends, its base line, and where the second line begins.
    label: tuple[float, float]
    badges: tuple[float, float]
    stack: tuple[float, float]


def town_size(row: Area, country: Gazetteer) -> str:
    """How large a town is: the gazetteer's place of that name, or the largest nearby."""
    names = {row.name, row.modern_name}
    near = [
        place
        for place in country.places.values()
        if math.hypot((place.where[0] - row.lat) * 111, (place.where[1] - row.lon) * 71) < 2.5
        or place.name in names
        or names & set(place.aliases)
    ]
    order = ["hamlet", "village", "town", "city"]
    return max((place.size for place in near), key=order.index, default="village")


def width_of(text: str, size: float) -> float:
    """About how wide a name is in the map's letters."""
    wide, narrow = set("mwMWABCDGHKLNOQRUVXYZ"), set("fijltrI.-' ")
    return sum(0.72 if c in wide else 0.31 if c in narrow else 0.5 for c in text) * size


def lay_out_areas(
    board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters, land: Territories, country: Gazetteer
) -> tuple[dict[int, Spot], Paper]:
    """For each area the place of its name and of its counters, together as good as can be; and what is left of room."""
    paper = Paper(board, plane, roads, waters)
    found: dict[int, Spot] = {}
    # The smallest areas first: they have the least choice.
    for area in sorted(land.outlines, key=lambda area: land.outlines[area].area):
        row = board.areas[area - 1]
        size = town_size(row, country)
        found[area] = paper.settle(area, row, size, land.outlines[area])
    return found, paper


class Paper:
    """Penalties for putting something on a part of the sheet, summed quickly over rectangles."""

    def __init__(self, board: AreaBoard, plane: Plane, roads: list[Road], waters: Waters) -> None:
        self.board = board
        self.plane = plane
        self.columns, self.rows = int(plane.width / CELL) + 2, int(plane.height / CELL) + 2
        x, y = np.meshgrid(np.arange(self.columns) * CELL, np.arange(self.rows) * CELL)
        self.points = [Point(a, b) for a, b in zip(x.ravel(), y.ravel(), strict=True)]
        on_road = self._near([road.course for road in roads]) < 4
        on_river = self._near([river.course for river in waters.rivers if river.width > 1]) < 5
        at_bridge = self._near([Point(*bridge.at) for bridge in waters.bridges.values()]) < 13
        at_town = self._near([Point(*plane.at[area]) for area in range(1, board.first_zone)]) < 11
        self.for_name = on_road * 1.0 + on_river * 0.8 + at_bridge * 3.0 + at_town * 4.0
        self.for_stack = on_road * 0.35 + on_river * 0.5 + at_bridge * 5.0 + at_town * 0.9
        self.taken = np.zeros((self.rows, self.columns))

    def _near(self, shapes: list[LineString] | list[Point]) -> NDArray[np.float64]:
        far = STRtree(shapes).query_nearest(self.points, return_distance=True, all_matches=False)[1]
        return np.asarray(far.reshape(self.rows, self.columns))

    @staticmethod
    def _sum(penalty: NDArray[np.float64], x: float, y: float, width: float, height: float) -> float:
        rows = slice(max(int(y / CELL), 0), max(int((y + height) / CELL) + 1, 1))
        columns = slice(max(int(x / CELL), 0), max(int((x + width) / CELL) + 1, 1))
        return float(penalty[rows, columns].sum())

    def settle(self, area: int, row: Area, size: str, ground: Polygon) -> Spot:
        """The best of many ways to lay out an area."""
        town = self.plane.at[area]
        letters = SIZES[size]
        width = max(width_of(row.name, letters), 34.0 + (20 if row.vp else 0))
        height = letters * 0.95 + SECOND_LINE
        names = self._name_places(town, width, height, ground)
        stacks = self._stack_places(town, ground)
        best, chosen = math.inf, (names[0], stacks[0])
        for name in names[:60]:
            for stack in stacks[:60]:
                shared = _overlap(
                    name[1], name[2], width, height, stack[1] - COUNTER / 2, stack[2] - COUNTER / 2, COUNTER
                )
                total = name[0] + stack[0] + shared * 0.02
                if total < best:
                    best, chosen = total, (name, stack)
        (_, x, y), (_, u, v) = chosen
        self._take(x, y, width, height, 2.5)
        self._take(u - COUNTER / 2, v - COUNTER / 2, COUNTER, COUNTER, 0.6)
        return Spot(
            size,
            (round(x + width / 2, 1), round(y + letters * 0.8, 1)),
            (round(x + width / 2, 1), round(y + letters * 0.95 + SECOND_LINE * 0.62, 1)),
            (round(u, 1), round(v, 1)),
        )

    def room_near(self, x: float, y: float, length: float, angle: float, far: float) -> tuple[float, float]:
        """The middle of a line of letters near a point that covers least of what is already there."""
        turn = math.radians(angle)
        along = np.array([math.cos(turn), math.sin(turn)])
        best, chosen = math.inf, (x, y)
        for right in np.arange(-far, far + 1, 12.0):
            for down in np.arange(-far, far + 1, 12.0):
                price = math.hypot(right, down) * 0.02
                for share in np.linspace(-0.5, 0.5, 9):
                    at = np.array([x + right, y + down]) + along * share * length
                    price += self._sum(self.taken, at[0] - 9, at[1] - 14, 18, 18) * 0.5
                    price += self._sum(self.for_name, at[0] - 9, at[1] - 14, 18, 18) * 0.12
                if price < best:
                    best, chosen = price, (round(float(x + right), 1), round(float(y + down), 1))
        return chosen

    def _take(self, x: float, y: float, width: float, height: float, price: float) -> None:
        rows = slice(max(int(y / CELL), 0), int((y + height) / CELL) + 1)
        columns = slice(max(int(x / CELL), 0), int((x + width) / CELL) + 1)
        self.taken[rows, columns] += price

    def _name_places(
        self, town: Array, width: float, height: float, ground: Polygon
    ) -> list[tuple[float, float, float]]:
        """Where the name could go: (penalty, left, top), the best first."""
        found = []
        for angle in np.linspace(0, 2 * math.pi, 24, endpoint=False):
            for far in (10, 16, 24, 34, 46):
                anchor = town + np.array([math.cos(angle), math.sin(angle)]) * far
                x = anchor[0] - width / 2 + math.cos(angle) * width / 2
                y = anchor[1] - height / 2 + math.sin(angle) * height / 2
                out = box(x, y, x + width, y + height).difference(ground).area / (width * height)
                price = self._sum(self.for_name, x, y, width, height) * 0.24
                price += self._sum(self.taken, x, y, width, height) * 0.9
                found.append(
                    (price + out * 9 + far * 0.05 + (0.4 if math.sin(angle) > 0.5 else 0.0), float(x), float(y))
                )
        return sorted(found)

    def _stack_places(self, town: Array, ground: Polygon) -> list[tuple[float, float, float]]:
        """Where counters could lie: (penalty, middle x, middle y), the best first."""
        found = []
        left, top, right, bottom = ground.bounds
        for x in np.arange(max(left, town[0] - 70), min(right, town[0] + 70), 6.0):
            for y in np.arange(max(top, town[1] - 70), min(bottom, town[1] + 70), 6.0):
                if not ground.contains(Point(x, y)):
                    continue
                shape = box(x - COUNTER / 2, y - COUNTER / 2, x + COUNTER / 2, y + COUNTER / 2)
                out = shape.difference(ground).area / COUNTER**2
                price = self._sum(self.for_stack, x - COUNTER / 2, y - COUNTER / 2, COUNTER, COUNTER) * 0.11
                price += self._sum(self.taken, x - COUNTER / 2, y - COUNTER / 2, COUNTER, COUNTER) * 0.25
                found.append((price + out * 11 + math.dist((x, y), town) * 0.03, float(x), float(y)))
        return sorted(found)


def _overlap(x: float, y: float, width: float, height: float, u: float, v: float, side: float) -> float:
    across = min(x + width, u + side) - max(x, u)
    down = min(y + height, v + side) - max(y, v)
    return max(across, 0) * max(down, 0)


# ---- names of rivers, regions and countries ----------------------------------------------------------------

REGIONS = [
    ("HOHES VENN", 50.530, 6.105, 0.0),
    ("SCHNEE EIFEL", 50.272, 6.375, 58.0),
    ("ARDENNES", 50.085, 5.62, -16.0),
    ("CONDROZ", 50.400, 5.145, -22.0),
    ("FAMENNE", 50.195, 5.16, -24.0),
    ("ÖSLING", 50.005, 6.03, 0.0),
    ("GUTLAND", 49.715, 6.02, 0.0),
    ("EIFEL", 50.455, 6.585, 0.0),
    ("PAYS DE HERVE", 50.665, 5.745, 0.0),
    ("FORÊT D'ANLIER", 49.795, 5.585, -10.0),
]
COUNTRIES = [
    ("BELGIUM", 49.985, 4.985, 0.0),
    ("FRANCE", 49.640, 5.18, 18.0),
    ("LUXEMBOURG", 49.690, 6.345, -62.0),
    ("GERMANY", 50.100, 6.72, 90.0),
    ("GERMANY", 50.760, 6.42, 0.0),
    ("NETHERLANDS", 50.840, 5.86, 0.0),
    ("BELGIUM", 50.625, 5.33, -20.0),
]


def other_names(plane: Plane, waters: Waters, paper: Paper) -> list[Label]:
    """Rivers in blue along their courses, regions and countries across the country."""
    found = []
    for kind, rows, size in (("region", REGIONS, 19.0), ("country", COUNTRIES, 25.0)):
        for text, lat, lon, angle in rows:
            x, y = plane.point(lat, lon)
            if 60 < x < plane.width - 60 and 60 < y < plane.height - 60:
                where = paper.room_near(x, y, width_of(text, size) * 1.75, angle, 110 if kind == "region" else 30)
                found.append(Label(text, kind, where, angle=angle))
    named: set[str] = set()
    for river in sorted(waters.rivers, key=lambda river: -river.course.length):
        wanted = 2 if river.course.length > 700 else 1
        if river.name in named or river.course.length < 90:
            continue
        named.add(river.name)
        for share in (0.3, 0.72) if wanted == 2 else (0.5,):
            found.append(_along(river.name, river.course, share, waters))
    return found


def _along(name: str, course: LineString, share: float, waters: Waters) -> Label:
    """A river's name on the straightest stretch near a place on its course, clear of bridges."""
    size = 15.0
    length = width_of(name, size) * 1.35 + 10
    bridges = [Point(*bridge.at) for bridge in waters.bridges.values()]
    best: tuple[float, LineString] | None = None
    for start in np.linspace(0, max(course.length - length, 0), 60):
        points = [course.interpolate(start + length * k / 8) for k in range(9)]
        part = LineString(points)
        bend = length - math.dist(part.coords[0], part.coords[-1])
        near = min(part.distance(bridge) for bridge in bridges)
        price = bend * 0.5 + abs((start + length / 2) / course.length - share) * 40 + max(0, 16 - near) * 1.2
        if best is None or price < best[0]:
            best = (price, part)
    assert best is not None
    part = best[1]
    coords = list(part.coords)
    if coords[-1][0] < coords[0][0]:
        coords = coords[::-1]
    return Label(name, "river", path=curve(np.array(coords)))
