"""10.0 Artillery: which guns may support an attack or a defence."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import phrase, say
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.rules import allies, fortunes
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.state import State


def in_range(g: State, gun: int, cell: int) -> bool:
    """10.1 Plain distance in hexes, whatever lies between."""
    return g.box.map.grid.distance(g.place[gun], cell) <= g.box.units.rows[gun].range


def may_fire(g: State, gun: int) -> bool:
    """10.1, 10.4 Whether an artillery unit on the map has its fire left: German corps artillery not if it has moved."""
    if g.fired >> gun & 1 or not g.on_map(gun):
        return False
    german_corps = gun < g.box.units.first_allied and g.box.units.kind[gun] is not Kind.ROCKET
    return not (german_corps and g.moved >> gun & 1)


def may_support_attack(g: State, gun: int, cell: int, side: Side) -> bool:
    """9.1, 10.2, 12.4, 15.3 Whether a gun may add its strength to an attack on a hex."""
    if not may_fire(g, gun) or g.unsupplied >> gun & 1 or not in_range(g, gun, cell):
        return False
    if g.surprised and (side is Side.ALLIED or spared(g, cell)):
        return False
    if over_boundary(g, gun, cell):
        return False
    return g.box.units.kind[gun] is Kind.ROCKET or not g.next_to(side.enemy, g.place[gun])


def spared(g: State, cell: int) -> bool:
    """33 Monschau, on 16AM."""
    return g.box.monschau and g.surprised and cell == g.box.monschau_hex


def why_not_join(g: State, gun: int, units: Sequence[int]) -> Reason | None:
    """28.4, 37.2 Why a gun may not support a combat of these units, wherever it stands."""
    if g.box.inter_allied and (reason := allies.why_not_support(g, gun, units)) is not None:
        return reason
    if commanded(g, gun) and not any(g.army(gun) == g.army(unit) for unit in units):
        return Reason("BW-37.2c", say("{gun} supports only combats of its own army until 18PM", gun=g.name(gun)))
    return None


def commanded(g: State, gun: int) -> bool:
    """37.2 Whether German artillery command binds a gun: corps and army artillery, until 18PM.

    Coming free of boundaries early (37.2 d) frees a gun of boundaries alone.
    """
    if not g.box.artillery_command or g.turn > g.box.boundaries_until or gun >= g.box.units.first_allied:
        return False
    return g.box.units.kind[gun] is not Kind.ROCKET


def over_boundary(g: State, gun: int, cell: int) -> bool:
    """37.2 Whether a target lies beyond the boundary that 6th Panzer Army artillery may not fire over."""
    return g.box.artillery_command and gun < g.box.units.first_allied and not boundaries.may_attack(g, gun, cell)


def may_support_defense(g: State, gun: int, cell: int, side: Side) -> bool:
    """10.2 - 10.4 Whether a gun may add its strength to the defence of a hex. Rockets never do."""
    return (
        g.box.units.kind[gun] is not Kind.ROCKET
        and may_fire(g, gun)
        and in_range(g, gun, cell)
        and not g.next_to(side.enemy, g.place[gun])
        and why_not_join(g, gun, g.units_at(cell)) is None
    )


def why_not_fire(g: State, gun: int) -> Reason | None:
    """10.1, 10.4 Why an artillery unit has no fire left."""
    name = g.name(gun)
    if not g.on_map(gun):
        return Reason("BW-10.2b", say("{name} is not on the map", name=name))
    if g.fired >> gun & 1:
        german = gun < g.box.units.first_allied
        once = fortunes.fires_once(g, gun)
        rule = "BW-10.1f" if german else "BW-38.2l" if once else "BW-10.1e"
        period = phrase("game-turn") if once else phrase("player turn")
        return Reason(rule, say("{name} has fired in this {period}", name=name, period=period))
    if not may_fire(g, gun):
        return Reason("BW-10.4c", say("{name} has moved in this game-turn and cannot fire", name=name))
    return None


def why_not_support_attack(g: State, gun: int, cell: int, side: Side) -> Reason | None:
    """Why a gun may not support an attack on a hex."""
    reason = why_not_fire(g, gun)
    if reason is not None:
        return reason
    name = g.name(gun)
    if g.unsupplied >> gun & 1:
        return Reason("BW-12.4e", say("{name} is out of supply and supports no attack", name=name))
    if side is Side.ALLIED and g.surprised:
        return Reason("BW-15.3b", "Allied artillery supports no attack on 16AM")
    if spared(g, cell):
        return Reason("BW-33", "German artillery spares Monschau on 16AM")
    if over_boundary(g, gun, cell):
        return Reason("BW-37.2a", say("{name} may not fire over the boundary of 6th Panzer Army until 18PM", name=name))
    if g.box.units.kind[gun] is Kind.ROCKET:
        if not in_range(g, gun, cell):
            return Reason("BW-10.1c", say("{name} reaches one hex only", name=name))
        return None
    if g.next_to(side.enemy, g.place[gun]):
        return Reason("BW-9.1c", say("an enemy unit is next to {name}", name=name))
    if not in_range(g, gun, cell):
        return Reason("BW-10.1b", say("{cell} is out of range of {name}", cell=g.hex_name(cell), name=name))
    return None


def why_not_support_defense(g: State, gun: int, cell: int, side: Side) -> Reason | None:
    """Why a gun may not support the defence of a hex."""
    if g.box.units.kind[gun] is Kind.ROCKET:
        return Reason("BW-10.4b", say("{gun} is a rocket unit and supports no defence", gun=g.name(gun)))
    reason = why_not_fire(g, gun)
    if reason is not None:
        return reason
    if g.next_to(side.enemy, g.place[gun]):
        return Reason("BW-10.3a", say("an enemy unit is next to {gun}", gun=g.name(gun)))
    if not in_range(g, gun, cell):
        return Reason("BW-10.2d", say("{cell} is out of range of {gun}", cell=g.hex_name(cell), gun=g.name(gun)))
    return why_not_join(g, gun, g.units_at(cell))
