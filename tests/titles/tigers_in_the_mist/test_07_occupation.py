"""7.0 Area Occupation Limits."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import Eliminated
from ardennes.titles.tigers_in_the_mist.rules import occupation
from ardennes.titles.tigers_in_the_mist.rules.quick.readiness import may_pick
from tests.titles.tigers_in_the_mist.table import Table


@pytest.mark.rule("TM-7.1a")
def test_a_fifth_counter_is_one_too_many():
    four = "".join(f"{name}: German foot 1 in Pronsfeld;" for name in "wxyz")
    t = Table("17-1 German", four + "late: German foot 1 in Prum")
    t.end_movement()
    assert t.side is Side.ALLIED, "four counters are within the limit"

    t = Table("17-1 German", four + "late: German foot 1 in Prum")
    t.move("late", "Pronsfeld")
    t.end_movement()
    assert (t.step, t.side) == ("TrimStack", Side.GERMAN)


@pytest.mark.rule("TM-7.1b")
@pytest.mark.parametrize(("strength", "step"), [(2, "Movement"), (3, "TrimStack")])
def test_ten_strength_points_are_the_most(strength, step):
    t = Table(
        "17-1 German",
        f"x: German foot 4 in Pronsfeld; y: German foot 4 in Pronsfeld; late: German foot {strength} in Prum",
    )
    t.move("late", "Pronsfeld")
    t.end_movement()
    assert t.step == step


@pytest.mark.rule("TM-7.1c")
def test_each_side_has_its_own_limit():
    germans = "".join(f"g{n}: German foot {n % 2 + 2} in Pronsfeld;" for n in range(4))
    allies = "".join(f"a{n}: Allied infantry {n % 2 + 2} in Prum;" for n in range(4))
    t = Table("17-1 Allied", germans + allies)
    assert t.g.strength_at(t.place("Pronsfeld"), Side.GERMAN) == 10
    t.move(["a0", "a1", "a2", "a3"], "Pronsfeld")
    t.end_movement()
    assert t.step == "Battles"
    assert t.told(Eliminated) == []


@pytest.mark.rule("TM-7.1d")
def test_a_full_area_may_be_passed_through():
    t = Table(
        "17-1 German",
        "x: German foot 5 in Pronsfeld; y: German foot 5 in Pronsfeld; late: German armor 3 in Prum",
    )
    t.move("late", "Lichtenborn")  # Prum - Pronsfeld - Lichtenborn
    assert t.spent("late") == 3
    t.end_movement()
    assert t.told(Eliminated) == []


@pytest.mark.rule("TM-7.1d")
def test_limits_are_enforced_before_battles_are_fought():
    t = Table(
        "17-1 German",
        "x: German foot 4 in Prum; y: German foot 4 in Prum; z: German foot 4 in Prum;"
        "d: Allied infantry 1 in Pronsfeld",
    )
    t.move(["x", "y", "z"], "Pronsfeld")
    t.end_movement()
    assert t.step == "TrimStack"
    t.do("unit", "z")
    assert t.step == "Battles"


@pytest.mark.rule("TM-7.1g")
@pytest.mark.parametrize(("counters", "strength"), [(4, 1), (2, 5)])
def test_on_december_16_who_could_only_go_to_full_areas_is_not_offered(counters, strength):
    """Among Allied units on both sides, foot in Osweiler has two areas to go to."""
    for room in (False, True):
        areas = ["Consdorf"] * counters + ["Junglinster"] * counters
        full = [f"w{n}: German foot {strength} in {area}" for n, area in enumerate(areas)]
        allies = "d: Allied infantry 2 in Echternach; e: Allied infantry 1 in Osweiler"
        t = Table("16-2 German", f"a: German foot 1 in Osweiler; {allies}; " + "; ".join(full[room:]))
        assert ("a" in t.offers("unit")) is room
        assert (t.why("unit", "a") is None) is room
        assert may_pick(t.g.copy(), t.unit("a"), Side.GERMAN) is room


@pytest.mark.rule("TM-7.1e", "TM-7.1f")
def test_the_two_overfull_set_up_areas_are_spared_until_16_3():
    t = Table("16-1 German", set_up=True)
    over = {
        area
        for area in range(1, t.g.box.map.first_zone)
        if len(t.g.units_at(area, Side.GERMAN)) > 4 or t.g.strength_at(area, Side.GERMAN) > 10
    }
    assert over == {t.place("Dasburg"), t.place("Losheim")}
    t.wait_until("16-3 German")
    assert t.told(Eliminated) == []
    t.end_movement()
    assert (t.step, t.side) == ("TrimStack", Side.GERMAN)
    losheim = {"G009", "G010", "G011", "G012", "G013"}
    assert t.offers("unit") == losheim
    t.do("unit", "G012")
    assert t.offers("unit") == {"G045", "G046", "G047", "G048"}  # Dasburg, 11 strength points
    t.do("unit", "G045")
    assert t.step != "TrimStack"
    assert (t.where("G012"), t.where("G045")) == ("gone", "gone")


@pytest.mark.rule("TM-7.1e")
def test_only_the_set_up_areas_are_spared_on_december_16():
    # Nobody can move into such a stack on December 16; this one is put there by the test.
    stack = "".join(f"{name}: German foot 3 in Pronsfeld;" for name in "wxyz")
    t = Table("16-1 German", stack)
    t.end_movement()
    assert t.step == "TrimStack"


@pytest.mark.rule("TM-7.1g")
def test_on_december_16_germans_may_not_add_to_a_stack_beyond_the_limits():
    nine = "x: G032 3 in Pronsfeld; y: G050 6 in Pronsfeld; two: G034 2 in Prum; one: G033 1 in Prum"
    t = Table("16-1 German", nine)
    assert t.why_move("two", "Pronsfeld").rule == "TM-7.1g"
    assert "Pronsfeld" not in t.destinations("two")
    assert t.why_move("one", "Pronsfeld") is None
    assert Table("17-1 German", nine).why_move("two", "Pronsfeld") is None, "later the limits are enforced afterwards"


@pytest.mark.rule("TM-7.1g")
def test_on_december_16_germans_may_not_add_a_fifth_counter():
    four = "".join(f"{counter}: {counter} 1 in Pronsfeld;" for counter in ("G032", "G033", "G034", "G035"))
    t = Table("16-1 German", four + "late: G050 1 in Prum")
    assert t.why_move("late", "Pronsfeld").rule == "TM-7.1g"


@pytest.mark.rule("TM-7.1g")
def test_on_december_16_germans_may_not_form_a_new_stack_beyond_the_limits():
    t = Table("16-1 German", "x: G050 in Prum; y: G009 in Prum; z: G028 in Prum; w: G010 in Prum")
    assert t.why_move(["x", "y", "z"], "Pronsfeld").rule == "TM-7.1g"  # 4 + 4 + 3 into an empty area
    assert t.destinations("x", "y", "z") == {"Zone A", "Zone B", "Zone C"}, "zones have no limit"
    assert t.why_move(["x", "y", "w"], "Pronsfeld") is None  # 4 + 4 + 2


@pytest.mark.rule("TM-7.1g")
def test_the_allies_are_not_refused_on_december_16():
    t = Table("16-2 Allied", "x: Allied infantry 5 in Prum; y: Allied infantry 6 in Prum")
    assert t.why_move(["x", "y"], "Pronsfeld") is None


@pytest.mark.rule("TM-7.2")
def test_the_owner_removes_whole_units_of_his_choice_until_both_limits_are_met():
    t = Table(
        "17-1 German",
        "x: German foot 4 in Pronsfeld; y: German foot 4 in Pronsfeld; z: German foot 4 in Prum;"
        "w: German foot 3 in Prum; other: German foot 1 in Bitburg",
    )
    t.move(["z", "w"], "Pronsfeld")
    t.end_movement()
    assert t.offers("unit") == {"w", "x", "y", "z"}
    assert t.why("done").rule == "TM-7.2"
    assert t.why("unit", "other").rule == "TM-7.2"
    t.do("unit", "w")
    assert t.where("w") == "gone"
    assert [event.rule for event in t.told(Eliminated)] == ["TM-7.2"]
    assert t.step == "TrimStack", "12 strength points are still too many"
    t.do("unit", "x")
    assert t.where("x") == "gone"
    assert t.side is Side.ALLIED
    assert (t.strength("y"), t.strength("z")) == (4, 4), "no strength points are trimmed off units"


@pytest.mark.rule("TM-7.3")
def test_a_zone_holds_any_number():
    crowd = "".join(f"u{n}: German foot 3 in B;" for n in range(7))
    t = Table("17-1 German", crowd)
    t.end_impulse()
    assert t.told(Eliminated) == []
    assert t.g.strength_at(t.place("B"), Side.GERMAN) == 21


@pytest.mark.rule("TM-7.3")
def test_germans_may_crowd_a_zone_even_on_december_16():
    crowd = "".join(f"u{n}: German foot 3 in K;" for n in range(4))
    t = Table("16-2 German", crowd + "late: German armor 3 in Bouillon")
    assert t.why_move("late", "K") is None


def test_room_for_one_more_is_where_the_limits_are_kept():
    full = "".join(f"{name}: German foot 1 in Pronsfeld;" for name in "wxyz")
    strong = "p: German foot 4 in Prum; q: German foot 3 in Prum; g: German foot 9 in Dasburg;"
    t = Table(
        "16-2 German", full + strong + "z1: German foot 9 in B; z2: German foot 9 in B; out: German foot 1 in Irrel"
    )
    unit = t.unit("out")
    for points in range(1, 11):
        t.g.strength[unit], t.g.memo = points, None
        room = occupation.room(t.g, Side.GERMAN)[points]
        for place in range(1, t.g.box.map.places):
            over = occupation.over_limit(t.g, place, Side.GERMAN, (unit,))
            assert bool(room >> place & 1) is not over or place == t.g.place[unit], (points, place)


@pytest.mark.rule("TM-7.1g")
def test_on_december_16_nobody_is_offered_who_could_only_go_where_it_has_become_full():
    # Cut off in contested Eschdorf, a and x go one area, to Wiltz; there is room for one of them.
    allies = ("Eschdorf", "Ettelbruck", "Rambrouch", "Kautenbach", "Eschweiler", "Doncols")
    t = Table(
        "16-2 German",
        "a: German foot 1 in Eschdorf; x: German foot 1 in Eschdorf;"
        + "".join(f"w{n}: German foot 1 in Wiltz;" for n in range(3))
        + ";".join(f"d{n}: Allied infantry 1 in {area}" for n, area in enumerate(allies)),
    )
    assert not t.supplied("a")
    assert {"a", "x"} <= t.offers("unit")
    t.move("x", "Wiltz")
    assert "a" not in t.offers("unit")
    assert t.why_move("a", "Wiltz").rule.startswith("TM-7.1")
