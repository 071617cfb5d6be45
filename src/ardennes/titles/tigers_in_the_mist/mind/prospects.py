"""What the Germans may expect of a position where no value was learned: points in hand, in reach and out of the map.

All of it comes from how long the Germans need to get to places past those who stand in the way (`distances`).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from ardennes.kernel import Side
from ardennes.parts.advice import chance
from ardennes.titles.tigers_in_the_mist.box.components import Box
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind.distances import DAY, NEVER, Fields, days_left, distance_to
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTRENCHED, GONE, State

#: What a contested area counts of what it pays, and one that could be reached at once.
CONTESTED, NEAR = 0.6, 0.85
#: A stack can be in one place only: what is left for its next errand counts so much less.
LATER = 0.25
#: What a road without a fight to an exit is worth in points.
OPEN = 1.0
#: What a strength point is worth: mobile or not, Allied, dug in, and with its day before it.
MOBILE, FOOT, ALLIED, DUG_IN, READY = 0.12, 0.08, 0.17, 0.035, 0.025
#: What strength beyond the edge is worth that need only be kept in supply to the end, and that in time for it.
BEYOND, IN_TIME = 0.9, 0.8
#: What being a day nearer to the enemy is worth to a strength point, and the days beyond which it makes no difference.
CLOSER, FAR = 0.12, 3


def value(g: State) -> float:
    """German points to be expected."""
    fields = Fields(g)
    return float(g.vp) + _areas(g, fields) + _exits(g, fields) + _open_roads(g) + _strength(g)


def prizes(g: State) -> dict[int, float]:
    """12.2 What every area pays until the end, or is worth at the end."""
    scenario = g.box.scenario
    if scenario.victory == "points":
        days = days_left(g) + (0 if g.box.scenario.last_phase == "impulse" and not days_left(g) else 1)
        return {area: points * days for area, points in g.box.map.vp.items() if g.box.inside >> area & 1}
    return dict.fromkeys(scenario.towns, 6.0 if scenario.victory == "towns" else 2.0)


def _areas(g: State, fields: Fields) -> float:
    """12.21 Areas that pay, and those that could be reached: less with every day away."""
    total, wanted = 0.0, []
    for area, points in prizes(g).items():
        if not g.control >> area & 1:
            wanted.append(points * NEAR * _fading()[fields.arrival[area]])
        else:
            total += points * (CONTESTED if g.occupied[Side.ALLIED] >> area & 1 else 1.0)
    wanted.sort(reverse=True)
    stacks = (g.occupied[Side.GERMAN] & ~g.box.one_way).bit_count()
    return total + sum(wanted[:stacks]) + LATER * sum(wanted[stacks:])


@lru_cache(maxsize=1)
def _fading() -> tuple[float, ...]:
    """How much something counts that is so many ticks away."""
    return (*(0.5 * exp(-1.6 * time / DAY) + 0.5 * exp(-0.5 * time / DAY) for time in range(NEVER)), 0.0)


def _exits(g: State, fields: Fields) -> float:
    """12.23 Mobile strength beyond the edge, and in time for it."""
    if g.box.scenario.victory == "towns":
        return 0.0
    units, multiplier, days = g.box.units, g.box.map.multiplier, days_left(g)
    tired, fresh = _in_time(days), _in_time(days + 1)
    total = 0.0
    for unit in range(units.first_allied):
        points, here = g.strength[unit], g.place[unit]
        if not points or not 0 < here < GONE:
            continue
        if here in multiplier:
            total += points * multiplier[here] * BEYOND / (1 + 0.5 * days)
        elif units.type[unit] is not UnitType.FOOT:
            time = min(fields.to_exit[here] + fields.hold[here], NEVER)
            total += points * IN_TIME * (tired if g.status[unit] & DONE else fresh)[time]
    return total


@lru_cache(maxsize=16)
def _in_time(moves: int) -> tuple[float, ...]:
    """The rough chance to be out in time with so many day's marches left, by the time from an exit."""
    return (*(chance(0.5 + 2.0 * (moves - time / DAY)) for time in range(NEVER)), 0.0)


def _open_roads(g: State) -> float:
    """What the Germans could drive to without a fight."""
    board, allied = g.box.map, g.occupied[Side.ALLIED]
    start = g.occupied[Side.GERMAN] & ~allied & ~g.box.one_way
    free = (board.all_areas | g.box.one_way & ~g.box.closed[Side.GERMAN]) & g.box.inside & ~allied
    within = board.flood(start, free)
    near = [worth for area, worth in prizes(g).items() if within >> area & 1 and not g.control >> area & 1]
    ways = [factor for zone, factor in board.multiplier.items() if within >> zone & 1]
    return 0.1 * sum(near) + (OPEN * (max(ways) / 3 + 0.1 * len(ways)) if ways else 0.0)


def _strength(g: State) -> float:
    """Strength on the map by kind and readiness."""
    units, total = g.box.units, 0.0
    days = [to_front(g.box, g.occupied[side.enemy]) for side in (Side.GERMAN, Side.ALLIED)]
    # 8.25 who has not acted today may still do so in the impulses that are left
    left = (3 - g.impulse + (g.side is Side.GERMAN), 4 - g.impulse)
    for unit, points in enumerate(g.strength):
        if points and g.on_map(unit):
            side = unit >= units.first_allied
            ready = (0.0 if g.status[unit] & DONE else READY * left[side]) - CLOSER * days[side][g.place[unit]]
            if unit < units.first_allied:
                total += points * ((MOBILE if units.mobile[unit] else FOOT) + ready)
            else:
                total -= points * (ALLIED + ready + (DUG_IN if g.status[unit] & ENTRENCHED else 0.0))
    return total


@lru_cache(maxsize=4096)
def to_front(box: Box, enemies: int) -> tuple[float, ...]:
    """Days along the roads from each place to the nearest enemy, beyond the edge none at all."""
    found = [min(ticks / DAY, FAR) for ticks in distance_to(box, enemies & box.map.all_areas)]
    return tuple([0.0 if place in box.map.multiplier else days for place, days in enumerate(found)])
