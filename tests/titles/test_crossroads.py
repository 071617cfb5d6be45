"""Crossroads, the worked example: its rules, and that the whole house plays it."""

from __future__ import annotations

import pytest

from ardennes.kernel import Action, Choices, Game, Match, Side, conformance
from ardennes.kernel.columns import HIDDEN
from ardennes.lab import sights
from ardennes.parts.rules.deck import CardDrawn
from ardennes.titles import find
from ardennes.titles.crossroads import rules
from ardennes.titles.crossroads.state import State

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
STAY, DECLINE = Action("stay"), Action("decline")
#: Set-up: the Allied cards are drawn first (0 and 4), then the German ones, then a chit.
DEALT = (0, 4, 1, 5)


def begun(*chits: int, scenario: str = "night") -> Match:
    return Match(Game.of(find("crossroads"), scenario), 1, (*DEALT, *chits))


def table(match: Match) -> State:
    assert isinstance(match.state, State)
    return match.state


def go(hamlet: int) -> Action:
    return Action("go", hamlet)


def near() -> Match:
    """The German company stands beside the Allied one and is to act: he holds cards 1 and 5, the Allied 0 and 4."""
    match = begun(0, scenario="long")
    for hamlet, chit in ((2, 1), (4, 0), (3, 0)):
        match.play(go(hamlet), [chit])
    return match


def test_a_chit_says_who_acts_and_does_not_come_again():
    match = begun(0)
    assert match.state.side is GERMAN
    assert list(table(match).chits) == [2, 3]
    match.play(go(2), [1])
    assert match.state.side is ALLIED
    assert list(table(match).chits) == [2, 2]


def test_a_card_drawn_is_told_to_its_owner_only():
    match = begun(0)
    [drawn, _] = match.play(STAY, [3, 1]).events
    assert drawn.seen_by(GERMAN).sentence() == "German draws {card:3}."
    assert drawn.seen_by(ALLIED).sentence() == drawn.seen_by(None).sentence() == "German draws a card."


def test_an_attack_is_stopped_by_an_ambush():
    match = near()
    match.play(go(4))
    assert match.state.side is ALLIED
    match.play(Action("card", 0))
    assert match.state.side is GERMAN, "he may have scouts"
    match.play(DECLINE, [1])
    assert list(table(match).place) == [3, 4]


def test_scouts_find_an_ambush_out():
    match = near()
    for action, chance in ((go(4), ()), (Action("card", 0), ()), (Action("card", 5), (1,))):
        match.play(action, chance)
    assert list(table(match).place) == [4, 5]
    assert table(match).discards == (0, 5)


def test_an_attack_that_nobody_stops_drives_the_enemy_back():
    match = near()
    match.play(go(4))
    match.play(DECLINE, [0])
    assert list(table(match).place) == [4, 5]
    reason = match.state.why_not(go(5))
    assert reason is not None
    assert reason.rule == "X-4"


def test_a_side_sees_its_own_hand_and_counts_the_other():
    state = begun(0).state
    for side, german, allied in ((GERMAN, (1, 5), (HIDDEN,) * 2), (ALLIED, (HIDDEN,) * 2, (0, 4))):
        seen = state.sight(side).state
        assert isinstance(seen, State)
        assert seen.hands == [german, allied]
        assert seen.pile == (HIDDEN,) * 4


@pytest.mark.parametrize("scenario", ["night", "long"])
def test_random_games_keep_every_rule_of_the_house(scenario):
    def check(match: Match) -> None:
        conformance.invariants(match)
        for thorough in conformance.THOROUGH:
            thorough(match)

    for seed in range(30):
        conformance.random_game(Game.of(find("crossroads"), scenario), seed, check, limit=2000)


def bare(step: rules.Ambush, g: State) -> Choices:
    """The choices of a window without the standing answer."""
    return {verb: targets for verb, targets in step.reactions(g).items() if targets} | {"decline": [None]}


def leaks(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """Spoil one thing that keeps a secret."""
    if change == "asking only whom it concerns":
        monkeypatch.setattr(rules.Ambush, "possible", lambda step, g: bool(step.reactions(g).get("card")))
    elif change == "declining alone":
        monkeypatch.setattr(rules.Ambush, "taken_alone", frozenset({"decline"}))
        monkeypatch.setattr(rules.Ambush, "choices", bare)
    elif change == "telling all of a draw":
        monkeypatch.setattr(CardDrawn, "seen_by", lambda event, side: event)
    elif change == "a look that sees the hand":
        monkeypatch.setattr(State, "_hide", lambda state, seen, side: None)


@pytest.mark.parametrize(
    "change",
    ["asking only whom it concerns", "declining alone", "telling all of a draw", "a look that sees the hand"],
)
def test_every_leak_is_found(monkeypatch, change):
    leaks(monkeypatch, change)
    games = [Game.of(find("crossroads"), scenario.key) for scenario in find("crossroads").scenarios]
    with pytest.raises(conformance.Broken):
        list(sights.looked_at(games, 200, seed=1))
