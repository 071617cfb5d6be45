"""Where the enemy could be next turn, and with what strength.

Between one decision and the next hardly anybody moves, so a unit's march is found anew only where somebody came or
went that it could meet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules import points, surprise
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.movement import paths
from ardennes.titles.bitter_woods.state import State


class March(NamedTuple):
    """The hexes that a unit can be in or next to, and the enemies it was found with: held hexes, zones of control."""

    near: int
    occupied: int
    exerting: int


#: The marches found last, by all but enemies that they depend on.
_MARCHES: Recent[tuple[object, ...], March] = Recent(4096)


def threat(g: State, side: Side) -> list[float]:
    """Per hex the strength of a side that could attack it in its next turn."""
    size = g.box.map.grid.size
    boards, weights = [], []
    for unit in g.box.players[side]:
        if g.place[unit] < OFF_MAP and g.box.units.fights[unit] and not surprise.held(g, unit):
            boards.append(near(g, unit).to_bytes(size // 8 + 1, "little"))
            weights.append(strengths.attack_strength(g, unit))
    if not boards:
        return [0.0] * size
    packed = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), -1)
    bits = np.unpackbits(packed, axis=1, count=size, bitorder="little")
    found: list[float] = (np.array(weights, np.float32) @ bits.astype(np.float32)).tolist()
    return found


def near(g: State, unit: int) -> int:
    """Every hex that a unit on the map can be in or next to after a march."""
    bit, side = 1 << unit, unit >= g.box.units.first_allied
    enemy = 1 - side
    marks = (g.reduced & bit, g.unsupplied & bit, g.freed & bit, g.front & bit, g.attached[unit])
    ground = (g.turn, g.blown, g.interdicted, g.vacated[side], g.ungarrisoned, points.exploiting(g))
    events = (g.event17, g.event18, g.event19, g.companies, g.deceived)
    key = (g.box, unit, g.place[unit], marks, ground, events)
    known = _MARCHES.get(key)
    if known is not None:
        changed = g.occupied[enemy] ^ known.occupied | g.exerting[enemy] ^ known.exerting
        if not changed & known.near:
            return known.near
    board = paths.march(g, unit).board | 1 << g.place[unit]
    found = board | g.box.map.grid.around(board)
    return _MARCHES.keep(key, March(found, g.occupied[enemy], g.exerting[enemy])).near
