"""5.1, 9.5 Whether a unit can go anywhere at all, and who may leave a hex under a CA result."""

from __future__ import annotations

from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.bitter_woods.rules import improved_positions, kampfgruppe
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations, exits, hindrances, sneak
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.state import Duty, State


def has_way(g: State, unit: int) -> bool:
    """Whether a unit can go anywhere at all."""
    move = destinations.picked_up(g, unit, kampfgruppe.spent(g, unit) if g.remade else 0)
    return bool(move.ends or exits.exits(g, move) or sneak.offered(g, move))


def could_leave(g: State, unit: int) -> bool:
    """Whether a unit is free to leave its hex and has a way out."""
    free = not improved_positions.busy(g) >> unit & 1 and not held(g, unit) and not destinations.stays_engaged(g, unit)
    if not free:
        return False
    apart = g.box.thirds >> unit & 1
    if not apart and hindrances.can_step(g, unit) & ~no_room(g, unit) and not boundaries.strayed(g, unit):
        return True  # the usual case, without the whole search
    return has_way(g, unit)


def _counter(g: State, unit: int, chosen: int) -> Duty | None:
    """The CA result a unit has to meet in a way that was chosen."""
    found = duties.counter_duty(g, g.box.units.side(unit), g.place[unit]) if g.duties else None
    return found if found is not None and found.chosen == chosen else None


def _stuck_with(g: State, unit: int) -> list[int]:
    """9.5 The units in a hex nobody has left yet that cannot leave it, so that a unit there may not either."""
    duty = _counter(g, unit, duties.OPEN)
    if duty is None:
        return []
    return [other for other in g.units_at(duty.hex) if other != unit and not could_leave(g, other)]


#: 9.5 What keeps a unit under a CA result from leaving its hex.
WITHDRAWALS = Rungs(
    lambda g, about, unit: {"name": g.name(unit)},
    Rung(
        "BW-9.5j",
        "{name} is bound to counterattack with the units that moved in",
        each(lambda g, about, unit: _counter(g, unit, duties.FIGHTING)),
    ),
    Rung(
        "BW-9.5l",
        "{other} cannot leave, so all units there must counterattack",
        each(lambda g, about, unit: _stuck_with(g, unit)),
        lambda g, about, unit: {"other": g.name(_stuck_with(g, unit)[0])},
    ),
)


def may_withdraw(g: State, unit: int) -> bool:
    """9.5 Whether no CA result keeps a unit where it is."""
    if not g.duties or duties.counter_duty(g, g.box.units.side(unit), g.place[unit]) is None:
        return True  # nearly always
    return bool(WITHDRAWALS.free(g, None, 1 << unit))
