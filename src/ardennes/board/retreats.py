"""Ways back: where a retreat of so many hexes may end, and how it gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ardennes.board.cells import board_of, cells, union
from ardennes.board.hexes import HexGrid

Path = tuple[int, ...]


def ways_back(grid: HexGrid, start: int, hexes: int, step: Callable[[int], int], ends: int) -> dict[int, Path]:
    """The hexes a retreat may end in, each with a shortest way, both ends of it included.

    `step` gives the neighbours of a hex that may be entered from it. Every hex leads farther from the start, until so
    many hexes are behind; from a hex that is not among `ends` the retreat goes on, one hex at a time, to the first
    hex that is, and never comes nearer than `hexes` again.
    """
    near, closed = 1 << start, 0
    front: dict[int, Path] = {start: (start,)}
    for _ in range(hexes):
        closed = near
        near |= grid.around(near)
        front = _onward(front.values(), step, near & ~closed)
    found: dict[int, Path] = {}
    while front:
        closed |= board_of(front)
        found |= {cell: path for cell, path in front.items() if ends >> cell & 1}
        front = _onward((path for cell, path in front.items() if not ends >> cell & 1), step, ~closed)
    return found


def comes_to(grid: HexGrid, start: int, hexes: int, step: Callable[[int], int]) -> int:
    """The hexes such a retreat could come to if it ended nowhere before, as a set."""
    near, closed, front, found = 1 << start, 0, 1 << start, 0
    for _ in range(hexes):
        closed = near
        near |= grid.around(near)
        front = union(map(step, cells(front))) & near & ~closed
    while front:
        found |= front
        closed |= front
        front = union(map(step, cells(front))) & ~closed
    return found


def onward(paths: Iterable[Path], step: Callable[[int], int]) -> list[Path]:
    """Ways made longer by one step, into hexes they have not been in."""
    return [(*path, cell) for path in paths for cell in cells(step(path[-1])) if cell not in path]


def _onward(paths: Iterable[Path], step: Callable[[int], int], free: int) -> dict[int, Path]:
    front: dict[int, Path] = {}
    for path in paths:
        for cell in cells(step(path[-1]) & free):
            front.setdefault(cell, (*path, cell))
    return front
