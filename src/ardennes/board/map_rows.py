"""The rows of a map's data files, one struct per file. Data for people: see docs/maps.md."""

from __future__ import annotations

import msgspec


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """`map.toml`: the sheet as a whole."""

    title: str
    numbering: str
    columns: int
    rows: int
    km_per_hex: float
    #: Terrain of a hex, in the order of the rulebook's chart, each with a word of explanation for the legend.
    terrain: dict[str, str]
    #: What may stand in a hex besides its terrain.
    features: dict[str, str]
    #: Kinds of hexsides.
    sides: dict[str, str]
    #: Grades of roads.
    roads: dict[str, str]
    #: Areas a hex may belong to.
    areas: dict[str, str] = {}
    #: Numbers that a rulebook prints for another hex.
    aliases: dict[str, str] = {}
    credits: str = ""


class HexRow(msgspec.Struct, frozen=True):
    """`map_hexes.csv`: one line per hex. Lists are separated by spaces."""

    hex: str
    terrain: str
    features: str = ""
    areas: str = ""
    source: str = "reconstructed"


class PlaceRow(msgspec.Struct, frozen=True):
    """`map_places.csv`: the names on the map."""

    name: str
    hex: str
    #: city, town, village, hamlet or spot.
    size: str
    #: Whether the name is printed; others can only be searched.
    shown: bool = True
    aliases: str = ""
    source: str = "reconstructed"


class SideRow(msgspec.Struct, frozen=True):
    """`map_sides.csv`: rivers and cliffs, each a path of hexsides (`1324/1424`)."""

    kind: str
    name: str
    path: str
    source: str = "reconstructed"


class RoadRow(msgspec.Struct, frozen=True):
    """`map_roads.csv`: each a path of hexes; a compass word at the end says that it runs off the map."""

    grade: str
    name: str
    path: str
    source: str = "reconstructed"


class BridgeRow(msgspec.Struct, frozen=True):
    """`map_bridges.csv`: every bridged hexside."""

    hexside: str
    river: str
    name: str = ""
    state: str = "intact"
    owner: str = ""
    road: bool = True
    source: str = "reconstructed"


class FeatureRow(msgspec.Struct, frozen=True):
    """`map_features.csv`: what the rules tie to a hex: entry letters, exits, victory points, depots."""

    kind: str
    hexes: str
    name: str = ""
    value: str = ""
    side: str = ""
    until: str = ""
    source: str = "reconstructed"


class BoundaryRow(msgspec.Struct, frozen=True):
    """`map_boundaries.csv`: lines along hexes (a boundary road) or along hexsides."""

    name: str
    path: str
    source: str = "reconstructed"


class Rows(msgspec.Struct, frozen=True):
    """All files of a map."""

    head: Head
    hexes: list[HexRow]
    places: list[PlaceRow]
    sides: list[SideRow]
    roads: list[RoadRow]
    bridges: list[BridgeRow]
    features: list[FeatureRow]
    boundaries: list[BoundaryRow]
