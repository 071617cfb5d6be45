"""7.6, 7.7 Army boundaries of the Germans, and the leash of the British XXX Corps."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES, HexGrid, Sides
from ardennes.kernel import Reason, Side
from ardennes.kernel.recent import Recent
from ardennes.kernel.words import say
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES
from ardennes.titles.enemy_action_ardennes.state import State


def boundaries(g: State) -> bool:
    """7.62 Whether the Germans are still held to their army areas."""
    return g.day <= g.box.numbers.dates.boundaries_until


def army_area(g: State, unit: int) -> int:
    """7.61a The hexes of a German unit's army; the whole map for the OKW Reserve, and for all from Dec 20."""
    box = g.box
    return box.army_areas[box.units.army[unit]] if boundaries(g) else box.grid.board


def british_held(g: State, unit: int) -> bool:
    """7.72 Whether a unit of XXX Corps must still stay behind the Meuse."""
    box = g.box
    if not box.british >> unit & 1 or g.at_meuse or g.day >= box.numbers.dates.british_free_from:
        return False
    return not (unit == box.dinant_unit and g.dinant)


def allowed(g: State, unit: int) -> int:
    """The hexes a unit may move or advance into as far as boundaries go. A German unit outside its area by retreat may
    only come nearer to it (7.61d)."""
    box = g.box
    if g.side_of(unit) is Side.ALLIED:
        return box.ground.across_meuse if british_held(g, unit) else box.grid.board
    area = army_area(g, unit)
    here = 1 << g.place[unit] if g.on_map(unit) else 0
    if not here or area & here:
        return area
    nearer = area
    while not box.grid.around(nearer) & here:
        nearer |= box.grid.around(nearer)
    return nearer


_ASTRAY: Recent[tuple[Box, int], Sides] = Recent(8)


def astray(g: State, unit: int) -> Sides:
    """7.61d The steps that a German unit outside its area may not take: those that lead neither nearer to it nor into
    it. Back inside it is free at once, and may not leave again."""
    if g.side_of(unit) is Side.ALLIED or army_area(g, unit) >> g.place[unit] & 1:
        return NO_SIDES
    key = (g.box, g.box.units.army[unit])
    return _ASTRAY.get(key) or _ASTRAY.keep(key, _leading_away(g.box.grid, army_area(g, unit)))


def _leading_away(grid: HexGrid, area: int) -> Sides:
    """The steps that lead into a hex outside an area from one that is no farther from it."""
    found = [0] * 6
    near = area
    while left := grid.board & ~near:
        ring = grid.around(near) & left
        if not ring:
            break
        for cell in cells(ring):
            for other in cells(grid.neighbours[cell] & (near | ring)):
                found[grid.direction(other, cell)] |= 1 << other
        near |= ring
    return (found[0], found[1], found[2], found[3], found[4], found[5])


def why_not(g: State, unit: int, cell: int) -> Reason:
    """Why a unit may not go into a hex that is not allowed."""
    if g.side_of(unit) is Side.ALLIED:
        return Reason("EA-7.72a", "XXX Corps stays behind the Meuse until a German reaches it, or Dec 26")
    if not army_area(g, unit) >> g.place[unit] & 1:
        return Reason(
            "EA-7.61d", say("{unit} is outside its army's area and may only come nearer to it", unit=g.name(unit))
        )
    army = ARMIES[g.box.units.army[unit]]
    return Reason("EA-7.61a", say("{cell} is outside the area of {army}", cell=g.hex_name(cell), army=army))
