"""Balance: equals against each other, and numbers changed for a trial."""

import pytest

from ardennes.lab import balance
from ardennes.lab.games import Played, Setting
from ardennes.titles import use_data

KEY = "enemy_action_ardennes"


def ended(winner, score, level="x"):
    return Played(winner, level, score, float(score), 1, [0.1], [0.2], "")


def test_draws_count_half_and_levels_are_counted():
    found = balance.summary(KEY, "s", "staff", [ended("German", 9), ended("nobody", 5), ended("Allied", 1, "y")])
    assert (found.german_wins, found.score, found.levels) == (0.5, 5.0, {"x": 2, "y": 1})
    assert found.low95 < 0.5 < found.high95


def test_a_change_makes_a_data_pack_that_is_checked_as_any(tmp_path):
    pack = balance.pack(KEY, ["chits.csv:57:front_defender=2", "chits.csv:58:front_defender=2"], tmp_path)
    use_data(pack)
    try:
        from ardennes.kernel import Game
        from ardennes.titles import find

        chits = Game.of(find(KEY), "initial_assault").data.chits.all
        assert [chits[n].front.defender for n in (55, 56, 57)] == [-1, 2, 2]
    finally:
        use_data(None)


def test_rows_are_found_by_their_first_column_or_by_the_first_two():
    text = "unit,steps,strength\na,2,4\na,1,2\nb,2,4\n"
    assert balance.changed(text, "u.csv:a/2:strength=3") == "unit,steps,strength\na,2,3\na,1,2\nb,2,4\n"
    assert balance.changed(text, "u.csv:a:strength=3") == "unit,steps,strength\na,2,3\na,1,3\nb,2,4\n"
    assert balance.changed(text, "u.csv:*/2:strength=5") == "unit,steps,strength\na,2,5\na,1,2\nb,2,5\n"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("chits.csv", "expected FILE:ROW:COLUMN=VALUE"),
        ("nothing.csv:1:a=2", "has no table"),
        ("chits.csv:99:front_defender=2", "no row begins with"),
        ("chits.csv:1:hits=2", "expected one of the columns"),
    ],
)
def test_a_change_that_fits_nothing_says_what_was_expected(change, expected, tmp_path):
    with pytest.raises(ValueError, match=expected):
        balance.pack(KEY, [change], tmp_path)


def test_the_same_seed_plays_the_same_game():
    one, two = [balance.played(Setting("tigers_in_the_mist", "seventh_army"), ("naive", 3)) for _ in range(2)]
    assert one.save == two.save
