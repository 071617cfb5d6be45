"""6.0 Sequence of Play, in the rulebook's order, on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from ardennes.kernel import Automatic, Side
from ardennes.parts.rules.phases import Outline, Phase
from ardennes.titles.tigers_in_the_mist import events
from ardennes.titles.tigers_in_the_mist.box.fields import Day, Done
from ardennes.titles.tigers_in_the_mist.rules import reinforcements, special_forces, supply, victory
from ardennes.titles.tigers_in_the_mist.rules.bridges import BridgeBuilding, engineers_at_work
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles, CombatBegins
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.rules.occupation import OccupationLimits
from ardennes.titles.tigers_in_the_mist.rules.reinforcements import Arrivals
from ardennes.titles.tigers_in_the_mist.rules.victory import VictoryPhase
from ardennes.titles.tigers_in_the_mist.state import DONE, FOOT_PACE, State

FIRST_DAY, LAST_DAY = 16, 22


def next_day(g: State) -> None:
    """6.0 The turn marker moves on, and every unit may act again."""
    g.day += 1
    g.new_day()
    g.replace(Turn(g.day))


@lru_cache
def outline(day: int) -> tuple[Phase, ...]:
    """6.0 One turn. Arrivals come before every pair of impulses; December 22 has a single pair."""
    turn: list[Phase] = []
    for impulse in (1, 2, 3) if day < LAST_DAY else (1,):
        turn.append(Arrivals(impulse))
        for side in (Side.GERMAN, Side.ALLIED):
            turn += [
                ImpulseBegins(side),
                Movement(side),
                OccupationLimits(side),
                CombatBegins(),
                Battles(side),
                BuildingBegins(side),
                BridgeBuilding(side),
                ImpulseEnds(side),
            ]
    return (*turn, AttritionPhase(), VictoryPhase(), next_day)


class Turn(Outline[State], frozen=True):
    """6.0 A day: its phases one after the other."""

    rule: ClassVar[str] = "TM-6.0a"
    counter: ClassVar[str] = "done"
    day: Day
    done: Done = 0

    def phases(self, g: State) -> Sequence[Phase]:
        return outline(self.day)


class ImpulseBegins(Automatic[State], frozen=True):
    """13.15, 8.35 Supply for movement is determined, and units that waded may get their vehicles back."""

    rule: ClassVar[str] = "TM-13.15"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        g.new_impulse(self.side)
        at_start = (g.day, g.impulse, self.side) == (FIRST_DAY, 1, Side.GERMAN)
        if not (at_start and g.box.scenario.supplied_at_start):
            supply.determine(g)
        dry = g.supply[2 * self.side]
        for unit in g.box.units.of[self.side]:
            if g.status[unit] & FOOT_PACE and not g.status[unit] & DONE and dry >> g.place[unit] & 1:
                g.status[unit] &= ~FOOT_PACE
        g.tell(events.ImpulseBegan, g.day, g.impulse, self.side)


class BuildingBegins(Automatic[State], frozen=True):
    """13.24 Supply for bridge building, after the battles."""

    rule: ClassVar[str] = "TM-13.24"
    side: Side

    def run(self, g: State) -> None:
        if engineers_at_work(g, self.side):
            supply.determine(g)
        g.pop()


class ImpulseEnds(Automatic[State], frozen=True):
    """12.22, 11.3, 14.3 Control, releases and Special Forces at the end of a player impulse."""

    rule: ClassVar[str] = "TM-12.22a"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        victory.update_control(g)
        if self.side is Side.ALLIED:
            reinforcements.check_releases(g)
            special_forces.remove(g)
        box = g.box
        last = (g.day, g.impulse, self.side) == (box.last_day, box.last_impulse, box.last_side)
        if last and box.scenario.last_phase == "impulse":
            victory.score_turn(g)
            victory.end_game(g)


class AttritionPhase(Automatic[State], frozen=True):
    """6.0 VIII, 13.21 Every counter out of supply loses a strength point, all at once; then 12.22 control is judged."""

    rule: ClassVar[str] = "TM-13.21a"

    def run(self, g: State) -> None:
        g.pop()
        supply.determine(g)
        hungry = [unit for side in (Side.GERMAN, Side.ALLIED) for unit in supply.out_of_supply(g, side)]
        if hungry:
            g.tell(events.Attrition, tuple(hungry))
        for unit in hungry:
            g.lose(unit, 1, "TM-13.21a")
        if g.box.scenario.first_day_inside:
            _first_day_inside(g)
        victory.update_control(g)


def _first_day_inside(g: State) -> None:
    """Scenario 2: units that came from outside must end their first day supplied and inside the playing area.

    On its first day a unit's place at dawn is where it began or entered the game.
    """
    supply.determine(g)
    inside = g.box.inside
    released = {unit for release in g.box.releases for unit in release.units}
    for unit, arrival in enumerate(g.box.units.arrival):
        # SC2q a formation released is outside at dawn only on the day it is placed: later it would not be in play.
        first_day = arrival[0] if arrival else g.day if unit in released else FIRST_DAY
        came_from_outside = g.on_map(unit) and first_day == g.day and not inside >> g.dawn[unit] & 1
        if came_from_outside and not (inside >> g.place[unit] & 1 and g.in_supply(unit)):
            g.eliminate(unit, "TM-SC2g")
