"""How a drive would go: turn by turn where units can be, how long stacks hold them up, and how far it is from anywhere.

The enemy stands still and gives way under attack, so a line without a gap, a blown bridge or a strong garrison shows as
time lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ardennes.board.cells import cells, union
from ardennes.board.hexes import HexGrid, Sides
from ardennes.board.reach import Way, reach
from ardennes.board.times import Lanes, Times, times_to
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.state import State

#: Turns that a drive is followed at least.
AT_LEAST = 2
#: A time beyond any plan, in turns.
OUT_OF_REACH = 16.0
#: What a turn's march may take: of mechanized units, of those in the traffic of the first days, and on foot.
MECHANIZED, JAMMED, FOOT = 16, 12, 9

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


#: Holding times found lately, by all that the defence of a hex depends on.
_HELD: Recent[tuple[object, ...], float] = Recent(8192)


def _holds(g: State, cell: int) -> float:
    """Turns of attack that the units in a hex stand."""
    works = (g.improved | g.forts) >> cell & 1
    key = (g.box, cell, g.stacks[cell], g.reduced, g.shocked, works)
    found = _HELD.get(key)
    return found if found is not None else _HELD.keep(key, holding_time(defense(g, cell)))


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


#: Hexes with mechanized units and with others, and by turn those where mechanized units wait for their date.
Starts = tuple[int, int, dict[int, int]]
_STARTS: Recent[tuple[object, ...], Starts] = Recent(64)


def _starts(g: State, side: Side, first: int) -> Starts:
    """Where the units of a side begin a drive in a turn."""
    end = len(g.place) if side is Side.ALLIED else g.box.units.first_allied
    key = (g.box, side, first, g.turn, g.place[:end].tobytes())
    return _STARTS.get(key) or _STARTS.keep(key, _find_starts(g, side, first))


def _find_starts(g: State, side: Side, first: int) -> Starts:
    units = g.box.units
    mechanized = foot = 0
    late: dict[int, int] = {}
    for cell in cells(g.occupied[side]):
        for unit in g.stacks[cell]:
            if units.mechanized[unit]:
                if held(g, unit):
                    wait = max(g.box.held[unit] - first, 0)
                    late[wait] = late.get(wait, 0) | 1 << cell
                else:
                    mechanized |= 1 << cell
            elif not units.artillery[unit] and not held(g, unit):
                foot |= 1 << cell
    return mechanized, foot, late


class March(NamedTuple):
    """A turn's march from a set of hexes: those forded into, and all by what it takes to get there."""

    forded: int
    layers: list[int]
    everywhere: int


#: Marches looked up lately. Positions that are compared differ in few stacks, so two marches of three are known.
_MARCHES: Recent[tuple[object, ...], March] = Recent(4096)


def _marched(grid: HexGrid, start: int, terrain: Terrain, budget: int, free: int, zone: int) -> March:
    """One turn's march from anywhere in a set. Rivers are forded, and zones left, with the first step."""
    mechanized = budget > FOOT
    parts = 4 if mechanized else 3
    layers = [start & ~zone] + [0] * (2 * parts)
    layers[parts] = grid.stepped(start & zone, terrain.dry) & free & ~zone & ~start
    forded = grid.stepped(start, terrain.fords) & free & ~start
    layers[2 * parts] = forded & ~zone
    found = reach(grid, layers, terrain.mechanized if mechanized else terrain.foot, budget, free, zone).layers
    return March(forded, found, union(found) | forded)


#: Drives found lately: when goals are entered, which, and where units can be by turn. Three of ten are known.
_DRIVES: Recent[tuple[object, ...], tuple[dict[int, float], int, list[int]]] = Recent(2048)


class Drive:
    """Where a side's units can be after each of the next turns, its enemy standing still and giving way under attack.

    `without` are enemy hexes taken to be empty. Time is counted in turns; `time` of a hex is when it can be entered.
    Where `each` tells sets of goals, nobody drives on when a hex of each of them is reached: later ones do not count.
    """

    __slots__ = ("_goals", "_seen", "first", "g", "reached", "side", "when")

    def __init__(
        self, g: State, side: Side, turns: int, goals: int, without: int = 0, each: tuple[int, ...] | None = None
    ) -> None:
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
        key = self._depends_on(turns, without, each)
        known = _DRIVES.get(key)
        if known is None:
            self._run(turns, without, each)
            known = _DRIVES.keep(key, (self.when, self._seen, self.reached))
        self.when, self._seen, self.reached = known

    def _depends_on(self, turns: int, without: int, each: tuple[int, ...] | None) -> tuple[object, ...]:
        """All that a drive depends on: where its side begins, and what stands in its way."""
        g, side = self.g, self.side
        mechanized, foot, late = _starts(g, side, self.first)
        first = g.box.units.first_allied
        enemies = g.place[first:] if side is Side.GERMAN else g.place[:first]
        works = (g.improved | g.forts) & g.occupied[side.enemy]
        ground = (g.turn, g.blown, g.interdicted, works)
        starts = (self.first, mechanized, foot, tuple(late.items()))
        return g.box, side, turns, self._goals, without, each, starts, enemies.tobytes(), g.reduced, g.shocked, ground

    def _run(self, turns: int, without: int, each: tuple[int, ...] | None) -> None:
        g, side, grid, ground = self.g, self.side, self.g.box.map.grid, self.g.box.ground
        occupied = g.occupied[side.enemy] & ~without
        exerting = g.exerting[side.enemy] & ~without
        left: dict[int, float] = {}
        terrain = _terrain(g.box, g.ground, g.blown, g.interdicted, side is Side.ALLIED)
        mechanized, foot, late = _starts(g, side, self.first)
        self._see(mechanized | foot, 0.0)
        for turn in range(turns):
            mechanized |= late.get(turn, 0)
            zone = grid.stepped(exerting, ground.zoned)
            free = grid.board & ~occupied
            jam = side is Side.GERMAN and self.first + turn <= g.box.surprise_until
            mechanized |= self._march(mechanized, terrain, JAMMED if jam else MECHANIZED, free, zone, turn)
            foot |= self._march(foot, terrain, FOOT, free, zone, turn)
            both = mechanized | foot
            self.reached.append(both)
            for cell in cells(grid.stepped(both, ground.open_to_attack) & occupied):
                if cell not in left:
                    left[cell] = _holds(g, cell)
                left[cell] -= 1
                if left[cell] <= 0:
                    bit = 1 << cell
                    occupied ^= bit
                    exerting &= ~bit
                    if grid.neighbours[cell] & mechanized:
                        mechanized |= bit
                    foot |= bit
                    self._see(bit, turn + 1.0 + left[cell])
            if each is not None and turn + 1 >= AT_LEAST and all([board & self._seen for board in each]):
                break

    def _march(self, start: int, terrain: Terrain, budget: int, free: int, zone: int, turn: int) -> int:
        """One turn's march, with when goals are met on it."""
        g = self.g
        key = (g.box, g.ground, g.blown, g.interdicted, self.side, budget, start, free, zone)
        march = _MARCHES.get(key)
        if march is None:
            march = _MARCHES.keep(key, _marched(g.box.map.grid, start, terrain, budget, free, zone))
        self._see(march.forded, turn + 0.6)
        if march.everywhere & self._goals & ~self._seen:
            for spent, board in enumerate(march.layers):
                if board:
                    self._see(board, turn + spent / (budget + 1))
        return march.everywhere

    def _see(self, board: int, time: float) -> None:
        found = board & self._goals & ~self._seen
        if found:
            for cell in cells(found):
                self.when[cell] = time
            self._seen |= found

    def time(self, board: int) -> float:
        """When the first hex of some goals can be entered; far beyond the horizon if none can."""
        found = board & self._seen
        if found.bit_count() > 1:
            return min([self.when[cell] for cell in cells(found)])
        return self.when[found.bit_length() - 1] if found else OUT_OF_REACH


# ---- distances ---------------------------------------------------------------------------------------------

#: A turn's march in ticks: a road hex takes a mechanized unit three, a movement point twelve.
TURN = 48
FAR = 12 * TURN


@lru_cache(maxsize=64)
def _lanes(box: Box, state: str, blown: int) -> Lanes:
    """The ticks of every step, with the bridges as they are."""
    ground, grid = box.ground, box.map.grid
    found: list[tuple[int, int, int]] = []
    for cell in grid.cells:
        around = ground.around(cell, blown)
        price = 12 * ground.price(cell, False, state)
        found += [(other, cell, 3) for other in cells(around.road)]
        found += [(other, cell, price) for other in cells(around.dry & ~around.road)]
        found += [(other, cell, price + 16) for other in cells(around.river)]
        found += [(other, cell, price + TURN) for other in cells(around.meuse)]
    return Lanes(grid, found)


#: Times asked for lately, by all they depend on.
_TIMES: Recent[tuple[object, ...], Times] = Recent(64)


def ticks_to(g: State, boards: tuple[int, ...], side: Side) -> Times:
    """From every hex, the ticks a mechanized unit of a side needs to sets of hexes, a row each.

    Enemies on the way take time.
    """
    first = g.box.units.first_allied
    enemies = g.place[first:] if side is Side.GERMAN else g.place[:first]
    works = (g.improved | g.forts) & g.occupied[side.enemy]
    key = (g.box, g.ground, g.blown, enemies.tobytes(), g.reduced, works, boards, side)
    found = _TIMES.get(key)
    if found is None:
        found = _TIMES.keep(key, _find_ticks(g, boards, side))
    return found


def _find_ticks(g: State, boards: tuple[int, ...], side: Side) -> Times:
    grid = g.box.map.grid
    enemy = g.occupied[side.enemy]
    zone = grid.stepped(g.exerting[side.enemy], g.box.ground.zoned)
    more = np.zeros(grid.size, np.int16)
    more[cells(zone)] = 16
    for cell in cells(enemy):
        more[cell] = round(TURN * _holds(g, cell))
    return times_to(_lanes(g.box, g.ground, g.blown), boards, more, FAR)


def open_ticks(box: Box, board: int) -> list[int]:
    """From every hex, the ticks a mechanized unit needs to some hexes, nobody in the way and every bridge whole."""
    nobody = np.zeros(box.map.grid.size, np.int16)
    return [int(ticks) for ticks in times_to(_lanes(box, "normal", 0), (board,), nobody, FAR)[0]]
