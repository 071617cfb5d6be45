"""What any title must keep true, on random games of The Deadly Woods."""

import pytest

from ardennes.kernel import Game
from ardennes.kernel import conformance as c
from ardennes.titles.deadly_woods import TITLE


@pytest.mark.parametrize("scenario", ["german_attack", "campaign"])
def test_random_games_keep_the_invariants(scenario):
    game = Game.of(TITLE, scenario)
    for seed in range(2):
        assert c.random_game(game, seed, c.invariants).state.result is not None


def test_random_positions_conform():
    game = Game.of(TITLE, "campaign", {"plus_two": True})

    def check(match):
        if len(match.moves) % 97 == 0:
            for thorough in c.THOROUGH:
                thorough(match)

    c.random_game(game, 7, check)
