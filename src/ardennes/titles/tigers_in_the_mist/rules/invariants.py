"""What holds in every position that legal play can reach."""

from __future__ import annotations

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Side, columns
from ardennes.titles.tigers_in_the_mist.rules import occupation
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, GONE, State, own

#: The day of the set-up, which breaks the limits in two areas (7.1).
FIRST_DAY = 16


def broken(state: kernel.State) -> list[str]:
    """Whatever is wrong with a position, if anything."""
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
    faults += _crowds(g)
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
