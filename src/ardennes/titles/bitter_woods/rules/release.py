"""24.5 Leaders and reserves: who releases whom at the start of the exploitation phase."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.events import Released
from ardennes.titles.bitter_woods.rules import fortunes, leaders
from ardennes.titles.bitter_woods.state import State


def release(g: State, side: Side) -> None:
    """24.5 The reserve units that may move now, and with them the leaders who released them and have not moved."""
    g.released = 0
    by_leader: dict[int, list[int]] = {}
    for unit in cells(g.reserve & g.box.units.all_of[side]):
        who = [leader for leader in leaders.with_units(g, (unit,)) if why_not_release(g, leader, unit) is None]
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


def why_not_release(g: State, leader: int, unit: int) -> Reason | None:
    """24.5, 24.6 Why a leader in its hex may not release a unit from reserve."""
    rows, who, name = g.box.units.rows, g.name(leader), g.name(unit)
    if leader == g.box.peiper and not leaders.commands(g, leader, unit):
        return Reason("BW-36.L1", say("{who} releases units of his own Kampfgruppe only", who=who))
    if leader < g.box.units.first_allied:
        if g.army(leader) != g.army(unit):
            return Reason(
                "BW-24.6a",
                say("{who} releases units of his own army only, and {name} is not one of them", who=who, name=name),
            )
    elif not leaders.commands(g, leader, unit):
        return Reason("BW-24.5g", say("{who} releases units of his own nationality only", who=who))
    if not fortunes.may_release(g, leader):
        return Reason("BW-38.1d", say("{who} releases no reserves until 18PM", who=who))
    if rows[leader].id in g.box.tables.leaders.swift or g.stayed >> leader & 1:
        return None
    return Reason(
        "BW-24.5c",
        say("{who} releases {name} only if both were in the hex when the player turn began", who=who, name=name),
    )


def why_not_exploit(g: State, unit: int) -> Reason | None:
    """24, 24.5 Why a unit on the map may not move in the exploitation phase."""
    if g.released >> unit & 1:
        return None
    name = g.name(unit)
    if leaders.is_leader(g, unit):
        return Reason(
            "BW-24.5e", say("{name} moves now only if he has released a unit and did not move before", name=name)
        )
    if not g.reserve >> unit & 1:
        return Reason("BW-4j", say("{name} is not in reserve", name=name))
    for leader in leaders.with_units(g, (unit,)):
        if (reason := why_not_release(g, leader, unit)) is not None:
            return reason
    rule = "BW-36.L3" if g.box.thirds and g.box.kampfgruppe >> unit & 1 else "BW-24"
    return Reason(rule, say("no leader is in the hex of {name} to release it from reserve", name=name))
