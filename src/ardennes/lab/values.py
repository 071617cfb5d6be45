"""Games of the staff against itself as positions with what they led to, and the values fitted on them.

For values every position at the start of a phase is a row and the final score what it led to; for each scenario and
number of days left a ridge regression finds the weights. The win chance is fitted on the same games by `calibrate`.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ardennes.agents import AGENTS, AgentOptions
from ardennes.kernel import Side, conformance
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.lab.kept import Kept
from ardennes.parts.title import title_of
from ardennes.parts.win_chance import came_to

Array = NDArray[np.float64]


#: One in so many positions that dice have just left is kept beside those at the start of a phase.
AFTER_DICE = 4


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """A position: its game, turns left, features, and what the game came to (1 is a German victory)."""

    game: int
    days: int
    #: Whether it is the start of a phase, as values are fitted on; else dice have just been rolled.
    begins: bool
    features: list[float]
    #: What the win chance is fitted on.
    chances: list[float]
    score: float
    won: float
    #: The victory points of its game.
    points: int = 0


def play(setting: Setting, seed: int) -> list[Sample]:
    """One game of the staff against itself, with some errors of judgement and, in one game of three, a few slips.

    Positions off the beaten track are seen too that way.
    """
    game = setting.game()
    rng = random.Random(f"values {seed}")
    mind = title_of(game).mind
    state = game.start(f"values {seed}")
    players = {side: AGENTS["staff"](AgentOptions(seed=seed, noise=rng.choice((0.0, 0.0, 0.2, 0.5)))) for side in Side}
    slips = rng.choice((0.0, 0.0, 0.01))
    seen: list[tuple[int, bool, list[float], list[float]]] = []
    phase: Hashable = None
    drawn = state.drawn
    while (side := state.side) is not None:
        begins = mind.is_planned(state) and mind.phase(state) != phase
        if begins:
            phase = mind.phase(state)
        if begins or (state.drawn != drawn and not rng.randrange(AFTER_DICE)):
            seen.append((mind.days_left(state), begins, mind.vector(state), mind.chance_told(state)))
        drawn = state.drawn
        if rng.random() < slips:
            state.play(conformance.random_action(state, rng))
        else:
            state.play(players[side].choose(state.sight(side)))
    score, outcome = mind.outcome(state), state.outcome()
    assert outcome is not None
    won, points = came_to(outcome), outcome.score
    return [Sample(seed, days, begins, vector, chances, score, won, points) for days, begins, vector, chances in seen]


def gather(crew: Crew, setting: Setting, seeds: range, keep: Path | None = None) -> Iterator[tuple[int, list[Sample]]]:
    """Many games, as they are done; those kept in a folder come at once."""
    kept = Kept(keep, "values", setting.title, setting.scenario, list[Sample])
    options = "".join([f" {name}={value}" for name, value in sorted(setting.options.items())])
    known = [seed for seed in seeds if f"{seed}{options}" in kept.found]
    yield from [(seed, kept.found[f"{seed}{options}"]) for seed in known]
    for seed, samples in crew.each(play, setting, [seed for seed in seeds if seed not in known]):
        kept.add(f"{seed}{options}", samples)
        yield seed, samples


def fit(samples: list[Sample], prior: list[list[float]], ridge: float = 30.0) -> list[list[float]]:
    """Weights by days left; features are scaled for the penalty, which pulls towards the prior weights."""
    found = []
    for days, before in enumerate(prior):
        rows = [s for s in samples if s.begins and s.days == days]
        if len(rows) < 50:
            found.append(before)
            continue
        x: Array = np.array([s.features for s in rows], dtype=np.float64)
        y: Array = np.array([s.score for s in rows], dtype=np.float64)
        scale = x.std(axis=0)
        scale[scale == 0] = 1.0
        start = np.array(before)
        penalty = ridge * np.diag(scale**2)
        penalty[0, 0] = 1e-6
        left = x.T @ x + penalty
        weights = np.linalg.solve(left, x.T @ (y - x @ start)) + start
        found.append([round(float(w), 4) for w in weights])
    return found


def errors(samples: list[Sample], weights: list[list[float]]) -> list[tuple[int, int, float, float]]:
    """By days left: how many samples, how far scores spread, and how far the fit misses (standard deviations)."""
    found = []
    for days, row in enumerate(weights):
        rows = [s for s in samples if s.begins and s.days == days]
        if rows:
            y = np.array([s.score for s in rows])
            guess = np.array([s.features for s in rows]) @ np.array(row)
            found.append((days, len(rows), float(y.std()), float((y - guess).std())))
    return found
