"""Columns: what a state gets from a line of declaration."""

from typing import Any

import pytest

from ardennes.kernel import Game, State, columns, shapes
from tests.kernel.toy import POACHERS


def read(column: Any, data: object, box: object = None) -> object:
    return column.unpack("it", data, box)


def test_a_row_may_start_with_numbers_of_the_box_and_take_what_fits():
    odd = columns.numbers(3, high=0xFFFF, start=lambda box: box, fits=lambda box: shapes.Cell(0b1010, (500,)))
    assert list(odd.start([1, 3, 500])) == [1, 3, 500]
    assert odd.pack(read(odd, [3, 3, 500])) == [3, 3, 500]
    with pytest.raises(ValueError, match=r"it\[1\]: expected a hex of the map, got 2"):
        read(odd, [1, 2, 3])
    assert odd.broken("it", odd.start([1, 3, 500]), None) == []
    assert odd.broken("it", odd.start([1, 2, 500]), None) == ["it: expected a hex of the map, got 2"]
    assert odd.broken("it", odd.start([1, 3]), None) == ["it: expected 3 entries, got 2"]


@pytest.mark.parametrize("bad", [[True, 0], [0, 6], [0, -1], [0, 1.0], [0], "00", None])
def test_a_row_is_refused_that_is_out_of_its_range(bad: object):
    row = columns.numbers(2, high=5)
    assert read(row, [0, 5]) == bytearray((0, 5))
    with pytest.raises(columns.BadTable, match="it"):
        read(row, bad)


def test_a_set_holds_bits_of_its_board_and_each_once():
    some = columns.among(lambda box: 0b1101)
    assert read(some, [0, 3]) == 0b1001
    assert some.pack(0b1001) == [0, 3]
    for bad, says in (([1], "1 cannot be in it"), ([0, 0], "no value twice"), ([4], "from 0 to 3"), ([-1], "from 0")):
        with pytest.raises(columns.BadTable, match=says):
            read(some, bad)
    assert some.broken("it", 0b1101, None) == []
    assert some.broken("it", 0b10, None) == ["it: 1 cannot be in it"]


def test_a_value_is_checked_before_it_is_built():
    pairs = columns.value(
        tuple[tuple[int, int], ...], (), fits=lambda box: shapes.Listed(shapes.Row((shapes.SIDE,) * 2), 0, 2)
    )
    assert read(pairs, [[0, 1]]) == ((0, 1),)
    with pytest.raises(ValueError, match=r"it\[0\]\[1\]: expected a whole number from 0 to 1, got 2"):
        read(pairs, [[0, 2]])


def test_a_table_of_another_box_is_refused_by_its_fixed_number():
    count = columns.fixed(lambda box: 81, "another map: expected {expected} bridges, got {got}")
    assert count.start(None) == read(count, 81) == 81
    for bad in (80, True, None, "81"):
        with pytest.raises(columns.BadTable, match="another map: expected 81 bridges"):
            read(count, bad)


def test_a_number_may_take_both_ends_from_the_box():
    turn = columns.number(low=lambda box: box[0], high=lambda box: box[1], start=lambda box: box[0])
    assert turn.start((2, 9)) == 2
    with pytest.raises(columns.BadTable, match="from 2 to 9"):
        read(turn, 1, (2, 9))


def test_true_is_no_number_in_a_row_that_must_fit_nor_in_a_set():
    row = columns.numbers(2, fits=lambda box: shapes.Number(0, 3))
    assert read(row, [1, 1]) == bytearray((1, 1))
    with pytest.raises(ValueError, match=r"it\[1\]: expected a whole number from 0 to 3, got True"):
        read(row, [1, True])
    with pytest.raises(columns.BadTable, match=r"it\[0\]: expected a whole number from 0 to 2, got True"):
        read(columns.bits(3), [True])


def test_several_values_are_a_list_or_where_they_are_frozen_a_tuple():
    loose, firm = columns.several(columns.bits(4), 2), columns.several(columns.bits(4), 2, frozen=True)
    assert (loose.start(None), firm.start(None)) == ([0, 0], (0, 0))
    assert (read(loose, [[1], [0, 3]]), read(firm, [[1], [0, 3]])) == ([2, 9], (2, 9))
    assert (loose.copied, firm.copied) == ("{}[:]", "{}")
    assert firm.pack((2, 9)) == [[1], [0, 3]]
    with pytest.raises(columns.BadTable, match=r"it\[1\]\[0\]: expected a whole number from 0 to 3, got 4"):
        read(firm, [[1], [4]])


def test_a_later_column_is_on_the_table_only_where_it_was_used():
    class Grown(State):
        seen: int = columns.bits(4)
        since: int = columns.later(columns.bits(4))

    game = Game.of(POACHERS)
    state = Grown(game)
    state.seen = 2
    old = state.table()
    assert "since" not in old
    assert old["seen"] == [1]
    state.since = 5
    assert state.table()["since"] == [0, 2]
    state.restore(old)
    assert (state.seen, state.since) == (2, 0)
    del old["seen"]
    with pytest.raises(columns.BadTable, match="seen: the table has no such field"):
        state.restore(old)
