"""How long it takes from everywhere to some places, for many places at once.

Every cell looks at its six neighbours again and again until no way gets shorter: plain, and quick where whole rows of
cells look at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ardennes.board.cells import cells
from ardennes.board.hexes import HexGrid

#: A time, and a time that leads nowhere.
Times = NDArray[np.int16]
CLOSED = 20_000
#: Rounds between two looks whether anything still changes.
ROUNDS = 4


class Lanes:
    """What a step from each cell in each direction takes."""

    def __init__(self, grid: HexGrid, steps: Iterable[tuple[int, int, int]]) -> None:
        """`steps` are (from, into, time); the quickest counts where several lead the same way."""
        self.size = grid.size
        self.rim = max(abs(step) for step in grid.steps)
        self.times: dict[int, Times] = {step: np.full(grid.size, CLOSED, np.int16) for step in grid.steps}
        for cell, other, time in steps:
            lane = self.times[other - cell]
            lane[cell] = min(lane[cell], time)


def times_to(lanes: Lanes, goals: Sequence[int], more: Times, far: int) -> Times:
    """A row for each set of goals: the time from every cell to it, at most `far`; entering a cell takes `more`."""
    size, rim = lanes.size, lanes.rim
    room = np.full((len(goals), size + 2 * rim), far, np.int16)
    for row, board in zip(room, goals, strict=True):
        row[[rim + cell for cell in cells(board)]] = 0
    dearer = np.zeros(size + 2 * rim, np.int16)
    dearer[rim : rim + size] = more
    found = room[:, rim : rim + size]
    ways = [
        (room[:, rim + step : rim + step + size], time + dearer[rim + step : rim + step + size])
        for step, time in lanes.times.items()
    ]
    by_way, before = np.empty_like(found), found.copy()
    while True:
        for _ in range(ROUNDS):
            for ahead, time in ways:
                np.add(ahead, time, out=by_way)
                np.minimum(found, by_way, out=found)
        if np.array_equal(found, before):
            return before
        before[:] = found
