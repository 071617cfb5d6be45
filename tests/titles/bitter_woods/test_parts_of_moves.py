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
