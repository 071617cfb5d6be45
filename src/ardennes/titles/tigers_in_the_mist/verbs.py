"""The words of all answers, each declared once."""

from __future__ import annotations

from ardennes.kernel import Unknown, Verb, Verbs, kind_of
from ardennes.kernel.verbs import Kind
from ardennes.titles.tigers_in_the_mist.box import Box


def _bridge_word(box: Box, bridge: int) -> str:
    a, b = box.map.crossings[bridge]
    return f"{box.map.words[a]}-{box.map.words[b]}"


def _find_bridge(box: Box, text: str) -> int:
    ends = [box.map.place(end) for end in text.split("-")]
    number = box.map.crossing(ends[0], ends[-1]) if len(ends) == 2 else -1
    if number < 0:
        raise Unknown("bridge", text, [_bridge_word(box, n) for n in range(len(box.map.crossings))])
    return number


UNIT = Kind(
    "unit",
    "piece",
    lambda box: range(len(box.units)),
    lambda box, unit: box.units.rows[unit].id,
    lambda box, text: box.units.unit(text),
    lambda box, unit: box.units.name(unit),
)
#: Areas by number and perimeter zones by letter.
AREA = Kind(
    "area",
    "place",
    lambda box: range(box.map.places),
    lambda box, place: box.map.words[place],
    lambda box, text: box.map.place(text),
    lambda box, place: box.map.names[place],
)
BRIDGE = Kind(
    "bridge",
    "crossing",
    lambda box: range(len(box.map.crossings)),
    _bridge_word,
    _find_bridge,
    lambda box, bridge: box.map.bridge_name(bridge),
)
#: 14.2 The effects of Special Forces, from 1; the numbers beside them are there to be refused.
EFFECT = kind_of("effect", "number", lambda box: ("0", "1", "2", "3", "4"))

VERBS = Verbs(
    Verb("unit", "Unit", UNIT, "click"),
    Verb("firer", "Firing unit", UNIT, "click"),
    Verb("area", "Go", AREA, "click"),
    Verb("via", "Go by way of", AREA, "shift", "then go on"),
    Verb("wade", "Wade", AREA),
    Verb("shift", "Go round to zone", AREA),
    Verb("bridge", "Bridge", BRIDGE, "click"),
    Verb("entrench", "Dig in", UNIT),
    Verb("special", "Special Forces", EFFECT),
    Verb("fight", "Fight"),
    Verb("stop", "Stop"),
    Verb("decline", "Let them cross"),
    Verb("done", "End"),
)
