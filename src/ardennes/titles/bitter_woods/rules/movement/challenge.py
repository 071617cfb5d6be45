"""22 Challenging air interdiction: German columns on a forest road under the aircraft stop, or drive on at a risk."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box.fields import Unit
from ardennes.titles.bitter_woods.events import InterdictionChallenged
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.entering import halting, struck
from ardennes.titles.bitter_woods.rules.manners import ONWARD, usual
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range
from ardennes.titles.bitter_woods.rules.quick.steps import beside, open_hexes
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: The highest dice that cost a step, and that stop the unit.
HIT, STOPPED = 2, 4


class Dash(NamedTuple):
    """A way into an interdicted hex at the road rate: what it costs in all, and the hexes."""

    cost: int
    path: tuple[int, ...]


def dashes(g: State, move: Move) -> dict[int, Dash]:
    """22.1 The interdicted forest road hexes a unit may challenge now; room is not asked for (22.2)."""
    unit, found = move.unit, move.found
    board = struck(g, unit)
    if not board:
        return {}
    free = open_hexes(g, unit)
    if g.box.thirds >> unit & 1:  # 36.1 a battalion challenges only where it may also stay
        free &= move.ends
    begin = 1 << found.start if found.start >= 0 else 0
    near = g.box.map.grid.around(found.board | begin) & ~begin
    ways = {cell: _dash(g, unit, found, cell) for cell in cells(board & free & near)}
    return {cell: way for cell, way in ways.items() if way is not None}


def _dash(g: State, unit: int, found: Range, cell: int) -> Dash | None:
    """The cheapest way into a hex along the road, or None."""
    best = None
    for near in cells(g.box.ground.around(cell, g.blown).road):
        cost = _cost(g, unit, found, near)
        begins = near == found.start and not found.spent
        if not beside(g, unit, near, 1 << cell, usual(g, unit) if begins else ONWARD)[0]:
            continue
        if 0 <= cost < found.budget and (best is None or cost + 1 < best.cost):
            begin = (near,) if near == found.start else found.path(near)
            best = Dash(cost + 1, (*begin, cell))
    return best


def _cost(g: State, unit: int, found: Range, near: int) -> int:
    """What it costs to be in a hex from which the move can go on; -1 if it cannot."""
    if near == found.start:
        return found.spent
    if found.found is None or (halting(g, unit) | struck(g, unit)) >> near & 1:
        return -1
    return found.found.cost(near)


#: 22 What keeps a unit that is picked up from challenging the interdiction of a hex.
CHALLENGES = Rungs(
    lambda g, move, cell: {"unit": g.name(move.unit), "cell": g.hex_name(cell)},
    Rung(
        "BW-22.1",
        "nobody challenges interdiction without rule 22",
        lambda g, move, left: 0 if g.box.interdiction_challenge else left,
    ),
    Rung(
        "BW-22.1",
        "{unit} finds no interdicted forest road to challenge there",
        lambda g, move, left: left & ~struck(g, move.unit),
    ),
    Rung(
        "BW-22.2a",
        "{unit} cannot get into {cell} along the road",
        lambda g, move, left: left & ~board_of(dashes(g, move)),
    ),
)


def offered(g: State, move: Move) -> int:
    """The hexes whose interdiction a unit may challenge now; mostly there is none."""
    return CHALLENGES.free(g, move, g.box.map.grid.board) if struck(g, move.unit) else 0


def overstacked(g: State, unit: int) -> bool:
    """22.2 Whether a unit stands in a hex where there was no room for it."""
    if not g.on_map(unit):
        return False
    stack = g.units_at(g.place[unit])
    if all(g.box.together >> other & 1 for other in stack if not g.box.stack_free >> other & 1):
        return False
    return g.load(stack) > 3 * g.box.tables.stacking.units and not g.box.stack_free >> unit & 1


def settle(g: State) -> None:
    """22.2 The phase is over: units that challenged and stand where there is no room are lost."""
    for unit in cells(g.challenged):
        if overstacked(g, unit):
            g.eliminate(unit, "BW-22.2b")
    g.challenged = 0


class Challenge(Chance[State], frozen=True):
    """22.2 The die for a challenge: lose a step and stop, stop, or drive on. The step below is the move."""

    rule: ClassVar[str] = "BW-22.2a"
    mover: Unit

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        unit = self.mover
        here = g.place[unit]
        g.tell(InterdictionChallenged, unit, here, outcome)
        if outcome <= HIT:
            g.lose_step(unit, "BW-22.2a")
        if not g.on_map(unit):
            g.pop()
            if g.duties:
                duties.review(g)
        elif outcome <= STOPPED or halting(g, unit) >> here & 1:
            g.stack[-1].stop(g)  # type: ignore[attr-defined]
