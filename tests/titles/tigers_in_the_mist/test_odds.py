"""Exact odds: the forecast equals what the engine's own chance lists say, and what the engine rolls."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes import odds
from ardennes.kernel import Action, Side
from ardennes.parts.odds import Forecast, add, binomial, capped, mean
from ardennes.titles.tigers_in_the_mist.odds import aiming
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import ArtilleryCalls, Shells
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battle
from ardennes.titles.tigers_in_the_mist.state import State
from tests.titles.tigers_in_the_mist.table import Table

# Attackers are names beginning with a, defenders with d; the attack goes from Pronsfeld to Habscheid, a front-line area
# without a river between, or from Lutzkampen to Weiswampach over the Our.
BATTLES = {
    "one against one": "a: German foot 1 in Pronsfeld; d: Allied foot 1 in Habscheid",
    "armor against a dug-in pair": (
        "a: German armor 2 in Pronsfeld; d: Allied motorized 1 in Habscheid, entrenched; d2: Allied foot 1 in Habscheid"
    ),
    "combined arms": (
        "a: German armor 2 in Pronsfeld; a2: German foot 1 in Pronsfeld; d: Allied mechanized 2 in Habscheid"
    ),
    "two against two": (
        "a: German mechanized 2 in Pronsfeld; a2: German foot 1 in Pronsfeld; "
        "d: Allied armor 1 in Habscheid; d2: Allied foot 2 in Habscheid"
    ),
}
LARGE = (
    "a: German armor 4 in Pronsfeld; a2: German foot 3 in Pronsfeld; a3: German mechanized 2 in Pronsfeld; "
    "a4: German engineer 1 in Pronsfeld; d: Allied motorized 3 in Habscheid, entrenched; "
    "d2: Allied armor 2 in Habscheid; d3: Allied engineer 1 in Habscheid"
)


def at_the_battle(units: str, area: str = "Habscheid", when: str = "17-1 German") -> Table:
    """The position in which the attacker chooses the battle."""
    t = Table(when, units)
    t.move([name for name in t.names if name.startswith("a")], area)
    if t.step == "Demolition":
        t.do("decline")
    t.end_movement()
    assert t.step == "Battles"
    return t


def under_way(t: Table, area: str = "Habscheid") -> State:
    """The battle before its first die."""
    state = t.g.copy()
    state.act(Action("area", t.place(area)))
    state.advance()
    return state


def strengths(state: State, units: list[int]) -> tuple[int, ...]:
    return tuple(state.strength[unit] for unit in units)


def enumerate_battle(state: State, units: list[int]) -> Counter[tuple[int, ...]]:
    """Every ending of a battle with its probability, by walking the engine's own lists of chances."""
    known: dict[object, Counter[tuple[int, ...]]] = {}

    def walk(g: State) -> Counter[tuple[int, ...]]:
        key = (bytes(g.strength), g.stack)
        if key not in known:
            known[key] = result = Counter()
            chances = g.advance()
            if chances is not None:
                for weight, outcome in chances.pairs:
                    branch = g.copy()
                    branch.resolve(outcome)
                    for ending, p in walk(branch).items():
                        result[ending] += p * weight / chances.total
            elif any(isinstance(step, Battle) for step in g.stack):
                branch = g.copy()
                action = aiming.doctrine(branch)
                assert action is not None
                branch.act(action)
                result.update(walk(branch))
            else:
                result[strengths(g, units)] = 1.0
        return known[key]

    return walk(state.copy())


def assert_same(found: Forecast, endings: Counter[tuple[int, ...]], units: list[int]) -> None:
    lines = {line.unit: line for line in (*found.attackers, *found.defenders)}
    for position, unit in enumerate(units):
        left = [0.0] * len(lines[unit].left)
        for ending, p in endings.items():
            left[ending[position]] += p
        assert lines[unit].left == pytest.approx(left, abs=1e-12)
    attackers = [units.index(line.unit) for line in found.attackers]
    defenders = [units.index(line.unit) for line in found.defenders]
    cleared = sum(p for e, p in endings.items() if not any(e[d] for d in defenders) and any(e[a] for a in attackers))
    assert found.headlines[0].chance == pytest.approx(cleared, abs=1e-12)
    assert sum(found.attackers_left) == pytest.approx(1)
    assert sum(found.defenders_left) == pytest.approx(1)


@pytest.mark.parametrize("units", BATTLES.values(), ids=BATTLES.keys())
def test_the_forecast_equals_the_engine_die_by_die(units: str) -> None:
    t = at_the_battle(units)
    found = odds.forecast(t.g, Action("area", t.place("Habscheid")))
    assert found is not None
    names = list(t.names.values())
    assert_same(found, enumerate_battle(under_way(t), names), names)


def test_an_attack_over_a_river_is_forecast_with_its_modifier() -> None:
    t = at_the_battle("a: German foot 2 in Lutzkampen; d: Allied armor 1 in Weiswampach", "Weiswampach")
    found = odds.forecast(t.g, Action("area", t.place("Weiswampach")))
    assert found is not None
    helped = {note.rule: note.helps for note in found.modifiers}
    assert helped["TM-9.71c"] == helped["TM-9.6b"] == "defender", "minus one on the defenders' dice is good for them"
    names = list(t.names.values())
    assert_same(found, enumerate_battle(under_way(t, "Weiswampach"), names), names)


def test_a_forecast_can_be_asked_for_at_every_die_and_decision_of_a_battle() -> None:
    """Walk one battle; wherever it stands, the forecast equals the enumeration of what is left."""
    t = at_the_battle(
        "a: German foot 2 in Pronsfeld; a2: German foot 1 in Pronsfeld; "
        "d: Allied motorized 2 in Habscheid; d2: Allied motorized 1 in Habscheid"
    )
    names = list(t.names.values())
    state = under_way(t)
    seen = set()
    for number in range(200):
        chances = state.advance()
        if not any(isinstance(step, Battle) for step in state.stack):
            break
        top = type(state.stack[-1]).__name__
        found = odds.forecast(state)
        assert found is not None
        living = [u for u in names if state.strength[u]]
        assert_same(found, enumerate_battle(state, living), living)
        seen.add(top)
        if chances is not None:
            state.resolve(chances.pairs[(3 * number) % len(chances.pairs)][1])
        else:
            action = aiming.doctrine(state)
            assert action is not None
            state.act(action)
    assert {"ArtilleryCalls", "AimArtillery", "Shells", "AimFire", "Volleys"} <= seen


def test_a_forecast_leaves_out_shots_at_a_unit_already_destroyed() -> None:
    """9.49 More shots than units, and the first of them destroys one that another is aimed at."""
    t = at_the_battle(
        "a: German foot 3 in Pronsfeld; a2: German foot 3 in Pronsfeld; a3: German armor 3 in Pronsfeld; "
        "d: Allied armor 1 in Habscheid; d2: Allied motorized 1 in Habscheid"
    )
    state = under_way(t)
    while not (isinstance(state.stack[-1], Shells) and not all(state.strength[u] for u in state.stack[-1].targets)):
        if state.advance() is None:
            action = aiming.doctrine(state)
            assert action is not None
            state.act(action)
        else:
            top = state.stack[-1]
            ours = isinstance(top, Shells) and top.side is Side.GERMAN
            state.resolve(1 if ours or isinstance(top, ArtilleryCalls) else 10)
    living = [unit for unit in t.names.values() if state.strength[unit]]
    found = odds.forecast(state)
    assert found is not None
    assert_same(found, enumerate_battle(state, living), living)


def test_a_large_battle_agrees_with_playing_it() -> None:
    t = at_the_battle(LARGE)
    found = odds.forecast(t.g, Action("area", t.place("Habscheid")))
    assert found is not None
    start = under_way(t)
    games = 3000
    counts: dict[int, Counter[int]] = {unit: Counter() for unit in t.names.values()}
    for number in range(games):
        g = start.copy()
        g.key = number.to_bytes(32, "little")
        g.settle()
        while any(isinstance(step, Battle) for step in g.stack):
            action = aiming.doctrine(g)
            assert action is not None
            g.play(action)
        for unit, tally in counts.items():
            tally[g.strength[unit]] += 1
    for line in (*found.attackers, *found.defenders):
        for left, p in enumerate(line.left):
            error = 4.5 * (max(p * (1 - p), 0.0) / games) ** 0.5 + 1e-3
            assert abs(counts[line.unit][left] / games - p) < error


def test_a_march_is_forecast_before_it_is_made() -> None:
    t = Table("17-1 German", BATTLES["combined arms"])
    t.pick("a", "a2")
    proposed = odds.forecast(t.g, Action("area", t.place("Habscheid")))
    done = at_the_battle(BATTLES["combined arms"])
    assert proposed == odds.forecast(done.g, Action("area", done.place("Habscheid")))
    assert odds.forecast(t.g, Action("area", t.place("Sellerich"))) is None


def test_odds_arithmetic() -> None:
    assert binomial(2, 0.5) == (0.25, 0.5, 0.25)
    assert add((0.5, 0.5), (0.5, 0.5)) == (0.25, 0.5, 0.25)
    assert capped((0.25, 0.5, 0.25), 1) == (0.25, 0.75)
    assert mean((0.25, 0.5, 0.25)) == 1
