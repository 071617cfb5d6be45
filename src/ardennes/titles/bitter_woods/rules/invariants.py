"""What must be true of every position that legal play can reach."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side, columns
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.rules import leaders, supply
from ardennes.titles.bitter_woods.rules.aircraft import Interdiction
from ardennes.titles.bitter_woods.rules.dumps import HideDump
from ardennes.titles.bitter_woods.rules.supply import AirDrops
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State, own
from ardennes.titles.bitter_woods.state.laws import beside_reserves, threatened


def broken(state: kernel.State) -> list[str]:
    """Invariants that do not hold, those of the columns among them."""
    g = own(state)
    kept = [*columns.broken(g), *_places(g), *_stacks(g), *_company(g), *_markers(g)]
    return [*kept, *_reserves(g), *_supply(g), *_leaders(g), *_control(g), *_dumps(g), *_rest(g)]


def _places(g: State) -> list[str]:
    """Every unit stands in one place, and the stacks say the same."""
    faults = []
    board, place, playing = g.box.map.grid.board, g.place, g.box.playing
    count = 0
    for cell, stack in g.stacks.items():
        if not board >> cell & 1:
            faults.append(f"units stand in {cell}, which is no hex")
        for unit in stack:
            count += 1
            if place[unit] != cell:
                faults.append(f"the stacks do not agree with the place of {g.name(unit)}")
            if not playing >> unit & 1:
                faults.append(f"{g.name(unit)} is not in this game")
        if len(stack) > 1 and list(stack) != sorted(set(stack)):
            faults.append(f"the stack in {g.hex_name(cell)} is out of order")
    if count != sum(map(OFF_MAP.__gt__, place)):
        faults.append("a unit on the map is in no stack")
    return faults


def _stacks(g: State) -> list[str]:
    """Stacks hold one side and no more units than allowed, and the sets of hexes agree with them."""
    faults = []
    first = g.box.units.first_allied
    exerts, most, free = g.box.units.exerts, g.box.tables.stacking.units, g.box.stack_free
    occupied, exerting, full = [0, 0], [0, 0], [0, 0]
    for cell, stack in g.stacks.items():
        whose = stack[0] >= first
        if (stack[-1] >= first) != whose:
            faults.append(f"both sides are in {g.hex_name(cell)}")
        bit = 1 << cell
        occupied[whose] |= bit
        three = [unit for unit in stack if g.box.thirds >> unit & 1]
        if any([exerts[unit] for unit in stack]) or (len(three) > 1 and g.box.binding in three):
            exerting[whose] |= bit
        if len(stack) < most:
            continue
        if three:  # 36.7
            full[whose] |= bit if g.load(stack) > 3 * most - 3 else 0
            challengers = sum(g.challenged >> unit & 1 for unit in stack)  # 22.2
            if g.load(stack) > 3 * (most + challengers):
                faults.append(f"too many units are in {g.hex_name(cell)}")
            continue
        counted = [unit for unit in stack if not free >> unit & 1]
        if len(counted) >= most:
            full[whose] |= bit
            challengers = sum(g.challenged >> unit & 1 for unit in counted)  # 22.2
            if len(counted) > most + challengers and not all(g.box.together >> unit & 1 for unit in counted):
                faults.append(f"{len(counted)} units are in {g.hex_name(cell)}")
    if occupied != g.occupied or exerting != g.exerting or full != g.full:
        faults.append("the sets of hexes do not agree with the stacks")
    for side in (Side.GERMAN, Side.ALLIED):
        ground = g.box.ground
        if zone(g, side) != ground.grid.stepped(g.exerting[side], ground.zoned):
            faults.append(f"the {side} zone of control is kept wrongly")
    return faults


def _company(g: State) -> list[str]:
    """24.3, 28.2, 36.9 What is kept of who makes up the stacks agrees with them."""
    lonely, led, nations, thirds = [0, 0], [0, 0], [0, 0], 0
    for cell, stack in g.stacks.items():
        bit, side, units = 1 << cell, stack[0] >= g.box.units.first_allied, board_of(stack)
        lonely[side] |= 0 if units & ~g.box.leader_units else bit
        led[side] |= bit if units & g.box.leader_units else 0
        thirds |= bit if units & g.box.thirds else 0
        for nation, members in enumerate(g.box.nations if g.box.inter_allied else ()):
            nations[nation] |= bit if units & members else 0
    if (lonely, led, nations, thirds) != (g.lonely, g.led, g.nations, g.in_thirds):
        return ["where leaders, nations or battalions are does not agree with the stacks"]
    return []


def _markers(g: State) -> list[str]:
    faults = []
    gone = [unit for unit in cells(g.reserve | g.unsupplied | g.shocked) if not g.on_map(unit)]
    if gone:
        faults.append(f"{g.name(gone[0])} has a marker but is not on the map")
    if g.reserve & ~g.box.units.all_mechanized:
        faults.append("a unit in reserve is not mechanized")
    if g.reduced & g.box.units.all_artillery:
        faults.append("artillery is reduced")
    if g.improved & ~(g.occupied[0] | g.occupied[1]):
        faults.append("an improved position stands empty")
    if g.improved & g.box.ground.town:
        faults.append("an improved position is in a town")
    return faults


def _calm(g: State) -> bool:
    """Whether nobody is on his way after others: only then do `laws` hold."""
    return bool(g.stack) and not getattr(g.stack[-1], "parting", False)


def _reserves(g: State) -> list[str]:
    """14.1, 14.3 Who is in reserve has not moved in his turn and has no enemy next to him."""
    faults = []
    if g.reserve & g.moved & ~g.remade:
        faults.append("a unit in reserve has moved")
    for side in (Side.GERMAN, Side.ALLIED):
        there = [g.place[unit] for unit in cells(g.reserve & g.box.units.all_of[side])]
        if beside_reserves(g, side) != g.box.map.grid.around(board_of(there)):
            faults.append(f"where the {side} reserves are is kept wrongly")
    if _calm(g):
        for unit in cells(g.reserve):
            if g.next_to(g.box.units.side(unit).enemy, g.place[unit]):
                faults.append(f"{g.name(unit)} is in reserve with an enemy next to it")
    return faults


def _supply(g: State) -> list[str]:
    """12.1, 15.6 Until somebody moves, supply is as it would be found now; and no German lacks any until 17PM."""
    faults = []
    if g.turn <= g.box.german_supply_until and g.unsupplied & g.box.units.all_of[Side.GERMAN]:
        faults.append("a German unit is out of supply before 18AM")
    if g.stack and isinstance(g.stack[-1], (AirDrops, Interdiction)):
        fresh = g.copy()
        supply.determine(fresh)
        if fresh.unsupplied != g.unsupplied:
            faults.append("supply is not what it would be found to be")
    return faults


def _control(g: State) -> list[str]:
    """5.4, 8.2, 11.2, 12.3, 17.6 Who holds what, who came free, and what was counted."""
    faults = []
    if g.forts & ~g.box.fortifiable or g.forts & g.occupied[Side.GERMAN]:
        faults.append("a fortification is where none may be")
    german = g.box.liege & g.occupied[Side.GERMAN]
    if g.liege & ~g.box.liege or g.liege & g.occupied[Side.ALLIED] or german & ~g.liege:
        faults.append("the control of Liège is kept wrongly")
    if g.freed & ~g.box.bounded & ~g.box.kampfgruppe:
        faults.append("a unit that no boundary binds came free of them")
    gone = [unit for unit in g.box.players[Side.ALLIED] if g.place[unit] == GONE]
    if g.lost[Side.ALLIED] > len(gone):
        faults.append("more Allied units are counted as lost than are lost")
    if g.rebuilt > g.box.tables.bridges.german_limit:
        faults.append("the Germans have rebuilt too many bridges")
    return faults


def _leaders(g: State) -> list[str]:
    """24.3 Whenever somebody is asked no leader is alone next to the enemy, and no two share a hex."""
    faults = []
    calm = _calm(g)
    for side in (Side.GERMAN, Side.ALLIED):
        places = [g.place[leader] for leader in leaders.on_map(g, side) if not leaders.shares(g, leader)]
        if len(set(places)) < len(places):
            faults.append("two leaders are in one hex")
        if calm and leaders.lone(g, side) & threatened(g, side):
            faults.append("a leader is alone next to the enemy")
    return faults


def _dumps(g: State) -> list[str]:
    """25 A hidden dump lies where nobody has looked, an open one in the open, and both near their places."""
    if not g.box.fuel_dumps:
        return []
    faults = []
    places = g.dumps[Side.ALLIED]
    if len(places) != len(g.box.matrix.boards) and not any(isinstance(step, HideDump) for step in g.stack):
        faults.append("a fuel dump was never hidden")
    for which, cell in enumerate(places):
        if (cell < 0) != bool(g.box.matrix.boards[which] & g.open_dumps):
            faults.append(f"the fuel dump near {g.box.matrix.names[which]} lies nowhere, or in two places")
    for cell in [cell for cell in places if cell >= 0]:
        if not any(board >> cell & 1 for board in g.box.matrix.boards):
            faults.append(f"a fuel dump is hidden in {g.hex_name(cell)}, where none may be")
        if (g.searched | g.open_dumps) >> cell & 1:
            faults.append(f"the fuel dump in {g.hex_name(cell)} should have been found")
    if (g.taken_dumps | g.burnt_dumps | g.burn_tried) & ~g.open_dumps or g.taken_dumps & g.burnt_dumps:
        faults.append("what became of fuel dumps is kept wrongly")
    if any((board & g.open_dumps).bit_count() > 1 for board in g.box.matrix.boards):
        faults.append("a fuel dump lies in two hexes")
    return faults


def _rest(g: State) -> list[str]:
    faults = []
    if any(duty.side is g.mover.enemy and duty.active for duty in g.duties):
        faults.append("a duty is due in the wrong player turn")
    if g.result is None and not g.stack:
        faults.append("nothing is pending and the game is not over")
    return faults
