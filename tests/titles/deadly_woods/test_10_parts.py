"""10.2 - 10.6 Moves in parts, ways the player names, the ends of rides and slips, and why a hex is refused."""

import pytest

from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.rules import paths
from ardennes.titles.deadly_woods.state import NOBODY
from tests.titles.deadly_woods.table import Table
from tests.titles.deadly_woods.test_08_supply import ALL_BRIDGES, FRAME

BOX = TITLE.load("campaign", {"plus_two": False})


def halted(t: Table, name: str, *at: str) -> Table:
    """A unit picked up and halted in hexes on its way."""
    t.do("unit", name)
    for number in at:
        t.do("via", number)
    return t


def price(t: Table, to: str) -> str:
    """What it costs in all to go on to a hex."""
    return t.g.stack[-1].way(t.g, "hex", t.hex(to)).cost


def way(t: Table, name: str, to: str) -> list[str]:
    """The path a unit takes to a hex."""
    unit = t.unit(name)
    found = paths.reachable(t.g.copy(), unit)
    return [t.box.grid.number(cell) for cell in paths.way_to(t.g, unit, found, t.hex(to))]


def trucked(units: str) -> Table:
    t = Table("T5 German move", units)
    t.g.trucks = t.unit("g")
    t.g._choices = t.g.memo = None
    return t


# ---- a move in parts is the move at once ---------------------------------------------------------------------


@pytest.mark.rule("DW-10.2.1e", "DW-10.4.1h")
def test_the_road_is_kept_at_a_halt():
    t = Table("T4 German move", "p: G-2Pz-a at 2222; d: A-28-109 at 0710")
    whole = t.reach("p")
    assert t.cost("p", "2422") == "2½"
    halted(t, "p", "2323")
    assert price(t, "2422") == "2½"
    assert t.offers("hex") <= whole | {"2222"}  # where it began is no destination of the whole move


@pytest.mark.rule("DW-10.2.1e")
def test_a_halt_keeps_every_pace_it_could_have_come_at():
    """To 1010 it is half a point cheaper off the road, past a friend, but only the road leads on to 0811."""
    t = Table("T5 German move", "p: G-2Pz-a at 0705; x: G-26-a at 0503; y: G-26-b at 0404")
    assert t.cost("p", "1010") == "4½"
    halted(t, "p", "1010")
    assert price(t, "0811") == "6"


@pytest.mark.rule("DW-10.2.1e", "DW-10.5a")
def test_a_halt_keeps_a_pace_whose_quickest_way_would_take_a_town():
    """On trucks the quickest way leads through the Germans' 2418, that on foot does not: by 2320 then, on trucks."""
    units = "u: A-26-328 at 2419; x: A-6Cav at 2320; y: A-5-2 at 2217; g: G-26-a at 3909"
    t = Table("T9 Allied move", units, german=["2418"], blown=ALL_BRIDGES)
    found = paths.reachable(t.g.copy(), t.unit("u"))
    assert found.cost(t.hex("2120")) == 6  # on foot, all there is
    halted(t, "u", "2120")
    assert "2220" in t.offers("hex")


@pytest.mark.rule("DW-8.1k", "DW-8.1a")
def test_supply_is_judged_as_the_move_begins():
    t = Table("T4 Allied move", f"{FRAME}; G-26-a at 0212; c: A-7Arm-A at 0112")
    assert t.supplied("c")
    whole = t.reach("c")
    halted(t, "c", "0607")
    assert not t.supplied("c")
    assert len(t.offers("hex") & whole) >= 10  # within the six points it began with
    out = Table("T4 Allied move", "u: A-28-110 at 3823; c: A-7Arm-A at 4022", blown=ALL_BRIDGES)
    assert not out.supplied("c")
    halted(out, "c", "4122")
    out.g.blown = 0  # supplied from here on
    out.g._choices = out.g.memo = None
    assert out.supplied("c")
    assert "4118" not in out.offers("hex")
    assert all(price(out, number) in ("1", "2", "3") for number in out.offers("hex"))


@pytest.mark.rule("DW-6.1e", "DW-6.1c")
def test_a_halt_is_no_stop_where_another_corps_is():
    units = "v: A-99-395 at 1428; w: A-28-110 at 1329; g: G-26-a at 3909"
    t = Table("T4 Allied move", units, blown=["1329/1429"])
    assert t.why_move("v", "1329") == "DW-6.1b"
    halted(t, "v", "1329")
    assert t.refused("stop") == "DW-6.1b"
    assert t.offers("hex")
    own = Table("T4 Allied move", units.replace("A-28-110", "A-2-9"), blown=["1329/1429"])
    halted(own, "v", "1329")
    assert own.refused("stop") == ""
    sappers = Table("T4 Allied move", "v: A-99-395 at 1428; g: G-26-a at 3909", assets={"A-ENG-VIII-1": "1329"})
    halted(sappers, "v", "1329")
    assert sappers.refused("stop") == "DW-6.1c"


@pytest.mark.rule("DW-6.1e")
def test_nobody_halts_where_he_could_not_go_on():
    """Woods on all sides, and the other corps is in every hex but its own, to which it has no points to return."""
    from ardennes.board.cells import cells

    grid, woods = BOX.grid, BOX.ground.terrain and BOX.map.terrain["woods"] & ~BOX.ground.road_hexes
    start, middle = next(
        (c, n) for c in cells(woods) for n in cells(grid.neighbours[c] & woods) if not BOX.ground.crosses_river(c, n)
    )
    others = iter(
        [r.id for r in BOX.units.rows if r.corps == "VIII"] + [r.id for r in BOX.units.rows if r.corps == "VII"]
    )
    ring = cells((grid.neighbours[middle] | 1 << middle) & ~(1 << start))
    crowd = "; ".join(f"{next(others)} at {grid.number(cell)}" for cell in ring)
    t = Table("T4 Allied move", f"v: A-99-395 at {grid.number(start)}; {crowd}")
    t.do("unit", "v")
    assert t.refused("via", grid.number(middle)) == "DW-6.1b"


@pytest.mark.rule("DW-14.3.1a")
def test_a_unit_that_halts_on_its_way_counts_once():
    units = "a: A-28-110 at 1409; b: A-28-109 at 1510; c: A-7Arm-A at 1310; d: A-7Arm-B at 1210; g: G-26-a at 3909"
    t = Table("T1 Allied first_reaction", units, cup={"fifth_panzer": 1})
    halted(t, "a", "1408")
    t.do("hex", "1307") if "1307" in t.offers("hex") else t.do("stop")
    for name, to in (("b", "1511"), ("c", "1309")):
        t.move(name, to)
    assert t.refused("unit", "d") == "DW-14.3.1a"


# ---- the player names his way --------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.2.1e", "DW-10.2.1b")
def test_any_hex_on_the_way_may_be_named_though_it_is_not_listed():
    t = Table("T4 Allied move", "u: A-28-110 at 2320; g: G-26-a at 3909")
    t.do("unit", "u")
    assert "2319" not in t.offers("via")
    assert t.refused("via", "2319") == ""
    t.do("via", "2319")
    assert (t.where("u"), t.refused("stop")) == ("2319", "")
    assert price(t, "2418") == "2"


@pytest.mark.rule("DW-10.2.1b", "DW-3.5b")
def test_ways_are_listed_where_coming_through_changes_something():
    """Villages and towns that the enemy still holds; one's own are named if somebody wants to go by them."""
    t = Table("T5 German move", "g: G-26-a at 2317; d: A-28-109 at 0710", german=["2317"])
    t.do("unit", "g")
    assert "2418" in t.offers("via")
    assert "2217" not in t.offers("via")
    held = Table("T5 German move", "g: G-26-a at 2317; d: A-28-109 at 0710", german=["2317", "2418"])
    held.do("unit", "g")
    assert "2418" not in held.offers("via")
    assert held.refused("via", "2418") == ""


@pytest.mark.rule("DW-10.2.1e", "DW-6.3.1b")
def test_of_equal_ways_one_spares_the_delay_asset():
    t = Table("T4 Allied move", "u: A-28-110 at 2320; A-DELAY at 2419; g: G-26-a at 3909")
    assert way(t, "u", "2418") == ["2320", "2319", "2418"]
    straight = t.trial()
    straight.move("u", "2418")
    assert straight.where("A-DELAY") == "2419"
    t.move("u", "2419", "2418")
    assert t.where("A-DELAY") == "box"


@pytest.mark.rule("DW-10.2.1e", "DW-10.6.2b")
def test_of_equal_ways_one_spares_the_armys_bridge():
    down = ["0308/0407"]
    t = Table("T5 German move", "g: G-26-a at 0308; d: A-28-109 at 0710", blown=down)
    assert way(t, "g", "0406") == ["0308", "0307", "0406"]
    t.move("g", "0407", "0406")
    assert t.blown() == set()  # named, it is crossed
    used = Table("T5 German move", "g: G-26-a at 0308; d: A-28-109 at 0710", blown=down, columns={"built": 0b111})
    assert way(used, "g", "0406")[1] in ("0307", "0407")


@pytest.mark.rule("DW-10.2.1e", "DW-12.6c")
def test_of_equal_ways_one_spares_the_motorized_marker():
    t = trucked("g: G-26-a at 0109; A-DELAY at 0309")
    assert way(t, "g", "0311") == ["0109", "0110", "0210", "0311"]
    t.move("g", "0311")
    assert t.g.trucks == t.unit("g")
    named = trucked("g: G-26-a at 0109; A-DELAY at 0309")
    named.move("g", "0209", "0210")
    assert named.g.trucks == NOBODY


# ---- prices --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.8d", "DW-12.8b", "DW-12.5c")
def test_infantry_has_no_choice_on_its_road_and_armor_has():
    traffic, greif = {"A-TRAFFIC": "1109"}, {"G-GREIF": "1109"}  # a clear hex that the road from 1009 leads to
    assert (
        Table("T3 German move", "g: G-26-a at 1009", assets=traffic).cost("g", "1109") == "2"
    )  # by 1008, off the road
    armor = Table("T3 German move", "p: G-2Pz-a at 1009", assets=traffic)
    assert armor.cost("p", "1109") == "1"
    cell = BOX.map.cell
    off = next(n for n in BOX.grid.numbers(BOX.grid.neighbours[cell("1109")] & ~BOX.ground.road_hexes))
    assert Table("T3 German move", f"g: G-26-a at {off}", assets=traffic).cost("g", "1109") == "1"
    assert Table("T3 Allied move", "u: A-28-110 at 1009", assets=greif).cost("u", "1109") == "2"  # by 1008 too
    company = Table("T3 Allied move", "u: A-28-110 at 1009; x: A-28-109 at 1009", assets=greif)
    assert company.cost("u", "1109") == "1"  # as motorized with company it pays the ground, not the road


@pytest.mark.rule("DW-10.4.1i", "DW-10.5a")
def test_trucks_in_company_pay_for_the_ground_on_roads_alone():
    t = Table("T4 Allied move", "u: A-28-110 at 2418; x: A-28-109 at 2418")
    assert t.cost("u", "2417") == "1"
    alone = Table("T4 Allied move", "u: A-28-110 at 2717")
    both = Table("T4 Allied move", "u: A-28-110 at 2717; x: A-28-109 at 2717")
    assert alone.cost("u", "2615") == "1"
    assert both.cost("u", "2615") in ("2", "3")  # on foot: by road through the forest
    assert "2412" in alone.reach("u")
    assert "2412" not in both.reach("u")


# ---- 12.6 the end of a ride ----------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.6f", "DW-12.6c")
def test_a_ride_ends_next_to_an_enemy_zone_or_not():
    free, watched = trucked("g: G-26-a at 2717"), trucked("g: G-26-a at 2717; A-DELAY at 2616")
    assert free.cost("g", "2515") == "1½"
    assert watched.cost("g", "2615") == "2"  # the road's first hex, 2716, is next to the Delay asset: on foot from 2717
    assert watched.cost("g", "2515") == "3"
    assert "2412" in free.reach("g")
    halting = trucked("g: G-26-a at 2717; A-DELAY at 2615")
    halted(halting, "g", "2716")
    assert halting.g.trucks == NOBODY
    assert halting.offers("hex")
    assert not any("½" in price(halting, number) for number in halting.offers("hex"))  # on foot from here
    watched.move("g", "2716")
    assert watched.g.trucks == NOBODY


# ---- 7.3 the 150th Brigade ------------------------------------------------------------------------------------

POSTS = "; ".join(f"Allied infantry at 14{row:02}" for row in range(3, 31, 3))


@pytest.mark.rule("DW-7.3e")
def test_the_150th_may_end_in_a_second_zone():
    t = Table("T1 German move", f"b: G-150 at 1311; {POSTS}")
    assert t.cost("b", "1511") == "2"
    assert t.cost("b", "1510") == "3"
    assert "1510" in t.zone(t.g.side.enemy)
    t.move("b", "1510")
    assert t.g.slipped
    assert t.where("b") == "1510"


@pytest.mark.rule("DW-7.3e", "DW-7.3d")
def test_the_150th_may_slip_when_it_began_in_a_zone():
    units = "b: {} at 2014; " + "; ".join(f"Allied infantry at {n}" for n in ("1714", "1616", "2015", "2317"))
    t = Table("T1 German move", units.format("G-150"))
    zone = t.zone(t.g.side.enemy)
    assert "2014" in zone
    assert way(t, "b", "2215") == ["2014", "1914", "2013", "2114", "2115", "2215"]
    assert "2115" in zone
    assert "2215" not in zone
    assert "2215" not in Table("T4 German move", units.format("G-150")).reach("b")
    assert "2215" not in Table("T1 German move", units.format("G-2Pz-a")).reach("b")
    t.move("b", "2215")
    assert t.g.slipped


@pytest.mark.rule("DW-7.3d")
def test_a_slip_costs_what_the_step_costs():
    t = Table("T2 German move", "b: G-150 at 1410; d: Allied infantry at 1411; e: Allied infantry at 1409")
    assert t.cost("b", "1310") == "1"


@pytest.mark.rule("DW-7.3e")
def test_the_150th_may_halt_in_the_zone_it_slips_through():
    t = Table("T1 German move", f"b: G-150 at 1311; {POSTS}")
    halted(t, "b", "1410")
    assert not t.g.slipped
    assert t.refused("stop") == ""
    t.do("hex", "1511")
    assert t.g.slipped


# ---- why not -------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.2b", "DW-10.2c")
def test_a_refused_neighbour_names_river_and_ground():
    assert Table("T4 German move", "g: G-26-a at 0908").why_move("g", "0907") == "DW-10.2b"
    assert Table("T4 German move", "p: G-2Pz-a at 1415").why_move("p", "1315") in ("", "DW-10.2c")
    t = Table("T4 German move", "p: G-2Pz-a at 2521")
    t.do("unit", "p")
    reason = t.why("hex", "2520")
    assert reason is not None
    assert (reason.rule, "road only" in reason.text) == ("DW-10.2c", True)
    river = Table("T4 German move", "g: G-26-a at 0908")
    river.do("unit", "g")
    assert "river" in river.why("hex", "0907").text


@pytest.mark.rule("DW-10.2a", "DW-7.3a")
def test_a_refused_hex_names_what_it_costs_and_what_is_left():
    t = Table("T4 German move", "g: G-26-a at 2417; d: A-28-109 at 0710")
    halted(t, "g", "2217")
    reason = t.why("hex", "2216")
    assert reason is not None
    assert (reason.rule, "costs 26 VG KG a 2 MP, and 1 are left" in reason.text) == ("DW-10.2a", True)
    far = Table("T4 German move", "g: G-26-a at 1410; d: A-28-109 at 0710")
    far.do("unit", "g")
    assert "MP" in far.why("hex", "2418").text
    wall = "; ".join(f"Allied infantry at 14{row:02}" for row in range(2, 31, 3))
    held = Table("T4 German move", f"g: G-26-a at 1310; {wall}")
    held.do("unit", "g")
    assert held.refused("hex", "1510") in ("DW-7.3a", "DW-10.2a")


@pytest.mark.rule("DW-10.4.1f")
def test_company_bars_the_road_through_the_forest():
    t = Table("T4 German move", "p: G-2Pz-a at 1315; x: G-26-a at 1315", blown=[])
    assert t.why_move("p", "1214") == "DW-10.4.1f"


@pytest.mark.rule("DW-10.6.3a", "DW-10.6.3b")
def test_ouren_is_closed_to_armor_on_turn_1_only():
    units = "p: G-116-a at 3315; x: G-560-a at 3315"
    assert Table("T1 German move", units).why_move("p", "3215") == "DW-10.6.3a"
    assert Table("T1 German move", "p: G-116-a at 3315").cost("p", "3215") != "½"  # by another bridge
    for turn in (2, 3):
        assert Table(f"T{turn} German move", units).why_move("p", "3215") == ""
        assert Table(f"T{turn} German move", "p: G-116-a at 3315").cost("p", "3215") == "½"
    mech = Table("T1 German move", "m: G-3PG-8 at 3315")
    assert mech.cost("m", "3215") == "½"


@pytest.mark.rule("DW-10.2a")
def test_what_is_left_is_told_after_a_halt():
    t = Table("T4 Allied move", "u: A-28-110 at 2320; g: G-26-a at 3909")
    halted(t, "u", "2319")
    reason = t.why("hex", "2115")
    assert (reason.rule, reason.text.split(" costs ")[1]) == ("DW-10.2a", "28 Inf 110 6 MP, and 2 are left")


@pytest.mark.rule("DW-10.5a", "DW-10.4.1i")
def test_trucks_in_company_keep_to_the_road():
    t = Table("T5 Allied move", "u: A-28-110 at 1009; x: A-28-109 at 1009")
    road = BOX.ground.road_hexes
    on_foot = {number for number in t.reach("u") if not road >> t.hex(number) & 1}
    assert "1410" not in t.reach("u")
    assert on_foot  # where it goes off the road it goes on foot
    assert max(float(t.cost("u", number).replace("½", ".5")) for number in on_foot) <= 3


@pytest.mark.rule("DW-10.2.1b", "DW-10.6.4e")
def test_the_first_way_over_the_meuse_can_be_named_and_later_ones_matter_no_more():
    t = Table("T4 German move", "p: G-2Pz-a at 0321")
    t.do("unit", "p")
    assert "0121" in t.offers("via")
    later = Table("T4 German move", "p: G-2Pz-a at 0321", columns={"meuse": 1})
    later.do("unit", "p")
    assert "0121" not in later.offers("via")
    assert later.refused("via", "0121") == ""
