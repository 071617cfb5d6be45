"""A player without a plan: advance on the enemy, attack what looks weak."""

from __future__ import annotations

import random

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, View


class Naive:
    """Follows the title's naive rule of thumb; everything else is left to chance."""

    def __init__(self, options: AgentOptions) -> None:
        self.rng = random.Random(f"naive {options.seed}")

    def choose(self, view: View) -> Action:
        """The rule of thumb's answer."""
        state = view.determinize(0)
        answer: Action = state.game.title.insight().naive(state, self.rng)
        return answer
