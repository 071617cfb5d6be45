"""Combats for rule tests, and short ways to fight them.

The plain around 0326 is clear on all sides: 0225, 0226, 0325, 0327, 0425 and 0426 are next to it. `struck` and `won`
give the hits, so that a test does not depend on what stands on a chit.
"""

from __future__ import annotations

from typing import Any

from ardennes.titles.enemy_action_ardennes.box.chits import Situation
from ardennes.titles.enemy_action_ardennes.rules import battle, losses, retreats
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

S = Situation
#: Chits by what they do on the plain: number in the cup.
D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3, A1D1_CLEAR, A1D1_CLEAR_2, BLUE_D1_CLEAR = 13, 16, 17, 14, 15, 12
NOTHING, NOTHING_2, NOTHING_3 = 24, 37, 38  # City / Dispersed; Airpower
A1_ONE_HEX, A1_ONE_HEX_2 = 47, 48


def table(units: str, when: str = "D21 German combat", **more: Any) -> Table:
    """A combat on the plain; hands are empty unless given, so that nobody is asked for tactics."""
    more.setdefault("hands", {GERMAN: [], ALLIED: []})
    return Table(when, units, **more)


def declare(t: Table, target: str, *units: str, dice: tuple[int, ...] = ()) -> None:
    t.do("hex", target)
    for unit in units[:-1]:
        t.do("unit", unit)
    t.do("unit", units[-1])
    t.do("done", None, dice)
    no_more(t)


def no_more(t: Table) -> None:
    """Draw no more than the least."""
    if t.g.stack and t.step == "Announce":
        t.do("draw", min(map(int, t.offers("draw"))))


def attack_of(t: Table) -> battle.Attack:
    return battle.under_way(t.g).attack


def proposed(t: Table, target: str, *units: str, **more: Any) -> battle.Attack:
    """An attack as it would be declared, for questions about it."""
    numbers = tuple(t.unit(name) for name in units)
    cell = t.hex(target)
    hexes = tuple(t.g.place[unit] for unit in numbers)
    return battle.Attack(t.g.side_of(numbers[0]), cell, numbers, hexes, t.g.units_at(cell), **more)


def applies(t: Table, situation: Situation, attack: battle.Attack) -> bool:
    return bool(battle.situations(t.g, attack) >> situation & 1)


PLAIN = "a: German armor at 0325; d: Allied infantry at 0326"


def ways(t: Table, unit: str, hexes: int = 1) -> set[tuple[str, ...]]:
    found = retreats.routes(t.g, (t.unit(unit),), hexes)
    return {tuple(t.box.grid.number(cell) for cell in route.path) for route in found}


def driven_off(t: Table, units: tuple[str, ...], hits: tuple[int, ...], hexes: int) -> None:
    """An attack on 0326 after which the defenders have retreated so many hexes."""
    declare(t, "0326", *units, dice=hits)
    t.do("retreat", hexes)
    while t.g.side is ALLIED:
        verb = "hex" if t.offers("hex") else "unit"
        t.do(verb, sorted(t.offers(verb))[0])


ALLIED_ATTACK = "D21 Allied combat"


def struck(t: Table, target: str, units: str, hits: int, ours: int = 0) -> Table:
    """An attack by some units (a letter each) whose hits are known: the defender is asked first."""
    attack = proposed(t, target, *units, hits=(ours, hits))
    t.g.push(Combat(attack, 6))
    if hits:
        t.g.push(losses.MeetHits(attack.side.enemy, hits))
    t.g._choices = None
    t.g.settle([])
    return t


def won(t: Table, target: str, units: str, path: tuple[str, ...] = (), gone: str = "") -> Table:
    """An attack whose defenders went by a path (to where they already stand), or are eliminated."""
    attack = proposed(t, target, *units, retreat=tuple(t.hex(word) for word in path))
    for name in gone:
        t.g.eliminate(t.unit(name), "EA-9.6")
    t.g.push(Combat(attack, 8))
    t.g._choices = None
    t.g.settle([])
    return t


def next_hexes(t: Table, unit: str) -> dict[str, retreats.Way]:
    """The hexes next to a unit that it could retreat to."""
    here = t.g.place[t.unit(unit)]
    return {
        t.box.grid.number(way.cell): way for way in retreats.ways(t.g, retreats.Leg((t.unit(unit),), here, here, 1))
    }


def priorities(t: Table, unit: str) -> dict[str, int]:
    """The same with their priorities."""
    return {number: way.priority for number, way in next_hexes(t, unit).items()}


def costs(t: Table, units: str, hexes: int) -> dict[tuple[str, ...], int]:
    """The ways back of some units with the steps they cost."""
    found = retreats.routes(t.g, tuple(t.unit(name) for name in units), hexes)
    return {tuple(t.box.grid.number(cell) for cell in route.path): sum(route.costs) for route in found}
