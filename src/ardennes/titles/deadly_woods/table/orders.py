"""Typed orders: "move 2Pz Clervaux" as the actions it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.kernel import Action, Side, Sight
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
    target_called,
)
from ardennes.titles.deadly_woods.rules.combat import AttackerSupport, strikers
from ardennes.titles.deadly_woods.state import State, own
from ardennes.titles.deadly_woods.table.counters import short
from ardennes.titles.deadly_woods.verbs import VERBS

HELP = """\
Orders are a verb with names. A unit is what stands on its counter (2Pz/a), a formation's units are the part before the
stroke (2Pz), several are joined by commas; a hex is its number or its name (spaces and dots may be left out):
  chit sixth_panzer               the first chit of a turn; formation 2SSPz, army 5PA: what a chit asks for
  move                combat      what a Move/Combat chit is used for;  patton, monty_move, monty_combat
  keep                swap        play the chit drawn, or the Reinforcement chit that is held;  react: Reaction 3
  move 2Pz/a 2418                 move 2Pz Bastogne         all units of the formation go there
  move 2Pz/a via 2816 2418        by way of a hex           withdraw 28/112 2917 2816   emergency withdrawal
  attack 2418 with 2Pz,26 +G-ART-5Pz-1      without `with`: everybody next to the hex; + adds an asset
  lose 28/110         retreat 2615              advance 2Pz/a 2418
  place A-ENG-VIII-1 Bastogne     deploy Engineers          blow A-ENG-V-1 3007/3008
  unit, hex, via, door, bridge, asset, stop, done …         a single choice by its verb"""


def read_order(sight: Sight, text: str) -> list[Action]:
    """The actions an order stands for, to be played one after another."""
    return read_or_choose(_READERS, VERBS, own(sight.state), text, _named)


def completions(sight: Sight, text: str) -> list[str]:
    """Words that could come next in an order."""
    g = own(sight.state)
    verb = text.split(" ", maxsplit=1)[0].lower()
    names = {short(g.box.units.rows[unit].id) for unit in _mine(g)}
    names |= {name.replace(" ", "") for name in g.box.map.names}
    kind = VERBS.by_key[verb].kind if verb in VERBS.by_key else None
    if kind is not None and kind.drawn == "card":
        names |= {kind.word(g.box, target) for target in offered(g, verb)}
    return complete({*_READERS, *VERBS.by_key}, text, lambda _: names)


# ---- names -------------------------------------------------------------------------------------------------


def _mine(g: State) -> list[int]:
    side = g.side
    return [unit for unit in g.box.units.of[side] if g.on_map(unit)] if side in (Side.GERMAN, Side.ALLIED) else []


def _units(g: State, spec: str, among: Iterable[int]) -> list[int]:
    """The units a list such as "2Pz,26/a" names among some."""
    rows, pool = g.box.units.rows, list(among)
    found: list[int] = []
    for part in filter(None, spec.split(",")):
        wanted = plain(part)
        exact = [u for u in pool if wanted in (plain(rows[u].id), plain(short(rows[u].id)))]
        whole = [u for u in pool if wanted in (plain(short(rows[u].id).split("/")[0]), plain(rows[u].formation), "all")]
        matching = exact or (pool if wanted == "all" else whole)
        if not matching:
            raise no_such_unit(part, (short(rows[u].id) for u in pool))
        found += [unit for unit in matching if unit not in found]
    if not found:
        raise BadOrder("name a unit, such as 2Pz/a")
    return found


def _named(g: State, spec: str, among: Sequence[int]) -> list[int]:
    """The same among those on offer, or else any."""
    return _units(g, spec, among or range(len(g.place)))


# ---- orders of several choices -----------------------------------------------------------------------------


def _move(g: State, words: list[str]) -> list[Action]:
    words = [word for word in words if word.lower() != "to"]
    if len(words) < 2:
        raise BadOrder("expected: move UNITS [via HEX] HEX")
    return march(g, words[1:], _units(g, words[0], _mine(g)))


def _withdraw(g: State, words: list[str]) -> list[Action]:
    if len(words) != 3:
        raise BadOrder("expected: withdraw UNIT HEX HEX, the first with a friendly unit that stays")
    (unit,) = _units(g, words[0], _mine(g))[:1]
    return [Action("unit", unit), Action("door", hex_called(g, words[1])), Action("hex", hex_called(g, words[2]))]


def _attack(g: State, words: list[str]) -> list[Action]:
    assets = [target_called(g, VERBS, "asset", word[1:]) for word in words if word.startswith("+")]
    words = [word for word in words if not word.startswith("+")]
    at = words.index("with") if "with" in words else len(words)
    if not words[:at]:
        raise BadOrder("expected: attack HEX [with UNITS] [+ASSET]")
    cell = hex_called(g, " ".join(words[:at]))
    able = strikers(g, asked(g), cell)
    units = _units(g, ",".join(words[at + 1 :]), able) if at < len(words) else able
    left_out = [Action("unit", unit) for unit in able if unit not in units]
    plan = [Action("hex", cell), *left_out, Action("attack"), *(Action("asset", asset) for asset in assets)]
    return [*plan, Action("done")] if assets and _asks_for_more(g, plan) else plan


def _asks_for_more(g: State, plan: Sequence[Action]) -> bool:
    """Whether the attacker is still asked for support after the actions of a plan."""
    trial = g.copy()
    for action in plan:
        if trial.why_not(action) is not None:
            return False
        trial.apply(action)
    return bool(trial.stack) and isinstance(trial.stack[-1], AttackerSupport)


def _go(g: State, words: list[str]) -> list[Action]:
    """Retreats and advances: where it ends, with the unit before it where one must be named."""
    if len(words) > 1:
        found = [Action("unit", unit) for unit in _units(g, words[0], offered(g, "unit") or _mine(g))]
        return [*found, Action("hex", hex_called(g, words[-1]))]
    return [Action("hex", hex_called(g, words[0]))]


def _place(g: State, words: list[str]) -> list[Action]:
    if len(words) < 2:
        raise BadOrder("expected: place ASSET HEX")
    return [
        Action("asset", target_called(g, VERBS, "asset", words[0])),
        Action("hex", hex_called(g, " ".join(words[1:]))),
    ]


def _blow(g: State, words: list[str]) -> list[Action]:
    if len(words) != 2:
        raise BadOrder("expected: blow ENGINEERS BRIDGE, such as blow A-ENG-V-1 3007/3008")
    return [
        Action("asset", target_called(g, VERBS, "asset", words[0])),
        Action("bridge", target_called(g, VERBS, "bridge", words[1])),
    ]


def _lose(g: State, words: list[str]) -> list[Action]:
    return [Action("unit", unit) for unit in _named(g, ",".join(words), offered(g, "unit"))]


_READERS: Readers[State] = {
    "move": _move,
    "withdraw": _withdraw,
    "attack": _attack,
    "retreat": _go,
    "advance": _go,
    "place": _place,
    "blow": _blow,
    "lose": _lose,
}
