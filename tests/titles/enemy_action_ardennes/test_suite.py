"""The tactical positions of Enemy Action: well posed, marked, and better answered by the staff than by chance."""

import pytest

from ardennes.agents import find
from ardennes.kernel import Side
from ardennes.lab import suite
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.told import Told

QUESTIONS = suite.questions(TITLE)


def test_there_are_forty_questions_with_different_names():
    assert len({question.name for question in QUESTIONS}) == len(QUESTIONS) >= 40


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("the wall is not left for a skirmish", [], ["unit g", "hex 1206"]),
        ("St. Vith is not left to the infantry", [], ["unit d", "hex 1109", "unit e", "hex 1110"]),
        ("Malmédy keeps its guard", [], ["unit d", "hex 0608"]),
        ("a town for everybody", ["unit a", "hex Malmédy", "unit b", "hex Stavelot", "unit c", "hex Trois-Ponts"], []),
        ("Spa is next door", ["unit a", "hex Spa"], []),
    ],
)
def test_a_blunder_scores_nothing_and_the_right_answer_everything(name, right, wrong):
    asked = next(question for question in QUESTIONS if question.name == name)
    assert suite.ask(TITLE, asked, Told(TITLE, asked, *right)).score == suite.FULL
    assert suite.ask(TITLE, asked, Told(TITLE, asked, *wrong)).score == 0


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda question: question.name)
def test_every_question_can_be_answered_fully_and_has_a_reason(asked):
    assert max(answer.score for answer in asked.answers) == suite.FULL
    assert asked.why.endswith(".")
    posed = TITLE.mind.pose(TITLE, asked.position)
    for text in asked.before:
        posed.g.apply(posed.action(text), asked.dice if text == asked.before[-1] else [])
    assert posed.g.side is not None
    for answer in asked.answers:
        for condition in answer.when:
            posed.holds(condition, posed.g.side, [])  # names of places, units and verbs are known


@pytest.mark.parametrize(
    "name",
    [
        "Bastogne stands empty",
        "through the wall",
        "a roadblock before Bastogne",
        "off the map by the south",
        "the way out is guarded",
        "two towns in one drive",
        "nothing to save them for",
    ],
)
def test_the_staff_knows_what_matters(name):
    asked = next(question for question in QUESTIONS if question.name == name)
    assert suite.ask(TITLE, asked, find("staff")).score == suite.FULL


def test_conditions_of_the_suite():
    asked = next(question for question in QUESTIONS if question.name == "a garrison for Bastogne")
    posed = TITLE.mind.pose(TITLE, asked.position)
    assert posed.holds("owns Bastogne", Side.ALLIED, [])
    assert posed.holds("nobody at Bastogne", Side.ALLIED, [])
    assert posed.holds("d within 4 of Bastogne", Side.ALLIED, [])
    assert not posed.holds("d beside Bastogne", Side.ALLIED, [])
    assert posed.holds("did unit d", Side.ALLIED, [posed.action("unit d")])
    assert posed.holds("not did unit d", Side.ALLIED, [])
    with pytest.raises(ValueError, match="expected a condition such as"):
        posed.holds("d somewhere Bastogne", Side.ALLIED, [])
