"""8.1 Activation: which units may still act, and why others may not."""

from __future__ import annotations

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules import occupation, reinforcements, supply
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import destinations
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import may_leave
from ardennes.titles.tigers_in_the_mist.rules.special_forces import RESTRICT_MOBILITY
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, DONE, ENTRENCHED, HELD, MOVED, Ready, State


def known(g: State, side: Side) -> Ready:
    """What has been found out about the units of the moving side and still holds.

    While a side moves, little changes for a unit that has not acted: a bridge blown near it, Special Forces in its way.
    """
    decides = (side, g.day, g.impulse, g.blown, g.special.effect, g.shifted)
    kept = g.ready
    if kept is None or kept.decides != decides:
        awake = [unit for unit in g.box.units.of[side] if g.on_map(unit) and not g.status[unit] & DONE]
        doors = [(unit, _doors(g, unit, side)) for unit in awake if free(g, unit, side)]
        kept = g.ready = Ready(decides, awake, doors, None, None)
    return kept


def movers(g: State, side: Side) -> list[int]:
    """8.1 The units a player may pick up to move: those found a moment ago, less the ones that have acted since.

    The German occupation limits of December 16 make every move matter to all. Otherwise only a unit that owes MP for
    going round to another zone (11.14) has so few left that friends in its way matter.
    """
    kept = known(g, side)
    status = g.status
    if g.day == 16 and side is Side.GERMAN:
        room, strength = occupation.room(g, side), g.strength
        return [
            unit
            for unit, near in kept.doors
            if not status[unit] & DONE and (near & room[strength[unit]] or _has_way(g, unit, side))
        ]
    found = kept.movers
    if found is None:
        found = [unit for unit, near in kept.doors if not status[unit] & DONE and (near or _has_way(g, unit, side))]
        g.ready = Ready(kept.decides, kept.awake, kept.doors, found, kept.diggers)
        return found
    if g.debt == g.box.no_debt:
        return [unit for unit in found if not status[unit] & DONE]
    settled = {unit for unit in found if not g.debt[unit]}
    return [
        unit
        for unit, _ in kept.doors
        if not status[unit] & DONE and (_has_way(g, unit, side) if g.debt[unit] else unit in settled)
    ]


def may_pick(g: State, unit: int, side: Side) -> bool:
    """Whether a unit on the map may be picked up to move."""
    if g.status[unit] & DONE or not free(g, unit, side):
        return False
    near = _doors(g, unit, side)
    if side is Side.GERMAN and g.day == 16:
        near &= occupation.room(g, side)[g.strength[unit]]
    return bool(near) or _has_way(g, unit, side)


def free(g: State, unit: int, side: Side) -> bool:
    """5.23, 5.24, 11.14, 12.25 Not kept in place by the first impulse, by a zone or on its way round to one."""
    if g.day == 16 and g.impulse == 1:
        triangle = g.box.units.rows[unit].triangle
        if triangle != "white" if side is Side.ALLIED else triangle == "red":
            return False
    return not (g.shifted >> unit & 1 or (side is Side.GERMAN and g.box.one_way >> g.place[unit] & 1))


def _has_way(g: State, unit: int, side: Side) -> bool:
    """Whether the unit can go anywhere at all: the whole search, for units that no place next door settles."""
    return bool(destinations(g, (unit,), side)) or bool(reinforcements.shifts(g, reinforcements.Waiting((unit,), side)))


def _doors(g: State, unit: int, side: Side) -> int:
    """The places next door where a unit surely may step and stop, the limits of December 16 apart.

    A unit with 4 MP can pay for any dry road step there is, and with 6 even through Special Forces; one with fewer has
    to be searched for.
    """
    here = g.place[unit]
    enough = 6 if side is Side.ALLIED and g.special.effect == RESTRICT_MOBILITY else 4
    if g.allowance(unit) - g.spent[unit] - g.debt[unit] < enough or not may_leave(g, here, side):
        return 0
    near = g.box.map.net(g.blown).neighbours[here] & ~g.box.closed[side]
    if g.box.inside >> here & 1:
        near &= g.box.inside
    if supply.for_movement(g, unit):
        near &= g.supply[2 * side + g.box.units.infantry[unit]]
    if g.occupied[1 - side] >> here & 1:
        near &= ~g.occupied[1 - side] | g.box.map.all_zones
    return near


def why_not_move(g: State, unit: int, side: Side) -> Reason | None:
    """Why a unit may not be picked up to move."""
    reason = why_not_active(g, unit, side)
    if reason is not None:
        return reason
    name = g.name(unit)
    if g.day == 16 and g.impulse == 1:
        triangle = g.box.units.rows[unit].triangle
        if side is Side.ALLIED and triangle != "white":
            return Reason("TM-5.23a", say("{name} may not move in the first impulse of December 16", name=name))
        if side is Side.GERMAN and triangle == "red":
            return Reason("TM-5.24", say("{name} may not move before 16-2", name=name))
    if side is Side.GERMAN and g.box.one_way >> g.place[unit] & 1:
        return Reason("TM-12.25", say("{name} has left the map and may not come back", name=name))
    if g.shifted >> unit & 1:
        return Reason("TM-11.14a", say("{name} is on its way to another zone and may enter next impulse", name=name))
    if not destinations(g, (unit,), side) and not reinforcements.shifts(g, reinforcements.Waiting((unit,), side)):
        return Reason("TM-8.38", say("{name} cannot reach any place where it may stop", name=name))
    return None


def why_not_active(g: State, unit: int, side: Side) -> Reason | None:
    """8.25, 8.51, 9.14, 9.16, 10.14 Why a unit may do nothing more today."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("TM-6.0d", "only units of the moving side may be moved")
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("TM-6.0b", say("{name} is not in play", name=name))
    if g.status[unit] & MOVED:
        return Reason("TM-8.25a", say("{name} has already moved today", name=name))
    if g.status[unit] & ATTACKED:
        return Reason("TM-9.16", say("{name} has attacked today", name=name))
    return done_today(g, unit) if g.status[unit] & HELD else None


def done_today(g: State, unit: int) -> Reason:
    """8.25, 8.51, 9.14, 10.14 What a unit has done today that neither moved nor attacked and may do no more."""
    name = g.name(unit)
    if g.builders >> unit & 1:
        return Reason("TM-10.14a", say("{name} has worked on a bridge today", name=name))
    if g.status[unit] & ENTRENCHED and g.spent[unit]:
        return Reason("TM-8.51c", say("{name} has dug in today", name=name))
    if g.spent[unit]:
        return Reason("TM-8.25a", say("{name} was stopped at a bridge today and has had its move", name=name))
    return Reason("TM-9.14b", say("{name} stood by today while friends attacked beside it", name=name))
