"""Reactions: asked whatever one holds, answered in advance if one likes, and answered in turn by the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from ardennes.kernel import (
    Action,
    Choice,
    Choices,
    Game,
    Match,
    Outcome,
    Reason,
    Scenario,
    Side,
    State,
    Step,
    Title,
    Verb,
    Verbs,
    columns,
    conformance,
    kind_of,
    saves,
)
from ardennes.kernel.columns import Audience
from ardennes.parts.eye import sideboard
from ardennes.parts.rules import reaction
from ardennes.parts.rules.reaction import Window

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
#: Card 0 is a mine, card 1 mends it, the others are good for nothing.
MINE, MEND = 0, 1
CARD = kind_of("card", "number", lambda box: ("mine", "mend", "two", "three"))


class Table(State):
    steps_taken: int = columns.number(high=9)
    stopped: int = columns.number(high=9)
    hands: list[tuple[int, ...]] = columns.by_side(columns.tokens(4, "deck"), audience=Audience.OWNER)
    pile: tuple[int, ...] = columns.tokens(4, "deck", audience=Audience.NONE)
    played: tuple[int, ...] = columns.tokens(4, "deck")
    standing: list[int] = reaction.standing_answers(2)


def lay(g: Table, side: Side, card: int) -> None:
    g.hands[side] = tuple(held for held in g.hands[side] if held != card)
    g.played += (card,)


class March(Choice[Table], frozen=True):
    """The German marches until he has gone three steps or been stopped."""

    rule: ClassVar[str] = "M-1"

    def prompt(self, g: Table) -> str:
        return "March on"

    def choices(self, g: Table) -> Choices:
        return {"go": [None], "standing": reaction.standing_choices(g, self.side, 2)}

    def why_not(self, g: Table, action: Action) -> Reason | None:
        return None if action.target in self.choices(g).get(action.verb, ()) else Reason("M-1", "march on")

    def standing(self, g: Table, target: int) -> None:
        reaction.set_standing(g, self.side, target)

    def go(self, g: Table) -> None:
        g.steps_taken += 1
        if g.steps_taken == 3:
            g.finish(Outcome(None, "end", g.stopped))
            return
        Mine(ALLIED).ask(g)


class Mine(Window[Table], frozen=True):
    rule: ClassVar[str] = "M-2"
    question: ClassVar[int] = 0

    def prompt(self, g: Table) -> str:
        return "Lay a mine?"

    def possible(self, g: Table) -> bool:
        return bool(g.hands[self.side])

    def reactions(self, g: Table) -> dict[str, Sequence[int | None]]:
        return {"card": [card for card in g.hands[self.side] if card == MINE]}

    def card(self, g: Table, card: int) -> None:
        g.pop()
        lay(g, self.side, card)
        g.stopped += 1
        Mend(GERMAN).ask(g)


class Mend(Window[Table], frozen=True):
    rule: ClassVar[str] = "M-3"
    question: ClassVar[int] = 1

    def prompt(self, g: Table) -> str:
        return "Mend the road?"

    def possible(self, g: Table) -> bool:
        return bool(g.hands[self.side])

    def reactions(self, g: Table) -> dict[str, Sequence[int | None]]:
        return {"card": [card for card in g.hands[self.side] if card == MEND]}

    def card(self, g: Table, card: int) -> None:
        g.pop()
        lay(g, self.side, card)
        g.stopped -= 1


class Marching(Title):
    key, name, rules_version = "marching", "Marching", 1
    state = Table
    verbs = Verbs(
        Verb("go", "Go"), Verb("decline", "No"), Verb("card", "Card", CARD), reaction.standing_verb(("mine", "mend"))
    )
    steps: ClassVar[dict[str, type[Step]]] = {step.__name__: step for step in (March, Mine, Mend)}

    def __init__(self, german: tuple[int, ...] = (MEND,), allied: tuple[int, ...] = (MINE,)) -> None:
        self.dealt = [german, allied]

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("only", "Only", "", ""),)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> None:
        return None

    def set_up(self, game: Game) -> Table:
        g = Table(game)
        g.hands = [*self.dealt]
        g.pile = tuple(card for card in range(4) if card not in (*self.dealt[0], *self.dealt[1]))
        g.push(March(GERMAN))
        return g


def begun(german: tuple[int, ...] = (MEND,), allied: tuple[int, ...] = (MINE,)) -> Match:
    return Match(Game.of(Marching(german, allied)), 1)


GO, NO = Action("go"), Action("decline")


@pytest.mark.parametrize("allied", [(MINE,), (2,)])
def test_whoever_could_react_is_asked_whatever_he_holds(allied: tuple[int, ...]) -> None:
    match = begun(allied=allied)
    match.play(GO)
    assert match.state.side is ALLIED
    assert match.state.actions()[-1] == NO
    assert (Action("card", MINE) in match.state.actions()) is (allied == (MINE,))


def test_nobody_is_asked_who_openly_holds_nothing() -> None:
    match = begun(allied=())
    match.play(GO)
    assert match.state.side is GERMAN


def test_a_reaction_may_be_countered() -> None:
    match = begun()
    for action in (GO, Action("card", MINE), Action("card", MEND)):
        match.play(action)
    assert match.state.stopped == 0  # type: ignore[attr-defined]
    assert match.state.played == (MINE, MEND)  # type: ignore[attr-defined]
    assert match.state.side is GERMAN


def test_a_standing_answer_is_given_unasked_until_it_is_changed() -> None:
    match = begun()
    match.play(GO)
    match.play(Action("standing", 1))  # never a mine: this time neither
    assert match.state.side is GERMAN
    match.play(GO)
    assert match.state.side is GERMAN
    state = match.state.copy()
    reaction.set_standing(state, ALLIED, 0)
    assert state.standing == [0, 0]  # type: ignore[attr-defined]


def test_a_standing_answer_is_saved_replayed_and_taken_back() -> None:
    match = begun()
    match.play(Action("standing", 3))
    assert match.state.standing == [2, 0]  # type: ignore[attr-defined]
    assert match.state.choices()["standing"] == [1, 2]
    again = saves.load(saves.dump(match), lambda key: Marching())
    assert saves.position(again.state) == saves.position(match.state)
    match.undo()
    assert match.state.standing == [0, 0]  # type: ignore[attr-defined]


def test_the_other_side_does_not_see_a_standing_answer() -> None:
    match = begun()
    match.play(Action("standing", 3))
    for side, seen in ((GERMAN, 2), (ALLIED, 0), (None, 0)):
        assert match.state.sight(side).state.standing == [seen, 0]  # type: ignore[attr-defined]


def test_the_panel_shows_a_sides_own_answers() -> None:
    match = begun()
    match.play(Action("standing", 3))
    questions = {"M-2": "Lay mines?", "M-3": "Mend roads?"}
    shown = sideboard.shown_standing(match.state, GERMAN, questions)
    assert [(row.question, row.now, row.rule) for row in shown] == [("Lay mines?", 0, "M-2"), ("Mend roads?", 3, "M-3")]
    assert sideboard.shown_standing(match.state, None, questions) == []


@pytest.mark.parametrize("allied", [(MINE,), (2,), (2, 3), (MINE, 3), ()])
def test_random_games_keep_every_rule_of_the_house(allied: tuple[int, ...]) -> None:
    def check(match: Match) -> None:
        conformance.invariants(match)
        for thorough in conformance.THOROUGH:
            thorough(match)

    for seed in range(20):
        conformance.random_game(Game.of(Marching(allied=allied)), seed, check, limit=500)
