"""9.8 Advance after combat."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import areas, battle, paths, reactions, stacking, travel
from ardennes.titles.enemy_action_ardennes.state import State


def able(g: State) -> bool:
    """9.8a Whether anybody could advance: the hex is vacated, and an attacker is alive and undispersed."""
    attack = battle.under_way(g).attack
    return not g.occupied[attack.side.enemy] >> attack.hex & 1 and any(
        g.on_map(unit) and not g.dispersed >> unit & 1 for unit in attack.units
    )


def _why_not_over(g: State, here: int, cell: int, used: tuple[int, ...], off_path: bool) -> Reason | None:
    """9.82 Rivers: one unit a hexside without bridge, or by a bridge into enemy control."""
    river = g.box.ground.river_side(here, cell)
    if river < 0:
        return None
    side = battle.under_way(g).attack.side
    if travel.standing_bridge(g, river):
        if river in used and g.zone(side.enemy) >> cell & 1:
            return Reason("EA-9.82b", "one unit only goes by a bridge into an enemy-controlled hex in a combat")
        return None
    if off_path:
        return Reason("EA-9.82c", "a river without a bridge is crossed only where one attacked, or along the retreat")
    return Reason("EA-9.82e", "one unit only crosses a hexside without a bridge in a combat") if river in used else None


def why_not_enter(g: State, unit: int, used: tuple[int, ...]) -> Reason | None:
    """9.8a, 9.8b, 9.82 Why an attacker may not advance into the attacked hex."""
    attack = battle.under_way(g).attack
    if g.dispersed >> unit & 1:
        return Reason("EA-9.8b", say("{unit} is dispersed", unit=g.name(unit)))
    if not stacking.room(g, (unit,), attack.hex):
        return Reason("EA-9.8a", say("there is no room in {hex}", hex=g.hex_name(attack.hex)))
    if not areas.allowed(g, unit) >> attack.hex & 1:
        return areas.why_not(g, unit, attack.hex)
    return _why_not_over(g, g.place[unit], attack.hex, used, off_path=False)


def why_not_second(g: State, unit: int, cell: int, used: tuple[int, ...]) -> Reason | None:
    """9.81 Why a mechanized unit may not go on to a second hex."""
    attack = battle.under_way(g).attack
    here, side = attack.hex, attack.side
    if not g.box.grid.adjacent(here, cell) or g.occupied[side.enemy] >> cell & 1 or paths.barred(g, unit) >> cell & 1:
        return Reason("EA-9.81b", "the second hex is next to the attacked one, open to the unit and without enemies")
    if not stacking.room(g, (unit,), cell):
        return Reason("EA-9.81e", say("there is no room in {cell}", cell=g.hex_name(cell)))
    follows = bool(attack.retreat) and attack.retreat[0] == cell
    if not follows:
        zone = g.zone(side.enemy)
        if zone >> here & 1 and zone >> cell & 1:
            return Reason("EA-9.81c", "off the path of retreat nobody goes from one enemy-controlled hex to another")
        sides = paths.hexsides(g, side)
        by_road = g.box.grid.through(1 << here, sides.road) >> cell & 1
        if g.box.ground.forest >> cell & 1 and not by_road:
            return Reason("EA-9.81c", "off the path of retreat forest is entered by road only")
        river = g.box.ground.river_side(here, cell)
        if river >= 0 and not travel.standing_bridge(g, river):
            return Reason("EA-9.81c", "off the path of retreat no river without a bridge is crossed")
    return _why_not_over(g, here, cell, used, off_path=not follows)


def _go(g: State, unit: int, cell: int) -> int:
    """A unit advances one hex; the river hexside it crossed, or -1. Bridges next door may be blown (7.33a)."""
    here = g.place[unit]
    g.tell(events.Advanced, unit, (here, cell))
    river = g.box.ground.river_side(here, cell)
    travel.go(g, unit, (here, cell))
    if g.stack and battle.under_way(g).attack.side is Side.GERMAN:
        reactions.interrupt(g, cell)
    return river


class Advance(Asking[State], frozen=True):
    """9.8a Attackers go into the vacated hex, one after the other, as many as the player likes."""

    rule: ClassVar[str] = "EA-9.8a"
    phase: ClassVar[str] = "advance"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    #: 9.81a Whether mechanized units may go two hexes; 9.82 the river hexsides used in this combat.
    far: bool
    used: tuple[int, ...] = ()
    went: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        return say("Choose an attacker that advances into {focus}, or go on", focus=g.hex_name(self.focus(g)))

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def _waiting(self, g: State) -> list[int]:
        units = battle.under_way(g).attack.units
        return [unit for unit in units if g.on_map(unit) and unit not in self.went]

    def choices(self, g: State) -> Choices:
        units = [unit for unit in self._waiting(g) if why_not_enter(g, unit, self.used) is None]
        return {"unit": units, "done": [None]} if units else {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "hex":
            return Reason("EA-9.81b", "the first hex of an advance is the attacked one: choose a unit")
        unit = action.target
        if action.verb != "unit" or unit is None or unit not in self._waiting(g):
            return Reason(self.rule, "attackers may advance into the hex that was vacated")
        return why_not_enter(g, unit, self.used) or Reason(self.rule, "it may not advance")

    def unit(self, g: State, unit: int) -> None:
        here, cell = g.place[unit], battle.under_way(g).attack.hex
        river = g.box.ground.river_side(here, cell)
        bridged = river < 0 or travel.standing_bridge(g, river)
        used = self.used if river < 0 else (*self.used, river)
        g.replace(Advance(self.side, self.far, used, (*self.went, unit)))
        if self.far and bridged and g.box.units.mechanized >> unit & 1:  # 9.82d
            g.push(AdvanceOn(self.side, unit))
        _go(g, unit, cell)

    def done(self, g: State) -> None:
        g.pop()


class AdvanceOn(Asking[State], frozen=True):
    """9.81 A mechanized unit goes on to a second hex, or stays."""

    rule: ClassVar[str] = "EA-9.81a"
    phase: ClassVar[str] = "advance"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"stop"})
    unit: int

    def prompt(self, g: State) -> str:
        return say("{unit} may advance a second hex, or stop", unit=g.name(self.unit))

    def taken_up(self, g: State) -> tuple[int, ...]:
        return (self.unit,)

    def focus(self, g: State) -> int:
        return g.place[self.unit]

    def _used(self, g: State) -> tuple[int, ...]:
        below = next(step for step in reversed(g.stack) if isinstance(step, Advance))
        return below.used

    def choices(self, g: State) -> Choices:
        near = g.box.grid.neighbours[battle.under_way(g).attack.hex]
        used = self._used(g)
        found = [cell for cell in cells(near) if why_not_second(g, self.unit, cell, used) is None]
        return {"hex": found, "stop": [None]} if found else {"stop": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb != "hex" or action.target is None:
            return Reason(self.rule, "choose the second hex of the advance, or stop")
        found = why_not_second(g, self.unit, action.target, self._used(g))
        return found or Reason(self.rule, "it may not go there")

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        below = g.stack[-1]
        assert isinstance(below, Advance)
        river = g.box.ground.river_side(g.place[self.unit], cell)
        if river >= 0:
            g.replace(Advance(below.side, below.far, (*below.used, river), below.went))
        _go(g, self.unit, cell)

    def stop(self, g: State) -> None:
        g.pop()
