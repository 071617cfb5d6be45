"""8.2 - 8.4 Movement: the movement part of an impulse, stacks, and marches along roads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.areas import Link
from ardennes.kernel import Automatic, Reason, Side, Way
from ardennes.kernel.rungs import Judged
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Path, Units
from ardennes.titles.tigers_in_the_mist.events import Halted
from ardennes.titles.tigers_in_the_mist.rules import bridges, reinforcements, special_forces
from ardennes.titles.tigers_in_the_mist.rules.movement import entrenching
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import JOINERS, MOVERS
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import DESTINATIONS
from ardennes.titles.tigers_in_the_mist.rules.movement.march import go
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import STEPS, Leg, slack
from ardennes.titles.tigers_in_the_mist.rules.movement.waypoints import FORDS, WAYPOINTS, ford, why_not_stop
from ardennes.titles.tigers_in_the_mist.rules.quick import readiness, ways
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import reach
from ardennes.titles.tigers_in_the_mist.state import HELD, MOVED, State

#: So many units are called by their names.
FEW = 2
#: What is said to an answer that a part of the impulse has no place for: to those that name something, another thing.
_OF_OTHER_PARTS = dict.fromkeys(
    ("area", "via", "wade", "shift", "bridge", "firer"),
    ("TM-6.0e", "this part of the impulse is for movement; battles and bridges follow"),
)
_OF_MARCHES = dict.fromkeys(
    ("fight", "decline", "done"), ("TM-8.21a", "a stack is picked up: say where it goes, or put it down")
)


class Movement(Question[State], frozen=True):
    """6.0 (1), 8.2 The moving player moves as many or as few of his units as he wishes."""

    rule: ClassVar[str] = "TM-6.0d"
    phase: ClassVar[str] = "movement"
    marching: ClassVar[bool] = True
    asks: ClassVar[str] = "{side} movement: choose a unit to move, or end movement"
    otherwise: ClassVar[tuple[str, str]] = (
        "TM-6.0d",
        "movement is under way: move a unit, dig in, or end movement",
    )
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = _OF_OTHER_PARTS

    def keeps(self, g: State) -> bool:
        """8.25 A unit acts once a day, in whichever of the impulses: only the last one of the day passes it up."""
        return g.impulse < (g.box.last_impulse if g.day == g.box.last_day else 3)

    @pick(
        lambda step, g: range(len(g.box.units)),
        by=MOVERS,
        quick=lambda step, g: readiness.movers(g, step.side),
        stays=True,
        lifts=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """8.21 It is picked up."""
        g.push(Marching(self.side, (unit,)))

    @pick(
        lambda step, g: range(len(g.box.units)),
        by=entrenching.DIGGERS,
        quick=lambda step, g: readiness.diggers(g, step.side),
        stays=True,
    )
    def entrench(self, g: State, unit: int) -> None:
        """8.5 It digs in."""
        entrenching.entrench(g, unit)

    @special_forces.effect_picked
    def special(self, g: State, effect: int) -> None:
        """14.12 It is asked where."""
        g.push(special_forces.PlaceSpecialForces(self.side, effect))

    @button("End movement")
    def done(self, g: State) -> None:
        """6.0 (2) What was not moved stays where it is."""


class Marching(Question[State], frozen=True):
    """8.21 A unit or stack is picked up: add units that began the day with it, then say where it goes.

    `area` moves there and ends the move; `via` moves there and goes on; `wade` crosses at a blown bridge although dry
    roads go round (8.35). `halted` is a stack under way: stopped at a blown bridge (8.42) or at a waypoint; `unit` then
    lets a member go its own way. A blown bridge is reason enough to stop anywhere; a waypoint is not where the stack
    may not end its move. Special Forces may be placed meanwhile (14.12).
    """

    rule: ClassVar[str] = "TM-8.21a"
    phase: ClassVar[str] = "movement"
    otherwise: ClassVar[tuple[str, str]] = ("TM-8.24", "a stack is moving: its move comes first")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = _OF_MARCHES
    units: Units
    halted: bool = False
    at_waypoint: bool = False

    def prompt(self, g: State) -> str:
        """Two sentences: for a stack under way, and for one that is put together."""
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

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb in ("area", "via"):
            found = reach(g, self.units, self.side)
            return Way(found.cost(target), [found.start, *found.path(target)])
        if verb == "wade":
            return Way(ford(g, self.leg(g), target), [g.place[self.units[0]], target])
        return None

    def leg(self, g: State) -> Leg:
        """The stack where it stands, about to take a step."""
        return Leg(self.units, self.side, g.place[self.units[0]])

    def judged(self, g: State) -> Sequence[Judged]:
        """Beside its answers: which steps bar the way, on which `ways` and `DESTINATIONS` are built."""
        near = g.box.map.neighbours[g.place[self.units[0]]]

        def offered(g: State) -> int:
            return ways.next_steps(g, self.units, self.side) & near

        def why_not(g: State, place: int) -> Reason | None:
            return STEPS.why_not(g, self.leg(g), place)

        return [*super().judged(g), Judged("Marching.step", STEPS, self.leg(g), near, offered, why_not, True)]

    def _in_or_out(self, g: State) -> Sequence[int]:
        """8.21 Those that may be put back or taken along; of a stack under way those that may part with it."""
        if not self.halted:
            return [*self.units, *readiness.joiners(g, self.units, self.side)]
        return self.units if len(self.units) > 1 else ()

    def _taking(self, g: State, unit: int) -> str:
        text = g.described(unit)
        if self.halted:
            return say("let {unit} go its own way", unit=text)
        return say("put {unit} back", unit=text) if unit in self.units else say("take {unit} along", unit=text)

    @pick(
        lambda step, g: step.units if step.halted else range(len(g.box.units)),
        ("TM-8.21b", "nobody joins a stack under way"),
        by=JOINERS,
        quick=lambda step, g: step._in_or_out(g),
        label=lambda step, g, unit: step._taking(g, unit),
        lifts=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """8.21 It joins the stack or is put back; one of a stack under way decides when the others have."""
        others = tuple(sorted({*self.units} ^ {unit}))
        if self.halted:
            g.push(Marching(self.side, (unit,), True, self.at_waypoint))
        if others:
            g.push(Marching(self.side, others, self.halted, self.at_waypoint))

    @pick(
        lambda step, g: g.box.map.anywhere,
        ("TM-8.2", "there is no such place"),
        by=DESTINATIONS,
        quick=lambda step, g: ways.destinations(g, step.units, step.side),
        label=lambda step, g, place: say(
            "{name} for {cost} MP", name=g.box.map.names[place], cost=reach(g, step.units, step.side).cost(place)
        ),
    )
    def area(self, g: State, place: int) -> None:
        """8.2 It goes there, and its move is over."""
        g.push(March(self.side, self.units, reach(g, self.units, self.side).path(place), False))

    @pick(
        lambda step, g: g.box.map.anywhere,
        ("TM-8.2", "there is no such place"),
        by=WAYPOINTS,
        quick=lambda step, g: ways.waypoints(g, step.units, step.side),
        label=lambda step, g, place: say(
            "{name} for {cost} MP, then go on",
            name=g.box.map.names[place],
            cost=reach(g, step.units, step.side).cost(place),
        ),
    )
    def via(self, g: State, place: int) -> None:
        """8.2 It goes there, and then on.

        `area` knows the whole way; this is for whoever cares for the route, to keep clear of a guarded bridge or not to
        attack over a river.
        """
        g.push(March(self.side, self.units, reach(g, self.units, self.side).path(place), True))

    @pick(
        lambda step, g: g.box.map.anywhere,
        ("TM-8.2", "there is no such place"),
        by=FORDS,
        about=lambda step, g: step.leg(g),
        quick=lambda step, g: ways.fords(g, step.units, step.side),
        label=lambda step, g, place: say(
            "wade to {name} for {cost} MP", name=g.box.map.names[place], cost=ford(g, step.leg(g), place)
        ),
    )
    def wade(self, g: State, place: int) -> None:
        """8.35 It wades to the next place, and goes on if it can."""
        left = slack(g, self.units)[1] - ford(g, self.leg(g), place)
        ends = g.holds(self.side.enemy, place) or reach(g, self.units, self.side).one_area
        g.push(March(self.side, self.units, (place,), left > 0 and not ends))

    @pick(
        lambda step, g: 0 if step.halted else g.box.map.board,
        ("TM-11.14a", "a stack under way does not go round to another zone"),
        by=reinforcements.SHIFTS,
        quick=lambda step, g: () if step.halted else reinforcements.shifts(g, step),
        label=lambda step, g, zone: say("go round to {name}: next impulse, 2 MP", name=g.box.map.names[zone]),
    )
    def shift(self, g: State, zone: int) -> None:
        """11.14 It goes round there."""
        reinforcements.shift(g, self.units, zone)

    @special_forces.effect_picked
    def special(self, g: State, effect: int) -> None:
        """14.12 It is asked where."""
        g.push(special_forces.PlaceSpecialForces(self.side, effect))

    def _why_not_stop(self, g: State) -> Reason | None:
        """8.21, 8.42 Why it may not stop: it has not set out, or may not stay where it pauses."""
        if not self.halted:
            return Reason("TM-8.21a", "a stack is picked up: say where it goes, or put it down")
        return why_not_stop(g, self) if self.at_waypoint else None

    @button(
        "Stop here",
        lambda step, g, target: step._why_not_stop(g),
        when=lambda step, g: step.halted and step._why_not_stop(g) is None,
    )
    def stop(self, g: State) -> None:
        """8.42 Its move is over."""
        for unit in self.units:
            if not g.status[unit] & MOVED:
                g.status[unit] |= HELD


class March(Automatic[State], frozen=True):
    """8.2 A stack on its way. The enemy may interrupt it at every bridge (8.41)."""

    rule: ClassVar[str] = "TM-8.2"
    side: Side
    units: Units
    path: Path
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
