"""What a player sees in a position: how far the Germans are from what they want, and what stands in the way.

The value of a position is the German victory points to be expected, a sum of named features. Two fields carry most of
it: how many impulses the Germans need to get to each place (`arrival`), and how many from each place to the best exit
(`to_exit`). Allied units make places slow to pass, so a line without a gap shows in every figure behind it.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist import supply
from ardennes.titles.tigers_in_the_mist.components import Box
from ardennes.titles.tigers_in_the_mist.map import MAJOR
from ardennes.titles.tigers_in_the_mist.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTRENCHED, GONE, State

#: Times are counted in ticks. A movement point takes three, so a day's march of eight takes a day of 24 ticks, and an
#: impulse's fight eight.
PER_MP, IMPULSE, DAY = 3, 8, 24
#: No sensible plan looks further ahead than this.
HORIZON = 8 * DAY
NEVER = HORIZON + 1
#: Impulses to clear an area with so many defending strength points, by fresh stacks of nine; from `odds`.
CLEARING = (0.0, 1.0, 1.2, 1.5, 2.2, 2.8, 3.6, 4.4, 5.2, 6.0, 7.0)
#: How much longer it takes when they are dug in.
DUG_IN = 1.35
#: What a blown bridge costs a column.
BLOWN = 6


class Weights(NamedTuple):
    """What the features are worth, in victory points, and how chances fall with time; fitted to games of the staff."""

    german_strength: float = 0.10
    allied_strength: float = 0.14
    out_of_supply: float = 0.45
    #: The chance that an area not held is held at the end of a day: level, per day of time, per day of distance.
    area: tuple[float, float, float] = (-0.8, 0.28, -0.75)
    #: The chance that an area held is still held: level and per day.
    held: tuple[float, float] = (1.5, -0.33)
    #: The chance that a mobile strength point scores beyond the edge: most, level, per day of time and distance.
    exit: tuple[float, float, float] = (0.30, 0.5, 1.6)
    town: float = 3.0
    town_chance: tuple[float, float, float] = (-1.0, 0.6, -1.2)


WEIGHTS = Weights()


class Features(NamedTuple):
    """The parts of a position's value, all in victory points and all for the German."""

    scored: float
    areas: float
    exits: float
    towns: float
    strength: float
    supply: float

    def total(self) -> float:
        """The German victory points to be expected."""
        return sum(self)


def days_left(g: State) -> int:
    """Days after today on which the Germans still move."""
    return g.box.last_day - g.day


class Fields:
    """Times in ticks over the map as it stands; `extra` adds Allied strength points to some places."""

    __slots__ = ("arrival", "g", "hold", "to_exit")

    def __init__(self, g: State, extra: dict[int, float] | None = None) -> None:
        self.g = g
        self.hold = _holding(g, extra)
        self.arrival = self._arrival()
        self.to_exit = self._to_exit()

    def _arrival(self) -> list[int]:
        """Time until the Germans can be in each place."""
        g = self.g
        status, place = g.status, g.place
        rested = {place[unit] for unit in range(g.box.units.first_allied) if not status[unit] & DONE}
        starts = cells(g.occupied[Side.GERMAN] & ~g.box.one_way)
        begin = [(self.hold[start] + (0 if start in rested else DAY - IMPULSE), start) for start in starts]
        return self._spread(begin, forward=True)

    def _to_exit(self) -> list[int]:
        """Time from each place to the best exit zone; lower multipliers count as further away."""
        g = self.g
        further = {3: 0, 2: DAY // 2, 1: DAY + IMPULSE}
        zones = [(further[f], zone) for zone, f in g.box.map.multiplier.items() if g.box.inside >> zone & 1]
        return self._spread(zones, forward=False)

    def _spread(self, begin: list[tuple[int, int]], forward: bool) -> list[int]:
        """Shortest times over the roads, by buckets; entering a held place takes as long as clearing it."""
        g = self.g
        ways = road_times(g.box)
        hold, blown, dead_end = self.hold, g.blown, g.box.one_way if forward else 0
        time = [NEVER] * g.box.map.places
        buckets: list[list[int]] = [[] for _ in range(HORIZON + 1)]
        for spent, place in begin:
            if spent <= HORIZON:
                time[place] = spent
                buckets[spent].append(place)
        crossings_at = g.box.map.crossings_at
        for spent, bucket in enumerate(buckets):
            for here in bucket:
                if time[here] != spent or dead_end >> here & 1:
                    continue
                start = spent if forward else spent + hold[here]
                down = crossings_at[here] & blown
                for to, cost, crossing_bit in ways[here]:
                    total = start + cost
                    if forward:
                        total += hold[to]
                    if down and crossing_bit & down:
                        total += BLOWN
                    if total < time[to]:
                        time[to] = total
                        buckets[total].append(to)
        return time


def _holding(g: State, extra: dict[int, float] | None) -> list[int]:
    """Ticks that the Allied units in each place cost a German advance."""
    strength = [0.0] * 256
    place, status = g.place, g.status
    first = g.box.units.first_allied
    for unit, points in enumerate(g.strength[first:], first):
        if points:
            strength[place[unit]] += points * DUG_IN if status[unit] & ENTRENCHED else points
    held = {*cells(g.occupied[Side.ALLIED] & g.box.map.all_areas)}
    if extra:
        for where, more in extra.items():
            strength[where] += more
            held.add(where)
    hold = [0] * g.box.map.places
    for where in held:
        hold[where] = clearing_time(strength[where])
    return hold


def clearing_time(points: float) -> int:
    """Ticks to clear an area held by so much strength."""
    if points <= 0:
        return 0
    whole = min(int(points), 9)
    return round(IMPULSE * (CLEARING[whole] + (CLEARING[whole + 1] - CLEARING[whole]) * (min(points, 10.0) - whole)))


_ROADS: dict[tuple[int, int], tuple[tuple[tuple[int, int, int], ...], ...]] = {}


def road_times(box: Box) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """The ways out of each place inside a scenario's lines as (to, ticks, crossing), worked out once."""
    key = (id(box.map), box.inside)
    known = _ROADS.get(key)
    if known is None:
        costs = box.tables.movement
        known = _ROADS[key] = tuple(
            tuple(
                (w.to, PER_MP * (costs.major if w.kind == MAJOR else costs.minor), w.crossing_bit)
                for w in ways
                if box.inside >> w.to & 1
            )
            for ways in box.map.links
        )
    return known


def chance(x: float) -> float:
    """The logistic curve: 0.5 at 0."""
    return 1.0 / (1.0 + exp(-x)) if x > -30 else 0.0


#: The chance that 1..10 strength points clear 1..10 in the open, both sides mixed; from `odds`.
_CLEARED = (
    (0.10,),
    (0.37, 0.02),
    (0.69, 0.18, 0.01),
    (0.78, 0.32, 0.06),
    (0.87, 0.49, 0.14, 0.01),
    (0.92, 0.65, 0.29, 0.05, 0.01),
    (0.95, 0.73, 0.40, 0.07, 0.01),
    (0.96, 0.79, 0.49, 0.12, 0.03),
    (0.98, 0.87, 0.62, 0.21, 0.07, 0.01),
    (0.99, 0.91, 0.70, 0.28, 0.11, 0.02),
)


def clear_chance(attack: float, defense: float) -> float:
    """The rough chance that so much strength clears an area held by so much."""
    row = _CLEARED[max(1, min(10, round(attack))) - 1]
    column = max(1, round(defense)) - 1
    return row[column] if column < len(row) else 0.0


def goals(g: State) -> int:
    """The places the Germans want and do not have."""
    scenario = g.box.scenario
    wanted = g.box.map.vp if scenario.victory == "points" else scenario.towns
    found = 0
    for place in wanted:
        if g.box.inside >> place & 1 and not g.control >> place & 1:
            found |= 1 << place
    return found


def distance_to(g: State, places: int) -> list[int]:
    """Ticks along open roads from each place to the nearest of some places."""
    ways = road_times(g.box)
    time = [NEVER] * g.box.map.places
    buckets: list[list[int]] = [[] for _ in range(HORIZON + 1)]
    buckets[0] = cells(places & g.box.inside)
    for place in buckets[0]:
        time[place] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if time[here] == spent:
                for to, cost, _ in ways[here]:
                    total = spent + cost
                    if total < time[to]:
                        time[to] = total
                        buckets[total].append(to)
    return time


# ---- value -------------------------------------------------------------------------------------------------


def features(g: State, fields: Fields | None = None, w: Weights = WEIGHTS, quick: bool = False) -> Features:
    """The value of a position, part by part; `quick` leaves supply out, which takes the longest."""
    fields = fields or Fields(g)
    return Features(
        scored=float(g.vp),
        areas=_areas(g, fields, w),
        exits=_exits(g, fields, w),
        towns=_towns(g, fields, w),
        strength=_strength(g, w),
        supply=0.0 if quick else _supply(g, w),
    )


def value(g: State, w: Weights = WEIGHTS) -> float:
    """The German victory points to be expected."""
    if g.result is not None:
        return outcome_value(g)
    return features(g, None, w).total()


def _areas(g: State, fields: Fields, w: Weights) -> float:
    """12.21 What the VP areas will still pay."""
    if g.box.scenario.victory != "points":
        return 0.0
    days = days_left(g) + 1
    taking, keeping = area_worth(days, w)
    contested = g.occupied[Side.ALLIED]
    total = 0.0
    for area, points in g.box.map.vp.items():
        if not g.box.inside >> area & 1:
            continue
        if g.control >> area & 1:
            total += points * keeping * (0.6 if contested >> area & 1 else 1.0)
        else:
            total += points * taking[fields.arrival[area]]
    return total


@lru_cache(maxsize=256)
def area_worth(days: int, w: Weights) -> tuple[tuple[float, ...], float]:
    """Times an area will pay: by the time the Germans need to get there, and when they have it."""
    level, by_day, by_distance = w.area
    taking = [
        sum(chance(level + by_day * (day + 1) + by_distance * time / DAY) for day in range(days))
        for time in range(NEVER)
    ]
    keeping = sum(chance(w.held[0] + w.held[1] * (day + 1)) for day in range(days))
    return (*taking, 0.0), keeping


def _exits(g: State, fields: Fields, w: Weights) -> float:
    """12.23 What German strength will score beyond the edge."""
    if g.box.scenario.victory == "towns":
        return 0.0
    kinds, place, strength, multiplier = g.box.units.type, g.place, g.strength, g.box.map.multiplier
    status = g.status
    days = days_left(g)
    tired, fresh = exit_worth(days, w), exit_worth(days + 1, w)
    hold, to_exit = fields.hold, fields.to_exit
    total = 0.0
    for unit in range(g.box.units.first_allied):
        points = strength[unit]
        if not points:
            continue
        here = place[unit]
        if here in multiplier:
            total += points * multiplier[here] * (0.9 - 0.08 * days)
        elif kinds[unit] is not UnitType.FOOT and 0 < here < GONE:
            worth = tired if status[unit] & DONE else fresh
            total += points * worth[min(to_exit[here] + hold[here], NEVER)]
    return total


@lru_cache(maxsize=256)
def exit_worth(moves: int, w: Weights) -> tuple[float, ...]:
    """Points to be expected of each mobile strength point with so many day's marches left, by its time from an exit."""
    most, level, slope = w.exit
    return (*(3.0 * most * chance(level + slope * (moves - time / DAY)) for time in range(NEVER)), 0.0)


def _towns(g: State, fields: Fields, w: Weights) -> float:
    """Scenarios 1 and 3: the towns that count when the game ends."""
    kind = g.box.scenario.victory
    if kind == "points":
        return 0.0
    days = days_left(g) + 1
    level, by_day, by_distance = w.town_chance
    total = 0.0
    for town in g.box.scenario.towns:
        reached = chance(level + by_day * days + by_distance * fields.arrival[town] / DAY)
        german, allied = g.occupied[0] >> town & 1, g.occupied[1] >> town & 1
        if kind == "towns":
            held = bool(g.control >> town & 1)
            total += 2 * w.town * ((0.7 if allied else 0.92) if held else max(reached, 0.35 * german))
        elif german:
            total += 1.1 if allied else 1.8
        else:
            total += 1.6 * reached
    if kind == "three_days":
        foremost = cells(g.occupied[Side.GERMAN] & ~g.box.one_way)
        gap = min((fields.to_exit[place] for place in foremost), default=NEVER)
        total += 3.0 * chance((DAY - gap) / 12)
    return total


def _strength(g: State, w: Weights) -> float:
    """Strength points on the map and to come, weighed against each other."""
    first = g.box.units.first_allied
    strength = g.strength
    return w.german_strength * sum(strength[:first]) - w.allied_strength * sum(strength[first:])


def _supply(g: State, w: Weights) -> float:
    """What attrition and isolation will cost either side."""
    total = 0.0
    for side, sign in ((Side.GERMAN, -1.0), (Side.ALLIED, 1.0)):
        armor, infantry = supply.supplied_places(g, side)
        held = g.occupied[side] & ~(armor & infantry)
        for place in cells(held):
            for unit in g.units_at(place, side):
                cut_off = not (infantry if g.box.units.infantry[unit] else armor) >> place & 1
                if cut_off:
                    total += sign * w.out_of_supply
    return total


# ---- winning -----------------------------------------------------------------------------------------------


def draw_line(box: Box) -> tuple[float, float]:
    """The middle of the drawn band and the width of a level of victory, in victory points."""
    if box.scenario.victory == "towns":
        return 6.0, 2.5
    bands = {band.level: band.from_ for band in box.scenario.bands}
    low = bands["Draw"]
    better = min(from_ for level, from_ in bands.items() if level.startswith("German"))
    return (low + better - 1) / 2 + float(box.options["handicap"]), max(2.0, (better - low) * 1.2)


def outcome_value(g: State) -> float:
    """A finished game in the same measure: the score, or the middle of what its level stands for."""
    assert g.result is not None
    if g.box.scenario.victory != "towns":
        return float(g.result.score)
    return {
        "German Decisive": 12.0,
        "German Tactical": 9.0,
        "Draw": 6.0,
        "Allied Tactical": 3.0,
        "Allied Decisive": 0.0,
        "Both sides lose": 5.0,
    }[g.result.level]


def win_chance(g: State, expected: float | None = None) -> float:
    """The chance of a German victory, from the points to be expected and the time left for surprises."""
    if g.result is not None:
        return 0.5 if g.result.winner is None else float(g.result.winner is Side.GERMAN)
    middle, width = draw_line(g.box)
    expected = value(g) if expected is None else expected
    return chance((expected - middle) / (width * (0.5 + 0.5 * (days_left(g) + 1) ** 0.5)))
