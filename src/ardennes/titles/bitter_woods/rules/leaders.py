"""24.0 Leader Units: their range and influence, and what becomes of a leader who is left alone.

A leader stands in a stack like any unit, but has no strength and no zone of control. 24.4 is in `combat.stand`, the
reserves of 24.5 are in `release`, the armies of 24.6 in `attachment`.
"""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules.supply import clear
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.state.laws import threatened


def is_leader(g: State, unit: int) -> bool:
    """Whether a unit is a leader in play."""
    return bool(g.box.leader_units >> unit & 1)


def on_map(g: State, side: Side) -> list[int]:
    """The leaders of a side that stand in a hex."""
    return [leader for leader in g.box.commanders[side] if g.place[leader] < OFF_MAP]


def with_units(g: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """The leaders that share a hex with some units and are not among them."""
    hexes = {g.place[unit] for unit in units}
    sides = {g.box.units.side(unit) for unit in units}
    return tuple(u for side in sorted(sides) for u in on_map(g, side) if g.place[u] in hexes and u not in units)


# ---- 24.1, 24.2 range and influence ------------------------------------------------------------------------


def reach(g: State, leader: int) -> int:
    """24.2 The hexes in a leader's range: over any ground, but through an enemy zone only where a friend stands."""
    if not g.on_map(leader):
        return 0
    free = clear(g, g.box.units.side(leader))
    grid = g.box.map.grid
    board = 1 << g.place[leader]
    for _ in range(g.box.units.rows[leader].range):
        board |= grid.around(board) & free
    return board


def influence_left(g: State, leader: int) -> int:
    """24.1 How many more battles a leader may affect in this player turn."""
    return g.box.units.rows[leader].influence - g.influenced[leader]


def use(g: State, leader: int) -> None:
    """24.1 A leader has affected a battle."""
    used = bytearray(g.influenced)
    used[leader] += 1
    g.influenced = bytes(used)


def commands(g: State, leader: int, unit: int) -> bool:
    """24.5, 24.6 Whose battles a leader affects: all German ones; Allied ones of his nationality, or of both."""
    rows = g.box.units.rows
    if leader == g.box.peiper:  # 36.L1
        return bool(g.box.kampfgruppe >> unit & 1)
    if leader < g.box.units.first_allied or rows[leader].id in g.box.tables.leaders.both_nations:
        return True
    return rows[leader].service == rows[unit].service


def expendable(g: State, unit: int) -> bool:
    """24.3, 36.L1 Whether a unit may be taken as a loss: Peiper only where a unit of his Kampfgruppe is."""
    return unit != g.box.peiper or any(g.box.kampfgruppe >> other & 1 for other in g.units_at(g.place[unit]))


# ---- 24.3 alone --------------------------------------------------------------------------------------------


def lone(g: State, side: Side) -> int:
    """The hexes where a side has leaders and nobody else."""
    return g.lonely[side]


def deadly(g: State, side: Side) -> int:
    """24.3 The hexes where a leader of a side would be alone next to the enemy."""
    return threatened(g, side) & ~(g.occupied[side] & ~g.lonely[side])


def exposed_to(g: State, unit: int) -> int:
    """24.3 The hexes by coming through which a unit surprises an enemy leader who is alone."""
    if not g.box.units.fights[unit]:
        return 0
    enemy = 0 if unit >= g.box.units.first_allied else 1
    alone, ring = g.rings[enemy]
    if alone != g.lonely[enemy]:
        alone = g.lonely[enemy]
        ring = g.box.map.grid.around(alone)
        g.rings[enemy] = (alone, ring)
    return ring


def surprise(g: State, unit: int, path: tuple[int, ...]) -> None:
    """24.3 A unit that goes along a path surprises the enemy leaders it finds alone next to it."""
    enemy = Side.GERMAN if unit >= g.box.units.first_allied else Side.ALLIED
    alone = g.lonely[enemy]
    if not alone or not g.box.units.fights[unit]:
        return
    found = g.box.map.grid.around(board_of(path)) & alone
    for leader in on_map(g, enemy) if found else ():
        if found >> g.place[leader] & 1:
            g.eliminate(leader, "BW-24.3e")


def left_behind(g: State, unit: int) -> list[int]:
    """24.3 The leaders who are lost when a unit leaves its hex: nobody else is with them, and the enemy is near."""
    cell = g.place[unit]
    if cell >= OFF_MAP or not threatened(g, g.box.units.side(unit)) >> cell & 1:
        return []
    if any(other != unit for other in g.fighters_at(cell)):
        return []
    return [leader for leader in with_units(g, (unit,)) if leader != unit]


# ---- 24.3 stacking -----------------------------------------------------------------------------------------


def shares(g: State, leader: int) -> bool:
    """24.3, 36 Whether a leader may share a hex with another: only Peiper may."""
    return bool(g.box.sharing >> leader & 1)


def taken(g: State, side: Side) -> int:
    """24.3 The hexes of a side's leaders that share with nobody."""
    held = g.led[side]
    for leader in cells(g.box.sharing & g.box.units.all_of[side]) if g.box.sharing else ():
        cell = g.place[leader]
        if cell < OFF_MAP and not any([g.place[other] == cell for other in g.box.commanders[side] if other != leader]):
            held &= ~(1 << cell)
    return held


def closed(g: State, side: Side) -> int:
    """24.3 The hexes of a side's leaders, and those where a leader of his would be lost at once."""
    return deadly(g, side) | taken(g, side)


def no_room(g: State, leader: int) -> int:
    """24.3 The hexes where a leader may not stop: another leader is there, or he would be lost at once."""
    side = g.box.units.side(leader)
    return deadly(g, side) if shares(g, leader) else closed(g, side)


def _other_leaders(g: State, leader: int, left: int) -> int:
    if not is_leader(g, leader) or shares(g, leader):
        return 0
    own = g.stands(leader)
    return left & taken(g, g.box.units.side(leader)) & ~(0 if own is None else 1 << own)


def _who_is_there(g: State, leader: int, cell: int) -> dict[str, object]:
    there = [other for other in on_map(g, g.box.units.side(leader)) if g.place[other] == cell]
    return {"other": g.name(next(other for other in there if not shares(g, other)))}


#: 24.3 What keeps a leader from stopping in a hex.
STOPS = Rungs(
    lambda g, leader, cell: {"leader": g.name(leader), "cell": g.hex_name(cell)},
    Rung("BW-24.3b", "{other} is in {cell}, and one leader is enough for a hex", _other_leaders, _who_is_there),
    Rung(
        "BW-24.3e",
        "alone in {cell}, next to the enemy, {leader} would be lost",
        lambda g, leader, left: left & deadly(g, g.box.units.side(leader)) if is_leader(g, leader) else 0,
    ),
)


def why_not_stop(g: State, leader: int, cell: int) -> Reason | None:
    """24.3 Why a leader may not stop in a hex."""
    return STOPS.why_not(g, leader, cell)
