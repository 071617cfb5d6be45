"""5.0 Movement: the movement phase and, with reserves (14.2), the mechanized exploitation phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.kernel import Action, Reason, Side, Way
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES, GERMAN_ARMIES
from ardennes.titles.bitter_woods.box.fields import Points, Spent, Unit
from ardennes.titles.bitter_woods.events import Entered, Moved
from ardennes.titles.bitter_woods.rules import (
    bridges,
    improved_positions,
    kampfgruppe,
    leaders,
    options,
    random_events,
)
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.judging import every_unit
from ardennes.titles.bitter_woods.rules.movement import (
    activation,
    attachment,
    challenge,
    destinations,
    exits,
    sneak,
    travel,
)
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range
from ardennes.titles.bitter_woods.rules.points import allowance
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.state import State


class Movement(Question[State], frozen=True):
    """4 A.4, A.6 The player moves as many or as few units as he wishes, builds, and brings in reinforcements.

    In the exploitation phase only reserve units move, and nothing else is done.
    """

    rule: ClassVar[str] = "BW-5.1a"
    phase: ClassVar[str] = "movement"
    asks: ClassVar[str] = "{side} movement: choose a unit to move, build, or end movement"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is a movement phase: move a unit, or end the phase")
    marching: ClassVar[bool] = True
    asides: ClassVar[Sequence[Callable[..., None]]] = options.IN_MOVEMENT
    exploiting: bool = False

    def under_way(self) -> str:
        return "exploitation" if self.exploiting else "movement"

    def prompt(self, g: State) -> str:
        if not self.exploiting:
            return super().prompt(g)
        who = "a released unit or its leader" if g.box.leaders else "a reserve unit"
        return say("Mechanized exploitation: move {who}, or end the phase", who=who)

    @pick(
        every_unit,
        by=activation.MOVERS,
        quick=lambda step, g: movers.movers(g, step.side, step.exploiting),
        stays=True,
        lifts=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """5.1 It is picked up; 24.6 a reinforcement says first to which army it belongs."""
        if attachment.asked(g, unit):
            g.push(Attach(self.side, unit))
        else:
            g.push(Moving(self.side, unit, kampfgruppe.spent(g, unit) if g.remade else 0))

    @pick(
        every_unit,
        by=improved_positions.IMPROVERS,
        quick=lambda step, g: () if step.exploiting else movers.improvers(g, step.side),
        stays=True,
    )
    def improve(self, g: State, unit: int) -> None:
        """8.1 It digs in."""
        improved_positions.improve(g, unit)

    @pick(
        every_unit,
        by=improved_positions.FORTIFIERS,
        quick=lambda step, g: () if step.exploiting else movers.fortifiers(g, step.side),
        stays=True,
    )
    def fortify(self, g: State, unit: int) -> None:
        """8.2 It fortifies the town."""
        improved_positions.fortify(g, unit)

    @pick(
        every_unit,
        by=bridges.REPAIRERS,
        quick=lambda step, g: () if step.exploiting else movers.repairers(g, step.side),
        stays=True,
    )
    def repair(self, g: State, unit: int) -> None:
        """13.3 It begins to rebuild a bridge."""
        g.push(bridges.ChooseSite(self.side, unit))

    @button(
        "End movement",
        lambda step, g, target: activation.why_not_end(g, step),
        when=lambda step, g: movers.may_end(g, step.side, step.exploiting),
    )
    def done(self, g: State) -> None:
        """4 A.4, A.6 The phase is over."""
        if g.challenged:
            challenge.settle(g)

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if verb == "unit" and target is not None:  # no other unit need be looked at
            return movers.may_move(g, target, self.side, self.exploiting)
        return super().allows(g, action)

    def button(self, g: State, verb: str) -> str:
        return "End exploitation" if verb == "done" and self.exploiting else super().button(g, verb)


def _other_sector(step: Attach, g: State, army: int) -> Reason:
    return Reason(
        "BW-24.6b",
        say(
            "{name} cannot come onto the map in the sector of {army}",
            name=g.name(step.entering),
            army=ARMY_NAMES[GERMAN_ARMIES[army]],
        ),
    )


class Attach(Question[State], frozen=True):
    """24.6 A German mechanized reinforcement is about to enter: say to which army it belongs from now on."""

    rule: ClassVar[str] = "BW-24.6b"
    phase: ClassVar[str] = "movement"
    asks: ClassVar[str] = "{entering} arrives: attach it to an army, or put it back"
    otherwise: ClassVar[tuple[str, str]] = ("BW-24.6b", "{entering} arrives: say first to which army it belongs")
    entering: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.entering]

    @pick(
        lambda step, g: attachment.armies(g, step.entering),
        _other_sector,
        label=lambda step, g, army: say(
            "attach {entering} to {target}", entering=g.name(step.entering), target=ARMY_NAMES[GERMAN_ARMIES[army]]
        ),
    )
    def attach(self, g: State, army: int) -> None:
        """24.6 It belongs to the army, and is picked up."""
        attachment.declare(g, self.entering, army)
        g.push(Moving(self.side, self.entering))

    @pick(lambda step, g: [step.entering], label=lambda step, g, unit: say("put {unit} back", unit=g.describe(unit)))
    def unit(self, g: State, unit: int) -> None:
        """24.6 It is put back."""


def _dash_cost(step: Moving, g: State, cell: int) -> str:
    return _in_points(step, g, challenge.dashes(g, step.move(g))[cell].cost)


def _cost(step: Moving, g: State, cell: int) -> str:
    return _in_points(step, g, step.found(g).cost(cell))


def _cost_on(step: Moving, g: State, cell: int) -> str:
    return _in_points(step, g, step.found(g).through().cost(cell))


def _in_points(step: Moving, g: State, parts: int) -> str:
    return g.box.ground.shown_cost(g.box.units.profile[step.mover], parts)


def _at_a_cost(words: str, cost: Callable[[Moving, State, int], str] = _cost) -> Callable[[Moving, State, int], str]:
    """A hex with what it costs to go there."""
    return lambda step, g, cell: say(words, hex=g.hex_name(cell), cost=cost(step, g, cell))


def _why_not_go_on(step: Moving, g: State, target: None) -> Reason:
    """Why a move may not stop where it is: nothing was moved yet, or there is no room."""
    name = g.name(step.mover)
    if step.begun:
        return Reason("BW-22.2b", say("there is no room for {mover} here: it has to go on", mover=name))
    return Reason("BW-5.1a", say("{mover} is picked up: say where it goes, or put it down", mover=name))


class Moving(Question[State], frozen=True):
    """5.1 A unit is picked up: say where it goes.

    `hex` moves there and ends the move. `via` moves there and goes on: it is listed for hexes where it matters that the
    unit comes through them, and any other may be named. `exit` leaves the map over an edge (5.5).
    """

    rule: ClassVar[str] = "BW-5.1b"
    phase: ClassVar[str] = "movement"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "a unit is moving: its move comes first")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "done": ("BW-5.1a", "{mover} is picked up: say where it goes, or put it down")
    }
    mover: Unit
    spent: Spent = 0
    #: 27 It has slipped through a zone of control; 29.4 it was led off the roads.
    slipped: bool = False
    offroad: bool = False
    #: 15.3 The movement points it set out with, once it is on its way.
    points: Points = 0

    @property
    def begun(self) -> bool:
        """Whether it is on its way and cannot be put back."""
        return bool(self.spent or self.slipped)

    def move(self, g: State) -> Move:
        """The unit, what it can reach with the rest of its move, and where that may end."""
        memo = g.memo if g.memo is not None else g.remember()
        kept = memo.get("moving")
        if kept is None or kept[0] is not self:
            found = destinations.reachable(g, self.mover, self.spent, self.slipped, self.offroad, self.points)
            kept = (self, Move(self.mover, found, destinations.ends(g, self.mover, found), self.slipped))
            memo["moving"] = kept
        move: Move = kept[1]
        return move

    def found(self, g: State) -> Range:
        """What the unit can reach with the rest of its move."""
        return self.move(g).found

    def prompt(self, g: State) -> str:
        name = g.name(self.mover)
        if g.place[self.mover] >= OFF_MAP:
            return say("{name} enters the map: choose where it goes", name=name)
        where = g.hex_name(g.place[self.mover])
        lost = leaders.left_behind(g, self.mover) if g.box.leaders else []
        warning = " " + say("({unit} would stay behind alone and be lost)", unit=g.name(lost[0])) if lost else ""
        words = "{unit} in {where}: move on or stop" if self.begun else "{unit} in {where}: choose where it goes"
        return say(words, unit=name, where=where) + warning

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb == "challenge":
            return Way(_dash_cost(self, g, target), challenge.dashes(g, self.move(g))[target].path)
        if verb not in ("hex", "via"):
            return None
        if verb == "via":
            return Way(_cost_on(self, g, target), self.found(g).through().path(target))
        return Way(_cost(self, g, target), self.found(g).path(target))

    def unlisted(self, g: State, action: Action) -> bool:
        """5.1 Any hex on the way may be named from which the move goes on."""
        verb, target = action
        if verb != "via" or target is None or target < 0:
            return False
        move = self.move(g)
        return bool(destinations.ONWARD.free(g, move, 1 << target & move.ends))

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.mover]

    def focus(self, g: State) -> int | None:
        return g.stands(self.mover)

    @pick(
        lambda step, g: g.box.map.grid.board,
        by=destinations.ENDS,
        about=lambda step, g: step.move(g),
        quick=lambda step, g: step.move(g).ends,
        label=_at_a_cost("{hex} for {cost} MP"),
    )
    def hex(self, g: State, cell: int) -> None:
        """5.1 It goes there, and its move is over."""
        self._go(g, self.found(g), cell)
        if g.duties:
            duties.coming(g, self.mover, cell)

    @pick(
        lambda step, g: step.move(g).ends & destinations.notable(g, step.mover),
        lambda step, g, cell: destinations.why_not_via(g, step.move(g), cell),
        by=destinations.ONWARD,
        about=lambda step, g: step.move(g),
        quick=lambda step, g: destinations.waypoints(g, step.move(g)),
        label=_at_a_cost("{hex} for {cost} MP, then go on", _cost_on),
    )
    def via(self, g: State, cell: int) -> None:
        """5.1 It goes there, and on from there."""
        found = self.found(g).through()
        g.push(self._on_its_way(g, found.cost(cell)))
        self._go(g, found, cell)
        if g.event18 and self.side is Side.ALLIED:
            random_events.come_upon(g, self.mover, cell)

    @pick(
        lambda step, g: exits.EVERY_EDGE,
        by=exits.LEAVES,
        about=lambda step, g: step.move(g),
        quick=lambda step, g: exits.exits(g, step.move(g)),
    )
    def exit(self, g: State, edge: int) -> None:
        """5.5 It leaves the map."""
        move = self.move(g)
        last = exits.way_out(g, move, edge)
        if last != g.place[self.mover]:
            self._go(g, move.found, last)
        elif g.duties:
            duties.leaving(g, self.mover, last)
        if g.result is None:
            exits.leave(g, self.mover, edge, last)
            if g.duties:
                duties.review(g)

    @pick(
        lambda step, g: g.box.map.grid.board,
        by=sneak.SNEAKS,
        about=lambda step, g: step.move(g),
        quick=lambda step, g: sneak.offered(g, step.move(g)) if g.box.sneakers >> step.mover & 1 else 0,
        only=lambda box: box.sneakers,
        label=lambda step, g, cell: say("try to slip through {hex}", hex=g.hex_name(cell)),
    )
    def sneak(self, g: State, cell: int) -> None:
        """27 Go to a hex in a zone of control, or stay in one, and take a die for going on."""
        found, unit = self.found(g).through(), self.mover
        leaves = cell != g.place[unit]
        begun = self._on_its_way(g, found.cost(cell) if leaves else self.spent)
        g.push(msgspec.structs.replace(begun, slipped=True, offroad=False))
        g.push(sneak.Sneak(unit))
        g.sneaked |= unit == g.box.brigade
        if leaves:
            self._go(g, found, cell)
        else:
            g.moved |= 1 << unit
            g.reserve &= ~(1 << unit)

    @pick(
        lambda step, g: g.box.map.grid.board,
        by=challenge.CHALLENGES,
        about=lambda step, g: step.move(g),
        quick=lambda step, g: challenge.offered(g, step.move(g)),
        only=lambda box: box.interdiction_challenge,
        label=_at_a_cost("drive on into {hex} under the aircraft, for {cost} MP", _dash_cost),
    )
    def challenge(self, g: State, cell: int) -> None:
        """22.2 Enter an interdicted forest road at the road rate, and take a die for going on."""
        move, unit = self.move(g), self.mover
        dash = challenge.dashes(g, move)[cell]
        g.challenged |= 1 << unit
        if g.box.thirds and g.box.kampfgruppe >> unit & 1:
            kampfgruppe.spend(g, unit, dash.cost)
        g.push(self._on_its_way(g, dash.cost))
        g.push(challenge.Challenge(unit))
        self._walk(g, dash.path, _in_points(self, g, dash.cost - move.found.spent))

    @button("Stop here", _why_not_go_on, when=lambda step, g: step.begun and step.may_stay(g))
    def stop(self, g: State) -> None:
        """5.1 It stays where it is."""
        g.remade &= ~(1 << self.mover)
        if g.duties:
            duties.coming(g, self.mover, g.place[self.mover])

    @pick(
        lambda step, g: () if step.begun else (step.mover,),
        lambda step, g, unit: (
            None if step.begun else Reason("BW-5.1a", say("{mover} is picked up", mover=g.name(step.mover)))
        ),
        label=lambda step, g, unit: say("put {unit} back", unit=g.describe(unit)),
    )
    def unit(self, g: State, unit: int) -> None:
        """5.1 It is put back."""
        if g.attached[unit] and g.place[unit] >= OFF_MAP and not g.called >> unit & 1:
            attachment.declare(g, unit, None)

    def may_stay(self, g: State) -> bool:
        """22.2 Whether there is room where the unit stands, or no way to anywhere else."""
        if not g.challenged >> self.mover & 1 or not challenge.overstacked(g, self.mover):
            return True
        move = self.move(g)
        onward = move.ends or exits.exits(g, move) or sneak.offered(g, move)
        return not onward and not challenge.offered(g, move)

    def _on_its_way(self, g: State, spent: int) -> Moving:
        """5.2 The same move with so much spent; the allowance was judged where it began."""
        points = self.points or allowance(g, self.mover)
        return Moving(self.side, self.mover, spent, offroad=self.offroad, points=points)

    def _go(self, g: State, found: Range, cell: int) -> None:
        """Carry out a move, or a leg of it; without anybody to tell, only as far as it matters."""
        unit = self.mover
        if g.box.thirds and g.box.kampfgruppe >> unit & 1:
            kampfgruppe.spend(g, unit, found.cost(cell))
        if g.events is not None or travel.matters(g, unit, found.board):
            cost = g.box.ground.shown_cost(g.box.units.profile[unit], found.cost(cell) - found.spent)
            self._walk(g, found.path(cell), cost)
        else:
            self._walk(g, (cell,), "", True)

    def _walk(self, g: State, path: tuple[int, ...], cost: str, straight: bool = False) -> None:
        unit = self.mover
        before = g.place[unit]
        g.moved |= 1 << unit
        g.reserve &= ~(1 << unit)  # 14.3
        g.tell(Moved if before < OFF_MAP else Entered, unit, path, cost)
        if g.box.attrition and before >= OFF_MAP:
            g.arrived = g.arrived[:unit] + bytes((g.turn,)) + g.arrived[unit + 1 :]
        if g.duties and before < OFF_MAP:
            duties.leaving(g, unit, before)
        travel.go(g, unit, path, straight)
