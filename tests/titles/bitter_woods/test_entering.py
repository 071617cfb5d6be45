"""Entering a hex, where the chapters meet: what one step costs and closes in the different ways of going."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import entering, reinforcements
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table
from tests.titles.bitter_woods.test_table_of_ways import side_with


def advancing(units: str, first: str, hexes: int, *names: str, date: str = "20AM German", **more) -> Table:
    t = Table(date, units, phase="combat", **{"air": (0, 0)} | more)
    t.may_advance(first, hexes, *names)
    return t


@pytest.mark.rule("BW-9.8d", "BW-9.8f", "BW-5.3a")
def test_a_road_costs_an_advance_what_it_costs_a_march():
    """From 3410 a road leads on over 3416; two points are eight hexes of it: it needs no supply."""
    for state in ("", ", unsupplied"):
        units = f"a: German armored infantry 6-5-4 at 3410{state}; d: Allied infantry at 3510"
        t = advancing(units, "3411", 4, "a")
        road = {len(path) - 1 for path in t.g.stack[-1].ways(t.g, t.unit("a")).values()}
        assert max(road) == 6, state


@pytest.mark.rule("BW-9.8k")
def test_an_advance_goes_on_in_any_direction_but_back():
    t = advancing("a: German infantry 5-4-3 at 3813; d: Allied infantry at 3913", "3714", 2, "a")
    assert {"3714", "3814", "3713", "3614", "3613", "3715"} <= t.advances("a")
    assert "3813" not in t.advances("a")


@pytest.mark.rule("BW-16.4", "BW-16.2a", "BW-5.3j", "BW-5.3n")
def test_an_entry_hex_without_a_road_costs_what_its_ground_costs():
    """0124 is blocked, and 0122 and 0126 beside it have no roads: one is broken, the other clear."""
    t = Table("17PM German", "x: Allied infantry at 0124", reserves=True, air=(0, 0))
    unit = t.unit("560VG/1129")
    assert {"0122", "0126"} <= {*t.grid.numbers(reinforcements.entries(t.g, unit))}
    assert (t.cost("560VG/1129", "0122"), t.cost("560VG/1129", "0126")) == ("2", "1")


@pytest.mark.rule("BW-5.2d", "BW-29.1b")
def test_paratroopers_elsewhere_bar_nobody_from_his_one_hex():
    """A point is needed in hand where a company is, not for the woods beside it."""
    here, there = side_with("woods")
    for company, rule in (("3813", ""), (there, "BW-29.1b")):
        units = f"d: Allied artillery at {here}, unsupplied; a: German infantry at 0133"
        t = Table("16AM Allied", units, options=("random_events",), air=(0, 0), event18=1)
        t.g.companies = (t.hex(company),)
        t.g.memo = t.g.ready = t.g._choices = None
        assert allowance(t.g, t.unit("d")) == 1
        assert t.why_move("d", there) == rule


@pytest.mark.rule("BW-27.1a", "BW-7.4a")
def test_on_17am_peiper_may_be_led_through_a_zone_of_control():
    units = "p: 1SS/Peiper at 1211; d: Allied infantry at 1510; b: Allied infantry at 3001"
    for date, rule in (("17AM German", ""), ("17PM German", "BW-7.4a")):
        t = Table(date, units, options=("peiper_and_skorzeny",), air=(0, 0))
        t.g.freed |= 1 << t.unit("p")
        t.do("unit", "p")
        assert "1410" in t.zone(Side.ALLIED) & t.offers("hex")
        assert t.refused("via", "1410") == rule


@pytest.mark.rule("BW-5.3g")
def test_armor_that_woods_keep_out_farther_off_is_told_so():
    here, there = side_with("woods")
    t = Table("20AM German", f"a: German light armor at {here}; b: Allied infantry at 0101", air=(0, 0))
    grid, ground = t.grid, t.box.ground
    near = ground.around(t.hex(here), 0).dry & ~ground.forest & ~grid.around(1 << t.hex(there))
    t.g.put(t.unit("a"), near.bit_length() - 1)
    t.g.memo = t.g.ready = t.g._choices = None
    assert t.why_move("a", there) == "BW-5.3g"


@pytest.mark.rule("BW-5.3v", "BW-5.3w", "BW-7.4c")
def test_infantry_is_not_told_that_the_meuse_keeps_it_out():
    here, there = side_with("meuse")
    t = Table("20AM German", f"a: German infantry at {here}; t: German armor at {here}; d: Allied infantry at 3424")
    where = t.hex(here), t.hex(there)
    assert entering.why_not(t.g, t.unit("a"), *where) is None
    reason = entering.why_not(t.g, t.unit("t"), *where)
    assert reason is not None
    assert reason.rule == "BW-5.3v"
