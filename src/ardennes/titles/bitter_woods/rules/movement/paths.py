"""5.1, 5.2 How far a unit gets with its movement points; each step is asked of `entering`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.board.cells import union
from ardennes.board.reach import Reach, reach
from ardennes.titles.bitter_woods.rules.entering import Step, steps, stops, ways
from ardennes.titles.bitter_woods.rules.manners import MARCH, SAME_ZONE, Manner, usual
from ardennes.titles.bitter_woods.rules.points import allowance
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.state import State


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


def march(g: State, unit: int, manner: Manner = MARCH) -> Range:
    """Where a unit on the map can go that has not moved yet; it goes as it usually does if no manner is named."""
    if manner is MARCH and g.box.peiper_and_skorzeny:
        manner = usual(g, unit)
    memo = g.remember()
    key = ("march", unit, manner)
    if key not in memo:
        often = g.box.thirds and g.box.kampfgruppe >> unit & 1
        memo[key] = _as_before(g, unit, manner) if often else _march(g, unit, manner)
    found = memo[key]
    assert isinstance(found, Range)
    return found


def _as_before(g: State, unit: int, manner: Manner) -> Range:
    """36.1 The same for Kampfgruppe Peiper, kept for other positions: all of it is asked whenever one of it moves."""
    bit = 1 << unit
    own = (unit, g.place[unit], manner, g.reduced & bit, g.unsupplied & bit, g.freed & bit)
    others = (g.turn, g.event17, g.event19, g.ungarrisoned, g.blown, g.interdicted, g.vacated[0])
    key = (*own, *others, g.occupied[1], g.exerting[1])
    known = g.box.ranges.get(key)
    if known is None:
        known = g.box.ranges.keep(key, _march(g, unit, manner))
    assert isinstance(known, Range)
    return known


def _march(g: State, unit: int, manner: Manner) -> Range:
    start = g.place[unit]
    free = open_hexes(g, unit) & ~(1 << start)
    return _go_on(g, unit, start, steps(g, unit, start, free, manner), free, manner)


def slipping(g: State, unit: int) -> Range:
    """27 Where a unit can go that slips out of the zone of control it stands in."""
    return march(g, unit, usual(g, unit).but_for(SAME_ZONE))


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
        memo[key] = Range(start, budget, _reach(g, unit, layers, budget, free, usual(g, unit), offroad), [], spent)
    found = memo[key]
    assert isinstance(found, Range)
    return found


def march_in(g: State, unit: int, first: Sequence[Step]) -> Range:
    """16.4 Where a unit can go that comes from off the map; `first` are its entry hexes with their costs."""
    return _go_on(g, unit, -1, first, open_hexes(g, unit), MARCH)


def _go_on(g: State, unit: int, start: int, first: Sequence[Step], free: int, manner: Manner) -> Range:
    """From first steps to everything that can be reached."""
    units = g.box.units
    budget = allowance(g, unit) * units.profiles[units.profile[unit]].road
    stop = stops(g, unit, manner)
    layers = [0] * budget
    halts = []
    last, pausing = 0, []
    for cost, board, halt in first:
        if halt or cost >= budget:
            halts.append((cost, board))
            continue
        if ends := board & stop:
            halts.append((cost, ends))
            pausing.append((cost, ends))
        if goes_on := board & ~stop:
            layers[cost] |= goes_on
            last = max(last, cost + 1)
    found = _reach(g, unit, layers[:last], budget, free, manner) if last else None
    return Range(start, budget, found, halts, 0, pausing)


def _reach(
    g: State, unit: int, layers: list[int], budget: int, free: int, manner: Manner, offroad: bool = False
) -> Reach:
    by = ways(g, unit, manner)
    return reach(g.box.ground.grid, layers, by[1:] if offroad else by, budget, free, stops(g, unit, manner))
