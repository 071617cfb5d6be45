"""What goes on behind the line: guns, bridges and spades."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.mind import drives, valuation
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.rules import artillery, improved_positions
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.state import State


def move_guns(work: Staffwork) -> list[Order]:
    """Guns go where they reach the enemy next turn and he does not reach them; those in place stay."""
    g, grid = work.g, work.g.box.map.grid
    found: list[Order] = []
    enemies = cells(g.occupied[work.side.enemy])
    if not enemies:
        return found
    away = _away(g, work.side.enemy)
    for gun in work.free():
        if not g.box.units.artillery[gun] or gun in work.guns_used:
            continue
        here, reach = g.place[gun], g.box.units.rows[gun].range
        entering = here >= OFF_MAP
        safe = not entering and not work.threat[here]
        if (
            not entering
            and any(artillery.in_range(g, gun, cell) for cell in enemies)
            and (safe or (work.side is Side.GERMAN and not g.next_to(Side.ALLIED, here)))
        ):
            continue
        board = work.options(gun) & ~grid.around(g.occupied[work.side.enemy])
        close = grid.within(g.occupied[work.side.enemy], max(reach - 1, 1))
        pool = [c for c in cells(board & close) if _quiet(work, c)] or cells(board)
        if not pool:
            continue
        cell = min(pool, key=lambda c: _gun_post(work, c, reach, away))
        if entering or work.threat[cell] < work.threat[here] or away[cell] < away[here]:
            work.send(gun, cell)
            found.append(Order("move guns", 0.01, ((gun, cell),), cell, (("within range and out of harm", 0.01),)))
    return found


def _gun_post(work: Staffwork, cell: int, reach: int, away: list[int]) -> tuple[float, int, int]:
    """Guns stand out of harm first, then at the range they have."""
    harm = 0.0 if _quiet(work, cell) else work.threat[cell]
    return harm, abs(away[cell] - reach + 1), cell


def _quiet(work: Staffwork, cell: int) -> bool:
    """Whether guns are safe in a hex: nobody can come, or friends in front of them stand fast."""
    return work.threat[cell] * 0.3 <= drives.defense(work.g, cell)


def _away(g: State, side: Side) -> list[int]:
    """Per hex how many hexes away the nearest unit of a side is."""
    grid = g.box.map.grid
    found, away = [0] * grid.size, 0
    board = g.occupied[side]
    while edge := grid.around(board) & ~board:
        away += 1
        for cell in cells(edge):
            found[cell] = away
        board |= edge
    return found


def dig_in(work: Staffwork) -> list[Order]:
    """8.1, 8.2 Whoever stays where the enemy may come digs in; towns that may be are fortified."""
    g, phase = work.g, Movement(work.side)
    found: list[Order] = []
    for unit in valuation.on_map(g, work.side):
        cell = g.place[unit]
        if g.moved >> unit & 1 or not work.threat[cell] or any(unit in order.units for order in found):
            continue
        if improved_positions.FORTIFIERS.free(g, phase, 1 << unit):
            verb, payoff = "fortify", 0.05
            g.forts |= 1 << cell
        elif improved_positions.IMPROVERS.free(g, phase, 1 << unit):
            verb, payoff = "improve", 0.02
            g.improved |= 1 << cell
        else:
            continue
        g.dug |= 1 << unit
        work.used.add(unit)
        reasons = (("the attacker's better rating no longer counts", payoff),)
        found.append(
            Order("dig in" if verb == "improve" else "fortify", payoff, (), cell, reasons, work=(verb, unit, None))
        )
    return found
