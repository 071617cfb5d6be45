"""8.1, 8.5 Which units may still move, dig in or join a stack: found once, and kept while little changes."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.rules import occupation, reinforcements, supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import Waiting, may_leave
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import destinations
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
        fought = [unit for unit in g.box.units.of[side] if g.status[unit] & ATTACKED and g.on_map(unit)]
        kept = g.ready = Ready(decides, awake, doors, fought, None, None)
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
        g.ready = kept._replace(movers=found)
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
    return bool(destinations(g, (unit,), side)) or bool(reinforcements.shifts(g, Waiting((unit,), side)))


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
        g.ready = kept._replace(diggers=found)
    after_moving = [unit for unit in g.box.engineers[side] if status[unit] & DONE and may_dig(g, unit, side)]
    after_battle = [unit for unit in kept.fought if unit not in after_moving and may_dig(g, unit, side)]
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


def joiners(g: State, units: tuple[int, ...], side: Side) -> list[int]:
    """8.21 The units that may be added to a stack."""
    return [
        unit
        for unit in g.units_at(g.place[units[0]], side)
        if unit not in units
        if g.dawn[unit] == g.dawn[units[0]] and not g.status[unit] & DONE and free(g, unit, side)
    ]
