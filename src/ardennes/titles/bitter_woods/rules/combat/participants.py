"""9.1 Who may attack what: adjacent units, and the limits of boundaries, surprise and counterattacks."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.rules import artillery, surprise
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.judging import off_map
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import armed
from ardennes.titles.bitter_woods.state import Duty, State

# ---- striking ----------------------------------------------------------------------------------------------


def building(g: State) -> int:
    """13.3 The units that build a bridge."""
    return board_of(unit for unit, _ in g.builders)


def over_cliff(g: State, unit: int, cell: int) -> bool:
    """5.3 Whether a cliff lies between a unit and a hex."""
    return g.box.map.grid.has_side(g.box.ground.cliff, g.place[unit], cell)


#: 9.1, 13.3, 14.1 Units that may not attack at all.
BARRED = Rungs(
    lambda g, attack, unit: {"name": g.name(unit)},
    Rung("BW-9.1f", "{name} has attacked in this phase", lambda g, attack, left: left & g.attacked),
    Rung("BW-14.1b", "{name} is in reserve", lambda g, attack, left: left & g.reserve),
    Rung("BW-13.3c", "{name} is building a bridge", lambda g, attack, left: left & building(g) if g.builders else 0),
)


def _not_beside(g: State, cell: int, left: int) -> int:
    """9.1 Units that are not next to a hex."""
    near, place = g.box.map.grid.neighbours[cell], g.place
    return board_of([unit for unit in cells(left) if not near >> place[unit] & 1])


def _bounded(g: State, cell: int, left: int) -> int:
    """5.4 Units that may not attack into a hex beyond their boundary."""
    if not boundaries.in_force(g):
        return 0
    return board_of(unit for unit in cells(left) if not boundaries.may_attack(g, unit, cell))


def _unprepared(g: State, cell: int, left: int) -> int:
    """15.7 Units whose army does not face those in a hex on 16AM."""
    if not g.surprised:
        return 0
    return board_of(unit for unit in cells(left) if not surprise.may_attack(g, unit, cell))


#: 5.3, 5.4, 9.1, 15.5, 15.7 What keeps a unit that is no artillery from striking at a hex.
STRIKES = Rungs(
    lambda g, attack, unit: {"name": g.name(unit), "where": g.hex_name(attack.hex)},
    *BARRED,
    Rung(
        "BW-9.1b",
        "{name} is not next to {where}",
        lambda g, attack, left: _not_beside(g, attack.hex, left),
    ),
    Rung(
        "BW-5.3y",
        "a cliff lies between {name} and {where}",
        each(lambda g, attack, unit: over_cliff(g, unit, attack.hex)),
    ),
    *surprise.HELD,
    Rung(
        "BW-5.4b",
        "6th Panzer Army may not attack into {where} until 18PM",
        lambda g, attack, left: _bounded(g, attack.hex, left),
    ),
    Rung(
        "BW-15.7d1",
        "{where} is not opposite the army of {name} on 16AM",
        lambda g, attack, left: _unprepared(g, attack.hex, left),
    ),
)


def free_to_strike(g: State, unit: int, cell: int) -> bool:
    """Whether a unit that is no artillery may strike at a hex, counterattack duties left out of account."""
    return bool(STRIKES.free(g, Attack(g.box.units.side(unit), cell, ()), 1 << unit))


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
        return bool(BARRED.free(g, None, 1 << unit))
    return free_to_strike(g, unit, cell)


def counter_binding(g: State, unit: int, side: Side) -> int | None:
    """9.5 The hexes a unit bound to counterattack may strike; None for all others."""
    if not g.duties or not g.on_map(unit):
        return None
    duty = duties.counter_duty(g, side, g.place[unit])
    if duty is None or unit not in bound_to_counter(g, duty):
        return None
    return counter_targets(g, duty) or None


# ---- joining an attack -------------------------------------------------------------------------------------


def _elsewhere(g: State, attack: Attack, unit: int) -> bool:
    """9.5 Whether a unit is bound to counterattack another hex."""
    binding = counter_binding(g, unit, attack.side)
    return binding is not None and not binding >> attack.hex & 1


def _of_guns(rung: Rung) -> Rung:
    """A rung of artillery, for all who could take part: it says nothing of others."""
    return rung._replace(keeps_out=lambda g, attack, left: rung.keeps_out(g, attack, left & g.box.units.all_artillery))


def _of_others(rung: Rung) -> Rung:
    """A rung of units next to the enemy, for all who could take part: it says nothing of artillery."""
    return rung._replace(keeps_out=lambda g, attack, left: rung.keeps_out(g, attack, left & ~g.box.units.all_artillery))


def named(g: State, attack: Attack, unit: int) -> Mapping[str, object]:
    """What sentences about an attack, and a unit that may take part in it, speak of."""
    where = g.hex_name(attack.hex)
    alone = g.name(attack.units[0]) if attack.units else ""
    return {"name": g.name(unit), "where": where, "cell": where, "hex": where, "units": alone}


#: 27.1 Kampfgruppe Peiper after its exploitation.
ALONE = Rung(
    "BW-27.1c",
    "{units} attacks alone, without artillery and aircraft",
    lambda g, attack, left: left if attack.alone else 0,
)
#: 9.5 Those who counterattack.
BOUND = Rung(
    "BW-9.5h",
    "{name} must counterattack the units that attacked it",
    lambda g, attack, left: each(_elsewhere)(g, attack, left) if g.duties else 0,
)

#: 9.1, 9.2 What keeps a unit from taking part in an attack: any, those next to the enemy, and artillery.
ATTACKERS = Rungs(
    named,
    ALONE,
    Rung(
        "BW-9.1a",
        "only units of the attacker take part in the attack",
        lambda g, attack, left: left & ~g.box.units.all_of[attack.side],
    ),
    Rung("BW-9.1b", "{name} is not on the map", off_map),
    *BARRED,
    Rung(
        "BW-24.3e",
        "{name} is a leader and has no strength",
        lambda g, attack, left: left & g.box.leader_units,
    ),
    *map(_of_guns, artillery.SUPPORT),
    *[_of_others(rung) for rung in STRIKES if rung not in BARRED],
    BOUND,
)
STRIKERS = Rungs(named, *STRIKES, BOUND)
GUNNERS = Rungs(named, *BARRED, *artillery.SUPPORT, BOUND)


def may_strike(g: State, unit: int, cell: int, side: Side) -> bool:
    """Whether a unit that is no artillery may take part in an attack on a hex."""
    return bool(STRIKERS.free(g, Attack(side, cell, ()), 1 << unit))


def strikers(g: State, cell: int, side: Side) -> list[int]:
    """The units next to a hex that may attack it."""
    fights = g.box.units.fights
    near = g.box.map.grid.neighbours[cell] & armed(g, side)
    units = [unit for place in cells(near) for unit in g.stacks[place] if fights[unit]]
    able = STRIKERS.free(g, Attack(side, cell, ()), board_of(units)) if units else 0
    return [unit for unit in units if able >> unit & 1]


def supporters(g: State, cell: int, side: Side) -> list[int]:
    """The artillery that may support an attack on a hex."""
    return cells(GUNNERS.free(g, Attack(side, cell, ()), artillery.guns(g, side)))


# ---- hexes -------------------------------------------------------------------------------------------------


def _fighters(g: State, side: Side) -> int:
    """2.5 The hexes of a side with units that attack."""
    fights = g.box.units.fights
    return board_of(cell for cell in cells(g.occupied[side]) if any(fights[unit] for unit in g.stacks[cell]))


def _nobody(g: State, side: Side, cell: int) -> Reason:
    """9.1 Why the first of those next to a hex may not attack it."""
    near = cells(g.box.map.grid.neighbours[cell] & _fighters(g, side))
    units = [unit for place in near for unit in g.units_at(place) if g.box.units.fights[unit]]
    reason = ATTACKERS.why_not(g, Attack(side, cell, ()), units[0]) if units else None
    return reason or Reason("BW-9.1b", say("none of your units may attack {where}", where=g.hex_name(cell)))


#: 9.1 What keeps a side from attacking a hex.
TARGETS = Rungs(
    lambda g, side, cell: {"where": g.hex_name(cell)},
    Rung("BW-9.1b", "no enemy unit is in {where}", lambda g, side, left: left & ~g.occupied[side.enemy]),
    Rung(
        "BW-9.1b",
        "none of your units is next to {where}",
        lambda g, side, left: left & ~g.box.map.grid.around(g.occupied[side]),
    ),
    Rung(
        "BW-10.2c",
        "only artillery is next to {where}, and it does not attack by itself",
        lambda g, side, left: left & ~g.box.map.grid.around(_fighters(g, side)),
    ),
    Rung("BW-9.1b", "", each(lambda g, side, cell: not strikers(g, cell, side)), reason=_nobody),
)
