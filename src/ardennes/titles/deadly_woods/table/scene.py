"""What a client draws of a game: everything that stays the same while it is played."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from ardennes.atlas.sheet import crossings, places, sheet
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Game, Verb
from ardennes.kernel.words import say
from ardennes.parts.eye import scenery
from ardennes.parts.eye.scenery import Badge, Fact, Level, Overlay, Place, ResultTable, Scene, Stop
from ardennes.parts.eye.sideboard import Space, Track
from ardennes.parts.eye.stage import SIDES, sheet_key
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.tables import COLUMNS
from ardennes.titles.deadly_woods.rules import victory
from ardennes.titles.deadly_woods.state import ELIMINATED
from ardennes.titles.deadly_woods.table import counters
from ardennes.titles.deadly_woods.verbs import ARMY_NAMES, ASSET, VERBS

OVERLAYS = [
    Overlay("zones", "Zones", "Hexes in the zones of control of either side", "DW-7.1a"),
    Overlay("supply", "Supply", "Where a line of supply can be traced now, by side", "DW-8.2a"),
    Overlay("armies", "Armies", "The German army areas and the British one, and which lines still bind", "DW-9.1"),
    Overlay("leashes", "Leashes", "How far units go that are not released yet", "DW-10.6.4a"),
    Overlay("entries", "Entry", "Entry areas: where reinforcements come and supply begins", "DW-2.2.1a"),
]

#: The tracks of `Scene.tracks` by number.
VP_TRACK, BRIDGE_TRACK = 0, 1
TRACKS_MOST = 7


def scene(game: Game) -> Scene:
    """The scene of a game."""
    box = game.data
    assert isinstance(box, Box)
    return Scene(
        title=game.title.key,
        name=game.title.name,
        scenario=game.scenario,
        scenario_name=box.scenario.name,
        length=box.scenario.length,
        note=box.scenario.note,
        victory=victory_facts(box),
        options=dict(game.options),
        sheet=sheet_key(sheet_bytes(box.map)),
        sides=SIDES,
        services=counters.SERVICES,
        places=marked_places(box),
        links=[],
        crossings=crossings(box.map),
        pieces=counters.pieces(box),
        reserves=counters.reserves(box),
        marks=counters.MARKS,
        verbs=[verb(box, known) for known in VERBS.by_key.values()],
        overlays=OVERLAYS,
        turns=[stop(box, turn) for turn in range(1, box.last_turn + 1)],
        score_name="VP hexes",
        levels=[Level("German victory", victory.needed(box, False), 0), Level("Allied victory", 0, 1)],
        limits="a division and one more unit in a hex",
        gone=ELIMINATED,
        tables=[results(box)],
        chits=counters.chits(box),
        tracks=tracks(box),
        strength_name="steps",
    )


def drawn(game: Game) -> bytes:
    """The drawn map of a game."""
    return sheet_bytes(game.data.map)


@lru_cache(maxsize=4)
def sheet_bytes(hexmap: HexMap) -> bytes:
    """The drawn map as a client loads it."""
    return msgspec.json.encode(sheet(hexmap, playing=True))


def verb(box: Box, known: Verb) -> scenery.Verb:
    """An answer as the client gives it. Assets are counters that come after the units; cards are lists of buttons."""
    if known.kind is ASSET:
        return scenery.Verb(known.key, "piece", known.gesture, known.name, known.hint, len(box.units), len(box.assets))
    if known.kind is None:
        return scenery.Verb(known.key, "none", known.gesture, known.name, known.hint)
    drawn: Literal["piece", "place", "crossing", "number"]
    match known.kind.drawn:
        case "piece" | "place" | "crossing" as drawn:
            count = len(box.units) if drawn == "piece" else 0
            return scenery.Verb(known.key, drawn, known.gesture, known.name, known.hint, 0, count)
        case _:
            return scenery.Verb(known.key, "number", "button", known.name, known.hint)


def marked_places(box: Box) -> list[Place]:
    """Every hex, with the VP hexes and the entry areas."""
    areas = {cell: area for area in box.entry_areas for cell in area.cells}
    found = []
    for place in places(box.map, told=False):
        badges = []
        if box.vp >> place.id & 1:
            badges.append(Badge("objective", "", "a victory point for the German who holds it in supply", "DW-3.4a"))
        if area := areas.get(place.id):
            badges.append(
                Badge(
                    "entry",
                    area.letter,
                    say("{side} entry area {letter}", side=area.side, letter=area.letter),
                    "DW-2.2.1a",
                )
            )
        found.append(msgspec.structs.replace(place, badges=badges) if badges else place)
    return found


# ---- time, tables and victory ------------------------------------------------------------------------------


def stop(box: Box, number: int) -> Stop:
    """4.0 A turn of the track: dates, initiative, replacements."""
    turn = box.turn(number)
    first = {"German": say("German initiative"), "Allied": say("Allied initiative")}.get(
        turn.initiative,
        say(
            "German initiative with {initiative_hexes} VP hexes", initiative_hexes=box.numbers.victory.initiative_hexes
        ),
    )
    parts = [first]
    for side, (infantry, armor) in zip(("German", "Allied"), turn.replacements, strict=True):
        if infantry or armor:
            parts.append(say("{side} replacements {infantry}+{armor}", side=side, infantry=infantry, armor=armor))
    note = ", ".join(parts)
    return Stop(
        counters.turn_key(number),
        say("Turn {number}, {dates}: {note}", number=number, dates=turn.dates, note=note),
        f"{number}",
        turn.dates,
    )


def results(box: Box) -> ResultTable:
    """11.3.3 The Combat Results Table."""
    rows = [(str(die), [box.results.names[cell] for cell in row]) for die, row in enumerate(box.results.cells, 1)]
    return ResultTable("Combat results", "DW-11.3.3a", list(COLUMNS), rows)


def tracks(box: Box) -> list[Track]:
    """2.2.2 The German Victory Point Track, and the Bridge Repair Box of the armies."""
    needed = victory.needed(box, False)
    points = [
        Space(str(vp), "wins at the end of the last turn" if vp == needed else "", side=0 if vp >= needed else 1)
        for vp in range(TRACKS_MOST + 1)
    ]
    armies = [Space(name, "one bridge a turn") for name in ARMY_NAMES]
    return [
        Track("vp", "German VP hexes", points, "DW-3.4a"),
        Track("bridges", "Bridges built this turn", armies, "DW-10.6.2b"),
    ]


def victory_facts(box: Box) -> list[Fact]:
    """3.4 How the scenario is won."""
    numbers = box.numbers.victory
    sudden = victory.sudden_hexes(box)
    needed, cancelled = victory.needed(box, False), victory.needed(box, True)
    end = say(
        "At the end of turn {last_turn} the Germans need {needed} VP hexes in supply",
        last_turn=box.last_turn,
        needed=needed,
    )
    names = ", ".join(box.map.name(cell) for cell in box.vp_hexes)
    return [
        Fact(say("VP hexes: {names}.", names=names), rule="DW-3.4a"),
        Fact(
            say(
                "{end}; {cancelled} if the SS were kept on turn {turn}.",
                end=end,
                cancelled=cancelled,
                turn=box.numbers.withdrawal.turn,
            )
            if cancelled != needed
            else f"{end}.",
            rule="DW-3.4g" if cancelled != needed else "DW-3.4f",
        ),
        Fact(say("They win at once if a turn ends with {sudden} of them in supply,", sudden=sudden), rule="DW-3.4d"),
        Fact(
            say(
                "or with {sudden_steps} supplied motorized steps beyond the Meuse in the British area.",
                sudden_steps=numbers.sudden_steps,
            ),
            rule="DW-3.4b",
        ),
        Fact("Otherwise the Allies win.", rule="DW-3.4i"),
    ]
