"""The tactical questions of this title: well posed, and the staff answers them better than players without a plan."""

from __future__ import annotations

import pytest

from ardennes.agents import find as find_agent
from ardennes.kernel import Choice
from ardennes.lab import suite
from ardennes.titles import find

TITLE = find("bitter_woods")
QUESTIONS = suite.questions(TITLE)


def test_there_are_at_least_25_questions_with_different_names() -> None:
    assert len({question.name for question in QUESTIONS}) == len(QUESTIONS) >= 25
    assert len({question.theme for question in QUESTIONS}) >= 8


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda question: question.name)
def test_every_question_can_be_answered_fully_and_has_a_reason(asked: suite.Question) -> None:
    assert max(answer.score for answer in asked.answers) == suite.FULL
    assert asked.why.endswith(".")
    posed = TITLE.mind.pose(TITLE, asked.position)
    for text in asked.before:
        posed.g.apply(posed.action(text), asked.dice if text == asked.before[-1] else [])
    assert isinstance(posed.g.stack[-1], Choice)
    assert posed.g.side is not None


def test_staff_scores_most_of_it_and_chance_does_not() -> None:
    chosen = QUESTIONS[::3]

    def total(name: str) -> int:
        return sum(suite.ask(TITLE, question, find_agent(name, 0)).score for question in chosen)

    assert total("staff") >= 0.85 * suite.FULL * len(chosen)
    assert total("random") <= 0.6 * suite.FULL * len(chosen)


def test_conditions_that_make_no_sense_are_refused() -> None:
    posed = TITLE.mind.pose(TITLE, QUESTIONS[0].position)
    with pytest.raises(ValueError, match="expected a condition"):
        posed.holds("a near Bastogne", posed.g.side, [])
    with pytest.raises(ValueError, match="expected a unit"):
        TITLE.mind.pose(TITLE, {"when": "17AM German", "units": "nonsense"})
