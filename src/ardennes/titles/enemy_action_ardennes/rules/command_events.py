"""5.2d Command and special events: what each needs, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking, OneByOne
from ardennes.parts.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card, Event
from ardennes.titles.enemy_action_ardennes.rules import bridges, improved, movement, paths, stacking
from ardennes.titles.enemy_action_ardennes.rules.deck import LoseCards, discard
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


def lines(g: State, card: Card) -> list[Event]:
    """5.2d, EA-ET.18, EA-ET.19 The events a card may be played for today, possible or not: those it lists; a wild card
    copies any command event of its side; a special event comes once."""
    today = 1 << g.day
    found = [line.event for line in (*card.events, *card.special) if line.days & today]
    if card.wild:
        for event in Event:
            info = g.box.events[event]
            if info.side is card.side and info.kind == "command" and info.days & today:
                found.append(event)
    return [event for event in found if not g.special >> event & 1]


def offered(g: State, card: Card) -> list[Event]:
    """The events a card may be played for as the command of an impulse."""
    return [event for event in lines(g, card) if NEEDS.get(event, _always)(g)]


def holding(g: State, side: Side, event: Event) -> list[int]:
    """The cards of a hand that may be played for an event today."""
    return [number for number in g.hands[side] if number >= 0 and event in lines(g, g.box.cards[number])]


def play(g: State, side: Side, event: Event) -> None:
    """Carry an event out; the step of the card that was played is gone."""
    PLAYS[event](g, side)


# ---- engineers ---------------------------------------------------------------------------------------------


class BridgeWork(Asking[State], frozen=True):
    """12.21, 12.22 Engineers repair or build a bridge; in an Allied impulse they may also blow one or dig in."""

    rule: ClassVar[str] = "EA-12.21a"
    phase: ClassVar[str] = "engineers"
    #: Whether this is the Engineers event of an Allied impulse.
    all_works: bool = False

    def prompt(self, g: State) -> str:
        more = ", blow one, or dig a unit in" if self.all_works else ""
        return say("Engineers: choose a bridge to repair, a river hexside to bridge{more}", more=more)

    def choices(self, g: State) -> Choices:
        return works(g, self.side, self.all_works)

    def refusal(self, g: State, action: Action) -> Reason:
        german = self.side is Side.GERMAN
        if action.verb in ("repair", "build"):
            rule = "EA-ET.7" if german else "EA-ET.8"
            return Reason(rule, "one hex in supply, no enemy at either end, no enemy control of an empty end")
        if action.verb == "blow" and self.all_works:
            rule = "EA-4.13b" if g.day == g.box.numbers.surprise.day else "EA-ET.8"
            return Reason(rule, "a bridge with a hex in Allied supply, not held by Germans at both ends, after Dec 16")
        return Reason("EA-12.31b" if action.verb == "unit" else self.rule, "the engineers have other work")

    def repair(self, g: State, river: int) -> None:
        g.pop()
        bridges.restore(g, self.side, river)

    build = repair

    def blow(self, g: State, river: int) -> None:
        g.pop()
        bridges.blow(g, river)

    def unit(self, g: State, unit: int) -> None:
        g.pop()
        improved.place(g, g.place[unit])


def works(g: State, side: Side, all_works: bool) -> dict[str, Sequence[int | None]]:
    """What engineers may do now."""
    found: dict[str, Sequence[int | None]] = {}
    free, of_side = bridges.workable(g, side), g.box.ground.bridge_of_side
    for verb, rivers in (
        ("repair", [river for river in free if of_side[river] >= 0]),
        ("build", [river for river in free if of_side[river] < 0]),
        ("blow", bridges.blowable(g) if all_works else []),
        ("unit", _diggers(g) if all_works else []),
    ):
        if rivers:
            found[verb] = rivers
    return found


def _diggers(g: State) -> list[int]:
    """12.31b, 12.31d The supplied, undispersed Allied units that may have an improved position."""
    return [
        unit
        for unit in g.box.units.of[Side.ALLIED]
        if g.place[unit] < OFF_MAP
        and g.supply[unit] == SUPPLIED
        and not g.dispersed >> unit & 1
        and improved.possible_at(g, g.place[unit])
    ]


class SupplyEngineers(Window[State], frozen=True):
    """4.0i, 5.1a In the Supply Phase engineers may work before supply is judged, as often as there are cards."""

    rule: ClassVar[str] = "EA-4.0i"
    question: ClassVar[int] = Occasion.SUPPLY_PHASE
    phase: ClassVar[str] = "supply"

    @property
    def event(self) -> Event:
        """The event that counts."""
        return Event.BRIDGE_ENGINEERS if self.side is Side.GERMAN else Event.ENGINEERS

    def prompt(self, g: State) -> str:
        return "Supply Phase: play a card for engineers to repair or build a bridge?"

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and bool(bridges.workable(g, self.side))

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": holding(g, self.side, self.event)}

    def card(self, g: State, card: int) -> None:
        g.pop()
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, g.box.events[self.event].name)
        SupplyEngineers(self.side).ask(g)
        g.push(BridgeWork(self.side))


class Interdiction(Window[State], frozen=True):
    """5.1b Once a day from Dec 21, Airpower takes two German cards and the first German impulse."""

    rule: ClassVar[str] = "EA-5.1b"
    question: ClassVar[int] = Occasion.SUPPLY_PHASE
    phase: ClassVar[str] = "supply"
    fuel_checked: ClassVar[bool] = True

    def prompt(self, g: State) -> str:
        return "Supply Phase: play Airpower for air interdiction?"

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and g.day >= g.box.numbers.dates.interdiction_from

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": holding(g, self.side, Event.AIRPOWER)}

    def card(self, g: State, card: int) -> None:
        g.pop()
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Air interdiction")
        interdict(g)


def interdict(g: State, cards: int = 2) -> None:
    """5.1b, 5.1c Two random German cards are discarded, and the Allies have the first impulse."""
    g.interdicted = True
    g.tell(events.Interdicted)
    LoseCards(Side.GERMAN, cards, "EA-5.1b").begin(g)


# ---- Airpower ----------------------------------------------------------------------------------------------


def _unsupplied(g: State) -> list[int]:
    return [unit for unit in g.box.units.of[Side.ALLIED] if g.place[unit] < OFF_MAP and g.supply[unit] != SUPPLIED]


class Resupply(Asking[State], frozen=True):
    """10.3 One unsupplied Allied unit or stack is put in supply until the next Supply Phase."""

    rule: ClassVar[str] = "EA-10.3"
    phase: ClassVar[str] = "air resupply"

    def prompt(self, g: State) -> str:
        return "Air resupply: choose a hex with unsupplied units"

    def choices(self, g: State) -> Choices:
        return {"hex": sorted({g.place[unit] for unit in _unsupplied(g)})}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "choose a hex with an unsupplied Allied unit")

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        for unit in g.units_at(cell):
            if g.supply[unit] != SUPPLIED:
                g.set_supply(unit, SUPPLIED)
                g.tell(events.SupplyChanged, unit, SUPPLIED)


# ---- Raise the Alarm ---------------------------------------------------------------------------------------


def _alarmed(g: State) -> list[int]:
    """EA-ET.10 Allied units outside German control that can move."""
    zone = g.zone(Side.GERMAN)
    return [
        unit
        for unit in g.box.units.of[Side.ALLIED]
        if g.place[unit] < OFF_MAP and not zone >> g.place[unit] & 1 and paths.may_move(g, unit)
    ]


class RaiseTheAlarm(OneByOne[State], frozen=True):
    """EA-ET.10 Up to two Allied units move with their full or strategic allowance; none of them attacks."""

    rule: ClassVar[str] = "EA-ET.10"
    phase: ClassVar[str] = "alarm"
    otherwise: ClassVar[Reason] = Reason("EA-ET.10", "units outside German zones of control may move")
    left: int = _ALARMED

    def prompt(self, g: State) -> str:
        return say("Raise the Alarm: choose a unit to move ({left} left), or go on", left=self.left)

    def offered(self, g: State) -> Sequence[int]:
        left = self.left - g.moved.bit_count()
        return [unit for unit in _alarmed(g) if not g.moved >> unit & 1] if left > 0 else ()

    def unit(self, g: State, unit: int) -> None:
        g.push(movement.Moving(self.side, unit, alarm=True))

    def after(self, g: State, unit: int, others: int) -> list[int]:
        """7.4e Those of a set of units that may still move when this one has: the second of two, or nobody."""
        if g.moved & ~(1 << unit):
            return []
        return [other for other in self.offered(g) if other != unit and others >> other & 1]

    def done(self, g: State) -> None:
        g.moved = 0
        g.pop()
        stacking.check(g, self.side)


# ---- von der Heydte, Eisenhower ----------------------------------------------------------------------------


def drop_zone(g: State) -> int:
    """EA-ET.9 Empty hexes without town in the area of 6th Panzer Army, three or more west of the Westwall, not next to
    an Allied unit."""
    box, ground = g.box, g.box.ground
    board = box.army_areas[0] & ~ground.towns & ~g.occupied[0] & ~g.occupied[1] & ~g.roadblocks
    board &= ~box.grid.around(g.occupied[Side.ALLIED]) & ~ground.east_of_westwall
    return board & ~box.grid.within(ground.westwall, 2)


class Drop(Asking[State], frozen=True):
    """EA-ET.9 Von der Heydte jumps."""

    rule: ClassVar[str] = "EA-ET.9"
    phase: ClassVar[str] = "von der Heydte"

    def prompt(self, g: State) -> str:
        return "Choose a hex for von der Heydte"

    def choices(self, g: State) -> Choices:
        return {"hex": cells(drop_zone(g))}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(
            self.rule, "an empty hex of 6th Panzer Army's area, 3 west of the Westwall, not next to an Allied unit"
        )

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        g.put(g.box.vdh, cell)
        g.tell(events.Placed, g.box.vdh, cell, self.rule)


def _hesitant(g: State) -> list[int]:
    """EA-ET.2 The airborne divisions still on the Dec 18 space."""
    units = g.box.units
    numbers = [units.formation_of(name) for name in _AIRBORNE]
    return [n for n in numbers if any(g.place[unit] == OFF_MAP + 18 for unit in units.formations[n].members)]


class Hesitation(Asking[State], frozen=True):
    """EA-ET.2 Eisenhower hesitates: the 82nd or the 101st comes a day later."""

    rule: ClassVar[str] = "EA-ET.2"
    phase: ClassVar[str] = "Eisenhower hesitates"

    def prompt(self, g: State) -> str:
        return "Choose the airborne division that comes a day later"

    def choices(self, g: State) -> Choices:
        return {"formation": _hesitant(g)}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "the 82nd or the 101st Airborne, on the Dec 18 space")

    def formation(self, g: State, formation: int) -> None:
        g.pop()
        found = g.box.units.formations[formation]
        _postpone(g, found.members, 18, 19)
        g.tell(events.Delayed, found.name)


def _postpone(g: State, units: Sequence[int], day: int, later: int) -> None:
    for unit in units:
        if g.place[unit] == OFF_MAP + day:
            g.put(unit, OFF_MAP + later)


# ---- all of them -------------------------------------------------------------------------------------------


def _always(g: State) -> bool:
    return True


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


#: What an event needs beside its date to be worth a card.
NEEDS: dict[Event, Callable[[State], bool]] = {
    Event.BRIDGE_ENGINEERS: lambda g: bool(bridges.workable(g, Side.GERMAN)),
    Event.COMMANDOS: lambda g: bool(g.hands[Side.ALLIED]),
    Event.FUEL_PRIORITY: lambda g: False,  # only as an answer to a shortage (10.4)
    Event.VON_DER_HEYDTE: lambda g: g.place[g.box.vdh] == VDH_BOX and bool(drop_zone(g)),
    Event.EISENHOWER_HESITATES: lambda g: bool(_hesitant(g)),
    Event.ENGINEERS: lambda g: bool(works(g, Side.ALLIED, True)),
    Event.AIRPOWER: lambda g: bool(_unsupplied(g)),
    Event.RAISE_THE_ALARM: lambda g: bool(_alarmed(g)),
}
PLAYS: dict[Event, Callable[[State, Side], None]] = {
    Event.BRIDGE_ENGINEERS: lambda g, side: g.push(BridgeWork(side)),
    Event.COMMANDOS: _commandos,
    Event.VON_DER_HEYDTE: _special(Event.VON_DER_HEYDTE, lambda g, side: g.push(Drop(side))),
    Event.EISENHOWER_HESITATES: _special(Event.EISENHOWER_HESITATES, lambda g, side: g.push(Hesitation(side))),
    Event.MANTEUFFEL_DIRECTS_TRAFFIC: _special(Event.MANTEUFFEL_DIRECTS_TRAFFIC),
    Event.ALLIED_COMMAND_CRISIS: _special(Event.ALLIED_COMMAND_CRISIS, _command_crisis),
    Event.GROUND_FREEZE: _special(Event.GROUND_FREEZE),
    Event.FURY_OF_BASTOGNE: _special(Event.FURY_OF_BASTOGNE),
    Event.ENGINEERS: lambda g, side: g.push(BridgeWork(side, True)),
    Event.AIRPOWER: lambda g, side: g.push(Resupply(side)),
    Event.RAISE_THE_ALARM: lambda g, side: g.push(RaiseTheAlarm(side)),
    Event.ALLIES_ALERT: _special(Event.ALLIES_ALERT, _alert),
}
