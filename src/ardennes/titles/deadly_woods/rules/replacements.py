"""13.0 Replacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Points, Unit
from ardennes.titles.deadly_woods.rules import areas, stacking, supply
from ardennes.titles.deadly_woods.state import ELIMINATED, OFF_MAP, State


def phase(g: State) -> None:
    """13.2b The player without the initiative spends first."""
    for side in (g.initiative, g.initiative.enemy):
        infantry, armor = g.box.turn(g.turn).replacements[side]
        if infantry or armor:
            g.push(Replacements(side, infantry, armor))


# ---- where an eliminated unit comes back -------------------------------------------------------------------


def _of_other_corps(g: State, unit: int) -> int:
    """13.2.2e, 13.2.2f The towns that take other corps only."""
    corps = g.box.units.rows[unit].corps
    return board_of(cell for cell, takes in g.box.returns.items() if corps not in takes)


def _takes_others(g: State, unit: int, cell: int) -> Reason:
    takes = g.box.returns[cell]
    rule = "DW-13.2.2e" if "III" in takes else "DW-13.2.2f1"
    text = say("{target} takes units of {names} Corps only", target=g.hex_name(cell), names=" and ".join(takes))
    return Reason(rule, text)


#: 6.3.1c, 10.6.4j, 13.2.2d-i Where an eliminated American unit may not come back: asked about the unit.
RETURNS = Rungs(
    lambda g, unit, cell: {"where": g.hex_name(cell), "name": g.name(unit)},
    Rung("DW-13.2.2d1", "there is no town in {where}", lambda g, unit, left: left & ~g.box.ground.town),
    Rung("DW-13.2.2e", "", lambda g, unit, left: left & _of_other_corps(g, unit), reason=_takes_others),
    Rung("DW-10.6.4j", "{name} is not free to be in {where}", lambda g, unit, left: left & ~areas.home(g, unit)),
    Rung(
        "DW-6.3.1c",
        "the Delay asset is in {where}",
        lambda g, unit, left: left & 1 << g.place[g.box.delay] if g.on_map(g.box.delay) else 0,
    ),
    Rung("DW-13.2.2h", "there is no room in {where}", stacking.full),
    Rung(
        "DW-13.2.2i", "the Germans control {where}", lambda g, unit, left: left & (g.german | g.occupied[Side.GERMAN])
    ),
    Rung(
        "DW-13.2.2d3",
        "{where} is next to an enemy unit",
        lambda g, unit, left: left & g.box.grid.around(g.occupied[Side.GERMAN]),
    ),
    Rung(
        "DW-13.2.2d2",
        "no normal line of supply leads from {where}",
        lambda g, unit, left: left & ~supply.traceable(g, Side.ALLIED),
    ),
    stacking.COMPANY,
)


def towns_for(g: State, unit: int) -> int:
    """13.2.2d The towns where an eliminated American unit may come back."""
    return RETURNS.free(g, unit, g.box.ground.town)


# ---- who takes a point -------------------------------------------------------------------------------------


def is_armor_point(g: State, unit: int) -> bool:
    """13.2.1a, 13.2.2a Whether a unit takes an armor point: armor, mechanized and cavalry do."""
    return not g.box.units.kind[unit].infantry


def _without_point(g: State, step: Replacements) -> int:
    """13.2.1a, 13.2.2a The units for which no point is left."""
    units = g.box.units
    return (0 if step.infantry else units.infantry) | (0 if step.armor else units.all & ~units.infantry)


def _eliminated(g: State, unit: int) -> bool:
    return g.place[unit] == ELIMINATED


def _away(g: State, step: Replacements, left: int) -> int:
    """13.2.2c Units that are off the map but not eliminated."""
    return board_of([unit for unit in cells(left) if OFF_MAP <= g.place[unit] != ELIMINATED])


def _whole(g: State, step: Replacements, left: int) -> int:
    """13.1 Units on the map that have lost nothing."""
    return board_of([unit for unit in cells(left) if g.place[unit] < OFF_MAP and not g.lost[unit]])


#: 13.2 On whom a point may not be spent: asked about the phase of a side.
TAKERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit), "side": step.side},
    Rung("DW-13.2b", "these are {side} replacements", lambda g, step, left: left & ~g.box.units.sides[step.side]),
    Rung(
        "DW-13.2.2b",
        "British and airborne units get no replacements",
        lambda g, step, left: left & (g.box.units.british | g.box.units.airborne),
    ),
    Rung("DW-13.1", "{name} has no reduced side", lambda g, step, left: left & ~g.box.units.replaceable),
    Rung(
        "DW-13.2.1a",
        "",
        lambda g, step, left: left & _without_point(g, step),
        reason=lambda g, step, unit: Reason(
            "DW-13.2.1a" if step.side is Side.GERMAN else "DW-13.2.2a",
            say("no point is left for a unit such as {name}", name=g.name(unit)),
        ),
    ),
    Rung("DW-13.2.2c", "{name} is not on the map and cannot come back", _away),
    Rung("DW-13.1", "{name} is at full strength", _whole),
    Rung(
        "DW-13.2.1c",
        "eliminated German units do not come back",
        each(lambda g, step, unit: step.side is Side.GERMAN and _eliminated(g, unit)),
    ),
    Rung(
        "DW-13.2.2d1",
        "no town can take {name}",
        each(lambda g, step, unit: _eliminated(g, unit) and not towns_for(g, unit)),
    ),
    Rung("DW-13.2.2g", "{name} came back this turn", lambda g, step, left: left & g.returned),
    Rung(
        "DW-13.2d",
        "{name} cannot trace a normal line of supply",
        each(lambda g, step, unit: g.on_map(unit) and not supply.traces(g, unit)),
    ),
)


class Replacements(Question[State], frozen=True):
    """13.2 The player spends his points one by one; what is left over is lost (13.2a)."""

    rule: ClassVar[str] = "DW-13.2c"
    phase: ClassVar[str] = "Replacements"
    asks: ClassVar[str] = "Replacements: {infantry} infantry, {armor} armor. Choose a unit, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-4.0", "this is the Replacement phase: spend a point, or go on")
    infantry: Points
    armor: Points

    @pick(lambda step, g: g.box.units.all, by=TAKERS, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """13.2d A step comes back; 13.2.2d of an eliminated unit it is asked where."""
        if _eliminated(g, unit):
            g.push(Return(self.side, unit))
            return
        self.spend(g, unit)
        g.set_lost(unit, g.lost[unit] - 1)
        g.hungry &= ~(1 << unit)  # 8.1c it has just traced
        g.tell(events.Replaced, unit, g.place[unit], False)

    @button(alone=True)
    def done(self, g: State) -> None:
        """13.2a What is left over is lost."""

    def spend(self, g: State, unit: int) -> None:
        """Take the point for a unit off what is left."""
        armor = is_armor_point(g, unit)
        left = Replacements(self.side, self.infantry - (not armor), self.armor - armor)
        g.stack = tuple([left if step is self else step for step in g.stack])


class Return(Question[State], frozen=True):
    """13.2.2d An eliminated American unit comes back at reduced strength in a town."""

    rule: ClassVar[str] = "DW-13.2.2d1"
    phase: ClassVar[str] = "Replacements"
    asks: ClassVar[str] = "{mover}: choose the town where it comes back"
    otherwise: ClassVar[tuple[str, str]] = ("DW-13.2.2d1", "choose a supplied town not adjacent to an enemy")
    mover: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    @pick(lambda step, g: g.box.grid.board, by=RETURNS, about=lambda step, g: step.mover)
    def hex(self, g: State, cell: int) -> None:
        """13.2.2d The point is spent, and the unit is back."""
        step = g.stack[-1]
        assert isinstance(step, Replacements)
        step.spend(g, self.mover)
        g.lost[self.mover] = g.box.units.steps[self.mover] - 1
        g.put(self.mover, cell)
        g.returned |= 1 << self.mover
        g.tell(events.Replaced, self.mover, cell, True)

    @button()
    def done(self, g: State) -> None:
        """13.2.2d Not after all."""
