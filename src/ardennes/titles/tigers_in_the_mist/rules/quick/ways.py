"""8.2, 8.35 Where a stack may go and stop, where it may pause on its way, and where it may choose to wade."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.rules import occupation, supply
from ardennes.titles.tigers_in_the_mist.rules.movement.march import after
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import slack, step_cost
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import Reach, Terms, reach
from ardennes.titles.tigers_in_the_mist.state import State


def stops(g: State, units: tuple[int, ...], side: Side) -> int:
    """8.28, 11.22, 11.23 The places where a stack may end its move."""
    places = g.box.inside if g.box.inside >> g.place[units[0]] & 1 else -2
    places &= ~g.box.closed[side]
    for unit in units:
        if supply.for_movement(g, unit):
            places &= g.supply[2 * side + g.box.units.infantry[unit]]
    return places


def destinations(g: State, units: tuple[int, ...], side: Side) -> int:
    """8.2 Every place a stack can reach and stop in, as a set; kept while the position stands."""
    memo = g.remember()
    known: int | None = memo.get(("ends", units))
    if known is None:
        known = memo["ends", units] = _destinations(g, units, side)
    return known


def _destinations(g: State, units: tuple[int, ...], side: Side) -> int:
    places = reach(g, units, side).places() & stops(g, units, side)
    if side is Side.GERMAN and g.day == 16:
        if occupation.too_many(g, units):
            return places & g.box.map.all_zones
        for place in cells(places & g.occupied[side]):
            if occupation.over_limit(g, place, side, units):
                places &= ~(1 << place)
    return places


def next_steps(g: State, units: tuple[int, ...], side: Side) -> int:
    """8.27, 8.33 The places next door to which a step may lead, whatever it costs."""
    here = g.place[units[0]]
    terms, net = Terms(g, side, here, False), g.box.map.net(g.blown)
    on_foot = all([g.box.units.infantry[unit] for unit in units])
    return terms.first_open & (net.neighbours[here] | (net.cut[here] if on_foot else 0))


def waypoints(g: State, units: tuple[int, ...], side: Side) -> int:
    """8.2 Places from which a stack could go on: a player who cares for the route names them one by one.

    A stack may pass where it may not stop (7.1, 8.28), if it can get from there to a place where it may.
    """
    found = reach(g, units, side)
    if found.one_area:
        return 0
    ends = destinations(g, units, side)
    places = found.unfinished() & ~(g.occupied[side.enemy] | g.box.map.all_zones)
    for place in cells(places & ~ends):
        if not _near_an_end(g, side, found, ends, place) and not leads_on(g, units, side, found.path(place)):
            places ^= 1 << place
    return places


def _near_an_end(g: State, side: Side, found: Reach, ends: int, place: int) -> bool:
    """Whether a dry road leads straight on to one of the stack's destinations: the usual case, and no search."""
    spent, waded = found.way(place)
    left = (found.foot if waded else found.own) - spent
    near = g.box.map.net(g.blown).neighbours[place] & ends
    return any(step_cost(g, side, place, g.box.map.step(place, end)) <= left for end in cells(near))


def leads_on(g: State, units: tuple[int, ...], side: Side, path: Sequence[int]) -> bool:
    """Whether a stack that has gone along a way can go on from its end to a place where it may stop."""
    return bool(destinations(after(g, side, units, path), units, side))


def fords(g: State, units: tuple[int, ...], side: Side) -> list[int]:
    """8.35 The places across a blown bridge where a stack may choose to wade although dry roads lead there too."""
    across = g.box.map.net(g.blown).cut[g.place[units[0]]]
    if not across:
        return []
    found, ends = reach(g, units, side), destinations(g, units, side)
    return [
        place
        for place in cells(across & found.places() & found.terms.first_open)
        if _affords(g, units, side, found, place) and (ends >> place & 1 or fords_on(g, units, side, place))
    ]


def _affords(g: State, units: tuple[int, ...], side: Side, found: Reach, place: int) -> bool:
    """8.34, 8.35 Whether a stack could wade to a place next door, and would not do so in any case."""
    need = step_cost(g, side, found.start, g.box.map.step(found.start, place))
    return need <= slack(g, units)[1] and not found.way(place)[1]


def fords_on(g: State, units: tuple[int, ...], side: Side, place: int) -> bool:
    """Whether a stack may wade to a place where it may not stop, because it can go on from there."""
    ends_here = g.holds(side.enemy, place) or g.box.map.is_zone(place) or reach(g, units, side).one_area
    return not ends_here and leads_on(g, units, side, (place,))
