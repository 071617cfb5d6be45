"""An area map: places joined by links. The graph is irregular, so neighbours are kept per place.

Sets of places are integers as those of hexes are: spreading a layer of equal cost is one OR a place, not one comparison
a road.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ardennes.board.cells import board_of, cells, union
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


class Net(NamedTuple):
    """The links that hold while some crossings are broken, as sets of neighbours by place."""

    neighbours: tuple[int, ...]
    #: Neighbours by kind of link.
    by_kind: tuple[tuple[int, ...], ...]
    #: Neighbours across a broken crossing.
    cut: tuple[int, ...]


#: How many nets a map keeps: crossings break and are mended a few times in a game, and a few games share a map.
_NETS = 256


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
        self._nets: dict[int, Net] = {}
        self._between = {(a, link.to): link for a in range(places) for link in self.links[a]}

    def link(self, a: int, b: int) -> Link | None:
        """The link from a to b, if there is one."""
        return self._between.get((a, b))

    def step(self, a: int, b: int) -> Link:
        """The link from a to b, which are known to be linked."""
        return self._between[a, b]

    def crossing(self, a: int, b: int) -> int:
        """The number of the crossing between two places, or -1."""
        link = self._between.get((a, b))
        return -1 if link is None else link.crossing

    def net(self, broken: int) -> Net:
        """The links that hold while a set of crossings is broken; they break seldom, roads are walked all the time."""
        found = self._nets.get(broken)
        if found is None:
            if len(self._nets) == _NETS:
                self._nets.clear()
            found = self._nets[broken] = self._net_without(broken)
        return found

    def _net_without(self, broken: int) -> Net:
        by_kind = [list(near) for near in self.by_kind]
        cut = [0] * self.places
        for a, b in [self.crossings[number] for number in cells(broken)]:
            for here, there in ((a, b), (b, a)):
                by_kind[self._between[here, there].kind][here] ^= 1 << there
                cut[here] |= 1 << there
        neighbours = [near ^ gone for near, gone in zip(self.neighbours, cut, strict=True)]
        return Net(tuple(neighbours), tuple(tuple(near) for near in by_kind), tuple(cut))

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
        neighbours = self.net(broken).neighbours
        todo = start = free & ~seeds
        front = seeds
        while front:
            near = 0
            while front:  # `cells` written out: supply is traced all the time
                place = front.bit_length() - 1
                front ^= 1 << place
                near |= neighbours[place]
            front = near & todo
            todo ^= front
        return start ^ todo | seeds

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
