"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

from __future__ import annotations

from collections import Counter

from ardennes.kernel import Game, conformance
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.enemy_action_ardennes.record import bold_game, long_game
from tests.titles.rungs import bites_of, ruled

#: Answers that such games do not meet: positions of rule tests do.
RARE = {"Detour.hex"}
#: Of each kind of decision the first ones are looked at: some are rare.
EACH = 5


def test_each_rung_bites():
    bites, met = bites_of("enemy_action_ardennes"), Counter()

    def check(match):
        kind = type(match.state.stack[-1]) if match.state.stack else None
        met[kind] += 1
        if met[kind] <= EACH:
            conformance.rungs_bite(match, bites)

    bold_game(Game.of(TITLE, "allies_surprised"), 3, check)
    long_game(Game.of(TITLE, "battle_of_the_bulge"), 5, check)
    asked = {name for names in ruled("enemy_action_ardennes") for name in names}
    assert {rung.question for rung in bites.met} >= asked - RARE
