"""3.2 Set-up."""

from __future__ import annotations

from ardennes.kernel import Game
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules.sequence import Turn
from ardennes.titles.deadly_woods.state import BOX, OFF_MAP, OUT, TRACK, State


def lay_out(game: Game) -> State:
    """The table without units: assets in their boxes or on the track, bridges, control."""
    g = State(game)
    box = g.box
    g.blown = box.destroyed_at_start
    g.german = box.german_at_start
    for number, asset in enumerate(box.assets):
        g.asset[number] = asset.start if asset.start >= 0 else BOX
        if asset.start < 0 and asset.turn > 1 and asset.on_track:
            g.asset[number], g.back[number] = TRACK, asset.turn
        if asset.kind is AssetKind.PLUS_TWO and not game.options["plus_two"]:
            g.asset[number] = OUT
    g.place[box.vdh] = BOX
    return g


def set_up(game: Game) -> State:
    """3.2 Everybody in his hex or on the track, and turn 1 to begin."""
    g = lay_out(game)
    for unit, cell in enumerate(g.box.start):
        if 0 <= cell < OFF_MAP:
            g.put(unit, cell)
    g.push(Turn())
    return g
