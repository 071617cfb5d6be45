"""Hex maps the plain way: dicts, sets and a heap. The yardstick for the fast board, in tests and in benchmarks.

Nothing here is clever on purpose. Hexes are (column, row) pairs as the printed number gives them, neighbours are
written out per parity, movement is Dijkstra with a heap.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping

Hex = tuple[int, int]
Side = tuple[Hex, Hex]


def neighbours(here: Hex, lines: int, places: int) -> list[Hex]:
    """The hexes next to one, for maps whose even lines are shifted half a hex towards the higher numbers."""
    line, place = here
    near = (place, place + 1) if line % 2 == 0 else (place - 1, place)
    found = [(line, place - 1), (line, place + 1)]
    found += [(line + side, other) for side in (-1, 1) for other in near]
    return [(a, b) for a, b in found if 1 <= a <= lines and 1 <= b <= places]


def adjacency(lines: int, places: int) -> dict[Hex, list[Hex]]:
    """Every hex with its neighbours."""
    return {
        (line, place): neighbours((line, place), lines, places)
        for line in range(1, lines + 1)
        for place in range(1, places + 1)
    }


def flood(
    around: Mapping[Hex, list[Hex]], seeds: Iterable[Hex], free: set[Hex], sides: set[Side] | None = None
) -> set[Hex]:
    """Breadth-first search from the seeds through free hexes, and through the given hexsides only."""
    seen = set(seeds)
    todo = deque(seen)
    while todo:
        here = todo.popleft()
        for there in around[here]:
            if there not in seen and there in free and (sides is None or (here, there) in sides):
                seen.add(there)
                todo.append(there)
    return seen


def distances(around: Mapping[Hex, list[Hex]], start: Hex) -> dict[Hex, int]:
    """Steps from a hex to every other."""
    found = {start: 0}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for there in around[here]:
            if there not in found:
                found[there] = found[here] + 1
                todo.append(there)
    return found


def movement(
    exits: Mapping[Hex, list[tuple[Hex, int]]],
    starts: Mapping[Hex, int],
    budget: int,
    free: set[Hex],
    stop: set[Hex],
) -> dict[Hex, int]:
    """Dijkstra: the cheapest cost to every hex. `exits` lists (next hex, cost of the step)."""
    best = dict(starts)
    heap = [(cost, here, True) for here, cost in starts.items()]
    heapq.heapify(heap)
    while heap:
        cost, here, begun = heapq.heappop(heap)
        if not begun and (cost > best[here] or here in stop):
            continue
        for there, price in exits[here]:
            total = cost + price
            if total <= budget and there in free and total < best.get(there, budget + 1):
                best[there] = total
                heapq.heappush(heap, (total, there, False))
    return {here: cost for here, cost in best.items() if cost <= budget}
