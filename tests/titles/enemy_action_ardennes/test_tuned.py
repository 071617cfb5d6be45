"""What was tuned by self-play, pinned: the surprise attacks of the infantry, and what the rulebook fixes."""

import csv

import msgspec
import pytest

from ardennes.kernel import Game, Side
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA
from ardennes.titles.enemy_action_ardennes.odds import hits_applied
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack


@pytest.mark.parametrize(("tactics", "least", "most"), [((), 0.08, 0.15), ((Tactic.ARTILLERY,), 0.30, 0.42)])
def test_a_dug_in_regiment_in_the_forest_can_be_hit(tactics, least, most):
    """The 326th against the 395th; before the tuning 4 % without and 22 % with Artillery."""
    g = Game.of(TITLE, "initial_assault").start(1)
    unit, cell = g.box.units.unit("326.LXVII"), g.box.map.cell("0405")
    attack = Attack(Side.GERMAN, cell, (unit,), (g.place[unit],), battle.fresh(g, cell))
    attack = msgspec.structs.replace(attack, tactics=tuple(int(tactic) for tactic in tactics))
    chances = hits_applied(g, attack, battle.maximum(g, attack))
    assert least < sum(chance for (_, theirs), chance in chances.items() if theirs) < most


def test_whatever_was_tuned_says_so():
    """Chits, strengths and positions that differ from the first reconstruction name the old value or the reason."""
    found = {}
    for name in ("chits.csv", "unit_steps.csv", "units.csv"):
        with (DATA / name).open(encoding="utf-8") as file:
            text = [",".join(row) for row in csv.reader(file)]
        found[name] = sum("tuned" in row or "by self-play" in row for row in text)
    assert found == {"chits.csv": 11, "unit_steps.csv": 6, "units.csv": 4}
