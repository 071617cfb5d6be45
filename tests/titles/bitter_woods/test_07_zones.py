"""7.0 Zones of Control."""

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import zones
from tests.titles.bitter_woods.table import Table

AROUND_3814 = {"3813", "3815", "3714", "3715", "3914", "3915"}


@pytest.mark.rule("BW-7")
def test_a_zone_is_the_six_hexes_around():
    t = Table("19AM German", "d: Allied infantry at 3814")
    assert t.zone(Side.ALLIED) == AROUND_3814
    assert t.zone(Side.GERMAN) == set()


@pytest.mark.rule("BW-7.1a")
def test_zones_reach_over_rivers_cliffs_and_into_all_terrain():
    t = Table("19AM German", "d: Allied infantry at 1129")
    assert t.zone(Side.ALLIED) == {"1028", "1029", "1128", "1130", "1228", "1229"}  # 1128 beyond river and cliff


@pytest.mark.rule("BW-7.1b")
def test_zones_never_cross_the_meuse():
    """Along the whole river, on both banks, at bridges that stand too: every other neighbour is controlled."""
    t = Table("19AM German", "d: Allied infantry at Dinant")
    assert {"4816", "4817"} & t.zone(Side.ALLIED) == set()  # two bridges
    meuse, has = t.box.map.sides["meuse"], t.grid.has_side
    banks = [cell for cell in t.grid.cells if any(has(meuse, cell, other) for other in cells(t.grid.neighbours[cell]))]
    assert len(banks) > 100
    for cell in banks:
        t.g.put(t.unit("d"), cell)
        over = {other for other in cells(t.grid.neighbours[cell]) if has(meuse, cell, other)}
        assert t.zone(Side.ALLIED) == {t.grid.number(o) for o in cells(t.grid.neighbours[cell]) if o not in over}
        for other in cells(t.grid.neighbours[cell]):
            assert zones.in_zone(t.g, Side.ALLIED, other) == (other not in over)


@pytest.mark.rule("BW-7.1b", "BW-7.4c")
def test_over_the_meuse_no_two_hexes_are_controlled_by_one_unit():
    """2703 lies next to 2602 on its own bank, and next to 2702 with the Meuse between."""
    t = Table("20AM German", "a: German infantry at 2602; x: Allied infantry at 2703")
    assert t.grid.has_side(t.box.map.sides["meuse"], t.hex("2703"), t.hex("2702"))
    assert t.why_move("a", "2702") == ""  # out of a zone, over the river
    assert t.why_move("a", "2703") == "BW-5.1c"
    # The other way: 4817 faces 4718 over the Meuse, and the bridge of Dinant leads next to it.
    t = Table("20AM German", "a: German infantry at 4817; x: Allied infantry at 4718")
    assert "4717" in t.zone(Side.ALLIED)
    assert t.why_move("a", "4717") == ""


@pytest.mark.rule("BW-7.2a")
def test_zones_count_in_every_phase():
    units = "a: German armor 7-5-4 at 4306, reserve; d: Allied infantry at 4204; e: Allied infantry at 4404"
    t = Table("20AM German", units, phase="exploitation")
    t.do("unit", "a")
    assert "4305" in t.offers("hex")
    assert t.refused("hex", "4303") == "BW-7.4a"


@pytest.mark.rule("BW-7.2b")
def test_friends_do_not_cancel_a_zone():
    units = "a: German infantry 5-4-3 at 4306; f: German infantry at 4304; d: Allied infantry at 4204"
    t = Table("20AM German", units)
    assert "4304" in t.zone(Side.ALLIED)
    assert "4304" in t.reach("a")
    assert t.why_move("a", "4303") == "BW-7.4a"
    assert t.zone(Side.GERMAN) & t.zone(Side.ALLIED)


@pytest.mark.rule("BW-7.3a", "BW-7.3d")
def test_artillery_stops_nobody():
    t = Table("20AM German", "a: German infantry 5-4-3 at 4306; g: Allied artillery at 4204")
    assert t.zone(Side.ALLIED) == set()
    assert t.why_move("a", "4303") == ""


@pytest.mark.rule("BW-7.3c")
def test_leaders_and_the_heydte_companies_have_no_zone():
    t = Table("20AM German", "d: Allied infantry at 0909")
    for name, side in (("Patton", Side.ALLIED), ("VdH/1", Side.GERMAN)):
        before = t.zone(side)
        t.g.put(t.box.units.unit(name), t.hex("3814"))
        assert t.zone(side) == before


@pytest.mark.rule("BW-7.3d")
def test_a_run_past_artillery_and_along_the_meuse():
    """3605, 3505 … a German on the west bank runs past infantry that stands beyond the Meuse."""
    t = Table(
        "20AM German", "a: German infantry 5-4-3 at 3804; d: Allied infantry at 3807; g: Allied artillery at 3805"
    )
    assert t.zone(Side.ALLIED).isdisjoint({"3806", "3907"})
    assert t.why_move("a", "3806") == ""
    t = Table("20AM German", "a: German infantry 5-4-3 at 3706; d: Allied infantry at 3807")
    assert t.why_move("a", "3906") == ""  # by 3806, opposite Huy


@pytest.mark.rule("BW-7.4a")
def test_entering_a_zone_ends_the_move():
    t = Table("20AM Allied", "c: Allied infantry 5-4-4 at 4306; a: German infantry at 4204; b: German infantry at 4404")
    assert t.why_move("c", "4305") == ""
    assert t.why_move("c", "4304") == "BW-7.4a"
    t.move("c", "4305")
    assert t.refused("unit", "c") == "BW-5.2b"


@pytest.mark.rule("BW-7.4b")
def test_from_the_zone_of_one_enemy_straight_into_that_of_another():
    t = Table(
        "19AM German",
        "a: German armored infantry at 3814, unsupplied; x: Allied infantry at 3813; y: Allied infantry at 3816",
    )
    # In the mud it has one step: out of the zone of x into that of y.
    assert t.why_move("a", "3815") == ""
    assert t.why_move("a", "3715") == ""
    assert t.why_move("a", "3714") == "BW-7.4c"


@pytest.mark.rule("BW-7.4c")
def test_no_step_between_two_hexes_of_one_enemy_even_if_another_covers_them():
    units = "a: German armored infantry at 3814, unsupplied; x: Allied infantry at 3813; y: Allied infantry at 3714"
    t = Table("19AM German", units)
    assert t.why_move("a", "3914") == "BW-7.4c"  # both in the zone of x
    assert t.why_move("a", "3715") == "BW-7.4c"  # both in the zone of y
    assert t.why_move("a", "3815") == ""


@pytest.mark.rule("BW-7.4d")
def test_out_of_a_zone_and_back_in_elsewhere():
    t = Table("20AM German", "a: German infantry 5-4-3 at 3814; x: Allied infantry at 3813")
    assert t.step_cost("a", "3714") == ""
    events = t.move("a", "3714")
    path = [t.grid.number(cell) for cell in events[0].path]
    assert path == ["3814", "3715", "3714"]
    t = Table("20AM German", "a: German infantry 5-4-3 at 3814; x: Allied infantry at 3813")
    assert t.why_move("a", "3713") == "BW-7.4a"


@pytest.mark.rule("BW-7.4e", "BW-13.3f")
def test_bridge_builders_cross_from_zone_to_zone():
    units = "a: German infantry at 1324; d: Allied infantry at 1423"
    t = Table("19AM German", units, blown=["1324/1424"])
    assert {"1324", "1424"} <= t.zone(Side.ALLIED)
    t.do("repair", "a")
    t.do("done")
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", "1324/1424")
    assert t.where("a") == "1424"


@pytest.mark.rule("BW-7.4e")
def test_advances_ignore_the_ban():
    units = "a: German infantry 5-4-3 at 3814; b: German infantry 5-4-3 at 3814; d: Allied parachute 4-5-4 at 3813"
    t = Table("20AM German", f"{units}; x: Allied infantry at 3713", phase="combat")
    t.attack("3813", "a", "b", dice=[1])  # 2-1 with +1: D1
    t.fall_back()
    assert t.where("d") != "3813"
    t.do("unit", "a")
    assert "3813" in t.offers("hex")


@pytest.mark.rule("BW-7.5", "BW-9.7n")
def test_a_retreat_into_zones_is_the_end():
    ring = "a: German infantry 5-4-3 at 3813; b: German infantry at 3715; c: German infantry at 3915"
    t = Table("20AM German", f"{ring}; d: Allied infantry 5-4-4 at 3814", phase="combat")
    assert t.retreats("d", 1) == set()
    t.attack("3814", "a", dice=[1])
    assert t.where("d") == "gone"


@pytest.mark.rule("BW-7.6")
def test_aircraft_ignore_zones():
    t = Table("23AM German", "a: German infantry at 3814; d: Allied infantry at 4814", phase="interdiction", air=(0, 1))
    assert t.refused("hex", "3813") == ""
    t.do("hex", "3813")
    assert t.marked("interdicted", "3813")
