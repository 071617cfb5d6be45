"""What holds in every position of a game, checked by the conformance tests and on every save that is read."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, OUT, RESERVE, SUPPLIED, State


def broken(state: kernel.State) -> list[str]:
    """What is wrong with a position; empty if nothing is."""
    assert isinstance(state, State)
    return [*columns.broken(state), *_units(state), *_hexes(state), *_cards(state)]


def _units(g: State) -> list[str]:
    found, units, on_map = [], g.box.units, 0
    for unit, place in enumerate(g.place):
        name = units.rows[unit].id
        if place < OFF_MAP:
            on_map |= 1 << unit
        elif not (RESERVE <= place <= OUT or FIRST <= place - OFF_MAP <= LAST + 1):
            found.append(f"{name} is nowhere: {place}")
        elif g.supply[unit] != SUPPLIED:
            found.append(f"{name} is off the map, but not in supply")
        if g.lost[unit] >= units.steps[unit]:
            found.append(f"{name} has lost more steps than it has")
    for column in ("dispersed", "recovering", "unfuelled"):
        if strays := getattr(g, column) & ~on_map:
            found.append(f"{column}: units that are not on the map: {cells(strays)}")
    if g.unfuelled & units.all_of[Side.ALLIED]:
        found.append("unfuelled: only Germans lack fuel")
    if g.mapped != on_map:
        found.append("mapped: not the units on the map")
    return found


def _hexes(g: State) -> list[str]:
    found, ground = [], g.box.ground
    if g.occupied[0] & g.occupied[1]:
        found.append("units of both sides share a hex")
    if g.improved & (ground.towns | ~(g.occupied[0] | g.occupied[1])):
        found.append("improved: in a town, or without a unit")
    if g.roadblocks & (g.occupied[0] | g.occupied[1]):
        found.append("roadblocks: in a hex with units")
    if g.german_towns & ~ground.towns or g.allied_wall & ~ground.westwall:
        found.append("german_towns, allied_wall: hexes that nobody owns")
    if g.german_built & ~g.built or any(g.built >> river & 1 for river in ground.side_of_bridge):
        found.append("built: a bridge where one is printed, or owned where none is built")
    if g.covered.bit_count() != len(g.depots[Side.ALLIED]):
        found.append("covered: not as many depots as markers")
    again = g.copy()
    for unit in cells(g.mapped):
        again.put(unit, g.place[unit])
    if (again.exerting, again.stacks) != (g.exerting, g.stacks):
        found.append("exerting, stacks: not what the units on the map make")
    return found


def _cards(g: State) -> list[str]:
    found = []
    held = sum(
        len(pile[side]) for pile in (g.hands, g.piles, g.available, g.discards, g.entering, g.unused) for side in (0, 1)
    )
    if held != len(g.box.cards):
        found.append(f"cards: {held} of {len(g.box.cards)} lie somewhere")
    if g.cup & g.aside:
        found.append("cup, aside: a chit in both")
    return found
