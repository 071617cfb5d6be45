"""7.0 Zones of control."""

import pytest

from ardennes.titles.deadly_woods.rules.zones import hindering
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

#: Two enemies whose zones hold whatever is in 1410.
PINCERS = "d: Allied infantry at 1411; e: Allied infantry at 1409"
AROUND_1410 = {"1409", "1411", "1310", "1311", "1510", "1511"}


@pytest.mark.rule("DW-7.1a", "DW-7.1d")
def test_a_zone_is_the_six_hexes_around():
    t = Table("T4 German move", "a: German infantry at 1410; b: G-26-b at 1409; c: G-2Pz-a at 1408")
    assert t.zone(GERMAN) >= AROUND_1410
    assert "1411" in t.reach("b")  # past a friend, whose zone hinders nobody of its side
    alone = Table("T4 Allied move", "d: Allied infantry at 1410")
    assert alone.zone(ALLIED) == AROUND_1410
    assert alone.zone(GERMAN) == set()


@pytest.mark.rule("DW-7.1b", "DW-2.3.1.1d")
def test_circled_strengths_and_third_steps_have_no_zone():
    t = Table("T4 German move", "A-DELAY at 1410; G-VdH at 1212; G-2Pz-a at 1111, third; g: G-26-a at 1412")
    assert t.zone(ALLIED) == set()
    assert "1110" not in t.zone(GERMAN)
    assert {"1211", "1213"} & t.zone(GERMAN) == set()


@pytest.mark.rule("DW-7.1c")
def test_one_unit_with_a_zone_gives_it_to_the_stack():
    assert Table("T4 German move", "G-2Pz-a at 1410, third; G-26-a at 1410").zone(GERMAN) == AROUND_1410


@pytest.mark.rule("DW-7.2a")
def test_no_zone_over_a_destroyed_bridge():
    t = Table("T1 German move", "g: G-5FJ-13 at 3419; a: A-28-109 at 3320")
    assert "3320" not in t.zone(GERMAN)
    assert "3419" not in t.zone(ALLIED)
    whole = Table("T1 German move", "g: G-5FJ-13 at 3419; a: A-28-109 at 3320", blown=[])
    assert "3320" in whole.zone(GERMAN)
    assert "3419" in whole.zone(ALLIED)


@pytest.mark.rule("DW-7.2b", "DW-7.2c", "DW-7.2e")
def test_armor_follows_roads_into_woods_others_go_everywhere():
    # From 2417: 2416 and 2517 beyond; 2518 is forest. From 2419: 2518 lies off the road, 2520 too.
    armor = Table("T4 German move", "G-2Pz-a at 2417").zone(GERMAN)
    assert "2416" not in armor  # woods
    assert "2418" in armor
    assert "2518" not in Table("T4 German move", "G-2Pz-a at 2519").zone(GERMAN)
    assert "2518" in Table("T4 German move", "G-2Pz-a at 2418").zone(GERMAN)  # the road to Noville
    assert "2416" in Table("T4 German move", "G-3PG-8 at 2417").zone(GERMAN)
    assert "2416" in Table("T4 German move", "G-2Pz-a at 2417; G-26-a at 2417").zone(GERMAN)


@pytest.mark.rule("DW-7.2d")
def test_only_allied_infantry_controls_the_westwall():
    westwall = "3709"  # seen from Losheimergraben, 3608
    assert westwall not in Table("T4 Allied move", "A-7Arm-A at 3608").zone(ALLIED)
    assert westwall not in Table("T4 Allied move", "A-14Cav at 3608").zone(ALLIED)
    assert westwall in Table("T4 Allied move", "A-99-394 at 3608").zone(ALLIED)
    assert westwall in Table("T4 German move", "G-1SS-Peiper at 3608").zone(GERMAN)


@pytest.mark.rule("DW-7.3a", "DW-7.3b", "DW-7.3g")
def test_a_zone_stops_and_cannot_be_crossed():
    t = Table("T4 German move", "g: G-26-a at 1309; d: Allied infantry at 1411")
    assert {"1310", "1410"} <= t.reach("g")
    assert "1311" in t.reach("g")  # by 1310, outside the zone
    assert "1312" not in t.reach("g")  # beyond
    assert Table("T4 German move", "g: G-26-a at 1410; d: Allied infantry at 1411").why_move("g", "1510") == ""
    pinned = Table("T4 German move", f"g: G-26-a at 1410; f: G-26-b at 1311; {PINCERS}")
    assert pinned.why_move("g", "1511") == "DW-7.3b"
    assert pinned.why_move("g", "1311") == "DW-7.3b"  # a friend there does not help
    assert "1311" not in pinned.reach("g")


@pytest.mark.rule("DW-7.3d")
def test_the_150th_goes_once_from_zone_to_zone():
    t = Table("T2 German move", f"b: G-150 at 1410; {PINCERS}")
    assert t.reach("b") == {"1310", "1311", "1510", "1511"}
    t.move("b", "1311")
    assert t.g.slipped
    again = Table("T3 German move", f"b: G-150 at 1410; {PINCERS}", columns={"slipped": 1})
    assert again.refused("unit", "b") == "DW-7.3b"
    late = Table("T4 German move", f"b: G-150 at 1410; {PINCERS}")
    assert late.reach("b") == set()


@pytest.mark.rule("DW-7.3e")
def test_or_once_through_a_zone():
    # A line of posts whose zones can be crossed by one controlled hex, and by none without the exception.
    posts = "; ".join(f"Allied infantry at 14{row:02}" for row in range(3, 31, 3))
    late = Table("T4 German move", f"b: G-150 at 1311; {posts}")
    assert "1410" in late.reach("b")
    assert "1511" not in late.reach("b")
    t = Table("T1 German move", f"b: G-150 at 1311; {posts}")
    assert "1511" in t.reach("b")
    t.move("b", "1511")
    assert t.g.slipped
    assert t.where("b") == "1511"
    plain = Table("T1 German move", f"b: G-150 at 1311; {posts}")
    plain.move("b", "1410")
    assert not plain.g.slipped


@pytest.mark.rule("DW-7.3f", "DW-7.3h", "DW-7.3i", "DW-7.3j")
def test_what_cancels_a_zone_for_supply_and_retreat():
    def hindered(t: Table, side) -> set[str]:
        return set(t.box.grid.numbers(hindering(t.g, side)))

    t = Table(
        "T4 German move", "g: G-26-a at 1410; d: Allied infantry at 1311; A-DELAY at 1511", assets={"A-ENG-V-1": "1510"}
    )
    assert hindered(t, ALLIED) == AROUND_1410 - {"1311", "1511"}  # a unit and the Delay asset; not the Engineers
    assert "1410" not in hindered(t, GERMAN)
    west = Table("T4 German move", "d: A-99-394 at 3608")
    assert "3709" in west.zone(ALLIED)
    assert "3709" not in hindered(west, GERMAN)
    east = Table("T4 German move", "g: G-12-a at 3708")
    assert "3709" in hindered(east, ALLIED)


@pytest.mark.rule("DW-7.3k")
def test_a_zone_never_forces_an_attack():
    t = Table("T4 German combat", "g: G-26-a at 1410; d: Allied infantry at 1411")
    assert t.refused("done") == ""
