"""27.1 The attack of Kampfgruppe Peiper after exploitation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.rules import reserves
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State


def ready(g: State) -> list[int]:
    """27.1 The unit in reserve that may attack after the exploitation of 17AM."""
    if not g.box.peiper_and_skorzeny or g.turn != g.box.peiper_turn:
        return []
    return cells(g.box.kampfgruppe & g.reserve)


def targets(g: State, unit: int) -> int:
    """The hexes next to a unit that it may attack."""
    if not g.on_map(unit):
        return 0
    near = g.box.map.grid.neighbours[g.place[unit]] & g.occupied[Side.ALLIED]
    return board_of(cell for cell in cells(near) if participants.free_to_strike(g, unit, cell))


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
    mover: int

    def run(self, g: State) -> None:
        g.pop()
        g.reserve &= ~(1 << self.mover)  # 14.3 it has been released, moved or not
        if targets(g, self.mover):
            g.push(Lunge(Side.GERMAN, self.mover))


class Lunge(Choice[State], frozen=True):
    """27.1 Kampfgruppe Peiper attacks alone, or not."""

    rule: ClassVar[str] = "BW-27.1c"
    phase: ClassVar[str] = "exploitation"
    buttons: ClassVar[Mapping[str, str]] = {"done": "No attack"}
    mover: int

    def prompt(self, g: State) -> str:
        return say("{mover} may attack alone after its exploitation: choose a hex, or go on", mover=g.name(self.mover))

    def focus(self, g: State) -> int | None:
        return g.stands(self.mover)

    def choices(self, g: State) -> Choices:
        return {"hex": cells(targets(g, self.mover)), "done": [None]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, cell = action
        if verb == "done" and cell is None:
            return None
        if verb != "hex" or cell is None:
            return Reason("BW-27.1c", say("{mover} attacks alone, or not at all", mover=g.name(self.mover)))
        if cell in cells(targets(g, self.mover)):
            return None
        text = say("{mover} attacks alone, and cannot strike there", mover=g.name(self.mover))
        return participants.why_not_attack(g, cell, Side.GERMAN) or Reason("BW-27.1c", text)

    def hex(self, g: State, cell: int) -> None:
        g.replace(ChooseAttackers(self.side, Attack(self.side, cell, (self.mover,), alone=True)))

    def done(self, g: State) -> None:
        g.pop()
