"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

from collections import Counter

from ardennes.kernel import Game, conformance
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.enemy_action_ardennes.record import bold_game, long_game
from tests.titles.rungs import bites_of, without_test

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


def test_each_rung_bites():
    """At the first decisions of every kind: some kinds are rare."""
    bites, met = bites_of("enemy_action_ardennes"), Counter()

    def check(match):
        kind = type(match.state.stack[-1]) if match.state.stack else None
        met[kind] += 1
        if met[kind] <= 12:
            conformance.rungs_bite(match, bites)

    bold_game(Game.of(TITLE, "allies_surprised"), 3, check)
    long_game(Game.of(TITLE, "battle_of_the_bulge"), 5, check)
    assert {rung.question for rung in bites.met} >= QUESTIONS
    assert without_test(bites) == []
