"""How a drive would go: turn by turn where units can be, how long stacks hold them up, and how far it is from anywhere.

The enemy stands still and gives way under attack, so a line without a gap, a blown bridge or a strong garrison shows as
time lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import cells, union
from ardennes.board.hexes import Sides
from ardennes.board.reach import Way, reach
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.state import State

#: A time beyond any plan, in turns.
OUT_OF_REACH = 16.0

# ---- how long a stack holds --------------------------------------------------------------------------------


def defense(g: State, cell: int) -> float:
    """9.4 What the units in a hex defend with; ground that shifts columns counts as a third more."""
    ground = g.box.ground
    doubled = bool(ground.doubled >> cell & 1)
    total = float(sum([strengths.defense_strength(g, unit, doubled) for unit in g.fighters_at(cell)]))
    if ground.shifted >> cell & 1:
        total *= 1.33
    if (g.improved | g.forts | g.box.permanent) >> cell & 1:
        total *= 1.2
    return total


def holding_time(points: float) -> float:
    """Turns of attack that so much defence stands, as a rule of thumb from the results table."""
    return 0.3 + points / 8.0


# ---- a drive -----------------------------------------------------------------------------------------------


class Terrain(NamedTuple):
    """The ground as a drive sees it, for one state of ground and bridges: ways by road and across, and fords."""

    mechanized: tuple[Way, ...]
    foot: tuple[Way, ...]
    dry: Sides
    fords: Sides


@lru_cache(maxsize=64)
def _terrain(box: Box, state: str, blown: int, interdicted: int, allied: bool) -> Terrain:
    units, ground = box.units, box.ground
    rows = box.players[allied]
    mechanized = next(units.profile[u] for u in rows if units.mechanized[u] and (allied or units.kind[u].wades))
    foot = next(units.profile[u] for u in rows if units.kind[u].foot)
    ways = ground.ways(mechanized, state, blown, interdicted)
    dry = ways[1].sorted_sides
    assert dry is not None
    fords = ground.grid.by_step(box.map.unbridged(blown, "river"))
    return Terrain(ways, ground.ways(foot, state, blown, interdicted), dry, fords)


class Drive:
    """Where a side's units can be after each of the next turns, its enemy standing still and giving way under attack.

    `without` are enemy hexes taken to be empty. Time is counted in turns; `time` of a hex is when it can be entered.
    """

    __slots__ = ("_goals", "_seen", "first", "g", "reached", "side", "when")

    def __init__(self, g: State, side: Side, turns: int, goals: int, without: int = 0) -> None:
        self.g = g
        self.side = side
        #: The game-turn in which the side moves next.
        self.first = g.turn + (side is Side.GERMAN and g.mover is Side.ALLIED)
        self._goals = goals
        #: When each hex of the goals can be entered; goals out of reach are missing.
        self.when: dict[int, float] = {}
        self._seen = 0
        #: By turn every hex where units can be at the end of their march, before anybody is attacked.
        self.reached: list[int] = []
        self._run(turns, without)

    def _run(self, turns: int, without: int) -> None:
        g, side, grid, ground = self.g, self.side, self.g.box.map.grid, self.g.box.ground
        occupied = g.occupied[side.enemy] & ~without
        exerting = g.exerting[side.enemy] & ~without
        left: dict[int, float] = {}
        terrain = _terrain(g.box, g.ground, g.blown, g.interdicted, side is Side.ALLIED)
        mechanized, foot, late = self._starts()
        for turn in range(turns):
            mechanized |= late.get(turn, 0)
            zone = grid.stepped(exerting, ground.zoned)
            free = grid.board & ~occupied
            jam = side is Side.GERMAN and self.first + turn <= g.box.surprise_until
            mechanized |= self._march(mechanized, terrain, terrain.mechanized, 12 if jam else 16, free, zone, turn)
            foot |= self._march(foot, terrain, terrain.foot, 9, free, zone, turn)
            both = mechanized | foot
            self.reached.append(both)
            for cell in cells(grid.stepped(both, ground.open_to_attack) & occupied):
                if cell not in left:
                    left[cell] = holding_time(defense(g, cell))
                left[cell] -= 1
                if left[cell] <= 0:
                    bit = 1 << cell
                    occupied ^= bit
                    exerting &= ~bit
                    if grid.neighbours[cell] & mechanized:
                        mechanized |= bit
                    foot |= bit
                    self._see(bit, turn + 1.0 + left[cell])

    def _starts(self) -> tuple[int, int, dict[int, int]]:
        """Hexes with mechanized units and with others, and those where units wait for their date."""
        g = self.g
        mechanized = foot = 0
        late: dict[int, int] = {}
        for cell, stack in g.stacks.items():
            if not g.occupied[self.side] >> cell & 1:
                continue
            for unit in stack:
                kind = g.box.units.kind[unit]
                if kind.mechanized:
                    if held(g, unit):
                        wait = max(g.box.held[unit] - self.first, 0)
                        late[wait] = late.get(wait, 0) | 1 << cell
                    else:
                        mechanized |= 1 << cell
                elif not kind.artillery and not held(g, unit):
                    foot |= 1 << cell
        self._see(mechanized | foot, 0.0)
        return mechanized, foot, late

    def _march(
        self, start: int, terrain: Terrain, ways: tuple[Way, ...], budget: int, free: int, zone: int, turn: int
    ) -> int:
        """One turn's march from anywhere in a set. Rivers are forded, and zones left, with the first step."""
        grid = self.g.box.map.grid
        parts = 4 if budget > 9 else 3
        layers = [start & ~zone] + [0] * (2 * parts)
        layers[parts] = grid.stepped(start & zone, terrain.dry) & free & ~zone & ~start
        forded = grid.stepped(start, terrain.fords) & free & ~start
        layers[2 * parts] = forded & ~zone
        found = reach(grid, layers, ways, budget, free, zone)
        self._see(forded, turn + 0.6)
        for spent, board in enumerate(found.layers):
            if board & self._goals & ~self._seen:
                self._see(board, turn + spent / (budget + 1))
        return union(found.layers) | forded

    def _see(self, board: int, time: float) -> None:
        for cell in cells(board & self._goals & ~self._seen):
            self.when[cell] = time
        self._seen |= board & self._goals

    def time(self, board: int) -> float:
        """When the first hex of some goals can be entered; far beyond the horizon if none can."""
        return min([self.when[cell] for cell in cells(board & self._seen)], default=OUT_OF_REACH)


# ---- distances ---------------------------------------------------------------------------------------------

#: A turn's march in ticks: a road hex takes a mechanized unit three, a movement point twelve.
TURN = 48
FAR = 12 * TURN


@lru_cache(maxsize=16)
def _links(box: Box, state: str, blown: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Per hex the neighbours one can come from, and the ticks it takes to enter from there."""
    ground, grid = box.ground, box.map.grid
    found: list[tuple[tuple[int, int], ...]] = [()] * grid.size
    for cell in grid.cells:
        around = ground.around(cell, blown)
        price = 12 * ground.price(cell, False, state)
        ways = [(other, 3) for other in cells(around.road)]
        ways += [(other, price) for other in cells(around.dry & ~around.road)]
        ways += [(other, price + 16) for other in cells(around.river)]
        ways += [(other, price + TURN) for other in cells(around.meuse)]
        found[cell] = tuple(ways)
    return tuple(found)


#: Times asked for lately, by all they depend on.
_TIMES: Recent[tuple[object, ...], list[int]] = Recent(256)


def ticks_to(g: State, board: int, side: Side) -> list[int]:
    """From every hex, the ticks a mechanized unit of a side needs to some hexes; enemies on the way take time."""
    first = g.box.units.first_allied
    enemies = g.place[first:] if side is Side.GERMAN else g.place[:first]
    works = (g.improved | g.forts) & g.occupied[side.enemy]
    key = (g.box, g.ground, g.blown, enemies.tobytes(), g.reduced, works, board, side)
    found = _TIMES.get(key)
    if found is None:
        found = _TIMES.keep(key, _find_ticks(g, board, side))
    return found


def _find_ticks(g: State, board: int, side: Side) -> list[int]:
    grid = g.box.map.grid
    enemy = g.occupied[side.enemy]
    zone = grid.stepped(g.exerting[side.enemy], g.box.ground.zoned)
    more = [0] * grid.size
    for cell in cells(zone):
        more[cell] = 16
    for cell in cells(enemy):
        more[cell] = round(TURN * holding_time(defense(g, cell)))
    return _spread(_links(g.box, g.ground, g.blown), board, more)


def open_ticks(box: Box, board: int) -> list[int]:
    """From every hex, the ticks a mechanized unit needs to some hexes, nobody in the way and every bridge whole."""
    return _spread(_links(box, "normal", 0), board, [0] * box.map.grid.size)


def _spread(links: tuple[tuple[tuple[int, int], ...], ...], board: int, more: list[int]) -> list[int]:
    """The ticks to some hexes from every hex, where entering a hex takes `more` than its ground does."""
    time = [FAR] * len(more)
    buckets: list[list[int]] = [[] for _ in range(FAR + 1)]
    for cell in cells(board):
        time[cell] = 0
        buckets[0].append(cell)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if time[cell] != spent:
                continue
            here = spent + more[cell]
            for other, cost in links[cell]:
                total = here + cost
                if total < time[other]:
                    time[other] = total
                    buckets[total].append(other)
    return time
