"""Lists and reasons of combat come from one set of rungs: each is left out in turn, in games with much fighting."""

import pytest

import ardennes
from ardennes.titles.bitter_woods.rules import combat
from tests.titles.bitter_woods.record import bold_game, with_preset
from tests.titles.rungs import bites_of, spread

#: Questions of combat that rungs decide and that come up in such games.
QUESTIONS = {
    "Advance.unit",
    "AdvanceTo.hex",
    "ChooseAttackers.air",
    "ChooseAttackers.angriff",
    "ChooseAttackers.bombard",
    "ChooseAttackers.fight",
    "ChooseAttackers.unit",
    "ChooseSupport.unit",
    "Combat.combine",
    "Combat.done",
    "Combat.hex",
    "Loss.unit",
    "RetreatTo.exit",
    "RetreatTo.hex",
}


@pytest.mark.parametrize(("preset", "seed"), [("", 4), ("everything", 12)])
def test_each_rung_of_combat_bites(preset, seed):
    bites = bites_of("bitter_woods")
    check = spread(bites, 8)

    def in_combat(match):
        if match.state.stack and type(match.state.stack[-1]).__module__.startswith(combat.__name__):
            check(match)

    bold_game(with_preset("campaign", preset) if preset else ardennes.game("bitter_woods", "campaign"), seed, in_combat)
    assert {rung.question for rung in bites.met} >= QUESTIONS
    assert sum(count > 0 for count in bites.met.values()) > len(bites.met) / 4
