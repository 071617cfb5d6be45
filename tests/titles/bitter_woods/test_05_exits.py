"""5.5 Exiting the Map."""

import pytest

from ardennes.kernel import Side
from tests.titles.bitter_woods.table import Table


@pytest.mark.rule("BW-5.5a")
def test_german_mechanized_units_leave_beyond_the_meuse():
    units = (
        "a: German armor at 4601; b: German armor 7-5-4 at 2101, unsupplied; "
        "v: German infantry at 4601; c: German armor at 1435"
    )
    t = Table("20AM German", units)
    for name, edge, rule in (
        ("a", "north", ""), ("a", "south", "BW-5.5a"), ("a", "east", "BW-5.5a"),
        ("b", "north", "BW-5.5a"), ("v", "north", "BW-5.5a"), ("c", "south", "BW-5.5a"),
    ):  # fmt: skip
        other = t.trial()
        other.do("unit", name)
        assert other.refused("exit", edge) == rule, (name, edge)


@pytest.mark.rule("BW-5.5a")
def test_germans_do_not_come_back():
    t = Table("20AM German", "a: German armor at 4601; d: Allied infantry at 2901")
    t.do("unit", "a")
    t.do("exit", "north")
    assert t.where("a") == "exited"
    assert t.g.exits == (1, 1)
    t.end_turn()
    t.end_turn(dice=[1])
    assert t.refused("unit", "a") == "BW-5.1a"


@pytest.mark.rule("BW-5.5b")
def test_leaving_costs_the_road_rate():
    """From 3704 four points bring a panzer just to the edge; from 3703, by the same road, a quarter is left."""
    t = Table("20AM German", "a: German armor 7-5-4 at 3704; b: German armor 9-5-4 at 4206")
    assert t.cost("a", "3501") == "4"
    other = t.trial()
    other.do("unit", "a")
    assert "3501" in other.offers("hex")
    assert other.refused("exit", "north") == "BW-5.5a"
    t.do("unit", "b")
    assert t.cost("b", "4201") < "4"
    t.do("exit", "north")
    assert t.where("b") == "exited"


@pytest.mark.rule("BW-5.5c")
def test_a_town_at_the_edge_has_a_road_off_the_map():
    """Gembloux 5306: no road of ours leaves the map there."""
    t = Table("20AM German", "a: German armor at 5306")
    assert not t.box.map.off_map["west"] >> t.hex("5306") & 1
    t.do("unit", "a")
    assert t.refused("exit", "west") == ""


@pytest.mark.rule("BW-5.5d")
def test_an_allied_unit_without_another_way_retreats_off_the_map():
    t = Table("17AM Allied", "d: Allied infantry at 3801; a: German infantry at 3802; b: German infantry at 4001")
    assert t.retreats("d", 1) == {"3701"} or "north" not in t.retreats("d", 1)
    ring = "a: German infantry at 3802; b: German infantry at 3601; c: German infantry at 4001"
    t = Table("17AM Allied", f"d: Allied infantry at 3801; {ring}")
    assert t.retreats("d", 1) == {"north"}
    assert t.retreats("d", 3) == {"north"}


@pytest.mark.rule("BW-5.5d")
def test_the_retreat_off_the_map_in_play():
    ring = "a: German infantry at 3802; b: German infantry at 3601; c: German infantry at 4001"
    t = Table("19AM German", f"d: Allied infantry 5-4-4 at 3801; {ring}", phase="combat")
    t.attack("3801", "a", dice=[1])  # 5 against 5: D1
    assert t.where("d") == "north"
    assert t.g.lost[Side.ALLIED] == 0


@pytest.mark.rule("BW-5.5e")
def test_only_unsupplied_allied_units_leave_of_their_own_will():
    t = Table(
        "17AM Allied", "d: Allied infantry at 3801, unsupplied; e: Allied infantry at 4201; f: Allied infantry at 4204"
    )
    other = t.trial()
    other.do("unit", "d")
    assert other.refused("exit", "north") == ""
    assert other.refused("exit", "east") == "BW-5.5e"
    assert other.refused("exit", "south") == "BW-5.5e"
    other = t.trial()
    other.do("unit", "e")
    assert other.refused("exit", "north") == "BW-5.5e"


@pytest.mark.rule("BW-5.5f")
def test_a_unit_off_the_map_misses_a_whole_game_turn():
    t = Table("18AM Allied", "d: Allied infantry at 3801, unsupplied")
    t.do("unit", "d")
    t.do("exit", "north")
    assert t.where("d") == "north"
    t.end_turn()
    seen = {}
    while t.g.date in ("18PM", "19AM") and len(seen) < 2:
        if t.step == "Movement" and t.side is Side.ALLIED:
            seen[t.g.date] = t.refused("unit", "d")
        t.do("done")
    assert seen == {"18PM": "BW-5.5f", "19AM": ""}


@pytest.mark.rule("BW-5.5g")
def test_it_comes_back_by_a_lettered_road_of_the_same_edge():
    t = Table("19AM Allied", "x: Allied infantry at 3814")
    d = t.box.units.unit("28/110")
    t.g.put(d, 0xFFF0 + 2)  # it left over the south edge
    t.g.due = t.g.due[:d] + bytes([t.g.turn]) + t.g.due[d + 1 :]
    t.do("unit", "28/110")
    entries = {"0335", "0835", "1035", "1435", "2035", "2335", "3435", "4435"}
    assert entries <= t.offers("hex")
    assert t.refused("hex", "5318") == "BW-5.5g"
    assert t.refused("hex", "4601") == "BW-5.5g"
    t.do("hex", "2035")
    assert t.where("28/110") == "2035"


@pytest.mark.rule("BW-5.5h")
def test_german_zones_reach_over_the_edge():
    ring = "a: German infantry at 3802; b: German infantry at 3701; c: German infantry at 3901"
    t = Table("17AM Allied", f"d: Allied infantry at 3801; {ring}")
    assert t.retreats("d", 1) == set()
    # With the neighbours one hex farther off, the place beyond the edge is free.
    ring = "a: German infantry at 3802; b: German infantry at 3601; c: German infantry at 4001"
    t = Table("17AM Allied", f"d: Allied infantry at 3801; {ring}")
    assert t.retreats("d", 1) == {"north"}


@pytest.mark.rule("BW-9.7s")
def test_german_units_do_not_retreat_off_the_map():
    ring = "a: Allied infantry at 3802; b: Allied infantry at 3601; c: Allied infantry at 4001"
    t = Table("19AM Allied", f"d: German infantry at 3801; {ring}")
    assert t.retreats("d", 1) == set()
