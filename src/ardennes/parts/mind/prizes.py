"""A position on a wide map as numbers: the strength of either side within so many turns of every prize.

A map of two thousand hexes has too many places to count strength in each; what matters is how near it stands to what
the game is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: Strength is counted within so many turns of a prize.
RINGS = (0.0, 0.5, 1.0, 2.0, 4.0)
#: What strength and score are divided by, and the turns left that are told apart.
STRENGTH, SCORE, TURNS = 10.0, 5.0, 14


class Force(NamedTuple):
    """Where strength stands."""

    places: Sequence[int]
    strength: Sequence[float]


def features(
    turns: NDArray[np.float32], held: Sequence[bool], forces: Sequence[Force], left: int, moves: bool, score: float
) -> NDArray[np.float32]:
    """Forces around the prizes (`turns` from every place to each), prizes held, turns left, who moves, the score."""
    parts: list[NDArray[np.float32]] = []
    for force in forces:
        strength = np.asarray(force.strength, dtype=np.float32) / STRENGTH
        away = turns[:, np.asarray(force.places, dtype=np.intp)]
        parts += [(away <= ring) @ strength for ring in RINGS]
        parts.append(strength.sum(keepdims=True) / STRENGTH)
    clock = [float(min(left, TURNS - 1) == turn) for turn in range(TURNS)]
    return np.concatenate(
        [*parts, [float(each) for each in held], clock, [float(moves), score / SCORE]], dtype=np.float32
    )
