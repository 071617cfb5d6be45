"""The counters: numbers, ids and sides of counters, and their steps."""

from typing import NamedTuple

import pytest

from ardennes.kernel import Side, Unknown
from ardennes.parts.data.counters import Counters, faces_of
from ardennes.parts.data.tables import DataError


class Piece(NamedTuple):
    id: str
    side: str


PIECES = (Piece("2Pz", "German"), Piece("Lehr", "German"), Piece("28", "Allied"))


def test_units_are_numbered_by_row_and_belong_to_a_side():
    counters = Counters(PIECES)
    assert len(counters) == 3
    assert [counters.side(unit) for unit in range(3)] == [Side.GERMAN, Side.GERMAN, Side.ALLIED]
    assert counters.of == (range(2), range(2, 3))
    assert counters.all_of == (0b011, 0b100)
    assert counters.unit("28") == 2
    assert counters.name(1) == "Lehr"


def test_an_unknown_id_names_those_there_are():
    with pytest.raises(Unknown, match="unknown unit '3Pz'; there are: 2Pz … 28"):
        Counters(PIECES).unit("3Pz")


def test_an_id_stands_once():
    with pytest.raises(DataError, match=r"units.csv row 4 \(2Pz\): expected an id of its own, but row 2 has it too"):
        Counters((*PIECES[:2], Piece("2Pz", "Allied")))


def test_the_germans_come_first():
    with pytest.raises(DataError, match=r"units.csv row 2 \(28\): expected all German units before the Allied ones"):
        Counters((PIECES[2], PIECES[0]))


@pytest.mark.parametrize("steps", [0, 5])
def test_a_counter_has_one_to_four_steps(steps):
    counters = Counters(PIECES)
    assert faces_of(counters, [(4,), (4, 2), (4, 3, 2, 1)]) == ((4,), (4, 2), (4, 3, 2, 1))
    with pytest.raises(DataError, match=rf"units.csv row 3 \(Lehr\): expected one to 4 steps, got {steps}"):
        faces_of(counters, [(4,), range(steps), (4,)])
