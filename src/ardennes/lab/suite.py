"""The tactical suite: positions with scored answers, put to agents one by one.

A title keeps its questions in `data/suite.toml` and describes positions in its own words (`Mind.pose`). An agent
sees its side's view as in a game and answers until it is through with what was asked: a whole movement, or one choice.
The first answer whose conditions all hold gives the score.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from ardennes.agents import Agent, find
from ardennes.kernel import Action, Choice, Side, State
from ardennes.parts.data.tables import DataFolder
from ardennes.parts.mind.mind import Posed
from ardennes.parts.title import Title

#: The score of a right answer.
FULL = 10
#: More actions than any movement takes: an agent that goes round in circles is stopped here.
MOST = 400


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an answer scores, and what must hold for it."""

    score: int
    when: list[str]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position and its answers. `before` are actions made before the question is put, with the dice they roll."""

    name: str
    theme: str
    why: str
    position: dict[str, object]
    answers: list[Answer]
    before: list[str] = []
    dice: list[int] = []


class Marked(msgspec.Struct, frozen=True):
    """A question as an agent answered it."""

    name: str
    theme: str
    score: int
    actions: list[str]


class _File(msgspec.Struct, frozen=True):
    question: list[Question]


def questions(title: Title) -> list[Question]:
    """The questions of a title."""
    folder = Path(__file__).parents[1] / "titles" / title.key / "data"
    return DataFolder(folder).table("suite.toml", _File).question


def ask(title: Title, question: Question, agent: Agent) -> Marked:
    """Put a question to an agent and mark the answer."""
    posed = title.mind.pose(title, question.position)
    for text in question.before:
        dice = question.dice if text == question.before[-1] else []
        posed.g.apply(posed.action(text), dice)
    asked, side = posed.g.stack[-1], posed.g.side
    assert isinstance(asked, Choice)
    assert side is not None, f"{question.name}: nobody has to decide"
    done: list[Action] = []
    words: list[str] = []
    stand_in = find("staff")  # answers what the other side is asked meanwhile
    while not done or (posed.g.side is not None and not posed.is_answered(asked) and len(words) < MOST):
        mover = posed.g.side
        assert mover is not None
        player = agent if mover is side else stand_in
        action = player.choose(posed.g.sight(mover))
        if mover is side:
            done.append(action)
            words.append(_words(posed.g, action))
        posed.g.play(action)
    return Marked(question.name, question.theme, _score(question, posed, side, done), words)


def _words(state: State, action: Action) -> str:
    game, (verb, target) = state.game, action
    return verb if target is None else f"{verb} {game.title.word(game, verb, target)}"


def _score(question: Question, posed: Posed, side: Side, done: list[Action]) -> int:
    for answer in question.answers:
        if all(posed.holds(condition, side, done) for condition in answer.when):
            return answer.score
    return 0
