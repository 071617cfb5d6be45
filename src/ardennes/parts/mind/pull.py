"""What draws units: how much a point of strength is worth in each place for the aims of a side.

An aim pulls with its worth, less with every turn it is away, and much less where it cannot be had in time. Of several
the strongest counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.parts.mind.land import Aim

#: What is left of a pull with every turn away, and of an aim that comes too late.
FADING, LATE = 0.6, 0.3
#: The turns from every place to one.
Field = Sequence[float]


class _Nearness(NamedTuple):
    """A field of distances, as numbers to reckon with, and how strongly a place that far away pulls."""

    field: Field
    turns: NDArray[np.float64]
    faded: NDArray[np.float64]


class Pull:
    """Tables of what pulls, made once for the aims and the distances they depend on."""

    def __init__(self) -> None:
        self._tables: Recent[Hashable, Sequence[float]] = Recent(200)
        self._near: Recent[Hashable, _Nearness] = Recent(400)

    def table(self, game: object, side: Side, aims: tuple[Aim, ...], field: Callable[[int], Field]) -> Sequence[float]:
        """What a point of strength is worth in each place; empty without aims. `field` are the turns to a place."""
        if not aims:
            return ()
        key = game, side, aims
        known = self._tables.get(key)
        return self._tables.keep(key, self._table(game, side, aims, field)) if known is None else known

    def _table(self, game: object, side: Side, aims: tuple[Aim, ...], field: Callable[[int], Field]) -> list[float]:
        best = np.zeros(0)
        for aim in aims:
            near = self._nearness((game, side, aim.place), field(aim.place))
            worth = aim.draw * aim.worth / (2 * aim.needs)
            pulled = np.where(near.turns > aim.deadline, worth * LATE, worth * 1.0) * near.faded
            best = np.maximum(best, pulled) if len(best) else pulled
        found: list[float] = best.tolist()
        return found

    def _nearness(self, key: Hashable, field: Field) -> _Nearness:
        """How near every place is to one, made once for each field of distances."""
        known = self._near.get(key)
        if known is None or known.field is not field:
            known = self._near.keep(key, _Nearness(field, np.array(field), np.array([FADING**far for far in field])))
        return known
