"""Names for what lies on the table, where a step has no words of its own."""

from __future__ import annotations

from ardennes.kernel import Sight
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import EDGES, turns
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES, GERMAN_ARMIES
from ardennes.titles.bitter_woods.state import own
from ardennes.titles.bitter_woods.verbs import ARMY, BRIDGE, EDGE, LEADER, UNIT, VERBS


def describe(sight: Sight, verb: str, target: int) -> str:
    """A target as it lies on the table."""
    g = own(sight.state)
    kind = VERBS.by_key[verb].kind
    if kind in (UNIT, LEADER):
        return g.describe_there(target)
    if kind is BRIDGE:
        return say("the bridge {target}", target=g.box.bridge_name(target))
    if kind is EDGE:
        return say("leave the map over the {target} edge", target=EDGES[target])
    if kind is ARMY:
        return say("attach it to {target}", target=ARMY_NAMES[GERMAN_ARMIES[target]])
    return g.hex_name(target)


def clock(sight: Sight) -> str:
    """The turn and whose it is, e.g. "17PM German"."""
    g = own(sight.state)
    return say("{turn} {side}", turn=turns.name(g.turn), side=g.mover)


def date(sight: Sight) -> str:
    """The turn."""
    return own(sight.state).date
