"""Courses to be drawn: rivers through the corners of hexes, roads with every stretch once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.board.hexes import Sides, less, shared
from ardennes.board.layout import Point

if TYPE_CHECKING:
    from ardennes.board.hexmap import HexMap


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
