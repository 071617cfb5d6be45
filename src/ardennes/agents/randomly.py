"""The weakest player: any legal answer."""

from __future__ import annotations

import random

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, Sight


class Random:
    """Chooses evenly among all answers to the question; how he wants to be asked he leaves as it is."""

    def __init__(self, options: AgentOptions) -> None:
        self.rng = random.Random(f"random {options.seed}")

    def choose(self, sight: Sight) -> Action:
        """Any answer."""
        return self.rng.choice(sight.answers())
