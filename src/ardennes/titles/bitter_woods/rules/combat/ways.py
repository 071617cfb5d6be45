"""9.8 How far an advance after combat may go: its first hex, and the hexes beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.walk import Hop, hops
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.rules import entering, leaders
from ardennes.titles.bitter_woods.rules.entering import Stepping
from ardennes.titles.bitter_woods.rules.manners import ADVANCE, ADVANCE_ON
from ardennes.titles.bitter_woods.rules.points import advancing
from ardennes.titles.bitter_woods.rules.quick.steps import beside, open_hexes
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

if TYPE_CHECKING:
    from ardennes.titles.bitter_woods.rules.combat.advance import Advance

Path = tuple[int, ...]


class Going(NamedTuple):
    """A unit that advances, and the advance it takes part in."""

    step: Advance
    unit: int


def limit(g: State, step: Advance, unit: int) -> tuple[int, int]:
    """8.3, 9.8, 15.7 How many hexes a unit may advance, and how many if it keeps to the road."""
    hexes = step.hexes
    if g.box.clervaux >> step.first[0] & 1:
        hexes = (hexes + 1) // 2
        return hexes, hexes
    jammed = g.surprised and unit < g.box.units.first_allied
    if not step.bonus or jammed or not (g.box.units.mechanized[unit] or leaders.is_leader(g, unit)):
        return hexes, hexes
    times, per = g.box.tables.combat.road_bonus
    return hexes, -(-hexes * times // per)


# ---- the first hex -----------------------------------------------------------------------------------------


def _first_step(g: State, going: Going, left: int) -> Stepping:
    """The first step of an advance, into hexes next to the unit."""
    here = g.place[going.unit]
    return Stepping(going.unit, here, ADVANCE, left & g.box.map.grid.neighbours[here])


#: 9.8 What closes the first hex of an advance to a unit.
FIRST = Rungs(
    lambda g, going, cell: {"name": g.name(going.unit), "where": g.hex_name(cell)},
    Rung(
        "BW-9.8k",
        "{name} is not next to a vacated hex",
        lambda g, going, left: left & ~g.box.map.grid.neighbours[g.place[going.unit]],
    ),
    *entering.closed(ADVANCE),
    *entering.barred(ADVANCE, _first_step),
)


def first_hexes(g: State, going: Going) -> int:
    """9.8 The hexes with which a unit may begin its advance."""
    unit = going.unit
    free = open_hexes(g, unit, ADVANCE) & board_of(going.step.first)
    return entering.next_to(g, unit, g.place[unit], free, ADVANCE)


def stops_at(g: State, unit: int, cell: int) -> bool:
    """9.8 Whether an advance that begins with a hex ends there: over the Meuse, or a river that is hard to ford."""
    return entering.halts(g, unit, g.place[unit], cell, ADVANCE)


# ---- the ways ----------------------------------------------------------------------------------------------


def ways(g: State, going: Going) -> dict[int, Path]:
    """9.8 The hexes that a unit gets to by the usual rules, each with its route, whether it may end there or not."""
    step, unit = going
    hexes, by_road = limit(g, step, unit)
    found: dict[int, Hop] = {}
    open_first, here = first_hexes(g, going), g.place[unit]
    for first in step.first:
        if not open_first >> first & 1:
            continue
        ((_, cost),) = entering.prices(g, unit, here, 1 << first, ADVANCE)
        begun = {first: Hop(cost, (here, first))}
        found |= begun
        if stops_at(g, unit, first):
            continue
        if hexes > 1:
            found |= _spread(g, going, begun, hexes - 1, False)
        if by_road > 1 and g.box.ground.around(here, g.blown).road >> first & 1:
            more = _spread(g, going, {first: Hop(1, begun[first].path)}, by_road - 1, True)
            found |= {cell: way for cell, way in more.items() if cell not in found}
        if step.marches:
            more = _march(g, going, begun, hexes)
            found |= {cell: way for cell, way in more.items() if cell not in found}
    return {cell: path for cell, (_, path) in found.items()}


def _spread(g: State, going: Going, begun: dict[int, Hop], hexes: int, road: bool) -> dict[int, Hop]:
    """The hexes beyond the first: no river without a bridge, within the allowance, no farther than a second zone."""
    unit = going.unit
    free = open_hexes(g, unit, ADVANCE) & ~(1 << g.place[unit])

    def step(cell: int) -> list[tuple[int, int]]:
        if road:
            return [(there, 1) for there in cells(beside(g, unit, cell, free, ADVANCE_ON)[0])]
        return entering.prices(g, unit, cell, free, ADVANCE_ON)

    budget = advancing(g, unit) * entering.profile_of(g, unit).road
    return hops(begun, hexes, budget, zone(g, g.box.units.side(unit).enemy), step)


def _march(g: State, going: Going, begun: dict[int, Hop], hexes: int) -> dict[int, Hop]:
    """27.1 After each hex of an advance those that are left may be turned into movement points for roads."""
    rate = entering.profile_of(g, going.unit).road
    watched = zone(g, g.box.units.side(going.unit).enemy)
    found: dict[int, Hop] = {}
    for used in range(1, hexes):
        on_foot = begun if used == 1 else _spread(g, going, begun, used - 1, False)
        ends = {cell: way for cell, way in on_foot.items() if used == 1 or not watched >> cell & 1}
        found |= {c: way for c, way in _spread(g, going, ends, (hexes - used) * rate, True).items() if c not in found}
    return found
