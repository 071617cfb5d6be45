"""7.0 Movement of activated units, one after the other, hex by hex where Engineers may interrupt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

import msgspec

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES
from ardennes.kernel import Action, Automatic, Choices, Reason, Side
from ardennes.kernel.steps import Way
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import (
    areas,
    bridges,
    entering,
    paths,
    reactions,
    stacking,
    travel,
    victory,
)
from ardennes.titles.enemy_action_ardennes.rules.paths import Halt, Pace, Range
from ardennes.titles.enemy_action_ardennes.state import EXITED, ISOLATED, SUPPLIED, State


def movers(g: State, side: Side) -> list[int]:
    """7.0 The active units that have not moved and could leave their hex."""
    return _able(g, side, g.active)


def _able(g: State, side: Side, units: int) -> list[int]:
    """Those of a set of active units that have not moved and could leave their hex."""
    free = ~(g.occupied[0] | g.occupied[1]) | g.occupied[side]
    around, place = g.box.grid.neighbours, g.place
    return [
        unit
        for unit in cells(units & g.active & g.mapped & ~g.moved & ~g.dispersed & ~g.unfuelled)
        if around[place[unit]] & free and paths.may_move(g, unit)
    ]


def why_not_move(g: State, unit: int, side: Side) -> Reason:
    """Why a unit that is not offered may not be picked up."""
    name = g.name(unit)
    if g.side_of(unit) is not side or not g.on_map(unit):
        return Reason("EA-7.0a", say("{name} is no {side} unit on the map", name=name, side=side))
    if g.moved >> unit & 1:
        return Reason("EA-7.0a", say("{name} has moved", name=name))
    if not g.active >> unit & 1:
        return Reason("EA-6.0", say("{name} is not activated", name=name))
    if g.dispersed >> unit & 1:
        return Reason("EA-9.9a", say("{name} is dispersed", name=name))
    if g.unfuelled >> unit & 1:
        return Reason("EA-10.41a", say("{name} is out of fuel", name=name))
    if g.supply[unit] == ISOLATED:
        return Reason("EA-10.23b", say("{name} is isolated", name=name))
    return Reason("EA-7.0a", say("{name} has nowhere to go", name=name))


@runtime_checkable
class Mover(Protocol):
    """A step in which units are picked up and moved, one after the other."""

    def after(self, g: State, unit: int, others: int) -> list[int]: ...


class Movement(Asking[State], frozen=True):
    """4.0n All active units may move, in any order; then movement is over."""

    rule: ClassVar[str] = "EA-7.0a"
    phase: ClassVar[str] = "movement"
    marching: ClassVar[bool] = True
    lifts: ClassVar[frozenset[str]] = frozenset({"unit"})
    #: 5.21 False where enemy control is ignored; EA-ET.10 units raised by the alarm, and how many more may go.
    zones: bool = True
    alarm: int = 0

    def prompt(self, g: State) -> str:
        return "Choose a unit to move, or end movement"

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if units := movers(g, self.side):
            found["unit"] = units
        found["done"] = [None]
        return found

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "unit" and action.target is not None:
            return why_not_move(g, action.target, self.side)
        return Reason("EA-4.0n", "this is movement: move a unit, or end movement")

    def unit(self, g: State, unit: int) -> None:
        g.push(Moving(self.side, unit, zones=self.zones, alarm=bool(self.alarm)))

    def after(self, g: State, unit: int, others: int) -> list[int]:
        """7.4e Those of a set of units that may still move when this one has."""
        return _able(g, self.side, others & ~(1 << unit))

    def done(self, g: State) -> None:
        g.pop()
        stacking.check(g, self.side)


class Moving(Asking[State], frozen=True):
    """7.0 A unit is picked up: say where it goes. `via` goes on from a hex on the way.

    Only hexes where something happens are listed for `via`; a player may name any on his way.
    """

    rule: ClassVar[str] = "EA-7.0a"
    phase: ClassVar[str] = "movement"
    mover: int
    spent: int = 0
    pace: int = -1
    zones: bool = True
    alarm: bool = False
    #: 7.33b The river hexsides whose bridge was blown before the unit could set out.
    shut: tuple[int, ...] = ()
    #: 7.5 What it would have spent by strategic movement, where it could have come at either pace; -1 if not.
    by_road: int = -1

    @property
    def begun(self) -> bool:
        """Whether the move has begun: then the unit stops, and is not put back."""
        return bool(self.spent or self.shut)

    def prompt(self, g: State) -> str:
        where = g.hex_name(g.place[self.mover])
        words = "{unit} in {where}: move on, or stop" if self.begun else "{unit} in {where}: choose where it goes"
        return say(words, unit=g.name(self.mover), where=where)

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def range(self, g: State) -> Range:
        """Where the unit can go from here."""
        pace = None if self.pace < 0 else Pace(self.pace)
        shut = sum(1 << river for river in self.shut)
        return paths.reachable(g, self.mover, self.spent, pace, shut, self.by_road, zones=self.zones, alarm=self.alarm)

    def _full(self, g: State, board: int) -> int:
        """7.4a, 7.4e The hexes where it may not end: they are full, and nobody there could still make room."""
        full = stacking.full(g, (self.mover,), board)
        if not full:
            return 0
        below = g.stack[-2]
        assert isinstance(below, Mover)
        there = sum(1 << unit for cell in cells(full) for unit in g.units_at(cell))
        return full & ~stacking.curable(g, self.mover, full, below.after(g, self.mover, there))

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb not in ("hex", "via"):
            return None
        found = self.range(g)
        return Way(found.best(target)[0], found.path(target))

    def choices(self, g: State) -> Choices:
        found = self.range(g)
        offer: dict[str, Sequence[int | None]] = {}
        if ends := found.board & ~self._full(g, found.board):
            offer["hex"] = cells(ends)
        if on := self._waypoints(g, found):
            offer["via"] = on
        if out := paths.exit_reach(g, self.mover, found, self.spent, self.pace == Pace.STRATEGIC):
            offer["exit"] = cells(out)
        offer.update({"stop": [None]} if self.begun else {"unit": [self.mover]})
        return offer

    def _waypoints(self, g: State, found: Range) -> list[int]:
        """Hexes where it matters to come through, and from which the unit can go on."""
        board = found.board & notable(g, self.side)
        board &= ~entering.stops(g, entering.going(g, self.mover, paths.manner(self.zones, begun=True)))
        goes_on = []
        for cell in cells(board):
            cost, leg = found.best(cell)
            if leg is not None and cost < found.budget:
                goes_on.append(cell)
        return goes_on

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        if verb == "hex" and target is not None:
            return why_not_go(g, self, target)
        if verb == "via" and target is not None:
            return self._why_not_via(g, target)
        if verb == "exit":
            return why_not_exit(g, self.mover, target)
        return Reason("EA-7.0a", say("{mover} is picked up: its move comes first", mover=g.name(self.mover)))

    def unlisted(self, g: State, action: Action) -> bool:
        verb, cell = action
        if verb != "via" or cell is None or cell < 0 or self._full(g, 1 << cell):
            return False
        return self.range(g).halt(cell) is not None and cell != g.place[self.mover]

    def _why_not_via(self, g: State, cell: int) -> Reason:
        found, name, where = self.range(g), g.name(self.mover), g.hex_name(cell)
        if not found.board >> cell & 1 or self._full(g, 1 << cell):
            return why_not_go(g, self, cell)
        who = entering.going(g, self.mover, paths.manner(self.zones, begun=True))
        if entering.stops(g, who) >> cell & 1:
            return Reason("EA-7.1c", say("{name} must stop in {where}", name=name, where=where))
        return Reason("EA-7.0b", say("{name} has no points left in {where}", name=name, where=where))

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def stop(self, g: State) -> None:
        g.pop()

    def hex(self, g: State, cell: int) -> None:
        self._set_out(g, cell, None)

    def via(self, g: State, cell: int) -> None:
        halt = self.range(g).halt(cell)
        assert halt is not None
        self._halt(g, cell, halt)

    def _halt(self, g: State, cell: int, halt: Halt) -> None:
        """Go to a hex, and then on."""
        begun = Moving(self.side, self.mover, halt.spent, halt.pace, self.zones, self.alarm, by_road=halt.by_road)
        self._set_out(g, cell, begun)

    def exit(self, g: State, cell: int) -> None:
        if cell != g.place[self.mover]:
            path = self.range(g).path(cell)
            if self._interrupted(g, path):
                self._halt(
                    g, cell, Halt(self.range(g).best(cell)[0], Pace.ORDINARY)
                )  # Engineers may interrupt; the exit is offered again when the unit is there
                return
            g.tell(events.Moved, self.mover, tuple(path))
            travel.go(g, self.mover, path)
            if not g.stack:
                return
        g.pop()
        leave(g, self.mover, cell)

    def _interrupted(self, g: State, path: Sequence[int]) -> bool:
        """7.33a, 7.33e Whether Engineers might blow a bridge on the way: next to where it sets out, too."""
        return any(reactions.threatened(g, way) for way in path[self.begun :])

    def _set_out(self, g: State, cell: int, then: Moving | None) -> None:
        """Go, at once or hex by hex; `then` is what comes after, if the move goes on."""
        found = self.range(g)
        cost, leg = found.best(cell, None if then is None else Pace(then.pace))
        path = found.path(cell, leg)
        g.moved |= 1 << self.mover
        if self._interrupted(g, path):
            pace = int(leg.pace) if leg is not None else int(Pace.ORDINARY)
            costs = (cost,) if leg is None else tuple([leg.cost(way) for way in path[1:]])
            on = then is not None
            bridged = bridges.on_the_way(g, path)
            by_road = then.by_road if then is not None else -1
            march = March(self.mover, tuple(path), costs, pace, self.zones, on, self.spent, self.shut, bridged, by_road)
            g.replace(march)
            if not self.begun:
                reactions.interrupt(g, path[0])
            return
        if then is None:
            g.pop()
        else:
            g.replace(then)
        g.tell(events.Moved, self.mover, tuple(path))
        travel.go(g, self.mover, path)


class March(Automatic[State], frozen=True):
    """7.33 A German move that Engineers may interrupt in any hex next to a bridge."""

    mover: int
    path: tuple[int, ...]
    costs: tuple[int, ...]
    pace: int
    zones: bool
    goes_on: bool
    spent: int = 0
    shut: tuple[int, ...] = ()
    #: The river hexsides on the way that had a bridge when the unit set out; none where it means to wade.
    bridged: tuple[int, ...] = ()
    #: 7.5 As in `Moving`, for where the march ends.
    by_road: int = -1

    def run(self, g: State) -> None:
        if not self.costs:
            self._finish(g, self.goes_on, self.shut, self.by_road)
            return
        before, cell = self.path[:2]
        river = g.box.ground.river_side(before, cell)
        if river in self.bridged and not travel.standing_bridge(g, river):
            self._finish(g, True, (*self.shut, river))  # 7.33b the bridge ahead is gone: the unit may go another way
            return
        g.replace(msgspec.structs.replace(self, path=self.path[1:], costs=self.costs[1:], spent=self.costs[0]))
        g.tell(events.Moved, self.mover, (before, cell))
        travel.go(g, self.mover, (before, cell))
        if g.stack:
            reactions.interrupt(g, cell)

    def _finish(self, g: State, goes_on: bool, shut: tuple[int, ...], by_road: int = -1) -> None:
        if goes_on:
            pace = self.pace if self.spent else -1
            g.replace(Moving(Side.GERMAN, self.mover, self.spent, pace, self.zones, shut=shut, by_road=by_road))
        else:
            g.pop()


def notable(g: State, side: Side) -> int:
    """The hexes where something happens when a unit of a side comes through."""
    board = g.towns_of(side.enemy)
    if side is Side.ALLIED:
        return board | g.roadblocks | g.box.ground.westwall & ~g.allied_wall
    board |= g.allied_wall
    for depot in cells(g.covered):
        board |= 1 << g.box.depots[depot]
    if g.on_map(g.box.vdh):
        board |= 1 << g.place[g.box.vdh]
    return board


def leave(g: State, unit: int, cell: int) -> None:
    """7.82 A unit leaves the map for good and scores."""
    across = paths.mark_exit(g, cell)
    points = victory.exit_value(g, unit, across)
    g.exit_points += points
    g.tell(events.Exited, unit, cell, points)
    g.take_off(unit, EXITED)
    victory.at_once(g)


# ---- refusals ----------------------------------------------------------------------------------------------


def why_not_exit(g: State, unit: int, cell: int | None) -> Reason:
    """7.8 Why a unit may not leave the map from a hex."""
    if g.side_of(unit) is Side.ALLIED:
        return Reason("EA-7.8e", "Allied units do not leave the map")
    if g.supply[unit] != SUPPLIED or (cell is not None and g.zone(Side.ALLIED) >> cell & 1):
        return Reason("EA-7.8c", "only a supplied unit leaves the map, and not from an enemy-controlled hex")
    ways = [way for way in g.box.exits if way.cell == cell]
    if not ways or g.day > ways[0].until:
        return Reason("EA-7.8a", "no exit hex today")
    if g.box.units.army[unit] not in ways[0].armies:
        return Reason("EA-7.8d", "this army does not leave by that edge")
    if not paths.exits(g, unit) >> ways[0].cell & 1:
        rule = "EA-7.81a" if ways[0].edge == "south" else "EA-7.81b"
        return Reason(rule, "the Germans have left by the other flank: this edge is closed")
    return Reason("EA-7.8b", "the unit has no movement point left for it")


def why_not_go(g: State, step: Moving, cell: int) -> Reason:
    """Why a unit may not move to a hex."""
    unit, side, where = step.mover, step.side, g.hex_name(cell)
    name, here = g.name(unit), g.place[unit]
    found = step.range(g)
    who = entering.going(g, unit, paths.manner(step.zones, bool(step.spent)), sum(1 << river for river in step.shut))
    if cell == here:
        return Reason("EA-7.0a", say("{name} is there already", name=name))
    if found.board >> cell & 1:
        return Reason("EA-7.4a", say("{where} has no room for {name}", where=where, name=name))
    if entering.closed(g, who) >> cell & 1:
        closed = entering.why_not(g, who, here, cell)
        assert closed is not None
        return closed
    if step.spent and entering.stops(g, who) >> here & 1:
        return Reason("EA-7.1c", say("{name} had to stop", name=name))
    if g.box.grid.adjacent(here, cell) and (reason := entering.why_not(g, who, here, cell)):
        return reason
    if g.supply[unit] == ISOLATED:
        if g.zone(side.enemy) >> here & 1:
            return Reason("EA-10.23c", "an isolated unit may not leave an enemy-controlled hex")
        return Reason("EA-10.23a", "an isolated unit moves only one hex, and not over an enemy bridge")
    if areas.astray(g, unit) != NO_SIDES:
        return areas.why_not(g, unit, cell)
    if paths.one_hex(g, unit, step.alarm):
        slow = g.supply[unit] == SUPPLIED
        return Reason("EA-4.13a" if slow else "EA-10.22a", say("{name} may move only one hex", name=name))
    return Reason("EA-7.0b", say("{name} cannot reach {where}", name=name, where=where))
