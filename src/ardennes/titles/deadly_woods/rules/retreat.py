"""11.4 Retreat.

A unit retreats two hexes from its own, farther if it would end next to an enemy or where there is no room. Of its
ways the rule prefers those clear of enemy zones of control that lead nowhere towards the enemy's edge of the map
(west for Germans, east for Allies), then the other clear ones, then those through zones, which cost the stack a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import HexGrid
from ardennes.board.retreats import Path, ways_back
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.rules import areas, entering, stacking, zones
from ardennes.titles.deadly_woods.rules.entering import RETREAT, UNBOUND, How
from ardennes.titles.deadly_woods.state import State


class Routes(NamedTuple):
    """Where a unit's retreat may end, each with its way; through enemy zones or not; hexes it falls short (9.2c)."""

    ways: Mapping[int, Path]
    zones: bool = False
    short: int = 0


def routes(g: State, unit: int) -> Routes:
    """11.4 Every retreat open to a unit; none if it must stay."""
    known = g.remember()
    key = ("retreat", unit)
    if key not in known:
        known[key] = _routes(g, unit)
    found: Routes = known[key]
    return found


def _routes(g: State, unit: int) -> Routes:
    hexes = g.box.numbers.combat.retreat
    found = _ways(g, unit, hexes)
    if found.ways or g.side_of(unit) is Side.ALLIED or not areas.divided(g):
        return found
    if not _ways(g, unit, hexes, UNBOUND).ways:
        return found
    # 9.2c Only an army boundary is in the way: each hex it cannot make costs the stack a step.
    for shorter in range(hexes - 1, 0, -1):
        found = _ways(g, unit, shorter)
        if found.ways:
            return found._replace(short=hexes - shorter)
    return Routes({}, short=hexes)


def _ways(g: State, unit: int, hexes: int, how: How = RETREAT) -> Routes:
    """The ways the rule prefers: with room at the end before without (6.2d), clear of zones before through them.

    6.2f The bans of 6.1 hold at the end of a retreat: it goes on through the hex of another corps, or is not made.
    """
    side, start, grid = g.side_of(unit), g.place[unit], g.box.grid
    calm = ~zones.hindering(g, side)
    apart = ~grid.around(g.occupied[side.enemy])
    apart &= ~stacking.barred(g, unit, (g.occupied[side] | g.engineer_hexes()) & apart)
    crowded = stacking.full(g, unit, apart)
    free = entering.open_hexes(g, unit, how)

    def step(cell: int) -> int:
        return entering.ground(g, unit, cell) & free

    def homeward(cell: int) -> int:
        return step(cell) & calm & ~_towards(grid, side, cell)

    for ends in (apart & ~crowded, apart):
        kinds = (homeward, False), (lambda cell: step(cell) & calm, False), (step, True)
        for open_steps, through in kinds:
            if ways := ways_back(grid, start, hexes, open_steps, ends):
                return Routes(ways, through)
    return Routes({})


@lru_cache(maxsize=20_000)
def _towards(grid: HexGrid, side: Side, cell: int) -> int:
    """11.4f, 11.4g The neighbours of a hex that are nearer to the enemy's edge of the map."""
    line = grid.line_and_place(cell)[0]
    back = 1 if side is Side.GERMAN else -1
    return board_of([n for n in cells(grid.neighbours[cell]) if (grid.line_and_place(n)[0] - line) * back < 0])


def why_not_retreat(g: State, unit: int, cell: int) -> Reason:
    """Why a retreat may not end in a hex."""
    side, where, name = g.side_of(unit), g.hex_name(cell), g.name(unit)
    if g.occupied[side.enemy] >> cell & 1:
        return Reason("DW-11.4d", say("an enemy unit is in {where}", where=where))
    if g.next_to(side.enemy, cell):
        return Reason("DW-11.4h", say("{where} is next to an enemy unit", where=where))
    if not areas.allowed(g, unit, g.place[unit]) >> cell & 1:
        rule = "DW-9.2c" if side is Side.GERMAN else areas.why_not(g, unit, cell).rule
        return Reason(rule, say("{name} may not retreat as far as {where}", name=name, where=where))
    if g.box.grid.distance(g.place[unit], cell) < g.box.numbers.combat.retreat:
        return Reason("DW-11.4k", say("{where} is too near: a retreat is two hexes", where=where))
    if stacking.barred(g, unit, 1 << cell & (g.occupied[side] | g.engineer_hexes())):
        return Reason("DW-6.2f", say("units or Engineers of another corps or nation are in {where}", where=where))
    if stacking.full(g, unit, 1 << cell):
        return Reason("DW-6.2d", say("there is no room in {where}", where=where))
    return _why_another_way(g, unit, cell)


def _why_another_way(g: State, unit: int, cell: int) -> Reason:
    """11.4 Why a hex where a retreat could end by itself is not where this one ends."""
    side, where, name = g.side_of(unit), g.hex_name(cell), g.name(unit)
    grid, hexes, calm = g.box.grid, g.box.numbers.combat.retreat, ~zones.hindering(g, side)
    ends = 1 << cell

    def step(here: int) -> int:
        return entering.steps(g, unit, here, RETREAT)

    if not ways_back(grid, g.place[unit], hexes, step, ends):
        return Reason("DW-11.4c", say("no way back that {name} could go ends in {where}", name=name, where=where))
    if not ways_back(grid, g.place[unit], hexes, lambda here: step(here) & calm, ends):
        return Reason("DW-11.4d", say("another way back avoids enemy zones of control"))
    if not ways_back(grid, g.place[unit], hexes, lambda here: step(here) & calm & ~_towards(grid, side, here), ends):
        rule, edge = ("DW-11.4f", "west") if side is Side.GERMAN else ("DW-11.4g", "east")
        return Reason(rule, say("another way leads not towards the {edge} edge of the map", edge=edge))
    return Reason("DW-11.4h", say("{name} need not go as far as {where}", name=name, where=where))
