"""8.2, 8.3 Roads: what a step along one costs, what bars it, and where roads lead step by step."""

from __future__ import annotations

import heapq
from typing import NamedTuple, Protocol

from ardennes.board.areas import Link
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.box.map import MAJOR
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.special_forces import RESTRICT_MOBILITY
from ardennes.titles.tigers_in_the_mist.state import State


class Group(Protocol):
    """Units that stand together, with their side: `phase.Marching` is such a one, and so are those below."""

    @property
    def units(self) -> tuple[int, ...]:
        """The units."""

    @property
    def side(self) -> Side:
        """Whose they are."""


class Waiting(NamedTuple):
    """A group that is asked about before anybody takes it up."""

    units: tuple[int, ...]
    side: Side


class Leg(NamedTuple):
    """A group on its way: where it is when it takes a step."""

    units: tuple[int, ...]
    side: Side
    here: int


# ---- what a step costs -------------------------------------------------------------------------------------


def slack(g: State, units: tuple[int, ...]) -> tuple[int, int]:
    """8.21, 8.34 What a stack can still spend at its own pace, and as foot (-1 with armor in it).

    Every member pays for itself, so the one with the least left decides.
    """
    foot_allowance = g.box.movement[0]
    own = foot = 99
    for unit in units:
        used = g.spent[unit] + g.debt[unit]
        own = min(own, g.allowance(unit) - used)
        foot = min(foot, foot_allowance - used if g.box.units.infantry[unit] else -1)
    return own, foot


def step_cost(g: State, side: Side, here: int, link: Link) -> int:
    """8.33, 8.36, 14.22 The movement points of one step along a road."""
    first_zone = g.box.map.first_zone
    costs = g.box.tables.movement
    there = link.to
    if link.crossing_bit & g.blown:
        cost = costs.unbridged
    else:
        cost = costs.major if link.kind == MAJOR else costs.minor
    if there < first_zone and (g.occupied[0] | g.occupied[1]) & link.to_bit:
        cost += costs.enter_occupied
    if here < first_zone and g.occupied[1 - side] >> here & 1:
        cost += costs.leave_enemy
    if side is Side.ALLIED and g.special.effect == RESTRICT_MOBILITY:
        cost += (here == g.special.area) + (there == g.special.area)
    return cost


def may_leave(g: State, start: int, side: Side) -> bool:
    """11.21, 12.25 Whether units in a zone may come onto the map."""
    if start < g.box.map.first_zone:
        return True
    if side is Side.GERMAN:
        return not g.box.one_way >> start & 1
    return not g.occupied[Side.GERMAN] >> start & 1


# ---- what bars a step --------------------------------------------------------------------------------------

#: SC1a, SC2a What keeps those inside a scenario's lines from leaving them.
OUTSIDE = Rung(
    "TM-SC2a",
    "",
    lambda g, group, left: left & ~g.box.inside if g.box.inside >> g.place[group.units[0]] & 1 else 0,
    reason=lambda g, group, place: Reason(
        g.box.edge_rule, say("{place} is outside the scenario's map", place=g.box.map.names[place])
    ),
)
#: 11.22, 11.23 The zones that a side may not enter.
CLOSED = (
    Rung(
        "TM-11.22",
        "{side} units may not enter {place}",
        lambda g, group, left: left & g.box.closed[Side.GERMAN] if group.side is Side.GERMAN else 0,
    ),
    Rung(
        "TM-11.23",
        "{side} units may not enter {place}",
        lambda g, group, left: left & g.box.closed[Side.ALLIED] if group.side is Side.ALLIED else 0,
    ),
)


def on_foot(g: State, group: Group) -> bool:
    """8.34 Whether there is no armor in a group."""
    return all(g.box.units.infantry[unit] for unit in group.units)


def _from_enemy_to_enemy(g: State, leg: Leg, left: int) -> int:
    held = g.occupied[leg.side.enemy]
    return left & held & g.box.map.all_areas if held & g.box.map.all_areas & 1 << leg.here else 0


#: 8.27, 8.33 What bars some roads from a place to the next, whatever they cost.
ROADS = (
    Rung(
        "TM-8.33c",
        "the bridge to {place} is blown, and armor cannot cross",
        lambda g, leg, left: 0 if on_foot(g, leg) else left & g.box.map.net(g.blown).cut[leg.here],
    ),
    Rung("TM-8.27", "units may not go straight from one enemy-occupied area to another", _from_enemy_to_enemy),
)
#: What keeps a group on its way from stepping to a place next door.
STEPS = Rungs(lambda g, leg, place: {"side": leg.side, "place": g.box.map.names[place]}, *CLOSED, OUTSIDE, *ROADS)


# ---- where roads lead, step by step ------------------------------------------------------------------------


class Ways(NamedTuple):
    """The places to which roads lead, with the cost of the cheapest way to each: dry, and after wading."""

    dry: dict[int, int]
    wet: dict[int, int]
    #: All of them, as a set.
    places: int

    def wades(self, place: int) -> bool:
        """Whether a place is reached by wading only: a stack goes dry if it can."""
        return place in self.wet and place not in self.dry

    def cheapest(self, place: int) -> tuple[int, bool]:
        """What a place that is reached costs at the least, and whether that is for wading."""
        return min((found[place], waded) for found, waded in ((self.dry, False), (self.wet, True)) if place in found)


def out_of_supply(g: State, group: Group) -> bool:
    """8.29, 13.15 Whether anybody in a group was out of supply before movement."""
    return not all([supply.for_movement(g, unit) for unit in group.units])


def ways(g: State, group: Group, own: int, foot: int) -> Ways:
    """8.2, 8.3 Where roads lead for so many MP, found by plain search with a heap; kept while the position stands.

    8.22, 8.29 Nobody goes on from an enemy-occupied area or a zone, and nobody out of supply beyond one area.
    """
    memo = g.remember()
    key = ("ways", group.units, own, foot)
    known: Ways | None = memo.get(key)
    if known is None:
        known = memo[key] = _ways(g, group, own, foot)
    return known


def _ways(g: State, group: Group, own: int, foot: int) -> Ways:
    start, last = g.place[group.units[0]], g.occupied[group.side.enemy] | g.box.map.all_zones
    goes_on = 0 if out_of_supply(g, group) else ~last
    dry: dict[int, int] = {}
    wet: dict[int, int] = {}
    todo = [(0, start, False)]
    while todo:
        spent, here, waded = heapq.heappop(todo)
        costs = wet if waded else dry
        if here in costs:
            continue
        costs[here] = spent
        if here != start and not goes_on >> here & 1:
            continue
        free = STEPS.free(g, Leg(group.units, group.side, here), g.box.map.neighbours[here])
        for place in cells(free & ~(1 << start)):
            link = g.box.map.step(here, place)
            wades = waded or bool(link.crossing_bit & g.blown)
            total = spent + step_cost(g, group.side, here, link)
            if total <= (foot if wades else own):
                heapq.heappush(todo, (total, place, wades))
    return Ways(dry, wet, board_of((*dry, *wet)))
