"""9.8 Advance after combat."""

import itertools

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled
from ardennes.titles.bitter_woods.rules.combat.advance import advances
from tests.titles.bitter_woods.table import Table


def table(units: str, first: str, hexes: int, *names: str, date: str = "20AM German", **more: object) -> Table:
    """A position in which the named units may advance into a vacated hex, and so many hexes in all."""
    t = Table(date, units, air=(0, 0), **more)  # type: ignore[arg-type]
    t.may_advance(first, hexes, *(names or ("a",)))
    return t


def steps(t: Table, name: str) -> int:
    """The most hexes a unit may advance."""
    step = t.g.stack[-1]
    return max((len(path) - 1 for path in advances(t.g, step, t.unit(name)).values()), default=0)  # type: ignore[arg-type]


#: 26 points against 5 in the open: a 2, less one for ER, is 1D4 on the column 5-1.
FIGHT = (
    "a: German armor 9-5-4 at 3813; b: German infantry 5-4-3 at 3813; c: German infantry at 3914; "
    "d: Allied infantry 5-4-4 at 3814"
)


@pytest.mark.rule("BW-9.8a")
def test_any_number_of_attackers_advances_at_once():
    t = Table("20AM German", f"{FIGHT}; x: Allied infantry at 3812; e: German infantry at 3713", phase="combat")
    t.attack("3814", "a", "b", "c", dice=[1])
    t.fall_back()
    assert t.step == "Advance"
    assert t.offers("unit") == {"a", "b", "c"}
    assert t.refused("unit", "e") == "BW-9.8a"  # took no part
    assert t.refused("hex", "3812") == "BW-9.2i"  # the next combat has to wait
    t.do("unit", "c")
    t.do("hex", "3814")
    assert t.refused("unit", "c") == "BW-9.8a"
    t.do("done")
    assert t.step == "Combat"
    assert (t.where("a"), t.where("b"), t.where("c")) == ("3813", "3813", "3814")


@pytest.mark.rule("BW-9.8b")
def test_the_advance_is_as_long_as_the_result_though_the_defender_was_trapped():
    ring = "x: German infantry at 3715; y: German infantry at 3915"
    t = Table("20AM German", f"a: 1SS/Peiper at 3813; d: Allied infantry 5-4-4 at 3814; {ring}", phase="combat")
    t.attack("3814", "a", dice=[3])  # 15 against 5, ER 6 against 4: column 3-1, die 2
    assert t.told(CombatRolled)[-1].result == "D2"
    assert t.where("d") == "gone"
    assert steps(t, "a") == 2
    assert t.why_advance("a", "3817") == "BW-9.8b"


@pytest.mark.rule("BW-9.8b")
def test_attackers_advance_as_far_as_the_defender_retreated():
    for hexes in (1, 2, 3):
        t = table("a: German infantry 5-4-3 at 3813", "3814", hexes)
        assert steps(t, "a") == hexes


@pytest.mark.rule("BW-9.8d")
def test_an_advance_is_no_longer_than_a_move():
    """2505, 2604 and 2704 are broken and have no roads: 2 MP each."""
    t = table("a: German armored infantry 6-5-4 at 2404", "2505", 3)
    assert "2604" in t.advances("a")
    assert t.why_advance("a", "2704") == "BW-9.8d"
    t = table("a: German armored infantry 6-5-4 at 2404, unsupplied", "2505", 3)
    assert t.advances("a") == {"2505"}


@pytest.mark.rule("BW-9.8e")
def test_infantry_advances_over_two_broken_hexes_by_road_only():
    """2505 and 2604 are broken without a road, 2230 and 2231 broken with one."""
    t = table("a: German infantry 5-4-3 at 2404", "2505", 2)
    assert t.why_advance("a", "2604") == "BW-9.8d"
    t = table("a: German infantry 5-4-3 at 2229", "2230", 2)
    assert "2231" in t.advances("a")


@pytest.mark.rule("BW-9.8f", "BW-9.8g")
def test_mechanized_units_go_half_as_far_again_by_road():
    """3408 to 3412 is a road, which goes on both ways."""
    for hexes, by_road in ((1, 2), (2, 3), (3, 5), (4, 6)):
        t = table("a: German armored infantry 6-5-4 at 3410", "3411", hexes)
        assert steps(t, "a") == by_road
        step = t.g.stack[-1]
        for path in advances(t.g, step, t.unit("a")).values():  # type: ignore[arg-type]
            along = all(t.grid.has_side(t.box.map.road, *pair) for pair in itertools.pairwise(path))
            assert along or len(path) - 1 <= hexes
        t = table("a: German infantry 5-4-3 at 3410", "3411", hexes)
        assert steps(t, "a") == hexes


@pytest.mark.rule("BW-9.8g")
def test_leaving_the_road_loses_the_bonus():
    """3410 - 3411 - 3412 is a road; 3413 lies beyond its bend, 3511 beside it."""
    t = table("a: German armored infantry 6-5-4 at 3410", "3411", 2)
    assert "3412" in t.advances("a")
    assert t.why_advance("a", "3614") == "BW-9.8b"
    t = table("a: German armored infantry 6-5-4 at 3510", "3511", 2)  # not from a road hex
    assert steps(t, "a") == 2


@pytest.mark.rule("BW-9.8h")
def test_1d3_against_a_reduced_regiment():
    """Peiper against 3: 5-1, ER 6 against 4, so a 1 counts 0 and is 1D3; a second one would be five hexes by road."""
    t = Table(
        "20AM German", "1SS/Peiper at 3410; d: Allied infantry 5-4-4 at 3411, reduced", phase="combat", air=(0, 0)
    )
    t.attack("3411", "1SS/Peiper", dice=[1])
    assert t.told(CombatRolled)[-1].result == "1D3"
    assert t.where("d") == "gone"
    assert steps(t, "1SS/Peiper") == 5


@pytest.mark.rule("BW-9.8i", "BW-9.8s")
def test_an_advance_enters_no_hex_closed_to_the_unit():
    """1115 is forest without a road."""
    t = table("a: German armor 9-5-4 at 1116; b: German infantry at 1116", "1115", 1, "a", "b")
    assert t.refused("unit", "a") == "BW-9.8s"
    assert t.advances("b") == {"1115"}
    t = table("a: German infantry at 4710", "4709", 2)
    assert t.why_advance("a", "4609") == "BW-9.8i"  # a cliff lies between


@pytest.mark.rule("BW-9.8j")
def test_artillery_never_advances():
    t = table("a: German rocket at 3813; b: German infantry at 3813", "3814", 2, "a", "b")
    assert t.refused("unit", "a") == "BW-9.8j"
    assert t.refused("unit", "b") == ""


@pytest.mark.rule("BW-9.8k")
def test_an_advance_begins_with_the_vacated_hex():
    t = table("a: German infantry 5-4-3 at 3813", "3814", 1)
    assert t.why_advance("a", "3713") == "BW-9.8k"
    t = table("a: German infantry 5-4-3 at 3813", "3814", 2)
    for path in advances(t.g, t.g.stack[-1], t.unit("a")).values():  # type: ignore[arg-type]
        assert path[1] == t.hex("3814")
    assert {"3714", "3715", "3815", "3914", "3915"} <= t.advances("a")


@pytest.mark.rule("BW-9.8l1", "BW-9.8l2")
def test_a_zone_of_control_stops_the_advance_after_the_first_hex():
    """3714 controls the vacated hex and what lies about it, 3817 the hexes 3816 and 3717."""
    t = table("a: German armored infantry 6-5-4 at 3813", "3814", 3)
    assert {"3816", "3716", "3915"} <= t.advances("a")
    t = table("a: German armored infantry 6-5-4 at 3813; x: Allied infantry at 3714", "3814", 3)
    assert {"3815", "3915", "3816"} <= t.advances("a")  # the zone in the vacated hex does not count
    t = table("a: German armored infantry 6-5-4 at 3813; x: Allied infantry at 3616", "3814", 3)
    assert "3715" in t.advances("a")
    assert "3716" in t.advances("a")  # a second zone, after 3715 or 3815
    t = table("a: German armored infantry 6-5-4 at 3813; x: Allied infantry at 3816", "3814", 3)
    assert "3815" in t.advances("a")
    paths = advances(t.g, t.g.stack[-1], t.unit("a")).values()  # type: ignore[arg-type]
    watched = {t.hex(number) for number in t.zone(Side.ALLIED)}
    assert all(cell not in watched for path in paths for cell in path[2:-1])


@pytest.mark.rule("BW-9.8m")
def test_a_river_is_crossed_with_the_first_step_only():
    """Between 1625 and 1725 runs a river, with no other way to 1725."""
    t = table("a: German infantry 5-4-3 at 1626", "1625", 3)
    assert "1625" in t.advances("a")
    assert "1725" not in t.advances("a")


@pytest.mark.rule("BW-9.8n", "BW-9.8o")
def test_units_that_attacked_over_a_river_stop_behind_it():
    """Between 5210 and 5209 runs a river without a bridge; beyond is clear ground."""
    t = table("a: Allied cavalry at 5210", "5209", 3, date="20AM Allied")
    assert t.advances("a") == {"5209"}
    assert t.why_advance("a", "5109") == "BW-9.8n"
    t = table("a: Allied infantry 5-4-4 at 5210, moved", "5209", 3, date="20AM Allied")
    assert t.advances("a") == {"5209"}
    t = table("a: Allied infantry 5-4-4 at 5210", "5209", 3, date="20AM Allied")
    assert steps(t, "a") == 3
    t = table("a: German armored infantry 6-5-4 at 5210", "5209", 3)
    assert steps(t, "a") == 3


@pytest.mark.rule("BW-9.8p", "BW-9.8r")
def test_beyond_the_meuse_nobody_goes_on():
    """Between 4007 and 4006 runs the Meuse."""
    t = table("a: German infantry 5-4-3 at 4007", "4006", 3)
    assert t.advances("a") == {"4006"}
    assert t.why_advance("a", "4005") == "BW-9.8p"
    for kind in ("armor", "cavalry"):
        t = table(f"a: Allied {kind} at 4007", "4006", 1, date="20AM Allied")
        assert t.refused("unit", "a") == "BW-9.8r"
    t = table("a: Allied armor at 3807", "3806", 1, date="20AM Allied")
    assert "3806" in t.advances("a")  # there is a bridge
    t = table("a: Allied armor at 3807", "3806", 1, date="20AM Allied", blown=["3807/3806"])
    assert t.refused("unit", "a") == "BW-9.8r"


@pytest.mark.rule("BW-9.8q")
def test_heavy_tanks_need_a_bridge():
    t = table("a: German heavy armor at 5210; b: PzB150 at 5210", "5209", 2, "a", "b")
    assert t.refused("unit", "a") == "BW-9.8q"
    assert t.advances("b") == {"5209"}
    t = table("a: German heavy armor at 1912", "1913", 1, blown=["1912/1913"])
    assert t.refused("unit", "a") == "BW-9.8q"
    t = table("a: German heavy armor at 1912", "1913", 1)
    assert "1913" in t.advances("a")


@pytest.mark.rule("BW-9.8s")
def test_tanks_leave_forest_by_road_only():
    """1105 - 1104 - 1203 is a road through the forest of 1104; 1003 and 1103 are open ground beside it."""
    t = table("a: German armor 9-5-4 at 1105; b: German armored infantry 6-5-4 at 1105", "1104", 2, "a", "b")
    assert {"1104", "1203"} <= t.advances("a")
    assert t.advances("a") & {"1003", "1103"} == set()
    assert {"1003", "1103"} & t.advances("b")


@pytest.mark.rule("BW-9.8t")
def test_an_advance_keeps_to_stacking_and_army_boundaries():
    full = "; ".join(f"f{n}: German infantry at 3815" for n in range(3))
    t = table(f"a: German infantry 5-4-3 at 3813; {full}", "3814", 2)
    assert t.why_advance("a", "3815") == "BW-9.8t"
    t = table("12SS/12 at 1415; 116Pz/16 at 1516", "1416", 1, "12SS/12", date="17AM German")
    assert t.refused("unit", "12SS/12") == "BW-9.8t"  # south of its army's boundary


@pytest.mark.rule("BW-9.8t")
def test_a_full_vacated_hex_takes_no_fourth_unit():
    units = "; ".join(f"{name}: German infantry at 3813" for name in "abc")
    t = table(f"{units}; e: German infantry at 3914", "3814", 1, "a", "b", "c", "e")
    for name in "abc":
        assert "e" in t.offers("unit")
        t.do("unit", name)
        t.do("hex", "3814")
    assert t.step == "Movement"  # the advance is over: there is no room for e


@pytest.mark.rule("BW-9.8a")
def test_the_defender_advances_one_hex_after_an_attack_that_failed():
    t = Table(
        "20AM German", "a: German infantry 3-3-3 at 3813; d: Allied armor 9-5-4 at 3814", phase="combat", air=(0, 0)
    )
    t.attack("3814", "a", dice=[1])  # 1-3, die 2: A2
    assert t.told(CombatRolled)[-1].result == "A2"
    t.fall_back()
    assert (t.step, t.side) == ("Advance", Side.ALLIED)
    assert t.advances("d") == {"3813"}


@pytest.mark.rule("BW-9.8t")
def test_the_boundary_counts_beyond_the_first_hex_too():
    """1214 is north of the road that bounds 6th Panzer Army, 1215 is that road."""
    for date, beyond in (("17AM German", False), ("19AM German", True)):
        t = table("12SS/25 at 1213", "1214", 2, "12SS/25", date=date)
        assert "1214" in t.advances("12SS/25")
        assert ("1215" in t.advances("12SS/25")) is beyond
    t = table("12SS/25 at 1213", "1214", 2, "12SS/25", date="17AM German")
    assert t.why_advance("12SS/25", "1215") == "BW-9.8t"
