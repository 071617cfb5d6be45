"""7.6, 7.7 Army boundaries of the Germans, and the leash of the British XXX Corps."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES, HexGrid, Sides
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.enemy_action_ardennes.box import Box
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


def outside(g: State, unit: int) -> bool:
    """7.61d Whether a German unit stands outside its army's area."""
    return g.on_map(unit) and not army_area(g, unit) >> g.place[unit] & 1


def nearer(g: State, unit: int) -> int:
    """7.61d The hexes of its army's area and those between, for a German unit outside it."""
    found, here, around = army_area(g, unit), 1 << g.place[unit], g.box.grid.around
    while not around(found) & here:
        found |= around(found)
    return found


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
