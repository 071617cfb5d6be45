"""10.4 German fuel shortages: cards in hand that put a formation out of fuel today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import activations
from ardennes.titles.enemy_action_ardennes.rules.deck import discard
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, State


def shortage(g: State) -> tuple[int, int] | None:
    """10.4a The first card in the German hand whose formation has no fuel today, with the formation."""
    if g.day < g.box.numbers.dates.fuel_from:
        return None
    for card in sorted(g.hands[Side.GERMAN]):
        if (formation := g.lacks_fuel(card)) >= 0:
            return card, formation
    return None


def check(g: State) -> None:
    """10.4a, 10.4b The German hand is checked; without fuel or Fuel Priority the formation stands still."""
    if g.day >= g.box.numbers.dates.fuel_from:
        g.tell(events.FuelChecked)  # that nothing is found tells something too
    found = shortage(g)
    if found is None:
        return
    card, formation = found
    g.known[Side.ALLIED] |= 1 << card  # it is shown
    step = Shortage(Side.GERMAN, card, formation)
    g.push(step)
    if not g.fuel and (g.prioritized or len(g.hands[Side.GERMAN]) == 1):  # all know that nothing can be done
        step.dry(g)


class Shortage(Asking[State], frozen=True):
    """10.4 A formation would be out of fuel: captured fuel or Fuel Priority may prevent it."""

    rule: ClassVar[str] = "EA-10.4b"
    phase: ClassVar[str] = "fuel"
    fuel_checked: ClassVar[bool] = False  # other cards are still to be looked at
    card: int
    formation: int

    @property
    def shown_card(self) -> int:
        """The card of the hand that everybody sees."""
        return self.card

    def prompt(self, g: State) -> str:
        return say("{formation} has no fuel today", formation=g.box.units.formations[self.formation].name)

    def instead(self, g: State) -> list[int]:
        """EA-ET.6 The cards that may be discarded by Fuel Priority: itself, or another if it is shown; a wild card used
        as Fuel Priority only itself; once a day."""
        if g.prioritized:
            return []
        hand = [card for card in g.hands[Side.GERMAN] if card != self.card]
        if any(_priority(g, card) for card in hand):
            return hand
        return [card for card in hand if card >= 0 and g.box.cards[card].wild]

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if g.fuel:
            found["depot"] = [None]
        if cards := self.instead(g):
            found["priority"] = cards
        found["dry"] = [None]
        return found

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "depot":
            return Reason("EA-10.4e", "the Germans hold no captured fuel")
        if action.verb == "priority":
            return Reason("EA-ET.6", "Fuel Priority is not in hand, was used today, or that card may not go for it")
        return Reason(self.rule, "decide about the formation without fuel")

    def depot(self, g: State) -> None:
        g.fuel -= 1
        g.tell(events.FuelSpent, self.formation, g.fuel)
        self._averted(g)

    def priority(self, g: State, card: int) -> None:
        g.prioritized = True
        if not _priority(g, card) and not g.box.cards[card].wild:
            shown = next(other for other in g.hands[Side.GERMAN] if _priority(g, other))
            g.known[Side.ALLIED] |= 1 << shown
            g.tell(events.CardShown, shown)
        discard(g, card)
        g.tell(events.CardPlayed, Side.GERMAN, card, "Fuel Priority")
        self._averted(g)

    def _averted(self, g: State) -> None:
        g.fuelled |= 1 << self.formation
        g.pop()
        check(g)

    def dry(self, g: State) -> None:
        """10.4b, 10.41c Markers on every formation of the card that lacks fuel, but on no isolated unit."""
        g.pop()
        for formation, days in g.box.cards[self.card].no_fuel:
            if days >> g.day & 1 and not g.fuelled >> formation & 1:
                units = activations.on_map(g, g.box.units.formations[formation].board)
                found = [unit for unit in cells(units) if g.supply[unit] != ISOLATED]
                for unit in found:
                    g.unfuelled |= 1 << unit
                g.tell(events.OutOfFuel, formation, tuple(found))
        discard(g, self.card)
        g.tell(events.CardDiscarded, Side.GERMAN, self.card, "EA-10.4b")
        check(g)


def _priority(g: State, card: int) -> bool:
    """Whether a card lists Fuel Priority today."""
    if card < 0:
        return False
    lines = g.box.cards[card].events
    return any(line.event is Event.FUEL_PRIORITY and line.days >> g.day & 1 for line in lines)
