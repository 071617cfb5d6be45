"""Answers that give something away for nothing. The position right after them is worth the same, so they are named."""

from __future__ import annotations

from ardennes.kernel import Action, Step
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.rules.action_rounds import Swap
from ardennes.titles.deadly_woods.rules.bridges import BlowBehind, BlowInFront
from ardennes.titles.deadly_woods.rules.reinforcements import Divert

#: The wasteful answer to each question: a bridge left to the enemy who comes over it (10.6.1), a unit that waits for
#: the next chit to enter farther away (14.8.1).
_WASTED: dict[type[Step], str] = {BlowInFront: "bridge", BlowBehind: "done", Divert: "unit"}
#: The questions with such answers.
WASTEFUL: tuple[type[Step], ...] = (*_WASTED, Swap)


def wasted(step: Step, action: Action) -> bool:
    """Whether an answer gives something away."""
    if isinstance(step, Swap):
        # 14.8.2 Both chits are played this turn: those who enter first move again with the one that goes back.
        return action.verb == "keep" and step.drawn != Chit.ALLIED_REINFORCEMENT
    return _WASTED.get(type(step)) == action.verb
