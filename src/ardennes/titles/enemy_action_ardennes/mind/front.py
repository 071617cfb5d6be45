"""How the land lies: what the Germans may still take, and what the Allies may take back, past everybody on the way.

Both sides are thought to set out from where they stand, by road and across country. An enemy on the way has to be
fought (the stronger, the longer), his control stops a move, so do roadblocks and rivers without a bridge. A town
counts by the chance that there is time to get to it in the activations that are left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import HexGrid, Sides
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.mind import exits
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.reactions import Roadblocks
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, State

#: Movement points of an activation: on foot, and mechanized.
ALLOWANCE = (3, 6)
#: What stopping in enemy control costs beside the hex, and crossing a river without a bridge.
STOPPED, WADED = 3, 4
#: What it costs to fight for a hex, by the strength that is enough to make it so.
FOUGHT = ((0, 6), (4, 9), (8, 13), (13, 18), (20, 24))
LEAST = [least for least, _ in FOUGHT]
#: As far as is looked, in movement points.
HORIZON = 40
#: Activations of a corps in a day, and the cards that one of them takes with its tactics and the others' turns.
A_DAY, CARDS = 1.4, 11.0
#: What a movement phase counts that is under way or about to begin, and the part that is left of it when no other
#: follows: whoever has moved does not move again.
UNDER_WAY, LAST = 0.9, 0.3
#: From what part of the time on nobody thinks of getting there, and how fast hope fades before.
LATE, FADES = 1.05, 1.3
#: How sure a side is of what it could take: the attacker of what he sees before him, the other of coming back.
SURE, BACK = 0.9, 0.45
#: How much of a hex of the Westwall the Allies can get to is feared for, before the last day and on it; how much longer
#: than for towns they have time for it then: one unit on any card will do. Of 40 hexes taken in 18 games 21 were taken
#: on the last day, where nobody had feared for them.
WALL, LAST_WALL, RAID = 0.4, 0.5, 0.8

#: How sure the Germans are of the points for the far bank of the Meuse when they get there: it takes supply, too.
OVER = 0.6
#: 10.42 What captured fuel is worth, and the part of it that may lie in a depot.
FUEL, DEPOT = 0.8, 0.6
#: What strength counts at least, when nobody has anything left to do with it.
LEAST_COUNTS = 0.1
#: The part that every further hex of the Westwall counts which the Allies could get to: hardly anybody takes them all.
ANOTHER = 0.6

#: Turns are counted in sixths, which both paces have in common, from a little below nothing; this many are too far.
SIXTHS, BELOW, FAR = 6, 6, 255

_DOORS: Recent[tuple[Box, int, int], tuple[Sides, Sides]] = Recent(200)
_STARTS: Recent[tuple[object, ...], tuple[int, int]] = Recent(400)
_HEDGES: Recent[tuple[object, ...], _Hedge] = Recent(400)
_FRONTS: Recent[tuple[object, ...], float] = Recent(4000)
_MOVING = (Movement, Roadblocks)

#: Hexes with how far it is to them.
_Field = list[tuple[int, int]]


class _Goals(NamedTuple):
    """What a scenario counts: towns with their worth, the Westwall where it does, the far bank of the Meuse."""

    towns: tuple[tuple[int, float], ...]
    walls: tuple[int, ...]
    wall: int
    #: 14.1b The hexes beyond the Meuse that lie on it.
    bank: int


@lru_cache(maxsize=8)
def _goals(box: Box) -> _Goals:
    walls = cells(box.ground.westwall) if box.last_day >= box.numbers.dates.westwall_points_from else []
    towns = tuple((cell, worth) for cell, worth in box.worth.items() if worth)
    bank = box.ground.beside_meuse & box.ground.across_meuse
    return _Goals(towns, tuple(walls), board_of(walls), bank)


class _Hedge(NamedTuple):
    """The enemy on the way: the hexes where his control stops a move, and those that must be fought for."""

    stops: int
    fought: tuple[tuple[int, int], ...]
    #: What has to be fought for, and the sides of hexes that a road and that no river leads through.
    hard: int
    doors: tuple[Sides, Sides]
    #: How far it is past him, by pace, starts, horizon and what is wanted: the same until he moves.
    fields: Recent[tuple[int, int, int, int], _Field]


def outlook(g: State) -> float:
    """The points that the Germans may expect from places: owned, to be taken, to be lost again; the Westwall."""
    time = _time(g)
    units = (g.place.tobytes(), bytes(g.lost), bytes(g.supply), g.dispersed)
    ground = (g.german_towns, g.allied_wall, g.roadblocks, g.blown, g.built, g.improved, g.covered, g.fuel)
    key = (g.box, *units, *ground, g.day, g.exits_used, g.meuse_points, *time)
    found = _FRONTS.get(key)
    return _FRONTS.keep(key, _outlook(g, *time)) if found is None else found


def _outlook(g: State, german: float, allied: float) -> float:
    goals, owned, allied_wall = _goals(g.box), g.german_towns, g.allied_wall
    bank = 0 if g.meuse_points else goals.bank
    depots = [g.box.depots[number] for number in cells(g.covered)]
    wanted = g.box.prized & ~owned | goals.wall & allied_wall | bank | board_of(depots)
    threat = _turns(g, Side.GERMAN, german, wanted)
    last = _reckoned(g.box, g.day) == g.day
    raided = round(allied + RAID, 2) if last else allied
    relief = _turns(g, Side.ALLIED, raided, g.box.prized & owned | goals.wall & ~allied_wall)
    taken, back, raid = _hopes(german), _hopes(allied), _hopes(raided)
    total = 0.0
    for cell, worth in goals.towns:
        if owned >> cell & 1:
            total += worth * (1.0 - BACK * back[relief.get(cell, FAR)])
        elif cell in threat:
            total += worth * SURE * taken[threat[cell]]
    price, fear_for = g.box.numbers.victory.westwall, LAST_WALL if last else WALL
    fears = []
    for cell in goals.walls:
        if allied_wall >> cell & 1:
            total -= price * (1.0 - BACK * taken[threat.get(cell, FAR)])
        elif cell in relief:
            fears.append(raid[relief[cell]])
    fears.sort(reverse=True)
    for number, fear in enumerate(fears):
        total -= price * fear_for * fear * ANOTHER**number
    if bank:
        nearest = min([sixths for cell, sixths in threat.items() if bank >> cell & 1], default=FAR)
        total += g.box.numbers.victory.meuse * OVER * taken[nearest]
    total += FUEL * (g.fuel + DEPOT * sum([taken[threat[cell]] for cell in depots if cell in threat]))
    return total + _leaving(g, german)


@lru_cache(maxsize=100)
def _reckoned(box: Box, day: int) -> int:
    """14.2 The next day on whose evening points may decide the game."""
    at_once = [row[2] for row in (box.scenario.german_at_once, box.scenario.allied_at_once) if row]
    first = [max(day, begins) for begins in at_once]
    return min([each for each in (*box.scenario.calendar, *first) if each >= day], default=box.last_day)


def _leaving(g: State, left: float) -> float:
    """7.8, 7.81, 14.1c The points that units may still get by leaving the map; of two flanks the better one counts."""
    flanks = dict.fromkeys((*exits.FLANKS, exits.ELSEWHERE), 0.0)
    for edge in exits.open_edges(g.box, g.day, g.exits_used):
        if not g.occupied[Side.GERMAN] & edge.near:
            continue
        time = round(left - A_DAY * (g.box.last_day - edge.until), 2)
        units = exits.leavers(g, edge)
        if units and time > 0.0:
            flanks[edge.flank] += _left_by(g, edge.board, units, time)
    return exits.SURE * (flanks[exits.ELSEWHERE] + max([flanks[flank] for flank in exits.FLANKS]))


def _left_by(g: State, board: int, units: exits.Leavers, left: float) -> float:
    """What units are worth by their places that get to some exits in time: the ways are walked back from there, for
    all at the cost on foot, which roads and most of the country have in common."""
    hedge, wanted = _hedge(g, Side.GERMAN), board_of(units)
    key = (2, board, exits.HORIZON, wanted)
    field = hedge.fields.get(key)
    if field is None:
        ways = _walked(g.box.grid, hedge, g.box.ground.infantry_entry, board, exits.HORIZON, wanted, True)
        field = hedge.fields.keep(key, [(cell, cost) for cost, layer in ways for cell in cells(layer)])
    hopes, stops = _hopes(left), hedge.stops
    foot, mechanized = SIXTHS // ALLOWANCE[0], SIXTHS // ALLOWANCE[1]
    total = 0.0
    for cell, cost in field:
        away = 1 + (cost - STOPPED if stops >> cell & 1 else cost)
        walking, driving = units[cell]
        total += walking * hopes[BELOW + foot * away] + driving * hopes[BELOW + mechanized * away]
    return total


def hope(turns: float, left: float) -> float:
    """The chance to get somewhere so many activations away while so many are left."""
    part = 1.0 - turns / ((left + 0.15) * LATE)
    return part**FADES if part > 0.0 else 0.0


@lru_cache(maxsize=1000)
def _hopes(left: float) -> tuple[float, ...]:
    """The same by sixths of an activation."""
    return (*[hope((sixths - BELOW) / SIXTHS, left) for sixths in range(FAR)], 0.0)


def _time(g: State) -> tuple[float, float]:
    """The activations that a corps of each side may still hope for: the one under way, today's by the cards that are
    left, then by days."""
    days = max(g.box.last_day - g.day, 0)
    today = [min((len(g.hands[side]) + len(g.piles[side])) / CARDS, A_DAY) for side in (Side.GERMAN, Side.ALLIED)]
    if any([isinstance(step, _MOVING) for step in g.stack]):
        # whoever is asked to react sees those before him who have not moved yet
        again = 1.0 if isinstance(g.stack[-1], Window) else min(LAST + today[g.turn] + A_DAY * days, 1.0)
        today[g.turn] += UNDER_WAY * again
    return round(today[0] + A_DAY * days, 2), round(today[1] + A_DAY * days, 2)


def counts(g: State) -> float:
    """How much strength still counts: less and less in the last activations of the game, when there is nothing left to
    do with it."""
    german, allied = _time(g)
    return max(LEAST_COUNTS, min((german + allied) / 2 / A_DAY, 1.0))


def turns(g: State, side: Side, left: float, wanted: int) -> dict[int, float]:
    """The activations that the nearest of a side's units need to the hexes wanted, as far as there is time."""
    return {cell: max(sixths - BELOW, 0) / SIXTHS for cell, sixths in _turns(g, side, left, wanted).items()}


def _turns(g: State, side: Side, left: float, wanted: int) -> dict[int, int]:
    """The sixths of activations that the nearest of a side's units need to the hexes wanted, as far as there is
    time."""
    found: dict[int, int] = {}
    if not wanted:
        return found
    hedge = _hedge(g, side)
    for mechanized, board in enumerate(_starts(g, side)):
        if board:
            horizon = min(HORIZON + STOPPED, int((left + 0.15) * LATE * ALLOWANCE[mechanized]))
            key = (mechanized, board, horizon, wanted)
            field = hedge.fields.get(key) or hedge.fields.keep(key, _field(g.box, hedge, *key))
            if not found:
                found.update(field)
                continue
            for cell, sixths in field:
                if sixths < found.get(cell, FAR):
                    found[cell] = sixths
    return found


def _starts(g: State, side: Side) -> tuple[int, int]:
    """Where a side's units set out from: on foot, and mechanized."""
    key = (g.box, side, *_standing(g, side), bytes(g.supply))
    if (known := _STARTS.get(key)) is not None:
        return known
    found = [0, 0]
    steps, lost, place, supply = _steps(g.box), g.lost, g.place, g.supply
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        _, bracketed, mechanized = steps[unit][lost[unit]]
        if not bracketed and supply[unit] != ISOLATED:
            found[mechanized] |= 1 << place[unit]
    return _STARTS.keep(key, (found[0], found[1]))


@lru_cache(maxsize=8)
def _steps(box: Box) -> Sequence[Sequence[tuple[int, bool, bool]]]:
    """Strength, brackets and pace of every unit with the steps it may have lost."""
    return [[(face.strength, face.bracketed, face.kind.mechanized) for face in faces] for faces in box.units.faces]


def _standing(g: State, side: Side) -> tuple[bytes, bytes]:
    """Where the units of a side are and what they have lost, for a key."""
    first = g.box.units.first_allied
    own = slice(None, first) if side is Side.GERMAN else slice(first, None)
    return g.place[own].tobytes(), bytes(g.lost[own])


def _field(box: Box, hedge: _Hedge, mechanized: int, starts: int, horizon: int, wanted: int) -> _Field:
    """How far it is from the nearest start to each hex wanted. Whoever stops in a town is there all the same; a
    Westwall hex under control is barred to those in contact."""
    freely = hedge.stops & ~box.ground.westwall
    entry = _entries(box)[mechanized]
    pace = SIXTHS // ALLOWANCE[mechanized]
    return [
        (cell, BELOW + pace * (cost - STOPPED if freely >> cell & 1 else cost))
        for cost, board in _walked(box.grid, hedge, entry, starts, horizon, wanted)
        for cell in cells(board)
    ]


def _walked(
    grid: HexGrid,
    hedge: _Hedge,
    entry: Sequence[tuple[int, int]],
    starts: int,
    horizon: int,
    wanted: int,
    guarded: bool = False,
) -> list[tuple[int, int]]:
    """The hexes wanted by what it costs to get to them: layer by layer as in `board.reach`, whose ways this knows.

    A road costs 1, the country by its terrain; a river is waded through before the hex behind it is entered, and in
    enemy control it takes a while to go on, whichever way led there. What must be fought for costs the fight. Beyond
    the horizon nobody sets out any more. Starts may be guarded: those in enemy hands or under control are to be fought
    free first.
    """
    stride, less = grid.stride, grid.stride - 1
    (a, b, c, d, e, f), (p, q, r, s, t, u) = hedge.doors
    stops, hard = hedge.stops, hedge.hard
    room = horizon + FOUGHT[-1][1] + WADED + STOPPED + 2
    arriving, settling, wading = [0] * room, [0] * room, [0] * room
    settling[0] = starts
    if guarded:
        settling[0] &= ~(stops | hard)
        settling[FOUGHT[0][1]] = starts & stops & ~hard
        for cost, board in hedge.fought:
            settling[cost] |= starts & board
    unsettled = grid.board
    found = []
    for spent in range(min(horizon, HORIZON) + STOPPED + 1):
        if arrived := arriving[spent]:
            late = arrived & stops
            settling[spent + STOPPED] |= late
            arrived ^= late
        front = (settling[spent] | arrived) & unsettled
        entered, by_road = wading[spent], 0
        if front:
            unsettled ^= front
            if here := front & wanted:
                found.append((spent, here))
                wanted ^= here
                if not wanted:
                    break
            if spent >= horizon:
                continue
            ahead, across, aside = front << 1, front << stride, front << less
            back, recross, reside = front >> 1, front >> stride, front >> less
            by_road = (ahead & a | across & b | aside & c | back & d | recross & e | reside & f) & unsettled
            dry = ahead & p | across & q | aside & r | back & s | recross & t | reside & u
            wading[spent + WADED] = (ahead | across | aside | back | recross | reside) & unsettled & ~dry
            entered |= dry
        entered &= unsettled
        if fight := (entered | by_road) & hard:
            for cost, board in hedge.fought:
                settling[spent + cost] |= fight & board
            entered &= ~hard
            by_road &= ~hard
        if by_road:
            arriving[spent + 1] |= by_road
        if entered:
            for cost, board in entry:
                arriving[spent + cost] |= entered & board
    return found


def _doors(box: Box, blown: int, built: int) -> tuple[Sides, Sides]:
    """The sides of hexes that a road, and that no river without a bridge leads through."""
    key = (box, blown, built)
    known = _DOORS.get(key)
    if known is None:
        sides, grid = box.ground.between(blown, built), box.grid
        known = _DOORS.keep(key, (grid.doors(grid.by_step(sides.road)), grid.doors(sides.sorted_open)))
    return known


def _hedge(g: State, side: Side) -> _Hedge:
    """What the enemy has put in the way of a side; the same as long as he and the bridges stay as they are."""
    enemy = side.enemy
    weak = (g.dispersed & g.box.units.all_of[enemy], g.exerting[enemy], g.improved)
    key = (g.box, side, *_standing(g, enemy), *weak, g.roadblocks, g.blown, g.built)
    return _HEDGES.get(key) or _HEDGES.keep(key, _grown(g, side))


def _grown(g: State, side: Side) -> _Hedge:
    occupied = g.occupied[side.enemy]
    stops = g.zone(side.enemy) & ~occupied
    fought = [(cost, board) for (_, cost), board in zip(FOUGHT, _by_strength(g, side.enemy), strict=True) if board]
    if side is Side.GERMAN and g.roadblocks:
        fought.append((FOUGHT[0][1], g.roadblocks & ~occupied))
        stops &= ~g.roadblocks
        occupied |= g.roadblocks
    return _Hedge(stops, tuple(fought), occupied, _doors(g.box, g.blown, g.built), Recent(200))


def _by_strength(g: State, side: Side) -> list[int]:
    """The hexes of a side by how hard they are to fight for."""
    ground = g.box.ground
    strength: dict[int, int] = {}
    steps, lost, places, dispersed = _steps(g.box), g.lost, g.place, g.dispersed & g.box.units.all_of[side]
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        weight = steps[unit][lost[unit]][0]
        if dispersed and dispersed >> unit & 1:
            weight //= 2
        place = places[unit]
        strength[place] = strength.get(place, 0) + weight
    doubled, sheltered = ground.doubled[side], ground.fewer_hits[side] | g.improved
    classes = [0] * len(FOUGHT)
    for place, weight in strength.items():
        more = weight if doubled >> place & 1 else weight // 2 if sheltered >> place & 1 else 0
        classes[bisect_right(LEAST, weight + more) - 1] |= 1 << place
    return classes


def _entries(box: Box) -> tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]:
    """What hexes cost across country: on foot, and mechanized."""
    return box.ground.infantry_entry, box.ground.mechanized_entry
