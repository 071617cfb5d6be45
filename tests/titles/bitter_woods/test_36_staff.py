"""36 The staff with Kampfgruppe Peiper's battalions."""

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import judgement
from tests.titles.bitter_woods.table import Table


def test_kampfgruppe_peiper_breaks_down_to_hold_a_town_and_combines_to_go_on():
    t = Table("17AM German", "1SS/Peiper at Stavelot", options=("peiper_alternative",), scenario="six_turn")
    assert judgement.regrouping(t.g, Side.GERMAN) == "breakdown"
    assert not judgement.is_planned(t.g)
    assert judgement.answer(t.g) == Action("breakdown")
    t.do("breakdown")
    assert judgement.is_planned(t.g)  # the battalions have their orders now
    t = Table("17AM German", "1SS/Peiper at 3813", options=("peiper_alternative",), scenario="six_turn")
    assert judgement.regrouping(t.g, Side.GERMAN) == ""
    t.do("breakdown")
    assert judgement.answer(t.g) == Action("combine")
