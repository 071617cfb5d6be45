"""Short ways to fight on a test's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.kernel.state import ScriptedChance
from ardennes.titles.deadly_woods.box.tables import LADDER
from ardennes.titles.deadly_woods.rules import strengths
from ardennes.titles.deadly_woods.rules.results import settle
from ardennes.titles.deadly_woods.rules.strengths import Attack, Odds
from ardennes.titles.deadly_woods.state import NOBODY
from tests.titles.deadly_woods.table import Table


def attack_of(
    t: Table, target: str, *names: str, assets: Sequence[str] = (), doubled: str = "", support: Sequence[str] = ()
) -> Attack:
    """An attack in the words of a test."""
    units = tuple(t.unit(name) for name in names)
    return Attack(
        t.g.side_of(units[0]),
        t.hex(target),
        units,
        tuple(t.asset(word) for word in assets),
        t.asset(doubled) if doubled else NOBODY,
        tuple(t.asset(word) for word in support),
    )


def odds(t: Table, target: str, *names: str, **more: Any) -> Odds:
    return strengths.odds(t.g, attack_of(t, target, *names, **more))


def column(t: Table, target: str, *names: str, **more: Any) -> str:
    found = odds(t, target, *names, **more).column
    return LADDER.columns[found] if found >= 0 else "AL1"


def shifts(t: Table, target: str, *names: str, **more: Any) -> dict[str, int]:
    """The shifts of an attack: rule and columns to the right."""
    return {line.rule: line.value for line in odds(t, target, *names, **more).shifts}


def declare(t: Table, target: str, *names: str, die: int | None = None) -> None:
    """Attack a hex with just these units; the die is rolled if no support can be announced."""
    t.do("hex", target)
    for name in sorted(t.offers("unit") - set(names)):
        t.do("unit", name)
    go_on(t, "attack", die=die)


def go_on(t: Table, verb: str, word: str | None = None, die: int | None = None) -> None:
    """Answer, with a die if the answer leads to a roll."""
    try:
        t.trial().do(verb, word)
    except ScriptedChance:
        assert die is not None, "a die is rolled"
        t.do(verb, word, [die])
    else:
        t.do(verb, word)


def fight(t: Table, target: str, *names: str, die: int | None = None) -> None:
    """Attack a hex with just these units and no support."""
    declare(t, target, *names, die=die)
    while t.step in ("AttackerSupport", "DefenderSupport"):
        go_on(t, "done", die=die)


def suffer(t: Table, target: str, *names: str, result: str) -> None:
    """An attack on a hex by these units has come to a result."""
    rows = t.box.results
    t.g.events = []
    settle(t.g, attack_of(t, target, *names), rows.meanings[rows.names.index(result)])
    t.g._choices = t.g.memo = None
    t.g.settle([])
    t.events += t.g.events
    t.g.events = None
