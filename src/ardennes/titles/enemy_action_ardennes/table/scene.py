"""What a client draws of a game: everything that stays the same while it is played."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ardennes.atlas.sheet import places, river_crossings, sheet
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Game
from ardennes.kernel.words import say, several
from ardennes.parts.eye.scenery import Badge, Fact, Level, Overlay, Place, Scene, Stop
from ardennes.parts.eye.sideboard import Chit, Space, Track
from ardennes.parts.eye.stage import scene_of
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.state import ELIMINATED
from ardennes.titles.enemy_action_ardennes.table import cards, counters

OVERLAYS = [
    Overlay("zones", "Control", "Hexes controlled by the units of either side", "EA-8.0a"),
    Overlay("supply", "Supply", "Where each side can trace supply now", "EA-10.1a"),
    Overlay("towns", "Towns", "Who owns the towns and cities", "EA-12.1a"),
    Overlay("armies", "Armies", "The German army areas", "EA-7.61a"),
]
#: The tracks of `Scene.tracks` by number.
POINTS_TRACK, FUEL_TRACK = 0, 1
MOST_POINTS, MOST_FUEL = 60, 5


def scene(game: Game) -> Scene:
    """The scene of a game."""
    box = game.data
    assert isinstance(box, Box)
    return scene_of(
        game,
        sheet_bytes(box.map),
        victory=victory_facts(box),
        services=counters.SERVICES,
        places=marked_places(box),
        crossings=river_crossings(box.map, box.ground.river_sides),
        pieces=[counters.piece(box, unit) for unit in range(len(box.units))],
        marks=counters.MARKS,
        overlays=OVERLAYS,
        turns=[stop(box, day) for day in range(box.first_day, box.last_day + 1)],
        score_name="VP",
        levels=levels(box),
        limits="three units and six steps in a hex",
        gone=ELIMINATED,
        cards=[cards.printed(box, number) for number in range(len(box.cards))],
        chits=[chit(box, number) for number in range(len(box.chits.all))],
        tracks=tracks(),
        strength_name="steps",
    )


def drawn(game: Game) -> bytes:
    """The drawn map of a game."""
    return sheet_bytes(game.data.map)


@lru_cache(maxsize=4)
def sheet_bytes(hexmap: HexMap) -> bytes:
    """The drawn map as a client loads it."""
    return msgspec.json.encode(sheet(hexmap, playing=True))


def marked_places(box: Box) -> list[Place]:
    """Every hex, with the value of towns that count in this scenario."""
    found = []
    for place in places(box.map, told=False):
        worth = box.worth.get(place.id, 0)
        if worth:
            note = several("{number} victory point for the Germans", "{number} victory points for the Germans", worth)
            badge = Badge("objective", str(worth), note, "EA-14.1a")
            found.append(msgspec.structs.replace(place, badges=[badge]))
        else:
            found.append(place)
    return found


def stop(box: Box, day: int) -> Stop:
    """2.0 A day of the calendar: hands and supplementals."""
    row = box.calendar[day]
    hands = say("hands {hands} and {other_hands}", hands=row.hands[0], other_hands=row.hands[1])
    more = say(
        "{hands}, supplementals {supplementals} and {other_supplementals}",
        hands=hands,
        supplementals=row.supplementals[0],
        other_supplementals=row.supplementals[1],
    )
    return Stop(counters.day_key(day), say("December {day}: {hands}", day=day, hands=more), f"{day}", hands)


def chit(box: Box, number: int) -> Chit:
    """2.22 A combat chit with its two situations."""
    found = box.chits.all[number]
    note = f"{found.front.text} / {found.back.text}" + (" (blue)" if found.blue else "")
    return Chit(number, say("Chit {number}", number=found.number), str(found.number), note=note, rule="EA-9.4a")


def levels(box: Box) -> list[Level]:
    """15 The levels of victory by points, the best for the Germans first."""
    found = []
    for least, name in box.scenario.levels:
        side = 0 if name.startswith("German") else 1 if name.startswith("Allied") else None
        found.append(Level(name, least, side))
    return found


def tracks() -> list[Track]:
    """14.1, 10.4 Victory points and captured fuel."""
    points = [Space(str(n)) for n in range(MOST_POINTS + 1)]
    fuel = [Space(str(n)) for n in range(MOST_FUEL + 1)]
    return [
        Track("points", "German victory points", points, "EA-14.1h"),
        Track("fuel", "Captured fuel", fuel, "EA-10.42b"),
    ]


def victory_facts(box: Box) -> list[Fact]:
    """14, 15 How the scenario is won."""
    found = [
        Fact(say("{least} points or more: {name}.", least=least, name=name), rule="EA-14.1h")
        for least, name in box.scenario.levels
    ]
    if box.scenario.meuse_wins:
        found.insert(0, Fact("A German unit at the Meuse, or off the map, wins at once.", rule="EA-15.1c"))
    if box.scenario.calendar:
        days = ", ".join(map(str, box.scenario.calendar))
        found.append(
            Fact(say("The numbers of the calendar may end the game on December {days}.", days=days), rule="EA-14.2")
        )
    return found
