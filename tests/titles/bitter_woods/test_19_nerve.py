"""19 SS panzer scare and 31 variable surprise: the roll before the roll."""

import pytest

from ardennes.kernel import Action
from ardennes.titles.bitter_woods.events import NerveRolled
from ardennes.titles.bitter_woods.odds import forecast
from tests.titles.bitter_woods.table import Table

SCARE, SURPRISE = ("panzer_scare",), ("variable_surprise",)


def attacked(when, units, target, *names, dice, options):
    """The shifts of an attack that was rolled for, and the rolls before it."""
    t = Table(when, units, phase="combat", options=options)
    t.attack(target, *names, dice=dice)
    return t


def column(t):
    from ardennes.titles.bitter_woods.events import CombatRolled

    return t.told(CombatRolled)[-1].column


@pytest.mark.rule("BW-19a", "BW-19c")
@pytest.mark.parametrize(("when", "die", "shift"), [("17AM", 4, False), ("17AM", 5, True), ("16PM", 6, True)])
def test_an_ss_panzer_regiment_frightens_on_the_best_rating_or_more(when, die, shift):
    """12SS/12 (12) against 2/9 (5, ER 5): 2-1, or 3-1."""
    t = attacked(f"{when} German", "12SS/12 at 3813; 2/9 at 3814", "3814", "12SS/12", dice=[die, 1], options=SCARE)
    assert column(t) == ("3-1" if shift else "2-1")
    (rolled,) = t.told(NerveRolled)
    assert (rolled.die, rolled.needed) == (die, 5)


@pytest.mark.rule("BW-19a")
@pytest.mark.parametrize(
    ("when", "unit"), [("18AM", "12SS/12"), ("17AM", "2Pz/3"), ("17AM", "12SS/25"), ("17AM", "PzB150")]
)
def test_nobody_else_and_at_no_other_time(when, unit):
    t = attacked(f"{when} German", f"{unit} at 3813; 2/9 at 3814", "3814", unit, dice=[1], options=SCARE)
    assert not t.told(NerveRolled)


@pytest.mark.rule("BW-19b")
def test_one_roll_for_an_attack_after_the_defender_has_chosen_his_support():
    """The supporting artillery has the best rating, 4 against the reduced regiment's 3."""
    units = "12SS/12 at 3813; 9SS/9 at 3714; x: 106/422 at 3814; 333 at 3818"
    t = Table("17AM German", units, phase="combat", options=SCARE)
    t.plan("3814", "12SS/12", "9SS/9")
    t.do("fight")
    t.do("unit", "333")
    best = max(t.g.rating(t.unit(name)) for name in ("106/422", "333"))
    t.do("fight", None, [6, 1])
    (rolled,) = t.told(NerveRolled)
    assert rolled.needed == best


@pytest.mark.rule("BW-31a", "BW-31b")
@pytest.mark.parametrize(("die", "name"), [(4, "3-1"), (5, "4-1")])
def test_variable_surprise_replaces_the_shift_of_16am(die, name):
    """Panzer Lehr (12) against the 14th Cavalry (3, ER 4): 4-1 on a roll above the rating."""
    t = Table("16AM German", "Lehr/130 at 3813; 14Cav at 3814", phase="combat", options=SURPRISE)
    own, theirs = t.g.strength(t.unit("Lehr/130")), t.g.strength(t.unit("14Cav"))
    t.attack("3814", "Lehr/130", dice=[die, 1])
    (rolled,) = t.told(NerveRolled)
    assert (rolled.needed, rolled.surprise) == (5, True)
    assert column(t) == f"{own // theirs + (die >= 5)}-1", (own, theirs, name)


@pytest.mark.rule("BW-31a")
def test_without_a_good_mechanized_unit_there_is_neither_roll_nor_shift():
    units = "a: German infantry 5-4-3 at 3813; 14Cav at 3814"
    assert Table("16AM German", units).column("3814", "a") == "2-1"
    t = attacked("16AM German", units, "3814", "a", dice=[1], options=SURPRISE)
    assert column(t) == "1-1"
    assert not t.told(NerveRolled)


@pytest.mark.rule("BW-19b", "BW-31a")
def test_the_odds_shown_weigh_the_roll_to_come():
    """Every pair of dice played out gives what the forecast says."""
    t = Table("17AM German", "12SS/12 at 3813; 2/9 at 3814", phase="combat", air=(0, 0), options=SCARE)
    t.plan("3814", "12SS/12")
    found = forecast(t.g.sight(t.side), None)
    assert found is not None
    assert found.column == "2-1 or 3-1"
    counted: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            trial = t.trial()
            events = trial.g.apply(Action("fight"), [first, second])
            text = next(event.result for event in events if type(event).__name__ == "CombatRolled")
            counted[text] = counted.get(text, 0) + 1
    assert {line.text: round(line.chance * 36) for line in found.outcomes} == counted
    assert sum(chance.chance for chance in found.headlines) == pytest.approx(1)
    assert sum(found.attackers_left) == pytest.approx(1)
    assert any("on a roll of 5 or more" in line.text for line in found.modifiers)
