"""The tactical suite: questions are well posed, answers are marked, weak play scores little."""

import pytest

from ardennes.agents import find as find_agent
from ardennes.kernel import Action
from ardennes.lab import suite
from ardennes.titles import find

TITLE = find("tigers_in_the_mist")
QUESTIONS = suite.questions(TITLE)


class Told:
    """An agent that does as it is told and then ends its movement."""

    def __init__(self, question, *orders):
        posed = TITLE.mind.pose(TITLE, question.position)
        self.orders = [posed.action(text) for text in orders]

    def choose(self, view):
        return self.orders.pop(0) if self.orders else Action("done")


def question(name):
    return next(q for q in QUESTIONS if q.name == name)


def test_there_are_at_least_forty_questions_with_different_names():
    assert len({q.name for q in QUESTIONS}) == len(QUESTIONS) >= 40


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda q: q.name)
def test_every_question_can_be_answered_fully_and_has_a_reason(asked):
    assert max(answer.score for answer in asked.answers) == suite.FULL
    assert asked.why.endswith(".")
    posed = TITLE.mind.pose(TITLE, asked.position)
    for text in asked.before:
        posed.g.apply(posed.action(text), asked.dice)
    assert posed.g.side is not None
    for answer in asked.answers:
        for condition in answer.when:
            posed.holds(condition, posed.g.side, [])  # names of places, units and verbs are known


def test_the_first_answer_that_fits_gives_the_score():
    asked = question("Bastogne stands empty")
    right = suite.ask(TITLE, asked, Told(asked, "unit a", "area Bastogne", "done"))
    assert (right.score, right.actions[-1]) == (10, "done")
    assert suite.ask(TITLE, asked, Told(asked, "done")).score == 0


def test_a_single_choice_ends_the_question():
    asked = question("the better blaster")
    assert suite.ask(TITLE, asked, Told(asked, "unit p")).score == 10
    assert suite.ask(TITLE, asked, Told(asked, "unit i")).score == 5


def test_the_same_agent_gives_the_same_answers():
    few = QUESTIONS[::6]
    once = [suite.ask(TITLE, q, find_agent("staff", 3)) for q in few]
    assert once == [suite.ask(TITLE, q, find_agent("staff", 3)) for q in few]


def test_an_unknown_condition_names_what_was_expected():
    posed = TITLE.mind.pose(TITLE, QUESTIONS[0].position)
    with pytest.raises(ValueError, match="expected a condition such as"):
        posed.holds("a dances", posed.g.side, [])
