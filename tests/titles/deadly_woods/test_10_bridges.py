"""10.6 Bridges: blown by Engineers, rebuilt by crossing, and the weak one at Ouren."""

import csv
import itertools

import pytest

from ardennes.titles.deadly_woods import TITLE, TheDeadlyWoods
from ardennes.titles.deadly_woods.box.numbers import DATA
from ardennes.titles.deadly_woods.events import BridgeBuilt
from tests.titles.deadly_woods.table import Table

#: Bridges of the 7th Army area that lie open in the south, and one of the 5th.
SOUTH, SOUTH_TOO, NORTH = "1827/1927", "1329/1429", "1315/1316"


@pytest.mark.rule("DW-10.6b")
def test_a_road_bridge():
    alone = Table("T4 German move", "p: G-2Pz-a at 1315; g: G-26-a at 1415", blown=[])
    assert alone.cost("p", "1316") == "½"
    stacked = Table("T4 German move", "p: G-2Pz-a at 1315; g: G-26-a at 1315", blown=[])
    assert stacked.cost("p", "1316") == "3"
    assert stacked.cost("g", "1316") == "1"


@pytest.mark.rule("DW-10.6c")
def test_a_bridge_without_a_road(tmp_path):
    """The map has none, so a data pack takes the road off one."""
    with (DATA / "map_roads.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (tmp_path / "map_roads.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            path = row["path"].split()
            crosses = any({a, b} == {"1315", "1316"} for a, b in itertools.pairwise(path))
            if not crosses:
                writer.writerow(row)
    title = TheDeadlyWoods()
    title.pack = tmp_path
    t = Table("T4 German move", "p: G-2Pz-a at 1315; g: G-26-a at 1416", blown=[], title=title)
    assert t.cost("p", "1316") == "3"
    foot = Table("T4 German move", "g: G-26-a at 1315", blown=[], title=title)
    assert foot.cost("g", "1316") == "1"
    assert title is not TITLE


# ---- 10.6.1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.6.1a", "DW-10.6.1c", "DW-12.4.3")
def test_engineers_blow_one_bridge_in_reach_next_to_a_unit():
    near = {"A-ENG-VIII-1": "1312"}
    t = Table("T4 Allied move", "u: A-28-110 at 1315", blown=[], assets=near)
    t.do("asset", "A-ENG-VIII-1")
    assert NORTH in t.offers("bridge")
    t.do("bridge", NORTH)
    assert NORTH in t.blown()
    assert t.refused("asset", "A-ENG-VIII-1") == "DW-10.6.1c"
    far = Table("T4 Allied move", "u: A-28-110 at 1315", blown=[], assets={"A-ENG-VIII-1": "1311"})
    assert far.refused("asset", "A-ENG-VIII-1") == "DW-10.6.1a"
    nobody = Table("T4 Allied move", "u: A-28-110 at 1312", blown=[], assets=near)
    assert nobody.refused("asset", "A-ENG-VIII-1") == "DW-10.6.1a"
    delay = Table("T4 Allied move", "A-DELAY at 1316; u: A-28-110 at 0911", blown=[], assets=near)
    assert delay.refused("asset", "A-ENG-VIII-1") == ""


@pytest.mark.rule("DW-10.6.1b")
@pytest.mark.parametrize("kind", ["combat", "second_reaction", "reinforcement", "patton", "monty_move"])
def test_in_allied_move_rounds_only(kind):
    turn = 1 if kind == "second_reaction" else 6
    units = "u: A-26-101 at 1315; c: A-7Arm-A at 1010; b: A-2Arm-A at 1009; g: G-26-a at 3808"
    more = {"activated": ["c"]} if kind == "reinforcement" else {}
    t = Table(f"T{turn} Allied {kind}", units, blown=[], assets={"A-ENG-III-1": "1312"}, **more)
    assert t.step == "Movement"
    assert t.refused("asset", "A-ENG-III-1") in ("DW-10.6.1b", "DW-10.6.1a")
    assert "asset" not in t.g.choices()


# ---- 10.6.2 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.6.2a", "DW-10.6.2d")
def test_crossing_rebuilds():
    units = "u: A-28-110 at 1315; v: A-7Arm-A at 1214; w: A-26-101 at 1827; x: A-4Arm-A at 1329"
    t = Table("T4 Allied move", units, blown=[NORTH, SOUTH, SOUTH_TOO])
    t.move("u", "1316")
    assert NORTH not in t.blown()
    assert t.told(BridgeBuilt)
    assert t.cost("v", "1315") == "½"
    assert "1317" in t.reach("v") or t.cost("v", "1316")  # over the bridge that stands again
    t.move("w", "1927")
    t.move("x", "1429")
    assert t.blown() == set()


@pytest.mark.rule("DW-10.6.2b", "DW-10.6.2c", "DW-10.6.2e")
def test_the_germans_rebuild_one_in_each_army_area_a_turn():
    units = "a: G-26-a at 1827; b: G-26-b at 1329; c: G-18-a at 1315"
    t = Table("T4 German move", units, blown=[NORTH, SOUTH, SOUTH_TOO])
    t.move("a", "1927")
    assert t.g.built == 0b100
    assert t.cost("b", "1429") == "2"
    t.move("b", "1429")
    assert t.blown() == {NORTH, SOUTH_TOO}
    t.move("c", "1316")
    assert t.blown() == {SOUTH_TOO}
    assert t.g.built == 0b110


@pytest.mark.rule("DW-10.6.2e")
def test_a_bridge_counts_in_the_area_of_the_hex_entered():
    t = Table("T4 German move", "g: G-26-a at 3418; h: G-5FJ-13 at 3419")
    bridge = next(b for b in t.box.map.bridges if t.box.army_of(b.cell) != t.box.army_of(b.other))
    word = t.game.title.word(t.game, "bridge", bridge.number)
    for start, end in ((bridge.cell, bridge.other), (bridge.other, bridge.cell)):
        crossing = Table("T4 German move", f"g: G-26-a at {t.box.grid.number(start)}", blown=[word])
        crossing.move("g", t.box.grid.number(end))
        assert crossing.g.built == 1 << t.box.army_of(end)


# ---- 10.6.3 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.6.3a", "DW-10.6.3b")
def test_no_armor_over_the_bridge_at_ouren_on_turn_1():
    t = Table("T1 German move", "p: G-116-a at 3315; g: G-560-a at 3315")
    assert "3215" not in t.reach("p")
    assert "3215" in t.reach("g")
    assert "3215" in Table("T2 German move", "p: G-116-a at 3315").reach("p")
