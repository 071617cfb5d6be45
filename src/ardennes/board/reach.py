"""How far a unit gets: movement ranges as layers of cells, one layer per cost.

Entry costs depend on the cell entered and on the way it is entered (across country, by road, through a river), never
on the cell left. So the first layer a cell appears in is its cost, and a whole layer is expanded at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import cells, union
from ardennes.board.hexes import HexGrid, Sides


class Way:
    """One way to step: what entering a cell costs by it, and the hexsides it may cross (None: all).

    A way is made once and used for many moves.
    """

    __slots__ = ("cheapest", "dearest", "doors", "enterable", "entry", "sides", "sorted_sides")

    def __init__(self, grid: HexGrid, entry: Sequence[tuple[int, int]], sides: Sides | None = None) -> None:
        #: (cost, cells) classes. A cell in none of them cannot be entered this way. Costs are whole and above 0.
        self.entry = tuple(entry)
        self.sides = sides
        self.sorted_sides = None if sides is None else grid.by_step(sides)
        #: The hexsides seen from the cells they lead into.
        self.doors = grid.doors(self.sorted_sides or grid.sorted_every_side)
        self.enterable = union(board for _, board in self.entry)
        self.cheapest = min((cost for cost, _ in self.entry), default=0)
        self.dearest = max((cost for cost, _ in self.entry), default=0)

    def at(self, entry: Sequence[tuple[int, int]]) -> Way:
        """The same hexsides with other costs; quick, for costs that change with the position."""
        made = Way.__new__(Way)
        made.entry, made.sides, made.sorted_sides, made.doors = tuple(entry), self.sides, self.sorted_sides, self.doors
        made.enterable = made.dearest = 0
        for cost, board in entry:
            made.enterable |= board
            made.dearest = max(made.dearest, cost)
        made.cheapest = min((cost for cost, _ in entry), default=0)
        return made


class Reach:
    """Where a move can end: `layers[c]` are the cells whose cheapest cost is exactly c."""

    def __init__(self, grid: HexGrid, layers: list[int], ways: Sequence[Way], starts: Sequence[int], stop: int) -> None:
        self.grid = grid
        self.layers = layers
        self._ways = ways
        self._starts = starts
        self._stop = stop

    @property
    def board(self) -> int:
        """Every cell that can be reached, the start included."""
        return union(self.layers)

    @property
    def onward(self) -> int:
        """The cells from which a move can go on: reached with something left, and nothing stops it there."""
        return union(self.layers[:-1]) & ~self._stop

    def cost(self, cell: int) -> int:
        """What it costs to reach a cell, or -1 if it is out of reach."""
        return next((cost for cost, layer in enumerate(self.layers) if layer >> cell & 1), -1)

    def turns(self, per_turn: int, beyond: float) -> list[float]:
        """The cost of every cell in turns of so many points; `beyond` for those that cannot be reached."""
        found = [beyond] * self.grid.size
        for cost, board in enumerate(self.layers):
            for cell in cells(board):
                found[cell] = cost / per_turn
        return found

    def path(self, cell: int) -> list[int]:
        """A cheapest route to a cell, both ends included; empty if it is out of reach.

        Of equal routes the one by the earlier way, then by the earlier direction, is shown.
        """
        cost = self.cost(cell)
        if cost < 0:
            return []
        route = [cell]
        while not (cost < len(self._starts) and self._starts[cost] >> cell & 1):
            cost, cell = self._before(cost, cell)
            route.append(cell)
        route.reverse()
        return route

    def _before(self, cost: int, cell: int) -> tuple[int, int]:
        """The cell, and what had been spent there, from which a cell was entered."""
        for way in self._ways:
            price = next((price for price, board in way.entry if board >> cell & 1), 0)
            if not 0 < price <= cost:
                continue
            spent = cost - price
            begun = self._starts[spent] if spent < len(self._starts) else 0
            left = self.layers[spent] & ~self._stop | begun
            for direction, step in enumerate(self.grid.steps):
                before = cell - step
                if before >= 0 and left >> before & 1 and (way.sides is None or way.sides[direction] >> before & 1):
                    return spent, before
        raise AssertionError(f"no way into hex {self.grid.number(cell)} at cost {cost}")


def reach(
    grid: HexGrid,
    starts: int | Sequence[int],
    ways: Sequence[Way],
    budget: int,
    free: int,
    stop: int = 0,
    enough: int = 0,
) -> Reach:
    """All cells within a budget.

    `starts` is the set of cells where the move begins, or layers of cells by what has already been spent (so that one
    move can be continued by another). A cell outside `free` is never entered; a cell in `stop` is entered but not
    left, unless the move begins there. Where `enough` is told, the search may end when all these cells are reached.
    """
    begun: Sequence[int] = (starts,) if isinstance(starts, int) else starts
    free &= grid.board
    if len(ways) == 1 and ways[0].sides is None and len(begun) == 1:
        layers = _open_country(grid, begun[0], ways[0], budget, free, stop)
    else:
        layers = _by_ways(grid, begun, ways, budget, free, stop, enough)
    return Reach(grid, layers, ways, begun, stop)


def _open_country(grid: HexGrid, start: int, way: Way, budget: int, free: int, stop: int) -> list[int]:
    """One way without barriers: every cell enters one layer, once."""
    stride, entry = grid.stride, way.entry
    layers = [0] * (budget + way.dearest + 1)
    layers[0] = start
    todo = free & way.enterable & ~start
    leave = grid.board & ~stop | start
    for spent in range(budget):
        front = layers[spent] & leave
        if front:
            up, down = front << 1, front >> 1
            front = (up | down | (front | down) << stride | (front | up) >> stride) & todo
            if front:
                todo ^= front
                for cost, board in entry:
                    entered = front & board
                    if entered:
                        layers[spent + cost] |= entered
    del layers[budget + 1 :]
    return layers


def _by_ways(
    grid: HexGrid, begun: Sequence[int], ways: Sequence[Way], budget: int, free: int, stop: int, enough: int
) -> list[int]:
    """Several ways: a cell is settled by the first layer it appears in, whichever way leads there."""
    stride, less = grid.stride, grid.stride - 1
    layers = [0] * (max(budget, len(begun)) + max([way.dearest for way in ways], default=0) + 1)
    layers[: len(begun)] = begun
    unsettled, leave = grid.board, grid.board & ~stop
    missing = enough
    plans = [(way.doors, way.entry, budget - way.cheapest) for way in ways]
    for spent in range(budget):
        if not (front := layers[spent]):
            continue
        layers[spent] = front = front & unsettled
        unsettled ^= front
        if enough and not (missing := missing & ~front):
            del layers[spent + 1 :]
            return layers
        front &= leave
        if spent < len(begun):
            front |= begun[spent]
        if not front:
            continue
        # Shifts cost most and are the same for all ways; what a way may not cross is taken off afterwards.
        ahead, across, aside = front << 1, front << stride, front << less
        back, recross, reside = front >> 1, front >> stride, front >> less
        todo = free & unsettled
        for (a, b, c, d, e, f), entry, last in plans:
            if spent > last:  # not even the cheapest hex is within the budget
                continue
            entered = (ahead & a | across & b | aside & c | back & d | recross & e | reside & f) & todo
            if entered:
                for cost, board in entry:
                    if cell := entered & board:
                        layers[spent + cost] |= cell
    layers[budget] &= unsettled
    del layers[budget + 1 :]
    return layers
