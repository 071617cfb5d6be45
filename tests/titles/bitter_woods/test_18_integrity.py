"""18 Flanking attack and coordinated defence. 3714 to 3915 lie around 3814, in the open."""

import pytest

from ardennes.titles.bitter_woods.rules.combat import integrity
from tests.titles.bitter_woods.table import Table

TARGET = "x: Allied infantry 5-4-4 at {}"
SS = ("12SS/12", "12SS/25", "12SS/26")
AIRBORNE = ("101/501", "101/502", "101/506")


def die(units, target, *names, when="20AM German", **more):
    """What rule 18 does to the die of an attack."""
    t = Table(when, units, options=("divisional_integrity",), **more)
    lines = integrity.modifiers(t.g, t.hex(target), [t.unit(name) for name in names])
    assert {line.rule for line in lines} <= {line.rule for line in t.odds(target, *names).modifiers}
    return sum(line.value for line in lines)


def placed(names, *hexes):
    return "; ".join(f"{name} at {place}" for name, place in zip(names, hexes, strict=True))


@pytest.mark.rule("BW-18.1a")
@pytest.mark.parametrize(
    ("hexes", "value"),
    [
        (("3714", "3714", "3815"), -1),  # two hexes that are not adjacent
        (("3714", "3714", "3715"), 0),  # two that are
        (("3714", "3715", "3813"), -1),  # three
        (("3714", "3714", "3714"), 0),
    ],
)
def test_a_german_mechanized_division_attacks_the_flanks(hexes, value):
    assert die(placed(SS, *hexes) + "; " + TARGET.format("3814"), "3814", *SS) == value


@pytest.mark.rule("BW-18.1a")
def test_a_flanking_attack_takes_three_units_of_one_mechanized_division():
    near = ("3714", "3815", "3914")
    mixed = ("12SS/12", "12SS/25", "9SS/9")
    assert die(placed(mixed, *near) + "; " + TARGET.format("3814"), "3814", *mixed) == 0
    foot = ("26VG/39", "26VG/77", "26VG/78")
    assert die(placed(foot, *near) + "; " + TARGET.format("3814"), "3814", *foot) == 0
    assert Table("20AM German", placed(SS, *near) + "; " + TARGET.format("3814")).odds("3814", *SS).modifier == -1  # ER


@pytest.mark.rule("BW-18.1b")
def test_an_allied_division_must_be_a_good_one():
    near = ("3714", "3815", "3914")
    enemy = "; x: German infantry 5-4-3 at 3814"
    assert die(placed(AIRBORNE, *near) + enemy, "3814", *AIRBORNE, when="20AM Allied") == -1
    plain = ("106/422", "106/423", "106/424")
    assert die(placed(plain, *near) + enemy, "3814", *plain, when="20AM Allied") == 0


@pytest.mark.rule("BW-18.1c")
def test_the_division_may_share_a_hex_if_another_unit_comes_from_elsewhere():
    units = placed(SS, "3714", "3714", "3714") + "; y: German infantry at 3815; " + TARGET.format("3814")
    assert die(units, "3814", *SS, "y") == -1


@pytest.mark.rule("BW-18.2")
@pytest.mark.parametrize(
    ("hexes", "value"),
    [
        (("3814", "3815", "3816"), 1),  # a chain
        (("3814", "3814", "3814"), 1),
        (("3814", "3815", "3817"), 0),  # one two hexes off
        (("3816", "3817", "3818"), 0),  # none of them attacked
    ],
)
def test_a_division_defends_side_by_side(hexes, value):
    units = placed(AIRBORNE, *hexes) + "; a: German infantry at 3813; " + TARGET.format("3814")
    assert die(units, "3814", "a") == value


@pytest.mark.rule("BW-18.3a")
@pytest.mark.parametrize("trouble", ["unsupplied", "shocked"])
def test_a_division_in_trouble_does_not_fight_as_one(trouble):
    units = placed(SS, "3714", "3815", "3914") + "; " + TARGET.format("3814")
    assert die(units, "3814", *SS) == -1
    assert die(units.replace("12SS/26 at 3914", f"12SS/26 at 3914, {trouble}"), "3814", *SS) == 0
    defence = placed(AIRBORNE, "3814", "3815", "3816") + "; a: German infantry at 3813"
    assert die(defence + f"; 101/327G at 2020, {trouble}", "3814", "a") == 0


@pytest.mark.rule("BW-18.3b")
def test_two_divisions_count_once():
    two = (*SS, "2SS/2", "2SS/3", "2SS/4")
    hexes = ("3714", "3714", "3815", "3813", "3915", "3914")
    assert die(placed(two, *hexes) + "; " + TARGET.format("3814"), "3814", *two) == -1


@pytest.mark.rule("BW-18.3c")
def test_a_fortification_cancels_a_flanking_attack():
    units = placed(SS, "2425", "2625", "2527") + "; " + TARGET.format("2526")
    assert die(units, "2526", *SS) == -1
    assert die(units, "2526", *SS, forts=("2526",)) == 0


@pytest.mark.rule("BW-18.3d", "BW-18")
def test_both_divisions_cancel_out_even_in_a_fortification():
    """Panzer Lehr against the 101st Airborne."""
    lehr = ("Lehr/130", "Lehr/901", "Lehr/902")
    units = placed(lehr, "2425", "2625", "2527") + "; " + placed(AIRBORNE, "2526", "2526", "2626")
    assert die(units, "2526", *lehr) == 0
    assert die(units, "2526", *lehr, forts=("2526",)) == 0
    assert die(units, "2526", lehr[0]) == 1
