"""6.0 Stacking."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Reason
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.rules import allies, leaders
from ardennes.titles.bitter_woods.state import State


def no_room(g: State, unit: int) -> int:
    """6.1, 28.2 The hexes where a unit may not stop of its own will because of the friends who are there."""
    mixes = not g.box.inter_allied or unit < g.box.units.first_allied
    return crowded(g, unit) if mixes else crowded(g, unit) | allies.strangers(g, unit)


def crowded(g: State, unit: int) -> int:
    """6.1, 24.3 The hexes where a unit may not stop because too many friends, or another leader, are there."""
    if g.box.stack_free >> unit & 1:
        return leaders.no_room(g, unit) if g.box.leader_units >> unit & 1 else 0
    full = g.full[unit >= g.box.units.first_allied]
    if g.box.together >> unit & 1:
        full &= ~_own_division(g, unit)
    if g.box.thirds >> unit & 1:  # 36.7
        most = 3 * g.box.tables.stacking.units
        for other in g.box.battalions:
            if g.on_map(other) and g.load(g.stacks[g.place[other]]) < most:
                full &= ~(1 << g.place[other])
    return full


def _own_division(g: State, unit: int) -> int:
    """Hexes that hold nobody but the other units of a division that may stand all together."""
    found = 0
    alike = g.box.together | g.box.stack_free
    for other in cells(g.box.together & ~(1 << unit)):
        if g.on_map(other) and all([alike >> friend & 1 for friend in g.stacks[g.place[other]]]):
            found |= 1 << g.place[other]
    return found


#: 6.1, 24.3, 28.2 What keeps a unit from stopping in a hex of its own will.
STOPS = Rungs(
    lambda g, unit, cell: {"leader": g.name(unit), "cell": g.hex_name(cell), "most": g.box.tables.stacking.units},
    Rung(
        "BW-28.2",
        "Americans and British do not share {cell}",
        lambda g, unit, left: left & allies.strangers(g, unit),
    ),
    *leaders.STOPS,
    Rung(
        "BW-6.1a",
        "{most} units are in {cell} already",
        lambda g, unit, left: 0 if leaders.is_leader(g, unit) else left & crowded(g, unit),
    ),
)


def why_not_stop(g: State, unit: int, cell: int) -> Reason | None:
    """6.1, 24.3, 28.2 Why a unit may not end its move in a hex."""
    return STOPS.why_not(g, unit, cell)
