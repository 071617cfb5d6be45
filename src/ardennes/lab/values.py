"""Fitting a title's values: what its features are worth, learned from games of the staff against itself.

Every position at the start of a phase is a row; the final score is what it led to. For each scenario and number of days
left a ridge regression finds the weights. The result is a readable table in the title's data.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes.agents import AGENTS, AgentOptions
from ardennes.kernel import Game, Side
from ardennes.parts.title import title_of
from ardennes.titles import find

Array = NDArray[np.float64]


class Sample(NamedTuple):
    """A position: days left, features, and the score its game came to."""

    days: int
    features: list[float]
    score: float


def play(title: str, scenario: str, seed: int, agents: tuple[str, str] = ("staff", "staff")) -> list[Sample]:
    """One game with some errors of judgement, so that positions off the beaten track are seen too."""
    rng = random.Random(f"values {seed}")
    game = Game.of(find(title), scenario)
    insight = title_of(game).mind
    state = game.start(f"values {seed}")
    players = {
        side: AGENTS[agents[side]](AgentOptions(seed=seed, noise=rng.choice((0.0, 0.0, 0.2, 0.5))))
        for side in (Side.GERMAN, Side.ALLIED)
    }
    seen: list[tuple[int, list[float]]] = []
    phase: Any = None
    while (side := state.side) is not None:
        if insight.is_planned(state) and insight.phase(state) != phase:
            phase = insight.phase(state)
            seen.append((insight.days_left(state), insight.vector(state)))
        state.play(players[side].choose(state.sight(side)))
    score = insight.outcome(state)
    return [Sample(days, features, score) for days, features in seen]


def gather(title: str, scenario: str, games: int, seed: int, jobs: int) -> Iterator[list[Sample]]:
    """Many games, on several processes."""
    with ProcessPoolExecutor(jobs) as pool:
        runs = [pool.submit(play, title, scenario, seed + number) for number in range(games)]
        for run in runs:
            yield run.result()


def fit(samples: list[Sample], prior: list[list[float]], ridge: float = 30.0) -> list[list[float]]:
    """Weights by days left; features are scaled for the penalty, which pulls towards the prior weights."""
    found = []
    for days, before in enumerate(prior):
        rows = [s for s in samples if s.days == days]
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
        rows = [s for s in samples if s.days == days]
        if rows:
            y = np.array([s.score for s in rows])
            guess = np.array([s.features for s in rows]) @ np.array(row)
            found.append((days, len(rows), float(y.std()), float((y - guess).std())))
    return found
