"""The fast hex board against the plain one on random maps."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import NO_SIDES, HexGrid, Sides, joined, less, shared
from ardennes.board.numbering import Numbering, join, split
from ardennes.board.reach import Way, reach
from ardennes.lab import plain_hexes as plain

Hex = plain.Hex


@dataclass
class Pair:
    """The same map twice: as a grid of integers and as dicts."""

    grid: HexGrid
    around: dict[Hex, list[Hex]]

    def board(self, hexes: object) -> int:
        return board_of(self.grid.cell(join(*here)) for here in hexes)

    def hexes(self, board: int) -> set[Hex]:
        return {split(number) for number in self.grid.numbers(board)}

    def sides(self, pairs: set[plain.Side]) -> Sides:
        return self.grid.sides((self.grid.cell(join(*a)), self.grid.cell(join(*b))) for a, b in pairs)


@st.composite
def maps(draw: st.DrawFn) -> Pair:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    grid = HexGrid(columns, rows, draw(st.sampled_from(Numbering)))
    return Pair(grid, plain.adjacency(grid.lines, grid.places))


def some(draw: st.DrawFn, pair: Pair) -> set[Hex]:
    return set(draw(st.lists(st.sampled_from(sorted(pair.around)), max_size=30)))


def some_sides(draw: st.DrawFn, pair: Pair) -> set[plain.Side]:
    every = sorted((a, b) for a, near in pair.around.items() for b in near if a < b)
    chosen = draw(st.lists(st.sampled_from(every), max_size=60)) if every else []
    return set(chosen) | {(b, a) for a, b in chosen}


@given(maps())
def test_numbers_and_neighbours(pair):
    grid = pair.grid
    assert grid.board.bit_count() == len(pair.around) == len(grid.cells)
    for here, near in pair.around.items():
        cell = grid.cell(join(*here))
        assert grid.number(cell) == join(*here)
        assert pair.hexes(grid.neighbours[cell]) == set(near)
        for direction in range(6):
            there = grid.neighbour(cell, direction)
            if there >= 0:
                assert grid.direction(cell, there) == direction
                assert grid.neighbour(there, (direction + 3) % 6) == cell


@given(maps(), st.data())
def test_sets_distances_and_lines(pair, data):
    grid = pair.grid
    chosen = some(data.draw, pair)
    board = pair.board(chosen)
    assert pair.hexes(board) == chosen
    assert pair.hexes(grid.around(board)) == {b for a in chosen for b in pair.around[a]}
    start = data.draw(st.sampled_from(sorted(pair.around)))
    steps = plain.distances(pair.around, start)
    cell = grid.cell(join(*start))
    for there, expected in steps.items():
        other = grid.cell(join(*there))
        assert grid.distance(cell, other) == expected
        line = grid.line(cell, other)
        assert line[0] == cell
        assert line[-1] == other
        assert len(line) == expected + 1
        assert all(grid.distance(a, b) == 1 for a, b in itertools.pairwise(line))
    radius = data.draw(st.integers(0, 4))
    assert pair.hexes(grid.within(1 << cell, radius)) == {h for h, n in steps.items() if n <= radius}


@given(maps(), st.data())
def test_edges_are_where_neighbours_are_missing(pair, data):
    grid = pair.grid
    missing = {h for h, near in pair.around.items() if len(near) < 6}
    assert pair.hexes(grid.edge) == missing
    assert union_of_edges(grid) == grid.edge
    del data


def union_of_edges(grid: HexGrid) -> int:
    edges = grid.edges
    return edges["north"] | edges["east"] | edges["south"] | edges["west"]


@given(maps(), st.data())
def test_hexsides(pair, data):
    grid = pair.grid
    one, two = some_sides(data.draw, pair), some_sides(data.draw, pair)
    first, second = pair.sides(one), pair.sides(two)

    def back(sides: Sides) -> set[plain.Side]:
        found = set()
        for a, b in grid.pairs(sides):
            left, right = split(grid.number(a)), split(grid.number(b))
            found |= {(left, right), (right, left)}
        return found

    assert back(first) == one
    assert back(joined(first, second)) == one | two
    assert back(less(first, second)) == one - two
    assert back(shared(first, second)) == one & two
    assert back(grid.every_side) == {(a, b) for a, near in pair.around.items() for b in near}
    chosen = some(data.draw, pair)
    assert pair.hexes(grid.through(pair.board(chosen), first)) == {b for a, b in one if a in chosen}
    for a in chosen:
        for b in pair.around[a]:
            assert grid.has_side(first, grid.cell(join(*a)), grid.cell(join(*b))) == ((a, b) in one)


@given(maps(), st.data())
def test_flood_and_networks(pair, data):
    grid = pair.grid
    seeds, free = some(data.draw, pair), some(data.draw, pair) | some(data.draw, pair)
    roads = some_sides(data.draw, pair)
    sides = pair.sides(roads)
    assert pair.hexes(grid.flood(pair.board(seeds), pair.board(free))) == plain.flood(pair.around, seeds, free)
    assert pair.hexes(grid.flood(pair.board(seeds), pair.board(free), sides)) == plain.flood(
        pair.around, seeds, free, roads
    )
    pieces = [pair.hexes(piece) for piece in grid.networks(sides)]
    on_road = {a for a, _ in roads}
    assert set().union(*pieces) == on_road
    for piece in pieces:
        assert plain.flood(pair.around, [min(piece)], on_road, roads) == piece
    assert grid.networks(NO_SIDES) == []


@given(maps(), st.data())
def test_doors_are_hexsides_seen_from_the_other_cell(pair, data):
    grid = pair.grid
    sides = pair.sides(some_sides(data.draw, pair))
    inward = grid.by_step(sides)
    # A hexside is known from both its cells, so the doors of a direction are the sides of the opposite one.
    assert grid.doors(inward) == (*inward[3:], *inward[:3])


@settings(max_examples=200)
@given(maps(), st.data())
def test_reach_by_terrain_roads_and_rivers(pair, data):
    """Costs by terrain, a road rate, a dearer way through rivers, cliffs nobody crosses, enemy control."""
    grid, draw = pair.grid, data.draw
    terrain = {h: draw(st.integers(1, 4)) for h in pair.around}
    forbidden = some(draw, pair)
    roads, rivers, cliffs = (some_sides(draw, pair) for _ in range(3))
    free, stop = set(pair.around) - some(draw, pair), some(draw, pair)
    starts = {h: draw(st.integers(0, 3)) for h in [*some(draw, pair), min(pair.around)][:3]}
    budget = draw(st.integers(0, 14))

    def cost(a: Hex, b: Hex) -> int | None:
        if (a, b) in roads:
            return 1
        if b in forbidden or (a, b) in cliffs:
            return None
        return terrain[b] + (2 if (a, b) in rivers else 0)

    exits = {a: [(b, price) for b in near if (price := cost(a, b))] for a, near in pair.around.items()}
    entry = [(n, pair.board({h for h, c in terrain.items() if c == n} - forbidden)) for n in (1, 2, 3, 4)]
    road, river, cliff = pair.sides(roads), pair.sides(rivers), pair.sides(cliffs)
    dry = less(less(grid.every_side, river), cliff)
    ways = [
        Way(grid, [(1, grid.board)], road),
        Way(grid, entry, dry),
        Way(grid, [(n + 2, board) for n, board in entry], less(river, cliff)),
    ]
    layers = [pair.board({h for h, c in starts.items() if c == spent}) for spent in range(4)]
    got = reach(grid, layers, ways, budget, pair.board(free), pair.board(stop))
    expected = plain.movement(exits, starts, budget, free, stop)
    assert {split(grid.number(c)): n for n, layer in enumerate(got.layers) for c in cells(layer)} == expected
    assert pair.hexes(got.board) == set(expected)
    for here, spent in expected.items():
        cell = grid.cell(join(*here))
        assert got.cost(cell) == spent
        route = [split(grid.number(c)) for c in got.path(cell)]
        assert route[0] in starts
        assert starts[route[0]] + sum(dict(exits[a])[b] for a, b in itertools.pairwise(route)) == spent
        assert not (set(route[1:-1]) & stop)


@given(maps(), st.data())
def test_reach_in_open_country(pair, data):
    grid, draw = pair.grid, data.draw
    terrain = {h: draw(st.integers(1, 4)) for h in pair.around}
    start = draw(st.sampled_from(sorted(pair.around)))
    free, stop = set(pair.around) - some(draw, pair), some(draw, pair)
    budget = draw(st.integers(0, 12))
    way = Way(grid, [(n, pair.board({h for h, c in terrain.items() if c == n})) for n in (1, 2, 3, 4)])
    exits = {a: [(b, terrain[b]) for b in near] for a, near in pair.around.items()}
    got = reach(grid, pair.board({start}), [way], budget, pair.board(free), pair.board(stop))
    expected = plain.movement(exits, {start: 0}, budget, free, stop)
    assert {split(grid.number(c)): n for n, layer in enumerate(got.layers) for c in cells(layer)} == expected
    for here, spent in expected.items():
        route = got.path(grid.cell(join(*here)))
        assert sum(terrain[split(grid.number(c))] for c in route[1:]) == spent
    off = [c for c in grid.cells if not got.board >> c & 1]
    assert all(got.cost(c) == -1 and got.path(c) == [] for c in off)
    turns = got.turns(4, 99.0)
    assert {c: turns[c] for c in grid.cells} == {c: got.cost(c) / 4 if c not in off else 99.0 for c in grid.cells}
