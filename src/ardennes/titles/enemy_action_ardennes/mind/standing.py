"""To stand or to go: what a defender makes of hits, with the attacker in his place when he has gone."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.kernel import Action, Side
from ardennes.titles.enemy_action_ardennes.mind import fights
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.losses import MeetHits, TakeLoss
from ardennes.titles.enemy_action_ardennes.rules.retreats import RetreatLoss, RetreatTo
from ardennes.titles.enemy_action_ardennes.state import State

#: What is asked of the defender until he has gone or stands.
_ASKED = (MeetHits, TakeLoss, RetreatTo, RetreatLoss)
#: Hexes of a retreat that are looked at, for each of its hexes.
WAYS = 3

Value = Callable[[State], float]


def answer(g: State, value: Value) -> Action:
    """9.5n, 9.73 The way to meet hits, or the hex to go back to, after which the position is worth most."""
    assert g.side is not None
    sign = 1.0 if g.side is Side.GERMAN else -1.0
    attack = battle.under_way(g).attack
    seen = [(sign * _afterwards(g, action, attack, value, sign), action) for action in g.answers()]
    return max(seen, key=lambda row: (row[0], -(row[1].target or 0)))[1]


def _afterwards(g: State, action: Action, attack: battle.Attack, value: Value, sign: float) -> float:
    """What a position is worth for the German when an answer has been carried out and the attacker has come in."""
    after = g.copy()
    after.act(action)
    after.advance()
    while after.stack and after.side is g.side and isinstance(after.stack[-1], _ASKED):
        followed = after.answers()[:WAYS]
        if len(followed) > 1:
            seen = [(sign * _at_once(after, step, value), step) for step in followed]
            followed = [max(seen, key=lambda row: (row[0], -(row[1].target or 0)))[1]]
        after.act(followed[0])
        after.advance()
    if after.result is None:
        fights.advance(after, attack)
    return value(after)


def _at_once(g: State, action: Action, value: Value) -> float:
    after = g.copy()
    after.act(action)
    return value(after)
