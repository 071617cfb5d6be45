"""Tracks beside the map: the events that were rolled, and how many battles each leader may still affect."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.parts.sideboard import Marker, Space, Track
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.box.fates import TABLES, Fate
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.state import State


def tracks(box: Box) -> list[Track]:
    """The tracks a game has, by the rules it is played with."""
    found = []
    if _eventful(box):
        spaces = [Space(turn, f"rolled on {turn}") for turn in TABLES]
        found.append(Track("events", "Events", spaces, "BW-29" if box.random_events else "BW-38"))
    if box.leaders:
        found.append(Track("influence", "Battles leaders may still affect", _commanders(box), "BW-24.1"))
    return found


def markers(g: State) -> list[Marker]:
    """Where the markers of the tracks stand."""
    found = []
    if _eventful(g.box):
        for at, fates in enumerate(_rolled(g)):
            found += [Marker(0, at, text=f"{fate.name}: {fate.effect}") for fate in fates]
    if g.box.leaders:
        track = int(_eventful(g.box))
        for at, leader in enumerate(cells(g.box.leader_units)):
            if g.on_map(leader):
                left = leaders.influence_left(g, leader)
                found.append(Marker(track, at, int(g.box.units.side(leader)), f"{left} left" if left else "none left"))
    return found


def _eventful(box: Box) -> bool:
    return box.random_events or box.events_17am or box.events_19am


def _rolled(g: State) -> list[tuple[Fate, ...]]:
    """What came up on each of the tables."""
    fates = g.box.fates
    return [fates[turn][roll] for turn, roll in zip(TABLES, (g.event17, g.event18, g.event19), strict=True)]


def _commanders(box: Box) -> list[Space]:
    """The leaders of both sides, each a space of his own."""
    units = box.units
    return [
        Space(units.name(u), f"influence-range-MA {units.leader_values(u)}", str(units.side(u)))
        for u in cells(box.leader_units)
    ]
