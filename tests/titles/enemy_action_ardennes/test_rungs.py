"""Lists and reasons come from one set of rungs: each is left out in turn, in games with much fighting and wherever a
rule test was refused something."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.kernel import Game, conformance
from ardennes.kernel.biting import Named
from ardennes.kernel.steps import steps_below
from ardennes.parts.rules.questions import Question
from ardennes.titles.enemy_action_ardennes import TITLE, rules
from tests.titles.enemy_action_ardennes import bitten
from tests.titles.enemy_action_ardennes.noted import refusals
from tests.titles.enemy_action_ardennes.record import bold_game, long_game
from tests.titles.rungs import bites_of

#: Answers that such games do not meet: a position of a rule test does.
RARE = {"Detour.hex"}
#: Of each kind of decision the first ones are looked at: some are rare.
EACH = 5


def ruled() -> set[str]:
    """Every answer that rungs decide."""
    steps = [step for step in steps_below(rules).values() if issubclass(step, Question)]
    return {f"{step.__name__}.{verb}" for step in steps for verb, answer in step.answers.items() if answer.ruled}


def test_each_rung_bites():
    bites, met = bites_of("enemy_action_ardennes"), Counter()

    def check(match):
        kind = type(match.state.stack[-1]) if match.state.stack else None
        met[kind] += 1
        if met[kind] <= EACH:
            conformance.rungs_bite(match, bites)

    bold_game(Game.of(TITLE, "allies_surprised"), 3, check)
    long_game(Game.of(TITLE, "battle_of_the_bulge"), 5, check)
    assert {rung.question for rung in bites.met} >= ruled() - RARE


def test_the_rungs_that_rule_tests_meet_bite():
    bites, found = bites_of("enemy_action_ardennes"), refusals()
    assert len(found) > 100
    assert {rung.question for rung in found} >= RARE
    for rung, g in found.items():
        assert bites.faults(g, [rung]) == [], rung
        assert bites.met[rung], rung


@pytest.mark.rule("EA-7.0a", "EA-7.1c", "EA-7.9c", "EA-9.8a")
@pytest.mark.parametrize(("position", "verb", "target", "rule", "words"), bitten.POSITIONS, ids=bitten.words)
def test_a_rare_rung_bites(position, verb, target, rule, words):
    t, bites = position(), bites_of("enemy_action_ardennes")
    t.g._choices = t.g.memo = None
    one = t.target(verb, target)
    asked = next(asked for asked in t.g.stack[-1].judged(t.g) if asked.name.endswith(f".{verb}"))
    rung = asked.rungs.first(t.g, asked.about, one)
    assert rung is not None
    assert (rung.rule, words in rung.says) == (rule, True), rung.says
    assert t.refused(verb, target) == rule
    assert bites.faults(t.g, [Named(asked.name, rung.rule, rung.says)]) == []
