"""5.1, 9.5, 36.1 Whether a unit known to be able to act can go anywhere as its own side stands now."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import improved_positions, kampfgruppe
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations
from ardennes.titles.bitter_woods.rules.movement.freedom import has_way, may_withdraw
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.state import State


def may_pick(g: State, unit: int) -> bool:
    """Whether a unit known to be free may be picked up, which a leader lost since then may not."""
    return g.place[unit] != GONE and may_withdraw(g, unit) and has_way(g, unit)


def may_pick_special(g: State, unit: int, side: Side, step: int) -> bool:
    """The same for a unit of which more is asked than room; a hex next to it that will do saves the long way round."""
    bit = 1 << unit
    place = g.place[unit]
    stray = place < OFF_MAP and boundaries.bound(g, unit) and boundaries.strayed(g, unit)
    if stray or g.remade & bit or place == GONE or (g.duties and duties.counter_duty(g, side, place)):
        return may_pick(g, unit)
    if g.box.thirds & bit and kampfgruppe.in_touch_at_once(g, unit, step & ~g.full[side]):
        return True
    step &= ~no_room(g, unit)
    if g.box.thirds & bit:
        others = [other for other in kampfgruppe.battalions(g) if other != unit]
        step = kampfgruppe.in_touch(g, step, [_within_a_step(g, other) for other in others])
    elif unit == g.box.peiper and step and (men := kampfgruppe.men(g)):
        if step & kampfgruppe.near(g, board_of([g.place[other] for other in men])):
            return True
        step = destinations.with_his_men(g, unit, step)
    return bool(step) or may_pick(g, unit)


def _within_a_step(g: State, unit: int) -> int:
    """36.1 Where a unit of Kampfgruppe Peiper is, or may step to; what lies farther is asked only if need be."""
    here = 1 << g.place[unit]
    if g.ready is None or improved_positions.busy(g) >> unit & 1:
        return here
    return here | g.ready.near.get(unit, 0) & ~g.full[Side.GERMAN]
