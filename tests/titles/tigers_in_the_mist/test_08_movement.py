"""8.0 Activation/Movement."""

import pytest

from tests.titles.tigers_in_the_mist.table import Table


@pytest.mark.rule("TM-8.33a")
def test_a_step_costs_one_on_a_major_and_two_on_a_minor_road():
    t = Table("17-1 German", "a: German armor 3 in Prum; b: German armor 2 in Schonecken")
    t.move("a", "Pronsfeld")  # major
    t.move("b", "Waxweiler")  # minor
    assert (t.spent("a"), t.spent("b")) == (1, 2)


@pytest.mark.rule("TM-8.22", "TM-8.24")
def test_entering_an_enemy_area_ends_the_move_with_combat_pending():
    t = Table("17-1 German", "a: German armor 3 in Prum; d: Allied infantry 2 in Pronsfeld")
    t.move("a", "Pronsfeld")
    assert t.step == "Movement"
    assert t.why("unit", "a").rule == "TM-8.25a"
