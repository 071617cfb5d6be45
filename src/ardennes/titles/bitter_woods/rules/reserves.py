"""14.0 Reserves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ardennes.kernel import Automatic, Side
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.rules import options, release
from ardennes.titles.bitter_woods.rules.judging import every_unit
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.movement.waiting import WAITERS, place
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.state import State


class ReservePhase(Automatic[State], frozen=True):
    """4 A.3, B.2 The player may place reserve markers; those of earlier turns stay where they are (14.3)."""

    rule: ClassVar[str] = "BW-14.1a"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if movers.waiters(g, self.side):
            g.push(Reserves(self.side))


class Reserves(Question[State], frozen=True):
    """14.1 The player places mechanized units in reserve."""

    rule: ClassVar[str] = "BW-14.1a"
    phase: ClassVar[str] = "reserves"
    asks: ClassVar[str] = "Reserves: place a mechanized unit in reserve, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the reserve phase: place units in reserve, or go on")
    asides: ClassVar[Sequence[Callable[..., None]]] = options.AT_ANY_TIME

    @pick(every_unit, by=WAITERS, quick=lambda step, g: movers.waiters(g, step.side), stays=True)
    def unit(self, g: State, unit: int) -> None:
        """14.1 It waits."""
        place(g, unit)

    @button("No more reserves")
    def done(self, g: State) -> None:
        """4 A.3 Movement is next."""


class ExploitationPhase(Automatic[State], frozen=True):
    """4 A.6, B.5 Reserve units may move now, with leaders in play those a leader releases (24.5)."""

    rule: ClassVar[str] = "BW-14.2"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if g.box.leaders:
            release.release(g, self.side)
            if g.released:
                g.push(Movement(self.side, True))
        elif g.reserve & g.box.units.all_of[self.side]:
            g.push(Movement(self.side, True))
