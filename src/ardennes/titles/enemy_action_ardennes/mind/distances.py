"""How far the towns are, in activations: along the roads and over the country as they lie, whoever stands there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.board.reach import Way, reach
from ardennes.titles.enemy_action_ardennes.box import Box

#: Movement points of an activation, between those of infantry and of mechanized units.
PER_TURN = 5
#: As far as is looked, in points; beyond that everything is equally far.
HORIZON, BEYOND = 8 * PER_TURN, 9.0


@lru_cache(maxsize=8)
def _ways(box: Box) -> tuple[Way, ...]:
    ground = box.ground
    return (
        Way(box.grid, ((box.numbers.movement.road, box.grid.board),), box.map.road),
        Way(box.grid, ground.infantry_entry, box.grid.every_side),
    )


@lru_cache(maxsize=256)
def turns_to(box: Box, place: int) -> Sequence[float]:
    """The activations from every hex to one; the way there and the way back cost much the same."""
    return reach(box.grid, 1 << place, _ways(box), HORIZON, box.grid.board).turns(PER_TURN, BEYOND)
