"""Areas of a map: armies, corps, nations. Written as ranges (`columns 01-16 rows 01-08`) or by a boundary.

`north of NAME`, `on NAME` and `south of NAME` ask on which side of a boundary path a hex lies; beyond its ends a
boundary runs on due east and west. `beyond RIVER` is what cannot be reached from the map's eastern edge without
crossing the river, `shared 0613 0714` lists hexes. Conditions are joined by `and`; several rows of an area add up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ardennes.atlas.plan import AreaRow
from ardennes.board.hexes import HexGrid, less
from ardennes.board.layout import HexLayout

RANGE = re.compile(r"(columns?|rows?) (\d\d)(?:-(\d\d))?")


class Sheet(NamedTuple):
    """What an area may refer to."""

    layout: HexLayout
    boundaries: Mapping[str, Sequence[int]]
    #: River -> the hexes beyond it.
    beyond: Mapping[str, int]


def area_hexes(rows: Sequence[AreaRow], sheet: Sheet) -> dict[int, list[str]]:
    """Per hex the areas it belongs to, in the order of the file."""
    order = list(dict.fromkeys(row.area for row in rows))
    found: dict[int, list[str]] = {}
    for cell in sheet.layout.grid.cells:
        mine = {row.area for row in rows if _holds(row.where, cell, sheet)}
        found[cell] = [area for area in order if area in mine]
    return found


def beyond(grid: HexGrid, river: Iterable[tuple[int, int]]) -> int:
    """The hexes that are cut off from the eastern edge by a river."""
    dry = less(grid.every_side, grid.sides(river))
    return grid.board & ~grid.flood(grid.edges["east"], grid.board, dry)


def _holds(where: str, cell: int, sheet: Sheet) -> bool:
    return all(_condition(part.strip(), cell, sheet) for part in where.split(" and "))


def _condition(words: str, cell: int, sheet: Sheet) -> bool:
    layout, boundaries = sheet.layout, sheet.boundaries
    if words == "all":
        return True
    if words.startswith("beyond "):
        return bool(sheet.beyond[words.removeprefix("beyond ")] >> cell & 1)
    if words.startswith("shared "):
        return layout.grid.number(cell) in words.split()
    for relation in ("north of ", "south of ", "on "):
        if words.startswith(relation):
            side = _side(cell, layout, boundaries[words.removeprefix(relation)])
            return side == {"north of ": -1, "south of ": 1, "on ": 0}[relation]
    matches = RANGE.findall(words)
    if not matches:
        raise ValueError(f"areas.csv: {words!r} is neither a range of columns and rows nor a side of a boundary")
    return all(_in_range(layout.grid, cell, axis, low, high or low) for axis, low, high in matches)


def _in_range(grid: HexGrid, cell: int, axis: str, low: str, high: str) -> bool:
    line, place = grid.line_and_place(cell)
    column, row = (line, place) if grid.numbering.flat else (place, line)
    number = column + 1 if axis.startswith("column") else row + 1
    return int(low) <= number <= int(high)


def _side(cell: int, layout: HexLayout, path: Sequence[int]) -> int:
    """-1 north of the path, 0 on it, +1 south of it."""
    if cell in path:
        return 0
    x, y = layout.centre(cell)
    level = [layout.centre(other)[1] for other in path if abs(layout.centre(other)[0] - x) < 0.1]
    if not level:
        level = [layout.centre(min(path, key=lambda other: abs(layout.centre(other)[0] - x)))[1]]
    # A path may touch a column twice; a hex between the two is south of the northern one.
    return -1 if y < min(level) else 1
