"""10.3 Emergency withdrawal: what a unit that enemy zones hold fast may do, and why not."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.rules import entering, stacking, supply
from ardennes.titles.deadly_woods.rules.entering import THROUGH_ZONES, WITHDRAWAL
from ardennes.titles.deadly_woods.state import State


def _held_by_zones(g: State, unit: int) -> bool:
    """10.3a, 10.3g No step is legal, and but for enemy zones one would be."""
    place = g.place[unit]
    return not entering.steps(g, unit, place) and bool(entering.steps(g, unit, place, THROUGH_ZONES))


def _first_hexes(g: State, unit: int) -> int:
    """10.3d The hexes whose terrain a unit could enter from where it stands, zones and points apart."""
    found = entering.affordable(g, unit, price=entering.ANY_PRICE)
    return found & entering.open_hexes(g, unit, WITHDRAWAL)


def doors_of(g: State, unit: int) -> int:
    """10.3 The hexes through which a unit that zones of control hold fast may withdraw."""
    if not _held_by_zones(g, unit):
        return 0
    near = _first_hexes(g, unit) & g.occupied[g.side_of(unit)]
    found = 0
    for cell in cells(near):
        if doorkeeper(g, unit, cell) is not None and ways_out(g, unit, cell):
            found |= 1 << cell
    return found


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


def why_no_door(g: State, unit: int, cell: int | None) -> Reason:
    """Why a unit may not withdraw through a hex."""
    name = g.name(unit)
    if not _held_by_zones(g, unit):
        return Reason("DW-10.3a", say("{name} is not held by enemy zones of control", name=name))
    if cell is None or not _first_hexes(g, unit) >> cell & 1:
        return Reason("DW-10.3d", say("{name} could not move there", name=name))
    if doorkeeper(g, unit, cell) is None:
        return _why_no_keeper(g, cell)
    return Reason("DW-10.3c", "no hex beyond is in supply and away from the enemy")


def why_not_out(g: State, unit: int, door: int, cell: int) -> Reason:
    """10.3c, 10.3d, 6.1 Why a withdrawal through a door may not end in a hex."""
    where, name = g.hex_name(cell), g.name(unit)
    if cell == g.place[unit] or not g.box.grid.adjacent(door, cell):
        return Reason("DW-10.3a", say("a withdrawal goes on to a hex next to {where}", where=g.hex_name(door)))
    if not entering.steps(g, unit, door, WITHDRAWAL) >> cell & 1:
        return Reason("DW-10.3d", say("{name} could not go on to {where}", name=name, where=where))
    if g.next_to(g.side_of(unit).enemy, cell):
        return Reason("DW-10.3c", say("{where} is next to an enemy unit", where=where))
    if not supply.supplied_hexes(g, unit) >> cell & 1:
        return Reason("DW-10.3c", say("{where} is not in supply", where=where))
    if g.engineer_hexes() >> cell & 1 and g.side_of(unit) is Side.GERMAN:
        return Reason("DW-12.4.4a", say("entering {where} takes the whole allowance", where=where))
    return stacking.why_not_stop(g, unit, cell) or Reason("DW-10.3c", say("{where} is not in supply", where=where))


def _why_no_keeper(g: State, cell: int) -> Reason:
    """10.3b, 10.3e, 10.3h Why nobody in a hex can hold its door."""
    where, there = g.hex_name(cell), g.units_at(cell)
    if there == (g.box.delay,):
        return Reason("DW-10.3h", "the Delay asset holds no door")
    if any(g.moved >> unit & 1 and supply.in_supply(g, unit) for unit in there):
        return Reason("DW-10.3e", say("whoever is in {where} has moved and cannot hold the door", where=where))
    return Reason("DW-10.3b", say("no supplied unit is in {where}", where=where))
