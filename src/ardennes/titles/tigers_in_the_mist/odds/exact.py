"""The exact odds of a battle, in progress or proposed: computed, not sampled.

A battle is seven steps (9.3) in which only strengths change, so its distribution is built step by step over the
strengths of both sides. Where players choose targets the forecast follows `aiming`, and says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ardennes.parts.odds import Chance, Distribution, Forecast, ModifierLine, UnitForecast, add, binomial, capped
from ardennes.titles.tigers_in_the_mist.odds import aiming
from ardennes.titles.tigers_in_the_mist.odds.aiming import Fighter
from ardennes.titles.tigers_in_the_mist.rules.combat import artillery
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, common_modifier
from ardennes.titles.tigers_in_the_mist.state import State

Strengths = tuple[int, ...]
ASSUMPTION = "both sides aim where they expect to destroy the most, within the rules"


class Setting(NamedTuple):
    """Everything about a battle that losses do not change."""

    facts: Circumstances
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    attack: tuple[int, ...]
    defense: tuple[int, ...]
    shells: tuple[int, int]
    calls: tuple[int, int]
    availability: tuple[int, int]

    def side(self, attacking: bool) -> tuple[Fighter, ...]:
        """The units of the attacker or of the defender."""
        return self.attackers if attacking else self.defenders


class Point(NamedTuple):
    """Where in its sequence a battle stands, and what of the pending step is settled already."""

    attacker_shots: Distribution
    defender_shots: Distribution
    #: The pending step as `combat.Battle` counts them: below 3 calls, 3 and 5 shelling, 4 and 6 fire.
    stage: int = 0
    #: Shots aimed in the pending shelling, as positions among the living targets.
    aimed: Strengths = ()
    #: Fire allotted in the pending fire, as (firer, target) units; the unit picked to be allotted next.
    aims: tuple[tuple[int, int], ...] = ()
    picked: int = -1
    #: All fire is allotted and being resolved: only `aims` are left, and of the first so many dice scored so many hits.
    resolving: bool = False
    rolled: int = 0
    scored: int = 0


#: A step nothing of which is settled.
_FRESH = Point((1.0,), (1.0,))


class Result(NamedTuple):
    """What a battle comes to: for each side, by unit, the chance of every strength left; and both sides' totals."""

    attackers: list[Distribution]
    defenders: list[Distribution]
    attackers_left: Distribution
    defenders_left: Distribution
    #: The defenders are gone and attackers remain.
    cleared: float


# ---- the setting -------------------------------------------------------------------------------------------


def setting(g: State, facts: Circumstances, attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> Setting:
    """A battle between these units under these circumstances."""
    table = g.box.tables.artillery
    side = facts.attacker
    strengths = [sum(f.strength for f in force if f.supplied) for force in (attackers, defenders)]
    return Setting(
        facts,
        tuple(attackers),
        tuple(defenders),
        g.box.attack,
        g.box.defense,
        g.box.tables.factors.artillery[:2],
        (
            artillery.calls(strengths[0], False, table.strength_per_call),
            artillery.calls(strengths[1], True, table.strength_per_call),
        ),
        (artillery.availability(g, facts.area, side), artillery.availability(g, facts.area, side.enemy)),
    )


def _chance(number: int) -> float:
    """The chance of a number or less on a ten-sided die."""
    return min(max(number, 0), 10) / 10


def _shell_chance(s: Setting, combined: bool, attacking: bool, target: Fighter) -> float:
    """9.48, 9.49"""
    number = s.shells[0 if attacking else 1] - _common(s, combined, attacking)
    return _chance(number - (attacking and target.entrenched))


def _fire_number(s: Setting, combined: bool, attacking: bool, firer: Fighter, target: Fighter) -> int:
    """9.21, 9.71"""
    factor = (s.attack if attacking else s.defense)[firer.kind]
    number = factor - _common(s, combined, attacking) - (not firer.supplied)
    return min(max(number - (attacking and target.entrenched), 0), 10)


def _common(s: Setting, combined: bool, attacking: bool) -> int:
    facts = Circumstances(s.facts.attacker, s.facts.area, (), s.facts.river, s.facts.confusion, combined)
    return common_modifier(facts, s.facts.attacker if attacking else s.facts.attacker.enemy)


def calls_to_come(s: Setting) -> Point:
    """9.31 A battle before anybody has called for artillery."""
    attacker, defender = (
        binomial(calls, _chance(number)) for calls, number in zip(s.calls, s.availability, strict=True)
    )
    return Point(attacker, defender)


# ---- one step of a battle ----------------------------------------------------------------------------------


def shelling(
    s: Setting, combined: bool, attacking: bool, shots: int, strengths: Strengths, aimed: Strengths = ()
) -> dict[Strengths, float]:
    """9.46 - 9.49 What a side's artillery leaves of the other side. `aimed` are shots placed already."""
    alive = [p for p, strength in enumerate(strengths) if strength]
    if not shots or not alive:
        return {strengths: 1.0}
    targets = _with_strengths(s.side(not attacking), strengths)
    placed = list(aimed)
    while len(placed) < shots:
        placed.append(aiming.best_shell_target([targets[p] for p in alive], placed, attacking))
    faced = {}
    for position, p in enumerate(alive):
        taken = binomial(placed.count(position), _shell_chance(s, combined, attacking, targets[p]))
        faced[p] = tuple(reversed(_pad(capped(taken, strengths[p]), strengths[p])))
    return _left(strengths, faced)


#: Volleys at one target, as sorted (dice, number to hit) pairs: what decides how many hits it takes.
Volleys = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1 << 16)
def hits(volleys: Volleys) -> Distribution:
    """How many hits some volleys score together."""
    if len(volleys) == 1:
        return binomial(volleys[0][0], volleys[0][1] / 10)
    return add(hits(volleys[:-1]), hits(volleys[-1:]))


@lru_cache(maxsize=1 << 16)
def left_after(strength: int, volleys: Volleys, scored: int = 0) -> Distribution:
    """The strength a unit is left with, 0 first, after volleys and hits already scored."""
    taken = (0.0,) * scored + (hits(volleys) if volleys else (1.0,))
    return tuple(reversed(_pad(capped(taken, strength), strength)))


class Fire:
    """9.5 One side's fire in a battle: who hits whom with what number, worked out once."""

    def __init__(self, s: Setting, combined: bool, attacking: bool) -> None:
        self.firers = s.side(attacking)
        self.targets = s.side(not attacking)
        self.attacking = attacking
        self.order = aiming.firing_order(self.firers)
        self.numbers = [[_fire_number(s, combined, attacking, f, t) for t in self.targets] for f in self.firers]

    def at(self, own: Strengths, theirs: Strengths, point: Point = _FRESH) -> list[tuple[int, Volleys, int]]:
        """What each living target faces: its position, the volleys at it, and the hits it has taken already."""
        alive = [p for p, strength in enumerate(theirs) if strength]
        firing = [p for p in self.order if own[p]]
        if not alive or not firing:
            return []
        volleys: dict[int, list[tuple[int, int]]] = {p: [] for p in alive}
        scored = dict.fromkeys(alive, 0)
        for number, (firer, target) in enumerate(self._aims(firing, alive, theirs, point)):
            dice = own[firer]
            if number == 0 and point.resolving:
                dice -= point.rolled
                scored[target] += point.scored
            volleys[target].append((dice, self.numbers[firer][target]))
        return [(p, tuple(sorted(volleys[p])), scored[p]) for p in alive]

    def _aims(self, firing: list[int], alive: list[int], theirs: Strengths, point: Point) -> list[tuple[int, int]]:
        """9.57 Who fires at whom, by position: what is settled already, then the doctrine's choices."""
        at = {self.targets[p].unit: p for p in alive}
        by_unit = {self.firers[p].unit: p for p in firing}
        settled = [(by_unit[firer], at[target]) for firer, target in point.aims]
        if point.resolving:
            return settled
        first = [firer for firer, _ in settled]
        if point.picked >= 0:
            first.append(by_unit[point.picked])
        order = first + [p for p in firing if p not in first]
        looks = tuple((self.targets[p].kind, theirs[p] > 1, self.targets[p].entrenched) for p in alive)
        kinds = tuple([self.firers[p].kind for p in order])
        aims = aiming.allot(kinds, self.attacking, looks, tuple(alive.index(target) for _, target in settled))
        return [(firer, alive[target]) for firer, target in zip(order, aims, strict=True)]


def _with_strengths(force: Sequence[Fighter], strengths: Strengths) -> list[Fighter]:
    return [f._replace(strength=strength) for f, strength in zip(force, strengths, strict=True)]


def _left(strengths: Strengths, faced: dict[int, Distribution]) -> dict[Strengths, float]:
    """The strengths after each unit in `faced` is left with some of its own, independently."""
    found: dict[Strengths, float] = {strengths: 1.0}
    for position, distribution in faced.items():
        found = {
            (*known[:position], left, *known[position + 1 :]): p * q
            for known, p in found.items()
            for left, q in enumerate(distribution)
            if q
        }
    return found


# ---- the whole battle --------------------------------------------------------------------------------------


def resolve(s: Setting, point: Point, ignore: float = 0.0) -> Result:
    """9.3 The distribution of everything a battle can come to from where it stands.

    Courses less likely than `ignore` are left out before the last fire, and the others make up for them.
    """
    mixed = len({f.kind == 3 for f in s.attackers}) == 2
    attacker_start = tuple(f.strength for f in s.attackers)
    defender_start = tuple(f.strength for f in s.defenders)
    pairs: dict[tuple[Strengths, Strengths], float] = defaultdict(float)
    defensive: dict[bool, dict[Strengths, float]] = {}
    tally = _Tally(attacker_start, defender_start)
    for shots, chance in enumerate(point.attacker_shots):
        if not chance:
            continue
        combined = mixed and shots > 0 if point.stage < 3 else s.facts.combined
        if combined not in defensive:
            defensive[combined] = _defensive(s, point, combined, attacker_start, defender_start)
        shelled = _shelled(s, point, combined, shots, defender_start)
        for attackers, p in defensive[combined].items():
            tally.attackers(attackers, chance * p)
            for defenders, q in shelled.items():
                pairs[attackers, defenders] += chance * p * q
    fire = Fire(s, False, True)  # combined arms changes nothing for the attacker's own fire
    here = point if point.stage == 6 else _FRESH
    likely = {pair: p for pair, p in pairs.items() if p >= ignore}
    scale = sum(pairs.values()) / sum(likely.values())
    for (attackers, defenders), p in likely.items():
        tally.defenders(attackers, defenders, fire.at(attackers, defenders, here), p * scale)
    return tally.result()


def _shelled(s: Setting, point: Point, combined: bool, shots: int, defenders: Strengths) -> dict[Strengths, float]:
    """9.35 What the attacker's artillery leaves of the defenders."""
    if point.stage > 5:
        return {defenders: 1.0}
    return shelling(s, combined, True, shots, defenders, point.aimed if point.stage == 5 else ())


def _defensive(
    s: Setting, point: Point, combined: bool, attackers: Strengths, defenders: Strengths
) -> dict[Strengths, float]:
    """9.32 - 9.34 What the defender's artillery and fire leave of the attackers."""
    if point.stage > 4:
        return {attackers: 1.0}
    shelled: dict[Strengths, float] = defaultdict(float)
    if point.stage == 4:
        shelled[attackers] = 1.0
    else:
        for shots, chance in enumerate(point.defender_shots):
            aimed = point.aimed if point.stage == 3 else ()
            for left, p in shelling(s, combined, False, shots, attackers, aimed).items() if chance else ():
                shelled[left] += chance * p
    fired: dict[Strengths, float] = defaultdict(float)
    here = point if point.stage == 4 else _FRESH
    fire = Fire(s, combined, False)
    for standing, p in shelled.items():
        faced = {t: left_after(standing[t], volleys, hit) for t, volleys, hit in fire.at(defenders, standing, here)}
        for final, q in _left(standing, faced).items():
            fired[final] += p * q
    return fired


class _Tally:
    """Adds up the endings of a battle."""

    def __init__(self, attackers: Strengths, defenders: Strengths) -> None:
        self.by_attacker = [[0.0] * (strength + 1) for strength in attackers]
        self.by_defender = [[0.0] * (strength + 1) for strength in defenders]
        self.attackers_left = [0.0] * (sum(attackers) + 1)
        self.defenders_left = [0.0] * (sum(defenders) + 1)
        self.cleared = 0.0

    def attackers(self, left: Strengths, p: float) -> None:
        for column, strength in zip(self.by_attacker, left, strict=True):
            column[strength] += p
        self.attackers_left[sum(left)] += p

    def defenders(
        self, attackers: Strengths, defenders: Strengths, faced: list[tuple[int, Volleys, int]], p: float
    ) -> None:
        left = {position: left_after(defenders[position], volleys, hit) for position, volleys, hit in faced}
        for position, strength in enumerate(defenders):
            column = self.by_defender[position]
            if position in left:
                for remaining, q in enumerate(left[position]):
                    column[remaining] += p * q
            else:
                column[strength] += p
        standing = sum(s for position, s in enumerate(defenders) if position not in left)
        total = sum_of(tuple(left.values()))
        for remaining, q in enumerate(total, standing):
            self.defenders_left[remaining] += p * q
        if not standing and any(attackers):
            self.cleared += p * total[0]

    def result(self) -> Result:
        return Result(
            [tuple(column) for column in self.by_attacker],
            [tuple(column) for column in self.by_defender],
            tuple(self.attackers_left),
            tuple(self.defenders_left),
            self.cleared,
        )


def _pad(distribution: Distribution, most: int) -> Distribution:
    return distribution + (0.0,) * (most + 1 - len(distribution))


@lru_cache(maxsize=1 << 15)
def sum_of(distributions: tuple[Distribution, ...]) -> Distribution:
    """The sum of independent numbers."""
    total: Distribution = (1.0,)
    for distribution in distributions:
        total = add(total, distribution)
    return total


@lru_cache(maxsize=1 << 16)
def resolve_kept(s: Setting, point: Point) -> Result:
    """`resolve`, remembered: panels and reports ask for the same battles again and again."""
    return resolve(s, point)


#: What agents leave out; it moves their odds by less than one in a hundred.
UNLIKELY = 0.0005


@lru_cache(maxsize=1 << 16)
def _resolve_quickly(s: Setting, point: Point) -> Result:
    return resolve(s, point, UNLIKELY)


def resolve_alike(s: Setting) -> Result:
    """A battle still to be fought as agents weigh it, remembered by what its units are, not by which they are."""
    first = len(s.attackers)
    attackers = tuple(f._replace(unit=n) for n, f in enumerate(sorted(s.attackers, key=_rank, reverse=True)))
    defenders = tuple(f._replace(unit=first + n) for n, f in enumerate(sorted(s.defenders, key=_rank, reverse=True)))
    facts = Circumstances(s.facts.attacker, 0, (), s.facts.river, s.facts.confusion)
    alike = s._replace(facts=facts, attackers=attackers, defenders=defenders)
    return _resolve_quickly(alike, calls_to_come(alike))


def _rank(f: Fighter) -> tuple[int, int, bool, bool]:
    return (f.kind, f.strength, f.entrenched, f.supplied)


# ---- as the panel shows it ---------------------------------------------------------------------------------


def forecast(s: Setting, point: Point, notes: Iterable[ModifierLine] = ()) -> Forecast:
    """A battle's odds in the form of the panel."""
    result = resolve_kept(s, point)
    attackers_gone = result.attackers_left[0]
    return Forecast(
        place=s.facts.area,
        headlines=[
            Chance("the area is cleared", result.cleared),
            Chance("the defenders are destroyed", result.defenders_left[0]),
            Chance("the attackers are destroyed", attackers_gone),
        ],
        attackers=_lines(s.attackers, result.attackers),
        defenders=_lines(s.defenders, result.defenders),
        modifiers=[*notes],
        attackers_left=result.attackers_left,
        defenders_left=result.defenders_left,
        assumption=ASSUMPTION,
    )


def _lines(force: Sequence[Fighter], left: Sequence[Distribution]) -> list[UnitForecast]:
    return [UnitForecast(f.unit, f.strength, distribution) for f, distribution in zip(force, left, strict=True)]
