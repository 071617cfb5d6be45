"""EA-ET.12 - EA-ET.14 Units that join a combat: those that come up to it, and those that stand there already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Costs, Hexes, Left, Points, Rivers, Somebody, Unit
from ardennes.titles.enemy_action_ardennes.rules import battle, bridges, improved, paths, reactions, stacking, travel
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, State

#: EA-ET.14 Units that Assault Coordination may bring in.
COORDINATED = 2

# ---- units brought in --------------------------------------------------------------------------------------


def _reinforcing(attacking: bool) -> str:
    """The rule of Reinforce Battle, in attack and in defence."""
    return "EA-ET.12" if attacking else "EA-ET.13"


def _brought_in(rule: str) -> Rungs:
    return Rungs(
        lambda g, step, unit: {"unit": g.name(unit), "name": g.name(unit), "side": step.side},
        Rung(
            rule,
            "{name} is no {side} unit on the map",
            lambda g, step, left: left & ~(g.box.units.all_of[step.side] & g.mapped),
        ),
        Rung(rule, "{unit} has attacked in this activation", lambda g, step, left: left & g.attacked),
        Rung(rule, "{unit} has been attacked in this activation", lambda g, step, left: left & g.defended),
        Rung(rule, "{name} has moved", lambda g, step, left: left & g.moved),
        Rung(rule, "{name} is dispersed", lambda g, step, left: left & g.dispersed),
        Rung(rule, "{name} is out of fuel", lambda g, step, left: left & g.unfuelled),
        Rung(rule, "{name} is not in supply", each(lambda g, step, unit: g.supply[unit] != SUPPLIED)),
        Rung(
            rule,
            "{unit} is in an enemy-controlled hex",
            each(lambda g, step, unit: g.zone(step.side.enemy) >> g.place[unit] & 1),
        ),
        Rung(
            rule,
            "{unit} cannot come to the combat within its allowance",
            each(lambda g, step, unit: not ends(g, unit, step.attacking)),
        ),
    )


#: EA-ET.12, EA-ET.13 What keeps a unit from being brought in, to attack or not.
BROUGHT_IN = {True: _brought_in("EA-ET.12"), False: _brought_in("EA-ET.13")}


def ends(g: State, unit: int, attacking: bool) -> int:
    """EA-ET.12, EA-ET.13 Where a unit that is brought in may take part, with room for it."""
    known = g.remember()
    key = ("ends", unit, attacking)
    if key not in known:
        known[key] = _ends(g, unit, attacking)
    found: int = known[key]
    return found


class Comer(NamedTuple):
    """A unit that is brought in, on which side of the combat, and where it can go."""

    unit: int
    attacking: bool
    found: paths.Range
    #: 7.33b The river hexsides whose bridge was blown before it.
    shut: tuple[int, ...] = ()


def _behind(g: State, comer: Comer) -> list[int]:
    """7.33b The hexes that a bridge led to which was blown before the unit."""
    return [cell for river in comer.shut for cell in g.box.ground.river_sides[river] if cell != g.place[comer.unit]]


def _places(rule: str) -> Rungs:
    return Rungs(
        lambda g, comer, cell: {"unit": g.name(comer.unit), "where": g.hex_name(cell)},
        Rung(
            "EA-7.33b",
            "the bridge was blown in this unit's way: it goes elsewhere or stops",
            lambda g, comer, left: left & board_of(_behind(g, comer)) & ~comer.found.board,
            finer=True,
        ),
        Rung(rule, "nobody takes part from {where}", lambda g, comer, left: left & ~_goal(g, comer.attacking)),
        Rung(
            rule,
            "{unit} cannot come to {where} within its allowance",
            lambda g, comer, left: left & ~comer.found.board,
        ),
        Rung(rule, "{where} has no room for {unit}", lambda g, comer, left: stacking.full(g, (comer.unit,), left)),
    )


#: EA-ET.12, EA-ET.13 Where a unit that is brought in does not take part: asked about the unit on its way.
PLACES = {True: _places("EA-ET.12"), False: _places("EA-ET.13")}


def _ends(g: State, unit: int, attacking: bool) -> int:
    away = g.box.grid.distance(g.place[unit], battle.under_way(g).attack.hex)
    if away > g.box.units.movement[unit] + 1:  # a hex costs a point at least
        return 0
    return PLACES[attacking].free(g, Comer(unit, attacking, _way_in(g, unit)), g.box.grid.board)


def reinforce(g: State, side: Side, attacking: bool) -> None:
    """EA-ET.12, EA-ET.13 The tactic is played: a unit may be brought in."""
    step = Reinforce(side, attacking)
    if BROUGHT_IN[attacking].free(g, step, g.box.units.all):
        g.push(step)


class Reinforce(Question[State], frozen=True):
    """EA-ET.12, EA-ET.13 Reinforce Battle: a unit comes up and takes part."""

    rule: ClassVar[str] = "EA-ET.12"
    phase: ClassVar[str] = "tactics"
    attacking: bool
    chosen: Somebody = -1

    def prompt(self, g: State) -> str:
        """Who, and then from where."""
        if self.chosen < 0:
            return "Reinforce Battle: choose a unit to bring in, or nobody"
        return say("Reinforce Battle: where does {chosen} attack from?", chosen=g.name(self.chosen))

    def taken_up(self, g: State) -> tuple[int, ...]:
        return () if self.chosen < 0 else (self.chosen,)

    def out_of_place(self, g: State) -> Reason:
        text = "choose a unit to bring in, or nobody" if self.chosen < 0 else "choose where it takes part from"
        return Reason(_reinforcing(self.attacking), text)

    def comer(self, g: State) -> Comer:
        """The unit that is chosen; before that nobody who could come from anywhere."""
        found = paths.Range(0, 0, [], 0) if self.chosen < 0 else _way_in(g, self.chosen)
        return Comer(self.chosen, self.attacking, found)

    @pick(
        lambda step, g: g.box.units.all if step.chosen < 0 else 0,
        lambda step, g, unit: Reason(
            _reinforcing(step.attacking), say("{chosen} is coming: choose from where", chosen=g.name(step.chosen))
        ),
        by=lambda step, g: BROUGHT_IN[step.attacking],
    )
    def unit(self, g: State, unit: int) -> None:
        """EA-ET.12 It comes; where there are several ways to take part it is asked which."""
        found = ends(g, unit, self.attacking)
        if found.bit_count() == 1:
            self._bring(g, unit, found.bit_length() - 1)
        else:
            g.push(Reinforce(self.side, self.attacking, unit))

    @button(when=lambda step, g: step.chosen < 0)
    def done(self, g: State) -> None:
        """Nobody comes."""

    @pick(
        lambda step, g: g.box.grid.board if step.chosen >= 0 else 0,
        lambda step, g, cell: step.out_of_place(g),
        by=lambda step, g: PLACES[step.attacking],
        about=lambda step, g: step.comer(g),
    )
    def hex(self, g: State, cell: int) -> None:
        """EA-ET.12 It attacks from there."""
        self._bring(g, self.chosen, cell)

    @button(when=lambda step, g: step.chosen >= 0)
    def back(self, g: State) -> None:
        """Another unit."""
        g.push(Reinforce(self.side, self.attacking))

    def _bring(self, g: State, unit: int, cell: int) -> None:
        g.moved |= 1 << unit
        _come(g, unit, self.attacking, cell)


def _come(g: State, unit: int, attacking: bool, cell: int, spent: int = 0, shut: tuple[int, ...] = ()) -> None:
    """A unit comes to the combat: at once, or hex by hex where Engineers may interrupt it."""
    found = _way_in(g, unit, spent, shut)

    def again(avoid: int, rivers: int) -> paths.Range:
        return _way_in(g, unit, spent, (*shut, *cells(rivers)), avoid)

    _, leg, path = paths.quietest(g, unit, found, cell, again)
    side = g.side_of(unit)
    if side is Side.GERMAN and any(reactions.threatened(g, way) for way in path):
        costs = (found.budget,) if leg is None else tuple([leg.cost(way) for way in path[1:]])
        g.push(BringUp(side, unit, attacking, tuple(path), costs, bridges.on_the_way(g, path)))
        reactions.interrupt(g, path[0])
        return
    travel.go(g, unit, path)
    if g.stack:
        join(g, unit, attacking, path)


class BringUp(Automatic[State], frozen=True):
    """EA-ET.12, EA-ET.13, 7.33d The unit comes up hex by hex, like any that moves, and then takes part."""

    rule: ClassVar[str] = "EA-ET.12"
    side: Side
    mover: Unit
    attacking: bool
    path: Hexes
    costs: Costs
    bridged: Rivers
    spent: Points = 0

    def run(self, g: State) -> None:
        if not self.costs:
            g.pop()
            join(g, self.mover, self.attacking, self.path)
            return
        before, cell = self.path[:2]
        river = g.box.ground.river_side(before, cell)
        if river in self.bridged and not travel.standing_bridge(g, river):
            g.replace(Detour(self.side, self.mover, self.attacking, self.spent, (river,)))
            return
        g.replace(msgspec.structs.replace(self, path=self.path[1:], costs=self.costs[1:], spent=self.costs[0]))
        g.tell(events.Moved, self.mover, (before, cell))
        travel.go(g, self.mover, (before, cell))
        if g.stack and self.side is Side.GERMAN:
            reactions.interrupt(g, cell)


class Detour(Question[State], frozen=True):
    """7.33b The bridge ahead of a unit that was coming up is gone: it comes another way, or stays out of the combat."""

    rule: ClassVar[str] = "EA-7.33b"
    phase: ClassVar[str] = "tactics"
    asks: ClassVar[str] = "The bridge is blown: {unit} goes on another way, or stops"
    otherwise: ClassVar[tuple[str, str]] = (
        "EA-7.33b",
        "the bridge is blown: the unit comes to the combat another way, or stops",
    )
    mover: Unit
    attacking: bool
    spent: Points
    shut: Rivers

    def facts(self, g: State) -> dict[str, object]:
        return {"unit": g.name(self.mover)}

    def taken_up(self, g: State) -> tuple[int, ...]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def range(self, g: State) -> paths.Range:
        """Where it can go from here."""
        return _way_in(g, self.mover, self.spent, self.shut)

    @pick(
        lambda step, g: g.box.grid.board,
        by=lambda step, g: PLACES[step.attacking],
        about=lambda step, g: Comer(step.mover, step.attacking, step.range(g), step.shut),
    )
    def hex(self, g: State, cell: int) -> None:
        """7.33b Another way."""
        _come(g, self.mover, self.attacking, cell, self.spent, self.shut)

    @button()
    def stop(self, g: State) -> None:
        """7.33b It stays where it is."""


def _goal(g: State, attacking: bool) -> int:
    """Where a unit that is brought in may take part: next to the target, or in the attacked hex."""
    cell = battle.under_way(g).attack.hex
    return g.box.grid.neighbours[cell] if attacking else 1 << cell


def _way_in(g: State, unit: int, spent: int = 0, shut: Sequence[int] = (), avoid: int = 0) -> paths.Range:
    """How a unit that is brought in may move: at the ordinary pace, on Dec 16 too (4.13a)."""
    pace = paths.Pace.ORDINARY if spent else None
    blown = sum(1 << river for river in shut)
    return paths.reachable(g, unit, spent, pace, strategic=False, alarm=True, shut=blown, avoid=avoid)


def join(g: State, unit: int, attacking: bool, path: Sequence[int]) -> None:
    """9.0d A unit takes part from now on; 12.34e if all of its hex attack now, their position goes."""
    attack, here = battle.under_way(g).attack, g.place[unit]
    g.tell(events.UnitJoined, unit, tuple(path))
    if attacking:
        battle.change(g, units=(*attack.units, unit), hexes=(*attack.hexes, here))
        g.attacked |= 1 << unit
        leave_positions(g)
    else:
        battle.change(g, defenders=(*attack.defenders, unit))
        g.defended |= 1 << unit


def leave_positions(g: State) -> None:
    """12.34c, 12.34e Where all units of a hex attack together their position is taken away."""
    attack = battle.under_way(g).attack
    units = {*attack.units}
    for here in sorted({*attack.hexes}):
        if g.improved >> here & 1 and {*g.units_at(here)} <= units:
            improved.remove(g, here, "EA-12.34c")


# ---- units that stand there already ------------------------------------------------------------------------

#: EA-ET.14 What keeps a unit from joining an attack.
JOINERS = Rungs(
    lambda g, side, unit: {"unit": g.name(unit), "cell": g.hex_name(battle.under_way(g).attack.hex)},
    Rung(
        "EA-9.0b",
        "only the active player's units on the map attack",
        lambda g, side, left: left & ~(g.box.units.all_of[side] & g.mapped),
    ),
    Rung(
        "EA-9.0b",
        "{unit} is not next to {cell}",
        lambda g, side, left: left & ~board_of(battle.beside(g, battle.under_way(g).attack.hex, side)),
    ),
    *battle.UNFIT,
    Rung("EA-ET.14", "{unit} is active: it attacks of itself", lambda g, side, left: left & g.active),
    Rung("EA-ET.14", "{unit} is not in supply", each(lambda g, side, unit: g.supply[unit] != SUPPLIED)),
)


def coordinated(g: State, side: Side) -> int:
    """EA-ET.14 Inactive supplied units already next to the target."""
    return JOINERS.free(g, side, g.box.units.all)


def coordinate(g: State, side: Side, left: int = COORDINATED) -> None:
    """EA-ET.14 The tactic is played: so many units may join, if there are any."""
    if left and coordinated(g, side):
        g.push(Coordinate(side, left))


class Coordinate(Question[State], frozen=True):
    """EA-ET.14 Assault Coordination: units already there join."""

    rule: ClassVar[str] = "EA-ET.14"
    phase: ClassVar[str] = "tactics"
    asks: ClassVar[str] = "Assault Coordination: choose a unit that joins ({left} left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-ET.14", "inactive supplied units next to the target may join now")
    left: Left

    @pick(lambda step, g: g.box.units.all, by=JOINERS, about=lambda step, g: step.side)
    def unit(self, g: State, unit: int) -> None:
        """EA-ET.14 It joins; the next is asked about."""
        join(g, unit, True, (g.place[unit],))
        coordinate(g, self.side, self.left - 1)

    @button()
    def done(self, g: State) -> None:
        """EA-ET.14 Nobody else."""
