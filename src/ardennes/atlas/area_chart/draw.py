"""The whole chart of an area map, drawn step by step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from shapely.geometry import LineString

from ardennes.atlas.area_chart.board import AreaBoard, Chart, PlaceShape, RoadShape
from ardennes.atlas.area_chart.ground import Ground, cover_ground
from ardennes.atlas.area_chart.ink import area, curve, line, straight
from ardennes.atlas.area_chart.lettering import COUNTER, Spot, lay_out_areas, other_names
from ardennes.atlas.area_chart.plane import Plane, lay_out
from ardennes.atlas.area_chart.relief import Relief, shape_land
from ardennes.atlas.area_chart.rivers import Waters, draw_rivers
from ardennes.atlas.area_chart.roads import Road, draw_roads
from ardennes.atlas.area_chart.territories import Territories, grow
from ardennes.atlas.gazetteer import gazetteer
from ardennes.parts.eye.scenery import Label, Layer, Sheet

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


def town_labels(board: AreaBoard, spots: dict[int, Spot]) -> list[Label]:
    """Names of the areas."""
    return [Label(board.names[number], spot.size, spot.label) for number, spot in sorted(spots.items())]


def place_shapes(board: AreaBoard, plane: Plane, land: Territories, spots: dict[int, Spot]) -> list[PlaceShape]:
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


def road_shapes(board: AreaBoard, roads: list[Road], waters: Waters) -> list[RoadShape]:
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


def draw(board: AreaBoard, tell: Callable[[str], None] = lambda step: None) -> Chart:
    """The whole chart; `tell` hears what has been done."""
    country = gazetteer()
    plane = lay_out(board)
    roads = draw_roads(board, plane)
    tell("roads")
    waters = draw_rivers(board, plane, roads, country)
    tell("rivers")
    land = grow(board, plane, roads, waters)
    tell("territories")
    relief = shape_land(plane, waters)
    ground = cover_ground(board, plane, roads, waters, land, country)
    tell("relief and woods")
    spots, paper = lay_out_areas(board, plane, roads, waters, land, country)
    tell("names")
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
