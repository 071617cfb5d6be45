"""Sets of cells as integers."""

from hypothesis import given
from hypothesis import strategies as st

from ardennes.board.cells import board_of, cells

sets = st.sets(st.integers(0, 300))


@given(sets)
def test_a_set_comes_back_in_ascending_order(members):
    assert cells(board_of(members)) == sorted(members)


@given(sets, sets)
def test_operators_on_boards_are_operations_on_sets(a, b):
    assert cells(board_of(a) & board_of(b)) == sorted(a & b)
    assert cells(board_of(a) | board_of(b)) == sorted(a | b)
    assert cells(board_of(a) & ~board_of(b)) == sorted(a - b)


def test_small_and_large_sets_take_different_roads_to_the_same_answer():
    assert cells(0) == []
    assert cells(1 << 299) == [299]
    assert cells((1 << 7) - 1) == list(range(7))  # picked off one by one
    assert cells((1 << 8) - 1) == list(range(8))  # byte by byte
    assert cells(((1 << 8) - 1) << 2000) == list(range(2000, 2008))
