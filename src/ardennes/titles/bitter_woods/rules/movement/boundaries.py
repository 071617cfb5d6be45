"""5.4 Army Boundaries."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Reason
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.state import State


def in_force(g: State) -> bool:
    """5.4 Until 18PM."""
    return g.turn <= g.box.boundaries_until


def bound(g: State, unit: int) -> bool:
    """Whether a unit has to keep to its army's sector now."""
    return g.turn <= g.box.boundaries_until and bool(g.box.bounded & ~g.freed & 1 << unit)


def sector(g: State, unit: int) -> int:
    """The hexes an army boundary leaves to a unit; every hex if none binds it."""
    if not bound(g, unit):
        return g.box.map.grid.board
    return g.box.sectors.get(g.army(unit), g.box.map.grid.board)


def strayed(g: State, unit: int) -> bool:
    """5.4 Whether a unit stands in another army's sector, after a retreat."""
    return not sector(g, unit) >> g.place[unit] & 1


def open_to(g: State, unit: int) -> int:
    """5.4 The hexes the boundaries leave to a unit's move: all to one that has to get out of another army's sector."""
    own = sector(g, unit)
    return g.box.map.grid.board if g.on_map(unit) and not own >> g.place[unit] & 1 else own


def strays(g: State) -> list[int]:
    """The units in another army's sector."""
    if not in_force(g):
        return []
    return [unit for unit in cells(g.box.bounded & ~g.freed) if g.on_map(unit) and strayed(g, unit)]


def may_attack(g: State, unit: int, cell: int) -> bool:
    """5.4 6th Panzer Army may not attack onto or over its southern boundary; other armies may attack out of theirs."""
    if not bound(g, unit) or g.army(unit) != "6PA":
        return True
    return bool(g.box.sectors["6PA"] >> cell & 1)


def ends(g: State, unit: int) -> int:
    """5.4 The hexes by entering which a unit would come free of boundaries; none for guns, which have to pass them."""
    return g.box.boundary_ends if bound(g, unit) and not g.box.units.artillery[unit] else 0


def pass_through(g: State, unit: int, cell: int) -> None:
    """5.4 A mechanized unit that enters the end of a boundary in time may ignore boundaries from then on."""
    if ends(g, unit) >> cell & 1:
        g.freed |= 1 << unit


def come_to(g: State, unit: int, cell: int) -> None:
    """37.2 A gun that has come west of the ends of its army's boundaries in time may ignore them from then on."""
    gun = g.box.artillery_command and g.box.units.artillery[unit]
    if gun and bound(g, unit) and g.box.west_of_ends[g.army(unit)] >> cell & 1:
        g.freed |= 1 << unit


def rule_of(g: State, unit: int, cell: int) -> Reason:
    """Why a unit may not be in a hex, by its army."""
    army = g.army(unit)
    name, where = g.name(unit), g.hex_name(cell)
    rule = {"6PA": "BW-5.4b", "5PA": "BW-5.4c", "7A": "BW-5.4e"}[army]
    if army == "5PA" and g.box.map.areas["7A"] >> cell & 1:
        rule = "BW-5.4e"
    if g.box.units.artillery[unit]:
        rule = "BW-37.2b2" if rule == "BW-5.4e" else "BW-37.2a"
    elif g.box.leader_units >> unit & 1:
        rule = "BW-24.6c"
    return Reason(rule, say("{where} lies beyond the boundary of {name}'s army until 18PM", where=where, name=name))
