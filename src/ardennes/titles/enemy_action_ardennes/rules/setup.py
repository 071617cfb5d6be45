"""3.0, 15.0 Set-up of the five scenarios."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Chance, Chances, Game, Side
from ardennes.parts.rules import deck as piles
from ardennes.parts.rules.deck import Place
from ardennes.titles.enemy_action_ardennes import box as contents
from ardennes.titles.enemy_action_ardennes.rules import deck
from ardennes.titles.enemy_action_ardennes.rules.sequence import Day
from ardennes.titles.enemy_action_ardennes.state import (
    ELIMINATED,
    LOW,
    OFF_MAP,
    OKW_BOX,
    OUT,
    RESERVE,
    VDH_BOX,
    State,
)

_BOXES = {
    contents.RESERVE: RESERVE,
    contents.OKW_BOX: OKW_BOX,
    contents.VDH_BOX: VDH_BOX,
    contents.ELIMINATED: ELIMINATED,
    contents.OUT: OUT,
}


class LayDepot(Chance[State], frozen=True):
    """3.0f The next fuel depot marker goes face down; which one it is, chance says."""

    luck: ClassVar[str] = "depots"

    def chances(self, g: State) -> Chances:
        lying = g.depots[Side.ALLIED]
        return Chances([(1, marker) for marker in range(len(g.box.depots)) if marker not in lying])

    def resolve(self, g: State, outcome: int) -> None:
        piles.put(g, Place("depots", Side.ALLIED), [outcome])
        if len(g.depots[Side.ALLIED]) == len(g.box.depots):
            g.pop()


def lay_out(game: Game) -> State:
    """The table without units, cards and depots: bridges, towns, chits."""
    g = State(game)
    box = g.box
    g.day = box.first_day
    g.blown, g.german_bridges, g.german_towns = box.blown, box.german_bridges, box.german_towns
    g.roadblocks = box.roadblocks
    g.cup = (1 << 60) - 1
    return g


def wait(g: State, unit: int) -> int:
    """Where a unit that is not on the map at the start waits: on the calendar or in a box."""
    waits = g.box.waits[unit]
    return _BOXES[waits] if waits < 0 else OFF_MAP + waits


def set_up(game: Game) -> State:
    """3.0d - 3.0h Everybody in his hex, on the calendar or in a box; depots and cards to be dealt."""
    g = lay_out(game)
    box = g.box
    for unit, cell in enumerate(box.start):
        g.lost[unit] = box.lost[unit]
        if cell >= 0:
            g.supply[unit] = LOW if box.low_supply >> unit & 1 else 0
            g.put(unit, cell)
        else:
            g.place[unit] = wait(g, unit)
    g.improved = box.improved
    deck.lay_out(g)
    g.push(Day())
    if box.scenario.depots:
        g.covered = (1 << len(box.depots)) - 1
        g.push(LayDepot())
    else:
        piles.put(g, Place("opened"), range(len(box.depots)))
    return g
