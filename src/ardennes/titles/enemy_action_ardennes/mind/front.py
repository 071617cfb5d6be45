"""How the land lies: what the Germans may still take, and what the Allies may take back, past everybody on the way.

Both sides are thought to set out from where they stand, by road and across country. An enemy on the way has to be
fought (the stronger, the longer), his control stops a move, so do roadblocks and rivers without a bridge. A town
counts by the chance that there is time to get to it in the activations that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.board.reach import Reach, Way, reach
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
_FRONTS: Recent[tuple[object, ...], float] = Recent(4000)


class _Hedge(NamedTuple):
    """The enemy on the way: what may be entered freely, what stops, and what has to be fought for by its cost."""

    free: int
    stops: int
    fought: tuple[tuple[int, int], ...]


def outlook(g: State) -> float:
    """The points that the Germans may expect from places: owned, to be taken, to be lost again; the Westwall."""
    key = (g.box, *g.occupied, *g.exerting, g.german_towns, g.allied_wall, g.roadblocks, g.blown, g.built, *_time(g))
    key = (*key, _strengths(g), g.improved)
    found = _FRONTS.get(key)
    return _FRONTS.keep(key, _outlook(g)) if found is None else found


def _outlook(g: State) -> float:
    german, allied = _time(g)
    threat = _turns(g, Side.GERMAN, german)
    relief = _turns(g, Side.ALLIED, allied)
    total = 0.0
    for cell, worth in g.box.worth.items():
        if not worth:
            continue
        if g.german_towns >> cell & 1:
            total += worth * (1.0 - BACK * hope(relief[cell], allied))
        else:
            total += worth * SURE * hope(threat[cell], german)
    numbers = g.box.numbers
    if g.box.last_day >= numbers.dates.westwall_points_from:
        for cell in cells(g.box.ground.westwall):
            if g.allied_wall >> cell & 1:
                total -= numbers.victory.westwall * (1.0 - BACK * hope(threat[cell], german))
            else:
                total -= numbers.victory.westwall * WALL * hope(relief[cell], allied)
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


def _strengths(g: State) -> int:
    """A number that changes with the strength on the map and its supply."""
    return hash((bytes(g.lost), bytes(g.supply), g.dispersed))


def _turns(g: State, side: Side, left: float) -> Sequence[float]:
    """The activations that the nearest of a side's units need to each hex, as far as there is time."""
    starts = [0, 0]
    faces, lost = g.box.units.faces, g.lost
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        if g.supply[unit] != ISOLATED:
            face = faces[unit][lost[unit]]
            starts[face.kind.mechanized] |= 0 if face.bracketed else 1 << g.place[unit]
    hedge = _hedge(g, side)
    ways = _ways(g.box, g.blown, g.built)
    found = [float(HORIZON)] * g.box.grid.size
    for mechanized, board in enumerate(starts):
        if board:
            horizon = min(HORIZON, int((left + 0.15) * LATE * ALLOWANCE[mechanized]) + 1)
            costs = _costs(g.box, ways, hedge, mechanized)
            reached = reach(g.box.grid, board, costs, horizon + STOPPED, g.box.grid.board)
            _spread(g.box, found, reached, hedge.stops, ALLOWANCE[mechanized])
    return found


def _spread(box: Box, found: list[float], reached: Reach, stops: int, allowance: int) -> None:
    """Whoever stops in a town is there all the same; a Westwall hex under control is barred to those in contact."""
    wanted, freely = box.ground.towns | box.ground.westwall, stops & ~box.ground.westwall
    for cost, layer in enumerate(reached.layers):
        for cell in cells(layer & wanted & ~freely):
            found[cell] = min(found[cell], cost / allowance)
        for cell in cells(layer & wanted & freely):
            found[cell] = min(found[cell], (cost - STOPPED) / allowance)


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
    """What the enemy has put in the way of a side."""
    enemy, faces = side.enemy, g.box.units.faces
    strength: dict[int, int] = {}
    for unit in cells(g.box.units.all_of[enemy] & g.mapped):
        weight = faces[unit][g.lost[unit]].strength
        place = g.place[unit]
        strength[place] = strength.get(place, 0) + (weight if not g.dispersed >> unit & 1 else weight // 2)
    ground = g.box.ground
    doubled, sheltered = ground.doubled[enemy], ground.fewer_hits[enemy] | g.improved
    classes = [0] * len(FOUGHT)
    for place, weight in strength.items():
        more = weight if doubled >> place & 1 else weight // 2 if sheltered >> place & 1 else 0
        classes[sum(weight + more >= least for least, _ in FOUGHT) - 1] |= 1 << place
    occupied = g.occupied[enemy]
    stops = g.zone(enemy) & ~occupied
    fought = [(cost, board) for (_, cost), board in zip(FOUGHT, classes, strict=True) if board]
    if side is Side.GERMAN and g.roadblocks:
        fought.append((FOUGHT[0][1], g.roadblocks & ~occupied))
        stops &= ~g.roadblocks
        occupied |= g.roadblocks
    return _Hedge(g.box.grid.board & ~occupied & ~stops, stops, tuple(fought))


def _costs(box: Box, ways: tuple[Way, Way, Way], hedge: _Hedge, mechanized: int) -> tuple[Way, ...]:
    road, country, river = ways
    entry = box.ground.mechanized_entry if mechanized else box.ground.infantry_entry
    free, stops, fought = hedge
    by_road = ((1, free), (1 + STOPPED, stops), *fought)
    across = [*fought]
    for cost, board in entry:
        across += [(cost, board & free), (cost + STOPPED, board & stops)]
    through = [(cost + WADED, board) for cost, board in across]
    return road.at(by_road), country.at(across), river.at(through)
