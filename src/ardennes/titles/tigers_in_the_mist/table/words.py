"""Names for everything a player can point at: in saves, in menus, in typed orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ardennes.kernel import Unknown
from ardennes.titles.tigers_in_the_mist.box.components import Box
from ardennes.titles.tigers_in_the_mist.rules import special_forces
from ardennes.titles.tigers_in_the_mist.rules.bridges import Demolition, demolition_number
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import reach, step_cost
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, FOOT_PACE, WAITING, State
from ardennes.titles.tigers_in_the_mist.state import own as own  # noqa: PLC0414

#: What the target of each verb is.
UNIT_VERBS = ("unit", "entrench", "firer")
PLACE_VERBS = ("area", "via", "wade", "shift")
PLAIN_VERBS = ("done", "decline", "stop", "fight")


def domain(box: Box) -> Mapping[str, Sequence[int | None]]:
    """Every verb with everything that could be its target."""
    units = range(len(box.units))
    places = range(box.map.places)
    return {
        **dict.fromkeys(UNIT_VERBS, units),
        **dict.fromkeys(PLACE_VERBS, places),
        "bridge": range(len(box.map.crossings)),
        "special": range(5),
        **dict.fromkeys(PLAIN_VERBS, (None,)),
    }


def word(box: Box, verb: str, target: int) -> str:
    """A target as saves write it: unit ids, area numbers, zone letters, bridges as pairs of areas."""
    if verb in UNIT_VERBS:
        return box.units.rows[target].id
    if verb in PLACE_VERBS:
        return box.map.words[target]
    if verb == "bridge":
        a, b = box.map.crossings[target]
        return f"{box.map.words[a]}-{box.map.words[b]}"
    return str(target)


def target(box: Box, verb: str, text: str) -> int:
    """The target a word means; `Unknown` lists what exists."""
    if verb in UNIT_VERBS:
        return box.units.unit(text)
    if verb in PLACE_VERBS:
        return box.map.place(text)
    if verb == "bridge":
        ends = [box.map.place(end) for end in text.split("-")]
        number = box.map.crossing(ends[0], ends[-1]) if len(ends) == 2 else -1
        if number < 0:
            raise Unknown("bridge", text, [word(box, "bridge", n) for n in range(len(box.map.crossings))])
        return number
    if verb == "special" and text.isascii() and text.isdecimal() and len(text) < 4:
        return int(text)
    raise Unknown("verb", verb, (*UNIT_VERBS, *PLACE_VERBS, "bridge", "special", *PLAIN_VERBS))


def name(box: Box, kind: str, number: int) -> str:
    """The name behind a mark of the log."""
    if kind == "unit":
        return box.units.name(number)
    return box.map.bridge_name(number) if kind == "bridge" else box.map.names[number]


def describe_unit(g: State, unit: int) -> str:
    """A unit with its strength and markers, as it lies on the map."""
    marks = [
        text
        for flag, text in ((ENTRENCHED, "entrenched"), (FOOT_PACE, "on foot"), (WAITING, "waiting"))
        if g.status[unit] & flag
    ]
    tail = f" ({', '.join(marks)})" if marks else ""
    return f"{g.name(unit)} {g.strength[unit]}{tail}"


def label(g: State, verb: str, target: int | None) -> str:
    """A choice in plain words."""
    top = g.stack[-1]
    names = g.box.map.names
    if target is None:
        return _plain(g, verb)
    if verb in UNIT_VERBS:
        text = describe_unit(g, target)
        if isinstance(top, Demolition):
            return f"{text} blows the bridge on 1-{demolition_number(g, target)}"
        if isinstance(top, Marching):
            if top.halted:
                return f"let {text} go its own way"
            return f"put {text} back" if target in top.units else f"take {text} along"
        return f"{text} at {names[g.place[target]]}"
    if verb in ("area", "via") and isinstance(top, Marching):
        cost = reach(g, top.units, top.side).cost(target)
        then = ", then go on" if verb == "via" else ""
        return f"{names[target]} for {cost} MP{then}"
    if verb == "wade" and isinstance(top, Marching):
        here = g.place[top.units[0]]
        return f"wade to {names[target]} for {step_cost(g, top.side, here, g.box.map.step(here, target))} MP"
    if verb == "shift":
        return f"go round to {names[target]}: next impulse, 2 MP"
    if verb == "bridge":
        return f"the bridge {g.box.map.bridge_name(target)}"
    if verb == "special":
        return f"Special Forces: {special_forces.EFFECTS.get(target, '?')}"
    return names[target]


def _plain(g: State, verb: str) -> str:
    if verb == "done":
        return {
            "Movement": "End movement",
            "Battles": "End combat",
            "BridgeBuilding": "End the impulse",
        }[type(g.stack[-1]).__name__]
    return {"decline": "Let them cross", "stop": "Stop here", "fight": "Fight the battle"}[verb]


def clock(g: State) -> str:
    """8.1 The turn marker, e.g. "17-2"."""
    return f"{g.day}-{g.impulse}"
