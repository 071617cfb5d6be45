"""5.0, 6.0 The command of an impulse: a card from the hand, and one of the lines on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import phrase, say
from ardennes.parts.phases import Asking
from ardennes.parts.reaction import set_standing, standing_choices
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, CardKind, Event
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS
from ardennes.titles.enemy_action_ardennes.rules import activations, command_events, deck, replacements, reserves
from ardennes.titles.enemy_action_ardennes.rules.activations import Activation
from ardennes.titles.enemy_action_ardennes.state import Occasion, State
from ardennes.titles.enemy_action_ardennes.verbs import DEPLOYS

#: What is missing where an event could be played today and its need is not met.
LACKS = {
    Event.BRIDGE_ENGINEERS: "German engineers have no river hexside to work at",
    Event.COMMANDOS: "the Allied hand is empty",
    Event.FUEL_PRIORITY: "Fuel Priority answers a shortage of fuel",
    Event.VON_DER_HEYDTE: "von der Heydte has dropped, or has nowhere to",
    Event.EISENHOWER_HESITATES: "neither the 82nd nor the 101st is still expected on Dec 18",
    Event.ENGINEERS: "Allied engineers have nothing to work at",
    Event.AIRPOWER: "nobody needs to be supplied by air",
    Event.RAISE_THE_ALARM: "no unit out of German control could be raised",
}


def lines(g: State, number: int) -> dict[str, Sequence[int | None]]:
    """5.2 - 5.6 Everything a card may be played for as the command of this impulse."""
    known = g.remember()
    key = ("lines", number)
    if key not in known:
        known[key] = _lines(g, number)
    found: dict[str, Sequence[int | None]] = known[key]
    return found


def _lines(g: State, number: int) -> dict[str, Sequence[int | None]]:
    card = g.box.cards[number]
    found: dict[str, Sequence[int | None]] = {
        "formation": activations.formations(g, card),
        "corps": activations.corps_of(g, card),
        "unit": activations.lone_units(g, card),
        "hex": cells(activations.kampfgruppe_hexes(g, card)),
    }
    if not g.surprise():  # 4.11e
        found["deploy"] = [
            n for n, line in enumerate(DEPLOYS) if line in card.deploys and reserves.of_card(g, card, line)
        ]
        found["replace"] = [None] if replacements.possible(g, card) else []
        found["event"] = [int(event) for event in command_events.offered(g, card)]
    return {verb: targets for verb, targets in found.items() if targets}


def playable(g: State, number: int) -> bool:
    """Whether a card has any legal line; most have one of the first kinds, which are quick to find."""
    card = g.box.cards[number]
    return bool(
        activations.formations(g, card) or activations.corps_of(g, card) or activations.lone_units(g, card)
    ) or bool(lines(g, number))


class Command(Asking[State], frozen=True):
    """4.0m The active player plays one card, unless he may pass; if no card can be played one is discarded (4.0t)."""

    rule: ClassVar[str] = "EA-4.0m"
    phase: ClassVar[str] = "command"

    def prompt(self, g: State) -> str:
        return "Choose a card to play"

    def choices(self, g: State) -> Choices:
        hand = g.hands[self.side]
        found: dict[str, Sequence[int | None]] = {}
        useful = [card for card in hand if card >= 0 and playable(g, card)]
        if useful:
            found["card"] = useful
        if deck.may_pass(g, self.side):
            found["skip"] = [None]
        elif not useful:
            found["discard"] = hand
        found["standing"] = standing_choices(g, self.side, len(Occasion))
        return found

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        if verb == "card" and target is not None:
            if target not in g.hands[self.side]:
                return Reason("EA-5.1h", "that card is not in your hand")
            return Reason("EA-4.0t", say("{target} has no legal command now", target=g.box.cards[target].name))
        if verb == "skip":
            rule = "EA-5.1e" if self.side is Side.GERMAN else "EA-5.1f"
            return Reason(rule, "passing takes an empty draw pile and a smaller hand than the enemy's")
        if verb == "discard":
            return Reason(
                "EA-4.0t", "a card is discarded without effect only if none can be played and passing is illegal"
            )
        return Reason(self.rule, "play a card")

    def card(self, g: State, card: int) -> None:
        g.replace(PlayCard(self.side, card))

    def skip(self, g: State) -> None:
        g.pop()
        g.tell(events.Passed, self.side)

    def discard(self, g: State, card: int) -> None:
        g.pop()
        deck.discard(g, card)
        g.tell(events.CardDiscarded, self.side, card, "EA-4.0t")

    def standing(self, g: State, target: int) -> None:
        set_standing(g, self.side, target)


class PlayCard(Asking[State], frozen=True):
    """5.1 A card is picked: choose one of its lines, or put it back. The enemy sees nothing of the pick."""

    rule: ClassVar[str] = "EA-5.1a"
    phase: ClassVar[str] = "command"
    picked: int

    def seen_by(self, side: Side | None) -> Self:
        seen: Any = self if side is self.side else Command(self.side)
        found: Self = seen
        return found

    def prompt(self, g: State) -> str:
        return say("{picked}: choose what it is played for", picked=g.box.cards[self.picked].name)

    def choices(self, g: State) -> Choices:
        return {**lines(g, self.picked), "back": [None]}

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            return say("Activate {target} alone", target=g.name(target))
        if verb == "hex":
            return say("Kampfgruppe around {target}", target=g.hex_name(target))
        return ""

    def refusal(self, g: State, action: Action) -> Reason:
        return why_not_line(g, self.picked, action)

    def back(self, g: State) -> None:
        g.replace(Command(self.side))

    def _play(self, g: State, use: str, about: str = "") -> None:
        deck.discard(g, self.picked)
        g.tell(events.CardPlayed, self.side, self.picked, use, about)

    def formation(self, g: State, formation: int) -> None:
        """6.2, 5.21 A division or brigade is activated; Peiper and the 150th may ignore control on their day."""
        card, found = g.box.cards[self.picked], g.box.units.formations[formation]
        zones = not any(free == formation and days >> g.day & 1 for free, days in card.ignores_zoc)
        self._play(g, phrase("activate {about}"), found.name)
        units = activations.on_map(g, found.board)
        activations.begin(g, self.side, units, found.name, Activation(self.side, zones=zones))

    def corps(self, g: State, corps: int) -> None:
        """6.1 A corps is activated; by an Allied army or army group card with all units stacked with it."""
        card = g.box.cards[self.picked]
        units = activations.on_map(g, g.box.units.in_corps[corps])
        bonus = self.side is Side.ALLIED and card.kind is not CardKind.CORPS
        if bonus:
            units = activations.passengers(g, units, self.side)
        name = f"{CORPS[corps]} Corps"
        self._play(g, phrase("activate {about}"), name)
        activations.begin(g, self.side, units, name, Activation(self.side, bonus=bonus))

    def unit(self, g: State, unit: int) -> None:
        """6.3 Once a day, one unit, which may not attack."""
        g.lone |= 1 << self.side
        self._play(g, phrase("activate {about} alone"), g.name(unit))
        activations.begin(g, self.side, 1 << unit, "one unit", Activation(self.side, attacks=False))

    def hex(self, g: State, cell: int) -> None:
        """6.4 The Kampfgruppe marker is placed."""
        units = activations.kampfgruppe_units(g, g.box.cards[self.picked], cell)
        g.kampfgruppe = cell
        self._play(g, phrase("a Kampfgruppe around {about}"), g.hex_name(cell))
        activations.begin(g, self.side, units, "a Kampfgruppe", Activation(self.side))

    def deploy(self, g: State, line: int) -> None:
        """11.1 Reserves come to the map."""
        g.active = reserves.of_card(g, g.box.cards[self.picked], DEPLOYS[line])
        g.moved = 0
        self._play(g, "deploy reserves")
        g.replace(reserves.Deployment(self.side, 1 if DEPLOYS[line] == "one_of_corps" else 99))

    def replace(self, g: State) -> None:
        """13.0 Replacements for the corps."""
        card = g.box.cards[self.picked]
        self._play(g, "replacements")
        g.replace(replacements.Replacements(self.side, card.corps, card.replacements))

    def event(self, g: State, event: int) -> None:
        """5.2d An event."""
        self._play(g, g.box.events[event].name)
        g.pop()
        command_events.play(g, self.side, Event(event))


def why_not_line(g: State, number: int, action: Action) -> Reason:
    """Why a card may not be played for something."""
    card, (verb, target) = g.box.cards[number], action
    if g.surprise() and verb in ("deploy", "replace", "event"):
        return Reason("EA-4.11e", "in the surprise impulses cards only activate or support combat")
    if verb in ("formation", "corps") and target is not None:
        listed = card.formations if verb == "formation" else activations.listed_corps(g, card)
        if target not in listed:
            rule = "EA-5.6" if card.kind is CardKind.NO_COMMAND else "EA-5.2a" if verb == "formation" else "EA-5.4a"
            return Reason(rule, say("{card} does not list it", card=card.name))
        return _why_not_activate(g, card.side, g.box.units.formations[target].corps if verb == "formation" else target)
    if verb == "corps":
        return Reason("EA-6.5b", "each of its corps was activated in the last impulse, or has nobody on the map")
    if verb == "unit":
        return _why_not_alone(g, number, target)
    if verb == "hex":
        if not card.kampfgruppe:
            return Reason("EA-6.4a", say("{card} has no Kampfgruppe", card=card.name))
        rule = "EA-4.11b" if g.surprise() else "EA-6.4b"
        return Reason(rule, "no unit of a corps that may be activated is within two hexes")
    if verb == "deploy":
        has = target is not None and DEPLOYS[target] in card.deploys
        unlisted = say("{card} does not list it", card=card.name)
        return Reason("EA-5.2b", "none of these units is in reserve" if has else unlisted)
    if verb == "replace":
        return _why_no_replacements(g, card)
    if verb == "event" and target is not None:
        return _why_no_event(g, card, Event(target))
    return Reason("EA-5.1a", "choose a line of the card, or put it back")


def _why_no_replacements(g: State, card: Card) -> Reason:
    if not card.replacements:
        return Reason("EA-13.0", "replacements come from corps cards")
    if not replacements.in_force(g):
        return Reason("EA-13.0", "replacements come from Dec 20, and not in every scenario")
    return Reason("EA-13.11", "no reduced unit of the corps is in supply")


def _why_no_event(g: State, card: Card, event: Event) -> Reason:
    """5.2d Why a card may not be played for an event as the command of this impulse."""
    info = g.box.events[event]
    listed = any(line.event is event for line in (*card.events, *card.special))
    if not listed and not (card.wild and info.side is card.side and info.kind == "command"):
        return Reason("EA-5.2d", say("{card} does not list {event}", card=card.name, event=info.name))
    if g.special >> event & 1:
        return Reason("EA-5.2d", say("{event} has been played", event=info.name))
    if event not in command_events.lines(g, card):
        return Reason("EA-5.2d", say("{event} cannot be played today", event=info.name))
    return Reason("EA-5.2d", LACKS.get(event) or say("{event} cannot be played now", event=info.name))


def _why_not_activate(g: State, side: Side, corps: int) -> Reason:
    if g.barred[side] >> corps & 1:
        rule = "EA-4.11b" if g.surprise() else "EA-6.5b"
        return Reason(rule, say("units of {corps} Corps were activated in the last impulse", corps=CORPS[corps]))
    return Reason("EA-6.0", "none of its units is on the map")


def _why_not_alone(g: State, number: int, unit: int | None) -> Reason:
    card = g.box.cards[number]
    if not card.one_unit:
        return Reason("EA-5.4b", say("{card} does not activate a single unit", card=card.name))
    if g.surprise():
        return Reason("EA-4.11b", "the surprise impulses activate formations")
    if g.lone >> card.side & 1:
        return Reason("EA-6.3a", "a single unit has been activated today")
    if unit is None:
        return Reason("EA-6.3b", "no unit that may be activated can trace supply now")
    if g.side_of(unit) is not card.side or not g.on_map(unit):
        return Reason("EA-6.3a", "no unit of yours on the map")
    if activations.barred_units(g, card.side) >> unit & 1:
        return Reason("EA-6.5b", "its corps was activated in the last impulse")
    return Reason("EA-6.3b", say("{unit} cannot trace supply now", unit=g.name(unit)))
