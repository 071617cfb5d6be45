"""8.2 A stack goes along a road: where it is afterwards, what it paid and which markers it bears."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.areas import Link
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import Moved
from ardennes.titles.tigers_in_the_mist.rules import reinforcements
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import step_cost
from ardennes.titles.tigers_in_the_mist.state import ENTERED, ENTRENCHED, FOOT_PACE, MOVED, OVER_RIVER, WAITING, State


def go(g: State, side: Side, units: tuple[int, ...], legs: Sequence[int], links: Sequence[Link]) -> None:
    """8.2, 8.24 Move along legs that nobody interrupts, and pay for them."""
    if not links:
        return
    cost = sum([step_cost(g, side, here, link) for here, link in zip(legs, links, strict=False)])
    waded = any([link.crossing_bit & g.blown for link in links])
    to = legs[-1]
    flags = MOVED
    if g.occupied[1 - side] >> to & 1 and not g.box.map.is_zone(to):
        flags |= ENTERED
    if links[-1].crossing_bit:
        flags |= OVER_RIVER
    if g.debt != g.box.no_debt:
        reinforcements.pay_debt(g, units)
    for unit in units:
        g.put(unit, to)
        g.spent[unit] += cost
        pace = FOOT_PACE if waded and g.box.units.type[unit] is not UnitType.FOOT else 0
        # 8.58 an entrenchment is left behind; what the last leg crossed replaces what an earlier one did
        g.status[unit] = g.status[unit] & ~(ENTRENCHED | WAITING | OVER_RIVER) | flags | pace
    g.tell(Moved, units, tuple(legs), cost, waded)


def after(g: State, side: Side, units: tuple[int, ...], path: Sequence[int]) -> State:
    """A copy of the position as it is once a stack has gone along a way and nobody interrupted it."""
    then = g.copy()
    then.memo = None
    legs = [g.place[units[0]], *path]
    go(then, side, units, legs, [g.box.map.step(a, b) for a, b in zip(legs, path, strict=False)])
    return then
