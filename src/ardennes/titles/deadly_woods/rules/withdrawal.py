"""10.3 Emergency withdrawal: what a unit that enemy zones hold fast may do, and why not."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.deadly_woods.rules import entering, stacking, supply
from ardennes.titles.deadly_woods.rules.entering import THROUGH_ZONES, WITHDRAWAL
from ardennes.titles.deadly_woods.state import State


def held_by_zones(g: State, unit: int) -> bool:
    """10.3a, 10.3g No step is legal, and but for enemy zones one would be."""
    place = g.place[unit]
    return not entering.steps(g, unit, place) and bool(entering.steps(g, unit, place, THROUGH_ZONES))


def _first_hexes(g: State, unit: int) -> int:
    """10.3d The hexes whose terrain a unit could enter from where it stands, zones and points apart."""
    found = entering.affordable(g, unit, price=entering.ANY_PRICE)
    return found & entering.open_hexes(g, unit, WITHDRAWAL)


def doorkeeper(g: State, unit: int, cell: int) -> int | None:
    """10.3b, 10.3e The unit that holds a door: supplied, not yet moved; one that could not move anyway comes first."""
    able = [
        other
        for other in g.units_at(cell)
        if other != g.box.delay and not g.moved >> other & 1 and supply.in_supply(g, other)
    ]
    return min(able, key=lambda other: (g.active >> other & 1, g.face(other).attack, other), default=None)


def ways_out(g: State, unit: int, door: int) -> int:
    """8.6g, 10.3c, 10.3d The hexes beyond a door: in supply, not next to an enemy, of terrain the unit can enter."""
    side, start = g.side_of(unit), g.place[unit]
    board = entering.steps(g, unit, door, WITHDRAWAL) & ~(1 << start)
    board &= supply.supplied_hexes(g, unit) & ~g.box.grid.around(g.occupied[side.enemy])
    if side is Side.GERMAN:
        board &= ~g.engineer_hexes()
    return board & ~stacking.barred(g, unit, board)


#: 10.3 Through which hexes a unit that is held may not withdraw: asked about the unit.
DOORS = Rungs(
    lambda g, unit, cell: {"name": g.name(unit), "cell": g.hex_name(cell)},
    Rung("DW-10.3d", "{name} could not move there", lambda g, unit, left: left & ~_first_hexes(g, unit)),
    Rung(
        "DW-10.3b",
        "no supplied unit that has not moved is in {cell}",
        each(lambda g, unit, cell: doorkeeper(g, unit, cell) is None),
    ),
    Rung(
        "DW-10.3c",
        "no hex beyond is in supply and away from the enemy",
        each(lambda g, unit, cell: not ways_out(g, unit, cell)),
    ),
)
