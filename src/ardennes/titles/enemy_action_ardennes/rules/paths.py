"""7.0 - 7.5 How far a unit gets.

A move is searched at two paces: the ordinary one, on and off roads, and the strategic one, on roads and away from the
enemy (7.5). Some first steps end a move at once (`halts`): over an unbridged river (7.31), or one hex whatever it
costs (7.0c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Annotated, NamedTuple

from ardennes.board import walk
from ardennes.board.cells import board_of, cells, union
from ardennes.board.hexes import NO_SIDES, HexGrid, Sides, less
from ardennes.board.reach import Way
from ardennes.board.walk import Leg
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.shapes import Number
from ardennes.kernel.words import phrase
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.ground import Hexsides
from ardennes.titles.enemy_action_ardennes.rules import barriers, entering, supply, travel
from ardennes.titles.enemy_action_ardennes.rules.barriers import Going, Manner
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, State


class Pace(IntEnum):
    """The paces of a move."""

    ORDINARY = 0
    STRATEGIC = 1


#: What the field of a step holds: the pace a move has taken, or -1.
PaceIfAny = Annotated[int, Number(-1, len(Pace) - 1)]


class Steps:
    """What a walk asks of a move at one pace (`board.walk`): strategic movement is another search, and no pace that the
    ordinary one may turn into."""

    __slots__ = ("grid", "held", "steps")

    def __init__(self, grid: HexGrid, steps: walk.Pace, held: int = 0) -> None:
        #: 7.1b Enemy control holds a unit that begins in it: its first step leads out of control.
        self.grid, self.steps, self.held = grid, steps, held

    def pace(self, pace: int, /) -> walk.Pace:
        return self.steps

    def after(self, pace: int, /) -> int | None:
        return None

    def turning(self, pace: int, layers: Sequence[int], reached: Sequence[int], /) -> Sequence[int]:
        return ()


class Halt(NamedTuple):
    """A unit on its way: what it has spent, its pace, and what it would have spent by strategic movement if it could
    have come that way too (-1: it could not)."""

    spent: int
    pace: Pace
    by_road: int = -1


class Range:
    """Where a unit can go, by legs, and the next hexes that end its move at once."""

    __slots__ = ("board", "budget", "halts", "legs", "start")

    def __init__(self, start: int, budget: int, legs: list[Leg], halts: int) -> None:
        self.start, self.budget, self.legs, self.halts = start, budget, legs, halts
        self.board = (union(leg.found.board for leg in legs) | halts) & ~(1 << start)

    def best(self, cell: int, pace: int | None = None) -> tuple[int, Leg | None]:
        """The first leg (of a pace) that reaches a hex, with what it costs (None: one step that takes all)."""
        for leg in self.legs:
            cost = leg.found.cost(cell)
            if cost >= 0 and (pace is None or leg.pace == pace):
                return cost, leg
        return self.budget, None

    def halt(self, cell: int) -> Halt | None:
        """How a unit goes on from a hex of its range; None where its move would end."""
        spent = {leg.pace: leg.found.cost(cell) for leg in reversed(self.legs) if leg.found.onward >> cell & 1}
        if Pace.ORDINARY in spent:
            return Halt(spent[Pace.ORDINARY], Pace.ORDINARY, spent.get(Pace.STRATEGIC, -1))
        return Halt(spent[Pace.STRATEGIC], Pace.STRATEGIC) if spent else None

    def path(self, cell: int, leg: Leg | None = None) -> list[int]:
        """A cheapest way to a hex of the range, by a leg if one is told, both ends included."""
        leg = leg or self.best(cell)[1]
        return [self.start, cell] if leg is None else leg.path(cell)


# ---- ways to step ------------------------------------------------------------------------------------------

_WAYS: Recent[tuple[Box, int, int, bool, bool], tuple[Way, ...]] = Recent(200)


def _ways(g: State, who: Going) -> tuple[Way, ...]:
    """The ways to step at the ordinary pace: by road, and across country."""
    sides, shut = barriers.hexsides(g, who.side), entering.closed_sides(g, who)
    country = entering.country(g, who.unit)
    if shut == NO_SIDES and sides is g.box.ground.between(g.blown, g.built):
        mechanized, frozen = g.face(who.unit).kind.mechanized, g.played(Event.GROUND_FREEZE)
        key = (g.box, g.blown, g.built, mechanized, frozen)
        return _WAYS.get(key) or _WAYS.keep(key, _made(g.box, sides, shut, country))
    return _made(g.box, sides, shut, country)


def _made(box: Box, sides: Hexsides, shut: Sides, country: tuple[tuple[int, int], ...]) -> tuple[Way, ...]:
    road = ((box.numbers.movement.road, box.grid.board),)
    return (Way(box.grid, road, less(sides.road, shut)), Way(box.grid, country, less(sides.open, shut)))


# ---- what a unit can do ------------------------------------------------------------------------------------


#: 9.9a, 10.23b, 10.41a What keeps a unit on the map where it is.
PINNED = (
    Rung("EA-9.9a", "{name} is dispersed", lambda g, about, left: left & g.dispersed),
    Rung("EA-10.41a", "{name} is out of fuel", lambda g, about, left: left & g.unfuelled),
    Rung("EA-10.23b", "{name} is isolated", lambda g, about, left: supply.cut_off(g, left)),
)
_PINNED = Rungs(lambda g, about, unit: {"name": g.name(unit)}, *PINNED)


def may_move(g: State, unit: int) -> bool:
    """7.0 Whether a unit can move at all."""
    return g.on_map(unit) and bool(_PINNED.free(g, None, 1 << unit))


def starved(g: State, unit: int) -> bool:
    """10.22a, 10.23a Whether supply lets a unit move only one hex: mechanized out of supply, infantry isolated."""
    return g.supply[unit] >= (OUT_OF_SUPPLY if g.face(unit).kind.mechanized else ISOLATED)


def surprised(g: State, unit: int, alarm: bool) -> bool:
    """4.13a Whether Allied infantry may move only one hex, on Dec 16 but for Raise the Alarm."""
    slow = g.day == g.box.numbers.surprise.day and g.side_of(unit) is Side.ALLIED
    return slow and not alarm and not g.face(unit).kind.mechanized


def manner(zones: bool, begun: bool) -> Manner:
    """7.0, 5.21 How a unit marches: with or without regard to enemy control, its first step or a later one."""
    if zones:
        return entering.ONWARD if begun else entering.MARCH
    return entering.THROUGH_ONWARD if begun else entering.THROUGH


def reachable(
    g: State,
    unit: int,
    spent: int = 0,
    pace: Pace | None = None,
    shut: int = 0,
    by_road: int = -1,
    avoid: int = 0,
    **how: bool,
) -> Range:
    """Every hex a unit's move may lead to; with `spent` and `pace` it goes on with a move under way, with `by_road` at
    either pace.

    `zones=False` ignores enemy control (5.21); `alarm` lifts the limit of Dec 16 (4.13a); `strategic=False` leaves out
    the strategic pace; `shut` are river hexsides whose bridge was blown in the unit's way (7.33b), `avoid` hexes that
    it would rather not enter.
    """
    known = g.remember()
    key = ("range", unit, spent, pace, shut, by_road, avoid, *sorted(how.items()))
    if key not in known:
        known[key] = _reachable(g, unit, spent, pace, shut, by_road, avoid, **how)
    found: Range = known[key]
    return found


def _reachable(
    g: State,
    unit: int,
    spent: int,
    pace: Pace | None,
    shut: int,
    by_road: int,
    avoid: int,
    zones: bool = True,
    alarm: bool = False,
    strategic: bool = True,
) -> Range:
    start, allowance = g.place[unit], g.box.units.movement[unit]
    if not may_move(g, unit):
        return Range(start, 0, [], 0)
    who = entering.going(g, unit, manner(zones, bool(spent)), shut)
    if spent and entering.stops(g, who) >> start & 1:
        return Range(start, 0, [], 0)
    closed = entering.closed(g, who) | avoid
    first = 0 if spent else entering.ahead(g, who, start, closed)
    if starved(g, unit) or surprised(g, unit, alarm):
        return Range(start, 0, [], first)
    legs: list[Leg] = []
    if pace is not Pace.STRATEGIC:
        legs += _ordinary(g, who, spent, closed)
    if by_road >= 0:
        legs.append(_strategic(g, unit, by_road, shut, avoid))
    elif strategic and pace is not Pace.ORDINARY and (spent or may_go_strategic(g, unit)):
        legs.append(_strategic(g, unit, spent, shut, avoid))
    return Range(start, allowance, legs, first)


def _ordinary(g: State, who: Going, spent: int, closed: int) -> list[Leg]:
    start, grid = 1 << g.place[who.unit], g.box.grid
    steps = walk.Pace(_ways(g, who), grid.board & ~closed, entering.stops(g, who))
    held = g.zone(who.side.enemy) if who.manner.zones and not spent else 0
    if held & start:
        spent = g.box.numbers.movement.leave_zoc  # 7.1a one point more, and 7.1b not from control to control
    starts = [0] * spent + [start]
    return walk.walk(Steps(grid, steps, held), Pace.ORDINARY, starts, g.box.units.movement[who.unit])


# ---- by which way ------------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """The way a unit takes to a hex: its cost, the leg of the search (None: one step that takes all), its hexes."""

    cost: int
    leg: Leg | None
    path: list[int]


def quietest(
    g: State, unit: int, found: Range, cell: int, again: Callable[[int, int], Range], pace: Pace | None = None
) -> Taken:
    """A cheapest way to a hex of a range and, of those, one that uses up nothing of its owner's.

    7.9g An Ally's roadblocks, 4.12 on Dec 16 the bridges of an activation, 7.32b the one crossing of a bridge into
    enemy control. `again` searches without some hexes and without some river hexsides.
    """
    cost, leg = found.best(cell, pace)
    taken = Taken(cost, leg, found.path(cell, leg))
    if leg is None:
        return taken
    hexes, rivers = _own(g, unit, taken.path)
    for avoid in _without(hexes, rivers):
        spent, by = again(*avoid).best(cell, leg.pace)
        if by is not None and spent == cost:
            path = by.path(cell)
            if sum(map(int.bit_count, _own(g, unit, path))) < hexes.bit_count() + rivers.bit_count():
                return Taken(cost, by, path)
    return taken


def _without(hexes: int, rivers: int) -> Iterator[tuple[int, int]]:
    """What to search without: all that a way uses up, then as much of it as can be."""
    if hexes or rivers:
        yield hexes, rivers
    if hexes and rivers:
        yield hexes, 0
        yield 0, rivers
    if rivers.bit_count() > 1:
        for river in cells(rivers):
            yield 0, 1 << river


def _own(g: State, unit: int, path: Sequence[int]) -> tuple[int, int]:
    """What a path would use up of its owner's: hexes with roadblocks on it, and bridges."""
    side, rivers = g.side_of(unit), 0
    hexes = g.roadblocks & board_of(path[1:-1]) if side is Side.ALLIED else 0
    zone, jams = g.zone(side.enemy), travel.jams(g, side)
    for before, cell in pairwise(path):
        river = g.box.ground.river_side(before, cell)
        if river >= 0 and (jams or zone >> cell & 1) and travel.standing_bridge(g, river):
            rivers |= 1 << river
    return hexes, rivers


# ---- 7.5 strategic movement --------------------------------------------------------------------------------


#: 7.5a What keeps a unit from strategic movement, and what is said of it.
NOT_STRATEGIC: tuple[tuple[str, Callable[[State, int], object]], ...] = (
    (
        phrase("{name} is not in supply, and comes to {where} by strategic movement only"),
        lambda g, unit: g.supply[unit] != SUPPLIED,
    ),
    (
        phrase("{name} is not on a road, and comes to {where} by strategic movement only"),
        lambda g, unit: not g.box.map.road_hexes >> g.place[unit] & 1,
    ),
    (
        phrase("{name} is next to an enemy unit, and comes to {where} by strategic movement only"),
        lambda g, unit: g.box.grid.neighbours[g.place[unit]] & g.occupied[g.side_of(unit).enemy],
    ),
)


def may_go_strategic(g: State, unit: int) -> bool:
    """7.5a In supply, from a road hex, not next to an enemy."""
    return not any(barred(g, unit) for _, barred in NOT_STRATEGIC)


def strategic(g: State, unit: int) -> int:
    """7.5 Where a unit that has not set out would come by strategic movement."""
    return _strategic(g, unit, 0).found.board


def strategic_allowance(g: State, unit: int) -> int:
    """7.5i"""
    numbers, movement = g.box.numbers.movement, g.box.units.movement[unit]
    if g.face(unit).kind.mechanized:
        return movement * numbers.strategic_mechanized
    if g.side_of(unit) is Side.ALLIED:
        return movement * numbers.strategic_allied_infantry
    return movement + numbers.strategic_german_infantry


def _strategic(g: State, unit: int, spent: int, shut: int = 0, avoid: int = 0) -> Leg:
    box, who = g.box, entering.going(g, unit, entering.STRATEGIC, shut)
    roads = less(barriers.hexsides(g, who.side).road, entering.closed_sides(g, who))
    ways = (Way(box.grid, ((box.numbers.movement.road, box.grid.board),), roads),)
    steps = walk.Pace(ways, box.grid.board & ~entering.closed(g, who) & ~avoid, 0)
    starts = [0] * spent + [1 << g.place[unit]]
    (leg,) = walk.walk(Steps(box.grid, steps), Pace.STRATEGIC, starts, strategic_allowance(g, unit))
    return leg
