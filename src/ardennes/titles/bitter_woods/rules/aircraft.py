"""11.0 Aircraft Support: interdiction. Ground support is chosen with the battle, in `combat`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
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


class Interdiction(OneByOne[State], frozen=True):
    """11.3 Each aircraft makes one hex dearer to enter for the whole German player turn."""

    rule: ClassVar[str] = "BW-11.3b"
    phase: ClassVar[str] = "interdiction"
    buttons: ClassVar[Mapping[str, str]] = {"done": "No more interdiction"}
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("BW-4d", "this is the interdiction phase: choose hexes, or go on")

    def prompt(self, g: State) -> str:
        return say("Interdiction: choose a hex ({number} aircraft left), or go on", number=g.air[Side.ALLIED])

    def offered(self, g: State) -> Sequence[int]:
        return cells(g.box.map.grid.board & ~g.interdicted) if g.air[Side.ALLIED] else []

    def allows(self, g: State, action: Action) -> bool:
        verb, cell = action
        if verb != "hex":
            return verb == "done" and cell is None
        free = g.box.map.grid.board & ~g.interdicted
        return cell is not None and cell >= 0 and bool(g.air[Side.ALLIED] and free >> cell & 1)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if not g.air[Side.ALLIED]:
            return Reason("BW-11.1b", "no aircraft is left")
        grid = g.box.map.grid
        if not 0 <= target < grid.size or not grid.board >> target & 1:
            return Reason("BW-11.3b", "there is no such hex")
        return Reason("BW-11.3b", say("an aircraft interdicts {target} already", target=g.hex_name(target)))

    def hex(self, g: State, cell: int) -> None:
        g.air[Side.ALLIED] -= 1
        g.interdicted |= 1 << cell
        g.tell(Interdicted, cell)
