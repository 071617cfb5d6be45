"""What a client draws of a game: everything that stays the same while it is played."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Game, Side
from ardennes.kernel.words import either, say
from ardennes.parts.eye import colours
from ardennes.parts.eye.scenery import (
    Badge,
    Crossing,
    Fact,
    Level,
    Link,
    Mark,
    Overlay,
    Piece,
    Place,
    Reserve,
    Scene,
    Service,
    Stop,
)
from ardennes.parts.eye.stage import SIDES, sheet_key, verbs_of
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist.box.components import Box
from ardennes.titles.tigers_in_the_mist.box.map import AreaRow, ZoneRow
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitRow, UnitType
from ardennes.titles.tigers_in_the_mist.rules.victory import winner_of
from ardennes.titles.tigers_in_the_mist.table.chart import chart, sheet_bytes
from ardennes.titles.tigers_in_the_mist.verbs import VERBS

#: The bit of `Look.marks` for a unit out of supply; the lower bits are the status bits of `state`.
OUT_OF_SUPPLY = 256

#: 4.12 The colours of the counters.
SERVICES = [
    Service("SS", "Waffen-SS", *colours.SS),
    Service("Wehrmacht", "Wehrmacht", *colours.FIELD_GREY),
    Service("Luftwaffe", "Luftwaffe", *colours.LUFTWAFFE),
    Service("American", "United States", *colours.AMERICAN),
    Service("British", "British", *colours.BRITISH),
    Service("garrison", "Allied garrisons", *colours.GARRISON),
]

MARKS = [
    Mark(s.ENTRENCHED, "entrenched", "entrenched", "TM-9.71a"),
    Mark(s.FOOT_PACE, "foot", "on foot until supply comes over a bridge", "TM-8.35b"),
    Mark(s.MOVED, "moved", "has moved today", "TM-8.24"),
    Mark(s.ATTACKED, "attacked", "has attacked today", "TM-9.11a"),
    Mark(s.HELD, "held", "has spent its day", "TM-9.14b"),
    Mark(s.ENTERED, "fight", "entered an enemy area and must attack", "TM-9.12"),
    Mark(s.WAITING, "waiting", "waits off the map", "TM-11.15"),
    Mark(OUT_OF_SUPPLY, "unsupplied", "out of supply", "TM-13.11"),
]

OVERLAYS = [
    Overlay("supply", "Supply", "Where each side's units can trace supply as things stand", "TM-13.11"),
    Overlay("control", "Control", "Who last held each area alone", "TM-12.22a"),
    Overlay("threat", "Enemy reach", "Where the enemy can move in his next impulse, and with how much", "TM-8.2"),
]

#: MIL-STD-2525C function codes of the unit types; airborne infantry has its own.
FUNCTIONS = {
    UnitType.FOOT: "UCI---",
    UnitType.MOTORIZED: "UCIM--",
    UnitType.MECHANIZED: "UCIZ--",
    UnitType.ARMOR: "UCA---",
    UnitType.ENGINEER: "UCE---",
}


def symbol(row: UnitRow, kind: UnitType) -> str:
    """The NATO symbol of a counter."""
    return f"SFGP{'UCIA--' if row.airborne else FUNCTIONS[kind]}-----"


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
        sheet=sheet_key(sheet_bytes()),
        sides=SIDES,
        services=SERVICES,
        places=places(box),
        links=links(box),
        crossings=crossings(box),
        pieces=[piece(box, unit) for unit in range(len(box.units))],
        reserves=reserves(box),
        marks=MARKS,
        verbs=verbs_of(VERBS),
        overlays=OVERLAYS,
        turns=turns(box),
        score_name="VP",
        levels=[
            Level(band.level, band.from_ + int(box.options["handicap"]), winner_of(band.level))
            for band in scenario.bands
        ],
        limits=say(
            "at most {units} units and {strength} strength points in an area",
            units=box.tables.limits.units,
            strength=box.tables.limits.strength,
        ),
        gone=s.GONE,
    )


# ---- the map -----------------------------------------------------------------------------------------------


def places(box: Box) -> list[Place]:
    """Every area and zone."""
    shapes = {shape.word: shape for shape in chart().places}
    rows: list[AreaRow | ZoneRow] = [*box.map.areas, *box.map.zones]
    found = []
    for id_, row in enumerate(rows, 1):
        shape = shapes[box.map.words[id_]]
        zone = isinstance(row, ZoneRow)
        found.append(
            Place(
                id=id_,
                word=box.map.words[id_],
                name=box.map.names[id_],
                kind="zone" if zone else "area",
                at=shape.at,
                stack=shape.stack,
                print=shape.badges,
                size=shape.size,
                outline=shape.outline,
                side=Side[row.side.upper()] if isinstance(row, ZoneRow) else None,
                inside=bool(box.inside >> id_ & 1),
                badges=zone_badges(row) if isinstance(row, ZoneRow) else area_badges(box, row),
                facts=place_facts(row),
            )
        )
    return found


def area_badges(box: Box, row: AreaRow) -> list[Badge]:
    """3.25 - 3.27 What is printed in an area, with what its scenario makes of it."""
    found = []
    kind = box.scenario.victory
    if row.vp and kind == "points":
        found.append(
            Badge("vp", str(row.vp), say("{vp} VP to the German for every day he controls it", vp=row.vp), "TM-12.21")
        )
    if row.number in box.scenario.towns:
        note = "decides the scenario" if kind == "towns" else "2 VP held alone, 1 VP contested, when the scenario ends"
        found.append(
            Badge("objective", "" if kind == "towns" else "2", note, "TM-SC1j" if kind == "towns" else "TM-SC3f")
        )
    freed = [release.formation for release in box.releases if release.areas >> row.number & 1]
    if freed:
        found.append(
            Badge(
                "release",
                ", ".join(freed),
                say("German superiority here releases {names}", names=", ".join(freed)),
                "TM-11.3a",
            )
        )
    if row.front_line:
        found.append(Badge("front", "", "the original Allied front line: German artillery answers on 1-6", "TM-3.25"))
    return found


def zone_badges(row: ZoneRow) -> list[Badge]:
    """3.28 A zone's multiplier."""
    if not row.multiplier:
        return []
    note = say(
        "each German strength point here, in supply, scores {multiplier} VP when the game ends",
        multiplier=row.multiplier,
    )
    return [Badge("multiplier", f"×{row.multiplier}", note, "TM-12.23a")]


def place_facts(row: AreaRow | ZoneRow) -> list[Fact]:
    """Where the facts of a place come from."""
    found = [Fact("place and roads", row.source)]
    if isinstance(row, AreaRow):
        if row.modern_name and row.modern_name != row.name:
            found.append(Fact(say("today {modern_name}", modern_name=row.modern_name)))
        if row.vp:
            found.append(Fact("victory points", row.vp_source))
    elif row.multiplier:
        found.append(Fact("multiplier", row.multiplier_source))
    if row.note:
        found.append(Fact(row.note))
    return found


def links(box: Box) -> list[Link]:
    """Every road."""
    shapes = {(shape.a, shape.b): shape for shape in chart().roads}
    found = []
    for row in box.map.roads:
        a, b = box.map.place(row.from_), box.map.place(row.to)
        crossing = box.map.crossing(a, b)
        found.append(Link(a, b, row.grade, shapes[row.from_, row.to].path, None if crossing < 0 else crossing))
    return found


def crossings(box: Box) -> list[Crossing]:
    """Every bridge."""
    shapes = {(shape.a, shape.b): shape for shape in chart().roads}
    found = []
    for id_, row in enumerate(box.map.bridge_rows):
        shape = shapes[row.from_, row.to]
        assert shape.bridge is not None, f"the chart has no bridge for the road {row.from_}-{row.to}"
        found.append(Crossing(id_, box.map.bridge_name(id_), row.river, shape.bridge, shape.angle))
    return found


# ---- pieces ------------------------------------------------------------------------------------------------


def piece(box: Box, unit: int) -> Piece:
    """A counter."""
    row, kind = box.units.rows[unit], box.units.type[unit]
    return Piece(
        id=unit,
        word=row.id,
        name=row.name,
        side=box.units.side(unit),
        service=row.service,
        kind=say("airborne {kind}", kind=kind) if row.airborne else str(kind),
        symbol=symbol(row, kind),
        strength=row.strength,
        playing=box.playing[unit],
        factors=say(
            "attack {attack}, defense {defense}, movement {movement}",
            attack=box.attack[kind],
            defense=box.defense[kind],
            movement=box.movement[kind],
        ),
        setup=row.setup or None,
        arrives=row.arrives,
        zones=list(box.entry_zones[unit]),
        release=row.release,
        facts=piece_facts(row),
    )


def piece_facts(row: UnitRow) -> list[Fact]:
    """Where the facts of a counter come from."""
    found = [Fact("unit", row.source), Fact("strength", row.strength_source)]
    if row.setup:
        found.append(Fact("set-up", row.setup_source))
    if row.triangle:
        text = "may move in the first impulse" if row.triangle == "white" else "may not move before 16-2"
        found.append(Fact(text, rule="TM-5.23a" if row.triangle == "white" else "TM-5.24"))
    if row.note:
        found.append(Fact(row.note))
    return [fact for fact in found if fact.source or fact.rule or fact.text == row.note]


def reserves(box: Box) -> list[Reserve]:
    """11.3 The formations that wait for a release."""
    found = []
    for number, release in enumerate(box.releases):
        areas = cells(release.areas)
        names = either([box.map.names[area] for area in areas]) or say("no area of this scenario")
        day, impulse = release.not_before
        condition = say(
            "German superiority in {names}; not before {day}-{impulse}", names=names, day=day, impulse=impulse
        )
        found.append(Reserve(number, release.formation, condition, "TM-11.3a", areas, list(release.units)))
    return found


# ---- time and victory --------------------------------------------------------------------------------------


def turns(box: Box) -> list[Stop]:
    """3.29 The turn track as far as the scenario goes."""
    found = []
    for day in range(16, box.last_day + 1):
        last = box.last_impulse if day == box.last_day else 3
        found += [
            Stop(
                f"{day}-{impulse}",
                say("December {day}, impulse {impulse}", day=day, impulse=impulse),
                say("Dec {day}", day=day),
            )
            for impulse in range(1, last + 1)
        ]
    return found


def victory_facts(box: Box) -> list[Fact]:
    """How the scenario is won, in a few lines."""
    names = box.map.names
    kind = box.scenario.victory
    if kind == "towns":
        first, second = (names[town] for town in box.scenario.towns)
        return [
            Fact(
                say(
                    "The German wants {first} and {second}: both is decisive, one with the other contested "
                    "is tactical.",
                    first=first,
                    second=second,
                ),
                rule="TM-SC1j",
            ),
            Fact(
                "Both contested is a draw; one contested is a tactical Allied win, none a decisive one.", rule="TM-SC1j"
            ),
            Fact("One taken while the other is left in peace is a defeat for both sides.", rule="TM-SC1k"),
        ]
    if kind == "three_days":
        return [
            Fact(
                "2 VP for each named town held alone by German units when the scenario ends, 1 VP if contested.",
                rule="TM-SC3f",
            ),
            Fact(
                "3 VP for each open road through the Allied line, from the German edge to an exit zone.", rule="TM-SC3g"
            ),
            Fact("German strength in exit zones scores its multiplier.", rule="TM-12.23a"),
        ]
    paying = [f"{names[area]} {value}" for area, value in box.map.vp.items() if box.inside >> area & 1]
    exits = [f"{names[zone]} ×{value}" for zone, value in box.map.multiplier.items() if box.inside >> zone & 1]
    return [
        Fact(
            say("Every day the German scores for the areas he controls: {names}.", names=", ".join(paying)),
            rule="TM-12.21",
        ),
        Fact(
            say(
                "German strength in supply beyond the edge scores when the game ends: {names}.", names=", ".join(exits)
            ),
            rule="TM-12.23a",
        ),
    ]
