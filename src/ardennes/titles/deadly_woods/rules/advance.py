"""11.5 Advance after combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.rules import areas, entering, obstacles, stacking, travel
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import State


def advancing(g: State, attack: Attack) -> list[int]:
    """11.5 The attackers that may still advance into the vacated hex."""
    return [unit for unit in attack.units if g.on_map(unit) and why_not_advance(g, attack, unit) is None]


def why_not_advance(g: State, attack: Attack, unit: int) -> Reason | None:
    """Why a unit may not advance."""
    cell, name = attack.hex, g.name(unit)
    if unit not in attack.units or not g.on_map(unit):
        return Reason("DW-11.5a", "only units that attacked may advance")
    if g.place[unit] == cell:
        return Reason("DW-11.5a", say("{name} has advanced; it goes no farther", name=name))
    if not g.face(unit).movement:
        return Reason("DW-11.5b", say("{name} cannot move", name=name))
    if not entering.ground(g, unit, g.place[unit]) >> cell & 1:
        reason = obstacles.why_not_cross(g, unit, g.place[unit], cell)
        return Reason("DW-10.6.3c" if reason.rule == "DW-10.6.3a" else "DW-11.5b", reason.text)
    if not areas.allowed(g, unit, g.place[unit]) >> cell & 1:
        rule = "DW-9.2b" if attack.side is Side.GERMAN else areas.why_not(g, unit, cell).rule
        return Reason(rule, say("{name} may not go as far as {cell}", name=name, cell=g.hex_name(cell)))
    if stacking.too_many(g, (*g.units_at(cell), unit)):
        return Reason("DW-11.5c", say("there is no more room in {cell}", cell=g.hex_name(cell)))
    return stacking.why_not_stop(g, unit, cell)


class Advance(OneByOne[State], frozen=True):
    """11.5 Attackers may enter the hex that was given up, as many as stacking allows."""

    rule: ClassVar[str] = "DW-11.5a"
    phase: ClassVar[str] = "Advance"
    buttons: ClassVar[Mapping[str, str]] = {"done": "No more advance"}
    otherwise: ClassVar[Reason] = Reason("DW-11.5a", "choose attackers that advance, or no more")
    attack: Attack

    def prompt(self, g: State) -> str:
        return say("Choose units that advance to {hex}", hex=g.hex_name(self.attack.hex))

    def focus(self, g: State) -> int:
        return self.attack.hex

    def offered(self, g: State) -> Sequence[int]:
        return advancing(g, self.attack)

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_advance(g, self.attack, target) or self.otherwise

    def unit(self, g: State, unit: int) -> None:
        path = (g.place[unit], self.attack.hex)
        g.tell(events.Advanced, unit, path)
        travel.go(g, unit, path)
        if not advancing(g, self.attack):
            g.pop()
