"""12.2 - 12.4 Artillery, Nebelwerfer, Engineers and the +2 asset in combat."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.deadly_woods.events import Fought
from tests.titles.deadly_woods.battle import declare, go_on, odds, shifts
from tests.titles.deadly_woods.table import Table

#: Germans east of a clear hex with an American regiment of two.
AT_1411 = "a: G-26-a at 1511; b: G-26-b at 1512; d: A-28-110 at 1411; e: A-28-109 at 1209"


def attacker(
    units: str = AT_1411, cell: str = "1411", names: str = "ab", when: str = "T4 German combat", **more: object
) -> Table:
    """The attacker's support is asked for."""
    t = Table(when, units, **more)
    declare(t, cell, *names)
    assert t.step == "AttackerSupport"
    return t


def defender(
    units: str = AT_1411, cell: str = "1411", names: str = "ab", when: str = "T4 German combat", **more: object
) -> Table:
    """The defender's support is asked for."""
    t = Table(when, units, **more)
    declare(t, cell, *names)
    if t.step == "AttackerSupport":
        t.do("done")
    assert t.step == "DefenderSupport"
    return t


# ---- German artillery and rockets --------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.2a", "DW-9.2.2")
def test_german_guns_fire_in_their_armys_area():
    early = "a: G-26-a at 2222; b: G-26-b at 2222; d: A-28-110 at 2221; e: A-28-109 at 2121"
    t = attacker(early, "2221", when="T2 German combat")
    assert t.box.army_of(t.hex("2221")) == 2
    assert t.offers("asset") == {"G-ART-7-1", "G-NEB-7-1"}
    assert t.refused("asset", "G-ART-5Pz-1") == "DW-12.2a"
    assert t.refused("asset", "G-ART-6Pz-1") == "DW-9.2.2"
    fifth = attacker(when="T2 German combat")
    assert fifth.refused("asset", "G-ART-7-1") == fifth.refused("asset", "G-ART-6Pz-1") == "DW-12.2a"
    lifted = attacker(when="T3 German combat", columns={"st_vith": 2})
    assert lifted.refused("asset", "G-ART-6Pz-1") == ""  # 9.2.1 the northern line is gone
    assert lifted.refused("asset", "G-ART-7-1") == "DW-12.2a"
    late = attacker(early, "2221", when="T8 German combat")
    assert late.refused("asset", "G-ART-6Pz-1") == "DW-9.2.2"
    assert late.refused("asset", "G-ART-5Pz-1") == ""
    north = "a: G-26-a at 3106; b: G-26-b at 3106; d: A-2-9 at 3006; e: A-2-38 at 2906"
    assert attacker(north, "3006", when="T8 German combat").refused("asset", "G-ART-7-1") == "DW-9.2.2"


@pytest.mark.rule("DW-12.2b", "DW-12.2e")
def test_one_gun_and_one_rocket_add_their_strength():
    t = attacker()
    step = t.g.stack[-1]
    assert step.label(t.g, "asset", t.asset("G-ART-5Pz-1")) == "5PA Artillery: 3-1"  # what it would make of 2-1
    assert step.label(t.g, "double", t.asset("G-NEB-5Pz-1")) == "5PA Nebelwerfer: 5-1"
    t.do("asset", "G-ART-5Pz-1")
    assert t.refused("asset", "G-ART-5Pz-2") == "DW-12.2e"
    t.do("asset", "G-NEB-5Pz-1")
    assert t.step == "DefenderSupport"  # nothing more may be added
    attack = t.g.stack[-1].attack
    assert odds(t, "1411", "a", "b", assets=["G-ART-5Pz-1", "G-NEB-5Pz-1"]).attack == 10 + 5 + 5
    assert attack.assets == (t.asset("G-ART-5Pz-1"), t.asset("G-NEB-5Pz-1"))


@pytest.mark.rule("DW-12.2c", "DW-12.2j")
def test_german_defenders_get_artillery_but_no_rockets():
    units = "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511"
    t = defender(units, "1511", when="T4 Allied combat")
    assert t.g.side is Side.GERMAN
    assert t.refused("asset", "G-NEB-5Pz-1") == "DW-12.2c"
    assert "G-ART-5Pz-1" in t.offers("asset")
    south = "a: A-28-110 at 2222; b: A-28-109 at 2222; g: G-5FJ-13 at 2221; h: G-5FJ-15 at 2221"
    early = defender(south, "2221", when="T2 Allied combat")
    assert early.offers("asset") == {"G-ART-7-1"}
    assert early.refused("asset", "G-ART-5Pz-1") == "DW-12.2a"


@pytest.mark.rule("DW-8.3k")
def test_hungry_germans_get_no_artillery():
    units = "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511, hungry"
    t = Table("T4 Allied combat", units)
    declare(t, "1511", "a", "b")
    assert t.step == "AttackerSupport"
    go_on(t, "done", die=3)
    assert t.told(Fought)  # the defender was asked for nothing


@pytest.mark.rule("DW-12.2d")
def test_german_guns_serve_once_a_turn():
    t = attacker()
    t.do("asset", "G-ART-5Pz-1")
    number = t.asset("G-ART-5Pz-1")
    assert t.g.used >> number & 1
    assert t.asset_at("G-ART-5Pz-1") == "box"
    later = defender(
        "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511", "1511", when="T4 Allied combat",
        columns={"used": 1 << number},
    )  # fmt: skip
    assert later.refused("asset", "G-ART-5Pz-1") == "DW-12.2d"
    assert later.refused("asset", "G-ART-5Pz-2") == ""
    over = Table("T4 end", "a: G-26-a at 1511; d: A-28-110 at 1209", columns={"used": 1 << number}, cup={})
    assert not over.g.used


@pytest.mark.rule("DW-12.2f", "DW-12.2g")
def test_rockets_suffer_from_terrain():
    units = "a: G-26-a at 1511; d: A-28-110 at 1411"
    t = Table("T4 German combat", units)

    def rocket(cell: str) -> int:
        return odds(t, cell, "a", assets=["G-NEB-5Pz-1"]).attack - 5

    # clear, clear village, woods, forest, town, rough, woods and village
    assert [rocket(n) for n in ("1411", "1409", "1407", "1313", "1613", "1508")] == [5, 3, 4, 3, 2, 2]
    assert rocket("1206") == 3


@pytest.mark.rule("DW-12.2h", "DW-12.2i")
def test_a_doubled_rocket():
    t = attacker(when="T1 German combat")
    assert t.offers("double") == {"G-NEB-5Pz-1", "G-NEB-5Pz-2"}
    assert t.refused("double", "G-ART-5Pz-1") == "DW-12.2h"
    t.do("double", "G-NEB-5Pz-1")
    attack = t.g.stack[-1].attack
    assert attack.doubled == t.asset("G-NEB-5Pz-1")
    assert odds(t, "1411", "a", "b", assets=["G-NEB-5Pz-1"], doubled="G-NEB-5Pz-1").attack == 10 + 10
    assert (t.asset_at("G-NEB-5Pz-1"), t.g.back[t.asset("G-NEB-5Pz-1")]) == ("track", 3)
    single = attacker(when="T1 German combat")
    single.do("asset", "G-NEB-5Pz-1")
    assert single.asset_at("G-NEB-5Pz-1") == "box"


@pytest.mark.rule("DW-12.7d")
def test_von_der_heydte_gets_no_support():
    t = Table("T4 Allied combat", "a: A-2-9 at 2906; b: A-2-38 at 2906; g: G-VdH at 3006")
    declare(t, "3006", "a", "b")
    if t.step == "AttackerSupport":
        go_on(t, "done", die=1)
    assert t.told(Fought)
    own = Table("T4 German combat", "g: G-VdH at 3006; d: A-14Cav at 2906, reduced")
    declare(own, "2906", "g", die=1)
    assert own.g.side is Side.ALLIED  # no support of its own; the defender is asked


# ---- Allied artillery --------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.3a")
def test_two_allied_assets_a_combat():
    three = {"A-ART-VIII-1": "box", "A-ART-VIII-2": "box", "A-ART-V-1": "box"}
    units = (
        "a: G-26-a at 1511; b: G-26-b at 1512; d: A-28-110 at 1411; j: A-101-501 at 1411; "
        "k: A-101-502 at 1209; s: A-2-9 at 1309"
    )
    t = defender(units, assets=three)
    assert {"A-ART-VIII-1", "A-ART-VIII-2", "A-ART-V-1"} <= t.offers("asset")
    t.do("asset", "A-ART-VIII-1")
    assert t.refused("asset", "A-ART-VIII-1") == "DW-12.3f"
    go_on(t, "asset", "A-ART-VIII-2", die=1)
    assert t.told(Fought)  # a third asset is not asked for
    assert odds(t, "1411", "a", support=["A-ART-VIII-1", "A-ART-VIII-2"]).defense == 9 + 6
    attack = Table("T4 Allied combat", "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511", assets=three)
    declare(attack, "1511", "a", "b")
    attack.do("asset", "A-ART-VIII-1")
    attack.do("asset", "A-ART-VIII-2")
    assert attack.step == "DefenderSupport"


@pytest.mark.rule("DW-12.3b1", "DW-12.3b2")
def test_allied_artillery_serves_its_corps():
    boxes = {"A-ART-V-1": "box", "A-ART-XXX-1": "box"}
    t = defender(assets=boxes)
    assert t.refused("asset", "A-ART-V-1") == "DW-12.3b1"
    assert t.refused("asset", "A-ART-XXX-1") in ("DW-12.3b2", "DW-9.3c")
    assert t.refused("asset", "A-ART-VIII-1") == ""


def _british(gap: int) -> Table:
    """British artillery and an attack on a hex of the area's edge, or so many hexes beyond it."""
    box = Table("T9 Allied combat", "x: A-14Cav at 1411").box
    grid, area = box.grid, box.british_area
    beyond = grid.within(area, gap) & ~(grid.within(area, gap - 1) if gap else 0)
    dry = box.ground.clear
    cell, beside = next(
        (c, n)
        for c in grid.cells
        for n in grid.cells
        if beyond >> c & 1
        and dry >> c & 1
        and dry >> n & 1
        and grid.adjacent(c, n)
        and not box.ground.crosses_river(c, n)
    )
    units = (
        f"a: A-43-129 at {grid.number(beside)}; b: A-43-130 at {grid.number(beside)}; g: G-26-a at {grid.number(cell)}"
    )
    t = Table("T9 Allied combat", units, assets={"A-ART-XXX-1": "box"}, columns={"meuse": 1})
    declare(t, grid.number(cell), "a", "b", die=1)
    return t


@pytest.mark.rule("DW-9.3c")
def test_british_artillery_stays_at_its_area():
    assert "A-ART-XXX-1" in _british(1).offers("asset")
    far = _british(2)
    assert far.step != "AttackerSupport" or far.refused("asset", "A-ART-XXX-1") == "DW-9.3c"


@pytest.mark.rule("DW-12.3c", "DW-12.3d")
def test_artillery_for_american_airborne_troops():
    boxes = {"A-ART-III-1": "box", "A-ART-VII-1": "box", "A-ART-V-1": "box"}
    units = "a: G-26-a at 1511; b: G-26-b at 1512; j: A-101-501 at 1411; k: A-101-502 at 1209; s: {}"
    near = defender(units.format("A-26-101 at 1209"), assets=boxes)
    assert near.offers("asset") == {"A-ART-III-1"}
    assert near.refused("asset", "A-ART-V-1") == "DW-12.3c"
    far = Table("T4 German combat", units.format("A-26-101 at 1109"), assets=boxes)
    declare(far, "1411", "a", "b")
    go_on(far, "done", die=1)
    assert far.told(Fought)
    mixed = "v: A-84-333 at 1411; w: A-84-334 at 1411; s: A-2-9 at 1209"
    both = defender(f"a: G-26-a at 1511; b: G-26-b at 1512; j: A-101-501 at 1411; {mixed}", assets=boxes)
    assert both.offers("asset") == {"A-ART-VII-1", "A-ART-V-1", "A-ART-V-2"}
    both.do("asset", "A-ART-VII-1")
    go_on(both, "asset", "A-ART-V-1", die=1)
    assert both.told(Fought)


RING = "; ".join(f"r{n}: G-{u} at {n}" for n, u in (
    ("1310", "18-a"), ("1410", "18-b"), ("1511", "26-a"), ("1512", "26-b"),
    ("1412", "62-a"), ("1312", "62-b"), ("1311", "FB"),
))  # fmt: skip


@pytest.mark.rule("DW-8.3l", "DW-12.3e", "DW-12.3c")
def test_artillery_for_the_cut_off():
    boxes = {"A-ART-III-1": "box", "A-ART-VIII-1": "box"}

    def offered(units: str) -> set[str]:
        t = Table("T4 German combat", f"{RING}; {units}", assets=boxes)
        assert not t.supplied("d")
        declare(t, "1411", "r1511", "r1512")
        go_on(t, "done", die=1)
        return t.offers("asset") if t.step == "DefenderSupport" else set()

    assert offered("d: A-28-110 at 1411; s: A-28-109 at 1414") == {"A-ART-VIII-1"}  # three hexes off
    assert offered("d: A-28-110 at 1411; s: A-28-109 at 1415") == set()
    assert offered("d: A-28-110 at 1411; s: A-26-101 at 1414") == set()  # another corps
    assert offered("d: A-28-110 at 1411") == set()
    jump = "d: A-101-501 at 1411; s: A-28-109 at 1414; t: A-26-101 at 1715"
    assert offered(jump) == {"A-ART-VIII-1"}
    assert offered("d: A-101-501 at 1411; s: A-28-109 at 1414; t: A-26-101 at 1713") == {"A-ART-VIII-1", "A-ART-III-1"}


@pytest.mark.rule("DW-8.6e2", "DW-8.6e3")
def test_troops_supplied_from_the_air_attack_without_artillery():
    air = {"A-AIR": "1411"}
    t = Table("T6 Allied combat", f"{RING}; d: A-28-110 at 1411; s: A-28-109 at 1411; n: A-4-12 at 1413", assets=air)
    assert t.supplied("d")
    assert not t.traces("d")
    declare(t, "1410", "d", "s")
    assert t.step == "DefenderSupport"  # nothing to ask the attacker


@pytest.mark.rule("DW-12.3f")
def test_allied_artillery_serves_once_a_round():
    units = AT_1411 + "; x: A-28-112 at 1513; c: G-18-a at 1611; f: G-18-b at 1613"
    t = defender(units)
    go_on(t, "asset", "A-ART-VIII-1", die=1)
    while t.step != "AttackPhase":
        t.do("unit", "a")
    declare(t, "1513", "f")
    if t.step == "AttackerSupport":
        go_on(t, "done", die=1)
    assert t.step != "DefenderSupport"
    while t.step != "AttackPhase" and t.g.side is Side.GERMAN:
        t.do("unit", t.g.choices()["unit"][0])
    if t.step == "AttackPhase":
        t.end()
    assert not t.g.used >> t.asset("A-ART-VIII-1") & 1  # free again when the round is over


@pytest.mark.rule("DW-12.3g")
def test_the_99th_on_turn_1():
    units = "a: G-277-a at 3606; b: G-277-b at 3606; d: A-99-{} at 3507; e: A-99-395 at 3407"
    for regiment, when, allowed in (("393", 1, False), ("394", 1, False), ("394", 2, True)):
        t = Table(f"T{when} German combat", units.format(regiment), assets={"A-ENG-V-1": "out"})
        declare(t, "3507", "a", "b")
        go_on(t, "done", die=1)
        assert (t.step == "DefenderSupport") is allowed
    other = Table(
        "T1 German combat", "a: G-277-a at 3606; b: G-277-b at 3606; d: A-99-395 at 3507", assets={"A-ENG-V-1": "out"}
    )
    declare(other, "3507", "a", "b")
    go_on(other, "done", die=1)
    assert other.step == "DefenderSupport"


# ---- Engineers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.4.2a", "DW-12.4.2b")
def test_engineers_help_their_corps_near_by():
    t = defender(assets={"A-ENG-VIII-1": "1111", "A-ENG-VIII-2": "1112", "A-ENG-V-1": "1210"})
    assert {"A-ENG-VIII-1", "A-ENG-VIII-2"} <= t.offers("asset")
    assert t.refused("asset", "A-ENG-V-1") == "DW-12.4.2a"  # another corps
    assert shifts(t, "1411", "a", "b", support=["A-ENG-VIII-1"]) == {"DW-12.4.2a": -1}
    t.do("asset", "A-ENG-VIII-1")
    assert t.refused("asset", "A-ENG-VIII-2") == "DW-12.4.2b"
    far = defender(assets={"A-ENG-VIII-1": "1010"})
    assert far.refused("asset", "A-ENG-VIII-1") == "DW-12.4.2a"
    units = "a: G-26-a at 1511; b: G-26-b at 1512; j: A-101-501 at 1411; k: A-101-502 at 1209"
    assert defender(units, assets={"A-ENG-V-1": "1210"}).refused("asset", "A-ENG-V-1") == ""


@pytest.mark.rule("DW-12.4.2c")
def test_engineers_do_not_attack():
    t = Table(
        "T4 Allied combat",
        "a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511",
        assets={"A-ENG-VIII-1": "1410"},
    )
    declare(t, "1511", "a", "b")
    assert t.refused("asset", "A-ENG-VIII-1") == "DW-12.4.2c"
    assert shifts(t, "1511", "a", "b") == {}


@pytest.mark.rule("DW-12.4.2d")
def test_engineers_alone_are_no_target():
    t = Table("T4 German combat", AT_1411, assets={"A-ENG-VIII-1": "1412"})
    assert t.refused("hex", "1412") == "DW-12.4.2d"


@pytest.mark.rule("DW-12.4.2e")
def test_engineers_help_again_and_again():
    units = AT_1411 + "; x: A-28-112 at 1513; f: G-18-b at 1613; c: G-18-a at 1613"
    t = defender(units, assets={"A-ENG-VIII-1": "1412"})
    t.do("asset", "A-ENG-VIII-1")
    if t.step == "DefenderSupport":
        go_on(t, "done", die=1)
    while t.step == "Losses":
        t.do("unit", "a")
    declare(t, "1513", "f", "c")
    if t.step == "AttackerSupport":
        t.do("done")
    assert t.refused("asset", "A-ENG-VIII-1") == ""


@pytest.mark.rule("DW-12.9.1e", "DW-12.9.1f")
def test_the_delay_asset_gets_engineers_and_no_artillery():
    units = "a: G-26-a at 1511; b: G-26-b at 1512; d: A-DELAY at 1411"
    t = defender(units, assets={"A-ENG-V-1": "1210", "A-ENG-VIII-1": "1209"})
    assert t.offers("asset") == {"A-ENG-V-1", "A-ENG-VIII-1"}
    assert t.refused("asset", "A-ART-VIII-1") == "DW-12.9.1f"
    go_on(t, "asset", "A-ENG-V-1", die=1)
    assert t.told(Fought)  # a second one is not asked for


# ---- 16.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-16.1a")
def test_the_plus_two_asset():
    t = attacker(when="T1 German combat", options={"plus_two": True})
    t.do("asset", "G-PLUS2")
    assert t.refused("asset", "G-PLUS2") == "DW-16.1a"
    assert odds(t, "1411", "a", "b", assets=["G-PLUS2"]).modifier == 2
    t.do("done")
    go_on(t, "done", die=3)
    assert (t.told(Fought)[0].modifier, t.told(Fought)[0].result) == (2, "DR")  # at 2-1 a five
    without = attacker(when="T1 German combat")
    assert without.refused("asset", "G-PLUS2") == "DW-12.1a"
    third = Table("T2 end", "a: G-26-a at 1511; d: A-28-110 at 1209", options={"plus_two": True})
    assert third.asset_at("G-PLUS2") == "out"
