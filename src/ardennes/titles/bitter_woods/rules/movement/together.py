"""36.1, 36.2, 36.L4 Kampfgruppe Peiper keeps together: which of it may move, and why the phase may not end yet."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.rules import improved_positions, kampfgruppe, leaders
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.rules.movement.freedom import may_pick_special
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
    exploiting = ready.exploiting
    able = ready.able & g.box.all_group & ~(improved_positions.busy(g) & ~g.remade)
    free = board_of([u for u in cells(able) if may_pick_special(g, u, Side.GERMAN, ready.near[u])])
    reason = _why_not_apart(g, exploiting, free)
    if reason is None and g.box.peiper >= 0:
        reason = _why_not_away(g, exploiting, free)
    return Together(free, reason, kampfgruppe.offers(g, Side.GERMAN))


def _why_not_apart(g: State, exploiting: bool, free: int) -> Reason | None:
    """36.1, 36.2 Why the battalions of Kampfgruppe Peiper may not be as far apart as they are.

    Those that combat has parted have until the end of the player turn, if one of them is in reserve.
    """
    far = kampfgruppe.scattered(g)
    if far and not exploiting and g.reserve & g.box.thirds:
        far &= ~g.parted
    if not far:
        return None
    movable = free & g.box.thirds
    if not movable or not destinations.can_mend(g, movable):
        return None
    unit = cells(far)[0]
    rule = "BW-36.2" if g.parted >> unit & 1 else "BW-36.1a"
    return Reason(
        rule, say("{unit} must be within two hexes of another battalion of Kampfgruppe Peiper", unit=g.name(unit))
    )


def _why_not_away(g: State, exploiting: bool, free: int) -> Reason | None:
    """36.L4 Why Peiper may not be as far from his Kampfgruppe as he is when exploitation is over, or does not come."""
    leader, men = g.box.peiper, kampfgruppe.men(g)
    if not g.on_map(leader) or not men or (g.reserve & g.box.kampfgruppe and not exploiting):
        return None
    near = kampfgruppe.near(g, board_of(g.place[unit] for unit in men))
    if near >> g.place[leader] & 1 or not free >> leader & 1:
        return None
    if not destinations.ends(g, leader, destinations.reachable(g, leader)) & near:
        return None
    return Reason("BW-36.L4", say("{leader} must be within two hexes of his Kampfgruppe", leader=g.name(leader)))
