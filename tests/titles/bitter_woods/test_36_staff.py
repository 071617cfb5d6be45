"""36 The staff with Kampfgruppe Peiper's battalions."""

import msgspec

from ardennes.agents import find
from ardennes.kernel import Action, Game, Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.mind import judgement
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
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


def test_battalions_come_together_where_it_takes_more_than_one_move():
    """36.1 Neither of two can join the third without leaving the other: the staff once sent others about instead."""
    units = "a: German infantry at 1323; PA/1SSPz at 3815; PA/501 at 3809; PA/3-2 at 3809"
    t = Table("20AM German", units, air=(0, 0), options=("peiper_alternative",))
    t.g.moved |= 1 << t.unit("PA/1SSPz")
    assert t.refused("done") == "BW-36.1a"
    for _ in range(4):
        t.g.play(judgement.answer(t.g))
    assert t.g.allows(Action("done"))
    assert t.where("a") == "1323"


def test_a_unit_that_slipped_through_goes_on_or_stops():
    """27.2 It is past the enemy's zone and cannot be put back."""
    t = Table("17AM German", "a: 1SS/Peiper at 3813", options=("peiper_and_skorzeny",))
    t.do("unit", "a")
    step = t.g.stack[-1]
    t.g.stack = (*t.g.stack[:-1], msgspec.structs.replace(step, slipped=True))
    t.g._choices = t.g.memo = None
    assert t.g.allows(judgement.answer(t.g))


def test_the_staff_goes_round_in_no_circles_for_peiper():
    """36.11, 36.1, 36.L4 Exchanges are for movement, and who is missing comes up at once: nobody else is sent about."""
    game = Game.of(TITLE, "six_turn", TITLE.preset("tournament", "six_turn"))
    state, staffs = game.start("circ 3"), [find("staff", 0), find("staff", 1)]
    picked = []
    while state.turn <= 3 and state.side is not None:
        top, action = state.stack[-1], staffs[state.side].choose(state.sight(state.side))
        assert action.verb not in ("breakdown", "combine") or isinstance(top, Movement)
        picked.append(action if action.verb == "unit" else None)
        assert picked[-3:] != [action] * 3
        state.play(action)
    assert len(picked) > 400


def test_peiper_comes_up_to_his_men_before_a_phase_is_over():
    """36.L4 The staff once sent others about until the phase could end."""
    units = "a: German armor 12-5-4 at 1323; 1SS/Peiper at 3813; Peiper at 3809"
    t = Table("20AM German", units, air=(0, 0), options=("peiper_alternative", "leaders", "peiper_and_skorzeny"))
    assert t.refused("done") == "BW-36.L4"
    for _ in range(2):
        t.g.play(judgement.answer(t.g))
    assert t.g.allows(Action("done"))
    assert t.g.place[t.unit("a")] == t.hex("1323")
