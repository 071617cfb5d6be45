"""13.0 Supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.state import WAITING

if TYPE_CHECKING:
    from ardennes.titles.tigers_in_the_mist.state import State


def determine(g: State) -> None:
    """13.15, 13.16 Fix the supply status of both sides until it is next determined."""
    german, allied = g.occupied
    before = g.supply_for
    if before == (german, allied, g.blown):
        return
    # A side's routes depend on where the enemy is and on bridges, not on its own units.
    german_before, allied_before = before[:2] if before is not None and before[2] == g.blown else (-1, -1)
    german_supply, allied_supply = g.supply[:2], g.supply[2:]
    if allied != allied_before:
        german_supply = supplied_places(g, Side.GERMAN)
    if german != german_before:
        allied_supply = supplied_places(g, Side.ALLIED)
    g.supply = (*german_supply, *allied_supply)
    g.supply_for = (german, allied, g.blown)


def everybody_supplied(g: State) -> None:
    """Scenario 2: at set-up every unit counts as supplied, wherever it stands."""
    everywhere = (1 << g.box.map.places) - 1
    g.supply = (everywhere,) * 4
    g.supply_for = None


def supplied_places(g: State, side: Side) -> tuple[int, int]:
    """13.11 - 13.14 The places where armor, and where infantry types, of a side can trace supply.

    A route runs along roads through places free of enemy units to a friendly zone free of enemy units, over intact
    bridges; for infantry types one blown bridge on the route is allowed. The unit's own area may be contested.
    """
    board = g.box.map
    enemy = g.occupied[side.enemy]
    sources = g.box.sources[side] & ~enemy
    free = board.all_areas & g.box.inside & ~enemy
    dry = board.flood(sources, free, g.blown)
    far_bank = 0
    for bridge in cells(g.blown):
        a, b = board.crossings[bridge]
        if dry >> a & 1:
            far_bank |= 1 << b
        if dry >> b & 1:
            far_bank |= 1 << a
    far_bank &= free & ~dry
    once = dry | board.flood(far_bank, free & ~dry, g.blown) if far_bank else dry
    armor, infantry = dry, once
    net = board.net(g.blown)
    # Places that no route may run through can still be the end of one: contested areas (13.13) and other zones.
    for place in cells((enemy | board.all_zones) & g.box.inside & ~dry):
        near = net.neighbours[place]
        if near & dry:
            armor |= 1 << place
        if near & once or net.cut[place] & dry:
            infantry |= 1 << place
    return armor, infantry


def in_supply(g: State, unit: int) -> bool:
    """13.11 Whether a unit is in supply as last determined.

    In scenario 2 a reinforcement counts as supplied while it waits in its entry zone.
    """
    if g.status[unit] & WAITING and g.box.scenario.first_day_inside:
        return True
    return g.in_supply(unit)


def for_movement(g: State, unit: int) -> bool:
    """13.15 Whether a unit was in supply before movement: judged where the day's march began, wherever it is by now."""
    start = g.dawn[unit]
    units = g.box.units
    if g.supply[2 * (unit >= units.first_allied) + units.infantry[unit]] >> start & 1:
        return True
    return g.box.scenario.first_day_inside and bool(g.status[unit] & WAITING or not g.box.inside >> start & 1)


def out_of_supply(g: State, side: Side) -> list[int]:
    """The side's units on the map that are out of supply."""
    # Where armor is in supply everybody is, so only the other places need a look at their units.
    places = cells(g.occupied[side] & ~g.supply[2 * side])
    return sorted([unit for place in places for unit in g.units_at(place, side) if not in_supply(g, unit)])
