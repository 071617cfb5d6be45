"""12.3 Improved positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.state import LOW, State


def possible_at(g: State, cell: int) -> bool:
    """12.32 Not in towns or cities, and only one in a hex."""
    return not (g.box.ground.towns | g.improved) >> cell & 1


def place(g: State, cell: int) -> None:
    """12.31 Put an improved position in a hex."""
    g.improved |= 1 << cell
    g.tell(events.Improved, cell)


def remove(g: State, cell: int, rule: str) -> None:
    """12.34 An improved position is taken away."""
    g.improved &= ~(1 << cell)
    g.tell(events.PositionRemoved, cell, rule)


def builders(g: State) -> list[int]:
    """12.31a, 12.31d The active units that neither moved nor attacked, are supplied or low, and are not dispersed."""
    idle = g.active & ~g.moved & ~g.attacked & ~g.dispersed
    return [unit for unit in cells(idle) if g.supply[unit] <= LOW and g.on_map(unit) and possible_at(g, g.place[unit])]


class BuildPositions(OneByOne[State], frozen=True):
    """12.31a At the end of an activation idle units may dig in."""

    rule: ClassVar[str] = "EA-12.31a"
    phase: ClassVar[str] = "improved positions"
    otherwise: ClassVar[Reason] = Reason("EA-4.0n", "units that neither moved nor attacked may dig in now")

    def prompt(self, g: State) -> str:
        return "Choose a unit that builds an improved position, or go on"

    def keeps(self, g: State) -> bool:
        """An offer: whoever would rather not dig in wastes nothing."""
        return True

    def offered(self, g: State) -> Sequence[int]:
        return builders(g)

    def why_not_pick(self, g: State, target: int) -> Reason:
        name = g.name(target)
        if g.dispersed >> target & 1:
            return Reason("EA-12.31d", say("{name} is dispersed", name=name))
        if not g.active >> target & 1 or (g.moved | g.attacked) >> target & 1:
            return Reason("EA-12.31a", say("{name} is not active, or has moved or attacked", name=name))
        if g.supply[target] > LOW:
            return Reason("EA-10.22b", say("{name} is out of supply", name=name))
        return Reason("EA-12.32", "no improved position in a town or city, nor a second one in a hex")

    def unit(self, g: State, unit: int) -> None:
        place(g, g.place[unit])
