"""7.0 - 7.5 How far a unit gets.

A move is searched at two paces: the ordinary one, on and off roads, and the strategic one, on roads and away from the
enemy (7.5). Some first steps end a move at once (`halts`): over an unbridged river (7.31), or one hex whatever it
costs (7.0c).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ardennes.board.cells import cells, union
from ardennes.board.hexes import NO_SIDES, Sides, joined, less
from ardennes.board.reach import Reach, Way, reach
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.ground import Hexsides
from ardennes.titles.enemy_action_ardennes.rules import areas, supply, travel
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, OFF_MAP, OUT_OF_SUPPLY, SUPPLIED, State


class Pace(IntEnum):
    """The paces of a move."""

    ORDINARY = 0
    STRATEGIC = 1


class Leg(NamedTuple):
    """A part of a search; it began where its parent left off."""

    pace: Pace
    found: Reach
    parent: Leg | None

    def cost(self, cell: int) -> int:
        """What has been spent on the way in a cell, here or in an earlier leg."""
        cost = self.found.cost(cell)
        return cost if cost >= 0 or self.parent is None else self.parent.cost(cell)

    def path(self, cell: int) -> list[int]:
        """The hexes on the way to a cell."""
        path = self.found.path(cell)
        return path if self.parent is None else [*self.parent.path(path[0])[:-1], *path]


class Range:
    """Where a unit can go, by legs, and the next hexes that end its move at once."""

    __slots__ = ("board", "budget", "halts", "legs", "start")

    def __init__(self, start: int, budget: int, legs: list[Leg], halts: int) -> None:
        self.start, self.budget, self.legs, self.halts = start, budget, legs, halts
        self.board = (union(leg.found.board for leg in legs) | halts) & ~(1 << start)

    def best(self, cell: int) -> tuple[int, Leg | None]:
        """The first leg that reaches a hex, with what it costs (None: one step that takes all)."""
        for leg in self.legs:
            cost = leg.found.cost(cell)
            if cost >= 0:
                return cost, leg
        return self.budget, None

    def path(self, cell: int) -> list[int]:
        """A cheapest way to a hex of the range, both ends included."""
        leg = self.best(cell)[1]
        return [self.start, cell] if leg is None else leg.path(cell)


# ---- hexsides ----------------------------------------------------------------------------------------------

_WAYS: Recent[tuple[Box, int, int, bool, bool], tuple[Way, ...]] = Recent(200)


def hexsides(g: State, side: Side) -> Hexsides:
    """The hexsides as a side's units find them now; a bridge that is jammed is none (4.12)."""
    blown, built = g.blown, g.built
    if g.jammed and travel.jams(g, side):
        for river in cells(g.jammed):
            built &= ~(1 << river)
            bridge = g.box.ground.bridge_of_side[river]
            blown |= 1 << bridge if bridge >= 0 else 0
    return g.box.ground.between(blown, built)


def _full_bridges(g: State, side: Side) -> Sides:
    """7.32b The steps over a bridge into an enemy-controlled hex that a unit of this impulse has used up."""
    found = [0] * 6
    grid, zone = g.box.grid, g.zone(side.enemy)
    for river in cells(g.squeezed):
        pair = g.box.ground.river_sides[river]
        for cell, other in (pair, pair[::-1]):
            if zone >> other & 1:
                found[grid.direction(cell, other)] |= 1 << cell
    return (found[0], found[1], found[2], found[3], found[4], found[5])


def _closed(g: State, unit: int) -> Sides:
    """7.32b, 7.61d The steps that are closed to a unit: full bridges, and outside its army's area the wrong way."""
    astray = areas.astray(g, unit)
    if not g.squeezed:
        return astray
    return joined(astray, _full_bridges(g, g.side_of(unit)))


def _ways(g: State, unit: int) -> tuple[Way, ...]:
    """The ways to step at the ordinary pace: by road, and across country."""
    side, mechanized = g.side_of(unit), g.face(unit).kind.mechanized
    sides = hexsides(g, side)
    closed = _closed(g, unit)
    frozen = g.played(Event.GROUND_FREEZE)
    if closed == NO_SIDES and sides is g.box.ground.between(g.blown, g.built):
        key = (g.box, g.blown, g.built, mechanized, frozen)
        return _WAYS.get(key) or _WAYS.keep(key, _made(g.box, sides, closed, mechanized, frozen))
    return _made(g.box, sides, closed, mechanized, frozen)


def _made(box: Box, sides: Hexsides, closed: Sides, mechanized: bool, frozen: bool) -> tuple[Way, ...]:
    ground = box.ground
    country = ground.infantry_entry
    if mechanized:
        country = ground.frozen_entry if frozen else ground.mechanized_entry
    road = ((box.numbers.movement.road, box.grid.board),)
    return (Way(box.grid, road, less(sides.road, closed)), Way(box.grid, country, less(sides.open, closed)))


# ---- what a unit can do ------------------------------------------------------------------------------------


def may_move(g: State, unit: int) -> bool:
    """9.9a, 10.23b, 10.41a Whether a unit can move at all."""
    if (g.dispersed | g.unfuelled) >> unit & 1 or not g.on_map(unit):
        return False
    return not (g.supply[unit] == ISOLATED and g.face(unit).kind.mechanized)


def one_hex(g: State, unit: int, alarm: bool = False) -> bool:
    """4.13a, 10.22a, 10.23a Whether a unit may move only one hex: infantry of the Allies on Dec 16 but for Raise the
    Alarm, mechanized units out of supply, isolated infantry."""
    mechanized = g.face(unit).kind.mechanized
    if g.supply[unit] >= (OUT_OF_SUPPLY if mechanized else ISOLATED):
        return True
    slow = g.day == g.box.numbers.surprise.day and g.side_of(unit) is Side.ALLIED
    return slow and not mechanized and not alarm


def barred(g: State, unit: int) -> int:
    """The hexes that a unit may not enter because of what is in them: enemies, boundaries, roadblocks, and for an
    isolated unit enemy towns and the Westwall (10.23d, 10.23f)."""
    side, box = g.side_of(unit), g.box
    closed = g.occupied[side.enemy] | ~areas.allowed(g, unit) & box.grid.board
    if side is Side.GERMAN:
        closed |= g.roadblocks
    if g.supply[unit] == ISOLATED:
        closed |= g.towns_of(side.enemy)
        if side is Side.ALLIED:
            closed |= box.ground.westwall & ~g.occupied[side]
    return closed


def halting(g: State, side: Side, zones: bool = True) -> int:
    """7.1c, 7.9c The hexes where a side's units must stop: enemy control, and by road next to a roadblock."""
    stop = g.zone(side.enemy) if zones else 0
    if side is Side.GERMAN and g.roadblocks:
        stop |= g.box.grid.through(g.roadblocks, hexsides(g, side).road)
    return stop


def first_steps(g: State, unit: int, zones: bool = True) -> int:
    """7.0c, 7.31 The neighbouring hexes a unit may step to at any cost, over rivers too, with or without regard to
    zones of control."""
    side, here, grid = g.side_of(unit), 1 << g.place[unit], g.box.grid
    sides = hexsides(g, side)
    if g.squeezed or g.forded:
        forded = g.box.ground.owned(0, g.forded)
        found = grid.through(here, less(sides.open, _full_bridges(g, side)))
        found |= grid.through(here, less(sides.river, forded))
    else:
        found = grid.stepped(here, sides.sorted_any)
    if g.supply[unit] == ISOLATED:
        found &= ~grid.through(here, supply.enemy_bridges(g, side))
    zone = g.zone(side.enemy)
    if zones and zone & here:
        if g.supply[unit] == ISOLATED:  # 10.23c
            return 0
        found &= ~zone
    return found & ~barred(g, unit)


def reachable(g: State, unit: int, spent: int = 0, pace: Pace | None = None, **how: bool) -> Range:
    """Every hex a unit's move may lead to; with `spent` and `pace` it goes on with a move under way.

    `zones=False` ignores enemy control (5.21); `alarm` lifts the limit of Dec 16 (4.13a); `strategic=False` leaves out
    the strategic pace.
    """
    known = g.remember()
    key = ("range", unit, spent, pace, *sorted(how.items()))
    if key not in known:
        known[key] = _reachable(g, unit, spent, pace, **how)
    found: Range = known[key]
    return found


def _reachable(
    g: State,
    unit: int,
    spent: int,
    pace: Pace | None,
    zones: bool = True,
    alarm: bool = False,
    strategic: bool = True,
) -> Range:
    start, allowance = g.place[unit], g.box.units.movement[unit]
    if not may_move(g, unit):
        return Range(start, 0, [], 0)
    if spent and halting(g, g.side_of(unit), zones) >> start & 1:
        return Range(start, 0, [], 0)
    if one_hex(g, unit, alarm):
        return Range(start, 0, [], 0 if spent else first_steps(g, unit, zones))
    legs: list[Leg] = []
    if pace is not Pace.STRATEGIC:
        legs += _ordinary(g, unit, spent, zones)
    if strategic and pace is not Pace.ORDINARY and (spent or may_go_strategic(g, unit)):
        legs.append(_strategic(g, unit, spent))
    return Range(start, allowance, legs, 0 if spent else first_steps(g, unit, zones))


def _ordinary(g: State, unit: int, spent: int, zones: bool) -> list[Leg]:
    side, start, grid = g.side_of(unit), 1 << g.place[unit], g.box.grid
    budget = g.box.units.movement[unit]
    ways = _ways(g, unit)
    free, stop = grid.board & ~barred(g, unit), halting(g, side, zones)
    if zones and not spent and g.zone(side.enemy) & start:  # 7.1a, 7.1b one point more, and not from control to control
        spent = g.box.numbers.movement.leave_zoc
        near = grid.around(start) & free & ~g.zone(side.enemy)
        first = Leg(Pace.ORDINARY, reach(grid, [0] * spent + [start], ways, budget, near, stop), None)
        onward = [layer & ~start & ~stop for layer in first.found.layers]
        return [first, Leg(Pace.ORDINARY, reach(grid, onward, ways, budget, free, stop), first)]
    return [Leg(Pace.ORDINARY, reach(grid, [0] * spent + [start], ways, budget, free, stop), None)]


# ---- 7.5 strategic movement --------------------------------------------------------------------------------


def may_go_strategic(g: State, unit: int) -> bool:
    """7.5a In supply, from a road hex, not next to an enemy."""
    cell = g.place[unit]
    if g.supply[unit] != SUPPLIED or not g.box.map.road_hexes >> cell & 1:
        return False
    return not g.box.grid.neighbours[cell] & g.occupied[g.side_of(unit).enemy]


def strategic_allowance(g: State, unit: int) -> int:
    """7.5i"""
    numbers, movement = g.box.numbers.movement, g.box.units.movement[unit]
    if g.face(unit).kind.mechanized:
        return movement * numbers.strategic_mechanized
    if g.side_of(unit) is Side.ALLIED:
        return movement * numbers.strategic_allied_infantry
    return movement + numbers.strategic_german_infantry


def strategic_hexes(g: State, unit: int) -> int:
    """7.5c - 7.5h The hexes a strategic move may enter."""
    side, box = g.side_of(unit), g.box
    closed = barred(g, unit) | box.grid.around(g.occupied[side.enemy]) | g.towns_of(side.enemy)
    if side is Side.ALLIED:
        return box.grid.board & ~(closed | box.ground.westwall)
    closed |= box.grid.around(g.roadblocks) | box.grid.edge | _too_far_west(g, box.units.army[unit])
    return box.grid.board & ~closed


def _too_far_west(g: State, army: int) -> int:
    """7.5g The hexes farther west than the westernmost unit of a German army."""
    box = g.box
    places = [g.place[unit] for unit in cells(box.units.in_army[army]) if g.place[unit] < OFF_MAP]
    farthest = max((box.grid.line_and_place(cell)[1] for cell in places), default=0)
    return box.ground.west_of(farthest)


def _strategic(g: State, unit: int, spent: int) -> Leg:
    side, box = g.side_of(unit), g.box
    roads = less(hexsides(g, side).road, joined(supply.enemy_bridges(g, side), areas.astray(g, unit)))
    ways = (Way(box.grid, ((box.numbers.movement.road, box.grid.board),), roads),)
    free = strategic_hexes(g, unit)
    starts = [0] * spent + [1 << g.place[unit]]
    return Leg(Pace.STRATEGIC, reach(box.grid, starts, ways, strategic_allowance(g, unit), free), None)


# ---- 7.8 leaving the map -----------------------------------------------------------------------------------

_NORTH_EAST, _SOUTH = 1, 2


def closed(edge: str, used: int) -> bool:
    """7.81 Whether nobody may leave by an edge any more because units have left by the other flank."""
    return bool(used & {"south": _NORTH_EAST, "north": _SOUTH}.get(edge, 0))


def exits(g: State, unit: int) -> int:
    """7.8, 7.81 The hexes from which a German unit may leave the map today."""
    if g.side_of(unit) is Side.ALLIED or g.supply[unit] != SUPPLIED:
        return 0
    army, found = g.box.units.army[unit], 0
    for way in g.box.exits:
        if army in way.armies and g.day <= way.until and not closed(way.edge, g.exits_used):
            found |= 1 << way.cell
    return found & ~g.zone(Side.ALLIED)


def exit_reach(g: State, unit: int, found: Range, spent: int, strategic: bool) -> int:
    """7.8b The exits a unit gets to with a movement point to spare; not by strategic movement (7.5h)."""
    if strategic:
        return 0
    price, budget = g.box.numbers.movement.exit, g.box.units.movement[unit]
    board = exits(g, unit)
    ready = 0
    for cell in cells(board & (found.board | 1 << found.start)):
        if cell == found.start:
            ready |= (spent + price <= budget) << cell
            continue
        cost, leg = found.best(cell)
        if leg is not None and leg.pace is Pace.ORDINARY and cost + price <= budget:
            ready |= 1 << cell
    return ready


def mark_exit(g: State, cell: int) -> bool:
    """7.81 Note by which edge a unit left; returns whether that is west of the Meuse."""
    way = next(way for way in g.box.exits if way.cell == cell)
    g.exits_used |= {"north": _NORTH_EAST, "south": _SOUTH}.get(way.edge, 0)
    return way.across
