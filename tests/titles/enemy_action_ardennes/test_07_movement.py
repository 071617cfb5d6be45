"""7.0 - 7.4 Movement, rivers, bridges, stacking, and 2.3 the terrain chart."""

import pytest

from ardennes.board.cells import cells
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import paths, reactions, supply
from ardennes.titles.enemy_action_ardennes.rules.paths import Pace

from .table import ALLIED, GERMAN, Table

#: A German next to an Allied infantry regiment west of St. Vith.
CONTACT = "a: 62.LXVI at 1209; d: 112.28.VIII at 1210"


@pytest.mark.rule("EA-7.0a")
def test_a_unit_moves_once():
    t = Table("D21 German activate", "a: 62.LXVI at 1208; b: 18.LXVI at 1207")
    t.do("unit", "a")
    assert t.refused("unit", "b") == "EA-7.0a"
    t.do("hex", "1309")
    assert t.where("a") == "1309"
    assert t.refused("unit", "a") == "EA-7.0a"
    assert t.refused("unit", "b") == ""


@pytest.mark.rule("EA-7.0b")
def test_a_hex_takes_the_points_it_costs():
    t = Table("D21 German activate", "a: 62.LXVI at 0310")
    assert t.cost("a", "0510") == 2
    assert t.why_move("a", "0609") == "EA-7.0b"


@pytest.mark.rule("EA-7.0c")
def test_one_hex_is_always_possible(monkeypatch):
    t = Table("D21 German activate", "a: 2.2P.XLVII at 0308; b: 3.2P.XLVII at 0308; d: Allied infantry V at 0207")
    slow = list(t.box.units.movement)
    slow[t.unit("a")] = slow[t.unit("b")] = 2
    monkeypatch.setattr(t.box.units, "movement", tuple(slow))
    assert t.why_move("a", "0408") == ""
    assert t.why_move("a", "0509") == "EA-7.0b"
    assert t.why_move("a", "0208") == "EA-7.1b"


@pytest.mark.rule("EA-7.1a", "EA-7.1b", "EA-7.1g", "EA-8.1b")
def test_leaving_enemy_control_costs_a_point_and_leads_out_of_it():
    t = Table("D21 German activate", CONTACT + "; e: Allied infantry VIII at 1210")
    assert t.cost("a", "1109") == 2
    assert t.cost("a", "1208") == 2
    assert t.why_move("a", "1110") == "EA-7.1b"
    alone = Table("D21 German activate", "a: 62.LXVI at 1209")
    assert alone.cost("a", "1208") == 1


@pytest.mark.rule("EA-7.1c")
def test_entering_enemy_control_ends_the_move():
    t = Table("D21 German activate", "c: 2.2P.XLVII at 1109; d: 112.28.VIII at 1210")
    assert t.cost("c", "1209") == 1
    assert t.cost("c", "1310") == 5
    t.do("unit", "c")
    assert "1209" not in t.offers("via")


@pytest.mark.rule("EA-7.1d")
def test_no_hex_with_enemy_units():
    assert Table("D21 German activate", CONTACT).why_move("a", "1210") == "EA-7.1d"


@pytest.mark.rule("EA-7.1f", "EA-7.4b")
def test_friends_do_not_hinder_and_full_stacks_are_passed():
    stack = "; ".join(f"{unit} at 1208" for unit in ("2.2P.XLVII", "304.2P.XLVII", "3.2P.XLVII"))
    t = Table("D21 German activate", f"a: 62.LXVI at 1108; {stack}", activated=["a"])
    assert t.cost("a", "1309") == 2
    assert t.why_move("a", "1208") == "EA-7.4a"


@pytest.mark.rule("EA-8.1a")
def test_friends_do_not_lift_the_ban_on_moving_from_control_to_control():
    t = Table("D21 German activate", CONTACT + "; f: 244.LXVI at 1110")
    assert t.why_move("a", "1110") == "EA-7.1b"


@pytest.mark.rule("EA-7.2a", "EA-2.3g")
def test_by_road_every_hex_costs_one():
    t = Table("D21 German activate", "a: 2.2P.XLVII at 0910")
    assert t.box.ground.forest >> t.hex("0911") & 1
    assert t.cost("a", "0911") == 1


@pytest.mark.rule("EA-7.2b")
def test_five_road_hexes_to_st_vith():
    t = Table("D21 German activate", "a: Peiper.1SS.ISS at 0804")
    assert t.cost("a", "1108") == 5
    assert t.cost("a", "1208") == 6


@pytest.mark.rule("EA-7.2c")
def test_woods_and_broken_cost_a_tank_five():
    assert Table("D21 German activate", "a: 2.2P.XLVII at 0308").cost("a", "0507") == 5


@pytest.mark.rule("EA-7.2d", "EA-2.3h")
def test_costs_of_terrain():
    t = Table("D21 German activate", "a: 62.LXVI at 1916; m: 2.2P.XLVII at 1916")
    off_road = {"1815": (1, 1), "1816": (1, 2), "1917": (1, 3)}  # clear, broken, woods
    assert {to: (t.cost("a", to), t.cost("m", to)) for to in off_road} == off_road
    forest = Table("D21 German activate", "a: 62.LXVI at 1116; m: 2.2P.XLVII at 1116")
    assert (forest.cost("a", "1016"), forest.cost("m", "1016")) == (2, 4)
    city = Table("D21 German activate", "a: 62.LXVI at 0525; m: 2.2P.XLVII at 0525")
    assert city.cost("m", "0526") == city.cost("a", "0526") == 1


@pytest.mark.rule("EA-7.31a")
def test_an_unbridged_river_takes_a_whole_move():
    t = Table("D21 German activate", "a: 62.LXVI at 1607; b: 18.LXVI at 1606")
    assert t.why_move("a", "1708") == ""
    assert t.why_move("a", "1709") == "EA-7.0b"
    assert t.why_move("b", "1708") == "EA-7.0b"
    begun = paths.reachable(t.g, t.unit("a"), 1, Pace.ORDINARY)
    assert not begun.board >> t.hex("1708") & 1


@pytest.mark.rule("EA-7.31b")
def test_one_unit_over_a_river_hexside():
    t = Table("D21 German activate", "a: 244.LXVI at 1607; b: 243.XLVII at 1607")
    t.move("a", "1708")
    assert t.why_move("b", "1708") == "EA-7.31b"
    assert t.why_move("b", "1608") == ""


@pytest.mark.rule("EA-7.31c")
def test_four_units_cross_at_four_hexsides():
    units = "a: 244.LXVI at 1607; b: 243.XLVII at 1607; c: 11.LXXXV at 1607; d: LXXXarmor.LXXX at 1707"
    t = Table("D21 German activate", units)
    for unit, to in (("a", "1708"), ("b", "1608"), ("c", "1508"), ("d", "1708")):
        t.move(unit, to)
    assert t.g.forded.bit_count() == 4


@pytest.mark.rule("EA-7.31d")
def test_a_river_may_be_crossed_out_of_enemy_control():
    t = Table("D21 German activate", "a: 62.LXVI at 1607; d: 112.28.VIII at 1507")
    assert t.why_move("a", "1708") == ""
    assert t.why_move("a", "1508") == "EA-7.1b"


BRIDGE = "a: 244.LXVI at 0811; b: 243.XLVII at 0811; c: 11.LXXXV at 0811"


@pytest.mark.rule("EA-7.32a")
def test_any_number_cross_a_bridge():
    t = Table("D21 German activate", BRIDGE)
    for unit in "abc":
        t.move(unit, "0812")
    assert len(t.g.units_at(t.hex("0812"))) == 3


@pytest.mark.rule("EA-7.32b")
def test_one_unit_over_a_bridge_into_enemy_control():
    t = Table("D21 German activate", BRIDGE + "; d: 504.82.XVIII at 0913")
    t.move("a", "0812")
    assert t.why_move("b", "0812") == "EA-7.32b"


@pytest.mark.rule("EA-4.12")
def test_on_dec_16_a_bridge_serves_one_german_unit():
    t = Table("D16 German activate", "a: 1.1SS.ISS at 0811; b: 2.1SS.ISS at 0811; c: 25.12SS.ISS at 0911")
    t.move("a", "0812")
    assert t.why_move("b", "0812") == ""  # from next to it, as over a river without a bridge
    assert t.why_move("b", "0913") == "EA-7.0b"
    assert t.why_move("c", "0812") == "EA-7.0b"
    t.move("b", "0812")
    again = Table("D17 German activate", "a: 1.1SS.ISS at 0811; c: 25.12SS.ISS at 0911")
    again.move("a", "0812")
    assert again.why_move("c", "0812") == ""


@pytest.mark.rule("EA-4.13a")
def test_allied_infantry_goes_one_hex_on_dec_16():
    t = Table("D16 Allied activate", "a: 117.30.XVIII at 0610; m: CCA.7A.XVIII at 0610")
    assert t.why_move("a", "0511") == ""
    assert t.why_move("a", "0512") == "EA-4.13a"
    assert t.why_move("m", "0512") == ""
    assert Table("D17 Allied activate", "a: 117.30.XVIII at 0610").why_move("a", "0512") == ""


# ---- 7.33 demolition ---------------------------------------------------------------------------------------

MARCH = {"hands": {ALLIED: [11]}}


def marched(day="D18", **more):
    t = Table(f"{day} German activate", "a: 1.1SS.ISS at 0710", **(MARCH | more))
    t.do("decline") if t.step == "Roadblocks" else None
    t.move("a", "0812")
    return t


@pytest.mark.rule("EA-7.33a", "EA-7.33b")
@pytest.mark.rule("EA-7.33a1")
def test_engineers_blow_a_bridge_in_mid_move():
    t = marched()
    assert t.step == "Demolition"
    assert t.where("a") == "0712"
    t.do("card", 11)
    assert t.told(events.BridgeBlown)
    assert t.step == "Moving"
    assert t.refused("hex", "0812") == "EA-7.33b"
    assert "0713" in t.offers("hex")
    assert t.pile("discards", ALLIED) == [11]


@pytest.mark.rule("EA-7.33a")
@pytest.mark.rule("EA-7.33a1")
def test_without_a_reaction_the_move_goes_on():
    t = marched()
    t.do("decline")
    assert t.where("a") == "0812"


@pytest.mark.rule("EA-10.0e")
def test_a_bridge_without_allied_supply_stands():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 0710")
    river = t.river("0712/0812")
    assert reactions.can_be_blown(t.g, river)
    t.g.german_towns = t.box.ground.towns
    t.g.put(t.unit("2.1SS.ISS"), t.hex("0814"))
    t.g.put(t.unit("1.1SS.ISS"), t.hex("0713"))
    assert not supply.traceable(t.g, ALLIED) & t.box.ground.river_ends[river]
    assert not reactions.can_be_blown(t.g, river)


@pytest.mark.rule("EA-4.13b")
def test_no_bridge_is_blown_on_dec_16():
    t = marched("D16")
    assert t.where("a") == "0812"
    own = Table("D16 Allied command", "a: 117.30.XVIII at 0712", hands={ALLIED: [11]})
    own.play(11, "event", "engineers")
    assert own.refused("blow", "0712/0812") == "EA-4.13b"


@pytest.mark.rule("EA-7.33c")
def test_greif_saves_the_bridge():
    t = marched(hands={ALLIED: [11], GERMAN: [56, 53]})
    t.do("card", 11)
    assert t.step == "Greif"
    t.do("card", 56)
    assert t.where("a") == "0812"
    assert t.told(events.BridgeSaved)
    assert t.pile("discards", GERMAN) == [56]
    idle = Table("D18 German command", "a: 1.1SS.ISS at 0710", hands={GERMAN: [56]})
    assert "operation_greif" not in idle.uses(56, "event")


# ---- 7.4 stacking ------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.4a", "EA-7.4d")
def test_three_units_and_six_steps():
    four_and_two = "18.LXVI at 1208; 2.2P.XLVII at 1208; a: 519.IISS at 1209"
    assert Table("D21 German activate", four_and_two, activated=["a"]).why_move("a", "1208") == "EA-7.4a"
    ones = "519.IISS at 1208; LXXXarmor.LXXX at 1208; 243.XLVII at 1208, reduced; a: 244.LXVI at 1209, reduced"
    assert Table("D21 German activate", ones, activated=["a"]).why_move("a", "1208") == "EA-7.4a"
    two = "519.IISS at 1208; LXXXarmor.LXXX at 1208; a: 244.LXVI at 1209, reduced"
    assert Table("D21 German activate", two).why_move("a", "1208") == ""


@pytest.mark.rule("EA-7.4c")
def test_an_overfull_hex_is_cut_down():
    t = Table("D21 German activate", "x: 18.LXVI at 1208; y: 2.2P.XLVII at 1208; z: 243.XLVII at 1208, reduced")
    t.end()
    assert t.step == "Overstack"
    t.do("unit", "x")
    assert t.g.steps_left(t.unit("x")) == 3
    assert t.step != "Overstack"


@pytest.mark.rule("EA-4.0n")
def test_movement_comes_before_combat():
    t = Table("D21 German combat", CONTACT)
    assert t.step == "AttackPhase"
    assert not t.why("done")
    assert t.why("via", "1109")


@pytest.mark.rule("EA-6.0")
def test_active_units_need_do_nothing():
    t = Table("D21 German activate", CONTACT)
    while t.g.stack[-1].side is GERMAN:
        t.end()
    assert t.where("a") == "1209"
    assert cells(t.g.active) == []


# ---- 5.21 --------------------------------------------------------------------------------------------------

SLIP = "a: Peiper.1SS.ISS at 0708; k: 150.ISS at 0608; d: 18.1.V at 0707; e: 26.1.V at 0609"


@pytest.mark.rule("EA-5.21b")
def test_peiper_ignores_control_on_dec_17():
    t = Table("D17 German command", SLIP, hands={GERMAN: [51]})
    t.play(51, "formation", "KG_Peiper")
    assert t.cost("a", "0709", zones=False) == 1
    assert t.why_move("a", "0710") == ""
    t = Table("D19 German command", SLIP, hands={GERMAN: [51]})
    t.play(51, "formation", "KG_Peiper")
    assert t.why_move("a", "0607") != ""


@pytest.mark.rule("EA-5.21c")
def test_the_150th_ignores_control_on_dec_18():
    t = Table("D18 German command", SLIP, hands={GERMAN: [51]})
    t.play(51, "formation", "150_Pz_Bde")
    assert t.why_move("k", "0708") == ""
    t = Table("D17 German command", SLIP, hands={GERMAN: [51]})
    t.play(51, "formation", "150_Pz_Bde")
    assert t.why_move("k", "0708") == "EA-7.1b"
