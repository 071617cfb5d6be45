"""The weakest player: any legal answer."""

from __future__ import annotations

import random

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, View


class Random:
    """Chooses evenly among all choices."""

    def __init__(self, options: AgentOptions) -> None:
        self.rng = random.Random(f"random {options.seed}")

    def choose(self, view: View) -> Action:
        """Any choice."""
        return self.rng.choice(view.decision().actions())
