"""How sensible players aim: the choices that forecasts assume and that programs make by default.

The rules (9.46, 9.52 - 9.57) leave the firing player some freedom. The doctrine here uses it to destroy the most
strength points to be expected, and among equals the better unit. It looks at nothing but the battle, so the exact odds
and the engine can follow it alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist import supply
from ardennes.titles.tigers_in_the_mist.artillery import AimArtillery, shell_targets
from ardennes.titles.tigers_in_the_mist.battle import Circumstances, fighters
from ardennes.titles.tigers_in_the_mist.fire import AimFire, fire_targets
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, State


class Fighter(NamedTuple):
    """A unit as a battle sees it."""

    unit: int
    kind: int
    strength: int
    entrenched: bool
    supplied: bool


def fighter(g: State, unit: int) -> Fighter:
    """A unit on the table as a battle sees it."""
    return Fighter(
        unit,
        g.box.units.type[unit],
        g.strength[unit],
        bool(g.status[unit] & ENTRENCHED),
        supply.in_supply(g, unit),
    )


def best_shell_target(targets: Sequence[Fighter], aimed: Sequence[int], attacking: bool) -> int:
    """9.46 The position to shell next: one in the open if the attacker fires, the strongest, the best."""
    legal = shell_targets([t.kind for t in targets], [t.strength for t in targets], aimed)
    return max(
        legal, key=lambda p: (not (attacking and targets[p].entrenched), targets[p].strength, targets[p].kind, -p)
    )


def next_firer(firers: Sequence[Fighter], allotted: Sequence[int]) -> int:
    """9.57 The position allotted next: best quality first, then the strongest."""
    left = [p for p in range(len(firers)) if p not in allotted]
    return max(left, key=lambda p: (firers[p].kind, firers[p].strength, firers[p].supplied, -p))


def best_fire_target(
    firer: Fighter, alone: bool, attacking: bool, targets: Sequence[Fighter], aims: Sequence[tuple[float, int]]
) -> int:
    """9.5 The position this firer takes: where its dice are expected to destroy the most.

    `aims` are the (expected hits, target) of the firers allotted before.
    """
    covered = [sum(target == p for _, target in aims) for p in range(len(targets))]
    kinds = [t.kind for t in targets]
    strengths = [t.strength for t in targets]
    legal = fire_targets(firer.kind, alone, not attacking, kinds, strengths, covered)
    if len(legal) == 1:
        return legal[0]

    def gain(p: int) -> tuple[float, int, int]:
        already = sum(hits for hits, target in aims if target == p)
        worth = min(expected_hits(firer, attacking, targets[p]), max(strengths[p] - already, 0.0))
        return (round(worth, 6), kinds[p], -p)

    return max(legal, key=gain)


def expected_hits(firer: Fighter, attacking: bool, target: Fighter) -> float:
    """Hits to expect of a unit at its printed factor: enough to compare targets, whatever holds for all of them."""
    factor = (4 if firer.kind == 3 else 3) if attacking else (5 if firer.kind == 3 else 4)
    return firer.strength * (factor - (attacking and target.entrenched)) / 10


def doctrine(g: State) -> Action | None:
    """The answer to a pending choice of target; None if something else is asked."""
    top = g.stack[-1]
    if isinstance(top, AimArtillery):
        targets = _fighters(g, top.facts, top.side.enemy)
        aimed = [next(p for p, t in enumerate(targets) if t.unit == unit) for unit in top.aimed]
        return Action("unit", targets[best_shell_target(targets, aimed, top.side is top.facts.attacker)].unit)
    if isinstance(top, AimFire):
        return _fire_action(g, top)
    return None


def _fire_action(g: State, step: AimFire) -> Action:
    attacking = step.side is step.facts.attacker
    firers = _fighters(g, step.facts, step.side)
    targets = _fighters(g, step.facts, step.side.enemy)
    if "firer" in g.choices():
        allotted = [p for p, f in enumerate(firers) if f.unit in [firer for firer, _ in step.aims]]
        return Action("firer", firers[next_firer(firers, allotted)].unit)
    by_unit = {f.unit: f for f in firers}
    at = {t.unit: p for p, t in enumerate(targets)}
    aims = [(expected_hits(by_unit[f], attacking, targets[at[t]]), at[t]) for f, t in step.aims]
    firer = by_unit[step.candidates(g)[0]]
    return Action("unit", targets[best_fire_target(firer, len(firers) == 1, attacking, targets, aims)].unit)


def _fighters(g: State, facts: Circumstances, side: Side) -> list[Fighter]:
    return [fighter(g, unit) for unit in fighters(g, facts, side)]
