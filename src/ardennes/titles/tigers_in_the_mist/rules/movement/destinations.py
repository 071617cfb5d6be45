"""8.2 Where a stack may go and stop, and why not elsewhere."""

from __future__ import annotations

import heapq

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules import occupation, supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import may_leave, reach, slack, step_cost
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
    """8.2 Every place a stack can reach and stop in, as a set."""
    places = reach(g, units, side).places() & stops(g, units, side)
    if side is Side.GERMAN and g.day == 16:
        if occupation.too_many(g, units):
            return places & g.box.map.all_zones
        for place in cells(places & g.occupied[side]):
            if occupation.over_limit(g, place, side, units):
                places &= ~(1 << place)
    return places


def why_not_go(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """Why a stack may not move to a place and stop there."""
    return why_not_get(g, units, side, place) or why_not_stay(g, units, side, place, units)


def why_not_get(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """Why a stack cannot get to a place, whether or not it may stop there."""
    board = g.box.map
    here = g.place[units[0]]
    if not 0 < place < board.places:
        return Reason("TM-8.2", "there is no such place")
    name = board.names[place]
    if place == here:
        return Reason("TM-8.2", say("the stack is in {name} already", name=name))
    inside = g.box.inside
    if inside >> here & 1 and not inside >> place & 1:
        return Reason(g.box.edge_rule, say("{name} is outside the scenario's map", name=name))
    if g.box.closed[side] >> place & 1:
        return Reason(
            "TM-11.22" if side is Side.GERMAN else "TM-11.23",
            say("{side} units may not enter {name}", side=side, name=name),
        )
    return why_not_reach(g, units, side, place)


def why_not_stay(g: State, units: tuple[int, ...], side: Side, place: int, joining: tuple[int, ...]) -> Reason | None:
    """7.1, 8.28 Why a stack may not end its move in a place it can get to; `joining` are those not yet there."""
    name = g.box.map.names[place]
    for unit in units:
        if supply.for_movement(g, unit) and not g.supply[2 * side + g.box.units.infantry[unit]] >> place & 1:
            return Reason("TM-8.28", say("{unit} would be out of supply in {name}", unit=g.name(unit), name=name))
    if occupation.refuses(g, place, side, joining):
        return Reason(
            "TM-7.1g",
            say("{name} would hold more than 4 units or 10 strength points, refused on December 16", name=name),
        )
    return None


# ---- why a place is out of reach: worked out step by step, apart from `roads.search` -------------------------


def why_not_reach(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """8.2, 8.3 Why a stack cannot get to a place: worked out step by step, apart from `reach`."""
    start = g.place[units[0]]
    names = g.box.map.names
    if not may_leave(g, start, side):
        if side is Side.GERMAN:
            return Reason("TM-12.25", "units that left the map may not come back")
        return Reason(
            "TM-11.21a", say("German units hold {start}: no Allied unit may enter the map there", start=names[start])
        )
    oos = not all(supply.for_movement(g, unit) for unit in units)
    own, foot = slack(g, units)
    if _cheapest(g, units, side, place, own, foot) is not None:
        return None
    link = g.box.map.link(start, place)
    if link is None and oos:
        return Reason(
            "TM-8.29a", say("a stack out of supply moves one area only, and {place} is further", place=names[place])
        )
    if link is not None and (reason := why_not_step(g, side, units, start, start, place)) is not None:
        return reason
    on_foot = all(g.box.units.infantry[unit] for unit in units)
    rich = _cheapest(g, units, side, place, 99, 99 if on_foot else -1)
    if rich is None:
        return _why_no_way(g, units, side, place)
    need, waded = rich
    if waded and need <= own:
        return Reason(
            "TM-8.34a",
            say(
                "{place} costs {need} MP over a blown bridge; as foot the stack has {foot}",
                place=names[place],
                need=need,
                foot=foot,
            ),
        )
    return Reason(
        "TM-8.38",
        say(
            "{place} costs {need} MP, and the stack has {left}",
            place=names[place],
            need=need,
            left=max(foot if waded else own, 0),
        ),
    )


def _why_no_way(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason:
    """What shuts every way to a place, movement points apart."""
    start = g.place[units[0]]
    names = g.box.map.names
    both_areas = not g.box.map.is_zone(start) and not g.box.map.is_zone(place)
    if both_areas and abs(start - place) == 1 and g.box.map.link(start, place) is None:
        return Reason(
            "TM-8.2", say("{start} borders {place}, but no road joins them", start=names[start], place=names[place])
        )
    if not all(g.box.units.infantry[unit] for unit in units):
        repaired = g.copy()
        repaired.blown = 0
        if _cheapest(repaired, units, side, place, 99, -1) is not None:
            return Reason(
                "TM-8.33c", say("only blown bridges lead to {place}, and armor cannot cross", place=names[place])
            )
    return Reason(
        "TM-8.22",
        say("every road from {start} to {place} runs into enemy units first", start=names[start], place=names[place]),
    )


def _cheapest(g: State, units: tuple[int, ...], side: Side, place: int, own: int, foot: int) -> tuple[int, bool] | None:
    """Cost and wading of the cheapest affordable way, by plain search with a heap."""
    start = g.place[units[0]]
    oos = not all(supply.for_movement(g, unit) for unit in units)
    todo = [(0, start, False)]
    done: set[tuple[int, bool]] = set()
    while todo:
        spent, here, waded = heapq.heappop(todo)
        if (here, waded) in done:
            continue
        done.add((here, waded))
        if here == place:
            return spent, waded
        if here != start and (oos or g.holds(side.enemy, here) or g.box.map.is_zone(here)):
            continue
        for link in g.box.map.links[here]:
            if link.to == start or why_not_step(g, side, units, start, here, link.to) is not None:
                continue
            wet = waded or bool(link.crossing_bit & g.blown)
            total = spent + step_cost(g, side, here, link)
            if total <= (foot if wet else own):
                heapq.heappush(todo, (total, link.to, wet))
    return None


def why_not_step(g: State, side: Side, units: tuple[int, ...], start: int, a: int, b: int) -> Reason | None:
    """Why a stack may not take one step along a road, whatever it costs."""
    board = g.box.map
    link = board.link(a, b)
    assert link is not None
    if g.box.closed[side] >> b & 1:
        return Reason(
            "TM-11.22" if side is Side.GERMAN else "TM-11.23",
            say("{side} units may not enter {place}", side=side, place=board.names[b]),
        )
    if g.box.inside >> start & 1 and not g.box.inside >> b & 1:
        return Reason(g.box.edge_rule, say("{place} is outside the scenario's map", place=board.names[b]))
    if link.crossing_bit & g.blown and not all(g.box.units.infantry[unit] for unit in units):
        return Reason("TM-8.33c", say("the bridge to {place} is blown, and armor cannot cross", place=board.names[b]))
    both_areas = not board.is_zone(a) and not board.is_zone(b)
    if both_areas and g.holds(side.enemy, a) and g.holds(side.enemy, b):
        return Reason("TM-8.27", "units may not go straight from one enemy-occupied area to another")
    return None
