"""Times to places over lanes, against a plain search."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import numpy as np

from ardennes.board.cells import cells
from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering
from ardennes.board.times import Lanes, times_to

FAR = 60


def plain(steps: list[tuple[int, int, int]], goal: int, more: list[int]) -> dict[int, int]:
    known: dict[int, int] = {}
    heap = [(0, goal)]
    while heap:
        time, cell = heappop(heap)
        if cell not in known:
            known[cell] = time
            for other, into, step in steps:
                if into == cell and time + step + more[cell] < FAR:
                    heappush(heap, (time + step + more[cell], other))
    return known


def test_times_are_those_of_a_plain_search_with_closed_hexsides_and_dear_hexes() -> None:
    grid, rng = HexGrid(6, 5, Numbering.COLUMNS_EAST), random.Random(5)
    steps = [
        (cell, other, rng.randint(3, 12))
        for cell in grid.cells
        for other in cells(grid.neighbours[cell])
        if rng.random() < 0.8
    ]
    more = [rng.choice((0, 0, 16)) for _ in range(grid.size)]
    goals = [grid.cells[0], grid.cells[17]]
    found = times_to(Lanes(grid, steps), [1 << goal for goal in goals], np.array(more, np.int16), FAR)
    for row, goal in zip(found.tolist(), goals, strict=True):
        known = plain(steps, goal, more)
        assert [row[cell] for cell in grid.cells] == [known.get(cell, FAR) for cell in grid.cells]
