"""11.4 Retreat.

A unit retreats two hexes from its own, farther if it would end next to an enemy or where there is no room. Of its
ways the rule prefers those clear of enemy zones of control that lead nowhere towards the enemy's edge of the map
(west for Germans, east for Allies), then the other clear ones, then those through zones, which cost the stack a step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import HexGrid
from ardennes.board.retreats import Path, comes_to, ways_back
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.rules import areas, entering, stacking, zones
from ardennes.titles.deadly_woods.rules.entering import RETREAT, UNBOUND, How
from ardennes.titles.deadly_woods.state import State


class Routes(NamedTuple):
    """Where a unit's retreat may end, each with its way; through enemy zones or not; hexes it falls short (9.2c)."""

    ways: Mapping[int, Path]
    zones: bool = False
    short: int = 0
    #: 11.4f, 11.4g Whether they lead nowhere towards the enemy's edge of the map; 6.2d whether there is no room.
    homeward: bool = False
    crowded: bool = False


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


#: 11.4 The kinds of ways back, from the most wanted to the least.
_HOMEWARD, _CLEAR, _ANY = range(3)


def _kinds(g: State, unit: int, how: How = RETREAT) -> tuple[Callable[[int], int], ...]:
    """The neighbours of a hex that a retreat of each kind may go on to."""
    side, grid = g.side_of(unit), g.box.grid
    calm, free = ~zones.hindering(g, side), entering.open_hexes(g, unit, how)

    def step(cell: int) -> int:
        return entering.ground(g, unit, cell) & free

    def homeward(cell: int) -> int:
        return step(cell) & calm & ~_towards(grid, side, cell)

    return homeward, lambda cell: step(cell) & calm, step


def _ways(g: State, unit: int, hexes: int, how: How = RETREAT) -> Routes:
    """The ways the rule prefers: with room at the end before without (6.2d), clear of zones before through them.

    6.2f The bans of 6.1 hold at the end of a retreat: it goes on through the hex of another corps, or is not made.
    """
    apart = ~g.box.grid.around(g.occupied[g.side_of(unit).enemy])
    apart &= ~stacking.barred(g, unit, apart)
    full = stacking.full(g, unit, apart)
    kinds = _kinds(g, unit, how)
    for crowded, ends in ((False, apart & ~full), (True, apart)):
        for kind, step in enumerate(kinds):
            if ways := ways_back(g.box.grid, g.place[unit], hexes, step, ends):
                return Routes(ways, kind == _ANY, 0, kind == _HOMEWARD, crowded)
    return Routes({})


@lru_cache(maxsize=20_000)
def _towards(grid: HexGrid, side: Side, cell: int) -> int:
    """11.4f, 11.4g The neighbours of a hex that are nearer to the enemy's edge of the map."""
    line = grid.line_and_place(cell)[0]
    back = 1 if side is Side.GERMAN else -1
    return board_of([n for n in cells(grid.neighbours[cell]) if (grid.line_and_place(n)[0] - line) * back < 0])


# ---- why not there -----------------------------------------------------------------------------------------


def _far(g: State, unit: int) -> int:
    """11.4a, 9.2c How far a unit goes back at least."""
    return g.box.numbers.combat.retreat - routes(g, unit).short


def _comes_to(g: State, unit: int, kind: int) -> int:
    """The hexes that ways of a kind lead to."""
    known = g.remember()
    key = ("comes to", unit, kind)
    if key not in known:
        known[key] = comes_to(g.box.grid, g.place[unit], _far(g, unit), _kinds(g, unit)[kind])
    found: int = known[key]
    return found


def _too_far(g: State, unit: int, cell: int) -> Reason:
    """9.2c, 9.3, 10.6.4 Which boundary or leash holds it."""
    rule = "DW-9.2c" if g.side_of(unit) is Side.GERMAN else areas.why_not(g, unit, cell).rule
    return Reason(rule, say("{name} may not retreat as far as {where}", name=g.name(unit), where=g.hex_name(cell)))


def _towards_enemy(g: State, unit: int, cell: int) -> Reason:
    rule, edge = ("DW-11.4f", "west") if g.side_of(unit) is Side.GERMAN else ("DW-11.4g", "east")
    return Reason(rule, say("another way leads not towards the {edge} edge of the map", edge=edge))


#: 11.4 Where a retreat may not end: asked about the unit. `routes` finds where it may at once, for speed.
RETREATS = Rungs(
    lambda g, unit, cell: {"where": g.hex_name(cell), "name": g.name(unit)},
    Rung("DW-11.4d", "an enemy unit is in {where}", lambda g, unit, left: left & g.occupied[g.side_of(unit).enemy]),
    Rung(
        "DW-11.4h",
        "{where} is next to an enemy unit",
        lambda g, unit, left: left & g.box.grid.around(g.occupied[g.side_of(unit).enemy]),
    ),
    Rung("DW-9.2c", "", lambda g, unit, left: left & ~areas.allowed(g, unit, g.place[unit]), reason=_too_far),
    Rung(
        "DW-11.4k",
        "{where} is too near: a retreat is two hexes",
        lambda g, unit, left: left & g.box.grid.within(1 << g.place[unit], _far(g, unit) - 1),
    ),
    Rung("DW-6.2f", "units or Engineers of another corps or nation are in {where}", stacking.barred),
    Rung(
        "DW-6.2d",
        "there is no room in {where}",
        lambda g, unit, left: 0 if routes(g, unit).crowded else stacking.full(g, unit, left),
    ),
    Rung(
        "DW-11.4c",
        "no way back that {name} could go ends in {where}",
        lambda g, unit, left: left & ~_comes_to(g, unit, _ANY),
    ),
    Rung(
        "DW-11.4d",
        "another way back avoids enemy zones of control",
        lambda g, unit, left: 0 if routes(g, unit).zones else left & ~_comes_to(g, unit, _CLEAR),
    ),
    Rung(
        "DW-11.4f",
        "",
        lambda g, unit, left: left & ~_comes_to(g, unit, _HOMEWARD) if routes(g, unit).homeward else 0,
        reason=_towards_enemy,
    ),
    Rung(
        "DW-11.4h", "{name} need not go as far as {where}", lambda g, unit, left: left & ~board_of(routes(g, unit).ways)
    ),
)
