"""7.4 Stacking: three units and six steps in a hex, enforced when movement or a combat is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes.state import State


def steps_in(g: State, units: Sequence[int]) -> int:
    """The steps of some units."""
    return sum(g.steps_left(unit) for unit in units)


def room(g: State, units: Sequence[int], cell: int) -> bool:
    """7.4a Whether some units could stand in a hex with those already there."""
    together = {*units, *g.units_at(cell)}
    numbers = g.box.numbers.stacking
    return len(together) <= numbers.units and steps_in(g, list(together)) <= numbers.steps


def full(g: State, units: Sequence[int], board: int) -> int:
    """7.4a The hexes of a board where some units may not end."""
    found = 0
    for cell in cells(board & g.occupied[g.side_of(units[0])]):
        if not room(g, units, cell):
            found |= 1 << cell
    return found


def curable(g: State, unit: int, board: int, later: Sequence[int]) -> int:
    """7.4e The full hexes where a unit may end all the same: those that later movers could leave with room for it."""
    found = 0
    for cell in cells(board):
        stay = [other for other in g.units_at(cell) if other not in later]
        together = [unit, *stay]
        numbers = g.box.numbers.stacking
        if len(together) <= numbers.units and steps_in(g, together) <= numbers.steps:
            found |= 1 << cell
    return found


def check(g: State, side: Side) -> None:
    """7.4b, 7.4c Where a side has too much in a hex, it must take losses."""
    for cell, units in g.stacks.items():
        if len(units) > 1 and g.occupied[side] >> cell & 1 and not room(g, (), cell):
            g.push(Overstack(side, cell))


class Overstack(Asking[State], frozen=True):
    """7.4c The owner reduces units until the hex is legal."""

    rule: ClassVar[str] = "EA-7.4c"
    phase: ClassVar[str] = "stacking"
    cell: int

    def prompt(self, g: State) -> str:
        return say("Too many units in {cell}: choose a unit that loses a step", cell=g.hex_name(self.cell))

    def focus(self, g: State) -> int:
        return self.cell

    def choices(self, g: State) -> Choices:
        return {"unit": g.units_at(self.cell)}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, say("choose a unit in {cell}: it is overstacked", cell=g.hex_name(self.cell)))

    def unit(self, g: State, unit: int) -> None:
        g.lose_step(unit, self.rule)
        if room(g, (), self.cell):
            g.pop()
