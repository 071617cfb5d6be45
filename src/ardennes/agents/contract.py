"""What an agent is: something that answers a decision from a view."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ardennes.kernel import Action, Sight


class AgentOptions(NamedTuple):
    """How an agent plays: reproducible from its seed, stronger with a larger budget, weaker with noise.

    The budget counts evaluated positions, never seconds, so the same position gets the same answer on any machine.
    """

    seed: int = 0
    budget: int = 6000
    noise: float = 0.0
    #: How many plans a general compares, in how many futures the last of them, with how many phases of the enemy's and
    #: its own answers, and how many plans it compares with these.
    candidates: int = 24
    futures: int = 16
    replies: int = 1
    finalists: int = 12


class Agent(Protocol):
    """A player that is a program."""

    def choose(self, sight: Sight) -> Action:
        """An answer to the view's pending decision; always one of its choices."""
        ...
