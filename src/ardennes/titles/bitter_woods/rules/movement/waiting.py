"""14.1 Who may be placed in reserve, to wait for the exploitation phase."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.events import Reserved
from ardennes.titles.bitter_woods.rules import improved_positions
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.surprise import held, why_held
from ardennes.titles.bitter_woods.state import State


def candidates(g: State, side: Side) -> list[int]:
    """14.1, 14.3, 15.7 The units that may be placed in reserve: supplied, mechanized, with no enemy next to them."""
    if side is Side.GERMAN and g.surprised:
        return []
    beside = g.box.map.grid.around(g.occupied[side.enemy])
    barred = g.reserve | g.unsupplied
    place = g.place
    return [
        unit
        for unit in cells(g.box.units.all_mechanized & g.box.units.all_of[side] & ~barred)
        if g.on_map(unit) and not beside >> place[unit] & 1 and not held(g, unit) and not boundaries.strayed(g, unit)
    ]


def why_not_reserve(g: State, unit: int, side: Side) -> Reason | None:
    """14.1 Why a unit may not be placed in reserve."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side go into reserve")
    name = g.name(unit)
    if side is Side.GERMAN and g.surprised:
        return Reason("BW-15.7b", "no German unit goes into reserve on 16AM")
    if not g.on_map(unit):
        return Reason("BW-14.1a", say("{name} is not on the map", name=name))
    if not g.box.units.mechanized[unit]:
        return Reason("BW-14.1a", say("{name} is not mechanized", name=name))
    if g.reserve >> unit & 1:
        return Reason("BW-14.1a", say("{name} is in reserve already", name=name))
    if g.unsupplied >> unit & 1:
        return Reason("BW-14.1a", say("{name} is out of supply", name=name))
    if g.next_to(side.enemy, g.place[unit]):
        return Reason("BW-14.3b", say("an enemy unit is next to {name}", name=name))
    if (reason := why_held(g, unit)) is not None:
        return reason
    if boundaries.strayed(g, unit):
        return Reason("BW-5.4h", say("{name} must return to its own army's sector first", name=name))
    return None


def place(g: State, unit: int) -> None:
    """14.1 A unit is placed in reserve."""
    g.reserve |= 1 << unit
    g.tell(Reserved, unit)


# ---- the setting: reserve markers at any time of the movement phase -----------------------------------------


def late(g: State, side: Side) -> list[int]:
    """14.1 The units that may still be placed in reserve while others move: they have done nothing yet."""
    idle = ~improved_positions.busy(g)
    return [unit for unit in candidates(g, side) if idle >> unit & 1]


def why_not_late(g: State, unit: int, side: Side) -> Reason | None:
    """14.1 Why a unit may not be placed in reserve while others move."""
    if not g.box.reserves_any_time:
        return Reason("BW-14.1c", "reserve markers are placed in the reserve phase; a setting allows them later")
    if (reason := why_not_reserve(g, unit, side)) is not None:
        return reason
    if improved_positions.busy(g) >> unit & 1:
        return Reason("BW-14.1c", say("{unit} has moved or worked this turn", unit=g.name(unit)))
    return None
