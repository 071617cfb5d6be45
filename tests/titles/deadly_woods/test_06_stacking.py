"""6.0 Stacking."""

import pytest

from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

PLAIN = "1410"  # clear hexes without rivers around 1410, 1510, 1311


def over(t: Table, side=GERMAN) -> list[str]:
    from ardennes.titles.deadly_woods.rules import stacking

    return t.box.grid.numbers(sum(1 << cell for cell in stacking.overstacked(t.g, side)))


@pytest.mark.rule("DW-6.0a")
def test_a_division_and_one_unit_that_is_not_of_it():
    division = "; ".join(f"A-28-{n} at 1410" for n in (109, 110, 112))
    one = Table("T4 Allied move", f"{division}; A-9AD-A at 1410")
    assert over(one, ALLIED) == []
    two = Table("T4 Allied move", f"{division}; A-9AD-A at 1410; A-14Cav at 1410")
    assert over(two, ALLIED) == ["1410"]


@pytest.mark.rule("DW-6.0b")
def test_independents_are_their_own_formations():
    assert over(Table("T4 German move", "G-301 at 1410; G-506 at 1410")) == []
    assert over(Table("T4 German move", "G-301 at 1410; G-506 at 1410; G-150 at 1410")) == ["1410"]


@pytest.mark.rule("DW-6.0c")
def test_the_12th_division_and_one_unit_of_the_12th_ss():
    units = "G-12-a at 1410; G-12-b at 1410; G-12SS-a at 1410"
    assert over(Table("T4 German move", units)) == []
    assert over(Table("T4 German move", f"{units}; G-12SS-b at 1410")) == ["1410"]


@pytest.mark.rule("DW-6.0d", "DW-6.1b")
def test_no_two_us_corps_in_a_hex():
    ninety_ninth = "; ".join(f"A-99-{n} at 1410" for n in (393, 394, 395))
    t = Table("T4 Allied move", f"{ninety_ninth}; A-106-422 at 1510")
    assert t.why_move("A-106-422", "1410") == "DW-6.1b"
    assert over(Table("T4 Allied move", f"{ninety_ninth}; A-106-422 at 1410"), ALLIED) == ["1410"]
    seventh = Table("T4 Allied move", "A-1-16 at 1410; A-84-333 at 1510")
    assert seventh.why_move("A-84-333", "1410") == "DW-6.1b"


@pytest.mark.rule("DW-6.1a")
def test_no_british_with_americans():
    t = Table("T9 Allied move", "b: A-29AB at 1410; u: A-1-16 at 1510")
    assert t.why_move("u", "1410") == "DW-6.1a"
    assert t.why_move("u", "1411") == ""


@pytest.mark.rule("DW-6.1c", "DW-12.4.1f")
def test_engineers_keep_other_corps_out_but_let_them_pass():
    t = Table("T4 Allied move", "u: A-106-422 at 1410; v: A-1-16 at 1411", assets={"A-ENG-V-1": "1510"})
    assert t.why_move("u", "1510") == "DW-6.1c"
    assert "1610" in t.reach("u")  # two hexes on, on foot: through the Engineers or around them
    assert t.cost("u", "1610") == "2"
    assert t.why_move("v", "1510") == ""


@pytest.mark.rule("DW-6.1d")
def test_airborne_stack_with_any_one_corps():
    t = Table("T4 Allied move", "p: A-101-501 at 2418; e: A-28-110 at 2318; t: A-4Arm-A at 2320")
    t.move("e", "2418")
    assert t.why_move("t", "2418") == "DW-6.1b"


@pytest.mark.rule("DW-6.2a", "DW-10.2.1c")
def test_units_move_one_by_one():
    t = Table("T4 German move", "a: G-26-a at 1410; b: G-26-b at 1410")
    t.do("unit", "a")
    assert t.refused("unit", "b") == "DW-10.2.1c"
    t.do("hex", "1510")
    assert t.where("b") == "1410"
    t.move("b", "1411")
    assert t.refused("unit", "a") == "DW-10.2.1d"


@pytest.mark.rule("DW-6.2b", "DW-6.2g", "DW-6.2h")
def test_excess_is_eliminated_when_movement_ends():
    t = Table("T4 German move", "a: G-26-a at 1410; b: G-26-b at 1410; c: G-301 at 1410; d: G-506 at 1510")
    t.move("d", "1410")  # on the way a hex may hold any number
    assert t.step == "Movement"
    t.end()
    assert t.step == "Overstack"
    assert t.offers("unit") == {"a", "b", "c", "d"}
    assert t.refused("done") == "DW-6.2g"
    t.do("unit", "c")
    assert t.where("c") == "eliminated"
    assert over(t) == []


@pytest.mark.rule("DW-6.2i")
def test_stacking_is_checked_after_armors_one_hex():
    units = "a: G-26-a at 1410; b: G-26-b at 1410; c: G-301 at 1410; d: G-506 at 1510"
    t = Table("T4 German combat", units)
    t.move("d", "1410")
    t.end()
    assert t.step == "Overstack"


@pytest.mark.rule("DW-6.3a")
def test_engineers_do_not_count():
    division = "; ".join(f"A-99-{n} at 1410" for n in (393, 394, 395))
    t = Table("T4 Allied move", f"{division}; A-2-9 at 1410", assets={"A-ENG-V-1": "1410"})
    assert over(t, ALLIED) == []


@pytest.mark.rule("DW-6.3b", "DW-12.4.1c1", "DW-12.4.1c3", "DW-12.4.1c4")
def test_engineers_deploy_near_their_corps_one_in_a_hex():
    t = Table(
        "T4 assets",
        "u: A-28-110 at 2319",
        assets={"A-ENG-VIII-1": "2320", "A-ENG-VIII-2": "box", "A-ENG-V-1": "out", "G-GREIF": "out"},
        german=["2317"],
    )
    assert t.step == "Engineers"
    t.do("asset", "A-ENG-VIII-2")
    assert t.refused("hex", "2320") == "DW-6.3b"
    assert t.refused("hex", "2317") == "DW-12.4.1c1"  # German
    assert t.refused("hex", "2824") == "DW-12.4.1c4"  # too far from the corps
    assert t.refused("hex", "2318") == "DW-12.4.1c3"  # no village
    t.do("hex", "2418")
    assert t.asset_at("A-ENG-VIII-2") == "2418"


@pytest.mark.rule("DW-6.3.1a")
def test_the_delay_asset_does_not_stack():
    t = Table("T4 assets", "u: A-28-110 at 2418; v: A-28-109 at 2319", columns={"hungry": 0})
    t.g.put(t.box.delay, 0xFFFC)
    while t.step != "Delay":
        t.end()
    assert t.refused("hex", "2418") == "DW-12.9.1b6"
    assert t.refused("hex", "2320") == ""


@pytest.mark.rule("DW-6.3.1b")
def test_an_allied_unit_sends_the_delay_asset_back():
    t = Table("T4 Allied move", "A-DELAY at 2320; u: A-28-110 at 2319")
    t.move("u", "2320", "2220")
    assert t.where("A-DELAY") == "box"
    assert t.where("u") == "2220"
