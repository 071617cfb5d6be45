"""The options: published errata and the VP handicap."""

import pytest

from ardennes.titles.tigers_in_the_mist.events import Released
from tests.titles.tigers_in_the_mist.table import Table

#: Germans in Bastogne with Allies on every road out.
CUT_OFF = "g: German foot 3 in Bastogne;" + "".join(
    f"x{n}: Allied infantry 1 in {area};"
    for n, area in enumerate(("Noville", "Longvilly", "Doncols", "Martelange", "Nives", "Spimont", "Bertogne"))
)


@pytest.mark.rule("TM-12.21")
@pytest.mark.parametrize(("errata", "points"), [(False, 2), (True, 0)])
def test_with_errata_a_garrison_out_of_supply_holds_no_points(errata, points):
    t = Table("17-3 Allied", CUT_OFF, german_control=["Bastogne"], options={"errata": errata})
    t.wait_until("18-1 German")
    assert t.g.vp == points


@pytest.mark.rule("TM-12.21")
def test_with_errata_an_empty_area_under_german_control_still_pays():
    t = Table("17-3 Allied", german_control=["Bastogne"], options={"errata": True})
    t.wait_until("18-1 German")
    assert t.g.vp == 2


@pytest.mark.rule("TM-12.21")
def test_with_errata_one_supplied_unit_is_enough():
    t = Table("17-3 Allied", "g: German foot 3 in Bastogne", german_control=["Bastogne"], options={"errata": True})
    t.wait_until("18-1 German")
    assert t.g.vp == 2


@pytest.mark.rule("TM-11.31")
@pytest.mark.parametrize(("errata", "released"), [(False, ["11 Pz"]), (True, [])])
def test_with_errata_units_out_of_supply_win_no_release(errata, released):
    t = Table("18-1 Allied", CUT_OFF, reserves=True, options={"errata": errata})
    t.end_impulse()
    assert [event.formation for event in t.told(Released)] == released


@pytest.mark.parametrize(
    ("handicap", "level"), [(0, "German Decisive"), (1, "German Marginal"), (-10, "German Decisive")]
)
def test_a_handicap_moves_the_levels_but_not_the_score(handicap, level):
    t = Table("22-1 Allied", "z: German armor 40 in K", options={"handicap": handicap})
    t.wait_for_the_end()
    assert (t.g.outcome().score, t.g.outcome().level) == (40, level)
