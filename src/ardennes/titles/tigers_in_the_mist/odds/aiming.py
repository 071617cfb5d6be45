"""How sensible players aim: the choices that forecasts assume and that programs make by default.

The rules (9.46, 9.52 - 9.57) leave the firing player some freedom. The doctrine here takes targets in the open before
dug-in ones, units that can lose more than one strength point before the last remnants, and the better unit before the
worse. It looks at nothing but the battle, and at strengths only as far as "one or more", so the exact odds and the
engine can follow it alike and quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import AimArtillery
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, fighters
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import AimFire
from ardennes.titles.tigers_in_the_mist.rules.quick.aiming import fire_targets, shell_targets
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


def firing_order(firers: Sequence[Fighter]) -> list[int]:
    """9.57 Positions in the order of allotment: best quality first, supplied before unsupplied."""
    return sorted(range(len(firers)), key=lambda p: (-firers[p].kind, not firers[p].supplied, p))


#: A target as the doctrine sees it: kind, more than one strength point, entrenched.
Look = tuple[int, bool, bool]


def best_fire_target(kind: int, alone: bool, attacking: bool, targets: tuple[Look, ...], covered: Sequence[int]) -> int:
    """9.5 The position a firer of this kind takes, when each target is `covered` by so many already."""
    kinds = [look[0] for look in targets]
    strengths = [2 if look[1] else 1 for look in targets]
    legal = fire_targets(kind, alone, not attacking, kinds, strengths, covered)

    def worth(p: int) -> tuple[bool, bool, int, int]:
        its_kind, big, entrenched = targets[p]
        return (not (attacking and entrenched), big, its_kind, -p)

    return max(legal, key=worth)


@lru_cache(maxsize=1 << 16)
def allot(
    kinds: tuple[int, ...], attacking: bool, targets: tuple[Look, ...], aims: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """9.57 The target of every firer, in firing order, after those in `aims`."""
    found = list(aims)
    covered = [found.count(p) for p in range(len(targets))]
    for kind in kinds[len(found) :]:
        target = best_fire_target(kind, len(kinds) == 1, attacking, targets, covered)
        covered[target] += 1
        found.append(target)
    return tuple(found)


def look(target: Fighter) -> Look:
    """A unit as the doctrine sees it as a target."""
    return (target.kind, target.strength > 1, target.entrenched)


def doctrine(g: State) -> Action | None:
    """The answer to a pending choice of target; None if something else is asked."""
    top = g.stack[-1]
    if isinstance(top, AimArtillery):
        targets = _fighters(g, top.circumstances, top.side.enemy)
        aimed = [next(p for p, t in enumerate(targets) if t.unit == unit) for unit in top.aimed]
        return Action("unit", targets[best_shell_target(targets, aimed, top.side is top.circumstances.attacker)].unit)
    if isinstance(top, AimFire):
        return _fire_action(g, top)
    return None


def _fire_action(g: State, step: AimFire) -> Action:
    attacking = step.side is step.circumstances.attacker
    firers = _fighters(g, step.circumstances, step.side)
    targets = _fighters(g, step.circumstances, step.side.enemy)
    candidates = step.candidates(g)
    if len(candidates) > 1:
        order = firing_order(firers)
        return Action("firer", next(firers[p].unit for p in order if firers[p].unit in candidates))
    aimed = [target for _, target in step.aims]
    covered = [aimed.count(t.unit) for t in targets]
    kind = g.box.units.type[candidates[0]]
    target = best_fire_target(kind, len(firers) == 1, attacking, tuple(look(t) for t in targets), covered)
    return Action("unit", targets[target].unit)


def _fighters(g: State, facts: Circumstances, side: Side) -> list[Fighter]:
    return [fighter(g, unit) for unit in fighters(g, facts, side)]
