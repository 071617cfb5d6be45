"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

import pytest

from ardennes.kernel import Game
from ardennes.titles.deadly_woods import TITLE
from tests.titles.deadly_woods.record import bold_game
from tests.titles.rungs import bites_of, spread

#: The questions that rungs decide.
QUESTIONS = {
    *("Movement.unit", "Movement.asset", "Moving.hex", "Moving.via", "Moving.door"),
    *("AttackPhase.hex", "ChooseAttackers.unit", "AttackerSupport.asset", "DefenderSupport.asset"),
    *("Advance.unit", "Retreat.hex", "Engineers.asset", "Replacements.unit"),
}


@pytest.mark.parametrize(("scenario", "seed"), [("german_attack", 4), ("campaign", 5)])
def test_each_rung_bites(scenario, seed):
    bites = bites_of("deadly_woods")
    bold_game(Game.of(TITLE, scenario), seed, spread(bites))
    assert {rung.question for rung in bites.met} >= QUESTIONS
    rules, needed = {rung[1:] for rung in bites.met}, {rung[1:] for rung, count in bites.met.items() if count}
    assert len(needed) > len(rules) / 2  # one that several questions have counts once
