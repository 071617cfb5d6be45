"""7.0 Zones of control."""

from __future__ import annotations

from ardennes.board.zones import controlled
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.state import State


def zone(g: State, side: Side) -> int:
    """7.1, 7.2 Every hex in the zone of control of a side's units.

    No zone crosses a river without an intact bridge; armor's follows roads into woods; only infantry and Germans
    control Westwall hexes.
    """
    first = 3 * side
    full, cavalry, armor = g.exerting[first : first + 3]
    key = (full, cavalry, armor, g.blown)
    known, board = g.zones[side]
    if known != key:
        ground = g.box.ground
        german = side is Side.GERMAN
        groups = (
            (full, ground.sorted_zoc(g.blown, False, True)),
            (cavalry, ground.sorted_zoc(g.blown, False, german)),
            (armor, ground.sorted_zoc(g.blown, True, german)),
        )
        board = controlled(ground.grid, groups)
        g.zones[side] = (key, board)
    return board


def hindering(g: State, side: Side) -> int:
    """7.3 The enemy zone that stops a side's supply lines and costs its retreats a step: friendly combat units cancel
    it in their hex, and for the Germans the Westwall does. Engineers do not, the Delay asset does."""
    board = zone(g, side.enemy) & ~g.occupied[side]
    return board & ~g.box.ground.westwall if side is Side.GERMAN else board
