"""13.0 Replacements: a corps card gives steps back to its corps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card
from ardennes.titles.enemy_action_ardennes.box.counters import Quality
from ardennes.titles.enemy_action_ardennes.rules import stacking, supply
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, State


def in_force(g: State) -> bool:
    """13.0 From Dec 20, in scenarios that have replacements."""
    return g.box.scenario.replacements and g.day >= g.box.numbers.dates.replacements_from


def eligible(g: State, corps: int) -> list[int]:
    """13.11, 13.12, 13.13 The reduced units of a corps that may have a step: in supply and able to trace it, not yet
    served in this impulse, with room for the step in their hex; elite steps only when no other unit can be helped."""
    found = [
        unit
        for unit in cells(g.box.units.in_corps[corps] & g.mapped & ~g.moved)
        if g.lost[unit] and supply.in_supply(g, unit) and supply.traces(g, unit) and _room(g, unit)
    ]
    common = [unit for unit in found if not _elite(g, unit)]
    return common or found


def _room(g: State, unit: int) -> bool:
    """13.13c, 7.4a Whether the hex of a unit can hold one step more."""
    return stacking.steps_in(g, g.units_at(g.place[unit])) < g.box.numbers.stacking.steps


def _elite(g: State, unit: int) -> bool:
    """Whether the step a unit would get is an elite one."""
    return g.box.units.faces[unit][g.lost[unit] - 1].quality is Quality.ELITE


def possible(g: State, card: Card) -> bool:
    """5.3 Whether a card can be played for replacements now."""
    return bool(card.replacements) and in_force(g) and bool(eligible(g, card.corps))


class Replacements(OneByOne[State], frozen=True):
    """13.1 One step to each chosen unit, up to the card's number."""

    rule: ClassVar[str] = "EA-13.1a"
    phase: ClassVar[str] = "replacements"
    otherwise: ClassVar[Reason] = Reason("EA-13.1a", "choose units that get a step, or go on")
    corps: int
    left: int

    def prompt(self, g: State) -> str:
        return say("Choose a unit that regains a step ({left} left), or go on", left=self.left)

    def offered(self, g: State) -> Sequence[int]:
        return eligible(g, self.corps)

    def why_not_pick(self, g: State, target: int) -> Reason:
        name = g.name(target)
        if g.place[target] >= OFF_MAP:
            return Reason("EA-13.13b", say("{name} is not on the map", name=name))
        if g.moved >> target & 1:
            return Reason("EA-13.13a", say("{name} has had a step in this impulse", name=name))
        if g.box.units.corps[target] != self.corps or not g.lost[target]:
            return Reason("EA-13.1a", say("{name} is not of this corps, or has all its steps", name=name))
        if not (supply.in_supply(g, target) and supply.traces(g, target)):
            return Reason("EA-13.11", say("{name} is not in supply", name=name))
        if not _room(g, target):
            return Reason("EA-13.13c", say("{where} has no room for a step", where=g.hex_name(g.place[target])))
        return Reason("EA-13.12", say("{name} would get an elite step, and others can be helped", name=name))

    def unit(self, g: State, unit: int) -> None:
        g.set_lost(unit, g.lost[unit] - 1)
        g.moved |= 1 << unit
        g.tell(events.Rebuilt, unit, g.steps_left(unit))
        if self.left > 1:
            g.replace(Replacements(self.side, self.corps, self.left - 1))
        else:
            self.done(g)

    def done(self, g: State) -> None:
        g.moved = 0
        g.pop()
