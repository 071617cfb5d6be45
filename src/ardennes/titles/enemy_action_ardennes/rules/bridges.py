"""12.2 Bridges blown, repaired and built, in whatever way it comes about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
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


def _ending_in(g: State, rivers: int, board: int) -> int:
    """Those of a set of river hexsides that have an end in a hex of a board."""
    ends, found = g.box.ground.river_ends, 0
    for river in cells(rivers):
        if ends[river] & board:
            found |= 1 << river
    return found


def _unfed(g: State, side: Side, rivers: int) -> int:
    """10.0e Those of a set of river hexsides that have no end in a side's supply."""
    fed, ends, found = supply.traceable(g, side), g.box.ground.river_ends, 0
    for river in cells(rivers):
        if not ends[river] & fed:
            found |= 1 << river
    return found


def _works(rule: str) -> Rungs:
    return Rungs(
        lambda g, side, river: {},
        Rung("EA-12.2a", "a bridge stands there", lambda g, side, left: left & standing_bridges(g)),
        Rung(
            rule,
            "the enemy holds an end of it",
            lambda g, side, left: _ending_in(g, left, g.occupied[side.enemy]),
        ),
        Rung(
            rule,
            "the enemy controls an empty end of it",
            lambda g, side, left: _ending_in(g, left, g.zone(side.enemy) & ~g.occupied[side]),
        ),
        Rung("EA-10.0e", "neither end of it is in supply", _unfed),
    )


#: 10.0e, EA-ET.7, EA-ET.8 What keeps a side's engineers from putting a bridge up: the sides in their order.
WORKS = (_works("EA-ET.7"), _works("EA-ET.8"))
#: 4.13b, 12.21b, EA-ET.8 What keeps a bridge from being blown by an Engineers event.
BLOWN = Rungs(
    lambda g, about, river: {},
    Rung(
        "EA-4.13b",
        "the Allies blow no bridge on Dec 16",
        lambda g, about, left: left if g.day == g.box.numbers.surprise.day else 0,
    ),
    Rung("EA-12.2a", "no bridge stands there", lambda g, about, left: left & ~standing_bridges(g)),
    Rung(
        "EA-ET.8",
        "German units hold both ends of it",
        each(lambda g, about, river: not g.box.ground.river_ends[river] & ~g.occupied[Side.GERMAN]),
    ),
    Rung(
        "EA-10.0e",
        "neither end of it is in supply",
        lambda g, about, left: _unfed(g, Side.ALLIED, left),
    ),
)


def blowable(g: State) -> int:
    """12.21b, EA-ET.8 The bridges an Engineers event may blow."""
    return BLOWN.free(g, None, g.box.ground.all_rivers)


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
