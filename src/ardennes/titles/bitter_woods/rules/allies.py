"""28 Inter-Allied cooperation: where the British may go, and what it costs to mix them with Americans."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.kernel import Reason
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
    american, british = nations(g)
    return american if g.box.british >> unit & 1 else british


def nations(g: State) -> tuple[int, int]:
    """The hexes with Americans, and those with British units; their leader counts for neither."""
    memo = g.remember()
    found: tuple[int, int] | None = memo.get("nations")
    if found is None:
        british = without = 0
        for unit in g.box.british_units:
            if g.on_map(unit):
                bit = 1 << g.place[unit]
                british |= bit if not g.box.liaison >> unit & 1 else 0
                if all([g.box.british >> other & 1 for other in g.stacks[g.place[unit]]]):
                    without |= bit
        found = memo["nations"] = (g.occupied[1] & ~without, british)
    return found


def mixed(g: State, units: Iterable[int]) -> bool:
    """28.3 Whether both Americans and British take part, leaders aside."""
    fighting = [unit for unit in units if not g.box.all_leaders >> unit & 1]
    british = sum([g.box.british >> unit & 1 for unit in fighting])
    return 0 < british < len(fighting)


def why_not_support(g: State, gun: int, units: Iterable[int]) -> Reason | None:
    """28.4 Why Allied artillery may not support a combat of these units."""
    if not g.box.inter_allied or gun < g.box.units.first_allied:
        return None
    british = g.box.british >> gun & 1
    if any(g.box.british >> unit & 1 == british for unit in units):
        return None
    nation = "British" if british else "American"
    return Reason("BW-28.4", f"{g.name(gun)} supports only combats with {nation} units")
