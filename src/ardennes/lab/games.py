"""One game between two agents, with everything worth knowing about it afterwards."""

from __future__ import annotations

import time
from collections.abc import Hashable

import msgspec

from ardennes.agents import Agent
from ardennes.kernel import Game, Match, Side, saves
from ardennes.parts.title import title_of


class Played(msgspec.Struct, frozen=True):
    """A finished game: its score in victory points and in the measure of values, and how long each side thought."""

    winner: str
    level: str
    score: int
    worth: float
    decisions: int
    #: Seconds of thought for each phase of decisions, by side.
    german_seconds: list[float]
    allied_seconds: list[float]
    save: str


def play(game: Game, seed: str, german: Agent, allied: Agent) -> Played:
    """Play a game to its end."""
    match = Match(game, seed)
    mind = title_of(game).mind
    agents = {Side.GERMAN: german, Side.ALLIED: allied}
    seconds: dict[Side, dict[Hashable, float]] = {Side.GERMAN: {}, Side.ALLIED: {}}
    while (side := match.state.side) is not None:
        phase = mind.phase(match.state)
        start = time.perf_counter()
        action = agents[side].choose(match.state.sight(side))
        used = seconds[side]
        used[phase] = used.get(phase, 0.0) + time.perf_counter() - start
        match.play(action)
    outcome = match.state.outcome()
    assert outcome is not None
    return Played(
        "nobody" if outcome.winner is None else str(outcome.winner),
        outcome.level,
        outcome.score,
        mind.outcome(match.state),
        len(match.moves),
        list(seconds[Side.GERMAN].values()),
        list(seconds[Side.ALLIED].values()),
        saves.dump(match),
    )
