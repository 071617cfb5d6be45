"""10.2 - 10.5 What coming through a hex brings about for others, who is company, and what a refused hex is told."""

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.rules import areas, paths, supply
from ardennes.titles.deadly_woods.rules.movement import Moving
from ardennes.titles.deadly_woods.rules.paces import Mode
from ardennes.titles.deadly_woods.state import NOBODY
from tests.titles.deadly_woods.table import Table
from tests.titles.deadly_woods.test_08_supply import ALL_BRIDGES, FRAME

BOX = TITLE.load("campaign", {"plus_two": False})


def beside(number: str) -> set[str]:
    """The neighbours of a hex."""
    return set(BOX.grid.numbers(BOX.grid.neighbours[BOX.map.cell(number)]))


@pytest.mark.rule("DW-12.6c", "DW-10.2.1b")
def test_allies_may_name_a_way_by_which_the_motorized_marker_comes_off():
    """The rivers around 0108 keep its zone out of 0109, so that an Allied unit may go on from there."""
    ways = {}
    for marked in (True, False):
        t = Table("T5 Allied move", "g: G-26-a at 0108; u: A-28-110 at 0110", blown=ALL_BRIDGES)
        if marked:
            t.g.trucks = t.unit("g")
            t.g._choices = t.g.memo = None
        t.do("unit", "u")
        ways[marked] = t.offers("via")
        t.do("via", "0109")
        assert t.g.trucks == NOBODY
    assert "0109" in ways[True] - ways[False] <= beside("0108")


@pytest.mark.rule("DW-10.4.1h")
def test_a_unit_that_has_halted_on_a_road_is_no_company_to_itself():
    """As a file of older rules has it, which tells one pace only: off the road so far, and on a road hex now."""
    t = Table("T4 German move", "p: G-2Pz-a at 1310")
    t.g.moved |= 1 << t.unit("p")
    t.g.push(Moving(Side.GERMAN, t.unit("p"), 2, Mode.OFF))
    t.g._choices = t.g.memo = None
    costs = {t.g.stack[-1].way(t.g, "hex", cell).cost for cell in t.g.choices()["hex"]}
    assert t.g.stack[-1].way(t.g, "hex", t.hex("1209")).cost == "1½"
    assert "6" in costs  # within the allowance it has, in supply
    met = Table("T4 German move", "p: G-2Pz-a at 1310; x: G-26-a at 1310")
    met.g.moved |= 1 << met.unit("p")
    met.g.push(Moving(Side.GERMAN, met.unit("p"), 2, Mode.OFF))
    met.g._choices = met.g.memo = None
    assert met.g.stack[-1].way(met.g, "hex", met.hex("1209")).cost == "2"


@pytest.mark.rule("DW-6.1c", "DW-6.1e")
def test_a_unit_may_halt_beside_engineers_of_another_corps_if_only_to_go_back():
    """On a forest road 1825 lies between 1824 and the enemy in 1726: back by road is the one way left."""
    units = "v: A-7Arm-A at 1824; r: G-2Pz-a at 1726, third; g: G-26-a at 3909"
    t = Table("T4 Allied move", units, assets={"A-ENG-III-1": "1825"})
    t.do("unit", "v")
    assert t.refused("hex", "1825") == "DW-6.1c"
    assert t.refused("via", "1825") == ""
    t.do("via", "1825")
    assert t.offers("hex") & beside("1825") == {"1824"}


@pytest.mark.rule("DW-14.4g", "DW-12.7e")
def test_the_one_hex_before_combat_must_be_paid_for():
    """Light woods behind a destroyed bridge cost five points, and two more where von der Heydte may be."""
    for rumor, refused in ((True, "DW-10.2a"), (False, "")):
        columns = {"rumor": BOX.map.cell("2708")} if rumor else {}
        t = Table("T2 Allied combat", "c: A-7Arm-A at 2709; g: G-26-a at 3830", blown=ALL_BRIDGES, columns=columns)
        assert t.why_move("c", "2708") == refused


@pytest.mark.rule("DW-14.4g", "DW-10.4.1e", "DW-10.4.1f")
def test_the_one_hex_before_combat_is_not_taken_by_road_to_a_friend_in_the_forest():
    for friend, refused in (("1825", "DW-10.4.1f"), ("1723", "")):
        t = Table("T4 Allied combat", f"c: A-7Arm-A at 1824; x: A-28-110 at {friend}; g: G-26-a at 3909")
        assert t.why_move("c", "1825") == refused


@pytest.mark.rule("DW-10.2.1e", "DW-10.4.1h")
def test_who_comes_by_an_ally_keeps_all_paces_if_he_has_no_motorized_marker():
    """By road 3930 is nearer, past the Delay asset; off it only by a way that keeps clear of it."""
    t = Table("T5 German move", "p: G-2Pz-a at 4026; A-DELAY at 3828", blown=[])
    t.do("unit", "p")
    t.do("via", "3930")
    assert {mode for mode, _, _ in t.g.stack[-1].settings} == {Mode.ROAD, Mode.OFF}


@pytest.mark.rule("DW-10.2a", "DW-10.5a")
def test_a_hex_out_of_reach_is_told_at_the_pace_that_has_most_left():
    t = Table("T4 Allied move", "u: A-28-110 at 1009; g: G-26-a at 3909")
    t.do("unit", "u")
    assert t.why("hex", "2418").text.endswith("costs 28 Inf 110 8½ MP, and 6 are left")


@pytest.mark.rule("DW-10.2a", "DW-10.2c")
def test_forest_is_closed_to_wheels_and_to_infantry_only_where_enemies_are_all_around():
    ring = "; ".join(f"German infantry at {number}" for number in sorted(beside("1519")))
    for mover, rule in (("A-28-110", "DW-10.2a"), ("A-7Arm-A", "DW-10.2c")):
        t = Table("T4 Allied move", f"u: {mover} at 2320; {ring}")
        t.do("unit", "u")
        assert t.refused("hex", "1519") == rule


@pytest.mark.rule("DW-8.1a", "DW-8.2a")
def test_who_is_in_supply_is_the_same_asked_together_or_one_by_one():
    t = Table("T4 Allied move", f"{FRAME}; near: A-28-110 at 0116; far: A-28-109 at 0117")
    found = supply.supplied_units(t.g, Side.ALLIED)
    assert [bool(found >> t.unit(name) & 1) for name in ("near", "far")] == [True, False]
    assert [t.supplied(name) for name in ("near", "far")] == [True, False]


@pytest.mark.rule("DW-9.3a", "DW-10.6.4a")
def test_the_british_are_told_of_their_area_outside_and_of_the_meuse_inside():
    t = Table("T3 Allied move", "b: A-51-152 at 0408; g: G-26-a at 3909")
    leash = areas.leash_of(t.g, t.unit("b"))
    assert leash is not None
    outside = cells(BOX.grid.board & ~BOX.british_area)
    inside = cells(BOX.british_area & ~leash.board)
    assert {areas.why_not(t.g, t.unit("b"), cell).rule for cell in outside} == {"DW-9.3a"}
    assert {areas.why_not(t.g, t.unit("b"), cell).rule for cell in inside} == {"DW-10.6.4a"}


@pytest.mark.rule("DW-10.2.1e", "DW-10.6.2b")
def test_of_equal_ways_of_armor_one_spares_the_armys_bridge():
    """All bridges but 3326/3327 are down; past the friend in 3226 that way costs as much as to rebuild one."""
    down = [bridge for bridge in ALL_BRIDGES if bridge != "3326/3327"]
    for built, by in ((0, "3226"), (0b111, "3325")):
        units = "p: G-2Pz-a at 3225; x: G-26-b at 3226; d: A-28-109 at 0710"
        t = Table("T5 German move", units, blown=down, columns={"built": built})
        found = paths.reachable(t.g.copy(), t.unit("p"))
        assert t.cost("p", "3326") == "5"
        assert BOX.grid.number(paths.way_to(t.g, t.unit("p"), found, t.hex("3326"))[1]) == by


@pytest.mark.rule("DW-10.5a", "DW-10.2.1e")
def test_infantry_that_has_halted_has_left_what_its_pace_gives():
    """As a file of older rules has it, which tells one pace only."""
    for mode, most in ((Mode.FOOT, "3"), (Mode.TRUCK, "6"), (Mode.TIRED, "6")):
        t = Table("T4 Allied move", "u: A-28-110 at 1009; g: G-26-a at 3909")
        t.g.moved |= 1 << t.unit("u")
        t.g.push(Moving(Side.ALLIED, t.unit("u"), 2, mode))
        t.g._choices = t.g.memo = None
        assert max(t.g.stack[-1].way(t.g, "hex", cell).cost for cell in t.g.choices()["hex"]) == most


@pytest.mark.rule("DW-12.4.4a", "DW-10.2b")
def test_engineers_beyond_a_river_are_no_nearer_for_taking_the_whole_allowance():
    for sappers in ({}, {"A-ENG-VIII-1": "0907"}):
        t = Table("T4 German move", "g: G-26-a at 0908; d: A-28-109 at 4120", assets=sappers)
        assert "0907" not in t.reach("g")
        assert t.why_move("g", "0907") == "DW-10.2b"
