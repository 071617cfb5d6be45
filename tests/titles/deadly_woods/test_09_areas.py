"""9.0 Army boundaries, and the leashes of 9.4 and 10.6.4."""

import pytest

from tests.titles.deadly_woods.table import Table


@pytest.mark.rule("DW-9.2a", "DW-9.2e")
def test_no_german_crosses_a_boundary_on_turns_1_to_3():
    for unit in ("G-12SS-a", "G-2Pz-a"):  # the area it stands in counts, not the army it belongs to
        t = Table("T2 German move", f"p: {unit} at 3009")
        assert t.why_move("p", "3010") == "DW-9.2a"
        assert t.why_move("p", "3110") == ""


@pytest.mark.rule("DW-9.2.1a1")
def test_the_northern_line_goes_the_turn_after_st_vith_was_entered():
    for turn, entered, rule in ((2, 2, "DW-9.2a"), (3, 2, ""), (3, 0, "DW-9.2a"), (3, 1, "")):
        t = Table(f"T{turn} German move", "p: G-12SS-a at 3009", columns={"st_vith": entered})
        assert t.why_move("p", "3010") == rule


@pytest.mark.rule("DW-9.2.1b")
def test_the_southern_line_stays_until_turn_4():
    t = Table("T2 German move", "p: G-2Pz-a at 2220", columns={"st_vith": 1})
    assert t.why_move("p", "2221") == "DW-9.2a"


@pytest.mark.rule("DW-9.2.1c")
def test_from_turn_4_no_line_binds():
    t = Table("T4 German move", "p: G-2Pz-a at 2220; q: G-12SS-a at 3009")
    assert t.why_move("p", "2221") == ""
    assert t.why_move("q", "3010") == ""


@pytest.mark.rule("DW-9.2.1d")
def test_passing_through_st_vith_is_enough():
    t = Table("T1 German move", "g: G-18-a at 3112; p: G-1SS-b at 3110")
    t.move("g", "3211", "3111")
    assert t.g.st_vith == 1
    assert t.why_move("p", "3210") == "DW-9.2a"
    later = Table("T2 German move", "p: G-1SS-b at 3110", columns={"st_vith": 1})
    assert later.why_move("p", "3210") == ""


@pytest.mark.rule("DW-9.3a", "DW-10.6.4f")
def test_the_british_stay_in_their_area():
    for turn in (4, 9):
        t = Table(f"T{turn} Allied move", "b: A-51-152 at 1216", columns={"meuse": 1})
        assert t.why_move("b", "1217") == "DW-9.3a"
        assert t.why_move("b", "1215") == ""


@pytest.mark.rule("DW-9.4a")
def test_the_14th_parachute_regiment_crosses_as_it_likes():
    for turn in (1, 2):
        t = Table(f"T{turn} German move", "f: G-5FJ-14 at 2220; o: G-5FJ-13 at 2221")
        assert t.why_move("f", "2221") == ""
        assert t.why_move("o", "2220") == "DW-9.2a"
        back = Table(f"T{turn} German move", "f: G-5FJ-14 at 2221")
        assert back.why_move("f", "2220") == ""


@pytest.mark.rule("DW-9.4b")
def test_but_stays_within_two_hexes_of_the_7th_army():
    t = Table("T2 German move", "f: G-5FJ-14 at 2219")
    assert t.why_move("f", "2218") == "DW-9.4b"
    assert t.why_move("f", "2319") == ""
    assert Table("T4 German move", "f: G-5FJ-14 at 2219").why_move("f", "2218") == ""


@pytest.mark.rule("DW-9.4c")
def test_the_5th_panzer_chit_moves_it_only_in_the_5th_panzer_area():
    assert Table("T2 German fifth_panzer", "f: G-5FJ-14 at 2220; g: G-26-a at 2219").refused("unit", "f") == ""
    away = Table("T2 German fifth_panzer", "f: G-5FJ-14 at 2221; g: G-26-a at 2219")
    assert away.refused("unit", "f") == "DW-14.5a"


# ---- 10.6.4 ------------------------------------------------------------------------------------------------------

#: A hex on the far bank at Namur and the near one over its bridge.
FAR, NEAR = "0607", "0708"


@pytest.mark.rule("DW-10.6.4a")
def test_behind_the_meuse_until_released():
    for unit in ("A-11Arm-A", "A-17-507", "A-43-129"):
        t = Table("T6 Allied move", f"u: {unit} at {FAR}")
        assert t.why_move("u", NEAR) == "DW-10.6.4a"
    assert Table("T6 Allied move", f"u: A-2Arm-A at {FAR}").why_move("u", NEAR) == ""


@pytest.mark.rule("DW-10.6.4b", "DW-10.6.4c", "DW-10.6.4d")
@pytest.mark.parametrize(
    ("unit", "turn"),
    [
        ("A-29AB", 5),
        ("A-43-129", 8),
        ("A-6Abn-3Para", 8),
        ("A-11Arm-A", 8),
        ("A-51-152", 9),
        ("A-53-71", 9),
        ("A-33AB", 9),
        ("A-17-507", 9),
    ],
)
def test_released_by_turn(unit, turn):
    assert Table(f"T{turn - 1} Allied move", f"u: {unit} at {FAR}").why_move("u", NEAR) == "DW-10.6.4a"
    assert Table(f"T{turn} Allied move", f"u: {unit} at {FAR}").why_move("u", NEAR) == ""


@pytest.mark.rule("DW-10.6.4e")
def test_a_german_over_the_meuse_releases_all():
    t = Table("T4 German move", f"p: G-2Pz-a at {NEAR}")
    t.move("p", FAR)
    assert t.g.meuse
    freed = Table("T4 Allied move", f"u: A-43-129 at {FAR}", columns={"meuse": 1})
    assert freed.why_move("u", NEAR) == ""


@pytest.mark.rule("DW-10.6.4g")
def test_the_5th_armored_stays_near_j():
    t = Table("T6 Allied move", "u: A-5Arm-A at 3101")
    assert t.why_move("u", "3105") == "DW-10.6.4g"
    near = Table("T6 Allied move", "u: A-5Arm-A at 3204")
    assert near.why_move("u", "3104") == ""
    assert near.why_move("u", "3205") == "DW-10.6.4g"
