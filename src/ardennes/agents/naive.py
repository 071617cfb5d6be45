"""A player without a plan: advance on the enemy, attack what looks weak."""

from __future__ import annotations

import random

from ardennes.agents.contract import AgentOptions
from ardennes.agents.staff import imagined
from ardennes.kernel import Action, Sight
from ardennes.parts.title import title_of


class Naive:
    """Follows the title's naive rule of thumb; everything else is left to chance."""

    def __init__(self, options: AgentOptions) -> None:
        self._seed, self._asked = options.seed, 0
        self.rng = random.Random(f"naive {options.seed}")

    def choose(self, sight: Sight) -> Action:
        """The rule of thumb's answer."""
        self._asked += 1
        [state, *_] = imagined(sight, f"naive {self._seed} {self._asked}")
        return title_of(state.game).mind.naive(state, self.rng)
