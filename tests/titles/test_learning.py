"""What newcomers are shown can be done: every lesson is solved by its own answers, every word of it means something."""

from __future__ import annotations

import pytest

from ardennes.kernel import Action, Game, IllegalAction, Side, saves
from ardennes.parts.data.tables import DataError
from ardennes.parts.eye.learning import begun, learning, posed_for, rows
from ardennes.parts.title import Title
from ardennes.titles import KEYS, find

LESSONS = [(key, row) for key in KEYS for row in rows(find(key)).lesson]


@pytest.mark.parametrize("key", KEYS)
def test_every_scenario_has_a_briefing_and_every_title_something_to_learn(key: str):
    title = find(key)
    found = learning(title)
    assert set(found.briefings) == {scenario.key for scenario in title.scenarios}
    for briefing in found.briefings.values():
        assert len(briefing.tips) == 3
        assert len(briefing.places) >= 2
    for guide in found.guides:
        assert 6 <= len(guide.steps) <= 12
    assert found.guides
    assert len({lesson.key for lesson in found.lessons}) == len(found.lessons) >= 15


@pytest.mark.parametrize(("key", "row"), LESSONS, ids=[f"{key} {row.key}" for key, row in LESSONS])
def test_a_lesson_is_solved_by_its_own_answers(key: str, row):
    title = find(key)
    rules = {rule.id for chapter in title.handbook().chapters for rule in chapter.rules}
    assert row.rule in rules
    assert row.chapter in {chapter.key for chapter in title.handbook().chapters}
    match, _ = begun(title, row.key, seed=1)
    saves.tried(match.state)  # it can be kept and opened again
    posed = posed_for(title, row)
    before_last = match.state.copy()
    for text in row.do[:-1]:
        before_last.play(posed.action(text))
    for text in row.accept:
        assert before_last.allows(posed.action(text)), text
    if row.refused:
        *first, last = row.refused.split("; ")
        tried = match.state.copy()
        for text in first:
            tried.play(posed.action(text))
        with pytest.raises(IllegalAction) as refusal:
            tried.play(posed.action(last))
        assert refusal.value.reason.rule == row.refusal
    for text in row.do:
        match.play(posed.action(text))


@pytest.mark.parametrize("key", KEYS)
def test_what_a_guided_game_asks_for_can_be_done(key: str):
    title = find(key)
    for guide in learning(title).guides:
        side = Side(guide.seats.index("you"))
        state = _opening(title, guide.scenario, guide.seed)
        for step in guide.steps:
            if state.side is not side or step.goal.kind in ("log", "turn"):
                break  # from here on dice and others have a say
            if step.goal.kind == "did":
                offered = state.choices().get(step.goal.verb, ())
                target = step.goal.targets[0] if step.goal.targets else next(iter(offered), None)
                assert target in offered, step.say
                state.play(Action(step.goal.verb, target))
            elif step.goal.kind == "picked":
                for piece in step.goal.targets:
                    if piece in state.choices().get("unit", ()):
                        state.play(Action("unit", piece))


def _opening(title: Title, scenario: str, seed: int):
    return Game.of(title, scenario).start(seed)


def test_a_word_that_means_nothing_is_named(tmp_path, monkeypatch):
    title = type(find("tigers_in_the_mist"))()
    text = (title.data / "learning.toml").read_text(encoding="utf-8").replace('"place Nusbaum"', '"place Nusbaumm"')
    (tmp_path / "learning.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(type(title), "data", tmp_path)
    with pytest.raises(DataError, match="guide first: there is no place 'Nusbaumm'"):
        learning(title)


def test_a_small_title_has_nothing_to_teach():
    found = learning(find("crossroads"))
    assert (found.briefings, found.guides, found.lessons) == ({}, [], [])
