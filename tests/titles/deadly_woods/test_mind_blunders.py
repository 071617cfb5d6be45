"""What players laughed at when they read the staff's games, each as a position that it has to answer better now."""

import pytest

from ardennes.kernel import Action, Game, Side
from ardennes.parts.mind.mind import Temper
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.mind.lines import blockers
from ardennes.titles.deadly_woods.mind.mind import KEPT, MIND, REOPENED
from ardennes.titles.deadly_woods.positions import Position
from ardennes.titles.deadly_woods.rules import reinforcements
from ardennes.titles.deadly_woods.rules.action_rounds import MoveOrCombat, PattonMonty, Swap
from ardennes.titles.deadly_woods.rules.bridges import BlowBehind, BlowInFront
from ardennes.titles.deadly_woods.rules.victory import SSWithdrawal


def posed(when, units, scenario="campaign", **more):
    return Position(TITLE, when, units, scenario=scenario, **more)


def answers(g):
    """All that the staff may answer: among equals it draws lots."""
    return {MIND.decide([g], Temper(seed=seed)) for seed in range(8)}


def test_guns_behind_the_town_keep_an_attack_from_being_made():
    """11.3.1 At 1-1 without support, and the defender's guns make it 1-2: he announces them after the attack."""
    units = (
        "a: G-2Pz-a at 2519; b: G-2Pz-b at 2519; c: G-26-a at 2518; "
        "d: A-28-110 at Bastogne; e: A-28-109 at Bastogne, reduced"
    )
    assert answers(posed("T3 German combat", units).g) == {Action("done")}
    bare = posed("T3 German combat", units, assets={"A-ART-VIII-1": "out"})
    assert answers(bare.g) == {Action("hex", bare.hex("Bastogne"))}


def test_guns_that_bring_a_column_only_together_are_both_announced():
    """12.2e One artillery and one Nebelwerfer: neither alone changes the odds."""
    units = "a: G-2Pz-a at 2519; b: G-26-a at 2518; d: A-28-110 at Bastogne; e: A-28-109 at Bastogne, reduced"
    at = posed("T3 German combat", units, assets={"A-ART-VIII-1": "out"})
    at.g.act(at.action("hex Bastogne"))
    at.g.act(at.action("attack"))
    assert {action.verb for action in answers(at.g)} == {"asset"}


def test_rockets_are_not_doubled_where_once_is_enough():
    """12.2h A doubled Nebelwerfer is missed next turn."""
    units = "a: G-2Pz-a at 2519; b: G-2Pz-b at 2519; d: A-28-110 at Bastogne; e: A-28-109 at Bastogne"
    at = posed("T3 German combat", units, assets={"A-ART-VIII-1": "out"})
    at.g.act(at.action("hex Bastogne"))
    at.g.act(at.action("attack"))
    assert {action.verb for action in answers(at.g)} == {"asset"}


def test_the_allies_fight_when_they_stand_before_a_town_that_can_be_had():
    """14.4 The one hex that armor may go is not all there is to a Combat round."""
    units = (
        "a: G-26-a at Bastogne, reduced; d: A-101-501 at 2319; e: A-101-502 at 2319; f: A-101-506 at 2319; "
        "h: A-101-327 at 2319; i: A-26-101 at 2419; j: A-26-104 at 2419; k: A-6Arm-A at Sedan"
    )
    at = posed("T8 Allied move", units, german=["Bastogne"])
    at.g.push(MoveOrCombat(Side.ALLIED))
    assert answers(at.g) == {Action("combat")}


def test_a_round_promises_its_good_attacks_and_not_the_others():
    """14.4 A hopeless attack beside a good one need not be made."""
    good, bad = "a: G-2Pz-a at 2519; b: G-2Pz-b at 2519; d: A-28-110 at Bastogne, reduced", "c: G-26-a at 3210, reduced"
    both = f"{good}; {bad}; e: A-106-424 at St. Vith; f: A-28-112 at St. Vith"
    alone, beside = (posed("T3 German combat", units).g for units in (good, both))
    assert len(beside.choices()["hex"]) == 2
    assert MIND.promise(beside) == pytest.approx(MIND.promise(alone))
    assert MIND.promise(alone) > 0


def test_monty_does_not_fight_with_units_that_are_not_his():
    """14.9 III Corps stands before Bastogne: that is Patton's round, Monty has nobody there."""
    units = "a: G-26-a at Bastogne, reduced; d: A-4Arm-A at 2420; e: A-4Arm-B at 2519; h: A-2Arm-A at Namur"
    at = posed("T8 Allied move", units, german=["Bastogne"])
    at.g.push(PattonMonty(Side.ALLIED))
    assert answers(at.g) == {Action("patton")}


@pytest.mark.parametrize("drawn", [Chit.ALLIED_MOVE_COMBAT, Chit.PATTON_MONTY])
def test_reinforcements_come_before_the_chit_that_all_move_with(drawn):
    """14.8.2 Both chits are played this turn."""
    g = posed("T2 Allied move", "a: G-2Pz-a at Longvilly; d: A-28-110 at 2519", hand={"allied_reinforcement": 1}).g
    g.push(Swap(Side.ALLIED, drawn))
    assert {action.verb for action in answers(g)} == {"swap"}


def test_third_corps_does_not_wait_for_the_next_chit():
    """14.8.1"""
    g = Game.of(TITLE, "campaign").start(1)
    g.turn = 3
    g.rounds = ((int(Chit.ALLIED_REINFORCEMENT), int(Round.REINFORCEMENT)),) * 2
    reinforcements.begin(g, Side.ALLIED)
    assert len(g.choices()["unit"]) == 8
    assert answers(g) == {Action("done")}


@pytest.mark.parametrize(("step", "verb"), [(BlowInFront, "done"), (BlowBehind, "bridge")])
@pytest.mark.parametrize("side", [Side.GERMAN, Side.ALLIED])
def test_no_bridge_is_left_to_those_who_come_over_it(step, verb, side):
    """10.6.1"""
    at = posed("T3 German move", "a: G-2Pz-a at Longvilly; d: A-28-110 at 2519")
    at.g.push(step(side, 1 << at.bridge("1315/1316")))
    assert {action.verb for action in answers(at.g)} == {verb}


def test_whoever_cuts_a_town_off_is_worth_an_attack():
    """3.4a Bastogne is held and counts for nothing as long as three regiments stand around it."""
    ring = "d: A-101-501 at 2319; e: A-101-502 at 2417; h: A-101-506 at 2519; i: A-101-327 at 2519"
    cut = posed("T5 German move", f"a: G-26-a at Bastogne; b: G-2Pz-a at 2719; {ring}", german=["Bastogne"])
    weak = {cut.hex("2319"), cut.hex("2417")}  # at 2519 two regiments stand
    assert set(blockers(cut.g)) == weak
    aims = {aim.place: aim for aim in MIND.aims(cut.g, Side.GERMAN)}
    assert {aims[place].worth for place in weak} == {REOPENED}
    assert not any(aims[place].held for place in weak)
    assert weak.isdisjoint(aim.place for aim in MIND.aims(cut.g, Side.ALLIED))
    fed = posed("T5 German move", "a: G-26-a at Bastogne; d: A-101-501 at 2319", german=["Bastogne"])
    assert blockers(fed.g) == ()


@pytest.mark.parametrize(("turn", "attacker"), [(6, Side.GERMAN), (7, Side.ALLIED)])
def test_from_turn_seven_the_allies_drive_on_and_the_germans_hold(turn, attacker):
    """3.1, 5.2"""
    g = posed(f"T{turn} German move", "a: G-26-a at Bastogne; d: A-4Arm-A at 2420", german=["Bastogne"]).g
    for side in (Side.GERMAN, Side.ALLIED):
        drawn = {aim.draw for aim in MIND.aims(g, side) if aim.held}
        assert drawn == {KEPT if side is attacker else 1.0}


def test_the_ss_go_when_staying_costs_more_than_they_are_worth():
    """12.10f, 3.4g, 3.4h One battle group is not worth the third hex that is wanted if it stays."""
    at = posed("T11 German move", "a: G-1SS-b at Longvilly, reduced; b: G-26-a at Bastogne; d: A-4Arm-A at 2420")
    at.g.push(SSWithdrawal(Side.GERMAN))
    assert answers(at.g) == {Action("withdraw")}
