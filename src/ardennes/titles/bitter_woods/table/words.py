"""Names for what lies on the table, where a step has no words of its own."""

from __future__ import annotations

from ardennes.titles.bitter_woods.box import EDGES, turns
from ardennes.titles.bitter_woods.rules import bridges
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.verbs import BRIDGE, EDGE, UNIT, VERBS


def describe(g: State, verb: str, target: int) -> str:
    """A target as it lies on the table."""
    kind = VERBS.by_key[verb].kind
    if kind is UNIT:
        return g.describe_there(target)
    if kind is BRIDGE:
        return f"the bridge {bridges.name(g, target)}"
    if kind is EDGE:
        return f"leave the map over the {EDGES[target]} edge"
    return g.hex_name(target)


def clock(g: State) -> str:
    """The turn and whose it is, e.g. "17PM German"."""
    return f"{turns.name(g.turn)} {g.mover}"
