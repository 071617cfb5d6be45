"""5.5 Exiting the Map."""

from __future__ import annotations

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import AWAY, EDGES, EXITED
from ardennes.titles.bitter_woods.events import LeftMap
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.rules.movement.paths import Range, struck
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

NORTH, EAST, SOUTH, WEST = range(4)
#: 5.5 The edges Allied units may leave over.
ALLIED_EDGES = (NORTH, SOUTH, WEST)


def may_exit(g: State, unit: int) -> bool:
    """5.5 German mechanized units, and Allied units out of supply."""
    if unit < g.box.units.first_allied:
        return g.box.units.mechanized[unit]
    return bool(g.unsupplied >> unit & 1)


def doors(g: State, unit: int) -> tuple[tuple[int, int], ...]:
    """The edges a unit may leave over, each with the hexes it may leave from."""
    if unit < g.box.units.first_allied:
        return ((NORTH, g.box.ways_out[NORTH]), (WEST, g.box.ways_out[WEST]))
    edges = g.box.map.grid.edges
    return tuple((edge, edges[EDGES[edge]]) for edge in ALLIED_EDGES)


def exits(g: State, unit: int, found: Range) -> list[int]:
    """5.5 The edges a unit can leave over with this move. A unit that begins at the edge can always step off."""
    if not may_exit(g, unit):
        return []
    if unit < g.box.units.first_allied and not (found.board | 1 << max(found.start, 0)) & g.box.all_ways_out:
        return []
    return [edge for edge, hexes in doors(g, unit) if way_out(g, unit, found, edge, hexes) >= 0]


def way_out(g: State, unit: int, found: Range, edge: int, hexes: int) -> int:
    """The hex from which a unit leaves over an edge, or -1 if it cannot get there and off."""
    start = found.start
    if start >= 0 and hexes >> start & 1 and (not found.spent or _affordable(g, unit, found, edge, start)):
        return start
    free = found.board & hexes & ~zone(g, g.box.units.side(unit).enemy) & ~struck(g, unit)
    if not free:
        return -1
    parts = g.box.units.profiles[g.box.units.profile[unit]].road
    roads = g.box.edge_roads[edge]
    near = found.within(found.budget - 1) & free & roads or found.within(found.budget - parts) & free
    return (near & -near).bit_length() - 1


def _affordable(g: State, unit: int, found: Range, edge: int, cell: int) -> bool:
    parts = g.box.units.profiles[g.box.units.profile[unit]].road
    price = 1 if g.box.edge_roads[edge] >> cell & 1 else parts
    return found.spent + price <= found.budget


def leave(g: State, unit: int, edge: int, cell: int) -> None:
    """A unit leaves the map: Germans for good (17.1), Allied units for at least one whole game-turn."""
    g.tell(LeftMap, unit, edge, cell)
    g.moved |= 1 << unit  # also a unit that began at the edge: it is not picked up again
    if unit < g.box.units.first_allied:
        if g.in_supply(unit) and g.box.thirds >> unit & 1:  # 36.8 all three count as one unit
            g.group_exits += 1
        if g.in_supply(unit) and (not g.box.thirds >> unit & 1 or g.group_exits == len(g.box.battalions)):
            mechanized, armor = g.exits
            g.exits = (mechanized + 1, armor + ((g.box.armor | g.box.thirds) >> unit & 1))
        g.send_off(unit, EXITED)
        victory.check_strategic(g)
        return
    g.send_off(unit, AWAY + edge)
    g.due = g.due[:unit] + bytes([g.turn + 2]) + g.due[unit + 1 :]


def why_not_exit(g: State, unit: int, found: Range, edge: int) -> Reason | None:
    """Why a unit may not leave the map over an edge."""
    name = g.name(unit)
    if not 0 <= edge < len(EDGES):
        return Reason("BW-5.5a", "there is no such edge")
    if g.box.units.side(unit) is Side.GERMAN:
        if not g.box.units.mechanized[unit]:
            return Reason(
                "BW-5.5a", say("{name} is not mechanized: only mechanized German units leave the map", name=name)
            )
        if edge not in (NORTH, WEST):
            return Reason("BW-5.5a", "Germans leave the map over the northern and western edges only")
        if edge not in exits(g, unit, found):
            return Reason(
                "BW-5.5a",
                say("{name} cannot reach a road off the {edge} edge beyond the Meuse", name=name, edge=EDGES[edge]),
            )
        return None
    if not g.unsupplied >> unit & 1:
        return Reason("BW-5.5e", say("{name} is in supply: only Allied units out of supply leave the map", name=name))
    if edge not in ALLIED_EDGES:
        return Reason("BW-5.5e", "Allied units leave the map over the northern, southern and western edges only")
    if edge not in exits(g, unit, found):
        return Reason("BW-5.5e", say("{name} cannot reach the {edge} edge and leave", name=name, edge=EDGES[edge]))
    return None
