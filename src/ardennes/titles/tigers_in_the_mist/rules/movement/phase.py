"""8.2 - 8.4 Movement: the movement part of an impulse, stacks, and marches along roads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.areas import Link
from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side, Way
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.events import Halted
from ardennes.titles.tigers_in_the_mist.rules import bridges, reinforcements, special_forces
from ardennes.titles.tigers_in_the_mist.rules.movement import activation, entrenching
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import destinations, why_not_go
from ardennes.titles.tigers_in_the_mist.rules.movement.march import go
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import reach, slack, step_cost
from ardennes.titles.tigers_in_the_mist.rules.movement.waypoints import (
    fords,
    may_stop,
    waypoints,
    why_not_stop,
    why_not_via,
    why_not_wade,
)
from ardennes.titles.tigers_in_the_mist.state import DONE, HELD, MOVED, State

#: So many units are called by their names.
FEW = 2


class Movement(Choice[State], frozen=True):
    """6.0 (1), 8.2 The moving player moves as many or as few of his units as he wishes."""

    rule: ClassVar[str] = "TM-6.0d"
    phase: ClassVar[str] = "movement"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End movement"}
    marching: ClassVar[bool] = True
    lifts: ClassVar[frozenset[str]] = frozenset({"unit"})

    def prompt(self, g: State) -> str:
        return say("{side} movement: choose a unit to move, or end movement", side=self.side)

    def keeps(self, g: State) -> bool:
        """8.25 A unit acts once a day, in whichever of the impulses: only the last one of the day passes it up."""
        return g.impulse < (g.box.last_impulse if g.day == g.box.last_day else 3)

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if movers := activation.movers(g, self.side):
            found["unit"] = movers
        if diggers := entrenching.diggers(g, self.side):
            found["entrench"] = diggers
        if self.side is Side.GERMAN and (effects := special_forces.effects(g, self.side)):
            found["special"] = effects
        found["done"] = [None]
        return found

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if target is None:
            return verb == "done"
        if verb == "special":
            return target in special_forces.effects(g, self.side)
        if target not in g.box.units.of[self.side] or not g.on_map(target):
            return False
        if verb == "unit":
            return activation.may_pick(g, target, self.side)
        return verb == "entrench" and entrenching.may_dig(g, target, self.side)

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "done" and target is None:
            return None
        if target is None:
            return Reason("TM-6.0d", "movement is under way: move a unit, dig in, or end movement")
        if verb == "unit":
            return activation.why_not_move(g, target, self.side)
        if verb == "entrench":
            return entrenching.why_not_entrench(g, target, self.side)
        if verb == "special":
            return special_forces.USES.why_not(g, self.side, target)
        return Reason("TM-6.0e", "this part of the impulse is for movement; battles and bridges follow")

    def unit(self, g: State, unit: int) -> None:
        g.push(Marching(self.side, (unit,)))

    def entrench(self, g: State, unit: int) -> None:
        entrenching.entrench(g, unit)

    def special(self, g: State, effect: int) -> None:
        g.push(special_forces.PlaceSpecialForces(self.side, effect))

    def done(self, g: State) -> None:
        g.pop()


class Marching(Choice[State], frozen=True):
    """8.21 A unit or stack is picked up: add units that began the day with it, then say where it goes.

    `area` moves there and ends the move; `via` moves there and goes on; `wade` crosses at a blown bridge although dry
    roads go round (8.35). `halted` is a stack under way: stopped at a blown bridge (8.42) or at a waypoint; `unit` then
    lets a member go its own way. A blown bridge is reason enough to stop anywhere; a waypoint is not where the stack
    may not end its move. Special Forces may be placed meanwhile (14.12).
    """

    rule: ClassVar[str] = "TM-8.21a"
    phase: ClassVar[str] = "movement"
    buttons: ClassVar[Mapping[str, str]] = {"stop": "Stop here"}
    lifts: ClassVar[frozenset[str]] = frozenset({"unit"})
    units: tuple[int, ...]
    halted: bool = False
    at_waypoint: bool = False

    def prompt(self, g: State) -> str:
        few = len(self.units) <= FEW
        names = ", ".join(g.name(unit) for unit in self.units) if few else say("{count} units", count=len(self.units))
        where = g.box.map.names[g.place[self.units[0]]]
        if self.halted:
            return say("{names} in {where}: move on, part, or stop", names=names, where=where)
        return say("{names} in {where}: choose where to go, or more units to take along", names=names, where=where)

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units

    def focus(self, g: State) -> int:
        return g.place[self.units[0]]

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            text = g.described(target)
            if self.halted:
                return say("let {unit} go its own way", unit=text)
            return say("put {unit} back", unit=text) if target in self.units else say("take {unit} along", unit=text)
        name = g.box.map.names[target] if verb in ("area", "via", "wade", "shift") else ""
        if verb in ("area", "via"):
            cost = reach(g, self.units, self.side).cost(target)
            words = "{name} for {cost} MP" if verb == "area" else "{name} for {cost} MP, then go on"
            return say(words, name=name, cost=cost)
        if verb == "wade":
            return say("wade to {name} for {cost} MP", name=name, cost=self._ford(g, target))
        return say("go round to {name}: next impulse, 2 MP", name=name) if verb == "shift" else ""

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb in ("area", "via"):
            found = reach(g, self.units, self.side)
            return Way(found.cost(target), [found.start, *found.path(target)])
        if verb == "wade":
            return Way(self._ford(g, target), [g.place[self.units[0]], target])
        return None

    def _ford(self, g: State, place: int) -> int:
        """8.35 What it costs to wade to the next place."""
        here = g.place[self.units[0]]
        return step_cost(g, self.side, here, g.box.map.step(here, place))

    def choices(self, g: State) -> Choices:
        found = reach(g, self.units, self.side)
        ends = destinations(g, self.units, self.side)
        offer: dict[str, Sequence[int | None]] = {}
        if not self.halted:
            offer["unit"] = [*self.units, *joiners(g, self.units, self.side)]
        elif len(self.units) > 1:
            offer["unit"] = self.units
        if ends:
            offer["area"] = cells(ends)
        if between := waypoints(g, self.units, self.side, found, ends):
            offer["via"] = cells(between)
        if crossings := fords(g, self.units, self.side, found, ends):
            offer["wade"] = crossings
        if not self.halted and (zones := reinforcements.shifts(g, self)):
            offer["shift"] = zones
        if self.side is Side.GERMAN and (effects := special_forces.effects(g, self.side)):
            offer["special"] = effects
        if self._may_stop(g):
            offer["stop"] = [None]
        return offer

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if target is None:
            return verb == "stop" and self._may_stop(g)
        if verb == "special":
            return target in special_forces.effects(g, self.side)
        if verb == "unit":
            if self.halted:
                return target in self.units and len(self.units) > 1
            return target in self.units or target in joiners(g, self.units, self.side)
        if verb == "shift":
            return not self.halted and target in reinforcements.shifts(g, self)
        ends = destinations(g, self.units, self.side)
        if verb == "wade":
            return target in fords(g, self.units, self.side, reach(g, self.units, self.side), ends)
        if verb == "via":
            ends = waypoints(g, self.units, self.side, reach(g, self.units, self.side), ends)
        return verb in ("area", "via") and target >= 0 and bool(ends >> target & 1)

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "stop" and target is None and self.halted:
            return why_not_stop(g, self.units, self.side) if self.at_waypoint else None
        if target is None:
            return Reason("TM-8.21a", "a stack is picked up: say where it goes, or put it down")
        if verb == "unit":
            return self._why_not_unit(g, target)
        if verb == "area":
            return why_not_go(g, self.units, self.side, target)
        if verb == "via":
            return why_not_via(g, self.units, self.side, target)
        if verb == "wade":
            return why_not_wade(g, self.units, self.side, target)
        if verb == "shift" and not self.halted:
            return reinforcements.SHIFTS.why_not(g, self, target)
        if verb == "special":
            return special_forces.USES.why_not(g, self.side, target)
        return Reason("TM-8.24", "a stack is moving: its move comes first")

    def _may_stop(self, g: State) -> bool:
        return self.halted and (not self.at_waypoint or may_stop(g, self.units, self.side))

    def _why_not_unit(self, g: State, unit: int) -> Reason | None:
        if not self.halted:
            return None if unit in self.units else why_not_join(g, self.units, unit, self.side)
        if unit not in self.units:
            return Reason("TM-8.21b", "nobody joins a stack under way")
        return (
            None if len(self.units) > 1 else Reason("TM-8.21a", say("{unit} is on its own already", unit=g.name(unit)))
        )

    def unit(self, g: State, unit: int) -> None:
        if self.halted:  # the others decide first, then this one
            g.replace(Marching(self.side, (unit,), True, self.at_waypoint))
            g.push(Marching(self.side, tuple(u for u in self.units if u != unit), True, self.at_waypoint))
        elif unit not in self.units:
            g.replace(Marching(self.side, tuple(sorted((*self.units, unit)))))
        elif len(self.units) > 1:
            g.replace(Marching(self.side, tuple(u for u in self.units if u != unit)))
        else:
            g.pop()

    def area(self, g: State, place: int) -> None:
        self._set_out(g, place, False)

    def via(self, g: State, place: int) -> None:
        self._set_out(g, place, True)

    def wade(self, g: State, place: int) -> None:
        left = slack(g, self.units)[1] - self._ford(g, place)
        ends = g.holds(self.side.enemy, place) or reach(g, self.units, self.side).one_area
        g.replace(March(self.side, self.units, (place,), left > 0 and not ends))

    def _set_out(self, g: State, place: int, go_on: bool) -> None:
        path = reach(g, self.units, self.side).path(place)
        g.replace(March(self.side, self.units, path, go_on))

    def shift(self, g: State, zone: int) -> None:
        reinforcements.shift(g, self.units, zone)
        g.pop()

    def special(self, g: State, effect: int) -> None:
        g.push(special_forces.PlaceSpecialForces(self.side, effect))

    def stop(self, g: State) -> None:
        for unit in self.units:
            if not g.status[unit] & MOVED:
                g.status[unit] |= HELD
        g.pop()


class March(Automatic[State], frozen=True):
    """8.2 A stack on its way. The enemy may interrupt it at every bridge (8.41)."""

    rule: ClassVar[str] = "TM-8.2"
    side: Side
    units: tuple[int, ...]
    path: tuple[int, ...]
    go_on: bool
    asked: bool = False

    def run(self, g: State) -> None:
        here = g.place[self.units[0]]
        legs = [here]
        links: list[Link] = []
        for place in self.path:
            link = g.box.map.step(here, place)
            bridge = link.crossing
            if bridge >= 0:
                # A crossing that was asked about and is blown now was blown under this stack's wheels.
                asked = self.asked and len(legs) == 1
                if asked and g.blown >> bridge & 1:
                    self._halt(g, here)
                    return
                demolition = bridges.Demolition(self.side.enemy, bridge)
                if not asked and not g.blown >> bridge & 1 and demolition.blowers(g):
                    rest = self.path[len(legs) - 1 :]
                    go(g, self.side, self.units, legs, links)
                    g.replace(March(self.side, self.units, rest, self.go_on, True))
                    g.push(demolition)
                    return
            legs.append(place)
            links.append(link)
            here = place
        go(g, self.side, self.units, legs, links)
        if self.go_on:
            g.replace(Marching(self.side, self.units, True, True))
        else:
            g.pop()

    def _halt(self, g: State, here: int) -> None:
        """8.42 The bridge is gone: the stack stays on the near bank, pays 1 MP and may go on elsewhere."""
        for unit in self.units:
            g.spent[unit] += g.box.tables.movement.bridge_blown
        g.tell(Halted, self.units, here)
        g.replace(Marching(self.side, self.units, True))


# ---- stacks ------------------------------------------------------------------------------------------------


def joiners(g: State, units: tuple[int, ...], side: Side) -> list[int]:
    """8.21 The units that may be added to a stack."""
    return [
        unit for unit in g.units_at(g.place[units[0]], side) if unit not in units and _may_join(g, units, unit, side)
    ]


def _may_join(g: State, units: tuple[int, ...], unit: int, side: Side) -> bool:
    together = g.dawn[unit] == g.dawn[units[0]] and not g.status[unit] & DONE
    return together and activation.free(g, unit, side)


def why_not_join(g: State, units: tuple[int, ...], unit: int, side: Side) -> Reason | None:
    """8.21 Why a unit may not be added to a stack."""
    reason = activation.why_not_active(g, unit, side)
    if reason is not None:
        return reason
    if g.place[unit] != g.place[units[0]]:
        return Reason("TM-8.21b", say("{unit} is not in the same place as the stack", unit=g.name(unit)))
    if g.dawn[unit] != g.dawn[units[0]]:
        return Reason("TM-8.21b", say("{unit} did not begin the day together with the stack", unit=g.name(unit)))
    if not activation.free(g, unit, side):
        return activation.why_not_move(g, unit, side) or Reason(
            "TM-5.24", say("{unit} may not move now", unit=g.name(unit))
        )
    return None
