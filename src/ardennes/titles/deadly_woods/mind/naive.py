"""A rule of thumb for a player without a plan: close up to the enemy, attack at two to one."""

from __future__ import annotations

import random

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.parts.mind.thumb import close_up, take_up
from ardennes.titles.deadly_woods.rules.combat import AttackPhase, ChooseAttackers, strikers
from ardennes.titles.deadly_woods.rules.movement import Movement, Moving
from ardennes.titles.deadly_woods.rules.strengths import Attack, attack_strength, defense_strength
from ardennes.titles.deadly_woods.state import State


def naive(g: State, rng: random.Random) -> Action:
    """The rule of thumb's answer; what it knows nothing of is left to chance."""
    top = g.stack[-1]
    choices = g.choices()
    if isinstance(top, Movement):
        return take_up(choices, rng)
    if isinstance(top, Moving):
        return close_up(g.box.grid, choices, cells(g.occupied[top.side.enemy]), rng) or rng.choice(g.actions())
    if isinstance(top, AttackPhase):
        able = [cell for cell in choices.get("hex", ()) if cell is not None and _odds(g, top.side, cell) >= 2]
        return Action("hex", rng.choice(able)) if able else Action("done")
    if isinstance(top, ChooseAttackers):
        return Action("attack")
    return rng.choice(g.actions())


def _odds(g: State, side: Side, cell: int) -> float:
    attack = Attack(side, cell, strikers(g, side, cell))
    return attack_strength(g, attack) / max(defense_strength(g, attack), 1)
