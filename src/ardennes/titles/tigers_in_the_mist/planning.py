"""Plans: a posture for every formation, decoded into orders and valued after the enemy's quick reply.

Everything happens on the staff's papers: battles come out as expected, so the same plan always has the same value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ardennes.kernel import Side
from ardennes.parts.advice import POSTURES, Posture
from ardennes.titles.tigers_in_the_mist import insight, judgement, supply, victory
from ardennes.titles.tigers_in_the_mist.activation import may_pick
from ardennes.titles.tigers_in_the_mist.doctrine import Order
from ardennes.titles.tigers_in_the_mist.staffwork import Staffwork
from ardennes.titles.tigers_in_the_mist.state import State

#: How many orders the enemy's quick reply may have.
REPLY = 14
#: And the side's own follow-up.
FOLLOW_UP = 10


class Decoded(NamedTuple):
    """A plan as orders, the position to be expected after them, and the positions evaluated on the way."""

    orders: tuple[Order, ...]
    expected: State
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


def decode(g: State, side: Side, plan: Mapping[str, str]) -> Decoded:
    """The orders of a plan. Formations it does not name are left to the doctrine."""
    postures: dict[int, Posture] = {}
    for name, units in formations(g, side).items():
        told = plan.get(name, POSTURES[0])
        if told != POSTURES[0]:
            postures.update(dict.fromkeys(units, Posture(told)))
    work = Staffwork(g, side, postures=postures)
    given = judgement.orders(work)
    return Decoded(tuple(given), work.g, work.evaluated)


def after_reply(decoded: Decoded, side: Side) -> tuple[float, int]:
    """The value for a side once the enemy has answered and the side has followed up, both by the doctrine.

    Without the follow-up a plan that opens a gap would look no better than one that stands still.
    """
    evaluated = 1
    g = decoded.expected
    for mover, most in ((side.enemy, REPLY), (side, FOLLOW_UP)):
        if is_last(g, mover.enemy):
            break
        g = begin_impulse(g, mover)
        work = Staffwork(g, mover)
        judgement.orders(work, most)
        evaluated += work.evaluated
        g = work.g
    sign = 1.0 if side is Side.GERMAN else -1.0
    return sign * insight.worth(g), evaluated


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
