"""What a position holds beside its columns: duties, and what was found out about the moving side."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.kernel import Reason, Side


class Duty(msgspec.Struct, frozen=True):
    """9.5 What a CA or ENG result leaves to do. `side` is who must do it, `active` once its player turn has come.

    `chosen` is how a counterattack is met: 0 open, 1 by withdrawing, 2 by fighting; `joined` moved in to help.
    """

    kind: str
    side: Side
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    active: bool = False
    chosen: int = 0
    joined: tuple[int, ...] = ()


class Together(NamedTuple):
    """36.1 What was found out about Kampfgruppe Peiper; see `rules.quick.together`."""

    #: The units of it that may be picked up, and why the phase may not end yet.
    free: int
    reason: Reason | None


class Ready(NamedTuple):
    """What was found out about the units of the moving side; see `rules.quick.readiness`."""

    #: What it depends on.
    decides: tuple[int, ...]
    #: The units that could act when it was first asked, each with the neighbouring hexes it may step to.
    near: dict[int, int]
    #: The same units as a set.
    able: int
    #: Those of them that are not on the map yet.
    entering: tuple[int, ...]
    #: Units that may build an improved position or a fortification (as sets), or a bridge where they stand.
    diggers: int
    fortifiers: int
    repairers: tuple[int, ...]
    #: 5.4 Units in another army's sector.
    strays: tuple[int, ...]
    #: 36.1 The same for Kampfgruppe Peiper, by where it is and what else may change in the phase.
    group: dict[tuple[object, ...], Together]

    @property
    def exploiting(self) -> bool:
        """Whether it is an exploitation phase."""
        return bool(self.decides[1])


class Footing(NamedTuple):
    """What was last found out for `Ready` about hexes that change while a side moves; see `rules.quick.readiness`."""

    ready: Ready
    #: The hexes without room, and the units that have a hex with room beside them.
    closed: int
    free: int
    #: The improved positions, and the units that may dig and stand in one.
    improved: int
    dug_in: int
