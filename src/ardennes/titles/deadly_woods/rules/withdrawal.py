"""10.3 Emergency withdrawal: what a unit that enemy zones hold fast may do, and why not."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.deadly_woods.rules import entering, stacking, supply
from ardennes.titles.deadly_woods.rules.entering import THROUGH_ZONES, WITHDRAWAL
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.state import State


def _held_by_zones(g: State, unit: int) -> bool:
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


class Exit(NamedTuple):
    """A withdrawal on its way: the unit, and the hex whose door is held open."""

    unit: int
    door: int


def _foreign_engineers(g: State, way: Exit) -> int:
    return g.engineer_hexes() if g.side_of(way.unit) is Side.GERMAN else 0


#: 8.6g, 10.3c, 10.3d Where a withdrawal through a door may not end.
BEYOND = Rungs(
    lambda g, way, cell: {"name": g.name(way.unit), "where": g.hex_name(cell), "door": g.hex_name(way.door)},
    Rung(
        "DW-10.3a",
        "a withdrawal goes on to a hex next to {door}",
        lambda g, way, left: left & ~(g.box.grid.neighbours[way.door] & ~(1 << g.place[way.unit])),
    ),
    Rung(
        "DW-10.3d",
        "{name} could not go on to {where}",
        lambda g, way, left: left & ~entering.steps(g, way.unit, way.door, WITHDRAWAL),
    ),
    Rung(
        "DW-10.3c",
        "{where} is next to an enemy unit",
        lambda g, way, left: left & g.box.grid.around(g.occupied[g.side_of(way.unit).enemy]),
    ),
    Rung(
        "DW-10.3c",
        "{where} is not in supply",
        lambda g, way, left: left & ~supply.supplied_hexes(g, way.unit),
    ),
    Rung(
        "DW-12.4.4a",
        "entering {where} takes the whole allowance",
        lambda g, way, left: left & _foreign_engineers(g, way),
    ),
    Rung(
        "DW-6.1b",
        "",
        lambda g, way, left: stacking.barred(g, way.unit, left),
        reason=lambda g, way, cell: stacking.bad_company(g, way.unit, cell),
    ),
)


def _delay_alone(g: State, found: Range, cell: int) -> bool:
    """10.3h Whether only the Delay asset could hold a door."""
    return g.units_at(cell) == (g.box.delay,)


def _has_moved(g: State, found: Range, cell: int) -> bool:
    """10.3e Whether whoever could hold a door has moved."""
    fed = [unit for unit in g.units_at(cell) if unit != g.box.delay and supply.in_supply(g, unit)]
    return bool(fed) and all(g.moved >> unit & 1 for unit in fed)


def _free_to_go(g: State, found: Range) -> bool:
    """10.3a Whether a unit is not held by enemy zones, or has gone on its way."""
    return bool(found.under_way or found.board) or not _held_by_zones(g, found.unit)


#: 10.3 Through which hexes a unit may not withdraw: asked about the range of its move.
DOORS = Rungs(
    lambda g, found, cell: {"name": g.name(found.unit), "cell": g.hex_name(cell)},
    Rung(
        "DW-10.3a",
        "{name} is not held by enemy zones of control",
        lambda g, found, left: left if _free_to_go(g, found) else 0,
    ),
    Rung("DW-10.3d", "{name} could not move there", lambda g, found, left: left & ~_first_hexes(g, found.unit)),
    Rung("DW-10.3h", "the Delay asset holds no door", each(_delay_alone), finer=True),
    Rung("DW-10.3e", "whoever is in {cell} has moved and cannot hold the door", each(_has_moved), finer=True),
    Rung(
        "DW-10.3b",
        "no supplied unit is in {cell}",
        each(lambda g, found, cell: doorkeeper(g, found.unit, cell) is None),
    ),
    Rung(
        "DW-10.3c",
        "no hex beyond is in supply and away from the enemy",
        each(lambda g, found, cell: not BEYOND.free(g, Exit(found.unit, cell), g.box.grid.neighbours[cell])),
    ),
)
