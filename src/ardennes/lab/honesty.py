"""Whether an agent is honest: with the hidden part of a position and the dice to come shuffled it answers the same.

The positions are those of games that the agent plays itself, with random answers in between, so that what it would
meet is asked and what it would avoid is too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.kernel import Action, Match, Side, conformance, saves
from ardennes.lab import bots
from ardennes.lab.crew import Crew
from ardennes.lab.fuzz import Broke
from ardennes.lab.games import Setting

#: So many positions are asked together, by one worker.
TOGETHER = 25
#: How often a game goes on with a random answer, and for how many.
STRAYS, FAR = 0.4, 12


class Asking(NamedTuple):
    """Who is asked, in which settings."""

    settings: Sequence[Setting]
    agent: str


def honest(crew: Crew, asking: Asking, positions: int, seed: int) -> Iterator[int]:
    """Ask in so many positions, some of them together; raises `Broke` with the game in which an answer changed."""
    bots.find(asking.agent)  # a wrong name is refused before any game is played
    starts = range(0, positions, TOGETHER)
    work = [(seed + start, min(TOGETHER, positions - start)) for start in starts]
    for _, found in crew.each(asked, asking, work):
        yield found


def asked(asking: Asking, told: tuple[int, int]) -> int:
    """Positions of some games, which begin with a seed."""
    seed, positions = told
    rng = random.Random(f"honest {seed}")
    done = number = 0
    while done < positions:
        game = asking.settings[(seed // TOGETHER + number) % len(asking.settings)].game()
        match = Match(game, f"honest {seed} {number}")
        number += 1
        _stray(match, rng, rng.randrange(20 * FAR))
        while match.state.side in (Side.GERMAN, Side.ALLIED) and done < positions:
            action = _answers(match, asking.agent, rng.randrange(1000))
            done += 1
            match.play(action)
            if rng.random() < STRAYS:
                _stray(match, rng, rng.randrange(FAR))
    return done


def _stray(match: Match, rng: random.Random, count: int) -> None:
    for _ in range(count):
        if match.state.stack:
            match.play(conformance.random_action(match.state, rng))


def _answers(match: Match, agent: str, seed: int) -> Action:
    """The answer to the position and to its twin, each from a fresh agent."""
    state, side = match.state, match.state.side
    twin = conformance.shuffled(state, side, f"twin {seed}")
    here, there = (bots.find(agent, seed).choose(each.sight(side)) for each in (state, twin))
    if here != there:
        error = f"{agent} answers {here} and, with what {side} may not know shuffled, {there}"
        raise Broke(error, saves.dump(match))
    return here
