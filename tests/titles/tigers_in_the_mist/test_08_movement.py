"""8.0 Activation/Movement."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import Halted, Moved
from tests.titles.tigers_in_the_mist.table import Table, rolls

#: Allies on the roads that lead out of Echternach and Osweiler: whoever is in there is out of supply.
SHUT_IN = "n: Allied infantry 1 in Irrel; w: Allied infantry 1 in Berdorf; s: Allied infantry 1 in Consdorf;"
#: The same with the German bank of the Sauer open: only the bridge at Echternach leads home.
BRIDGEHEAD = "w: Allied infantry 1 in Berdorf; s: Allied infantry 1 in Consdorf;"
#: Every area from Winterspelt over Schonberg that foot can pay for, and the way back.
FULL_AREAS = ("Schonberg", "St. Vith", "Manderfeld", "Bleialf", "Winterspelt")


# ---- 8.2 roads and stacks ------------------------------------------------------------------------------------


@pytest.mark.rule("TM-8.2")
def test_units_follow_roads_even_between_areas_that_border():
    t = Table("17-1 German", "a: German foot 2 in Gemund")
    [moved] = t.move("a", "Vianden")  # Gemund and Vianden border each other, but the road goes round by Bauler
    assert [t.g.box.map.names[place] for place in moved.path] == ["Gemund", "Bauler", "Vianden"]
    assert t.spent("a") == 4


@pytest.mark.rule("TM-8.2")
def test_a_border_without_a_road_is_not_crossed():
    t = Table(
        "17-1 German",
        "a: German foot 2 in Gemund; x: Allied infantry 1 in Bauler; y: Allied infantry 1 in Hoscheid;"
        "z: Allied infantry 1 in Diekirch",
    )
    assert t.why_move("a", "Vianden").rule == "TM-8.2"
    assert "Vianden" not in t.destinations("a")


@pytest.mark.rule("TM-8.2w1", "TM-8.2w3", "TM-7.1g")
def test_on_december_16_a_stack_passes_through_a_full_area_that_is_named_as_a_waypoint():
    full = "; ".join(f"f{n}: German foot 1 in Schonberg" for n in range(4))
    t = Table("16-2 German", f"a: German armor 2 in Winterspelt; d: Allied infantry 1 in St. Vith; {full}")
    t.pick("a")
    assert t.why("area", "Schonberg").rule == "TM-7.1g"
    t.do("via", "Schonberg")
    assert t.why("stop").rule == "TM-7.1g"
    assert t.offers("stop") == set()
    t.do("area", "St. Vith")
    assert t.where("a") == "St. Vith"
    assert not t.has("a", "over river"), "its last step crosses no river, unlike the road straight from Winterspelt"


@pytest.mark.rule("TM-8.2w4", "TM-7.1g")
def test_a_full_area_from_which_a_stack_could_not_go_on_is_no_waypoint():
    # Foot reaches Schonberg for 3 of 5 (a bridge, and friends there); St. Vith and Manderfeld are full as well.
    full = "; ".join(f"f{n} {area}: German foot 1 in {area}" for area in FULL_AREAS for n in range(4))
    t = Table("16-2 German", f"a: German foot 2 in Winterspelt; {full}")
    t.pick("a")
    assert t.why("via", "Schonberg").rule == "TM-7.1g"
    assert "Schonberg" not in t.offers("via")


@pytest.mark.rule("TM-8.2w2", "TM-8.2w3", "TM-8.28")
def test_a_stack_passes_through_an_area_where_it_would_be_out_of_supply():
    # Behind contested Bastogne no German supply reaches Bertogne; Noville beyond it is supplied as a contested area.
    t = Table(
        "17-1 German",
        "a: German armor 2 in Bastogne; d: Allied infantry 1 in Bastogne; e: Allied infantry 1 in Spimont;"
        "f: Allied infantry 1 in Noville; h: Allied infantry 1 in Houffalize; i: Allied infantry 1 in La Roche;"
        "j: Allied infantry 1 in Champlon",
    )
    t.pick("a")
    assert t.why("area", "Bertogne").rule == "TM-8.28"
    t.do("via", "Bertogne")
    assert t.why("stop").rule == "TM-8.28"
    t.do("area", "Noville")
    assert (t.where("a"), t.spent("a")) == ("Noville", 6)


@pytest.mark.rule("TM-8.2w3")
def test_parts_of_a_stack_at_a_full_waypoint_go_on_one_by_one_and_the_last_may_stay_if_there_is_room():
    full = "; ".join(f"f{n}: German foot 1 in Schonberg" for n in range(3))
    t = Table("16-2 German", f"a: German armor 2 in Winterspelt; b: German armor 2 in Winterspelt; {full}")
    t.pick("a", "b")
    t.do("via", "Schonberg")
    assert t.why("stop").rule == "TM-7.1g"
    t.do("unit", "a")  # b decides first
    assert t.why("stop").rule == "TM-7.1g"
    t.do("area", "St. Vith")
    t.do("stop")
    assert (t.where("a"), t.where("b"), t.step) == ("Schonberg", "St. Vith", "Movement")


@pytest.mark.rule("TM-8.21a")
def test_units_move_singly_or_as_a_stack():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: German foot 2 in Prum; c: German foot 2 in Prum")
    t.move(["a", "b"], "Pronsfeld")
    t.move("c", "Sellerich")
    assert [t.where(name) for name in "abc"] == ["Pronsfeld", "Pronsfeld", "Sellerich"]


@pytest.mark.rule("TM-8.21a")
def test_a_unit_picked_up_may_be_put_down_again():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: German foot 2 in Prum")
    t.pick("a", "b", "a")
    assert t.why("done").rule == "TM-8.21a"
    t.do("area", "Pronsfeld")
    assert (t.where("a"), t.where("b")) == ("Prum", "Pronsfeld")


@pytest.mark.rule("TM-8.21b")
def test_only_units_that_began_the_day_together_move_together():
    t = Table("17-1 German", "a: German foot 2 in Pronsfeld; b: German foot 2 in Prum; c: German foot 2 in Pronsfeld")
    t.move("b", "Pronsfeld")
    t.pick("a")
    assert t.offers("unit") == {"a", "c"}
    assert t.why("unit", "b").rule == "TM-8.25a"
    t.do("unit", "a")
    t.wait_until("18-1 German")
    t.move(["a", "b", "c"], "Lichtenborn")  # the next day all three begin together
    assert t.where("b") == "Lichtenborn"


@pytest.mark.rule("TM-8.21b")
def test_a_unit_that_began_the_day_elsewhere_is_refused_even_if_it_has_not_moved():
    t = Table("17-1 German", "a: German foot 2 in Pronsfeld; b: German foot 2 in Pronsfeld; c: German foot 2 in Prum")
    dawn = bytearray(t.g.dawn)
    dawn[t.unit("b")] = t.place("Prum")  # no play leads here today: a unit that left an area has moved
    t.g.dawn = bytes(dawn)
    t.pick("a")
    assert t.offers("unit") == {"a"}
    assert t.why("unit", "b").rule == "TM-8.21b"


@pytest.mark.rule("TM-8.21b")
def test_units_of_different_areas_do_not_form_a_stack():
    t = Table("17-1 German", "a: German foot 2 in Pronsfeld; b: German foot 2 in Prum")
    t.pick("a")
    assert t.why("unit", "b").rule == "TM-8.21b"


@pytest.mark.rule("TM-8.21b")
def test_reinforcements_of_one_zone_move_together():
    t = Table("17-3 Allied", reserves=True)
    t.wait_until("18-1 German")
    t.move(["G078", "G079"], "Schmidtheim")  # both came to zone A on 18-1
    assert t.where("G079") == "Schmidtheim"


@pytest.mark.rule("TM-8.21c")
def test_a_stack_goes_no_further_than_its_slowest_member():
    t = Table("17-1 German", "tanks: German armor 2 in Prum; foot: German foot 2 in Prum")
    assert t.why_move("tanks", "Sinspelt") is None  # 6 MP
    assert t.why_move(["tanks", "foot"], "Sinspelt").rule == "TM-8.38"
    assert t.why_move(["tanks", "foot"], "Oberweis") is None  # 5 MP


@pytest.mark.rule("TM-8.21c")
@pytest.mark.parametrize(("tanks", "foot"), [("G006", "G028"), ("G088", "G028")])
def test_it_does_not_matter_in_which_order_a_mixed_stack_is_listed(tanks, foot):
    t = Table("17-1 German", f"tanks: {tanks} in Prum; foot: {foot} in Prum")
    assert t.destinations("tanks", "foot") == t.destinations("foot", "tanks")
    assert t.why_move(["tanks", "foot"], "Sinspelt").rule == "TM-8.38"
    assert t.why_move(["tanks", "foot"], "Oberweis") is None


@pytest.mark.rule("TM-8.21c")
def test_every_member_of_a_stack_pays_for_itself():
    t = Table("17-1 German", "tanks: German armor 2 in Prum; foot: German foot 2 in Prum")
    t.move(["tanks", "foot"], "Lichtenborn")
    assert (t.spent("tanks"), t.spent("foot")) == (2, 2)


@pytest.mark.rule("TM-8.22", "TM-8.24")
def test_entering_an_enemy_area_ends_the_move():
    t = Table("17-1 German", "a: German armor 3 in Prum; d: Allied infantry 2 in Pronsfeld")
    t.pick("a")
    assert "Pronsfeld" in t.offers("area")
    assert "Pronsfeld" not in t.offers("via"), "nobody goes on from there"
    assert t.why("via", "Pronsfeld").rule == "TM-8.22"
    t.do("area", "Pronsfeld")
    assert t.step == "Movement"
    assert t.mp_left("a") == 6
    assert t.why("unit", "a").rule == "TM-8.25a"
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10] * 2, attacker_fire=[10] * 3))
    t.wait_until("17-2 German")
    assert t.why("unit", "a").rule == "TM-8.25a"


@pytest.mark.rule("TM-8.22")
def test_enemy_areas_cannot_be_passed():
    # Both roads from Prum towards the west lead through enemies, so Lichtenborn beyond them is out of reach.
    t = Table(
        "17-1 German",
        "a: German armor 3 in Prum; d: Allied infantry 1 in Pronsfeld; e: Allied infantry 1 in Waxweiler;"
        "f: Allied infantry 1 in Lutzkampen; h: Allied infantry 1 in Daleiden",
    )
    assert t.why_move("a", "Lichtenborn").rule == "TM-8.22"
    assert t.why_move("a", "Pronsfeld") is None


@pytest.mark.rule("TM-8.23")
def test_whoever_enters_fights_everybody_there():
    t = Table(
        "17-1 German",
        "a: German armor 1 in Prum; x: Allied infantry 1 in Pronsfeld;"
        "y: Allied armor 1 in Pronsfeld; z: Allied engineer 1 in Pronsfeld",
    )
    t.move("a", "Pronsfeld")
    t.end_movement()
    events = t.fight("Pronsfeld", rolls(calls=[9], fire=[10] * 3))
    assert {t.unit_name(unit) for unit in events[0].defenders} == {"x", "y", "z"}
    assert t.offers("unit") == {"x", "y"}, "the attacking armor may aim at any of them that does not outrank it"


@pytest.mark.rule("TM-8.24")
def test_movement_markers_tell_who_moved_and_who_has_still_to_fight():
    t = Table(
        "17-1 German",
        "quiet: German foot 1 in Bitburg; loud: German foot 1 in Prum; idle: German foot 1 in Olzheim;"
        "d: Allied infantry 1 in Pronsfeld",
    )
    t.move("quiet", "Irrel")
    t.move("loud", "Pronsfeld")
    markers = {name: (t.has(name, "moved"), t.has(name, "combat pending")) for name in ("quiet", "loud", "idle")}
    assert markers == {"quiet": (True, False), "loud": (True, True), "idle": (False, False)}
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[10]))
    assert (t.has("loud", "moved"), t.has("loud", "combat pending")) == (True, False)


@pytest.mark.rule("TM-8.24")
def test_the_marker_for_combat_to_come_is_turned_as_each_battle_ends():
    t = Table(
        "17-1 German",
        "a: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld;"
        "b: German foot 1 in Bitburg; e: Allied infantry 1 in Irrel",
    )
    t.move("a", "Pronsfeld")
    t.move("b", "Irrel")
    t.end_movement()
    assert (t.has("a", "combat pending"), t.has("b", "combat pending")) == (True, True)
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[10]))
    assert t.step == "Battles", "the impulse goes on"
    assert (t.has("a", "combat pending"), t.has("b", "combat pending")) == (False, True)
    assert t.has("a", "moved")


@pytest.mark.rule("TM-8.24c", "TM-14.12a")
def test_special_forces_may_be_placed_while_a_stack_is_halted_at_a_blown_bridge():
    t = Table("17-1 German", MALMEDY + "a: German armor 2 in Waimes")
    t.move("a", "Malmedy")
    t.do("unit", "eng", [8])
    t.do("special", "interference")
    assert t.step == "PlaceSpecialForces"
    t.do("area", "Francorchamps")
    assert (t.step, t.where("a")) == ("Marching", "Waimes"), "the stack is still under way"
    assert t.why("special", "confusion").rule == "TM-14.11"
    assert t.offers("special") == set()


@pytest.mark.rule("TM-8.24c", "TM-14.23a")
def test_interference_placed_on_the_way_worsens_the_next_demolition():
    # Stopped before Trois Ponts at the bridge from Stavelot, the stack goes round to the one from Vielsalm.
    t = Table("17-1 German", "eng: Allied engineer 1 in Trois Ponts; a: German armor 2 in Stavelot")
    t.move("a", "Trois Ponts")
    t.do("unit", "eng", [8])
    assert t.blown() == {"Stavelot-Trois Ponts"}
    t.do("special", "interference")
    t.do("area", "Trois Ponts")
    t.do("via", "Vielsalm")  # by Recht: 2 and 2, and 1 for the first bridge
    t.do("area", "Trois Ponts")
    t.do("unit", "eng", [2])
    assert t.blown() == {"Stavelot-Trois Ponts"}, "a 2 would have done without the counter; now it takes a 1"
    assert t.where("a") == "Trois Ponts"


@pytest.mark.rule("TM-8.24c")
def test_special_forces_may_be_placed_with_a_stack_picked_up_and_at_a_waypoint_by_germans_only():
    t = Table("17-1 German", "a: German armor 2 in Prum; d: Allied infantry 1 in Waimes; e: A002 in Malmedy")
    t.pick("a")
    assert t.offers("special") == {"mobility", "interference", "confusion"}
    t.do("via", "Pronsfeld")
    t.do("special", "mobility")
    t.do("area", "Wiltz")
    assert (t.step, t.offers("special")) == ("Marching", set())
    t.do("stop")
    t.wait_until("17-1 Allied")
    t.pick("d")
    assert t.why("special", "confusion").rule == "TM-14.11"


@pytest.mark.rule("TM-8.25a")
def test_a_unit_moves_once_a_day():
    t = Table("17-1 German", "a: German armor 2 in Prum")
    t.move("a", "Pronsfeld")
    assert t.why("unit", "a").rule == "TM-8.25a"
    for later in ("17-2 German", "17-3 German"):
        t.wait_until(later)
        assert t.why("unit", "a").rule == "TM-8.25a"
    t.wait_until("18-1 German")
    assert t.why("unit", "a") is None
    assert t.mp_left("a") == 8


@pytest.mark.rule("TM-8.25b")
def test_a_unit_that_moved_earlier_in_the_day_attacks_with_nobody():
    t = Table(
        "17-1 German", "old: German foot 1 in Prum; new: German foot 1 in Sellerich; d: Allied infantry 3 in Pronsfeld;"
    )
    t.move("old", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10] * 3, attacker_fire=[10]))
    t.wait_until("17-2 German")
    t.move("new", "Pronsfeld")
    t.end_movement()
    joined = t.fight("Pronsfeld", rolls(calls=[9], fire=[10] * 3, attacker_fire=[10]))[0]
    assert [t.unit_name(unit) for unit in joined.attackers] == ["new"]


@pytest.mark.rule("TM-8.25b")
def test_a_unit_that_moved_earlier_may_not_attack_in_place():
    # It moved on 17-1; on the Allied half an enemy came into its area.
    t = Table(
        "17-2 German",
        "old: German foot 1 in Pronsfeld, moved; d: Allied infantry 3 in Pronsfeld; r: German foot 1 in Pronsfeld",
    )
    t.end_movement()
    t.do("area", "Pronsfeld")
    assert t.offers("unit") == {"r"}
    assert t.why("unit", "old").rule == "TM-8.25b"


@pytest.mark.rule("TM-8.25b")
def test_no_battle_is_offered_where_all_have_moved():
    t = Table(
        "17-2 German",
        "old: German foot 1 in Pronsfeld, moved; d: Allied infantry 3 in Pronsfeld;"
        "r: German foot 1 in Bitburg; e: Allied infantry 1 in Bitburg",
    )
    t.end_movement()
    assert t.offers("area") == {"Bitburg"}
    assert t.why("area", "Pronsfeld").rule == "TM-8.25b"


@pytest.mark.rule("TM-8.26")
def test_a_zone_costs_only_its_road_whoever_is_in_it():
    t = Table("17-1 German", "a: German armor 2 in Huy; b: German foot 1 in G; d: Allied infantry 1 in G")
    t.move("a", "G")
    assert t.spent("a") == 1


@pytest.mark.rule("TM-8.26b")
def test_a_zone_ends_a_move():
    # Zone E lies between Henri-Chapelle and Herve.
    t = Table("17-1 German", "a: German armor 2 in Henri-Chapelle")
    t.pick("a")
    assert "Zone E" in t.offers("area")
    assert "Zone E" not in t.offers("via")
    assert t.why("via", "E").rule == "TM-8.22"
    t.do("area", "E")
    assert (t.step, t.where("a"), t.mp_left("a")) == ("Movement", "Zone E", 7)


@pytest.mark.rule("TM-8.26b")
def test_no_way_leads_through_a_zone():
    # Allies on every road out of Schonecken; zone B leads on to Prum, and to nothing beyond it.
    units = "a: German armor 1 in Schonecken; x: Allied infantry 1 in Prum; y: Allied infantry 1 in Waxweiler;"
    t = Table("17-1 German", units + "z: Allied infantry 1 in Kyllburg")
    assert t.destinations("a") == {"Prum", "Waxweiler", "Kyllburg", "Zone B"}


@pytest.mark.rule("TM-8.27")
def test_nobody_goes_straight_from_one_enemy_area_to_another():
    t = Table(
        "17-1 German",
        "a: German foot 2 in Bastogne; d: Allied infantry 1 in Bastogne; e: Allied infantry 1 in Noville;"
        "f: Allied infantry 1 in Longvilly; h: Allied infantry 1 in Bertogne",
    )
    assert t.why_move("a", "Noville").rule == "TM-8.27"
    assert "Noville" not in t.destinations("a")
    assert t.why_move("a", "Nives") is None


@pytest.mark.rule("TM-8.27")
def test_an_enemy_area_may_be_reached_by_a_detour_through_a_free_one():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Bastogne; d: Allied infantry 1 in Bastogne; e: Allied infantry 1 in Noville",
    )
    t.pick("a")
    t.do("via", "Longvilly")
    assert t.why("area", "Noville") is None
    t.do("area", "Noville")
    assert t.spent("a") == 2 + 3  # leaving Bastogne, then the minor road into an occupied area


@pytest.mark.rule("TM-8.28")
def test_a_unit_in_supply_may_not_move_out_of_it():
    # Osweiler can be reached only through Consdorf, which is contested, and Echternach, which is Allied.
    t = Table(
        "17-1 German",
        "a: German armor 2 in Consdorf; d: Allied infantry 1 in Consdorf; e: Allied infantry 1 in Echternach",
    )
    assert t.supplied("a")
    assert t.why_move("a", "Osweiler").rule == "TM-8.28"
    assert "Osweiler" not in t.destinations("a")
    assert t.why_move("a", "Junglinster") is None


@pytest.mark.rule("TM-8.28", "TM-13.14a")
def test_armor_may_not_go_where_only_a_blown_bridge_brings_supply_while_infantry_may():
    # Behind contested Consdorf, Echternach hangs on the blown bridge from Irrel.
    t = Table(
        "17-1 German",
        "a: German armor 2 in Consdorf; f: German foot 2 in Consdorf; d: Allied infantry 1 in Consdorf;"
        "w: Allied infantry 1 in Berdorf",
        blown=["10-11"],
    )
    assert (t.supplied("a"), t.supplied("f")) == (True, True)
    assert t.why_move("a", "Echternach").rule == "TM-8.28"
    assert t.why_move("f", "Echternach") is None
    assert t.why_move(["a", "f"], "Echternach").rule == "TM-8.28"


@pytest.mark.rule("TM-8.28")
def test_supply_of_a_destination_is_judged_on_the_position_before_movement():
    # Friends marching off first do not open or close any supply line within the impulse.
    t = Table(
        "17-1 German",
        "a: German armor 2 in Consdorf; d: Allied infantry 1 in Consdorf; e: Allied infantry 1 in Echternach;"
        "b: German foot 3 in Irrel",
        blown=["10-11"],
    )
    t.move("b", "Echternach")
    assert t.why_move("a", "Osweiler").rule == "TM-8.28"


@pytest.mark.rule("TM-8.29a", "TM-8.29b")
def test_a_unit_out_of_supply_moves_one_area_even_if_it_stays_out_of_supply():
    t = Table("17-1 German", SHUT_IN + "a: German armor 2 in Osweiler")
    assert not t.supplied("a")
    assert t.mp_left("a") == 8
    assert t.why_move("a", "Echternach") is None
    assert t.why_move("a", "Berdorf").rule == "TM-8.29a"  # two areas away, 5 MP
    assert t.destinations("a") == {"Echternach", "Consdorf"}
    t.pick("a")
    assert t.offers("via") == set()
    assert t.why("via", "Echternach").rule == "TM-8.29a"
    t.do("area", "Echternach")
    assert not t.supplied("a")
    assert t.why("unit", "a").rule == "TM-8.25a"


@pytest.mark.rule("TM-8.29a")
def test_a_stack_with_one_unit_out_of_supply_moves_one_area():
    # Over a blown bridge infantry is in supply and armor is not.
    t = Table(
        "17-1 German",
        BRIDGEHEAD + "tanks: German armor 2 in Echternach; foot: German foot 2 in Echternach",
        blown=["10-11"],
    )
    assert (t.supplied("tanks"), t.supplied("foot")) == (False, True)
    assert "Irrel" in t.destinations("foot")
    assert t.destinations("tanks", "foot") == {"Osweiler", "Berdorf", "Consdorf"}


@pytest.mark.rule("TM-8.29a")
def test_a_mixed_stack_out_of_supply_goes_no_further_than_one_area_though_its_infantry_could():
    # As above, with the enemy one area further off, so that there is somewhere further to go.
    ring = ("Larochette", "Junglinster", "Beaufort")
    t = Table(
        "17-1 German",
        "tanks: German armor 2 in Echternach; foot: German foot 2 in Echternach;"
        + ";".join(f"x{n}: Allied infantry 1 in {area}" for n, area in enumerate(ring)),
        blown=["10-11"],
    )
    assert (t.supplied("tanks"), t.supplied("foot")) == (False, True)
    assert "Junglinster" in t.destinations("foot")
    for stack in (["tanks", "foot"], ["foot", "tanks"]):
        assert t.destinations(*stack) == {"Osweiler", "Consdorf", "Berdorf"}
        assert t.why_move(stack, "Junglinster").rule == "TM-8.29a"


# ---- 8.3 allowance and costs ---------------------------------------------------------------------------------


@pytest.mark.rule("TM-8.33a")
def test_a_step_costs_one_on_a_major_and_two_on_a_minor_road():
    t = Table("17-1 German", "a: German armor 3 in Prum; b: German armor 2 in Schonecken")
    t.move("a", "Pronsfeld")  # major
    t.move("b", "Waxweiler")  # minor
    assert (t.spent("a"), t.spent("b")) == (1, 2)


@pytest.mark.rule("TM-8.33b", "TM-8.34b")
def test_wading_costs_three_and_no_road_besides():
    # Irrel-Echternach is a major road, Nusbaum-Beaufort a minor one.
    t = Table(
        "17-1 German", "a: German foot 2 in Irrel; b: German foot 2 in Nusbaum", blown=["10-11", "19-20", "20-21"]
    )
    t.move("a", "Echternach")
    t.move("b", "Beaufort")
    assert (t.spent("a"), t.spent("b")) == (3, 3)


@pytest.mark.rule("TM-8.33c")
def test_armor_never_crosses_at_a_blown_bridge():
    t = Table("17-1 German", BRIDGEHEAD + "a: German armor 3 in Irrel; b: German foot 1 in Irrel", blown=["10-11"])
    assert t.why_move("a", "Echternach").rule == "TM-8.33c"
    assert t.why_move(["a", "b"], "Echternach").rule == "TM-8.33c"
    assert t.why_move("b", "Echternach") is None


@pytest.mark.rule("TM-8.33c")
def test_armor_is_told_of_the_blown_bridge_on_its_way():
    t = Table("17-1 German", BRIDGEHEAD + "a: German armor 3 in Bitburg", blown=["10-11"])
    assert t.why_move("a", "Osweiler").rule == "TM-8.33c"


@pytest.mark.rule("TM-8.34a")
@pytest.mark.parametrize("kind", ["mechanized", "motorized", "engineer"])
def test_whoever_wades_has_five_points_for_the_whole_day(kind):
    # Oberweis - Bitburg - Irrel costs 2, from Sinspelt 3; wading costs 3 more.
    t = Table(
        "17-1 German", f"near: German {kind} 1 in Oberweis; far: German {kind} 1 in Sinspelt", blown=["10-11", "19-20"]
    )
    assert t.why_move("far", "Echternach").rule == "TM-8.34a"
    t.move("near", "Echternach")
    assert (t.spent("near"), t.mp_left("near")) == (5, 0)


@pytest.mark.rule("TM-8.34a")
def test_points_spent_before_the_river_count_when_the_way_is_named_step_by_step():
    t = Table("17-1 German", "m: German mechanized 1 in Sinspelt", blown=["10-11", "19-20"])
    t.pick("m")
    t.do("via", "Irrel")
    assert t.mp_left("m") == 5
    assert t.why("area", "Echternach").rule == "TM-8.34a"
    assert t.why("area", "Bitburg") is None


@pytest.mark.rule("TM-8.35a")
def test_an_engineer_that_wades_goes_on_at_the_pace_of_foot():
    t = Table("17-1 German", BRIDGEHEAD + "e: German engineer 1 in Irrel", blown=["10-11"])
    assert t.mp_left("e") == 8
    t.pick("e")
    t.do("via", "Echternach")
    assert t.mp_left("e") == 2
    assert t.why("area", "Osweiler") is None  # 2 MP
    assert t.why("area", "Berdorf").rule == "TM-8.38"  # 2 MP and an enemy


@pytest.mark.rule("TM-8.35a")
def test_a_unit_may_choose_to_wade_although_a_dry_road_goes_round():
    t = Table("17-1 German", "e: German engineer 1 in Irrel; tanks: German armor 1 in Irrel", blown=["10-11"])
    t.pick("e")
    assert t.offers("wade") == {"Echternach"}
    t.do("wade", "Echternach")
    assert (t.where("e"), t.spent("e"), t.mp_left("e")) == ("Echternach", 3, 2)
    assert t.has("e", "on foot")
    t.do("area", "Osweiler")
    t.pick("tanks")
    assert t.offers("wade") == set()
    assert t.why("wade", "Echternach").rule == "TM-8.33c"
    assert t.why("wade", "Bitburg").rule == "TM-8.35a"  # no river there


@pytest.mark.rule("TM-8.35a")
def test_a_unit_that_wades_with_its_last_points_has_arrived():
    t = Table("17-1 German", "e: German engineer 1 in Irrel", blown=["19-20"])
    t.pick("e")
    t.do("via", "Nusbaum")  # 2 of 5
    t.do("wade", "Beaufort")
    assert (t.where("e"), t.mp_left("e"), t.step) == ("Beaufort", 0, "Movement")


@pytest.mark.rule("TM-8.35a", "TM-8.22")
def test_a_unit_that_chose_to_wade_into_the_enemy_has_arrived():
    t = Table("17-1 German", "e: German engineer 1 in Nusbaum; d: Allied infantry 1 in Beaufort", blown=["19-20"])
    t.pick("e")
    t.do("wade", "Beaufort")
    assert (t.spent("e"), t.mp_left("e")) == (4, 1)
    assert t.step == "Movement"
    assert t.has("e", "combat pending")


@pytest.mark.rule("TM-8.35a")
def test_wading_must_be_paid_as_foot():
    t = Table("17-1 German", "e: German engineer 1 in Bitburg", blown=["19-20"])
    t.pick("e")
    t.do("via", "Nusbaum")  # 3 of 8, or of 5 for one who wades
    assert t.why("wade", "Beaufort").rule == "TM-8.34a"
    assert t.offers("wade") == set()
    assert t.why("area", "Beaufort") is None  # by Wallendorf


@pytest.mark.rule("TM-8.35a")
def test_without_the_choice_to_wade_a_unit_goes_round_and_keeps_its_vehicles():
    t = Table("17-1 German", "e: German engineer 1 in Nusbaum", blown=["19-20"])
    t.move("e", "Beaufort")  # by Wallendorf and the bridge there
    assert (t.spent("e"), t.mp_left("e")) == (4, 4)
    assert not t.has("e", "on foot")


@pytest.mark.rule("TM-8.35b")
def test_a_unit_that_waded_stays_slow_until_supply_reaches_it_over_intact_bridges():
    t = Table(
        "17-1 German", BRIDGEHEAD + "m: German mechanized 2 in Irrel; e: German engineer 1 in Irrel", blown=["10-11"]
    )
    t.move("m", "Echternach")
    t.end_movement()
    t.do("done")  # the engineer does nothing
    t.wait_until("18-1 German")
    assert t.mp_left("m") == 5, "home leads over the blown bridge only"
    t.end_movement()
    t.do("unit", "e", [1])
    assert t.blown() == set()
    t.wait_until("18-2 German")
    assert t.mp_left("m") == 8


@pytest.mark.rule("TM-8.35b")
def test_the_same_holds_for_allies():
    # Germans in Dinant and in zone J leave the unit in Givet the blown Meuse bridge as its only way home.
    t = Table(
        "17-1 Allied",
        "m: Allied mechanized 2 in Givet, on foot; x: German foot 1 in Dinant; y: German foot 9 in J;"
        "e: Allied engineer 1 in Beauraing",
        blown=["137-138"],
    )
    t.end_movement()
    t.do("done")  # the engineer does nothing
    t.wait_until("18-1 Allied")
    assert t.mp_left("m") == 5
    t.end_movement()
    t.do("unit", "e", [1])
    t.wait_until("18-2 Allied")
    assert t.mp_left("m") == 8


@pytest.mark.rule("TM-8.36a")
def test_leaving_an_enemy_area_costs_one_more():
    t = Table("17-1 German", "a: German armor 2 in Prum; d: Allied infantry 1 in Prum")
    t.move("a", "Pronsfeld")
    assert t.spent("a") == 2


@pytest.mark.rule("TM-8.36b")
def test_a_bridge_takes_all_of_an_engineers_points():
    t = Table("17-1 German", "e: German engineer 1 in Dasburg; m: German mechanized 1 in Marnach", blown=["51-70"])
    t.end_movement()
    assert t.why("unit", "m").rule == "TM-10.11"
    t.do("unit", "e", [10])
    assert t.mp_left("e") == 0


@pytest.mark.rule("TM-8.36c")
def test_surcharges_add_up():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Schonecken; d: Allied infantry 1 in Schonecken; b: German foot 1 in Waxweiler",
    )
    t.move("a", "Waxweiler")  # minor road 2, leaving the enemy 1, an occupied area 1
    assert t.spent("a") == 4


@pytest.mark.rule("TM-8.37")
@pytest.mark.parametrize("occupants", ["b: German foot 1 in Pronsfeld", "d: Allied infantry 1 in Pronsfeld"])
def test_an_occupied_area_costs_one_more_whoever_holds_it(occupants):
    t = Table("17-1 German", f"a: German armor 2 in Prum; {occupants}")
    t.move("a", "Pronsfeld")
    assert t.spent("a") == 2


@pytest.mark.rule("TM-8.37")
def test_friends_and_enemies_together_cost_one_more_not_two():
    t = Table(
        "17-1 German", "a: German armor 2 in Prum; b: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld"
    )
    t.move("a", "Pronsfeld")
    assert t.spent("a") == 2


@pytest.mark.rule("TM-8.38")
def test_a_step_that_cannot_be_paid_is_refused():
    # Olzheim - Prum - Schonecken - Kyllburg costs 4; one point is left of five, and Bitburg is held by a friend.
    t = Table("17-1 German", "a: German foot 2 in Olzheim; b: German foot 1 in Bitburg; c: German foot 1 in Kyllburg")
    t.pick("a")
    t.do("via", "Schonecken")
    assert t.mp_left("a") == 3
    assert t.why("area", "Kyllburg") is None  # 2 + 1
    assert t.why("area", "Bitburg").rule == "TM-8.38"
    assert "Bitburg" not in t.offers("area")


@pytest.mark.rule("TM-8.38")
def test_nobody_goes_on_from_where_his_points_end():
    t = Table("17-1 German", "a: German foot 2 in Prum")
    t.pick("a")
    assert t.why("area", "Oberweis") is None  # all 5
    assert t.why("via", "Oberweis").rule == "TM-8.38"
    assert t.why("via", "Bitburg") is None  # 4 of 5


@pytest.mark.rule("TM-8.38")
def test_there_is_no_free_step_for_the_exhausted():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: German foot 1 in Waxweiler")
    t.pick("a")
    t.do("via", "Kyllburg")  # 3 of 5
    assert t.mp_left("a") == 2
    assert t.why("area", "Bitburg") is None
    t.do("via", "Bitburg")
    assert t.mp_left("a") == 1
    assert t.offers("area") == {"Kyllburg", "Irrel", "Oberweis", "Zone C"}


# ---- 8.4 bridge demolition while a stack moves ---------------------------------------------------------------

MALMEDY = "eng: Allied engineer 1 in Malmedy;"


@pytest.mark.rule("TM-8.41")
def test_the_enemy_is_asked_before_a_stack_crosses_his_bridge():
    t = Table("17-1 German", "a: German armor 2 in Waimes; d: Allied infantry 1 in Malmedy")
    t.move("a", "Malmedy")
    assert (t.step, t.side) == ("Demolition", Side.ALLIED)
    assert t.offers("unit") == {"d"}
    assert t.where("a") == "Waimes"
    t.do("decline")
    assert t.where("a") == "Malmedy"


@pytest.mark.rule("TM-8.41")
def test_every_bridge_on_the_way_may_be_blown():
    # St. Vith - Vielsalm, over the Salm to Trois Ponts, over the Ambleve to Stavelot
    t = Table(
        "17-1 German",
        "a: German armor 2 in Vielsalm; x: Allied infantry 1 in Stavelot; y: Allied infantry 1 in Baraque",
    )
    t.pick("a")
    t.do("area", "Baraque")
    assert t.step == "Demolition"
    t.do("decline")
    assert t.where("a") == "Baraque"

    t = Table("17-1 German", "a: German armor 2 in Vielsalm; x: Allied infantry 1 in Stavelot")
    t.move("a", "Stavelot")
    assert t.where("a") == "Trois Ponts", "nobody watches the bridge over the Salm"
    assert t.step == "Demolition"


@pytest.mark.rule("TM-8.41")
def test_nobody_is_asked_where_nobody_stands():
    t = Table("17-1 German", "a: German armor 2 in Waimes; d: Allied infantry 1 in Spa")
    t.move("a", "Malmedy")
    assert t.where("a") == "Malmedy"


@pytest.mark.rule("TM-8.42a", "TM-8.42b")
def test_a_stack_stopped_at_a_bridge_pays_one_point_and_may_go_elsewhere():
    t = Table("17-1 German", MALMEDY + "a: German armor 2 in Butgenbach")
    t.move("a", "Malmedy")
    assert t.where("a") == "Waimes"
    assert t.mp_left("a") == 7
    t.do("unit", "eng", [8])
    assert t.told(Halted)
    assert (t.where("a"), t.mp_left("a")) == ("Waimes", 6)
    assert t.offers("area") >= {"Butgenbach", "Amel", "Ligneuville"}
    t.do("area", "Ligneuville")  # over another bridge, 2 MP
    assert (t.where("a"), t.mp_left("a")) == ("Ligneuville", 4)


@pytest.mark.rule("TM-8.42b")
def test_only_the_stack_that_was_stopped_pays():
    t = Table("17-1 German", MALMEDY + "a: German armor 2 in Waimes; b: German armor 1 in Waimes")
    t.move("a", "Malmedy")
    t.do("unit", "eng", [8])
    assert (t.spent("a"), t.spent("b")) == (1, 0)
    t.do("stop")
    assert t.why("unit", "a").rule == "TM-8.25a"
    t.pick("b")
    assert t.mp_left("b") == 8


@pytest.mark.rule("TM-8.42b", "TM-8.42e")
def test_a_stack_stopped_where_it_stood_has_had_its_move_for_the_day():
    t = Table("17-1 German", MALMEDY + "a: German armor 2 in Waimes")
    t.move("a", "Malmedy")
    t.do("unit", "eng", [8])
    t.do("stop")
    t.wait_until("17-2 German")
    assert t.why("unit", "a").rule == "TM-8.25a"


@pytest.mark.rule("TM-8.42c1")
def test_infantry_stopped_at_a_bridge_may_wade_at_once():
    t = Table("17-1 German", MALMEDY + "a: German foot 3 in Waimes")
    t.move("a", "Malmedy")
    t.do("unit", "eng", [8])
    t.do("wade", "Malmedy")  # 1 penalty + 3 wading + 1 for the enemy there
    assert (t.where("a"), t.spent("a")) == ("Malmedy", 5)
    assert t.told(Moved)[-1].waded


@pytest.mark.rule("TM-8.42c2")
def test_infantry_that_spent_too_much_before_the_bridge_cannot_wade():
    t = Table("17-1 German", MALMEDY + "a: German foot 3 in Butgenbach")
    t.move("a", "Malmedy")
    t.do("unit", "eng", [8])
    assert t.why("area", "Malmedy").rule == "TM-8.38"  # 1 + 1 + 4 of 5


@pytest.mark.rule("TM-8.42c3")
def test_infantry_of_a_mixed_stack_may_wade_while_its_armor_turns_away():
    t = Table("17-1 German", MALMEDY + "tanks: German armor 3 in Waimes; mech: German mechanized 3 in Waimes")
    t.move(["tanks", "mech"], "Malmedy")
    t.do("unit", "eng", [8])
    assert t.why("wade", "Malmedy").rule == "TM-8.33c"
    t.do("unit", "mech")  # goes its own way
    t.do("area", "Amel")  # the tanks
    assert t.where("tanks") == "Amel"
    assert t.why("unit", "mech").rule == "TM-8.21a"
    t.do("wade", "Malmedy")
    assert (t.where("mech"), t.spent("mech")) == ("Malmedy", 5)
    assert t.step == "Movement"


@pytest.mark.rule("TM-8.42d")
def test_a_failed_demolition_costs_nothing():
    t = Table("17-1 German", "a: German armor 2 in Vielsalm; d: Allied infantry 1 in Trois Ponts")
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [5])
    assert t.where("a") == "Trois Ponts"
    assert t.spent("a") == 2  # major road and an occupied area, as without the attempt
    assert t.blown() == set()


@pytest.mark.rule("TM-8.42e")
def test_a_halted_stack_may_stop_even_where_it_would_be_out_of_supply():
    # Bertogne is cut off for whoever leaves contested Bastogne; the bridge from there to La Roche is blown.
    t = Table(
        "17-1 German",
        "a: German armor 2 in Bastogne; d: Allied infantry 1 in Bastogne; e: Allied infantry 1 in Spimont;"
        "f: Allied infantry 1 in Noville; h: Allied infantry 1 in Houffalize; i: Allied infantry 1 in La Roche;"
        "j: Allied infantry 1 in Champlon",
    )
    t.pick("a")
    t.do("via", "Bertogne")
    assert t.why("stop").rule == "TM-8.28"
    t.do("area", "La Roche")
    t.do("unit", "i", [4])
    t.do("stop")
    assert (t.where("a"), t.step) == ("Bertogne", "Movement")


@pytest.mark.rule("TM-8.38")
def test_whoever_has_to_wade_is_told_what_he_has_as_foot():
    every = Table("17-1 German").g.box.map
    blown = [every.bridge_name(bridge) for bridge in range(len(every.crossings))]
    t = Table("17-1 German", "u: German motorized 2 in Irrel", blown=blown)
    reason = t.why_move("u", "Arlon")
    assert reason.rule == "TM-8.38"
    assert reason.text.endswith("the stack has 5")
