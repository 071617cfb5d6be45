"""8.2, 8.35 Moving step by step: where a stack may pause on its way, wade, or stop once it is under way."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import (
    destinations,
    stops,
    why_not_get,
    why_not_stay,
    why_not_step,
)
from ardennes.titles.tigers_in_the_mist.rules.movement.march import after
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import Reach, reach, slack, step_cost
from ardennes.titles.tigers_in_the_mist.rules.occupation import refuses
from ardennes.titles.tigers_in_the_mist.state import State


def waypoints(g: State, units: tuple[int, ...], side: Side, found: Reach, ends: int) -> int:
    """8.2 Places from which a stack could go on: a player who cares for the route names them one by one.

    A stack may pass where it may not stop (7.1, 8.28), if it can get from there to a place where it may.
    """
    if found.one_area:
        return 0
    places = found.unfinished() & ~(g.occupied[side.enemy] | g.box.map.all_zones)
    for place in cells(places & ~ends):
        if not _near_an_end(g, side, found, ends, place) and not _leads_on(g, units, side, found.path(place)):
            places ^= 1 << place
    return places


def _near_an_end(g: State, side: Side, found: Reach, ends: int, place: int) -> bool:
    """Whether a dry road leads straight on to one of the stack's destinations: the usual case, and no search."""
    spent, waded = found.way(place)
    left = (found.foot if waded else found.own) - spent
    near = g.box.map.net(g.blown).neighbours[place] & ends
    return any(step_cost(g, side, place, g.box.map.step(place, end)) <= left for end in cells(near))


def _leads_on(g: State, units: tuple[int, ...], side: Side, path: Sequence[int]) -> bool:
    """Whether a stack that has gone along a way can go on from its end to a place where it may stop."""
    return bool(destinations(after(g, side, units, path), units, side))


def fords(g: State, units: tuple[int, ...], side: Side, found: Reach, ends: int) -> list[int]:
    """8.35 The places across a blown bridge where a stack may choose to wade although dry roads lead there too."""
    across = g.box.map.net(g.blown).cut[g.place[units[0]]] & found.places()
    return [
        place
        for place in cells(across)
        if _why_not_ford(g, units, side, place) is None and (ends >> place & 1 or _fords_on(g, units, side, place))
    ]


def _fords_on(g: State, units: tuple[int, ...], side: Side, place: int) -> bool:
    """Whether a stack may wade to a place where it may not stop, because it can go on from there."""
    ends_here = g.holds(side.enemy, place) or g.box.map.is_zone(place) or reach(g, units, side).one_area
    return not ends_here and _leads_on(g, units, side, (place,))


def may_stop(g: State, units: tuple[int, ...], side: Side) -> bool:
    """7.1, 8.28 Whether a stack may end its move at a waypoint: where it may stop at all, or can go nowhere."""
    here = g.place[units[0]]
    if stops(g, units, side) >> here & 1 and not refuses(g, here, side, ()):
        return True
    return not any(destinations(g, (unit,), side) for unit in units)


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_stop(g: State, units: tuple[int, ...], side: Side) -> Reason | None:
    """7.1, 8.28 Why a stack may not end its move at a waypoint."""
    reason = why_not_stay(g, units, side, g.place[units[0]], ())
    if reason is None or not any(destinations(g, (unit,), side) for unit in units):
        return None
    return Reason(reason.rule, say("{reason}: the stack has to go on", reason=reason.text))


def why_not_via(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """8.2, 8.22, 8.29, 8.38 Why a place cannot be a waypoint."""
    if reason := why_not_get(g, units, side, place):
        return reason
    if g.holds(side.enemy, place) or g.box.map.is_zone(place):
        return Reason("TM-8.22", say("a move ends in {place}", place=g.box.map.names[place]))
    found = reach(g, units, side)
    if found.one_area:
        return Reason("TM-8.29a", "a stack out of supply moves one area only")
    spent, waded = found.way(place)
    if (found.foot if waded else found.own) <= spent:
        return Reason("TM-8.38", "no movement points would be left to go on")
    reason = why_not_stay(g, units, side, place, units)
    return None if reason is None or _leads_on(g, units, side, found.path(place)) else reason


def why_not_wade(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """8.33 - 8.35 Why a stack may not choose to wade to a place next door."""
    here = g.place[units[0]]
    if not 0 < place < g.box.map.places:
        return Reason("TM-8.2", "there is no such place")
    link = g.box.map.link(here, place)
    if link is None or not link.crossing_bit & g.blown:
        return Reason("TM-8.35a", say("no blown bridge leads from here to {place}", place=g.box.map.names[place]))
    if reason := why_not_get(g, units, side, place) or _why_not_ford(g, units, side, place):
        return reason
    reason = why_not_stay(g, units, side, place, units)
    return None if reason is None or _fords_on(g, units, side, place) else reason


def _why_not_ford(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """8.33 - 8.35 Why a stack may not choose to wade to a place next door that it can get to."""
    here = g.place[units[0]]
    name = g.box.map.names[place]
    if reason := why_not_step(g, side, units, here, here, place):
        return reason
    need, (_, foot) = step_cost(g, side, here, g.box.map.step(here, place)), slack(g, units)
    if need > foot:
        return Reason(
            "TM-8.34a",
            say(
                "to wade to {name} costs {need} MP, and the stack has {left} as foot",
                name=name,
                need=need,
                left=max(foot, 0),
            ),
        )
    if reach(g, units, side).way(place)[1]:
        return Reason("TM-8.35a", say("no dry road leads to {name}: the stack wades there in any case", name=name))
    return None
