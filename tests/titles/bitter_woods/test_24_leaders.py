"""24.0 Leader Units: range, influence, their properties, stand or retreat. 34.0 Accelerated Allied Leader Reaction."""

from collections.abc import Sequence
from typing import Any

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled, Eliminated, Stood
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table

#: Attacks in the open at 1-1; with the better ER the die counts one less, so a 1 is D2 and a 2 is D1.
FIGHT = "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
PAIR = "a: 1SS/Peiper at 3813; d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814"


def table(when: str, units: str, *more: str, phase: str = "movement", **columns: Any) -> Table:
    return Table(when, units, phase=phase, options=("leaders", *more), air=(0, 0), **columns)


def fought(units: str, die: int, *names: str, when: str = "20AM German", **more: Any) -> Table:
    t = table(when, units, phase="combat", **more)
    t.attack("3814", *(names or ["a"]), dice=[die])
    return t


def result(t: Table) -> str:
    return t.told(CombatRolled)[-1].result


def bastogne(shocked: Sequence[str] = (), forts: Sequence[str] = ("Bastogne",)) -> Table:
    """Bastogne is attacked with the result 1D2, and Hodges is in range."""
    defenders = "; ".join(f"{name}: Allied infantry 5-4-4 at Bastogne" for name in "def")
    t = table("20AM German", f"a: 1SS/Peiper at 2525; {defenders}; Hodges at 2528", phase="combat", forts=forts)
    for name in shocked:
        t.g.shocked |= 1 << t.unit(name)
    attack = Attack(Side.GERMAN, t.hex("2526"), (t.unit("a"),))
    t.g.push(Aftermath(attack, "1D2", t.g.units_at(t.hex("2526"))))
    t.g.settle([])
    return t


def reach(t: Table, name: str) -> set[str]:
    return {t.grid.number(cell) for cell in cells(leaders.reach(t.g, t.unit(name)))}


# ---- 24.1, 24.2 --------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24.1")
def test_a_leader_affects_as_many_battles_in_a_player_turn_as_his_influence():
    """Middleton has an influence of 1, Hodges one of 2."""
    second = "b: German armor 9-5-4 at 3713; f: Allied infantry 5-4-4 at 3714"
    for leader, left in (("Middleton", 0), ("Hodges", 1)):
        t = fought(f"{PAIR}; {second}; {leader} at 3816", 2)
        assert (result(t), t.step) == ("D1*", "Stand")
        t.do("stand", leader)
        t.do("unit", "d")
        assert leaders.influence_left(t.g, t.unit(leader)) == left
        t.attack("3714", "b", dice=[2])
        assert result(t) == "D1*"
        assert (t.step == "Stand") is bool(left)
    t.do("stand", "Hodges")
    assert leaders.influence_left(t.g, t.unit("Hodges")) == 0


@pytest.mark.rule("BW-24.1", "BW-24.4d")
def test_influence_comes_back_with_every_player_turn():
    """The same leader is used in attack and again in defence."""
    t = table("20AM German", "Middleton at 3816; d: Allied infantry at 3420")
    t.g.influenced = bytes(int(unit == t.unit("Middleton")) for unit in range(len(t.g.place)))
    assert leaders.influence_left(t.g, t.unit("Middleton")) == 0
    t.end_turn()
    assert t.g.mover is Side.ALLIED
    assert leaders.influence_left(t.g, t.unit("Middleton")) == 1


@pytest.mark.rule("BW-24.4d")
def test_influence_serves_in_attack_too():
    units = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-5-4 at 3814; Manteuffel at 3811"
    t = fought(units, 6)
    assert (result(t), t.step, t.side) == ("A2", "Stand", Side.GERMAN)
    t.do("stand", "Manteuffel")
    assert t.where("a") == "gone"  # two steps are all it has
    t = fought(f"{units}; b: German infantry 3-3-3 at 3813; e: Allied infantry 5-4-4 at 3814", 3, "a", "b")
    assert result(t)[:2] in ("A1", "A2")
    t.do("stand", "Manteuffel")
    t.do("unit", "a")
    if t.step == "StandLoss":
        t.do("unit", "a")
    assert t.where("b") == "3813"


@pytest.mark.rule("BW-24.2")
def test_the_range_goes_over_any_ground_but_not_through_an_enemy_zone_without_a_friend():
    t = table("20AM German", "Middleton at 3814")
    assert reach(t, "Middleton") == {t.grid.number(c) for c in cells(t.grid.within(1 << t.hex("3814"), 4))}
    t = table("20AM German", "Hodges at 3813; d: Allied infantry at 3813; x: German infantry at 3915")
    assert "3814" not in reach(t, "Hodges")  # in the zone of x, and nobody stands there
    assert "3816" in reach(t, "Hodges")  # round the zone
    t = table("20AM German", "Hodges at 3813; 28/112 at 3813; 28/110 at 3814; x: German infantry at 3915")
    assert "3814" in reach(t, "Hodges")  # in the zone of x as well, but 28/110 stands there
    assert "3915" not in reach(t, "Hodges")


# ---- 24.3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24.3a")
def test_a_leader_pays_the_cheaper_of_both_rates_at_every_step():
    t = table("20AM German", "Manteuffel at 3420; i: German infantry 5-4-3 at 3518; p: German armor at 3518")
    assert t.step_cost("Manteuffel", "3520") == "1"  # light woods as infantry, 2 for a mechanized unit
    t = table("20AM German", "Manteuffel at 3516; i: German infantry 5-4-3 at 3516; p: German armor at 3516")
    assert t.step_cost("Manteuffel", "3517") == t.step_cost("p", "3517") == "1/4"  # by road as mechanized
    assert t.step_cost("i", "3517") == "1/3"
    struck = 1 << t.hex("3517")
    t = table("20AM German", "Manteuffel at 3516; p: German armor at 3516", interdicted=struck)
    assert t.step_cost("Manteuffel", "3517") == "1 1/4"  # one point more, and not two
    assert t.step_cost("p", "3517") == "2 1/4"


@pytest.mark.rule("BW-24.3b")
def test_leaders_do_not_count_for_stacking_but_one_is_enough_for_a_hex():
    three = "; ".join(f"{name}: German infantry 5-4-3 at 3814" for name in "abc")
    t = table("20AM German", f"{three}; Manteuffel at 3814; Dietrich at 3812; d: German infantry at 3812")
    assert t.why_move("d", "3814") == "BW-6.1a"
    assert t.why_move("Dietrich", "3814") == "BW-24.3b"
    assert t.why_move("Dietrich", "3813") == ""
    t = table("20AM German", f"{three}; Dietrich at 3812")
    assert t.why_move("Dietrich", "3814") == ""
    t = table(
        "20AM German", "a: German infantry at 3814; b: German infantry at 3814; Dietrich at 3814; c: 2Pz/2 at 3812"
    )
    assert t.why_move("c", "3814") == ""  # the leader takes up no room


@pytest.mark.rule("BW-24.3c")
def test_a_leader_advances_with_the_attackers_he_is_stacked_with():
    t = fought(f"{FIGHT}; Manteuffel at 3813; Dietrich at 3712; r: German infantry at 3712", 2)
    assert result(t) == "D1*"
    t.fall_back()
    assert t.step == "Advance"
    assert t.refused("unit", "Dietrich") == "BW-9.8a"
    assert t.refused("unit", "Manteuffel") == "BW-24.3e"  # not ahead of everybody
    t.do("unit", "a")
    t.do("hex", "3814")
    assert t.offers("unit") == {"Manteuffel"}
    t.do("unit", "Manteuffel")
    t.do("hex", "3814")
    t.do("done")
    assert t.where("Manteuffel") == "3814"


@pytest.mark.rule("BW-24.3d")
def test_a_leader_may_be_chosen_for_a_combat_loss():
    strong = "a: 1SS/Peiper at 3813; b: 12SS/12 at 3813; c: 9SS/9 at 3715; d: Allied infantry 5-4-4 at 3814"
    t = fought(f"{strong}; Middleton at 3814", 4, "a", "b", "c")
    assert (result(t), t.step) == ("1D2", "Loss")
    assert t.offers("unit") == {"d", "Middleton"}
    t.do("unit", "Middleton")
    assert t.where("Middleton") == "gone"
    assert not t.has("d", "reduced")


@pytest.mark.rule("BW-24.3d")
def test_so_may_a_leader_with_the_attackers():
    t = fought("a: German infantry 5-4-3 at 3813; Dietrich at 3813; d: Allied armor 9-5-4 at 3814", 4)
    assert (result(t), t.step) == ("1A2", "Loss")
    assert t.offers("unit") == {"a", "Dietrich"}


@pytest.mark.rule("BW-24.3e")
def test_a_leader_has_neither_strength_nor_a_zone_of_control():
    t = table("20AM German", f"{FIGHT}; Middleton at 3814; Manteuffel at 3813")
    alone = Table("20AM German", FIGHT)
    assert t.odds("3814", "a") == alone.odds("3814", "a")
    t = table("20AM German", "Middleton at 3814")
    assert t.zone(Side.ALLIED) == set()
    t = table("20AM German", f"{FIGHT}; Manteuffel at 3813", phase="combat")
    t.do("hex", "3814")
    assert t.refused("unit", "Manteuffel") == "BW-24.3e"


@pytest.mark.rule("BW-24.3e")
def test_a_leader_alone_is_lost_when_the_enemy_comes_next_to_him():
    t = table("20AM German", "a: German armor at 3812; Middleton at 3815; Hodges at 3818; d: Allied infantry at 3818")
    t.move("a", "3814")
    assert t.where("Middleton") == "gone"
    assert t.told(Eliminated)[-1].rule == "BW-24.3e"
    assert t.where("Hodges") == "3818"


@pytest.mark.rule("BW-24.3e")
def test_he_is_lost_when_the_enemy_passes_by():
    t = table("20AM German", "a: German armor at 3816; Middleton at 3513")
    t.move("a", "3410")  # by the road through 3515 and 3414
    assert t.grid.distance(t.hex("3410"), t.hex("3513")) > 1
    assert t.where("Middleton") == "gone"
    t = table("20AM German", "a: German armor at 3815; Middleton at 3712")
    t.do("unit", "a")
    assert t.refused("hex", "3712") == "BW-5.1c"
    t.do("via", "3812")  # he is lost, and his hex lies open
    assert t.where("Middleton") == "gone"


@pytest.mark.rule("BW-24.3e")
def test_artillery_does_not_surprise_him():
    t = table("20AM Allied", "g: Allied artillery at 3812; Dietrich at 3815; d: Allied infantry at 3420")
    t.move("g", "3814")
    assert t.where("Dietrich") == "3815"


@pytest.mark.rule("BW-24.3e")
def test_he_is_lost_when_his_last_companion_leaves_him_next_to_the_enemy():
    t = table("20AM German", "a: German infantry 5-4-3 at 3813; Manteuffel at 3813; d: Allied infantry at 3814")
    t.do("unit", "a")
    assert "Manteuffel would stay behind" in t.g.stack[-1].prompt(t.g)  # type: ignore[attr-defined]
    t.do("hex", "3812")
    assert t.where("Manteuffel") == "gone"


@pytest.mark.rule("BW-24.3e")
def test_a_leader_does_not_move_to_where_he_would_be_lost():
    t = table("20AM German", "Manteuffel at 3811; a: German infantry at 3913; d: Allied infantry at 3814")
    assert t.why_move("Manteuffel", "3813") == "BW-24.3e"
    assert t.why_move("Manteuffel", "3913") == ""  # also next to the enemy, but in company


@pytest.mark.rule("BW-24.3e")
def test_leaders_go_back_with_the_units_they_are_with():
    t = fought(f"{FIGHT}; Ridgway at 3814", 1)
    assert t.step == "Stand"
    t.do("done")
    t.fall_back()
    assert t.where("Ridgway") not in ("3814", "gone")
    t = fought("a: German infantry 5-4-3 at 3813; Dietrich at 3813; d: Allied infantry 5-5-4 at 3814", 6)
    t.do("done")
    t.fall_back()
    assert t.where("Dietrich") not in ("3813", "gone")


# ---- 24.4 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24.4a")
def test_units_in_range_stand_for_a_step_per_hex():
    t = fought(f"{PAIR}; Hodges at 3818", 1)
    assert (result(t), t.step) == ("D2", "Stand")
    assert t.offers("stand") == {"Hodges"}
    t.do("stand", "Hodges")
    t.do("unit", "d")
    t.do("unit", "e")
    assert t.has("d", "reduced")
    assert t.has("e", "reduced")
    assert t.where("d") == t.where("e") == "3814"
    assert t.step != "Advance"  # nobody advances
    assert t.told(Stood)[-1].steps == 2


@pytest.mark.rule("BW-24.4a")
def test_without_a_leader_in_range_they_retreat():
    t = fought(f"{FIGHT}; Hodges at 3822", 1)
    assert t.step != "Stand"
    t = fought(FIGHT, 1)
    assert t.step != "Stand"


@pytest.mark.rule("BW-24.4b")
def test_who_stands_pays_the_whole_price():
    t = fought(f"{PAIR}; Hodges at 3816", 1)
    assert result(t) == "D2"
    t.do("stand", "Hodges")
    t.do("unit", "d")
    assert t.refused("done") == "BW-24.4b"  # no part of it is retreated
    t.do("unit", "d")
    assert (t.where("d"), t.where("e")) == ("gone", "3814")
    t = fought(f"{FIGHT}, reduced; Hodges at 3816", 1)
    assert int(result(t)[1]) > 1
    assert t.step != "Stand"  # a single step does not pay for so many hexes


@pytest.mark.rule("BW-24.4c")
def test_units_out_of_range_retreat_though_others_stand():
    """Of two attackers driven back one is in Dietrich's range."""
    units = "a: German infantry 5-4-3 at 3813; b: German infantry 5-4-3 at 3915; d: Allied armor 9-5-4 at 3814"
    t = fought(f"{units}; Dietrich at 3810", 5, "a", "b")
    assert result(t) == "A1"  # 10 against 9, die 5 + 1
    t.do("stand", "Dietrich")
    assert t.has("a", "reduced")
    assert t.where("a") == "3813"
    t.fall_back()
    assert t.where("b") != "3915"


@pytest.mark.rule("BW-24.4c")
def test_shocked_units_retreat_unless_they_are_in_a_fortification():
    t = table("20AM German", f"{PAIR}; Hodges at 3816", phase="combat")
    t.g.shocked |= 1 << t.unit("d") | 1 << t.unit("e")
    t.attack("3814", "a", dice=[2])
    assert result(t)[0] == "D"
    t.fall_back()
    assert t.where("d") != "3814"


@pytest.mark.rule("BW-24.4e")
def test_bastogne_with_1d2_loses_a_step_and_then_two_more_or_two_hexes():
    """Whoever stands loses three steps in all, whoever retreats one step and two hexes."""
    t = bastogne()
    assert t.step == "Loss"
    t.do("unit", "d")
    assert t.step == "Stand"
    stood = t.trial()
    stood.do("stand", "Hodges")
    stood.do("unit", "d")
    stood.do("unit", "e")
    assert stood.where("d") == "gone"
    assert stood.where("e") == stood.where("f") == "2526"
    assert stood.has("e", "reduced")
    t.do("done")
    t.fall_back()
    assert all(t.grid.distance(t.hex("2526"), t.hex(t.where(name))) == 2 for name in "def")


@pytest.mark.rule("BW-24.4f")
def test_the_first_loss_may_be_anybodys_and_the_shocked_retreat_unless_they_are_in_a_fortification():
    t = bastogne(shocked=("d",), forts=())
    assert t.offers("unit") == {"d", "e", "f"}
    t.do("unit", "d")
    t.do("stand", "Hodges")
    assert t.offers("unit") == {"e", "f"}
    t.do("unit", "e")
    t.do("unit", "f")
    t.fall_back()
    assert t.grid.distance(t.hex("2526"), t.hex(t.where("d"))) == 2
    assert t.where("e") == t.where("f") == "2526"
    t = bastogne(shocked=("d",))
    t.do("unit", "e")
    t.do("stand", "Hodges")
    assert t.offers("unit") == {"d", "e", "f"}  # in a fortification the shocked stand too


# ---- 34 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-34")
def test_allied_leaders_move_at_full_speed_on_16am_only_with_the_quick_reaction():
    t = table("16AM Allied", "Middleton at 2526")
    assert allowance(t.g, t.unit("Middleton")) == 2
    t = table("16AM Allied", "Middleton at 2526; d: Allied armor at 2420", "leader_reaction")
    assert allowance(t.g, t.unit("Middleton")) == 5
    assert allowance(t.g, t.unit("d")) == 2
    t = table("16PM Allied", "Middleton at 2526")
    assert allowance(t.g, t.unit("Middleton")) == 5


@pytest.mark.rule("BW-24.3i")
def test_a_leader_whose_attackers_are_destroyed_does_not_keep_their_hex():
    units = "a: German infantry 5-4-3 at 3813; Manteuffel at 3813; d: Allied infantry 5-4-4 at 3814"
    t = table("20AM German", units, phase="combat")
    attack = Attack(Side.GERMAN, t.hex("3814"), (t.unit("a"),))
    t.g.push(Aftermath(attack, "AE", (t.unit("d"),)))
    t.g.settle([])
    assert t.where("Manteuffel") == "gone"
    assert (t.step, t.side) == ("Advance", Side.ALLIED)


@pytest.mark.rule("BW-24.4a")
def test_to_stand_against_three_hexes_costs_three_steps():
    t = table("20AM German", f"{PAIR}; Hodges at 3818", phase="combat")
    attack = Attack(Side.GERMAN, t.hex("3814"), (t.unit("a"),))
    t.g.push(Aftermath(attack, "D3", (t.unit("d"), t.unit("e"))))
    t.g.settle([])
    t.do("stand", "Hodges")
    for name in ("d", "e", "d"):
        assert t.step == "StandLoss"
        t.do("unit", name)
    assert t.step != "StandLoss"
    assert (t.where("d"), t.has("e", "reduced")) == ("gone", True)
