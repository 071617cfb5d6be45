"""What is on the table, and nothing else.

Units are columns indexed by unit number; sets of places, bridges and units are integers with one bit each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ardennes import kernel
from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.kernel.columns import bits, number, numbers, several, value, worked_out
from ardennes.kernel.shapes import Kind, Number, Row
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.box import Box
from ardennes.titles.tigers_in_the_mist.box.pieces import STRONGEST
from ardennes.titles.tigers_in_the_mist.events import Eliminated

#: Place of a unit that is out of the game for good. Place 0 is a unit that has not arrived.
GONE = 255

# Status bits of a unit. The first two stay with it, the next three last for the day, the last two for the impulse.
ENTRENCHED = 1
FOOT_PACE = 2  # 8.35 it waded, and moves at 5 MP until supply reaches it over intact bridges
MOVED = 4  # it left an area today
ATTACKED = 8  # it attacked today
HELD = 16  # it may do no more today: it dug in, stood by, built or was halted
ENTERED = 32  # 8.24 it entered an enemy-occupied area this impulse and must attack
OVER_RIVER = 64  # it came into its area over a river this impulse
WAITING = 128  # a reinforcement that has not left its entry zone

DONE = MOVED | ATTACKED | HELD

_NEW_DAY = bytes(status & ~(DONE | ENTERED | OVER_RIVER) for status in range(256))
_NEW_IMPULSE = bytes(status & ~(ENTERED | OVER_RIVER) for status in range(256))


class Ready(NamedTuple):
    """What was found out about the moving side's units; see `rules.quick.readiness`."""

    #: What it depends on.
    decides: tuple[Side, int, int, int, int, int]
    #: The units that could still act when it was first asked.
    awake: list[int]
    #: Those of them that nothing keeps in place, each with places next door to step to.
    doors: list[tuple[int, int]]
    #: The units that attacked earlier today: no battle is fought while a side moves.
    fought: list[int]
    movers: list[int] | None
    diggers: list[int] | None


class Special(NamedTuple):
    """14.0 Where the Special Forces are, what they do, the effects used up (as bits), and the day of the last use."""

    area: int = 0
    effect: int = 0
    used: int = 0
    day: int = 0


def own(state: kernel.State) -> State:
    """A state known to be one of this title's."""
    assert isinstance(state, State)
    return state


def _units(box: Box) -> int:
    return len(box.units)


def _areas(box: Box) -> int:
    return box.map.places


def _bridges(box: Box) -> int:
    return len(box.map.crossings)


def _places(box: Box) -> Kind:
    """Where a unit may be."""
    return Number(0, box.map.places - 1, (GONE,))


def _special(box: Box) -> Kind:
    return Row((Number(0, box.map.places - 1), Number(0, 4), Number(0, 15), Number(0, 22)))


class State(kernel.State):
    """A position of Tigers in the Mist."""

    box: Box

    # -- units
    place: bytearray = numbers(_units, fits=_places)
    strength: bytearray = numbers(_units, high=STRONGEST)
    status: bytearray = numbers(_units)
    spent: bytearray = numbers(_units, high=100)  # MP used today
    dawn: bytes = numbers(_units, frozen=True, fits=_places)  # place when the day began, or entry zone
    debt: bytes = numbers(_units, high=100, frozen=True, sparse=True)  # 11.14 MP owed for shifting between zones
    # -- the map
    control: int = bits(_areas)  # 12.22 areas the Germans control
    blown: int = bits(_bridges)
    repair: bytes = numbers(_bridges, high=100, frozen=True, sparse=True)  # 10.16 failed attempts
    # -- time and score
    day: int = number(16, lambda box: box.last_day, start=16)
    impulse: int = number(1, 3, start=1)
    vp: int = number(0, 1000)
    released: int = bits(lambda box: len(box.releases))  # 11.3 release groups freed, by position in box.releases
    #: Supply as last determined: the places where German armor, German infantry types, Allied armor and Allied infantry
    #: types are in supply.
    supply: tuple[int, int, int, int] = several(bits(_areas), 4, frozen=True)
    # -- the impulse under way
    began: int = bits(_areas)  # places the moving side held when it began
    fought: int = bits(_areas)  # areas where a battle was fought
    tried: int = bits(_bridges)  # bridges somebody tried to blow
    tried_once: int = bits(_units)  # units that tried one bridge
    tried_twice: int = bits(_units)  # units that tried two
    sites: int = bits(_bridges)  # bridges somebody tried to build
    worked: int = bits(_units)  # engineers that tried to build one
    shifted: int = bits(_units)  # 11.14 reinforcements on their way to another zone
    builders: int = bits(_units)  # engineers that tried to build today
    special: Special = value(Special, Special(), fits=_special)
    # -- kept for speed: places that hold units of each side, what supply was determined for, who can act
    occupied: list[int] = worked_out(lambda: [0, 0], "{}[:]")
    supply_for: tuple[int, int, int] | None = worked_out(lambda: None)
    ready: Ready | None = worked_out(lambda: None)

    def restore(self, table: Mapping[str, Any]) -> None:
        super().restore(table)
        for side, span in enumerate(self.box.units.of):
            self.occupied[side] = board_of({p for p in self.place[span.start : span.stop] if 0 < p < GONE})

    # ---- questions in the rulebook's words -----------------------------------------------------------------

    def units_at(self, place: int, side: Side) -> list[int]:
        """The side's units in an area or zone."""
        column = self.place
        span = self.box.units.of[side]
        found = []
        unit = column.find(place, span.start, span.stop)
        while unit >= 0:
            found.append(unit)
            unit = column.find(place, unit + 1, span.stop)
        return found

    def strength_at(self, place: int, side: Side) -> int:
        """The side's strength points in an area or zone."""
        strength = self.strength
        return sum([strength[unit] for unit in self.units_at(place, side)])

    def holds(self, side: Side, place: int) -> bool:
        """Whether a side has units in a place."""
        return bool(self.occupied[side] >> place & 1)

    def contested(self, place: int) -> bool:
        """Whether both sides have units in a place."""
        return bool(self.occupied[0] & self.occupied[1] & 1 << place)

    def in_supply(self, unit: int) -> bool:
        """Whether a unit was in supply when supply was last determined (13.15, 13.16)."""
        units = self.box.units
        column = 2 * (unit >= units.first_allied) + units.infantry[unit]
        return bool(self.supply[column] >> self.place[unit] & 1)

    def allowance(self, unit: int) -> int:
        """4.17, 8.35 A unit's movement points for the day."""
        movement = self.box.movement
        return movement[0] if self.status[unit] & FOOT_PACE else movement[self.box.units.type[unit]]

    def on_map(self, unit: int) -> bool:
        """Whether a unit is in an area or a zone."""
        return 0 < self.place[unit] < GONE

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.name(unit)

    def described(self, unit: int) -> str:
        """A unit with its strength and markers, as it lies on the map."""
        marks = [
            text
            for flag, text in ((ENTRENCHED, say("entrenched")), (FOOT_PACE, say("on foot")), (WAITING, say("waiting")))
            if self.status[unit] & flag
        ]
        tail = f" ({', '.join(marks)})" if marks else ""
        return f"{self.name(unit)} {self.strength[unit]}{tail}"

    # ---- changes -------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit in a place, keeping the sets of occupied places true."""
        side = unit >= self.box.units.first_allied
        before = self.place[unit]
        self.place[unit] = place
        if 0 < before < GONE:
            span = self.box.units.of[side]
            if self.place.find(before, span.start, span.stop) < 0:
                self.occupied[side] &= ~(1 << before)
        if 0 < place < GONE:
            self.occupied[side] |= 1 << place

    def eliminate(self, unit: int, rule: str) -> None:
        """Remove a unit for good. Its entrenchment goes with it (8.58)."""
        self.tell(Eliminated, unit, self.place[unit], rule)
        self.put(unit, GONE)
        self.strength[unit] = 0
        self.status[unit] = 0

    def lose(self, unit: int, hits: int, rule: str) -> None:
        """9.21, 9.22 A unit loses a strength point for each hit; hits beyond its strength are lost."""
        left = self.strength[unit] - hits
        if left > 0:
            self.strength[unit] = left
        else:
            self.eliminate(unit, rule)

    def new_day(self) -> None:
        """Every unit is free to act again, and its place at dawn is noted (8.21, 10.12)."""
        self.status = self.status.translate(_NEW_DAY)
        self.spent = bytearray(len(self.spent))
        self.dawn = bytes(self.place)
        self.builders = 0

    def new_impulse(self, mover: Side) -> None:
        """Forget what lasts for one impulse only, and note where the moving side begins."""
        self.status = self.status.translate(_NEW_IMPULSE)
        self.began = self.occupied[mover]
        self.fought = self.tried = self.tried_once = self.tried_twice = 0
        self.sites = self.worked = self.shifted = 0
