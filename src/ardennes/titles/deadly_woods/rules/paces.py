"""8.3, 10.4, 10.5 The paces a unit moves at, and how far each carries it. Points are counted in halves.

- FOOT: infantry on foot, on and off roads as it likes.
- OFF: a motorized unit that began off the road and has not used one yet (10.4.1h); it pays for the terrain.
- ROAD: at the half-point rate, alone in every hex (10.4.1).
- LEFT: it has left the road, or could not take the rate; it pays for the terrain of every hex to come.
- TRUCK, TIRED: infantry as motorized, on roads only: at the half-point rate, and after meeting a friendly unit.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ardennes.titles.deadly_woods.rules import supply
from ardennes.titles.deadly_woods.state import State

HALVES = 2


class Mode(IntEnum):
    """The paces of a move."""

    FOOT = 0
    OFF = 1
    ROAD = 2
    LEFT = 3
    TRUCK = 4
    TIRED = 5


#: What a mode may turn into on the way.
NEXT: dict[int, int] = {Mode.OFF: Mode.ROAD, Mode.ROAD: Mode.LEFT, Mode.TRUCK: Mode.TIRED}
#: The modes of a first step, by the one a unit sets out in.
CHAIN: dict[int, tuple[int, ...]] = {
    Mode.FOOT: (Mode.FOOT,),
    Mode.OFF: (Mode.OFF,),
    Mode.ROAD: (Mode.ROAD, Mode.LEFT),
    Mode.LEFT: (Mode.LEFT,),
    Mode.TRUCK: (Mode.TRUCK, Mode.TIRED),
    Mode.TIRED: (Mode.TIRED,),
}
#: Modes at the half-point rate.
ALONE: tuple[int, ...] = (Mode.ROAD, Mode.TRUCK)


class Setting(NamedTuple):
    """A pace a move may go on at: what has been spent at it so far, and the allowance it set out with (8.1)."""

    mode: int
    spent: int
    allowance: int


def points(halves: int) -> str:
    """Half points as players write them."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or ''}½" if half else str(whole)


def on_road(g: State, cell: int) -> bool:
    """Whether a road that can be used leads out of a hex."""
    return bool(g.box.ground.road_hexes >> cell & 1)


def may_ride(g: State, unit: int) -> bool:
    """10.5 Whether infantry may move as motorized: it starts on a road, in supply, and has the trucks."""
    if not g.face(unit).kind.infantry or not on_road(g, g.place[unit]) or not g.face(unit).movement:
        return False
    if unit < g.box.units.first_allied and not (g.entered >> unit & 1 or g.trucks == unit):
        return False
    return supply.in_supply(g, unit)


def abandons(g: State, unit: int) -> bool:
    """8.3f Whether a unit is German armor out of supply, which moves only without its tanks."""
    return bool(g.hungry >> unit & 1) and g.is_armor(unit)


def alone(g: State, unit: int, cell: int) -> bool:
    """10.4.1 Whether a unit may take the half-point rate out of its hex: it is alone, or entering there (10.4.1b)."""
    return bool(g.entered >> unit & 1) or len(g.units_at(cell)) == 1


def modes(g: State, unit: int) -> list[Setting]:
    """8.1, 8.3, 10.2, 10.5, 14.8.4 The paces a unit may set out at, each with its allowance in half points."""
    face, cell, numbers = g.face(unit), g.place[unit], g.box.numbers
    if not face.movement:
        return []
    if face.kind.infantry:
        found = [Setting(Mode.FOOT, 0, HALVES * face.movement)]
        if may_ride(g, unit):
            found.append(Setting(Mode.TRUCK if alone(g, unit, cell) else Mode.TIRED, 0, _riding(g, unit)))
        return found
    if not supply.in_supply(g, unit):
        if abandons(g, unit) and g.box.units.steps[unit] < 3:
            return []
        return [Setting(Mode.LEFT, 0, HALVES * numbers.supply.allowance)]
    if not alone(g, unit, cell):
        return [Setting(Mode.LEFT, 0, HALVES * face.movement)]
    return [Setting(Mode.ROAD if on_road(g, cell) else Mode.OFF, 0, HALVES * face.movement)]


def _riding(g: State, unit: int) -> int:
    """10.5, 14.8.4 The allowance of infantry as motorized: that of the 82nd and 101st is larger as they enter."""
    numbers = g.box.numbers.movement
    fast = g.entered & g.box.fast_airborne & 1 << unit and g.turn == numbers.airborne_entry_turn
    return HALVES * (numbers.airborne_entry if fast else numbers.motorized_infantry)


def allowance(g: State, unit: int, mode: Mode) -> int:
    """The allowance of a move under way in a mode, where a position of older rules does not tell it."""
    if mode in (Mode.TRUCK, Mode.TIRED):
        return _riding(g, unit)
    face = g.face(unit)
    fed = face.kind.infantry or supply.in_supply(g, unit)
    return HALVES * (face.movement if fed else g.box.numbers.supply.allowance)
