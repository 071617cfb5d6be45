"""9.7 Retreats: one or two hexes, all units together, by priorities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import Hexes, Left, RetreatHexes, Units
from ardennes.titles.enemy_action_ardennes.rules import areas, barriers, battle, entering, stacking, supply, travel
from ardennes.titles.enemy_action_ardennes.rules.barriers import Going
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, SUPPLIED, State


class Route(NamedTuple):
    """A way back: the hexes after the one that was attacked, and for each whether it costs a step."""

    path: tuple[int, ...]
    costs: tuple[bool, ...]


class Leg(NamedTuple):
    """Units on their way back: from where, where they are by now and by which way, and how many hexes are left."""

    units: Sequence[int]
    start: int
    here: int
    hexes: int
    path: tuple[int, ...] = ()


class Way(NamedTuple):
    """One hex of a retreat: whether it lies outside the army's area, its priority, whether the ground is awkward.

    Ways are taken in this order (9.7c - 9.7h): inside the army's area first (7.61c), by priority, easy ground first.
    """

    outside: bool
    priority: int
    awkward: bool
    cell: int

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """What decides between two ways."""
        return self[:3]


#: A retreat of two hexes.
_FAR = 1 << 2


def _bound(g: State, units: Sequence[int]) -> int:
    """9.7b, 10.41a Those who never retreat: von der Heydte, and whoever is out of fuel."""
    return board_of(units) & (g.unfuelled | 1 << g.box.vdh)


def _cut_off(g: State, units: Sequence[int]) -> int:
    return supply.cut_off(g, board_of(units))


#: 9.7 How many hexes units cannot retreat together (9.73): asked about the units, of numbers of hexes.
RETREATS = Rungs(
    lambda g, units, hexes: {},
    Rung(
        "EA-9.7b",
        "{unit} may not retreat",
        lambda g, units, left: left if _bound(g, units) else 0,
        lambda g, units, hexes: {"unit": g.name(cells(_bound(g, units))[0])},
    ),
    Rung(
        "EA-10.23b",
        "{unit} is isolated and may not retreat",
        lambda g, units, left: left if _cut_off(g, units) else 0,
        lambda g, units, hexes: {"unit": g.name(cells(_cut_off(g, units))[0])},
    ),
    Rung(
        "EA-9.9b",
        "a dispersed unit, and whoever is with it, retreats one hex at most",
        # 9.9e stack-mates too
        lambda g, units, left: left & _FAR if g.dispersed & board_of(g.units_at(g.place[units[0]])) else 0,
    ),
    Rung(
        "EA-10.23a",
        "an isolated unit, and whoever retreats with it, goes one hex at most",
        lambda g, units, left: left & _FAR if any(g.supply[unit] == ISOLATED for unit in units) else 0,
    ),
    Rung("EA-9.7m", "there is no hex to retreat to", each(lambda g, units, hexes: not routes(g, units, hexes))),
)


def _goings(g: State, leg: Leg) -> list[Going]:
    """The units as they retreat: all of them must be able to take each step (9.73); of those that are alike the last
    speaks for all."""
    units = leg.units
    alike = {g.supply[unit] == ISOLATED: unit for unit in units}
    return [entering.going(g, unit, entering.RETREAT, party=len(units)) for unit in alike.values()]


def _beside_the_start(g: State, leg: Leg, left: int) -> int:
    """9.75a Where a second hex would not lead two hexes away."""
    return left & (g.box.grid.neighbours[leg.start] | 1 << leg.start) if leg.here != leg.start else 0


#: Which hexes next door the units cannot go back to, whatever else is open.
_NEXT = (
    *entering.stepping(
        (entering.RETREAT,),
        _goings,
        lambda g, leg: leg.here,
        lambda g, leg: g.box.grid.neighbours[leg.here],
        isolated=True,
    ),
    Rung(
        "EA-9.7g",
        "there is no room in {cell}",
        lambda g, leg, left: stacking.full(g, leg.units, left) if leg.hexes == 1 else 0,
    ),
    Rung("EA-9.75a", "a retreat of two hexes ends two hexes away", _beside_the_start),
)


def _named(g: State, leg: Leg, cell: int) -> dict[str, object]:
    return {"cell": g.hex_name(cell)}


_OPEN = Rungs(_named, *_NEXT)


def ways(g: State, leg: Leg) -> list[Way]:
    """The hexes next door that the units could retreat to, in the order in which they have to be taken."""
    units, side, box = leg.units, g.side_of(leg.units[0]), g.box
    bit = 1 << leg.here
    zone, fed, sides = g.zone(side.enemy), supply.traceable(g, side), barriers.hexsides(g, side, len(units))
    over_river = box.grid.through(bit, sides.river)
    by_road = box.grid.through(bit, sides.road)
    inside = box.grid.board
    for unit in units:
        if side is Side.GERMAN:
            inside &= areas.army_area(g, unit)
    found = []
    for cell in cells(_OPEN.free(g, leg, box.grid.neighbours[leg.here])):
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
        found.append(Way(not inside >> cell & 1, priority, bool(over_river >> cell & 1 or wild), cell))
    return sorted(found)


def routes(g: State, units: Sequence[int], hexes: int) -> list[Route]:
    """The ways back that the priorities allow; a lesser one too where it alone saves a unit (9.72)."""
    start = g.place[units[0]]
    leg = Leg(units, start, start, hexes)
    found = _routes(g, leg, strict=True)
    spare = sum(g.steps_left(unit) - 1 for unit in units)
    if all(sum(route.costs) > spare for route in found):
        every = _routes(g, leg, strict=False)
        found += [route for route in every if sum(route.costs) <= spare and route not in found]
    return found


def _routes(g: State, leg: Leg, strict: bool) -> list[Route]:
    found: list[Route] = []
    for _, alike in groupby(ways(g, leg), key=lambda way: way.rank):
        for way in alike:
            cost = way.priority > 2
            if leg.hexes == 1:
                found.append(Route((way.cell,), (cost,)))
                continue
            for rest in _routes(g, _beyond(leg, way.cell), strict):
                found.append(Route((way.cell, *rest.path), (cost, *rest.costs)))
        if found and strict:
            break
    return found


def _beyond(leg: Leg, cell: int) -> Leg:
    """The units a hex farther on."""
    return leg._replace(here=cell, hexes=leg.hexes - 1)


def onward(g: State, leg: Leg) -> list[Route]:
    """The ways back that begin as the units have gone so far."""
    done = len(leg.path)
    return [route for route in routes(g, leg.units, done + leg.hexes) if route.path[:done] == leg.path]


def offered(g: State, leg: Leg) -> list[int]:
    """The hexes next door where a way back leads on."""
    return sorted({route.path[len(leg.path)] for route in onward(g, leg)})


def _passed_over(leads: Callable[[Way, Way], bool]) -> Callable[[State, Leg, int], int]:
    """Ways that are not taken, by how the best of those that are compares with them."""

    def keeps_out(g: State, leg: Leg, left: int) -> int:
        taken, others = {*offered(g, leg)}, ways(g, leg)
        best = next((way for way in others if way.cell in taken), None)
        lesser = [way.cell for way in others if way.cell not in taken and best is not None and leads(best, way)]
        return left & board_of(lesser)

    return keeps_out


#: 9.7 Which hexes next door are closed to units on their way back: asked about their leg.
BACK = Rungs(
    _named,
    *_NEXT,
    Rung(
        "EA-9.75a",
        "from {cell} the retreat could not go on",
        each(lambda g, leg, cell: leg.hexes > 1 and not _routes(g, _beyond(leg, cell), strict=True)),
    ),
    Rung(
        "EA-7.61c",
        "a retreat leaves the army's area only where there is no other",
        _passed_over(lambda best, way: way.outside and not best.outside),
        finer=True,
    ),
    Rung(
        "EA-9.7h",
        "rivers without bridge and forest off the road only where nothing else is open",
        _passed_over(lambda best, way: way.rank[:2] == best.rank[:2]),
        finer=True,
    ),
    Rung(
        "EA-9.7c",
        "a hex of a better priority is open",
        lambda g, leg, left: left & ~board_of(offered(g, leg)),
    ),
)


class Withdraw(Automatic[State], frozen=True):
    """9.5n When the losses are taken, the survivors go."""

    rule: ClassVar[str] = "EA-9.5n"
    side: Side
    hexes: RetreatHexes

    def run(self, g: State) -> None:
        units = tuple(unit for unit in battle.under_way(g).attack.defenders if g.on_map(unit))
        if units:
            g.replace(RetreatTo(self.side, units, self.hexes))
        else:
            g.pop()


def _not_next_door(step: RetreatTo, g: State, cell: int) -> Reason:
    """9.73 What is said of a hex farther off."""
    return Reason(
        "EA-9.73", say("{cell} is not next to {focus}", cell=g.hex_name(cell), focus=g.hex_name(step.focus(g)))
    )


class RetreatTo(Question[State], frozen=True):
    """9.73 All units go together, hex by hex."""

    rule: ClassVar[str] = "EA-9.73"
    phase: ClassVar[str] = "retreat"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.73", "the units retreat together to a hex next door")
    units: Units
    hexes: RetreatHexes
    path: Hexes = ()

    def prompt(self, g: State) -> str:
        last = self.hexes == 1
        words = "Choose the hex the defenders retreat to" if last else "Choose the first hex of the retreat"
        return self.named(g, words)

    def taken_up(self, g: State) -> tuple[int, ...]:
        return self.units

    def focus(self, g: State) -> int:
        return self.path[-1] if self.path else g.place[self.units[0]]

    def leg(self, g: State) -> Leg:
        """The units where they are by now."""
        return Leg(self.units, g.place[self.units[0]], self.focus(g), self.hexes, self.path)

    @pick(
        lambda step, g: g.box.grid.neighbours[step.focus(g)],
        _not_next_door,
        by=BACK,
        about=lambda step, g: step.leg(g),
        quick=lambda step, g: offered(g, step.leg(g)),
        alone=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """9.73 They go, once the last hex is known."""
        path = (*self.path, cell)
        if self.hexes > 1:
            g.push(RetreatTo(self.side, self.units, self.hexes - 1, path))
        else:
            _go(g, self, next(route for route in onward(g, self.leg(g)) if route.path == path))


def _go(g: State, step: RetreatTo, route: Route) -> None:
    """9.7d - 9.7f, 9.75a The units go back; two hexes disperse them, and enemy control costs steps."""
    start, units = g.place[step.units[0]], step.units
    battle.change(g, retreat=route.path)
    whole = (start, *route.path)
    g.tell(events.Retreated, units, whole)
    for unit in units:
        g.retreated |= 1 << unit
        travel.go(g, unit, whole)
        if not g.stack:
            return
    if len(route.path) > 1:
        g.disperse(units)
        g.tell(events.Scattered, units)
    if steps := sum(route.costs):
        g.push(RetreatLoss(step.side, steps, units))


class RetreatLoss(Question[State], frozen=True):
    """9.7e, 9.7f Into a controlled hex without supplied friends: one of the units loses a step for each such hex."""

    rule: ClassVar[str] = "EA-9.7e"
    phase: ClassVar[str] = "retreat"
    asks: ClassVar[str] = "The retreat went into enemy control: choose a unit that loses a step ({left} left)"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.7e", "one of the units that retreated loses a step")
    left: Left
    units: Units

    @pick(
        lambda step, g: [unit for unit in step.units if g.on_map(unit)],
        lambda step, g, unit: Reason("EA-9.7e", say("{name} is none of those who retreated", name=g.name(unit))),
        alone=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """9.61c Whichever the owner likes."""
        alive = sum(g.on_map(other) for other in self.units) - (g.steps_left(unit) == 1)
        if self.left > 1 and alive:
            g.push(RetreatLoss(self.side, self.left - 1, self.units))
        g.lose_step(unit, self.rule)
