"""Plans: a posture for every formation, decoded into orders and valued after the enemy's reply.

Everything happens on the staff's papers: combats come out as expected, so the same plan always has the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.parts.advice import POSTURES, Posture
from ardennes.titles.bitter_woods import activation, insight, judgement
from ardennes.titles.bitter_woods.appraisal import Appraisal
from ardennes.titles.bitter_woods.movement import Movement
from ardennes.titles.bitter_woods.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.state import GONE, OFF_MAP, State

#: Sectors of the front from north to south, by rows of hexes.
SECTORS = (("north", 11), ("centre", 23), ("south", 99))


class Decoded(NamedTuple):
    """A plan as orders, the position to be expected after their combats, and what those bring beside position."""

    orders: tuple[Order, ...]
    expected: State
    material: float
    evaluated: int


def formations(g: State, side: Side) -> dict[str, tuple[int, ...]]:
    """The forces a plan gives orders to: German armies, mechanized and foot apart, and the Allies by sector."""
    found: dict[str, list[int]] = {}
    for unit in activation.movers(g, side, False):
        if not g.box.units.artillery[unit]:
            found.setdefault(_formation(g, unit, side), []).append(unit)
    return {name: tuple(units) for name, units in sorted(found.items())}


def _formation(g: State, unit: int, side: Side) -> str:
    row = g.box.units.rows[unit]
    if side is Side.GERMAN:
        return f"{row.army} {'panzers' if g.box.units.mechanized[unit] else 'infantry'}"
    if g.place[unit] >= OFF_MAP:
        return "reinforcements"
    down = g.box.map.grid.line_and_place(g.place[unit])[1]
    return next(name for name, last in SECTORS if down <= last)


def decode(g: State, side: Side, plan: Mapping[str, str], misjudge: Callable[[], float] | None = None) -> Decoded:
    """The orders of a plan. Formations it does not name are left to the doctrine."""
    postures: dict[int, Posture] = {}
    if plan:
        for name, units in formations(g, side).items():
            told = plan.get(name, POSTURES[0])
            if told != POSTURES[0]:
                postures.update(dict.fromkeys(units, Posture(told)))
    work = Staffwork(g, side, postures=postures)
    found = judgement.orders(work, misjudge)
    material = fight(work)
    return Decoded(tuple(judgement.in_sequence(g, found)), work.g, material, work.evaluated)


def fight(work: Staffwork) -> float:
    """Let the combats on the papers come out as expected; returns what they bring their side beside position."""
    g = work.g
    material = 0.0
    for cell, plan in work.attacked.items():
        material += plan.worth - plan.cleared * work.gain(cell)
        if plan.cleared >= 0.5 and g.holds(work.side.enemy, cell):
            _clear(g, plan)
    g.memo = None
    return material


def _clear(g: State, plan: Appraisal) -> None:
    """The defenders are out of the fight, and the strongest attacker stands in their place."""
    cell = plan.attack.hex
    for unit in g.units_at(cell):
        g.put(unit, GONE)
    able = [u for u in plan.attack.units if not g.box.units.artillery[u] and len(g.units_at(g.place[u])) > 1]
    prize = cell in insight.prizes(g.box)
    if able or prize:
        unit = max(able or plan.attack.units, key=lambda u: (g.strength(u), -u))
        g.put(unit, cell)


def after_reply(decoded: Decoded, side: Side) -> tuple[float, int]:
    """The value for a side once the enemy has answered by the doctrine, and the positions evaluated."""
    sign = 1.0 if side is Side.GERMAN else -1.0
    g = decoded.expected
    if is_last(g):
        return sign * insight.prospects(g) + decoded.material, 1
    g = begin_turn(g, side.enemy)
    work = Staffwork(g, side.enemy)
    judgement.orders(work)
    answered = fight(work)
    return sign * insight.prospects(work.g) + decoded.material - answered, work.evaluated + 1


def is_last(g: State) -> bool:
    """Whether the game ends with the player turn under way."""
    return g.turn >= g.box.last_turn and g.mover is Side.ALLIED


def begin_turn(expected: State, side: Side) -> State:
    """The position with which a side begins its player turn; supply and weather are left as they are."""
    g = expected.copy()
    g.memo = g.ready = None
    g.mover = side
    g.turn += side is Side.GERMAN
    own = g.box.units.all_of[side]
    g.moved &= ~own
    g.dug &= ~own
    g.reserve = g.attacked = g.interdicted = 0
    g.fired = 0
    g.duties = ()
    g.builders = ()
    g.stack = (Movement(side),)
    return g


def in_danger(work: Staffwork) -> list[int]:
    """The hexes of a side by what the enemy's reply could cost there, the worst first."""
    g = work.g
    total = {cell: sum(work.danger(cell, unit) for unit in g.units_at(cell)) for cell in cells(g.occupied[work.side])}
    return sorted((cell for cell, cost in total.items() if cost > 0), key=lambda cell: (-total[cell], cell))
