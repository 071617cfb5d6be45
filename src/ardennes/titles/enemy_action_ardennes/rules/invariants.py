"""What holds in every position of a game, checked by the conformance tests and on every save that is read."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.state import (
    ELIMINATED,
    ISOLATED,
    NOBODY,
    OFF_MAP,
    OUT,
    RESERVE,
    SUPPLIED,
    State,
)


def broken(state: kernel.State) -> list[str]:
    """What is wrong with a position that play has led to; empty if nothing is."""
    assert isinstance(state, State)
    return misplaced(state) or _judged_otherwise(state)


def misplaced(state: kernel.State) -> list[str]:
    """What is wrong with a position however it came about; empty if nothing is."""
    assert isinstance(state, State)
    if found := [*columns.broken(state), *_units(state)]:
        return found  # nothing else can be asked of units that are nowhere, or have no side left to show
    return [
        *_hexes(state),
        *_cards(state),
        *_stacks(state),
        *_owners(state),
        *_marks(state),
        *_control(state),
        *_supply(state),
    ]


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
    if g.roadblocks & ~g.box.map.road_hexes:
        found.append("roadblocks: off the road")
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


#: 7.4 Steps in which units are under way, or a combat is: stacking is looked at when they are over.
_UNDER_WAY = frozenset({"Movement", "Moving", "March", "RaiseTheAlarm", "Combat", "Overstack"})


def _steps(g: State) -> set[str]:
    return {type(step).__name__ for step in g.stack}


def _stacks(g: State) -> list[str]:
    """7.4, 13.13c Nowhere more than three units or six steps, but while they move or fight."""
    if not g.stack or _steps(g) & _UNDER_WAY:
        return []
    limits = g.box.numbers.stacking
    return [
        f"{g.hex_name(cell)} is overfull"
        for cell, units in g.stacks.items()
        if len(units) > limits.units or sum(g.steps_left(unit) for unit in units) > limits.steps
    ]


def _owners(g: State) -> list[str]:
    """12.1, 14.1 A town or Westwall hex with units in it belongs to their side."""
    found, ground, (german, allied) = [], g.box.ground, g.occupied
    if g.german_towns & allied or ground.towns & ~g.german_towns & german:
        found.append("german_towns: a town belongs to the side that is not in it")
    if g.allied_wall & german or ground.westwall & ~g.allied_wall & allied:
        found.append("allied_wall: a Westwall hex belongs to the side that is not in it")
    if any(g.exerting[side] & ~g.occupied[side] for side in (0, 1)):
        found.append("exerting: control without a unit")
    return found


def _marks(g: State) -> list[str]:
    """6.0, 7.31, 7.32, 4.12, 6.4 Marks of an activation or an impulse are gone when it is over."""
    steps, found = _steps(g), []
    if not steps & {"Activation", "Deployment", "Replacements", "RaiseTheAlarm"}:
        for column in ("active", "moved", "attacked", "defended", "retreated", "recovering"):
            if getattr(g, column):
                found.append(f"{column}: nobody is activated")
    if g.kampfgruppe != NOBODY and "Activation" not in steps:
        found.append("kampfgruppe: its activation is over")
    if (g.forded or g.squeezed) and "Impulse" not in steps:
        found.append("forded, squeezed: the impulse is over")
    if g.jammed and (g.day != g.box.numbers.surprise.day or "Activation" not in steps):
        found.append("jammed: bridges are jammed within an activation of the first day")
    return found


def _exerts(g: State, cell: int, side: Side) -> bool:
    """8.0 Whether the units of a hex exert control: one that is not bracketed, two that are, or one in good cover."""
    able = [unit for unit in g.units_at(cell) if not g.dispersed >> unit & 1 and g.supply[unit] != ISOLATED]
    cover = g.box.ground.towns | (g.box.ground.westwall if side is Side.GERMAN else 0)
    return len(able) > 1 or any(not g.face(unit).bracketed or cover >> cell & 1 for unit in able)


def _control(g: State) -> list[str]:
    """8.0 Control is where the rule says: dispersed and isolated units have none, lone bracketed ones in cover only."""
    return [
        f"exerting: {g.hex_name(cell)} is not as its units make it"
        for cell, units in g.stacks.items()
        for side in (g.side_of(units[0]),)
        if bool(g.exerting[side] >> cell & 1) is not _exerts(g, cell, side)
    ]


def _just_judged(g: State) -> bool:
    """4.0j Whether nothing has moved since the supply of the day was judged: its first command is asked for, or what
    comes before it."""
    return not g.impulses[0] and not g.impulses[1] and type(g.stack[-1]).__name__ in ("Command", "Shortage")


def _supply(g: State) -> list[str]:
    """4.0h, 10.0a, 10.12 Who cannot have been judged yet is in supply; so is whoever was judged at his own edge."""
    found, dates = [], g.box.numbers.dates
    for unit in cells(g.mapped):
        low, side = g.supply[unit] != SUPPLIED, g.side_of(unit)
        exempt = side is Side.GERMAN and g.day < dates.german_supply_from and unit != g.box.vdh
        if low and exempt:
            found.append(f"{g.box.units.rows[unit].id} was judged before its day")
        if low and "Interdiction" in _steps(g) and g.box.ground.friendly_edges[side] >> g.place[unit] & 1:
            found.append(f"{g.box.units.rows[unit].id} is out of supply at its own edge of the map")
    return found


def _judged_otherwise(g: State) -> list[str]:
    """4.0h Right after the check, units whose state is not what their lines make it; where somebody of a side is
    eliminated, that side's lines may have been cut by a surrender (10.24) since, and the other side's opened."""
    if g.day <= g.box.first_day or not g.stack or not _just_judged(g):
        return []
    gone = [any(g.place[unit] == ELIMINATED for unit in g.box.units.of[side]) for side in (Side.GERMAN, Side.ALLIED)]
    found = []
    for unit in cells(g.mapped):
        side, fed = g.side_of(unit), supply.traces(g, unit)
        low = g.supply[unit] != SUPPLIED
        if (low and fed and not gone[side.enemy]) or (not low and not fed and not gone[side]):
            found.append(f"{g.box.units.rows[unit].id} was judged otherwise than its line runs")
    return found
