"""The four scenarios."""

from collections import Counter

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Action, Match, Side
from ardennes.titles import find
from ardennes.titles.tigers_in_the_mist.events import (
    Attrition,
    Eliminated,
    GameOver,
    ImpulseBegan,
    PointsScored,
    ThreeDaysScored,
)
from ardennes.titles.tigers_in_the_mist.rules.victory import count_holes
from tests.titles.tigers_in_the_mist.table import Table


def names(t: Table, side: Side, arriving: bool) -> Counter[str]:
    """The formations of a side on the map, or those still to come, with the number of their counters."""
    rows = t.g.box.units.rows
    wanted = [u for u in t.g.box.units.of[side] if t.g.box.playing[u] and bool(rows[u].setup) is not arriving]
    return Counter(rows[unit].name for unit in wanted)


# ---- The 7th Army Attacks ------------------------------------------------------------------------------------


def seventh(when: str, units: str = "", **more) -> Table:
    return Table(when, units, scenario="seventh_army", **more)


@pytest.mark.rule("TM-SC1a")
@pytest.mark.parametrize(
    ("start", "beyond"), [("Bitburg", "Kyllburg"), ("Sinspelt", "Neuerburg"), ("Vianden", "Hoscheid")]
)
def test_seventh_army_nobody_crosses_the_green_line(start, beyond):
    t = seventh("17-1 German", f"a: German foot 2 in {start}")
    assert t.why_move("a", beyond).rule == "TM-SC1a"
    assert beyond not in t.destinations("a")
    assert Table("17-1 German", f"a: German foot 2 in {start}").why_move("a", beyond) is None


@pytest.mark.rule("TM-SC1a")
def test_seventh_army_no_way_leads_round_outside_the_line():
    # In the campaign armor goes from Mersch to Luxembourg by Mamer; here the roads left are too long.
    ring = "a: German armor 1 in Mersch; x: Allied infantry 1 in Lorentzweiler; y: Allied infantry 1 in Larochette"
    assert Table("17-1 German", ring).why_move("a", "Luxembourg") is None
    assert seventh("17-1 German", ring).why_move("a", "Luxembourg").rule == "TM-8.38"


@pytest.mark.rule("TM-SC1a")
def test_seventh_army_reinforcements_stay_in_their_zone():
    t = seventh("17-1 German", "a: G071 in C, waiting")
    t.pick("a")
    assert t.offers("shift") == set()
    assert t.why("shift", "B").rule == "TM-SC1a"


@pytest.mark.rule("TM-SC1b", "TM-SC1c")
def test_seventh_army_german_forces():
    t = seventh("16-1 German", set_up=True)
    assert set(names(t, Side.GERMAN, arriving=False)) == {
        *("212 VG", "276 VG", "352 VG", "47-2 Eng", "605 Eng", "44 MG", "7A PzJgr", "7A/15 Flak"),
    }
    assert set(names(t, Side.GERMAN, arriving=True)) == {"614 JgPz", "653 JgPz"}


@pytest.mark.rule("TM-SC1c")
def test_seventh_army_german_reinforcements_come_as_in_the_campaign():
    t = seventh("16-3 Allied", reserves=True)
    assert t.where("G071") == "nowhere"
    t.wait_until("17-1 German")
    assert t.where("G071") == "Zone C"
    t.wait_until("17-3 German")
    assert t.where("G072") == "Zone C"


@pytest.mark.rule("TM-SC1d", "TM-SC1e", "TM-SC1h")
def test_seventh_army_allied_forces():
    t = seventh("16-1 German", set_up=True)
    assert set(names(t, Side.ALLIED, arriving=False)) == {"4 Inf", "9 Arm", "9 Arm Inf", "803 TD", "78/2 Rngr"}
    assert names(t, Side.ALLIED, arriving=False)["9 Arm"] == 1
    assert t.where("A038") == "Larochette"
    assert set(names(t, Side.ALLIED, arriving=True)) == {"70 Tnk", "4 Inf", "10 Arm Inf"}
    fourth = [row for row in t.g.box.units.rows if row.name == "4 Inf" and row.arrives]
    assert {row.arrives for row in fourth} == {"17-1"}


@pytest.mark.rule("TM-SC1h")
def test_seventh_army_vianden_and_diekirch_are_empty():
    t = seventh("16-1 German", set_up=True)
    campaign = Table("16-1 German", set_up=True)
    for area in ("Vianden", "Diekirch"):
        assert t.g.units_at(t.place(area), Side.ALLIED) == []
        [defender] = campaign.g.units_at(t.place(area), Side.ALLIED)
        assert t.g.box.units.rows[defender].name == "28 Inf"


@pytest.mark.rule("TM-SC1f")
def test_seventh_army_has_no_special_forces():
    t = seventh("17-1 German")
    assert t.offers("special") == set()
    assert t.why("special", "confusion").rule == "TM-SC1f"


@pytest.mark.rule("TM-SC1g")
def test_seventh_army_supply_comes_from_zones_c_and_p_alone():
    german = "u: German foot 1 in Sinspelt; " + "; ".join(
        f"x{n}: Allied infantry 1 in {area}" for n, area in enumerate(("Nusbaum", "Korperich", "Oberweis"))
    )
    assert Table("17-1 German", german).supplied("u")  # over Neuerburg to zone B
    assert not seventh("17-1 German", german).supplied("u")
    allied = "u: Allied infantry 1 in Mersch; " + "; ".join(
        f"x{n}: German foot 1 in {area}" for n, area in enumerate(("Lorentzweiler", "Larochette", "Ettelbruck"))
    )
    assert Table("17-1 German", allied).supplied("u")  # over Mamer to zone N
    assert not seventh("17-1 German", allied).supplied("u")
    t = seventh("17-1 German")
    assert [[t.g.box.map.words[zone] for zone in cells(zones)] for zones in t.g.box.sources] == [["C"], ["P"]]


@pytest.mark.rule("TM-SC1i")
def test_seventh_army_ends_with_the_turn_of_the_18th():
    t = seventh(
        "18-3 Allied",
        "cut: German foot 2 in Osweiler; x: Allied infantry 1 in Echternach; y: Allied infantry 1 in Consdorf",
    )
    t.end_impulse()
    assert t.g.outcome() is not None
    assert t.g.stack == ()
    assert t.told(Attrition), "the evening of the 18th is still played"


TOWNS = {"controlled": 2, "contested": 1, "neither": 0}
RESULTS = {
    ("controlled", "controlled"): ("German Decisive", Side.GERMAN),
    ("controlled", "contested"): ("German Tactical", Side.GERMAN),
    ("contested", "contested"): ("Draw", None),
    ("contested", "neither"): ("Allied Tactical", Side.ALLIED),
    ("neither", "neither"): ("Allied Decisive", Side.ALLIED),
    ("controlled", "neither"): ("Both sides lose", None),
}
PAIRS = [(*pair, result) for pair, result in RESULTS.items()]
PAIRS += [(b, a, result) for (a, b), result in RESULTS.items() if a != b]


@pytest.mark.rule("TM-SC1j")
@pytest.mark.parametrize(("luxembourg", "mersch", "result"), PAIRS)
def test_seventh_army_is_decided_by_luxembourg_and_mersch(luxembourg, mersch, result):
    held = {"Luxembourg": luxembourg, "Mersch": mersch}
    contested = [town for town, status in held.items() if status == "contested"]
    units = "".join(f"g{town}: German foot 2 in {town}; a{town}: Allied infantry 2 in {town};" for town in contested)
    t = seventh("18-3 Allied", units, german_control=[town for town, status in held.items() if status == "controlled"])
    t.wait_for_the_end()
    assert (t.g.outcome().level, t.g.outcome().winner) == result


@pytest.mark.rule("TM-SC1k")
def test_seventh_army_a_town_under_german_control_counts_as_such_though_allies_are_in_it():
    t = seventh(
        "18-3 Allied",
        "g: German foot 1 in Luxembourg; a: Allied infantry 1 in Luxembourg;"
        "h: German foot 1 in Mersch; b: Allied infantry 2 in Mersch",
        german_control=["Mersch"],
    )
    t.wait_for_the_end()
    assert (t.where("a"), t.where("b"), t.where("h")) == ("Luxembourg", "Mersch", "Mersch"), "b is cut off, and is left"
    assert t.g.outcome().level == "German Tactical"
    assert find("tigers_in_the_mist").verdict(t.g.sight(None)) == [
        "Luxembourg: both sides fight for it",
        "Mersch: German, though still fought for",
    ]


# ---- The 5th Panzer Army vs. VIII Corps ----------------------------------------------------------------------


def fifth(when: str, units: str = "", **more) -> Table:
    return Table(when, units, scenario="fifth_panzer", **more)


@pytest.mark.rule("TM-SC2a")
@pytest.mark.parametrize(
    ("start", "beyond"), [("Werbomont", "Aywaille"), ("Ettelbruck", "Mersch"), ("Olzheim", "Stadtkyll")]
)
def test_fifth_panzer_nobody_leaves_the_red_lines(start, beyond):
    t = fifth("17-1 German", f"a: German foot 2 in {start}")
    assert t.why_move("a", beyond).rule == "TM-SC2a"
    assert beyond not in t.destinations("a")
    assert Table("17-1 German", f"a: German foot 2 in {start}").why_move("a", beyond) is None


@pytest.mark.rule("TM-SC2a")
def test_fifth_panzer_special_forces_stay_inside_too():
    t = fifth("17-1 German")
    t.do("special", "mobility")
    assert t.why("area", "Aywaille").rule == "TM-14.12b2"
    assert t.why("area", "Wiltz") is None


@pytest.mark.rule("TM-SC2b", "TM-SC2c")
def test_fifth_panzer_german_forces():
    t = fifth("16-1 German", set_up=True)
    assert set(names(t, Side.GERMAN, arriving=False)) == {
        *("2 Pz", "116 Pz", "Lehr", "5 FJ", "18 VG", "26 VG", "62 VG", "560 VG", "352 VG"),
        *("244 Stg", "182 Flak", "LVIII/1 Flak", "47-1 Eng", "207 Eng", "600 Eng"),
    }
    assert names(t, Side.GERMAN, arriving=False)["352 VG"] == 1
    assert t.where("G057") == "Sinspelt"
    assert set(names(t, Side.GERMAN, arriving=True)) == {
        *("2SS Pz", "10SS Pz", "11 Pz", "FBB", "Fuh Gren", "614 JgPz", "653 JgPz", "669 Ost"),
    }


@pytest.mark.rule("TM-SC2c")
def test_fifth_panzer_reserves_still_have_to_be_released():
    t = fifth("17-1 Allied", "g: German foot 1 in St. Vith", reserves=True)
    assert t.where("G083") == "nowhere"
    t.wait_until("17-2 German")
    assert t.where("G083") == "Zone B"
    assert t.where("G093") == "nowhere"  # 11 Pz waits for Bastogne, the only area of its card on this map
    eleventh = next(release for release in t.g.box.releases if release.formation == "11 Pz")
    assert cells(eleventh.areas) == [t.place("Bastogne")]


@pytest.mark.rule("TM-SC2d", "TM-SC2e")
def test_fifth_panzer_allied_forces():
    t = fifth("16-1 German", set_up=True)
    assert set(names(t, Side.ALLIED, arriving=False)) == {
        *("28 Inf", "106 Inf", "78/2 Rngr", "1A/526", "1107 Eng", "1128 Eng", "9 Arm"),
    }
    assert names(t, Side.ALLIED, arriving=False)["9 Arm"] == 1
    assert t.where("A028") == "Weiswampach"
    assert set(names(t, Side.ALLIED, arriving=True)) == {
        *("7 Arm", "10 Arm", "82 Abn", "101 Abn", "84 Inf", "551 Inf", "4 Inf"),
        *("2HHC", "29 Tnk", "70 Tnk", "740 Tnk", "705 TD", "1313 Eng"),
    }
    assert {row.arrives for row in t.g.box.units.rows if row.name == "4 Inf" and "fifth_panzer" in row.scenarios} == {
        "17-1"
    }


@pytest.mark.rule("TM-SC2f")
def test_fifth_panzer_has_special_forces_once():
    t = fifth("17-1 German")
    t.do("special", "mobility")
    t.do("area", "Wiltz")
    for day in (18, 19):
        t.wait_until(f"{day}-1 German")
        assert t.offers("special") == set()
        assert t.why("special", "confusion").rule == "TM-SC2f"
    assert fifth("19-3 German").why("special", "confusion") is None


@pytest.mark.rule("TM-SC2g")
def test_fifth_panzer_a_unit_still_outside_after_its_first_day_is_lost():
    t = fifth("17-3 Allied", "late: A041 in P, waiting; inside: A064 in K, waiting")
    t.end_impulse()
    assert t.where("late") == "gone"
    assert [event.rule for event in t.told(Eliminated)] == ["TM-SC2g"]
    assert t.where("inside") == "Zone K"


@pytest.mark.rule("TM-SC2g")
def test_fifth_panzer_a_unit_that_came_in_in_time_stays():
    t = fifth("17-1 Allied", "u: A041 in P, waiting")
    t.move("u", "Ettelbruck")
    t.wait_until("18-1 German")
    assert (t.where("u"), t.strength("u")) == ("Ettelbruck", 2)


@pytest.mark.rule("TM-SC2g")
def test_fifth_panzer_a_unit_that_came_in_but_is_out_of_supply_is_lost():
    t = fifth("17-1 Allied", "u: A041 in P, waiting; x: German foot 1 in Vianden; y: German armor 1 in Wiltz")
    t.move("u", "Ettelbruck")
    t.wait_until("17-2 German")
    t.move("x", "Diekirch")
    t.move("y", "Eschdorf")
    t.wait_until("18-1 German")
    assert t.where("u") == "gone"


@pytest.mark.rule("TM-SC2g")
def test_fifth_panzer_supply_on_the_first_day_is_judged_after_attrition():
    # y is cut off itself and starves in the evening: then the road is open, and u stays, a point poorer.
    around = "r: Allied infantry 1 in Rambrouch; w: Allied infantry 1 in Doncols"
    t = fifth(
        "17-1 Allied", f"u: A041 in P, waiting; x: German foot 1 in Vianden; y: German armor 1 in Wiltz; {around}"
    )
    t.move("u", "Ettelbruck")
    t.wait_until("17-2 German")
    t.move("x", "Diekirch")
    t.move("y", "Eschdorf")
    t.wait_until("17-2 Allied")
    t.move("w", "Wiltz")
    t.wait_until("18-1 German")
    assert t.where("y") == "gone"
    assert (t.where("u"), t.strength("u")) == ("Ettelbruck", 1)


@pytest.mark.rule("TM-SC2g")
def test_fifth_panzer_later_days_are_another_matter():
    # The unit came in on the 17th. Cut off on the 18th it loses a strength point like anybody else.
    t = fifth("18-3 Allied", "u: A041 in Ettelbruck; x: German foot 1 in Diekirch; y: German armor 1 in Eschdorf")
    t.end_impulse()
    assert (t.where("u"), t.strength("u")) == ("Ettelbruck", 1)


@pytest.mark.rule("TM-SC2p", "TM-SC2g")
def test_fifth_panzer_the_first_day_is_the_day_of_arrival_even_for_a_unit_that_waits():
    t = fifth("16-3 Allied", reserves=True)
    t.wait_until("17-1 German")
    assert t.where("A041") == "Zone P"
    t.wait_until("17-3 Allied")
    assert t.where("A041") == "Zone P"
    t.end_impulse()
    assert t.where("A041") == "gone"


#: Allies all round Marnach and Holzthum.
POCKET = "; ".join(
    f"x{n}: Allied infantry 1 in {area}"
    for n, area in enumerate(("Dasburg", "Gemund", "Kautenbach", "Hoscheid", "Eschweiler", "Allerborn", "Weiswampach"))
)


@pytest.mark.rule("TM-SC2h")
def test_fifth_panzer_everybody_is_supplied_at_set_up():
    # A two-area move shows it: out of supply a unit goes one area.
    t = fifth("16-1 German", f"u: G031 in Marnach; {POCKET}")
    assert t.why_move("u", "Hoscheid") is None
    t = fifth("16-2 German", f"u: G031 in Marnach; {POCKET}")
    assert t.why_move("u", "Hoscheid").rule == "TM-8.29a"
    t = Table("16-1 German", f"u: G031 in Marnach; {POCKET}")
    assert t.why_move("u", "Hoscheid").rule == "TM-8.29a", "the campaign has no such rule"


@pytest.mark.rule("TM-SC2h", "TM-13.15")
def test_fifth_panzer_after_the_first_impulse_supply_is_determined_as_usual():
    open_pocket = POCKET.replace("Allied infantry 1 in Dasburg", "Allied infantry 1 in Daleiden")
    t = fifth("17-1 Allied", f"u: German armor 1 in Marnach; {open_pocket}; d: Allied infantry 1 in Daleiden")
    t.move("d", "Dasburg")
    t.wait_until("17-2 German")
    assert t.why_move("u", "Hoscheid").rule == "TM-8.29a"


@pytest.mark.rule("TM-SC2i")
def test_fifth_panzer_reinforcements_are_supplied_in_their_entry_zone():
    t = fifth("17-1 Allied", "u: A041 in P, waiting")
    assert t.supplied("u")
    assert t.why_move("u", "Ettelbruck") is None  # five areas
    t = fifth("17-3 Allied", "u: A050 in D, waiting")
    t.events.clear()
    t.end_impulse()
    assert t.told(Attrition) == [], "it loses no strength point, although it is lost for being outside"


@pytest.mark.rule("TM-SC2i", "TM-13.15")
def test_fifth_panzer_a_reinforcement_stopped_outside_goes_on_as_it_set_out():
    t = fifth("17-1 Allied", "u: A041 in P, waiting; g: German foot 1 in Ettelbruck")
    t.move("u", "Ettelbruck")
    t.do("unit", "g", [4])
    assert t.where("u") == "Mersch"  # outside the red lines
    assert t.why("area", "Diekirch") is None  # two areas on


@pytest.mark.rule("TM-SC2j")
def test_fifth_panzer_supply_is_not_traced_outside():
    units = "u: Allied infantry 1 in Ettelbruck; x: German foot 1 in Diekirch; y: German foot 1 in Eschdorf"
    assert Table("17-1 German", units).supplied("u")  # by Mersch
    assert not fifth("17-1 German", units).supplied("u")


@pytest.mark.rule("TM-SC2k")
def test_fifth_panzer_supply_sources():
    t = fifth("17-1 German")
    german, allied = ("".join(t.g.box.map.words[zone] for zone in cells(zones)) for zones in t.g.box.sources)
    assert (german, allied) == ("BC", "GHIJK")


@pytest.mark.rule("TM-SC2k")
def test_fifth_panzer_zones_a_f_and_l_are_no_sources():
    german = "u: German foot 1 in Olzheim; x: Allied infantry 1 in Prum; y: Allied infantry 1 in Ormont"
    assert Table("17-1 German", german).supplied("u")  # by Stadtkyll to zone A
    assert not fifth("17-1 German", german).supplied("u")
    allied = "u: Allied infantry 1 in Werbomont; " + "; ".join(
        f"x{n}: German foot 1 in {area}" for n, area in enumerate(("Grandmenil", "Trois Ponts", "Durbuy"))
    )
    assert Table("17-1 German", allied).supplied("u")  # by Aywaille to zone F
    assert not fifth("17-1 German", allied).supplied("u")
    south = "u: Allied infantry 1 in Neufchateau; x: German foot 1 in Nives; y: German foot 1 in Recogne"
    assert Table("17-1 German", south).supplied("u")  # by Habay to zone L
    assert not fifth("17-1 German", south).supplied("u")


@pytest.mark.rule("TM-SC2l", "TM-SC2m")
def test_fifth_panzer_ends_after_the_german_half_of_22_1():
    t = fifth("22-1 German", f"cut: German foot 2 in Marnach; {POCKET}", german_control=["Bastogne", "Namur", "Arlon"])
    t.end_impulse()
    assert t.g.outcome() is not None
    assert ImpulseBegan not in {type(event) for event in t.events}, "the Allies have no impulse"
    assert t.told(Attrition) == []
    assert t.strength("cut") == 2
    assert t.g.vp == 2 + 3, "Arlon lies outside the red lines"


@pytest.mark.rule("TM-SC2m")
def test_fifth_panzer_points_are_taken_with_what_was_won_in_the_last_impulse():
    t = fifth("22-1 German", "a: German armor 2 in Noville; z: German armor 2 in G")
    t.move("a", "Bastogne")
    t.end_impulse()
    assert t.g.vp == 2 + 2 * 3


@pytest.mark.rule("TM-SC2n")
def test_fifth_panzer_the_bridge_at_diekirch_is_down_from_the_start():
    campaign = Table("16-1 German", set_up=True).blown()
    assert fifth("16-1 German", set_up=True).blown() == campaign | {"Diekirch-Ettelbruck"}
    assert seventh("16-1 German", set_up=True).blown() == campaign


FIFTH_LEVELS = [
    *((16, "German Decisive"), (15, "German Tactical"), (13, "German Tactical"), (12, "Draw"), (10, "Draw")),
    *((9, "Allied Tactical"), (7, "Allied Tactical"), (6, "Allied Decisive"), (0, "Allied Decisive")),
]


@pytest.mark.rule("TM-SC2o")
@pytest.mark.parametrize(("points", "level"), FIFTH_LEVELS)
def test_fifth_panzer_levels(points, level):
    units = f"z: German armor {points} in K" if points else ""  # one point for each strength point
    t = fifth("22-1 German", units)
    t.wait_for_the_end()
    assert (t.g.outcome().score, t.g.outcome().level) == (points, level)


# ---- The First Three Days ------------------------------------------------------------------------------------

EXITS = ("Aachen", "Henri-Chapelle", "Herve", "Liege", "Huy", "Namur", "Dinant", "Givet", "Bouillon")


def three_days(when: str, units: str = "", open_exits: tuple[str, ...] = (), **more) -> Table:
    """Allies hold every area next to an exit zone but the open ones, so that there are no other holes."""
    line = "".join(f"exit {area}: Allied infantry 1 in {area};" for area in EXITS if area not in open_exits)
    return Table(when, line + units, scenario="first_three_days", **more)


def scored(t: Table) -> ThreeDaysScored:
    t.wait_for_the_end()
    [event] = t.told(ThreeDaysScored)
    assert isinstance(event, ThreeDaysScored)
    return event


@pytest.mark.rule("TM-SC3a")
def test_three_days_begins_like_the_campaign():
    three, campaign = (
        Table("16-1 German", scenario=scenario, set_up=True) for scenario in ("first_three_days", "campaign")
    )
    assert three.g.table() == campaign.g.table()
    assert three.g.box.playing == campaign.g.box.playing
    assert three.g.box.arrivals == campaign.g.box.arrivals
    assert three.g.box.inside == campaign.g.box.inside


@pytest.mark.rule("TM-SC3b")
def test_three_days_ends_with_the_allied_half_of_18_3():
    cut = "cut: German foot 2 in Osweiler; x: Allied infantry 1 in Echternach; y: Allied infantry 1 in Consdorf"
    t = three_days("18-3 German", cut)
    t.end_impulse()
    assert t.g.outcome() is None
    t.end_impulse()
    assert t.g.outcome() is not None
    assert t.told(Attrition) == []
    assert t.strength("cut") == 2


@pytest.mark.rule("TM-SC3c")
def test_three_days_printed_values_pay_nothing():
    t = three_days("17-3 Allied", german_control=["Verviers", "Spa", "Marche"])
    t.wait_until("18-1 German")
    assert t.told(PointsScored) == []
    assert t.g.vp == 0


@pytest.mark.rule("TM-SC3d")
def test_three_days_strength_in_zones_scores_as_usual():
    t = three_days("18-3 Allied", "z: German armor 2 in F", open_exits=("Liege",))
    event = scored(t)
    assert event.total == 3 * event.holes
    assert t.g.outcome().score == event.total + 2 * 3


@pytest.mark.rule("TM-SC3e1", "TM-SC3e2")
def test_three_days_special_forces_avoid_printed_values_only():
    t = three_days("17-1 German")
    t.do("special", "mobility")
    assert t.why("area", "Stavelot") is None  # a town of this scenario without a printed value
    assert t.why("area", "Marche").rule == "TM-14.12b2"
    assert t.why("area", "Malmedy").rule == "TM-14.12b2"  # both


@pytest.mark.rule("TM-SC3f")
def test_three_days_towns_pay_two_alone_one_contested_nothing_empty():
    t = three_days(
        "18-3 Allied",
        "a: German foot 1 in Stavelot; b: German foot 1 in Vielsalm; d: Allied infantry 1 in Vielsalm;"
        "e: Allied infantry 1 in Houffalize",
        german_control=["Noville", "Stavelot"],
    )
    event = scored(t)
    assert {t.g.box.map.names[town]: value for town, value in event.towns} == {"Stavelot": 2, "Vielsalm": 1}
    assert (event.holes, event.total) == (0, 3)


@pytest.mark.rule("TM-SC3g")
def test_three_days_has_eleven_towns():
    t = three_days("18-3 Allied")
    towns = [t.g.box.map.names[town] for town in t.g.box.scenario.towns]
    assert len(towns) == 11
    assert set(towns) == {
        *("Arlon", "Bastogne", "Hoffrai", "Houffalize", "Luxembourg", "Malmedy", "Martelange", "Monschau"),
        *("Noville", "Stavelot", "Vielsalm"),
    }


@pytest.mark.rule("TM-SC3h")
def test_three_days_towns_are_counted_once():
    t = three_days("16-2 German", "a: German foot 1 in Stavelot")
    for day in (17, 18):
        t.wait_until(f"{day}-1 German")
        assert t.g.vp == 0
    assert scored(t).total == 2


@pytest.mark.rule("TM-SC3i")
@pytest.mark.parametrize(
    ("open_exits", "holes"), [((), 0), (("Namur",), 1), (("Namur", "Bouillon"), 2), (("Henri-Chapelle", "Herve"), 1)]
)
def test_three_days_each_hole_in_the_line_pays_three(open_exits, holes):
    # Henri-Chapelle and Herve lead to the same exit zone, so they make one hole.
    event = scored(three_days("18-3 Allied", open_exits=open_exits))
    assert (event.holes, event.total) == (holes, 3 * holes)


@pytest.mark.rule("TM-SC3i")
@pytest.mark.parametrize(
    ("shut", "holes"),
    [
        (("Prum", "Schonecken", "Kyllburg", "Bitburg"), 1),  # zone A is left
        (("Schleiden", "Schmidtheim", "Kyllburg", "Bitburg"), 1),  # zone B
        (("Schleiden", "Schmidtheim", "Prum", "Schonecken"), 1),  # zone C
        (("Schleiden", "Schmidtheim", "Prum", "Schonecken", "Kyllburg", "Bitburg"), 0),
    ],
)
def test_three_days_a_hole_may_begin_at_any_german_zone(shut, holes):
    units = ";".join(f"shut {area}: Allied infantry 1 in {area}" for area in shut)
    assert scored(three_days("18-3 Allied", units, open_exits=("Namur",))).holes == holes


@pytest.mark.rule("TM-SC3l")
def test_three_days_a_road_over_a_blown_bridge_counts_for_a_hole():
    t = three_days("18-3 Allied", open_exits=("Namur",))
    t.g.blown = (1 << len(t.g.box.map.crossings)) - 1
    assert scored(t).holes == 1


@pytest.mark.rule("TM-SC3i")
def test_three_days_routes_through_the_same_area_are_one_hole():
    # Both Namur and Dinant are open, but the Allies leave only Recogne as a way to the west.
    line = ("Eupen", "Roetgen", "Mont Rigi", "Malmedy", "Stavelot", "Trois Ponts", "Vielsalm", "Houffalize", "Noville")
    line += ("Bastogne", "Moiricy", "Francorchamps", "Hoffrai", "Ligneuville", "Nives")
    units = "".join(f"line {area}: Allied infantry 1 in {area};" for area in line)
    t = three_days("18-3 Allied", units, open_exits=("Namur", "Dinant", "Bouillon"))
    assert scored(t).holes == 1


@pytest.mark.rule("TM-SC3i")
def test_three_days_an_exit_zone_held_by_allies_is_no_hole():
    t = three_days("18-3 Allied", "d: Allied infantry 1 in H", open_exits=("Namur",))
    assert scored(t).holes == 0


@pytest.mark.rule("TM-SC3j")
def test_three_days_holes_are_those_of_the_last_moment():
    t = three_days("17-3 Allied", "d: Allied infantry 1 in Huy", open_exits=("Namur",))
    assert count_holes(t.g) == 1
    t.wait_until("18-3 Allied")
    assert t.g.vp == 0
    t.move("d", "Namur")
    assert scored(t).holes == 0


THREE_DAYS_LEVELS = [
    *((13, "German Decisive"), (12, "German Tactical"), (10, "German Tactical"), (9, "Draw"), (8, "Draw")),
    *((7, "Allied Tactical"), (6, "Allied Tactical"), (5, "Allied Decisive"), (0, "Allied Decisive")),
]


@pytest.mark.rule("TM-SC3k")
@pytest.mark.parametrize(("points", "level"), THREE_DAYS_LEVELS)
def test_three_days_levels(points, level):
    towns = ("Bastogne", "Noville", "Houffalize", "Vielsalm", "Stavelot", "Malmedy", "Hoffrai")
    units = "".join(f"{town}: German foot 1 in {town};" for town in towns[: (points + 1) // 2])
    if points % 2:
        units += f"d: Allied infantry 1 in {towns[points // 2]};"
    t = three_days("18-3 Allied", units)
    t.wait_for_the_end()
    assert (t.g.outcome().score, t.g.outcome().level) == (points, level)


# ---- The Campaign Game ---------------------------------------------------------------------------------------


@pytest.mark.rule("TM-SC4a")
def test_campaign_uses_every_unit_and_the_whole_map():
    t = Table("16-1 German", set_up=True)
    board = t.g.box.map
    assert all(t.g.box.playing)
    assert all(t.g.on_map(unit) == bool(row.setup) for unit, row in enumerate(t.g.box.units.rows))
    assert all(t.g.box.inside >> place & 1 for place in range(1, board.places))
    assert board.flood(1 << 1, board.all_areas | board.all_zones) == board.all_areas | board.all_zones
    closed = [{board.words[zone] for zone in cells(zones)} for zones in t.g.box.closed]
    assert closed == [set("LMNP"), set("ABC")]


@pytest.mark.rule("TM-SC4b")
def test_campaign_has_nineteen_impulses_for_each_side():
    match = Match(Table("16-1 German", set_up=True).game, seed=1)
    while match.state.stack:
        choices = match.state.choices()
        verb = "done" if "done" in choices else next(iter(choices))
        match.play(Action(verb, choices[verb][0]))
    told = [event for move in [match.opening, *match.moves] for event in move.events]
    sides = Counter(event.side for event in told if isinstance(event, ImpulseBegan))
    assert sides == {Side.GERMAN: 19, Side.ALLIED: 19}
    first, *_, last = [(event.day, event.impulse) for event in told if isinstance(event, ImpulseBegan)]
    assert (first, last) == ((16, 1), (22, 1))
    assert isinstance(told[-1], GameOver)


CAMPAIGN_LEVELS = [
    *((40, "German Decisive"), (39, "German Marginal"), (30, "German Marginal"), (29, "Draw"), (25, "Draw")),
    *((24, "Allied Marginal"), (15, "Allied Marginal"), (14, "Allied Decisive"), (0, "Allied Decisive")),
]


@pytest.mark.rule("TM-SC4c")
@pytest.mark.parametrize(("points", "level"), CAMPAIGN_LEVELS)
def test_campaign_levels(points, level):
    units = f"z: German armor {points} in K" if points else ""
    t = Table("22-1 Allied", units)
    t.wait_for_the_end()
    winner = {"G": Side.GERMAN, "A": Side.ALLIED, "D": None}[level[0]]
    assert t.g.outcome() == (winner, level, points)
