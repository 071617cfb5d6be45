"""Players that are programs. They get a sight, never a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ardennes.agents.contract import Agent, AgentOptions
from ardennes.agents.general import General
from ardennes.agents.naive import Naive
from ardennes.agents.randomly import Random
from ardennes.agents.staff import Staff
from ardennes.kernel import Unknown

Number = TypeVar("Number", int, float)

#: Every kind of agent, from weakest to strongest.
AGENTS: dict[str, Callable[[AgentOptions], Agent]] = {
    "random": Random,
    "naive": Naive,
    "staff": Staff,
    "search": General,
}

#: The five ranks a player may face. They differ in how many plans they compare, in how many futures, and in how well
#: they judge, in nothing else. docs/ladder.md says how much that matters.
RANKS: dict[str, tuple[str, AgentOptions]] = {
    "recruit": ("search", AgentOptions(candidates=6, futures=1, replies=0, noise=12.0)),
    "sergeant": ("search", AgentOptions(candidates=4, futures=1, replies=0, noise=2.0)),
    "captain": ("search", AgentOptions(candidates=1)),
    "colonel": ("search", AgentOptions(candidates=6, futures=4, finalists=3)),
    "general": ("search", AgentOptions()),
}


#: A few words on each, for a menu.
NOTES = {
    "recruit": "takes one plan for another; a gentle first opponent",
    "sergeant": "often misjudges what a plan is worth",
    "captain": "the staff's orders as they come, without error",
    "colonel": "compares a few plans by how they may turn out",
    "general": "compares many plans by how they may turn out and what you may answer; slower",
    "random": "any legal choice",
    "naive": "advances, and attacks what looks weak",
    "staff": "one order at a time, without error",
    "search": "the general",
}


#: Options that are whole numbers.
COUNTS = ("budget", "candidates", "finalists", "futures", "replies")


def find(name: str, seed: int = 0) -> Agent:
    """A fresh agent: a kind, a rank, or a kind with options such as `search:candidates=8,noise=0.2`.

    `Unknown` lists the names there are.
    """
    kind, _, given = name.partition(":")
    options = AgentOptions()
    if kind in RANKS:
        kind, options = RANKS[kind]
    if kind not in AGENTS:
        raise Unknown("agent", name, (*AGENTS, *RANKS))
    for pair in filter(None, given.split(",")):
        key, _, value = pair.partition("=")
        if key == "noise":
            options = options._replace(noise=_number(key, value, float))
        elif key in COUNTS:
            counted: dict[str, Any] = {key: _number(key, value, int)}
            options = options._replace(**counted)
        else:
            raise Unknown("agent option", key, (*COUNTS, "noise"))
    return AGENTS[kind](options._replace(seed=seed))


def _number(key: str, text: str, kind: Callable[[str], Number]) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"agent option {key}: expected a number, got {text!r}") from None


__all__ = ["AGENTS", "NOTES", "RANKS", "Agent", "AgentOptions", "Staff", "find"]
