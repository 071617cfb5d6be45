"""The ladder of odds columns, used by every title with an odds table."""

import pytest

from ardennes.parts.rules.crt import Ladder, results_by_die

SHORT = Ladder(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"))


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (33, 10, "3-1"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (20, 10, "2-1"),
        (9, 10, "1-2"),
        (5, 10, "1-2"),
        (4, 10, "1-3"),
    ],
)
def test_ratios_round_in_the_defenders_favour(attack, defense, column):
    assert SHORT.columns[SHORT.column(attack, defense)] == column


def test_beyond_the_ends():
    assert SHORT.column(4, 13) == -1
    assert SHORT.column(0, 3) < 0
    assert SHORT.column(90, 10) == 10
    assert (SHORT.held(-1), SHORT.held(10), SHORT.held(3)) == (0, 7, 3)
    assert (SHORT.capped(-1), SHORT.capped(10)) == (-1, 7)


def test_results_by_die():
    lines = results_by_die(["AL1", "AL1", "BL1", "AL1", "DR", "DR"], str.lower)
    assert [(line.text, line.dice, line.note) for line in lines] == [
        ("AL1", (1, 2, 4), "al1"), ("BL1", (3,), "bl1"), ("DR", (5, 6), "dr"),
    ]  # fmt: skip
    assert lines[0].chance == pytest.approx(0.5)
