"""6.0 Stacking."""

import pytest

from ardennes.titles.bitter_woods.rules.stacking import no_room
from tests.titles.bitter_woods.table import Table

THREE = "a: German infantry at 3814; b: German infantry at 3814; c: German artillery at 3814"


@pytest.mark.rule("BW-6.1a")
def test_no_more_than_three_units_end_in_a_hex():
    t = Table("19AM German", f"{THREE}; d: German infantry at 3813")
    assert t.why_move("d", "3814") == "BW-6.1a"
    t.move("a", "3815")
    assert t.why_move("d", "3814") == ""


@pytest.mark.rule("BW-6.1b")
def test_units_pass_through_full_hexes():
    """4305 is full; the way north from 4306 leads through it at no extra cost."""
    full = "a: German infantry at 4305; b: German infantry at 4305; c: German infantry at 4305"
    t = Table("20AM German", f"{full}; d: German infantry 5-4-3 at 4306")
    assert t.why_move("d", "4305") == "BW-6.1a"
    assert t.cost("d", "4303") == "3"


@pytest.mark.rule("BW-6.1c")
def test_the_653rd_stacks_free():
    t = Table("19AM German", f"{THREE}; d: German infantry at 3813")
    jagdtiger = t.box.units.unit("653JPZ")  # it comes with random events, so it is put there by hand
    assert not no_room(t.g, jagdtiger) >> t.hex("3814") & 1
    assert no_room(t.g, t.unit("d")) >> t.hex("3814") & 1
    t.g.put(jagdtiger, t.hex("3814"))
    assert len(t.g.units_at(t.hex("3814"))) == 4
    # And it takes no room from others.
    units = "a: German infantry at 3814; b: German infantry at 3814; d: German infantry at 3813"
    t = Table("19AM German", units, options={"random_events": True})
    t.g.put(jagdtiger, t.hex("3814"))
    t.g.ready = None  # what was found out before it stood there
    assert t.why_move("d", "3814") == ""


@pytest.mark.rule("BW-6.1d")
def test_panzer_lehr_may_stand_all_four_together():
    lehr = "Lehr/130 at 3814; Lehr/901 at 3814; Lehr/902 at 3814"
    t = Table("19AM German", f"{lehr}; Lehr/Recon at 3813; d: German infantry at 3813")
    assert t.why_move("d", "3814") == "BW-6.1a"
    t.move("Lehr/Recon", "3814")
    assert t.why_move("d", "3814") == "BW-6.1a"
    assert t.game.title.broken(t.g) == []
    # Two of Lehr and a stranger leave no room for a third.
    mixed = "Lehr/130 at 3814; Lehr/901 at 3814; x: German infantry at 3814; Lehr/Recon at 3813"
    assert Table("19AM German", mixed).why_move("Lehr/Recon", "3814") == "BW-6.1a"


@pytest.mark.rule("BW-6.2")
def test_markers_and_aircraft_do_not_count():
    units = "a: German infantry at 3814, improved; b: German infantry at 3814; d: German infantry at 3813"
    t = Table("19AM German", units)
    t.g.interdicted = 1 << t.hex("3814")
    assert t.why_move("d", "3814") == ""


@pytest.mark.rule("BW-6.3")
def test_opposing_units_never_share_a_hex():
    t = Table("19AM German", "a: German infantry at 3814; d: Allied artillery at 3813")
    assert t.why_move("a", "3813") == "BW-5.1c"
    t.end_movement()
    t.attack("3813", "a", dice=[6])
    assert t.game.title.broken(t.g) == []
