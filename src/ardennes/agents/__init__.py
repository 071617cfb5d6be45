"""Players that are programs. They get a view and the pending decision, never the state."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

from ardennes.kernel import Action, Decision, Game, Unknown

#: The agents there are, weakest first.
KEYS = ("random",)


class Agent(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, game: Game, view: Mapping[str, Any], decision: Decision) -> Action:
        """Answer the pending decision."""


def find(key: str, seed: int = 0) -> Agent:
    """A fresh agent by its key; `Unknown` lists the keys there are."""
    if key not in KEYS:
        raise Unknown("agent", key, KEYS)
    agent: Agent = import_module(f"ardennes.agents.{key}").AGENT(seed)
    return agent
