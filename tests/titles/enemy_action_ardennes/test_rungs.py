"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

import pytest

from ardennes.kernel import Game
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.enemy_action_ardennes.record import bold_game, long_game
from tests.titles.rungs import bites_of, sampled, without_test

#: Questions that rungs decide and that come up in such games.
QUESTIONS = {
    "BuildPositions.unit",
    "MeetHits.retreat",
    "MeetHits.retreat of all",
    "Replacements.unit",
    "RetreatTo.hex",
    "Shortage.priority",
    "TakeLoss.unit",
}


@pytest.mark.parametrize(
    ("play", "scenario", "seed", "one_in"),
    [(bold_game, "allies_surprised", 3, 25), (long_game, "crisis_at_the_meuse", 7, 25)],
)
def test_each_rung_bites(play, scenario, seed, one_in):
    bites = bites_of("enemy_action_ardennes")
    play(Game.of(TITLE, scenario), seed, sampled(bites, one_in))
    assert {rung.question for rung in bites.met} >= QUESTIONS
    assert without_test(bites) == []
    assert sum(count > 0 for count in bites.met.values()) > len(bites.met) / 2
