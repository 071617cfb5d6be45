"""9.1 Who may attack what: adjacent units, and the limits of boundaries, surprise and counterattacks."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.rules import artillery, leaders, surprise
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import armed
from ardennes.titles.bitter_woods.state import Duty, State


def barred(g: State) -> int:
    """9.1, 13.3, 14.1 Units that may not attack: they have, are in reserve, or build a bridge."""
    return g.attacked | g.reserve | board_of(unit for unit, _ in g.builders)


def free_to_strike(g: State, unit: int, cell: int) -> bool:
    """Whether a unit next to a hex may attack it, counterattack duties left out of account."""
    if (g.attacked | g.reserve) >> unit & 1 or surprise.held(g, unit):
        return False
    if g.builders and barred(g) >> unit & 1:
        return False
    if not g.box.map.grid.adjacent(g.place[unit], cell) or over_cliff(g, unit, cell):
        return False
    if g.turn > g.box.boundaries_until:
        return True
    return boundaries.may_attack(g, unit, cell) and surprise.may_attack(g, unit, cell)


def over_cliff(g: State, unit: int, cell: int) -> bool:
    """5.3 Whether a cliff lies between a unit and a hex."""
    return g.box.map.grid.has_side(g.box.ground.cliff, g.place[unit], cell)


# ---- counterattacks ----------------------------------------------------------------------------------------


def bound_to_counter(g: State, duty: Duty) -> list[int]:
    """9.5 The units that have to counterattack together: those still there that can attack at all."""
    able = []
    for unit in (*duties.still_there(g, duty), *[u for u in duty.joined if g.place[u] == duty.hex]):
        kind = g.box.units.kind[unit]
        if g.box.units.fights[unit] or (kind is Kind.ROCKET and artillery.may_fire(g, unit) and g.in_supply(unit)):
            able.append(unit)
    return able


def counter_targets(g: State, duty: Duty) -> int:
    """9.5 The hexes of original attackers that all units bound to counterattack may strike."""
    units = bound_to_counter(g, duty)
    if not any(g.box.units.fights[unit] for unit in units):
        return 0
    hexes = board_of(g.place[unit] for unit in duties.still_beside(g, duty))
    return board_of(cell for cell in cells(hexes) if all(_may_counter(g, unit, cell) for unit in units))


def _may_counter(g: State, unit: int, cell: int) -> bool:
    if g.box.units.kind[unit] is Kind.ROCKET:
        return not barred(g) >> unit & 1
    return free_to_strike(g, unit, cell)


def counter_binding(g: State, unit: int, side: Side) -> int | None:
    """9.5 The hexes a unit bound to counterattack may strike; None for all others."""
    if not g.duties or not g.on_map(unit):
        return None
    duty = duties.counter_duty(g, side, g.place[unit])
    if duty is None or unit not in bound_to_counter(g, duty):
        return None
    return counter_targets(g, duty) or None


# ---- lists -------------------------------------------------------------------------------------------------


def may_strike(g: State, unit: int, cell: int, side: Side) -> bool:
    """Whether a unit that is no artillery may attack a hex."""
    if not free_to_strike(g, unit, cell):
        return False
    binding = counter_binding(g, unit, side)
    return binding is None or bool(binding >> cell & 1)


def strikers(g: State, cell: int, side: Side) -> list[int]:
    """The units next to a hex that may attack it."""
    fights = g.box.units.fights
    near = g.box.map.grid.neighbours[cell] & armed(g, side)
    return [u for place in cells(near) for u in g.stacks[place] if fights[u] and may_strike(g, u, cell, side)]


def supporters(g: State, cell: int, side: Side) -> list[int]:
    """The artillery that may support an attack on a hex."""
    spent = barred(g) | g.fired
    guns = [
        gun for gun in g.box.guns[side] if not spent >> gun & 1 and artillery.may_support_attack(g, gun, cell, side)
    ]
    return [gun for gun in guns if _binding_allows(g, gun, cell, side)] if g.duties else guns


def _binding_allows(g: State, unit: int, cell: int, side: Side) -> bool:
    binding = counter_binding(g, unit, side)
    return binding is None or bool(binding >> cell & 1)


def targets(g: State, side: Side) -> int:
    """9.1 Every hex the phasing player may attack now."""
    grid, enemy = g.box.map.grid, g.occupied[side.enemy]
    front = armed(g, side) & grid.around(enemy)
    if not front:
        return 0
    if g.duties or (side is Side.GERMAN and g.turn <= g.box.boundaries_until):
        return _targets_one_by_one(g, side, front, enemy)
    spent, fights, stacks = barred(g), g.box.units.fights, g.stacks
    from_where = 0
    for place in cells(front):
        for unit in stacks[place]:
            if fights[unit] and not spent >> unit & 1 and not surprise.held(g, unit):
                from_where |= 1 << place
                break
    return grid.stepped(from_where, g.box.ground.open_to_attack) & enemy


def _targets_one_by_one(g: State, side: Side, front: int, enemy: int) -> int:
    """The same where boundaries, surprise or counterattacks make units differ."""
    grid, fights = g.box.map.grid, g.box.units.fights
    spent = barred(g)
    found = 0
    for place in cells(front):
        near = grid.neighbours[place] & enemy
        for unit in g.stacks[place]:
            if near & ~found and fights[unit] and not spent >> unit & 1:
                found |= board_of(cell for cell in cells(near & ~found) if may_strike(g, unit, cell, side))
    return found


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_join(g: State, unit: int, cell: int, side: Side) -> Reason | None:
    """Why a unit may not take part in an attack on a hex."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-9.1a", "only units of the attacker take part in the attack")
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("BW-9.1b", say("{name} is not on the map", name=name))
    if g.attacked >> unit & 1:
        return Reason("BW-9.1f", say("{name} has attacked in this phase", name=name))
    if g.reserve >> unit & 1:
        return Reason("BW-14.1b", say("{name} is in reserve", name=name))
    if barred(g) >> unit & 1:
        return Reason("BW-13.3c", say("{name} is building a bridge", name=name))
    if leaders.is_leader(g, unit):
        return Reason("BW-24.3e", say("{name} is a leader and has no strength", name=name))
    if g.box.units.artillery[unit]:
        reason = artillery.why_not_support_attack(g, unit, cell, side)
    else:
        reason = _why_not_strike(g, unit, cell)
    if reason is None and not _binding_allows(g, unit, cell, side):
        reason = Reason("BW-9.5h", say("{name} must counterattack the units that attacked it", name=name))
    return reason


def _why_not_strike(g: State, unit: int, cell: int) -> Reason | None:
    name, where = g.name(unit), g.hex_name(cell)
    if not g.box.map.grid.adjacent(g.place[unit], cell):
        return Reason("BW-9.1b", say("{name} is not next to {where}", name=name, where=where))
    if over_cliff(g, unit, cell):
        return Reason("BW-5.3y", say("a cliff lies between {name} and {where}", name=name, where=where))
    if (reason := surprise.why_held(g, unit)) is not None:
        return reason
    if not boundaries.may_attack(g, unit, cell):
        return Reason("BW-5.4b", say("6th Panzer Army may not attack into {where} until 18PM", where=where))
    if not surprise.may_attack(g, unit, cell):
        return Reason("BW-15.7d", say("{where} is not opposite the army of {name} on 16AM", where=where, name=name))
    return None


def why_not_attack(g: State, cell: int, side: Side) -> Reason | None:
    """Why a hex may not be attacked now."""
    grid = g.box.map.grid
    if not 0 <= cell < grid.size or not grid.board >> cell & 1:
        return Reason("BW-9.1b", "there is no such hex")
    where = g.hex_name(cell)
    if not g.holds(side.enemy, cell):
        return Reason("BW-9.1b", say("no enemy unit is in {where}", where=where))
    if strikers(g, cell, side):
        return None
    near = [u for place in cells(grid.neighbours[cell] & g.occupied[side]) for u in g.units_at(place)]
    if not near:
        return Reason("BW-9.1b", say("none of your units is next to {where}", where=where))
    if not any(g.box.units.fights[unit] for unit in near):
        return Reason(
            "BW-10.2c", say("only artillery is next to {where}, and it does not attack by itself", where=where)
        )
    reasons = [why_not_join(g, unit, cell, side) for unit in near if g.box.units.fights[unit]]
    found = next((reason for reason in reasons if reason is not None), None)
    return found or Reason("BW-9.1b", say("none of your units may attack {where}", where=where))
