"""24.0 Leaders on the staff's papers: where they go, whom they will release, and whether units stand with them."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES
from ardennes.titles.bitter_woods.mind import appraisal, desk, drives, valuation
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork, lost_share
from ardennes.titles.bitter_woods.rules import leaders, release
from ardennes.titles.bitter_woods.rules.combat import routes, stand
from ardennes.titles.bitter_woods.rules.movement import attachment
from ardennes.titles.bitter_woods.rules.supply import clear
from ardennes.titles.bitter_woods.state import State

#: What counts when a leader is placed, in strength points: units he can release now, and those he could next turn.
RELEASE, COMPANY = 12.0, 4.0
#: How near the enemy may be to a leader who is alone, and what it counts if he is nearer.
ALONE, FORSAKEN = 6, 1000.0
#: Stacks in range beyond those he can affect in one turn count this much.
MORE = 0.1
#: What a point of placement is worth in an order, and the least for which a leader is moved.
POINT, LEAST = 0.002, 1.5


def free_leaders(work: Staffwork) -> list[int]:
    """The leaders who may move and have no order yet."""
    return [unit for unit in work.movers if leaders.is_leader(work.g, unit) and unit not in work.used]


def place_leaders(work: Staffwork) -> list[Order]:
    """24.2 Every leader goes where he covers most of what may be fought over, in company and out of harm's way."""
    found = []
    for leader in free_leaders(work):
        best, payoff = best_post(work, leader, cells(work.options(leader)))
        if best is None:
            continue
        name = work.g.name(leader)
        entering = not work.g.on_map(leader)
        work.send(leader, best)
        text = (
            say("{name} has more units in range", name=name) if not entering else say("{name} takes command", name=name)
        )
        found.append(Order("command", payoff, ((leader, best),), best, ((text, payoff),)))
    return found


def best_post(work: Staffwork, leader: int, able: list[int]) -> tuple[int | None, float]:
    """Where a leader is best placed among some hexes, and how much better that is; None to stay."""
    g = work.g
    stakes = _stakes(work, leader)
    free = clear(g, work.side)
    if not able:
        return None, 0.0
    best = max(able, key=lambda cell: (_score(work, leader, cell, stakes, free), -cell))
    worth = _score(work, leader, best, stakes, free)
    if not g.on_map(leader):
        return best, POINT * worth
    more = worth - _score(work, leader, g.place[leader], stakes, free)
    return (best, POINT * more) if more > LEAST else (None, 0.0)


def _stakes(work: Staffwork, leader: int) -> dict[int, float]:
    """Per hex the strength a leader could keep in place there: what the enemy may attack, or what attacks."""
    g = work.g
    fighting = {unit for plan in work.attacked.values() for unit in plan.attack.units}
    prizes = valuation.prizes(g.box)
    found: dict[int, float] = {}
    for cell in cells(g.occupied[work.side]):
        units = [unit for unit in g.fighters_at(cell) if leaders.commands(g, leader, unit)]
        strength = float(sum([g.strength(unit) for unit in units]))
        pressed = min(0.55 * work.threat[cell] / max(drives.defense(g, cell), 1.0), 2.0)
        weight = pressed * (2.0 if prizes.get(cell) else 1.0) + 0.4 * any(unit in fighting for unit in units)
        if strength * weight > 0:
            found[cell] = strength * weight
    return found


def _score(work: Staffwork, leader: int, cell: int, stakes: dict[int, float], free: int) -> float:
    """How well a leader stands in a hex, in strength points."""
    g, grid = work.g, work.g.box.map.grid
    row = g.box.units.rows[leader]
    board = 1 << cell
    for _ in range(row.range):
        board |= grid.around(board) & free
    covered = sorted((worth for place, worth in stakes.items() if board >> place & 1), reverse=True)
    total = sum(covered[: row.influence]) + MORE * sum(covered[row.influence :])
    company = [unit for unit in g.fighters_at(cell) if g.holds(work.side, cell)]
    if not company:
        near = grid.within(board_of((cell,)), ALONE) & g.exerting[work.side.enemy]
        return total - (FORSAKEN if near or work.threat[cell] else 0.0)
    total -= 2 * appraisal.LEADER * lost_share(0.55 * work.threat[cell] / max(drives.defense(g, cell), 1.0))
    if work.side is Side.GERMAN and not g.next_to(work.side.enemy, cell):
        same = [u for u in company if g.box.units.mechanized[u] and g.army(u) == g.army(leader)]
        total += COMPANY * len(same)
    return total + RELEASE * len(_released(g, leader, cell, company))


def _released(g: State, leader: int, cell: int, units: list[int]) -> list[int]:
    """24.5 The reserve units in a hex that a leader could release from there this turn."""
    swift = g.box.units.rows[leader].id in g.box.tables.leaders.swift
    if not g.reserve or not (swift or g.place[leader] == cell):
        return []
    return [u for u in units if g.reserve >> u & 1 and release.may_release(g, leader, u)]


def releasable(g: State, side: Side, units: list[int]) -> list[int]:
    """24.5 The units for which somebody is there to release them later in the turn, or may come for it."""
    if not g.box.leaders:
        return units
    swift = [u for u in leaders.on_map(g, side) if g.box.units.rows[u].id in g.box.tables.leaders.swift]
    near = {u: g.box.map.grid.within(1 << g.place[u], 4) for u in swift}
    found = []
    for unit in units:
        here = leaders.with_units(g, (unit,))
        able = [u for u in here if release.may_release(g, u, unit)]
        able += [u for u in swift if near[u] >> g.place[unit] & 1 and release.may_release(g, u, unit)]
        if able or release.independent(g, unit):
            found.append(unit)
    return found


def army_for(g: State, unit: int) -> int | None:
    """24.6 The army a reinforcement is attached to: that of its colour where it has a way there; None if none has."""
    able = attachment.armies(g, unit)
    printed = g.box.units.rows[unit].army
    return next((army for army in able if GERMAN_ARMIES[army] == printed), able[0] if able else None)


def with_armies(work: Staffwork, order: Order) -> Order:
    """24.6 An order with the armies of the reinforcements it brings in."""
    g = work.asked
    found = [(unit, army_for(g, unit)) for unit, _ in order.moves if attachment.asked(g, unit)]
    return order._replace(attached=tuple((unit, army) for unit, army in found if army is not None)) if found else order


# ---- 24.4 stand or retreat ---------------------------------------------------------------------------------


def stands(work: Staffwork, step: stand.Stand) -> int | None:
    """The leader with whom units stand; None if it is better to go back."""
    g = work.g
    best: tuple[float, int] | None = None
    for leader in cells(stand.with_whom(g, step)):
        stay = stand.standing(g, leader, step.units)
        gain = cost_to_retreat(work, stay, step.hexes) - appraisal.stand_price(g, stay, step.hexes)[0]
        if best is None or gain > best[0]:
            best = (gain, leader)
    return best[1] if best is not None and best[0] > 0 else None


def cost_to_retreat(work: Staffwork, units: tuple[int, ...], hexes: int) -> float:
    """What the ground is worth to the enemy, and the units that have no way back."""
    g = work.g
    lost = sum([appraisal.loss(g, unit) for unit in units if routes.lost(g, unit, hexes)])
    places = cells(board_of(g.place[unit] for unit in units))
    held = [cell for cell in places if not set(g.fighters_at(cell)) - set(units)]
    enemy = desk.papers(g, work.side.enemy)
    ground = sum([enemy.gain(cell) for cell in held])
    prizes = valuation.prizes(g.box)
    if work.side is Side.GERMAN:
        ground += 0.5 * sum([prizes.get(cell, 0.0) for cell in held])
    return lost + ground - appraisal.PUSHED * valuation.per_strength(g.box) * hexes * len(units)
