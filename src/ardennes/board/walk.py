"""Walks that may change their pace: by road and then across country, on foot, in trucks.

Whether one may step from here to there, what it costs and whether one must stop is asked of a `Question`, for all cells
at once. A walk is searched in legs, each at one pace; a leg begins where its parent left off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from ardennes.board.cells import union
from ardennes.board.hexes import HexGrid
from ardennes.board.reach import Reach, Way, reach


class Pace(NamedTuple):
    """How steps go: the ways to step with their costs, the cells that may be entered, those that are not left again."""

    ways: Sequence[Way]
    free: int
    stop: int


class Leg(NamedTuple):
    """A part of a walk at one pace, within the budget that the walk began with."""

    pace: int
    budget: int
    found: Reach
    parent: Leg | None

    def path(self, cell: int) -> list[int]:
        """The way to a cell from where the walk began, both ends included."""
        path = self.found.path(cell)
        return path if self.parent is None else [*self.parent.path(path[0])[:-1], *path]

    def cost(self, cell: int) -> int:
        """What has been spent on the way in a cell, in this leg or in an earlier one; -1 if neither comes there."""
        cost = self.found.cost(cell)
        return cost if cost >= 0 or self.parent is None else self.parent.cost(cell)


class Question(Protocol):
    """What a walk asks; paces are numbers."""

    grid: HexGrid
    #: Cells that hold whoever begins in them: his first step leads out of all of them.
    held: int

    def pace(self, pace: int, /) -> Pace:
        """How steps go at a pace."""
        ...

    def after(self, pace: int, /) -> int | None:
        """What a pace may turn into."""
        ...

    def turning(self, pace: int, layers: Sequence[int], reached: Sequence[int], /) -> Sequence[int]:
        """Of the cells where a leg may go on, by cost, those where its pace may turn; `reached` are all its cells."""
        ...


def walk(question: Question, pace: int, starts: Sequence[int], budget: int, parent: Leg | None = None) -> list[Leg]:
    """The legs of a walk that begins at a pace, and those of the paces it may turn into.

    `starts` are the cells where it begins, by what has been spent there.
    """
    grid, (ways, free, stop) = question.grid, question.pace(pace)
    begun = union(starts)
    held = question.held & begun
    if held:
        out = grid.around(held) & free & ~question.held
        first = Leg(pace, budget, reach(grid, starts, ways, budget, out, stop), parent)
        onward = [layer & ~stop & ~held for layer in first.found.layers]
        legs = [first, Leg(pace, budget, reach(grid, onward, ways, budget, free, stop), first)]
    else:
        legs = [Leg(pace, budget, reach(grid, starts, ways, budget, free, stop), parent)]
    then = question.after(pace)
    if then is None:
        return legs
    more: list[Leg] = []
    if held and any(turned := question.turning(pace, starts, starts)):
        more = walk(question, then, turned, budget, parent)
    for leg in legs:
        layers = leg.found.layers
        turned = list(question.turning(pace, [layer & ~stop for layer in layers], layers))
        while turned and not turned[-1]:
            turned.pop()
        if turned:
            more += walk(question, then, turned, budget, leg)
    return legs + more


# ---- walks counted in cells as well ------------------------------------------------------------------------


class Hop(NamedTuple):
    """Where a walk has come to: what it has spent, and its way."""

    spent: int
    path: tuple[int, ...]


def hops(
    begun: Mapping[int, Hop],
    most: int,
    budget: int,
    stop: int,
    step: Callable[[int], Iterable[tuple[int, int]]],
    known: Mapping[int, Hop] | None = None,
) -> dict[int, Hop]:
    """The cells to which walks lead on that may be so many steps longer, within their budget, each by the cheapest way.

    `step` gives the cells that may be entered from a cell, with their costs; a cell in `stop` is entered but not left,
    unless the walk begins there. What is known already is found again only for less.
    """
    found = dict(known or {})
    front = {cell: way for cell, way in begun.items() if way.spent < budget}
    for _ in range(most):
        nearer: dict[int, Hop] = {}
        for cell, (spent, path) in front.items():
            for there, cost in step(cell):
                before = nearer.get(there) or found.get(there)
                if spent + cost < (before.spent if before else budget + 1) and there not in path:
                    nearer[there] = Hop(spent + cost, (*path, there))
        found |= nearer
        front = {cell: way for cell, way in nearer.items() if not stop >> cell & 1 and way.spent < budget}
    return found
