"""5.4 Army Boundaries."""

import pytest

from tests.titles.bitter_woods.table import Table


@pytest.mark.rule("BW-5.4a")
def test_mechanized_units_keep_to_their_sector_until_18pm():
    units = "f: FuhGd at 1131; v: German 7A infantry at 1131; p: German 5PA armor 8-5-4 at 1229"
    t = Table("18PM German", units)
    assert t.why_move("f", "1331") == "BW-5.4e"
    assert t.why_move("v", "1331") == ""
    assert t.why_move("p", "1131") == "BW-5.4e"


@pytest.mark.rule("BW-5.4b")
def test_6th_panzer_army_stays_north_of_its_boundary_road():
    t = Table("17AM German", "a: 12SS/12 at 0914; b: 12SS/25 at 1014; v: 12VG/27 at 1014")
    assert t.why_move("a", "0915") == "BW-5.4b"
    assert t.why_move("b", "1015") == "BW-5.4b"
    assert t.why_move("b", "1016") == "BW-5.4b"
    assert t.why_move("v", "1015") == ""


@pytest.mark.rule("BW-5.4b")
def test_6th_panzer_army_does_not_attack_onto_the_road():
    t = Table("17AM German", "b: 12SS/25 at 1014; v: 12VG/27 at 1014; d: Allied infantry at 1015", phase="combat")
    t.do("hex", "1015")
    assert t.refused("unit", "b") == "BW-5.4b"
    assert t.refused("unit", "v") == ""
    t = Table("17AM German", "b: 12SS/25 at 1014; d: Allied infantry at 1015", phase="combat")
    assert t.step != "Combat"


@pytest.mark.rule("BW-5.4c")
def test_5th_panzer_army_uses_the_road_and_attacks_out_of_it():
    units = "p: 2Pz/2 at 1015; d: Allied infantry at 1115"
    t = Table("17AM German", units)
    assert t.why_move("p", "1014") == "BW-5.4c"
    assert t.why_move("p", "0915") == ""
    t.end_movement()
    t.do("hex", "1115")
    assert t.refused("unit", "p") == ""


@pytest.mark.rule("BW-5.4d")
def test_both_panzer_armies_use_the_road_from_0613_to_0914():
    for date in ("16PM", "18PM"):
        t = Table(f"{date} German", "a: 12SS/25 at 0613; p: 2Pz/2 at 0613")
        for name in ("a", "p"):
            assert {"0714", "0814", "0914"} <= t.reach(name)
        assert t.why_move("a", "0915") == "BW-5.4b"
        assert t.why_move("p", "0915") == ""


@pytest.mark.rule("BW-5.4e")
def test_5th_panzer_and_7th_army_share_the_road_from_1129():
    t = Table("17AM German", "p: 2Pz/2 at 1129; f: FuhGd at 1129")
    assert t.why_move("p", "1130") == ""
    assert t.why_move("f", "1130") == ""
    assert t.why_move("p", "1131") == "BW-5.4e"
    assert t.why_move("f", "1229") == "BW-5.4e"
    t = Table("17AM German", "p: 2Pz/2 at 1130; d: Allied infantry at 1131", phase="combat")
    t.do("hex", "1131")
    assert t.refused("unit", "p") == ""


@pytest.mark.rule("BW-5.4f")
def test_boundaries_end_with_19am():
    for date, rule in (("18PM", "BW-5.4b"), ("19AM", "")):
        t = Table(f"{date} German", "b: 12SS/25 at 1014")
        assert t.why_move("b", "1015") == rule


@pytest.mark.rule("BW-5.4g")
def test_the_end_of_a_boundary_frees_a_unit_for_good():
    t = Table("18AM German", "a: 12SS/25 at 2416; b: 12SS/26 at 2416", reserves=False)
    t.move("a", "2417")
    assert t.has("a", "freed")
    t.end_turn()
    t.end_turn()
    while t.step != "Movement":
        t.do("done")
    assert t.g.date == "18PM"
    assert t.why_move("a", "2518") == ""
    assert t.why_move("b", "2518") == "BW-5.4b"


@pytest.mark.rule("BW-5.4g")
def test_1730_frees_units_of_both_armies():
    t = Table("17AM German", "p: 2Pz/2 at 1630; f: FuhGd at 1630")
    t.move("p", "1730")
    t.move("f", "1730")
    assert t.has("p", "freed")
    assert t.has("f", "freed")


@pytest.mark.rule("BW-5.4h")
def test_a_unit_that_retreated_over_a_boundary_must_come_back():
    t = Table("17AM German", "b: 12SS/25 at 1016; v: 12VG/27 at 1016")
    assert t.refused("done") == "BW-5.4h"
    other = t.trial()
    other.do("unit", "b")
    assert other.refused("hex", "1015") == "BW-5.4h"
    assert other.refused("hex", "1014") == ""
    t.move("b", "1014")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-5.4h")
def test_far_from_home_it_comes_nearer_at_least():
    t = Table("17AM German", "b: 12SS/25 at 2526, unsupplied")
    t.do("unit", "b")
    home = t.box.sectors["6PA"]
    assert t.offers("hex")
    assert not any(home >> t.hex(number) & 1 for number in t.offers("hex"))
    assert t.refused("hex", "2527") == "BW-5.4h"
    t.do("unit", "b")
    assert t.refused("done") == ""  # it cannot get home this turn


@pytest.mark.rule("BW-5.4h")
def test_a_unit_with_no_way_nearer_home_stays():
    """The hexes south of 2526 are open, but all of them are farther away."""
    ring = "x: Allied infantry at 2525; y: Allied infantry at 2625; z: Allied infantry at 2425"
    t = Table("17AM German", f"b: 12SS/25 at 2526, unsupplied; {ring}")
    assert t.refused("unit", "b") != ""
    assert t.refused("done") == ""


@pytest.mark.rule("BW-5.4h")
def test_retreats_ignore_boundaries():
    units = "b: 12SS/25 at 1014; d: Allied infantry at 1113; e: Allied infantry at 0912"
    t = Table("17AM German", units)
    assert any(t.box.sectors["6PA"] >> t.hex(number) & 1 == 0 for number in t.retreats("b", 2))


@pytest.mark.rule("BW-5.4i")
def test_the_hexes_of_the_boundaries():
    t = Table("17AM German")
    special = t.box.map.special
    assert {t.grid.numbers(s.board)[0] for s in special["boundary_start"]} == {"0915", "1129"}
    assert t.grid.numbers(t.box.boundary_ends) == ["1730", "2417"]
    assert t.grid.numbers(special["shared_road"][0].board) == ["0613", "0714", "0814", "0914"]


def test_strays_do_not_go_into_reserve():
    t = Table("17AM German", "b: 12SS/25 at 1016; c: 12SS/26 at 0412", phase="reserve")
    assert t.refused("unit", "b") == "BW-5.4h"
    assert t.refused("unit", "c") == ""


@pytest.mark.rule("BW-5.4d")
def test_in_the_rear_no_line_parts_the_panzer_armies():
    """East of the shared road no boundary is drawn; beside the road it is."""
    t = Table("17AM German", "p: 2Pz/2 at 0413; a: 12SS/25 at 0412")
    assert not t.box.map.areas["5PA"] >> t.hex("0412") & 1
    assert not t.box.map.areas["6PA"] >> t.hex("0413") & 1
    assert t.why_move("p", "0412") == ""
    assert t.why_move("a", "0413") == ""
    t = Table("17AM German", "p: 2Pz/2 at 0613; a: 12SS/25 at 0613")
    assert (t.why_move("p", "0612"), t.why_move("a", "0614")) == ("BW-5.4c", "BW-5.4b")
