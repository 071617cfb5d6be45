"""The words of all answers, each declared once."""

from __future__ import annotations

from ardennes.kernel import Unknown, Verb, Verbs, kind_of
from ardennes.kernel.verbs import Kind
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.tables import Chit

ARMY_NAMES = ("6th Panzer Army", "5th Panzer Army", "7th Army")


def _find_hex(box: Box, text: str) -> int:
    try:
        return box.map.cell(text)
    except ValueError as error:
        raise Unknown("hex", text, (str(error),)) from None


def hex_name(box: Box, cell: int) -> str:
    """A hex as players call it: its number, and its name where it has one."""
    number, label = box.grid.number(cell), box.map.name(cell)
    return f"{label} {number}" if label else number


def _bridge_words(box: Box) -> list[str]:
    return [box.map.hexside(bridge.cell, bridge.other) for bridge in box.map.bridges]


UNIT = Kind(
    "unit",
    "piece",
    lambda box: range(len(box.units)),
    lambda box, unit: box.units.rows[unit].id,
    lambda box, text: box.units.unit(text),
    lambda box, unit: box.units.name(unit),
)
HEX = Kind("hex", "place", lambda box: box.grid.cells, lambda box, cell: box.grid.number(cell), _find_hex, hex_name)
BRIDGE = kind_of("bridge", "crossing", _bridge_words)
ASSET = kind_of("asset", "card", lambda box: [asset.id for asset in box.assets], lambda box, n: say(box.assets[n].name))
_FORMATION = kind_of(
    "formation",
    "card",
    lambda box: [formation.name.replace(" ", "") for formation in box.units.formations],
    lambda box, n: box.units.formations[n].name,
)
#: A formation's word has no spaces; those of its name are allowed.
FORMATION = _FORMATION._replace(find=lambda box, text: _FORMATION.find(box, text.replace(" ", "")))
CHIT = kind_of("chit", "card", lambda box: [chit.name.lower() for chit in Chit], lambda box, n: str(Chit(n)))
ARMY = kind_of("army", "card", lambda box: ["6PA", "5PA", "7A"], lambda box, n: ARMY_NAMES[n])

VERBS = Verbs(
    Verb("unit", "Unit", UNIT, "click"),
    Verb("hex", "Hex", HEX, "click"),
    Verb("via", "Go on from", HEX, "shift", "through here"),
    Verb("door", "Withdraw through", HEX, "click", "emergency withdrawal"),
    Verb("bridge", "Bridge", BRIDGE, "click"),
    Verb("asset", "Asset", ASSET, "click"),
    Verb("double", "Double strength", ASSET),
    Verb("formation", "Formation", FORMATION),
    Verb("chit", "Chit", CHIT),
    Verb("army", "Army", ARMY),
    Verb("move", "Move"),
    Verb("combat", "Combat"),
    Verb("patton", "Patton"),
    Verb("monty_move", "Monty: move"),
    Verb("monty_combat", "Monty: attack"),
    Verb("swap", "Play the held Reinforcement chit"),
    Verb("keep", "Play it"),
    Verb("react", "Play Reaction 3"),
    Verb("withdraw", "Withdraw the SS"),
    Verb("cancel", "Cancel the withdrawal"),
    Verb("attack", "Attack"),
    Verb("back", "Another hex"),
    Verb("exchange", "Exchange for BL1"),
    Verb("stop", "Stop here"),
    Verb("done", "Done"),
)
