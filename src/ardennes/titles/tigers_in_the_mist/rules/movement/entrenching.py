"""8.5 Entrenching."""

from __future__ import annotations

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import Entrenched
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import known, why_not_active
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, DONE, ENTRENCHED, HELD, MOVED, Ready, State


def diggers(g: State, side: Side) -> list[int]:
    """8.5 The units that may dig in: those found a moment ago, less the ones that have acted since.

    Engineers may dig in after moving, and units that attacked in place after their battle (9.16b), so those that have
    acted are asked anew.
    """
    kept = known(g, side)
    status = g.status
    found = kept.diggers
    if found is None:
        found = [unit for unit in kept.awake if may_dig(g, unit, side)]
        g.ready = Ready(kept.decides, kept.awake, kept.doors, kept.movers, found)
    after_moving = [unit for unit in g.box.engineers[side] if status[unit] & DONE and may_dig(g, unit, side)]
    fought = [unit for unit in g.box.units.of[side] if status[unit] & ATTACKED and unit not in after_moving]
    after_battle = [unit for unit in fought if g.on_map(unit) and may_dig(g, unit, side)]
    return [unit for unit in found if not status[unit] & DONE] + after_moving + after_battle


def may_dig(g: State, unit: int, side: Side) -> bool:
    """8.51 - 8.55 Whether a unit on the map may dig in."""
    status, here = g.status[unit], g.place[unit]
    if status & ENTRENCHED or not g.box.units.infantry[unit]:
        return False
    if status & HELD and not g.spent[unit]:  # it stood by (9.14); one stopped at a bridge has spent something
        return False
    if here >= g.box.map.first_zone or g.occupied[1 - side] >> here & 1:
        return False
    if g.box.units.type[unit] is UnitType.ENGINEER:
        return g.spent[unit] + g.box.tables.movement.entrench_engineer <= g.allowance(unit)
    return not status & MOVED and not g.spent[unit]


def why_not_entrench(g: State, unit: int, side: Side) -> Reason | None:
    """8.51 - 8.55 Why a unit may not dig in."""
    reason = why_not_active(g, unit, side)
    # An engineer may dig in after moving, and whoever attacked has no more than its moves taken (9.16b).
    if reason is not None and reason.rule not in ("TM-8.25a", "TM-9.16"):
        return reason
    name = g.name(unit)
    here = g.place[unit]
    if g.box.map.is_zone(here):
        return Reason("TM-8.51a", say("{name} is not in an area", name=name))
    if g.box.units.type[unit] is UnitType.ARMOR:
        return Reason("TM-8.54", say("{name}: armor cannot dig in", name=name))
    if g.status[unit] & ENTRENCHED:
        return Reason("TM-8.51b", say("{name} is dug in already", name=name))
    if g.holds(side.enemy, here):
        return Reason("TM-8.55", say("enemy units are in the area of {name}", name=name))
    if g.box.units.type[unit] is UnitType.ENGINEER:
        need = g.box.tables.movement.entrench_engineer
        if g.spent[unit] + need > g.allowance(unit):
            return Reason(
                "TM-8.52",
                say("{name} has fewer than the {need} MP that digging in costs an engineer", name=name, need=need),
            )
    elif g.spent[unit] or g.status[unit] & MOVED:
        return Reason("TM-8.53", say("{name} has moved, and digging in takes its whole allowance", name=name))
    return None


def dug_today(g: State, unit: int) -> bool:
    """8.51d Whether a unit that has acted today did nothing but dig in: it has paid the whole price of that."""
    status = g.status[unit]
    if not status & ENTRENCHED or status & DONE != HELD:
        return False
    engineer = g.box.units.type[unit] is UnitType.ENGINEER
    return g.spent[unit] >= (g.box.tables.movement.entrench_engineer if engineer else g.allowance(unit))


def entrench(g: State, unit: int) -> None:
    """8.51 - 8.53 A unit digs in; engineers pay 4 MP, others all they have."""
    engineer = g.box.units.type[unit] is UnitType.ENGINEER
    g.spent[unit] = g.spent[unit] + g.box.tables.movement.entrench_engineer if engineer else g.allowance(unit)
    g.status[unit] |= ENTRENCHED | HELD
    g.tell(Entrenched, unit)
