"""Typed orders: "move 2Pz Dasburg Marnach" as the actions it stands for.

move 2Pz Dasburg Marnach            every 2 Pz unit in Dasburg goes to Marnach
move 2Pz:armor,600Eng Dasburg Marnach
move 9Arm Larochette Mersch Ettelbruck     by way of Mersch
move 1Inf D shift E                 waiting reinforcements go round to zone E
wade 600Eng Irrel Echternach        cross at a blown bridge; under way: wade Echternach
dig 28Inf Marnach                   also: entrench
special confusion St. Vith          restrict, bridges or confusion; also while a stack is under way
attack Marnach with 28Inf           with: units already there that join; all of them if nobody is named
blow 1111Eng                        decline lets the enemy cross
build 600Eng                        then: bridge Dasburg-Marnach, if there is a choice
target 2Pz:armor                    for artillery and fire
done, stop
"""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.kernel import Action, Sight
from ardennes.kernel.words import say
from ardennes.parts.eye.orders import (
    BadOrder,
    Reader,
    asked,
    by_themselves,
    complete,
    no_such_unit,
    offered,
    plain,
    read,
)
from ardennes.titles.tigers_in_the_mist.rules.combat import phase as combat
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching
from ardennes.titles.tigers_in_the_mist.state import State, own
from ardennes.titles.tigers_in_the_mist.verbs import VERBS


def read_order(sight: Sight, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    return read(_READERS, own(sight.state), text)


def completions(sight: Sight, text: str) -> list[str]:
    """Words that could come next in an order."""
    g = own(sight.state)
    places = [name.replace(" ", "") for name in g.box.map.names[1 : g.box.map.first_zone]]
    units = [g.box.units.rows[unit].name.replace(" ", "") for unit in _on_map(g)] if g.stack else []
    return complete(_READERS, text, lambda position: [*units, *places] if position == 2 else places)


# ---- names -------------------------------------------------------------------------------------------------


def _place_at(g: State, words: list[str]) -> tuple[int, int] | None:
    """The place named by the first words, and how many of them name it; the longest name wins."""
    board = g.box.map
    names = {plain(name): place for place, name in enumerate(board.names) if place}
    names |= {plain(word): place for place, word in enumerate(board.words) if place}
    for length in (3, 2, 1):
        if len(words) >= length and (place := names.get(plain("".join(words[:length])))):
            return place, length
    return None


def _places(g: State, words: list[str]) -> list[int]:
    found = []
    while words:
        at = _place_at(g, words)
        if at is None:
            raise BadOrder(say("there is no area or zone called {name}", name=repr(" ".join(words))))
        found.append(at[0])
        words = words[at[1] :]
    return found


def _is_unit(g: State, unit: int, spec: str) -> bool:
    name, _, kind = spec.partition(":")
    row = g.box.units.rows[unit]
    called = plain(name) in (plain(row.name), row.id.lower(), "all")
    return called and (not kind or row.type.startswith(kind.lower()))


def _units(g: State, spec: str, among: Iterable[int]) -> list[int]:
    """The units a list such as "2Pz:armor,600Eng" names among some."""
    pool = list(among)
    found: list[int] = []
    for part in spec.split(","):
        matching = [unit for unit in pool if _is_unit(g, unit, part) and unit not in found]
        if not matching:
            raise no_such_unit(part, sorted({g.box.units.rows[u].name.replace(" ", "") for u in pool}))
        found += matching
    return found


def _split_units(g: State, words: list[str]) -> tuple[str, list[str]]:
    """The unit list at the head of an order, which may contain spaces ("2 Pz Dasburg"), and the rest."""
    known = {plain(row.name) for row in g.box.units.rows} | {row.id.lower() for row in g.box.units.rows} | {"all"}
    for length in (3, 2, 1):
        head = words[:length]
        names = [plain(part.partition(":")[0]) for part in "".join(head).split(",")]
        if len(head) == length and all(name in known for name in names):
            return "".join(head), words[length:]
    name = repr(" ".join(words[:2]))
    raise BadOrder(say("no unit is called {name}", name=name) if words else say("name a unit"))


def _on_map(g: State) -> list[int]:
    return [unit for unit in g.box.units.of[asked(g)] if g.on_map(unit)]


# ---- orders ------------------------------------------------------------------------------------------------


def _move(g: State, words: list[str]) -> list[Action]:
    spec, rest = _split_units(g, words)
    last = next((verb for verb in ("shift", "wade") if verb in (word.lower() for word in rest)), "area")
    places = _places(g, [word for word in rest if word.lower() not in ("to", "via", "shift", "wade", "from")])
    if not places:
        raise BadOrder("say where to: move 2Pz Dasburg Marnach")
    units = _on_map(g)
    here = [unit for unit in units if g.place[unit] == places[0]]
    if len(places) > 1 and any(_is_unit(g, unit, part) for unit in here for part in spec.split(",")):
        units, places = here, places[1:]
    chosen = _units(g, spec, units)
    if len({g.place[unit] for unit in chosen}) > 1:
        where = ", ".join(sorted({g.box.map.names[g.place[unit]] for unit in chosen}))
        text = say(
            "{units} is in several places ({where}): say from where, e.g. move {units} {first} …",
            units=spec,
            where=where,
            first=where.split(",")[0],
        )
        raise BadOrder(text)
    picks = [Action("unit", unit) for unit in chosen]
    if last == "shift":
        return [*picks, Action("shift", places[-1])]
    return [*picks, *(Action("via", place) for place in places[:-1]), Action(last, places[-1])]


def _wade(g: State, words: list[str]) -> list[Action]:
    return _name_place("wade")(g, words) if isinstance(g.stack[-1], Marching) else _move(g, [*words, "wade"])


def _dig(g: State, words: list[str]) -> list[Action]:
    spec, rest = _split_units(g, words)
    units = _on_map(g)
    if rest:
        [place] = _places(g, rest)
        units = [unit for unit in units if g.place[unit] == place]
    return [Action("entrench", unit) for unit in _units(g, spec, units)]


def _special(g: State, words: list[str]) -> list[Action]:
    names = {"restrict": 1, "bridges": 2, "confusion": 3}
    effect = (names | {str(number): number for number in names.values()}).get(words[0].lower()) if words else None
    places = _places(g, words[1:])
    if effect is None or len(places) > 1:
        raise BadOrder(say("expected: special {names} [AREA]", names="|".join(names)))
    return [Action("special", effect), *(Action("area", place) for place in places)]


def _attack(g: State, words: list[str]) -> list[Action]:
    at = [word.lower() for word in words].index("with") if "with" in (word.lower() for word in words) else len(words)
    [area] = _places(g, words[:at])
    free = combat.residents(g, area, asked(g))
    if at < len(words):
        joining = _units(g, "".join(words[at + 1 :]), free)
    else:
        joining = [] if combat.entered(g, area, asked(g)) else list(free)
    fight = [Action("fight")] if free else []
    return [Action("area", area), *(Action("unit", unit) for unit in joining), *fight]


def _name_unit(verb: str) -> Reader[State]:
    def read(g: State, words: list[str]) -> list[Action]:
        spec, _ = _split_units(g, words)
        return [Action(verb, _units(g, spec, offered(g, verb) or range(len(g.place)))[0])]

    return read


def _name_place(verb: str) -> Reader[State]:
    def read(g: State, words: list[str]) -> list[Action]:
        places = _places(g, words)
        if len(places) != 1:
            raise BadOrder(say("{verb} takes one area or zone", verb=verb))
        return [Action(verb, places[0])]

    return read


def _bridge(g: State, words: list[str]) -> list[Action]:
    places = _places(g, " ".join(words).replace("-", " ").split())
    number = g.box.map.crossing(places[0], places[1]) if len(places) == 2 else -1
    if number < 0:
        raise BadOrder("name a bridge by its two ends: bridge Dasburg-Marnach")
    return [Action("bridge", number)]


_READERS: dict[str, Reader[State]] = {
    "move": _move,
    "dig": _dig,
    "entrench": _dig,
    "special": _special,
    "attack": _attack,
    "blow": _name_unit("unit"),
    "build": _name_unit("unit"),
    "target": _name_unit("unit"),
    "unit": _name_unit("unit"),
    "firer": _name_unit("firer"),
    "area": _name_place("area"),
    "via": _name_place("via"),
    "zone": _name_place("area"),
    "wade": _wade,
    "shift": _name_place("shift"),
    "bridge": _bridge,
    **by_themselves(VERBS),
}
