"""8.0 Supply."""

import pytest

from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.events import SupplyChecked
from ardennes.titles.deadly_woods.rules import replacements, supply
from ardennes.titles.deadly_woods.state import NOBODY
from tests.titles.deadly_woods.table import ALLIED, Table

BOX = TITLE.load("campaign", {"plus_two": False})
#: German remnants, which have no zone, on every Allied entry hex with a road but 0111, and on the road out of it: the
#: only supply there is comes from that one hex.
_REMNANTS = [row.id for row in BOX.units.rows if row.third_attack >= 0]
_ENTRIES = [
    "3730",
    "3230",
    "3330",
    "2630",
    "2730",
    "1930",
    "0830",
    "0121",
    "0122",
    "0401",
    "2001",
    "3101",
    "3201",
    "0211",
]
FRAME = "; ".join(f"{unit} at {number}, third" for unit, number in zip(_REMNANTS, _ENTRIES, strict=False))
NOTHING = f"{FRAME}; {_REMNANTS[-1]} at 0111, third"
#: Allied units on the three German entry hexes.
NO_GERMAN_SUPPLY = "A-1-16 at 4207; A-1-18 at 4212; A-1-26 at 4219"
ALL_BRIDGES = [f"{BOX.grid.number(b.cell)}/{BOX.grid.number(b.other)}" for b in BOX.map.bridges]


# ---- 8.2 the line ---------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-8.2a", "DW-8.2g")
def test_five_hexes_to_a_road_and_no_more():
    assert Table("T4 Allied move", f"{FRAME}; u: A-28-110 at 0116").traces("u")
    assert not Table("T4 Allied move", f"{FRAME}; u: A-28-110 at 0117").traces("u")
    assert Table("T4 Allied move", f"{FRAME}; u: A-28-110 at 0111").traces("u")


@pytest.mark.rule("DW-2.2.1b")
def test_a_source_serves_its_owner_only():
    assert not Table("T4 German move", f"{NO_GERMAN_SUPPLY}; g: G-26-a at 2630").traces("g")
    assert not Table("T4 Allied move", f"{NOTHING}; u: A-28-110 at 4209").traces("u")


@pytest.mark.rule("DW-8.2b", "DW-8.2c", "DW-8.2i")
def test_not_through_forest_off_the_road_nor_through_enemies():
    ring = "G-2Pz-a at 2522, third; G-2Pz-b at 2420, third; G-Lehr-a at 2421, third; G-Lehr-b at 2620, third"
    assert Table("T4 Allied move", f"{ring}; u: A-28-110 at 2521").traces("u")  # by 2621
    shut = f"{ring}; G-116-a at 2621, third"
    assert not Table("T4 Allied move", f"{shut}; u: A-28-110 at 2521").traces("u")  # 2520 is forest without a road
    assert Table("T4 Allied move", "u: A-28-110 at 2520").traces("u")  # its own hex may be such a forest


@pytest.mark.rule("DW-8.2d")
def test_not_through_a_zone_unless_a_friend_is_there():
    watched = f"{FRAME}; G-26-a at 0212; u: A-28-110 at 0113"
    assert not Table("T4 Allied move", watched).traces("u")
    assert Table("T4 Allied move", f"{watched}; A-28-109 at 0112").traces("u")


@pytest.mark.rule("DW-8.2e")
def test_not_over_a_destroyed_bridge():
    units = "u: A-28-110 at 3923"
    assert Table("T4 Allied move", units, blown=[]).traces("u")
    assert not Table("T4 Allied move", units, blown=ALL_BRIDGES).traces("u")


@pytest.mark.rule("DW-8.2f")
def test_one_entry_hex_feeds_any_number():
    ids = [row.id for row in BOX.units.rows if row.side == "Allied" and row.id != "A-DELAY"][:40]
    t = Table("T4 Allied move", f"{FRAME}; " + "; ".join(f"{unit} at 0113" for unit in ids), activated=[])
    assert all(t.traces(unit) for unit in ids)


@pytest.mark.rule("DW-8.2h")
def test_the_road_part_and_the_source_obey_the_same_limits():
    far = "A-1-16 at 4207; A-1-18 at 4212; g: G-26-a at 3918"
    assert Table("T4 German move", far).traces("g")
    watched = f"{far}; A-1-26 at 4220"  # next to M at 4219
    assert not Table("T4 German move", watched).traces("g")
    assert Table("T4 German move", f"{watched}; G-26-b at 4219").traces("g")


# ---- 8.1 when it is checked ---------------------------------------------------------------------------------


@pytest.mark.rule("DW-8.1a", "DW-8.1i")
def test_allies_trace_when_they_move():
    t = Table("T4 Allied move", "u: A-28-110 at 3823; c: A-7Arm-A at 4022", blown=ALL_BRIDGES)
    assert not t.supplied("c")
    slow = t.reach("c")
    t.move("u", "3923")
    assert t.supplied("c")
    assert "3923/3823" not in t.blown()
    assert slow < t.reach("c")


@pytest.mark.rule("DW-8.1d", "DW-8.1e", "DW-8.1j")
def test_germans_keep_the_state_of_their_last_check():
    cut = Table("T3 German combat", f"g: G-26-a at 1410; d: Allied infantry at 1411; {NO_GERMAN_SUPPLY}")
    assert cut.supplied("g")  # cut off after the check
    assert not cut.traces("g")
    free = Table("T3 German move", "p: G-2Pz-a at 1410, hungry")
    assert free.traces("p")
    assert not free.supplied("p")
    free.move("p", "1510")
    assert free.g.steps_left(free.unit("p")) == 1


@pytest.mark.rule("DW-8.1f", "DW-8.3i")
def test_a_supply_check_tests_every_german_unit():
    units = "a: G-26-a at 1410; b: G-26-b at 1411; c: G-2Pz-a at 1412, hungry"
    t = Table("T4 draw", f"{units}; {NO_GERMAN_SUPPLY}", cup={"supply_check": 1, "german_move_combat": 1}, dice=[7, 0])
    assert {n for n in "abc" if t.has(n, "hungry")} == {"a", "b", "c"}
    t = Table("T4 draw", units, cup={"supply_check": 1, "german_move_combat": 1}, dice=[7, 0])
    assert not t.g.hungry
    t = Table("T4 German move", f"{units}; {NO_GERMAN_SUPPLY}")
    t.g.trucks = t.unit("a")
    t.g.events = []
    supply.check(t.g)
    assert t.g.trucks == NOBODY
    assert [event.units for event in t.g.events if isinstance(event, SupplyChecked)] == [
        (t.unit("c"), t.unit("a"), t.unit("b"))
    ]


@pytest.mark.rule("DW-8.1g")
def test_no_supply_check_on_turn_1_two_on_every_other():
    for turn in BOX.turns:
        assert turn.cup[Chit.SUPPLY_CHECK] == (0 if turn.number == 1 else 2)
    t = Table("T1 German combat", f"g: G-26-a at 1410; d: Allied infantry at 1411; {NO_GERMAN_SUPPLY}")
    assert t.supplied("g")


@pytest.mark.rule("DW-8.1c")
def test_a_replacement_is_a_check_too():
    t = Table("T4 replacements", "g: G-26-a at 1410, reduced, hungry")
    assert t.step == "Replacements"
    t.do("unit", "g")
    assert not t.has("g", "hungry")
    assert t.g.steps_left(t.unit("g")) == 2


@pytest.mark.rule("DW-8.1h")
def test_units_may_go_where_there_is_no_supply():
    t = Table("T4 Allied move", f"{FRAME}; u: A-28-110 at 0116")
    t.move("u", "0117")
    assert not t.supplied("u")


# ---- 8.3 what it means -----------------------------------------------------------------------------------------


@pytest.mark.rule("DW-8.3a", "DW-8.3b", "DW-10.2e")
def test_allied_armor_without_supply():
    t = Table("T4 Allied move", f"{NOTHING}; c: A-7Arm-A at 0116")
    assert t.cost("c", "0115") == "1"
    assert t.cost("c", "0214") == "2"
    assert "0213" in t.reach("c")
    assert "0212" not in t.reach("c")
    fed = Table("T4 Allied move", "c: A-7Arm-A at 0116")
    assert fed.cost("c", "0115") == "½"


@pytest.mark.rule("DW-8.3e")
def test_allied_infantry_without_supply_walks():
    t = Table("T4 Allied move", f"{NOTHING}; u: A-28-110 at 0116")
    assert "0213" in t.reach("u")
    assert "0212" not in t.reach("u")
    assert "0212" in Table("T4 Allied move", "u: A-28-110 at 0116").reach("u")


@pytest.mark.rule("DW-8.3f")
def test_german_armor_without_supply_leaves_its_tanks():
    t = Table("T4 German move", "p: G-2Pz-a at 1410, hungry; q: G-2Pz-b at 1411, hungry")
    assert "1010" not in t.reach("p")
    assert "1010" in Table("T4 German move", "p: G-2Pz-a at 1410").reach("p")
    t.move("p", "1510")
    assert t.g.steps_left(t.unit("p")) == 1
    assert not t.g.is_armor(t.unit("p"))
    t.end()
    assert t.g.steps_left(t.unit("q")) == 3


@pytest.mark.rule("DW-8.3g")
def test_heavy_battalions_without_supply_stay():
    assert Table("T4 German move", "p: G-506 at 1410, hungry; q: G-26-a at 1411").refused("unit", "p") == "DW-8.3g"


@pytest.mark.rule("DW-8.3h")
def test_german_mechanized_units_without_supply():
    t = Table("T4 German move", "m: G-3PG-8 at 1409, hungry")
    assert t.cost("m", "1310") == "1"
    assert "1009" not in t.reach("m")
    assert t.g.steps_left(t.unit("m")) == 3


@pytest.mark.rule("DW-8.3j", "DW-15.0a")
def test_the_106th_surrenders_at_the_end_of_turn_2_only():
    units = f"{FRAME}; a: A-106-422 at 0117; b: A-106-423 at 0118; c: A-106-424 at 0116"
    t = Table("T2 end", units)
    assert (t.where("a"), t.where("b"), t.where("c")) == ("out", "out", "0116")
    later = Table("T3 end", units)
    assert later.where("a") == "0117"


@pytest.mark.rule("DW-8.4a")
def test_the_delay_asset_needs_no_supply():
    assert Table("T4 Allied move", f"{NOTHING}; A-DELAY at 0213").supplied("A-DELAY")


# ---- 8.5, 8.6 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-8.5a1")
def test_a_way_by_the_dump_can_be_named_while_it_is_there():
    for fuel, named in ((0, True), (1, False)):
        t = Table("T1 German move", "p: G-1SS-Peiper at 3508", german=["3407"], columns={"fuel": fuel})
        t.do("unit", "p")
        assert ("3407" in t.offers("via")) is named


@pytest.mark.rule("DW-8.5a2", "DW-8.5c")
def test_peiper_lives_on_the_dump_on_turn_2():
    t = Table("T1 German move", "p: G-1SS-Peiper at 3508")
    t.move("p", "3407", "3307")  # through Büllingen
    assert t.g.fuel == 1
    for turn, hungry in ((2, False), (3, True)):
        t = Table(f"T{turn} German move", f"p: G-1SS-Peiper at 3307; {NO_GERMAN_SUPPLY}", columns={"fuel": 1})
        supply.check(t.g)
        assert t.has("p", "hungry") is hungry


@pytest.mark.rule("DW-8.5b")
def test_the_dump_is_gone_if_peiper_did_not_come():
    t = Table("T1 German move", "p: G-1SS-Peiper at 3508; q: G-1SS-b at 3709")
    t.move("q", "3407")  # it takes Peiper himself
    assert t.g.fuel == 0
    t.end()
    assert t.g.fuel == 2


@pytest.mark.rule("DW-8.6a", "DW-8.6b")
def test_air_supply_comes_with_the_second_reinforcement_chit_of_turn_5():
    second = {"cup": {"allied_reinforcement": 1}, "track": [("allied_reinforcement", "reinforcement")], "dice": [10]}
    t = Table("T5 draw", "g: G-26-a at 1410", german=["Celles"], **second)
    assert t.step == "AirDrop"
    assert t.refused("hex", "1013") == "DW-8.6b"  # Celles is German
    assert t.refused("hex", "2317") == "DW-8.6b"  # Bertogne lies in woods
    assert t.refused("hex", "1410") == "DW-8.6b"  # no village
    t.do("hex", "Bastogne")
    assert t.asset_at("A-AIR") == "2418"
    first = Table("T5 draw", "u: A-28-110 at 1410", cup={"allied_reinforcement": 1}, dice=[10])
    assert first.step != "AirDrop"
    assert Table("T6 draw", "u: A-28-110 at 1410", **second).step != "AirDrop"


@pytest.mark.rule("DW-8.6c", "DW-8.6d", "DW-8.6e1")
def test_what_air_supply_is_good_for():
    air = {"assets": {"A-AIR": "0213"}}
    near, far = "u: A-28-110 at 0118, reduced", "u: A-28-110 at 0119"
    t = Table("T9 Allied move", f"{NOTHING}; {near}", **air)
    assert t.supplied("u")
    assert not t.traces("u")
    assert not Table("T9 Allied move", f"{NOTHING}; {far}", **air).supplied("u")
    assert not Table("T9 Allied move", f"{NOTHING}; b: A-29AB at 0214", **air).supplied("b")
    reason = replacements.TAKERS.why_not(t.g, replacements.Replacements(ALLIED, 1, 1), t.unit("u"))
    assert reason is not None
    assert reason.rule == "DW-13.2d"


@pytest.mark.rule("DW-8.6f")
def test_air_supply_is_lost_with_its_hex():
    t = Table("T6 German move", "g: G-26-a at 1312", assets={"A-AIR": "1211"})
    elsewhere = t.trial()
    elsewhere.move("g", "1311")
    assert elsewhere.asset_at("A-AIR") == "1211"
    passing = t.trial()
    passing.move("g", "1211", "1210")
    t.move("g", "1211")
    assert t.asset_at("A-AIR") == passing.asset_at("A-AIR") == "out"


@pytest.mark.rule("DW-8.1a", "DW-8.6d")
def test_the_first_and_last_counters_of_a_side_are_judged_like_the_others():
    cut_off = Table("T9 Allied move", f"{NOTHING}; u: A-102Cav at 0118")
    assert not cut_off.supplied("u")
    air = Table("T9 Allied move", f"{NOTHING}; u: A-90-359 at 0118; b: A-33AB at 0119", assets={"A-AIR": "0213"})
    assert supply.supplied_hexes(air.g, air.unit("u")) >> air.hex("0213") & 1
    assert not supply.supplied_hexes(air.g, air.unit("b")) >> air.hex("0213") & 1
