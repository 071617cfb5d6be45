"""9, 10 Entering a hex: whether a unit may step from here to there, what it costs, and whether it must stop.

Every way of coming into a hex asks here and says openly what is different about it (`How`): marches, whole or in parts,
withdrawals, retreats and advances step; reinforcements, returning units and parachutists are put down (`put_down`).
Costs are in half movement points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.board.cells import union
from ardennes.board.hexes import NO_SIDES, Sides, joined, less, shared
from ardennes.board.reach import Way
from ardennes.board.walk import Pace
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.box.ground import INFANTRY_ROAD, MOTORIZED_ROAD
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules import areas
from ardennes.titles.deadly_woods.rules.paces import ALONE, CHAIN, HALVES, NEXT, Mode, Setting, modes
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import NOBODY, OFF_MAP, State

#: What there may be to cross: destroyed bridges, minor rivers (which infantry wades).
DOWN, WET = 1, 2
#: A price nobody has to pay.
ANY_PRICE = 99


class How(NamedTuple):
    """What is different about a way of stepping into hexes; enemies and ground are the same for all of them."""

    #: 7.3 It may not go straight from one enemy zone into another.
    zones: bool = False
    #: 10.2 It pays, at the pace of the unit and within its allowance.
    pays: bool = False
    #: 9, 10.6.4 Army boundaries and leashes hold it.
    bound: bool = True


MARCH = How(zones=True, pays=True)
#: 7.3, 10.3a The same but for enemy zones: the 150th Brigade, and what else a unit held by zones could do.
THROUGH_ZONES = How(pays=True)
#: 10.3 A withdrawal takes no account of zones and points; an advance (11.5) and a retreat (11.4) do the same.
WITHDRAWAL = ADVANCE = RETREAT = How()
#: 9.2c A retreat but for the boundary, which costs steps.
UNBOUND = How(bound=False)


# ---- who may be where --------------------------------------------------------------------------------------


def open_hexes(g: State, unit: int, how: How = MARCH) -> int:
    """9.2, 9.3, 9.4, 10.6.4 The hexes a unit on the map may enter as far as enemies, areas and leashes go."""
    limits = areas.allowed(g, unit, g.place[unit]) if how.bound else g.box.grid.board
    return limits & ~g.occupied[g.side_of(unit).enemy]


def put_down(g: State, unit: int, leashed: bool = True) -> int:
    """9.3, 10.6.4 The hexes a unit that is not on the map may be put in, as far as enemies, areas and leashes go."""
    return areas.home(g, unit, leashed) & ~g.occupied[g.side_of(unit).enemy]


def steps(g: State, unit: int, cell: int, how: How = MARCH) -> int:
    """The neighbours of a hex that a unit may step into from there."""
    found = affordable(g, unit) if how.pays else ground(g, unit, cell)
    found &= open_hexes(g, unit, how)
    enemy = g.side_of(unit).enemy
    if how.zones and zone(g, enemy) >> cell & 1:
        found &= ~zone(g, enemy)
    return found


def ground(g: State, unit: int, cell: int) -> int:
    """10.2, 10.3d, 11.4, 11.5 The neighbours of a hex whose terrain a unit could enter from there, at any cost."""
    foot, weak = g.face(unit).kind.infantry, weak_bridge(g, unit)
    key = (cell, foot, weak, *_hindered(g, g.side_of(unit)))
    known = g.box.steps.get(key)
    if known is not None:
        return known
    near, found = g.box.grid.neighbours[cell], 0
    for mode in (Mode.FOOT,) if foot else (Mode.ROAD, Mode.LEFT):
        found |= _one_step(g, mode, unit, cell, near, ANY_PRICE)
    return g.box.steps.keep(key, found)


def affordable(g: State, unit: int, settings: Sequence[Setting] = (), price: int | None = None) -> int:
    """10.2 The neighbouring hexes a unit can pay for at the paces of its move, or for a price."""
    cell, side, found = g.place[unit], g.side_of(unit), 0
    for begun, spent, allowance in settings or modes(g, unit):
        limit = allowance - spent if price is None else price
        for mode in CHAIN[begun]:
            free = g.box.grid.neighbours[cell] & ~(g.occupied[side] if mode in ALONE else 0)
            found |= _one_step(g, mode, unit, cell, free, limit)
    return found


def _one_step(g: State, mode: int, unit: int, cell: int, free: int, limit: int) -> int:
    grid, found = g.box.grid, 0
    for way in ways(g, mode, g.side_of(unit), weak_bridge(g, unit)):
        assert way.sorted_sides is not None
        entered = grid.stepped(1 << cell, way.sorted_sides) & free
        if entered:
            for cost, board in way.entry:
                if cost <= limit:
                    found |= entered & board
    return found


# ---- a whole move asks for all hexes at once ----------------------------------------------------------------


class Steps:
    """10.0 The steps of a march from a hex, as a walk asks for them (`board.walk.Question`)."""

    __slots__ = ("free", "friends", "grid", "held", "near", "state", "trucked", "unit", "weak")

    def __init__(self, g: State, unit: int, start: int, avoid: int = 0, cross: bool = True, zones: bool = True) -> None:
        side = g.side_of(unit)
        self.state, self.unit, self.grid, self.weak = g, unit, g.box.grid, weak_bridge(g, unit)
        self.free = open_hexes(g, unit) & ~avoid
        if side is Side.GERMAN:  # 12.4.4 an Engineer's hex is entered in a move of its own
            self.free &= ~g.engineer_hexes()
        self.held = zone(g, side.enemy) if zones else 0
        self.near = _near(g, start) if cross else _near(g, start) & ~DOWN
        #: 10.4.1 Whom it may not meet at the half-point rate; it is no company to itself where it has halted.
        self.friends = g.occupied[side]
        if len(g.units_at(g.place[unit])) == 1:
            self.friends &= ~(1 << g.place[unit])
        #: 12.6 Where the Motorized marker would come off, and the ride with it ends.
        self.trucked = g.box.grid.around(g.occupied[Side.ALLIED]) if unit == g.trucks else 0

    def pace(self, pace: int, /) -> Pace:
        g, mode = self.state, pace
        found = ways(g, mode, g.side_of(self.unit), self.weak, self.near)
        free = self.free & ~self.friends if mode in ALONE else self.free
        return Pace(found, free, self.held | self.trucked if mode in (Mode.TRUCK, Mode.TIRED) else self.held)

    def after(self, pace: int, /) -> int | None:
        return NEXT.get(pace)

    def turning(self, pace: int, layers: Sequence[int], reached: Sequence[int], /) -> Sequence[int]:
        roads = self.state.box.ground.road_hexes
        if pace == Mode.OFF:  # 10.4.1h the rate begins on a road, alone
            fit = roads & ~self.friends
        elif pace == Mode.TRUCK:  # off its pace a truck only gets where friends are
            fit = self.grid.around(self.friends & roads & ~union(reached))
        else:
            return layers
        return [layer & fit for layer in layers]


# ---- ways to step ------------------------------------------------------------------------------------------


def ways(g: State, mode: int, side: Side, weak: bool, near: int = DOWN | WET) -> tuple[Way, ...]:
    """The ways to step in a mode; `weak` closes the Ouren bridge (10.6.3), `near` says what there is to cross."""
    hindered = _hindered(g, side)
    key = (mode, weak, near, *hindered)
    found = g.box.ways.get(key)
    if found is None:
        toll, rumor = hindered[2:]
        every = _make_ways(g, mode, 1 << toll if toll < OFF_MAP else 0, rumor, side, weak)
        if mode == Mode.FOOT:
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


def _make_ways(g: State, mode: int, toll: int, rumor: int, side: Side, weak: bool) -> tuple[Way, ...]:
    ground, numbers, rows = g.box.ground, g.box.numbers.assets, g.box.ground.hexsides
    sides = ground.between(g.blown)
    closed = g.box.map.gone(1 << g.box.ouren) if weak else NO_SIDES
    foot = mode == Mode.FOOT
    country = ground.infantry_entry if foot else ground.motorized_entry
    lurking = 0 if rumor == NOBODY else 1 << rumor

    def way(entry: tuple[tuple[int, int], ...], across: Sides, extra: int = 0) -> Way:
        more = HALVES * numbers.vdh_cost
        classes = [(cost + extra, board & ~lurking) for cost, board in entry]
        classes += [(cost + extra + more, board & lurking) for cost, board in entry if board & lurking]
        return Way(ground.grid, classes, less(across, closed))

    pace = INFANTRY_ROAD if foot else MOTORIZED_ROAD
    more = HALVES * (numbers.traffic_cost if side is Side.GERMAN else numbers.greif_cost)
    paved = ((pace, ground.grid.board & ~toll), *(((pace + more, toll),) if toll else ()))
    if mode in ALONE:
        return (way(paved, sides.road),)
    if foot:  # 10.4, 12.8d between contiguous road hexes infantry pays the road's price and has no choice
        return (
            way(paved, sides.road),
            way(country, less(joined(sides.dry, sides.bridge), sides.road)),
            way(country, sides.destroyed, rows["destroyed_bridge"].infantry),
            way(country, sides.minor, rows["minor_river"].infantry),
        )
    if mode == Mode.TIRED:
        dry, bridge = shared(sides.road, sides.dry), shared(sides.road, sides.bridge)
        return (way(country, dry), way(country, bridge, rows["bridge"].motorized))
    return (
        way(country, sides.dry),
        way(country, sides.bridge, rows["bridge"].motorized),
        way(country, sides.destroyed, rows["destroyed_bridge"].motorized),
    )


def weak_bridge(g: State, unit: int) -> bool:
    """10.6.3 Whether the Ouren bridge is closed to a unit: to armor, on turn 1."""
    return g.turn <= g.box.numbers.bridges.ouren_until and g.is_armor(unit)


def step_price(g: State, unit: int, cell: int, to: int, settings: Sequence[Setting] = ()) -> tuple[int, int]:
    """10.2 What a step to a neighbouring hex costs at the cheapest of the paces of a move, and what is left for it.

    The price is `ANY_PRICE` where the ground is closed.
    """
    found = [(ANY_PRICE, 0)]
    for begun, spent, allowance in settings or modes(g, unit):
        for mode in CHAIN[begun]:
            if mode in ALONE and g.occupied[g.side_of(unit)] >> to & 1:
                continue
            for way in ways(g, mode, g.side_of(unit), weak_bridge(g, unit)):
                if way.sides is not None and g.box.grid.has_side(way.sides, cell, to):
                    found += [(cost, allowance - spent) for cost, board in way.entry if board >> to & 1]
    return min(found, key=lambda price: price[0] - price[1] if price[0] < ANY_PRICE else ANY_PRICE)
