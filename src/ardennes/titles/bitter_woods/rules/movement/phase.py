"""5.0 Movement: the movement phase and, with reserves (14.2), the mechanized exploitation phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Choices, Reason, Side, Way
from ardennes.kernel.words import say
from ardennes.parts.reaction import set_standing
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES, GERMAN_ARMIES
from ardennes.titles.bitter_woods.events import Entered, Moved
from ardennes.titles.bitter_woods.rules import (
    bridges,
    dumps,
    improved_positions,
    kampfgruppe,
    leaders,
    random_events,
)
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.kampfgruppe import Regrouping
from ardennes.titles.bitter_woods.rules.movement import (
    activation,
    attachment,
    challenge,
    destinations,
    exits,
    sneak,
    travel,
    waiting,
)
from ardennes.titles.bitter_woods.rules.movement.paths import Range, allowance
from ardennes.titles.bitter_woods.state import State


class Movement(Regrouping, frozen=True):
    """4 A.4, A.6 The player moves as many or as few units as he wishes, builds, and brings in reinforcements.

    In the exploitation phase only reserve units move, and nothing else is done.
    """

    rule: ClassVar[str] = "BW-5.1a"
    phase: ClassVar[str] = "movement"
    marching: ClassVar[bool] = True
    lifts: ClassVar[frozenset[str]] = frozenset({"unit"})
    exploiting: bool = False

    def under_way(self) -> str:
        return "exploitation" if self.exploiting else "movement"

    def button(self, g: State, verb: str) -> str:
        if verb != "done":
            return ""
        return "End exploitation" if self.exploiting else "End movement"

    def prompt(self, g: State) -> str:
        if self.exploiting:
            who = "a released unit or its leader" if g.box.leaders else "a reserve unit"
            return say("Mechanized exploitation: move {who}, or end the phase", who=who)
        return say("{side} movement: choose a unit to move, build, or end movement", side=self.side)

    def choices(self, g: State) -> Choices:
        found = activation.offers(g, self.side, self.exploiting)
        if g.box.fuel_dumps and (answers := dumps.answers(g, self.side)):
            found["standing"] = answers
        if g.box.reserves_any_time and not self.exploiting and (units := waiting.late(g, self.side)):
            found["reserve"] = units
        return found

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if verb == "unit" and target is not None:
            return activation.may_move(g, target, self.side, self.exploiting)
        return self.why_not(g, action) is None

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "done" and target is None:
            return activation.why_not_end(g, self.side, self.exploiting)
        if verb in ("breakdown", "combine"):
            return kampfgruppe.why_not_regroup(g, self.side, verb)
        if verb == "standing":
            never = Reason("BW-25.3a", "only the Allies say in advance that they burn no fuel dump, while there is one")
            return None if target in dumps.answers(g, self.side) else never
        if target is None:
            return Reason("BW-4d", "this is a movement phase: move a unit, or end the phase")
        if verb == "unit":
            return activation.why_not_move(g, target, self.side, self.exploiting)
        if verb in ("improve", "fortify", "repair", "reserve") and self.exploiting:
            return Reason("BW-4d", "building and waiting belong to the movement phase")
        if verb == "reserve":
            return waiting.why_not_late(g, target, self.side)
        if verb == "improve":
            return improved_positions.why_not_improve(g, target, self.side)
        if verb == "fortify":
            return improved_positions.why_not_fortify(g, target, self.side)
        if verb == "repair":
            return bridges.why_not_repair(g, target, self.side)
        return Reason("BW-4d", "this is a movement phase; what you want belongs to another one")

    def unit(self, g: State, unit: int) -> None:
        if attachment.asked(g, unit):
            g.push(Attach(self.side, unit))
        else:
            g.push(Moving(self.side, unit, kampfgruppe.spent(g, unit) if g.remade else 0))

    def improve(self, g: State, unit: int) -> None:
        improved_positions.improve(g, unit)

    def fortify(self, g: State, unit: int) -> None:
        improved_positions.fortify(g, unit)

    def repair(self, g: State, unit: int) -> None:
        g.push(bridges.ChooseSite(self.side, unit))

    def reserve(self, g: State, unit: int) -> None:
        waiting.place(g, unit)

    def standing(self, g: State, target: int) -> None:
        set_standing(g, self.side, target)

    def done(self, g: State) -> None:
        g.pop()
        if g.challenged:
            challenge.settle(g)


class Attach(Choice[State], frozen=True):
    """24.6 A German mechanized reinforcement is about to enter: say to which army it belongs from now on."""

    rule: ClassVar[str] = "BW-24.6b"
    phase: ClassVar[str] = "movement"
    entering: int

    def prompt(self, g: State) -> str:
        return say("{entering} arrives: attach it to an army, or put it back", entering=g.name(self.entering))

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.entering]

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            return say("put {unit} back", unit=g.describe(target))
        return say(
            "attach {entering} to {target}", entering=g.name(self.entering), target=ARMY_NAMES[GERMAN_ARMIES[target]]
        )

    def choices(self, g: State) -> Choices:
        return {"attach": attachment.armies(g, self.entering), "unit": [self.entering]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        name = g.name(self.entering)
        if verb == "unit" and target == self.entering:
            return None
        if verb != "attach" or target is None:
            return Reason("BW-24.6b", say("{name} arrives: say first to which army it belongs", name=name))
        if target in attachment.armies(g, self.entering):
            return None
        if not 0 <= target < len(GERMAN_ARMIES):
            return Reason("BW-24.6b", "there is no such army")
        army = ARMY_NAMES[GERMAN_ARMIES[target]]
        return Reason("BW-24.6b", say("{name} cannot come onto the map in the sector of {army}", name=name, army=army))

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def attach(self, g: State, army: int) -> None:
        attachment.declare(g, self.entering, army)
        g.replace(Moving(self.side, self.entering))


class Moving(Choice[State], frozen=True):
    """5.1 A unit is picked up: say where it goes.

    `hex` moves there and ends the move. `via` moves there and goes on: it is listed for hexes where it matters that the
    unit comes through them, and any other may be named. `exit` leaves the map over an edge (5.5).
    """

    rule: ClassVar[str] = "BW-5.1b"
    phase: ClassVar[str] = "movement"
    buttons: ClassVar[Mapping[str, str]] = {"stop": "Stop here"}
    mover: int
    spent: int = 0
    #: 27 It has slipped through a zone of control; 29.4 it was led off the roads.
    slipped: bool = False
    offroad: bool = False
    #: 15.3 The movement points it set out with, once it is on its way.
    points: int = 0

    def found(self, g: State) -> Range:
        """What the unit can reach with the rest of its move."""
        return destinations.reachable(g, self.mover, self.spent, self.slipped, self.offroad, self.points)

    def prompt(self, g: State) -> str:
        name = g.name(self.mover)
        if g.place[self.mover] >= OFF_MAP:
            return say("{name} enters the map: choose where it goes", name=name)
        where = g.hex_name(g.place[self.mover])
        lost = leaders.left_behind(g, self.mover) if g.box.leaders else []
        warning = " " + say("({unit} would stay behind alone and be lost)", unit=g.name(lost[0])) if lost else ""
        begun = self.spent or self.slipped
        words = "{unit} in {where}: move on or stop" if begun else "{unit} in {where}: choose where it goes"
        return say(words, unit=name, where=where) + warning

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            return say("put {unit} back", unit=g.describe(target))
        if verb == "sneak":
            return say("try to slip through {hex}", hex=g.hex_name(target))
        if verb == "challenge":
            return say(
                "drive on into {hex} under the aircraft, for {cost} MP",
                hex=g.hex_name(target),
                cost=self._dash_cost(g, target),
            )
        if verb not in ("hex", "via"):
            return ""
        words = "{hex} for {cost} MP, then go on" if verb == "via" else "{hex} for {cost} MP"
        return say(words, hex=g.hex_name(target), cost=self._cost(g, verb, target))

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb == "challenge":
            return Way(self._dash_cost(g, target), challenge.dashes(g, self.mover, self.found(g))[target].path)
        if verb not in ("hex", "via"):
            return None
        return Way(self._cost(g, verb, target), self._ways(g, verb).path(target))

    def _ways(self, g: State, verb: str) -> Range:
        """Where the unit can go, or what it can come through."""
        found = self.found(g)
        return found.through() if verb == "via" else found

    def _cost(self, g: State, verb: str, cell: int) -> str:
        found = self._ways(g, verb)
        return g.box.ground.shown_cost(g.box.units.profile[self.mover], found.cost(cell))

    def _dash_cost(self, g: State, cell: int) -> str:
        dash = challenge.dashes(g, self.mover, self.found(g))[cell]
        return g.box.ground.shown_cost(g.box.units.profile[self.mover], dash.cost)

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.mover]

    def focus(self, g: State) -> int | None:
        return g.stands(self.mover)

    def choices(self, g: State) -> Choices:
        found = self.found(g)
        offer: dict[str, Sequence[int | None]] = {}
        if ends := destinations.ends(g, self.mover, found):
            offer["hex"] = cells(ends)
        if between := destinations.waypoints(g, self.mover, found, ends):
            offer["via"] = cells(between)
        if over := exits.exits(g, self.mover, found):
            offer["exit"] = over
        if g.box.peiper_and_skorzeny and (through := sneak.offered(g, self.mover, found, ends, self.slipped)):
            offer["sneak"] = cells(through)
        if g.box.interdiction_challenge and (under := challenge.dashes(g, self.mover, found)):
            offer["challenge"] = sorted(under)
        if self.spent or self.slipped:
            if not offer or not self._crowded(g):
                offer["stop"] = [None]
        else:
            offer["unit"] = [self.mover]
        return offer

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if verb == "hex" and target is not None and target >= 0:
            return bool(destinations.ends(g, self.mover, self.found(g)) >> target & 1)
        return target in self.choices(g).get(verb, ()) or self.unlisted(g, action)

    def unlisted(self, g: State, action: Action) -> bool:
        verb, target = action
        if verb != "via" or target is None or target < 0:
            return False
        found = self.found(g)
        return bool(
            destinations.come_through(g, self.mover, found, 1 << target & destinations.ends(g, self.mover, found))
        )

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if target is None:
            if verb == "stop" and (self.spent or self.slipped):
                if "stop" in self.choices(g):
                    return None
                return Reason(
                    "BW-22.2b", say("there is no room for {mover} here: it has to go on", mover=g.name(self.mover))
                )
            return Reason(
                "BW-5.1a", say("{mover} is picked up: say where it goes, or put it down", mover=g.name(self.mover))
            )
        found = self.found(g)
        if verb == "unit" and not self.spent and not self.slipped:
            return (
                None
                if target == self.mover
                else Reason("BW-5.1a", say("{mover} is picked up", mover=g.name(self.mover)))
            )
        if verb == "hex":
            return destinations.why_not_go(g, self.mover, found, target)
        if verb == "via":
            return destinations.why_not_via(g, self.mover, found, target)
        if verb == "exit":
            return exits.why_not_exit(g, self.mover, found, target)
        if verb == "sneak":
            ends = destinations.ends(g, self.mover, found)
            return sneak.why_not_sneak(g, self.mover, found, ends, self.slipped, target)
        if verb == "challenge":
            return challenge.why_not_challenge(g, self.mover, found, target)
        return Reason("BW-4d", "a unit is moving: its move comes first")

    def _crowded(self, g: State) -> bool:
        """22.2 Whether the unit stands where it may not stay if it can help it."""
        return bool(g.challenged >> self.mover & 1) and challenge.overstacked(g, self.mover)

    def unit(self, g: State, unit: int) -> None:
        g.pop()
        if g.attached[unit] and g.place[unit] >= OFF_MAP and not g.called >> unit & 1:
            attachment.declare(g, unit, None)

    def hex(self, g: State, cell: int) -> None:
        found = self.found(g)
        g.pop()
        self._go(g, found, cell)
        if g.duties:
            duties.coming(g, self.mover, cell)

    def via(self, g: State, cell: int) -> None:
        found = self.found(g).through()
        g.replace(self._on_its_way(g, found.cost(cell)))
        self._go(g, found, cell)
        if g.event18 and self.side is Side.ALLIED:
            random_events.come_upon(g, self.mover, cell)

    def sneak(self, g: State, cell: int) -> None:
        """27 Go to a hex in a zone of control, or stay in one, and take a die for going on."""
        found, unit = self.found(g).through(), self.mover
        leaves = cell != g.place[unit]
        begun = self._on_its_way(g, found.cost(cell) if leaves else self.spent)
        g.replace(msgspec.structs.replace(begun, slipped=True, offroad=False))
        g.push(sneak.Sneak(unit))
        g.sneaked |= unit == g.box.brigade
        if leaves:
            self._go(g, found, cell)
        else:
            g.moved |= 1 << unit
            g.reserve &= ~(1 << unit)

    def challenge(self, g: State, cell: int) -> None:
        """22.2 Enter an interdicted forest road at the road rate, and take a die for going on."""
        found, unit = self.found(g), self.mover
        dash = challenge.dashes(g, unit, found)[cell]
        g.challenged |= 1 << unit
        if g.box.thirds and g.box.kampfgruppe >> unit & 1:
            kampfgruppe.spend(g, unit, dash.cost)
        g.replace(self._on_its_way(g, dash.cost))
        g.push(challenge.Challenge(unit))
        self._walk(g, dash.path, g.box.ground.shown_cost(g.box.units.profile[unit], dash.cost - found.spent))

    def _on_its_way(self, g: State, spent: int) -> Moving:
        """5.2 The same move with so much spent; the allowance was judged where it began."""
        points = self.points or allowance(g, self.mover)
        return Moving(self.side, self.mover, spent, offroad=self.offroad, points=points)

    def exit(self, g: State, edge: int) -> None:
        found = self.found(g)
        hexes = dict(exits.doors(g, self.mover))[edge]
        last = exits.way_out(g, self.mover, found, edge, hexes)
        g.pop()
        if last != g.place[self.mover]:
            self._go(g, found, last)
        elif g.duties:
            duties.leaving(g, self.mover, last)
        if g.result is None:
            exits.leave(g, self.mover, edge, last)
            if g.duties:
                duties.review(g)

    def stop(self, g: State) -> None:
        g.pop()
        g.remade &= ~(1 << self.mover)
        if g.duties:
            duties.coming(g, self.mover, g.place[self.mover])

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
