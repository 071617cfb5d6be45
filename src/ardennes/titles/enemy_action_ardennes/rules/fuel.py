"""10.4 German fuel shortages: cards in hand that put a formation out of fuel today."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.columns import HIDDEN
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.fields import Card, Formation
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


def _priority(g: State, card: int) -> bool:
    """Whether a card lists Fuel Priority today."""
    lines = g.box.cards[card].events
    return any(line.event is Event.FUEL_PRIORITY and line.days >> g.day & 1 for line in lines)


def _not_for_it(g: State, step: Shortage, left: int) -> int:
    """EA-ET.6 Any card may go where Fuel Priority is shown; else only a wild card as Fuel Priority itself."""
    others = step.others(g)
    if any(_priority(g, card) for card in others):
        return 0
    return left & ~board_of(card for card in others if g.box.cards[card].wild)


#: EA-ET.6 Which other cards of the hand may not go for Fuel Priority.
INSTEAD = Rungs(
    lambda g, step, card: {},
    Rung("EA-ET.6", "Fuel Priority was used today", lambda g, step, left: left if g.prioritized else 0),
    Rung("EA-ET.6", "Fuel Priority is not in hand, and that card may not go for it", _not_for_it),
)


class Shortage(Question[State], frozen=True):
    """10.4 A formation would be out of fuel: captured fuel or Fuel Priority may prevent it."""

    rule: ClassVar[str] = "EA-10.4b"
    phase: ClassVar[str] = "fuel"
    fuel_checked: ClassVar[bool] = False  # other cards are still to be looked at
    asks: ClassVar[str] = "{formation} has no fuel today"
    otherwise: ClassVar[tuple[str, str]] = ("EA-10.4b", "decide about the formation without fuel")
    card: Card
    formation: Formation

    @property
    def shown_card(self) -> int:
        """The card of the hand that everybody sees."""
        return self.card

    def others(self, g: State) -> list[int]:
        """The other cards of the hand, as far as they are seen."""
        return [card for card in g.hands[Side.GERMAN] if card not in (self.card, HIDDEN)]

    @button(why=("EA-10.4e", "the Germans hold no captured fuel"), when=lambda step, g: g.fuel)
    def depot(self, g: State) -> None:
        """10.4e A marker is spent, and the card kept."""
        g.fuel -= 1
        g.tell(events.FuelSpent, self.formation, g.fuel)
        self._averted(g)

    @pick(
        lambda step, g: step.others(g),
        ("EA-ET.6", "another card of the hand goes for Fuel Priority"),
        by=INSTEAD,
    )
    def priority(self, g: State, card: int) -> None:
        """EA-ET.6 Fuel Priority goes, or is shown and another card goes; once a day."""
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
        check(g)

    @button()
    def dry(self, g: State) -> None:
        """10.4b, 10.41c Markers on every formation of the card that lacks fuel, but on no isolated unit."""
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
