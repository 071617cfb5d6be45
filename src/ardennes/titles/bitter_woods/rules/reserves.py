"""14.0 Reserves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.kernel import Action, Automatic, Reason, Side
from ardennes.parts.phases import OneByOne
from ardennes.titles.bitter_woods.rules import kampfgruppe, release
from ardennes.titles.bitter_woods.rules.kampfgruppe import Regrouping
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.movement.waiting import candidates, place, why_not_reserve
from ardennes.titles.bitter_woods.state import State


class ReservePhase(Automatic[State], frozen=True):
    """4 A.3, B.2 The player may place reserve markers; those of earlier turns stay where they are (14.3)."""

    rule: ClassVar[str] = "BW-14.1a"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if candidates(g, self.side):
            g.push(Reserves(self.side))


class Reserves(OneByOne[State], Regrouping, frozen=True):
    """14.1 The player places mechanized units in reserve."""

    rule: ClassVar[str] = "BW-14.1a"
    phase: ClassVar[str] = "reserves"
    buttons: ClassVar[Mapping[str, str]] = {"done": "No more reserves"}
    otherwise: ClassVar[Reason] = Reason("BW-4d", "this is the reserve phase: place units in reserve, or go on")

    def prompt(self, g: State) -> str:
        return "Reserves: place a mechanized unit in reserve, or go on"

    def offered(self, g: State) -> Sequence[int]:
        return candidates(g, self.side)

    def also(self, g: State) -> Mapping[str, Sequence[int | None]]:
        more = kampfgruppe.offers(g, self.side) if g.box.thirds else {}
        return {"done": [None], **more}

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_reserve(g, target, self.side) or self.otherwise

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb in ("breakdown", "combine"):
            return kampfgruppe.why_not_regroup(g, self.side, action.verb) or self.otherwise
        return super().refusal(g, action)

    def unit(self, g: State, unit: int) -> None:
        place(g, unit)


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
