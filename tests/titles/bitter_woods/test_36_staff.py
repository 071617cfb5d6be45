"""36 The staff with Kampfgruppe Peiper's battalions."""

import msgspec

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import judgement
from ardennes.titles.bitter_woods.rules import kampfgruppe
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


def test_a_battalion_left_behind_comes_up_in_exploitation():
    """36.2 The phase may not end before: the staff once answered that it was done all the same."""
    units = "PA/1SSPz at 3813; PA/501 at 3809; PA/3-2 at 3809"
    t = Table("20AM German", units, air=(0, 0), options=("peiper_alternative",))
    t.g.parted = t.g.reserve = 1 << t.unit("PA/1SSPz")
    t.do("done")
    while t.step != "Movement":
        t.do("done")
    assert t.refused("done") == "BW-36.2"
    for _ in range(2):  # the unit, and where it goes
        action = judgement.answer(t.g)
        assert t.g.allows(action)
        t.g.play(action)
    assert not kampfgruppe.scattered(t.g)


def test_a_unit_that_slipped_through_goes_on_or_stops():
    """27.2 It is past the enemy's zone and cannot be put back."""
    t = Table("17AM German", "a: 1SS/Peiper at 3813", options=("peiper_and_skorzeny",))
    t.do("unit", "a")
    step = t.g.stack[-1]
    t.g.stack = (*t.g.stack[:-1], msgspec.structs.replace(step, slipped=True))
    t.g._choices = t.g.memo = None
    assert t.g.allows(judgement.answer(t.g))
