"""5.1 - 5.4, 9.7, 9.8 The hexes a unit may step into, without a reason for the rest: `entering` has the rungs."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import allies
from ardennes.titles.bitter_woods.rules.manners import (
    ARMY,
    BANK,
    MARCH,
    RIVERS,
    SAME_ZONE,
    WATCHED,
    WATER,
    WOODS,
    Manner,
)
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import watched_by_same, zone
from ardennes.titles.bitter_woods.state import State

#: Hexes next to one by road, over dry ground, over a river and over the Meuse.
Beside = tuple[int, int, int, int]


def open_hexes(g: State, unit: int, manner: Manner = MARCH) -> int:
    """5.1, 5.4, 9.5, 9.7, 28.1 The hexes a unit may enter at all, wherever it comes from."""
    side, bars = unit >= g.box.units.first_allied, manner.bars
    free = g.box.map.grid.board & ~(g.occupied[1 - side] | g.vacated[side])
    if bars & WATCHED:
        free &= ~zone(g, Side.GERMAN if side else Side.ALLIED)
    if bars & ARMY and not side and boundaries.bound(g, unit):
        free &= boundaries.open_to(g, unit) if manner.homeward else boundaries.sector(g, unit)
    if bars & BANK and g.box.inter_allied and g.box.stay_behind >> unit & 1:
        free &= allies.bank(g, unit)
    return free


def beside(g: State, unit: int, cell: int, free: int, manner: Manner = MARCH) -> Beside:
    """5.3, 7.4 The free hexes beside a hex that a unit may step into, by what lies between."""
    ground, units, bars = g.box.ground, g.box.units, manner.bars
    profile = units.profiles[units.profile[unit]]
    if bars & SAME_ZONE:
        free &= ~watched_by_same(g, Side.GERMAN if unit >= units.first_allied else Side.ALLIED, cell)
    road, dry, river, meuse = ground.around(cell, g.blown)
    if bars & WATER:
        river = meuse = 0
    elif not bars & RIVERS:
        dry, river, meuse = dry | river | meuse, 0, 0
    open_ground = free
    if profile.silhouette and bars & WOODS:
        open_ground = 0 if ground.forest >> cell & 1 else free & ~ground.forest
    if profile.heavy:
        river = 0
    elif river:
        river &= open_ground | ground.road_to(cell) & free if manner.along_roads else open_ground
    return road & free, dry & open_ground, river, meuse & free if profile.wades else 0
