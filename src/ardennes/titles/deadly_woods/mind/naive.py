"""A rule of thumb for a player without a plan: close up to the enemy, attack at two to one."""

from __future__ import annotations

import random

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.titles.deadly_woods.rules.combat import AttackPhase, ChooseAttackers, strikers
from ardennes.titles.deadly_woods.rules.movement import Movement, Moving
from ardennes.titles.deadly_woods.rules.strengths import Attack, attack_strength, defense_strength
from ardennes.titles.deadly_woods.state import State

#: How often a unit that could move does.
EAGER = 0.95


def naive(g: State, rng: random.Random) -> Action:
    """The rule of thumb's answer; what it knows nothing of is left to chance."""
    top = g.stack[-1]
    choices = g.choices()
    if isinstance(top, Movement):
        units = choices.get("unit", ())
        return Action("unit", rng.choice(units)) if units and rng.random() < EAGER else Action("done")
    if isinstance(top, Moving):
        return _move(g, top.side, rng)
    if isinstance(top, AttackPhase):
        able = [cell for cell in choices.get("hex", ()) if cell is not None and _odds(g, top.side, cell) >= 2]
        return Action("hex", rng.choice(able)) if able else Action("done")
    if isinstance(top, ChooseAttackers):
        return Action("attack")
    return rng.choice(g.actions())


def _move(g: State, side: Side, rng: random.Random) -> Action:
    hexes = [cell for cell in g.choices().get("hex", ()) if cell is not None]
    enemies = cells(g.occupied[side.enemy])
    if not hexes or not enemies:
        return rng.choice(g.actions())
    distance = g.box.grid.distance
    return Action("hex", min(hexes, key=lambda cell: (min([distance(cell, e) for e in enemies]), rng.random())))


def _odds(g: State, side: Side, cell: int) -> float:
    attack = Attack(side, cell, strikers(g, side, cell))
    return attack_strength(g, attack) / max(defense_strength(g, attack), 1)
