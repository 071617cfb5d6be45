"""5.1, 14.1 Which units may move or build, and why others may not."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import bridges, garrison, improved_positions, leaders, reinforcements, release
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations
from ardennes.titles.bitter_woods.rules.movement.freedom import (
    could_leave,
    has_way,
    may_pick_special,
    why_not_withdraw,
)
from ardennes.titles.bitter_woods.rules.movement.readiness import closed, footing, known
from ardennes.titles.bitter_woods.rules.movement.together import together
from ardennes.titles.bitter_woods.rules.surprise import held, why_held
from ardennes.titles.bitter_woods.state import Ready, State


def offers(g: State, side: Side, exploiting: bool) -> dict[str, Sequence[int | None]]:
    """What a movement phase offers: units to pick up, what can be built, its end, and exchanges (36.11)."""
    ready = known(g, side, exploiting)
    busy, stand = improved_positions.busy(g), footing(g, side, ready)
    found: dict[str, Sequence[int | None]] = {}
    if units := _movers(g, side, ready, busy, stand.free):
        found["unit"] = units
    if not exploiting:
        _add_builders(g, ready, ~busy, stand.dug_in, found)
    group = together(g, ready) if g.box.thirds and not side else None
    if (group is None or group.reason is None) and _why_not_leave(g, side, ready) is None:
        found["done"] = [None]
    return found if group is None else found | group.offers


def movers(g: State, side: Side, exploiting: bool) -> list[int]:
    """The units a player may pick up."""
    ready = known(g, side, exploiting)
    return _movers(g, side, ready, improved_positions.busy(g), footing(g, side, ready).free)


def _movers(g: State, side: Side, ready: Ready, busy: int, free: int) -> list[int]:
    able = ready.able & ~(busy & ~g.remade)
    slow = _in_question(g, side, ready)
    odd = able & (slow | g.box.odd)
    found = able & ~odd & free
    for unit in cells(able & ~odd & ~free):
        if has_way(g, unit):
            found |= 1 << unit
    if odd and not side and g.box.thirds:
        found |= odd & together(g, ready).free
        odd &= ~g.box.all_group
    if commanders := odd & g.box.leader_units & ~slow:
        found |= _free_leaders(g, side, ready, commanders)
        odd ^= commanders
    for unit in cells(odd):
        if _free(g, unit, side, ready):
            found |= 1 << unit
    return cells(found)


def may_move(g: State, unit: int, side: Side, exploiting: bool) -> bool:
    """Whether a player may pick up one unit."""
    ready = known(g, side, exploiting)
    if unit not in ready.near or improved_positions.busy(g) & ~g.remade & 1 << unit:
        return False
    return _free(g, unit, side, ready)


def _free(g: State, unit: int, side: Side, ready: Ready) -> bool:
    """Whether a unit known to be able to act can go anywhere, as its side stands now."""
    if g.box.thirds and g.box.all_group >> unit & 1:
        return bool(together(g, ready).free >> unit & 1)
    step = ready.near[unit]
    if _in_question(g, side, ready) >> unit & 1:
        return may_pick_special(g, unit, side, step)
    if g.box.leader_units >> unit & 1:
        return bool(_free_leaders(g, side, ready, 1 << unit))
    shut = closed(g, side, bool(g.box.british >> unit & 1))
    return bool(step & ~shut) or has_way(g, unit)


def _free_leaders(g: State, side: Side, ready: Ready, commanders: int) -> int:
    """24.3 The same for leaders, of whom some may have been lost."""
    shut, found = leaders.closed(g, side), 0
    for leader in cells(commanders):
        if g.place[leader] != GONE and (ready.near[leader] & ~shut or has_way(g, leader)):
            found |= 1 << leader
    return found


def _in_question(g: State, side: Side, ready: Ready) -> int:
    """Whom a CA result or a boundary may hold back, or who was exchanged: a free hex beside one settles nothing."""
    units = board_of(ready.strays) | g.remade
    for duty in duties.counters(g, side) if g.duties else ():
        units |= board_of(g.units_at(duty.hex))
    return units


def _add_builders(g: State, ready: Ready, idle: int, dug_in: int, found: dict[str, Sequence[int | None]]) -> None:
    """8.1, 8.2, 13.3 What can be built, and by whom."""
    if diggers := ready.diggers & idle & ~dug_in:
        found["improve"] = cells(diggers)
    if fortifiers := [u for u in cells(ready.fortifiers & idle) if not g.forts >> g.place[u] & 1]:
        found["fortify"] = fortifiers
    if repairers := [u for u in ready.repairers if idle >> u & 1 and bridges.may_repair(g, u)]:
        found["repair"] = repairers


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_move(g: State, unit: int, side: Side, exploiting: bool) -> Reason | None:
    """Why a unit may not be picked up."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side may be moved")
    name = g.name(unit)
    if g.place[unit] >= OFF_MAP:
        return _why_not_enter(g, unit, exploiting)
    if exploiting and garrison.slows(g, unit):
        return Reason("BW-35b", say("{name} may not exploit: the 7th Army left its flank open", name=name))
    if exploiting and g.box.leaders:
        if not g.moved >> unit & 1 and (reason := release.why_not_exploit(g, unit)) is not None:
            return reason
    elif exploiting and not g.reserve >> unit & 1 and not g.moved >> unit & 1:
        return Reason("BW-4j", say("{name} is not in reserve", name=name))
    if g.moved & ~g.remade & 1 << unit:
        return Reason("BW-14.3a" if exploiting else "BW-5.2b", say("{name} has moved already", name=name))
    if not exploiting and g.reserve >> unit & 1:
        return Reason("BW-14.1b", say("{name} is in reserve and waits for the exploitation phase", name=name))
    if g.dug >> unit & 1:
        return Reason("BW-8.1d", say("{name} has built and stays where it is this turn", name=name))
    if improved_positions.busy(g) & ~g.remade & 1 << unit:
        return Reason("BW-13.3c", say("{name} is building a bridge", name=name))
    if (reason := why_held(g, unit)) is not None:
        return reason
    if destinations.stays_engaged(g, unit):
        return Reason("BW-9.5s", say("{name} is engaged and must stay in place", name=name))
    duty = duties.counter_duty(g, side, g.place[unit])
    if duty is not None and (reason := why_not_withdraw(g, unit, duty)) is not None:
        return reason
    if not has_way(g, unit):
        return Reason("BW-5.2d", say("{name} cannot reach any hex where it may stop", name=name))
    return None


def _why_not_enter(g: State, unit: int, exploiting: bool) -> Reason | None:
    reason = reinforcements.why_not_due(g, unit)
    if reason is not None:
        return reason
    if exploiting:
        return Reason("BW-4g", "reinforcements enter in the movement phase")
    if not has_way(g, unit):
        return Reason("BW-16.2a", say("the entry hexes of {unit} are blocked", unit=g.name(unit)))
    return None


def why_not_end(g: State, side: Side, exploiting: bool) -> Reason | None:
    """9.5, 5.4, 36.1 Why the phase may not end yet."""
    ready = known(g, side, exploiting)
    if not side and g.box.thirds and (reason := together(g, ready).reason) is not None:
        return reason
    return _why_not_leave(g, side, ready)


def _why_not_leave(g: State, side: Side, ready: Ready) -> Reason | None:
    """9.5, 5.4 Who has to leave a hex first."""
    if ready.exploiting:
        return None
    for duty in duties.counters(g, side) if g.duties else ():
        if duty.chosen == duties.WITHDRAWING:
            for unit in g.units_at(duty.hex):
                if could_leave(g, unit):
                    return Reason(
                        "BW-9.5k",
                        say(
                            "{hex} is being given up: {unit} must leave too",
                            hex=g.hex_name(duty.hex),
                            unit=g.name(unit),
                        ),
                    )
    for unit in ready.strays:
        if g.on_map(unit) and boundaries.strayed(g, unit) and _must_return(g, unit):
            return Reason("BW-5.4h", say("{unit} must return to its own army's sector now", unit=g.name(unit)))
    return None


def _must_return(g: State, unit: int) -> bool:
    free = not improved_positions.busy(g) >> unit & 1 and not destinations.stays_engaged(g, unit) and not held(g, unit)
    if not free:
        return False
    duty = duties.counter_duty(g, Side.GERMAN, g.place[unit])
    if duty is not None and why_not_withdraw(g, unit, duty) is not None:
        return False
    return destinations.can_return(g, unit)
