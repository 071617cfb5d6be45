"""The value of any point of a game, dice pending or not: what the luck ledger compares before and after a die.

Between combats it is the value of the position. When a combat result is known but not carried out yet, what it is
worth by the results table is added, so that the die gets what is the die's.
"""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.bitter_woods import appraisal, bridges, insight
from ardennes.titles.bitter_woods.bridges import Charge
from ardennes.titles.bitter_woods.results import Aftermath, result_of
from ardennes.titles.bitter_woods.staffwork import Staffwork
from ardennes.titles.bitter_woods.state import State


def needed(g: State) -> int | None:
    """The number that decides the pending die: that or less, or more. None if every face counts by itself."""
    top = g.stack[-1]
    return bridges.needed(g, top.side, top.bridge) if isinstance(top, Charge) else None


class NodeValue:
    """Values along one game. Keeps what the hex under attack is worth, so that all faces are measured alike."""

    def __init__(self) -> None:
        self._stakes: tuple[tuple[int, int, int], float, float] | None = None

    def __call__(self, g: State) -> float:
        """The German score to be expected here."""
        top = g.stack[-1] if g.stack else None
        if not isinstance(top, Aftermath) or top.stage:
            return insight.value(g)
        start, gain = self._at_stake(g, top)
        sign = 1.0 if top.attack.side is Side.GERMAN else -1.0
        worth = appraisal.outcome(g, result_of(top.result), top.defenders, top.attackers(g), gain)
        return start + sign * worth

    def _at_stake(self, g: State, top: Aftermath) -> tuple[float, float]:
        key = (g.turn, int(top.attack.side), top.attack.hex)
        if self._stakes is None or self._stakes[0] != key:
            gain = Staffwork(g, top.attack.side).gain(top.attack.hex)
            self._stakes = (key, insight.value(g), gain)
        return self._stakes[1], self._stakes[2]
