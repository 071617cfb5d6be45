"""What is on the table, and nothing else.

Units, hexes, cards, chits and bridges are numbers; sets of them are integers with one bit each. Where a unit stands is
a column by unit and, the other way round, a stack by hex; `put` keeps both and all that follows from them.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Self

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.kernel.columns import Audience
from ardennes.parts.rules.reaction import standing_answers
from ardennes.parts.rules.roster import OFF_MAP, Roster
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS, Face
from ardennes.titles.enemy_action_ardennes.box.dates import LAST

__all__ = (
    "ELIMINATED",
    "EXITED",
    "ISOLATED",
    "LOW",
    "NOBODY",
    "OFF_MAP",
    "OKW_BOX",
    "OUT",
    "OUT_OF_SUPPLY",
    "RESERVE",
    "SUPPLIED",
    "VDH_BOX",
    "Occasion",
    "State",
    "own",
)

# Places that are no hex. A unit that waits on the calendar is at OFF_MAP plus its day.
RESERVE = 0xFFF0  # in the Reserve Units box
OKW_BOX = 0xFFF1
VDH_BOX = 0xFFF2
ELIMINATED = 0xFFF3
EXITED = 0xFFF4
OUT = 0xFFF5  # not in this scenario, or VDH relieved
#: No hex.
NOBODY = -1
# 10.2 States of supply.
SUPPLIED, LOW, OUT_OF_SUPPLY, ISOLATED = range(4)


class Occasion(IntEnum):
    """What a side may be asked in passing, and may answer in advance."""

    ROADBLOCKS = 0
    DEMOLITION = 1
    GREIF = 2
    SUPPLY_PHASE = 3
    TACTICS = 4


def _units(box: Box) -> int:
    return len(box.units)


def _board(box: Box) -> int:
    return box.grid.board


def _hexes(box: Box) -> int:
    return box.grid.size


def _bridges(box: Box) -> int:
    return len(box.map.bridges)


def _rivers(box: Box) -> int:
    return len(box.ground.river_sides)


def _cards(box: Box) -> int:
    return len(box.cards)


def _formations(box: Box) -> int:
    return len(box.units.formations)


def _depots(box: Box) -> int:
    return len(box.depots)


def _own(box: Box, card: int, side: int) -> bool:
    return box.cards[card].side == side


def _spare(box: Box, card: int, side: int) -> bool:
    """Supplementals only: all primary cards are in the hand, the draw pile or the discards (5.0a)."""
    return _own(box, card, side) and not box.cards[card].primary


def _cards_of(audience: Audience, home: Callable[[Box, int, int], bool] = _own) -> Any:
    """A place of each side's cards; `known` are those a side remembers when they lie face down."""
    seen = "" if audience is Audience.ALL else "known"
    return columns.by_side(columns.tokens(_cards, "cards", seen=seen, home=home), audience)


def _with(row: tuple[int, ...], at: int, card: int) -> tuple[int, ...]:
    return (*row[:at], card, *row[at + 1 :])


class State(Roster):
    """A position of Enemy Action: Ardennes."""

    box: Box

    # -- units
    place: array[int] = columns.numbers(_units, high=0xFFFF, start=OUT)
    supply: bytearray = columns.numbers(_units, high=ISOLATED)  # 10.2 by the last check
    # -- sets of units
    active: int = columns.bits(_units)  # 6.0; while reserves are deployed, those that may be
    moved: int = columns.bits(_units)  # in this activation; of reserves, placed in this impulse
    attacked: int = columns.bits(_units)  # have attacked in this activation
    defended: int = columns.bits(_units)  # have been attacked in this activation
    retreated: int = columns.bits(_units)  # 9.74 have retreated in this activation
    dispersed: int = columns.bits(_units)
    recovering: int = columns.bits(_units)  # 9.9c were dispersed when this activation began
    unfuelled: int = columns.bits(_units)  # 10.41
    # -- cards: hands are their owner's, draw piles and available supplementals nobody's
    hands: list[tuple[int, ...]] = _cards_of(Audience.OWNER)
    piles: list[tuple[int, ...]] = _cards_of(Audience.NONE)  # draw piles
    available: list[tuple[int, ...]] = _cards_of(Audience.NONE, _spare)
    discards: list[tuple[int, ...]] = _cards_of(Audience.ALL)
    entering: list[tuple[int, ...]] = _cards_of(Audience.ALL)
    unused: list[tuple[int, ...]] = _cards_of(Audience.ALL)  # not in this scenario
    known: list[int] = columns.by_side(columns.bits(_cards), Audience.OWNER)
    standing: list[int] = standing_answers(len(Occasion))
    # -- chits: in the cup, and drawn in earlier combats
    cup: int = columns.bits(60)
    aside: int = columns.bits(60)
    # -- fuel depots: markers face down in the Allies' element, in the order of the hexes still covered
    depots: list[tuple[int, ...]] = columns.by_side(columns.tokens(_depots, pool="depots"), Audience.OWNER)
    covered: int = columns.bits(_depots)
    opened: tuple[int, ...] = columns.tokens(_depots, pool="depots")
    fuel: int = columns.number(0, 5)  # markers the Germans hold
    # -- map
    blown: int = columns.bits(_bridges)
    built: int = columns.bits(_rivers)  # 12.22 river hexsides with a new bridge
    german_bridges: int = columns.bits(_bridges)
    german_built: int = columns.bits(_rivers)
    german_towns: int = columns.among(_board)
    allied_wall: int = columns.among(_board)  # 14.1 Westwall hexes the Allies own
    improved: int = columns.among(_board)
    roadblocks: int = columns.among(_board)
    kampfgruppe: int = columns.number(NOBODY, _hexes, NOBODY)  # 6.4 hex of the marker
    # -- crossings of this impulse, as river hexsides
    forded: int = columns.bits(_rivers)  # 7.31b unbridged
    squeezed: int = columns.bits(_rivers)  # 7.32b by a bridge into an enemy-controlled hex
    jammed: int = columns.bits(_rivers)  # 4.12 bridges used
    # -- time
    day: int = columns.number(16, LAST + 1, 16)
    impulses: bytearray = columns.numbers(2, high=200)  # taken today, per side
    turn: Side = columns.value(Side, Side.GERMAN)  # whose impulse it is, or comes next
    barred: list[int] = columns.by_side(columns.bits(len(CORPS)))  # 6.5 corps activated in the last impulse
    roused: int = columns.bits(len(CORPS))  # corps activated in this impulse
    lone: int = columns.bits(2)  # 6.3 sides that have used the single-unit activation today
    interdicted: bool = columns.value(bool, False)  # 5.1 today
    prioritized: bool = columns.value(bool, False)  # Fuel Priority used today
    fuelled: int = columns.bits(_formations)  # 10.4 shortages averted today
    special: int = columns.bits(len(Event))  # special events played, and von der Heydte
    # -- score and what stays true
    exit_points: int = columns.number(0, 9999)
    exits_used: int = columns.bits(2)  # 7.81: 0 north edge east of the Meuse, 1 south edge
    meuse_points: bool = columns.value(bool, False)  # 14.1 the ten points
    relieved: bool = columns.value(bool, False)  # 14.1 von der Heydte
    at_meuse: bool = columns.value(bool, False)  # 7.72 a German has been in a hex beside the Meuse
    over_meuse: bool = columns.value(bool, False)  # 11.51 a German has been west of it
    dinant: bool = columns.value(bool, False)  # 7.72b 29A was deployed in Dinant
    # -- worked out
    mapped: int = columns.worked_out(int)  # the units on the map
    in_reserve: tuple[bytes, int] = columns.worked_out(lambda: (b"", 0))  # the places, and who waits in reserve there
    exerting: list[int] = columns.worked_out(lambda: [0, 0], "{}[:]")  # 8.0 hexes whose units exert control
    lines: dict[Any, tuple[int, int]] = columns.worked_out(dict)  # supply lately worked out; replaced, never changed

    # ---- questions in the rulebook's words -----------------------------------------------------------------

    def face(self, unit: int) -> Face:
        """2.21 Strength, quality and type of a unit with the steps it has."""
        return self.box.units.faces[unit][self.lost[unit]]

    def zone(self, side: Side) -> int:
        """8.0 Every hex controlled by a side's units."""
        return self.box.grid.around(self.exerting[side])

    def towns_of(self, side: Side) -> int:
        """12.1 The towns and cities a side owns."""
        towns = self.box.ground.towns
        return self.german_towns if side is Side.GERMAN else towns & ~self.german_towns

    def played(self, event: Event) -> bool:
        """Whether a special event has been played; one that lasts a day is dated, so it holds on that day."""
        return bool(self.special >> event & 1) and bool(self.box.events[event].days >> self.day & 1)

    def surprise(self) -> bool:
        """4.11 Whether the three German impulses before the first Allied one are still on."""
        numbers = self.box.numbers.surprise
        return self.day == numbers.day and self.impulses[Side.GERMAN] < numbers.impulses

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.name(unit)

    def hex_name(self, cell: int) -> str:
        """A hex as players call it: its number, and its name where it has one."""
        number, label = self.box.grid.number(cell), self.box.map.name(cell)
        return f"{label} {number}" if label else number

    # ---- units ---------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit somewhere, keeping every set of hexes true; an improved position left empty is gone (12.34d)."""
        before = self.place[unit]
        super().put(unit, place)
        if place < OFF_MAP:
            self.mapped |= 1 << unit
        else:
            self.mapped &= ~(1 << unit)
        if before < OFF_MAP and before not in self.stacks:
            self.improved &= ~(1 << before)

    def stood(self, cell: int, side: int) -> None:
        """8.0 Whether the units in a hex exert control: one unbracketed, two bracketed, or one in a town (or, German,
        in the Westwall); dispersed and isolated units do not count."""
        faces, lost, able = self.box.units.faces, self.lost, 0
        for unit in self.stacks.get(cell, ()):
            if self.dispersed >> unit & 1 or self.supply[unit] == ISOLATED:
                continue
            able += 1 if faces[unit][lost[unit]].bracketed else 2
        ground, bit = self.box.ground, 1 << cell
        strong = ground.towns if side else ground.towns | ground.westwall
        if able > 1 or (able and strong & bit):
            self.exerting[side] |= bit
        else:
            self.exerting[side] &= ~bit

    def _changed(self, unit: int) -> None:
        if self.place[unit] < OFF_MAP:
            self.stood(self.place[unit], int(unit >= self.box.units.first_allied))

    def set_supply(self, unit: int, level: int) -> None:
        """10.2 Change a unit's state of supply."""
        self.supply[unit] = level
        self._changed(unit)

    def disperse(self, units: Iterable[int]) -> None:
        """9.9 Put Dispersed markers on those units that are on the map."""
        for unit in units:
            if self.mapped >> unit & 1:
                self.dispersed |= 1 << unit
                self._changed(unit)

    def rally(self, units: int) -> None:
        """9.9 Take Dispersed markers off a set of units."""
        back = self.dispersed & units
        self.dispersed &= ~units
        for unit in cells(back):
            self._changed(unit)

    def lose_step(self, unit: int, rule: str) -> None:
        """9.6 A unit loses a step, and with the last one is eliminated."""
        if self.steps_left(unit) > 1:
            self.set_lost(unit, self.lost[unit] + 1)
            self.tell(events.StepLost, unit, self.steps_left(unit), rule)
        else:
            self.eliminate(unit, rule)

    def eliminate(self, unit: int, rule: str) -> None:
        """9.6, 14.1i A unit goes to the Eliminated Units box."""
        self.tell(events.Eliminated, unit, self.place[unit], rule)
        self.take_off(unit, ELIMINATED)

    def take_off(self, unit: int, box: int) -> None:
        """A unit leaves the map for a box; no marker goes with it."""
        self.put(unit, box)
        keep = ~(1 << unit)
        self.active &= keep
        self.dispersed &= keep
        self.recovering &= keep
        self.unfuelled &= keep
        self.supply[unit] = SUPPLIED

    # ---- what may be --------------------------------------------------------------------------------------

    def imagined(self, seed: Any) -> Self:
        """10.4 A spectator remembers no card, but one that a step shows lies in the hand all the same. A German hand
        that was looked through for fuel holds no card that would have been found."""
        made = super().imagined(seed)
        for step in made.stack:
            card = getattr(step, "shown_card", -1)
            if card >= 0 and card not in made.hands[self.box.cards[card].side]:
                made._deal(card, self.hands)
        if self.fuel_checked():
            made._lay_back(self, random.Random(f"fuel {seed}"))
        return made

    def fuel_checked(self) -> bool:
        """10.4a Whether the German hand as it is has been looked through for shortages, as everybody knows: in the
        Supply Phase and after every refill. On the first day of Crisis at the Meuse there is no Supply Phase."""
        if self.day < self.box.numbers.dates.fuel_from:
            return False
        if self.day == self.box.first_day and not self.impulses[Side.GERMAN]:
            return False
        told = [step.fuel_checked for step in self.stack if hasattr(step, "fuel_checked")]
        return bool(told) and all(told)

    def lacks_fuel(self, card: int) -> int:
        """10.4a The formation of a card that has no fuel today, or -1."""
        for formation, days in self.box.cards[card].no_fuel:
            if days >> self.day & 1 and not self.fuelled >> formation & 1:
                return formation
        return -1

    def _lay_back(self, seen: Self, rng: random.Random) -> None:
        """Exchange imagined German cards that the fuel check would have found with others that are not seen."""
        side = Side.GERMAN
        spare = [
            (column, at)
            for column in ("piles", "available")
            for at, card in enumerate(getattr(seen, column)[side])
            if card < 0
        ]
        rng.shuffle(spare)
        for at, card in enumerate(self.hands[side]):
            if seen.hands[side][at] >= 0 or self.lacks_fuel(card) < 0:
                continue
            for column, place in spare:
                row = getattr(self, column)[side]
                if self.lacks_fuel(row[place]) < 0 and not (column == "available" and self.box.cards[card].primary):
                    self.hands[side] = _with(self.hands[side], at, row[place])
                    getattr(self, column)[side] = _with(row, place, card)
                    break

    def _deal(self, card: int, seen: list[tuple[int, ...]]) -> None:
        """Exchange a card with one of the hand that was not seen."""
        side = self.box.cards[card].side
        for column in (self.piles, self.available):
            if card in column[side]:
                spare = column is self.available
                unseen = [c for c, face in zip(self.hands[side], seen[side], strict=True) if face < 0]
                other = next((c for c in unseen if not (spare and self.box.cards[c].primary)), unseen[0])
                column[side] = tuple([other if c == card else c for c in column[side]])
                self.hands[side] = tuple([card if c == other else c for c in self.hands[side]])

    # ---- reading back --------------------------------------------------------------------------------------

    def restore(self, table: Mapping[str, Any]) -> None:
        super().restore(table)
        if columns.HIDDEN in self.opened:
            raise columns.BadTable("opened: expected depot markers, all of them open")


def own(state: kernel.State) -> State:
    """A state known to be one of this title's."""
    assert isinstance(state, State)
    return state
