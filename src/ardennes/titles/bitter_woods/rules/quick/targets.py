"""9.1 The hexes that a side may attack: `participants.TARGETS` asks every unit, this asks every hex once."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import surprise
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import armed
from ardennes.titles.bitter_woods.state import State


def targets(g: State, side: Side) -> int:
    """9.1 Every hex the phasing player may attack now."""
    grid, enemy = g.box.map.grid, g.occupied[side.enemy]
    front = armed(g, side) & grid.around(enemy)
    spent = g.attacked | g.reserve
    if g.builders:
        spent |= participants.building(g)
    if g.duties or (side is Side.GERMAN and g.turn <= g.box.boundaries_until):
        return _one_by_one(g, side, front, spent)
    fights, stacks = g.box.units.fights, g.stacks
    from_where = 0
    for place in cells(front):
        for unit in stacks[place]:
            if fights[unit] and not spent >> unit & 1 and not surprise.held(g, unit):
                from_where |= 1 << place
                break
    return grid.stepped(from_where, g.box.ground.open_to_attack) & enemy


def _one_by_one(g: State, side: Side, front: int, spent: int) -> int:
    """The same where boundaries, surprise or counterattacks make units differ."""
    grid, fights, enemy, ground = g.box.map.grid, g.box.units.fights, g.occupied[side.enemy], g.box.ground
    bounded = side is Side.GERMAN and g.turn <= g.box.boundaries_until
    found = 0
    for place in cells(front):
        near = grid.stepped(1 << place, ground.open_to_attack) & enemy
        for unit in g.stacks[place]:
            left = near & ~found
            if not left or not fights[unit] or spent >> unit & 1 or surprise.held(g, unit):
                continue
            if g.duties and (binding := participants.counter_binding(g, unit, side)) is not None:
                left &= binding
            if bounded:
                left = board_of(
                    cell
                    for cell in cells(left)
                    if boundaries.may_attack(g, unit, cell) and surprise.may_attack(g, unit, cell)
                )
            found |= left
    return found
