"""Walks counted in cells as well as in points, and ways that enter no cell twice."""

from ardennes.board.retreats import onward
from ardennes.board.walk import Hop, hops

#: 0 - 1 - 3 for one point a step, 0 - 2 for two, 2 - 3 and 3 - 4 for one.
GRAPH = {0: [(1, 1), (2, 2)], 1: [(0, 1), (3, 1)], 2: [(0, 2), (3, 1)], 3: [(1, 1), (2, 1), (4, 1)], 4: [(3, 1)]}


def spent(most, budget, stop=0, known=None):
    return {cell: way.spent for cell, way in hops({0: Hop(0, (0,))}, most, budget, stop, GRAPH.get, known).items()}


def test_a_walk_is_bounded_by_cells_and_by_points():
    assert spent(1, 9) == {1: 1, 2: 2}
    assert spent(2, 9) == {1: 1, 2: 2, 3: 2}
    assert spent(9, 2) == {1: 1, 2: 2, 3: 2}
    assert spent(9, 9) == {1: 1, 2: 2, 3: 2, 4: 3}


def test_a_walk_goes_no_farther_than_where_it_stops_and_finds_what_is_known_for_less_only():
    assert spent(9, 9, stop=1 << 1 | 1 << 2) == {1: 1, 2: 2}
    assert spent(1, 9, known={1: Hop(0, (1,)), 2: Hop(3, (3, 2))}) == {1: 0, 2: 2}
    assert hops({0: Hop(0, (0,))}, 2, 9, 0, GRAPH.get)[3].path == (0, 1, 3)


def test_ways_are_made_longer_without_coming_back():
    paths = onward([(0,)], lambda cell: 0b110 if cell == 0 else 0b1001)
    assert paths == [(0, 1), (0, 2)]
    assert onward(paths, lambda cell: 0b1001) == [(0, 1, 3), (0, 2, 3)]
