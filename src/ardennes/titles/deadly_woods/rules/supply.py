"""8.0 Supply: where a line can be traced, and who is out of supply.

Germans are out of supply by their last check (`hungry`), Allies by the position as it stands.
"""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.board.trace import along, spread
from ardennes.kernel import Side
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules.zones import hindering
from ardennes.titles.deadly_woods.state import NOBODY, OFF_MAP, State

#: Lines of a few positions are kept; the same ones are asked for again and again.
_KEPT = 8


def clear(g: State, side: Side) -> int:
    """8.2 The hexes a supply line may pass: no enemy combat unit, and no enemy zone that is not cancelled (7.3)."""
    return g.box.grid.board & ~g.occupied[side.enemy] & ~hindering(g, side)


def traceable(g: State, side: Side) -> int:
    """8.2 The hexes from which a line leads to a friendly entry hex: at most five hexes to a road, then the road."""
    box, free = g.box, clear(g, side)
    key = (side, g.blown, free)
    found = g.lines.get(key)
    if found is None:
        network = along(box.grid, box.sources[side], free, box.ground.between(g.blown).road)
        found = _country(g, network, box.numbers.supply.hexes_to_road, free)
        # A new dictionary, because copies of this position share the old one.
        g.lines = {key: found} if len(g.lines) >= _KEPT else {**g.lines, key: found}
    return found


def _country(g: State, seeds: int, steps: int, free: int) -> int:
    """8.2 Hexes within so many hexes of some, not through forest off the road nor over unbridged rivers."""
    ground = g.box.ground
    sides = ground.sorted_sides(g.blown)
    return spread(ground.grid, seeds, steps, free, sides.open, ground.no_supply_off_road, sides.road)


def from_the_air(g: State) -> int:
    """8.6 The hexes that US Air Supply reaches."""
    cell = g.asset[g.find_asset(AssetKind.AIR_SUPPLY)]
    if cell >= OFF_MAP:
        return 0
    return _country(g, 1 << cell, g.box.numbers.air_supply.hexes, clear(g, Side.ALLIED))


def traces(g: State, unit: int) -> bool:
    """8.2 Whether a unit can trace a normal line, as replacements (13.2) and artillery (8.6) ask."""
    return unit == g.box.delay or bool(traceable(g, g.side_of(unit)) >> g.place[unit] & 1)


def supplied_hexes(g: State, unit: int) -> int:
    """8.2, 8.6g The hexes where a unit would find supply: where a line leads from and, to Americans, from the air."""
    found = traceable(g, g.side_of(unit))
    return found | from_the_air(g) if g.box.units.american >> unit & 1 else found


def in_supply(g: State, unit: int) -> bool:
    """8.1 Whether a unit is in supply now: Germans by their last check, Allies if a line can be traced."""
    if unit < g.box.units.first_allied:
        return not g.hungry >> unit & 1
    if traces(g, unit):
        return True
    american = g.box.units.american >> unit & 1
    return bool(american and from_the_air(g) >> g.place[unit] & 1)


def supplied_units(g: State, side: Side) -> int:
    """8.1 The units of a side on the map that are in supply now."""
    units, fed = g.box.units, traceable(g, side)
    air = fed | from_the_air(g) if side is Side.ALLIED else 0
    found = 0
    for cell, stack in g.stacks.items():
        for unit in stack:
            if unit < units.first_allied:
                supplied = side is Side.GERMAN and not g.hungry >> unit & 1
            else:
                reach = air if units.american >> unit & 1 else fed
                supplied = side is Side.ALLIED and (unit == g.box.delay or bool(reach >> cell & 1))
            found |= supplied << unit
    return found


def wanting(g: State) -> int:
    """8.1f, 8.5 The German units that a check would find out of supply now."""
    fed, found = traceable(g, Side.GERMAN), 0
    for unit in g.box.units.of[Side.GERMAN]:
        if g.place[unit] < OFF_MAP and not fed >> g.place[unit] & 1 and not _fuelled(g, unit):
            found |= 1 << unit
    return found


def check(g: State) -> None:
    """8.1f Every German unit is tested; a Motorized marker on one found wanting goes back (8.3i)."""
    g.hungry = hungry = wanting(g)
    g.tell(events.SupplyChecked, tuple(cells(hungry)))
    if g.trucks != NOBODY and hungry >> g.trucks & 1:
        unload(g)


def _fuelled(g: State, unit: int) -> bool:
    """8.5 Peiper lives on the captured dump on turn 2."""
    return unit == g.box.peiper and g.fuel == 1 and g.turn == g.box.numbers.peiper.fuel_turn


def unload(g: State) -> None:
    """12.6 The Motorized marker goes back to the Assets Box."""
    if g.trucks != NOBODY:
        g.tell(events.Trucked, g.trucks, False)
        g.trucks = NOBODY
