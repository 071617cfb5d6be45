"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

import pytest

from ardennes.kernel import Game
from ardennes.titles.tigers_in_the_mist import TITLE
from tests.titles.rungs import bites_of, sampled, without_test
from tests.titles.tigers_in_the_mist.record import bold_game


@pytest.mark.parametrize(("scenario", "seed"), [("first_three_days", 2), ("campaign", 4)])
def test_each_rung_bites(scenario, seed):
    bites = bites_of("tigers_in_the_mist")
    bold_game(Game.of(TITLE, scenario), seed, sampled(bites, 100))
    print({(k.question): 1 for k in bites.met}.keys(), sum(map(bool, bites.met.values())), len(bites.met), bites.idle)
    assert without_test(bites) == []
