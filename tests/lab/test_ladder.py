"""The ladder: pairs on the same seed with sides swapped, counted with their uncertainty."""

from pathlib import Path

import msgspec
import pytest

from ardennes.kernel import saves
from ardennes.lab import ladder
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.titles import find

pytestmark = pytest.mark.xdist_group("ladder")  # the pairs are played once


@pytest.fixture(scope="module")
def pairs():
    return list(ladder.run(Crew(), Setting("tigers_in_the_mist", "seventh_army"), ["staff", "random"], range(4, 6)))


def test_a_pair_is_two_games_on_one_seed_with_sides_swapped(pairs):
    assert [(p.a, p.b, p.seed) for p in pairs] == [("staff", "random", 4), ("staff", "random", 5)]
    pair = pairs[0]
    assert pair.margin == pair.first.worth - pair.second.worth  # this scenario has no points
    assert pair.won == 1.0


def test_the_same_seed_plays_the_same_pair(pairs):
    again = ladder.play_pair("tigers_in_the_mist", "seventh_army", "staff", "random", 4)
    assert (again.first.save, again.second.save) == (pairs[0].first.save, pairs[0].second.save)


def test_every_game_can_be_kept_and_replayed(pairs, tmp_path):
    ladder.keep(pairs[0], tmp_path)
    kept = sorted(tmp_path.glob("*"))
    assert len(kept) == 2
    for path in kept:
        assert saves.load(path.read_text(encoding="utf-8"), find).state.outcome() is not None


def test_the_table_has_the_fields_a_program_needs(pairs):
    found = msgspec.to_builtins(ladder.table("tigers_in_the_mist", "seventh_army", 2, pairs))
    assert {"title", "scenario", "pairs", "results"} <= set(found)
    wanted = {"a", "b", "pairs_won_by_a", "low95", "high95", "margin", "a_as_german", "a_as_allied", "p95_s"}
    assert wanted <= set(found["results"][0])


def test_the_interval_is_wilsons():
    assert ladder.wilson(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    low, high = ladder.wilson(20, 20)
    assert low == pytest.approx(0.839, abs=0.001)
    assert high == pytest.approx(1.0)


def test_elo_is_even_at_a_half_and_bounded_at_the_ends():
    assert ladder.elo(0.5) == 0
    assert ladder.elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert ladder.elo(1.0) == 800


def test_a_ladder_of_a_title_with_hidden_hands():
    pairs = list(ladder.run(Crew(), Setting("crossroads", "long"), ["staff", "random"], range(1, 21)))
    assert sum(pair.won for pair in pairs) > 10, "whoever goes forward and plays his cards does better than chance"


HERE = Path(__file__).parents[2]


def test_an_agent_of_another_checkout_plays_as_it_does_there():
    """The other checkout is this one, so the games are the same."""
    there = ladder.play_pair("tigers_in_the_mist", "seventh_army", f"staff@{HERE}", "naive", 8)
    here = ladder.play_pair("tigers_in_the_mist", "seventh_army", "staff", "naive", 8)
    assert (there.first.save, there.second.save) == (here.first.save, here.second.save)


def test_a_folder_that_is_no_checkout_is_refused(tmp_path):
    with pytest.raises(ValueError, match="expected a checkout with src/ardennes"):
        ladder.play_pair("tigers_in_the_mist", "seventh_army", f"staff@{tmp_path}", "naive", 8)
