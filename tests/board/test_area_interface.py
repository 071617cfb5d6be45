"""An area map answers the questions a hex map answers, by the same names."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ardennes.board.areas import AreaMap
from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering


@st.composite
def area_maps(draw: st.DrawFn) -> tuple[AreaMap, dict[int, set[int]]]:
    places = draw(st.integers(1, 12))
    pairs = [(a, b) for a in range(places) for b in range(a)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    beside: dict[int, set[int]] = {n: set() for n in range(places)}
    for a, b in chosen:
        beside[a].add(b)
        beside[b].add(a)
    return AreaMap(places, [(a, b, 0, draw(st.booleans())) for a, b in chosen]), beside


def steps(beside: dict[int, set[int]], start: int) -> dict[int, int]:
    found, todo = {start: 0}, [start]
    for here in todo:
        for there in beside[here]:
            if there not in found:
                found[there] = found[here] + 1
                todo.append(there)
    return found


@given(area_maps(), st.data())
def test_same_answers_as_a_plain_graph(made, data):
    area, beside = made
    start = data.draw(st.sampled_from(sorted(beside)))
    far = steps(beside, start)
    for there in beside:
        assert area.distance(start, there) == far.get(there, -1)
        assert area.adjacent(start, there) == (there in beside[start])
        route = area.path(start, there)
        assert len(route) - 1 == far.get(there, -1)
        assert all(b in beside[a] for a, b in itertools.pairwise(route))
    radius = data.draw(st.integers(0, 4))
    assert cells(area.within(1 << start, radius)) == sorted(n for n, k in far.items() if k <= radius)
    chosen = data.draw(st.sets(st.sampled_from(sorted(beside))))
    assert set(cells(area.around(board_of(chosen)))) == {b for a in chosen for b in beside[a]}
    pieces = area.networks()
    assert board_of(range(area.places)) == area.board
    assert sum(piece.bit_count() for piece in pieces) == area.places
    assert all(area.flood(piece & -piece, area.board) == piece for piece in pieces)


def test_both_boards_share_names():
    shared = {"around", "within", "distance", "adjacent", "flood", "networks", "neighbours", "board", "size"}
    grid = HexGrid(3, 3, Numbering.COLUMNS_WEST)
    area = AreaMap(2, [(0, 1, 0, False)])
    assert all(hasattr(board, name) for board in (grid, area) for name in shared)
