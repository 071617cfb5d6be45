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
from ardennes.titles.tigers_in_the_mist import aiming, artillery
from ardennes.titles.tigers_in_the_mist.aiming import Fighter
from ardennes.titles.tigers_in_the_mist.battle import Circumstances, Modifier, common_modifier
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


def _fire_chance(s: Setting, combined: bool, attacking: bool, firer: Fighter, target: Fighter) -> float:
    """9.21, 9.71"""
    factor = (s.attack if attacking else s.defense)[firer.kind]
    number = factor - _common(s, combined, attacking) - (not firer.supplied)
    return _chance(number - (attacking and target.entrenched))


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
    hits = {
        p: binomial(placed.count(position), _shell_chance(s, combined, attacking, targets[p]))
        for position, p in enumerate(alive)
    }
    return _after(strengths, hits)


def firing(
    s: Setting, combined: bool, attacking: bool, point: Point, own: Strengths, strengths: Strengths
) -> dict[int, Distribution]:
    """9.5 The hits that a side's units score on each living unit of the other side, by its position."""
    firers = [f for f in _with_strengths(s.side(attacking), own) if f.strength]
    targets = _with_strengths(s.side(not attacking), strengths)
    alive = [p for p, strength in enumerate(strengths) if strength]
    if not firers or not alive:
        return {}
    living = [targets[p] for p in alive]
    hits: dict[int, Distribution] = {}
    for number, (firer, position) in enumerate(allotment(firers, living, attacking, point)):
        p = alive[position]
        rolled, known = (point.rolled, point.scored) if number == 0 else (0, 0)
        chance = _fire_chance(s, combined, attacking, firer, targets[p])
        scored = (0.0,) * known + binomial(firer.strength - rolled, chance)
        hits[p] = add(hits[p], scored) if p in hits else scored
    return hits


def allotment(
    firers: Sequence[Fighter], targets: Sequence[Fighter], attacking: bool, point: Point
) -> list[tuple[Fighter, int]]:
    """9.57 Who fires at whom: what is allotted already, then the doctrine's choices."""
    at = {t.unit: p for p, t in enumerate(targets)}
    by_unit = {f.unit: p for p, f in enumerate(firers)}
    aims = [(by_unit[firer], at[target]) for firer, target in point.aims]
    picked = by_unit.get(point.picked, -1)
    while len(aims) < len(firers) and not point.resolving:
        p = picked if picked >= 0 else aiming.next_firer(firers, [firer for firer, _ in aims])
        picked = -1
        weights = [(aiming.expected_hits(firers[f], attacking, targets[t]), t) for f, t in aims]
        aims.append((p, aiming.best_fire_target(firers[p], len(firers) == 1, attacking, targets, weights)))
    return [(firers[f], t) for f, t in aims]


def _with_strengths(force: Sequence[Fighter], strengths: Strengths) -> list[Fighter]:
    return [f._replace(strength=strength) for f, strength in zip(force, strengths, strict=True)]


def _after(strengths: Strengths, hits: dict[int, Distribution]) -> dict[Strengths, float]:
    """The strengths after independent hits on some of the units."""
    found: dict[Strengths, float] = {strengths: 1.0}
    for position, distribution in hits.items():
        strength = strengths[position]
        nxt: dict[Strengths, float] = {}
        for known, p in found.items():
            for scored, q in enumerate(capped(distribution, strength)):
                if q:
                    nxt[(*known[:position], strength - scored, *known[position + 1 :])] = p * q
        found = nxt
    return found


# ---- the whole battle --------------------------------------------------------------------------------------


def resolve(s: Setting, point: Point) -> Result:
    """9.3 The distribution of everything a battle can come to from where it stands."""
    mixed = len({f.kind == 3 for f in s.attackers}) == 2
    attacker_start = tuple(f.strength for f in s.attackers)
    defender_start = tuple(f.strength for f in s.defenders)
    forces: dict[tuple[int, bool, Strengths], float] = defaultdict(float)
    for shots, chance in enumerate(point.attacker_shots):
        if chance:
            combined = mixed and shots > 0 if point.stage < 3 else s.facts.combined
            for attackers, p in _defensive(s, point, combined, attacker_start, defender_start).items():
                forces[shots, combined, attackers] += chance * p
    tally = _Tally(attacker_start, defender_start)
    for (shots, combined, attackers), p in forces.items():
        tally.attackers(attackers, p)
        for defenders, q in _shelled(s, point, combined, shots, defender_start).items():
            here = point if point.stage == 6 else _FRESH
            tally.defenders(attackers, defenders, firing(s, combined, True, here, attackers, defenders), p * q)
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
    for left, p in shelled.items():
        for final, q in _after(left, firing(s, combined, False, here, defenders, left)).items():
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

    def defenders(self, attackers: Strengths, defenders: Strengths, hits: dict[int, Distribution], p: float) -> None:
        total: Distribution = (1.0,)
        for position, strength in enumerate(defenders):
            left = tuple(reversed(_pad(capped(hits.get(position, (1.0,)), strength), strength)))
            for remaining, q in enumerate(left):
                self.by_defender[position][remaining] += p * q
            total = add(total, left)
        for remaining, q in enumerate(total):
            self.defenders_left[remaining] += p * q
        if any(attackers):
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


@lru_cache(maxsize=1 << 16)
def resolve_kept(s: Setting, point: Point) -> Result:
    """`resolve`, remembered: agents ask for the same battles again and again."""
    return resolve(s, point)


def resolve_alike(s: Setting) -> Result:
    """A battle still to be fought, remembered by what its units are rather than by which they are."""
    first = len(s.attackers)
    attackers = tuple(f._replace(unit=n) for n, f in enumerate(sorted(s.attackers, key=_rank)))
    defenders = tuple(f._replace(unit=first + n) for n, f in enumerate(sorted(s.defenders, key=_rank)))
    facts = Circumstances(s.facts.attacker, 0, (), s.facts.river, s.facts.confusion)
    alike = s._replace(facts=facts, attackers=attackers, defenders=defenders)
    return resolve_kept(alike, calls_to_come(alike))


def _rank(f: Fighter) -> tuple[int, int, bool, bool]:
    return (f.kind, f.strength, f.entrenched, f.supplied)


# ---- as the panel shows it ---------------------------------------------------------------------------------


def forecast(s: Setting, point: Point, notes: Iterable[Modifier] = ()) -> Forecast:
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
        modifiers=[ModifierLine(*note) for note in notes],
        attackers_left=result.attackers_left,
        defenders_left=result.defenders_left,
        assumption=ASSUMPTION,
    )


def _lines(force: Sequence[Fighter], left: Sequence[Distribution]) -> list[UnitForecast]:
    return [UnitForecast(f.unit, f.strength, distribution) for f, distribution in zip(force, left, strict=True)]
