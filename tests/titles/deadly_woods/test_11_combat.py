"""11.1, 11.2 Who attacks whom; 11.3 odds, shifts and the die."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.deadly_woods.box.tables import LADDER
from ardennes.titles.deadly_woods.events import Fought, MeuseCrossed, StepLost
from ardennes.titles.deadly_woods.rules.retreat import routes
from tests.titles.deadly_woods.battle import column, declare, fight, odds, shifts
from tests.titles.deadly_woods.table import Table

#: Two German regiments of one division east of 1411, an American one of two in it.
PLAIN = "a: G-26-a at 1511; b: G-26-b at 1512; d: A-28-110 at 1411; e: A-28-109 at 1209"


def plain(more: str = "", when: str = "T4 German combat", **kwargs: object) -> Table:
    return Table(when, PLAIN + ("; " + more if more else ""), **kwargs)


# ---- 11.1, 11.2 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.1a", "DW-11.1d", "DW-11.1g", "DW-7.3k")
def test_one_hex_is_attacked_from_one_or_more():
    t = plain("c: G-18-a at 1511")
    assert t.offers("hex") == {"1411"}
    assert t.refused("hex", "1209") == "DW-11.1a"  # nobody is next to it
    assert t.refused("hex", "1412") == "DW-11.1a"  # nobody is in it
    assert t.refused("done") == ""  # nobody has to attack
    t.do("hex", "1411")
    assert t.offers("unit") == {"a", "b", "c"}
    assert t.refused("hex", "1209") == "DW-11.1f"  # not a second hex in one attack
    assert t.refused("unit", "d") == "DW-11.1g"
    assert t.refused("attack") == ""
    for name in "abc":
        t.do("unit", name)
    assert t.refused("attack") == "DW-11.1a"
    t.do("unit", "a")
    t.do("back")
    assert t.step == "AttackPhase"
    assert not t.has("a", "attacked")


@pytest.mark.rule("DW-11.1d", "DW-11.1e")
def test_idle_units_take_no_part():
    t = plain("c: G-26-b at 1511")
    fight(t, "1411", "a", die=1)  # AL1
    assert t.g.lost[t.unit("a")] == 1  # the only attacker loses it
    assert t.g.lost[t.unit("c")] == t.g.lost[t.unit("b")] == 0
    two = plain()
    fight(two, "1411", "a", "b", die=1)
    assert two.step == "Losses"
    assert two.offers("unit") == {"a", "b"}
    assert two.refused("unit", "d") == "DW-11.1e"


@pytest.mark.rule("DW-14.4e1", "DW-14.4e2", "DW-14.5b2", "DW-14.9b", "DW-14.4f")
def test_who_attacks_in_a_round():
    pair = "p: G-2Pz-a at 1511; q: G-2Pz-b at 1512; i: G-26-a at 1511; d: A-28-110 at 1411; e: A-28-109 at 1209"
    for kind, rule in (("move", "DW-14.4e2"), ("fifth_panzer", "DW-14.5b2")):
        t = Table(f"T4 German {kind}", pair)
        t.end()
        t.do("hex", "1411")
        assert t.offers("unit") == {"p", "q"}
        assert t.refused("unit", "i") == rule
    patton = Table(
        "T6 Allied patton", "a: A-4Arm-A at 1411; b: A-26-101 at 1311; v: A-28-110 at 1412; g: G-26-a at 1511"
    )
    patton.move("b", "1410")
    patton.end()
    patton.do("hex", "1511")
    assert patton.offers("unit") == {"a", "b"}  # infantry too, and after a move


@pytest.mark.rule("DW-11.1b")
def test_all_units_of_the_hex_defend():
    t = plain("f: A-28-112 at 1411; c: A-9AD-A at 1411")
    assert odds(t, "1411", "a").defense == 12
    fight(t, "1411", "a", "b", die=5)
    assert all(t.has(name, "defended") for name in "dfc")


@pytest.mark.rule("DW-11.1c")
def test_hexsides_units_are_barred_from():
    # The Ourthe between 1810 and 1811 has no bridge.
    units = "p: G-2Pz-a at 1811; i: G-26-a at 1811; d: A-28-110 at 1810; e: A-28-109 at 1809"
    t = Table("T4 German combat", units)
    t.do("hex", "1810")
    assert t.offers("unit") == {"i"}
    assert t.refused("unit", "p") == "DW-11.1c"


@pytest.mark.rule("DW-11.1f")
def test_one_attack_is_finished_before_the_next():
    t = plain("c: G-18-a at 1310; d2: A-4-12 at 1210")
    fight(t, "1411", "a", "b", die=6)  # 2-1, DR*
    assert t.step == "Retreat"
    assert t.refused("hex", "1210").startswith("DW-11.4")
    assert t.g.side is Side.ALLIED


@pytest.mark.rule("DW-11.2a", "DW-11.2d")
def test_no_strength_no_attack():
    t = Table("T4 Allied combat", "x: A-DELAY at 1409; a: A-14Cav at 1511; g: G-26-a at 1410")
    t.do("hex", "1410")
    assert t.refused("unit", "x") == "DW-11.2a"
    delay_alone = Table("T4 Allied combat", "x: A-DELAY at 1409; g: G-26-a at 1410")
    assert not delay_alone.g.stack or delay_alone.step != "AttackPhase"


@pytest.mark.rule("DW-11.2b", "DW-11.2d")
def test_a_unit_attacks_once_a_round():
    t = plain("x: A-14Cav at 1611")
    fight(t, "1411", "a", die=3)  # 1-1, AL1
    assert t.refused("hex", "1611") == ""  # b has not attacked
    t.do("hex", "1611")
    assert t.refused("unit", "a") == "DW-11.2b"


@pytest.mark.rule("DW-11.2c", "DW-11.2e")
def test_a_unit_is_attacked_once_a_round():
    t = plain("c: G-18-a at 1412")
    fight(t, "1411", "a", die=1)
    assert t.refused("hex", "1411") == "DW-11.2c"
    joined = plain("k: A-28-112 at 1411, defended; x: A-14Cav at 1611")
    assert joined.offers("hex") == {"1611"}
    assert joined.refused("hex", "1411") == "DW-11.2e"


@pytest.mark.rule("DW-8.3d")
def test_nobody_attacks_out_of_supply():
    t = plain("h: G-18-a at 1511, hungry; p: G-2Pz-a at 1512, hungry; m: G-FB at 1412, hungry")
    t.do("hex", "1411")
    assert t.offers("unit") == {"a", "b"}
    assert {t.refused("unit", name) for name in "hpm"} == {"DW-8.3d"}
    ring = "; ".join(f"r{n}: German armor at {n}" for n in ("1410", "1412", "1311", "1312", "1511", "1512"))
    allied = Table("T4 Allied combat", f"d: A-28-110 at 1411; c: A-9AD-A at 1411; {ring}; s: A-4-12 at 1310")
    assert not allied.supplied("d")
    assert allied.refused("hex", "1412") == "DW-8.3d"


@pytest.mark.rule("DW-8.1d")
def test_germans_cut_off_after_the_check_still_attack():
    t = plain("x: A-4-8 at 1611; y: A-4-12 at 1613; z: A-4-22 at 1513")
    assert t.refused("hex", "1411") == ""


@pytest.mark.rule("DW-9.2d")
def test_attacks_cross_army_boundaries():
    t = Table("T1 German combat", "a: G-5FJ-13 at 2221; b: G-5FJ-15 at 2221; d: A-28-110 at 2220")
    assert (t.box.army_of(t.hex("2221")), t.box.army_of(t.hex("2220"))) == (2, 1)
    assert t.refused("hex", "2220") == ""


@pytest.mark.rule("DW-10.6.3c1", "DW-10.6.3c2")
def test_armor_attacks_over_the_ouren_bridge_but_does_not_cross():
    t = Table("T1 German combat", "p: G-116-a at 3315; q: G-116-b at 3315; d: A-28-112 at 3215, reduced", blown=[])
    fight(t, "3215", "p", "q", die=6)
    if t.step == "Exchange":
        t.do("keep")
    while t.step in ("Losses", "Retreat"):
        verb = "unit" if t.step == "Losses" else "hex"
        t.do(verb, t.g.choices()[verb][0])
    assert not t.g.units_at(t.hex("3215"))
    assert t.step != "Advance"


@pytest.mark.rule("DW-10.6.3c3")
@pytest.mark.parametrize(("turn", "over"), [(1, False), (2, True)])
def test_no_armor_retreats_over_the_ouren_bridge_on_turn_1(turn, over):
    units = "p: G-116-a at 3215; a: A-28-112 at 3115; b: A-28-110 at 3116; c: A-28-109 at 3214"
    t = Table(f"T{turn} Allied combat", units, blown=[])
    bridge, door = t.hex("3315"), t.unit("p")
    assert any(path[1] == bridge for path in routes(t.g, door).ways.values()) is over


@pytest.mark.rule("DW-10.6.4e")
def test_an_attack_over_the_meuse_frees_what_waits_behind_it():
    t = Table("T4 German combat", "a: G-26-a at 0812; b: G-26-b at 0812; d: A-29AB at 0712", blown=[])
    assert not t.g.meuse
    declare(t, "0712", "a", "b", die=1)
    assert t.g.meuse
    assert t.told(MeuseCrossed)


# ---- 11.2.1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.2.1a")
def test_defenders_far_from_their_division():
    t = Table("T4 German combat", "a: G-26-a at 1511; b: G-26-b at 1512; d: A-28-110 at 1411; e: A-4-12 at 1411")
    assert shifts(t, "1411", "a") == {"DW-11.2.1a": 1}  # once for two of them
    near = plain()
    assert shifts(near, "1411", "a") == {}
    near.g.put(near.unit("e"), near.hex("1208"))
    assert shifts(near, "1411", "a") == {"DW-11.2.1a": 1}


@pytest.mark.rule("DW-11.2.1b")
def test_germans_defend_alone():
    t = Table("T4 Allied combat", "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511")
    assert shifts(t, "1511", "a", "b") == {}


@pytest.mark.rule("DW-11.2.1c", "DW-11.2.1d")
def test_attackers_far_from_their_division():
    t = plain("c: G-18-a at 1512; f: G-18-b at 1814")
    assert shifts(t, "1411", "a", "b", "c") == {"DW-11.2.1c": -1}
    t.g.put(t.unit("f"), t.hex("1813"))
    assert shifts(t, "1411", "a", "b", "c") == {}  # three hexes away
    t.g.eliminate(t.unit("f"), "DW-11.3.3b")
    assert shifts(t, "1411", "a", "b", "c") == {"DW-11.2.1c": -1}
    t.g.eliminate(t.unit("a"), "DW-11.3.3b")
    assert shifts(t, "1411", "b", "c") == {"DW-11.2.1c": -1}  # not twice
    allied = Table("T4 Allied combat", "a: A-28-110 at 1411; g: G-26-a at 1511")
    assert shifts(allied, "1511", "a") == {"DW-11.2.1c": -1}


@pytest.mark.rule("DW-11.2.1e")
def test_units_outside_divisions():
    for unit in ("G-301", "G-506", "G-VdH", "G-150", "G-FG", "G-FB"):
        t = Table("T4 German combat", f"x: {unit} at 1511; d: A-DELAY at 1412; e: A-14Cav at 1411")
        assert not {"DW-11.2.1a", "DW-11.2.1c"} & set(shifts(t, "1411", "x"))
    for unit in ("A-29AB", "A-33AB", "A-517", "A-4Cav", "A-6Cav", "A-14Cav", "A-102Cav", "A-DELAY"):
        t = Table("T4 German combat", f"x: G-FB at 1511; d: {unit} at 1411")
        assert "DW-11.2.1a" not in shifts(t, "1411", "x")


# ---- 11.3.1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.3.1")
def test_the_order_of_announcements():
    t = plain()
    t.do("hex", "1411")
    t.do("attack")
    assert (t.step, t.g.side) == ("AttackerSupport", Side.GERMAN)
    assert t.refused("unit", "a") == "DW-11.3.1"  # attackers can no longer be changed
    assert t.refused("asset", "A-ART-VIII-1") == "DW-11.3.1"
    t.do("asset", "G-ART-5Pz-1")
    t.do("done")
    assert (t.step, t.g.side) == ("DefenderSupport", Side.ALLIED)
    assert t.refused("asset", "G-ART-5Pz-2") == "DW-11.3.1"
    assert t.g.stack[-1].attack.assets == (t.asset("G-ART-5Pz-1"),)
    t.do("asset", "A-ART-VIII-1", [2])
    assert t.told(Fought)[0].column == "2-1"  # 15 to 7


# ---- 11.3.2 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.3.2a", "DW-11.3.2b", "DW-11.3.2v")
def test_odds_round_in_the_defenders_favour():
    def name(attack: int, defense: int) -> str:
        found = LADDER.column(attack, defense)
        return LADDER.columns[found] if found >= 0 else "below"

    assert [name(*pair) for pair in ((19, 10), (9, 10), (4, 10), (33, 10))] == ["1-1", "1-2", "1-3", "3-1"]
    assert [name(*pair) for pair in ((7, 4), (4, 5), (4, 9), (4, 13))] == ["1-1", "1-2", "1-3", "below"]
    t = plain()
    assert (odds(t, "1411", "a", "b").attack, odds(t, "1411", "a", "b").defense) == (10, 4)
    assert column(t, "1411", "a", "b") == "2-1"


@pytest.mark.rule("DW-11.3.2c")
def test_below_the_table_nobody_rolls():
    units = "a: G-326-a at 1511, reduced; b: G-326-b at 1611; d: A-4-12 at 1411; e: A-9AD-A at 1411"
    t = Table("T4 German combat", units)
    found = odds(t, "1411", "a")
    assert (found.attack, found.defense, found.base, found.column) == (1, 8, -1, -1)
    assert sum(line.value for line in found.shifts) >= 0  # right shifts do not help
    fight(t, "1411", "a")  # no die
    assert t.told(Fought)[0].result == "AL1"
    assert t.where("a") == "eliminated"


@pytest.mark.rule("DW-11.3.2d", "DW-11.3.2g")
def test_above_the_table_counts_as_its_last_column():
    units = "a: G-2Pz-a at 1511; b: G-2Pz-b at 1512; c: G-26-a at 1512; h: G-26-b at 1611; d: A-14Cav at 1411"
    t = Table("T4 German combat", units)
    assert odds(t, "1411", "a", "b", "c").attack == 18  # to 2: 9-1
    assert shifts(t, "1411", "a", "b", "c") == {"DW-11.3.2q": 1}
    assert column(t, "1411", "a", "b", "c") == "6-1"
    t.g.put(t.unit("d"), t.hex("1508"))
    for name, cell in (("a", "1509"), ("b", "1609"), ("c", "1609")):
        t.g.put(t.unit(name), t.hex(cell))
    assert shifts(t, "1508", "a", "b", "c") == {"DW-11.3.2m": -1}
    assert column(t, "1508", "a", "b", "c") == "5-1"  # capped first, then shifted


@pytest.mark.rule("DW-11.3.2e", "DW-8.4b", "DW-8.1b")
def test_all_shifts_are_added_up():
    """3-1 against a regiment alone and cut off in forest: two to the right, one to the left, with Engineers two."""
    units = (
        "a: G-26-a at 1412; b: G-26-b at 1412; c: G-FB at 1213; d: A-28-110 at 1313; "
        "x: G-18-a at 1314; y: G-18-b at 1413"
    )
    t = Table("T4 German combat", units, assets={"A-ENG-VIII-1": "1310"})
    assert not t.supplied("d")
    assert odds(t, "1313", "a", "b", "c").base == LADDER.columns.index("4-1")
    assert shifts(t, "1313", "a", "b", "c") == {"DW-11.3.2l": -1, "DW-11.3.2s": 1, "DW-11.2.1a": 1}
    assert column(t, "1313", "a", "b", "c") == "5-1"
    assert column(t, "1313", "a", "b", "c", support=["A-ENG-VIII-1"]) == "4-1"


@pytest.mark.rule("DW-11.3.2f")
def test_shifted_off_the_left_end():
    units = "a: G-326-a at 1607; b: G-326-b at 1608; d: A-2-9 at 1507; e: A-2-38 at 1405"
    t = Table("T4 German combat", units, assets={"A-ENG-V-1": "1405"})
    assert column(t, "1507", "a") == "1-3"  # 3 to 5, rough
    assert column(t, "1507", "a", support=["A-ENG-V-1"]) == "AL1"


@pytest.mark.rule("DW-11.3.2h", "DW-12.9.1d")
def test_a_village_adds_one_to_the_hex():
    t = Table("T4 German combat", "a: G-26-a at 1510; d: A-28-110 at 1409; e: A-28-109 at 1409")
    assert odds(t, "1409", "a").defense == 9
    delay = Table("T4 German combat", "a: G-26-a at 1510; d: A-DELAY at 1409")
    assert odds(delay, "1409", "a").defense == 2


@pytest.mark.rule("DW-11.3.2i", "DW-11.3.2j", "DW-11.3.2k")
def test_the_westwall_doubles_german_infantry():
    """3706 is a village in light woods, 3605 forest, both in the Westwall."""
    at = "a: A-2-9 at 3606; b: A-2-38 at 3606"
    t = Table("T4 Allied combat", f"{at}; g: G-18-a at 3706")
    assert odds(t, "3706", "a", "b", support=["G-NEB-6Pz-2"]).defense >= 9
    assert odds(t, "3706", "a", "b", support=["G-ART-6Pz-2"]).defense == 2 * 4 + 1 + 4
    tanks = Table("T4 Allied combat", f"{at}; g: G-2Pz-a at 3706; m: G-FB at 3706")
    assert odds(tanks, "3706", "a", "b").defense == 5 + 6 + 1
    forest = Table("T4 Allied combat", f"{at}; g: G-18-a at 3605")
    assert odds(forest, "3605", "a", "b").defense == 8
    assert shifts(forest, "3605", "a", "b") == {"DW-11.3.2l": -1}
    german = Table("T4 German combat", "g: G-18-a at 3606; d: A-2-9 at 3706")
    assert odds(german, "3706", "g").defense == 6


@pytest.mark.rule("DW-11.3.2l", "DW-2.3.1b")
def test_infantry_in_town_woods_or_forest():
    def left(defenders: str, cell: str, at: str) -> int:
        units = f"a: G-26-a at {at}; b: G-26-b at {at}; {defenders}"
        return shifts(Table("T4 German combat", units), cell, "a", "b").get("DW-11.3.2l", 0)

    assert left("d: A-28-110 at 1407", "1407", "1507") == -1  # woods
    assert left("d: A-28-110 at 1313", "1313", "1412") == -1  # forest
    assert left("d: A-28-110 at 1613", "1613", "1712") == -1  # town
    assert left("d: A-9AD-A at 1407", "1407", "1507") == 0
    assert left("d: A-9AD-A at 1407; e: A-28-110 at 1407", "1407", "1507") == -1
    assert left("d: A-DELAY at 1613", "1613", "1712") == -1  # the Delay asset is infantry
    assert left("d: A-28-110 at 1411", "1411", "1511") == 0
    jump = Table("T4 Allied combat", "a: A-28-110 at 1507; g: G-VdH at 1407")
    assert shifts(jump, "1407", "a")["DW-11.3.2l"] == -1


@pytest.mark.rule("DW-11.3.2m")
def test_rough():
    t = Table("T4 German combat", "a: G-2Pz-a at 1608; b: G-2Pz-b at 1608; d: A-9AD-A at 1508; e: A-9AD-B at 1308")
    assert shifts(t, "1508", "a", "b") == {"DW-11.3.2m": -1}


@pytest.mark.rule("DW-11.3.2n", "DW-2.2b")
def test_all_attackers_across_a_river():
    units = "a: G-26-a at 1811; b: G-26-b at 1711; d: A-28-110 at 1810; e: A-28-109 at 1809"
    t = Table("T4 German combat", units)
    assert shifts(t, "1810", "a", "b")["DW-11.3.2n"] == -1
    t.g.put(t.unit("b"), t.hex("1910"))
    assert "DW-11.3.2n" not in shifts(t, "1810", "a", "b")
    meuse = Table("T4 German combat", "a: G-26-a at 0812; b: G-26-b at 0812; d: A-29AB at 0712", blown=[])
    assert shifts(meuse, "0712", "a", "b")["DW-11.3.2n"] == -1  # a major river, bridged


@pytest.mark.rule("DW-11.3.2o", "DW-11.3.2u")
def test_town_woods_and_forest_count_once_rough_and_river_besides():
    """Houffalize is a town in woods, Ettelbruck one in rough."""
    dry = Table("T4 German combat", "a: G-26-a at 2514; b: G-26-b at 2514; d: A-28-110 at 2515; e: A-28-109 at 2414")
    found = shifts(dry, "2515", "a", "b")
    assert found.pop("DW-11.3.2l") == -1
    assert not {"DW-11.3.2m"} & set(found)
    rough = Table("T4 German combat", "a: G-26-a at 3322; b: G-26-b at 3322; d: A-28-110 at 3222; e: A-28-109 at 3122")
    across = Table("T4 German combat", "a: G-26-a at 3323; b: G-26-b at 3323; d: A-28-110 at 3222; e: A-28-109 at 3122")
    assert shifts(across, "3222", "a", "b") == {"DW-11.3.2l": -1, "DW-11.3.2m": -1, "DW-11.3.2n": -1}
    assert {"DW-11.3.2l", "DW-11.3.2m"} <= set(shifts(rough, "3222", "a", "b"))


@pytest.mark.rule("DW-11.3.2p", "DW-8.3c1", "DW-8.3c2")
def test_armor_defends_in_the_open():
    units = (
        "a: G-26-a at 1510; b: G-26-b at 1510; p: G-2Pz-a at 1510; q: G-2Pz-b at 1610; "
        "d: A-14Cav at 1309; c: {} at 1409"
    )
    t = Table("T4 German combat", units.format("A-7Arm-A") + "; f: A-7Arm-B at 1308")
    assert shifts(t, "1409", "a", "b") == {"DW-11.3.2p": -1}  # a clear village
    assert shifts(t, "1409", "a", "b", "p") == {}
    town = Table("T4 German combat", "a: G-26-a at 1712; b: G-26-b at 1712; c: A-7Arm-A at 1613; f: A-7Arm-B at 1513")
    assert shifts(town, "1613", "a", "b") == {}
    third = Table("T4 Allied combat", "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-2Pz-a at 1511, third")
    assert shifts(third, "1511", "a", "b") == {}  # the third step is not armor
    hungry = Table("T4 Allied combat", "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-2Pz-a at 1511, hungry")
    assert shifts(hungry, "1511", "a", "b") == {"DW-11.3.2s": 1}


@pytest.mark.rule("DW-11.3.2q")
def test_armor_attacks_in_the_open():
    units = "p: G-2Pz-a at {0}; q: G-2Pz-b at {0}; d: {1} at {2}; e: {3} at {4}"

    def right(*words: str) -> int:
        t = Table("T4 German combat", units.format(*words), blown=[])
        return shifts(t, words[2], "p", "q").get("DW-11.3.2q", 0)

    assert right("1510", "A-28-110", "1409", "A-28-109", "1408") == 1
    assert right("1510", "A-7Arm-A", "1409", "A-7Arm-B", "1408") == 0  # armor defends
    assert right("1712", "A-28-110", "1613", "A-28-109", "1513") == 0  # a town
    assert right("1315", "A-28-110", "1316", "A-28-109", "1216") == 0  # over a bridge
    assert right("1608", "A-28-110", "1508", "A-28-109", "1408") == 0  # rough


@pytest.mark.rule("DW-11.3.2r")
def test_light_woods_are_neither_clear_nor_woods():
    t = Table("T4 German combat", "p: G-2Pz-a at 1714; q: G-2Pz-b at 1714; d: A-28-110 at 1715; e: A-28-109 at 1515")
    none = {"DW-11.3.2l", "DW-11.3.2m", "DW-11.3.2p", "DW-11.3.2q"}
    assert not none & set(shifts(t, "1715", "p", "q"))
    c = Table("T4 German combat", "a: G-26-a at 1714; b: G-26-b at 1714; d: A-7Arm-A at 1715; e: A-7Arm-B at 1515")
    assert not none & set(shifts(c, "1715", "a", "b"))


@pytest.mark.rule("DW-11.3.2s", "DW-8.4a")
def test_defenders_out_of_supply():
    t = Table(
        "T4 Allied combat", "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511, hungry; h: G-26-b at 1511"
    )
    assert shifts(t, "1511", "a", "b") == {"DW-11.3.2s": 1}
    ring = "; ".join(f"r{n}: G-{unit} at {n}" for n, unit in (("1310", "12SS-a"), ("1309", "12SS-b"), ("1410", "FB")))
    more = "; r1: G-FG at 1509; r2: G-150 at 1510; r3: G-506 at 1408"
    delay = Table("T4 German combat", f"d: A-DELAY at 1409; {ring}{more}")
    assert "DW-11.3.2s" not in shifts(delay, "1409", "r1")


@pytest.mark.rule("DW-11.3.2t", "DW-16.1b")
def test_peiper_on_turn_1():
    units = "a: G-1SS-Peiper at 3507; b: G-1SS-b at 3507; d: A-99-394 at 3508"
    assert odds(Table("T1 German combat", units), "3508", "a").modifier == 1
    assert odds(Table("T1 German combat", units), "3508", "b").modifier == 0
    assert odds(Table("T2 German combat", units), "3508", "a").modifier == 0
    assert odds(Table("T1 German combat", units, options={"plus_two": True}), "3508", "a").modifier == 0


# ---- 11.3.3 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.3.3a", "DW-11.3.2t")
def test_the_die_with_its_modifier():
    units = "a: G-1SS-Peiper at 3507; b: G-1SS-b at 3507; d: A-99-394 at 3508; e: A-99-393 at 3408"
    t = Table("T1 German combat", units)
    fight(t, "3508", "a", "b", die=6)
    assert (t.told(Fought)[0].die, t.told(Fought)[0].modifier, t.told(Fought)[0].result) == (6, 1, "DR*")
    four = Table("T1 German combat", units)
    assert column(four, "3508", "a", "b") == "2-1"  # 14 to 5
    fight(four, "3508", "a", "b", die=4)
    assert four.told(Fought)[0].result == "DR"  # read as 5


@pytest.mark.rule("DW-11.3.3d")
def test_al1():
    t = plain("c: G-18-a at 1511; f: G-18-b at 1611")
    fight(t, "1411", "a", "b", "c", die=1)
    assert t.offers("unit") == {"a", "b", "c"}
    t.do("unit", "b")
    assert len(t.told(StepLost)) == 1
    assert t.step == "AttackPhase" or t.g.turn == 5


@pytest.mark.rule("DW-11.3.3b", "DW-11.3.3e")
def test_bl1():
    t = plain("f: A-28-112 at 1411; c: G-18-a at 1412; h: G-18-b at 1412")
    fight(t, "1411", "a", "b", "c", die=4)
    assert t.told(Fought)[0].result == "BL1"
    assert (t.step, t.g.side) == ("Losses", Side.GERMAN)
    t.do("unit", "a")
    assert (t.step, t.g.side) == ("Losses", Side.ALLIED)
    assert t.offers("unit") == {"d", "f"}
    t.do("unit", "f")
    assert [t.g.lost[t.unit(name)] for name in "abcdf"] == [1, 0, 0, 0, 1]
    assert t.where("d") == t.where("f") == "1411"


@pytest.mark.rule("DW-11.3.3c")
def test_the_opening_exchange():
    units = (
        "a: G-26-a at 1511; b: G-26-b at 1512; c: G-18-a at 1512; h: G-18-b at 1512; "
        "d: A-28-110 at 1411; e: A-28-109 at 1209"
    )
    t = Table("T1 German combat", units)
    fight(t, "1411", "a", "b", "c", "h", die=6)
    assert t.told(Fought)[0].result == "DR*"
    assert (t.step, t.g.side) == ("Exchange", Side.GERMAN)
    kept = t.trial()
    kept.do("keep")
    assert kept.step == "Retreat"
    t.do("exchange")
    t.do("unit", "a")
    assert (t.g.lost[t.unit("a")], t.g.lost[t.unit("d")], t.where("d")) == (1, 1, "1411")
    later = Table("T4 German combat", units)
    fight(later, "1411", "a", "b", "c", "h", die=6)
    assert later.step == "Retreat"
    two = "a: G-2Pz-a at 1511; b: G-2Pz-b at 1512; d: A-14Cav at 1411; e: A-28-109 at 1209"
    panzer = Table("T1 German fifth_panzer", two)
    panzer.end()
    fight(panzer, "1411", "a", "b", die=3)
    assert panzer.told(Fought)[0].result == "DR"
    assert panzer.step != "Exchange"
    allied = Table(
        "T1 Allied combat", "d: G-26-a at 1411; a: A-28-110 at 1311; b: A-28-109 at 1312; c: A-28-112 at 1312"
    )
    fight(allied, "1411", "a", "b", "c", die=6)
    assert allied.step != "Exchange"
