"""The luck ledger: what dice did and what decisions did add up to the result, to the last digit."""

import pytest

import ardennes
from ardennes.agents import find
from ardennes.kernel import Match
from ardennes.lab.luck import dice_count, report


@pytest.fixture(scope="module")
def match():
    match = Match(ardennes.game("tigers_in_the_mist", "seventh_army"), "luck")
    agents = [find("staff"), find("staff")]
    while (side := match.state.side) is not None:
        match.play(agents[side].choose(match.state.sight(side)))
    return match


@pytest.fixture(scope="module")
def found(match):
    return report(match)


def test_luck_and_skill_add_up_to_the_result_exactly(found):
    assert found.luck + found.skill_german - found.skill_allied == pytest.approx(found.end - found.start, abs=1e-9)
    assert found.end == found.start + found.result


def test_the_result_is_that_of_the_game(found, match):
    outcome = match.state.outcome()
    assert (found.level, found.score) == (outcome.level, outcome.score)
    assert found.end == match.state.game.title.mind.outcome(match.state)


def test_every_die_of_the_game_is_counted_once(found, match):
    rolled = sum(len(move.chance) for move in match.moves)
    assert rolled > 0
    assert sum(count.rolled for count in found.dice.values()) == rolled
    assert sum(battle.dice for battle in found.battles) == rolled


def test_turning_points_are_the_three_throws_that_moved_the_win_chance_most(found):
    swings = sorted((abs(b.win_after - b.win_before) for b in found.battles), reverse=True)
    told = [abs(b.win_after - b.win_before) for b in found.turning_points]
    assert sorted(told, reverse=True) == pytest.approx(swings[:3])
    assert [b.move for b in found.turning_points] == sorted(b.move for b in found.turning_points)


def test_the_win_chance_is_a_chance_and_told_for_every_phase(found):
    assert all(0.0 <= point.win <= 1.0 for point in found.timeline)
    assert len(found.timeline) >= 18  # three days of three impulses for two sides


def test_dice_statistics_say_what_fair_dice_would_show():
    count = dice_count([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] * 10, 10)
    assert (count.rolled, count.mean, count.expected) == (100, 5.5, 5.5)
    assert count.low95 < 5.5 < count.high95
    assert count.high95 - 5.5 == pytest.approx(1.96 * (8.25 / 100) ** 0.5, rel=0.01)
