"""An area map: places joined by links. The graph is irregular, so neighbours are kept per place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from ardennes.board.cells import board_of, cells, union


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
        #: Every place as a set, and how many bits such a set takes; as on a hex map.
        self.board = (1 << places) - 1
        self.size = places
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

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two places are linked."""
        return bool(self.neighbours[a] >> b & 1)

    def around(self, board: int) -> int:
        """Every place next to a place of the set (places of the set only if they have a neighbour in it)."""
        return union(self.neighbours[place] for place in cells(board))

    def within(self, board: int, steps: int) -> int:
        """Every place at most so many links from the set, the set included."""
        for _ in range(steps):
            board |= self.around(board)
        return board

    def distance(self, a: int, b: int) -> int:
        """The fewest links between two places, or -1 if there is no route."""
        reached, front, steps = 1 << a, 1 << a, 0
        while front and not reached >> b & 1:
            front = self.around(front) & ~reached
            reached |= front
            steps += 1
        return steps if reached >> b & 1 else -1

    def path(self, a: int, b: int, free: int = -1, broken: int = 0) -> list[int]:
        """A shortest route through free places over unbroken crossings, both ends included; empty if there is none."""
        came = {a: a}
        todo = [a]
        for place in todo:
            if place == b:
                break
            for link in self.links[place]:
                if link.to not in came and link.to_bit & free and not link.crossing_bit & broken:
                    came[link.to] = place
                    todo.append(link.to)
        if b not in came:
            return []
        route = [b]
        while route[-1] != a:
            route.append(came[route[-1]])
        return route[::-1]

    def networks(self) -> list[int]:
        """The connected pieces of the map, the largest first."""
        left, pieces = self.board, []
        while left:
            piece = self.flood(left & -left, self.board)
            pieces.append(piece)
            left &= ~piece
        return sorted(pieces, key=int.bit_count, reverse=True)

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

        Maximum flow with one unit through every free place and every goal (Menger).
        """
        return _Flow(self, sources, goals, free).value()

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


class _Flow:
    """Augmenting paths on the map with every place split into an entrance and an exit of capacity one."""

    def __init__(self, area_map: AreaMap, sources: int, goals: int, free: int) -> None:
        self.map = area_map
        self.sources = sources
        self.goals = goals
        self.free = (free | goals) & ~sources
        #: Where the route through a place comes from.
        self.came: dict[int, int] = {}

    def value(self) -> int:
        routes = 0
        while self._augment():
            routes += 1
        return routes

    def _augment(self) -> bool:
        # A node is (place, side): side 0 = just arrived at the entrance, side 1 = leaving from the exit.
        parent: dict[tuple[int, int], tuple[int, int] | None] = {}
        todo: list[tuple[int, int]] = []
        for place in range(self.map.places):
            if self.sources >> place & 1:
                parent[place, 1] = None
                todo.append((place, 1))
        while todo:
            node = todo.pop(0)
            for nxt in self._residual(node):
                if nxt not in parent:
                    parent[nxt] = node
                    if nxt[1] == 0 and self.goals >> nxt[0] & 1 and nxt[0] not in self.came:
                        self._take(nxt, parent)
                        return True
                    todo.append(nxt)
        return False

    def _residual(self, node: tuple[int, int]) -> list[tuple[int, int]]:
        place, side = node
        if side == 1:
            forward = [
                (link.to, 0)
                for link in self.map.links[place]
                if self.free & link.to_bit and self.came.get(link.to) != place
            ]
            back = [(place, 0)] if place in self.came else []
            return forward + back
        if place in self.came:
            before = self.came[place]
            return [] if self.sources >> before & 1 else [(before, 1)]
        return [(place, 1)]

    def _take(self, end: tuple[int, int], parent: dict[tuple[int, int], tuple[int, int] | None]) -> None:
        path = [end]
        while (before := parent[path[-1]]) is not None:
            path.append(before)
        path.reverse()
        legs = [leg for leg in pairwise(path) if leg[0][0] != leg[1][0]]
        for (place, side), _ in legs:
            if side == 0:  # back along an old leg: that leg is given up
                del self.came[place]
        for (origin, side), (place, _) in legs:
            if side == 1:
                self.came[place] = origin
