"""9.0 Combat: who fights, the combat sequence, combined arms and modifiers."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import (
    ArtilleryCalled,
    BattleEnded,
    BattleJoined,
    CombinedArms,
    Fired,
    ShellFell,
    StoodBy,
    Wasted,
)
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, fire_number, modifiers
from tests.titles.tigers_in_the_mist.table import Table, rolls

#: A small battle in which nobody hits: one strength point on each side, the defender's call fails.
QUIET = rolls(calls=[9], fire=[10], attacker_fire=[10])


def battle(
    units: str, dice: list[int], *, movers: str = "a", also: tuple[str, ...] = (), when: str = "17-1 German"
) -> Table:
    """The movers go from Prum to Pronsfeld, an easy road without a river, and fight there with those who join them."""
    t = Table(when, units)
    if movers:
        t.move(movers.split(), "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", dice, also)
    return t


# ---- 9.0 and 9.1 who fights ----------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.0")
def test_the_moving_player_chooses_the_order_and_fights_all_battles():
    t = Table(
        "17-1 German",
        "a: German foot 1 in Bitburg; b: German foot 1 in Prum; c: German foot 1 in Schonecken;"
        "x: Allied infantry 1 in Irrel; y: Allied infantry 1 in Pronsfeld; z: Allied infantry 1 in Waxweiler",
    )
    for unit, area in (("a", "Irrel"), ("b", "Pronsfeld"), ("c", "Waxweiler")):
        t.move(unit, area)
    t.end_movement()
    assert t.offers("area") == {"Irrel", "Pronsfeld", "Waxweiler"}
    t.fight("Pronsfeld", QUIET)
    assert t.offers("area") == {"Irrel", "Waxweiler"}
    assert t.why("done").rule == "TM-9.12"
    t.fight("Waxweiler", QUIET)
    t.fight("Irrel", QUIET)
    fought = [t.g.box.map.names[event.area] for event in t.told(BattleJoined)]
    assert fought == ["Pronsfeld", "Waxweiler", "Irrel"]
    assert t.side is Side.ALLIED


@pytest.mark.rule("TM-9.11a", "TM-9.16")
def test_a_unit_attacks_once_a_day_and_does_not_move_afterwards():
    t = Table("17-1 German", "u: German foot 1 in Prum; v: German foot 1 in Prum; d: Allied infantry 2 in Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10] * 2, attacker_fire=[10]), also=["u"])
    t.wait_until("17-2 German")
    assert t.why("unit", "u").rule == "TM-9.16"
    t.end_movement()
    t.do("area", "Prum")
    assert t.offers("unit") == {"v"}
    assert t.why("unit", "u").rule == "TM-9.11a"


@pytest.mark.rule("TM-9.11a")
def test_no_battle_is_offered_where_all_have_attacked():
    t = Table(
        "17-2 German",
        "u: German foot 1 in Prum, attacked; d: Allied infantry 2 in Prum;"
        "v: German foot 1 in Bitburg; e: Allied infantry 2 in Bitburg",
    )
    t.end_movement()
    assert t.offers("area") == {"Bitburg"}
    assert t.why("area", "Prum").rule == "TM-9.11a"


@pytest.mark.rule("TM-9.11b")
def test_a_unit_may_have_to_defend_in_every_enemy_impulse():
    t = Table(
        "17-1 German",
        "a: German foot 1 in Prum; b: German foot 1 in Sellerich; c: German foot 1 in Lichtenborn;"
        "d: Allied infantry 2 in Pronsfeld",
    )
    for impulse, attacker in ((1, "a"), (2, "b"), (3, "c")):
        t.wait_until(f"17-{impulse} German")
        t.move(attacker, "Pronsfeld")
        t.end_movement()
        t.fight("Pronsfeld", rolls(calls=[9], fire=[10] * 2, attacker_fire=[10]))
    assert [event.unit for event in t.told(Fired)].count(t.unit("d")) == 3


@pytest.mark.rule("TM-9.12")
def test_units_that_entered_cannot_opt_out():
    t = Table(
        "17-1 German", "a: German foot 1 in Prum; r: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld"
    )
    t.move("a", "Pronsfeld")
    t.end_movement()
    assert t.why("done").rule == "TM-9.12"
    t.do("area", "Pronsfeld")
    assert t.why("unit", "a").rule == "TM-9.12"
    assert t.offers("unit") == {"r"}


@pytest.mark.rule("TM-9.13a")
def test_a_unit_beside_the_enemy_may_attack_in_place():
    t = battle("u: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld", QUIET, movers="", also=("u",))
    assert t.told(BattleEnded)
    assert t.has("u", "attacked")


@pytest.mark.rule("TM-9.13a")
def test_an_attack_in_place_needs_somebody_to_attack():
    t = Table(
        "17-1 German", "u: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld; far: German foot 1 in Prum"
    )
    t.end_movement()
    t.do("area", "Pronsfeld")
    assert t.why("fight").rule == "TM-9.13a"
    assert t.why("unit", "far").rule == "TM-9.13a"


@pytest.mark.rule("TM-9.13b")
def test_a_unit_beside_the_enemy_may_move_away():
    t = Table("17-1 German", "u: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld")
    t.move("u", "Prum")
    assert (t.where("u"), t.spent("u")) == ("Prum", 2)
    t.end_movement()
    assert t.side is Side.ALLIED, "nobody is left to fight"


@pytest.mark.rule("TM-9.13c")
def test_a_unit_beside_the_enemy_may_wait_and_act_later_in_the_day():
    t = Table("18-1 German", "u: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld")
    t.end_movement()
    t.do("done")  # no attack
    t.wait_until("18-2 German")
    assert t.why("unit", "u") is None
    t.end_movement()
    t.fight("Pronsfeld", QUIET, also=["u"])
    assert t.has("u", "attacked")


@pytest.mark.rule("TM-9.13c")
def test_a_unit_that_watches_others_attack_in_place_stays_free():
    t = battle(
        "u: German foot 1 in Pronsfeld; v: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld",
        QUIET,
        movers="",
        also=("u",),
    )
    t.wait_until("17-2 German")
    assert t.why("unit", "v") is None


THREE_WAYS = (
    "b: German foot 1 in Prum; x: German foot 1 in Pronsfeld; y: German foot 1 in Pronsfeld;"
    "z: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld; e: Allied armor 1 in Pronsfeld"
)


@pytest.mark.rule("TM-9.14a", "TM-9.14b")
def test_when_friends_enter_each_unit_there_attacks_leaves_or_stays_and_is_done():
    t = Table("18-1 German", THREE_WAYS)
    t.move("b", "Pronsfeld")
    t.move("x", "Lichtenborn")  # leaves
    t.end_movement()
    assert t.why("done").rule == "TM-9.12"
    t.do("area", "Pronsfeld")
    assert t.offers("unit") == {"y", "z"}
    t.do("unit", "y")  # attacks
    t.do("fight", None, [9])
    [joined], [stood_by] = t.told(BattleJoined), t.told(StoodBy)
    assert {t.unit_name(unit) for unit in joined.attackers} == {"b", "y"}
    assert [t.unit_name(unit) for unit in stood_by.units] == ["z"]  # stays
    assert t.has("z", "held")


@pytest.mark.rule("TM-9.14b")
def test_a_unit_that_stood_by_may_neither_move_nor_attack_later_that_day():
    t = Table(
        "18-1 German", "b: German foot 1 in Prum; r: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld"
    )
    t.move("b", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", QUIET)
    t.wait_until("18-2 German")
    assert t.why("unit", "r").rule == "TM-9.14b"
    assert t.why("entrench", "r").rule == "TM-9.14b"
    t.end_movement()
    assert t.side is Side.ALLIED, "no battle is offered: b and r are both done for the day"
    t.wait_until("19-1 German")
    assert t.why("unit", "r") is None


@pytest.mark.rule("TM-9.14b")
def test_a_unit_that_stood_by_is_refused_as_an_attacker():
    t = Table(
        "18-2 German",
        "r: German foot 1 in Pronsfeld, held; s: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld",
    )
    t.end_movement()
    t.do("area", "Pronsfeld")
    assert t.why("unit", "r").rule == "TM-9.14b"
    assert t.offers("unit") == {"s"}


@pytest.mark.rule("TM-9.14c")
def test_units_that_stand_by_are_not_in_the_battle():
    t = Table(
        "17-1 German",
        "a: German foot 2 in Prum; b: German foot 1 in Prum; idle: German foot 3 in Pronsfeld;"
        "d: Allied infantry 1 in Pronsfeld",
    )
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[8], attacker_calls=[9]))  # one German call for 3 strength points, not two for 6
    assert t.step == "AimArtillery"
    assert t.why("unit", "idle").rule == "TM-9.14c"
    assert t.offers("unit") == {"a", "b"}
    t.do("unit", "a", rolls(guns=[10]))
    assert t.step == "AimFire"
    assert t.why("unit", "idle").rule == "TM-9.14c"
    t.do("unit", "a", rolls(fire=[10], attacker_fire=[10] * 3))
    assert {t.unit_name(event.unit) for event in t.told(Fired)} == {"a", "b", "d"}, "the idle unit does not fire"


@pytest.mark.rule("TM-9.15")
def test_defenders_have_no_way_to_decline():
    t = Table("17-1 German", "a: German foot 1 in Prum; b: German armor 1 in Prum; d: Allied armor 1 in Pronsfeld")
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", [9])
    assert (t.side, t.step) == (Side.ALLIED, "AimFire")
    assert set(t.g.choices()) == {"unit"}, "all the defender decides is whom to shoot at"
    assert t.why("area", "Olzheim").rule == "TM-9.59"


@pytest.mark.rule("TM-9.17")
def test_no_battle_is_fought_in_a_zone():
    t = Table("17-1 German", "a: German armor 1 in Huy; d: Allied infantry 1 in G")
    t.move("a", "G")
    assert not t.has("a", "combat pending")
    t.end_movement()
    assert t.side is Side.ALLIED
    assert t.told(BattleJoined) == []


@pytest.mark.rule("TM-9.17")
def test_a_zone_is_refused_as_a_battlefield():
    t = Table(
        "17-1 German",
        "a: German armor 1 in G; d: Allied infantry 1 in G; b: German foot 1 in Prum; e: Allied armor 1 in Prum",
    )
    t.end_movement()
    assert t.offers("area") == {"Prum"}
    assert t.why("area", "G").rule == "TM-9.17"


# ---- 9.2 process and hits ------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.21a")
def test_a_unit_rolls_a_die_for_each_strength_point_at_one_target():
    t = battle(
        "a: German foot 3 in Prum; d: Allied infantry 1 in Pronsfeld",
        rolls(calls=[9], attacker_calls=[9], fire=[10], attacker_fire=[10, 9, 8]),
    )
    defending, attacking = t.told(Fired)
    assert attacking.dice == (10, 9, 8)
    assert attacking.target == t.unit("d")
    assert defending.dice == (10,)


@pytest.mark.rule("TM-9.21b")
def test_a_die_hits_up_to_the_factor():
    # Armor, foot and a successful call: combined arms, so the mech defends on its plain 4.
    t = Table("17-1 German", "a: German armor 3 in Prum; i: German foot 1 in Prum; d: Allied mechanized 2 in Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[1]))
    t.do("unit", "a", rolls(fire=[4, 5], attacker_guns=[10], attacker_fire=[10] * 3))
    assert t.hit_number("d") == 4
    assert (t.told(Fired)[0].hits, t.strength("a")) == (1, 2)


@pytest.mark.rule("TM-9.21c")
def test_each_hit_costs_a_strength_point_and_the_last_one_destroys():
    t = battle(
        "a: German foot 2 in Prum; d: Allied infantry 1 in Pronsfeld", rolls(calls=[9], fire=[1], attacker_fire=[1])
    )
    assert t.strength("a") == 1
    assert t.where("d") == "gone"


@pytest.mark.rule("TM-9.21d")
def test_enough_modifiers_make_a_hit_impossible():
    # The Allied unit in Osweiler is cut off, and Special Forces confuse its attack on a German who is dug in.
    t = Table(
        "17-1 German",
        "d: German foot 1 in Osweiler, entrenched; x: German foot 1 in Echternach; y: German foot 1 in Consdorf;"
        "a: Allied infantry 1 in Osweiler",
    )
    t.do("special", "confusion")
    t.do("area", "Osweiler")
    t.wait_until("17-1 Allied")
    t.end_movement()
    t.fight("Osweiler", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["a"])
    assert t.hit_number("a") == 0  # 3, less 1 each for entrenchment, supply and confusion
    assert t.strength("d") == 1


@pytest.mark.rule("TM-9.22")
def test_hits_beyond_the_strength_of_the_target_are_lost():
    t = Table(
        "17-1 German",
        "a: German armor 4 in Prum; x: Allied armor 2 in Pronsfeld; y: Allied infantry 2 in Pronsfeld",
    )
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10] * 4))
    t.do("unit", "x", rolls(attacker_fire=[1, 1, 1, 10]))
    assert (t.where("x"), t.strength("y")) == ("gone", 2)


@pytest.mark.rule("TM-9.23a", "TM-9.23b")
@pytest.mark.parametrize(("hits", "left"), [(0, 4), (1, 3), (2, 2), (4, 0)])
def test_a_unit_of_four_loses_one_for_every_hit(hits, left):
    fire = [1] * hits + [10] * (4 - hits)
    t = battle(
        "a: German foot 4 in Prum; d: Allied infantry 4 in Pronsfeld",
        rolls(calls=[9], attacker_calls=[9], fire=[10] * 4, attacker_fire=fire),
    )
    assert t.strength("d") == left
    if left:
        kind = t.g.box.units.type[t.unit("d")]
        assert (str(kind), t.g.box.units.side(t.unit("d")), t.where("d")) == ("motorized", Side.ALLIED, "Pronsfeld")
    else:
        assert t.where("d") == "gone"


# ---- 9.3 the combat sequence ---------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.31", "TM-9.47a")
def test_both_sides_call_before_anybody_fires():
    t = battle(
        "a: German foot 3 in Prum; d: Allied infantry 3 in Pronsfeld",
        rolls(calls=[1], attacker_calls=[1], guns=[10], fire=[10] * 3, attacker_guns=[10], attacker_fire=[10] * 3),
    )
    kinds = [type(e) for e in t.events if isinstance(e, (ArtilleryCalled, ShellFell, Fired))]
    assert kinds == [ArtilleryCalled, ArtilleryCalled, ShellFell, Fired, ShellFell, Fired]
    sides = [e.side for e in t.events if isinstance(e, (ArtilleryCalled, ShellFell))]
    assert sides == [Side.ALLIED, Side.GERMAN, Side.ALLIED, Side.GERMAN]


@pytest.mark.rule("TM-9.32")
def test_what_the_defenders_guns_destroy_is_no_target_any_more():
    t = Table("17-1 German", "a: German foot 1 in Prum; b: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1]))
    t.do("unit", "a", rolls(guns=[1], fire=[10], attacker_fire=[10]))
    assert t.where("a") == "gone"
    assert [t.unit_name(e.target) for e in t.told(Fired)] == ["b", "d"], "the defender had b alone to shoot at"


@pytest.mark.rule("TM-9.33")
def test_the_defender_chooses_targets_after_his_guns_have_fired():
    # A lone foot defender must shoot at the foot unit – unless artillery has left it a single strength point.
    units = "a: German armor 3 in Prum; b: German foot 2 in Prum; d: A016 1 in Pronsfeld"
    t = Table("17-1 German", units)
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10], attacker_fire=[10] * 5))
    assert t.unit_name(t.told(Fired)[0].target) == "b", "it had no choice"

    t = Table("17-1 German", units.replace("armor 3", "armor 2"))
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1], attacker_calls=[9]))
    t.do("unit", "b", rolls(guns=[1]))
    assert t.strength("b") == 1
    assert (t.step, t.offers("unit")) == ("AimFire", {"a", "b"})


@pytest.mark.rule("TM-9.34")
def test_attackers_destroyed_by_defensive_fire_do_not_shoot():
    t = battle("a: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld", rolls(calls=[9], fire=[1]))
    assert t.where("a") == "gone"
    assert [t.unit_name(e.unit) for e in t.told(Fired)] == ["d"]


@pytest.mark.rule("TM-9.35")
def test_the_attackers_guns_fire_before_his_units_are_allotted():
    t = Table(
        "17-1 German",
        "a: German armor 3 in Prum; x: Allied infantry 1 in Pronsfeld; y: Allied infantry 1 in Pronsfeld",
    )
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[1], fire=[10] * 2))
    assert (t.step, t.side) == ("AimArtillery", Side.GERMAN)
    t.do("unit", "x", rolls(attacker_guns=[10]))
    assert (t.step, t.offers("unit")) == ("AimFire", {"x", "y"})


@pytest.mark.rule("TM-9.35")
def test_the_attackers_guns_fire_even_if_all_his_units_are_gone():
    t = battle(
        "a: German foot 3 in Prum; d: Allied infantry 3 in Pronsfeld",
        rolls(calls=[9], attacker_calls=[1], fire=[1] * 3, attacker_guns=[1]),
    )
    assert (t.where("a"), t.strength("d")) == ("gone", 2)


@pytest.mark.rule("TM-9.36")
def test_what_the_attackers_guns_destroy_cannot_be_chosen():
    t = Table(
        "17-1 German",
        "a: German armor 3 in Prum; x: Allied infantry 1 in Pronsfeld; y: Allied infantry 1 in Pronsfeld",
    )
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[1], fire=[10] * 2))
    t.do("unit", "x", rolls(attacker_guns=[1], attacker_fire=[10] * 3))
    assert t.unit_name(t.told(Fired)[-1].target) == "y", "only y was left to choose"


@pytest.mark.rule("TM-9.37")
def test_a_weakened_attacker_fires_with_what_is_left_of_it():
    t = battle(
        "a: German foot 2 in Prum; d: Allied infantry 1 in Pronsfeld", rolls(calls=[9], fire=[1], attacker_fire=[10])
    )
    assert t.strength("a") == 1
    assert len(t.told(Fired)[-1].dice) == 1


@pytest.mark.rule("TM-9.38")
def test_one_exchange_ends_the_battle_and_nobody_retreats():
    t = battle(
        "a: German foot 1 in Prum; r: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld;"
        "v: German foot 1 in Bitburg; e: Allied infantry 1 in Bitburg",
        QUIET,
    )
    assert (t.where("a"), t.where("d")) == ("Pronsfeld", "Pronsfeld")
    assert t.why("area", "Pronsfeld").rule == "TM-9.38"
    assert t.offers("area") == {"Bitburg"}


@pytest.mark.rule("TM-9.38")
def test_a_second_battle_by_others_in_the_same_area_waits_for_another_impulse():
    t = Table(
        "17-1 German",
        "u: German foot 1 in Prum; v: German foot 1 in Prum; d: Allied infantry 1 in Prum",
    )
    t.end_movement()
    t.fight("Prum", QUIET, also=["u"])
    assert t.side is Side.ALLIED, "v has not attacked, but the battle of Prum is over for this impulse"


# ---- 9.6 combined arms ---------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.6a")
@pytest.mark.parametrize("infantry", ["foot", "motorized", "mechanized", "engineer"])
@pytest.mark.rule("TM-9.6e")
def test_infantry_of_any_type_armor_and_guns_make_combined_arms(infantry):
    t = Table(
        "17-1 German", f"a: German armor 2 in Prum; i: German {infantry} 1 in Prum; d: Allied engineer 1 in Pronsfeld"
    )
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[4]))
    assert t.told(CombinedArms)[0].complete
    t.do("unit", "a", rolls(fire=[5], attacker_guns=[10], attacker_fire=[10] * 3))
    assert t.hit_number("d") == 4
    assert t.strength("a") == 2


@pytest.mark.rule("TM-9.6e")
def test_airborne_infantry_counts_as_infantry():
    t = Table("18-1 Allied", "a: A050 2 in Prum; i: A064 1 in Prum; d: German foot 1 in Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[8]))
    assert t.told(CombinedArms)[0].complete


@pytest.mark.rule("TM-9.6b")
@pytest.mark.parametrize("attackers", ["a: German armor 3 in Prum", "a: German foot 3 in Prum"])
def test_without_infantry_or_without_armor_defenders_fire_at_minus_one(attackers):
    t = battle(
        f"{attackers}; d: Allied infantry 1 in Pronsfeld",
        rolls(calls=[9], attacker_calls=[4], fire=[5], attacker_guns=[10], attacker_fire=[10] * 2),
    )
    assert not t.told(CombinedArms)[0].complete
    assert t.hit_number("d") == 5
    assert t.strength("a") == 2


@pytest.mark.rule("TM-9.6c")
def test_a_failed_call_leaves_the_attack_without_artillery():
    t = Table("17-1 German", "a: German armor 2 in Prum; i: German foot 1 in Prum; d: Allied armor 1 in Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[5]))
    t.do("unit", "a", rolls(fire=[6], attacker_fire=[10] * 2))
    assert t.hit_number("d") == 6
    assert t.strength("a") == 1


@pytest.mark.rule("TM-9.6d")
def test_combined_arms_holds_although_the_armor_dies_under_defensive_shells():
    t = Table(
        "17-1 German",
        "a: German armor 1 in Prum; i: German foot 1 in Prum; j: German engineer 1 in Prum;"
        "d: Allied armor 1 in Pronsfeld",
    )
    t.move(["a", "i", "j"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1], attacker_calls=[4]))
    t.do("unit", "a", rolls(guns=[1]))
    assert t.where("a") == "gone"
    t.do("unit", "i", rolls(fire=[6], attacker_guns=[10], attacker_fire=[10] * 2))
    assert t.hit_number("d") == 5
    assert t.strength("i") == 1


# ---- 9.7 modifiers -------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.71a")
def test_attackers_fire_at_entrenched_units_with_plus_one():
    t = battle(
        "a: German armor 2 in Prum; d: Allied infantry 2 in Pronsfeld, entrenched",
        rolls(calls=[9], fire=[10] * 2, attacker_fire=[4, 3]),
    )
    assert t.hit_number("a") == 3
    assert t.strength("d") == 1


@pytest.mark.rule("TM-9.71a")
def test_defenders_who_are_entrenched_fire_as_usual():
    t = battle("a: German armor 1 in Prum; d: Allied infantry 1 in Pronsfeld, entrenched", QUIET)
    assert t.hit_number("d") == 5


CUT_OFF = (
    "v: German foot 1 in Prum; w: German foot 1 in Habscheid; x: German foot 1 in Sellerich;"
    "y: German foot 1 in Waxweiler; z: German foot 1 in Lichtenborn;"
)


@pytest.mark.rule("TM-9.71b")
def test_defenders_out_of_supply_fire_with_plus_one():
    # Germans on every road out of Pronsfeld; the defender has no call and fires at 4, +1 for no combined arms, -1.
    t = battle(
        CUT_OFF + "a: German armor 2 in Prum; d: Allied infantry 2 in Pronsfeld",
        rolls(fire=[5, 4], attacker_fire=[10]),
    )
    assert t.hit_number("d") == 4
    assert t.strength("a") == 1


@pytest.mark.rule("TM-9.71b", "TM-13.22a")
def test_attackers_out_of_supply_fire_with_plus_one():
    t = Table(
        "17-1 Allied",
        CUT_OFF + "d: German foot 2 in Pronsfeld; a: Allied armor 2 in Pronsfeld",
    )
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10] * 2, attacker_fire=[4, 3]), also=["a"])
    assert t.hit_number("a") == 3
    assert t.strength("d") == 1


#: Malmedy can be entered over the Warche from Waimes and from Ligneuville, and over dry land from Hoffrai.
MALMEDY = "d: Allied infantry 1 in Malmedy; a: German armor 1 in Waimes; i: German foot 3 in Waimes;"


def attack_malmedy(units: str, moves: dict[str, str], hit: int, also: tuple[str, ...] = (), when: str = "16-2 German"):
    """A combined arms attack on December 16, when the Allies may not blow bridges. The defender rolls a 5."""
    t = Table(when, MALMEDY + units)
    for names, to in moves.items():
        t.move(names.split(), to)
    t.end_movement()
    strength = sum(t.strength(name) for name in [*also, *" ".join(moves).split()] if t.where(name) == "Malmedy")
    calls = rolls(calls=[9], attacker_calls=[1] + [9] * (strength // 3 - 1))
    t.fight("Malmedy", calls + rolls(fire=[5], attacker_guns=[10], attacker_fire=[10] * (strength - hit)), also)
    assert t.told(CombinedArms)[0].complete
    return t


@pytest.mark.rule("TM-9.71c")
def test_defenders_fire_at_minus_one_when_all_attackers_came_over_a_river():
    t = attack_malmedy("", {"a i": "Malmedy"}, hit=1)
    assert t.hit_number("d") == 5
    assert t.strength("i") == 2


@pytest.mark.rule("TM-9.71c")
def test_wading_counts_as_crossing_a_river():
    t = Table("16-2 German", "i: German foot 1 in Irrel; d: Allied infantry 1 in Echternach", blown=["10-11"])
    t.move("i", "Echternach")
    t.end_movement()
    t.fight("Echternach", QUIET)
    assert t.hit_number("d") == 6  # 4, river, no combined arms


@pytest.mark.rule("TM-9.71c")
def test_a_river_crossed_earlier_on_the_way_gives_no_bonus():
    t = Table("16-2 German", "a: German armor 1 in Waimes; d: Allied infantry 1 in Hoffrai")
    t.move("a", "Hoffrai")  # over the Warche to Malmedy, then by dry road
    t.end_movement()
    t.fight("Hoffrai", QUIET)
    assert t.hit_number("d") == 5


@pytest.mark.rule("TM-9.71c")
def test_attackers_already_there_take_the_river_bonus_away():
    t = attack_malmedy("k: German armor 1 in Malmedy", {"a i": "Malmedy"}, hit=0, also=("k",))
    assert t.hit_number("d") == 4


@pytest.mark.rule("TM-9.71d")
def test_only_shots_at_the_entrenched_unit_are_modified():
    t = Table(
        "17-1 German",
        "a: German armor 1 in Prum; m: German mechanized 1 in Prum;"
        "x: Allied armor 1 in Pronsfeld; y: Allied mechanized 1 in Pronsfeld, entrenched",
    )
    t.move(["a", "m"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", [9])
    t.do("unit", "a", rolls(fire=[10, 10], attacker_fire=[10, 10]))  # attacking armor and mech must aim at their equals
    assert (t.hit_number("a"), t.hit_number("m")) == (4, 2)


@pytest.mark.rule("TM-9.72a")
def test_no_river_bonus_if_some_came_by_dry_land():
    t = attack_malmedy("j: German armor 3 in Hoffrai", {"a i": "Malmedy", "j": "Malmedy"}, hit=0)
    assert t.hit_number("d") == 4
    assert t.strength("i") == 3


@pytest.mark.rule("TM-9.72b")
def test_the_river_bonus_holds_if_every_group_crossed_one():
    t = attack_malmedy("j: German armor 3 in Ligneuville", {"a i": "Malmedy", "j": "Malmedy"}, hit=1)
    assert t.hit_number("d") == 5


@pytest.mark.rule("TM-9.73a")
def test_no_river_bonus_if_a_friend_of_the_attackers_began_there():
    t = attack_malmedy("old: German foot 1 in Malmedy, moved", {"a i": "Malmedy"}, hit=0, when="17-2 German")
    assert t.hit_number("d") == 4


@pytest.mark.rule("TM-9.73b")
def test_no_river_bonus_even_if_that_friend_has_left():
    t = attack_malmedy("old: German foot 1 in Malmedy", {"old": "Hoffrai", "a i": "Malmedy"}, hit=0)
    assert t.where("old") == "Hoffrai"
    assert t.hit_number("d") == 4


@pytest.mark.rule("TM-9.74")
def test_modifiers_add_up():
    # River -1, no combined arms -1, the defender out of supply +1: a 4 becomes a 5.
    t = Table(
        "16-2 German",
        "d: Allied infantry 2 in Malmedy; i: German foot 2 in Waimes;"
        "p: German foot 1 in Waimes; q: German foot 1 in Hoffrai;"
        "r: German foot 1 in Francorchamps; s: German foot 1 in Stavelot; u: German foot 1 in Ligneuville",
    )
    t.move("i", "Malmedy")
    t.end_movement()
    t.fight("Malmedy", rolls(fire=[5, 6], attacker_fire=[10]))
    assert t.hit_number("d") == 5
    assert t.strength("i") == 1
    assert t.told(Wasted) == []


@pytest.mark.rule("TM-9.71a", "TM-9.71b", "TM-9.71c", "TM-9.6b", "TM-14.24a")
@pytest.mark.parametrize(
    ("attacking", "river", "combined", "confusion", "told"),
    [
        (False, True, False, False, {"TM-9.6b": -1, "TM-9.71c": -1}),
        (False, False, True, False, {}),
        (False, False, True, True, {"TM-14.24a": 1}),
        (True, True, False, False, {"TM-9.71a": 1}),
    ],
)
def test_each_modifier_is_told_with_its_rule_and_they_add_up(attacking, river, combined, confusion, told):
    t = Table("17-1 German", "a: German foot 2 in Pronsfeld; d: Allied infantry 2 in Pronsfeld, entrenched")
    facts = Circumstances(Side.GERMAN, t.place("Pronsfeld"), (t.unit("a"),), river, confusion, combined)
    firer, target = ("a", "d") if attacking else ("d", "a")
    side = Side.GERMAN if attacking else Side.ALLIED
    shown = modifiers(t.g, facts, side, t.unit(firer), t.unit(target))
    assert {line.rule: line.value for line in shown} == told
    plain = 3 if attacking else 4
    assert fire_number(t.g, facts, t.unit(firer), t.unit(target)) == plain - sum(told.values())
