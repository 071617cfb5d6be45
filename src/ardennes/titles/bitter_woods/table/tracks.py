"""A track beside the map: how many battles each leader may still affect."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel.words import say
from ardennes.parts.eye.sideboard import Marker, Space, Track
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.state import State


def tracks(box: Box) -> list[Track]:
    """24.1 The leaders of both sides, each a space of his own; nothing without them."""
    units = box.units
    spaces = [
        Space(
            units.name(u),
            say("influence-range-MA {leader_values}", leader_values=units.leader_values(u)),
            str(units.side(u)),
        )
        for u in cells(box.leader_units)
    ]
    return [Track("influence", "Battles leaders may still affect", spaces, "BW-24.1")] if spaces else []


def markers(g: State) -> list[Marker]:
    """24.1 What every leader on the map has left in this player turn."""
    found = []
    for at, leader in enumerate(cells(g.box.leader_units)):
        if g.on_map(leader):
            left = leaders.influence_left(g, leader)
            found.append(
                Marker(
                    0, at, int(g.box.units.side(leader)), text=say("{left} left", left=left) if left else "none left"
                )
            )
    return found
