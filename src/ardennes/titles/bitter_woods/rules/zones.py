"""7.0 Zones of Control."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.state import State


def zone(g: State, side: Side) -> int:
    """7.0 - 7.3 Every hex in the zone of control of a side's units: the six hexes around each, but not over the Meuse.

    Artillery has a zone in its own hex only, which no enemy can enter anyway, so that hex is not part of this set.
    """
    exerting = g.exerting[side]
    known, board = g.zones[side]
    if known != exerting:
        ground = g.box.ground
        board = ground.grid.stepped(exerting, ground.zoned)
        g.zones[side] = (exerting, board)
    return board


def in_zone(g: State, side: Side, cell: int) -> bool:
    """Whether a hex is in the zone of control of a side."""
    return bool(g.box.ground.near[cell] & g.exerting[side])


def watchers(g: State, side: Side, cell: int) -> int:
    """The hexes from which units of a side control a hex."""
    return g.box.ground.near[cell] & g.exerting[side]


def watched_by_same(g: State, side: Side, cell: int) -> int:
    """7.4 The hexes in the zone of a unit of the side that also controls `cell`: no step leads straight to them."""
    by = watchers(g, side, cell)
    return g.box.ground.grid.stepped(by, g.box.ground.zoned) if by else 0


def armed(g: State, side: Side) -> int:
    """The hexes with units that may attack: those with a zone of control, and lone battalions of Peiper's (36.9)."""
    return g.exerting[side] if side else g.exerting[0] | g.in_thirds
