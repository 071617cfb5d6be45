"""How far the victory point hexes are, in turns: along the roads as they lie, whoever stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.board.reach import Way, reach
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.ground import MOTORIZED_ROAD

#: Half points a motorized unit makes in a turn, blocked and diverted as units are.
PER_TURN = 16
#: As far as is looked, in half points; beyond that everything is equally far.
HORIZON = 8 * PER_TURN
#: What a forest off the road costs on paper, where no motorized unit goes at all: infantry does.
FOREST = 8


@lru_cache(maxsize=8)
def _ways(box: Box) -> tuple[Way, ...]:
    ground = box.ground
    known = 0
    for _, board in ground.motorized_entry:
        known |= board
    country = (*ground.motorized_entry, (FOREST, box.grid.board & ~known))
    return (
        Way(box.grid, ((MOTORIZED_ROAD, box.grid.board),), box.map.road),
        Way(box.grid, country, box.grid.every_side),
    )


@lru_cache(maxsize=256)
def turns_to(box: Box, place: int) -> Sequence[float]:
    """The turns from every hex to one; the way there and the way back cost much the same."""
    found = reach(box.grid, 1 << place, _ways(box), HORIZON, box.grid.board)
    field = [float(HORIZON // PER_TURN + 1)] * box.grid.size
    for cost in range(len(found.layers) - 1, -1, -1):
        for cell in cells(found.layers[cost]):
            field[cell] = cost / PER_TURN
    return field
