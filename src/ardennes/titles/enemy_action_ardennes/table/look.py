"""What lies on the table: the columns of a look, the hand, piles, chits, boxes, tracks."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Choice, Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Token
from ardennes.parts.eye.sideboard import Chits, Cup, Marker, Tray
from ardennes.parts.title import Looks
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.rules import victory
from ardennes.titles.enemy_action_ardennes.state import (
    ELIMINATED,
    EXITED,
    ISOLATED,
    LOW,
    NOBODY,
    OFF_MAP,
    OKW_BOX,
    OUT,
    OUT_OF_SUPPLY,
    RESERVE,
    VDH_BOX,
    State,
    own,
)
from ardennes.titles.enemy_action_ardennes.table import cards
from ardennes.titles.enemy_action_ardennes.table.scene import FUEL_TRACK, MOST_POINTS, POINTS_TRACK
from ardennes.titles.enemy_action_ardennes.table.words import clock

_BOXES = (("Reserve units", RESERVE, "EA-11.1a"), ("OKW Reserve", OKW_BOX, "EA-11.4a"), ("Von der Heydte", VDH_BOX, ""))


def laid(sight: Sight) -> Looks:
    """All of a look but what the pending decision fills in."""
    g = own(sight.state)
    return {
        "turn": min(max(g.day, g.box.first_day), g.box.last_day) - g.box.first_day,
        "score": g.result.score if g.result is not None else victory.points(g),
        "place": [_place(place) for place in g.place],
        "strength": [g.steps_left(unit) for unit in range(len(g.place))],
        "marks": _marks(g),
        "spent": _none(len(g.place)),
        "control": cells(g.german_towns),
        "down": _unbridged(g.box, g.blown, g.built),
        "tokens": _tokens(g),
        "freed": [],
        "hand": cards.hand(sight),
        "laid": [],
        "piles": cards.piles(sight),
        "cup": cup(g),
        "trays": trays(g),
        "standing": cards.standing(sight),
        "markers": _markers(g),
    }


def _place(place: int) -> int:
    """Where a client shows a unit: a hex, to come (0), or out of the game."""
    if place < OFF_MAP:
        return place
    return ELIMINATED if place in (ELIMINATED, EXITED, OUT) else 0


@lru_cache(maxsize=200)
def _unbridged(box: Box, blown: int, built: int) -> list[tuple[int, int]]:
    """12.2 The river hexsides without a standing bridge, which is where one could be built."""
    ground = box.ground
    standing = ground.rivers_bridged(ground.all_bridges & ~blown) | built
    return [(river, 0) for river in range(len(ground.river_sides)) if not standing >> river & 1]


@lru_cache(maxsize=4)
def _none(count: int) -> list[int]:
    return [0] * count


def _marks(g: State) -> list[int]:
    """The marks of every unit, in the order of `counters.MARKS`."""
    units = range(len(g.place))
    reduced = sum(1 << unit for unit in units if g.lost[unit])
    low, out, alone = (
        sum(1 << unit for unit in units if g.supply[unit] == level) for level in (LOW, OUT_OF_SUPPLY, ISOLATED)
    )
    marks = [0] * len(g.place)
    sets = (reduced, g.active, g.moved, g.attacked, g.dispersed, low, out, alone, g.unfuelled)
    for number, marked in enumerate(sets):
        for unit in cells(marked):
            marks[unit] |= 1 << number
    return marks


def _tokens(g: State) -> list[Token]:
    """Markers that lie in hexes; fuel depots face down."""
    found = [Token(cell, "position", "improved position", "IP") for cell in cells(g.improved)]
    found += [Token(cell, "interdiction", "roadblock", "BLOCK") for cell in cells(g.roadblocks)]
    found += [Token(g.box.depots[n], "drop", "a fuel depot, face down", "FUEL ?") for n in cells(g.covered)]
    if g.kampfgruppe != NOBODY:
        found.append(Token(g.kampfgruppe, "special", "Kampfgruppe", "KG"))
    return found


def _markers(g: State) -> list[Marker]:
    points = min(max(victory.points(g), 0), MOST_POINTS)
    return [Marker(POINTS_TRACK, points, 0, phrase("now")), Marker(FUEL_TRACK, g.fuel, 0, phrase("captured"))]


def cup(g: State) -> Cup:
    """9.41 The combat chits still in the cup, and those set aside."""
    inside = [Chits(chit) for chit in cells(g.cup)]
    return Cup("Combat chits", inside, aside=[Chits(chit) for chit in cells(g.aside)], rule="EA-9.41a")


def trays(g: State) -> list[Tray]:
    """11.0 The boxes beside the map."""
    found = []
    for side in (Side.GERMAN, Side.ALLIED):
        for name, box, rule in _BOXES:
            units = [unit for unit in g.box.units.of[side] if g.place[unit] == box]
            if units:
                found.append(Tray(name, units, "", int(side), rule))
    return found


def phase(sight: Sight) -> str:
    """What the game is at."""
    g = own(sight.state)
    step = g.stack[-1] if g.stack else None
    if not isinstance(step, Choice):
        return say("Game over")
    return say("{date}: {side} {phase}", date=clock(sight), side=step.side, phase=step.phase or "decision")
