"""The words of all answers, each declared once."""

from __future__ import annotations

from ardennes.kernel import Unknown, Verb, Verbs, kind_of
from ardennes.kernel.verbs import Kind
from ardennes.kernel.words import say
from ardennes.parts.rules.reaction import standing_verb
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.cards import Event, Tactic
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS

#: 5.2 - 5.5 What a card may deploy, as its lines name it.
DEPLOYS = ("formations", "one_of_corps", "corps", "army", "all")
_DEPLOY_NAMES = (
    "Deploy the reserves of its formations",
    "Deploy one reserve unit of its corps",
    "Deploy the reserves of the corps",
    "Deploy the reserves of the army",
    "Deploy all reserves",
)


def _find_hex(box: Box, text: str) -> int:
    try:
        return box.map.cell(text)
    except ValueError as error:
        raise Unknown("hex", text, (str(error),)) from None


def hex_name(box: Box, cell: int) -> str:
    """A hex as players call it: its number, and its name where it has one."""
    number, label = box.grid.number(cell), box.map.name(cell)
    return f"{label} {number}" if label else number


def _words(names: tuple[str, ...]) -> list[str]:
    return [name.lower().replace(" ", "_") for name in names]


def _formation_words(box: Box) -> list[str]:
    return [formation.name.replace(" ", "_") for formation in box.units.formations]


UNIT = Kind(
    "unit",
    "piece",
    lambda box: range(len(box.units)),
    lambda box, unit: box.units.rows[unit].id,
    lambda box, text: box.units.unit(text),
    lambda box, unit: box.units.name(unit),
)
HEX = Kind("hex", "place", lambda box: box.grid.cells, lambda box, cell: box.grid.number(cell), _find_hex, hex_name)
RIVER = kind_of("river", "crossing", lambda box: [box.map.hexside(*pair) for pair in box.ground.river_sides])
CARD = kind_of(
    "card",
    "card",
    lambda box: [str(card.number) for card in box.cards],
    lambda box, n: say("{name} (card {number})", name=box.cards[n].name, number=box.cards[n].number),
)
FORMATION = kind_of("formation", "card", _formation_words, lambda box, n: box.units.formations[n].name)
CORPS_KIND = kind_of("corps", "card", lambda box: _words(CORPS), lambda box, n: say("{corps} Corps", corps=CORPS[n]))
EVENT = kind_of("event", "card", lambda box: _words(tuple(e.name for e in Event)), lambda box, n: box.events[n].name)
TACTIC = kind_of(
    "tactic",
    "card",
    lambda box: _words(tuple(t.name for t in Tactic)),
    lambda box, n: say(Tactic(n).name.replace("_", " ").title()),
)
DEPLOY = kind_of("deployment", "card", lambda box: list(DEPLOYS), lambda box, n: _DEPLOY_NAMES[n])
NUMBER = kind_of("number", "number", lambda box: [str(n) for n in range(61)])

VERBS = Verbs(
    # -- playing a card
    Verb("card", "Card", CARD, "panel"),
    Verb("formation", "Activate", FORMATION),
    Verb("corps", "Activate the corps", CORPS_KIND),
    Verb("deploy", "Deploy reserves", DEPLOY),
    Verb("replace", "Assign replacements"),
    Verb("event", "Event", EVENT),
    Verb("discard", "Discard", CARD, "panel"),
    Verb("skip", "Pass"),
    Verb("back", "Back"),
    # -- on the map
    Verb("unit", "Unit", UNIT, "click"),
    Verb("hex", "Hex", HEX, "click"),
    Verb("via", "Go on from", HEX, "shift", "through here"),
    Verb("exit", "Leave the map from", HEX, "button", "leave the map"),
    Verb("stop", "Stop here"),
    Verb("repair", "Repair the bridge", RIVER, "click", "repair"),
    Verb("build", "Build a bridge", RIVER, "click", "build"),
    Verb("blow", "Blow the bridge", RIVER, "click", "blow up"),
    Verb("done", "Done"),
    # -- fuel (10.4)
    Verb("depot", "Spend captured fuel"),
    Verb("dry", "Out of fuel"),
    Verb("priority", "Fuel Priority: discard instead", CARD, "panel"),
    # -- combat (9.0)
    Verb("tactic", "Tactic", TACTIC),
    Verb("draw", "Draw chits", NUMBER),
    Verb("retreat", "Retreat", NUMBER),
    Verb("disperse", "Disperse"),
    # -- reactions
    Verb("decline", "Do not react"),
    standing_verb(("roadblocks", "demolition", "greif", "supply_phase", "tactics")),
)
