"""21, 23, 36 The staff with bombardments, attacks on the move and Kampfgruppe Peiper's battalions."""

import msgspec
import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import appraisal, arms, judgement
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
