"""27.0 Peiper and Skorzeny: moving through zones of control."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box.fields import Unit
from ardennes.titles.bitter_woods.events import Sneaked
from ardennes.titles.bitter_woods.rules.entering import struck
from ardennes.titles.bitter_woods.rules.movement.paths import Move, slipping
from ardennes.titles.bitter_woods.rules.points import exploiting
from ardennes.titles.bitter_woods.rules.zones import in_zone, zone
from ardennes.titles.bitter_woods.state import State

D6 = die(6)


def _brigade(g: State) -> int:
    return 1 << g.box.brigade


#: 27.1, 27.2 What keeps a unit from slipping through: the brigade tries once, the Kampfgruppe in its exploitation.
TRIES = Rungs(
    lambda g, about, unit: {"name": g.name(unit)},
    Rung(
        "BW-27.2a",
        "{name} sneaks from 16PM to 18PM only",
        lambda g, about, left: 0 if g.box.sneak_from <= g.turn <= g.box.sneak_until else left & _brigade(g),
    ),
    Rung(
        "BW-27.2a",
        "{name} has had its one attempt",
        lambda g, about, left: left & _brigade(g) if g.sneaked else 0,
    ),
    Rung(
        "BW-27.1b",
        "{name} slips through in its exploitation of 17AM only",
        lambda g, about, left: 0 if g.turn == g.box.peiper_turn and exploiting(g) else left & g.box.kampfgruppe,
    ),
    Rung(
        "BW-27.2a",
        "{name} has no way to slip through a zone of control",
        lambda g, about, left: left & ~(g.box.kampfgruppe | _brigade(g)),
    ),
)


def may_try(g: State, unit: int) -> bool:
    """27.1, 27.2 Whether a unit may try to slip through."""
    return bool(g.box.sneakers >> unit & 1) and bool(TRIES.free(g, None, 1 << unit))


def hexes(g: State, move: Move) -> int:
    """The hexes in enemy zones of control that a unit may try to go on from: where it can get, and where it stands."""
    unit, found = move.unit, move.found
    board = move.ends & zone(g, Side.ALLIED) & found.onward & ~struck(g, unit)
    here = found.start
    if here >= 0 and not found.spent and not move.slipped and in_zone(g, Side.ALLIED, here):
        board |= 1 << here if slipping(g, unit).board else 0
    return board


def _why_not_try(g: State, move: Move, cell: int) -> Reason:
    reason = TRIES.why_not(g, None, move.unit)
    assert reason is not None
    return reason


#: 27.1, 27.2 What keeps a unit that is picked up from trying to slip through a hex.
SNEAKS = Rungs(
    lambda g, move, cell: {"unit": g.name(move.unit), "cell": g.hex_name(cell)},
    Rung(
        "BW-27.2a",
        "nobody slips through zones of control without rule 27",
        lambda g, move, left: 0 if g.box.peiper_and_skorzeny else left,
    ),
    Rung(
        "BW-27.2a",
        "",
        lambda g, move, left: 0 if TRIES.free(g, None, 1 << move.unit) else left,
        reason=_why_not_try,
    ),
    Rung(
        "BW-27.2b",
        "there is no enemy zone of control to slip through",
        lambda g, move, left: left & ~zone(g, Side.ALLIED),
        finer=True,
    ),
    Rung(
        "BW-27.2b",
        "{unit} cannot get to {cell} and go on from there",
        lambda g, move, left: left & ~hexes(g, move),
    ),
)


def offered(g: State, move: Move) -> int:
    """The hexes that a unit may try to slip through now; most units never may."""
    return SNEAKS.free(g, move, g.box.map.grid.board) if g.box.sneakers >> move.unit & 1 else 0


class Sneak(Chance[State], frozen=True):
    """27.1, 27.2 The die for an attempt to move through a zone of control; the step below goes on or stops."""

    rule: ClassVar[str] = "BW-27.2a"
    mover: Unit

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        least = g.box.tables.peiper.succeeds
        g.tell(Sneaked, self.mover, g.place[self.mover], outcome, least)
        if outcome > least:
            step = g.stack[-1]
            step.stop(g)  # type: ignore[attr-defined]
