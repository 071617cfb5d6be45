"""4.0 The sequence of play, on one screen: the five phases of a day, and the first day of Crisis at the Meuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Automatic, Side
from ardennes.parts.rules import deck as piles
from ardennes.parts.rules.deck import Place
from ardennes.parts.rules.phases import Outline, Phase
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Stage
from ardennes.titles.enemy_action_ardennes.rules import command_events, deck, engineers, fuel, reserves, supply, victory
from ardennes.titles.enemy_action_ardennes.rules.commands import Command
from ardennes.titles.enemy_action_ardennes.state import State


def _begin(g: State) -> None:
    g.tell(events.DayBegan, g.day)


# ---- III. Supply Phase -------------------------------------------------------------------------------------


def _engineers(side: Side) -> Phase:
    """4.0i Engineers may work before supply is judged, the Allied ones first."""

    def phase(g: State) -> None:
        engineers.SupplyEngineers(side).ask(g)

    return phase


def _interdiction(g: State) -> None:
    command_events.Interdiction(Side.ALLIED).ask(g)


# ---- IV. Command Phase -------------------------------------------------------------------------------------


def _command(g: State) -> None:
    """4.0l, 5.1c The Germans begin, unless Allied aircraft have taken their first impulse."""
    g.turn = Side.ALLIED if g.interdicted else Side.GERMAN
    g.push(Impulses())


class Impulses(Automatic[State], frozen=True):
    """4.0l, 4.0q Impulses alternate until both hands and piles are empty; who has no card has no impulse."""

    rule: ClassVar[str] = "EA-4.0q"
    fuel_checked: ClassVar[bool] = True

    def run(self, g: State) -> None:
        side = g.turn
        if not deck.has_cards(g, side):
            side = side.enemy
            if not deck.has_cards(g, side):
                g.pop()
                return
        g.turn = side
        g.push(Impulse(side))


class Impulse(Automatic[State], frozen=True):
    """4.0 One impulse: a command, the hand refilled, and from Dec 20 a look at the German fuel."""

    rule: ClassVar[str] = "EA-4.0l"
    side: Side
    stage: Stage = 0

    @property
    def fuel_checked(self) -> bool:
        """10.4a Not between the refill and the look at it."""
        return self.side is Side.ALLIED or self.stage != 2

    def run(self, g: State) -> None:
        if self.stage > 2:
            g.pop()
            return
        g.replace(Impulse(self.side, self.stage + 1))
        if self.stage == 0:
            g.tell(events.ImpulseBegan, self.side, g.impulses[self.side] + 1)
            if g.hands[self.side]:
                g.push(Command(self.side))
        elif self.stage == 1:
            self._end(g)
            deck.refill(g, self.side)
        elif self.side is Side.GERMAN:
            fuel.check(g)

    def _end(self, g: State) -> None:
        """6.5, 4.11b Corps activated now are barred in the next impulse; in the surprise impulses in all of them."""
        side = self.side
        before = g.barred[side] if g.surprise() else 0
        g.impulses[side] += 1
        g.barred[side] = g.roused | (before if g.surprise() else 0)
        g.roused = g.forded = g.squeezed = g.jammed = 0
        g.turn = side if g.surprise() else side.enemy


# ---- V. End of Day -----------------------------------------------------------------------------------------


def _clean_up(g: State) -> None:
    """4.0s, 9.41b, 6.5f Chits back into the cup, markers of the day off, a new day; supply markers stay."""
    g.cup, g.aside = (1 << 60) - 1, 0
    g.rally(g.dispersed)
    g.unfuelled = 0
    g.lone = g.fuelled = 0
    g.interdicted = g.prioritized = False
    g.impulses[0] = g.impulses[1] = 0
    g.barred[0] = g.barred[1] = 0
    g.day += 1


_RESERVES: tuple[Phase, ...] = (
    _begin,
    reserves.arrive,
    reserves.delayed(Side.GERMAN),
    reserves.delayed(Side.ALLIED),
    reserves.release_okw,
)
_PREPARATION: tuple[Phase, ...] = (
    deck.enter,
    deck.supplementals(Side.GERMAN),
    deck.supplementals(Side.ALLIED),
    deck.bring_back,
    deck.deal(Side.GERMAN),
    deck.deal(Side.ALLIED),
)
_SUPPLY: tuple[Phase, ...] = (
    _engineers(Side.ALLIED),
    _engineers(Side.GERMAN),
    supply.check,
    fuel.check,
    _interdiction,
)
_COMMAND: tuple[Phase, ...] = (_command, victory.check, _clean_up)

#: 4.0h There is no Supply Phase on Dec 16.
FIRST_DAY = (*_RESERVES, *_PREPARATION, *_COMMAND)
DAY = (*_RESERVES, *_PREPARATION, *_SUPPLY, *_COMMAND)


# ---- 15.5 Crisis at the Meuse ------------------------------------------------------------------------------


def _crisis_piles(g: State) -> None:
    """15.5w Card 13 has been played: it lies in the discards."""
    assert g.box.scenario.setup is not None
    card = g.box.scenario.setup.discarded - 1
    piles.move(g, card, Place("available", Side.ALLIED), Place("discards", Side.ALLIED), "known")


def _crisis_supplementals(g: State) -> None:
    """15.5x The Allies have seven supplementals on the first day."""
    assert g.box.scenario.setup is not None
    deck.supplementals(Side.ALLIED, g.box.scenario.setup.allied_supplementals)(g)


def _crisis_interdiction(g: State) -> None:
    """15.5y Two German cards are gone, and the Allies begin."""
    assert g.box.scenario.setup is not None
    command_events.interdict(g, g.box.scenario.setup.german_discards)


CRISIS_DAY: tuple[Phase, ...] = (
    _begin,
    _crisis_piles,
    deck.supplementals(Side.GERMAN),
    _crisis_supplementals,
    deck.deal(Side.GERMAN),
    deck.deal(Side.ALLIED),
    _crisis_interdiction,
    *_COMMAND,
)


class Day(Outline[State], frozen=True):
    """4.0a The bottom of the stack: the day's phases one after the other."""

    stage: Stage = 0

    def phases(self, g: State) -> Sequence[Phase]:
        if g.day == g.box.first_day:
            return FIRST_DAY if g.box.scenario.setup is None else CRISIS_DAY
        return DAY
