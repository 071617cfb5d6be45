"""What holds in every position that legal play can reach."""

from __future__ import annotations

from ardennes import kernel
from ardennes.kernel import columns
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, GONE, own


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
    if g.result is None and not g.stack:
        faults.append("nothing is pending and the game is not over")
    return faults
