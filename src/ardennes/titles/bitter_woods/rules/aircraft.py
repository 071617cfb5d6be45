"""11.0 Aircraft Support: interdiction. Ground support is chosen with the battle, in `combat`."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.events import Interdicted
from ardennes.titles.bitter_woods.rules import random_events
from ardennes.titles.bitter_woods.state import State


class InterdictionPhase(Automatic[State], frozen=True):
    """4 A.2 The Allied player may interdict before the Germans place reserves and move."""

    rule: ClassVar[str] = "BW-11.3a"

    def run(self, g: State) -> None:
        g.pop()
        random_events.after_interdiction(g)
        if g.air[Side.ALLIED]:
            g.push(Interdiction(Side.ALLIED))


#: 11.3 What keeps a hex from being interdicted.
INTERDICTED = Rungs(
    lambda g, step, cell: {"target": g.hex_name(cell)},
    Rung("BW-11.1b", "no aircraft is left", lambda g, step, left: 0 if g.air[step.side] else left),
    Rung("BW-11.3b", "an aircraft interdicts {target} already", lambda g, step, left: left & g.interdicted),
)


class Interdiction(Question[State], frozen=True):
    """11.3 Each aircraft makes one hex dearer to enter for the whole German player turn."""

    rule: ClassVar[str] = "BW-11.3b"
    phase: ClassVar[str] = "interdiction"
    asks: ClassVar[str] = "Interdiction: choose a hex ({number} aircraft left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the interdiction phase: choose hexes, or go on")

    def facts(self, g: State) -> dict[str, object]:
        return {"number": g.air[self.side]}

    @pick(lambda step, g: g.box.map.grid.board, ("BW-11.3b", "there is no such hex"), by=INTERDICTED, stays=True)
    def hex(self, g: State, cell: int) -> None:
        """11.3 An aircraft is over the hex."""
        g.air[self.side] -= 1
        g.interdicted |= 1 << cell
        g.tell(Interdicted, cell)

    @button("No more interdiction")
    def done(self, g: State) -> None:
        """4 A.3 Reserves are next."""
