"""Cards in hands, piles and discards: drawn without replacement, remixed, rested.

A title declares where its cards lie, each place a column of tokens of one pool:

    hands: list[tuple[int, ...]] = by_side(tokens(cards, "deck", seen="known", home=own), audience=Audience.OWNER)
    piles: list[tuple[int, ...]] = by_side(tokens(cards, "deck", seen="known", home=own), audience=Audience.NONE)
    discards: list[tuple[int, ...]] = by_side(tokens(cards, "deck", home=own))
    known: list[int] = by_side(bits(cards), audience=Audience.OWNER)

A column with one row for each side is a place of each side; a column that is a single row is shared. No pile has an
order: which card comes is settled when it is drawn, so there is nothing to shuffle and nothing to peek at. What a side
may remember of cards that went face down again is kept in `known` and forgotten when one of them may have moved on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from ardennes import kernel
from ardennes.kernel import Chance, Chances, Side, State
from ardennes.kernel.columns import HIDDEN, Audience
from ardennes.kernel.shapes import Number
from ardennes.kernel.words import say, several
from ardennes.parts.rules.events import Drawn, Event

G = TypeVar("G", bound=State)


class Place(NamedTuple):
    """Where cards lie: a column, and whose row of it."""

    column: str
    side: Side = Side.GERMAN

    def cards(self, g: State) -> tuple[int, ...]:
        """The cards there, in the order they came."""
        held: Any = getattr(g, self.column)
        found: tuple[int, ...] = held[self.side] if isinstance(held, list) else held
        return found

    def _put(self, g: State, cards: tuple[int, ...]) -> None:
        held: Any = getattr(g, self.column)
        if isinstance(held, list):
            held[self.side] = cards
        else:
            setattr(g, self.column, cards)

    def shows(self, g: State, side: Side | None) -> bool:
        """Whether a side (None: a spectator) sees the faces there."""
        audience = type(g).columns[self.column].audience
        return audience is Audience.ALL or (audience is Audience.OWNER and side is self.side)


def chances(cards: Sequence[int]) -> Chances:
    """One of these cards, each as likely; the outcome is the card."""
    return Chances([(1, card) for card in cards])


def put(g: State, place: Place, cards: Iterable[int]) -> None:
    """Lay cards that lie nowhere yet, as at set-up or when they enter the game."""
    place._put(g, (*place.cards(g), *cards))


def take(g: State, place: Place, card: int) -> None:
    """Take a card from where it lies, out of the game or to be put elsewhere by the caller."""
    cards = place.cards(g)
    at = cards.index(card)
    place._put(g, (*cards[:at], *cards[at + 1 :]))


def move(g: State, card: int, here: Place, there: Place, known: str = "") -> None:
    """Move one card. Whoever saw it here and cannot see it there remembers it, if there is a column `known`.

    Whoever could see it neither here nor there forgets what he remembered of cards here: any of them may have gone.
    """
    take(g, here, card)
    put(g, there, [card])
    if known:
        blind = _remember(g, card, here, there, known)
        for side in blind:
            getattr(g, known)[side] &= ~_bits((card, *here.cards(g)))


def move_all(g: State, here: Place, there: Place, known: str = "") -> None:
    """Move all cards of a place: a pile remixed, yesterday's discards brought back, a hand thrown in."""
    for card in here.cards(g):
        take(g, here, card)
        put(g, there, [card])
        if known:
            _remember(g, card, here, there, known)


def _remember(g: State, card: int, here: Place, there: Place, known: str) -> list[Side]:
    """Note who knows where a card is now; returns those who could see it neither here nor there."""
    remembered, blind = getattr(g, known), []
    for side in (Side.GERMAN, Side.ALLIED):
        if there.shows(g, side):
            remembered[side] &= ~(1 << card)
        elif here.shows(g, side):
            remembered[side] |= 1 << card
        else:
            blind.append(side)
    return blind


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards if card != HIDDEN)


def dealt(number: int) -> str:
    """So many cards come into hands."""
    return several("{number} card is drawn.", "{number} cards are drawn.", number)


def drawn_from(kind: str) -> str:
    """What is drawn rather than rolled (`Chance.luck`), in words.

    >>> drawn_from("cup")
    'chits'
    """
    known = {"cup": say("chits"), "deck": say("cards"), "depots": say("depots")}
    return known.get(kind, kind)


class CardDrawn(Event, frozen=True):
    """A card was drawn; who may not see it hears only that."""

    names: ClassVar[Mapping[str, str]] = {"card": "card"}
    side: Side
    #: `HIDDEN` for whom it is hidden.
    card: int

    def seen_by(self, side: Side | None) -> CardDrawn:
        return self if side is self.side else msgspec.structs.replace(self, card=HIDDEN)

    def words(self) -> str:
        return "{side} draws a card." if self.card == HIDDEN else "{side} draws {card}."

    def drawn(self) -> Drawn:
        return {"side": int(self.side)}

    def joined(self, later: kernel.Event) -> kernel.Event | None:
        return CardsDrawn(self.side, (self.card,)).joined(later)


class CardsDrawn(Event, frozen=True):
    """Several cards were drawn one after another; who may not see them hears how many."""

    names: ClassVar[Mapping[str, str]] = {"cards": "card"}
    side: Side
    cards: tuple[int, ...]

    def words(self) -> str:
        return "{side} draws {number} cards." if HIDDEN in self.cards else "{side} draws {cards}."

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "number": len(self.cards)}

    def drawn(self) -> Drawn:
        return {"side": int(self.side)}

    def joined(self, later: kernel.Event) -> kernel.Event | None:
        """One more card of the same side, if it is as hidden as these."""
        if not isinstance(later, CardDrawn) or later.side is not self.side:
            return None
        return CardsDrawn(self.side, (*self.cards, later.card)) if (later.card < 0) is (self.cards[0] < 0) else None


class Draw(Chance[G], frozen=True):
    """So many cards come at random, one by one, from one place to another.

    A title says from where to where, and what is told; `refill` may bring cards when the place is empty. Push it with
    `begin`, which pushes nothing where nothing is to come.
    """

    luck: ClassVar[str] = "deck"
    #: The column of what each side remembers, if there is one.
    known: ClassVar[str] = ""

    side: Side
    left: Annotated[int, Number(0, 999)] = 1

    def here(self, g: G) -> Place:
        """Where cards come from; each of those there is as likely."""
        raise NotImplementedError

    def there(self, g: G) -> Place:
        """Where they go."""
        raise NotImplementedError

    def refill(self, g: G) -> None:
        """Bring cards to an empty place, if the rules do."""

    def told(self, g: G, card: int) -> None:
        """Tell of one card."""
        g.tell(CardDrawn, self.side, card)

    def begin(self, g: G) -> None:
        """Push this step if there is anything to draw."""
        if self.left > 0 and self._any(g):
            g.push(self)

    def _any(self, g: G) -> bool:
        if not self.here(g).cards(g):
            self.refill(g)
        return bool(self.here(g).cards(g))

    def chances(self, g: G) -> Chances:
        return chances(self.here(g).cards(g))

    def shown_to(self, g: G, side: Side | None) -> bool:
        return self.here(g).shows(g, side) or self.there(g).shows(g, side)

    def resolve(self, g: G, outcome: int) -> None:
        move(g, outcome, self.here(g), self.there(g), self.known)
        self.told(g, outcome)
        g.pop()
        msgspec.structs.replace(self, left=self.left - 1).begin(g)


def counted(cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """What a side knows of a place: the faces it knows, and how many others there are."""
    faces = tuple(card for card in cards if card != HIDDEN)
    return faces, len(cards) - len(faces)
