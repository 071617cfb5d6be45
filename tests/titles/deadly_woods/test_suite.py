"""The tactical suite of The Deadly Woods: questions are well posed, and the staff beats a rule of thumb."""

import pytest

from ardennes.agents import find as find_agent
from ardennes.kernel import Side
from ardennes.lab import suite
from ardennes.titles import find
from tests.titles.told import Told

TITLE = find("deadly_woods")
QUESTIONS = suite.questions(TITLE)


def posed_of(asked):
    posed = TITLE.mind.pose(TITLE, asked.position)
    for text in asked.before:
        posed.g.apply(posed.action(text), asked.dice if text == asked.before[-1] else [])
    return posed


def question(name):
    return next(asked for asked in QUESTIONS if asked.name == name)


def test_there_are_at_least_forty_questions_for_both_sides():
    assert len({asked.name for asked in QUESTIONS}) == len(QUESTIONS) >= 40
    sides = [posed_of(asked).g.side for asked in QUESTIONS]
    assert sides.count(Side.GERMAN) >= 20
    assert sides.count(Side.ALLIED) >= 12


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.name)
def test_every_question_can_be_answered_and_has_a_reason(asked):
    assert max(answer.score for answer in asked.answers) == suite.FULL
    assert asked.why.endswith(".")
    posed = posed_of(asked)
    assert posed.g.side is not None
    for answer in asked.answers:
        for condition in answer.when:
            posed.holds(condition, posed.g.side, [])  # names of places, units and verbs are known


def test_the_staff_knows_more_than_a_rule_of_thumb():
    few = [question(name) for name in ("two prizes for two", "around the roadblock", "the division at the gate")]
    marks = {
        name: sum(suite.ask(TITLE, asked, find_agent(name, 1)).score for asked in few) for name in ("staff", "naive")
    }
    assert marks["staff"] == 30 > marks["naive"]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("the bridge before the panzers", ["asset A-ENG-VIII-1", "bridge 1315/1316"], []),
        ("Luxembourg is not left for an attack", [], ["unit d", "hex 3228"]),
        ("straight on, not back", ["unit a", "hex Namur"], ["unit a", "hex 1211"]),
        ("the infantry bleeds, not the tanks", ["unit c"], ["unit a"]),
    ],
)
def test_a_blunder_scores_nothing_and_the_right_answer_everything(name, right, wrong):
    asked = question(name)
    assert suite.ask(TITLE, asked, Told(TITLE, asked, *right)).score == suite.FULL
    assert suite.ask(TITLE, asked, Told(TITLE, asked, *wrong)).score == 0


def test_a_movement_is_answered_when_it_is_over():
    posed = posed_of(question("Bastogne stands empty"))
    asked = posed.g.stack[-1]
    for text, over in (("unit a", False), ("hex Bastogne", False), ("done", True)):
        posed.g.apply(posed.action(text), [])
        assert posed.is_answered(asked) is over
    assert posed.holds("ours Bastogne", Side.GERMAN, [])


def test_a_condition_that_nobody_knows_is_refused():
    posed = posed_of(QUESTIONS[0])
    with pytest.raises(ValueError, match="expected a condition such as"):
        posed.holds("a near Bastogne", Side.GERMAN, [])
