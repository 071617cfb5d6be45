"""5.1, 9.5, 36.1 Whether a unit known to be able to act can go anywhere as its own side stands now."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import improved_positions, kampfgruppe
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations, exits, sneak
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.state import Duty, State


def has_way(g: State, unit: int) -> bool:
    """Whether a unit can go anywhere at all."""
    found = destinations.reachable(g, unit, kampfgruppe.spent(g, unit) if g.remade else 0)
    ends = destinations.ends(g, unit, found)
    if ends or exits.exits(g, unit, found):
        return True
    return bool(sneak.offered(g, unit, found, ends, False))


def may_pick(g: State, unit: int, side: Side) -> bool:
    """Whether a unit known to be free may be picked up, which a leader lost since then may not."""
    if g.place[unit] == GONE:
        return False
    duty = duties.counter_duty(g, side, g.place[unit]) if g.duties else None
    if duty is not None and why_not_withdraw(g, unit, duty) is not None:
        return False
    return has_way(g, unit)


def may_pick_special(g: State, unit: int, side: Side, step: int) -> bool:
    """The same for a unit of which more is asked than room; a hex next to it that will do saves the long way round."""
    bit = 1 << unit
    place = g.place[unit]
    stray = place < OFF_MAP and boundaries.bound(g, unit) and boundaries.strayed(g, unit)
    if stray or g.remade & bit or place == GONE or (g.duties and duties.counter_duty(g, side, place)):
        return may_pick(g, unit, side)
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
    return bool(step) or may_pick(g, unit, side)


def _within_a_step(g: State, unit: int) -> int:
    """36.1 Where a unit of Kampfgruppe Peiper is, or may step to; what lies farther is asked only if need be."""
    here = 1 << g.place[unit]
    if g.ready is None or improved_positions.busy(g) >> unit & 1:
        return here
    return here | g.ready.near.get(unit, 0) & ~g.full[Side.GERMAN]


def why_not_withdraw(g: State, unit: int, duty: Duty) -> Reason | None:
    """9.5 Why a unit under a CA result may not leave its hex."""
    name = g.name(unit)
    if duty.chosen == duties.FIGHTING:
        return Reason("BW-9.5j", say("{name} is bound to counterattack with the units that moved in", name=name))
    if duty.chosen == duties.OPEN:
        for other in g.units_at(duty.hex):
            if other != unit and not could_leave(g, other):
                return Reason(
                    "BW-9.5l", say("{other} cannot leave, so all units there must counterattack", other=g.name(other))
                )
    return None


def could_leave(g: State, unit: int) -> bool:
    """Whether a unit is free to leave its hex and has a way out."""
    free = not improved_positions.busy(g) >> unit & 1 and not held(g, unit) and not destinations.stays_engaged(g, unit)
    if not free:
        return False
    apart = g.box.thirds >> unit & 1
    if not apart and destinations.can_step(g, unit) & ~no_room(g, unit) and not boundaries.strayed(g, unit):
        return True
    return has_way(g, unit)
