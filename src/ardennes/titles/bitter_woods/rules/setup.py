"""3.0 Prepare for Play."""

from __future__ import annotations

from ardennes.kernel import Game, Side
from ardennes.titles.bitter_woods.rules import dumps
from ardennes.titles.bitter_woods.rules.sequence import Turn
from ardennes.titles.bitter_woods.rules.zones import in_zone
from ardennes.titles.bitter_woods.state import State


def set_up(game: Game) -> State:
    """3, 13.2 Every unit that starts on the map in its hex, positions built, three bridges blown."""
    g = State(game)
    place_units(g)
    g.blown = g.box.map.blown_at_start
    note_front(g)
    g.push(Turn())
    if g.box.fuel_dumps:
        dumps.set_up(g)
    return g


def place_units(g: State) -> None:
    """3 The units marked at start; all others wait off the map."""
    for unit, cell in enumerate(g.box.start):
        if cell >= 0:
            g.put(unit, cell)
    g.improved = g.box.improved


def note_front(g: State) -> None:
    """15.2 The Allied units that begin the game in a German zone of control."""
    for unit in g.box.players[Side.ALLIED]:
        if g.on_map(unit) and in_zone(g, Side.GERMAN, g.place[unit]):
            g.front |= 1 << unit
