"""5.1, 14.1 Which units may move or build, and why others may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Reason, Side
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import (
    allies,
    bridges,
    garrison,
    improved_positions,
    kampfgruppe,
    leaders,
    reinforcements,
    release,
)
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations, exits, sneak
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.surprise import held, why_held
from ardennes.titles.bitter_woods.state import Duty, Ready, Standing, State


def known(g: State, side: Side, exploiting: bool) -> Ready:
    """What has been found out about the units of the moving side and still holds.

    While a side moves, the enemy and his zones stay as they are; only its own stacks change.
    """
    enemy = side.enemy
    # 24.5 Reserves are stood down in the middle of movement when their leader is lost.
    waiting = 0 if exploiting else g.reserve
    there, watched = g.occupied[enemy], g.exerting[enemy]
    decides = (side, exploiting, g.turn, g.blown, there, watched, g.vacated[side], g.unsupplied, waiting)
    kept = g.ready
    if kept is None or kept.decides != decides:
        kept = g.ready = _find_out(g, side, exploiting, decides)
    return kept


def _find_out(g: State, side: Side, exploiting: bool, decides: tuple[int, ...]) -> Ready:
    engaged = duties.engaged(g)
    near = {}
    for unit in g.box.players[side]:
        if g.place[unit] < OFF_MAP:
            if engaged >> unit & 1 or held(g, unit) or not destinations.its_phase(g, unit, exploiting):
                continue
            if exploiting and garrison.slows(g, unit):
                continue
            step = destinations.can_step(g, unit)
            if step or exits.may_exit(g, unit):
                near[unit] = step
        elif not exploiting and reinforcements.due(g, unit) and (entry := reinforcements.entries(g, unit)):
            near[unit] = entry
    able = board_of(near)
    if exploiting:
        return Ready(decides, near, able, 0, 0, (), (), {})
    idle, place = [u for u in g.box.players[side] if g.place[u] < OFF_MAP and not g.unsupplied >> u & 1], g.place
    diggers = improved_positions.diggers(g, idle, side)
    town, fortifiable = g.box.ground.town, g.box.fortifiable if side is Side.ALLIED else 0
    return Ready(
        decides,
        near,
        able,
        board_of([u for u in diggers if not town >> place[u] & 1]),
        board_of([u for u in diggers if fortifiable >> place[u] & 1]),
        tuple(bridges.repairers(g, idle)),
        tuple(boundaries.strays(g)) if side is Side.GERMAN else (),
        {},
    )


def standing(g: State, side: Side, ready: Ready) -> Standing:
    """What has been found out about the hexes of the moving side, mended where they have changed since."""
    closed, improved = _closed(g, side), g.improved
    last = g.standing
    if last is None or last.ready is not ready:
        free = board_of([u for u, step in ready.near.items() if step & ~closed])
        last = g.standing = Standing(ready, closed, free, improved, _dug_in(g, ready, improved & g.occupied[side]))
    elif last.closed != closed or last.improved != improved:
        free = last.free
        if changed := last.closed ^ closed:
            for u, step in ready.near.items():
                if step & changed:
                    free = free | 1 << u if step & ~closed else free & ~(1 << u)
        dug_in = last.dug_in | _dug_in(g, ready, improved & ~last.improved)  # who left his position has moved
        last = g.standing = Standing(ready, closed, free, improved, dug_in)
    return last


def _dug_in(g: State, ready: Ready, improved: int) -> int:
    """The units that may dig and stand in some improved positions."""
    return board_of([unit for cell in cells(improved) for unit in g.units_at(cell)]) & ready.diggers


def movers(g: State, side: Side, ready: Ready) -> list[int]:
    """The units a player may pick up."""
    able = ready.able & ~(improved_positions.busy(g) & ~g.remade)
    slow = _in_question(g, side, ready)
    odd = able & (slow | g.box.leader_units | (g.box.british if g.box.inter_allied else 0))
    free = standing(g, side, ready).free
    found = able & ~odd & free
    for unit in cells(able & ~odd & ~free):
        if has_way(g, unit):
            found |= 1 << unit
    closed = ~leaders.closed(g, side) if odd & g.box.leader_units else 0
    for unit in cells(odd):
        beside = g.box.leader_units >> unit & 1 and not slow >> unit & 1 and ready.near[unit] & closed
        if (beside and g.place[unit] != GONE) or _free(g, unit, side, ready.near[unit], slow):
            found |= 1 << unit
    return cells(found)


def may_move(g: State, unit: int, side: Side, exploiting: bool) -> bool:
    """Whether a player may pick up one unit."""
    ready = known(g, side, exploiting)
    step = ready.near.get(unit)
    if step is None or improved_positions.busy(g) & ~g.remade & 1 << unit:
        return False
    return _free(g, unit, side, step, _in_question(g, side, ready))


def _closed(g: State, side: Side, british: bool = False) -> int:
    """6.1, 28.2 Where there is no room for one more unit of a side."""
    full = g.full[side]
    return full | allies.strange_to(g, british) if g.box.inter_allied and side is Side.ALLIED else full


def _free(g: State, unit: int, side: Side, step: int, slow: int) -> bool:
    """Whether a unit known to be able to act can go anywhere, as its side stands now."""
    if slow >> unit & 1:
        return _may_pick_special(g, unit, side, step)
    if not g.box.leader_units >> unit & 1:
        closed = _closed(g, side, bool(g.box.british >> unit & 1))
    elif g.place[unit] == GONE:
        return False
    else:
        closed = leaders.closed(g, side)
    return bool(step & ~closed) or has_way(g, unit)


def _in_question(g: State, side: Side, ready: Ready) -> int:
    """Whom a CA result or a boundary may hold back, and Peiper with his own: a free hex beside one settles nothing."""
    units = board_of(ready.strays) | g.box.thirds | g.remade | (1 << g.box.peiper if g.box.peiper >= 0 else 0)
    for duty in duties.counters(g, side) if g.duties else ():
        units |= board_of(g.units_at(duty.hex))
    return units


def _may_pick_special(g: State, unit: int, side: Side, step: int) -> bool:
    """The same for a unit of which more is asked than room; a hex next to it that will do saves the long way round."""
    group = _group(g) if (g.box.thirds | _peiper(g)) >> unit & 1 else None
    if group is None or unit not in group:
        free = _may_pick_one(g, unit, side, step)
        if group is None:
            return free
        group[unit] = free
    return bool(group[unit])


def _peiper(g: State) -> int:
    return 1 << g.box.peiper if g.box.peiper >= 0 else 0


def _group(g: State) -> dict[object, Any]:
    """36.1 What was found out about Kampfgruppe Peiper and its leader, as long as nothing that decides it changes."""
    memo = g.remember()
    found: dict[object, Any] | None = memo.get("group")
    if found is None:
        assert g.ready is not None
        group, place = g.box.kampfgruppe | _peiper(g), g.place
        units = tuple([place[unit] for unit in g.box.group])
        alone = leaders.deadly(g, Side.GERMAN) if g.box.leaders else 0
        own = (g.full[0], alone, g.moved & group, g.freed & group, g.reduced & group, g.reserve & group)
        key = (units, *own, g.remade, g.group_spent, g.dug & group, g.builders, g.duties)
        found = memo["group"] = g.ready.group.setdefault(key, {})
    return found


def _may_pick_one(g: State, unit: int, side: Side, step: int) -> bool:
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
    if duty is not None and _why_not_withdraw(g, unit, duty) is not None:
        return False
    return has_way(g, unit)


def builders(g: State, side: Side, ready: Ready) -> dict[str, Sequence[int | None]]:
    """8.1, 8.2, 13.3 What can be built, and by whom."""
    idle = ~improved_positions.busy(g)
    found: dict[str, Sequence[int | None]] = {}
    if diggers := ready.diggers & idle & ~standing(g, side, ready).dug_in:
        found["improve"] = cells(diggers)
    if fortifiers := [u for u in cells(ready.fortifiers & idle) if not g.forts >> g.place[u] & 1]:
        found["fortify"] = fortifiers
    if repairers := [u for u in ready.repairers if idle >> u & 1 and bridges.may_repair(g, u)]:
        found["repair"] = repairers
    return found


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_move(g: State, unit: int, side: Side, exploiting: bool) -> Reason | None:
    """Why a unit may not be picked up."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side may be moved")
    name = g.name(unit)
    if g.place[unit] >= OFF_MAP:
        return _why_not_enter(g, unit, exploiting)
    if exploiting and garrison.slows(g, unit):
        return Reason("BW-35b", f"{name} may not exploit: the 7th Army left its flank open")
    if exploiting and g.box.leaders:
        if not g.moved >> unit & 1 and (reason := release.why_not_exploit(g, unit)) is not None:
            return reason
    elif exploiting and not g.reserve >> unit & 1 and not g.moved >> unit & 1:
        return Reason("BW-4j", f"{name} is not in reserve")
    if g.moved & ~g.remade & 1 << unit:
        return Reason("BW-14.3a" if exploiting else "BW-5.2b", f"{name} has moved already")
    if not exploiting and g.reserve >> unit & 1:
        return Reason("BW-14.1b", f"{name} is in reserve and waits for the exploitation phase")
    if g.dug >> unit & 1:
        return Reason("BW-8.1d", f"{name} has built and stays where it is this turn")
    if improved_positions.busy(g) & ~g.remade & 1 << unit:
        return Reason("BW-13.3c", f"{name} is building a bridge")
    if (reason := why_held(g, unit)) is not None:
        return reason
    if destinations.stays_engaged(g, unit):
        return Reason("BW-9.5s", f"{name} is engaged and must stay in place")
    duty = duties.counter_duty(g, side, g.place[unit])
    if duty is not None and (reason := _why_not_withdraw(g, unit, duty)) is not None:
        return reason
    if not has_way(g, unit):
        return Reason("BW-5.2d", f"{name} cannot reach any hex where it may stop")
    return None


def _why_not_enter(g: State, unit: int, exploiting: bool) -> Reason | None:
    reason = reinforcements.why_not_due(g, unit)
    if reason is not None:
        return reason
    if exploiting:
        return Reason("BW-4g", "reinforcements enter in the movement phase")
    if not has_way(g, unit):
        return Reason("BW-16.2a", f"the entry hexes of {g.name(unit)} are blocked")
    return None


def _why_not_withdraw(g: State, unit: int, duty: Duty) -> Reason | None:
    """9.5 Why a unit under a CA result may not leave its hex."""
    name = g.name(unit)
    if duty.chosen == duties.FIGHTING:
        return Reason("BW-9.5j", f"{name} is bound to counterattack with the units that moved in")
    if duty.chosen == duties.OPEN:
        for other in g.units_at(duty.hex):
            if other != unit and not _could_leave(g, other):
                return Reason("BW-9.5l", f"{g.name(other)} cannot leave, so all units there must counterattack")
    return None


def _could_leave(g: State, unit: int) -> bool:
    """Whether a unit is free to leave its hex and has a way out."""
    free = not improved_positions.busy(g) >> unit & 1 and not held(g, unit) and not destinations.stays_engaged(g, unit)
    if not free:
        return False
    apart = g.box.thirds >> unit & 1
    if not apart and destinations.can_step(g, unit) & ~no_room(g, unit) and not boundaries.strayed(g, unit):
        return True
    return has_way(g, unit)


def why_not_end(g: State, side: Side, exploiting: bool, ready: Ready) -> Reason | None:
    """9.5, 5.4, 36.1 Why the phase may not end yet."""
    if side is Side.GERMAN and g.box.thirds and (reason := _why_not_together(g, exploiting)) is not None:
        return reason
    if exploiting:
        return None
    for duty in duties.counters(g, side) if g.duties else ():
        if duty.chosen == duties.WITHDRAWING:
            for unit in g.units_at(duty.hex):
                if _could_leave(g, unit):
                    return Reason("BW-9.5k", f"{g.hex_name(duty.hex)} is being given up: {g.name(unit)} must leave too")
    for unit in ready.strays:
        if g.on_map(unit) and boundaries.strayed(g, unit) and _must_return(g, unit):
            return Reason("BW-5.4h", f"{g.name(unit)} must return to its own army's sector now")
    return None


def _why_not_together(g: State, exploiting: bool) -> Reason | None:
    """36.1, 36.L4 Why Kampfgruppe Peiper and its leader may not be where they are."""
    group = _group(g)
    if "end" not in group:
        reason = _why_not_apart(g, exploiting)
        if reason is None and g.box.peiper >= 0:
            reason = _why_not_away(g, exploiting)
        group["end"] = reason
    found: Reason | None = group["end"]
    return found


def _why_not_apart(g: State, exploiting: bool) -> Reason | None:
    """36.1, 36.2 Why the battalions of Kampfgruppe Peiper may not be as far apart as they are.

    Those that combat has parted have until the end of the player turn, if one of them is in reserve.
    """
    far = kampfgruppe.scattered(g)
    if far and not exploiting and g.reserve & g.box.thirds:
        far &= ~g.parted
    if not far:
        return None
    movable = board_of(u for u in kampfgruppe.battalions(g) if may_move(g, u, Side.GERMAN, exploiting))
    if not movable or not destinations.can_mend(g, movable):
        return None
    unit = cells(far)[0]
    rule = "BW-36.2" if g.parted >> unit & 1 else "BW-36.1a"
    return Reason(rule, f"{g.name(unit)} must be within two hexes of another battalion of Kampfgruppe Peiper")


def _why_not_away(g: State, exploiting: bool) -> Reason | None:
    """36.L4 Why Peiper may not be as far from his Kampfgruppe as he is when exploitation is over, or does not come."""
    leader, men = g.box.peiper, kampfgruppe.men(g)
    if not g.on_map(leader) or not men or (g.reserve & g.box.kampfgruppe and not exploiting):
        return None
    near = kampfgruppe.near(g, board_of(g.place[unit] for unit in men))
    if near >> g.place[leader] & 1 or not may_move(g, leader, Side.GERMAN, exploiting):
        return None
    if not destinations.ends(g, leader, destinations.reachable(g, leader)) & near:
        return None
    return Reason("BW-36.L4", f"{g.name(leader)} must be within two hexes of his Kampfgruppe")


def _must_return(g: State, unit: int) -> bool:
    free = not improved_positions.busy(g) >> unit & 1 and not destinations.stays_engaged(g, unit) and not held(g, unit)
    if not free:
        return False
    duty = duties.counter_duty(g, Side.GERMAN, g.place[unit])
    if duty is not None and _why_not_withdraw(g, unit, duty) is not None:
        return False
    return destinations.can_return(g, unit)
