"""2.3 - 2.5 Counters as a client draws them: units with up to three faces, assets, chits, and the colours of all."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.eye import colours
from ardennes.parts.eye.scenery import Fact, Mark, Piece, Reserve, Service
from ardennes.parts.eye.sideboard import Chit as ChitFace
from ardennes.titles.deadly_woods.box import NEVER, Box, Leash
from ardennes.titles.deadly_woods.box.counters import BOXES, Face
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit, Round

#: 2.3 The colours: each German army its own grey, the SS black, American corps greens, British tan.
SERVICES = [
    Service("SS", "Waffen-SS", *colours.SS),
    Service("6PA", "6th Panzer Army", *colours.SIXTH_PANZER),
    Service("5PA", "5th Panzer Army", *colours.FIELD_GREY),
    Service("7A", "7th Army", *colours.SEVENTH_ARMY),
    Service("German", "German assets", *colours.GERMAN),
    Service("III", "US III Corps", *colours.THIRD_ARMY),
    Service("V", "US V Corps", *colours.AMERICAN),
    Service("VII", "US VII Corps", *colours.VII_CORPS),
    Service("VIII", "US VIII Corps", *colours.VIII_CORPS),
    Service("US", "US airborne and others", *colours.AIRBORNE),
    Service("XXX", "British XXX Corps", *colours.BRITISH),
    Service("Allied", "Allied assets", *colours.ALLIED),
    Service("None", "Of neither side", *colours.NEITHER),
]

#: Marks of a piece; the sets of units behind them are named in `look`.
MARKS = [
    Mark(1, "reduced", "reduced", "DW-2.3.1.1b"),
    Mark(2, "moved", "has moved this round", "DW-10.2.1d"),
    Mark(4, "attacked", "has attacked this round", "DW-11.2b"),
    Mark(8, "defended", "has been attacked this round", "DW-11.2b"),
    Mark(16, "unsupplied", "out of supply", "DW-8.3a"),
    Mark(32, "held", "holds a door open", "DW-10.3e"),
    Mark(64, "motorized", "motorized", "DW-12.6a1"),
    Mark(128, "fired", "used", "DW-12.2d"),
    Mark(256, "fuelled", "lives on the captured fuel", "DW-8.5a2"),
]

#: MIL-STD-2525C function codes by type of unit and by kind of asset.
FUNCTIONS = {
    "infantry": "UCI---",
    "paratroop": "UCIA--",
    "glider": "UCIA--",
    "mechanized": "UCIZ--",
    "mechanized_cavalry": "UCRVA-",
    "armor": "UCA---",
}
ASSET_FUNCTIONS = {
    AssetKind.ARTILLERY: "UCF---",
    AssetKind.NEBELWERFER: "UCFR--",
    AssetKind.ENGINEER: "UCE---",
    AssetKind.GREIF: "UCRVA-",
    AssetKind.MOTORIZED: "UCIM--",
    AssetKind.TRAFFIC: "UH----",
    AssetKind.AIR_SUPPLY: "UCIA--",
    AssetKind.PLUS_TWO: "UCA---",
}
#: What an asset is for, with its rule.
ASSET_USES = {
    AssetKind.ARTILLERY: ("adds its strength to a battle, on attack or defence", "DW-12.2d"),
    AssetKind.NEBELWERFER: ("adds its strength to an attack; doubled, it is away for two turns", "DW-12.2h"),
    AssetKind.ENGINEER: ("a column for defenders of its corps within three hexes; blows bridges", "DW-12.4.2a"),
    AssetKind.GREIF: ("two points more for Allies on the road through its hex", "DW-12.5c"),
    AssetKind.MOTORIZED: ("one infantry unit goes by truck", "DW-12.6a1"),
    AssetKind.TRAFFIC: ("two points more for Germans on the road through its hex", "DW-12.8a"),
    AssetKind.AIR_SUPPLY: ("supply for Americans within five hexes", "DW-8.6a"),
    AssetKind.PLUS_TWO: ("two on the die of one attack, on each of turns 1 and 2", "DW-16.1a"),
}


def turn_key(turn: int) -> str:
    """The key of a turn on the track; pieces arrive at such a key."""
    return say("turn {turn}", turn=turn)


def pieces(box: Box) -> list[Piece]:
    """All counters: units by their number, then assets; see `asset_piece`."""
    units = [unit_piece(box, unit) for unit in range(len(box.units))]
    return units + [asset_piece(box, asset) for asset in range(len(box.assets))]


def short(word: str) -> str:
    """A unit's id as it is printed on its counter: "G-2Pz-a" is 2Pz/a."""
    return word[2:].replace("-", "/", 1)


def unit_piece(box: Box, unit: int) -> Piece:
    """A unit. Its strength is its steps; the faces tell the values of each of them."""
    row, faces = box.units.rows[unit], box.units.faces[unit]
    due = box.due[unit]
    area = box.entry_areas[box.entry[unit]] if box.entry[unit] >= 0 else None
    return Piece(
        id=unit,
        word=row.id,
        name=short(row.id),
        side=box.units.side(unit),
        service=service_of(box, unit),
        kind=row.type.replace("_", " "),
        symbol=f"SFGP{FUNCTIONS[row.type]}-----",
        strength=len(faces),
        factors=say(
            "attack {attack}, defence {defense}, movement {movement}",
            attack=row.attack,
            defense=row.defense,
            movement=row.movement,
        ),
        faces=[face_text(face) for face in faces],
        setup=box.start[unit] if box.start[unit] >= 0 else None,
        arrives="" if due == NEVER else turn_key(due),
        zones=[*area.cells] if area else [],
        facts=_unit_facts(box, unit),
    )


def face_text(face: Face) -> str:
    """2.3.1 What is printed on a side of a counter; round brackets for one without a zone of control (7.1b)."""
    text = f"{face.attack}-{face.defense}-{face.movement}"
    return text if face.zoc else f"({text})"


def service_of(box: Box, unit: int) -> str:
    """Whose colours a unit wears."""
    row = box.units.rows[unit]
    if row.side == "German":
        return "SS" if " SS " in row.formation else row.army
    return row.corps or "US"


def _unit_facts(box: Box, unit: int) -> list[Fact]:
    row = box.units.rows[unit]
    corps = row.corps and say("{corps} Corps", corps=row.corps)
    found = [Fact(", ".join(part for part in (box.units.name(unit), corps) if part))]
    if row.turn:
        text = say(
            "enters at {entry} with the {unit} Reinforcement chit of turn {turn}",
            entry=row.entry,
            unit=BOXES[box.due_box[unit]],
            turn=row.turn,
        )
        found.append(Fact(text, rule="DW-14.8a"))
    if row.needs:
        found.append(Fact(say("comes only if the Germans hold {needs} then", needs=row.needs), rule="DW-14.8.3a"))
    if row.withdrawal:
        found.append(Fact("leaves on turn 11, unless the withdrawal is cancelled", rule="DW-12.10d"))
    if any(not face.zoc for face in box.units.faces[unit]):
        found.append(Fact("values in brackets: no zone of control", rule="DW-7.1b"))
    found += [Fact("unit", row.source), Fact("values", row.value_source)]
    return found + ([Fact(row.note)] if row.note else [])


def asset_piece(box: Box, asset: int) -> Piece:
    """An asset as a counter; its number comes after those of the units."""
    thing = box.assets[asset]
    text, rule = ASSET_USES[thing.kind]
    own = {Side.GERMAN: "German", Side.ALLIED: "Allied"}[thing.side]
    return Piece(
        id=len(box.units) + asset,
        word=thing.id,
        name=thing.owner or thing.name.removeprefix("Operation "),
        side=thing.side,
        service=thing.owner or own,
        kind=str(thing.kind),
        symbol=f"SFGP{ASSET_FUNCTIONS[thing.kind]}-----",
        strength=1,
        faces=[f"+{thing.strength}" if thing.strength else "", ""][: 1 + (not thing.strength)],
        playing=thing.kind is not AssetKind.PLUS_TWO or bool(box.options.get("plus_two")),
        facts=[Fact(text, rule=rule)],
    )


# ---- those that wait ---------------------------------------------------------------------------------------


def reserves(box: Box) -> list[Reserve]:
    """9.4, 10.6.4, 14.8.3 Units on a leash, and those that come only if a town is held; leashes first."""
    found = [_leashed(box, number, leash) for number, leash in enumerate(box.leashes)]
    for town in conditions(box):
        units = [unit for unit, needs in enumerate(box.entry_needs) if needs == town]
        names = ", ".join(short(box.units.rows[unit].id) for unit in units)
        text = say(
            "come on turn {units} only if the Germans hold {town}", units=box.due[units[0]], town=box.map.name(town)
        )
        found.append(Reserve(len(found), names, text, "DW-14.8.3a", [town], units))
    return found


def conditions(box: Box) -> list[int]:
    """14.8.3 The towns that units wait for, in the order of the units."""
    return list(dict.fromkeys(town for town in box.entry_needs if town >= 0))


def _leashed(box: Box, number: int, leash: Leash) -> Reserve:
    until = say(" until turn {free_from}", free_from=leash.free_from) if leash.free_from else ""
    text, rule = {
        "west_of_meuse": (
            say("stays beyond the Meuse{until}, or until the Germans cross it", until=until),
            "DW-10.6.4a",
        ),
        "near_entry_j": ("stays within three hexes of entry area J if it enters there", "DW-10.6.4g"),
        "near_7th_army": (say("stays within two hexes of the 7th Army's area{until}", until=until), "DW-9.4b"),
    }[leash.limit]
    units = [unit for unit in range(len(box.units)) if leash.units >> unit & 1]
    return Reserve(number, leash.name, text, rule, [], units)


# ---- chits -------------------------------------------------------------------------------------------------

_LETTERS = ("M/C", "5 Pz", "6 Pz", "ALL", "1 A", "3 F", "RE", "SUP", "M/C", "R3", "RE", "P/M")
_ROUNDS = {
    Chit.FIFTH_PANZER: Round.FIFTH_PANZER,
    Chit.SIXTH_PANZER: Round.SIXTH_PANZER,
    Chit.ALL_GERMAN: Round.ALL_GERMAN,
    Chit.ONE_ARMY: Round.ONE_ARMY,
    Chit.THREE_FORMATIONS: Round.THREE_FORMATIONS,
    Chit.GERMAN_REINFORCEMENT: Round.REINFORCEMENT,
    Chit.SUPPLY_CHECK: Round.SUPPLY_CHECK,
    Chit.REACTION: Round.SECOND_REACTION,
    Chit.ALLIED_REINFORCEMENT: Round.REINFORCEMENT,
}
_RULES = (
    "DW-14.4a",
    "DW-14.5a",
    "DW-14.5a",
    "DW-14.6a",
    "DW-14.6b",
    "DW-14.7a",
    "DW-14.8a",
    "DW-8.1f",
    "DW-14.4a",
    "DW-14.3.1c",
    "DW-14.8a",
    "DW-14.9a",
)


_CHOICES = {
    Chit.GERMAN_MOVE_COMBAT: "all Germans move, or all fight; once each in a turn",
    Chit.ALLIED_MOVE_COMBAT: "all Allies move, or all fight",
    Chit.PATTON_MONTY: "Patton: III Corps moves, then fights. Or Monty: British and VII Corps move, or fight",
}


def permission(box: Box, chit: Chit) -> str:
    """14 What a chit permits, in plain words."""
    return _CHOICES.get(chit) or box.rounds[_ROUNDS[chit]].permission


def chits(box: Box) -> list[ChitFace]:
    """2.5 The kinds of chits."""
    services = {Chit.FIFTH_PANZER: "5PA", Chit.SIXTH_PANZER: "6PA", Chit.SUPPLY_CHECK: "None"}
    own = {Side.GERMAN: "German", Side.ALLIED: "Allied", None: "None"}
    return [
        ChitFace(
            id=int(chit),
            name=str(chit),
            letters=_LETTERS[chit],
            side=chit.side,
            service=services.get(chit, own[chit.side]),
            note=permission(box, chit),
            rule=_RULES[chit],
        )
        for chit in Chit
    ]
