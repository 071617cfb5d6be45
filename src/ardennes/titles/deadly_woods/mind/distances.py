"""How far the victory point hexes are, in turns: along the roads as they lie, and past the enemy as he stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.board.reach import Way, reach
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.ground import MOTORIZED_ROAD
from ardennes.titles.deadly_woods.rules import areas
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

#: Half points a motorized unit makes in a turn, blocked and diverted as units are.
PER_TURN = 16
#: As far as is looked, in half points; beyond that everything is equally far.
HORIZON, BEYOND = 8 * PER_TURN, 9.0
#: What a forest off the road costs on paper, where no motorized unit goes at all: infantry does.
FOREST = 8
#: What a hex in an enemy zone costs more, where a unit has to stop, and one that must be fought for.
ZONE, FIGHT = 6, 14


@lru_cache(maxsize=8)
def _country(box: Box) -> tuple[tuple[int, int], ...]:
    known = 0
    for _, board in box.ground.motorized_entry:
        known |= board
    return (*box.ground.motorized_entry, (FOREST, box.grid.board & ~known))


@lru_cache(maxsize=8)
def _ways(box: Box, zoned: int = 0, enemies: int = 0) -> tuple[Way, ...]:
    """By road and across country, dearer where the enemy is."""
    dearer = ((0, box.grid.board & ~zoned & ~enemies), (ZONE, zoned & ~enemies), (FIGHT, enemies))
    road = [(MOTORIZED_ROAD + more, board) for more, board in dearer if board]
    country = [(cost + more, board & place) for cost, board in _country(box) for more, place in dearer if board & place]
    return Way(box.grid, road, box.map.road), Way(box.grid, country, box.grid.every_side)


@lru_cache(maxsize=1024)
def turns_to(box: Box, place: int) -> Sequence[float]:
    """The turns from every hex to one; the way there and the way back cost much the same."""
    return _field(box, place, _ways(box), box.grid.board)


def turns_past(g: State, side: Side, place: int) -> Sequence[float]:
    """The same with the enemy in the way; for the Germans what lies beyond a boundary waits until that is lifted."""
    bound = side is Side.GERMAN and areas.divided(g)
    area = areas.army_area(g, place) if bound else g.box.grid.board
    wait = g.box.numbers.areas.until + 1 - g.turn if bound else 0
    return _past(g.box, place, zone(g, side.enemy), g.occupied[side.enemy], area, wait)


@lru_cache(maxsize=256)
def _past(box: Box, place: int, zoned: int, enemies: int, area: int, wait: int) -> Sequence[float]:
    field = _field(box, place, _ways(box, zoned, enemies), area)
    # Found from the place outwards, so that a hex is charged with its own zone; whoever stands in it has paid that.
    for cell in cells(zoned & ~enemies & area):
        field[cell] = max(field[cell] - ZONE / PER_TURN, 0.0)
    if wait:
        free = turns_to(box, place)
        for cell in cells(box.grid.board & ~area):
            field[cell] = free[cell] + wait
    return field


def _field(box: Box, place: int, ways: Sequence[Way], free: int) -> list[float]:
    return reach(box.grid, 1 << place, ways, HORIZON, free).turns(PER_TURN, BEYOND)
