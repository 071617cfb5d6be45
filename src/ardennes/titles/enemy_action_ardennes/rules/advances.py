"""9.8 Advance after combat."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import battle, bridges, entering, reactions, stacking, travel
from ardennes.titles.enemy_action_ardennes.rules.entering import Going, Manner
from ardennes.titles.enemy_action_ardennes.state import State


def able(g: State) -> bool:
    """9.8a Whether anybody could advance: the hex is vacated, and an attacker is alive and undispersed."""
    attack = battle.under_way(g).attack
    return not g.occupied[attack.side.enemy] >> attack.hex & 1 and any(
        g.on_map(unit) and not g.dispersed >> unit & 1 for unit in attack.units
    )


class Crossed(NamedTuple):
    """9.82 The river hexsides used in this combat: by bridge, and without one."""

    bridged: tuple[int, ...] = ()
    waded: tuple[int, ...] = ()


def _going(g: State, unit: int, manner: Manner, crossed: Crossed, shut: int = 0) -> Going:
    """An attacker about to advance a hex."""
    bridged, waded = (sum(1 << river for river in rivers) for rivers in crossed)
    return entering.going(g, unit, manner, shut)._replace(squeezed=bridged, forded=waded)


def why_not_enter(g: State, unit: int, crossed: Crossed) -> Reason | None:
    """9.8a, 9.8b, 9.82 Why an attacker may not advance into the attacked hex."""
    attack = battle.under_way(g).attack
    if g.dispersed >> unit & 1:
        return Reason("EA-9.8b", say("{unit} is dispersed", unit=g.name(unit)))
    if not stacking.room(g, (unit,), attack.hex):
        return Reason("EA-9.8a", say("there is no room in {hex}", hex=g.hex_name(attack.hex)))
    return entering.why_not(g, _going(g, unit, entering.ADVANCE, crossed), g.place[unit], attack.hex)


def why_not_second(g: State, unit: int, cell: int, crossed: Crossed, shut: int = 0) -> Reason | None:
    """9.81, 7.9c Why a mechanized unit may not go on to a second hex."""
    attack = battle.under_way(g).attack
    here = attack.hex
    if not g.box.grid.adjacent(here, cell):
        return Reason("EA-9.81b", "the second hex is next to the attacked one")
    follows = bool(attack.retreat) and attack.retreat[0] == cell
    who = _going(g, unit, entering.FOLLOW if follows else entering.OFF_PATH, crossed, shut)
    if entering.stops(g, who) >> here & 1:
        return Reason("EA-7.9c", "a roadblock at the end of the road stops the advance")
    if not stacking.room(g, (unit,), cell):
        return Reason("EA-9.81e", say("there is no room in {cell}", cell=g.hex_name(cell)))
    return entering.why_not(g, who, here, cell)


class SetOut(Automatic[State], frozen=True):
    """7.33e An attacker sets out for the next hex of its advance; Engineers are asked before it crosses a bridge."""

    rule: ClassVar[str] = "EA-7.33a"
    side: Side
    mover: int
    cell: int
    #: Whether a second hex may follow (9.82d); whether a bridge led there when it set out.
    on: bool
    bridged: bool

    def run(self, g: State) -> None:
        g.pop()
        here, cell = g.place[self.mover], self.cell
        river = g.box.ground.river_side(here, cell)
        if self.bridged and not travel.standing_bridge(g, river):
            return  # 7.33b it stays where it is
        _note(g, river, self.bridged)
        if self.on:
            g.push(AdvanceOn(self.side, self.mover, tuple(bridges.beside(g, cell))))
        g.tell(events.Advanced, self.mover, (here, cell))
        travel.go(g, self.mover, (here, cell))
        if g.stack and self.side is Side.GERMAN:
            reactions.interrupt(g, cell)


def _set_out(g: State, side: Side, unit: int, cell: int, on: bool) -> None:
    """An attacker is told to advance a hex."""
    here = g.place[unit]
    river = g.box.ground.river_side(here, cell)
    bridged = river >= 0 and entering.usable(g, entering.going(g, unit, entering.ADVANCE), river)
    g.push(SetOut(side, unit, cell, on and (river < 0 or bridged), bridged))
    if side is Side.GERMAN and here != battle.under_way(g).attack.hex:  # there it was asked on entering
        reactions.interrupt(g, here)


def _note(g: State, river: int, bridged: bool) -> None:
    """9.82 A river hexside is used in this combat."""
    if river < 0:
        return
    at = max(number for number, step in enumerate(g.stack) if isinstance(step, Advance))
    below = g.stack[at]
    assert isinstance(below, Advance)
    crossed = {"used": (*below.used, river)} if bridged else {"waded": (*below.waded, river)}
    g.stack = (*g.stack[:at], msgspec.structs.replace(below, **crossed), *g.stack[at + 1 :])


class Advance(Asking[State], frozen=True):
    """9.8a Attackers go into the vacated hex, one after the other, as many as the player likes."""

    rule: ClassVar[str] = "EA-9.8a"
    phase: ClassVar[str] = "advance"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    #: 9.81a Whether mechanized units may go two hexes; 9.82 the river hexsides used in this combat, by bridge or not.
    far: bool
    used: tuple[int, ...] = ()
    waded: tuple[int, ...] = ()
    went: tuple[int, ...] = ()

    @property
    def crossed(self) -> Crossed:
        """The river hexsides used in this combat."""
        return Crossed(self.used, self.waded)

    def prompt(self, g: State) -> str:
        return say("Choose an attacker that advances into {focus}, or go on", focus=g.hex_name(self.focus(g)))

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def _waiting(self, g: State) -> list[int]:
        units = battle.under_way(g).attack.units
        return [unit for unit in units if g.on_map(unit) and unit not in self.went]

    def choices(self, g: State) -> Choices:
        units = [unit for unit in self._waiting(g) if why_not_enter(g, unit, self.crossed) is None]
        return {"unit": units, "done": [None]} if units else {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "hex":
            return Reason("EA-9.81b", "the first hex of an advance is the attacked one: choose a unit")
        unit = action.target
        if action.verb != "unit" or unit is None or unit not in self._waiting(g):
            return Reason(self.rule, "attackers may advance into the hex that was vacated")
        return why_not_enter(g, unit, self.crossed) or Reason(self.rule, "it may not advance")

    def unit(self, g: State, unit: int) -> None:
        g.replace(msgspec.structs.replace(self, went=(*self.went, unit)))
        on = self.far and bool(g.box.units.mechanized >> unit & 1)
        _set_out(g, self.side, unit, battle.under_way(g).attack.hex, on)

    def done(self, g: State) -> None:
        g.pop()


class AdvanceOn(Asking[State], frozen=True):
    """9.81 A mechanized unit goes on to a second hex, or stays."""

    rule: ClassVar[str] = "EA-9.81a"
    phase: ClassVar[str] = "advance"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"stop"})
    unit: int
    #: 7.33b The river hexsides that had a bridge when the unit came.
    bridged: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        return say("{unit} may advance a second hex, or stop", unit=g.name(self.unit))

    def taken_up(self, g: State) -> tuple[int, ...]:
        return (self.unit,)

    def focus(self, g: State) -> int:
        return g.place[self.unit]

    def _why_not(self, g: State, cell: int) -> Reason | None:
        below = next(step for step in reversed(g.stack) if isinstance(step, Advance))
        shut = sum(1 << river for river in self.bridged if not travel.standing_bridge(g, river))
        return why_not_second(g, self.unit, cell, below.crossed, shut)

    def choices(self, g: State) -> Choices:
        near = g.box.grid.neighbours[battle.under_way(g).attack.hex]
        found = [cell for cell in cells(near) if self._why_not(g, cell) is None]
        return {"hex": found, "stop": [None]} if found else {"stop": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb != "hex" or action.target is None:
            return Reason(self.rule, "choose the second hex of the advance, or stop")
        return self._why_not(g, action.target) or Reason(self.rule, "it may not go there")

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        _set_out(g, self.side, self.unit, cell, on=False)

    def stop(self, g: State) -> None:
        g.pop()
