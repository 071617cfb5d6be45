"""28 Inter-Allied cooperation: where the British may go, and what it costs to mix them with Americans."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.titles.bitter_woods.state import State


def bank(g: State, unit: int) -> int:
    """28.1 The hexes the Meuse leaves to a unit: the bank it stands on, or comes to, for most British ones."""
    board = g.box.map.grid.board
    if not g.box.inter_allied or not g.box.stay_behind >> unit & 1:
        return board
    west = g.box.map.areas["west"]
    here = g.stands(unit)
    return west if here is None or west >> here & 1 else board & ~west


def strangers(g: State, unit: int) -> int:
    """28.2 The hexes a unit may not share of its own will: those with units of the other Allied nation."""
    if not g.box.inter_allied or unit < g.box.units.first_allied or g.box.liaison >> unit & 1:
        return 0
    return strange_to(g, bool(g.box.british >> unit & 1))


def strange_to(g: State, british: bool) -> int:
    """28.2 The hexes with units of the other nation, for the British or for Americans."""
    return g.nations[not british]


def mixed(g: State, units: Iterable[int]) -> bool:
    """28.3 Whether both Americans and British take part, leaders aside."""
    fighting = [unit for unit in units if not g.box.all_leaders >> unit & 1]
    british = sum([g.box.british >> unit & 1 for unit in fighting])
    return 0 < british < len(fighting)


def strange_gun(g: State, gun: int, units: Iterable[int]) -> bool:
    """28.4 Whether Allied artillery is kept from a combat because none of these units is of its nation."""
    if not g.box.inter_allied or gun < g.box.units.first_allied:
        return False
    british = g.box.british >> gun & 1
    return not any(g.box.british >> unit & 1 == british for unit in units)
