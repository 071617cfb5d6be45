"""A rule of thumb for a player without a plan: play any card, close up to the enemy, attack at two to one."""

from __future__ import annotations

import random

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.parts.mind.thumb import close_up, take_up
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack
from ardennes.titles.enemy_action_ardennes.rules.combat import AttackPhase, ChooseAttackers, attackers
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement, Moving
from ardennes.titles.enemy_action_ardennes.state import State

#: The strength of an attack against the defence that is enough.
ENOUGH = 2.0


def naive(g: State, rng: random.Random) -> Action:
    """The rule of thumb's answer; what it knows nothing of is left to chance."""
    top = g.stack[-1]
    choices = g.choices()
    if isinstance(top, Command):
        cards = choices.get("card", ())
        return Action("card", rng.choice(cards)) if cards else _any(g, rng)
    if isinstance(top, PlayCard):
        verb = rng.choice([verb for verb in choices if verb != "back"])
        return Action(verb, rng.choice(choices[verb]))
    if isinstance(top, Movement):
        return take_up(choices, rng)
    if isinstance(top, Moving):
        return close_up(g.box.grid, choices, cells(g.occupied[top.side.enemy]), rng) or _any(g, rng)
    if isinstance(top, AttackPhase):
        able = [cell for cell in choices.get("hex", ()) if cell is not None and odds(g, top.side, cell) >= ENOUGH]
        return Action("hex", rng.choice(able)) if able else Action("done")
    if isinstance(top, ChooseAttackers):
        return joined(top, choices.get("unit", ()))
    return _any(g, rng)


def joined(step: ChooseAttackers, able: object) -> Action:
    """The next unit that takes part in an attack, or the attack itself."""
    assert isinstance(able, list | tuple)
    waiting = [unit for unit in able if unit not in step.units]
    return Action("unit", waiting[0]) if waiting else Action("done")


def odds(g: State, side: Side, cell: int) -> float:
    """Strength against strength, if everybody who may attack a hex does."""
    units = tuple(attackers(g, cell, side))
    attack = Attack(side, cell, units, tuple(g.place[unit] for unit in units), battle.fresh(g, cell))
    ours, theirs = battle.strengths(g, attack)
    return ours / max(theirs, 1)


def _any(g: State, rng: random.Random) -> Action:
    """Any answer but one for the future."""
    return rng.choice([action for action in g.actions() if action.verb != "standing"])
