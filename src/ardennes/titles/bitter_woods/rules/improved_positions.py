"""8.0 Improved Positions and Fortifications."""

from __future__ import annotations

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import phrase, say
from ardennes.titles.bitter_woods.events import FortBuilt, PositionBuilt
from ardennes.titles.bitter_woods.state import State


def fortified(g: State, cell: int) -> bool:
    """8.2 Whether a hex is a fortification, permanent or built."""
    return bool((g.box.permanent | g.forts) >> cell & 1)


def shelters(g: State, cell: int) -> bool:
    """8.1, 8.2 Whether units in a hex cancel an attacker's ER advantage."""
    return bool((g.box.permanent | g.forts | g.improved) >> cell & 1)


def diggers(g: State, units: list[int], side: Side) -> list[int]:
    """8.1 Of supplied units on the map those that may dig: neither artillery nor leaders, with no enemy next to them.

    That stays true for a phase.
    """
    beside, fights, place = g.box.map.grid.around(g.occupied[side.enemy]), g.box.units.fights, g.place
    return [unit for unit in units if fights[unit] and not beside >> place[unit] & 1]


def busy(g: State) -> int:
    """The units that have moved, built or begun a bridge in this player turn."""
    found = g.moved | g.dug
    for unit, _ in g.builders:
        found |= 1 << unit
    return found


def why_not_dig(g: State, unit: int, side: Side) -> Reason | None:
    """8.1, 8.2 Why a unit may build neither an improved position nor a fortification."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side may build")
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("BW-8.1c", say("{name} is not on the map", name=name))
    if not g.box.units.fights[unit]:
        what = "artillery" if g.box.units.artillery[unit] else phrase("a leader")
        return Reason("BW-8.1f", say("{name} is {what} and builds nothing", name=name, what=what))
    if busy(g) >> unit & 1:
        return Reason("BW-8.1c", say("{name} has moved or worked this turn", name=name))
    if g.unsupplied >> unit & 1:
        return Reason("BW-12.4f", say("{name} is out of supply and builds nothing", name=name))
    if g.next_to(side.enemy, g.place[unit]):
        return Reason("BW-8.1c", say("an enemy unit is next to {name}", name=name))
    return None


def why_not_improve(g: State, unit: int, side: Side) -> Reason | None:
    """8.1 Why a unit may not build an improved position where it stands."""
    reason = why_not_dig(g, unit, side)
    if reason is not None:
        return reason
    cell = g.place[unit]
    if g.box.ground.town >> cell & 1:
        return Reason("BW-8.1e", say("{cell} is a town", cell=g.hex_name(cell)))
    if g.improved >> cell & 1:
        return Reason("BW-8.1c", say("{cell} has an improved position already", cell=g.hex_name(cell)))
    return None


def why_not_fortify(g: State, unit: int, side: Side) -> Reason | None:
    """8.2 Why a unit may not fortify the town it stands in."""
    if side is not Side.ALLIED:
        return Reason("BW-4h", "only the Allied player builds fortifications")
    reason = why_not_dig(g, unit, side)
    if reason is not None:
        return reason
    cell = g.place[unit]
    if not g.box.fortifiable >> cell & 1:
        return Reason("BW-8.2d", say("{cell} is not St. Vith, Bastogne or Marche", cell=g.hex_name(cell)))
    if g.forts >> cell & 1:
        return Reason("BW-8.2d", say("{cell} is fortified already", cell=g.hex_name(cell)))
    return None


def improve(g: State, unit: int) -> None:
    """8.1 The unit digs in, and stays where it is for the rest of the player turn."""
    cell = g.place[unit]
    g.improved |= 1 << cell
    g.dug |= 1 << unit
    g.tell(PositionBuilt, unit, cell)


def fortify(g: State, unit: int) -> None:
    """8.2 The unit fortifies the town."""
    cell = g.place[unit]
    g.forts |= 1 << cell
    g.dug |= 1 << unit
    g.tell(FortBuilt, unit, cell)
