"""Positions in which rungs bite that hardly any game needs: the answer that is refused, the rule, and words of it."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.titles.enemy_action_ardennes.rules.advances import AdvanceOn
from ardennes.titles.enemy_action_ardennes.rules.movement import Moving
from tests.titles.enemy_action_ardennes.combats import PLAIN, table, won
from tests.titles.enemy_action_ardennes.table import GERMAN, Table


def words(value: object) -> str:
    """What stands in a test's name."""
    return getattr(value, "__name__", str(value))


def surrounded() -> Table:
    ring = ("0225", "0226", "0325", "0327", "0425", "0426")
    enemies = "; ".join(f"d{n}: Allied infantry at {cell}" for n, cell in enumerate(ring))
    return Table("D21 German activate", f"a: 62.LXVI at 0326; b: 18.LXVI at 1328; {enemies}")


def stopped() -> Table:
    t = Table("D21 German activate", "a: 62.LXVI at 0326; d: Allied infantry at 0325; w: 3.2P.XLVII at 1229")
    t.do("unit", "a")
    t.g.replace(Moving(GERMAN, t.unit("a"), 1, 0))
    return t


def crowded() -> Table:
    """Five steps have advanced: there is room for one more, and not for two."""
    units = "a: 1.1SS.ISS at 0325; b: 2.1SS.ISS at 0325, reduced; c: Peiper.1SS.ISS at 0325; e: 12.12SS.ISS at 0226"
    t = won(table(f"{units}; d: Allied infantry at 0326"), "0326", "abce", gone="d")
    for name in "ac":
        t.do("unit", name)
        if t.step == "AdvanceOn":
            t.do("stop")
    return t


def at_a_roadblock() -> Table:
    t = won(table(PLAIN, roadblocks=["0426"]), "0326", "a", gone="d")
    t.g.push(AdvanceOn(GERMAN, t.unit("a")))
    return t


POSITIONS: list[tuple[Callable[[], Table], str, str | int, str, str]] = [
    (surrounded, "unit", "a", "EA-7.0a", "nowhere to go"),
    (stopped, "hex", "0327", "EA-7.1c", "had to stop"),
    (crowded, "unit", "e", "EA-9.8a", "no room"),
    (at_a_roadblock, "hex", "0226", "EA-7.9c", "stops the advance"),
]
