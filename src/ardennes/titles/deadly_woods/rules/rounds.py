"""14.4 - 14.9 One Action Round: whom the chit activates, movement, stacking, combat, the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Side
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Units
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import stacking, supply
from ardennes.titles.deadly_woods.rules.combat import AttackPhase, targets
from ardennes.titles.deadly_woods.rules.movement import ANY, Left, Movement
from ardennes.titles.deadly_woods.state import OFF_MAP, State


def on_map(g: State, side: Side) -> int:
    """The units of a side on the map."""
    found = 0
    for unit in g.box.units.of[side]:
        if g.place[unit] < OFF_MAP:
            found |= 1 << unit
    return found


def in_area(g: State, army: int) -> int:
    """9.1, 14.5a The German units that stand in an army's area, whatever army they belong to."""
    board = g.box.areas[army]
    return sum(1 << unit for unit in g.box.units.of[Side.GERMAN] if g.on_map(unit) and board >> g.place[unit] & 1)


def armor(g: State, units: int) -> int:
    """The units of a set that are armor now."""
    return sum(1 << unit for unit in cells(units & g.box.units.armor) if g.is_armor(unit))


def begin(g: State, side: Side, kind: Round, units: int | None = None) -> None:
    """14.1 Begin a round. `units` are those it activates where that was chosen; else the kind of round says."""
    g.tell(events.RoundBegan, side, int(kind), g.box.rounds[kind].permits(g.turn))
    g.active = activated(g, side, kind) if units is None else units
    g.push(ActionRound(side, kind))


def activated(g: State, side: Side, kind: Round) -> int:
    """14 The units a round lets act, where no choice decides."""
    units = g.box.units
    if kind is Round.SIXTH_PANZER:
        return in_area(g, 0)
    if kind is Round.FIFTH_PANZER:
        return in_area(g, 1)
    found = on_map(g, side)
    if kind is Round.FIRST_REACTION:
        return found & ~g.box.not_first_reaction
    if kind is Round.PATTON:
        return found & units.corps["III"]
    if kind in (Round.MONTY_MOVE, Round.MONTY_COMBAT):
        return found & (units.british | units.corps["VII"])
    return found


def strikers(g: State, side: Side, kind: Round) -> int:
    """14 The units that may attack after the movement of a round."""
    rule = g.box.rounds[kind].attacks
    if rule == "unmoved_armor":  # 14.4e, not on turn 1
        return armor(g, g.active & ~g.moved) if g.turn > 1 else 0
    if rule == "picked_armor":  # 14.3.1d
        return armor(g, g.active & ~g.moved)
    if rule in ("started_armor", "entering_armor"):
        return armor(g, g.active)
    return 0 if rule == "none" else g.active


class PickArmor(Question[State], frozen=True):
    """14.3.1d Three units act in a Reaction round: what did not move of them may be armor that attacks."""

    rule: ClassVar[str] = "DW-14.3.1d"
    phase: ClassVar[str] = "Reaction"
    asks: ClassVar[str] = "Choose armor that may attack ({left} left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.3.1d", "choose armor that did not move to attack, or go on")
    left: Left
    units: Units = ()

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units

    @pick(lambda step, g: g.active & ~board_of(step.units))
    def unit(self, g: State, unit: int) -> None:
        """14.3.1d It may attack; with the last one the choice is made."""
        step = PickArmor(self.side, self.left - 1, (*self.units, unit))
        g.push(step)
        if not step.left:
            step.done(g)

    @button()
    def done(self, g: State) -> None:
        """14.3.1d Those that were chosen attack."""
        g.active = board_of(self.units)
        if targets(g, self.side):
            g.push(AttackPhase(self.side))


class ActionRound(Automatic[State], frozen=True):
    """14 A round in its stages: movement, stacking check, combat, end."""

    rule: ClassVar[str] = "DW-14.1"
    side: Side
    kind: Round
    stage: Annotated[int, Number(0, 3)] = 0

    def run(self, g: State) -> None:
        if self.stage == 3:
            g.pop()
            self._end(g)
            return
        g.replace(ActionRound(self.side, self.kind, self.stage + 1))
        (self._movement, self._stacking, self._combat)[self.stage](g)

    def _movement(self, g: State) -> None:
        kind = self.kind
        if kind is Round.COMBAT:
            stepping = self._steppers(g)
            if stepping:
                g.active = stepping
                g.push(Movement(self.side, one_hex=True))
        elif g.box.rounds[kind].moves == "three_units":
            g.push(Movement(self.side, g.box.numbers.reaction.units))
        elif kind is not Round.MONTY_COMBAT:
            g.push(Movement(self.side, ANY))

    def _steppers(self, g: State) -> int:
        """14.4g Supplied armor not adjacent to an enemy may move one hex before combat; not on turn 1."""
        if g.turn == 1:
            return 0
        near = g.box.grid.around(g.occupied[self.side.enemy])
        able = [u for u in cells(armor(g, g.active)) if not near >> g.place[u] & 1 and supply.in_supply(g, u)]
        return sum(1 << unit for unit in able)

    def _stacking(self, g: State) -> None:
        """6.2, 6.2i After all movement of the round."""
        if self.kind is Round.COMBAT:
            g.active = on_map(g, self.side)
        stacking.check(g, self.side)

    def _combat(self, g: State) -> None:
        g.active = strikers(g, self.side, self.kind)
        if self.kind is Round.SECOND_REACTION:
            left = g.box.numbers.reaction.units - g.moved.bit_count()
            able = board_of(unit for unit in cells(g.active) if g.next_to(self.side.enemy, g.place[unit]))
            g.active = able if left else 0
            if left < able.bit_count() and left:
                g.push(PickArmor(self.side, left))
                return
        if targets(g, self.side):
            g.push(AttackPhase(self.side))

    def _end(self, g: State) -> None:
        """10.2.1a, 12.3f What a round leaves behind is cleared; Allied artillery can fire again."""
        if g.turn == 1 and self.kind is Round.MOVE and self.side is Side.GERMAN and g.fuel == 0:
            g.fuel = 2  # 8.5b the dump goes if Peiper did not take it in the opening Move round
        g.active = g.moved = g.attacked = g.defended = g.entered = g.holding = g.blasted = 0
        g.used &= ~g.box.guns[Side.ALLIED]
