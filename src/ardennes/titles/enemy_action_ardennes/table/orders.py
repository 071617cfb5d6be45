"""Typed orders: a choice by its verb, or a move and an attack in one line."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.kernel import Action, Sight
from ardennes.parts.eye.orders import (
    BadOrder,
    Readers,
    asked,
    complete,
    hex_called,
    march,
    no_such_unit,
    offered,
    plain,
    read_or_choose,
)
from ardennes.titles.enemy_action_ardennes.rules.combat import attackers
from ardennes.titles.enemy_action_ardennes.state import State, own
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
    return read_or_choose(
        _READERS, VERBS, own(sight.state), text, lambda g, names, _: _units(g, names, range(len(g.place)))
    )


def completions(sight: Sight, text: str) -> list[str]:
    """Words that could come next in an order."""
    g = own(sight.state)
    verb = text.split(" ", maxsplit=1)[0].lower()
    names = {name.replace(" ", "") for name in g.box.map.names}
    names |= {g.box.units.rows[unit].id for unit in offered(g, "unit")}
    if verb in VERBS.by_key and VERBS.by_key[verb].kind is not None:
        names |= {VERBS.word(g.box, verb, target) for target in offered(g, verb)}
    return complete({*_READERS, *VERBS.by_key}, text, lambda _: names)


def _units(g: State, text: str, among: Iterable[int]) -> list[int]:
    pool = {plain(g.box.units.rows[unit].id): unit for unit in among}
    found = []
    for part in filter(None, text.split(",")):
        if plain(part) not in pool:
            raise no_such_unit(part, (g.box.units.rows[unit].id for unit in pool.values()))
        found.append(pool[plain(part)])
    if not found:
        raise BadOrder("name a unit, such as 27.12.ISS")
    return found


def _move(g: State, words: list[str]) -> list[Action]:
    words = [word for word in words if word.lower() != "to"]
    if len(words) < 2:
        raise BadOrder("expected: move UNIT [via HEX] HEX")
    return march(g, words[1:], _units(g, words[0], range(len(g.place))))


def _attack(g: State, words: list[str]) -> list[Action]:
    at = words.index("with") if "with" in words else len(words)
    if not words[:at]:
        raise BadOrder("expected: attack HEX [with UNITS]")
    cell = hex_called(g, " ".join(words[:at]))
    able = attackers(g, cell, asked(g))
    units = _units(g, ",".join(words[at + 1 :]), able) if at < len(words) else able
    return [Action("hex", cell), *(Action("unit", unit) for unit in units), Action("done")]


_READERS: Readers[State] = {"move": _move, "attack": _attack}
