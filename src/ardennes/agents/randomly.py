"""The weakest player: any legal answer."""

from __future__ import annotations

import random

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, Sight


class Random:
    """Chooses evenly among all choices."""

    def __init__(self, options: AgentOptions) -> None:
        self.rng = random.Random(f"random {options.seed}")

    def choose(self, sight: Sight) -> Action:
        """Any choice."""
        return self.rng.choice(sight.decision().actions())
