"""29.0 Random Events on 18AM, and 38.0 additional ones on 17AM and 19AM: the rolls, and what is decided at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Chance, Chances, Side, die
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES, Kind
from ardennes.titles.bitter_woods.box.fates import LOST, TWO_DICE, Fate
from ardennes.titles.bitter_woods.box.fields import Companies, EventTable, Hex, TwoDice, Unit
from ardennes.titles.bitter_woods.events import (
    BridgeGuarded,
    CompaniesGone,
    EventMissed,
    EventRolled,
    Harassed,
    Landed,
    Misled,
    TownDeceived,
)
from ardennes.titles.bitter_woods.rules import fortunes
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: 29.1 Companies of von der Heydte's battalion.
COMPANIES = 4
#: 29.4 What commandos do to a unit, if anything.
LEAVES_ROAD, STOPS = 1, 2


# ---- when they are rolled ----------------------------------------------------------------------------------


def begin_game_turn(g: State) -> None:
    """38 The additional events are rolled when the German 17AM and 19AM turns begin."""
    date = turns.name(g.turn)
    if (date == "17AM" and g.box.events_17am) or (date == "19AM" and g.box.events_19am):
        g.push(EventRoll(date))


def after_interdiction(g: State) -> None:
    """29 The random event is rolled on 18AM when interdiction has been placed."""
    if g.box.random_events and turns.name(g.turn) == "18AM":
        g.push(EventRoll("18AM"))


class EventRoll(Chance[State], frozen=True):
    """29, 38 The German player rolls for an event; `german` is his total where the Allies have to match it."""

    rule: ClassVar[str] = "BW-38.1a"
    table: EventTable
    german: TwoDice = 0
    again: bool = False

    def chances(self, g: State) -> Chances:
        return D6 if self.table == "18AM" else TWO_DICE

    def resolve(self, g: State, outcome: int) -> None:
        if self.table == "19AM" and g.box.events_19am_if_equal and not self.german and not self.again:
            g.replace(EventRoll(self.table, outcome))
            return
        g.pop()
        if self.german and self.german != outcome:
            g.tell(EventMissed, self.german, outcome)
            return
        happen(g, self.table, outcome)


def happen(g: State, table: str, total: int) -> None:
    """29, 38 An event comes true."""
    fate = g.box.fates[table][total][0]
    if table == "17AM":
        g.event17 = total
    elif table == "18AM":
        g.event18 = total
    else:
        g.event19 = total
    g.tell(EventRolled, table, total, fate.rule, fate.name, fate.effect)
    if (at_once := _AT_ONCE.get(fate.key)) is not None:
        at_once(g, fate)


# ---- what happens at once ----------------------------------------------------------------------------------


def _reinforce(g: State, fate: Fate) -> None:
    """38.1, 38.2 Units come to the 7th Army before their time."""
    coming = cells(fate.units & g.box.playing)
    fortunes.call_up(g, coming)
    attached = bytearray(g.attached)
    for unit in coming:
        g.called |= 1 << unit
        attached[unit] = GERMAN_ARMIES.index("7A") + 1
    g.attached = bytes(attached)


def _jagdtigers(g: State, fate: Fate) -> None:
    """29.6 The 653rd may enter."""
    fortunes.call_up(g, cells(fate.units & g.box.playing))


def _bodenplatte(g: State, fate: Fate) -> None:
    """29.5 Both players roll for the aircraft they lose."""
    g.push(AircraftRoll(Side.ALLIED))
    g.push(AircraftRoll(Side.GERMAN))


def _drop(g: State, fate: Fate) -> None:
    g.push(DropZone(Side.GERMAN))


def _deceive(g: State, fate: Fate) -> None:
    g.push(Deception(Side.GERMAN))


def _friendly_fire(g: State, fate: Fate) -> None:
    """38.2 A regiment is hit; without one the event is rolled again."""
    if regiments_in_reach(g):
        g.push(Bombed(Side.ALLIED))
    else:
        g.event19 = 0
        g.push(EventRoll("19AM", again=True))


_AT_ONCE: Mapping[str, Callable[[State, Fate], None]] = {
    "grenadiers": _reinforce,
    "ninth_panzer": _reinforce,
    "fifteenth": _reinforce,
    "jagdtigers": _jagdtigers,
    "bodenplatte": _bodenplatte,
    "paratroopers": _drop,
    "deception": _deceive,
    "friendly_fire": _friendly_fire,
}


class AircraftRoll(Chance[State], frozen=True):
    """29.5 How many aircraft a side loses."""

    rule: ClassVar[str] = "BW-29.5"
    side: Side

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        g.air_debt[self.side] = outcome
        fortunes.pay_aircraft(g, self.side)


def regiments_in_reach(g: State) -> list[int]:
    """38.2 The full-strength American infantry north of the boundary that comes first: Malmedy, towns, elsewhere."""
    units, town = g.box.units, g.box.ground.town
    found = [
        unit
        for unit in g.box.players[Side.ALLIED]
        if g.on_map(unit)
        and g.box.north >> g.place[unit] & 1
        and units.kind[unit] is Kind.INFANTRY
        and units.rows[unit].service == "American"
        and not g.reduced >> unit & 1
    ]
    for board in (1 << g.box.map.place("Malmédy"), town):
        if first := [unit for unit in found if board >> g.place[unit] & 1]:
            return first
    return found


class Bombed(Question[State], frozen=True):
    """38.2 The Allied player says which of the regiments that come first is hit."""

    rule: ClassVar[str] = "BW-38.2i"
    phase: ClassVar[str] = "event"
    asks: ClassVar[str] = "Our own bombers hit our infantry: choose the regiment that loses a step"
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-38.2i",
        "a full-strength American regiment in the north is hit: in Malmédy, else in a town",
    )

    @pick(lambda step, g: regiments_in_reach(g), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """38.2 It loses a step."""
        g.lose_step(unit, self.rule)


# ---- 29.1 von der Heydte -----------------------------------------------------------------------------------


class DropZone(Question[State], frozen=True):
    """29.1 The German player selects the drop zone."""

    rule: ClassVar[str] = "BW-29.1a"
    phase: ClassVar[str] = "event"
    asks: ClassVar[str] = "Choose a drop zone north of the 6th Panzer Army boundary, neither forest nor town"

    @pick(lambda step, g: g.box.north & ~g.box.ground.forest & ~g.box.ground.town)
    def hex(self, g: State, cell: int) -> None:
        """29.1 The companies jump there."""
        g.push(Drop(cell, COMPANIES))


class Drop(Chance[State], frozen=True):
    """29.1 The companies come down one by one, by the drop matrix."""

    rule: ClassVar[str] = "BW-29.1a"
    centre: Hex
    left: Companies

    def chances(self, g: State) -> Chances:
        return TWO_DICE

    def resolve(self, g: State, outcome: int) -> None:
        cell = g.box.matrix.hex(self.centre, outcome)
        if cell != LOST:
            g.companies = tuple(sorted((*g.companies, cell)))
        g.tell(Landed, cell, outcome)
        if self.left > 1:
            g.replace(Drop(self.centre, self.left - 1))
        else:
            g.pop()


def come_upon(g: State, unit: int, cell: int) -> None:
    """29.1, 29.4 An Allied unit that goes on from a hex takes a die for what is there."""
    if fortunes.trouble(g) >> cell & 1:
        g.push(Encounter(unit))


class Encounter(Chance[State], frozen=True):
    """29.1, 29.4 The die for paratroopers or commandos; the move below goes on accordingly.

    A point for paratroopers was spent on entering and comes back where they do no harm.
    """

    rule: ClassVar[str] = "BW-29.1b"
    mover: Unit

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        cell, numbers = g.place[self.mover], g.box.tables.events
        moving = g.stack[-1]
        if g.deceived >> cell & 1:
            effect = (outcome > numbers.harmless) + (outcome > numbers.leaves_road)
            g.tell(Misled, self.mover, cell, outcome, effect)
            if effect == STOPS:
                moving.stop(g)  # type: ignore[attr-defined]
            elif effect == LEAVES_ROAD:
                g.replace(msgspec.structs.replace(moving, offroad=True))
            return
        held_up = outcome > numbers.harmless
        g.tell(Harassed, self.mover, cell, outcome, numbers.more if held_up else 0)
        if not held_up:
            units = g.box.units
            back = numbers.more * units.profiles[units.profile[self.mover]].road
            g.replace(msgspec.structs.replace(moving, spent=moving.spent - back))  # type: ignore[attr-defined]


def end_game_turn(g: State) -> None:
    """29.1, 29.3, 29.4 Companies that were met leave, and all of them before 19AM; commandos leave after 18AM."""
    g.deceived = g.guarded = 0
    if not g.companies:
        return
    fate = g.fate("paratroopers")
    over = fate is None or g.turn >= fate.until
    stay = () if over else tuple(cell for cell in g.companies if not g.met >> cell & 1)
    if len(stay) < len(g.companies):
        g.tell(CompaniesGone, len(g.companies) - len(stay))
    g.companies, g.met = stay, 0


# ---- 29.3, 29.4 commandos ----------------------------------------------------------------------------------


class Deception(Question[State], frozen=True):
    """29.4 The German player names the town where commandos mislead Allied units."""

    rule: ClassVar[str] = "BW-29.4"
    phase: ClassVar[str] = "event"
    asks: ClassVar[str] = "Choose a town north of the 6th Panzer Army boundary for your commandos"

    @pick(lambda step, g: g.box.north & g.box.ground.town)
    def hex(self, g: State, cell: int) -> None:
        """29.4 They are in it until the game-turn ends."""
        g.deceived = 1 << cell
        g.tell(TownDeceived, cell)


def end_german_turn(g: State) -> None:
    """29.3 At the end of his 18AM turn the German player may name a bridge."""
    if g.event18 and g.fate("commandos") and guardable(g):
        g.push(Commandos(Side.GERMAN))


def guardable(g: State) -> list[int]:
    """29.3 The standing bridges north of the 6th Panzer Army boundary."""
    north = g.box.north
    return [
        bridge.number
        for bridge in g.box.map.bridges
        if north >> bridge.cell & 1 and north >> bridge.other & 1 and not g.blown >> bridge.number & 1
    ]


class Commandos(Question[State], frozen=True):
    """29.3 The German player may name one bridge that cannot be blown in the Allied turn."""

    rule: ClassVar[str] = "BW-29.3"
    phase: ClassVar[str] = "event"
    asks: ClassVar[str] = (
        "Commandos: choose a bridge north of the 6th Panzer Army boundary that the Allies cannot blow this turn"
    )
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-29.3",
        "name a standing bridge north of the 6th Panzer Army boundary, or go on",
    )

    @pick(lambda step, g: guardable(g))
    def bridge(self, g: State, bridge: int) -> None:
        """29.3 They hold it until the game-turn ends."""
        g.guarded = 1 << bridge
        g.tell(BridgeGuarded, bridge)

    @button("No bridge")
    def done(self, g: State) -> None:
        """29.3 They hold none."""
