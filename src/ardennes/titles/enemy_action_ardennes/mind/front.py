"""How the land lies: what the Germans may still take, and what the Allies may take back, past everybody on the way.

Both sides are thought to set out from where they stand, by road and across country. An enemy on the way has to be
fought (the stronger, the longer), his control stops a move, so do roadblocks and rivers without a bridge. A town
counts by the chance that there is time to get to it in the activations that are left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.board.reach import Way, reach
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.enemy_action_ardennes.box import Box
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
#: What a movement phase counts that is under way or about to begin.
UNDER_WAY = 0.9
#: From what part of the time on nobody thinks of getting there, and how fast hope fades before.
LATE, FADES = 1.05, 1.3
#: How sure a side is of what it could take: the attacker of what he sees before him, the other of coming back.
SURE, BACK, WALL = 0.9, 0.45, 0.4

_WAYS: Recent[tuple[int, int, int], tuple[Way, Way, Way]] = Recent(200)
_STARTS: Recent[tuple[object, ...], tuple[int, int]] = Recent(400)
_HEDGES: Recent[tuple[object, ...], _Hedge] = Recent(400)
_FRONTS: Recent[tuple[object, ...], float] = Recent(4000)


class _Hedge(NamedTuple):
    """The enemy on the way: the hexes where his control stops a move, and the ways past him on foot and mechanized."""

    stops: int
    ways: tuple[tuple[Way, ...], tuple[Way, ...]]
    #: How far it is past him, by pace, starts, horizon and what is wanted: the same until he moves.
    fields: Recent[tuple[int, int, int, int], list[tuple[int, int]]]


def outlook(g: State) -> float:
    """The points that the Germans may expect from places: owned, to be taken, to be lost again; the Westwall."""
    time = _time(g)
    units = (g.place.tobytes(), bytes(g.lost), bytes(g.supply), g.dispersed)
    key = (g.box, *units, g.german_towns, g.allied_wall, g.roadblocks, g.blown, g.built, g.improved, *time)
    found = _FRONTS.get(key)
    return _FRONTS.keep(key, _outlook(g, *time)) if found is None else found


def _outlook(g: State, german: float, allied: float) -> float:
    numbers = g.box.numbers
    walls = g.box.ground.westwall if g.box.last_day >= numbers.dates.westwall_points_from else 0
    threat = _turns(g, Side.GERMAN, german, g.box.prized & ~g.german_towns | walls & g.allied_wall)
    relief = _turns(g, Side.ALLIED, allied, g.box.prized & g.german_towns | walls & ~g.allied_wall)
    total = 0.0
    for cell, worth in g.box.worth.items():
        if not worth:
            continue
        if g.german_towns >> cell & 1:
            total += worth * (1.0 - BACK * hope(relief.get(cell, HORIZON), allied))
        else:
            total += worth * SURE * hope(threat.get(cell, HORIZON), german)
    for cell in cells(walls):
        if g.allied_wall >> cell & 1:
            total -= numbers.victory.westwall * (1.0 - BACK * hope(threat.get(cell, HORIZON), german))
        else:
            total -= numbers.victory.westwall * WALL * hope(relief.get(cell, HORIZON), allied)
    return total


def hope(turns: float, left: float) -> float:
    """The chance to get somewhere so many activations away while so many are left."""
    part = 1.0 - turns / ((left + 0.15) * LATE)
    return part**FADES if part > 0.0 else 0.0


def _time(g: State) -> tuple[float, float]:
    """The activations that a corps of each side may still hope for: the one under way, today's by the cards that are
    left, then by days."""
    days = max(g.box.last_day - g.day, 0)
    today = [min((len(g.hands[side]) + len(g.piles[side])) / CARDS, A_DAY) for side in (Side.GERMAN, Side.ALLIED)]
    if any(isinstance(step, Movement | Roadblocks) for step in g.stack):
        today[g.turn] += UNDER_WAY
    return round(today[0] + A_DAY * days, 2), round(today[1] + A_DAY * days, 2)


def _turns(g: State, side: Side, left: float, wanted: int) -> Mapping[int, float]:
    """The activations that the nearest of a side's units need to the hexes wanted, as far as there is time."""
    found: dict[int, float] = {}
    if not wanted:
        return found
    hedge = _hedge(g, side)
    for mechanized, board in enumerate(_starts(g, side)):
        if board:
            allowance = ALLOWANCE[mechanized]
            horizon = min(HORIZON, int((left + 0.15) * LATE * allowance) + 1)
            for cell, cost in _field(g.box, hedge, mechanized, board, horizon, wanted):
                if cost / allowance < found.get(cell, HORIZON):
                    found[cell] = cost / allowance
    return found


def _starts(g: State, side: Side) -> tuple[int, int]:
    """Where a side's units set out from: on foot, and mechanized."""
    key = (g.box, side, *_standing(g, side), bytes(g.supply))
    if (known := _STARTS.get(key)) is not None:
        return known
    found = [0, 0]
    faces = g.box.units.faces
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        face = faces[unit][g.lost[unit]]
        if g.supply[unit] != ISOLATED and not face.bracketed:
            found[face.kind.mechanized] |= 1 << g.place[unit]
    return _STARTS.keep(key, (found[0], found[1]))


def _standing(g: State, side: Side) -> tuple[bytes, bytes]:
    """Where the units of a side are and what they have lost, for a key."""
    first = g.box.units.first_allied
    own = slice(None, first) if side is Side.GERMAN else slice(first, None)
    return g.place[own].tobytes(), bytes(g.lost[own])


def _field(box: Box, hedge: _Hedge, mechanized: int, starts: int, horizon: int, wanted: int) -> list[tuple[int, int]]:
    """The movement points from the nearest start to each hex wanted. Whoever stops in a town is there all the same; a
    Westwall hex under control is barred to those in contact."""
    key = (mechanized, starts, horizon, wanted)
    if (known := hedge.fields.get(key)) is not None:
        return known
    found: list[tuple[int, int]] = []
    freely = hedge.stops & ~box.ground.westwall
    reached = reach(box.grid, starts, hedge.ways[mechanized], horizon + STOPPED, box.grid.board, enough=wanted)
    for cost, layer in enumerate(reached.layers):
        if here := layer & wanted:
            found += [(cell, cost - STOPPED if freely >> cell & 1 else cost) for cell in cells(here)]
    return hedge.fields.keep(key, found)


def _ways(box: Box, blown: int, built: int) -> tuple[Way, Way, Way]:
    """By road, across country and through rivers, as the bridges are."""
    key = (id(box), blown, built)
    made = _WAYS.get(key)
    if made is None:
        sides, anything = box.ground.between(blown, built), ((1, box.grid.board),)
        made = (
            Way(box.grid, anything, sides.road),
            Way(box.grid, anything, sides.open),
            Way(box.grid, anything, sides.river),
        )
        _WAYS.keep(key, made)
    return made


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
    free = g.box.grid.board & ~occupied & ~stops
    road, *off_road = _ways(g.box, g.blown, g.built)
    by_road = road.at(_by_cost([(1, free), (1 + STOPPED, stops), *fought]))
    on_foot, mechanized = [(by_road, *_across(entry, off_road, free, stops, fought)) for entry in _entries(g.box)]
    return _Hedge(stops, (on_foot, mechanized), Recent(200))


def _by_strength(g: State, side: Side) -> list[int]:
    """The hexes of a side by how hard they are to fight for."""
    faces, ground = g.box.units.faces, g.box.ground
    strength: dict[int, int] = {}
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        weight = faces[unit][g.lost[unit]].strength
        place = g.place[unit]
        strength[place] = strength.get(place, 0) + (weight if not g.dispersed >> unit & 1 else weight // 2)
    doubled, sheltered = ground.doubled[side], ground.fewer_hits[side] | g.improved
    classes = [0] * len(FOUGHT)
    for place, weight in strength.items():
        more = weight if doubled >> place & 1 else weight // 2 if sheltered >> place & 1 else 0
        classes[bisect_right(LEAST, weight + more) - 1] |= 1 << place
    return classes


def _entries(box: Box) -> tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]:
    """What hexes cost across country: on foot, and mechanized."""
    return box.ground.infantry_entry, box.ground.mechanized_entry


def _across(
    entry: Sequence[tuple[int, int]], ways: Sequence[Way], free: int, stops: int, fought: Sequence[tuple[int, int]]
) -> tuple[Way, Way]:
    """The ways across country and through rivers past the enemy."""
    country, river = ways
    costs = [*fought]
    for cost, board in entry:
        costs += [(cost, board & free), (cost + STOPPED, board & stops)]
    across = _by_cost(costs)
    return country.at(across), river.at([(cost + WADED, board) for cost, board in across])


def _by_cost(entry: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Every cost once, without those that no hex has."""
    found: dict[int, int] = {}
    for cost, board in entry:
        if board:
            found[cost] = found.get(cost, 0) | board
    return sorted(found.items())
