"""2.21 Counters as a client draws them: up to four faces, the colours of armies, marks."""

from __future__ import annotations

from ardennes.kernel.words import say
from ardennes.parts.eye import colours
from ardennes.parts.eye.scenery import Fact, Mark, Piece, Service
from ardennes.titles.enemy_action_ardennes.box import OUT, Box
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, Face, Kind

#: 2.21 The colours: each German army its own grey, American armies greens, British tan.
SERVICES = [
    Service("6PA", "6th Panzer Army", *colours.SIXTH_PANZER),
    Service("5PA", "5th Panzer Army", *colours.FIELD_GREY),
    Service("7A", "7th Army", *colours.SEVENTH_ARMY),
    Service("OKW", "OKW Reserve", *colours.GERMAN),
    Service("US1", "US First Army", *colours.AMERICAN),
    Service("US3", "US Third Army", *colours.THIRD_ARMY),
    Service("BR", "British XXX Corps", *colours.BRITISH),
    Service("German", "German", *colours.GERMAN),
    Service("Allied", "Allied", *colours.ALLIED),
]

#: Marks of a unit; the sets behind them are named in `look`.
MARKS = [
    Mark(1, "reduced", "has lost steps", "EA-9.6"),
    Mark(2, "active", "is activated", "EA-6.0"),
    Mark(4, "moved", "has moved", "EA-7.0a"),
    Mark(8, "attacked", "has attacked", "EA-9.1c"),
    Mark(16, "dispersed", "dispersed", "EA-9.9a"),
    Mark(32, "low", "in low supply", "EA-10.21"),
    Mark(64, "unsupplied", "out of supply", "EA-10.22a"),
    Mark(128, "isolated", "isolated", "EA-10.23a"),
    Mark(256, "unfuelled", "out of fuel", "EA-10.41a"),
]

#: MIL-STD-2525C function codes by type of unit.
FUNCTIONS = {
    Kind.INFANTRY: "UCI---",
    Kind.AIRBORNE: "UCIA--",
    Kind.MECHANIZED_INFANTRY: "UCIZ--",
    Kind.ARMOR: "UCA---",
    Kind.RECON: "UCRVA-",
    Kind.COMBINED_ARMS: "UCAA--",
}


def day_key(day: int) -> str:
    """The key of a day on the calendar; pieces arrive at such a key."""
    return say("Dec {day}", day=day)


def face_text(face: Face, movement: int) -> str:
    """What is printed on a side of a counter: strength and movement; brackets for one that exerts no control alone."""
    return f"({face.strength})-{movement}" if face.bracketed else f"{face.strength}-{movement}"


def service_of(box: Box, unit: int) -> str:
    """Whose colours a unit wears."""
    army = ARMIES[box.units.army[unit]]
    known = {service.key for service in SERVICES}
    return army if army in known else str(box.units.side(unit))


def piece(box: Box, unit: int) -> Piece:
    """A unit. Its strength is its steps; the faces tell the values of each of them."""
    row, faces = box.units.rows[unit], box.units.faces[unit]
    day = box.waits[unit]
    return Piece(
        id=unit,
        word=row.id,
        name=row.name,
        side=box.units.side(unit),
        service=service_of(box, unit),
        kind=str(faces[0].kind),
        symbol=f"SFGP{FUNCTIONS[faces[0].kind]}-----",
        strength=len(faces),
        factors=say(
            "strength {strength}, {quality}, movement {movement}",
            strength=faces[0].strength,
            quality=faces[0].quality,
            movement=row.movement,
        ),
        faces=[face_text(face, row.movement) for face in faces],
        setup=box.start[unit] if box.start[unit] >= 0 else None,
        arrives=day_key(day) if box.first_day <= day <= box.last_day else "",
        facts=facts(box, unit),
        playing=box.start[unit] >= 0 or day != OUT,
    )


def facts(box: Box, unit: int) -> list[Fact]:
    """Whose unit it is, and where its values come from."""
    formation = box.units.formations[box.units.formation[unit]]
    whose = say("{formation}, {unit} Corps", formation=formation.name, unit=CORPS[box.units.corps[unit]])
    return [Fact(whose), Fact("unit", box.units.rows[unit].source)]
