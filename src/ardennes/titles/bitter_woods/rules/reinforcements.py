"""16.0 Reinforcements, and 5.5 Allied units that come back to the map."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import AWAY, EDGES, EXITED, NEVER, OFF_MAP, WAITING, turns
from ardennes.titles.bitter_woods.rules import entering, fortunes
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range, march_in
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.rules.surprise import released
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State


def expected(g: State, unit: int) -> bool:
    """Whether a unit is off the map and may come (back) some day."""
    if g.place[unit] != WAITING:
        return _away(g, unit)
    return g.due[unit] != NEVER and not (g.event19 and fortunes.cancelled(g, unit))


def _away(g: State, unit: int) -> bool:
    """5.5 Whether an Allied unit has left the map and may come back."""
    return AWAY <= g.place[unit] < AWAY + len(EDGES)


def edge_of(g: State, unit: int) -> int:
    """The edge by which a unit comes: the one on its card, or the one it left by."""
    place = g.place[unit]
    return g.box.entry_edge[unit] if place == WAITING else place - AWAY


def designated(g: State, unit: int) -> int:
    """16.1, 16.3, 5.5 Its own lettered hexes on its own turn, later any lettered hex of the same edge."""
    if g.called >> unit & 1:
        return g.box.seventh_entries  # 38 it comes to the 7th Army
    if g.place[unit] == WAITING and g.turn == g.due[unit]:
        return board_of(g.box.entry[unit])
    return g.box.lettered[unit >= g.box.units.first_allied][edge_of(g, unit)]


def entries(g: State, unit: int) -> int:
    """16.2, 5.5 The hexes where a unit may come onto the map: the designated ones, or the nearest free one.

    A unit that comes back has lettered roads only: 16.2 speaks of reinforcements.
    """
    side = g.box.units.side(unit)
    wanted = designated(g, unit)
    free = open_hexes(g, unit)
    watched = zone(g, side.enemy)
    found = wanted & free
    if found & ~watched or g.place[unit] != WAITING:
        return found
    return found | _nearest(g, unit, wanted, free & ~watched)


def _nearest(g: State, unit: int, wanted: int, free: int) -> int:
    """16.2 The hexes of any edge, free of the enemy and of his zones, that are nearest to the designated ones."""
    grid, free = g.box.map.grid, free & entering.edge(g, unit)
    away = {cell: min(grid.distance(cell, goal) for goal in cells(wanted)) for cell in cells(free)}
    least = min(away.values(), default=0)
    return board_of(cell for cell, distance in away.items() if distance == least)


def entry_range(g: State, unit: int) -> Range:
    """16.4 Where a unit from off the map can go; the first hex costs at least a whole movement point."""
    memo = g.remember()
    key = ("enter", unit)
    if key not in memo:
        memo[key] = march_in(g, unit, entering.from_off_map(g, unit, entries(g, unit)))
    found = memo[key]
    assert isinstance(found, Range)
    return found


def _waits(g: State, unit: int) -> bool:
    return g.place[unit] == WAITING


def _why_cancelled(g: State, about: object, unit: int) -> Reason:
    rule = fortunes.cancelled(g, unit)
    return Reason(rule, say("{name} is needed elsewhere and does not come", name=g.name(unit)))


def _when(g: State, about: object, unit: int) -> dict[str, object]:
    return {"when": turns.name(g.due[unit])}


#: 16.1, 5.5 What keeps a unit off the map from entering this turn; nothing is said of those on it.
DUE = Rungs(
    lambda g, about, unit: {"name": g.name(unit)},
    Rung(
        "BW-38.2d",
        "",
        each(lambda g, about, unit: g.event19 and _waits(g, unit) and fortunes.cancelled(g, unit)),
        reason=_why_cancelled,
    ),
    Rung(
        "BW-29.6",
        "{name} comes only by an event",
        each(lambda g, about, unit: _waits(g, unit) and g.due[unit] == NEVER),
    ),
    Rung(
        "BW-5.5a",
        "{name} has left the map for good",
        each(lambda g, about, unit: g.place[unit] == EXITED),
    ),
    Rung(
        "BW-5.1a",
        "{name} is not on the map",
        each(lambda g, about, unit: not (g.on_map(unit) or _waits(g, unit) or _away(g, unit))),
    ),
    Rung(
        "BW-16.1a",
        "{name} arrives on {when}",
        each(lambda g, about, unit: _waits(g, unit) and g.turn < g.due[unit]),
        _when,
    ),
    Rung(
        "BW-5.5f",
        "{name} left the map and may not come back before {when}",
        each(lambda g, about, unit: _away(g, unit) and g.turn < g.due[unit]),
        _when,
    ),
    Rung(
        "BW-16.1b",
        "{name} may enter only with a {condition}",
        each(lambda g, about, unit: _waits(g, unit) and g.box.conditions[unit] and not released(g, unit)),
        lambda g, about, unit: {"condition": g.box.conditions[unit].text},
    ),
)


def due(g: State, unit: int) -> bool:
    """16.1, 5.5 Whether a unit off the map may enter this turn."""
    return not g.on_map(unit) and bool(DUE.free(g, None, 1 << unit))


# ---- where ---------------------------------------------------------------------------------------------------


def _on_edge(g: State, move: Move, left: int) -> int:
    """The hexes of the edge that a unit from off the map cannot reach."""
    return left & g.box.map.grid.edge & ~move.found.board if move.found.start < 0 else 0


def _nearest_only(g: State, move: Move, left: int) -> int:
    found = _on_edge(g, move, left)
    return found if found and entries(g, move.unit) & ~designated(g, move.unit) else 0


def _off_its_edge(g: State, move: Move, left: int) -> int:
    found = _on_edge(g, move, left)
    return found & ~g.box.map.grid.edges[EDGES[edge_of(g, move.unit)]] if found else 0


def _its_edge(g: State, move: Move, cell: int) -> dict[str, object]:
    return {"edge": EDGES[edge_of(g, move.unit)]}


#: 16.1 - 16.3, 5.5 What keeps a unit from off the map out of a hex of the edge.
ENTRIES = (
    Rung("BW-16.2a", "{where} is not the nearest free hex of the map edge", _nearest_only, finer=True),
    Rung(
        "BW-5.5g",
        "{where} is not on the {edge} edge, where {unit} comes from",
        lambda g, move, left: 0 if _waits(g, move.unit) else _off_its_edge(g, move, left),
        _its_edge,
        finer=True,
    ),
    Rung(
        "BW-16.3",
        "{where} is not on the {edge} edge, where {unit} comes from",
        lambda g, move, left: _off_its_edge(g, move, left) if _waits(g, move.unit) else 0,
        _its_edge,
        finer=True,
    ),
    Rung(
        "BW-5.5g",
        "{where} is no lettered road, and {unit} comes back by one of the {edge} edge",
        lambda g, move, left: 0 if _waits(g, move.unit) else _on_edge(g, move, left),
        _its_edge,
        finer=True,
    ),
    Rung(
        "BW-16.1a",
        "{where} is no entry hex of {unit}",
        lambda g, move, left: _on_edge(g, move, left) if _waits(g, move.unit) else 0,
        finer=True,
    ),
)


def off_map(g: State, side: Side) -> list[int]:
    """The units of a side that are still to come, soonest first."""
    waiting = [unit for unit in g.box.players[side] if g.place[unit] >= OFF_MAP and expected(g, unit)]
    return sorted(waiting, key=lambda unit: (g.due[unit], unit))
