"""How things on the table and the time of day are called."""

from __future__ import annotations

from ardennes.kernel import Sight
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules.special_forces import EFFECTS
from ardennes.titles.tigers_in_the_mist.state import own
from ardennes.titles.tigers_in_the_mist.verbs import BRIDGE, EFFECT, UNIT, VERBS


def describe(sight: Sight, verb: str, target: int) -> str:
    """A target as it lies on the table, for a step that has no words of its own."""
    g = own(sight.state)
    kind = VERBS.by_key[verb].kind
    if kind is UNIT:
        return say("{unit} at {place}", unit=g.described(target), place=g.box.map.names[g.place[target]])
    if kind is BRIDGE:
        return say("the bridge {bridge}", bridge=g.box.map.bridge_name(target))
    if kind is EFFECT:
        return say("Special Forces: {effect}", effect=EFFECTS.get(target, "?"))
    return g.box.map.names[target]


def clock(sight: Sight) -> str:
    """8.1 The turn marker, e.g. "17-2"."""
    g = own(sight.state)
    return f"{g.day}-{g.impulse}"


def date(sight: Sight) -> str:
    """The turn marker in words."""
    g = own(sight.state)
    return say("December {day}, impulse {impulse}", day=g.day, impulse=g.impulse)
