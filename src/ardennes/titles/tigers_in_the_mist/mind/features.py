"""A position as the learned value sees it: raw columns, nothing judged.

For every place of the scenario the strength of each kind of unit there, fresh or used today, what is dug in, and who
controls it; the strength of every unit; bridges down; releases and Special Forces; day, impulse and who moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Choice, Side
from ardennes.titles.tigers_in_the_mist.box.components import Box
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTRENCHED, GONE, State

#: Kinds of strength in a place: German foot and mobile, Allied infantry types and armor, each fresh or used; dug in.
KINDS = 10


class Layout(NamedTuple):
    """What the features of a scenario are."""

    places: NDArray[np.intp]
    units: NDArray[np.intp]
    #: The first kind of every unit; one more when it has acted today.
    kind: NDArray[np.intp]
    #: The kind of what is dug in.
    dug: NDArray[np.intp]
    bridges: NDArray[np.intp]
    table: int


def features(g: State) -> NDArray[np.float32]:
    """The position as numbers, most of them between 0 and 10."""
    lay = _layout(g.box)
    place = np.frombuffer(g.place, dtype=np.uint8)[lay.units].astype(np.intp)
    strength = np.frombuffer(g.strength, dtype=np.uint8)[lay.units].astype(np.float64)
    status = np.frombuffer(g.status, dtype=np.uint8)[lay.units]
    place[place == GONE] = 0
    used = lay.kind + ((status & DONE) != 0)
    size = KINDS * lay.table
    there = np.bincount(used * lay.table + place, strength, size)
    there += np.bincount(lay.dug * lay.table + place, strength * (status & ENTRENCHED), size)
    on_places = there.reshape(KINDS, lay.table)[:, lay.places]
    german, allied = g.occupied
    last = g.box.last_day
    calendar = [float(g.day == day) for day in range(16, last + 1)] + [float(g.impulse == n) for n in (1, 2, 3)]
    # whose impulse it is, whoever is asked in the middle of it
    moves = next((step.side for step in g.stack if isinstance(step, Choice)), None)
    rest = [*calendar, float(moves is Side.GERMAN), g.vp / 5.0, *_bits(g.special.used, 4)]
    return np.concatenate(
        [
            on_places.ravel(),
            _board(g.control, lay.table)[lay.places],
            _board(german & allied, lay.table)[lay.places],
            strength,
            _board(g.blown, lay.table)[lay.bridges],
            rest,
            _bits(g.released, len(g.box.releases)),
        ],
        dtype=np.float32,
    )


def _bits(board: int, count: int) -> list[float]:
    return [float(board >> n & 1) for n in range(count)]


def _board(board: int, size: int) -> NDArray[np.uint8]:
    """A set as a row of 0 and 1."""
    raw = np.frombuffer((board & (1 << size) - 1).to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")


@lru_cache(maxsize=8)
def _layout(box: Box) -> Layout:
    places = box.map.places
    inside = [place for place in range(1, places) if box.inside >> place & 1]
    units = [unit for unit, playing in enumerate(box.playing) if playing]
    first = box.units.first_allied
    kind = [2 * box.units.mobile[u] if u < first else 4 + 2 * (not box.units.infantry[u]) for u in units]
    shores = set(inside)
    bridges = [n for n, (a, b) in enumerate(box.map.crossings) if a in shores and b in shores]
    return Layout(
        np.array(inside, dtype=np.intp),
        np.array(units, dtype=np.intp),
        np.array(kind, dtype=np.intp),
        np.array([8 + (u >= first) for u in units], dtype=np.intp),
        np.array(bridges, dtype=np.intp),
        max(places, len(box.map.crossings)),
    )
