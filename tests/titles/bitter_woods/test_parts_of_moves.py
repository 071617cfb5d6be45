"""A move in parts is the move at once; `parts_of_moves` is the command for many positions."""

import pytest

from tests.titles.bitter_woods.parts_of_moves import breaches
from tests.titles.bitter_woods.table import Table


@pytest.mark.rule("BW-5.1b", "BW-5.2a")
def test_what_is_reached_at_once_is_reached_in_parts_for_the_same_price():
    bad, found = breaches(8, 1)
    assert bad == []
    assert found["compared"] > 100


@pytest.mark.rule("BW-15.3a", "BW-5.2a")
@pytest.mark.parametrize(("german", "points"), [("3713", 4), ("3420", 1)])
def test_what_a_gun_meets_on_its_way_does_not_change_its_allowance(german, points):
    """On 16AM Allied guns move freely where Germans are next to them when they set out, and one point elsewhere."""
    t = Table("16AM Allied", f"g: Allied artillery at 3813; a: German artillery at {german}")
    t.do("unit", "g")
    begun = t.g.stack[-1]._on_its_way(t.g, 1)  # type: ignore[attr-defined]
    assert begun.points == points
    t.g.put(t.unit("g"), t.hex("3420" if points == 4 else "3421"))
    t.g.put(t.unit("a"), t.hex("3814" if points == 4 else "3420"))
    t.g.memo = None
    assert begun.found(t.g).budget == points * 4


@pytest.mark.rule("BW-5.3t", "BW-5.1b", "BW-5.2a")
def test_whoever_fords_goes_no_farther_and_whoever_goes_on_comes_by_the_bridge():
    """Over the river a gun is in 2818 for two points and stays there; by road it is a third dearer, and goes on."""
    t = Table("20AM German", "15R at 2819; d: Allied infantry at 2101", options=("fuel_dumps",), air=(0, 0))
    t.g.dumps = [(), (t.hex("1909"), t.hex("2817"))]
    t.g.memo = t.g._choices = None
    t.do("unit", "15R")
    whole = t.offers("hex")
    step = t.g.stack[-1]
    assert step.way(t.g, "hex", t.hex("2818")).cost == "2"
    assert step.way(t.g, "via", t.hex("2818")).cost == "2 1/3"
    t.do("via", "2818")
    assert t.offers("hex") <= whole | {"2819"}
    assert "2817" not in whole
    assert t.refused("stop") == ""


@pytest.mark.rule("BW-5.1b")
def test_any_hex_on_the_way_may_be_named_though_it_is_not_listed():
    t = Table("20AM German", "a: German infantry at 3813; d: Allied infantry at 3818; f: German infantry at 3420")
    t.do("unit", "a")
    assert "3714" not in t.offers("via")
    assert t.refused("via", "3714") == ""
    whole = t.offers("hex")
    t.do("via", "3714")
    assert (t.where("a"), t.refused("stop")) == ("3714", "")
    assert t.offers("hex") <= whole | {"3813"}


@pytest.mark.rule("BW-5.1b", "BW-7.4a", "BW-5.2a", "BW-6.1a")
def test_nobody_goes_on_from_where_he_has_to_stop_or_has_nothing_left():
    units = "a: German infantry at 3813; d: Allied infantry at 3815; " + "; ".join(
        f"f{n}: German infantry at 3812" for n in range(3)
    )
    t = Table("20AM German", units)
    t.do("unit", "a")
    assert t.refused("via", "3814") == "BW-7.4a"
    assert t.refused("via", "3815") == "BW-5.1c"
    assert t.refused("via", "3812") == "BW-6.1a"
    found = t.g.stack[-1].found(t.g)
    last = [number for number in t.offers("hex") if found.cost(t.hex(number)) == found.budget]
    assert {t.refused("via", number) for number in last if number not in t.zone(t.side.enemy)} == {"BW-5.2a"}
