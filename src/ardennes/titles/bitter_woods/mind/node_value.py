"""The value of any point of a game, dice pending or not: what the luck ledger compares before and after a die.

Between combats it is the value of the position. When a combat result is known but not carried out yet, what it is
worth by the results table is added, so that the die gets what is the die's.
"""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.mind import appraisal, desk, valuation
from ardennes.titles.bitter_woods.rules import bridges, dumps
from ardennes.titles.bitter_woods.rules.bridges import Charge
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath, Loss, result_of
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat, RetreatTo
from ardennes.titles.bitter_woods.rules.combat.stand import Stand, StandLoss
from ardennes.titles.bitter_woods.rules.dumps import Burning
from ardennes.titles.bitter_woods.rules.movement.sneak import Sneak
from ardennes.titles.bitter_woods.state import State


def needed(g: State) -> int | None:
    """The number that decides the pending die: that or less, or more. None if every face counts by itself."""
    top = g.stack[-1]
    if isinstance(top, Charge):
        return bridges.needed(g, top.side, top.bridge)
    if isinstance(top, Burning):
        return dumps.needed(g, top.hex)
    return g.box.tables.peiper.succeeds if isinstance(top, Sneak) else None


def undone(g: State) -> Aftermath | None:
    """The combat result that is known and not carried out yet: losses and retreats are still to come."""
    if not g.stack or not isinstance(g.stack[-1], (Aftermath, Loss, Stand, StandLoss, Retreat, RetreatTo)):
        return None
    found = next((step for step in reversed(g.stack) if isinstance(step, Aftermath)), None)
    return None if found is None or (found is g.stack[-1] and found.stage) else found


class NodeValue:
    """Values along one game. Keeps what a combat is about, so that all faces of its die are measured alike."""

    def __init__(self) -> None:
        self._about: tuple[tuple[int, int, int], float, float] | None = None
        self._worth: dict[str, float] = {}

    def __call__(self, g: State) -> float:
        """The German score to be expected here."""
        step = undone(g)
        if step is None:
            return valuation.value(g)
        start = self._begin(g, step)
        sign = 1.0 if step.attack.side is Side.GERMAN else -1.0
        return start + sign * self._worth_of(g, step)

    def _begin(self, g: State, step: Aftermath) -> float:
        """The value before the result, found when the combat is first looked at."""
        key = (g.turn, int(step.attack.side), step.attack.hex)
        if self._about is None or self._about[0] != key:
            gain = desk.papers(g, step.attack.side).gain(step.attack.hex)
            self._about = (key, valuation.value(g), gain)
            self._worth = {}
        return self._about[1]

    def _worth_of(self, g: State, step: Aftermath) -> float:
        assert self._about is not None
        if step.result not in self._worth:
            gain = self._about[2]
            found = result_of(step.result)
            self._worth[step.result] = appraisal.outcome(g, found, step.standing(g), step.attackers(g), gain)
        return self._worth[step.result]
