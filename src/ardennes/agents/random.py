"""Plays any legal choice, all equally likely, but does not take back what it just did."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ardennes.kernel import Action, Decision, Game


class Random:
    """The weakest opponent there is, and a fuzzer."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, game: Game, view: Mapping[str, Any], decision: Decision) -> Action:
        """One of the choices."""
        return self.rng.choice(decision.actions())


AGENT = Random
