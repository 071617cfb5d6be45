"""5.1, 8, 13.3 Who may be picked up or build now, and whether the phase may end."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import GONE
from ardennes.titles.bitter_woods.rules import bridges, improved_positions, leaders, surprise
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement.activation import why_not_leave
from ardennes.titles.bitter_woods.rules.movement.freedom import has_way
from ardennes.titles.bitter_woods.rules.quick.freedom import may_pick_special
from ardennes.titles.bitter_woods.rules.quick.readiness import closed, footing, known
from ardennes.titles.bitter_woods.rules.quick.together import together
from ardennes.titles.bitter_woods.state import Ready, State


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


# ---- building ------------------------------------------------------------------------------------------------


def improvers(g: State, side: Side) -> list[int]:
    """8.1 The units that may build an improved position."""
    ready = known(g, side, False)
    return cells(ready.diggers & ~improved_positions.busy(g) & ~footing(g, side, ready).dug_in)


def fortifiers(g: State, side: Side) -> list[int]:
    """8.2 The units that may fortify the town they stand in."""
    found = known(g, side, False).fortifiers
    return [u for u in cells(found & ~improved_positions.busy(g)) if not g.forts >> g.place[u] & 1] if found else []


def repairers(g: State, side: Side) -> list[int]:
    """13.3 The units that may begin to rebuild a bridge."""
    found = known(g, side, False).repairers
    if not found or bridges.limit_reached(g, side):
        return []
    busy = improved_positions.busy(g)
    return [u for u in found if not busy >> u & 1 and _may_repair(g, u)]


def _may_repair(g: State, unit: int) -> bool:
    if g.builders and not bridges.free_sites(g, unit):
        return False
    return not surprise.held(g, unit) and not bridges.bound(g, unit)


# ---- the end -------------------------------------------------------------------------------------------------


def may_end(g: State, side: Side, exploiting: bool) -> bool:
    """9.5, 5.4, 36.1 Whether the phase may end."""
    ready = known(g, side, exploiting)
    if not side and g.box.thirds and together(g, ready).reason is not None:
        return False
    return exploiting or why_not_leave(g, side, ready.strays) is None
