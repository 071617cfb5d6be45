"""11.3.3 - 11.5 What a combat result brings: losses, the airborne stand, retreat, bridges, advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Automatic, Side, Way
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.shapes import Number
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Bridges, CombatResult, Hex, RuleId, Short, Steps, Units
from ardennes.titles.deadly_woods.box.tables import MeaningRow, Round
from ardennes.titles.deadly_woods.rules import stacking, travel
from ardennes.titles.deadly_woods.rules.advance import Advance, advancing
from ardennes.titles.deadly_woods.rules.bridges import BlowBehind, BlowInFront
from ardennes.titles.deadly_woods.rules.retreat import RETREATS, routes
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import State


def settle(g: State, attack: Attack, result: MeaningRow) -> None:
    """11.3.3 Carry out a result; in the opening combat of turn 1 the German may exchange a retreat (11.3.3c)."""
    number = g.box.results.names.index(result.result)
    over = [g.box.map.bridge(g.place[unit], attack.hex) for unit in attack.units]
    g.push(Aftermath(attack, number, board_of(bridge.number for bridge in over if bridge is not None)))
    if result.retreat and attack.side is Side.GERMAN and g.turn == 1 and g.round is Round.COMBAT:
        g.push(Exchange(Side.GERMAN, attack.hex))


class Aftermath(Automatic[State], frozen=True):
    """11.3.3 A result in its stages: losses, stand or retreat, bridges, advance."""

    rule: ClassVar[str] = "DW-11.3.3b"
    #: The stage that follows when nobody retreats after all.
    AFTER_RETREAT: ClassVar[int] = 5
    attack: Attack
    result: CombatResult
    #: 10.6.1f The bridges the attack came over.
    fronts: Bridges
    stage: Annotated[int, Number(0, 7)] = 0
    #: 11.4 Who retreats, the hexes the stack fell short (9.2c), whether it went through enemy zones, bridges crossed.
    units: Units = ()
    short: Short = 0
    zones: bool = False
    bridges: Bridges = 0

    def run(self, g: State) -> None:
        stages = (self._losses, self._stand, self._set_out, self._retreat, self._price, self._bridges, self._advance)
        if self.stage == len(stages):
            g.pop()
            return
        g.replace(msgspec.structs.replace(self, stage=self.stage + 1))
        stages[self.stage](g)

    def change(self, g: State, **fields: object) -> None:
        """Keep something for the stages to come; the step is on top."""
        top = g.stack[-1]
        assert isinstance(top, Aftermath)
        g.replace(msgspec.structs.replace(top, **fields))

    def _losses(self, g: State) -> None:
        meaning, side = g.box.results.meanings[self.result], self.attack.side
        lose(g, side.enemy, g.units_at(self.attack.hex), meaning.defender_steps, "DW-11.3.3b")
        lose(g, side, self.attack.units, meaning.attacker_steps, "DW-11.3.3b")

    def _stand(self, g: State) -> None:
        if self._retreats(g) and standing(g, self.attack.hex):
            g.push(Stand(self.attack.side.enemy, self.attack.hex))

    def _retreats(self, g: State) -> bool:
        held = g.box.results.meanings[self.result].retreat
        return bool(held) and bool(g.units_at(self.attack.hex))

    def _set_out(self, g: State) -> None:
        """11.4.2 Units that cannot move are lost; the others set out."""
        if not self._retreats(g):
            return
        for unit in g.units_at(self.attack.hex):
            if not g.face(unit).movement:
                g.eliminate(unit, "DW-11.4.2")
        self.change(g, units=g.units_at(self.attack.hex))

    def _retreat(self, g: State) -> None:
        """11.4 The next unit that can go goes; this stage is repeated until none is left."""
        cell = self.attack.hex
        able = [unit for unit in self.units if g.place[unit] == cell and routes(g, unit).ways]
        if able:
            self.change(g, stage=self.stage)
            g.push(Retreat(self.attack.side.enemy, tuple(able)))

    def _price(self, g: State) -> None:
        """11.4e, 11.4i, 9.2c What enemy zones, boundaries and having to stay cost."""
        side, cell = self.attack.side.enemy, self.attack.hex
        stay = {unit: routes(g, unit).short for unit in self.units if g.place[unit] == cell}
        stacking.check(g, side)
        lose(g, side, self.units, max(self.short, *stay.values(), 0), "DW-9.2c")
        if self.zones:
            lose(g, side, [unit for unit in self.units if unit not in stay], 1, "DW-11.4e")
        for unit, short in stay.items():
            if not short:
                g.tell(events.HeldInPlace, unit, cell)
                g.lose_step(unit, "DW-11.4i")

    def _bridges(self, g: State) -> None:
        side, cell = self.attack.side.enemy, self.attack.hex
        behind = self.bridges & ~g.blown
        if behind:
            g.push(BlowBehind(side, behind))
        if g.units_at(cell) and self.fronts & ~g.blown:
            g.push(BlowInFront(side, self.fronts & ~g.blown))

    def _advance(self, g: State) -> None:
        if not g.units_at(self.attack.hex) and advancing(g, self.attack):
            g.push(Advance(self.attack.side, self.attack))


# ---- the opening exchange ----------------------------------------------------------------------------------


class Exchange(Question[State], frozen=True):
    """11.3.3c In the opening Combat round of turn 1 the German may turn a retreat into a step from each side."""

    rule: ClassVar[str] = "DW-11.3.3c"
    phase: ClassVar[str] = "Combat"
    asks: ClassVar[str] = "The defenders of {cell} retreat: exchange it for BL1?"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.3.3c", "keep the retreat, or exchange it for BL1")
    cell: Hex

    def focus(self, g: State) -> int:
        return self.cell

    @button("Let them retreat")
    def keep(self, g: State) -> None:
        """11.3.3b The result stands."""

    @button("BL1: both lose a step")
    def exchange(self, g: State) -> None:
        """11.3.3c Another one is carried out."""
        top = g.stack[-1]
        assert isinstance(top, Aftermath)
        g.tell(events.Exchanged, self.cell)
        top.change(g, result=g.box.results.names.index("BL1"))


# ---- losses ------------------------------------------------------------------------------------------------


def lose(g: State, side: Side, units: Iterable[int], steps: int, rule: str) -> None:
    """11.3.3b The owner takes so many steps from some of his units."""
    left = tuple(unit for unit in units if g.on_map(unit))
    if steps and left:
        g.push(Losses(side, left, steps, rule))


class Losses(Question[State], frozen=True):
    """11.3.3b The owner chooses which of his units loses a step."""

    rule: ClassVar[str] = "DW-11.3.3b"
    phase: ClassVar[str] = "Losses"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.3.3b", "choose a unit that loses a step")
    units: Units
    steps: Steps
    cause: RuleId

    def prompt(self, g: State) -> str:
        """Two sentences: one step, or several."""
        return (
            "Choose a unit that loses a step"
            if self.steps == 1
            else say("Choose who loses {steps} steps", steps=self.steps)
        )

    def focus(self, g: State) -> int:
        return g.place[self.units[0]]

    @pick(lambda step, g: step.units, ("DW-11.1e", "only units of this combat suffer its result"), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """11.3.3b It loses one; the rest are asked for next."""
        g.lose_step(unit, self.cause)
        lose(g, self.side, self.units, self.steps - 1, self.cause)


# ---- the airborne stand ------------------------------------------------------------------------------------


def standing(g: State, cell: int) -> tuple[int, ...]:
    """11.4.1 The airborne units that may cancel the retreat of a hex."""
    if not g.box.ground.stand >> cell & 1:
        return ()
    return tuple(unit for unit in g.units_at(cell) if g.box.units.airborne >> unit & 1)


class Stand(Question[State], frozen=True):
    """11.4.1 An airborne unit may lose a step so that nobody in the hex retreats."""

    rule: ClassVar[str] = "DW-11.4.1a"
    phase: ClassVar[str] = "Retreat"
    asks: ClassVar[str] = "{cell}: choose an airborne unit that stands at the price of a step, or retreat"
    otherwise: ClassVar[tuple[str, str]] = (
        "DW-11.4.1a",
        "an airborne unit stands at the price of a step, or all retreat",
    )
    cell: Hex

    def focus(self, g: State) -> int:
        return self.cell

    @pick(lambda step, g: standing(g, step.cell), ("DW-11.4.1b", "only Allied airborne units of this hex may stand"))
    def unit(self, g: State, unit: int) -> None:
        """11.4.1a It loses a step, and nobody retreats."""
        g.tell(events.Stood, unit, self.cell)
        g.lose_step(unit, "DW-11.4.1a")
        top = g.stack[-1]
        assert isinstance(top, Aftermath)
        top.change(g, stage=Aftermath.AFTER_RETREAT)

    @button("Retreat")
    def done(self, g: State) -> None:
        """11.4.1a Nobody stands."""


# ---- retreat -----------------------------------------------------------------------------------------------


#: 11.4 Which units are not taken back before the one at hand.
NEXT_BACK = Rungs(
    lambda g, step, unit: {"name": g.name(unit)},
    Rung("DW-11.4b", "{name} retreats now: choose where to", lambda g, step, left: left & 1 << step.units[0]),
    Rung("DW-11.4b", "{name} does not have to retreat", lambda g, step, left: left & ~board_of(step.units)),
)


class Retreat(Question[State], frozen=True):
    """11.4 The defender takes his units back, one by one; the first of `units` is at hand."""

    rule: ClassVar[str] = "DW-11.4b"
    phase: ClassVar[str] = "Retreat"
    asks: ClassVar[str] = "Retreat {units}"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.4b", "choose where the unit retreats to")
    units: Units

    def facts(self, g: State) -> dict[str, object]:
        return {"units": g.name(self.units[0])}

    def focus(self, g: State) -> int:
        return g.place[self.units[0]]

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units[:1]

    def way(self, g: State, verb: str, target: int) -> Way | None:
        found = routes(g, self.units[0]).ways
        return Way(len(found[target]) - 1, found[target]) if verb == "hex" and target in found else None

    @pick(
        lambda step, g: g.box.grid.board,
        by=RETREATS,
        about=lambda step, g: step.units[0],
        quick=lambda step, g: sorted(routes(g, step.units[0]).ways),
    )
    def hex(self, g: State, cell: int) -> None:
        """11.4b It goes there; what its way costs is settled when all have gone."""
        unit = self.units[0]
        found = routes(g, unit)
        path = found.ways[cell]
        g.tell(events.Retreated, unit, path)
        travel.go(g, unit, path)
        top = g.stack[-1]
        assert isinstance(top, Aftermath)
        crossed = [g.box.map.bridge(before, after) for before, after in pairwise(path)]
        bridges = top.bridges | board_of(bridge.number for bridge in crossed if bridge is not None)
        top.change(g, bridges=bridges, zones=top.zones or found.zones, short=max(top.short, found.short))

    @pick(lambda step, g: range(len(g.box.units)), by=NEXT_BACK)
    def unit(self, g: State, unit: int) -> None:
        """11.4b It goes first."""
        g.push(Retreat(self.side, (unit, *[other for other in self.units if other != unit])))
