"""9.0 Combat: the seam. `AttackPhase` is pushed after movement when an active unit is next to an enemy.

It is given the side and whether every attack has a bonus wild tactic (9.23). The active units are `g.active`; those
that attack join `g.attacked`, those attacked `g.defended`, those that retreat `g.retreated`; all three are cleared when
the activation ends. It pops itself when the player is done.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes.state import State


def may_attack(g: State, side: Side) -> bool:
    """9.1 Whether any active unit stands next to an enemy."""
    near = g.box.grid.around(g.occupied[side.enemy])
    return any(near >> g.place[unit] & 1 for unit in cells(g.active) if g.on_map(unit))


class AttackPhase(Asking[State], frozen=True):
    """9.0 The player declares one attack after the other."""

    rule: ClassVar[str] = "EA-9.0a"
    phase: ClassVar[str] = "combat"
    bonus: bool = False

    def prompt(self, g: State) -> str:
        return "Combat: end it"

    def choices(self, g: State) -> Choices:
        return {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "this is combat")

    def done(self, g: State) -> None:
        g.pop()
