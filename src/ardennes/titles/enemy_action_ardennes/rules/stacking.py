"""7.4 Stacking: three units and six steps in a hex, enforced when movement or a combat is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.enemy_action_ardennes.box.fields import Hex
from ardennes.titles.enemy_action_ardennes.state import State


def steps_in(g: State, units: Sequence[int]) -> int:
    """The steps of some units."""
    return sum(g.steps_left(unit) for unit in units)


def _fit(g: State, units: Sequence[int]) -> bool:
    """7.4a Whether some units could stand in a hex together."""
    numbers = g.box.numbers.stacking
    return len(units) <= numbers.units and steps_in(g, units) <= numbers.steps


def room(g: State, units: Sequence[int], cell: int) -> bool:
    """7.4a Whether some units could stand in a hex with those already there."""
    return _fit(g, [*{*units, *g.units_at(cell)}])


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
        if _fit(g, [unit, *[other for other in g.units_at(cell) if other not in later]]):
            found |= 1 << cell
    return found


def check(g: State, side: Side) -> None:
    """7.4b, 7.4c Where a side has too much in a hex, it must take losses."""
    for cell, units in g.stacks.items():
        if len(units) > 1 and g.occupied[side] >> cell & 1 and not room(g, (), cell):
            g.push(Overstack(side, cell))


class Overstack(Question[State], frozen=True):
    """7.4c The owner reduces units until the hex is legal."""

    rule: ClassVar[str] = "EA-7.4c"
    phase: ClassVar[str] = "stacking"
    asks: ClassVar[str] = "Too many units in {cell}: choose a unit that loses a step"
    otherwise: ClassVar[tuple[str, str]] = ("EA-7.4c", "choose a unit in {cell}: it is overstacked")
    cell: Hex

    def focus(self, g: State) -> int:
        return self.cell

    @pick(
        lambda step, g: g.units_at(step.cell),
        lambda step, g, unit: Reason(
            "EA-7.4c", say("{name} is not in {cell}", name=g.name(unit), cell=g.hex_name(step.cell))
        ),
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """7.4c It loses a step."""
        g.lose_step(unit, self.rule)
        if room(g, (), self.cell):
            g.pop()
