"""An area map: places joined by links. The graph is irregular, so neighbours are kept per place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.flow import UNCUTTABLE, smallest_cut


class Link(NamedTuple):
    """One way out of a place."""

    to: int
    #: What the link is made of; the title gives the classes a meaning (road grade).
    kind: int
    #: Number of the crossing on this link, or -1. Crossings are counted over the whole map.
    crossing: int
    #: The same as sets, so that a question about many places is one `&`.
    to_bit: int
    crossing_bit: int


class AreaMap:
    """Places numbered 0..n-1 and the links between them."""

    def __init__(self, places: int, links: Iterable[tuple[int, int, int, bool]]) -> None:
        """`links` are (place, place, kind, has a crossing); crossings are numbered in this order."""
        self.places = places
        ways: list[list[Link]] = [[] for _ in range(places)]
        self.crossings: list[tuple[int, int]] = []
        for a, b, kind, crossed in links:
            number = len(self.crossings) if crossed else -1
            if crossed:
                self.crossings.append((a, b))
            bit = 1 << number if crossed else 0
            ways[a].append(Link(b, kind, number, 1 << b, bit))
            ways[b].append(Link(a, kind, number, 1 << a, bit))
        self.links: tuple[tuple[Link, ...], ...] = tuple(tuple(way) for way in ways)
        #: The links again as (to, to_bit, crossing_bit), for loops where attribute access would tell.
        self._ways = tuple(tuple((link.to, link.to_bit, link.crossing_bit) for link in way) for way in ways)
        self.neighbours: tuple[int, ...] = tuple(board_of(link.to for link in way) for way in ways)
        #: Neighbours by kind of link.
        self.by_kind: tuple[tuple[int, ...], ...] = tuple(
            tuple(board_of(link.to for link in way if link.kind == kind) for way in ways)
            for kind in range(1 + max((link.kind for way in ways for link in way), default=0))
        )
        #: Neighbours over a crossing.
        self.over_river = tuple(board_of(link.to for link in way if link.crossing >= 0) for way in ways)
        self._between = {(a, link.to): link for a in range(places) for link in self.links[a]}

    def link(self, a: int, b: int) -> Link | None:
        """The link from a to b, if there is one."""
        return self._between.get((a, b))

    def crossing(self, a: int, b: int) -> int:
        """The number of the crossing between two places, or -1."""
        link = self._between.get((a, b))
        return -1 if link is None else link.crossing

    def flood(self, seeds: int, free: int, broken: int = 0) -> int:
        """The seeds and every free place that can be reached from them through free places over unbroken crossings."""
        ways = self._ways
        todo = cells(seeds)
        unseen = free & ~seeds
        for place in todo:  # grows while it is walked
            for to, to_bit, crossing_bit in ways[place]:
                if to_bit & unseen and not crossing_bit & broken:
                    unseen ^= to_bit
                    todo.append(to)
        return (free | seeds) & ~unseen

    def disjoint_routes(self, sources: int, goals: int, free: int) -> int:
        """How many routes run from the sources to the goals that share no place except a source.

        As many as the places that would have to be closed to stop them all (Menger).
        """
        usable = (free | goals) & ~sources
        capacity = [1 if usable >> place & 1 else 0 for place in range(self.places)]
        for place in cells(sources):
            capacity[place] = UNCUTTABLE
        neighbours = [[link.to for link in way] for way in self.links]
        value, _, _ = smallest_cut(neighbours, capacity, cells(sources), dict.fromkeys(cells(goals & usable), 1))
        return value

    def distances(self, start: int, cost: Callable[[Link], int], budget: int) -> dict[int, int]:
        """Cheapest cost to every place within a budget: plain Dijkstra, for analysis rather than for speed."""
        best = {start: 0}
        buckets: list[list[int]] = [[] for _ in range(budget + 1)]
        buckets[0].append(start)
        for spent, bucket in enumerate(buckets):
            for place in bucket:
                if best[place] < spent:
                    continue
                for link in self.links[place]:
                    total = spent + cost(link)
                    if total <= budget and total < best.get(link.to, budget + 1):
                        best[link.to] = total
                        buckets[total].append(link.to)
        return best
