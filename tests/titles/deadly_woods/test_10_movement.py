"""10.0 Movement: costs, roads, trucks, emergency withdrawal."""

import pytest

from ardennes.titles.deadly_woods.rules import paths
from tests.titles.deadly_woods.table import Table


def road(t: Table, name: str) -> int:
    """The most road hexes a unit covers."""
    unit = t.unit(name)
    found = paths.reachable(t.g.copy(), unit)
    return max(len(found.path(cell)) - 1 for cell in range(t.box.grid.size) if found.board >> cell & 1)


# ---- 10.1, 10.2 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.1a", "DW-12.7c", "DW-12.9.1c1")
def test_units_without_an_allowance_do_not_move():
    t = Table("T4 German move", "v: G-VdH at 1410; g: G-26-a at 1411")
    assert t.refused("unit", "v") == "DW-10.1a"
    allied = Table("T4 Allied move", "A-DELAY at 1410; u: A-28-110 at 1411")
    assert allied.refused("unit", "A-DELAY") == "DW-10.1a"
    other = Table("T4 Allied patton", "u: A-28-110 at 1410; v: A-26-101 at 1411")
    assert other.refused("unit", "u") == "DW-14.9b"


@pytest.mark.rule("DW-10.1b", "DW-10.2b", "DW-10.2c")
def test_terrain_costs():
    foot = Table("T4 German move", "g: G-26-a at 2416; h: G-26-b at 2417")
    assert foot.cost("g", "2417") == "1"  # clear
    assert foot.cost("h", "2416") == "2"  # woods
    assert foot.cost("g", "2517") == "1"  # light woods
    rough = Table("T4 German move", "g: G-26-a at 2415; p: G-2Pz-a at 2416; q: G-2Pz-b at 2315")
    assert rough.cost("p", "2415") == "3"
    assert rough.cost("p", "2417") == "1"
    assert Table("T4 German move", "p: G-2Pz-a at 2417").cost("p", "2416") == "3"
    assert Table("T4 German move", "p: G-2Pz-a at 2417").cost("p", "2517") == "2"
    assert Table("T4 German move", "p: G-2Pz-a at 2521").reach("p") & {"2520"} == set()  # forest off the road
    assert Table("T4 German move", "g: G-26-a at 2521").cost("g", "2520") == "2"


@pytest.mark.rule("DW-10.2b", "DW-10.2c")
def test_rivers_without_a_bridge():
    t = Table("T4 German move", "g: G-26-a at 1315; p: G-2Pz-a at 1415")
    assert t.cost("g", "1215") == "2"  # a minor river costs infantry one more

    meuse = Table("T4 German move", "g: G-26-a at 0908; p: G-2Pz-a at 1007")
    assert "0907" not in meuse.reach("g")


@pytest.mark.rule("DW-10.2d")
def test_villages_cost_what_the_hex_costs():
    t = Table("T4 German move", "p: G-2Pz-a at 2316")
    assert t.cost("p", "2317") == "3"  # Bertogne in woods, entered off the road
    assert Table("T4 German move", "p: G-2Pz-a at 2417; x: G-26-a at 2417").cost("p", "2418") == "1"


@pytest.mark.rule("DW-10.2a", "DW-10.6.1h", "DW-10.4c")
def test_a_destroyed_bridge_is_crossed_at_a_price():
    t = Table("T4 German move", "g: G-26-a at 1315; p: G-2Pz-a at 1414", blown=["1315/1316"])
    assert t.cost("g", "1316") == "2"
    assert Table("T4 German move", "p: G-2Pz-a at 1315", blown=["1315/1316"]).cost("p", "1316") == "4"
    assert Table("T4 German move", "p: G-2Pz-a at 1315", blown=[]).cost("p", "1316") == "½"
    assert Table("T4 German move", "g: G-26-a at 1315", blown=[]).cost("g", "1316") == "1"


@pytest.mark.rule("DW-10.2e")
def test_allowances():
    t = Table("T4 Allied move", "u: A-28-110 at 1410; c: A-7Arm-A at 1411; h: G-506 at 3709; p: G-2Pz-a at 3808")
    face = t.g.face
    assert face(t.unit("u")).movement == 3
    assert face(t.unit("c")).movement == 6
    assert face(t.unit("h")).movement == 5
    assert face(t.unit("p")).movement == 6
    assert face(t.box.vdh).movement == face(t.box.delay).movement == 0


@pytest.mark.rule("DW-10.2.1a", "DW-10.2.1b", "DW-10.2.1d")
def test_points_are_not_saved_and_need_not_be_spent():
    t = Table("T4 Allied move", "u: A-28-110 at 1410; g: G-26-a at 3709")
    t.move("u", "1510")
    assert t.refused("unit", "u") == "DW-10.2.1d"
    again = Table("T4 Allied move", "u: A-28-110 at 1510")
    assert "1810" not in again.reach("u")
    assert again.cost("u", "1710") == "2"


# ---- 10.4 roads --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.4a", "DW-10.4d")
def test_infantry_on_roads():
    t = Table("T4 German move", "g: G-26-a at 2717; h: G-26-b at 2717")
    assert t.cost("g", "2515") == "3"  # 2716 is forest: one point each along the road, stacked or not
    off = Table("T4 German move", "g: G-26-a at 1410")
    assert off.cost("g", "1209") == "2"  # to 1310 across country, on along the road


@pytest.mark.rule("DW-10.4b", "DW-10.5f", "DW-10.5a")
def test_the_half_point_rate():
    assert road(Table("T4 German move", "p: G-2Pz-a at 1009"), "p") == 12
    assert road(Table("T4 Allied move", "u: A-28-110 at 1009"), "u") == 12
    marked = Table("T4 German move", "g: G-26-a at 1009; h: G-26-b at 1613")
    marked.g.trucks = marked.unit("g")
    assert road(marked, "g") == 12
    assert road(marked, "h") == 3


@pytest.mark.rule("DW-10.4.1a")
def test_the_rate_is_for_units_alone():
    t = Table("T4 Allied move", "a: A-7Arm-A at 1409; b: A-7Arm-B at 1409")
    assert t.cost("a", "1310") == "1"
    t.move("a", "1408")
    assert t.cost("b", "1310") == "½"


@pytest.mark.rule("DW-10.4.1b", "DW-14.8c")
def test_entering_units_may_use_it_stacked():
    units = "; ".join(f"{n}: A-2Arm-{n.upper()} at 1409" for n in "abr")
    t = Table("T4 Allied reinforcement", f"{units}; x: A-1-16 at 1409", activated=["a", "b", "r"])
    for name in "abr":
        assert t.cost(name, "1310") == "½"
    assert t.refused("unit", "x") == "DW-14.8g1"


@pytest.mark.rule("DW-10.4.1c", "DW-10.4.1f")
def test_who_leaves_the_road_has_left_it():
    t = Table("T4 German move", "p: G-2Pz-a at 1009")
    # four road hexes to 1310 (1109, 1208, 1209, 1310), one clear hex off it, and road hexes there at their terrain
    assert t.cost("p", "1310") == "2"
    assert t.cost("p", "1410") == "3"
    left = Table("T4 German move", "p: G-2Pz-a at 1311; x: G-26-a at 1311")  # not alone: no rate at all
    assert left.cost("p", "1310") == "1"
    assert left.cost("p", "1209") == "2"
    bridge = Table("T4 German move", "p: G-2Pz-a at 1315; x: G-26-a at 1315", blown=[])
    assert bridge.cost("p", "1316") == "3"
    forest = Table("T4 German move", "p: G-2Pz-a at 1315; x: G-26-a at 1315", blown=[])
    assert "1214" not in forest.reach("p")  # a road leads there, but it is forest
    assert "1214" in Table("T4 German move", "p: G-2Pz-a at 1315").reach("p")


@pytest.mark.rule("DW-10.4.1d")
def test_crossing_a_destroyed_bridge_is_leaving_the_road():
    t = Table("T4 German move", "p: G-2Pz-a at 1414", blown=["1315/1316"])
    assert t.cost("p", "1315") == "½"
    assert t.cost("p", "1316") == "4½"


@pytest.mark.rule("DW-10.4.1e")
def test_meeting_a_friend_is_leaving_the_road():
    t = Table("T4 German move", "p: G-2Pz-a at 1009; x: G-26-a at 1208")
    assert t.cost("p", "1109") == "½"
    assert t.cost("p", "1208") == "1½"
    free = Table("T4 German move", "p: G-2Pz-a at 1009")
    assert free.cost("p", "1208") == "1"


@pytest.mark.rule("DW-10.4.1g")
def test_engineers_are_no_company():
    t = Table("T4 Allied move", "c: A-7Arm-A at 1009", assets={"A-ENG-VIII-1": "1109"})
    assert t.cost("c", "1109") == "½"
    assert t.cost("c", "1208") == "1"


@pytest.mark.rule("DW-10.4.1h")
def test_a_unit_that_began_off_the_road_may_take_the_rate():
    t = Table("T4 German move", "p: G-2Pz-a at 1410")
    assert t.cost("p", "1310") == "1"
    assert t.cost("p", "1209") == "1½"
    assert t.cost("p", "1208") == "2"
    stacked = Table("T4 German move", "p: G-2Pz-a at 1410; x: G-26-a at 1410")
    assert stacked.cost("p", "1208") == "3"
    met = Table("T4 German move", "p: G-2Pz-a at 1410; x: G-26-a at 1310")  # not from a road hex with a friend in it
    assert met.cost("p", "1209") == "2"


# ---- 10.5 trucks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.5a", "DW-10.5b", "DW-10.5e", "DW-12.6d")
def test_allied_infantry_rides_from_a_road_and_on_roads_only():
    t = Table("T4 Allied move", "u: A-28-110 at 1409")
    assert t.cost("u", "1009") == "2½"  # five road hexes
    assert "1410" in t.reach("u")  # on foot it may leave the road
    assert "1412" in t.reach("u")
    assert "1412" not in Table("T4 Allied move", "u: A-28-110 at 1009").reach("u")
    off = Table("T4 Allied move", "u: A-28-110 at 1410")
    assert "1009" not in off.reach("u")


@pytest.mark.rule("DW-10.5c", "DW-10.5d")
def test_german_infantry_rides_only_as_it_enters():
    t = Table("T4 German reinforcement", "g: G-79-a at 4219", activated=["g"])
    assert road(t, "g") == 12
    later = Table("T4 German move", "g: G-79-a at 4219")
    assert road(later, "g") == 3


# ---- 10.3 emergency withdrawal -----------------------------------------------------------------------------------

PINNED = "u: A-28-110 at 1410; a: G-26-a at 1311; b: G-26-b at 1509"


@pytest.mark.rule("DW-10.3a", "DW-10.3g")
def test_only_who_is_held_by_zones_withdraws():
    t = Table(
        "T4 Allied move",
        "u: A-28-110 at 1410; k: A-28-109 at 1510; a: G-26-a at 1409; b: G-26-b at 1411; c: G-18-a at 1312",
    )
    t.do("unit", "u")
    assert t.offers("hex") == set()
    assert t.offers("door") == {"1510"}
    free = Table("T4 Allied move", "u: A-28-110 at 1410; k: A-28-109 at 1510; a: G-26-a at 1409")
    free.do("unit", "u")
    assert free.refused("door", "1510") == "DW-10.3a"


WITHDRAWAL = "u: {mover} at 1410; k: A-28-109 at 1510{mark}; a: G-26-a at 1409; b: G-26-b at 1411"


@pytest.mark.rule("DW-10.3b", "DW-10.3e")
def test_the_door_is_held_by_a_supplied_unit_that_stays():
    t = Table("T4 Allied move", WITHDRAWAL.format(mover="A-28-110", mark=""))
    t.do("unit", "u")
    t.do("door", "1510")
    assert "1610" in t.offers("hex")
    t.do("hex", "1610")
    assert t.where("u") == "1610"
    assert t.refused("unit", "k") == "DW-10.3e"
    moved = Table("T4 Allied move", WITHDRAWAL.format(mover="A-28-110", mark=", moved"))
    moved.do("unit", "u")
    assert moved.refused("door", "1510") == "DW-10.3e"
    empty = Table(
        "T4 Allied move",
        "u: A-28-110 at 1410; a: G-26-a at 1409; b: G-26-b at 1411; k: A-28-109 at 1010",
        assets={"A-ENG-VIII-1": "1510"},
    )
    assert empty.refused("unit", "u") == "DW-7.3b"


@pytest.mark.rule("DW-10.3b", "DW-10.3c")
def test_the_second_hex_is_supplied_and_away_from_the_enemy():
    t = Table("T4 Allied move", WITHDRAWAL.format(mover="A-28-110", mark=""))
    t.do("unit", "u")
    t.do("door", "1510")
    assert "1509" not in t.offers("hex")  # next to the enemy in 1409
    assert t.refused("hex", "1509") == "DW-10.3c"
    assert t.refused("hex", "1810") == "DW-10.3a"  # not next to the door
    hungry = Table(
        "T4 German move", "u: G-26-a at 1410; k: G-26-b at 1510, hungry; a: A-28-110 at 1409; b: A-28-109 at 1411"
    )
    hungry.do("unit", "u")
    assert hungry.refused("door", "1510") == "DW-10.3b"


@pytest.mark.rule("DW-10.3c", "DW-12.4.4a")
def test_nobody_withdraws_into_the_hex_of_enemy_engineers():
    units = "u: G-18-a at 1410; k: G-12-a at 1510; a: A-28-109 at 1409; b: A-28-112 at 1411"
    for place, rule in (("1610", "DW-12.4.4a"), ("1810", "")):
        t = Table("T4 German move", units, assets={"A-ENG-VIII-1": place})
        t.do("unit", "u")
        t.do("door", "1510")
        assert t.refused("hex", "1610") == rule


@pytest.mark.rule("DW-10.3d")
def test_of_terrain_it_could_enter():
    units = "u: {} at 2519; k: A-9AD-B at 2520; a: G-26-a at 2418; b: G-26-b at 2619; c: G-18-a at 2718"
    armor = Table("T4 Allied move", units.format("A-9AD-A"))
    armor.do("unit", "u")
    assert "2520" not in armor.offers("door")  # forest without a road
    assert armor.refused("door", "2520") == "DW-10.3d"


@pytest.mark.rule("DW-10.3f")
def test_not_with_armors_one_hex():
    t = Table("T4 Allied combat", "u: A-7Arm-A at 1410; k: A-28-109 at 1510; a: G-26-a at 1409; b: G-26-b at 1411")
    assert t.step == "AttackPhase"  # armor next to the enemy has no step at all
