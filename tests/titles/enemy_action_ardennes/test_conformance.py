"""What any title must keep true, on random games of Enemy Action: Ardennes."""

import pytest

from ardennes.kernel import Game
from ardennes.kernel import conformance as c
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.whole_games import every

SCENARIOS = [scenario.key for scenario in TITLE.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_keep_the_invariants(scenario):
    assert c.random_game(Game.of(TITLE, scenario), 0, every(200)).state.result is not None


@pytest.mark.parametrize("scenario", ["allies_surprised", "crisis_at_the_meuse"])
def test_random_positions_conform(scenario):
    def check(match):
        if len(match.moves) % 83 == 0:
            for thorough in c.THOROUGH:
                thorough(match)

    c.random_game(Game.of(TITLE, scenario), 7, check)
