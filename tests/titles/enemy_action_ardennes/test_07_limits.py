"""7.5 - 7.9 Strategic movement, boundaries, exits, roadblocks; 8.0 zones of control."""

import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import paths, reactions, supply
from ardennes.titles.enemy_action_ardennes.rules.areas import british_held
from ardennes.titles.enemy_action_ardennes.rules.movement import notable

from .table import ALLIED, GERMAN, Table


def strategic(t, unit):
    """The hexes a strategic move of a unit may lead to."""
    number = t.unit(unit)
    if not paths.may_go_strategic(t.g, number):
        return set()
    return set(t.box.grid.numbers(paths._strategic(t.g, number, 0).found.board))


# ---- 7.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.5a")
def test_strategic_movement_starts_on_a_road_in_supply_away_from_the_enemy():
    assert strategic(Table("D21 Allied activate", "a: 9.2.V at 0512"), "a")
    assert not strategic(Table("D21 Allied activate", "a: 9.2.V at 0512, low"), "a")
    assert not strategic(Table("D21 Allied activate", "a: 9.2.V at 0513"), "a")
    assert not strategic(Table("D21 Allied activate", "a: 9.2.V at 0512; d: 272.LXVII at 0513, dispersed"), "a")


@pytest.mark.rule("EA-7.5b", "EA-7.5i")
def test_strategic_movement_keeps_to_roads_with_its_own_allowance():
    t = Table("D21 Allied activate", "a: 9.2.V at 0512")
    found = strategic(t, "a")
    assert "0412" in found
    assert "0413" not in found
    allowance = {"2.2P.XLVII": 10, "Peiper.1SS.ISS": 12, "9.2.V": 9, "62.LXVI": 5}
    assert {unit: paths.strategic_allowance(t.g, t.unit(unit)) for unit in allowance} == allowance


@pytest.mark.rule("EA-7.5c", "EA-8.0d")
def test_strategic_movement_never_comes_next_to_an_enemy():
    t = Table("D21 Allied activate", "a: 9.2.V at 0512; d: 272.LXVII at 0613, dispersed")
    assert t.zone(GERMAN) == set()
    assert "0514" not in strategic(t, "a")
    assert "0412" in strategic(t, "a")


@pytest.mark.rule("EA-7.5d", "EA-7.1e")
def test_strategic_movement_enters_no_enemy_town_and_crosses_no_enemy_bridge():
    t = Table("D21 German activate", "a: 2.2P.XLVII at 1009; w: 3.2P.XLVII at 1128")
    assert "1111" not in strategic(t, "a")
    assert t.why_move("a", "1111") == ""
    units = "b: 304.2P.XLVII at 1107; w: 3.2P.XLVII at 1128"
    t = Table("D21 German activate", units, german=["1006"])
    assert "1106" in strategic(t, "b")
    assert "1105" not in strategic(t, "b")
    own = Table("D21 German activate", units, german=["1006"], german_bridges=["1105/1106"])
    assert "1105" in strategic(own, "b")


@pytest.mark.rule("EA-7.5e")
def test_no_strategic_movement_of_allies_into_the_westwall():
    t = Table("D21 Allied activate", "a: CCA.7A.XVIII at 0905")
    assert "0804" not in strategic(t, "a")
    assert t.why_move("a", "0804") == ""


@pytest.mark.rule("EA-7.5f", "EA-7.5m")
def test_no_strategic_movement_beside_a_roadblock():
    units = "a: 2.2P.XLVII at 1009; w: 3.2P.XLVII at 1128"
    free = Table("D21 German activate", units)
    assert "1010" in strategic(free, "a")
    t = Table("D21 German activate", units, roadblocks=["0911"])
    assert "1010" not in strategic(t, "a")


@pytest.mark.rule("EA-7.5g", "EA-7.5j", "EA-7.5k")
def test_no_strategic_movement_west_of_the_own_army():
    t = Table("D21 German activate", "a: 62.LXVI at 1708; w: 3.2P.XLVII at 1316", german=["1710"])
    assert "1712" in strategic(t, "a")
    t = Table("D21 German activate", "a: 62.LXVI at 1709; w: 3.2P.XLVII at 1312", german=["1710"])
    assert "1712" in strategic(t, "a")
    assert "1713" not in strategic(t, "a")
    seventh = "; x: 352.LXXXV at 1920"
    t = Table("D21 German activate", "a: 62.LXVI at 1709; w: 3.2P.XLVII at 1312" + seventh, german=["1710"])
    assert "1713" not in strategic(t, "a")


@pytest.mark.rule("EA-7.5h")
def test_no_strategic_movement_of_germans_to_the_edge():
    t = Table("D21 German activate", "a: 352.LXXXV at 2505; w: 15.5F.LXXXV at 2316")
    assert "2605" not in strategic(t, "a")
    assert "2404" in strategic(t, "a")


@pytest.mark.rule("EA-7.5l")
def test_ten_points_are_cut_short_by_an_allied_bridge():
    units, towns = "a: 11.LXXXV at 1906; w: 352.LXXXV at 1920", ["1805", "2007", "2107"]
    t = Table("D21 German activate", units, german=towns, blown=[])
    assert paths.strategic_allowance(t.g, t.unit("a")) == 10
    assert "2107" in strategic(t, "a")
    assert "2207" not in strategic(t, "a")  # the sixth hex, over an Allied bridge
    crossings = ["1907/1908", "2107/2207"]
    own = Table("D21 German activate", units, german=towns, blown=[], german_bridges=crossings)
    assert "2207" in strategic(own, "a")


@pytest.mark.rule("EA-7.5n")
def test_an_allied_regiment_stops_short_of_the_enemy():
    t = Table("D21 Allied activate", "a: 12.4.XII at 2413; d: 352.LXXXV at 2408")
    found = strategic(t, "a")
    assert {"2312", "2411"} <= found
    assert "2409" not in found


# ---- 7.6, 7.7 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.61a", "EA-7.62")
def test_army_boundaries_hold_until_dec_19():
    units = "a: 1.1SS.ISS at 1010; o: 10.10SS.OKW at 1010"
    t = Table("D18 German activate", units)
    assert t.why_move("a", "1110") == "EA-7.61a"
    assert t.why_move("o", "1110") == ""
    assert Table("D20 German activate", units).why_move("a", "1110") == ""


@pytest.mark.rule("EA-7.61d")
def test_a_unit_outside_its_area_comes_back():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 1210")
    assert t.why_move("a", "1311") == "EA-7.61d"
    assert t.why_move("a", "1211") == "EA-7.61d"
    assert t.why_move("a", "1110") == ""


@pytest.mark.rule("EA-7.61d")
def test_every_hex_on_the_way_back_is_nearer_until_it_is_inside():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 1210")
    assert {"1110", "1111", "0910", "0908"} <= t.reach("a")  # inside the area it goes on as it likes
    assert not {"1108", "1109", "1112", "1113"} & t.reach("a")  # one hex outside too, but along the boundary
    assert t.why_move("a", "1112") == "EA-7.61d"
    t.move("a", "1110")
    assert t.where("a") == "1110"
    free = Table("D20 German activate", "a: 1.1SS.ISS at 1210")
    assert free.why_move("a", "1112") == ""


@pytest.mark.rule("EA-7.71")
def test_corps_boundaries_do_not_hold_allies_on_the_map():
    t = Table("D18 Allied activate", "a: 9.2.V at 0915")
    assert not t.box.corps_areas[t.box.units.corps[t.unit("a")]] >> t.hex("0914") & 1
    assert t.why_move("a", "0914") == ""


@pytest.mark.rule("EA-7.72a")
def test_the_british_stay_behind_the_meuse():
    units = "b: 43.XXX at 1127"
    assert Table("D23 Allied activate", units).why_move("b", "1126") == "EA-7.72a"
    assert Table("D23 Allied activate", units, columns={"at_meuse": True}).why_move("b", "1126") == ""
    assert Table("D26 Allied activate", units).why_move("b", "1126") == ""


@pytest.mark.rule("EA-7.72b")
def test_the_29th_in_dinant_is_free():
    t = Table("D23 Allied activate", "b: 29A.XXX at 1126", columns={"dinant": True})
    assert t.why_move("b", "1125") == ""
    assert Table("D23 Allied activate", "b: 29A.XXX at 1126").why_move("b", "1125") == "EA-7.72a"


# ---- 7.8 exits ---------------------------------------------------------------------------------------------


def why_exit(t, unit, cell):
    other = t.trial()
    other.do("unit", unit)
    return other.refused("exit", cell)


@pytest.mark.rule("EA-7.8a", "EA-7.8b")
def test_exits_by_date_and_point():
    t = Table("D18 German activate", "a: 352.LXXXV at 2605")
    assert why_exit(t, "a", "2605") == ""
    assert why_exit(Table("D19 German activate", "a: 352.LXXXV at 2605"), "a", "2605") == "EA-7.8a"
    far = Table("D18 German activate", "a: 352.LXXXV at 2403")  # three points to the exit, none left to leave
    assert why_exit(far, "a", "2605") == "EA-7.8b"
    near = Table("D18 German activate", "a: 352.LXXXV at 2404", german=["2403"])
    assert why_exit(near, "a", "2605") == ""


@pytest.mark.rule("EA-7.8c")
def test_only_supplied_units_leave_and_not_out_of_enemy_control():
    assert why_exit(Table("D18 German activate", "a: 352.LXXXV at 2605, low"), "a", "2605") == "EA-7.8c"
    held = Table("D18 German activate", "a: 352.LXXXV at 2605; d: 12.4.XII at 2606")
    assert why_exit(held, "a", "2605") == "EA-7.8c"


@pytest.mark.rule("EA-7.8d")
def test_edges_by_army():
    t = Table("D21 German activate", "a: 1.1SS.ISS at 0115; b: 2.2P.XLVII at 0115; c: 352.LXXXV at 0115")
    assert why_exit(t, "a", "0116") == ""
    assert why_exit(t, "b", "0116") == "EA-7.8d"
    assert why_exit(t, "c", "0116") == "EA-7.8d"


@pytest.mark.rule("EA-7.8e")
def test_allies_do_not_leave():
    t = Table("D21 Allied activate", "a: 12.4.XII at 2612")
    assert why_exit(t, "a", "2612") == "EA-7.8e"


@pytest.mark.rule("EA-7.81a", "EA-7.81b")
def test_one_flank_closes_the_other():
    t = Table("D21 German activate", "a: 1.1SS.ISS at 0116; c: 352.LXXXV at 2612")
    assert why_exit(t, "c", "2612") == ""
    t.do("unit", "a")
    t.do("exit", "0116")
    assert why_exit(t, "c", "2612") == "EA-7.81a"
    t = Table("D21 German activate", "a: 1.1SS.ISS at 0116; c: 352.LXXXV at 2612; w: 2.1SS.ISS at 0117")
    t.do("unit", "c")
    t.do("exit", "2612")
    assert why_exit(t, "a", "0116") == "EA-7.81b"
    assert why_exit(t, "w", "0117") == ""


@pytest.mark.rule("EA-7.82", "EA-14.1c", "EA-14.1d")
def test_an_exited_unit_scores_and_is_gone():
    t = Table("D21 German activate", "a: 352.LXXXV at 2612, second; m: 1.1SS.ISS at 0116")
    t.do("unit", "a")
    t.do("exit", "2612")
    assert t.where("a") == "exited"
    assert t.points == 2
    west = Table("D21 German activate", "m: 2.2P.XLVII at 1229; i: 352.LXXXV at 2607")
    west.do("unit", "m")
    west.do("exit", "1229")
    assert west.points == 10
    east = Table("D21 German activate", "m: 1.1SS.ISS at 0116")
    east.do("unit", "m")
    east.do("exit", "0116")
    assert east.points == 4
    sixth = Table("D21 German activate", "i: 272.LXVII at 1229, reduced")
    sixth.do("unit", "i")
    sixth.do("exit", "1229")
    assert sixth.points == 4


# ---- 7.9 roadblocks ----------------------------------------------------------------------------------------

BLOCK = "a: 2.2P.XLVII at 1009"


@pytest.mark.rule("EA-7.9a", "EA-7.9m")
def test_engineers_lay_two_roadblocks_when_an_activation_begins():
    t = Table("D18 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46], ALLIED: [11]})
    t.play(46, "formation", "2_Pz")
    assert t.step == "Roadblocks"
    t.do("card", 11)
    assert "1108" not in t.offers("hex")  # a town
    assert "1706" not in t.offers("hex")
    assert t.refused("hex", "1505") == "EA-7.9a"  # behind the Westwall, in nobody's supply
    t.do("hex", "1711")
    assert t.refused("hex", "1711") == "EA-7.9m"
    t.do("hex", "1508")
    assert len(t.told(events.Roadblock)) == 2
    assert t.step == "Movement"
    assert 10 not in t.g.hands[ALLIED]  # the card is played


@pytest.mark.rule("EA-7.9b", "EA-7.9c", "EA-7.9d", "EA-7.9l")
@pytest.mark.rule("EA-7.9b1", "EA-7.9c1")
def test_roadblocks_bar_and_stop():
    off_road = Table("D21 German activate", "a: 18.LXVI at 1208", roadblocks=["1310"])
    assert off_road.why_move("a", "1310") == "EA-7.9b"
    assert Table("D21 German activate", "a: 18.LXVI at 1208").why_move("a", "1310") == ""
    t = Table("D21 German activate", "a: Peiper.1SS.ISS at 1009", roadblocks=["1112"])
    assert t.why_move("a", "1112") == "EA-7.9b"
    t.do("unit", "a")
    assert t.refused("hex", "1111") == ""
    assert "1111" not in t.offers("via")  # joined to the roadblock by road
    beside = Table("D21 German activate", "a: Peiper.1SS.ISS at 1009", roadblocks=["1110"])
    assert beside.why_move("a", "1111") == ""  # passes 1010, which no road joins to 1110


@pytest.mark.rule("EA-7.9e")
def test_roadblocks_do_not_cancel_control_for_supply():
    units = "d: 112.28.VIII at 1508; g: 62.LXVI at 1609"
    t = Table("D21 Allied activate", units, roadblocks=["1509"])
    assert not supply.clear(t.g, ALLIED) >> t.hex("1510") & 1


@pytest.mark.rule("EA-7.9f")
def test_german_supply_does_not_pass_a_roadblock():
    t = Table("D21 Allied activate", "a: 62.LXVI at 1005", roadblocks=["0905"])
    assert not supply.clear(t.g, GERMAN) >> t.hex("0905") & 1
    assert supply.clear(t.g, GERMAN) >> t.hex("0804") & 1


@pytest.mark.rule("EA-7.9g")
def test_an_allied_unit_removes_a_roadblock():
    t = Table("D21 Allied activate", "a: 9.2.V at 1015", roadblocks=["1014"])
    t.move("a", "1014")
    assert not t.g.roadblocks


@pytest.mark.rule("EA-7.9h")
def test_activated_germans_clear_roadblocks_next_to_them():
    t = Table("D21 German activate", BLOCK, roadblocks=["1010", "1014"])
    assert t.g.roadblocks == 1 << t.hex("1014")


@pytest.mark.rule("EA-7.9i")
def test_a_roadblock_laid_now_stays():
    t = Table("D18 German command", "a: 2.2P.XLVII at 1510", hands={GERMAN: [46], ALLIED: [11]}, roadblocks=["1511"])
    t.play(46, "formation", "2_Pz")
    t.do("card", 11)
    t.do("hex", "1511")
    t.do("hex", "1714")
    assert t.g.roadblocks >> t.hex("1511") & 1
    assert t.step == "Movement"


@pytest.mark.rule("EA-7.9j")
def test_a_roadblock_cut_off_is_removed():
    t = Table("D19 check", "g: 62.LXVI at 0108", roadblocks=["1505", "1014"], dice=None)
    assert t.g.roadblocks == 1 << t.hex("1014")


@pytest.mark.rule("EA-7.9k")
def test_manteuffel_keeps_roadblocks_away():
    t = Table("D18 German activate", "a: 2.2P.XLVII at 1510", columns={"special": 1 << 5})
    board = reactions.roadblock_hexes(t.g)
    assert not board >> t.hex("1513") & 1
    assert board >> t.hex("1515") & 1
    plain = Table("D18 German activate", "a: 2.2P.XLVII at 1510")
    assert reactions.roadblock_hexes(plain.g) >> plain.hex("1512") & 1


# ---- 8.0 zones of control ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-8.0a", "EA-8.0e", "EA-8.0f")
def test_an_unbracketed_unit_controls_its_six_neighbours():
    around = {"1110", "1111", "1209", "1211", "1310", "1311"}
    assert Table("D21 German activate", "d: 112.28.VIII at 1210").zone(ALLIED) == around
    assert Table("D21 German activate", "d: 112.28.VIII at 1210, oos").zone(ALLIED) == around


@pytest.mark.rule("EA-8.0b", "EA-8.0f")
def test_a_bracketed_unit_controls_from_towns_only_and_germans_from_the_westwall():
    assert not Table("D21 German activate", "d: 112.28.VIII at 1210, reduced").zone(ALLIED)
    assert len(Table("D21 German activate", "d: 112.28.VIII at 1108, reduced").zone(ALLIED)) == 6
    assert not Table("D21 German activate", "d: 112.28.VIII at 0804, reduced").zone(ALLIED)
    assert len(Table("D21 German activate", "g: 244.LXVI at 0804, reduced").zone(GERMAN)) == 6


@pytest.mark.rule("EA-8.0c", "EA-8.0d", "EA-8.0f")
def test_two_bracketed_units_control_and_dispersed_or_isolated_ones_do_not():
    two = "d: 112.28.VIII at 1210, reduced; e: 110.28.VIII at 1210, reduced"
    assert len(Table("D21 German activate", two).zone(ALLIED)) == 6
    assert not Table("D21 German activate", two + ", dispersed").zone(ALLIED)
    assert not Table("D21 German activate", "d: 112.28.VIII at 1108, isolated").zone(ALLIED)
    assert not Table("D21 German activate", "d: 112.28.VIII at 1108, dispersed").zone(ALLIED)


@pytest.mark.rule("EA-7.33a", "EA-7.8b")
def test_engineers_may_interrupt_a_unit_on_its_way_out():
    t = Table("D18 German activate", "a: 352.LXXXV at 2508", hands={ALLIED: [11]}, german=["2508"])
    t.do("decline") if t.step == "Roadblocks" else None
    assert t.box.ground.river_side(t.hex("2508"), t.hex("2607")) >= 0
    t.do("unit", "a")
    t.do("exit", "2607")
    if t.step == "Demolition":
        t.do("decline")
        t.do("exit", "2607")
    assert t.where("a") == "exited"


@pytest.mark.rule("EA-7.82", "EA-12.1b")
def test_a_unit_takes_what_it_comes_through_on_its_way_out():
    t = Table("D18 German activate", "a: 352.LXXXV at 2408; d: Allied infantry at 0103")
    assert t.g.towns_of(ALLIED) >> t.hex("2508") & 1
    t.do("unit", "a")
    t.do("exit", "2607")
    assert t.where("a") == "exited"
    assert t.g.towns_of(GERMAN) >> t.hex("2508") & 1


@pytest.mark.rule("EA-7.72a")
def test_xxx_corps_and_nobody_else_is_held_behind_the_meuse():
    t = Table("D20 Allied activate", "d: Allied infantry at 0103")
    held = {row.id for unit, row in enumerate(t.box.units.rows) if british_held(t.g, unit)}
    corps = {row.id for row in t.box.units.rows if row.corps == "XXX"}
    assert held
    assert held == corps


@pytest.mark.rule("EA-14.1f")
def test_von_der_heydtes_hex_may_be_named_on_the_way():
    near = "a: Peiper.1SS.ISS at 1009; d: Allied infantry at 0103"
    t = Table("D17 German activate", f"{near}; h: VDH.ISS at 0906")
    there = 1 << t.hex("0906")
    assert notable(t.g, GERMAN) & there
    assert not notable(Table("D17 German activate", near).g, GERMAN) & there
