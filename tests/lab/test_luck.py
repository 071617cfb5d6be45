"""The luck ledger: what dice did and what decisions did add up to the result, to the last digit."""

from io import StringIO

import pytest
from rich.console import Console

import ardennes
import ardennes.titles
from ardennes.agents import find
from ardennes.cli.review import show_report
from ardennes.kernel import Chance, Match, die
from ardennes.lab import luck
from ardennes.lab.luck import Die, dice_count, kind_of, moments, report, swing
from ardennes.parts.mind import win_chance
from ardennes.parts.mind.mind import Mind
from ardennes.parts.mind.win_chance import Check, Fits, Fitted, came_to

pytestmark = pytest.mark.xdist_group("luck")  # one game is played for all


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


@pytest.mark.parametrize("is_shown", [True, False])
def test_turning_points_are_the_three_throws_that_changed_most(match, monkeypatch, is_shown):
    with_fit(monkeypatch, is_shown)
    monkeypatch.setattr(luck, "FOREMOST", 5)  # of nine
    found = report(match)
    foremost = sorted(found.battles, key=lambda b: -abs(b.luck))[:5]
    swings = sorted((swing(b) for b in foremost), reverse=True)
    told = [swing(b) for b in found.turning_points]
    assert sorted(told, reverse=True) == pytest.approx(swings[:3])
    assert [b.move for b in found.turning_points] == sorted(b.move for b in found.turning_points)
    assert all((b.win_after is not None) == is_shown for b in foremost)
    assert sum(b.win_before is not None for b in found.battles) == (5 if is_shown else 0)


def test_the_win_chance_is_a_chance_and_told_for_every_phase(match, monkeypatch):
    with_fit(monkeypatch, True)
    found = report(match)
    assert all(0.0 <= point.win <= 1.0 for point in found.timeline)
    assert len(found.timeline) >= 18  # three days of three impulses for two sides
    assert found.timeline[-1].win == came_to(match.state.outcome())


def test_a_chance_that_is_no_better_than_the_base_rate_is_not_shown(match, monkeypatch):
    with_fit(monkeypatch, False)
    assert all(point.win is None for point in report(match).timeline)
    shown = Console(file=StringIO(), width=120)
    show_report(shown, match, report(match))
    assert "Not shown: for this scenario with these options" in shown.file.getvalue()
    assert "Chance " not in shown.file.getvalue()


def with_fit(monkeypatch, is_better):
    check = Check(1, 100, 2000, 0.1, 0.2 if is_better else 0.1, 0.01)
    names = ardennes.titles.find("tigers_in_the_mist").mind.chance_names()
    rules = ardennes.titles.find("tigers_in_the_mist").rules_version
    fit = Fitted("", rules, 1, 1, check, [[0.1] * len(names)] * 3)
    fits = Fits(list(names), {"seventh_army": fit})
    monkeypatch.setattr(win_chance, "read", lambda own, names: fits)
    monkeypatch.setattr(Mind, "chance_net", lambda self, game: None)  # the scenario has a net, which would speak first


def test_dice_statistics_say_what_fair_dice_would_show():
    mean, variance = moments(die(10))
    count = dice_count([Die(1, "", "d10", 10, face, mean, variance, None, 0.0) for face in range(1, 11)] * 10)
    assert (count.rolled, count.mean, count.expected) == (100, 5.5, 5.5)
    assert count.low95 < 5.5 < count.high95
    assert count.high95 - 5.5 == pytest.approx(1.96 * (8.25 / 100) ** 0.5, rel=0.01)


def test_dice_and_draws_are_told_apart():
    """A cup is no die, however its chits are numbered; dice go by their size."""

    class Cup(Chance, frozen=True):
        luck = "cup"

    assert kind_of(Chance(), die(6)) == ("d6", 6)
    assert kind_of(Cup(), die(6)) == ("cup", 0)
