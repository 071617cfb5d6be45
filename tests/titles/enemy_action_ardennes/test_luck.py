"""A report tells the luck of cards, chits and dice apart."""

import pytest

from ardennes.agents import find
from ardennes.kernel import Game, Match
from ardennes.lab import luck
from ardennes.titles.enemy_action_ardennes import TITLE


@pytest.fixture(scope="module")
def report():
    match = Match(Game.of(TITLE, "initial_assault"), "luck")
    agents = [find("naive", 1), find("naive", 2)]
    while (side := match.state.side) is not None:
        match.play(agents[side].choose(match.state.sight(side)))
    return luck.report(match)


def test_chits_and_cards_are_counted_each_by_itself(report):
    assert set(report.draws) == {"cup", "deck"}
    assert report.draws["cup"].drawn > 10
    assert report.draws["cup"].luck != 0
    assert report.draws["deck"].luck != 0
    assert not report.dice  # nothing is rolled on the first day


def test_luck_and_skill_add_up_to_the_result(report):
    assert report.luck + report.skill_german - report.skill_allied == pytest.approx(report.result)
    assert report.luck == pytest.approx(sum(draw.luck for draw in report.draws.values()), abs=1e-3)


def test_the_chits_of_a_combat_are_its_luck(report):
    """A combat that went well for one side shows in the battles: the hits came with the chits, not with a decision."""
    assert max(abs(battle.luck) for battle in report.battles) > 0.1
    fought = [battle for battle in report.battles if " attack" in battle.text]
    assert len(fought) > 6  # an attack is announced some answers before its chits
    assert sum(battle.dice for battle in fought) == report.draws["cup"].drawn
    dealt = [battle.text for battle in report.battles if battle not in fought]
    assert all("draws" in text or "cards are drawn" in text for text in dealt)  # cards belong to no battle
    assert [draw.name for draw in report.draws.values()] == ["chits", "cards"]
    assert report.timeline[0].move == 0
