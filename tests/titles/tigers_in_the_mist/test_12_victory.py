"""12.0 Victory Determination."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import ControlChanged, GameOver, PointsScored, ZonesScored
from ardennes.titles.tigers_in_the_mist.rules import victory
from tests.titles.tigers_in_the_mist.table import Table

# ---- 12.1 general --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-12.11")
def test_area_points_are_counted_at_the_end_of_each_day():
    t = Table("17-1 German", "a: German armor 2 in Noville")
    t.move("a", "Bastogne")
    t.wait_until("17-3 German")
    assert t.controlled_by_germans("Bastogne")
    assert t.g.vp == 0
    t.wait_until("18-1 German")
    assert t.g.vp == 2


@pytest.mark.rule("TM-12.12")
def test_the_allies_score_nothing_and_take_nothing_back():
    t = Table("17-3 Allied", "d: Allied infantry 1 in Noville", german_control=["Bastogne"])
    t.wait_until("18-1 Allied")
    assert t.g.vp == 2
    t.move("d", "Bastogne")
    t.wait_until("19-1 German")
    assert not t.controlled_by_germans("Bastogne")
    assert t.g.vp == 2


# ---- 12.2 control --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-12.21")
def test_an_area_under_allied_control_pays_nothing():
    t = Table("17-3 Allied", "d: Allied infantry 1 in Bastogne", german_control=["Arlon", "Liege"])
    t.wait_until("18-1 German")
    assert t.g.vp == 1 + 3  # Arlon and Liege, but not Bastogne
    [scored] = t.told(PointsScored)
    assert {t.g.box.map.names[area]: value for area, value in scored.areas} == {"Arlon": 1, "Liege": 3}


@pytest.mark.rule("TM-12.21")
def test_the_printed_values():
    board = Table("17-1 German").g.box.map
    assert {board.names[area]: value for area, value in board.vp.items()} == {
        **dict.fromkeys(("Luxembourg", "Aachen", "Bastogne", "Dinant", "Huy"), 2),
        **dict.fromkeys(("Malmedy", "Verviers", "Spa", "Arlon", "Marche"), 1),
        **dict.fromkeys(("Liege", "Namur"), 3),
    }


@pytest.mark.rule("TM-12.22a")
def test_control_stays_with_the_last_side_alone_there_even_after_it_left():
    t = Table("18-1 German", "a: German armor 2 in Noville; b: German armor 1 in Bastogne")
    t.end_impulse()
    assert t.controlled_by_germans("Bastogne")
    t.wait_until("18-2 German")
    t.move("b", "Nives")
    t.wait_until("19-1 German")
    assert t.controlled_by_germans("Bastogne")
    assert t.g.vp == 2


@pytest.mark.rule("TM-12.22a")
def test_the_other_side_takes_control_by_being_alone_there():
    t = Table("18-1 Allied", "d: Allied infantry 1 in Noville", german_control=["Bastogne"])
    t.move("d", "Bastogne")
    assert t.controlled_by_germans("Bastogne"), "until the impulse ends"
    t.end_impulse()
    assert not t.controlled_by_germans("Bastogne")
    [changed] = t.told(ControlChanged)
    assert (changed.side, changed.areas) == (Side.ALLIED, (t.place("Bastogne"),))


@pytest.mark.rule("TM-12.22f", "TM-12.22a")
def test_a_side_left_alone_by_attrition_controls_the_area_at_once_and_scores():
    # Allies in Bastogne are cut off by a German ring; the Germans beside them are supplied.
    ring = ("Noville", "Longvilly", "Doncols", "Martelange", "Nives", "Spimont", "Bertogne")
    t = Table(
        "17-3 Allied",
        "g: German foot 1 in Bastogne; d: Allied infantry 1 in Bastogne;"
        + ";".join(f"x{n}: German foot 1 in {area}" for n, area in enumerate(ring)),
    )
    assert (t.supplied("g"), t.supplied("d")) == (True, False)
    t.end_movement()
    assert not t.controlled_by_germans("Bastogne")
    t.wait_until("18-1 German")
    assert t.where("d") == "gone"
    assert t.controlled_by_germans("Bastogne")
    assert t.g.vp == 2


@pytest.mark.rule("TM-12.22f")
def test_allies_left_alone_by_attrition_take_control_back_before_anything_is_scored():
    ring = ("Noville", "Longvilly", "Doncols", "Martelange", "Nives", "Spimont", "Bertogne")
    t = Table(
        "17-3 Allied",
        "g: German foot 1 in Bastogne; d: Allied infantry 1 in Bastogne;"
        + ";".join(f"x{n}: Allied infantry 1 in {area}" for n, area in enumerate(ring)),
        german_control=["Bastogne"],
    )
    t.wait_until("18-1 German")
    assert (t.where("g"), t.controlled_by_germans("Bastogne"), t.g.vp) == ("gone", False, 0)


@pytest.mark.rule("TM-12.22b")
def test_while_both_are_there_control_does_not_change():
    t = Table("18-1 German", "a: German armor 9 in Bastogne; d: Allied infantry 1 in Bastogne")
    t.wait_until("19-1 German")
    assert not t.controlled_by_germans("Bastogne")
    assert t.g.vp == 0
    t = Table(
        "18-1 German", "a: German armor 1 in Bastogne; d: Allied infantry 9 in Bastogne", german_control=["Bastogne"]
    )
    t.wait_until("19-1 German")
    assert t.g.vp == 2


@pytest.mark.rule("TM-12.22c")
def test_driving_through_does_not_take_control():
    t = Table("18-1 German", "a: German armor 2 in Noville")
    t.pick("a")
    t.do("via", "Bastogne")
    t.do("area", "Nives")
    t.end_impulse()
    assert not t.controlled_by_germans("Bastogne")
    assert t.controlled_by_germans("Nives")


@pytest.mark.rule("TM-12.22d")
def test_an_area_pays_anew_every_day():
    t = Table("19-3 Allied", german_control=["Namur"])
    for day, total in ((20, 3), (21, 6), (22, 9)):
        t.wait_until(f"{day}-1 German")
        assert t.g.vp == total


@pytest.mark.rule("TM-12.22e")
def test_control_at_the_start_follows_the_front():
    t = Table("16-1 German", set_up=True)
    assert victory.controller(t.g, t.place("Bastogne")) is Side.ALLIED
    assert victory.controller(t.g, t.place("Prum")) is Side.GERMAN
    for area in range(1, t.g.box.map.first_zone):
        if t.g.units_at(area, Side.GERMAN):
            assert t.controlled_by_germans(str(area))
        if t.g.units_at(area, Side.ALLIED):
            assert not t.controlled_by_germans(str(area))


# ---- 12.23 - 12.25 zones -------------------------------------------------------------------------------------


@pytest.mark.rule("TM-12.23a")
@pytest.mark.parametrize(("zone", "factor"), [("D", 1), ("E", 2), ("F", 3), ("J", 2), ("K", 1)])
def test_strength_in_a_zone_scores_times_its_factor(zone, factor):
    t = Table("22-1 Allied", f"a: German armor 3 in {zone}; b: German mechanized 2 in {zone}")
    t.wait_for_the_end()
    assert t.g.vp == 5 * factor
    assert t.g.outcome().score == 5 * factor


@pytest.mark.rule("TM-12.23a")
def test_factors_run_from_one_to_three_and_only_exit_zones_have_one():
    board = Table("17-1 German").g.box.map
    assert {board.words[zone] for zone in board.multiplier} == set("DEFGHIJK")
    assert set(board.multiplier.values()) == {1, 2, 3}


@pytest.mark.rule("TM-12.23b")
def test_strength_in_a_zone_scores_once_however_long_it_stays():
    t = Table("19-3 Allied", "a: German armor 4 in F")
    t.wait_for_the_end()
    assert t.g.vp == 12
    assert len(t.told(ZonesScored)) == 1


@pytest.mark.rule("TM-12.24")
def test_strength_out_of_supply_at_the_end_scores_nothing():
    t = Table("22-1 Allied", "a: German armor 4 in F; b: German armor 2 in E; d: Allied infantry 1 in Liege")
    t.wait_for_the_end()
    [scored] = t.told(ZonesScored)
    assert [(t.g.box.map.words[zone], value) for zone, value in scored.zones] == [("E", 4)]
    assert t.told(GameOver)


@pytest.mark.rule("TM-12.25")
def test_germans_do_not_come_back_from_a_zone():
    t = Table("18-1 German", "a: German armor 2 in Huy")
    t.move("a", "G")
    t.wait_until("19-1 German")
    assert t.why("unit", "a").rule == "TM-12.25"
    assert "a" not in t.offers("unit")
