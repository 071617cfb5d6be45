"""What is on the table, and nothing else.

Units are columns indexed by unit number; sets of places, bridges and units are integers with one bit each.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Game, Side
from ardennes.titles.tigers_in_the_mist.box.components import Box
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
    """What was found out about the moving side's units; see `activation.movers`."""

    #: What it depends on.
    decides: tuple[Side, int, int, int, int, int]
    #: The units that could still act when it was first asked.
    awake: list[int]
    #: Those of them that nothing keeps in place, each with places next door to step to.
    doors: list[tuple[int, int]]
    movers: list[int] | None
    diggers: list[int] | None


class State(kernel.State):
    """A position of Tigers in the Mist."""

    box: Box

    __slots__ = (
        "began",
        "blown",
        "builders",
        "control",
        "dawn",
        "day",
        "debt",
        "fought",
        "impulse",
        "occupied",
        "place",
        "ready",
        "released",
        "repair",
        "shifted",
        "sites",
        "special_area",
        "special_day",
        "special_effect",
        "special_used",
        "spent",
        "status",
        "strength",
        "supply",
        "supply_for",
        "tried",
        "tried_once",
        "tried_twice",
        "vp",
        "worked",
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        box = game.data
        assert isinstance(box, Box)
        count = len(box.units)
        self.box = box
        # -- units
        self.place = bytearray(count)
        self.strength = bytearray(count)
        self.status = bytearray(count)
        self.spent = bytearray(count)  # MP used today
        self.dawn = bytes(count)  # place when the day began, or entry zone
        self.debt = bytes(count)  # 11.14 MP owed for shifting between zones
        # -- the map
        self.occupied = [0, 0]  # places that hold units of each side
        self.control = 0  # 12.22 areas the Germans control
        self.blown = 0  # bridges
        self.repair = bytes(len(box.map.crossings))  # 10.16 failed attempts
        # -- time and score
        self.day = 16
        self.impulse = 1
        self.vp = 0
        self.released = 0  # 11.3 release groups freed, by position in box.releases
        # -- supply as last determined: the places where German armor, German infantry types, Allied armor and Allied
        #    infantry types are in supply
        self.supply = (0, 0, 0, 0)
        self.supply_for: tuple[int, int, int] | None = None  # what it was determined for; worked out, not on the table
        # -- the impulse under way
        self.began = 0  # places the moving side held when it began
        self.fought = 0  # areas where a battle was fought
        self.tried = 0  # bridges somebody tried to blow
        self.tried_once = 0  # units that tried one bridge
        self.tried_twice = 0  # units that tried two
        self.sites = 0  # bridges somebody tried to build
        self.worked = 0  # engineers that tried to build one
        self.shifted = 0  # 11.14 reinforcements on their way to another zone
        self.builders = 0  # engineers that tried to build today
        # -- worked out, not on the table
        self.ready: Ready | None = None
        # -- special forces
        self.special_area = 0
        self.special_effect = 0
        self.special_used = 0  # effects used, as bits
        self.special_day = 0  # day of the last use

    def copy(self) -> Self:
        new = self.copy_kernel(object.__new__(type(self)))
        new.box = self.box
        new.place = self.place[:]
        new.strength = self.strength[:]
        new.status = self.status[:]
        new.spent = self.spent[:]
        new.dawn = self.dawn
        new.debt = self.debt
        new.occupied = self.occupied[:]
        new.control = self.control
        new.blown = self.blown
        new.repair = self.repair
        new.day = self.day
        new.impulse = self.impulse
        new.vp = self.vp
        new.released = self.released
        new.supply = self.supply
        new.supply_for = self.supply_for
        new.began = self.began
        new.fought = self.fought
        new.tried = self.tried
        new.tried_once = self.tried_once
        new.tried_twice = self.tried_twice
        new.sites = self.sites
        new.worked = self.worked
        new.shifted = self.shifted
        new.builders = self.builders
        new.ready = self.ready
        new.special_area = self.special_area
        new.special_effect = self.special_effect
        new.special_used = self.special_used
        new.special_day = self.special_day
        return new

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

    # ---- as data -------------------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        return {
            "place": list(self.place),
            "strength": list(self.strength),
            "status": list(self.status),
            "spent": list(self.spent),
            "dawn": list(self.dawn),
            "debt": _sparse(self.debt),
            "control": cells(self.control),
            "blown": cells(self.blown),
            "repair": _sparse(self.repair),
            "day": self.day,
            "impulse": self.impulse,
            "vp": self.vp,
            "released": cells(self.released),
            "supply": [cells(places) for places in self.supply],
            "began": cells(self.began),
            "fought": cells(self.fought),
            "tried": cells(self.tried),
            "tried_once": cells(self.tried_once),
            "tried_twice": cells(self.tried_twice),
            "sites": cells(self.sites),
            "worked": cells(self.worked),
            "shifted": cells(self.shifted),
            "builders": cells(self.builders),
            "special": [self.special_area, self.special_effect, self.special_used, self.special_day],
            "stack": kernel.encode_stack(self.stack),
            "result": None if self.result is None else list(self.result),
        }


def _sparse(column: bytes) -> dict[str, int]:
    return {str(index): value for index, value in enumerate(column) if value}
