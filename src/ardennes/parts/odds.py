"""Odds arithmetic: exact distributions as lists of probabilities, and the forecast every battle panel shows."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Literal

import msgspec

#: A distribution over 0, 1, 2, …: the probability of each.
Distribution = tuple[float, ...]


@lru_cache(maxsize=4096)
def binomial(trials: int, chance: float) -> Distribution:
    """How many of so many independent trials succeed.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    miss = 1.0 - chance
    return tuple(comb(trials, k) * chance**k * miss ** (trials - k) for k in range(trials + 1))


def add(a: Distribution, b: Distribution) -> Distribution:
    """The sum of two independent numbers."""
    total = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            total[i + j] += p * q
    return tuple(total)


def capped(distribution: Distribution, most: int) -> Distribution:
    """The same number, counted no higher than `most`."""
    if len(distribution) <= most + 1:
        return distribution
    return (*distribution[:most], sum(distribution[most:]))


def mean(distribution: Distribution) -> float:
    """The expected value."""
    return sum(k * p for k, p in enumerate(distribution))


class UnitForecast(msgspec.Struct, frozen=True):
    """What may become of one unit: the probability of each strength it may be left with, 0 first."""

    unit: int
    strength: int
    left: Distribution

    @property
    def lost(self) -> float:
        """The chance that it is destroyed."""
        return self.left[0]


class ModifierLine(msgspec.Struct, frozen=True):
    """One circumstance that counts, with its rule and the side it helps; the sign alone does not tell whom."""

    rule: str
    text: str
    value: int
    helps: Literal["", "attacker", "defender"] = ""


class Chance(msgspec.Struct, frozen=True):
    """One headline of a forecast, such as the chance to clear the area."""

    text: str
    chance: float


class ResultLine(msgspec.Struct, frozen=True):
    """One result of a table: how likely it is, the dice that give it, and what it means."""

    text: str
    chance: float
    dice: tuple[int, ...]
    note: str


class Forecast(msgspec.Struct, frozen=True):
    """The exact odds of a battle, in progress or proposed, in the form every title's panel shows."""

    place: int
    headlines: list[Chance]
    attackers: list[UnitForecast]
    defenders: list[UnitForecast]
    modifiers: list[ModifierLine]
    #: Total strength left to each side, 0 first.
    attackers_left: Distribution
    defenders_left: Distribution
    #: How targets are chosen in the forecast, where players have a choice.
    assumption: str = ""
    #: For titles with a table of results: its column, and the results of the die in the order of the faces.
    column: str = ""
    outcomes: list[ResultLine] = []
    #: What it counts strength left in, where that is not what counters are counted in.
    strength_name: str = ""
