"""27.1 The attack of Kampfgruppe Peiper after exploitation."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Automatic, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box.fields import Unit
from ardennes.titles.bitter_woods.rules import reserves
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.participants import STRIKES, free_to_strike
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State


def ready(g: State) -> list[int]:
    """27.1 The unit in reserve that may attack after the exploitation of 17AM."""
    if not g.box.peiper_and_skorzeny or g.turn != g.box.peiper_turn:
        return []
    return cells(g.box.kampfgruppe & g.reserve)


class Exploitation(Automatic[State], frozen=True):
    """4 A.6, 27.1 The exploitation phase; a Kampfgruppe in reserve may attack when it is over."""

    rule: ClassVar[str] = "BW-27.1c"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if self.side is Side.GERMAN and g.box.peiper_and_skorzeny:
            g.flown = [0, 0]
            for unit in ready(g):
                g.push(LungeBegins(unit))
        g.push(reserves.ExploitationPhase(self.side))


class LungeBegins(Automatic[State], frozen=True):
    """27.1 All exploitation is over: the Kampfgruppe may attack if an enemy is next to it."""

    rule: ClassVar[str] = "BW-27.1c"
    mover: Unit

    def run(self, g: State) -> None:
        g.pop()
        g.reserve &= ~(1 << self.mover)  # 14.3 it has been released, moved or not
        asked = Lunge(Side.GERMAN, self.mover)
        if LUNGES.free(g, asked, g.occupied[Side.ALLIED]):
            g.push(asked)


def _not_there(g: State, step: Lunge, cell: int) -> Reason:
    """27.1 Why it may not strike at a hex."""
    reason = STRIKES.why_not(g, Attack(step.side, cell, ()), step.mover)
    assert reason is not None
    return reason


#: 27.1 What keeps Kampfgruppe Peiper from attacking a hex.
LUNGES = Rungs(
    lambda g, step, cell: {"where": g.hex_name(cell)},
    Rung("BW-9.1b", "no enemy unit is in {where}", lambda g, step, left: left & ~g.occupied[step.side.enemy]),
    Rung("BW-27.1c", "", each(lambda g, step, cell: not free_to_strike(g, step.mover, cell)), reason=_not_there),
)


class Lunge(Question[State], frozen=True):
    """27.1 Kampfgruppe Peiper attacks alone, or not."""

    rule: ClassVar[str] = "BW-27.1c"
    phase: ClassVar[str] = "exploitation"
    asks: ClassVar[str] = "{mover} may attack alone after its exploitation: choose a hex, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-27.1c", "{mover} attacks alone, or not at all")
    mover: Unit

    def focus(self, g: State) -> int | None:
        return g.stands(self.mover)

    @pick(lambda step, g: g.box.map.grid.board, ("BW-9.1b", "there is no such hex"), by=LUNGES)
    def hex(self, g: State, cell: int) -> None:
        """27.1 It attacks alone."""
        g.push(ChooseAttackers(self.side, Attack(self.side, cell, (self.mover,), alone=True)))

    @button("No attack")
    def done(self, g: State) -> None:
        """27.1 It does not."""
