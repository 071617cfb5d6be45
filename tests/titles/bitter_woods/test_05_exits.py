"""5.5 Exiting the Map."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled, Eliminated
from ardennes.titles.bitter_woods.rules import reinforcements
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


@pytest.mark.rule("BW-5.5a", "BW-5.5f")
def test_a_unit_that_leaves_from_where_it_stood_is_not_picked_up_again():
    units = "a: German armor at 4601; b: German armor at 4204; d: Allied infantry at 3801, unsupplied"
    for date, name, others in (("20AM German", "a", {"b"}), ("20AM Allied", "d", set())):
        t = Table(date, units)
        t.offers("unit")
        t.do("unit", name)
        t.do("exit", "north")
        assert t.offers("unit") == others
        assert t.refused("unit", name) != ""


@pytest.mark.rule("BW-5.5a")
def test_germans_do_not_come_back():
    t = Table("20AM German", "a: German armor at 4601; d: Allied infantry at 2901")
    t.do("unit", "a")
    t.do("exit", "north")
    assert t.where("a") == "exited"
    assert t.g.exits == (1, 1)
    t.end_turn()
    t.end_turn(dice=[1])
    assert t.refused("unit", "a") == "BW-5.5a"


@pytest.mark.rule("BW-5.5b")
def test_leaving_costs_the_road_rate():
    """A quarter of a point is enough and is needed: by the northern edge from 3704 and 3606, by the western from 4116
    and 4117, where four points bring a panzer just to the edge, or a quarter less."""
    for edge, out, start, cost, leaves in (
        ("north", "4201", "3704", "4", False), ("north", "4201", "3606", "3 3/4", True),
        ("west", "5318", "4116", "4", False), ("west", "5318", "4117", "3 3/4", True),
    ):  # fmt: skip
        t = Table("20AM German", f"a: German armor 9-5-4 at {start}")
        assert t.cost("a", out) == cost
        t.do("unit", "a")
        assert out in t.offers("hex")
        assert t.refused("exit", edge) == ("" if leaves else "BW-5.5a"), start
        if leaves:
            t.do("exit", edge)
            assert t.where("a") == "exited"


@pytest.mark.rule("BW-5.5b", "BW-7.4a")
def test_a_unit_stopped_by_a_zone_at_the_edge_does_not_leave():
    """4101 controls 4201, where the road leaves the map: whoever comes there stops, whoever begins there goes."""
    for units, rule in (
        ("a: German armor 9-5-4 at 4204, unsupplied", ""),
        ("a: German armor 9-5-4 at 4204, unsupplied; x: Allied infantry at 4101", "BW-5.5a"),
        ("a: German armor 9-5-4 at 4201, unsupplied; x: Allied infantry at 4101", ""),
    ):
        t = Table("20AM German", units)
        t.do("unit", "a")
        assert t.refused("exit", "north") == rule, units


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


@pytest.mark.rule("BW-5.5g")
def test_it_comes_back_by_lettered_roads_only_though_they_are_blocked():
    """16.2 opens the nearest hex to reinforcements; a unit that left has the western letters I and J and no other."""
    blocked = "x: German infantry at 5320; y: German infantry at 5318"
    t = Table("19AM Allied", f"e: Allied infantry at 3814; {blocked}")
    d = t.box.units.unit("28/110")
    t.g.put(d, 0xFFF0 + 3)
    t.g.due = t.g.due[:d] + bytes([t.g.turn]) + t.g.due[d + 1 :]
    assert t.grid.numbers(reinforcements.entries(t.g, d)) == ["5321"]  # in a zone of control, where it stops
    t.do("unit", "28/110")
    assert t.offers("hex") == {"5321"}
    assert t.refused("hex", "5316") == "BW-5.5g"
    assert t.refused("hex", "5335") == "BW-5.5g"
    t = Table("19AM Allied", "e: Allied infantry at 3814; x: German infantry at 5321; y: German infantry at 5318")
    t.g.put(d, 0xFFF0 + 3)
    t.g.due = t.g.due[:d] + bytes([t.g.turn]) + t.g.due[d + 1 :]
    assert t.refused("unit", "28/110") != ""


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
@pytest.mark.parametrize(
    ("edge", "start", "ring"),
    [
        ("north", "3801", ("3802", "3601", "4001")),
        ("west", "5316", ("5215", "5314", "5318")),
        ("south", "3035", ("3034", "2835", "3235")),
    ],
)
@pytest.mark.parametrize("german", ["infantry 5-4-3", "artillery 6-4-3"])
def test_german_units_do_not_retreat_off_the_map(edge, start, ring, german):
    """Where an Allied unit leaves the map, a German one is lost, with a zone of control of its own or without."""
    around = {
        side: "; ".join(f"{name}: {side} infantry 5-4-{ma} at {hex_}" for name, hex_ in zip("abc", ring, strict=True))
        for side, ma in (("German", 3), ("Allied", 4))
    }
    t = Table("19AM German", f"d: Allied infantry 5-4-4 at {start}; {around['German']}")
    assert t.retreats("d", 1) == {edge}
    t = Table("19AM Allied", f"d: German {german} at {start}; {around['Allied']}", phase="combat", air=(0, 0))
    assert t.retreats("d", 1) == set()
    t.attack(start, "a", dice=[1])
    assert t.told(CombatRolled)[-1].result == "D1*"
    assert t.where("d") == "gone"
    assert t.told(Eliminated)[-1].rule == "BW-9.7o"
