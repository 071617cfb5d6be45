"""27.0 Peiper and Skorzeny: moving through zones of control."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.events import Sneaked
from ardennes.titles.bitter_woods.rules.movement.paths import Range, exploiting, slipping, struck
from ardennes.titles.bitter_woods.rules.zones import in_zone, zone
from ardennes.titles.bitter_woods.state import State

D6 = die(6)


def may_try(g: State, unit: int) -> bool:
    """27.1, 27.2 Whether a unit may try to slip through: the brigade once, the Kampfgruppe in its exploitation."""
    if not g.box.peiper_and_skorzeny or not (g.box.kampfgruppe | 1 << g.box.brigade) >> unit & 1:
        return False
    return why_not_try(g, unit) is None


def why_not_try(g: State, unit: int) -> Reason | None:
    """Why a unit may not try to slip through an enemy zone of control."""
    box, name = g.box, g.name(unit)
    if unit == box.brigade:
        if not box.sneak_from <= g.turn <= box.sneak_until:
            return Reason("BW-27.2a", say("{name} sneaks from 16PM to 18PM only", name=name))
        return Reason("BW-27.2a", say("{name} has had its one attempt", name=name)) if g.sneaked else None
    if box.kampfgruppe >> unit & 1:
        if g.turn != box.peiper_turn or not exploiting(g):
            return Reason("BW-27.1b", say("{name} slips through in its exploitation of 17AM only", name=name))
        return None
    return Reason("BW-27.2a", say("{name} has no way to slip through a zone of control", name=name))


def hexes(g: State, unit: int, found: Range, ends: int, slipped: bool) -> int:
    """The hexes in enemy zones of control that a unit may try to go on from: where it can get, and where it stands."""
    board = ends & zone(g, Side.ALLIED) & found.onward & ~struck(g, unit)
    here = found.start
    if here >= 0 and not found.spent and not slipped and in_zone(g, Side.ALLIED, here) and slipping(g, unit).board:
        board |= 1 << here
    return board


def offered(g: State, unit: int, found: Range, ends: int, slipped: bool) -> int:
    """The hexes that a unit may try to slip through now, if it may try at all."""
    return hexes(g, unit, found, ends, slipped) if may_try(g, unit) else 0


def why_not_sneak(g: State, unit: int, found: Range, ends: int, slipped: bool, cell: int) -> Reason | None:
    """Why a unit may not try to slip through a hex."""
    if not g.box.peiper_and_skorzeny:
        return Reason("BW-27.2a", "nobody slips through zones of control without rule 27")
    reason = why_not_try(g, unit)
    if reason is not None:
        return reason
    if cell in cells(hexes(g, unit, found, ends, slipped)):
        return None
    if not 0 <= cell < g.box.map.grid.size or not zone(g, Side.ALLIED) >> cell & 1:
        return Reason("BW-27.2b", "there is no enemy zone of control to slip through")
    return Reason(
        "BW-27.2b", say("{unit} cannot get to {cell} and go on from there", unit=g.name(unit), cell=g.hex_name(cell))
    )


class Sneak(Chance[State], frozen=True):
    """27.1, 27.2 The die for an attempt to move through a zone of control; the step below goes on or stops."""

    rule: ClassVar[str] = "BW-27.2a"
    mover: int

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        least = g.box.tables.peiper.succeeds
        g.tell(Sneaked, self.mover, g.place[self.mover], outcome, least)
        if outcome > least:
            step = g.stack[-1]
            step.stop(g)  # type: ignore[attr-defined]
