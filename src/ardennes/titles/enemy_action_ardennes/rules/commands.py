"""5.0, 6.0 The command of an impulse: a card from the hand, and one of the lines on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from ardennes.kernel import Action, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import phrase, say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.reaction import ANSWERED_SO, set_standing, standing_choices
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, CardKind, Event
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS
from ardennes.titles.enemy_action_ardennes.box.fields import Card as CardField
from ardennes.titles.enemy_action_ardennes.rules import activations, command_events, deck, replacements, reserves
from ardennes.titles.enemy_action_ardennes.rules.activations import Activation
from ardennes.titles.enemy_action_ardennes.state import Occasion, State
from ardennes.titles.enemy_action_ardennes.verbs import DEPLOYS

# ---- the card ----------------------------------------------------------------------------------------------


def _why_not_pass(step: Command, g: State, target: int | None) -> Reason | None:
    """5.1e, 5.1f Why the card play may not be passed."""
    if deck.may_pass(g, step.side):
        return None
    rule = "EA-5.1e" if step.side is Side.GERMAN else "EA-5.1f"
    if g.piles[step.side]:
        return Reason(rule, "nobody passes while there are cards in his draw pile")
    if step.side is Side.GERMAN:
        return Reason(rule, "passing takes a smaller hand than the enemy's")
    return Reason(rule, "passing takes a hand that is no larger than the enemy's")


def _why_not_discard(step: Command, g: State, card: int) -> Reason:
    """4.0t Why a card may not go without effect."""
    if card not in g.hands[step.side]:
        return Reason(*deck.NOT_IN_HAND)
    if useful(g, step.side):
        return Reason("EA-4.0t", "a card of this hand can be played: none is discarded without effect")
    return Reason("EA-4.0t", "passing is legal: no card is discarded without effect")


#: 4.0t What keeps a card in hand from being played.
COMMANDS = Rungs(
    lambda g, step, card: {"target": g.box.cards[card].name},
    Rung("EA-4.0t", "{target} has no legal command now", each(lambda g, step, card: not playable(g, card))),
)


class Command(Question[State], frozen=True):
    """4.0m The active player plays one card, unless he may pass; if no card can be played one is discarded (4.0t)."""

    rule: ClassVar[str] = "EA-4.0m"
    phase: ClassVar[str] = "command"
    asks: ClassVar[str] = "Choose a card to play"
    otherwise: ClassVar[tuple[str, str]] = ("EA-4.0m", "play a card")

    @pick(
        lambda step, g: deck.held(g, step.side),
        deck.NOT_IN_HAND,
        by=COMMANDS,
        quick=lambda step, g: useful(g, step.side),
    )
    def card(self, g: State, card: int) -> None:
        """4.0m It is picked: one of its lines comes next."""
        g.push(PlayCard(self.side, card))

    @button(why=_why_not_pass)
    def skip(self, g: State) -> None:
        """5.1g He passes, and keeps his cards."""
        g.tell(events.Passed, self.side)

    @pick(
        lambda step, g: step.useless(g),
        _why_not_discard,
    )
    def discard(self, g: State, card: int) -> None:
        """4.0t It goes without effect."""
        deck.discard(g, card)
        g.tell(events.CardDiscarded, self.side, card, "EA-4.0t")

    @pick(
        lambda step, g: standing_choices(g, step.side, len(Occasion)),
        ("EA-4.0m", ANSWERED_SO),
        stays=True,
        harmless=True,
    )
    def standing(self, g: State, target: int) -> None:
        """Beside the question: what is answered unasked from now on."""
        set_standing(g, self.side, target)

    def useless(self, g: State) -> Sequence[int]:
        """4.0t The hand, where none of it can be played and passing is illegal."""
        return () if useful(g, self.side) or deck.may_pass(g, self.side) else g.hands[self.side]


# ---- its lines ---------------------------------------------------------------------------------------------


def lines(g: State, number: int) -> dict[str, Sequence[int | None]]:
    """5.2 - 5.6 Everything a card may be played for as the command of this impulse."""
    known = g.remember()
    key = ("lines", number)
    if key not in known:
        offered = PlayCard(g.box.cards[number].side, number).choices(g)
        known[key] = {verb: offered[verb] for verb in _LINES if verb in offered}
    found: dict[str, Sequence[int | None]] = known[key]
    return found


def playable(g: State, number: int) -> bool:
    """Whether a card has any legal line; most activate something, which is quick to find."""
    card = g.box.cards[number]
    if activations.any_of(g, card):
        return True
    step = PlayCard(card.side, number)
    return any(PlayCard.answers[verb].offered(step, g) for verb in _LINES[3:])


def useful(g: State, side: Side) -> list[int]:
    """The cards of a hand that have a legal line."""
    known = g.remember()
    key = ("useful", side)
    if key not in known:
        known[key] = [card for card in deck.held(g, side) if playable(g, card)]
    found: list[int] = known[key]
    return found


def why_not_line(g: State, number: int, action: Action) -> Reason:
    """Why a card may not be played for something; without a target, why for nothing of that line."""
    return PlayCard(g.box.cards[number].side, number).refusal(g, action)


def _unlisted(rule: str) -> Callable[[PlayCard, State, int], Reason]:
    """5.2a, 5.2b, 5.4a, 5.6 What the card does not name."""

    def reason(step: PlayCard, g: State, target: int) -> Reason:
        card = step.printed(g)
        return Reason(
            "EA-5.6" if card.kind is CardKind.NO_COMMAND else rule, say("{card} does not list it", card=card.name)
        )

    return reason


def _deployments(card: Card) -> list[int]:
    """5.2b - 5.5b The lines of a card that deploy reserves."""
    return [number for number, line in enumerate(DEPLOYS) if line in card.deploys]


#: 5.2b What keeps reserves a card names from being deployed.
DEPLOYMENTS = Rungs(
    lambda g, card, line: {},
    command_events.NO_SURPRISE,
    Rung(
        "EA-5.2b",
        "none of these units is in reserve",
        each(lambda g, card, line: not reserves.of_card(g, card, DEPLOYS[line])),
    ),
)


#: 5.3, 13.0 What keeps a card from being played for replacements.
REPLACEMENTS = Rungs(
    lambda g, card, line: {},
    command_events.NO_SURPRISE,
    Rung("EA-13.0", "replacements come from corps cards", lambda g, card, left: 0 if card.replacements else left),
    Rung(
        "EA-13.0",
        "replacements come from Dec 20, and not in every scenario",
        lambda g, card, left: 0 if replacements.in_force(g) else left,
    ),
    Rung(
        "EA-13.11",
        "no reduced unit of the corps is in supply",
        lambda g, card, left: 0 if replacements.eligible(g, card.corps) else left,
    ),
)


class PlayCard(Question[State], frozen=True):
    """5.1 A card is picked: choose one of its lines, or put it back. The enemy sees nothing of the pick."""

    rule: ClassVar[str] = "EA-5.1a"
    phase: ClassVar[str] = "command"
    asks: ClassVar[str] = "{picked}: choose what it is played for"
    otherwise: ClassVar[tuple[str, str]] = ("EA-5.1a", "choose a line of the card, or put it back")
    picked: CardField

    def seen_by(self, side: Side | None) -> Self:
        seen: Any = self if side is self.side else Command(self.side)
        found: Self = seen
        return found

    def printed(self, g: State) -> Card:
        """What is printed on the card."""
        return g.box.cards[self.picked]

    @pick(
        lambda step, g: step.printed(g).formations,
        _unlisted("EA-5.2a"),
        by=activations.FORMATIONS,
        about=lambda step, g: step.printed(g),
    )
    def formation(self, g: State, formation: int) -> None:
        """6.2, 5.21 A division or brigade is activated; Peiper and the 150th may ignore control on their day."""
        card, found = self.printed(g), g.box.units.formations[formation]
        zones = not any(free == formation and days >> g.day & 1 for free, days in card.ignores_zoc)
        self._play(g, phrase("activate {about}"), found.name)
        units = activations.on_map(g, found.board)
        activations.begin(g, self.side, units, found.name, Activation(self.side, zones=zones))

    @pick(
        lambda step, g: activations.listed_corps(g, step.printed(g)),
        _unlisted("EA-5.4a"),
        by=activations.CORPS_OF_CARD,
        about=lambda step, g: step.printed(g),
    )
    def corps(self, g: State, corps: int) -> None:
        """6.1 A corps is activated; by an Allied army or army group card with all units stacked with it."""
        units = activations.on_map(g, g.box.units.in_corps[corps])
        bonus = self.side is Side.ALLIED and self.printed(g).kind is not CardKind.CORPS
        if bonus:
            units = activations.passengers(g, units, self.side)
        name = f"{CORPS[corps]} Corps"
        self._play(g, phrase("activate {about}"), name)
        activations.begin(g, self.side, units, name, Activation(self.side, bonus=bonus))

    @pick(
        lambda step, g: g.box.units.all,
        by=activations.ALONE,
        about=lambda step, g: step.printed(g),
        label=lambda step, g, unit: say("Activate {target} alone", target=g.name(unit)),
    )
    def unit(self, g: State, unit: int) -> None:
        """6.3 Once a day, one unit, which may not attack."""
        g.lone |= 1 << self.side
        self._play(g, phrase("activate {about} alone"), g.name(unit))
        activations.begin(g, self.side, 1 << unit, "one unit", Activation(self.side, attacks=False))

    @pick(
        lambda step, g: g.box.grid.board,
        by=activations.KAMPFGRUPPE,
        about=lambda step, g: step.printed(g),
        label=lambda step, g, cell: say("Kampfgruppe around {target}", target=g.hex_name(cell)),
    )
    def hex(self, g: State, cell: int) -> None:
        """6.4 The Kampfgruppe marker is placed."""
        units = activations.kampfgruppe_units(g, self.printed(g), cell)
        g.kampfgruppe = cell
        self._play(g, phrase("a Kampfgruppe around {about}"), g.hex_name(cell))
        activations.begin(g, self.side, units, "a Kampfgruppe", Activation(self.side))

    @pick(
        lambda step, g: _deployments(step.printed(g)),
        _unlisted("EA-5.2b"),
        by=DEPLOYMENTS,
        about=lambda step, g: step.printed(g),
    )
    def deploy(self, g: State, line: int) -> None:
        """11.1 Reserves come to the map."""
        g.active = reserves.of_card(g, self.printed(g), DEPLOYS[line])
        g.moved = 0
        self._play(g, "deploy reserves")
        g.push(reserves.Deployment(self.side, 1 if DEPLOYS[line] == "one_of_corps" else reserves.ANY))

    @button(why=lambda step, g, target: REPLACEMENTS.why_not(g, step.printed(g), 0))
    def replace(self, g: State) -> None:
        """13.0 Replacements for the corps."""
        card = self.printed(g)
        self._play(g, "replacements")
        g.push(replacements.Replacements(self.side, card.corps, card.replacements))

    @pick(
        lambda step, g: [line.event for line in step.printed(g).commands],
        lambda step, g, event: Reason(
            "EA-5.2d",
            say("{card} does not list {event}", card=step.printed(g).name, event=g.box.events[event].name),
        ),
        by=command_events.EVENTS,
        about=lambda step, g: step.printed(g),
    )
    def event(self, g: State, event: int) -> None:
        """5.2d An event."""
        self._play(g, g.box.events[event].name)
        command_events.play(g, self.side, Event(event))

    @button()
    def back(self, g: State) -> None:
        """5.1h The card was only looked at."""
        g.push(Command(self.side))

    def refusal(self, g: State, action: Action) -> Reason:
        """Of a line without a target it is told why there is nothing in it at all."""
        if action.target is None and action.verb in activations.NOTHING:
            nothing = activations.NOTHING[action.verb].why_not(g, self.printed(g), 0)
            return nothing or super().refusal(g, action)
        return super().refusal(g, action)

    def _play(self, g: State, use: str, about: str = "") -> None:
        deck.discard(g, self.picked)
        g.tell(events.CardPlayed, self.side, self.picked, use, about)


#: The lines of a card, the three that activate something first.
_LINES = tuple(verb for verb in PlayCard.answers if verb != "back")
