"""21, 23, 36 The staff with bombardments, attacks on the move and Kampfgruppe Peiper's battalions."""

import msgspec
import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import appraisal, arms, combat_judgement, judgement, windfalls
from ardennes.titles.bitter_woods.mind.staffwork import Staffwork
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from tests.titles.bitter_woods.table import Table

UNITS = "a: 1SS/Peiper at 3813; b: 12SS/25 at 3813; 4R at 3813; 9R at 3914; p: 2Pz/3 at 3914"


def test_an_attack_after_a_bombardment_is_weighed_over_its_dice():
    t = Table("20AM German", f"{UNITS}; d: Allied infantry 5-4-4 at 3814", options=("bombardments",), phase="combat")
    guns = (t.unit("4R"), t.unit("9R"))
    alone = Attack(Side.GERMAN, t.hex("3814"), (t.unit("a"),))
    attack = msgspec.structs.replace(alone, units=tuple(sorted((t.unit("a"), *guns))))
    shocked = t.g.copy()
    shocked.shocked |= 1 << t.unit("d")
    expected = appraisal.appraise(shocked, alone, 0.5).worth / 3 + appraisal.appraise(t.g, alone, 0.5).worth * 2 / 3
    assert arms.shelled(t.g, attack, guns, 0.5) == pytest.approx(expected)  # 5 and 6 shock an ER of 4


def test_guns_that_are_not_wanted_in_an_attack_bombard_if_it_is_worth_it():
    t = Table("20AM German", f"{UNITS}; d: Allied infantry 5-4-4 at 3814", options=("bombardments",), phase="combat")
    t.do("hex", "3814")
    attack = Attack(Side.GERMAN, t.hex("3814"), (t.unit("a"),))
    done = []
    while not done or done[-1].verb == "unit":
        top = t.g.stack[-1]
        assert isinstance(top, ChooseAttackers)
        action = arms.bombard(t.g, top, attack, 1.0)
        assert action is not None
        done.append(action)
        if action.verb == "unit":
            t.g.apply(action)
    assert done == [Action("unit", t.unit("4R")), Action("unit", t.unit("9R")), Action("bombard")]
    assert arms.bombard(t.g, top, attack, 0.0) is None


def test_a_column_takes_its_chance_under_the_aircraft_where_that_is_worth_a_step():
    t = Table("18PM German", "a: German armor 9-5-4 at 2829", scenario="six_turn", options=("interdiction_challenge",))
    t.g.interdicted = 1 << t.hex("2828")
    work = Staffwork(t.g, Side.GERMAN)
    worth, cell = windfalls.dare(work, t.unit("a"))
    stops, hit = work.drawn(t.unit("a"), cell), appraisal.loss(t.g, t.unit("a"), 1)
    assert stops - hit / 3 < worth  # two faces cost a step, two more stop it, and two let it go on
    found = [order for order in judgement.orders(work) if order.dares]
    assert [order.actions[-1] for order in found] == [Action("challenge", t.hex("2828"))]
    for action in found[0].actions:
        t.g.apply(action, [6] if action.verb == "challenge" else [])
    t.g.apply(judgement.answer(t.g))
    assert t.step == "Movement"
    assert t.where("a") != "2828"


def test_kampfgruppe_peiper_breaks_down_to_hold_a_town_and_combines_to_go_on():
    t = Table("17AM German", "1SS/Peiper at Stavelot", options=("peiper_alternative",), scenario="six_turn")
    assert arms.regrouping(t.g, Side.GERMAN) == "breakdown"
    assert not judgement.is_planned(t.g)
    assert judgement.answer(t.g) == Action("breakdown")
    t.do("breakdown")
    assert judgement.is_planned(t.g)  # the battalions have their orders now
    t = Table("17AM German", "1SS/Peiper at 3813", options=("peiper_alternative",), scenario="six_turn")
    assert arms.regrouping(t.g, Side.GERMAN) == ""
    t.do("breakdown")
    assert judgement.answer(t.g) == Action("combine")


def test_armor_that_cannot_win_a_hex_for_certain_drives_past_it_to_a_prize():
    units = "t: German armor 9-5-4 at 1402; i: German armored infantry 6-5-4 at 1402; d: Allied infantry 5-4-4 at 1302"
    t = Table("18PM German", units, phase="combat", scenario="six_turn", options=("angriff",), air=(0, 0))
    done = []
    while not done or done[-1].verb != "fight":
        done.append(judgement.answer(t.g))
        t.g.apply(done[-1], [1] if done[-1].verb == "fight" else [])
    assert [action.verb for action in done] == ["hex", "unit", "unit", "angriff", "fight"]
    for _ in range(2):
        t.g.apply(judgement.answer(t.g))
    assert t.where("t") == "1503"  # Eupen


def test_nobody_drives_past_where_nothing_lies_behind():
    units = "t: German armor 9-5-4 at 0711; i: German armored infantry 6-5-4 at 0711; d: Allied infantry 5-4-4 at 0712"
    t = Table("18PM German", units, phase="combat", scenario="six_turn", options=("angriff",), air=(0, 0))
    found = combat_judgement.wanted_attack(t.g, Side.GERMAN, t.hex("0712"))
    assert found is not None
    assert not found.attack.angriff


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
