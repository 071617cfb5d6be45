"""Exact odds: the forecast equals what the engine does with every die, and what it rolls."""

from __future__ import annotations

from collections import Counter

import pytest

import ardennes
from ardennes.kernel import Action, Side
from ardennes.parts.odds import Forecast, mean
from ardennes.titles.bitter_woods.box.tables import COLUMNS
from ardennes.titles.bitter_woods.events import CombatRolled
from ardennes.titles.bitter_woods.rules.combat.advance import Advance
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.results import Loss
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat, RetreatTo
from ardennes.titles.bitter_woods.state import State
from tests.titles.bitter_woods.record import bold_game
from tests.titles.bitter_woods.table import Table

#: Attackers are the Germans; the attack goes against 3814 in the open, unless another hex is given.
BATTLES = {
    "one against one": ("a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814", "3814"),
    "a weak attack": (
        "a: German infantry 3-3-3 at 3813; d: Allied armor 9-5-4 at 3814; e: Allied infantry 5-4-4 at 3814",
        "3814",
    ),
    "three against a reduced regiment": (
        "a: 1SS/Peiper at 3813; b: German armor 9-5-4 at 3813; c: German infantry 5-4-3 at 3914; "
        "d: Allied infantry 5-4-4 at 3814, reduced",
        "3814",
    ),
    "a trapped stack with artillery": (
        "a: German armor 9-5-4 at 3813; b: German infantry 5-4-3 at 3715; c: German infantry 5-4-3 at 3915; "
        "d: Allied infantry 5-4-4 at 3814; g: Allied artillery 6-4-4 at 3814",
        "3814",
    ),
    "rockets against artillery": (
        "a: German infantry 5-4-3 at 3813; r: German rocket 6-4-4 at 3813; g: Allied artillery 6-4-4 at 3814",
        "3814",
    ),
    "a town": (
        "a: German armor 9-5-4 at 2525; b: German infantry 5-4-3 at 2525; d: Allied infantry 5-4-4 at 2526",
        "2526",
    ),
}


def declared(units: str, target: str) -> Table:
    """All Germans next to the hex are in the attack."""
    t = Table("20AM German", units, phase="combat", air=(0, 0))
    t.do("hex", target)
    for name in list(t.names):
        if t.unit(name) < t.box.units.first_allied and t.refused("unit", name) == "":
            t.do("unit", name)
    return t


def forecast(t: Table) -> Forecast:
    found = t.game.title.forecast(t.g.sight(t.g.side))
    assert found is not None
    return found


def carry_out(g: State, die: int | None) -> tuple[str, State]:
    """Fight with one die (or the state's own), losses taken where they cost least, and nobody advancing."""
    events = g.apply(Action("fight"), None if die is None else [die])
    result = next(event.result for event in events if isinstance(event, CombatRolled))
    while g.stack and isinstance(g.stack[-1], Loss | Retreat | RetreatTo | Advance):
        top = g.stack[-1]
        if isinstance(top, Loss):
            action = Action("unit", min(top.units, key=lambda unit: (_price(g, unit), unit)))
        elif isinstance(top, Advance):
            action = Action("done")
        else:
            verb, targets = next(iter(g.choices().items()))
            action = Action(verb, targets[0])
        g.apply(action, [])
    return result, g


def _price(g: State, unit: int) -> int:
    full, reduced = g.box.units.strengths[unit]
    return full - reduced if not g.reduced >> unit & 1 else reduced


def left(g: State, units: tuple[int, ...]) -> int:
    return sum(g.strength(unit) for unit in units if g.on_map(unit))


@pytest.mark.parametrize("battle", BATTLES)
def test_the_forecast_is_what_the_engine_does_with_every_die(battle):
    t = declared(*BATTLES[battle])
    found = forecast(t)
    step = t.g.stack[-1]
    assert isinstance(step, ChooseAttackers)
    own, theirs = step.attack.units, t.g.units_at(step.attack.hex)
    results, attackers, defenders = Counter[str](), Counter[int](), Counter[int]()
    fates = {unit: Counter[int]() for unit in (*own, *theirs)}
    for die in range(1, 7):
        result, after = carry_out(t.g.copy(), die)
        results[result] += 1
        attackers[left(after, own)] += 1
        defenders[left(after, theirs)] += 1
        for unit, fate in fates.items():
            fate[after.strength(unit) if after.on_map(unit) else 0] += 1
    assert {line.text: round(line.chance * 6) for line in found.outcomes} == results
    assert {n: round(p * 6) for n, p in enumerate(found.attackers_left) if p} == attackers
    assert {n: round(p * 6) for n, p in enumerate(found.defenders_left) if p} == defenders
    for unit in (*found.attackers, *found.defenders):
        assert {n: round(p * 6) for n, p in enumerate(unit.left) if p} == fates[unit.unit]


def test_the_engines_own_dice_follow_the_forecast():
    t = declared(*BATTLES["one against one"])
    found = {line.text: line.chance for line in forecast(t).outcomes}
    rolls = 1200
    counted = Counter[str]()
    for seed in range(rolls):
        g = t.g.copy()
        g.key = seed.to_bytes(32, "big")
        counted[carry_out(g, None)[0]] += 1
    assert set(counted) == set(found)
    for text, chance in found.items():
        assert counted[text] / rolls == pytest.approx(chance, abs=0.045)  # four standard deviations


def test_the_lines_add_up_to_the_column():
    """In every attack of a whole game the shifts and modifiers shown are those used."""
    seen = 0

    def check(match) -> None:
        nonlocal seen
        g = match.state
        if not g.stack or not isinstance(g.stack[-1], ChooseAttackers):
            return
        found = match.game.title.forecast(g.sight(g.side))
        if found is None:
            return
        seen += 1
        shifts = [line.value for line in found.modifiers if line.text.startswith("shift: ")]
        start = found.modifiers[0].text.rsplit(" ", 1)[-1]
        right = min(sum(value for value in shifts if value > 0), 2)
        to_the_left = max(sum(value for value in shifts if value < 0), -2)
        column = min(COLUMNS.index(start) + right, len(COLUMNS) - 1)
        assert found.column == COLUMNS[max(column + to_the_left, 0)]
        assert all(line.rule.startswith("BW-") for line in found.modifiers)
        for line in found.modifiers:
            to_the_good = line.value if line.text.startswith("shift: ") else -line.value
            assert line.helps == ("attacker" if to_the_good > 0 else "defender" if to_the_good < 0 else "")
        assert sum(line.chance for line in found.outcomes) == pytest.approx(1)
        assert sum(found.attackers_left) == pytest.approx(1)
        assert 0 <= mean(found.defenders_left) <= len(found.defenders_left)

    bold_game(ardennes.game("bitter_woods", "six_turn"), 31, check)
    assert seen > 100


def test_a_forecast_before_the_attack_is_declared():
    t = Table("20AM German", BATTLES["one against one"][0], phase="combat")
    title = t.game.title
    assert title.forecast(t.g.sight(t.g.side)) is None
    found = title.forecast(t.g.sight(t.g.side), Action("hex", t.hex("3814")))
    assert found is not None
    assert found.column == "1-1"
    t.do("hex", "3814")
    assert title.forecast(t.g.sight(t.g.side)) is None  # nobody takes part yet
    found = title.forecast(t.g.sight(t.g.side), Action("unit", t.unit("a")))
    assert found is not None
    assert [line.text for line in found.outcomes] == ["D1*", "CA", "FF", "ENG", "SU", "A1"]
    assert t.side is Side.GERMAN
