"""12.2 Bridges blown, repaired and built, in whatever way it comes about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import supply, travel
from ardennes.titles.enemy_action_ardennes.state import State


def standing_bridges(g: State) -> int:
    """12.2 The river hexsides with a bridge that can be used, as a set."""
    return g.built | g.box.ground.rivers_bridged(g.box.ground.all_bridges & ~g.blown)


def blow(g: State, river: int) -> None:
    """12.21, 12.22 A bridge is destroyed; one built in play is simply gone."""
    bridge = g.box.ground.bridge_of_side[river]
    if g.built >> river & 1:
        g.built &= ~(1 << river)
        g.german_built &= ~(1 << river)
    else:
        g.blown |= 1 << bridge
    g.tell(events.BridgeBlown, river)


def restore(g: State, side: Side, river: int) -> None:
    """12.21a, 12.22 A blown bridge is repaired, or a new one built; it belongs to whoever did it."""
    bridge = g.box.ground.bridge_of_side[river]
    new = bridge < 0
    if new:
        g.built |= 1 << river
        g.german_built = g.german_built & ~(1 << river) | (side is Side.GERMAN) << river
    else:
        g.blown &= ~(1 << bridge)
        g.german_bridges = g.german_bridges & ~(1 << bridge) | (side is Side.GERMAN) << bridge
    g.tell(events.BridgeBuilt, side, river, new)


def workable(g: State, side: Side) -> list[int]:
    """10.0e, EA-ET.7, EA-ET.8 The river hexsides without a bridge where a side's engineers may work: one hex in supply,
    no enemy unit at either end, and no enemy control of an end without a friendly unit."""
    known = g.remember()
    key = ("workable", side)
    if key not in known:
        fed = supply.traceable(g, side)
        bad = g.occupied[side.enemy] | g.zone(side.enemy) & ~g.occupied[side]
        both, standing = g.box.ground.river_ends, standing_bridges(g)
        known[key] = [
            river for river, ends in enumerate(both) if fed & ends and not bad & ends and not standing >> river & 1
        ]
    found: list[int] = known[key]
    return found


def blowable(g: State) -> list[int]:
    """4.13b, 12.21b, EA-ET.8 The bridges an Engineers event may blow: one hex in Allied supply, not both held by
    Germans, and not on Dec 16."""
    if g.day == g.box.numbers.surprise.day:
        return []
    fed, germans = supply.traceable(g, Side.ALLIED), g.occupied[Side.GERMAN]
    both = g.box.ground.river_ends
    return [river for river in cells(standing_bridges(g)) if fed & both[river] and germans & both[river] != both[river]]


def beside(g: State, cell: int) -> list[int]:
    """The river hexsides of a hex that have a standing bridge."""
    return [river for river in g.box.ground.rivers_at[cell] if travel.standing_bridge(g, river)]


def on_the_way(g: State, path: Sequence[int]) -> tuple[int, ...]:
    """The river hexsides on a way that have a standing bridge."""
    sides = [g.box.ground.river_side(before, cell) for before, cell in pairwise(path)]
    return tuple([river for river in sides if river >= 0 and travel.standing_bridge(g, river)])


def seize(g: State, side: Side) -> None:
    """12.2d Bridges next to an activated unit change hands if no unit of their owner stands at the other end."""
    held = 0
    for unit in cells(g.active):
        held |= 1 << g.place[unit]
    for cell in cells(held):
        for river in beside(g, cell):
            pair = g.box.ground.river_sides[river]
            far = pair[0] if pair[1] == cell else pair[1]
            if travel.owner(g, river) is not side and not g.occupied[side.enemy] >> far & 1:
                travel.take_bridge(g, side, river)
