"""Plans: a posture for every formation, decoded into orders and valued after the enemy's quick reply.

Everything happens on the staff's papers, in a few futures that are the same for all plans, so the same plan always has
the same value.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ardennes.kernel import Side
from ardennes.parts.advice import POSTURES, Posture
from ardennes.titles.tigers_in_the_mist import insight, judgement, supply, victory
from ardennes.titles.tigers_in_the_mist.activation import may_pick
from ardennes.titles.tigers_in_the_mist.odds import Result
from ardennes.titles.tigers_in_the_mist.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.staffwork import STYLE, Staffwork, fight
from ardennes.titles.tigers_in_the_mist.state import DONE, State
from ardennes.titles.tigers_in_the_mist.tactics import Order

#: How many futures a plan is tried in.
FUTURES = 4
#: How many orders the enemy's quick reply may have.
REPLY = 14


class Decoded(NamedTuple):
    """A plan as orders, with the position it begins on, the odds of its attacks, and the positions evaluated."""

    begin: State
    orders: tuple[Order, ...]
    results: Mapping[int, Result]
    evaluated: int


def formations(g: State, side: Side) -> dict[str, tuple[int, ...]]:
    """The ready units of each sector; units in zones belong to the sector they would enter."""
    found: dict[str, list[int]] = {}
    for unit in g.box.units.of[side]:
        if g.on_map(unit) and may_pick(g, unit, side):
            found.setdefault(_sector(g, g.place[unit]), []).append(unit)
    return {name: tuple(units) for name, units in sorted(found.items())}


def _sector(g: State, place: int) -> str:
    if g.box.map.is_zone(place):
        place = g.box.map.links[place][0].to
    return g.box.map.areas[place - 1].sector


def decode(g: State, side: Side, plan: Mapping[str, str], misjudge: Callable[[], float] | None = None) -> Decoded:
    """The orders of a plan. Formations it does not name are left to the doctrine."""
    postures: dict[int, Posture] = {}
    for name, units in formations(g, side).items():
        told = plan.get(name, POSTURES[0])
        if told != POSTURES[0]:
            postures.update(dict.fromkeys(units, Posture(told)))
    work = Staffwork(g, side, postures=postures)
    given = judgement.orders(work, misjudge=misjudge)
    return Decoded(g, tuple(given), work.results, work.evaluated)


def after_reply(decoded: Decoded, side: Side) -> tuple[list[float], int]:
    """What a plan is worth to its side once the enemy has answered by the doctrine, in each of a few futures.

    The same futures are used for every plan: an attack on an area meets the same luck whatever else a plan holds.
    """
    found, evaluated = [], 0
    sign = 1.0 if side is Side.GERMAN else -1.0
    for future in range(FUTURES):
        g = fought_out(decoded.begin, side, decoded.orders, decoded.results, future)
        reserve = in_hand(g, side)
        if not is_last(g, side):
            g = begin_impulse(g, side.enemy)
            work = Staffwork(g, side.enemy)
            orders = judgement.orders(work, REPLY)
            g = fought_out(g, side.enemy, orders, work.results, future)
            evaluated += work.evaluated
        found.append(sign * insight.worth(g) + reserve)
        evaluated += 1
    return found, evaluated


def in_hand(g: State, side: Side) -> float:
    """8.25 What units that have not acted today are still good for, as the doctrine counts it."""
    mobile, others = STYLE.mobile_in_hand[g.impulse - 1], STYLE.others_in_hand[g.impulse - 1]
    kinds = g.box.units.type
    return sum(
        (others if kinds[unit] is UnitType.FOOT else mobile) * g.strength[unit]
        for unit in g.box.units.of[side]
        if g.on_map(unit) and not g.status[unit] & DONE
    )


def fought_out(g: State, side: Side, orders: Sequence[Order], results: Mapping[int, Result], future: int) -> State:
    """The position after some orders, with the luck that one future has for each area."""
    after = g.copy()
    for order in orders:
        if order.cleared is None:
            judgement.carry_out(after, side, order)
        else:
            own, theirs = _losses(after, side, order, results[order.place], future)
            fight(after, side, order.place, order.units, own, theirs)
    return after


def _losses(g: State, side: Side, order: Order, result: Result, future: int) -> tuple[int, int]:
    """What an attack costs both sides in one future.

    Luck is dealt out: over all futures together an attack succeeds about as often as its odds say, or a few futures
    would tell more about luck than about plans.
    """
    dealer = random.Random(f"{g.day} {g.impulse} {side} {order.place}")
    cleared, own_mark, enemy_mark = ((dealer.sample(range(FUTURES), FUTURES)[future] + 0.5) / FUTURES for _ in range(3))
    own_left = _drawn(result.attackers_left, own_mark)
    if cleared < result.cleared:
        own_left, enemy_left = max(own_left, 1), 0
    else:
        enemy_left = max(_drawn(result.defenders_left, enemy_mark), 1)
    own = sum(g.strength[unit] for unit in order.units) - own_left
    return own, g.strength_at(order.place, side.enemy) - enemy_left


def _drawn(distribution: Sequence[float], mark: float) -> int:
    """The number at which a distribution has passed a mark."""
    for number, chance in enumerate(distribution):
        mark -= chance
        if mark < 0:
            return number
    return len(distribution) - 1


def is_last(g: State, side: Side) -> bool:
    """Whether the game ends with this side's half of the impulse."""
    box = g.box
    return (g.day, g.impulse, side) == (box.last_day, box.last_impulse, box.last_side)


def begin_impulse(expected: State, side: Side) -> State:
    """The position with which a side begins its next impulse."""
    g = expected.copy()
    victory.update_control(g)
    if side is Side.GERMAN:
        if g.impulse == 3 or g.day == 22:
            g.day = min(g.day + 1, g.box.last_day)
            g.impulse = 1
            g.new_day()
        else:
            g.impulse += 1
    g.memo = None
    g.ready = None
    g.new_impulse(side)
    supply.determine(g)
    return g
