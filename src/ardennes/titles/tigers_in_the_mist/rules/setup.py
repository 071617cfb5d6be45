"""5.0 Preparing For Play."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Game
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.sequence import Turn
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, State


def set_up(game: Game) -> State:
    """5.1 - 5.3 Blown bridges, units, entrenchments, the turn marker on 16-1 and no victory points."""
    g = State(game)
    place_blown_bridges(g)
    place_units(g)
    # 12.22 Empty areas begin under the side on whose side of the front they lie.
    g.control = board_of(row.number for row in g.box.map.areas if row.control == "German")
    g.dawn = bytes(g.place)
    supply.determine(g)
    if g.box.scenario.supplied_at_start:
        supply.everybody_supplied(g)
    g.push(Turn(16))
    return g


def place_blown_bridges(g: State) -> None:
    """5.1 The bridges that are down when the game begins."""
    down = ("start", g.box.key)
    g.blown = board_of(number for number, row in enumerate(g.box.map.bridge_rows) if row.blown in down)


def place_units(g: State) -> None:
    """5.21, 5.22 Every starting unit in its area, dug in where its card says so."""
    for unit, row in enumerate(g.box.units.rows):
        if row.setup and g.box.playing[unit]:
            g.put(unit, row.setup)
            g.strength[unit] = row.strength
            g.status[unit] = ENTRENCHED if row.entrenched else 0
