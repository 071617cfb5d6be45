"""5.1, 8, 13.3, 14.1 Who may be picked up, build or wait now, and whether the phase may end."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import bridges, improved_positions, leaders, surprise
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.movement.activation import why_not_leave
from ardennes.titles.bitter_woods.rules.movement.freedom import has_way
from ardennes.titles.bitter_woods.rules.quick.freedom import may_pick_special
from ardennes.titles.bitter_woods.rules.quick.readiness import closed, known, now
from ardennes.titles.bitter_woods.rules.quick.together import together
from ardennes.titles.bitter_woods.state import Ready, State


def movers(g: State, side: Side, exploiting: bool) -> list[int]:
    """The units a player may pick up."""
    _, _, ready, idle, stand = now(g, side, exploiting)
    able, free = ready.able & (idle | g.remade), stand.free
    slow = _in_question(g, side, ready)
    odd = able & (slow | g.box.odd)
    found = able & ~odd & free
    if shut_in := able & ~(odd | free):
        found |= board_of([unit for unit in cells(shut_in) if has_way(g, unit)])
    if odd and not side and g.box.thirds:
        found |= odd & together(g, ready).free
        odd &= ~g.box.all_group
    if commanders := odd & g.box.leader_units & ~slow:
        found |= _free_leaders(g, side, ready, commanders)
        odd ^= commanders
    if odd:
        found |= board_of([unit for unit in cells(odd) if _free(g, unit, side, ready)])
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


# ---- building ------------------------------------------------------------------------------------------------


def improvers(g: State, side: Side) -> int:
    """8.1 The units that may build an improved position."""
    _, _, ready, idle, stand = now(g, side, False)
    return ready.diggers & idle & ~stand.dug_in


def fortifiers(g: State, side: Side) -> list[int]:
    """8.2 The units that may fortify the town they stand in."""
    _, _, ready, idle, _ = now(g, side, False)
    return [u for u in cells(ready.fortifiers & idle) if not g.forts >> g.place[u] & 1] if ready.fortifiers else []


def repairers(g: State, side: Side) -> list[int]:
    """13.3 The units that may begin to rebuild a bridge."""
    _, _, ready, idle, _ = now(g, side, False)
    if not ready.repairers or bridges.limit_reached(g, side):
        return []
    return [u for u in ready.repairers if idle >> u & 1 and _may_repair(g, u)]


def _may_repair(g: State, unit: int) -> bool:
    if g.builders and not bridges.free_sites(g, unit):
        return False
    return not surprise.held(g, unit) and not bridges.bound(g, unit)


# ---- the end -------------------------------------------------------------------------------------------------


def may_end(g: State, side: Side, exploiting: bool) -> bool:
    """9.5, 5.4, 36.1 Whether the phase may end."""
    ready = now(g, side, exploiting).ready
    if not side and g.box.thirds and together(g, ready).reason is not None:
        return False
    return exploiting or why_not_leave(g, side, ready.strays) is None


# ---- waiting -------------------------------------------------------------------------------------------------


def waiters(g: State, side: Side) -> list[int]:
    """14.1 The units that may be placed in reserve: supplied, mechanized, with no enemy next to them."""
    if side is Side.GERMAN and g.surprised:
        return []
    beside, place = g.box.map.grid.around(g.occupied[side.enemy]), g.place
    return [
        unit
        for unit in cells(g.box.units.all_mechanized & g.box.units.all_of[side] & ~(g.reserve | g.unsupplied))
        if place[unit] < OFF_MAP and not beside >> place[unit] & 1 and not surprise.held(g, unit)
        if side is Side.ALLIED or not boundaries.strayed(g, unit)
    ]
