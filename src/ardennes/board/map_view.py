"""A map as plain JSON, for a client that draws it without knowing any rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.board.hexes import Sides, less, shared
from ardennes.board.layout import Point
from ardennes.board.map_rows import FeatureRow, PlaceRow, SideRow

if TYPE_CHECKING:
    from ardennes.board.hexmap import HexMap

#: Bumped when a client would have to be changed.
FORMAT = 1


def described(hexmap: HexMap) -> dict[str, Any]:
    """Geometry, hexes, names, courses of rivers and roads, bridges, areas, special hexes and sources."""
    head, grid, rows = hexmap.rows.head, hexmap.grid, hexmap.rows
    return {
        "format": FORMAT,
        "title": head.title,
        "numbering": head.numbering,
        "columns": head.columns,
        "rows": head.rows,
        "km_per_hex": head.km_per_hex,
        "credits": head.credits,
        "legend": {"terrain": head.terrain, "features": head.features, "sides": head.sides, "roads": head.roads},
        "aliases": head.aliases,
        **_geometry(hexmap),
        "hexes": [_hex(hexmap, cell) for cell in grid.cells],
        "places": [_place(hexmap, row) for row in rows.places],
        "sides": [_river(hexmap, row) for row in rows.sides],
        "roads": [{"grade": r.grade, "name": r.name, "path": r.path.split(), "source": r.source} for r in rows.roads],
        #: Each hexside a road crosses once, so that a client draws no stretch twice.
        "road_sides": {grade: _sides(hexmap, sides) for grade, sides in single_grade(hexmap).items()},
        "roads_off_map": {edge: grid.numbers(board) for edge, board in hexmap.off_map.items()},
        "bridges": [_bridge(hexmap, number) for number in range(len(hexmap.bridges))],
        "areas": {key: {"name": head.areas[key], "hexes": grid.numbers(board)} for key, board in hexmap.areas.items()},
        "boundaries": [{"name": r.name, "path": r.path.split(), "source": r.source} for r in rows.boundaries],
        "features": [_feature(hexmap, row) for row in rows.features],
    }


def _geometry(hexmap: HexMap) -> dict[str, Any]:
    """Corner n of a hex lies at its centre plus corners[n]; side d runs from corner d to corner d + 1. The unit is a
    hex from flat side to flat side, x grows to the east, y to the south."""
    return {
        "directions": list(hexmap.grid.numbering.directions),
        "bounds": _rounded(*hexmap.layout.bounds),
        "corners": [_rounded(*offset) for offset in hexmap.layout.offsets],
    }


def _hex(hexmap: HexMap, cell: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "hex": hexmap.grid.number(cell),
        "cell": cell,
        "at": _rounded(*hexmap.layout.centre(cell)),
        "terrain": hexmap.terrain_at(cell),
        "source": hexmap.source(cell),
    }
    if name := hexmap.name(cell):
        found["name"] = name
    if features := [feature for feature, board in hexmap.features.items() if board >> cell & 1]:
        found["features"] = features
    if areas := [area for area, board in hexmap.areas.items() if board >> cell & 1]:
        found["areas"] = areas
    return found


def _place(hexmap: HexMap, row: PlaceRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "hex": hexmap.grid.number(hexmap.cell(row.hex)),
        "size": row.size,
        "shown": row.shown,
        "aliases": [alias for alias in row.aliases.split(";") if alias],
        "source": row.source,
    }


def _river(hexmap: HexMap, row: SideRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "name": row.name,
        "path": row.path.split(),
        "line": [_rounded(*point) for point in along_sides(hexmap, row.path)],
        "source": row.source,
    }


def along_sides(hexmap: HexMap, path: str) -> list[Point]:
    """The corners a path of hexsides runs through, joined end to end."""
    found: list[Point] = []
    for cell, other in hexmap.hexsides(path):
        first, last = hexmap.layout.side(cell, hexmap.grid.direction(cell, other))
        key = hexmap.layout.key
        if found and key(found[-1]) == key(last):
            first, last = last, first
        elif len(found) == 2 and key(found[0]) in (key(first), key(last)):
            found.reverse()
            if key(found[-1]) == key(last):
                first, last = last, first
        if not found or key(found[-1]) != key(first):
            found.append(first)
        found.append(last)
    return found


def single_grade(hexmap: HexMap) -> dict[str, Sides]:
    """Roads per grade, a hexside with two grades only in the first."""
    found: dict[str, Sides] = {}
    for grade, sides in hexmap.roads.items():
        for taken in found.values():
            sides = less(sides, taken)  # noqa: PLW2901
        found[grade] = shared(sides, hexmap.road)
    return found


def _sides(hexmap: HexMap, sides: Sides) -> list[str]:
    return [hexmap.hexside(a, b) for a, b in hexmap.grid.pairs(sides)]


def _bridge(hexmap: HexMap, number: int) -> dict[str, Any]:
    bridge = hexmap.bridges[number]
    direction = hexmap.grid.direction(bridge.cell, bridge.other)
    return {
        "number": number,
        "hexside": hexmap.hexside(bridge.cell, bridge.other),
        "at": _rounded(*hexmap.layout.middle(bridge.cell, direction)),
        "river": bridge.river,
        "name": bridge.name,
        "blown": bridge.blown,
        "owner": bridge.owner,
        "road": bridge.road,
        "source": hexmap.rows.bridges[number].source,
    }


def _feature(hexmap: HexMap, row: FeatureRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "hexes": [hexmap.grid.number(hexmap.cell(number)) for number in row.hexes.split()],
        "name": row.name,
        "value": row.value,
        "side": row.side,
        "until": row.until,
        "source": row.source,
    }


def _rounded(*numbers: float) -> list[float]:
    return [round(number, 4) for number in numbers]
