"""16.0 Reinforcements, and 5.5 Allied units that come back to the map."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import AWAY, EDGES, NEVER, OFF_MAP, WAITING, turns
from ardennes.titles.bitter_woods.rules import fortunes
from ardennes.titles.bitter_woods.rules.movement.paths import Range, dearer, march_in, open_hexes_off_map
from ardennes.titles.bitter_woods.rules.surprise import released
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State


def expected(g: State, unit: int) -> bool:
    """Whether a unit is off the map and may come (back) some day."""
    place = g.place[unit]
    if place != WAITING:
        return AWAY <= place < AWAY + len(EDGES)
    return g.due[unit] != NEVER and not (g.event19 and fortunes.cancelled(g, unit))


def due(g: State, unit: int) -> bool:
    """16.1, 5.5 Whether a unit off the map may enter this turn."""
    if not expected(g, unit) or g.turn < g.due[unit]:
        return False
    return g.place[unit] != WAITING or g.box.conditions[unit] is None or released(g, unit)


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
    free = open_hexes_off_map(g, unit)
    watched = zone(g, side.enemy)
    found = wanted & free
    if found & ~watched or g.place[unit] != WAITING:
        return found
    return found | _nearest(g, unit, wanted, free & ~watched)


def _nearest(g: State, unit: int, wanted: int, free: int) -> int:
    """16.2 The hexes of any edge, free of the enemy and of his zones, that are nearest to the designated ones."""
    grid = g.box.map.grid
    free &= grid.edge
    if g.box.units.profiles[g.box.units.profile[unit]].silhouette:
        free &= ~g.box.ground.forest | g.box.roads_off
    away = {cell: min(grid.distance(cell, goal) for goal in cells(wanted)) for cell in cells(free)}
    least = min(away.values(), default=0)
    return board_of(cell for cell, distance in away.items() if distance == least)


def entry_range(g: State, unit: int) -> Range:
    """16.4 Where a unit from off the map can go; the first hex costs at least a whole movement point."""
    memo = g.remember()
    key = ("enter", unit)
    if key not in memo:
        memo[key] = march_in(g, unit, _steps(g, unit))
    found = memo[key]
    assert isinstance(found, Range)
    return found


def _steps(g: State, unit: int) -> list[tuple[int, int, bool]]:
    units, ground = g.box.units, g.box.ground
    profile = units.profiles[units.profile[unit]]
    harmed, more = dearer(g, unit)
    steps = []
    for cell in cells(entries(g, unit)):
        cost = 1 if g.box.roads_off >> cell & 1 else ground.price(cell, profile.foot, g.ground) * profile.road
        if harmed >> cell & 1:
            cost += more * profile.road
        steps.append((max(cost, profile.road), 1 << cell, False))
    return steps


def why_not_due(g: State, unit: int) -> Reason | None:
    """Why a unit off the map may not enter now."""
    name = g.name(unit)
    if g.event19 and (rule := fortunes.cancelled(g, unit)):
        return Reason(rule, say("{name} is needed elsewhere and does not come", name=name))
    if g.place[unit] == WAITING and g.due[unit] == NEVER:
        return Reason("BW-29.6", say("{name} comes only by an event", name=name))
    if not expected(g, unit):
        return Reason("BW-5.1a", say("{name} is not on the map", name=name))
    if g.turn < g.due[unit]:
        when = turns.name(g.due[unit])
        if g.place[unit] == WAITING:
            return Reason("BW-16.1a", say("{name} arrives on {when}", name=name, when=when))
        return Reason("BW-5.5f", say("{name} left the map and may not come back before {when}", name=name, when=when))
    condition = g.box.conditions[unit]
    if g.place[unit] == WAITING and condition is not None and not released(g, unit):
        return Reason("BW-16.1b", say("{name} may enter only with a {condition}", name=name, condition=condition.text))
    return None


def why_not_enter_at(g: State, unit: int, cell: int) -> Reason:
    """Why a unit may not come onto the map in a hex of the edge."""
    where = g.hex_name(cell)
    edge = EDGES[edge_of(g, unit)]
    if entries(g, unit) & ~designated(g, unit):
        return Reason("BW-16.2a", say("{where} is not the nearest free hex of the map edge", where=where))
    returns = g.place[unit] != WAITING
    if not g.box.map.grid.edges[edge] >> cell & 1:
        rule = "BW-5.5g" if returns else "BW-16.3"
        return Reason(
            rule,
            say(
                "{where} is not on the {edge} edge, where {unit} comes from", where=where, edge=edge, unit=g.name(unit)
            ),
        )
    if returns:
        return Reason(
            "BW-5.5g",
            say(
                "{where} is no lettered road, and {unit} comes back by one of the {edge} edge",
                where=where,
                unit=g.name(unit),
                edge=edge,
            ),
        )
    return Reason("BW-16.1a", say("{where} is no entry hex of {unit}", where=where, unit=g.name(unit)))


def off_map(g: State, side: Side) -> list[int]:
    """The units of a side that are still to come, soonest first."""
    waiting = [unit for unit in g.box.players[side] if g.place[unit] >= OFF_MAP and expected(g, unit)]
    return sorted(waiting, key=lambda unit: (g.due[unit], unit))
