"""Typed orders: a choice by its verb, or a move and an attack in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ardennes.kernel import Action, Sight, Unknown
from ardennes.parts.orders import BadOrder, asked, offered, plain
from ardennes.titles.enemy_action_ardennes.rules.combat import attackers
from ardennes.titles.enemy_action_ardennes.state import State
from ardennes.titles.enemy_action_ardennes.table.laid import own
from ardennes.titles.enemy_action_ardennes.verbs import VERBS

HELP = """\
Orders are a verb with names. A unit is its id (27.12.ISS), several are joined by commas; a hex is a number or a name:
  card 39                         pick a card;  formation 12_SS_Pz, corps LXVI, event …: what it is played for
  move 27.12.ISS 1210             move UNIT HEX;  move UNIT via HEX HEX
  attack 1210 with 27.12.ISS,…    without `with`: everybody who may;  card 40: a tactic;  draw 5: chits in all
  retreat 1           unit …      how many hexes; who loses a step
  unit, hex, via, card, tactic, draw, standing, done, back …      a single choice by its verb"""


def read_order(sight: Sight, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    g = own(sight)
    word, *words = text.split() or [""]
    order = word.lower()
    if order in _READERS and words:
        return _READERS[order](g, words)
    if order not in VERBS.by_key:
        raise BadOrder(f"unknown order {word!r}; there are: {', '.join(sorted({*_READERS, *VERBS.by_key}))}")
    return _single(g, order, words)


def completions(sight: Sight, text: str) -> list[str]:
    """Words that could come next in an order."""
    g = own(sight)
    words = text.split(" ")
    if len(words) == 1:
        return sorted(word for word in {*_READERS, *VERBS.by_key} if word.startswith(words[0].lower()))
    verb, last = words[0].lower(), plain(words[-1].rpartition(",")[2])
    names = {name.replace(" ", "") for name in g.box.map.names}
    names |= {g.box.units.rows[unit].id for unit in offered(g, "unit")}
    if verb in VERBS.by_key and VERBS.by_key[verb].kind is not None:
        names |= {VERBS.word(g.box, verb, target) for target in offered(g, verb)}
    return sorted(name for name in names if plain(name).startswith(last))[:200]


def _hex(g: State, text: str) -> int:
    """A hex by number or name."""
    if re.fullmatch(r"\d{4}", text):
        try:
            return g.box.map.cell(text)
        except ValueError as error:
            raise BadOrder(str(error)) from None
    for name, cell in g.box.map.names.items():
        if plain(name) == plain(text):
            return cell
    raise BadOrder(f"there is no hex or place called {text!r}")


def _units(g: State, text: str, among: Iterable[int]) -> list[int]:
    pool = {plain(g.box.units.rows[unit].id): unit for unit in among}
    found = []
    for part in filter(None, text.split(",")):
        if plain(part) not in pool:
            there = ", ".join(g.box.units.rows[unit].id for unit in list(pool.values())[:12]) or "nobody"
            raise BadOrder(f"no unit called {part!r} here; there are: {there}")
        found.append(pool[plain(part)])
    if not found:
        raise BadOrder("name a unit, such as 27.12.ISS")
    return found


def _single(g: State, verb: str, words: Sequence[str]) -> list[Action]:
    """A choice by its verb, with as many targets as are named."""
    kind = VERBS.by_key[verb].kind
    if kind is None:
        return [Action(verb)]
    if not words:
        raise BadOrder(f"expected: {verb} and a {kind.name}")
    if kind.name == "unit":
        return [Action(verb, unit) for unit in _units(g, ",".join(words), range(len(g.place)))]
    if kind.name == "hex":
        return [Action(verb, _hex(g, part)) for part in " ".join(words).split(",") if part.strip()]
    try:
        return [Action(verb, kind.find(g.box, word)) for word in words]
    except Unknown as error:
        raise BadOrder(str(error)) from None


def _move(g: State, words: list[str]) -> list[Action]:
    spec, *rest = [word for word in words if word.lower() != "to"]
    if not rest:
        raise BadOrder("expected: move UNIT [via HEX] HEX")
    way = [_hex(g, rest[n + 1]) for n, word in enumerate(rest[:-1]) if word == "via"]
    found: list[Action] = []
    for unit in _units(g, spec, range(len(g.place))):
        found += [Action("unit", unit), *(Action("via", cell) for cell in way), Action("hex", _hex(g, rest[-1]))]
    return found


def _attack(g: State, words: list[str]) -> list[Action]:
    at = words.index("with") if "with" in words else len(words)
    cell = _hex(g, " ".join(words[:at]))
    able = attackers(g, cell, asked(g))
    units = _units(g, ",".join(words[at + 1 :]), able) if at < len(words) else able
    return [Action("hex", cell), *(Action("unit", unit) for unit in units), Action("done")]


_READERS: dict[str, Callable[[State, list[str]], list[Action]]] = {"move": _move, "attack": _attack}
