"""7.0 Movement of activated units, one after the other, hex by hex where Engineers may interrupt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar, Protocol, runtime_checkable

import msgspec

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES
from ardennes.kernel import Action, Automatic, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.kernel.shapes import Number
from ardennes.kernel.steps import Way
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Costs, Hexes, Points, PointsIfAny, Rivers, Unit
from ardennes.titles.enemy_action_ardennes.rules import (
    areas,
    bridges,
    entering,
    paths,
    reactions,
    stacking,
    travel,
)
from ardennes.titles.enemy_action_ardennes.rules.barriers import Going
from ardennes.titles.enemy_action_ardennes.rules.exits import EXITS, leave
from ardennes.titles.enemy_action_ardennes.rules.paths import Halt, Pace, PaceIfAny, Range, Taken
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, State


def _hemmed_in(g: State, side: Side, left: int) -> int:
    """7.1d Units with enemies all around."""
    enemy, around, found = g.occupied[side.enemy], g.box.grid.neighbours, 0
    for unit in cells(left):
        if not around[g.place[unit]] & ~enemy:
            found |= 1 << unit
    return found


#: 7.0 Which units may not be picked up: asked about the side that moves.
MOVERS = Rungs(
    lambda g, side, unit: {"name": g.name(unit), "side": side},
    Rung(
        "EA-7.0a",
        "{name} is no {side} unit on the map",
        lambda g, side, left: left & ~(g.box.units.all_of[side] & g.mapped),
    ),
    Rung("EA-7.0a", "{name} has moved", lambda g, side, left: left & g.moved),
    Rung("EA-6.0", "{name} is not activated", lambda g, side, left: left & ~g.active),
    *paths.PINNED,
    Rung("EA-7.0a", "{name} has nowhere to go", _hemmed_in),
)


@runtime_checkable
class Mover(Protocol):
    """A step in which units are picked up and moved, one after the other."""

    def after(self, g: State, unit: int, others: int) -> list[int]: ...


class Movement(Question[State], frozen=True):
    """4.0n All active units may move, in any order; then movement is over."""

    rule: ClassVar[str] = "EA-7.0a"
    phase: ClassVar[str] = "movement"
    marching: ClassVar[bool] = True
    asks: ClassVar[str] = "Choose a unit to move, or end movement"
    otherwise: ClassVar[tuple[str, str]] = ("EA-4.0n", "this is movement: move a unit, or end movement")
    #: 5.21 False where enemy control is ignored; EA-ET.10 units raised by the alarm, and how many more may go.
    zones: bool = True
    alarm: Annotated[int, Number(0, 2)] = 0

    @pick(lambda step, g: g.box.units.all, by=MOVERS, about=lambda step, g: step.side, stays=True, lifts=True)
    def unit(self, g: State, unit: int) -> None:
        """7.0a It is picked up."""
        g.push(Moving(self.side, unit, zones=self.zones, alarm=bool(self.alarm)))

    def after(self, g: State, unit: int, others: int) -> list[int]:
        """7.4e Those of a set of units that may still move when this one has."""
        return cells(MOVERS.free(g, self.side, others & ~(1 << unit)))

    @button()
    def done(self, g: State) -> None:
        """7.4b Stacking is looked at when movement is over."""
        stacking.check(g, self.side)


# ---- where it may go ---------------------------------------------------------------------------------------


def _out_of_range(keeps_out: Callable[[State, Moving], bool]) -> KeepsOut:
    """A rule that keeps a unit from all it cannot reach, whatever the hex."""
    return lambda g, step, left: left & ~step.range(g).board if keeps_out(g, step) else 0


def _isolated(g: State, step: Moving) -> bool:
    return g.supply[step.mover] == ISOLATED


def _by_road(g: State, step: Moving) -> int:
    """7.5a Where strategic movement alone would bring a unit that has not set out, and that may not use it."""
    if step.begun:
        return 0
    return paths.strategic(g, step.mover) & ~step.range(g).board


def _too_far_off(barred: Callable[[State, int], object]) -> KeepsOut:
    return lambda g, step, left: left & _by_road(g, step) if barred(g, step.mover) else 0


#: 7.0 Where a unit that is picked up may not go: most rungs only say why the search did not get there.
_GOALS = (
    Rung("EA-7.0a", "{name} is there already", lambda g, step, left: left & 1 << g.place[step.mover], finer=True),
    Rung("EA-7.4a", "{where} has no room for {name}", lambda g, step, left: step.full(g, left & step.range(g).board)),
    Rung(
        "EA-7.1c",
        "{name} had to stop",
        _out_of_range(lambda g, step: bool(step.spent and entering.stops(g, step.going(g)) >> g.place[step.mover] & 1)),
        finer=True,
    ),
    # What closes a hex, or the way into one next door; it may be reached by another.
    *entering.stepping(
        (entering.MARCH, entering.ONWARD, entering.THROUGH, entering.THROUGH_ONWARD),
        lambda g, step: (step.going(g),),
        lambda g, step: g.place[step.mover],
        lambda g, step: ~step.range(g).board,
        finer=True,
        isolated=True,
    ),
    Rung(
        "EA-10.23c",
        "an isolated unit may not leave an enemy-controlled hex",
        _out_of_range(lambda g, step: _isolated(g, step) and bool(g.zone(step.side.enemy) >> g.place[step.mover] & 1)),
        finer=True,
    ),
    Rung(
        "EA-10.23a",
        "an isolated unit moves only one hex",
        _out_of_range(_isolated),
        finer=True,
    ),
    Rung(
        "EA-7.61d",
        "{name} is outside its army's area and may only come nearer to it",
        _out_of_range(lambda g, step: areas.astray(g, step.mover) != NO_SIDES),
        finer=True,
    ),
    Rung(
        "EA-10.22a",
        "{name} may move only one hex",
        _out_of_range(lambda g, step: paths.starved(g, step.mover)),
        finer=True,
    ),
    Rung(
        "EA-4.13a",
        "{name} may move only one hex",
        _out_of_range(lambda g, step: paths.surprised(g, step.mover, step.alarm)),
        finer=True,
    ),
    *[Rung("EA-7.5a", says, _too_far_off(barred), finer=True) for says, barred in paths.NOT_STRATEGIC],
    Rung("EA-7.0b", "{name} cannot reach {where}", lambda g, step, left: left & ~step.range(g).board),
)


def _named(g: State, step: Moving, cell: int) -> dict[str, object]:
    return {"name": g.name(step.mover), "where": g.hex_name(cell)}


GOALS = Rungs(_named, *_GOALS)
#: 7.0d Through which hexes it may not come on its way.
HALTS = Rungs(
    _named,
    *_GOALS,
    Rung(
        "EA-7.1c",
        "{name} must stop in {where}",
        lambda g, step, left: left & entering.stops(g, step.going(g, begun=True)),
        finer=True,
    ),
    Rung(
        "EA-10.23a",
        "an isolated unit moves only one hex",
        lambda g, step, left: left if _isolated(g, step) else 0,
        finer=True,
    ),
    Rung(
        "EA-10.22a",
        "{name} may move only one hex",
        lambda g, step, left: left if paths.starved(g, step.mover) else 0,
        finer=True,
    ),
    Rung(
        "EA-4.13a",
        "{name} may move only one hex",
        lambda g, step, left: left if paths.surprised(g, step.mover, step.alarm) else 0,
        finer=True,
    ),
    Rung("EA-7.0b", "{name} has no points left in {where}", each(lambda g, step, cell: not step.range(g).halt(cell))),
)


class Moving(Question[State], frozen=True):
    """7.0 A unit is picked up: say where it goes. `via` goes on from a hex on the way.

    Only hexes where something happens are listed for `via`; a player may name any on his way.
    """

    rule: ClassVar[str] = "EA-7.0a"
    phase: ClassVar[str] = "movement"
    otherwise: ClassVar[tuple[str, str]] = ("EA-7.0a", "{mover} is picked up: its move comes first")
    mover: Unit
    spent: Points = 0
    pace: PaceIfAny = -1
    zones: bool = True
    alarm: bool = False
    #: 7.33b The river hexsides whose bridge was blown before the unit could set out.
    shut: Rivers = ()
    #: 7.5 What it would have spent by strategic movement, where it could have come at either pace; -1 if not.
    by_road: PointsIfAny = -1

    @property
    def begun(self) -> bool:
        """Whether the move has begun: then the unit stops, and is not put back."""
        return bool(self.spent or self.shut)

    def prompt(self, g: State) -> str:
        words = "{unit} in {where}: move on, or stop" if self.begun else "{unit} in {where}: choose where it goes"
        return self.named(g, words)

    def facts(self, g: State) -> dict[str, object]:
        return {"unit": g.name(self.mover), "where": g.hex_name(g.place[self.mover])}

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def going(self, g: State, begun: bool = False) -> Going:
        """The unit as it would step into the next hex."""
        shut = sum(1 << river for river in self.shut)
        return entering.going(g, self.mover, paths.manner(self.zones, begun or bool(self.spent)), shut)

    def range(self, g: State, avoid: int = 0, rivers: int = 0) -> Range:
        """Where the unit can go from here; with hexes and river hexsides that it would rather not use."""
        pace = None if self.pace < 0 else Pace(self.pace)
        shut = sum(1 << river for river in self.shut) | rivers
        how = {"zones": self.zones, "alarm": self.alarm}
        return paths.reachable(g, self.mover, self.spent, pace, shut, self.by_road, avoid, **how)

    def taken(self, g: State, cell: int, pace: Pace | None = None) -> Taken:
        """The way it takes to a hex."""
        return paths.quietest(g, self.mover, self.range(g), cell, lambda *without: self.range(g, *without), pace)

    def full(self, g: State, board: int) -> int:
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
        taken = self.taken(g, target)
        return Way(taken.cost, taken.path)

    def ends(self, g: State) -> int:
        """Where the unit's move may end."""
        board = self.range(g).board
        return board & ~self.full(g, board)

    @pick(lambda step, g: g.box.grid.board, by=GOALS, quick=lambda step, g: step.ends(g), stays=True)
    def hex(self, g: State, cell: int) -> None:
        """7.0a It goes there."""
        self._set_out(g, cell, None)

    @pick(lambda step, g: step.range(g).board & notable(g, step.side), by=HALTS, stays=True)
    def via(self, g: State, cell: int) -> None:
        """7.0d It goes there and on."""
        halt = self.range(g).halt(cell)
        assert halt is not None
        self._halt(g, cell, halt)

    def unlisted(self, g: State, action: Action) -> bool:
        verb, cell = action
        return verb == "via" and cell is not None and cell >= 0 and bool(HALTS.free(g, self, 1 << cell))

    @pick(lambda step, g: (step.range(g).board | 1 << g.place[step.mover]) & g.box.exit_hexes, by=EXITS, stays=True)
    def exit(self, g: State, cell: int) -> None:
        """7.82 It goes there and leaves the map; Engineers may interrupt, and the exit is offered again there."""
        if cell != g.place[self.mover]:
            path = self.taken(g, cell).path
            if self._interrupted(g, path):
                self._halt(g, cell, Halt(self.range(g).best(cell)[0], Pace.ORDINARY))
                return
            g.tell(events.Moved, self.mover, tuple(path))
            travel.go(g, self.mover, path)
            if not g.stack:
                return
        g.pop()
        leave(g, self.mover, cell)

    @button(when=lambda step, g: step.begun)
    def stop(self, g: State) -> None:
        """7.0b It stays where it is, and what it has left is lost."""

    @pick(lambda step, g: () if step.begun else (step.mover,))
    def unit(self, g: State, unit: int) -> None:
        """It is put back."""

    def _halt(self, g: State, cell: int, halt: Halt) -> None:
        """Go to a hex, and then on."""
        begun = Moving(self.side, self.mover, halt.spent, halt.pace, self.zones, self.alarm, by_road=halt.by_road)
        self._set_out(g, cell, begun)

    def _interrupted(self, g: State, path: Sequence[int]) -> bool:
        """7.33a, 7.33e Whether Engineers might blow a bridge on the way: next to where it sets out, too."""
        return any(reactions.threatened(g, way) for way in path[self.begun :])

    def _set_out(self, g: State, cell: int, then: Moving | None) -> None:
        """Go, at once or hex by hex; `then` is what comes after, if the move goes on."""
        cost, leg, path = self.taken(g, cell, None if then is None else Pace(then.pace))
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

    mover: Unit
    path: Hexes
    costs: Costs
    pace: PaceIfAny
    zones: bool
    goes_on: bool
    spent: Points = 0
    shut: Rivers = ()
    #: The river hexsides on the way that had a bridge when the unit set out; none where it means to wade.
    bridged: Rivers = ()
    #: 7.5 As in `Moving`, for where the march ends.
    by_road: PointsIfAny = -1

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
