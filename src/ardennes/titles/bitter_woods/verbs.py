"""The words of all answers, each declared once: what its target is, and how a client asks for it."""

from __future__ import annotations

from ardennes.kernel import Unknown, Verb, Verbs, kind_of
from ardennes.kernel.verbs import Kind
from ardennes.parts.rules.reaction import standing_verb
from ardennes.titles.bitter_woods.box import EDGES, Box
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES


def _find_hex(box: Box, text: str) -> int:
    try:
        return box.map.grid.cell(text)
    except ValueError:
        raise Unknown("hex", text, ("0101 to 5335",)) from None


def hexside(box: Box, bridge: int) -> str:
    """A bridge by its hexside, such as 1324/1424."""
    found = box.map.bridges[bridge]
    return box.map.hexside(found.cell, found.other)


def _find_bridge(box: Box, text: str) -> int:
    ends = [_find_hex(box, end) for end in text.split("/")]
    found = box.map.bridge(ends[0], ends[-1]) if len(ends) == 2 else None
    if found is None:
        raise Unknown("bridge", text, [hexside(box, number) for number in range(len(box.map.bridges))])
    return found.number


UNIT = Kind(
    "unit",
    "piece",
    lambda box: range(len(box.units)),
    lambda box, unit: box.units.rows[unit].id,
    lambda box, text: box.units.unit(text),
    lambda box, unit: box.units.name(unit),
)
HEX = Kind(
    "hex",
    "place",
    lambda box: box.map.grid.cells,
    lambda box, cell: box.map.grid.number(cell),
    _find_hex,
    lambda box, cell: box.hex_name(cell),
)
BRIDGE = Kind(
    "bridge",
    "crossing",
    lambda box: range(len(box.map.bridges)),
    hexside,
    _find_bridge,
    lambda box, bridge: box.map.bridges[bridge].name or hexside(box, bridge),
)
EDGE = kind_of("edge", "number", lambda box: EDGES)
#: 24.4 A leader to call on: a button for each says what he would do.
LEADER = UNIT._replace(name="leader", drawn="number")
ARMY = kind_of("army", "number", lambda box: GERMAN_ARMIES)

VERBS = Verbs(
    Verb("unit", "Unit", UNIT, "click"),
    Verb("hex", "Go", HEX, "click"),
    Verb("via", "Go by way of", HEX, "shift", "then go on"),
    Verb("sneak", "Slip through", HEX),
    Verb("challenge", "Drive on under the aircraft", HEX, "shift", "challenge the aircraft"),
    Verb("burn", "Burn the fuel dump", HEX, "click"),
    Verb("bridge", "Bridge", BRIDGE, "click"),
    Verb("improve", "Improve position", UNIT),
    Verb("fortify", "Fortify", UNIT),
    Verb("repair", "Rebuild a bridge", UNIT),
    Verb("reserve", "Place in reserve", UNIT),
    Verb("exit", "Leave the map", EDGE),
    Verb("attach", "Attach to an army", ARMY),
    Verb("stand", "Stand with a leader", LEADER),
    Verb("air", "Aircraft", letter="i"),
    Verb("bombard", "Bombard", letter="m"),
    Verb("angriff", "Angriff", letter="g"),
    Verb("breakdown", "Break Peiper down", letter="k"),
    Verb("combine", "Combine Peiper", letter="k"),
    Verb("fight", "Fight"),
    Verb("stop", "Stop"),
    Verb("engineers", "Send the engineers"),
    Verb("decline", "Do not react"),
    standing_verb(("burn",)),
    Verb("done", "End"),
)
