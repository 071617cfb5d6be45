"""5.2d Command and special events: what each needs, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import phrase
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.fields import Left
from ardennes.titles.enemy_action_ardennes.rules import engineers, movement, paths, stacking
from ardennes.titles.enemy_action_ardennes.rules.deck import NOT_IN_HAND, LoseCards, discard, held, todays_events
from ardennes.titles.enemy_action_ardennes.state import (
    OFF_MAP,
    RESERVE,
    SUPPLIED,
    VDH_BOX,
    Occasion,
    State,
)

_ALARMED = 2
_AIRBORNE = ("82 Abn", "101 Abn")
_ALERTED = ("7 Arm", "10 Arm")


# ---- which events a card offers ----------------------------------------------------------------------------


#: 4.11e What keeps all lines of a card closed but those that activate.
NO_SURPRISE = Rung(
    "EA-4.11e",
    "in the surprise impulses cards only activate or support combat",
    lambda g, card, left: left if g.surprise() else 0,
)


def play(g: State, side: Side, event: Event) -> None:
    """Carry an event out; the step of the card that was played is gone."""
    PLAYS[event](g, side)


# ---- air interdiction --------------------------------------------------------------------------------------

INTERDICTORS = engineers.playing("EA-5.1b", lambda step: Event.AIRPOWER)


class Interdiction(Window[State], frozen=True):
    """5.1b Once a day from Dec 21, Airpower takes two German cards and the first German impulse."""

    rule: ClassVar[str] = "EA-5.1b"
    question: ClassVar[int] = Occasion.SUPPLY_PHASE
    phase: ClassVar[str] = "supply"
    asks: ClassVar[str] = "Supply Phase: play Airpower for air interdiction?"
    fuel_checked: ClassVar[bool] = True

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and g.day >= g.box.numbers.dates.interdiction_from

    @pick(lambda step, g: held(g, step.side), NOT_IN_HAND, by=INTERDICTORS)
    def card(self, g: State, card: int) -> None:
        """5.1b It is played."""
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Air interdiction")
        interdict(g)


def interdict(g: State, cards: int = 2) -> None:
    """5.1b, 5.1c Two random German cards are discarded, and the Allies have the first impulse."""
    g.interdicted = True
    g.tell(events.Interdicted)
    LoseCards(Side.GERMAN, cards, "EA-5.1b").begin(g)


# ---- Airpower ----------------------------------------------------------------------------------------------


def unsupplied(g: State) -> list[int]:
    """10.3 The hexes with Allied units that are not in supply."""
    return sorted(
        {g.place[unit] for unit in cells(g.box.units.all_of[Side.ALLIED] & g.mapped) if g.supply[unit] != SUPPLIED}
    )


#: 10.3 Which hexes are not supplied by air.
NEEDY = Rungs(
    lambda g, step, cell: {"cell": g.hex_name(cell)},
    Rung("EA-10.3", "no Allied unit is in {cell}", lambda g, step, left: left & ~g.occupied[Side.ALLIED]),
    Rung("EA-10.3", "all units in {cell} are in supply", lambda g, step, left: left & ~board_of(unsupplied(g))),
)


class Resupply(Question[State], frozen=True):
    """10.3 One unsupplied Allied unit or stack is put in supply until the next Supply Phase."""

    rule: ClassVar[str] = "EA-10.3"
    phase: ClassVar[str] = "air resupply"
    asks: ClassVar[str] = "Air resupply: choose a hex with unsupplied units"
    otherwise: ClassVar[tuple[str, str]] = ("EA-10.3", "choose a hex with an unsupplied Allied unit")

    @pick(lambda step, g: g.box.grid.board, by=NEEDY)
    def hex(self, g: State, cell: int) -> None:
        """10.3 All in the hex are supplied at once."""
        for unit in g.units_at(cell):
            if g.supply[unit] != SUPPLIED:
                g.set_supply(unit, SUPPLIED)
                g.tell(events.SupplyChanged, unit, SUPPLIED)


# ---- Raise the Alarm ---------------------------------------------------------------------------------------

#: EA-ET.10 What keeps a unit from being raised; about how many may be.
ALARM = Rungs(
    lambda g, most, unit: {"name": g.name(unit), "side": Side.ALLIED},
    Rung(
        "EA-7.0a",
        "{name} is no {side} unit on the map",
        lambda g, most, left: left & ~(g.box.units.all_of[Side.ALLIED] & g.mapped),
    ),
    Rung("EA-7.0a", "{name} has moved", lambda g, most, left: left & g.moved),
    Rung(
        "EA-ET.10",
        "no more units are raised by this card",
        lambda g, most, left: left if g.moved.bit_count() >= most else 0,
    ),
    Rung(
        "EA-ET.10",
        "{name} is in a German zone of control",
        each(lambda g, most, unit: g.zone(Side.GERMAN) >> g.place[unit] & 1),
    ),
    Rung("EA-9.9a", "{name} is dispersed", lambda g, most, left: left & g.dispersed, finer=True),
    Rung("EA-10.23b", "{name} is isolated", each(lambda g, most, unit: not paths.may_move(g, unit))),
)


class RaiseTheAlarm(Question[State], frozen=True):
    """EA-ET.10 Up to two Allied units move with their full or strategic allowance; none of them attacks."""

    rule: ClassVar[str] = "EA-ET.10"
    phase: ClassVar[str] = "alarm"
    asks: ClassVar[str] = "Raise the Alarm: choose a unit to move ({left} left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-ET.10", "raise a unit, or go on")
    left: Left = _ALARMED

    def facts(self, g: State) -> dict[str, object]:
        return {"left": self.left - g.moved.bit_count()}

    @pick(lambda step, g: g.box.units.all, by=ALARM, about=lambda step, g: step.left, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """EA-ET.10 It is picked up."""
        g.push(movement.Moving(self.side, unit, alarm=True))

    def after(self, g: State, unit: int, others: int) -> list[int]:
        """7.4e Those of a set of units that may still move when this one has: the second of two, or nobody."""
        if g.moved & ~(1 << unit):
            return []
        return cells(ALARM.free(g, self.left, others & ~(1 << unit)))

    @button()
    def done(self, g: State) -> None:
        """7.4b Stacks are looked at."""
        g.moved = 0
        stacking.check(g, self.side)


# ---- von der Heydte, Eisenhower ----------------------------------------------------------------------------

#: EA-ET.9 Where von der Heydte does not jump.
DROPS = Rungs(
    lambda g, step, cell: {},
    Rung("EA-ET.9", "the hex is not in the area of 6th Panzer Army", lambda g, step, left: left & ~g.box.army_areas[0]),
    Rung("EA-ET.9", "the hex is a town or city", lambda g, step, left: left & g.box.ground.towns),
    Rung("EA-ET.9", "units are in the hex", lambda g, step, left: left & (g.occupied[0] | g.occupied[1])),
    Rung("EA-ET.9", "a roadblock is in the hex", lambda g, step, left: left & g.roadblocks),
    Rung(
        "EA-ET.9",
        "the hex is next to an Allied unit",
        lambda g, step, left: left & g.box.grid.around(g.occupied[Side.ALLIED]),
    ),
    Rung(
        "EA-ET.9",
        "the hex is not three hexes west of the Westwall",
        lambda g, step, left: left & (g.box.ground.east_of_westwall | g.box.grid.within(g.box.ground.westwall, 2)),
    ),
)


class Drop(Question[State], frozen=True):
    """EA-ET.9 Von der Heydte jumps."""

    rule: ClassVar[str] = "EA-ET.9"
    phase: ClassVar[str] = "von der Heydte"
    asks: ClassVar[str] = "Choose a hex for von der Heydte"

    @pick(lambda step, g: g.box.grid.board, by=DROPS)
    def hex(self, g: State, cell: int) -> None:
        """EA-ET.9 He is there."""
        g.put(g.box.vdh, cell)
        g.tell(events.Placed, g.box.vdh, cell, self.rule)


def _hesitant(g: State) -> list[int]:
    """EA-ET.2 The airborne divisions still on the Dec 18 space."""
    units = g.box.units
    numbers = [units.formation_of(name) for name in _AIRBORNE]
    return [n for n in numbers if any(g.place[unit] == OFF_MAP + 18 for unit in units.formations[n].members)]


class Hesitation(Question[State], frozen=True):
    """EA-ET.2 Eisenhower hesitates: the 82nd or the 101st comes a day later."""

    rule: ClassVar[str] = "EA-ET.2"
    phase: ClassVar[str] = "Eisenhower hesitates"
    asks: ClassVar[str] = "Choose the airborne division that comes a day later"
    otherwise: ClassVar[tuple[str, str]] = ("EA-ET.2", "the 82nd or the 101st Airborne, on the Dec 18 space")

    @pick(lambda step, g: _hesitant(g))
    def formation(self, g: State, formation: int) -> None:
        """EA-ET.2 It goes to the next space."""
        found = g.box.units.formations[formation]
        _postpone(g, found.members, 18, 19)
        g.tell(events.Delayed, found.name)


def _postpone(g: State, units: Sequence[int], day: int, later: int) -> None:
    for unit in units:
        if g.place[unit] == OFF_MAP + day:
            g.put(unit, OFF_MAP + later)


# ---- all of them -------------------------------------------------------------------------------------------


def _command_crisis(g: State, side: Side) -> None:
    """EA-ET.3 British units due on Dec 22 come on Dec 23; their cards too, see `deck.due`."""
    _postpone(g, cells(g.box.british), 22, 23)


def _alert(g: State, side: Side) -> None:
    """EA-ET.11 7th and 10th Armored go from the Dec 17 space to the Reserve Units box."""
    for name in _ALERTED:
        for unit in g.box.units.formations[g.box.units.formation_of(name)].members:
            if g.place[unit] == OFF_MAP + 17:
                g.put(unit, RESERVE)


def _commandos(g: State, side: Side) -> None:
    """EA-ET.1 A random Allied card is discarded."""
    LoseCards(Side.ALLIED, 1, "EA-ET.1").begin(g)


def _special(event: Event, then: Callable[[State, Side], None] | None = None) -> Callable[[State, Side], None]:
    """An event that comes once a game."""

    def played(g: State, side: Side) -> None:
        g.special |= 1 << event
        if then is not None:
            then(g, side)

    return played


#: What an event needs beside its date to be worth a card, and what is said where that is missing.
NEEDS: tuple[tuple[Event, Callable[[State], object], str], ...] = (
    (
        Event.BRIDGE_ENGINEERS,
        lambda g: engineers.has_work(g, Side.GERMAN),
        phrase("German engineers have no river hexside to work at"),
    ),
    (Event.COMMANDOS, lambda g: g.hands[Side.ALLIED], phrase("the Allied hand is empty")),
    (Event.FUEL_PRIORITY, lambda g: False, phrase("Fuel Priority answers a shortage of fuel")),
    (Event.VON_DER_HEYDTE, lambda g: g.place[g.box.vdh] == VDH_BOX, phrase("von der Heydte has dropped")),
    (
        Event.VON_DER_HEYDTE,
        lambda g: DROPS.free(g, None, g.box.grid.board),
        phrase("von der Heydte has no hex to drop into"),
    ),
    (
        Event.EISENHOWER_HESITATES,
        _hesitant,
        phrase("neither the 82nd nor the 101st is still expected on Dec 18"),
    ),
    (
        Event.ENGINEERS,
        lambda g: engineers.has_work(g, Side.ALLIED, True),
        phrase("Allied engineers have nothing to work at"),
    ),
    (Event.AIRPOWER, unsupplied, phrase("nobody needs to be supplied by air")),
    (
        Event.RAISE_THE_ALARM,
        lambda g: ALARM.free(g, _ALARMED, g.box.units.all),
        phrase("no unit out of German control could be raised"),
    ),
)


def _need(event: Event, there: Callable[[State], object], says: str) -> Rung:
    bit = 1 << event
    return Rung("EA-5.2d", says, lambda g, card, left: left & bit if left & bit and not there(g) else 0)


#: 5.2d What keeps a card from being played for an event it has, as the command of an impulse.
EVENTS = Rungs(
    lambda g, card, event: {"event": g.box.events[event].name},
    NO_SURPRISE,
    Rung("EA-5.2d", "{event} has been played", lambda g, card, left: left & g.special),
    Rung("EA-5.2d", "{event} cannot be played today", lambda g, card, left: left & ~todays_events(g, card)),
    *[_need(*needed) for needed in NEEDS],
)

PLAYS: dict[Event, Callable[[State, Side], None]] = {
    Event.BRIDGE_ENGINEERS: lambda g, side: g.push(engineers.BridgeWork(side)),
    Event.COMMANDOS: _commandos,
    Event.VON_DER_HEYDTE: _special(Event.VON_DER_HEYDTE, lambda g, side: g.push(Drop(side))),
    Event.EISENHOWER_HESITATES: _special(Event.EISENHOWER_HESITATES, lambda g, side: g.push(Hesitation(side))),
    Event.MANTEUFFEL_DIRECTS_TRAFFIC: _special(Event.MANTEUFFEL_DIRECTS_TRAFFIC),
    Event.ALLIED_COMMAND_CRISIS: _special(Event.ALLIED_COMMAND_CRISIS, _command_crisis),
    Event.GROUND_FREEZE: _special(Event.GROUND_FREEZE),
    Event.FURY_OF_BASTOGNE: _special(Event.FURY_OF_BASTOGNE),
    Event.ENGINEERS: lambda g, side: g.push(engineers.BridgeWork(side, True)),
    Event.AIRPOWER: lambda g, side: g.push(Resupply(side)),
    Event.RAISE_THE_ALARM: lambda g, side: g.push(RaiseTheAlarm(side)),
    Event.ALLIES_ALERT: _special(Event.ALLIES_ALERT, _alert),
}
