"""9.7 Retreats: one or two hexes, all units together, by priorities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import areas, battle, entering, stacking, supply, travel
from ardennes.titles.enemy_action_ardennes.rules.entering import Going
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, SUPPLIED, State


class Route(NamedTuple):
    """A way back: the hexes after the one that was attacked, and for each whether it costs a step."""

    path: tuple[int, ...]
    costs: tuple[bool, ...]


class _Way(NamedTuple):
    """One hex of a retreat: its priority, whether the ground is awkward, whether it lies outside the army's area."""

    cell: int
    priority: int
    awkward: bool
    outside: bool


def why_not(g: State, units: Sequence[int], hexes: int) -> Reason | None:
    """9.7b, 9.75a, 9.9b, 10.23, 9.7m Why units cannot retreat so far together (9.73): the worst of them decides."""
    for unit in units:
        if unit == g.box.vdh or g.unfuelled >> unit & 1:
            return Reason("EA-9.7b", say("{unit} may not retreat", unit=g.name(unit)))
        if g.supply[unit] == ISOLATED and g.face(unit).kind.mechanized:
            return Reason("EA-10.23b", say("{unit} is isolated and may not retreat", unit=g.name(unit)))
    if hexes > 1:
        if any(g.dispersed >> unit & 1 for unit in g.units_at(g.place[units[0]])):  # 9.9e stack-mates too
            return Reason("EA-9.9b", "a dispersed unit, and whoever is with it, retreats one hex at most")
        if any(g.supply[unit] == ISOLATED for unit in units):
            return Reason("EA-10.23a", "an isolated unit, and whoever retreats with it, goes one hex at most")
    if not routes(g, units, hexes):
        return Reason("EA-9.7m", "there is no hex to retreat to")
    return None


def _goings(g: State, units: Sequence[int]) -> list[Going]:
    """The units as they retreat: all of them must be able to take each step (9.73)."""
    return [entering.going(g, unit, entering.RETREAT, party=len(units)) for unit in units]


def _open(g: State, units: Sequence[int], here: int) -> int:
    """9.7m The hexes next door that all of the units may enter."""
    found = g.box.grid.neighbours[here]
    for who in _goings(g, units):
        found &= entering.ahead(g, who, here)
    return found


def _ways(g: State, units: Sequence[int], here: int, last: bool) -> list[_Way]:
    """The hexes next door that the units could retreat to, with their priorities."""
    side, box = g.side_of(units[0]), g.box
    bit, board = 1 << here, _open(g, units, here)
    zone, fed, sides = g.zone(side.enemy), supply.traceable(g, side), entering.hexsides(g, side, len(units))
    over_river = box.grid.through(bit, sides.river)
    by_road = box.grid.through(bit, sides.road)
    inside = box.grid.board
    for unit in units:
        if side is Side.GERMAN:
            inside &= areas.army_area(g, unit)
    found = []
    for cell in cells(board):
        if last and not stacking.room(g, units, cell):
            continue
        friends = [unit for unit in g.units_at(cell) if unit not in units]
        if not zone >> cell & 1:
            priority = 1
        elif any(g.supply[unit] == SUPPLIED for unit in friends):
            priority = 2
        elif not friends and fed >> cell & 1:
            priority = 3
        else:
            priority = 4
        wild = box.ground.forest >> cell & 1 and not by_road >> cell & 1
        found.append(_Way(cell, priority, bool(over_river >> cell & 1 or wild), not inside >> cell & 1))
    return found


def _in_order(ways: list[_Way]) -> list[list[_Way]]:
    """9.7c - 9.7h Ways in the order in which they have to be taken: inside the army's area first (7.61c), by priority,
    and easy ground before awkward."""
    keys = sorted({(way.outside, way.priority, way.awkward) for way in ways})
    return [[way for way in ways if (way.outside, way.priority, way.awkward) == key] for key in keys]


def routes(g: State, units: Sequence[int], hexes: int) -> list[Route]:
    """The ways back that the priorities allow; a lesser one too where it alone saves a unit (9.72)."""
    start = g.place[units[0]]
    found = _routes(g, units, start, start, hexes, strict=True)
    spare = sum(g.steps_left(unit) - 1 for unit in units)
    if all(sum(route.costs) > spare for route in found):
        every = _routes(g, units, start, start, hexes, strict=False)
        found += [route for route in every if sum(route.costs) <= spare and route not in found]
    return found


def _routes(g: State, units: Sequence[int], start: int, here: int, hexes: int, strict: bool) -> list[Route]:
    last = hexes == 1
    ways = _ways(g, units, here, last)
    if here != start:  # 9.75a it ends two hexes away
        ways = [way for way in ways if way.cell != start and not g.box.grid.adjacent(way.cell, start)]
    found: list[Route] = []
    for rung in _in_order(ways):
        for way in rung:
            cost = way.priority > 2
            if last:
                found.append(Route((way.cell,), (cost,)))
                continue
            for rest in _routes(g, units, start, way.cell, hexes - 1, strict):
                found.append(Route((way.cell, *rest.path), (cost, *rest.costs)))
        if found and strict:
            break
    return found


class Withdraw(Automatic[State], frozen=True):
    """9.5n When the losses are taken, the survivors go."""

    rule: ClassVar[str] = "EA-9.5n"
    side: Side
    hexes: int

    def run(self, g: State) -> None:
        units = tuple(unit for unit in battle.under_way(g).attack.defenders if g.on_map(unit))
        if units:
            g.replace(RetreatTo(self.side, units, self.hexes))
        else:
            g.pop()


class RetreatTo(Asking[State], frozen=True):
    """9.73 All units go together, hex by hex."""

    rule: ClassVar[str] = "EA-9.73"
    phase: ClassVar[str] = "retreat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"hex"})
    units: tuple[int, ...]
    hexes: int
    path: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        return "Choose the hex the defenders retreat to" if self.hexes == 1 else "Choose the first hex of the retreat"

    def taken_up(self, g: State) -> tuple[int, ...]:
        return self.units

    def focus(self, g: State) -> int:
        return self.path[-1] if self.path else g.place[self.units[0]]

    def _routes(self, g: State) -> list[Route]:
        done = len(self.path)
        found = routes(g, self.units, done + self.hexes)
        return [route for route in found if route.path[:done] == self.path]

    def choices(self, g: State) -> Choices:
        done = len(self.path)
        return {"hex": sorted({route.path[done] for route in self._routes(g)})}

    def refusal(self, g: State, action: Action) -> Reason:
        cell = action.target
        here = self.focus(g)
        if action.verb != "hex" or cell is None or not g.box.grid.adjacent(here, cell):
            return Reason(self.rule, "the units retreat together to a hex next door")
        ways = {way.cell: way for way in _ways(g, self.units, here, self.hexes == 1)}
        if cell not in ways:
            for who in _goings(g, self.units):
                if reason := entering.why_not(g, who, here, cell):
                    return reason
            return Reason("EA-9.7g", say("there is no room in {cell}", cell=g.hex_name(cell)))
        if ways[cell].outside:
            return Reason("EA-7.61c", "a retreat leaves the army's area only where there is no other")
        if ways[cell].awkward:
            return Reason("EA-9.7h", "rivers without bridge and forest off the road only where nothing else is open")
        return Reason("EA-9.7c", "a hex of a better priority is open")

    def hex(self, g: State, cell: int) -> None:
        path = (*self.path, cell)
        if self.hexes > 1:
            g.replace(RetreatTo(self.side, self.units, self.hexes - 1, path))
            return
        route = next(route for route in self._routes(g) if route.path == path)
        g.pop()
        self._go(g, route)

    def _go(self, g: State, route: Route) -> None:
        start = g.place[self.units[0]]
        battle.change(g, retreat=route.path)
        whole = (start, *route.path)
        g.tell(events.Retreated, self.units, whole)
        for unit in self.units:
            g.retreated |= 1 << unit
            travel.go(g, unit, whole)
            if not g.stack:
                return
        if len(route.path) > 1:
            g.disperse(self.units)
            g.tell(events.Scattered, self.units)
        steps = sum(route.costs)
        if steps:
            g.push(RetreatLoss(self.side, steps, self.units))


class RetreatLoss(Asking[State], frozen=True):
    """9.7e, 9.7f Into a controlled hex without supplied friends: one of the units loses a step for each such hex."""

    rule: ClassVar[str] = "EA-9.7e"
    phase: ClassVar[str] = "retreat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"unit"})
    left: int
    units: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return say("The retreat went into enemy control: choose a unit that loses a step ({left} left)", left=self.left)

    def choices(self, g: State) -> Choices:
        return {"unit": [unit for unit in self.units if g.on_map(unit)]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "one of the units that retreated loses a step")

    def unit(self, g: State, unit: int) -> None:
        alive = sum(g.on_map(other) for other in self.units) - (g.steps_left(unit) == 1)
        if self.left > 1 and alive:
            g.replace(RetreatLoss(self.side, self.left - 1, self.units))
        else:
            g.pop()
        g.lose_step(unit, self.rule)
