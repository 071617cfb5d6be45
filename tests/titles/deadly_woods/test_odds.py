"""Exact odds: against the table by hand, against many games of the engine, and of the cup."""

from collections import Counter

import pytest

from ardennes.kernel import Action, Side
from ardennes.parts.odds import Forecast
from ardennes.titles.deadly_woods import odds
from ardennes.titles.deadly_woods.rules.combat import AttackPhase, fight
from tests.titles.deadly_woods.battle import attack_of, declare
from tests.titles.deadly_woods.table import Table

UNITS = "a: G-26-a at 1511; b: G-26-b at 1512; d: A-28-110 at 1411; e: A-28-109 at 1209"
#: A stack that must go back through enemy zones, with a boundary or nothing behind it, and one that cannot.
PINCHED = (
    "a: G-2Pz-a at 1511; b: G-2Pz-b at 1512; x: G-18-a at 1310; y: G-18-b at 1312; "
    "d: A-28-110 at 1411; e: A-9AD-A at 1411"
)
SHUT = PINCHED + "; p: G-26-a at 1410; q: G-26-b at 1412; r: G-FB at 1311"


def forecast(t: Table, verb: str = "", word: str | int | None = None) -> Forecast | None:
    action = Action(verb, t.target(verb, word)) if verb else None
    return odds.forecast(t.g.sight(t.g.side), action)


def chances(found: Forecast | None) -> dict[str, float]:
    assert found is not None
    return {line.text: line.chance for line in found.headlines}


def test_a_proposed_attack_by_hand():
    """10 to 4 is 2-1: AL1, AL1, BL1, BL1, DR, DR*."""
    found = forecast(Table("T4 German combat", UNITS), "hex", "1411")
    assert found is not None
    assert found.column == "2-1"
    assert [(line.text, line.dice) for line in found.outcomes] == [
        ("AL1", (1, 2)), ("BL1", (3, 4)), ("DR", (5,)), ("DR*", (6,)),
    ]  # fmt: skip
    assert chances(found)["the hex is given up"] == pytest.approx(2 / 6)
    assert chances(found)["the attacker loses a step"] == pytest.approx(4 / 6)
    assert chances(found)["the defender loses a step or more"] == pytest.approx(3 / 6)
    [defender] = found.defenders
    assert defender.left == pytest.approx((0, 0, 0.5, 0, 0.5))
    assert found.strength_name == "strength points"  # counters are counted in steps
    assert sum(found.attackers_left) == pytest.approx(1)
    # The loss falls on the first of two alike: 5 to 2.
    assert found.attackers[0].left[2] == pytest.approx(4 / 6)


def test_nothing_to_forecast():
    assert forecast(Table("T4 German move", "a: G-26-a at 1511; d: A-28-110 at 1209")) is None
    t = Table("T4 German combat", UNITS)
    assert forecast(t) is None
    assert forecast(t, "done") is None


def test_leaving_a_unit_out():
    t = Table("T4 German combat", UNITS)
    t.do("hex", "1411")
    whole, half = forecast(t), forecast(t, "unit", "b")
    assert whole is not None
    assert half is not None
    assert (whole.column, half.column) == ("2-1", "1-1")


def test_assets_that_may_still_come():
    t = Table("T4 German combat", UNITS)
    declare(t, "1411", "a", "b")
    found = chances(forecast(t))
    texts = [line.text for line in forecast(t).modifiers if line.text.startswith("may still come")]  # type: ignore[union-attr]
    assert "may still come: 5PA Artillery 5" in texts
    assert "may still come: VIII Artillery 3" in texts
    # 10 + 6 + 6 to 4 is 5-1; 10 to 4 + 3 is 1-1.
    assert found["the hex is given up with all the attacker may add (5-1)"] == pytest.approx(4 / 6)
    assert found["the hex is given up with all the defender may add (1-1)"] == pytest.approx(1 / 6)
    more = forecast(t, "asset", "G-ART-5Pz-1")
    assert more is not None
    assert more.column == "3-1"
    double = forecast(t, "double", "G-NEB-5Pz-1")
    assert double is not None
    assert double.column == "5-1"
    t.do("done")
    assert not any("attacker may add" in line for line in chances(forecast(t)))
    less = forecast(t, "asset", "A-ART-VIII-1")
    assert less is not None
    assert less.column == "1-1"


def test_the_staff_reads_the_same_numbers():
    """What only players read is left out; all that the staff goes by is the same."""
    t = Table("T4 German combat", UNITS)
    declare(t, "1411", "a", "b")
    for action in (None, Action("asset", t.target("asset", "G-ART-5Pz-1"))):
        full, bare = odds.forecast(t.g.sight(t.g.side), action), odds.bare(t.g, action)
        assert full is not None
        assert bare is not None
        assert bare.headlines == full.headlines[:3]
        for name in ("place", "attackers", "defenders", "attackers_left", "defenders_left"):
            assert getattr(bare, name) == getattr(full, name)


def test_below_the_table():
    t = Table("T4 German combat", "a: G-326-a at 1511, reduced; d: A-4-12 at 1411; e: A-9AD-A at 1411")
    found = forecast(t, "hex", "1411")
    assert found is not None
    assert found.column == "below 1-3"
    assert [(line.text, line.chance) for line in found.outcomes] == [("AL1", 1.0)]
    assert found.attackers[0].lost == pytest.approx(1)


def _play(t: Table, names: tuple[str, ...], seed: int) -> tuple[bool, int, int]:
    """One fight by the engine's own dice: whether the hex is given up, and the steps either side lost."""
    g = t.g.copy()
    g.key = seed.to_bytes(32, "little")
    attack = attack_of(t, "1411", *names)
    own, theirs = attack.units, t.g.units_at(attack.hex)
    fight(g, attack)
    g._choices = g.memo = None
    g.settle()
    while not isinstance(g.stack[-1], AttackPhase):
        g.play(odds.expected(g))

    def lost(units: tuple[int, ...]) -> int:
        return sum(t.g.steps_left(unit) - (g.steps_left(unit) if g.on_map(unit) else 0) for unit in units)

    held = g.occupied[Side.ALLIED] >> attack.hex & 1
    return not held, lost(own), lost(theirs)


@pytest.mark.parametrize("units", [UNITS, PINCHED, SHUT])
def test_the_engine_agrees_within_its_error(units):
    t = Table("T4 German combat", units)
    games = 400
    found = odds.forecast_of(t.g, attack_of(t, "1411", "a", "b"))
    seen = [_play(t, ("a", "b"), seed) for seed in range(games)]
    exact = chances(found)
    for text, n in (
        ("the hex is given up", 0),
        ("the attacker loses a step", 1),
        ("the defender loses a step or more", 2),
    ):
        share, chance = sum(bool(row[n]) for row in seen) / games, exact[text]
        assert abs(share - chance) <= 3.5 * (max(chance * (1 - chance), 1e-9) / games) ** 0.5 + 1e-9
    steps = Counter(row[2] for row in seen)
    outcomes = odds.outcomes_of(t.g, attack_of(t, "1411", "a", "b"))
    theirs = {t.unit(name) for name in ("d", "e")} if units is not UNITS else {t.unit("d")}
    expected = Counter(sum(n for unit, n in outcome.lost.items() if unit in theirs) for outcome in outcomes)
    assert set(steps) <= set(expected)


def test_a_forecast_leaves_no_trace():
    t = Table("T4 German combat", PINCHED)
    before = t.g.table()
    forecast(t, "hex", "1411")
    assert t.g.table() == before


def _cup(when: str, **more: object) -> dict[str, float]:
    t = Table(when, "a: G-26-a at 1511; d: A-28-110 at 1209", **more)
    return {line.text: line.chance for line in odds.cup_odds(t.g)}


ALLIES_TWICE = "the Allies twice before the next German round"
GERMANS_TWICE = "the Germans twice before the next Allied round"


def test_the_cup():
    cup = {"german_move_combat": 1, "allied_move_combat": 2, "supply_check": 1}
    after_allies = _cup("T9 Allied move", cup=cup)
    assert after_allies["the next round is German"] == pytest.approx(1 / 3)
    assert after_allies["the next chit is a Supply Check"] == pytest.approx(1 / 4)
    # One Allied round is on the track, so a second one bars a third while the German chit is there.
    assert after_allies[ALLIES_TWICE] == 0
    assert _cup("T9 German move", cup=cup)[ALLIES_TWICE] == pytest.approx(2 / 3 * 1 / 2)
    assert _cup("T9 Allied move") == {}


def test_a_held_chit_follows_the_last_allied_one():
    cup = {"german_move_combat": 1, "allied_move_combat": 1}
    held = _cup("T3 German move", cup=cup, hand={"allied_reinforcement": 1})
    assert held[ALLIES_TWICE] == pytest.approx(1 / 4)
    assert held[GERMANS_TWICE] == 0
    assert _cup("T3 German move", cup=cup)[ALLIES_TWICE] == 0
