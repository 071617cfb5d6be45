"""36.1 What is known of Kampfgruppe Peiper and its leader while their side moves."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import improved_positions, leaders
from ardennes.titles.bitter_woods.rules.movement.together import why_not_together
from ardennes.titles.bitter_woods.rules.quick.freedom import may_pick_special
from ardennes.titles.bitter_woods.state import Ready, State, Together


def together(g: State, ready: Ready) -> Together:
    """What holds for the Kampfgruppe and its leader as long as nothing that decides it changes."""
    memo = g.remember()
    found: Together | None = memo.get("together")
    if found is None:
        group, place = g.box.all_group, g.place
        units = tuple([place[unit] for unit in g.box.group])
        alone = leaders.deadly(g, Side.GERMAN) if g.box.leaders else 0
        own = (g.full[0], alone, g.moved & group, g.freed & group, g.reduced & group, g.reserve & group)
        key = (units, *own, g.remade, g.group_spent, g.dug & group, g.builders, g.duties)
        found = ready.group.get(key)
        if found is None:
            found = ready.group[key] = _find_out(g, ready)
        memo["together"] = found
    return found


def _find_out(g: State, ready: Ready) -> Together:
    able = ready.able & g.box.all_group & ~(improved_positions.busy(g) & ~g.remade)
    free = board_of([u for u in cells(able) if may_pick_special(g, u, Side.GERMAN, ready.near[u])])
    return Together(free, why_not_together(g, ready.exploiting, free))
