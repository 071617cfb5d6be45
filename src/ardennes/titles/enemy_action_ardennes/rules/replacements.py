"""13.0 Replacements: a corps card gives steps back to its corps."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.counters import Quality
from ardennes.titles.enemy_action_ardennes.box.fields import Corps, Left
from ardennes.titles.enemy_action_ardennes.rules import stacking, supply
from ardennes.titles.enemy_action_ardennes.state import State


def in_force(g: State) -> bool:
    """13.0 From Dec 20, in scenarios that have replacements."""
    return g.box.scenario.replacements and g.day >= g.box.numbers.dates.replacements_from


def _full(g: State, corps: int, unit: int) -> bool:
    """13.13c, 7.4a Whether the hex of a unit holds all the steps it can."""
    return stacking.steps_in(g, g.units_at(g.place[unit])) >= g.box.numbers.stacking.steps


def _elite(g: State, corps: int, unit: int) -> bool:
    """Whether the step a unit would get is an elite one."""
    return g.box.units.faces[unit][g.lost[unit] - 1].quality is Quality.ELITE


def _others_can(g: State, corps: int, left: int) -> int:
    """13.12 Those that would get an elite step, where anybody of the corps can be helped otherwise."""
    able = _ABLE.free(g, corps, g.box.units.in_corps[corps])
    elite = each(_elite)(g, corps, able)
    return left & elite if able != elite else 0


def _named(g: State, corps: int, unit: int) -> dict[str, object]:
    return {"name": g.name(unit)}


_ABLE = Rungs(
    _named,
    Rung("EA-13.13b", "{name} is not on the map", lambda g, corps, left: left & ~g.mapped),
    Rung("EA-13.13a", "{name} has had a step in this impulse", lambda g, corps, left: left & g.moved),
    Rung("EA-13.1a", "{name} is not of this corps", lambda g, corps, left: left & ~g.box.units.in_corps[corps]),
    Rung("EA-13.1a", "{name} has all its steps", each(lambda g, corps, unit: not g.lost[unit])),
    Rung(
        "EA-13.11",
        "{name} is not in supply",
        each(lambda g, corps, unit: not (supply.in_supply(g, unit) and supply.traces(g, unit))),
    ),
    Rung(
        "EA-13.13c",
        "{where} has no room for a step",
        each(_full),
        lambda g, corps, unit: {"where": g.hex_name(g.place[unit])},
    ),
)
#: 13.1 Which units may not have a step of a corps card: asked about the corps.
REBUILT = Rungs(
    _named,
    *_ABLE,
    Rung("EA-13.12", "{name} would get an elite step, and others can be helped", _others_can),
)


def eligible(g: State, corps: int) -> list[int]:
    """13.1 The units of a corps that may have a step."""
    return cells(REBUILT.free(g, corps, g.box.units.in_corps[corps]))


class Replacements(Question[State], frozen=True):
    """13.1 One step to each chosen unit, up to the card's number."""

    rule: ClassVar[str] = "EA-13.1a"
    phase: ClassVar[str] = "replacements"
    asks: ClassVar[str] = "Choose a unit that regains a step ({left} left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-13.1a", "choose units that get a step, or go on")
    corps: Corps
    left: Left

    @pick(lambda step, g: g.box.units.all, by=REBUILT, about=lambda step, g: step.corps)
    def unit(self, g: State, unit: int) -> None:
        """13.1a It has a step more, and the next one is chosen."""
        g.set_lost(unit, g.lost[unit] - 1)
        g.moved |= 1 << unit
        g.tell(events.Rebuilt, unit, g.steps_left(unit))
        if self.left > 1:
            g.push(Replacements(self.side, self.corps, self.left - 1))
        else:
            g.moved = 0

    @button()
    def done(self, g: State) -> None:
        """13.13b The other steps are lost."""
        g.moved = 0
