"""Typed orders: "move 2Pz 1324 1524" as the actions it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ardennes.kernel import Action, Side, Sight, Unknown
from ardennes.kernel.words import say
from ardennes.parts.eye.orders import (
    BadOrder,
    Reader,
    asked,
    by_themselves,
    complete,
    hex_called,
    no_such_unit,
    offered,
    plain,
    read,
    target_called,
)
from ardennes.titles.bitter_woods.box import EDGES, OFF_MAP
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES, GERMAN_ARMIES
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers, ChooseSupport
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State, own
from ardennes.titles.bitter_woods.verbs import VERBS

HELP = """\
Orders are a verb with names. A unit is its id (2Pz/3), a division's units are the part before the stroke (2Pz),
several are joined by commas; a hex is its number or its name (spaces and dots may be left out):
  move 2Pz/3 1524                 move 2Pz 1324 Marnach          all 2Pz units in 1324 go to Marnach
  move 7A/CCB StVith              a reinforcement enters and goes there
  move 2Pz/3 exit west            leave the map           move 2Pz/3 via 2417 2518    by way of a hex
  improve 28/112                  fortify 101/501         repair 26VG/78 [1324/1424]
  reserve 1SS,12SS                place units in reserve
  attack 1424 with 2Pz,401 air    without `with`: everybody next to the hex
  attack 1424 with 2Pz angriff    on the move             attack 1424 with 2Pz bombard 401,766    guns first
  support 402,406 air             the defender's artillery and aircraft; support alone: none
  lose 28/110                     take a combat loss
  stand Hodges                    units in his range lose steps instead of retreating; done: retreat
  move 9Pz/33 attach 5PA 0518     a reinforcement is attached to an army as it enters
  retreat 28/110 1824             advance 2Pz/2 1424
  interdict 1316,Prüm             drop Bastogne           blow 1324/1424      bridge 1324/1424 (to complete it)
  cross 2Pz/3                     with the builders
  sneak PzB150 1311               try to slip through         burn 1809           a fuel dump; decline: let it be
  standing burn-never             nothing is burned and nobody asks; standing burn-ask: ask again
  engineers 1324/1424             blow a bridge without a die         challenge 2Pz/3 1316   drive on under the aircraft
  unit, hex, exit, air, fight, stop, done      a single choice by its verb"""


def read_order(sight: Sight, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    return read(_READERS, own(sight.state), text)


def completions(sight: Sight, text: str) -> list[str]:
    """Words that could come next in an order."""
    g = own(sight.state)
    side = g.side
    mine = [g.name(u) for u in g.box.players[side] if g.on_map(u)] if side in (Side.GERMAN, Side.ALLIED) else []
    places = [name.replace(" ", "") for name in g.box.map.names]
    return complete(_READERS, text, lambda position: [*mine, *places])


# ---- names -------------------------------------------------------------------------------------------------


def _mine(g: State) -> list[int]:
    return [unit for unit in g.box.players[asked(g)] if g.on_map(unit) or g.due[unit] <= g.turn]


def _units(g: State, spec: str, among: Iterable[int]) -> list[int]:
    """The units a list such as "2Pz,26VG/78" names among some."""
    pool = list(among)
    found: list[int] = []
    for part in filter(None, spec.split(",")):
        wanted = plain(part)
        matching = [u for u in pool if wanted in (plain(g.name(u)), plain(g.name(u).split("/")[0]), "all")]
        exact = [u for u in matching if plain(g.name(u)) == wanted]
        matching = exact or (matching if wanted != "all" else pool)
        if not matching:
            raise no_such_unit(part, (g.name(u) for u in pool))
        found += [unit for unit in matching if unit not in found]
    if not found:
        raise BadOrder("name a unit, such as 2Pz/3")
    return found


def _bridge(g: State, text: str) -> int:
    ends = [hex_called(g, end) for end in re.split(r"[/-]", text)]
    found = g.box.map.bridge(ends[0], ends[1]) if len(ends) == 2 else None
    if found is None:
        raise BadOrder(say("{text} is no bridge: name it by its hexside, such as 1324/1424", text=repr(text)))
    return found.number


# ---- orders ------------------------------------------------------------------------------------------------


def _move(g: State, words: list[str]) -> list[Action]:
    words = [word for word in words if word.lower() not in ("to", "from")]
    if len(words) < 2:
        raise BadOrder("expected: move UNITS [FROM] HEX")
    units = _mine(g)
    spec, *rest = words
    army = _army(rest.pop(rest.index("attach") + 1)) if "attach" in rest[:-1] else None
    rest = [word for word in rest if word != "attach"]
    way = rest.index("via") if "via" in rest else -1
    if len(rest) > 1 and rest[0] not in ("via", "exit"):
        start = hex_called(g, rest[0])
        units, rest, way = [unit for unit in units if g.place[unit] == start], rest[1:], way - 1
    found: list[Action] = []
    for unit in _units(g, spec, units):
        found.append(Action("unit", unit))
        if army is not None:
            found.append(Action("attach", army))
        if way >= 0 and len(rest) >= 2:
            found.append(Action("via", hex_called(g, rest[way + 1])))
        found.append(_last_leg(g, rest))
    return found


def _army(text: str) -> int:
    for number, army in enumerate(GERMAN_ARMIES):
        if plain(text) in (plain(army), plain(ARMY_NAMES[army])):
            return number
    raise BadOrder(str(Unknown("army", text, GERMAN_ARMIES)))


def _attach(g: State, words: list[str]) -> list[Action]:
    if not words:
        raise BadOrder(say("expected: attach ARMY, one of {known}", known=", ".join(GERMAN_ARMIES)))
    return [Action("attach", _army(" ".join(words)))]


def _last_leg(g: State, rest: list[str]) -> Action:
    if len(rest) > 1 and rest[-2] == "exit":
        if rest[-1].lower() not in EDGES:
            raise BadOrder(str(Unknown("edge", rest[-1], EDGES)))
        return Action("exit", EDGES.index(rest[-1].lower()))
    return Action("hex", hex_called(g, rest[-1]))


def _each(verb: str) -> Reader[State]:
    """An order that does the same with every unit named."""

    def read(g: State, words: list[str]) -> list[Action]:
        pool = offered(g, verb) or [unit for unit in _mine(g) if g.place[unit] < OFF_MAP] or range(len(g.place))
        return [Action(verb, unit) for unit in _units(g, ",".join(words), pool)]

    return read


def _reserve(g: State, words: list[str]) -> list[Action]:
    """14.2 Their own phase asks for units alone; where it may be done at any time it has a verb of its own."""
    return _each("reserve" if offered(g, "reserve") else "unit")(g, words)


def _repair(g: State, words: list[str]) -> list[Action]:
    if not words:
        raise BadOrder("expected: repair UNIT [BRIDGE]")
    found = _each("repair")(g, words[:1])
    return [*found, Action("bridge", _bridge(g, words[1]))] if len(words) > 1 else found


def _attack(g: State, words: list[str]) -> list[Action]:
    air, angriff = "air" in words, "angriff" in words
    words = [word for word in words if word not in ("air", "angriff")]
    guns = words[words.index("bombard") + 1 :] if "bombard" in words else []
    words = words[: words.index("bombard")] if "bombard" in words else words
    at = words.index("with") if "with" in words else len(words)
    if not words[:at]:
        raise BadOrder("expected: attack HEX [with UNITS] [air] [angriff] [bombard GUNS]")
    cell = hex_called(g, " ".join(words[:at]))
    step = ChooseAttackers(asked(g), Attack(asked(g), cell, ()))
    able = [unit for unit in step.choices(g)["unit"] if unit is not None]
    if at < len(words):
        units = _units(g, ",".join(words[at + 1 :]), able)
    else:
        units = [unit for unit in able if g.box.units.fights[unit]]
    plan = [Action("hex", cell)]
    if guns:
        plan += [*(Action("unit", unit) for unit in _units(g, ",".join(guns), able)), Action("bombard")]
    plan += [Action("unit", unit) for unit in units]
    return [*plan, *(Action(verb) for verb, yes in (("air", air), ("angriff", angriff)) if yes), Action("fight")]


def _support(g: State, words: list[str]) -> list[Action]:
    top = g.stack[-1]
    if not isinstance(top, ChooseSupport):
        raise BadOrder("nobody is attacked now")
    air = [Action("air")] if "air" in words else []
    spec = ",".join(word for word in words if word not in ("air", "none"))
    units = _units(g, spec, offered(g, "unit")) if spec else []
    return [*(Action("unit", unit) for unit in units), *air, Action("fight")]


def _go(g: State, words: list[str]) -> list[Action]:
    """Retreats and advances: a unit, and where it ends."""
    if not words:
        raise BadOrder("expected a unit and a hex")
    able = offered(g, "unit")
    found = [Action("unit", unit) for unit in _units(g, words[0], able)] if able else []
    return [*found, _last_leg(g, words[1:])] if len(words) > 1 else found


def _hexes(g: State, words: list[str]) -> list[Action]:
    return [Action("hex", hex_called(g, part)) for part in " ".join(words).split(",") if part.strip()]


def _as(verb: str, reader: Reader[State]) -> Reader[State]:
    """An order read like another one, with its own verb."""
    return lambda g, words: [Action(verb, action.target) for action in reader(g, words)]


def _sneak(g: State, words: list[str]) -> list[Action]:
    """27 A unit, if none is picked up yet, and the hex it tries to slip through."""
    if not words:
        raise BadOrder("expected: sneak [UNIT] HEX")
    found = [Action("unit", unit) for unit in _units(g, words[0], _mine(g))] if len(words) > 1 else []
    return [*found, Action("sneak", hex_called(g, words[-1]))]


def _challenge(g: State, words: list[str]) -> list[Action]:
    """22 A unit, if none is picked up yet, and the interdicted hex it drives on into."""
    if not words:
        raise BadOrder("expected: challenge [UNIT] HEX")
    *first, last = _sneak(g, words)
    return [*first, Action("challenge", last.target)]


def _bridges(g: State, words: list[str]) -> list[Action]:
    if not words:
        raise BadOrder("name a bridge by its hexside, such as 1324/1424")
    return [Action("bridge", _bridge(g, word)) for word in words]


def _standing(g: State, words: list[str]) -> list[Action]:
    """25.3 An answer given in advance."""
    if not words:
        raise BadOrder("expected: standing burn-ask or standing burn-never")
    return [Action("standing", target_called(g, VERBS, "standing", words[0]))]


def _leave(g: State, words: list[str]) -> list[Action]:
    return [_last_leg(g, ["exit", *words])]


_READERS: dict[str, Reader[State]] = {
    **by_themselves(VERBS),
    "move": _move,
    "improve": _each("improve"),
    "dig": _each("improve"),
    "fortify": _each("fortify"),
    "repair": _repair,
    "reserve": _reserve,
    "attack": _attack,
    "support": _support,
    "lose": _each("unit"),
    "retreat": _go,
    "advance": _go,
    "cross": _each("unit"),
    "unit": _each("unit"),
    "interdict": _hexes,
    "drop": _hexes,
    "hex": _hexes,
    "via": _as("via", _hexes),
    "sneak": _sneak,
    "challenge": _challenge,
    "burn": _as("burn", _hexes),
    "blow": _bridges,
    "engineers": lambda g, words: [Action("engineers"), *(_bridges(g, words) if words else [])],
    "bridge": _bridges,
    "exit": _leave,
    "stand": _each("stand"),
    "attach": _attach,
    "standing": _standing,
}
