"""26 Surrender: units that are out of supply and surrounded may give up."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Chance, Chances, Side, die
from ardennes.titles.bitter_woods.box.fields import CutOff
from ardennes.titles.bitter_woods.events import SurrenderRolled
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: Units of this printed rating or less may give up, and the die that makes them.
WEAK, GIVES_UP = 3, 6


def cut_off(g: State, side: Side) -> tuple[int, ...]:
    """26 The hexes of a side that are rolled for, in order."""
    watched, near = zone(g, side.enemy) | g.occupied[side.enemy], g.box.map.grid.neighbours
    return tuple(cell for cell in cells(g.occupied[side]) if not near[cell] & ~watched and _weak(g, cell))


def _weak(g: State, cell: int) -> tuple[int, ...]:
    """26 The units of a hex that would give up: none if a better one is out of supply with them."""
    hungry = [u for u in g.units_at(cell) if g.unsupplied >> u & 1 and not g.box.all_leaders >> u & 1]
    if any(g.box.units.ratings[unit][g.reduced >> unit & 1] > WEAK for unit in hungry):
        return ()
    return tuple(hungry)


class Surrender(Chance[State], frozen=True):
    """26 One die for each hex, before the side moves."""

    rule: ClassVar[str] = "BW-26a"
    cut_off: CutOff

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        cell, *rest = self.cut_off
        units = _weak(g, cell)
        if rest:
            g.replace(Surrender(tuple(rest)))
        else:
            g.pop()
        g.tell(SurrenderRolled, cell, units, outcome)
        if outcome == GIVES_UP:
            for unit in units:
                g.lose_step(unit, "BW-26a")
