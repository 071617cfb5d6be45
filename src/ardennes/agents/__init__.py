"""Players that are programs. They get a view, never a state."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.agents.contract import Agent, AgentOptions
from ardennes.agents.naive import Naive
from ardennes.agents.randomly import Random
from ardennes.agents.staff import Staff
from ardennes.kernel import Unknown

#: Every agent that can be asked for by name, from weakest to strongest.
AGENTS: dict[str, Callable[[AgentOptions], Agent]] = {"random": Random, "naive": Naive, "staff": Staff}


def find(name: str, seed: int = 0) -> Agent:
    """A fresh agent; `Unknown` lists the names there are."""
    if name not in AGENTS:
        raise Unknown("agent", name, tuple(AGENTS))
    return AGENTS[name](AgentOptions(seed=seed))


__all__ = ["AGENTS", "Agent", "AgentOptions", "find"]
