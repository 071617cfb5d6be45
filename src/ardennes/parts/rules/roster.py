"""Units of one to four steps: where each stands and what it has lost, and the stacks and sets that follow from it.

A state of units on cells derives from `Roster` and tells it two things: how many units there are (`box.units`, with
`first_allied` and `steps`), and what else follows from who is in a cell (`stood`).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from ardennes import kernel
from ardennes.kernel import Side, columns

# Places that are no cell.
OFF_MAP = 0xFF00
ELIMINATED = 0xFFFF
TRACK = 0xFFFE  # still to come
OUT = 0xFFFD  # out of the game for good
#: No cell, no unit.
NOBODY = 0xFFFF


def _units(box: Any) -> int:
    return len(box.units)


class Roster(kernel.State):
    """Where units are. `put` and `set_lost` are the only ways to change it."""

    place: array[int] = columns.numbers(_units, high=0xFFFF, start=TRACK)
    lost: bytearray = columns.numbers(_units, high=3)  # steps lost
    #: The units in each cell that has any, in the order of their numbers; all are of one side.
    stacks: dict[int, tuple[int, ...]] = columns.worked_out(dict, "{}.copy()")
    #: The cells with units, by side.
    occupied: list[int] = columns.worked_out(lambda: [0, 0], "{}[:]")

    # ---- questions -----------------------------------------------------------------------------------------

    def units_at(self, cell: int) -> tuple[int, ...]:
        """The units in a cell."""
        return self.stacks.get(cell, ())

    def on_map(self, unit: int) -> bool:
        """Whether a unit stands in a cell."""
        return self.place[unit] < OFF_MAP

    def steps_left(self, unit: int) -> int:
        """The steps a unit still has."""
        steps: int = self.box.units.steps[unit] - self.lost[unit]
        return steps

    def side_of(self, unit: int) -> Side:
        """Whose unit it is."""
        return Side.GERMAN if unit < self.box.units.first_allied else Side.ALLIED

    def holds(self, side: Side, cell: int) -> bool:
        """Whether a side has units in a cell."""
        return bool(self.occupied[side] >> cell & 1)

    def next_to(self, side: Side, cell: int) -> bool:
        """Whether a cell is adjacent to a unit of a side, whatever lies between."""
        return bool(self.box.grid.neighbours[cell] & self.occupied[side])

    # ---- changes -------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit somewhere, keeping every set of cells true."""
        before = self.place[unit]
        self.place[unit] = place
        side = int(unit >= self.box.units.first_allied)
        if before < OFF_MAP:
            rest = tuple([other for other in self.stacks[before] if other != unit])
            if rest:
                self.stacks[before] = rest
            else:
                del self.stacks[before]
                self.occupied[side] ^= 1 << before
            self.stood(before, side)
        if place < OFF_MAP:
            self.stacks[place] = tuple(sorted((*self.stacks.get(place, ()), unit)))
            self.occupied[side] |= 1 << place
            self.stood(place, side)

    def set_lost(self, unit: int, steps: int) -> None:
        """Turn or exchange a counter; it stays where it is."""
        self.lost[unit] = steps
        if self.on_map(unit):
            self.stood(self.place[unit], int(unit >= self.box.units.first_allied))

    def stood(self, cell: int, side: int) -> None:
        """The units of a side in a cell have changed: keep true what a title works out from them."""

    # ---- as data -------------------------------------------------------------------------------------------

    def restore(self, table: Mapping[str, Any]) -> None:
        super().restore(table)
        board, steps = self.box.grid.board, self.box.units.steps
        for unit, place in enumerate(self.place):
            if self.lost[unit] >= steps[unit]:
                raise columns.BadTable(f"lost[{unit}]: expected fewer than {steps[unit]} steps")
            if place < OFF_MAP:
                if not board >> place & 1:
                    raise columns.BadTable(f"place[{unit}]: expected a hex of the map, got {place}")
                self.place[unit] = TRACK
                self.put(unit, place)

    def misplaced(self) -> list[str]:
        """What does not agree in who stands where; a part of a title's invariants."""
        found, first = [], self.box.units.first_allied
        occupied = [0, 0]
        for cell, stack in self.stacks.items():
            if len({unit >= first for unit in stack}) != 1:
                found.append(f"cell {cell}: units of both sides, or none")
                continue
            occupied[stack[0] >= first] |= 1 << cell
            if any(self.place[unit] != cell for unit in stack):
                found.append(f"cell {cell}: a unit in the stack is elsewhere")
        if occupied != self.occupied:
            found.append("occupied: does not agree with where units are")
        for unit, place in enumerate(self.place):
            if place < OFF_MAP and unit not in self.stacks.get(place, ()):
                found.append(f"unit {unit} is not in the stack of its cell")
        return found
