"""13.0 Replacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.rules import areas, entering, stacking, supply
from ardennes.titles.deadly_woods.state import ELIMINATED, State


def phase(g: State) -> None:
    """13.2b The player without the initiative spends first."""
    for side in (g.initiative, g.initiative.enemy):
        infantry, armor = g.box.turn(g.turn).replacements[side]
        if infantry or armor:
            g.push(Replacements(side, infantry, armor))


def is_armor_point(g: State, unit: int) -> bool:
    """13.2.1a, 13.2.2a Whether a unit takes an armor point: armor, mechanized and cavalry do."""
    return not g.box.units.kind[unit].infantry


def towns_for(g: State, unit: int) -> int:
    """6.3.1c, 10.6.4j, 13.2.2d-i The towns where an eliminated American unit may come back.

    They are Allied and in supply, no enemy is near, they take its corps, its leash reaches them, the Delay asset is
    elsewhere, and there is room.
    """
    box = g.box
    board = box.ground.town & ~g.german & supply.traceable(g, Side.ALLIED) & entering.put_down(g, unit)
    board &= ~box.grid.around(g.occupied[Side.GERMAN])
    if g.on_map(box.delay):
        board &= ~(1 << g.place[box.delay])
    corps = box.units.rows[unit].corps
    for cell, takes in box.returns.items():
        if corps not in takes:
            board &= ~(1 << cell)
    return board & ~stacking.barred(g, unit, board) & ~stacking.full(g, unit, board)


def why_not_return(g: State, unit: int, cell: int) -> Reason | None:
    """Why a unit may not come back in a hex."""
    where, name = g.hex_name(cell), g.name(unit)
    if not g.box.ground.town >> cell & 1:
        return Reason("DW-13.2.2d1", say("there is no town in {where}", where=where))
    takes = g.box.returns.get(cell)
    if takes and g.box.units.rows[unit].corps not in takes:
        rule = "DW-13.2.2e" if "III" in takes else "DW-13.2.2f"
        return Reason(rule, say("{target} takes units of {names} Corps only", target=where, names=" and ".join(takes)))
    if not areas.home(g, unit) >> cell & 1:
        return Reason("DW-10.6.4j", say("{name} is not free to be in {where}", name=name, where=where))
    if g.place[g.box.delay] == cell:
        return Reason("DW-6.3.1c", say("the Delay asset is in {where}", where=where))
    here = 1 << cell & g.occupied[Side.ALLIED]
    if stacking.full(g, unit, here):
        return Reason("DW-13.2.2h", say("there is no room in {where}", where=where))
    if g.german >> cell & 1:
        return Reason("DW-13.2.2i", say("the Germans control {where}", where=where))
    if g.next_to(Side.GERMAN, cell):
        return Reason("DW-13.2.2d3", say("{where} is next to an enemy unit", where=where))
    if not supply.traceable(g, Side.ALLIED) >> cell & 1:
        return Reason("DW-13.2.2d2", say("no normal line of supply leads from {where}", where=where))
    return stacking.why_not_stop(g, unit, cell)


def why_not(g: State, unit: int, side: Side, infantry: int, armor: int) -> Reason | None:
    """13.2 Why a point may not be spent on a unit."""
    units = g.box.units
    if unit not in units.of[side]:
        return Reason("DW-13.2b", say("these are {side} replacements", side=side))
    name = g.name(unit)
    if units.british >> unit & 1 or units.airborne >> unit & 1:
        return Reason("DW-13.2.2b", "British and airborne units get no replacements")
    if not units.replaceable >> unit & 1:
        return Reason("DW-13.1", say("{name} has no reduced side", name=name))
    if not (armor if is_armor_point(g, unit) else infantry):
        rule = "DW-13.2.1a" if side is Side.GERMAN else "DW-13.2.2a"
        return Reason(rule, say("no point is left for a unit such as {name}", name=name))
    if g.place[unit] == ELIMINATED:
        if side is Side.GERMAN:
            return Reason("DW-13.2.1c", "eliminated German units do not come back")
        return None if towns_for(g, unit) else Reason("DW-13.2.2d1", say("no town can take {name}", name=name))
    if not g.on_map(unit):
        return Reason("DW-13.2.2c", say("{name} is not on the map and cannot come back", name=name))
    if not g.lost[unit]:
        return Reason("DW-13.1", say("{name} is at full strength", name=name))
    if g.returned >> unit & 1:
        return Reason("DW-13.2.2g", say("{name} came back this turn", name=name))
    if not supply.traces(g, unit):
        return Reason("DW-13.2d", say("{name} cannot trace a normal line of supply", name=name))
    return None


class Replacements(OneByOne[State], frozen=True):
    """13.2 The player spends his points one by one; what is left over is lost (13.2a)."""

    rule: ClassVar[str] = "DW-13.2c"
    phase: ClassVar[str] = "Replacements"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    otherwise: ClassVar[Reason] = Reason("DW-4.0", "this is the Replacement phase: spend a point, or go on")
    infantry: int
    armor: int

    def prompt(self, g: State) -> str:
        return say(
            "Replacements: {infantry} infantry, {armor} armor. Choose a unit, or go on",
            infantry=self.infantry,
            armor=self.armor,
        )

    def offered(self, g: State) -> Sequence[int]:
        lost, place = g.lost, g.place
        return [
            unit
            for unit in g.box.units.of[self.side]
            if (lost[unit] or place[unit] == ELIMINATED)
            and why_not(g, unit, self.side, self.infantry, self.armor) is None
        ]

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not(g, target, self.side, self.infantry, self.armor) or self.otherwise

    def unit(self, g: State, unit: int) -> None:
        if g.place[unit] == ELIMINATED:
            g.push(Return(self.side, unit))
            return
        self.spend(g, unit)
        g.set_lost(unit, g.lost[unit] - 1)
        g.hungry &= ~(1 << unit)  # 8.1c it has just traced
        g.tell(events.Replaced, unit, g.place[unit], False)

    def spend(self, g: State, unit: int) -> None:
        """Take the point for a unit off what is left."""
        armor = is_armor_point(g, unit)
        left = Replacements(self.side, self.infantry - (not armor), self.armor - armor)
        g.stack = tuple([left if step is self else step for step in g.stack])


class Return(OneByOne[State], frozen=True):
    """13.2.2d An eliminated American unit comes back at reduced strength in a town."""

    rule: ClassVar[str] = "DW-13.2.2d1"
    phase: ClassVar[str] = "Replacements"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-13.2.2d1", "choose a supplied town not adjacent to an enemy")
    mover: int

    def prompt(self, g: State) -> str:
        return say("{mover}: choose the town where it comes back", mover=g.name(self.mover))

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def offered(self, g: State) -> Sequence[int]:
        return cells(towns_for(g, self.mover))

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_return(g, self.mover, target) or self.otherwise

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        step = g.stack[-1]
        assert isinstance(step, Replacements)
        step.spend(g, self.mover)
        g.lost[self.mover] = g.box.units.steps[self.mover] - 1
        g.put(self.mover, cell)
        g.returned |= 1 << self.mover
        g.tell(events.Replaced, self.mover, cell, True)
