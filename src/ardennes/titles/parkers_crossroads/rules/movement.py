"""P-3 Movement, P-4 zones of control, P-5 stacking."""

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells, union
from ardennes.board.reach import reach
from ardennes.board.walk import Leg, Pace, walk
from ardennes.board.zones import controlled
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.steps import Way
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.parkers_crossroads.box import ROOM, Unit
from ardennes.titles.parkers_crossroads.events import Moved
from ardennes.titles.parkers_crossroads.state import State


def zone(g: State, side: Side) -> int:
    """P-4 The hexes that a side controls."""
    return controlled(g.box.grid, [(g.occupied[side], g.box.open_sides)])


def full(g: State, side: Side) -> int:
    """P-5 The hexes where no other unit may end its move."""
    return sum(1 << cell for cell in cells(g.occupied[side]) if len(g.stacks[cell]) >= ROOM)


class March:
    """P-3, P-4 What the walk of a unit asks (`board.walk`): there is one pace, and it never turns."""

    def __init__(self, g: State, unit: int) -> None:
        self.side, self.grid, self.start = g.side_of(unit), g.box.grid, g.place[unit]
        self.ways, self.free = g.box.ways, ~g.occupied[self.side.enemy]
        self.held = zone(g, self.side.enemy)
        self.points = g.box.units.rows[unit].movement
        self.legs: list[Leg] = walk(self, 0, [1 << self.start], self.points)
        self.board = union(union(leg.found.layers) for leg in self.legs) & ~(1 << self.start)
        #: How far it would get if nobody controlled anything.
        self.near = reach(self.grid, 1 << self.start, self.ways, self.points, self.free).board

    def pace(self, pace: int, /) -> Pace:
        return Pace(self.ways, self.free, self.held)

    def after(self, pace: int, /) -> int | None:
        return None

    def turning(self, pace: int, layers: Sequence[int], reached: Sequence[int], /) -> Sequence[int]:
        return ()

    def way(self, cell: int) -> Way:
        """What it costs to come to a hex, and the way there."""
        cost, leg = min(
            ((cost, leg) for leg in self.legs if (cost := leg.found.cost(cell)) >= 0), key=lambda found: found[0]
        )
        return Way(cost, leg.path(cell))


def march(g: State, unit: int) -> March:
    """The march of a unit, worked out once for a position."""
    known = g.remember()
    key = ("march", unit)
    if key not in known:
        known[key] = March(g, unit)
    found: March = known[key]
    return found


#: P-3 Who may not be picked up.
MOVERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit)},
    Rung("P-2a", "it is the other side's turn", lambda g, step, left: left & ~g.box.units.all_of[step.side]),
    Rung("P-6c", "{name} is lost", each(lambda g, step, unit: not g.on_map(unit))),
    Rung("P-3b", "{name} has moved", lambda g, step, left: left & g.acted),
)
#: P-3 to P-5 Where a unit may not go: asked about its march.
ENDS = Rungs(
    lambda g, march, cell: {"hex": g.box.hex_name(cell), "points": march.points},
    Rung("P-4c", "the enemy is in {hex}", lambda g, march, left: left & ~march.free),
    Rung("P-5a", "{hex} is full", lambda g, march, left: left & full(g, march.side)),
    Rung("P-3a", "{hex} is farther than {points} MP", lambda g, march, left: left & ~march.near),
    Rung("P-4b", "enemy zones bar the way to {hex}", lambda g, march, left: left & ~march.board),
)


class Movement(Question[State], frozen=True):
    """P-3 One unit after the other."""

    rule: ClassVar[str] = "P-3a"
    phase: ClassVar[str] = "movement"
    asks: ClassVar[str] = "Choose a unit to move, or end movement"
    marching: ClassVar[bool] = True

    @pick(lambda step, g: (1 << len(g.box.units)) - 1, by=MOVERS, stays=True, lifts=True)
    def unit(self, g: State, unit: int) -> None:
        """P-3 It is picked up."""
        g.push(Moving(self.side, unit))

    @button("End movement")
    def done(self, g: State) -> None:
        """P-3 Nobody has to move."""
        g.acted = 0


class Moving(Question[State], frozen=True):
    """P-3 A unit is picked up: say where it goes."""

    rule: ClassVar[str] = "P-3a"
    phase: ClassVar[str] = "movement"
    asks: ClassVar[str] = "Where does {mover} go?"
    mover: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def way(self, g: State, verb: str, target: int) -> Way | None:
        return march(g, self.mover).way(target) if verb == "hex" else None

    @pick(lambda step, g: g.box.grid.board, by=ENDS, about=lambda step, g: march(g, step.mover))
    def hex(self, g: State, cell: int) -> None:
        """P-3 It goes there."""
        path = march(g, self.mover).way(cell).path
        g.acted |= 1 << self.mover
        g.tell(Moved, self.mover, cell, tuple(path))
        g.put(self.mover, cell)

    @pick(lambda step, g: (step.mover,), label=lambda step, g, unit: say("Put {unit} back", unit=g.name(unit)))
    def unit(self, g: State, unit: int) -> None:
        """P-3 It is put back."""
