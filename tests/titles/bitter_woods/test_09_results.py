"""9.5, 9.6 Combat results and losses."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled
from tests.titles.bitter_woods.table import Table

#: Attackers of 9, 15 and 26 points against 5 in the open; with the better ER the die counts one less.
FAIR = "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
GOOD = "a: 1SS/Peiper at 3813; d: Allied infantry 5-4-4 at 3814"
STRONG = "a: 1SS/Peiper at 3813; b: 12SS/12 at 3813; c: 9SS/9 at 3715; d: Allied infantry 5-4-4 at 3814"
WEAK = "a: German infantry 5-4-3 at 3813; d: Allied armor 9-5-4 at 3814"


def fought(units: str, die: int, *names: str, date: str = "20AM") -> Table:
    t = Table(f"{date} German", units, phase="combat", air=(0, 0))
    attackers = names or [name for name in t.names if t.unit(name) < t.box.units.first_allied]
    t.attack("3814", *attackers, dice=[die])
    return t


def result(t: Table) -> str:
    return t.told(CombatRolled)[-1].result


@pytest.mark.rule("BW-9.5a")
def test_de_eliminates_the_defenders_and_the_attackers_may_advance_one_hex():
    units = f"{STRONG}; e: German infantry 5-4-3 at 3914"
    t = fought(units, 1)
    assert result(t) == "DE"  # 41 against 5, die 1 - 1
    assert t.where("d") == "gone"
    assert t.g.lost[Side.ALLIED] == 1
    t.do("unit", "e")
    assert t.offers("hex") == {"3814"}


@pytest.mark.rule("BW-9.5b", "BW-10.2e")
def test_ae_eliminates_the_attackers_but_not_distant_guns():
    units = "a: German infantry 3-3-3 at 3813; g: German artillery 5-4-3 at 3712; d: Allied armor 9-5-4 at 3814"
    t = Table("20AM German", f"{units}; e: Allied armor 9-5-4 at 3814; f: Allied armor 8-5-4 at 3814", phase="combat")
    t.attack("3814", "a", "g", dice=[6])  # 8 against 26, 1-4, die 6 + 1
    assert result(t) == "AE"
    assert t.where("a") == "gone"
    assert t.where("g") == "3712"
    assert t.step == "Advance"
    assert t.side is Side.ALLIED
    t.do("unit", "d")
    assert t.offers("hex") == {"3813"}


@pytest.mark.rule("BW-9.5c")
def test_d_makes_the_defender_retreat_and_the_attacker_may_follow():
    t = fought(FAIR, 1)
    assert result(t) == "D2"
    t.fall_back()
    assert t.grid.distance(t.hex("3814"), t.hex(t.where("d"))) == 2
    t.do("unit", "a")
    far = max(t.grid.distance(t.hex("3813"), t.hex(number)) for number in t.offers("hex"))
    assert far == 2


@pytest.mark.rule("BW-9.5d", "BW-9.8c")
def test_a_makes_the_attacker_retreat_and_the_defender_may_advance_one_hex():
    t = fought(WEAK, 4)
    assert result(t) == "1A2"  # 5 against 9, 1-2, die 4 + 1
    t = fought("a: German infantry 5-4-3 at 3813; d: Allied infantry 5-5-4 at 3814", 6)
    assert result(t) == "A2"
    t.fall_back()
    assert t.where("a") != "3813"
    assert (t.step, t.side) == ("Advance", Side.ALLIED)
    t.do("unit", "d")
    assert t.offers("hex") == {"3813"}
    assert t.refused("hex", "3812") == "BW-9.8c"


@pytest.mark.rule("BW-9.5e")
def test_1d_costs_a_step_and_all_retreat():
    units = f"{STRONG}; e: Allied infantry 5-4-4 at 3814; f: 2SS/2 at 3915"
    t = fought(units, 2)
    assert result(t) == "1D1"  # 46 against 10, 4-1, die 2 - 1
    assert (t.step, t.side) == ("Loss", Side.ALLIED)
    t.do("unit", "d")
    assert t.has("d", "reduced")
    t.fall_back()
    assert t.where("d") != "3814"
    assert t.where("e") != "3814"
    assert not t.has("e", "reduced")


@pytest.mark.rule("BW-9.5f")
def test_1a_costs_the_attacker_a_step_and_all_adjacent_attackers_retreat():
    units = f"{WEAK}; b: German infantry 5-4-3 at 3714; e: Allied armor 8-5-4 at 3814"
    t = fought(units, 4)
    assert result(t) == "1A2"
    assert (t.step, t.side) == ("Loss", Side.GERMAN)
    t.do("unit", "b")
    assert t.has("b", "reduced")
    t.fall_back()
    assert t.where("a") != "3813"
    assert t.where("b") != "3714"
    assert not t.has("a", "reduced")


@pytest.mark.rule("BW-9.5q", "BW-9.5r")
def test_su_changes_nothing_and_binds_nobody():
    t = fought(FAIR, 6, date="19AM")
    assert result(t) == "SU"
    assert (t.where("a"), t.where("d")) == ("3813", "3814")
    assert t.g.duties == ()
    assert not t.has("a", "reduced")
    t.do("done")
    assert t.side is Side.ALLIED
    for choice in ("hold", "leave"):
        other = t.trial()
        if choice == "leave":
            other.move("d", "3816")
        other.do("done")
        if other.step == "Combat":
            assert other.refused("hex", "3813") == ""
            assert other.refused("done") == ""


@pytest.mark.rule("BW-9.5y", "BW-9.6c")
def test_ff_costs_both_sides_one_step_of_their_own_choice():
    units = f"{FAIR}; b: German infantry 5-4-3 at 3813; e: Allied infantry 5-4-4 at 3814"
    t = fought(units, 4)
    assert result(t) == "FF"
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "e")
    assert t.offers("unit") == {"a", "b"}
    t.do("unit", "b")
    assert [t.has(name, "reduced") for name in "abde"] == [False, True, False, True]
    assert t.step == "Combat"


@pytest.mark.rule("BW-9.5z")
def test_after_ff_the_attacker_enters_only_a_hex_that_was_emptied():
    t = fought("a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814, reduced", 6)
    assert result(t) == "FF"  # 9 against 3, 3-1, die 6 - 1
    assert t.where("d") == "gone"
    assert t.has("a", "reduced")
    t.do("unit", "a")
    assert t.offers("hex") == {"3814"}
    assert t.refused("hex", "3815") == "BW-9.5z"


@pytest.mark.rule("BW-9.6a")
def test_a_full_unit_is_flipped():
    t = fought(STRONG, 2)
    assert result(t) == "1D4"
    assert t.has("d", "reduced")
    assert t.g.strength(t.unit("d")) == 3


@pytest.mark.rule("BW-9.6b")
def test_a_reduced_unit_and_artillery_are_eliminated():
    t = fought(STRONG.replace("at 3814", "at 3814, reduced"), 3)
    assert t.where("d") == "gone"
    t = fought(STRONG.replace("Allied infantry 5-4-4", "Allied artillery 6-4-4"), 3)
    assert result(t).startswith("1D")
    assert t.where("d") == "gone"


@pytest.mark.rule("BW-10.2f")
def test_supporting_guns_take_no_losses():
    units = (
        f"{FAIR}; b: German infantry 5-4-3 at 3813; e: Allied infantry 5-4-4 at 3814; h: Allied artillery 5-4-4 at 3816"
    )
    t = Table("20AM German", f"{units}; g: German artillery at 3712; c: German armor 7-5-4 at 3813", phase="combat")
    t.plan("3814", "a", "b", "c", "g")
    t.do("fight")
    t.do("unit", "h")
    t.do("fight", None, dice=[4])
    assert result(t) == "FF"
    assert t.refused("unit", "h") == "BW-10.2f"
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "d")
    assert t.refused("unit", "g") == "BW-10.2f"
    assert t.offers("unit") == {"a", "b", "c"}
