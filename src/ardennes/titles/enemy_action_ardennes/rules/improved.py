"""12.3 Improved positions."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.state import State


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


def _where(g: State, about: object, unit: int) -> dict[str, object]:
    return {"where": g.hex_name(g.place[unit])}


#: 12.32 What keeps a position from the hex of a unit.
NO_PLACE = (
    Rung(
        "EA-12.32",
        "{where} is a town or city: no improved position is built there",
        each(lambda g, _, unit: g.box.ground.towns >> g.place[unit] & 1),
        _where,
    ),
    Rung(
        "EA-12.32",
        "{where} has an improved position already",
        each(lambda g, _, unit: g.improved >> g.place[unit] & 1),
        _where,
    ),
)
#: 12.31, 12.32 Which units may not dig in.
BUILDERS = Rungs(
    lambda g, _, unit: {"name": g.name(unit)},
    Rung("EA-12.31d", "{name} is dispersed", lambda g, _, left: left & g.dispersed),
    Rung("EA-12.31a", "{name} is not on the map", lambda g, _, left: left & ~g.mapped),
    Rung("EA-12.31a", "{name} is not active", lambda g, _, left: left & ~g.active),
    Rung("EA-12.31a", "{name} has moved", lambda g, _, left: left & g.moved),
    Rung("EA-12.31a", "{name} has attacked", lambda g, _, left: left & g.attacked),
    Rung("EA-10.22b", "{name} is out of supply", lambda g, _, left: supply.short(g, left)),
    *NO_PLACE,
)


def builders(g: State) -> list[int]:
    """12.31a The units that may dig in now."""
    return cells(BUILDERS.free(g, None, g.active))


class BuildPositions(Question[State], frozen=True):
    """12.31a At the end of an activation idle units may dig in."""

    rule: ClassVar[str] = "EA-12.31a"
    phase: ClassVar[str] = "improved positions"
    asks: ClassVar[str] = "Choose a unit that builds an improved position, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-4.0n", "units that neither moved nor attacked may dig in now")

    def keeps(self, g: State) -> bool:
        """An offer: whoever would rather not dig in wastes nothing."""
        return True

    @pick(lambda step, g: g.box.units.all, by=BUILDERS, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """12.31a It digs in."""
        place(g, g.place[unit])

    @button()
    def done(self, g: State) -> None:
        """Nobody else digs in."""
