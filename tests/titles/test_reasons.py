"""Whoever is refused something within reach is told the fact that forbids it, and hardly ever less."""

import pytest

from tests.titles import reasons
from tests.titles.bitter_woods.table import Table as BitterWoods
from tests.titles.deadly_woods.table import Table as DeadlyWoods
from tests.titles.tigers_in_the_mist.table import Table as Tigers


@pytest.mark.parametrize("title", sorted(reasons.GENERAL))
def test_hardly_anything_is_refused_in_general_words(title):
    said = reasons.survey(title, 100, 3)
    assert said.total() > 5000
    assert len({told.rule for told in said}) > 30
    assert reasons.share(said) < reasons.BOUND, [told for told in said if told.general]


def test_what_keeps_a_unit_from_work_is_named():
    builders = "b: Allied infantry at 4606"
    t = BitterWoods("19AM Allied", f"d: Allied infantry at 3814; e: Allied armor at 4306; {builders}")
    t.g.builders = ((t.unit("b"), 0),)
    t.do("improve", "d")
    t.move("e", "4305")
    told = {verb: {name: t.why(verb, name).text for name in "bde"} for verb in ("improve", "repair")}
    for texts in told.values():
        assert texts["d"].endswith("has built this turn")
        assert texts["e"].endswith("has moved this turn")
        assert texts["b"].endswith("is building a bridge")


@pytest.mark.rule("TM-7.2", "TM-9.13a", "TM-9.52a")
def test_whose_and_where_a_unit_is_that_a_battle_does_not_concern():
    units = (
        "a: German foot 2 in Prum; o: German foot 2 in Bitburg; d: Allied infantry 2 in Prum; f: Allied armor 1 in E"
    )
    t = Tigers("17-1 German", units)
    t.do("done")
    t.do("area", "Prum")
    assert "not yours" in t.why("unit", "d").text
    assert t.why("unit", "o").text.endswith("is not in Prum")
    assert {t.why("unit", name).rule for name in "do"} == {"TM-9.13a"}


@pytest.mark.rule("DW-6.2g")
def test_who_is_elsewhere_does_not_die_of_a_crowd():
    units = "a: G-26-a at 1410; b: G-26-b at 1410; c: G-301 at 1410; d: G-506 at 1410; e: G-18-a at 1510"
    t = DeadlyWoods("T4 German combat", units)
    t.end()
    assert t.step == "Overstack"
    assert "is not in" in t.why("unit", "e").text
