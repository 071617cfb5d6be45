"""Plans: a posture for every formation, decoded into orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.parts.advice import POSTURES, Posture
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.mind import judgement
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.rules.movement import activation
from ardennes.titles.bitter_woods.state import State

#: Sectors of the front from north to south, by rows of hexes.
SECTORS = (("north", 11), ("centre", 23), ("south", 99))


class Decoded(NamedTuple):
    """A plan as orders, and the positions evaluated to find them."""

    orders: tuple[Order, ...]
    evaluated: int


def formations(g: State, side: Side) -> dict[str, tuple[int, ...]]:
    """The forces a plan gives orders to: German armies, mechanized and foot apart, and the Allies by sector."""
    found: dict[str, list[int]] = {}
    for unit in activation.movers(g, side, False):
        if g.box.units.fights[unit]:
            found.setdefault(_formation(g, unit, side), []).append(unit)
    return {name: tuple(units) for name, units in sorted(found.items())}


def _formation(g: State, unit: int, side: Side) -> str:
    if side is Side.GERMAN:
        return f"{g.army(unit)} {'panzers' if g.box.units.mechanized[unit] else 'infantry'}"
    if g.place[unit] >= OFF_MAP:
        return "reinforcements"
    down = g.box.map.grid.line_and_place(g.place[unit])[1]
    return next(name for name, last in SECTORS if down <= last)


def decode(g: State, side: Side, plan: Mapping[str, str], misjudge: Callable[[], float] | None) -> Decoded:
    """The orders of a plan. Formations it does not name are left to the doctrine."""
    postures: dict[int, Posture] = {}
    if plan:
        for name, units in formations(g, side).items():
            told = plan.get(name, POSTURES[0])
            if told != POSTURES[0]:
                postures.update(dict.fromkeys(units, Posture(told)))
    if not postures and misjudge is None:
        found, evaluated = judgement.given(g, side)
    else:
        work = Staffwork(g, side, postures)
        found = judgement.orders(work, misjudge)
        evaluated = work.evaluated
    return Decoded(tuple(judgement.in_sequence(g, found)), evaluated)


def in_danger(work: Staffwork) -> list[int]:
    """The hexes of a side by what the enemy's reply could cost there, the worst first."""
    g = work.g
    total = {cell: sum(work.danger(cell, unit) for unit in g.units_at(cell)) for cell in cells(g.occupied[work.side])}
    return sorted((cell for cell, cost in total.items() if cost > 0), key=lambda cell: (-total[cell], cell))
