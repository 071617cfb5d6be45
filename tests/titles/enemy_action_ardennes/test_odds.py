"""Exact odds of combat, beside the engine's own draws and beside small cups counted by hand."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from ardennes.kernel import Action
from ardennes.titles.enemy_action_ardennes import odds
from ardennes.titles.enemy_action_ardennes.rules import battle
from tests.titles.enemy_action_ardennes.combats import D1_CLEAR, NOTHING, NOTHING_2, proposed, table

UNITS = "a: German armor at 0325; b: German infantry at 0425; c: German armor at 0327; d: Allied infantry at 0326"


def drawn_once(t, attack, total: int, rng: random.Random):
    """One draw as the rules have it: blue chits bring back those set aside."""
    cup, aside = {n for n in range(60) if t.g.cup >> n & 1}, {n for n in range(60) if t.g.aside >> n & 1}
    found = []
    for _ in range(total):
        if not cup:
            cup, aside = aside, set()
        chit = rng.choice(sorted(cup))
        cup.discard(chit)
        if t.box.chits.all[chit].blue:
            cup |= aside
            aside = set()
        found.append(chit)
    return battle.hits(t.g, msgspec.structs.replace(attack, drawn=tuple(found)))


@pytest.mark.parametrize("total", [2, 5, 8])
@pytest.mark.parametrize("aside", [0, sum(1 << n for n in range(2, 30, 2))])
def test_chances_agree_with_drawing(total: int, aside: int):
    t = table(UNITS, columns={"aside": aside, "cup": (1 << 60) - 1 & ~aside})
    attack = proposed(t, "0326", "a", "b", "c")
    exact = odds.hits_applied(t.g, attack, total)
    assert sum(exact.values()) == 1
    rng, games = random.Random(f"{total} {aside}"), 6000
    seen = Counter(drawn_once(t, attack, total, rng) for _ in range(games))
    for hits, chance in exact.items():
        error = 4.5 * (float(chance) * (1 - float(chance)) / games) ** 0.5 + 1 / games
        assert abs(seen[hits] / games - float(chance)) <= error, hits


def test_a_cup_of_three_chits():
    t = table(UNITS, columns={"aside": 0, "cup": 1 << D1_CLEAR | 1 << NOTHING | 1 << NOTHING_2})
    attack = proposed(t, "0326", "a")
    assert odds.hits_applied(t.g, attack, 1) == {(0, 0): Fraction(2, 3), (0, 1): Fraction(1, 3)}
    assert odds.hits_applied(t.g, attack, 2) == {(0, 0): Fraction(1, 3), (0, 1): Fraction(2, 3)}


@pytest.mark.rule("EA-9.3k")
def test_an_empty_cup_goes_on_with_chits_of_earlier_combats():
    t = table(UNITS, columns={"aside": 1 << D1_CLEAR, "cup": 1 << NOTHING})
    attack = proposed(t, "0326", "a")
    assert odds.hits_applied(t.g, attack, 2) == {(0, 1): Fraction(1)}


def test_a_forecast_for_every_number_of_chits():
    t = table(UNITS)
    found = odds.forecast(t.g.sight(t.g.side), Action("hex", t.hex("0326")))
    assert found is not None
    numbers = [line.text for line in found.headlines if "to draw:" in line.text]
    attack = proposed(t, "0326", "a", "b", "c")
    assert len(numbers) == battle.maximum(t.g, attack) - battle.minimum(t.g, attack) + 1
    assert sum(found.defenders_left) == pytest.approx(1)
    assert all("one more chit adds" in text for text in numbers[1:])
    assert found.column.endswith("chits to draw")
    assert all(0 <= line.chance <= 1 for line in found.headlines)
