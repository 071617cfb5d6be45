"""5.5 Exiting the Map."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.bitter_woods.box import AWAY, EDGES, EXITED
from ardennes.titles.bitter_woods.events import LeftMap
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.rules.entering import struck
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

NORTH, EAST, SOUTH, WEST = range(4)
#: 5.5 The edges Allied units may leave over.
ALLIED_EDGES = (NORTH, SOUTH, WEST)
#: 5.5 Those German ones may leave over.
GERMAN_EDGES = (NORTH, WEST)
EVERY_EDGE = (1 << len(EDGES)) - 1


def may_exit(g: State, unit: int) -> bool:
    """5.5 German mechanized units, and Allied units out of supply."""
    if unit < g.box.units.first_allied:
        return g.box.units.mechanized[unit]
    return bool(g.unsupplied >> unit & 1)


def doors(g: State, unit: int) -> dict[int, int]:
    """The edges a unit may leave over, each with the hexes it may leave from."""
    if unit < g.box.units.first_allied:
        return {edge: g.box.ways_out[edge] for edge in GERMAN_EDGES}
    edges = g.box.map.grid.edges
    return {edge: edges[EDGES[edge]] for edge in ALLIED_EDGES}


def exits(g: State, move: Move) -> list[int]:
    """5.5 The edges a unit can leave over with this move."""
    unit, found = move.unit, move.found
    if not may_exit(g, unit):
        return []
    if unit < g.box.units.first_allied and not (found.board | 1 << max(found.start, 0)) & g.box.all_ways_out:
        return []
    return cells(LEAVES.free(g, move, EVERY_EDGE))


def way_out(g: State, move: Move, edge: int) -> int:
    """The hex from which a unit leaves over an edge, or -1 if it cannot get there and off.

    A unit that begins at the edge can always step off.
    """
    unit, found = move.unit, move.found
    hexes, start = doors(g, unit).get(edge, 0), found.start
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


def _german(g: State, move: Move, left: int) -> int:
    return left if move.unit < g.box.units.first_allied else 0


def _allied(g: State, move: Move, left: int) -> int:
    return left ^ _german(g, move, left)


#: 5.5 What keeps a unit that is picked up from leaving the map over an edge.
LEAVES = Rungs(
    lambda g, move, edge: {"name": g.name(move.unit), "edge": EDGES[edge]},
    Rung(
        "BW-5.5a",
        "{name} is not mechanized: only mechanized German units leave the map",
        lambda g, move, left: 0 if may_exit(g, move.unit) else _german(g, move, left),
    ),
    Rung(
        "BW-5.5e",
        "{name} is in supply: only Allied units out of supply leave the map",
        lambda g, move, left: 0 if may_exit(g, move.unit) else _allied(g, move, left),
    ),
    Rung(
        "BW-5.5a",
        "Germans leave the map over the northern and western edges only",
        lambda g, move, left: _german(g, move, left) & ~board_of(GERMAN_EDGES),
        finer=True,
    ),
    Rung(
        "BW-5.5e",
        "Allied units leave the map over the northern, southern and western edges only",
        lambda g, move, left: _allied(g, move, left) & ~board_of(ALLIED_EDGES),
        finer=True,
    ),
    Rung(
        "BW-5.5a",
        "{name} cannot reach a road off the {edge} edge beyond the Meuse",
        each(lambda g, move, edge: _german(g, move, 1) and way_out(g, move, edge) < 0),
    ),
    Rung(
        "BW-5.5e",
        "{name} cannot reach the {edge} edge and leave",
        each(lambda g, move, edge: _allied(g, move, 1) and way_out(g, move, edge) < 0),
    ),
)
