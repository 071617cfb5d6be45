"""8.2, 8.35 Moving step by step: where a stack may pause on its way, wade, or stop once it is under way."""

from __future__ import annotations

from ardennes.kernel import Reason
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import GETTING, SHUT, STAYS, named, reached
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import (
    CLOSED,
    OUTSIDE,
    ROADS,
    Group,
    Leg,
    out_of_supply,
    slack,
    step_cost,
)
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import reach
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import destinations, fords_on, leads_on
from ardennes.titles.tigers_in_the_mist.state import State


def _is_out_of_breath(g: State, group: Group, place: int) -> bool:
    """8.38 Whether the way to a place takes all the MP that count on it."""
    own, foot = slack(g, group.units)
    found = reached(g, group)
    return found.wet[place] >= foot if found.wades(place) else found.dry.get(place, -1) >= own


def _leads_nowhere(g: State, group: Group, place: int) -> bool:
    """7.1, 8.28 Whether a stack may not stay in a place, nor go on from there to one where it may."""
    found = reach(g, group.units, group.side)
    if STAYS.first(g, group, place) is None or not found.places() >> place & 1:
        return False
    return not leads_on(g, group.units, group.side, found.path(place))


def _may_not_stay(g: State, group: Group, place: int) -> Reason:
    """What keeps a stack from staying in a place."""
    reason = STAYS.why_not(g, group, place)
    assert reason is not None
    return reason


#: 8.2, 8.22, 8.29, 8.38 What keeps a stack from pausing in a place on its way.
WAYPOINTS = Rungs(
    named,
    *GETTING,
    Rung(
        "TM-8.22",
        "a move ends in {place}",
        lambda g, group, left: left & (g.occupied[group.side.enemy] | g.box.map.all_zones),
    ),
    Rung(
        "TM-8.29a",
        "a stack out of supply moves one area only",
        lambda g, group, left: left if out_of_supply(g, group) else 0,
    ),
    Rung("TM-8.38", "no movement points would be left to go on", each(_is_out_of_breath)),
    Rung("TM-8.28", "", each(_leads_nowhere), reason=_may_not_stay),
)


def ford(g: State, leg: Leg, place: int) -> int:
    """8.35 What it costs to wade to the next place."""
    return step_cost(g, leg.side, leg.here, g.box.map.step(leg.here, place))


def _is_too_deep(g: State, leg: Leg, place: int) -> bool:
    """8.34 Whether a stack cannot pay for wading to a place next door."""
    return g.box.map.adjacent(leg.here, place) and ford(g, leg, place) > slack(g, leg.units)[1]


def _wades_nowhere(g: State, leg: Leg, place: int) -> bool:
    """7.1, 8.28 Whether a stack may not stay where it would wade to, nor go on from there."""
    if STAYS.first(g, leg, place) is None or not g.box.map.adjacent(leg.here, place):
        return False
    return not fords_on(g, leg.units, leg.side, place)


#: 8.33 - 8.35 What keeps a stack from choosing to wade to a place next door.
FORDS = Rungs(
    named,
    Rung(
        "TM-8.35a",
        "no blown bridge leads from here to {place}",
        lambda g, leg, left: left & ~g.box.map.net(g.blown).cut[leg.here],
    ),
    *CLOSED,
    OUTSIDE,
    *SHUT,
    *ROADS,
    Rung(
        "TM-8.34a",
        "to wade to {name} costs {need} MP, and the stack has {left} as foot",
        each(_is_too_deep),
        lambda g, leg, place: {"need": ford(g, leg, place), "left": max(slack(g, leg.units)[1], 0)},
    ),
    Rung(
        "TM-8.35a",
        "no dry road leads to {name}: the stack wades there in any case",
        each(lambda g, leg, place: reached(g, leg).wades(place)),
    ),
    Rung("TM-8.28", "", each(_wades_nowhere), reason=_may_not_stay),
)


def why_not_stop(g: State, group: Group) -> Reason | None:
    """7.1, 8.28 Why a stack may not end its move at a waypoint: it may not stay there, and can go on."""
    reason = STAYS.why_not(g, group, g.place[group.units[0]])
    if reason is None or not any(destinations(g, (unit,), group.side) for unit in group.units):
        return None
    return Reason(reason.rule, say("{reason}: the stack has to go on", reason=reason.text))
