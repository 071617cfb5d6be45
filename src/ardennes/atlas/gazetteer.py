"""The Ardennes of December 1944: places, roads, rivers, woods, lines. One set of geography for every title."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent / "data"

#: Latitude and longitude in degrees.
LatLon = tuple[float, float]

#: Sizes of places, the smallest first.
SIZES = ("hamlet", "village", "town", "city")


class Place(NamedTuple):
    """A settlement or a named spot."""

    name: str
    aliases: tuple[str, ...]
    country: str
    where: LatLon
    size: str
    source: str


class River(NamedTuple):
    """A river from its source (or where it enters our country) downstream."""

    name: str
    rank: str
    course: tuple[LatLon, ...]
    source: str


class Link(NamedTuple):
    """A road between two neighbouring places, with points on the way where it bends."""

    first: str
    last: str
    grade: str
    course: tuple[LatLon, ...]


class Crossing(NamedTuple):
    """A bridge of a real road over a real river, and the place it is named after."""

    river: str
    place: str
    where: LatLon


class Ground(NamedTuple):
    """A polygon of one kind of ground. Regions carry what lies where nothing else does."""

    kind: str
    name: str
    default: str
    outline: tuple[LatLon, ...]


class Line(NamedTuple):
    """The Westwall, a front, a boundary or a border."""

    kind: str
    name: str
    course: tuple[LatLon, ...]


class Gazetteer(NamedTuple):
    """Everything, loaded."""

    places: dict[str, Place]
    rivers: dict[str, River]
    links: tuple[Link, ...]
    crossings: tuple[Crossing, ...]
    ground: tuple[Ground, ...]
    lines: tuple[Line, ...]

    def place(self, name: str) -> Place:
        """A place by its name or by an alias."""
        if name in self.places:
            return self.places[name]
        for place in self.places.values():
            if name in place.aliases:
                return place
        raise KeyError(f"{name} is not in the gazetteer")


@cache
def gazetteer() -> Gazetteer:
    """The gazetteer that comes with the package."""
    places = {row["name"]: _place(row) for row in _rows("places.csv")}
    links = tuple(_link(row, places) for row in _rows("roads.csv"))
    rivers = {shape["properties"]["name"]: _river(shape) for shape in _shapes("rivers.geojson")}
    ground = tuple(_ground(shape) for shape in _shapes("terrain.geojson"))
    lines = tuple(
        Line(shape["properties"]["kind"], shape["properties"]["name"], _course(shape["geometry"]["coordinates"]))
        for shape in _shapes("lines.geojson")
    )
    crossings = tuple(
        Crossing(row["river"], row["at_place"], (float(row["lat"]), float(row["lon"]))) for row in _rows("bridges.csv")
    )
    return Gazetteer(places, rivers, links, crossings, ground, lines)


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _shapes(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))["features"]
    return found


def _course(coordinates: list[list[float]]) -> tuple[LatLon, ...]:
    return tuple((lat, lon) for lon, lat in coordinates)


def _place(row: dict[str, str]) -> Place:
    aliases = tuple(alias for alias in row["aliases"].split(";") if alias)
    return Place(
        row["name"], aliases, row["country"], (float(row["lat"]), float(row["lon"])), row["size"], row["source"]
    )


def _link(row: dict[str, str], places: dict[str, Place]) -> Link:
    bends = []
    for point in filter(None, row["via"].split(";")):
        lat, lon = point.lstrip("@").split(",")
        bends.append((float(lat), float(lon)))
    ends = [places[row["from_place"]].where, places[row["to_place"]].where]
    return Link(row["from_place"], row["to_place"], row["class"], (ends[0], *bends, ends[1]))


def _river(shape: dict[str, Any]) -> River:
    about = shape["properties"]
    return River(about["name"], about["rank"], _course(shape["geometry"]["coordinates"]), about["source"])


def _ground(shape: dict[str, Any]) -> Ground:
    about = shape["properties"]
    outline = _course(shape["geometry"]["coordinates"][0])
    return Ground(about["kind"], about["name"], about.get("default_terrain", ""), outline)
