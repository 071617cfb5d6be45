"""36.1, 36.2, 36.L4 Kampfgruppe Peiper keeps together: why a phase may not end yet."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.state import State


def why_not_together(g: State, exploiting: bool, free: int) -> Reason | None:
    """Why the Kampfgruppe, of which some may be picked up, may not be as far apart as it is."""
    reason = _why_not_apart(g, exploiting, free)
    return _why_not_away(g, exploiting, free) if reason is None and g.box.peiper >= 0 else reason


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
    if not destinations.picked_up(g, leader).ends & near:
        return None
    return Reason("BW-36.L4", say("{leader} must be within two hexes of his Kampfgruppe", leader=g.name(leader)))
