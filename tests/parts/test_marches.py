"""Answers read as who goes where."""

import pytest

from ardennes.kernel import Action
from ardennes.parts.mind import marches

A, B = Action("unit", 1), Action("unit", 2)
X, Y = Action("hex", 10), Action("hex", 20)


@pytest.mark.parametrize(
    ("actions", "moves"),
    [
        ([A, X, B, Y], [(1, 10), (2, 20)]),
        ([A, B, X], [(1, 10), (2, 10)]),  # a stack
        ([A, X, Y], [(1, 20)]),  # stopped on its way, and gone on
        ([A, A, B, Y], [(2, 20)]),  # put back
        ([A, X, B], [(1, 10)]),  # picked up is not moved
        ([A, Action("attach", 3), X, Action("done")], [(1, 10)]),
        ([X, A], []),
    ],
)
def test_whoever_is_picked_up_goes_to_the_place_that_is_named_next(actions, moves):
    assert marches.read(actions, "unit", "hex") == moves
