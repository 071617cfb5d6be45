"""Players that are programs. They get a sight, never a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ardennes.agents.contract import Agent, AgentOptions
from ardennes.agents.general import General
from ardennes.agents.naive import Naive
from ardennes.agents.planner import Planner
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
    "planner": lambda options: Planner(options._replace(style="studied")),
    # bots with one idea each, to find what stronger players fail to answer
    "turtle": lambda options: Staff(options._replace(style="turtle")),
    "rush": lambda options: Staff(options._replace(style="rush")),
    "raider": lambda options: Staff(options._replace(style="raider")),
}

#: The five ranks a player may face. They differ in how far they look and how well they judge, in nothing else. How much
#: that matters is in docs/ladder.md: sergeant, captain and staff could not be told apart.
RANKS: dict[str, tuple[str, AgentOptions]] = {
    "recruit": ("staff", AgentOptions(noise=2.5)),
    "sergeant": ("staff", AgentOptions(noise=0.9)),
    "captain": ("staff", AgentOptions(noise=0.25)),
    "colonel": ("planner", AgentOptions(budget=1500, noise=0.1)),
    "general": ("planner", AgentOptions()),
}


#: A few words on each, for a menu.
NOTES = {
    "recruit": "often misjudges; a gentle first opponent",
    "sergeant": "the staff with some errors of judgement; no weaker in measured games",
    "captain": "the staff with few errors of judgement; as strong in measured games",
    "colonel": "the planner with a small budget and few errors; not measured against the others yet",
    "general": "the planner: rehearses its plans with your best answers; beats the staff; slower",
    "random": "any legal choice",
    "naive": "advances, and attacks what looks weak",
    "staff": "one order at a time, without error",
    "search": "weighs many whole plans by a learned value",
    "planner": "the general",
    "turtle": "digs in and gives nothing away",
    "rush": "attacks everywhere at once",
    "raider": "goes for roads and supply",
}


#: Options that are whole numbers.
COUNTS = ("budget", "candidates", "finalists", "futures", "replies", "small")


def find(name: str, seed: int = 0) -> Agent:
    """A fresh agent: a kind, a rank, or a kind with options such as `planner:budget=800,noise=0.2`.

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
