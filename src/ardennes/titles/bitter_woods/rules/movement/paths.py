"""5.2, 5.3 How far a unit gets: movement allowance, roads, terrain, rivers, and zones of control on the way (7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.board.cells import board_of, union
from ardennes.board.reach import Reach, reach
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box.counters import Profile
from ardennes.titles.bitter_woods.rules import allies, fortunes, garrison, surprise
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import watched_by_same, zone
from ardennes.titles.bitter_woods.state import State

#: Hexes by road, over dry ground, over a river and over the Meuse.
Beside = tuple[int, int, int, int]


class Leave(NamedTuple):
    """Rules left out of account, to find out which of them stands in the way."""

    zones: bool = False
    woods: bool = False
    rivers: bool = False
    #: 27.1 Interdiction does not count; 27 the unit slips out of the zone of control it stands in; 29 no commandos or
    #: paratroopers are in the way.
    air: bool = False
    slip: bool = False
    trouble: bool = False


STRICT = Leave()


class Range:
    """Where a unit can go. Costs are in parts of a movement point; see `ground`."""

    __slots__ = ("board", "budget", "found", "halts", "pausing", "spent", "start")

    def __init__(
        self,
        start: int,
        budget: int,
        found: Reach | None,
        halts: Sequence[tuple[int, int]],
        spent: int = 0,
        pausing: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.start = start
        self.budget = budget
        self.found = found
        #: Those of `halts` where the move ends only for what is there, and not for a river or want of points.
        self.pausing = pausing
        #: (cost, hexes) a first step leads to and where the move ends.
        self.halts = halts
        self.spent = spent
        board = union(board for _, board in halts)
        if found is not None:
            board |= found.board
        self.board = board & ~(1 << start) if start >= 0 else board

    def cost(self, cell: int) -> int:
        """The parts of a movement point spent on arrival, or -1 out of reach."""
        costs = [cost for cost, board in self.halts if board >> cell & 1]
        if self.found is not None and (by_way := self.found.cost(cell)) >= 0:
            costs.append(by_way)
        return min(costs, default=-1)

    def path(self, cell: int) -> tuple[int, ...]:
        """A cheapest route, the start included unless the unit comes from off the map."""
        begin = (self.start,) if self.start >= 0 else ()
        by_way = -1 if self.found is None else self.found.cost(cell)
        if by_way < 0 or by_way > self.cost(cell):
            return (*begin, cell)
        assert self.found is not None
        route = tuple(self.found.path(cell))
        return route if route[0] == self.start else (*begin, *route)

    @property
    def pauses(self) -> int:
        """The hexes of `pausing`."""
        return union(board for _, board in self.pausing)

    def through(self) -> Range:
        """The same but for first steps that end the move wherever they lead: what it costs to come through a hex."""
        return Range(self.start, self.budget, self.found, self.pausing, self.spent, self.pausing)

    @property
    def onward(self) -> int:
        """The hexes from which a move could go on if nothing there stopped it: points are left, no river was forded."""
        board = self.pauses
        if self.found is not None:
            board |= union(self.found.layers[1 : self.budget])
        return board

    def within(self, budget: int) -> int:
        """The hexes reached at a cost of at most so much."""
        board = union(board for cost, board in self.halts if cost <= budget)
        if self.found is not None and budget >= 0:
            board |= union(self.found.layers[: budget + 1])
        return board


class Move(NamedTuple):
    """A unit that is picked up: what it can reach with the rest of its move, and where it may end."""

    unit: int
    found: Range
    ends: int
    #: 27 It has slipped through a zone of control.
    slipped: bool = False


def allowance(g: State, unit: int) -> int:
    """5.2, 12.4, 15 A unit's movement points now."""
    points = surprise.allowance(g, unit) if g.surprised else g.printed_allowance(unit)
    if g.ungarrisoned and garrison.slows(g, unit):  # 35
        points -= 1
    if g.event17 or g.event19:
        points = fortunes.allowance(g, unit, points)
    return (points + 1) // 2 if g.unsupplied >> unit & 1 else points


def exploiting(g: State) -> bool:
    """Whether the movement under way is mechanized exploitation."""
    return any([getattr(step, "exploiting", False) for step in g.stack])


def usual(g: State, unit: int) -> Leave:
    """27.1 What a unit may ignore by itself: on 17AM Kampfgruppe Peiper interdiction and, unless exploiting, zones."""
    if not g.box.kampfgruppe >> unit & 1 or g.turn != g.box.peiper_turn:
        return STRICT
    return Leave(air=True) if exploiting(g) else Leave(zones=True, air=True)


def halting(g: State, unit: int) -> int:
    """7.4 The enemy zones of control that stop a unit."""
    if g.box.peiper_and_skorzeny and usual(g, unit).zones:
        return 0
    return zone(g, Side.GERMAN if unit >= g.box.units.first_allied else Side.ALLIED)


def _stops(g: State, unit: int, leave: Leave) -> int:
    """7.4, 29 The hexes where a move ends, or may go on from by way of them only."""
    allied = unit >= g.box.units.first_allied
    board = 0 if leave.zones else zone(g, Side.GERMAN if allied else Side.ALLIED)
    if g.box.interdiction_challenge and not leave.air:
        board |= struck(g, unit)
    return board | fortunes.trouble(g) if allied and g.event18 and not leave.trouble else board


def struck(g: State, unit: int) -> int:
    """22.1 The interdicted forest roads where a German mechanized unit stops, unless it challenges the aircraft."""
    if not g.box.interdiction_challenge or not g.interdicted or not g.box.columns >> unit & 1:
        return 0
    if g.box.peiper_and_skorzeny and usual(g, unit).air:
        return 0
    return g.interdicted & g.box.ground.forest & g.box.map.road_hexes


def dearer(g: State, unit: int, leave: Leave = STRICT) -> tuple[int, int]:
    """11.3, 29.1 The hexes that cost more to enter than their ground, and the movement points they cost more."""
    if unit >= g.box.units.first_allied and g.companies:
        return board_of(g.companies), g.box.tables.events.more
    units = g.box.units
    return 0 if leave.air else g.interdicted, g.box.ground.harm(units.profiles[units.profile[unit]])


def open_hexes(g: State, unit: int) -> int:
    """5.1, 5.4, 9.5 The hexes a unit may enter at all: no enemy, its own sector, not left under a CA result."""
    side = unit >= g.box.units.first_allied
    free = g.box.map.grid.board & ~(g.occupied[1 - side] | g.vacated[side])
    if not side and boundaries.bound(g, unit):
        free &= boundaries.open_to(g, unit)
    return free & allies.bank(g, unit) if g.box.inter_allied and g.box.stay_behind >> unit & 1 else free


def first_steps(g: State, unit: int, cell: int, free: int, leave: Leave = STRICT) -> list[tuple[int, int, bool]]:
    """5.2, 5.3 What a unit may step into first, with its cost, and whether the move ends there whatever the cost.

    This is where rivers without a bridge can be crossed, and the one hex every unit may move is one of these.
    """
    ground, units = g.box.ground, g.box.units
    profile = units.profiles[units.profile[unit]]
    parts = profile.road
    if leave is STRICT and g.box.peiper_and_skorzeny:
        leave = usual(g, unit)
    road, dry, river, meuse = _open_sides(g, unit, profile, cell, free, leave)
    found = [(1, road, False)] if road else []
    if dry or river:
        for points, board in ground.classes(profile.foot, g.ground):
            if here := dry & board:
                found.append((points * parts, here, False))
            if here := river & board:
                found += _ford(g, profile.wades, here, points, parts)
    if meuse:
        found.append((parts * allowance(g, unit), meuse, True))
    harmed, more = dearer(g, unit, leave)
    if not harmed:
        return found
    found = _harmed(found, harmed, more * parts)
    return _in_hand(g, unit, found) if g.companies and unit >= units.first_allied else found


def _open_sides(g: State, unit: int, profile: Profile, cell: int, free: int, leave: Leave) -> Beside:
    """The free hexes beside a hex that a unit may step into by road, over dry ground, a river or the Meuse."""
    ground = g.box.ground
    if not leave.zones and not leave.slip:
        free &= ~watched_by_same(g, Side.GERMAN if unit >= g.box.units.first_allied else Side.ALLIED, cell)
    road, dry, river, meuse = ground.around(cell, g.blown)
    if leave.rivers:
        dry, river, meuse = dry | river | meuse, 0, 0
    if profile.silhouette and not leave.woods:
        open_ground = free if ground.forest >> cell & 1 == 0 else 0
        open_ground &= ~ground.forest
    else:
        open_ground = free
    river = 0 if profile.heavy else river & open_ground
    return road & free, dry & open_ground, river, meuse & free if profile.wades else 0


def next_to(g: State, unit: int, cell: int, free: int, leave: Leave) -> int:
    """The hexes of `first_steps` without what they cost."""
    if g.companies:  # 29.1 the cost may be too high
        return union(board for _, board, _ in first_steps(g, unit, cell, free, leave))
    if leave is STRICT and g.box.peiper_and_skorzeny:
        leave = usual(g, unit)
    units = g.box.units
    road, dry, river, meuse = _open_sides(g, unit, units.profiles[units.profile[unit]], cell, free, leave)
    return road | dry | river | meuse


def _in_hand(g: State, unit: int, steps: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """29.1 A unit needs the point that paratroopers may cost before it enters their hex."""
    budget = allowance(g, unit) * g.box.units.profiles[g.box.units.profile[unit]].road
    closed = fortunes.trouble(g) & ~g.deceived
    found = [(cost, board & ~closed if cost > budget else board, halt) for cost, board, halt in steps]
    return [step for step in found if step[1]]


def _ford(g: State, wades: bool, board: int, points: int, parts: int) -> list[tuple[int, int, bool]]:
    """5.3 Crossing a river without a bridge: infantry goes on, everybody else stops on the far bank."""
    if not wades:
        return [(points * parts, board, True)]
    rough = board & g.box.ground.rough
    dearer = (points + g.box.tables.rivers.into_rough) * parts
    return [step for step in ((points * parts, board ^ rough, False), (dearer, rough, False)) if step[1]]


def _harmed(steps: list[tuple[int, int, bool]], interdicted: int, more: int) -> list[tuple[int, int, bool]]:
    found = []
    for cost, board, halt in steps:
        if free := board & ~interdicted:
            found.append((cost, free, halt))
        if struck := board & interdicted:
            found.append((cost + more, struck, halt))
    return found


def march(g: State, unit: int, leave: Leave = STRICT) -> Range:
    """Where a unit on the map can go that has not moved yet."""
    if leave is STRICT and g.box.peiper_and_skorzeny:
        leave = usual(g, unit)
    memo = g.remember()
    key = ("march", unit, leave)
    if key not in memo:
        often = g.box.thirds and g.box.kampfgruppe >> unit & 1
        memo[key] = _as_before(g, unit, leave) if often else _march(g, unit, leave)
    found = memo[key]
    assert isinstance(found, Range)
    return found


def _as_before(g: State, unit: int, leave: Leave) -> Range:
    """36.1 The same for Kampfgruppe Peiper, kept for other positions: all of it is asked whenever one of it moves."""
    bit = 1 << unit
    own = (unit, g.place[unit], leave, g.reduced & bit, g.unsupplied & bit, g.freed & bit)
    others = (g.turn, g.event17, g.event19, g.ungarrisoned, g.blown, g.interdicted, g.vacated[0])
    key = (*own, *others, g.occupied[1], g.exerting[1])
    known = g.box.ranges.get(key)
    if known is None:
        known = g.box.ranges.keep(key, _march(g, unit, leave))
    assert isinstance(known, Range)
    return known


def _march(g: State, unit: int, leave: Leave) -> Range:
    start = g.place[unit]
    free = open_hexes(g, unit) & ~(1 << start)
    steps = first_steps(g, unit, start, free, leave)
    return _go_on(g, unit, start, steps, free, leave)


def slipping(g: State, unit: int) -> Range:
    """27 Where a unit can go that slips out of the zone of control it stands in."""
    return march(g, unit, usual(g, unit)._replace(slip=True))


def march_on(g: State, unit: int, spent: int, offroad: bool = False, points: int = 0) -> Range:
    """5.1 Where a unit can go that has come to its hex by way of a waypoint; 29.4 perhaps without roads.

    `points` is the allowance it set out with, if that was kept: what it meets on its way does not change it.
    """
    memo = g.remember()
    key = ("march on", unit, spent, offroad, points)
    if key not in memo:
        start = g.place[unit]
        budget = (points or allowance(g, unit)) * g.box.units.profiles[g.box.units.profile[unit]].road
        free = open_hexes(g, unit) & ~(1 << start)
        layers = [0] * spent + [1 << start]
        leave = usual(g, unit) if g.box.peiper_and_skorzeny else STRICT
        memo[key] = Range(start, budget, _reach(g, unit, layers, budget, free, leave, offroad), [], spent)
    found = memo[key]
    assert isinstance(found, Range)
    return found


def march_in(g: State, unit: int, steps: list[tuple[int, int, bool]]) -> Range:
    """16.4 Where a unit can go that comes from off the map; `steps` are its entry hexes with their costs."""
    return _go_on(g, unit, -1, steps, open_hexes_off_map(g, unit), STRICT)


def open_hexes_off_map(g: State, unit: int) -> int:
    """The hexes a unit may enter that is not on the map yet."""
    side = unit >= g.box.units.first_allied
    free = boundaries.sector(g, unit) & ~g.occupied[1 - side] & ~g.vacated[side]
    return free & allies.bank(g, unit) if g.box.inter_allied else free


def _go_on(g: State, unit: int, start: int, steps: list[tuple[int, int, bool]], free: int, leave: Leave) -> Range:
    """From first steps to everything that can be reached."""
    units = g.box.units
    budget = allowance(g, unit) * units.profiles[units.profile[unit]].road
    stop = _stops(g, unit, leave)
    layers = [0] * budget
    halts = []
    last, pausing = 0, []
    for cost, board, halt in steps:
        if halt or cost >= budget:
            halts.append((cost, board))
            continue
        if ends := board & stop:
            halts.append((cost, ends))
            pausing.append((cost, ends))
        if goes_on := board & ~stop:
            layers[cost] |= goes_on
            last = max(last, cost + 1)
    found = _reach(g, unit, layers[:last], budget, free, leave) if last else None
    return Range(start, budget, found, halts, 0, pausing)


def _reach(
    g: State, unit: int, layers: list[int], budget: int, free: int, leave: Leave, offroad: bool = False
) -> Reach:
    units, ground = g.box.units, g.box.ground
    if leave.woods or leave.rivers:
        profile = units.profiles[units.profile[unit]]._replace(silhouette=False)
        ways = ground.loose_ways(profile, g.ground, g.blown, leave.rivers)
    else:
        ways = ground.ways(units.profile[unit], g.ground, g.blown, *dearer(g, unit, leave))
    if offroad:
        ways = ways[1:]
    return reach(ground.grid, layers, ways, budget, free, _stops(g, unit, leave))
