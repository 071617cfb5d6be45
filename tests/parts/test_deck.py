"""A deck: cards are drawn without replacement, rest, come back, and nobody learns what he may not."""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

import pytest

from ardennes.kernel import Chances, Game, Scenario, Side, State, Step, Title, Verbs, columns
from ardennes.kernel.columns import HIDDEN, Audience
from ardennes.kernel.events import told
from ardennes.parts.rules import deck
from ardennes.parts.rules.deck import CardDrawn, Draw, Place

CARDS = 12
GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def own(box: object, card: int, side: int) -> bool:
    """Even cards are German, odd ones Allied."""
    return card % 2 == side


class Table(State):
    hands: list[tuple[int, ...]] = columns.by_side(
        columns.tokens(CARDS, "deck", seen="known", home=own), audience=Audience.OWNER
    )
    piles: list[tuple[int, ...]] = columns.by_side(
        columns.tokens(CARDS, "deck", seen="known", home=own), audience=Audience.NONE
    )
    discards: list[tuple[int, ...]] = columns.by_side(columns.tokens(CARDS, "deck", home=own))
    resting: list[tuple[int, ...]] = columns.by_side(columns.tokens(CARDS, "deck", home=own))
    known: list[int] = columns.by_side(columns.bits(CARDS), audience=Audience.OWNER)


class DrawCards(Draw[Table], frozen=True):
    known: ClassVar[str] = "known"

    def here(self, g: Table) -> Place:
        return Place("piles", self.side)

    def there(self, g: Table) -> Place:
        return Place("hands", self.side)

    def refill(self, g: Table) -> None:
        deck.move_all(g, Place("discards", self.side), Place("piles", self.side), "known")


class Cards(Title):
    key, name, rules_version = "cards", "Cards", 1
    state = Table
    verbs = Verbs()
    steps: ClassVar[dict[str, type[Step]]] = {"DrawCards": DrawCards}

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("only", "Only", "", ""),)

    def load(self, scenario: str, options: object) -> None:
        return None

    def set_up(self, game: Game) -> Table:
        g = Table(game)
        for card in range(CARDS):
            deck.put(g, Place("piles", Side(card % 2)), [card])
        return g


@pytest.fixture
def g() -> Table:
    g = Game.of(Cards()).unstarted(7)
    assert isinstance(g, Table)
    return g


def draw(g: Table, side: Side, *cards: int) -> None:
    DrawCards(side, len(cards)).begin(g)
    g.settle(cards)


def test_each_card_of_a_pile_is_as_likely_and_comes_once(g: Table) -> None:
    DrawCards(GERMAN).begin(g)
    found = g.advance()
    assert isinstance(found, Chances)
    assert sorted(found.pairs) == [(1, card) for card in range(0, CARDS, 2)]
    g.settle([4])
    assert g.hands[GERMAN] == (4,)
    assert 4 not in g.piles[GERMAN]


def test_a_draw_of_several_ends_when_the_pile_does(g: Table) -> None:
    DrawCards(GERMAN, 9).begin(g)
    g.settle()
    assert sorted(g.hands[GERMAN]) == [*range(0, CARDS, 2)]
    assert g.stack == ()
    DrawCards(GERMAN).begin(g)
    assert g.stack == ()


def test_an_empty_pile_is_refilled_where_the_rules_say_so(g: Table) -> None:
    draw(g, GERMAN, 0, 2, 4, 6, 8, 10)
    deck.move(g, 6, Place("hands", GERMAN), Place("discards", GERMAN), "known")
    DrawCards(GERMAN, 2).begin(g)
    g.settle()
    assert 6 in g.hands[GERMAN]
    assert g.discards[GERMAN] == g.piles[GERMAN] == ()


def test_discards_that_rest_come_back_a_day_later(g: Table) -> None:
    draw(g, ALLIED, 3)
    deck.move(g, 3, Place("hands", ALLIED), Place("discards", ALLIED), "known")
    for _ in range(2):  # each evening: what rested comes back, what was discarded today rests
        deck.move_all(g, Place("resting", ALLIED), Place("piles", ALLIED), "known")
        deck.move_all(g, Place("discards", ALLIED), Place("resting", ALLIED), "known")
        assert (3 in g.piles[ALLIED]) is (g.resting[ALLIED] == ())


def test_a_side_sees_its_hand_and_no_pile_not_even_its_own(g: Table) -> None:
    draw(g, GERMAN, 4, 8)
    for side, hand in ((GERMAN, (4, 8)), (ALLIED, (HIDDEN, HIDDEN)), (None, (HIDDEN, HIDDEN))):
        seen = g.sight(side).state
        assert isinstance(seen, Table)
        assert seen.hands[GERMAN] == hand
        assert seen.piles[GERMAN] == (HIDDEN,) * 4


def test_who_saw_a_card_go_back_remembers_it_until_it_may_have_moved_on(g: Table) -> None:
    draw(g, GERMAN, 4, 8)
    deck.move(g, 4, Place("hands", GERMAN), Place("discards", GERMAN), "known")
    assert g.sight(ALLIED).state.discards[GERMAN] == (4,)  # type: ignore[attr-defined]
    deck.move_all(g, Place("discards", GERMAN), Place("piles", GERMAN), "known")
    for side in (GERMAN, ALLIED):
        assert 4 in g.sight(side).state.piles[GERMAN]  # type: ignore[attr-defined]
    draw(g, GERMAN, 6)
    assert 4 in g.sight(GERMAN).state.piles[GERMAN]  # type: ignore[attr-defined] # he saw what came instead
    assert 4 not in g.sight(ALLIED).state.piles[GERMAN]  # type: ignore[attr-defined]
    assert g.sight(ALLIED).state.known[GERMAN] == 0  # type: ignore[attr-defined] # what I remember is mine


def test_imagined_cards_lie_where_they_can_and_all_ways_come_up(g: Table) -> None:
    draw(g, GERMAN, 4, 8)
    draw(g, ALLIED, 1)
    sight = g.sight(ALLIED)
    hands: Counter[tuple[int, ...]] = Counter()
    for seed in range(600):
        made = sight.imagine(seed)
        assert isinstance(made, Table)
        assert columns.broken(made) == []
        assert made.hands[ALLIED] == (1,)
        hands[tuple(sorted(made.hands[GERMAN]))] += 1
    assert len(hands) == 15  # two of six German cards
    assert max(hands.values()) < 3 * min(hands.values())


def test_tokens_that_lie_where_they_cannot_are_an_invariant_broken(g: Table) -> None:
    g.hands[GERMAN] = (1,)
    g.piles[ALLIED] = tuple(card for card in g.piles[ALLIED] if card != 1)
    assert columns.broken(g) == ["pool deck: tokens [1] lie where they cannot"]


def test_a_draw_is_told_to_its_owner_only(g: Table) -> None:
    g.events = []
    draw(g, GERMAN, 4)
    [event] = g.events
    assert isinstance(event, CardDrawn)
    assert event.sentence() == "German draws {card:4}."
    for side in (ALLIED, None):
        hidden = event.seen_by(side)
        assert hidden.card == HIDDEN
        assert hidden.sentence() == "German draws a card."


def test_cards_drawn_one_after_another_are_told_in_one_sentence(g: Table) -> None:
    g.events = []
    for card in (4, 2):
        draw(g, GERMAN, card)
    draw(g, ALLIED, g.piles[ALLIED][0])
    assert [event.sentence() for event in told(g.events, GERMAN)] == [
        "German draws {card:4} and {card:2}.",
        "Allied draws a card.",
    ]
    assert [event.sentence() for event in told(g.events, None)] == ["German draws 2 cards.", "Allied draws a card."]


def test_random_moves_never_lose_a_card_and_sights_stay_the_same_when_the_hidden_is_shuffled(g: Table) -> None:
    rng = random.Random(3)
    places = ("hands", "piles", "discards", "resting")
    for number in range(300):
        side = rng.choice((GERMAN, ALLIED))
        here, there = (Place(name, side) for name in rng.sample(places, 2))
        if here.column == "piles" and there.column == "hands":
            DrawCards(side).begin(g)
            g.settle()
        elif rng.random() < 0.2:
            deck.move_all(g, here, there, "known")
        elif cards := here.cards(g):
            deck.move(g, rng.choice(cards), here, there, "known")
        assert columns.broken(g) == []
        assert len(columns.slots(g, "deck")) == CARDS
        for viewer in (GERMAN, ALLIED, None):
            sight = g.sight(viewer)
            assert sight.imagine(number).sight(viewer).table() == sight.table()
