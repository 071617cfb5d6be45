"""Names for everything a player can point at: in saves, in menus, in typed orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ardennes.kernel import Unknown
from ardennes.titles.bitter_woods.box import EDGES, OFF_MAP, Box, turns
from ardennes.titles.bitter_woods.rules import bridges
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers, ChooseSupport
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.rules.movement.phase import Movement, Moving
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.state import own as own  # noqa: PLC0414

#: What the target of each verb is.
UNIT_VERBS = ("unit", "improve", "fortify", "repair")
HEX_VERBS = ("hex", "via")
PLAIN_VERBS = ("done", "fight", "air", "stop")


def domain(box: Box) -> Mapping[str, Sequence[int | None]]:
    """Every verb with everything that could be its target."""
    return {
        **dict.fromkeys(UNIT_VERBS, range(len(box.units))),
        **dict.fromkeys(HEX_VERBS, box.map.grid.cells),
        "bridge": range(len(box.map.bridges)),
        "exit": range(len(EDGES)),
        **dict.fromkeys(PLAIN_VERBS, (None,)),
    }


def word(box: Box, verb: str, target: int) -> str:
    """A target as saves write it: unit ids, hex numbers, bridges as hexsides, edges by name."""
    if verb in UNIT_VERBS:
        return box.units.rows[target].id
    if verb in HEX_VERBS:
        return box.map.grid.number(target)
    if verb == "bridge":
        bridge = box.map.bridges[target]
        return box.map.hexside(bridge.cell, bridge.other)
    return EDGES[target]


def target(box: Box, verb: str, text: str) -> int:
    """The target a word means; `Unknown` lists what exists."""
    if verb in UNIT_VERBS:
        return box.units.unit(text)
    if verb in HEX_VERBS:
        return hex_of(box, text)
    if verb == "bridge":
        return bridge_of(box, text)
    if verb == "exit":
        if text not in EDGES:
            raise Unknown("edge", text, EDGES)
        return EDGES.index(text)
    raise Unknown("verb", verb, (*UNIT_VERBS, *HEX_VERBS, "bridge", "exit", *PLAIN_VERBS))


def hex_of(box: Box, text: str) -> int:
    """The hex with a number."""
    try:
        return box.map.grid.cell(text)
    except ValueError:
        raise Unknown("hex", text, ("0101 to 5335",)) from None


def bridge_of(box: Box, text: str) -> int:
    """The bridge over a hexside such as 1324/1424."""
    ends = [hex_of(box, end) for end in text.split("/")]
    found = box.map.bridge(ends[0], ends[-1]) if len(ends) == 2 else None
    if found is None:
        raise Unknown("bridge", text, [word(box, "bridge", n) for n in range(len(box.map.bridges))])
    return found.number


def name(box: Box, kind: str, number: int) -> str:
    """The name behind a mark of the log."""
    if kind == "unit":
        return box.units.name(number)
    if kind == "bridge":
        bridge = box.map.bridges[number]
        return bridge.name or box.map.hexside(bridge.cell, bridge.other)
    label = box.map.name(number)
    return f"{label} {box.map.grid.number(number)}" if label else box.map.grid.number(number)


def values(g: State, unit: int) -> str:
    """What is printed on the side of a counter that is up: strength-ER-MA."""
    flipped = g.reduced >> unit & 1
    units = g.box.units
    return f"{units.strengths[unit][flipped]}-{units.ratings[unit][flipped]}-{units.allowances[unit][flipped]}"


def describe_unit(g: State, unit: int) -> str:
    """A unit with its values and markers, as it lies on the map."""
    marks = [
        text
        for marked, text in (
            (g.reduced, "reduced"),
            (g.unsupplied, "out of supply"),
            (g.reserve, "in reserve"),
            (g.fired, "has fired"),
        )
        if marked >> unit & 1
    ]
    tail = f" ({', '.join(marks)})" if marks else ""
    return f"{g.name(unit)} {values(g, unit)}{tail}"


def label(g: State, verb: str, target: int | None) -> str:
    """A choice in plain words."""
    if target is None:
        return _plain(g, verb)
    if verb in UNIT_VERBS:
        return _unit_label(g, target)
    if verb in HEX_VERBS:
        return _hex_label(g, verb, target)
    if verb == "bridge":
        return f"the bridge {bridges.name(g, target)}"
    return f"leave the map over the {EDGES[target]} edge"


def _unit_label(g: State, unit: int) -> str:
    top, text = g.stack[-1], describe_unit(g, unit)
    if isinstance(top, Moving):
        return f"put {text} back"
    if isinstance(top, ChooseAttackers):
        chosen = unit in (*top.attack.units, *top.attack.guns)
        return f"leave {text} out" if chosen else f"{text} in {g.hex_name(g.place[unit])}"
    if isinstance(top, ChooseSupport) and unit in top.attack.support:
        return f"leave {text} out"
    if g.place[unit] >= OFF_MAP:
        return f"{text} enters the map"
    return f"{text} in {g.hex_name(g.place[unit])}"


def _hex_label(g: State, verb: str, cell: int) -> str:
    top = g.stack[-1]
    if not isinstance(top, Moving):
        return g.hex_name(cell)
    found = destinations.reachable(g, top.mover, top.spent)
    cost = g.box.ground.shown_cost(g.box.units.profile[top.mover], found.cost(cell))
    then = ", then go on" if verb == "via" else ""
    return f"{g.hex_name(cell)} for {cost} MP{then}"


def _plain(g: State, verb: str) -> str:
    top = g.stack[-1]
    if verb == "done":
        if isinstance(top, Movement):
            return "End exploitation" if top.exploiting else "End movement"
        return {
            "Combat": "End combat",
            "Demolition": "No more demolitions",
            "Construction": "End the turn",
            "Crossing": "Nobody else crosses",
            "Advance": "End the advance",
            "Reserves": "No more reserves",
            "Interdiction": "No more interdiction",
            "AirDrops": "No more air drops",
        }[type(top).__name__]
    if verb == "air":
        called = (isinstance(top, ChooseAttackers) and top.attack.air) or (
            isinstance(top, ChooseSupport) and top.attack.cover
        )
        return "Call the aircraft back" if called else "Commit an aircraft"
    return {"fight": "Fight the battle", "stop": "Stop here"}[verb]


def clock(g: State) -> str:
    """The turn and whose it is, e.g. "17PM German"."""
    return f"{turns.name(g.turn)} {g.mover}"
