"""What a player sees in a position: how far the Germans are from what they want, and what stands in the way.

The value of a position is the German victory points to be expected, a sum of named features; `distances` says how far
everything is.
"""

from __future__ import annotations

from functools import lru_cache
from math import asinh, exp
from operator import mul
from typing import NamedTuple

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.parts.data.tables import DataFolder
from ardennes.parts.mind.advice import chance
from ardennes.titles.tigers_in_the_mist.box.components import DATA, Box
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind.distances import DAY, NEVER, Fields, days_left, goals
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTRENCHED, GONE, State

#: The features of a position, by group. Sums over places and strength points; all plain to look up on the map.
GROUPS: dict[str, tuple[str, ...]] = {
    "position": ("always", "german to move"),
    "points": ("scored",),
    "areas": ("held", "contested", "points near", "points far"),
    "exits": ("beyond the edge", "in time to exit", "close to an exit"),
    "open roads": ("open to points", "open to an exit"),
    "strength": ("german mobile", "german foot", "allied armor", "allied infantry", "allied dug in"),
    "reserves": ("german ready", "allied ready", "german to come", "allied to come"),
    "line": ("days to an exit", "fights on the way", "footholds"),
    "supply": ("germans cut off", "allies cut off"),
}
NAMES: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)
#: Features that decisions are not made by; the last ones take the longest to find.
NOT_DECIDING = (*GROUPS["position"], "german to come", "allied to come", *GROUPS["line"], *GROUPS["supply"])
#: How many of them are left out when it must be quick.
_LEFT_OUT = len(NOT_DECIDING) - len(GROUPS["position"])


def vector(g: State, fields: Fields | None = None, quick: bool = False) -> list[float]:
    """The features of a position in the order of `NAMES`.

    `quick` leaves out those that decisions are not made by: what is to come, the line, and supply, which takes longest.
    """
    fields = fields or Fields(g)
    rest = [0.0] * _LEFT_OUT if quick else [*_to_come(g), *_line_features(g, fields), *_supply_features(g)]
    return [
        1.0,
        float(g.side is Side.GERMAN) if g.stack else 0.5,
        float(g.vp),
        *_area_features(g, fields),
        *_exit_features(g, fields),
        *_open_roads(g),
        *_strength_features(g),
        *rest,
    ]


def _prizes(g: State) -> dict[int, int]:
    """What pays by being held: VP areas, or the towns of the scenario."""
    scenario = g.box.scenario
    if scenario.victory == "points":
        return {area: points for area, points in g.box.map.vp.items() if g.box.inside >> area & 1}
    return dict.fromkeys(scenario.towns, 2)


def _area_features(g: State, fields: Fields) -> list[float]:
    """12.21 Points held, and points the Germans could get to: counted less with every day away, steeply and slowly."""
    held = contested = 0.0
    steep, slow = _fading()
    wanted: list[tuple[float, float]] = []
    for area, points in _prizes(g).items():
        if not g.control >> area & 1:
            wanted.append((points * steep[fields.arrival[area]], points * slow[fields.arrival[area]]))
        elif g.occupied[Side.ALLIED] >> area & 1:
            contested += points
        else:
            held += points
    wanted.sort(reverse=True)
    stacks = _stacks(g)
    near = sum([close for close, _ in wanted[:stacks]]) + LATER * sum([close for close, _ in wanted[stacks:]])
    far = sum([some for _, some in wanted[:stacks]]) + LATER * sum([some for _, some in wanted[stacks:]])
    return [held, contested, near, far]


#: A stack can be in one place only: what is left for its next errand counts so much less.
LATER = 0.25


def _stacks(g: State) -> int:
    """How many errands the Germans can run at once."""
    return (g.occupied[Side.GERMAN] & ~g.box.one_way).bit_count()


@lru_cache(maxsize=1)
def _fading() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How much something counts that is so many ticks away: a fifth left after a day, or three fifths."""
    steep = tuple(exp(-1.6 * time / DAY) for time in range(NEVER))
    slow = tuple(exp(-0.5 * time / DAY) for time in range(NEVER))
    return (*steep, 0.0), (*slow, 0.0)


def _exit_features(g: State, fields: Fields) -> list[float]:
    """12.23 Strength beyond the edge, mobile strength likely to be in time for it, and how close it is."""
    kinds, place, strength, multiplier = g.box.units.type, g.place, g.strength, g.box.map.multiplier
    status, hold, to_exit = g.status, fields.hold, fields.to_exit
    beyond = in_time = close = 0.0
    if g.box.scenario.victory == "towns":
        return [beyond, in_time, close]
    _, slow = _fading()
    days = days_left(g)
    tired, fresh = _in_time(days), _in_time(days + 1)
    for unit in range(g.box.units.first_allied):
        points = strength[unit]
        here = place[unit]
        if not points or not 0 < here < GONE:
            continue
        if here in multiplier:
            beyond += points * multiplier[here] / 3
        elif kinds[unit] is not UnitType.FOOT:
            time = min(to_exit[here] + hold[here], NEVER)
            in_time += points * (tired if status[unit] & DONE else fresh)[time]
            close += points * slow[time]
    return [beyond, in_time, close]


@lru_cache(maxsize=16)
def _in_time(moves: int) -> tuple[float, ...]:
    """The rough chance to be out in time with so many day's marches left, by the time from an exit."""
    return (*(chance(0.5 + 2.0 * (moves - time / DAY)) for time in range(NEVER)), 0.0)


def _open_roads(g: State) -> list[float]:
    """What the Germans could drive to without a fight: the price of a gap in the line."""
    board = g.box.map
    allied = g.occupied[Side.ALLIED]
    start = g.occupied[Side.GERMAN] & ~allied & ~g.box.one_way
    free = (board.all_areas | g.box.one_way & ~g.box.closed[Side.GERMAN]) & g.box.inside & ~allied
    within = board.flood(start, free)
    prizes = [worth for area, worth in _prizes(g).items() if within >> area & 1 and not g.control >> area & 1]
    points = sum(sorted(prizes, reverse=True)[: _stacks(g)])
    exits = [factor for zone, factor in board.multiplier.items() if within >> zone & 1]
    return [float(points), max(exits) / 3 + 0.1 * len(exits) if exits else 0.0]


def _strength_features(g: State) -> list[float]:
    """Strength on the map by kind and readiness."""
    units, first = g.box.units, g.box.units.first_allied
    ready = bytes(map(mul, g.strength, g.status.translate(_READY)))
    dug_in = sum(map(mul, g.strength[first:], g.status[first:].translate(_DUG_IN)))
    german_mobile = sum(map(mul, g.strength[:first], units.mobile))
    allied_infantry = sum(map(mul, g.strength[first:], units.infantry[first:]))
    return [
        float(german_mobile),
        float(sum(g.strength[:first]) - german_mobile),
        float(sum(g.strength[first:]) - allied_infantry),
        float(allied_infantry),
        float(dug_in),
        float(sum(map(mul, ready[:first], units.mobile))),
        float(sum(ready[first:])),
    ]


#: By status: whether a unit has yet to act today, and whether it is dug in.
_READY = bytes(not status & DONE for status in range(256))
_DUG_IN = bytes(bool(status & ENTRENCHED) for status in range(256))


def _to_come(g: State) -> list[float]:
    """Strength still to come, German and Allied."""
    found = [0.0, 0.0]
    for unit, place in enumerate(g.place):
        if not place and g.box.playing[unit]:
            found[unit >= g.box.units.first_allied] += g.box.units.rows[unit].strength * _will_come(g, unit)
    return found


def _will_come(g: State, unit: int) -> float:
    """Whether a unit arrives before the end; reserves waiting for a release count half."""
    when = g.box.units.arrival[unit]
    if when is None:
        return 0.5
    return float(when[0] < g.box.last_day)


def _line_features(g: State, fields: Fields) -> list[float]:
    """How far the nearest Germans are from an exit, how much fighting lies on the way, and where both sides stand."""
    german = cells(g.occupied[Side.GERMAN] & ~g.box.one_way)
    nearest = min((fields.to_exit[p] + fields.hold[p] for p in german), default=NEVER)
    goal = goals(g)
    fights = min((fields.arrival[p] for p in cells(goal)), default=NEVER)
    both = (g.occupied[0] & g.occupied[1] & g.box.map.all_areas).bit_count()
    return [min(nearest, 4 * DAY) / DAY, min(fights, 3 * DAY) / DAY, float(both)]


def _supply_features(g: State) -> list[float]:
    """13.0 Strength that is cut off."""
    total = [0.0, 0.0]
    for side in (Side.GERMAN, Side.ALLIED):
        armor, infantry = supply.supplied_places(g, side)
        for place in cells(g.occupied[side] & ~(armor & infantry)):
            for unit in g.units_at(place, side):
                if not (infantry if g.box.units.infantry[unit] else armor) >> place & 1:
                    total[side] += g.strength[unit]
    return total


class Features(NamedTuple):
    """The parts of a position's value, by group, all for the German."""

    groups: dict[str, float]

    def total(self) -> float:
        """The value of the position."""
        return sum(self.groups.values())


def features(g: State, fields: Fields | None = None, quick: bool = False) -> Features:
    """What a position is worth striving for, group by group."""
    weights = weights_of(g.box, "worth.csv")[days_left(g)]
    parts = [w * x for w, x in zip(weights, vector(g, fields, quick), strict=True)]
    groups = {}
    at = 0
    for group, names in GROUPS.items():
        groups[group] = sum(parts[at : at + len(names)])
        at += len(names)
    return Features(groups)


def value(g: State, fields: Fields | None = None) -> float:
    """The German score to be expected, as games of the staff turned out; large scores count less, as `score` has it."""
    if g.result is not None:
        return outcome_value(g)
    return _weighed(g, weights_of(g.box, "values.csv"), fields, quick=False)


def worth(g: State, fields: Fields | None = None, weights: Weights | None = None) -> float:
    """What a position is worth striving for. Decisions are made by this; supply is left out because it takes long.

    It is not the same as `value`. That says what usually followed, and so it dislikes spearheads that ran ahead in
    lost games; this says what a side should want.
    """
    return _weighed(g, weights or weights_of(g.box, "worth.csv"), fields, quick=True)


def _weighed(g: State, weights: Weights, fields: Fields | None, quick: bool) -> float:
    return sum([w * x for w, x in zip(weights[days_left(g)], vector(g, fields, quick), strict=True)])


class WeightRow(msgspec.Struct, frozen=True):
    """A row of `values.csv` or `worth.csv`: what one unit of a feature counts with so many days left."""

    scenario: str
    days: int
    feature: str
    weight: float


#: What each feature of `NAMES` counts, by days left.
Weights = list[list[float]]
#: Factors on the weights of some features, or of all features of a group.
Tastes = tuple[tuple[str, float], ...]


def weights_of(box: Box, table: str, tastes: Tastes = ()) -> Weights:
    """The weights of a scenario's features."""
    return _weights(box.key, table, tastes)


@lru_cache(maxsize=1024)
def _weights(scenario: str, table: str, tastes: Tastes) -> Weights:
    found = [[0.0] * len(NAMES) for _ in range(7)]
    for row in DataFolder(DATA).rows(table, WeightRow):
        if row.scenario == scenario:
            found[row.days][NAMES.index(row.feature)] = row.weight
    for name, factor in tastes:
        for feature in GROUPS.get(name, (name,)):
            for day in found:
                day[NAMES.index(feature)] *= factor
    return found


#: What a mobile strength point near an exit is worth early and late, for orders that drive it forward.
BEYOND = (0.95, 0.65, 0.40, 0.25, 0.20, 0.15, 0.10)


@lru_cache(maxsize=256)
def exit_worth(moves: int) -> tuple[float, ...]:
    """Points to be expected of a mobile strength point with so many day's marches left, by its time from an exit."""
    return (*(0.9 * chance(0.5 + 1.6 * (moves - time / DAY)) for time in range(NEVER)), 0.0)


# ---- winning -----------------------------------------------------------------------------------------------


def draw_line(box: Box) -> tuple[float, float]:
    """The middle of the drawn band and the width of a level of victory, in victory points."""
    if box.scenario.victory == "towns":
        return 6.0, 2.5
    bands = {band.level: band.from_ for band in box.scenario.bands}
    low = bands["Draw"]
    better = min(from_ for level, from_ in bands.items() if level.startswith("German"))
    middle = (low + better - 1) / 2 + float(box.options["handicap"])
    return score(middle), max(1.5, score(middle + (better - low)) - score(middle))


def outcome_value(g: State) -> float:
    """A finished game in the same measure: the score, or the middle of what its level stands for."""
    assert g.result is not None
    if g.box.scenario.victory != "towns":
        return score(float(g.result.score))
    return {
        "German Decisive": 12.0,
        "German Tactical": 9.0,
        "Draw": 6.0,
        "Allied Tactical": 3.0,
        "Allied Decisive": 0.0,
        "Both sides lose": 5.0,
    }[g.result.level]


def score(points: float) -> float:
    """Victory points as agents count them: the first ones count in full, large totals less and less."""
    return 12.0 * asinh(points / 12.0)


#: What the win chance is fitted on: the score to be expected less the drawn line, and what it may have judged wrongly.
CHANCE_NAMES = (
    "always",
    "expected",
    "german to move",
    "scored",
    "held",
    "contested",
    "points near",
    "in time to exit",
    "german strength",
    "allied strength",
)
_ALONE = ("scored", "held", "contested", "points near", "in time to exit")


def chance_features(g: State) -> list[float]:
    """A position in the order of `CHANCE_NAMES`."""
    found = vector(g)
    weights = weights_of(g.box, "values.csv")[days_left(g)]
    middle, width = draw_line(g.box)
    expected = sum([w * x for w, x in zip(weights, found, strict=True)])
    first = g.box.units.first_allied
    return [
        1.0,
        (expected - middle) / width,
        found[1],
        *(found[NAMES.index(name)] for name in _ALONE),
        sum(g.strength[:first]) / 10,
        sum(g.strength[first:]) / 10,
    ]
