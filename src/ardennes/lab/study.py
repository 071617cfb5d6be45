"""Studies: which numbers of a style win games.

Both staffs play with all their numbers moved at random and independently, so every game says something about every
number: the slope of the result over a number is its covariance with the moves, nothing more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, pvariance

import msgspec

from ardennes.agents import AgentOptions, Staff
from ardennes.kernel import Side, Unknown
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting, play
from ardennes.parts.title import title_of
from ardennes.titles import KEYS, find


class Trial(msgspec.Struct, frozen=True):
    """One game: its result for the German, and by how many steps each side's numbers had been moved."""

    worth: float
    german: dict[str, float]
    allied: dict[str, float]


class Slope(msgspec.Struct, frozen=True):
    """What a side gains by one step up of a number, with its standard error."""

    side: str
    number: str
    gain: float
    error: float


class Study(msgspec.Struct, frozen=True):
    """A whole study; the clearest slopes come first."""

    title: str
    scenario: str
    games: int
    mean: float
    slopes: list[Slope]


def run(crew: Crew, title: str, scenario: str, seeds: range) -> Iterator[tuple[int, Trial]]:
    """Games with numbers drawn at random, as they are done."""
    if not find(title).mind.has_numbers:
        raise Unknown("title with numbers to study", title, [key for key in KEYS if find(key).mind.has_numbers])
    yield from crew.each(trial, Setting(title, scenario), seeds)


def trial(setting: Setting, seed: int) -> Trial:
    """One game between two staffs whose numbers have been moved."""
    game = setting.game()
    rng = random.Random(f"study {seed}")
    mind = title_of(game).mind
    drawn = [mind.drawn(rng, game.scenario, side) for side in (Side.GERMAN, Side.ALLIED)]
    german, allied = (Staff(AgentOptions(style=style)) for style, _ in drawn)
    played = play(game, f"study {seed}", german, allied)
    return Trial(played.worth, drawn[0][1], drawn[1][1])


def summary(title: str, scenario: str, trials: list[Trial]) -> Study:
    """The slopes of the result over every number, clearest first."""
    results = [trial.worth for trial in trials]
    error = sqrt(pvariance(results) / len(results))
    slopes = []
    for side, sign in (("german", 1.0), ("allied", -1.0)):
        for number in getattr(trials[0], side):
            gain = sign * slope([getattr(trial, side)[number] for trial in trials], results)
            slopes.append(Slope(side, number, round(gain, 3), round(error, 3)))
    slopes.sort(key=lambda found: -abs(found.gain))
    return Study(title, scenario, len(trials), round(fmean(results), 3), slopes)


def slope(steps: list[float], results: list[float]) -> float:
    """By how much results rise with each step.

    >>> round(slope([-1.0, 0.0, 1.0, 2.0], [5.0, 7.0, 9.0, 11.0]), 6)
    2.0
    """
    middle, mean = fmean(steps), fmean(results)
    shared = sum((step - middle) * (result - mean) for step, result in zip(steps, results, strict=True))
    return shared / sum((step - middle) ** 2 for step in steps)
