"""Draw the map and write `data/chart.json`."""

from __future__ import annotations

import sys
import time

import msgspec
import numpy as np
from shapely.geometry import LineString

from ardennes.atlas.gazetteer import gazetteer
from ardennes.parts.scenery import Label, Layer, Sheet
from ardennes.parts.tables import DataFolder
from ardennes.titles.tigers_in_the_mist.box.components import DATA
from ardennes.titles.tigers_in_the_mist.box.map import Map, read_map
from ardennes.titles.tigers_in_the_mist.cartography.ground import Ground, cover_ground
from ardennes.titles.tigers_in_the_mist.cartography.ink import area, curve, line, straight
from ardennes.titles.tigers_in_the_mist.cartography.lettering import COUNTER, Spot, lay_out_areas, other_names
from ardennes.titles.tigers_in_the_mist.cartography.plane import Plane, lay_out
from ardennes.titles.tigers_in_the_mist.cartography.relief import Relief, shape_land
from ardennes.titles.tigers_in_the_mist.cartography.rivers import Waters, draw_rivers
from ardennes.titles.tigers_in_the_mist.cartography.roads import Road, draw_roads
from ardennes.titles.tigers_in_the_mist.cartography.territories import Territories, grow
from ardennes.titles.tigers_in_the_mist.table.chart import FILE, Chart, PlaceShape, RoadShape

CREDITS = [
    "Drawn from real geography, bent to the areas and roads of the game.",
    "Places: GeoNames (CC BY 4.0). Borders, outer Meuse and Moselle: Natural Earth (public domain).",
    "Rivers, woods, heights: our own, after general knowledge.",
]
#: Half the width and height of a zone's box.
ZONE = (62.0, 40.0)


def layers(relief: Relief, ground: Ground, waters: Waters, roads: list[Road], land: Territories) -> list[Layer]:
    """The inks, the lowest first."""
    found = [Layer(f"tint-{n}", [area(s, 1.6) for s in relief.tints[level]]) for n, level in enumerate(relief.tints, 1)]
    found += [Layer(name, [area(s, 2.2) for s in shapes]) for name, shapes in relief.shadows.items()]
    for grade, chosen in (("contour", range(50, 700, 100)), ("contour-index", range(100, 700, 100))):
        lines = [
            LineString(points) for level in chosen if level in relief.contours for points in relief.contours[level]
        ]
        found.append(Layer(grade, [line(one, 2.0, 0) for one in lines if one.length > 70]))
    found.append(Layer("woods", [area(shape, 1.5) for shape in ground.woods]))
    found.append(Layer("area-border", [curve(points) for a, b, points in land.borders if a]))
    found.append(Layer("marsh", [area(shape, 1.5) for shape in ground.marsh]))
    for name, low, high in (
        ("stream", 0, 1.15),
        ("river", 1.15, 1.65),
        ("river-wide", 1.65, 2.5),
        ("river-major", 2.5, 9),
    ):
        found.append(Layer(name, [line(r.course, 0.7) for r in waters.rivers if low <= r.width < high]))
    found.append(Layer("nation", [curve(points) for points in ground.borders]))
    found.append(Layer("country", [curve(np.array(land.country.exterior.simplify(1.5).coords))]))
    found.append(Layer("front", [curve(points) for points in ground.front]))
    found.append(Layer("road-minor", [line(road.course) for road in roads if not road.major]))
    found.append(Layer("road-major", [line(road.course) for road in roads if road.major]))
    return [Layer(layer.kind, [path for path in layer.paths if path]) for layer in found]


def town_labels(board: Map, spots: dict[int, Spot]) -> list[Label]:
    """Names of the areas."""
    return [Label(board.names[number], spot.size, spot.label) for number, spot in sorted(spots.items())]


def place_shapes(board: Map, plane: Plane, land: Territories, spots: dict[int, Spot]) -> list[PlaceShape]:
    """Areas with their outlines, zones with their boxes."""
    found = []
    for number in range(1, board.places):
        x, y = (round(float(v), 1) for v in plane.at[number])
        if board.is_zone(number):
            w, h = ZONE
            corners = np.array([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
            badges = (x - w + 26, y - h + 26)
            found.append(PlaceShape(board.words[number], "zone", (x, y), (x + 16, y), badges, straight(corners, True)))
        else:
            spot = spots[number]
            outline = curve(np.array(land.outlines[number].exterior.coords)) + "Z"
            found.append(PlaceShape(board.words[number], spot.size, (x, y), spot.stack, spot.badges, outline))
    return found


def road_shapes(board: Map, roads: list[Road], waters: Waters) -> list[RoadShape]:
    """Every road as the data names it, from its first to its second end."""
    by_ends = {(road.a, road.b): road for road in roads}
    found = []
    for row in board.roads:
        a, b = board.place(row.from_), board.place(row.to)
        road = by_ends[min(a, b), max(a, b)]
        course = road.course if road.a == a else road.course.reverse()
        bridge = waters.bridges.get(road.crossing)
        at = None if bridge is None else (round(bridge.at[0], 1), round(bridge.at[1], 1))
        found.append(RoadShape(row.from_, row.to, line(course), at, round(bridge.angle, 1) if bridge else 0.0))
    return found


def draw() -> Chart:
    """The whole chart."""
    board = read_map(DataFolder(DATA))
    country = gazetteer()
    plane = lay_out(board)
    roads = draw_roads(board, plane)
    _say("roads")
    waters = draw_rivers(board, plane, roads, country)
    _say("rivers")
    land = grow(board, plane, roads, waters)
    _say("territories")
    relief = shape_land(plane, waters)
    ground = cover_ground(board, plane, roads, waters, land, country)
    _say("relief and woods")
    spots, paper = lay_out_areas(board, plane, roads, waters, land, country)
    _say("names")
    sheet = Sheet(
        plane.width,
        plane.height,
        COUNTER,
        layers(relief, ground, waters, roads, land),
        town_labels(board, spots) + other_names(plane, waters, paper),
        CREDITS,
        {
            "title": (70.0, 70.0),
            "legend": (70.0, plane.height - 292.0),
            "compass": (plane.width - 190.0, plane.height - 200.0),
        },
    )
    return Chart(place_shapes(board, plane, land, spots), road_shapes(board, roads, waters), sheet)


_STARTED = time.monotonic()


def _say(what: str) -> None:
    print(f"{time.monotonic() - _STARTED:6.1f} s  {what}", file=sys.stderr)


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(draw()), indent=1) + b"\n")
    _say(f"{FILE.name}: {FILE.stat().st_size // 1024} kB")
