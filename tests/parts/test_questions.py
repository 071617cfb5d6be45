"""Questions put together from their answers: what follows from each, and what a field of a step may hold."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Annotated, ClassVar, NamedTuple

import msgspec
import pytest

from ardennes.kernel import Action, Choice, Choices, Game, Match, Reason, Side, Step
from ardennes.kernel.fields import Field, declared, kinds
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.shapes import Number
from ardennes.lab import phrases
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles import EXAMPLES, KEYS, find
from ardennes.titles.crossroads.box import HAMLETS
from ardennes.titles.crossroads.state import State

NEAR = Rungs(
    lambda g, step, hamlet: {"hamlet": HAMLETS[hamlet]},
    Rung("X-1", "{hamlet} is far", each(lambda g, step, hamlet: hamlet > 3)),
    Rung("X-2", "{hamlet} is odd", lambda g, step, left: left & 0b101010),
)


class Ask(Question[State], frozen=True):
    """A question of every kind of answer."""

    rule: ClassVar[str] = "X-3"
    asks: ClassVar[str] = "{company} in {hamlet}: where to?"
    otherwise: ClassVar[tuple[str, str]] = ("X-4", "{company} is asked")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {"wait": ("X-7", "{company} waits elsewhere")}
    hamlet: Annotated[int, Field(Number(1, 5), lambda g, hamlet: HAMLETS[hamlet])] = 1

    def facts(self, g: State) -> dict[str, object]:
        return {"company": "the Allied company"}

    @pick(lambda step, g: 0b111110, by=NEAR, label=lambda step, g, hamlet: f"to {hamlet}")
    def go(self, g: State, hamlet: int) -> None:
        """It goes."""
        g.place[1] = hamlet

    @button(
        "Stay here",
        ("X-5", "{company} has cards enough in {hamlet}"),
        when=lambda step, g: len(g.hands[1]) < 3,
        alone=True,
    )
    def stay(self, g: State) -> None:
        """It stays."""
        g.place[1] = 1

    @pick(lambda step, g: [2], lambda step, g, target: Reason("X-6", f"not {target}"), stays=True)
    def standing(self, g: State, target: int) -> None:
        """Beside the question."""
        g.standing[1] = target


def full(step: Ask, g: State, target: None) -> Reason | None:
    """Why no card is drawn: one hand holds three."""
    return Reason("X-7", "it has cards enough") if len(g.hands[1]) > 2 else None


class Drawing(Ask, frozen=True):
    """A question with a button whose condition is the reason that it is not there."""

    @button(why=full)
    def draw(self, g: State) -> None:
        """A card is drawn."""


@pytest.fixture
def g() -> State:
    found = Match(Game.of(find("crossroads")), 1, (0, 4, 1, 5, 0)).state
    assert isinstance(found, State)
    found.replace(Ask(Side.ALLIED, 2))
    found._choices = None
    return found


def test_the_answers_are_offered_in_the_order_in_which_they_are_written(g):
    assert g.choices() == {"go": [2], "stay": [None], "standing": [2]}
    assert [*g.choices()] == ["go", "stay", "standing"]


def test_what_rungs_let_through_keeps_the_order_of_those_that_could_be_named(g):
    class Backwards(Question[State], frozen=True):
        """A question whose targets are named from the last to the first."""

        asks: ClassVar[str] = "where to?"

        @pick(lambda step, g: [4, 2, 1, 0], by=NEAR)
        def go(self, g: State, hamlet: int) -> None:
            """It goes."""

    assert Backwards(Side.ALLIED).choices(g) == {"go": [2, 0]}


def test_a_prompt_has_words_for_the_fields_of_its_step(g):
    assert g.stack[-1].prompt(g) == "the Allied company in Bleid: where to?"


@pytest.mark.parametrize(
    ("action", "rule", "text"),
    [
        (("go", 4), "X-1", "Drauffelt is far"),
        (("go", 3), "X-2", "Crendal is odd"),
        (("go", None), "", "there is no such thing on the map"),
        (("stay", 2), "", "there is no such thing on the map"),
        (("standing", 3), "X-6", "not 3"),
        (("card", 1), "X-4", "the Allied company is asked"),
        (("wait", None), "X-7", "the Allied company waits elsewhere"),
    ],
)
def test_every_refusal_has_the_reason_that_stands_beside_its_answer(g, action, rule, text):
    assert g.why_not(Action(*action)) == Reason(rule, text)


def test_why_is_for_what_is_not_among_those_that_rungs_judge(g):
    class Few(Ask, frozen=True):
        @pick(lambda step, g: [2, 3], ("X-8", "too far to be asked"), by=NEAR)
        def go(self, g: State, hamlet: int) -> None:
            """It goes."""

    few = Few(Side.ALLIED, 2)
    assert few.choices(g)["go"] == [2]
    assert few.refusal(g, Action("go", 3)) == Reason("X-2", "Crendal is odd")
    assert few.refusal(g, Action("go", 5)) == Reason("X-8", "too far to be asked")


def test_which_rungs_decide_may_depend_on_what_is_going_on(g):
    any_other = Rungs(lambda g, step, hamlet: {}, Rung("X-8", "not the second", lambda g, step, left: left & 4))

    class Varied(Ask, frozen=True):
        @pick(lambda step, g: 0b111110, by=lambda step, g: NEAR if g.hands[1] else any_other)
        def go(self, g: State, hamlet: int) -> None:
            """By one set of rungs or another."""

    g.hands[1] = (1,)
    g.replace(Varied(Side.ALLIED, 2))
    assert (g.choices()["go"], g.why_not(Action("go", 4))) == ([2], Reason("X-1", "Drauffelt is far"))
    g.hands[1] = ()
    varied = Varied(Side.ALLIED, 2)
    assert (varied.choices(g)["go"], varied.allows(g, Action("go", 2))) == ([1, 3, 4, 5], False)
    assert varied.refusal(g, Action("go", 2)) == Reason("X-8", "not the second")
    assert [asked.rungs for asked in varied.judged(g)] == [any_other]


def test_a_button_that_is_not_there_says_why(g):
    g.hands[1] = (1, 2, 3)
    assert g.why_not(Action("stay")) == Reason("X-5", "the Allied company has cards enough in Bleid")
    assert "stay" not in g.choices()


def test_a_button_is_there_unless_a_reason_is_found(g):
    g.replace(Drawing(Side.ALLIED, 2))
    assert (Drawing(Side.ALLIED).choices(g)["draw"], g.why_not(Action("draw"))) == ([None], None)
    g.hands[1] = (1, 2, 3)
    assert "draw" not in Drawing(Side.ALLIED).choices(g)
    assert Drawing(Side.ALLIED).refusal(g, Action("draw")) == Reason("X-7", "it has cards enough")


def test_a_button_is_there_unless_a_rung_keeps_it_out(g):
    spent = Rungs(
        lambda g, step, one: {"hamlet": HAMLETS[step.hamlet]},
        Rung("X-7", "cards enough in {hamlet}", lambda g, step, left: left if len(g.hands[1]) > 2 else 0),
        Rung("X-8", "no card is left", lambda g, step, left: 0 if g.hands[1] else left),
    )

    class Held(Ask, frozen=True):
        @button("Hold", by=spent)
        def hold(self, g: State) -> None:
            """A hand is held."""

    held = Held(Side.ALLIED, 2)
    g.replace(held)
    for hand, reason in (
        ((1,), None),
        ((1, 2, 3), Reason("X-7", "cards enough in Bleid")),
        ((), Reason("X-8", "no card is left")),
    ):
        g.hands[1], g._choices = hand, None
        assert (held.choices(g).get("hold"), held.why_not(g, Action("hold"))) == (None if reason else [None], reason)
        [asked] = [asked for asked in held.judged(g) if asked.name == "Held.hold"]
        assert (asked.those, asked.offered(g), asked.why_not(g, 0)) == (1, reason is None, reason)
    assert held.why_not(g, Action("hold", 0)) == Reason("X-4", "the Allied company is asked")


def test_an_answer_ends_its_question_unless_it_stays(g):
    depth = len(g.stack)
    g.act(Action("standing", 2))
    assert (len(g.stack), g.standing[1]) == (depth, 2)
    g.act(Action("go", 2))
    assert (len(g.stack), g.place[1]) == (depth - 1, 2)


@button("Shuffle", ("X-9", "{company} has a card in hand"), when=lambda step, g: not g.hands[1], stays=True)
def shuffle(step: Question[State], g: State) -> None:
    """Beside any question."""
    g.hands[1] = (1,)


class Beside(Ask, frozen=True):
    """A question beside which something else may be done."""

    asides = (shuffle,)


class Later(Beside, frozen=True):
    """One more answer of its own."""

    @button()
    def later(self, g: State) -> None:
        """Not now."""


def test_answers_beside_the_question_come_after_its_own_and_leave_it(g):
    g.hands[1] = ()
    assert [*Beside(Side.ALLIED, 2).choices(g)] == ["go", "stay", "standing", "shuffle"]
    later = Later(Side.ALLIED, 2)
    g.replace(later)
    assert [*g.choices()] == ["go", "stay", "standing", "later", "shuffle"]
    g.act(Action("shuffle"))
    assert (g.stack[-1], g.hands[1], [*g.choices()]) == (
        Later(Side.ALLIED, 2),
        (1,),
        ["go", "stay", "standing", "later"],
    )
    assert g.why_not(Action("shuffle")) == Reason("X-9", "the Allied company has a card in hand")
    assert later.button(g, "shuffle") == "Shuffle"
    assert "shuffle" not in Ask.answers


def test_whether_one_answer_is_allowed_asks_for_its_own_list_only(g):
    class Dear(Ask, frozen=True):
        @pick(lambda step, g: pytest.fail("listed"))
        def card(self, g: State, card: int) -> None:
            """Never asked for."""

    dear = Dear(Side.ALLIED, 2)
    for action, allowed in ((("go", 2), True), (("go", 3), False), (("stay", None), True), (("nothing", 1), False)):
        assert dear.allows(g, Action(*action)) is allowed


def test_whether_one_target_is_allowed_asks_rungs_about_no_other(g):
    asked: list[int] = []
    watched = Rungs(lambda g, step, hamlet: {}, Rung("X-1", "watched", each(lambda g, step, h: asked.append(h))))

    class Watched(Ask, frozen=True):
        @pick(lambda step, g: [1, 2, 3], by=watched)
        def go(self, g: State, hamlet: int) -> None:
            """Its rungs tell whom they were asked about."""

        @pick(lambda step, g: 0, quick=lambda step, g: 0b1100)
        def card(self, g: State, card: int) -> None:
            """Listed as a set."""

    watched_step = Watched(Side.ALLIED, 2)
    for action, allowed in ((("go", 2), True), (("go", 4), False), (("go", None), False), (("stay", 2), False)):
        assert watched_step.allows(g, Action(*action)) is allowed
    assert asked == [2]
    assert [target for target in range(-5, 6) if watched_step.allows(g, Action("card", target))] == [2, 3]


def test_a_question_that_lists_its_answers_otherwise_allows_what_it_lists(g):
    class Fewer(Ask, frozen=True):
        def choices(self, g: State) -> Choices:
            return {"stay": [None]}

    fewer = Fewer(Side.ALLIED, 2)
    assert (fewer.allows(g, Action("go", 2)), fewer.allows(g, Action("stay"))) == (False, True)


def test_answers_keep_their_names_and_descriptions():
    assert (Ask.go.__name__, Ask.go.__doc__, Ask.stay.__doc__) == ("go", "It goes.", "It stays.")
    assert Ask.taken_alone == {"stay"}


def test_buttons_and_labels_follow(g):
    step = g.stack[-1]
    assert isinstance(step, Choice)
    assert (step.button(g, "stay"), step.button(g, "go"), step.label(g, "go", 2)) == ("Stay here", "", "to 2")


def test_what_rungs_decide_is_judged(g):
    step = g.stack[-1]
    assert isinstance(step, Choice)
    assert [(asked.name, asked.those, asked.offered(g)) for asked in step.judged(g)] == [("Ask.go", 0b111110, 0b100)]


def test_the_catalogues_find_what_a_question_says():
    text = (
        "class Ask(Question):\n"
        "    asks: ClassVar[str] = 'Where to?'\n"
        "    otherwise: ClassVar[tuple[str, str]] = ('AB-1', 'choose')\n"
        "    @button('Stay here', ('AB-2', 'too many cards'))\n"
        "    def stay(self, g): ...\n"
        "    @pick(lambda step, g: [1], ('AB-3', 'not there'), label=lambda step, g, n: say('to {n}', n=n))\n"
        "    def go(self, g, n): ...\n"
        "R = Rungs(named, Rung('AB-4', 'too far', far))\n"
    )
    found = [text for node in ast.walk(ast.parse(text)) for text, _ in phrases._said(node, True)]
    wanted = {"Where to?", "choose", "Stay here", "too many cards", "not there", "to {n}", "too far"}
    assert wanted <= set(found)


# ---- fields ------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    one: Annotated[int, Number(0, 1)]
    other: bool


class Kept(msgspec.Struct, frozen=True):
    side: Side
    pair: Pair


class Held(Step, frozen=True):
    few: Annotated[int, Number(0, 3)]
    by_box: Annotated[int, lambda box: Number(0, box)]
    kept: Kept
    perhaps: Annotated[int, Number(5, 6)] | None = None
    some: int = 0
    called_now: Annotated[int, Number(0, 1)] = msgspec.field(default=0, name="called_once")


@pytest.mark.parametrize(
    ("name", "good", "bad", "expected"),
    [
        ("few", 3, 4, "few: expected a whole number from 0 to 3"),
        ("called_once", 1, 2, "called_once: expected a whole number from 0 to 1"),
        ("by_box", 9, 10, "by_box: expected a whole number from 0 to 9"),
        ("perhaps", None, 7, "perhaps: expected a whole number from 5 to 6"),
        ("kept", {"side": 1, "pair": [1, True]}, {"side": 1, "pair": [1, 0]}, "kept.pair[1]: expected true or false"),
    ],
)
def test_a_field_says_what_it_may_hold(name, good, bad, expected):
    kind = kinds(Held, 9)[name]
    kind.check(name, good)
    with pytest.raises(ValueError, match=f"^{expected.replace('[', '.').replace(']', '.')}"):
        kind.check(name, bad)


def test_a_field_that_says_nothing_is_left_to_its_type():
    assert declared(Held)["some"] is None
    kinds(Held, 9)["some"].check("some", -4)


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_every_field_of_every_step_is_held_to_something(key):
    """Either its declaration says what it may hold, or the title's shapes do."""
    title = find(key)
    shape = title.stack_shape(Game.of(title).data)
    assert shape is not None
    for name, step in title.steps.items():
        held = shape.of(name)
        assert set(held) == set(step.__struct_encode_fields__)
        if callable(shape.kinds):
            assert [field for field, fits in declared(step).items() if fits is None] == [], name
