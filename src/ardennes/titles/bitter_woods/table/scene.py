"""What a client draws of a game: everything that stays the same while it is played."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ardennes.atlas.sheet import crossings, places, sheet
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Game, Side
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye import colours
from ardennes.parts.eye.scenery import (
    Badge,
    Fact,
    Level,
    Overlay,
    Piece,
    Place,
    Reserve,
    ResultTable,
    Scene,
    Service,
    Stop,
)
from ardennes.parts.eye.stage import SIDES, sheet_key, verbs_of
from ardennes.titles.bitter_woods.box import GONE, NEVER, Box, turns
from ardennes.titles.bitter_woods.box.counters import SIZES, UnitRow
from ardennes.titles.bitter_woods.box.tables import ANGRIFF_COLUMNS, COLUMNS, LOWEST_ROW
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.table import happenings
from ardennes.titles.bitter_woods.table.markers import MARKS
from ardennes.titles.bitter_woods.table.tracks import tracks
from ardennes.titles.bitter_woods.verbs import VERBS

#: 2.4 The colours of the counters: a German army each its own, the SS black, Americans green, British tan.
SERVICES = [
    Service("SS", "Waffen-SS", *colours.SS),
    Service("6PA", "6th Panzer Army", *colours.SIXTH_PANZER),
    Service("5PA", "5th Panzer Army", *colours.FIELD_GREY),
    Service("7A", "7th Army", *colours.SEVENTH_ARMY),
    Service("any", "Army group", *colours.ARMY_GROUP),
    Service("US1", "US First Army", *colours.AMERICAN),
    Service("US3", "US Third Army", *colours.THIRD_ARMY),
    Service("BR", "British", *colours.BRITISH),
]

OVERLAYS = [
    Overlay("zones", "Zones", "Hexes in the zones of control of either side", "BW-7.1a"),
    Overlay("supply", "Supply", "Where a unit of each side would be in supply as things stand", "BW-12.2a"),
    Overlay("sectors", "Armies", "Where the German armies may go until the evening of the 18th", "BW-5.4a"),
]

#: 24.2 Only where leaders are in play.
LEADERS = Overlay("leaders", "Leaders", "Where units may stand with a leader instead of retreating", "BW-24.2")

#: 25.1 Only with fuel dumps.
DUMPS = Overlay("dumps", "Dumps", "Where a fuel dump may still lie hidden, as far as both sides know", "BW-25.1a")

#: MIL-STD-2525C function codes by type of unit.
FUNCTIONS = {
    "infantry": "UCI---",
    "parachute_infantry": "UCIA--",
    "glider_infantry": "UCIA--",
    "armored_infantry": "UCIZ--",
    "armored_cavalry": "UCRVA-",
    "armor": "UCA---",
    "corps_artillery": "UCF---",
    "army_artillery": "UCF---",
    "rocket": "UCFR--",
    "leader": "UH----",
}

GROUND = {"normal": "", "mud": phrase("mud"), "freeze": phrase("frozen ground")}


def scene(game: Game) -> Scene:
    """The scene of a game."""
    box = game.data
    assert isinstance(box, Box)
    scenario = box.scenario
    return Scene(
        title=game.title.key,
        name=game.title.name,
        scenario=game.scenario,
        scenario_name=scenario.name,
        length=scenario.length,
        note=scenario.note,
        victory=victory_facts(box),
        options=dict(game.options),
        sheet=sheet_key(sheet_bytes(box.map)),
        sides=SIDES,
        services=SERVICES,
        places=marked_places(box),
        links=[],
        crossings=crossings(box.map),
        pieces=[piece(box, unit) for unit in range(len(box.units))],
        reserves=waiting(box),
        marks=MARKS,
        verbs=verbs_of(VERBS),
        overlays=overlays(box),
        turns=[stop(box, turn) for turn in range(box.first_turn, box.last_turn + 1)],
        score_name="VP" if scenario.points is not None else "",
        levels=levels(box),
        limits=say("at most {units} units in a hex", units=box.tables.stacking.units),
        gone=GONE,
        tracks=tracks(box),
        cards=happenings.cards(box),
        tables=[results(box), *([angriff_results(box)] if box.angriff else [])],
    )


def overlays(box: Box) -> list[Overlay]:
    """What can be laid over the map, by the rules in use."""
    found = list(OVERLAYS)
    if box.leaders:
        found.append(LEADERS)
    if box.fuel_dumps:
        found.append(DUMPS)
    return found


def drawn_map(game: Game) -> bytes:
    """The drawn map of a game."""
    return sheet_bytes(game.data.map)


@lru_cache(maxsize=4)
def sheet_bytes(hexmap: HexMap) -> bytes:
    """The drawn map as a client loads it."""
    return msgspec.json.encode(sheet(hexmap, playing=True))


def marked_places(box: Box) -> list[Place]:
    """Every hex, with what the scenario makes of it."""
    goals = victory.objective_hexes(box)
    scoring = box.scenario.points
    note = "counts for victory" if scoring is None else "a victory point for the German who holds it at the end"
    rule = "BW-17a" if scoring is None else "BW-2.9"
    return [
        msgspec.structs.replace(place, badges=[Badge("objective", "", note, rule)]) if goals >> place.id & 1 else place
        for place in places(box.map, told=False)
    ]


# ---- pieces ------------------------------------------------------------------------------------------------


def piece(box: Box, unit: int) -> Piece:
    """A counter."""
    row = box.units.rows[unit]
    due = box.due[unit]
    return Piece(
        id=unit,
        word=row.id,
        name=row.id,
        side=box.units.side(unit),
        service="SS" if row.service == "SS" else row.army,
        kind="leader" if row.type == "leader" else f"{row.type.replace('_', ' ')} {SIZES[row.size]}",
        symbol=f"SFGP{FUNCTIONS[row.type]}-----",
        strength=row.strength,
        playing=bool(box.playing >> unit & 1),
        factors=factors(row),
        faces=faces(row),
        setup=box.start[unit] if box.start[unit] >= 0 else None,
        arrives="" if due == NEVER else turns.name(due),
        zones=list(box.entry[unit]),
        facts=piece_facts(row),
    )


def factors(row: UnitRow) -> str:
    """What a counter can do, in words."""
    if row.type == "leader":
        return say(
            "influence {influence}, range {range}, movement {ma}", influence=row.influence, range=row.range, ma=row.ma
        )
    return say("endurance {er}, movement {ma}", er=row.er, ma=row.ma) + (
        say(", range {range}", range=row.range) if row.range else ""
    )


def faces(row: UnitRow) -> list[str]:
    """2.5 What is printed on the two sides: strength, endurance and movement; on leaders influence and range (24)."""
    if row.type == "leader":
        return [f"{row.influence}-{row.range}-{row.ma}"] * 2
    front = f"{row.strength}-{row.er}-{row.ma}"
    return [front, f"{row.reduced_strength}-{row.reduced_er}-{row.reduced_ma}" if row.reduced_strength else front]


def piece_facts(row: UnitRow) -> list[Fact]:
    """Where the facts of a counter come from."""
    whose = ", ".join(part for part in (row.division, row.corps) if part)
    found = [Fact(whose)] if whose else []
    found += [Fact("unit", row.source)]
    if row.value_source:
        found.append(Fact("values", row.value_source))
    if row.note:
        found.append(Fact(row.note))
    return found


def waiting(box: Box) -> list[Reserve]:
    """16.1 Units that may not move or enter before something has happened."""
    found: dict[str, list[int]] = {}
    for unit, condition in enumerate(box.conditions):
        if condition is not None and box.playing >> unit & 1:
            found.setdefault(condition.text, []).append(unit)
    return [
        Reserve(number, ", ".join(box.units.name(unit) for unit in units), text, "BW-16.1a", [], units)
        for number, (text, units) in enumerate(found.items())
    ]


# ---- time, tables and victory ------------------------------------------------------------------------------


def stop(box: Box, turn: int) -> Stop:
    """1.1 A half day, with the ground and the aircraft of both sides."""
    name, row = turns.name(turn), box.track[turn]
    parts = [say(GROUND.get(row.ground, row.ground))]
    parts += [
        say("{count} {side} aircraft", count=count, side=side)
        for count, side in ((row.german_air, Side.GERMAN), (row.allied_air, Side.ALLIED))
        if count
    ]
    note = ", ".join(part for part in parts if part)
    return Stop(
        name,
        say("December {day}, {half}", day=name[:2], half=name[2:]) + (f": {note}" if note else ""),
        say("Dec {day}", day=name[:2]),
        note,
    )


def results(box: Box) -> ResultTable:
    """9.5 The Combat Results Table."""
    rows = [(str(LOWEST_ROW + number), [cell.text for cell in row]) for number, row in enumerate(box.results.cells)]
    return ResultTable("Combat results", "BW-9.5a", list(COLUMNS), rows)


def angriff_results(box: Box) -> ResultTable:
    """23.2 The Angriff table."""
    rows = [(str(LOWEST_ROW + n), [cell.text for cell in row]) for n, row in enumerate(box.angriff_results.cells)]
    return ResultTable("Angriff", "BW-23.2a", list(ANGRIFF_COLUMNS), rows)


def levels(box: Box) -> list[Level]:
    """17 The levels, the best for the Germans first."""
    scoring = box.scenario.points
    if scoring is not None:
        return [Level("German victory", victory.needed(box), 0), Level("Allied victory", 0, 1)]
    side = (0, 0, None, 1, 1)
    return [Level(name, victory.DRAW - n, side[n]) for n, name in enumerate(victory.LEVELS)]


def victory_facts(box: Box) -> list[Fact]:
    """How the scenario is won, in a few lines."""
    scoring, numbers = box.scenario.points, box.tables.victory
    if scoring is not None:
        return [
            Fact(
                say(
                    "The German needs {needed} points: one for each of {names}.",
                    needed=victory.needed(box),
                    names=", ".join(scoring.towns),
                ),
                rule="BW-2.9",
            ),
            Fact(
                say(
                    "One more if he loses fewer than {mechanized_losses_below} mechanized units, one if the Allies "
                    "lose {allied_losses_from} units.",
                    mechanized_losses_below=scoring.mechanized_losses_below,
                    allied_losses_from=scoring.allied_losses_from,
                ),
                rule="BW-2.9",
            ),
            *([Fact("One more for a captured fuel dump.", rule="BW-25.2a")] if box.fuel_dumps else []),
        ]
    return [
        Fact(
            say(
                "German strategic: Bastogne, St. Vith and Marche held in supply, {exits} mechanized units off "
                "the map, {exits_armor} of them armor.",
                exits=numbers.exits,
                exits_armor=numbers.exits_armor,
            ),
            rule="BW-17.1a",
        ),
        Fact(
            say(
                "German tactical: two of them, and {across} supplied mechanized units beyond the Meuse.",
                across=numbers.across,
            ),
            rule="BW-17.2",
        ),
        Fact("A draw: two of them, and a supplied mechanized unit at the Meuse.", rule="BW-17.3"),
        Fact("Heavy losses shift the level by one.", rule="BW-17.6a"),
    ]
