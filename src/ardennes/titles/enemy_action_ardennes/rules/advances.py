"""9.8 Advance after combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Hex, Rivers, Unit, Units
from ardennes.titles.enemy_action_ardennes.rules import barriers, battle, bridges, entering, reactions, stacking, travel
from ardennes.titles.enemy_action_ardennes.rules.barriers import Bar, Going, Manner
from ardennes.titles.enemy_action_ardennes.state import State


def able(g: State) -> bool:
    """9.8a Whether anybody could advance: the hex is vacated, and an attacker is alive and undispersed."""
    attack = battle.under_way(g).attack
    return not g.occupied[attack.side.enemy] >> attack.hex & 1 and any(
        g.on_map(unit) and not g.dispersed >> unit & 1 for unit in attack.units
    )


class Crossed(NamedTuple):
    """9.82 The river hexsides used in this combat, by bridge and without one; 9.8a and who has advanced."""

    bridged: tuple[int, ...] = ()
    waded: tuple[int, ...] = ()
    went: tuple[int, ...] = ()


def _going(g: State, unit: int, manner: Manner, crossed: Crossed, shut: int = 0) -> Going:
    """An attacker about to advance a hex."""
    bridged, waded = (sum(1 << river for river in rivers) for rivers in crossed[:2])
    return entering.going(g, unit, manner, shut)._replace(squeezed=bridged, forded=waded)


#: What a hex that was just vacated has not, nor the bridge to it that is blown only when somebody sets out.
_NOT_VACATED = frozenset({Bar.ENEMY, Bar.ROADBLOCK, Bar.BLOWN_BEFORE_IT})


def _stepping_in(bar: Bar, rule: str) -> Rung:
    """What keeps an attacker out of the attacked hex: the ground, or who went before."""

    def barred(g: State, crossed: Crossed, unit: int) -> int:
        who = _going(g, unit, entering.ADVANCE, crossed)
        return entering.keeps_out(g, who, g.place[unit], bar, rule) >> battle.under_way(g).attack.hex & 1

    def named(g: State, crossed: Crossed, unit: int) -> dict[str, object]:
        return barriers.facts(g, _going(g, unit, entering.ADVANCE, crossed), battle.under_way(g).attack.hex)

    return Rung(rule, barriers.sentence(bar, rule), each(barred), named)


#: 9.8 Which attackers may not advance into the attacked hex: asked about the hexsides used in this combat.
ENTRANTS = Rungs(
    lambda g, crossed, unit: {"unit": g.name(unit), "hex": g.hex_name(battle.under_way(g).attack.hex)},
    Rung(
        "EA-9.8a",
        "{unit} has not attacked {hex}",
        lambda g, crossed, left: left & ~board_of(battle.under_way(g).attack.units),
    ),
    Rung("EA-9.8a", "{unit} is eliminated", lambda g, crossed, left: left & ~g.mapped),
    Rung("EA-9.8a", "{unit} has advanced", lambda g, crossed, left: left & board_of(crossed.went)),
    Rung("EA-9.8b", "{unit} is dispersed", lambda g, crossed, left: left & g.dispersed),
    Rung(
        "EA-9.8a",
        "there is no room in {hex}",
        each(lambda g, crossed, unit: not stacking.room(g, (unit,), battle.under_way(g).attack.hex)),
    ),
    *[_stepping_in(bar, rule) for bar, rule in entering.binding(entering.ADVANCE) if bar not in _NOT_VACATED],
)


class Onward(NamedTuple):
    """A unit in the attacked hex: the hexsides used in this combat, and those whose bridge was blown before it."""

    unit: int
    crossed: Crossed = Crossed()
    shut: int = 0


def _path(g: State, onward: Onward) -> int:
    """9.81d The hex that the defenders retreated into first."""
    return board_of(battle.under_way(g).attack.retreat[:1])


def _stepping_on(manner: Manner, among: Callable[[State, Onward], int]) -> list[Rung]:
    """9.81c, 9.81d What keeps a unit from a second hex, along the path of the retreat or off it."""
    return entering.stepping(
        (manner,),
        lambda g, onward: (_going(g, onward.unit, manner, onward.crossed, onward.shut),),
        lambda g, onward: battle.under_way(g).attack.hex,
        among,
    )


def _stopped(g: State, onward: Onward) -> int:
    """7.9c Whether a roadblock stops the unit in the attacked hex."""
    who = _going(g, onward.unit, entering.OFF_PATH, onward.crossed, onward.shut)
    return entering.stops(g, who) >> battle.under_way(g).attack.hex & 1


#: 9.81, 7.9c Which hexes beyond the attacked one a mechanized unit may not go on to.
BEYOND = Rungs(
    lambda g, onward, cell: {"cell": g.hex_name(cell)},
    Rung(
        "EA-7.9c",
        "a roadblock at the end of the road stops the advance",
        lambda g, onward, left: left if _stopped(g, onward) else 0,
    ),
    Rung(
        "EA-9.81e",
        "there is no room in {cell}",
        lambda g, onward, left: stacking.full(g, (onward.unit,), left),
    ),
    *_stepping_on(entering.FOLLOW, _path),
    *_stepping_on(entering.OFF_PATH, lambda g, onward: ~_path(g, onward)),
)


class SetOut(Automatic[State], frozen=True):
    """7.33e An attacker sets out for the next hex of its advance; Engineers are asked before it crosses a bridge."""

    rule: ClassVar[str] = "EA-7.33a"
    side: Side
    mover: Unit
    cell: Hex
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
    bridged = river >= 0 and barriers.usable(g, entering.going(g, unit, entering.ADVANCE), river)
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


class Advance(Question[State], frozen=True):
    """9.8a Attackers go into the vacated hex, one after the other, as many as the player likes."""

    rule: ClassVar[str] = "EA-9.8a"
    phase: ClassVar[str] = "advance"
    asks: ClassVar[str] = "Choose an attacker that advances into {focus}, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.8a", "attackers may advance into the hex that was vacated")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "hex": ("EA-9.81b", "the first hex of an advance is the attacked one: choose a unit"),
    }
    #: 9.81a Whether mechanized units may go two hexes; 9.82 the river hexsides used in this combat, by bridge or not.
    far: bool
    used: Rivers = ()
    waded: Rivers = ()
    went: Units = ()

    @property
    def crossed(self) -> Crossed:
        """The river hexsides used in this combat, and who has gone."""
        return Crossed(self.used, self.waded, self.went)

    def facts(self, g: State) -> dict[str, object]:
        return {"focus": g.hex_name(self.focus(g))}

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    @pick(lambda step, g: g.box.units.all, by=ENTRANTS, about=lambda step, g: step.crossed)
    def unit(self, g: State, unit: int) -> None:
        """9.8a It goes, and the others are asked for."""
        g.push(msgspec.structs.replace(self, went=(*self.went, unit)))
        on = self.far and bool(g.box.units.mechanized >> unit & 1)
        _set_out(g, self.side, unit, battle.under_way(g).attack.hex, on)

    @button(alone=True)
    def done(self, g: State) -> None:
        """9.8a Nobody else goes."""


class AdvanceOn(Question[State], frozen=True):
    """9.81 A mechanized unit goes on to a second hex, or stays."""

    rule: ClassVar[str] = "EA-9.81a"
    phase: ClassVar[str] = "advance"
    asks: ClassVar[str] = "{unit} may advance a second hex, or stop"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.81a", "choose the second hex of the advance, or stop")
    unit: Unit
    #: 7.33b The river hexsides that had a bridge when the unit came.
    bridged: Rivers = ()

    def taken_up(self, g: State) -> tuple[int, ...]:
        return (self.unit,)

    def focus(self, g: State) -> int:
        return g.place[self.unit]

    def onward(self, g: State) -> Onward:
        """The unit as it would go on."""
        below = next(step for step in reversed(g.stack) if isinstance(step, Advance))
        shut = sum(1 << river for river in self.bridged if not travel.standing_bridge(g, river))
        return Onward(self.unit, below.crossed, shut)

    @pick(
        lambda step, g: g.box.grid.neighbours[battle.under_way(g).attack.hex],
        ("EA-9.81b", "the second hex is next to the attacked one"),
        by=BEYOND,
        about=lambda step, g: step.onward(g),
    )
    def hex(self, g: State, cell: int) -> None:
        """9.81 It goes on."""
        _set_out(g, self.side, self.unit, cell, on=False)

    @button(alone=True)
    def stop(self, g: State) -> None:
        """9.81 It stays."""
