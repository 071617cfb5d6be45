"""5.0 Draw piles and hands: the cards of the day, hands filled from the pile, discards that rest a day."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.parts.rules import deck
from ardennes.parts.rules.deck import Place
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, Event
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST
from ardennes.titles.enemy_action_ardennes.box.fields import RuleId
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, RESERVE, State

BOTH = (Side.GERMAN, Side.ALLIED)
#: What is said of a card that lies elsewhere.
NOT_IN_HAND = ("EA-5.1h", "that card is not in your hand")
_BRITISH = CORPS.index("XXX")


class DrawSupplementals(deck.Draw[State], frozen=True):
    """4.0d The day's supplementals go face down into the draw pile."""

    known: ClassVar[str] = "known"

    def here(self, g: State) -> Place:
        return Place("available", self.side)

    def there(self, g: State) -> Place:
        return Place("piles", self.side)

    def told(self, g: State, card: int) -> None:
        pass


class DrawHand(deck.Draw[State], frozen=True):
    """4.0g, 4.0o Cards come from the draw pile into the hand."""

    known: ClassVar[str] = "known"

    def here(self, g: State) -> Place:
        return Place("piles", self.side)

    def there(self, g: State) -> Place:
        return Place("hands", self.side)


class LoseCards(deck.Draw[State], frozen=True):
    """5.1b, EA-ET.1 Random cards of a hand are discarded."""

    known: ClassVar[str] = "known"
    under: RuleId = ""

    def here(self, g: State) -> Place:
        return Place("hands", self.side)

    def there(self, g: State) -> Place:
        return Place("discards", self.side)

    def told(self, g: State, card: int) -> None:
        g.tell(events.CardDiscarded, self.side, card, self.under)


def discard(g: State, card: int, where: str = "discards") -> None:
    """5.7a A card leaves its owner's hand; where it goes back to the pile (5.7c), all know it is there."""
    side = g.box.cards[card].side
    deck.move(g, card, Place("hands", side), Place(where, side), "known")


def todays_events(g: State, card: Card) -> int:
    """5.2d, EA-ET.18 The events of a card that may be played today."""
    return board_of(line.event for line in card.commands if line.days >> g.day & 1)


def held(g: State, side: Side) -> list[int]:
    """The cards of a hand, as far as they are seen."""
    return [card for card in g.hands[side] if card >= 0]


def limit(g: State, side: Side) -> int:
    """5.0 The hand size of the day."""
    return g.box.calendar[g.day].hands[side]


def refill(g: State, side: Side) -> None:
    """4.0o The hand is brought up to its limit, as far as the pile goes."""
    DrawHand(side, limit(g, side) - len(g.hands[side])).begin(g)


def has_cards(g: State, side: Side) -> bool:
    """4.0q Whether a side can still have impulses today."""
    return bool(g.hands[side] or g.piles[side])


def may_pass(g: State, side: Side) -> bool:
    """5.1e, 5.1f Passing takes an empty pile and the smaller hand; of equal hands the Allied one is the smaller."""
    ours, theirs = len(g.hands[side]), len(g.hands[side.enemy])
    return not g.piles[side] and (ours <= theirs if side is Side.ALLIED else ours < theirs)


# ---- card preparation --------------------------------------------------------------------------------------


def okw_arrived(g: State) -> bool:
    """11.4c Whether the OKW Reserve has come, and its cards with it."""
    place = g.place[g.box.units.formations[g.box.units.formation[_first(g.box.okw)]].members[0]]
    return place < OFF_MAP or place == RESERVE


def _first(board: int) -> int:
    return (board & -board).bit_length() - 1


def due(g: State, card: Card) -> bool:
    """4.0c, 11.4c, EA-ET.3 Whether a card enters play by today."""
    if not card.entry:
        return okw_arrived(g)
    entry = card.entry
    if card.corps == _BRITISH and entry == 22 and g.special >> Event.ALLIED_COMMAND_CRISIS & 1:
        entry += 1
    return entry <= g.day


def enter(g: State) -> None:
    """4.0c Reinforcement cards of today join the draw pile or the available supplementals."""
    for side in BOTH:
        for number in g.entering[side]:
            card = g.box.cards[number]
            if due(g, card):
                there = Place("piles" if card.primary else "available", side)
                deck.move(g, number, Place("entering", side), there, "known")


def supplementals(side: Side, count: int = 0) -> Callable[[State], None]:
    """4.0d A phase: a side's supplementals of the day are drawn; `count` where the calendar does not say."""

    def phase(g: State) -> None:
        DrawSupplementals(side, count or g.box.calendar[g.day].supplementals[side]).begin(g)

    return phase


def bring_back(g: State) -> None:
    """4.0e, 4.0f Yesterday's discards come back: supplementals available again, too late for today's draw; primary
    cards into the draw pile."""
    for side in BOTH:
        here = Place("discards", side)
        for card in here.cards(g):
            there = Place("piles" if g.box.cards[card].primary else "available", side)
            deck.move(g, card, here, there, "known")
        g.tell(events.Prepared, side, len(g.piles[side]))


def deal(side: Side) -> Callable[[State], None]:
    """4.0g A phase: a side's opening hand."""

    def phase(g: State) -> None:
        refill(g, side)

    return phase


def lay_out(g: State) -> None:
    """3.0b, 3.0c, 15.5v Cards of the first day into draw pile and available pile, later ones face up; cards that take
    no part are set aside."""
    box = g.box
    for side in BOTH:
        taking_part = set(box.cards_of[side])
        for number, card in enumerate(box.cards):
            if card.side is not side:
                continue
            if number not in taking_part:
                where = "unused"
            elif not card.entry or card.entry > max(box.first_day, FIRST):
                where = "entering"
            else:
                where = "piles" if card.primary else "available"
            deck.put(g, Place(where, side), [number])
