"""What rungs of several chapters share: who is judged at all, and what is for the movement phase only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.board.cells import board_of, cells
from ardennes.kernel.rungs import KeepsOut, Rung, each
from ardennes.kernel.words import phrase
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.state import State


def every_unit(step: object, g: State) -> int:
    """All units of both sides, on the map or not: whatever could be named."""
    return (1 << len(g.box.units)) - 1


def each_there(stops: Callable[[Any, Any, int], object]) -> KeepsOut:
    """A rule that is asked of units on the map only."""
    return each(lambda g, about, unit: g.on_map(unit) and stops(g, about, unit))


def off_map(g: State, about: object, left: int) -> int:
    """Those of some units that stand in no hex."""
    place = g.place
    return board_of([unit for unit in cells(left) if place[unit] >= OFF_MAP])


def next_to_enemy(g: State, step: Any, left: int) -> int:
    """Those of some units of a side with an enemy next to them."""
    beside, place = g.box.map.grid.around(g.occupied[step.side.enemy]), g.place
    return board_of([unit for unit in cells(left) if place[unit] < OFF_MAP and beside >> place[unit] & 1])


def no_fighter(g: State, about: object, unit: int) -> dict[str, object]:
    """What a unit is that neither builds nor fights."""
    return {"what": "artillery" if g.box.units.artillery[unit] else phrase("a leader")}


#: 4 A.4 What comes before combat; the question is asked about a step of movement.
BEFORE_COMBAT = Rung(
    "BW-4d",
    "building and waiting belong to the movement phase",
    lambda g, step, left: left if step.exploiting else 0,
)
OWN_BUILDERS = Rung(
    "BW-4d",
    "only units of the moving side may build",
    lambda g, step, left: left & ~g.box.units.all_of[step.side],
)
