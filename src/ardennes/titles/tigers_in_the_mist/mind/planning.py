"""Plans: a posture for every formation, decoded into orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ardennes.kernel import Side
from ardennes.parts.advice import POSTURES, Posture
from ardennes.titles.tigers_in_the_mist.mind import judgement
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork
from ardennes.titles.tigers_in_the_mist.mind.styles import Style
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import may_pick
from ardennes.titles.tigers_in_the_mist.state import State


class Decoded(NamedTuple):
    """A plan as orders, and the positions evaluated to find them."""

    orders: tuple[Order, ...]
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


def decode(
    g: State, side: Side, plan: Mapping[str, str], misjudge: Callable[[], float] | None, style: Style
) -> Decoded:
    """The orders of a plan. Formations it does not name are left to the doctrine."""
    postures: dict[int, Posture] = {}
    for name, units in formations(g, side).items():
        told = plan.get(name, POSTURES[0])
        if told != POSTURES[0]:
            postures.update(dict.fromkeys(units, Posture(told)))
    work = Staffwork(g, side, postures=postures, style=style)
    return Decoded(tuple(judgement.orders(work, misjudge=misjudge)), work.evaluated)
