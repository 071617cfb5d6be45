"""Cuts and disjoint routes on a graph of places: maximum flow with capacities on the places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: More than any sum of capacities; places with this capacity are never cut.
UNCUTTABLE = 10**9


def smallest_cut(
    neighbours: Sequence[Sequence[int]], capacity: Sequence[int], sources: Sequence[int], sinks: Mapping[int, int]
) -> tuple[int, list[int], list[int]]:
    """The cheapest places to close so that nothing flows from the sources to the sinks.

    `capacity` is what closing each place costs. `sinks` maps places to what it costs to let the flow have them, so a
    cheap sink may be given up instead of defended. Returns the total cost, the places to close, and the sinks given up.
    """
    graph = _Graph(neighbours, capacity, sources, sinks)
    value = graph.saturate()
    reached = graph.reached()
    closed = [place for place in range(len(neighbours)) if 2 * place in reached and 2 * place + 1 not in reached]
    given_up = [place for place in sinks if 2 * place + 1 in reached]
    return value, closed, given_up


class _Graph:
    """Every place split into an entrance (2n) and an exit (2n + 1); arcs in pairs, the odd one leading back."""

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        capacity: Sequence[int],
        sources: Sequence[int],
        sinks: Mapping[int, int],
    ) -> None:
        size = len(neighbours)
        self.source, self.sink = 2 * size, 2 * size + 1
        self.arcs: list[list[int]] = [[] for _ in range(2 * size + 2)]
        self.to: list[int] = []
        self.left: list[int] = []
        for place in range(size):
            self._arc(2 * place, 2 * place + 1, capacity[place])
            for other in neighbours[place]:
                self._arc(2 * place + 1, 2 * other, UNCUTTABLE)
        for place in sources:
            self._arc(self.source, 2 * place, UNCUTTABLE)
        for place, cost in sinks.items():
            self._arc(2 * place + 1, self.sink, cost)

    def _arc(self, a: int, b: int, capacity: int) -> None:
        self.arcs[a].append(len(self.to))
        self.to.append(b)
        self.left.append(capacity)
        self.arcs[b].append(len(self.to))
        self.to.append(a)
        self.left.append(0)

    def saturate(self) -> int:
        """Push all the flow there is, shortest ways first."""
        total = 0
        while (came := self._search()) is not None:
            path = []
            node = self.sink
            while node != self.source:
                arc = came[node]
                path.append(arc)
                node = self.to[arc ^ 1]
            amount = min(self.left[arc] for arc in path)
            for arc in path:
                self.left[arc] -= amount
                self.left[arc ^ 1] += amount
            total += amount
        return total

    def _search(self) -> dict[int, int] | None:
        came = {self.source: -1}
        todo = [self.source]
        to, left, arcs = self.to, self.left, self.arcs
        for node in todo:  # grows while it is walked
            for arc in arcs[node]:
                nxt = to[arc]
                if left[arc] and nxt not in came:
                    came[nxt] = arc
                    if nxt == self.sink:
                        return came
                    todo.append(nxt)
        return None

    def reached(self) -> set[int]:
        """The nodes that can still be reached when no more flow gets through."""
        seen = {self.source}
        todo = [self.source]
        for node in todo:
            for arc in self.arcs[node]:
                if self.left[arc] and self.to[arc] not in seen:
                    seen.add(self.to[arc])
                    todo.append(self.to[arc])
        return seen
