"""The worked examples of the rulebook, with their numbers."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import ArtilleryCalled, CombinedArms, Fired, Moved, ShellFell
from tests.titles.tigers_in_the_mist.table import Table, rolls

# ---- EX1 movement --------------------------------------------------------------------------------------------

MERSCH = (
    "tanks: German armor 2 in Mersch; sael: German foot 2 in Sael; redange: German foot 2 in Redange;"
    "rambrouch: German foot 2 in Rambrouch"
)


@pytest.mark.rule("TM-EX1a")
def test_ex1_armor_goes_from_mersch_to_rambrouch_for_five():
    t = Table("17-1 German", MERSCH)
    [moved] = [event for event in t.move("tanks", "Rambrouch") if isinstance(event, Moved)]
    assert [t.g.box.map.names[place] for place in moved.path] == ["Mersch", "Ettelbruck", "Eschdorf", "Rambrouch"]
    assert (moved.cost, t.mp_left("tanks")) == (5, 3)


@pytest.mark.rule("TM-EX1b")
def test_ex1_with_the_bridge_down_the_minor_road_costs_nine():
    t = Table("17-1 German", MERSCH, blown=["58-59"])
    reason = t.why_move("tanks", "Rambrouch")
    assert reason.rule == "TM-8.38"
    assert "costs 9 MP" in reason.text


@pytest.mark.rule("TM-EX1c")
@pytest.mark.parametrize(("unit", "aside"), [("sael", "Steinfort"), ("redange", "Attert"), ("rambrouch", "Martelange")])
def test_ex1_when_any_of_the_infantry_has_moved_eight_are_enough(unit, aside):
    t = Table("17-1 German", MERSCH, blown=["58-59"])
    t.move(unit, aside)
    t.move("tanks", "Rambrouch")
    assert t.spent("tanks") == 8


# ---- EX2 demolition ------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-EX2")
def test_ex2_a_stack_finds_the_bridge_to_malmedy_blown():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Waimes; b: German mechanized 2 in Waimes; eng: Allied engineer 2 in Malmedy",
    )
    t.move(["a", "b"], "Malmedy")
    t.do("unit", "eng", [8])
    assert [(t.where(unit), t.mp_left(unit)) for unit in "ab"] == [("Waimes", 7)] * 2
    assert t.offers("area") >= {"Butgenbach", "Amel", "Ligneuville"}
    t.do("area", "Butgenbach")
    assert [(t.where(unit), t.mp_left(unit)) for unit in "ab"] == [("Butgenbach", 6)] * 2


# ---- EX3, EX4 artillery --------------------------------------------------------------------------------------


def artillery(germans: str) -> Table:
    """The Allies defend Pronsfeld with 6 strength points and both their calls succeed."""
    t = Table("17-1 German", "x: Allied armor 3 in Pronsfeld; y: Allied armor 3 in Pronsfeld;" + germans)
    stack = [name for name in t.names if t.where(name) == "Prum"]
    t.move(stack, "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1, 1], attacker_calls=[9] * (sum(map(t.strength, stack)) // 3)))
    assert (t.step, t.side) == ("AimArtillery", Side.ALLIED)
    return t


@pytest.mark.rule("TM-EX3a")
def test_ex3_the_first_shot_goes_to_the_foot_units():
    t = artillery("a: German foot 3 in Prum; b: German foot 3 in Prum; tanks: German armor 2 in Prum")
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "tanks").rule == "TM-9.46b"
    assert "6 strength points" in t.why("unit", "tanks").text


@pytest.mark.rule("TM-EX3b")
def test_ex3_the_second_shot_goes_to_the_other_foot_unit():
    t = artillery("a: German foot 3 in Prum; b: German foot 3 in Prum; tanks: German armor 2 in Prum")
    t.do("unit", "a", [10, 10])  # 6 - 3 = 3 against 2: no choice is left for the second shot
    assert [t.unit_name(event.target) for event in t.told(ShellFell)] == ["a", "b"]


@pytest.mark.rule("TM-EX4a", "TM-EX4b")
def test_ex4_the_second_shot_may_go_to_mech_or_foot_when_they_tie():
    t = artillery("four: German foot 4 in Prum; three: German foot 3 in Prum; mech: German mechanized 3 in Prum")
    assert t.offers("unit") == {"four", "three"}
    assert t.why("unit", "mech").rule == "TM-9.46b"
    t.do("unit", "four")
    assert t.offers("unit") == {"three", "mech"}
    assert t.why("unit", "four").rule == "TM-9.46f"


# ---- EX5 combat ----------------------------------------------------------------------------------------------


@pytest.fixture
def ex5() -> Table:
    """The Germans have crossed the bridge to Malmedy; their calls rolled 9 and 7, and the US guns fired and missed."""
    t = Table(
        "16-2 German",
        "us armor: Allied armor 2 in Malmedy; us mech: Allied mechanized 3 in Malmedy, entrenched;"
        "armor: German armor 2 in Waimes; mech: German mechanized 1 in Waimes;"
        "two: German foot 2 in Waimes; three: German foot 3 in Waimes",
    )
    t.move(["armor", "mech", "two", "three"], "Malmedy")
    t.end_movement()
    t.fight("Malmedy", rolls(calls=[8], attacker_calls=[9, 7]))
    t.do("unit", "two", rolls(guns=[8]))
    return t


@pytest.mark.rule("TM-EX5a")
def test_ex5_nine_and_seven_bring_no_artillery_and_so_no_combined_arms(ex5):
    german = next(event for event in ex5.told(ArtilleryCalled) if event.side is Side.GERMAN)
    assert (german.dice, german.available) == ((9, 7), 0)
    assert not ex5.told(CombinedArms)[0].complete


@pytest.mark.rule("TM-EX5c", "TM-EX5d")
def test_ex5_us_armor_must_take_the_armor_and_us_mech_may_pass_over_the_single_point(ex5):
    # The armor had no choice; the mech is asked.
    assert "mechanized" in ex5.g.decision().prompt
    assert ex5.offers("unit") == {"mech", "two", "three"}
    assert ex5.why("unit", "armor").rule == "TM-9.55c"


@pytest.mark.rule("TM-EX5b", "TM-EX5c", "TM-EX5e", "TM-EX5f")
def test_ex5_us_fire(ex5):
    ex5.do("unit", "two", rolls(fire=[2, 8, 3, 5, 6]))
    armor, mech = ex5.told(Fired)
    assert (ex5.unit_name(armor.target), armor.dice, armor.needed, armor.hits) == ("armor", (2, 8), 7, 1)
    assert (ex5.unit_name(mech.target), mech.dice, mech.needed, mech.hits) == ("two", (3, 5, 6), 6, 3)
    assert [ex5.strength(name) for name in ("armor", "mech", "three")] == [1, 1, 3]
    assert ex5.where("two") == "gone"


@pytest.mark.rule("TM-EX5g", "TM-EX5h", "TM-EX5i")
def test_ex5_german_fire(ex5):
    ex5.do("unit", "two", rolls(fire=[2, 8, 3, 5, 6]))
    # Armor on armor and mech on mech are settled without a question; the foot unit may take either.
    assert ex5.offers("unit") == {"us armor", "us mech"}
    ex5.do("unit", "us armor", rolls(attacker_fire=[5, 3, 3, 4, 4]))
    armor, mech, foot = ex5.told(Fired)[2:]
    aims = [(ex5.unit_name(event.unit), ex5.unit_name(event.target), event.needed) for event in (armor, mech, foot)]
    assert aims == [("armor", "us armor", 4), ("mech", "us mech", 2), ("three", "us armor", 3)]
    assert (ex5.strength("us armor"), ex5.strength("us mech")) == (1, 3)


# ---- EX6 supply ----------------------------------------------------------------------------------------------

LINE = ("Liege", "Louveigne", "Stoumont", "Trois Ponts", "Baraque", "Houffalize", "Noville")
LINE += ("Bertogne", "Nives", "Recogne")


def ex6() -> Table:
    """An Allied line from Liege to Recogne, with Germans beside the defenders of Bastogne and Nives."""
    line = "".join(f"in {area}: Allied infantry 1 in {area};" for area in LINE)
    return Table(
        "19-1 German",
        line + "defender: Allied armor 1 in Bastogne; foot: German foot 3 in Bastogne; tanks: German armor 2 in Nives;"
        "reserve: Allied infantry 1 in Champlon",
    )


@pytest.mark.rule("TM-EX6a", "TM-EX6b")
def test_ex6_nobody_moves_on_while_the_line_holds():
    t = ex6()
    assert t.supplied("foot")
    assert t.supplied("tanks")
    assert t.why_move("foot", "Spimont").rule == "TM-8.28"
    assert t.why_move("tanks", "Moiricy").rule == "TM-8.28"


def ex6_bastogne_falls() -> Table:
    t = ex6()
    t.end_movement()
    t.fight("Bastogne", rolls(calls=[9], attacker_calls=[9], fire=[10], attacker_fire=[1, 10, 10]), also=["foot"])
    assert t.where("defender") == "gone"
    t.wait_until("19-1 Allied")
    return t


@pytest.mark.rule("TM-EX6c")
def test_ex6_with_bastogne_clear_the_armor_moves_on_in_the_next_impulse():
    t = ex6_bastogne_falls()
    t.wait_until("19-2 German")
    assert t.why_move("tanks", "Moiricy") is None
    t.move("tanks", "St. Hubert")  # and beyond
    assert t.spent("tanks") == 3 + 2


@pytest.mark.rule("TM-EX6d")
@pytest.mark.parametrize("area", ["Spimont", "Bastogne"])
def test_ex6_an_ally_in_spimont_or_bastogne_shuts_the_way_again(area):
    t = ex6_bastogne_falls()
    t.move("reserve" if area == "Spimont" else "in Noville", area)
    t.end_movement()
    if area == "Bastogne":
        t.fight("Bastogne", 10)
    t.wait_until("19-2 German")
    assert t.why_move("tanks", "Moiricy").rule == "TM-8.28"


# ---- EX7 bridge repair ---------------------------------------------------------------------------------------

#: The mech, the armor and the engineer of 2 Panzer; Allies all round leave the bridge at Dasburg as the only way.
OUR = (
    "mech: G047 in Dasburg; tanks: G046 in Dasburg; eng: G045 in Dasburg; us: A023 in Marnach;"
    "n: A022 in Lutzkampen; s: A024 in Holzthum; w: A021 in Allerborn; r: A025 in Weiswampach;"
)


def ex7(dice: list[int], units: str = OUR) -> Table:
    """The mech wades to Marnach on 16-1 and fights there: one Allied call, one German, then both fire."""
    t = Table("16-1 German", units, blown=["51-70"])
    t.move("mech", "Marnach")
    t.end_movement()
    t.fight("Marnach", dice)
    return t


ALL_MISS = rolls(calls=[9], attacker_calls=[9], fire=[10] * 2, attacker_fire=[10] * 3)


@pytest.mark.rule("TM-EX7a", "TM-EX7b")
def test_ex7_the_mech_wades_for_four_and_the_armor_cannot_follow():
    t = Table("16-1 German", OUR, blown=["51-70"])
    assert t.why_move("tanks", "Marnach").rule == "TM-8.33c"
    t.move("mech", "Marnach")
    assert (t.spent("mech"), t.mp_left("mech")) == (4, 1)


@pytest.mark.rule("TM-EX7c")
@pytest.mark.parametrize(("roll", "down"), [(4, set()), (5, {"Dasburg-Marnach"})])
def test_ex7_if_the_mech_survives_the_engineer_may_try(roll, down):
    t = ex7(ALL_MISS)
    assert (t.where("us"), t.step) == ("Marnach", "BridgeBuilding")
    t.do("unit", "eng", [roll])
    assert t.blown() == down


@pytest.mark.rule("TM-EX7d")
def test_ex7_after_the_repair_the_mech_has_eight_again():
    t = ex7(ALL_MISS)
    t.do("unit", "eng", [4])
    t.wait_until("17-1 German")
    assert t.mp_left("mech") == 8


@pytest.mark.rule("TM-EX7e")
def test_ex7_after_the_repair_the_armor_may_attack_and_the_mech_may_not_again():
    t = ex7(ALL_MISS)
    t.do("unit", "eng", [4])
    t.wait_until("16-2 German")
    t.move("tanks", "Marnach")
    t.end_movement()
    joined = t.fight("Marnach", rolls(calls=[9], attacker_calls=[9], fire=[10] * 2, attacker_fire=[10] * 4))[0]
    assert [t.unit_name(unit) for unit in joined.attackers] == ["tanks"]


@pytest.mark.rule("TM-EX7f")
def test_ex7_if_the_repair_fails_the_mech_stays_slow_unless_another_bridge_feeds_it():
    t = ex7(ALL_MISS)
    t.do("unit", "eng", [5])
    t.wait_until("17-1 German")
    assert t.mp_left("mech") == 5
    t = ex7(ALL_MISS, OUR.replace("n: A022 in Lutzkampen;", "").replace("r: A025 in Weiswampach;", ""))
    t.do("unit", "eng", [5])
    t.wait_until("17-1 German")
    assert t.mp_left("mech") == 8, "by Weiswampach and the bridge to Lutzkampen"


@pytest.mark.rule("TM-EX7g")
def test_ex7_if_the_mech_is_lost_the_repair_cannot_be_tried():
    # A second engineer, at Irrel with a friend across, keeps the question open.
    worker = "worker: G067 in Irrel; mate: G064 in Echternach;"
    t = Table("16-1 German", (OUR + worker).replace("G047 in", "G047 1 in"), blown=["51-70", "10-11"])
    t.move("mech", "Marnach")
    t.end_movement()
    t.fight("Marnach", rolls(calls=[9], fire=[1, 1]))
    assert t.where("mech") == "gone"
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "eng").rule == "TM-10.12b1"
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-EX7h")
def test_ex7_a_new_try_waits_for_a_new_unit_and_keeps_the_modifier():
    t = ex7(
        rolls(calls=[9], fire=[10] * 2, attacker_fire=[10] * 2),
        OUR.replace("G047 in", "G047 2 in") + "foot: G050 in Dasburg;",
    )
    t.do("unit", "eng", [5])  # fails
    assert t.side is Side.ALLIED
    t.end_movement()
    t.fight("Marnach", rolls(calls=[9], fire=[10] * 2, attacker_fire=[1, 1]), also=["us"])
    assert t.where("mech") == "gone"
    t.wait_until("16-2 German")
    t.end_movement()
    assert t.side is Side.ALLIED, "nobody is across: the engineer is not asked"
    t.wait_until("16-3 German")
    t.move("foot", "Marnach")
    t.end_movement()
    t.fight("Marnach", 10)
    t.do("unit", "eng", [5])
    assert t.blown() == set()
