"""Rivers along hexsides: the chain of sides that lies nearest to a river's course and keeps every town on its bank.

The course is walked in short paces; at each pace the chain stands on a hex corner, and from one pace to the next it
stays or moves along one hexside. Of all such walks the cheapest is taken (the distance of the corners from the
course, plus a price for every town that would come to lie on the wrong bank).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import floor, hypot, inf
from typing import NamedTuple

from ardennes.atlas.shapes import length, middle, resampled
from ardennes.board.layout import HexLayout, Point

#: A hexside as two adjacent cells, the left one (looking downstream) first.
Side = tuple[int, int]
Corner = tuple[int, int]

PACE = 0.25
#: How far from its course a chain may wander, in hexes.
LEASH = 1.3
#: For how many paces before and after a fixed point it may wander twice as far.
FREEDOM = 8


class Bank(NamedTuple):
    """A place that must keep its bank: +1 right, -1 left, looking downstream."""

    cell: int
    bank: int
    price: float


class Chain(NamedTuple):
    """A river's hexsides in downstream order, and the corners they run through."""

    sides: tuple[Side, ...]
    corners: tuple[Corner, ...]


class Corners:
    """The corners of a map's hexes as a graph: which hexsides leave each corner."""

    def __init__(self, layout: HexLayout) -> None:
        self.layout = layout
        self.where: dict[Corner, Point] = {}
        self.exits: dict[Corner, list[tuple[Corner, Side]]] = {}
        for cell in layout.grid.cells:
            for direction in range(6):
                other = layout.grid.neighbour(cell, direction)
                ends = layout.side(cell, direction)
                keys = [layout.key(end) for end in ends]
                for key, end in zip(keys, ends, strict=True):
                    self.where.setdefault(key, end)
                    self.exits.setdefault(key, [])
                if other >= 0:
                    # Clockwise round the hex: it lies to the right of the walk, its neighbour to the left.
                    self.exits[keys[0]].append((keys[1], (other, cell)))

        self._squares: dict[tuple[int, int], list[Corner]] = {}
        for key in sorted(self.where):
            x, y = self.where[key]
            self._squares.setdefault((floor(x), floor(y)), []).append(key)

    def near(self, point: Point, leash: float) -> list[Corner]:
        """Corners within reach of a point, in a fixed order."""
        columns = range(floor(point[0] - leash), floor(point[0] + leash) + 1)
        rows = range(floor(point[1] - leash), floor(point[1] + leash) + 1)
        keys = [key for column in columns for row in rows for key in self._squares.get((column, row), ())]
        return sorted(key for key in keys if _away(self, key, point) <= leash**2)


class Terms(NamedTuple):
    """What a chain has to respect besides its course."""

    banks: Sequence[Bank]
    #: Hexsides it must run through, as unordered pairs.
    pins: Sequence[frozenset[int]]
    #: Hexsides of rivers already laid, which it should not share.
    taken: frozenset[frozenset[int]]
    #: Corners of the river it flows into; it ends on one of them.
    mouth: frozenset[Corner]
    #: Corners of other rivers, which it should not touch.
    touched: frozenset[Corner]


def on_map_runs(layout: HexLayout, course: Sequence[Point]) -> list[list[Point]]:
    """The pieces of a course that lie on the map."""
    runs: list[list[Point]] = [[]]
    for point in resampled(course, 0.1):
        if layout.hex_at(point) >= 0:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1 and length(run) > 0.8]


def snapped(corners: Corners, course: Sequence[Point], terms: Terms) -> Chain:
    """The cheapest chain of hexsides along one on-map piece of a course."""
    samples = resampled(course, PACE)
    pinned = _pinned(corners, samples, terms.pins)
    loose = {n for pin in pinned for n in range(pin - FREEDOM, pin + FREEDOM)}
    if terms.mouth:
        loose |= set(range(len(samples) - FREEDOM, len(samples)))
    states = [corners.near(sample, 2 * LEASH if n in loose else LEASH) for n, sample in enumerate(samples)]
    for n, corner in pinned.items():
        states[n] = [corner]
    if terms.mouth:
        states[-1] = [corner for corner in states[-1] if corner in terms.mouth] or states[-1]
    walk = _cheapest(corners, samples, states, terms)
    walk = _without_loops(walk)
    if terms.mouth:
        walk = _cut_at_mouth(walk, terms.mouth)
    sides = tuple(_side(corners, a, b) for a, b in itertools.pairwise(walk))
    return Chain(sides, tuple(walk))


def _pinned(corners: Corners, samples: Sequence[Point], pins: Iterable[frozenset[int]]) -> dict[int, Corner]:
    """Pace -> the corner where the chain must stand then, so that it runs through the pinned hexsides."""
    layout = corners.layout
    found: dict[int, Corner] = {}
    for pin in pins:
        cell, other = sorted(pin)
        ends = layout.side(cell, layout.grid.direction(cell, other))
        spot = middle(*ends)
        paces = [hypot(x - spot[0], y - spot[1]) for x, y in samples]
        here = min(range(len(samples)), key=lambda n: paces[n])
        if paces[here] > 2.5:
            continue  # another piece of the course passes this hexside
        here = min(max(here, 1), len(samples) - 2)
        before, after = samples[max(0, here - 2)], samples[min(len(samples) - 1, here + 2)]
        flow = (after[0] - before[0], after[1] - before[1])
        first, last = sorted(ends, key=lambda end: end[0] * flow[0] + end[1] * flow[1])
        while here in found or here + 1 in found:
            here += 1
        found[here] = layout.key(first)
        found[here + 1] = layout.key(last)
    return found


def _cheapest(
    corners: Corners, samples: Sequence[Point], states: Sequence[Sequence[Corner]], terms: Terms
) -> list[Corner]:
    best: dict[Corner, float] = {corner: _away(corners, corner, samples[0]) for corner in states[0]}
    came: list[dict[Corner, Corner]] = []
    for sample, choices in zip(samples[1:], states[1:], strict=True):
        allowed = set(choices)
        reached: dict[Corner, float] = {}
        origin: dict[Corner, Corner] = {}
        for corner, cost in best.items():
            for there, price in _moves(corners, corner, terms):
                total = cost + price
                if there in allowed and total < reached.get(there, inf):
                    reached[there], origin[there] = total, corner
        best = {corner: cost + _away(corners, corner, sample) for corner, cost in reached.items()}
        came.append(origin)
        if not best:
            raise ValueError("a river's pins lie too far from its course")
    here = min(best, key=lambda corner: (best[corner], corner))
    walk = [here]
    for origin in reversed(came):
        here = origin[here]
        walk.append(here)
    walk.reverse()
    return [corner for n, corner in enumerate(walk) if n == 0 or corner != walk[n - 1]]


def _away(corners: Corners, corner: Corner, sample: Point) -> float:
    x, y = corners.where[corner]
    return (x - sample[0]) ** 2 + (y - sample[1]) ** 2


def _moves(corners: Corners, corner: Corner, terms: Terms) -> list[tuple[Corner, float]]:
    found = [(corner, 0.0)]
    for there, side in corners.exits[corner]:
        price = 0.05
        for place in terms.banks:
            if place.cell == (side[0] if place.bank > 0 else side[1]):
                price += place.price
        if frozenset(side) in terms.taken:
            price += 3.0
        if there in terms.touched:
            price += 0.6
        found.append((there, price))
    return found


def _without_loops(walk: Sequence[Corner]) -> list[Corner]:
    found: list[Corner] = []
    for corner in walk:
        if corner in found:
            del found[found.index(corner) + 1 :]
        else:
            found.append(corner)
    return found


def _cut_at_mouth(walk: Sequence[Corner], mouth: frozenset[Corner]) -> list[Corner]:
    # A tributary may touch its river just before the true mouth; there it ends. A touch far upstream is a crossing.
    for n, corner in enumerate(walk):
        if corner in mouth and n >= len(walk) - 5:
            return list(walk[: n + 1])
    return list(walk)


def _side(corners: Corners, corner: Corner, there: Corner) -> Side:
    return next(side for key, side in corners.exits[corner] if key == there)
