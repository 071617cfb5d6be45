"""10.1 - 10.5 How far a unit gets. Costs are in half movement points.

A move is searched in modes, each a pace with its own ways to step:

- FOOT: infantry on foot, on and off roads as it likes.
- OFF: a motorized unit that began off the road and has not used one yet (10.4.1h); it pays for the terrain.
- ROAD: at the half-point rate, alone in every hex (10.4.1).
- LEFT: it has left the road, or could not take the rate; it pays for the terrain of every hex to come.
- TRUCK, TIRED: infantry as motorized, on roads only: at the half-point rate, and after meeting a friendly unit.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ardennes.board.cells import union
from ardennes.board.hexes import NO_SIDES, Sides, joined, less, shared
from ardennes.board.reach import Reach, Way, reach
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.box.ground import INFANTRY_ROAD, MOTORIZED_ROAD
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules import areas, supply
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import NOBODY, OFF_MAP, State

HALVES = 2
#: What there may be to cross: destroyed bridges, minor rivers (which infantry wades).
DOWN, WET = 1, 2


class Mode(IntEnum):
    """The paces of a move."""

    FOOT = 0
    OFF = 1
    ROAD = 2
    LEFT = 3
    TRUCK = 4
    TIRED = 5


#: What a mode may turn into on the way.
_NEXT = {Mode.OFF: Mode.ROAD, Mode.ROAD: Mode.LEFT, Mode.TRUCK: Mode.TIRED}
#: The modes of a first step, by the one a unit sets out in.
_CHAIN = {
    Mode.FOOT: (Mode.FOOT,),
    Mode.OFF: (Mode.OFF,),
    Mode.ROAD: (Mode.ROAD, Mode.LEFT),
    Mode.LEFT: (Mode.LEFT,),
    Mode.TRUCK: (Mode.TRUCK, Mode.TIRED),
    Mode.TIRED: (Mode.TIRED,),
}
#: Modes at the half-point rate.
_ALONE = (Mode.ROAD, Mode.TRUCK)


class Leg(NamedTuple):
    """A part of a search in one mode; it began where its parent left off."""

    mode: Mode
    found: Reach
    parent: Leg | None

    def path(self, cell: int) -> list[int]:
        path = self.found.path(cell)
        return path if self.parent is None else [*self.parent.path(path[0])[:-1], *path]


class Range:
    """Where a unit can go: by legs, and to hexes next to it that end the move at once (`halts`)."""

    __slots__ = ("board", "budget", "halts", "legs", "slips", "start")

    def __init__(self, start: int, budget: int, legs: list[Leg], halts: int = 0) -> None:
        self.start, self.budget, self.legs, self.halts = start, budget, legs, halts
        self.board = (union(leg.found.board for leg in legs) | halts) & ~(1 << start)
        #: 7.3 Hexes that only the 150th Brigade's exception opens.
        self.slips = 0

    @property
    def short(self) -> int:
        """The hexes from which there is something left to go on with."""
        return union(layer for leg in self.legs for layer in leg.found.layers[:-1])

    def best(self, cell: int) -> tuple[int, Leg | None]:
        """The cheapest way to a hex: half points, and the leg it ends in (None: one step that takes all)."""
        found = [(cost, n) for n, leg in enumerate(self.legs) if (cost := leg.found.cost(cell)) >= 0]
        if not found:
            return self.budget, None
        cost, n = min(found)
        return cost, self.legs[n]

    def cost(self, cell: int) -> int:
        """What it costs to get to a hex of the range."""
        return self.best(cell)[0]

    def path(self, cell: int) -> list[int]:
        """A cheapest way to a hex of the range, both ends included."""
        leg = self.best(cell)[1]
        return [self.start, cell] if leg is None else leg.path(cell)


def points(halves: int) -> str:
    """Half points as players write them."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or ''}½" if half else str(whole)


# ---- ways to step ------------------------------------------------------------------------------------------


def _ways(g: State, mode: Mode, side: Side, weak: bool, near: int = DOWN | WET) -> tuple[Way, ...]:
    """The ways to step in a mode; `weak` closes the Ouren bridge (10.6.3), `near` says what there is to cross."""
    hindered = _hindered(g, side)
    key = (mode, weak, near, *hindered)
    found = g.box.ways.get(key)
    if found is None:
        toll, rumor = hindered[2:]
        every = _make_ways(g, mode, 1 << toll if toll < OFF_MAP else 0, rumor, side, weak)
        if mode is Mode.FOOT:
            every = every[:2] + every[2:3] * bool(near & DOWN) + every[3:] * bool(near & WET)
        elif mode in (Mode.OFF, Mode.LEFT) and not near & DOWN:
            every = every[:2]
        found = g.box.ways.keep(key, every)
    return found


def _hindered(g: State, side: Side) -> tuple[Side, int, int, int]:
    """What changes how a side's units may step: bridges that are down, the hex of an asset that costs more, a rumor."""
    toll = g.asset[g.find_asset(AssetKind.TRAFFIC if side is Side.GERMAN else AssetKind.GREIF)]
    return side, g.blown, toll, g.rumor if side is Side.ALLIED else NOBODY


def _near(g: State, start: int) -> int:
    """What a move from a hex could cross besides roads and bridges; a destroyed one costs too much to be far off."""
    ground = g.box.ground
    near = DOWN if ground.ends(g.blown) & ground.farther[start] else 0
    return near | (WET if ground.banks & ground.near[start] else 0)


def _make_ways(g: State, mode: Mode, toll: int, rumor: int, side: Side, weak: bool) -> tuple[Way, ...]:
    ground, numbers, rows = g.box.ground, g.box.numbers.assets, g.box.ground.hexsides
    sides = ground.between(g.blown)
    closed = g.box.map.gone(1 << g.box.ouren) if weak else NO_SIDES
    foot = mode is Mode.FOOT
    country = ground.infantry_entry if foot else ground.motorized_entry
    lurking = 0 if rumor == NOBODY else 1 << rumor

    def way(entry: tuple[tuple[int, int], ...], extra: int, across: Sides) -> Way:
        more = HALVES * numbers.vdh_cost
        classes = [(cost + extra, board & ~lurking) for cost, board in entry]
        classes += [(cost + extra + more, board & lurking) for cost, board in entry if board & lurking]
        return Way(ground.grid, classes, less(across, closed))

    pace = INFANTRY_ROAD if foot else MOTORIZED_ROAD
    more = HALVES * (numbers.traffic_cost if side is Side.GERMAN else numbers.greif_cost)
    paved = ((pace, ground.grid.board & ~toll), *(((pace + more, toll),) if toll else ()))
    if mode in _ALONE:
        return (way(paved, 0, sides.road),)
    if foot:
        return (
            way(paved, 0, sides.road),
            way(country, 0, joined(sides.dry, sides.bridge)),
            way(country, rows["destroyed_bridge"].infantry, sides.destroyed),
            way(country, rows["minor_river"].infantry, sides.minor),
        )
    if mode is Mode.TIRED:
        dry, bridge = shared(sides.road, sides.dry), shared(sides.road, sides.bridge)
        return (way(country, 0, dry), way(country, rows["bridge"].motorized, bridge))
    return (
        way(country, 0, sides.dry),
        way(country, rows["bridge"].motorized, sides.bridge),
        way(country, rows["destroyed_bridge"].motorized, sides.destroyed),
    )


# ---- what a unit can do ------------------------------------------------------------------------------------


def weak_bridge(g: State, unit: int) -> bool:
    """10.6.3 Whether the Ouren bridge is closed to a unit: to armor, on turn 1."""
    return g.turn <= g.box.numbers.bridges.ouren_until and g.is_armor(unit)


def on_road(g: State, cell: int) -> bool:
    """Whether a road that can be used leads out of a hex."""
    return bool(g.box.ground.road_hexes >> cell & 1)


def may_ride(g: State, unit: int) -> bool:
    """10.5 Whether infantry may move as motorized: it starts on a road, in supply, and has the trucks."""
    if not g.face(unit).kind.infantry or not on_road(g, g.place[unit]) or not g.face(unit).movement:
        return False
    if unit < g.box.units.first_allied and not (g.entered >> unit & 1 or g.trucks == unit):
        return False
    return supply.in_supply(g, unit)


def abandons(g: State, unit: int) -> bool:
    """8.3f Whether a unit is German armor out of supply, which moves only without its tanks."""
    return bool(g.hungry >> unit & 1) and g.is_armor(unit)


def alone(g: State, unit: int, cell: int) -> bool:
    """10.4.1 Whether a unit may take the half-point rate out of its hex: it is alone, or entering there (10.4.1b)."""
    return bool(g.entered >> unit & 1) or len(g.units_at(cell)) == 1


def modes(g: State, unit: int) -> list[tuple[Mode, int]]:
    """8.3, 10.2, 10.5, 14.8.4 The paces a unit may set out at, each with its allowance in half points."""
    face, cell, numbers = g.face(unit), g.place[unit], g.box.numbers
    if not face.movement:
        return []
    if face.kind.infantry:
        found = [(Mode.FOOT, HALVES * face.movement)]
        if may_ride(g, unit):
            found.append((Mode.TRUCK if alone(g, unit, cell) else Mode.TIRED, _riding(g, unit)))
        return found
    if not supply.in_supply(g, unit):
        if abandons(g, unit) and g.box.units.steps[unit] < 3:
            return []
        return [(Mode.LEFT, HALVES * numbers.supply.allowance)]
    if not alone(g, unit, cell):
        return [(Mode.LEFT, HALVES * face.movement)]
    return [(Mode.ROAD if on_road(g, cell) else Mode.OFF, HALVES * face.movement)]


def _riding(g: State, unit: int) -> int:
    """10.5, 14.8.4 The allowance of infantry as motorized: that of the 82nd and 101st is larger as they enter."""
    numbers = g.box.numbers.movement
    fast = g.entered & g.box.fast_airborne & 1 << unit and g.turn == numbers.airborne_entry_turn
    return HALVES * (numbers.airborne_entry if fast else numbers.motorized_infantry)


def open_hexes(g: State, unit: int) -> int:
    """The hexes a unit may enter as far as enemies, areas and leashes go."""
    return areas.allowed(g, unit, g.place[unit]) & ~g.occupied[g.side_of(unit).enemy]


def first_steps(g: State, unit: int, zones: bool = True, budget: int | None = None) -> int:
    """The neighbouring hexes a unit may step to, with or without regard to zones of control."""
    cell, side = g.place[unit], g.side_of(unit)
    free = open_hexes(g, unit) & g.box.grid.neighbours[cell]
    if zones and zone(g, side.enemy) >> cell & 1:
        free &= ~zone(g, side.enemy)
    found = 0
    for begun, allowance in modes(g, unit):
        limit = allowance if budget is None else budget
        for mode in _CHAIN[begun]:
            friends = g.occupied[side] if mode in _ALONE else 0
            found |= _one_step(g, mode, unit, cell, free & ~friends, limit)
    return found


def steps_between(g: State, unit: int, cell: int) -> int:
    """10.3d The neighbours of a hex whose terrain a unit could enter from there, at any cost."""
    foot, weak = g.face(unit).kind.infantry, weak_bridge(g, unit)
    key = (cell, foot, weak, *_hindered(g, g.side_of(unit)))
    known = g.box.steps.get(key)
    if known is not None:
        return known
    near, found = g.box.grid.neighbours[cell], 0
    for mode in (Mode.FOOT,) if foot else (Mode.ROAD, Mode.LEFT):
        found |= _one_step(g, mode, unit, cell, near, 99)
    return g.box.steps.keep(key, found)


def _one_step(g: State, mode: Mode, unit: int, cell: int, free: int, budget: int) -> int:
    grid, found = g.box.grid, 0
    for way in _ways(g, mode, g.side_of(unit), weak_bridge(g, unit)):
        assert way.sorted_sides is not None
        entered = grid.stepped(1 << cell, way.sorted_sides) & free
        if entered:
            for cost, board in way.entry:
                if cost <= budget:
                    found |= entered & board
    return found


def reachable(g: State, unit: int, spent: int = 0, mode: Mode | None = None) -> Range:
    """Every hex a unit's move may lead to; with `spent` and `mode` it goes on with a move under way."""
    known = g.remember()
    key = ("range", unit, spent)
    if key not in known:
        known[key] = _reachable(g, unit, spent, mode)
    found: Range = known[key]
    return found


def _reachable(g: State, unit: int, spent: int, mode: Mode | None) -> Range:
    side, start = g.side_of(unit), g.place[unit]
    begun = modes(g, unit) if mode is None else [(mode, _allowance(g, unit, mode))]
    free, stop = open_hexes(g, unit), zone(g, side.enemy)
    tolls = 0
    if side is Side.GERMAN:  # 12.4.4 entering an Engineer's hex takes the whole allowance
        tolls = g.engineer_hexes() & free
        free &= ~tolls
        tolls &= g.box.grid.neighbours[start]
    legs: list[Leg] = []
    for pace, budget in begun:
        legs += _legs(g, unit, pace, budget, [0] * spent + [1 << start], free, stop, _near(g, start), None)
    halts = first_steps(g, unit, budget=99) & tolls if tolls and not spent else 0
    budget = max((budget for _, budget in begun), default=0)
    found = Range(start, budget, legs, halts)
    if unit == g.box.brigade_150 and may_slip(g) and not spent and begun:
        _slip(g, unit, found, free, stop)
    return found


def _allowance(g: State, unit: int, mode: Mode) -> int:
    """The allowance of a move under way in a mode."""
    if mode in (Mode.TRUCK, Mode.TIRED):
        return _riding(g, unit)
    face = g.face(unit)
    fed = face.kind.infantry or supply.in_supply(g, unit)
    return HALVES * (face.movement if fed else g.box.numbers.supply.allowance)


def _legs(
    g: State,
    unit: int,
    mode: Mode,
    budget: int,
    starts: list[int],
    free: int,
    stop: int,
    near: int,
    parent: Leg | None,
) -> list[Leg]:
    """The legs of a search that begins in a mode, and those of the modes it may turn into."""
    grid, side = g.box.grid, g.side_of(unit)
    ways = _ways(g, mode, side, weak_bridge(g, unit), near)
    pinned = stop & starts[-1] if parent is None else 0
    enterable = free & ~g.occupied[side] if mode in _ALONE else free
    if pinned:  # 7.3b not straight from one zone of control to another
        around = grid.around(pinned) & enterable & ~stop
        first = Leg(mode, reach(grid, starts, ways, budget, around), None)
        onward = [layer & ~pinned for layer in first.found.layers]
        legs = [first, Leg(mode, reach(grid, onward, ways, budget, enterable, stop), first)]
    else:
        legs = [Leg(mode, reach(grid, starts, ways, budget, enterable, stop), parent)]
    if mode not in _NEXT:
        return legs
    then = _NEXT[mode]
    more = _legs(g, unit, then, budget, starts, free, stop, near, None) if pinned else []
    for leg in legs:
        layers = [layer & ~stop for layer in leg.found.layers]
        if mode is Mode.OFF:  # 10.4.1h the rate begins on a road, alone
            layers = [layer & g.box.ground.road_hexes & ~g.occupied[side] for layer in layers]
        elif mode is Mode.TRUCK:  # off its pace a truck only gets where friends are
            beside = grid.around(g.occupied[side] & g.box.ground.road_hexes & ~leg.found.board)
            layers = [layer & beside for layer in layers]
        while layers and not layers[-1]:
            layers.pop()
        if layers:
            more += _legs(g, unit, then, budget, layers, free, stop, near, leg)
    return legs + more


# ---- the 150th Panzer Brigade ------------------------------------------------------------------------------


def may_slip(g: State) -> bool:
    """7.3d, 7.3e Whether the 150th Panzer Brigade may still use its exception."""
    return not g.slipped and g.turn <= g.box.numbers.brigade.until


def _slip(g: State, unit: int, found: Range, free: int, stop: int) -> None:
    """7.3 From one zone straight into another and stop; or through a zone, if the next hex is outside."""
    start = found.start
    if stop >> start & 1:
        opened = first_steps(g, unit, zones=False) & stop & free
        found.halts |= opened
    else:
        opened, legs = 0, []
        for leg in found.legs:
            layers = [layer & stop for layer in leg.found.layers]
            while layers and not layers[-1]:
                layers.pop()
            if layers:
                ways = _ways(g, leg.mode, Side.GERMAN, weak_bridge(g, unit))
                near = free & ~stop & (~g.occupied[Side.GERMAN] if leg.mode in _ALONE else -1)
                legs.append(Leg(leg.mode, reach(g.box.grid, layers, ways, found.budget, near), leg))
        for leg in legs:
            opened |= leg.found.board & ~stop
        found.legs += legs
    found.slips = opened & ~found.board & ~(1 << start)
    found.board |= found.slips
