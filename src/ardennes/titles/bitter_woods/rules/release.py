"""24.5 Leaders and reserves: who releases whom at the start of the exploitation phase."""

from __future__ import annotations

from typing import Protocol

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.bitter_woods.events import Released
from ardennes.titles.bitter_woods.rules import fortunes, leaders
from ardennes.titles.bitter_woods.state import State


class Exploiting(Protocol):
    """A step of movement: of the exploitation phase, or not."""

    @property
    def exploiting(self) -> bool:
        """Whether it is."""


def release(g: State, side: Side) -> None:
    """24.5 The reserve units that may move now, and with them the leaders who released them and have not moved."""
    g.released = 0
    by_leader: dict[int, list[int]] = {}
    for unit in cells(g.reserve & g.box.units.all_of[side]):
        who = [leader for leader in leaders.with_units(g, (unit,)) if may_release(g, leader, unit)]
        if who or independent(g, unit):
            g.released |= 1 << unit
        for leader in who:
            by_leader.setdefault(leader, []).append(unit)
    g.released |= board_of(by_leader)  # who has moved already does not move again
    for leader, units in by_leader.items():
        g.tell(Released, leader, tuple(units))


def independent(g: State, unit: int) -> bool:
    """24.5, 36.L3 The Führer Escort Brigade needs no leader, nor does Peiper's regiment unless rule 36 is played."""
    if g.box.thirds and g.box.kampfgruppe >> unit & 1:
        return False
    return g.box.units.rows[unit].id in g.box.tables.leaders.independent


#: 24.5, 24.6 What keeps a leader from releasing a unit in his hex from reserve.
RELEASES = Rungs(
    lambda g, leader, unit: {"who": g.name(leader), "name": g.name(unit)},
    Rung(
        "BW-36.L1",
        "{who} releases units of his own Kampfgruppe only",
        each(lambda g, leader, unit: leader == g.box.peiper and not leaders.commands(g, leader, unit)),
    ),
    Rung(
        "BW-24.6a",
        "{who} releases units of his own army only, and {name} is not one of them",
        each(lambda g, leader, unit: leader < g.box.units.first_allied and g.army(leader) != g.army(unit)),
    ),
    Rung(
        "BW-24.5g",
        "{who} releases units of his own nationality only",
        each(lambda g, leader, unit: leader >= g.box.units.first_allied and not leaders.commands(g, leader, unit)),
    ),
    Rung(
        "BW-38.1d",
        "{who} releases no reserves until 18PM",
        lambda g, leader, left: 0 if fortunes.may_release(g, leader) else left,
    ),
    Rung(
        "BW-24.5c",
        "{who} releases {name} only if both were in the hex when the player turn began",
        lambda g, leader, left: 0 if _swift(g, leader) or g.stayed >> leader & 1 else left,
    ),
)


def _swift(g: State, leader: int) -> bool:
    return g.box.units.rows[leader].id in g.box.tables.leaders.swift


def may_release(g: State, leader: int, unit: int) -> bool:
    """24.5, 24.6 Whether a leader may release a unit in his hex."""
    return bool(RELEASES.free(g, leader, 1 << unit))


def _unreleased(g: State, step: Exploiting, left: int) -> int:
    """24.5 Who has neither been released nor moved, in the exploitation phase."""
    return left & ~(g.released | g.moved) if step.exploiting and g.box.leaders else 0


def _not_in_reserve(g: State, step: Exploiting, left: int) -> int:
    if not step.exploiting or g.box.leaders:
        return _unreleased(g, step, left) & ~g.reserve
    return left & ~(g.reserve | g.moved)


def _refused_by(g: State, unit: int) -> list[int]:
    """24.5 The leaders with a unit who may not release it."""
    return [leader for leader in leaders.with_units(g, (unit,)) if not may_release(g, leader, unit)]


def _why_refused(g: State, step: Exploiting, unit: int) -> Reason:
    reason = RELEASES.why_not(g, _refused_by(g, unit)[0], unit)
    assert reason is not None
    return reason


_NOBODY = "no leader is in the hex of {name} to release it from reserve"
#: 4 A.6, 24.5 What keeps a unit from moving in the exploitation phase.
EXPLOITERS = (
    Rung(
        "BW-24.5e",
        "{name} moves now only if he has released a unit and did not move before",
        lambda g, step, left: _unreleased(g, step, left) & g.box.leader_units,
    ),
    Rung("BW-4j", "{name} is not in reserve", _not_in_reserve),
    Rung(
        "BW-24.5c",
        "",
        lambda g, step, left: board_of([u for u in cells(_unreleased(g, step, left)) if _refused_by(g, u)]),
        reason=_why_refused,
    ),
    Rung(
        "BW-36.L3",
        _NOBODY,
        lambda g, step, left: _unreleased(g, step, left) & g.box.kampfgruppe if g.box.thirds else 0,
    ),
    Rung("BW-24", _NOBODY, _unreleased),
)
