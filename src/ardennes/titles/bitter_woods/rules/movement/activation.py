"""5.1, 14.1 Which units may move or build, and why others may not."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
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
from ardennes.titles.bitter_woods.state import Duty, Ready, State


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
    if exploiting:
        return Ready(decides, near, (), (), (), (), {})
    diggers = tuple(u for u in g.box.players[side] if improved_positions.could_dig(g, u, side))
    town, fortifiable = g.box.ground.town, g.box.fortifiable if side is Side.ALLIED else 0
    return Ready(
        decides,
        near,
        tuple(u for u in diggers if not town >> g.place[u] & 1),
        tuple(u for u in diggers if fortifiable >> g.place[u] & 1),
        tuple(u for u in g.box.players[side] if bridges.could_repair(g, u, side)),
        tuple(boundaries.strays(g)) if side is Side.GERMAN else (),
        {},
    )


def movers(g: State, side: Side, exploiting: bool) -> list[int]:
    """The units a player may pick up."""
    ready = known(g, side, exploiting)
    near = ready.near
    busy = improved_positions.busy(g) & ~g.remade
    slow = _in_question(g, side, ready)
    room = _room(g, side)
    odd = slow | g.box.leader_units | (g.box.british if g.box.inter_allied else 0)
    return [
        u
        for u, step in near.items()
        if not busy >> u & 1 and (_free(g, u, side, step, slow) if odd >> u & 1 else step & room or has_way(g, u))
    ]


def may_move(g: State, unit: int, side: Side, exploiting: bool) -> bool:
    """Whether a player may pick up one unit."""
    ready = known(g, side, exploiting)
    step = ready.near.get(unit)
    if step is None or improved_positions.busy(g) & ~g.remade & 1 << unit:
        return False
    return _free(g, unit, side, step, _in_question(g, side, ready))


def _room(g: State, side: Side, british: bool = False) -> int:
    """6.1, 28.2 Where there is room for one more unit of a side."""
    room = ~g.full[side]
    return room & ~allies.strange_to(g, british) if g.box.inter_allied and side is Side.ALLIED else room


def _free(g: State, unit: int, side: Side, step: int, slow: int) -> bool:
    """Whether a unit known to be able to act can go anywhere, as its side stands now."""
    if slow >> unit & 1:
        return _may_pick_special(g, unit, side, step)
    free = _room(g, side, bool(g.box.british >> unit & 1))
    if g.box.leader_units >> unit & 1:
        if g.place[unit] == GONE:
            return False
        free = ~leaders.closed(g, side)
    return bool(step & free) or has_way(g, unit)


def _in_question(g: State, side: Side, ready: Ready) -> int:
    """Whom a CA result or a boundary may hold back, and Peiper with his own: a free hex beside one settles nothing."""
    units = board_of(ready.strays) | g.box.thirds | g.remade | (1 << g.box.peiper if g.box.peiper >= 0 else 0)
    for duty in duties.counters(g, side) if g.duties else ():
        units |= board_of(g.units_at(duty.hex))
    return units


def _may_pick_special(g: State, unit: int, side: Side, step: int) -> bool:
    """The same for a unit of which more is asked than room; a hex next to it that will do saves the long way round."""
    bit = 1 << unit
    place = g.place[unit]
    stray = g.turn <= g.box.boundaries_until and place < OFF_MAP and boundaries.strayed(g, unit)
    if stray or g.remade & bit or place == GONE or (g.duties and duties.counter_duty(g, side, place)):
        return may_pick(g, unit, side)
    step &= ~no_room(g, unit) & ~allies.strangers(g, unit)
    if g.box.thirds & bit:
        others = [other for other in kampfgruppe.battalions(g) if other != unit]
        step = kampfgruppe.in_touch(g, step, [_within_a_step(g, other) for other in others])
    elif unit == g.box.peiper and (men := kampfgruppe.men(g)):
        step &= kampfgruppe.near(g, union(_within_a_step(g, other) for other in men))
    if step or not g.box.thirds & bit or g.ready is None:
        return bool(step) or may_pick(g, unit, side)
    places = tuple([g.place[other] for other in g.box.battalions])
    key = (unit, places, g.full[side], g.moved & g.box.thirds, g.freed, g.remade, g.dug, g.builders, g.duties)
    if key not in g.ready.ways:
        g.ready.ways[key] = may_pick(g, unit, side)
    return g.ready.ways[key]


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


def builders(g: State, ready: Ready) -> dict[str, Sequence[int | None]]:
    """8.1, 8.2, 13.3 What can be built, and by whom."""
    busy = improved_positions.busy(g)
    found: dict[str, Sequence[int | None]] = {}
    place, improved = g.place, g.improved
    if diggers := [u for u in ready.diggers if not busy >> u & 1 and not improved >> place[u] & 1]:
        found["improve"] = diggers
    if fortifiers := [u for u in ready.fortifiers if not busy >> u & 1 and not g.forts >> place[u] & 1]:
        found["fortify"] = fortifiers
    if repairers := [u for u in ready.repairers if bridges.may_repair(g, u)]:
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
    if duty is not None and (reason := _why_not_withdraw(g, unit, duty)) is not None:
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


def _why_not_withdraw(g: State, unit: int, duty: Duty) -> Reason | None:
    """9.5 Why a unit under a CA result may not leave its hex."""
    name = g.name(unit)
    if duty.chosen == duties.FIGHTING:
        return Reason("BW-9.5j", say("{name} is bound to counterattack with the units that moved in", name=name))
    if duty.chosen == duties.OPEN:
        for other in g.units_at(duty.hex):
            if other != unit and not _could_leave(g, other):
                return Reason(
                    "BW-9.5l", say("{other} cannot leave, so all units there must counterattack", other=g.name(other))
                )
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


def why_not_end(g: State, side: Side, exploiting: bool) -> Reason | None:
    """9.5, 5.4, 36.1 Why the phase may not end yet."""
    if side is Side.GERMAN and g.box.thirds and (reason := _why_not_apart(g, exploiting)) is not None:
        return reason
    if side is Side.GERMAN and g.box.peiper >= 0 and (reason := _why_not_away(g, exploiting)) is not None:
        return reason
    if exploiting:
        return None
    for duty in duties.counters(g, side) if g.duties else ():
        if duty.chosen == duties.WITHDRAWING:
            for unit in g.units_at(duty.hex):
                if _could_leave(g, unit):
                    return Reason(
                        "BW-9.5k",
                        say(
                            "{hex} is being given up: {unit} must leave too",
                            hex=g.hex_name(duty.hex),
                            unit=g.name(unit),
                        ),
                    )
    for unit in known(g, side, False).strays:
        if g.on_map(unit) and boundaries.strayed(g, unit) and _must_return(g, unit):
            return Reason("BW-5.4h", say("{unit} must return to its own army's sector now", unit=g.name(unit)))
    return None


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
    return Reason(
        rule, say("{unit} must be within two hexes of another battalion of Kampfgruppe Peiper", unit=g.name(unit))
    )


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
    return Reason("BW-36.L4", say("{leader} must be within two hexes of his Kampfgruppe", leader=g.name(leader)))


def _must_return(g: State, unit: int) -> bool:
    free = not improved_positions.busy(g) >> unit & 1 and not destinations.stays_engaged(g, unit) and not held(g, unit)
    if not free:
        return False
    duty = duties.counter_duty(g, Side.GERMAN, g.place[unit])
    if duty is not None and _why_not_withdraw(g, unit, duty) is not None:
        return False
    return destinations.can_return(g, unit)
