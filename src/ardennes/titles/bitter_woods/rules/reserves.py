"""14.0 Reserves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.bitter_woods.events import Reserved, ReserveLost
from ardennes.titles.bitter_woods.rules import kampfgruppe, release
from ardennes.titles.bitter_woods.rules.kampfgruppe import Regrouping
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.surprise import held, why_held
from ardennes.titles.bitter_woods.state import State


def candidates(g: State, side: Side) -> list[int]:
    """14.1, 14.3, 15.7 The units that may be placed in reserve: supplied, mechanized, with no enemy next to them."""
    if side is Side.GERMAN and g.surprised:
        return []
    beside = g.box.map.grid.around(g.occupied[side.enemy])
    barred = g.reserve | g.unsupplied
    place = g.place
    return [
        unit
        for unit in cells(g.box.units.all_mechanized & g.box.units.all_of[side] & ~barred)
        if g.on_map(unit) and not beside >> place[unit] & 1 and not held(g, unit) and not boundaries.strayed(g, unit)
    ]


class ReservePhase(Automatic[State], frozen=True):
    """4 A.3, B.2 Old markers come off, and the player may place new ones."""

    rule: ClassVar[str] = "BW-14.1a"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        g.reserve &= ~g.box.units.all_of[self.side]
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
        g.reserve |= 1 << unit
        g.tell(Reserved, unit)


def why_not_reserve(g: State, unit: int, side: Side) -> Reason | None:
    """14.1 Why a unit may not be placed in reserve."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side go into reserve")
    name = g.name(unit)
    if side is Side.GERMAN and g.surprised:
        return Reason("BW-15.7b", "no German unit goes into reserve on 16AM")
    if not g.on_map(unit):
        return Reason("BW-14.1a", say("{name} is not on the map", name=name))
    if not g.box.units.mechanized[unit]:
        return Reason("BW-14.1a", say("{name} is not mechanized", name=name))
    if g.reserve >> unit & 1:
        return Reason("BW-14.1a", say("{name} is in reserve already", name=name))
    if g.unsupplied >> unit & 1:
        return Reason("BW-14.1a", say("{name} is out of supply", name=name))
    if g.next_to(side.enemy, g.place[unit]):
        return Reason("BW-14.3b", say("an enemy unit is next to {name}", name=name))
    if (reason := why_held(g, unit)) is not None:
        return reason
    if boundaries.strayed(g, unit):
        return Reason("BW-5.4h", say("{name} must return to its own army's sector first", name=name))
    return None


def review(g: State) -> None:
    """14.3 Reserve units with an enemy next to them lose their markers."""
    if g.reserve:
        units = g.box.units
        lost = tuple(unit for unit in cells(g.reserve) if g.next_to(units.side(unit).enemy, g.place[unit]))
        for unit in lost:
            g.reserve &= ~(1 << unit)
        if lost:
            g.tell(ReserveLost, lost)


class ExploitationPhase(Automatic[State], frozen=True):
    """4 A.6, B.5 Reserve units may move now, with leaders in play those a leader releases (24.5)."""

    rule: ClassVar[str] = "BW-14.2"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        review(g)
        if g.box.leaders:
            release.release(g, self.side)
            if g.released:
                g.push(Movement(self.side, True))
        elif g.reserve & g.box.units.all_of[self.side]:
            g.push(Movement(self.side, True))
