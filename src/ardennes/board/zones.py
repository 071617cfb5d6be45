"""Zones of control as sets of cells, with hexsides that some units' control does not cross."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.board.hexes import HexGrid, Sides


def controlled(grid: HexGrid, groups: Iterable[tuple[int, Sides]]) -> int:
    """Every cell that units control from next to it.

    A group is the cells of units that control alike, and the hexsides their control crosses, seen from the units and
    sorted with `HexGrid.by_step`.
    """
    found = 0
    for exerting, crossing in groups:
        if exerting:
            found |= grid.stepped(exerting, crossing)
    return found & grid.board
