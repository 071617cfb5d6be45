"""What holds in every position that legal play can reach."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.titles.tigers_in_the_mist.rules import occupation, supply
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.state import (
    ENTERED,
    ENTRENCHED,
    GONE,
    MOVED,
    OVER_RIVER,
    WAITING,
    State,
    own,
)

#: The day of the set-up, which breaks the limits in two areas (7.1).
FIRST_DAY = 16


def broken(state: kernel.State) -> list[str]:
    """Whatever is wrong with a position that play has led to, if anything."""
    g = own(state)
    return [*misplaced(g), *_supply(g), *_alone(g)]


def misplaced(state: kernel.State) -> list[str]:
    """Whatever is wrong with a position however it came about: lessons and scenarios of our own are posed."""
    g = own(state)
    faults = columns.broken(g)
    for unit, row in enumerate(g.box.units.rows):
        place, strength = g.place[unit], g.strength[unit]
        if 0 < place < GONE and not 1 <= strength <= row.strength:
            faults.append(f"{row.id} has strength {strength} of {row.strength}")
        if place == GONE and strength:
            faults.append(f"{row.id} is eliminated but has strength {strength}")
        if g.status[unit] & ENTRENCHED and (not g.box.units.infantry[unit] or g.box.map.is_zone(place)):
            faults.append(f"{row.id} is entrenched and may not be")
        if g.spent[unit] > 2 * g.allowance(unit):
            faults.append(f"{row.id} has spent {g.spent[unit]} MP")
        if 0 < place < GONE and not g.box.playing[unit]:
            faults.append(f"{row.id} is not in this scenario")
    for side, span in enumerate(g.box.units.of):
        found = 0
        for unit in span:
            if g.on_map(unit):
                found |= 1 << g.place[unit]
        if found != g.occupied[side]:
            faults.append(f"the places held by side {side} are recorded wrongly")
    faults += [*_crowds(g), *_control(g), *_moved(g)]
    if g.special.effect and not g.box.map.all_areas >> g.special.area & 1:
        faults.append("Special Forces are not in an area")
    if g.result is None and not g.stack:
        faults.append("nothing is pending and the game is not over")
    return faults


#: 7.1 Steps during which the moving side may still be above the limits.
_MOVING = frozenset({"Movement", "OccupationLimits"})


def _crowds(g: State) -> list[str]:
    """7.1, 7.2 No area holds more than a side may have in it once movement is over; the set-up of December 16 does."""
    if not g.stack or g.day <= FIRST_DAY or any(type(step).__name__ in _MOVING for step in g.stack):
        return []
    return [
        f"{g.box.map.names[place]} holds too many {side} units"
        for side in (Side.GERMAN, Side.ALLIED)
        for place in cells(g.occupied[side] & g.box.map.all_areas)
        if occupation.over_limit(g, place, side)
    ]


def _just_begun(g: State) -> bool:
    """Whether a player may move, and nobody has left a place or tried a bridge since the impulse began."""
    top = g.stack[-1] if g.stack else None
    return isinstance(top, Movement) and g.began == g.occupied[top.side] and not g.tried


def _supply(g: State) -> list[str]:
    """13.15, 13.16 Before anybody moves, and before the first battle, supply is what a fresh look at the map finds."""
    before_battles = g.stack and isinstance(g.stack[-1], Battles) and not g.fought
    at_start = (g.day, g.impulse) == (FIRST_DAY, 1) and g.box.scenario.supplied_at_start
    if at_start or not (before_battles or _just_begun(g)):
        return []
    fresh = (*supply.supplied_places(g, Side.GERMAN), *supply.supplied_places(g, Side.ALLIED))
    return [] if g.supply == fresh else ["supply is not what it would be found to be"]


def _control(g: State) -> list[str]:
    """12.22 Only areas are controlled."""
    return [] if not g.control & ~g.box.map.all_areas else ["a place that is no area is controlled"]


def _alone(g: State) -> list[str]:
    """12.22 When an impulse begins, a side alone in an area controls it."""
    if not _just_begun(g):
        return []
    german, allied = g.occupied
    return [
        f"{g.box.map.names[place]} is not controlled by the side that is alone there"
        for place in cells((german & ~allied & ~g.control | allied & ~german & g.control) & g.box.map.all_areas)
    ]


def _moved(g: State) -> list[str]:
    """8.25, 8.24, 11.14 Who is elsewhere than at dawn has moved; only who has moved came in; who waits has not."""
    faults = []
    for unit, row in enumerate(g.box.units.rows):
        status, on_map = g.status[unit], g.on_map(unit)
        if on_map and g.place[unit] != g.dawn[unit] and not status & MOVED:
            faults.append(f"{row.id} is not where it was at dawn and has not moved")
        if status & (ENTERED | OVER_RIVER) and not status & MOVED:
            faults.append(f"{row.id} came in and has not moved")
        if status & WAITING and (status & MOVED or (on_map and not g.box.map.is_zone(g.place[unit]))):
            faults.append(f"{row.id} waits to enter and has moved")
    return faults
