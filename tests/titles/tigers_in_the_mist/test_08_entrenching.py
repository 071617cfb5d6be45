"""8.5 Entrenching."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import Fired
from tests.titles.tigers_in_the_mist.table import Table, rolls


@pytest.mark.rule("TM-8.51a")
@pytest.mark.parametrize("impulse", [1, 2, 3])
@pytest.mark.parametrize(
    "unit", ["G028", "G080", "G018", "G045", "G014"]
)  # foot, motorized, mech, engineer, paratroops
def test_every_infantry_type_may_dig_in_in_any_impulse_of_its_side(unit, impulse):
    t = Table(f"18-{impulse} German", f"u: {unit} in Prum")
    t.do("entrench", "u")
    assert t.has("u", "entrenched")
    assert t.mp_left("u") == (4 if unit == "G045" else 0)


@pytest.mark.rule("TM-8.51a")
def test_nobody_digs_in_in_a_zone_or_in_the_enemys_impulse():
    t = Table("18-1 Allied", "u: German foot 2 in Prum; new: A041 in P, waiting")
    assert t.why("entrench", "u").rule == "TM-6.0d"
    assert t.why("entrench", "new").rule == "TM-8.51a"


@pytest.mark.rule("TM-8.51b")
def test_an_entrenchment_belongs_to_the_unit_that_dug_it():
    t = Table("17-1 German", "digger: German foot 2 in Prum; other: German foot 2 in Prum")
    t.do("entrench", "digger")
    assert (t.has("digger", "entrenched"), t.has("other", "entrenched")) == (True, False)
    assert t.spent("other") == 0
    assert t.why("entrench", "other") is None
    t.wait_until("18-1 German")
    t.move("digger", "Pronsfeld")
    assert (t.has("digger", "entrenched"), t.has("other", "entrenched")) == (False, False)


@pytest.mark.rule("TM-8.51b")
def test_a_unit_that_is_dug_in_does_not_dig_again():
    t = Table("17-1 German", "u: German foot 2 in Prum, entrenched")
    assert t.why("entrench", "u").rule == "TM-8.51b"


@pytest.mark.rule("TM-8.51c")
def test_a_unit_that_dug_in_does_nothing_more_that_day():
    t = Table("17-1 German", "u: German foot 2 in Prum; d: Allied infantry 1 in Olzheim")
    t.do("entrench", "u")
    assert t.why("unit", "u").rule == "TM-8.51c"
    t.wait_until("17-1 Allied")
    t.move("d", "Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10, 10], attacker_fire=[10]))
    t.wait_until("17-2 German")
    assert t.why("unit", "u").rule == "TM-8.51c"
    t.end_movement()
    assert t.side is Side.GERMAN, "the unit that dug in may attack in place: that is no move"
    t.wait_until("18-1 German")
    assert t.why("unit", "u") is None


@pytest.mark.rule("TM-8.52")
def test_an_engineer_digs_in_for_four_points_after_moving_for_up_to_four():
    # Prum - Schonecken 1, - Kyllburg 2, - Bitburg 1 = 4; - Oberweis 5
    t = Table("17-1 German", "near: German engineer 1 in Prum; far: German engineer 1 in Prum")
    t.move("near", "Bitburg")
    t.move("far", "Oberweis")
    assert (t.mp_left("near"), t.mp_left("far")) == (4, 3)
    assert t.offers("entrench") == {"near"}
    assert t.why("entrench", "far").rule == "TM-8.52"
    t.do("entrench", "near")
    assert t.mp_left("near") == 0
    assert t.has("near", "entrenched")


@pytest.mark.rule("TM-8.52")
def test_an_engineer_that_named_its_way_step_by_step_may_dig_in_too():
    t = Table("17-1 German", "e: German engineer 1 in Prum")
    t.pick("e")
    t.do("via", "Pronsfeld")
    t.do("stop")
    t.do("entrench", "e")
    assert t.mp_left("e") == 3


@pytest.mark.rule("TM-8.52")
def test_an_engineer_stopped_at_a_bridge_may_dig_in_with_the_points_it_has_left():
    t = Table("17-1 German", "e: German engineer 1 in Waimes; d: Allied infantry 1 in Malmedy")
    t.move("e", "Malmedy")
    t.do("unit", "d", [4])
    t.do("stop")
    assert t.why("unit", "e").rule == "TM-8.25a"
    t.do("entrench", "e")
    assert t.mp_left("e") == 3
    assert t.why("entrench", "e") is not None


@pytest.mark.rule("TM-8.52")
def test_an_engineer_that_waded_has_too_little_left_to_dig():
    t = Table(
        "17-1 German",
        "e: German engineer 1 in Irrel; x: Allied infantry 1 in Berdorf; y: Allied infantry 1 in Consdorf",
        blown=["10-11"],
    )
    t.move("e", "Echternach")
    assert t.why("entrench", "e").rule == "TM-8.52"  # 3 of 5 are spent


@pytest.mark.rule("TM-8.53")
def test_other_infantry_needs_its_whole_allowance():
    t = Table("17-1 German", "m: German motorized 2 in Prum; still: German mechanized 2 in Prum")
    t.move("m", "Pronsfeld")
    assert t.why("entrench", "m").rule == "TM-8.53"
    t.do("entrench", "still")
    assert t.mp_left("still") == 0


@pytest.mark.rule("TM-8.53")
def test_infantry_stopped_at_a_bridge_has_spent_a_point_and_cannot_dig():
    t = Table("17-1 German", "m: German mechanized 2 in Waimes; d: Allied infantry 1 in Malmedy")
    t.move("m", "Malmedy")
    t.do("unit", "d", [4])
    t.do("stop")
    assert t.why("entrench", "m").rule == "TM-8.53"


@pytest.mark.rule("TM-8.54")
def test_armor_never_digs_in():
    t = Table("17-1 German", "a: German armor 2 in Prum")
    assert t.why("entrench", "a").rule == "TM-8.54"
    assert t.offers("entrench") == set()


@pytest.mark.rule("TM-8.55")
def test_nobody_digs_in_beside_the_enemy():
    t = Table("17-1 German", "u: German foot 2 in Prum; e: German engineer 1 in Prum; d: Allied armor 1 in Prum")
    assert t.why("entrench", "u").rule == "TM-8.55"
    assert t.why("entrench", "e").rule == "TM-8.55"
    assert t.offers("entrench") == set()


@pytest.mark.rule("TM-8.57")
def test_the_number_of_entrenchments_has_no_limit():
    infantry = [row for row in Table("17-1 German").g.box.units.rows if row.type != "armor"]
    assert len(infantry) > 140, "more than the box can hold markers for"
    last, *dug = [row.id for row in infantry]
    t = Table(
        "17-1 German",
        f"{last}: {last} in Prum;"
        + ";".join(f"{unit}: {unit} in {'Bitburg' if unit[0] == 'G' else 'Bastogne'}, entrenched" for unit in dug),
    )
    t.do("entrench", last)
    assert all(t.has(row.id, "entrenched") for row in infantry)


@pytest.mark.rule("TM-8.58a")
def test_an_entrenchment_is_lost_when_its_unit_leaves():
    t = Table("17-1 German", "u: German foot 2 in Prum, entrenched")
    t.move("u", "Pronsfeld")
    assert not t.has("u", "entrenched")
    t.wait_until("18-1 German")
    t.move("u", "Prum")
    assert not t.has("u", "entrenched")


@pytest.mark.rule("TM-8.58a")
def test_an_entrenchment_is_lost_with_its_unit():
    t = Table("17-1 Allied", "u: German foot 1 in Prum, entrenched; a: Allied infantry 1 in Olzheim")
    t.move("a", "Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    assert t.where("u") == "gone"
    assert not t.has("u", "entrenched")


@pytest.mark.rule("TM-8.58b")
def test_a_weakened_unit_keeps_its_entrenchment():
    t = Table("17-1 Allied", "u: German foot 4 in Prum, entrenched; a: Allied infantry 2 in Olzheim")
    t.move("a", "Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10] * 4, attacker_fire=[1, 1]))
    assert t.strength("u") == 2
    assert t.has("u", "entrenched")


@pytest.mark.rule("TM-8.59")
def test_a_unit_that_attacks_gives_up_its_entrenchment_for_good():
    t = Table("17-1 German", "u: German foot 1 in Prum, entrenched; d: Allied infantry 1 in Prum")
    t.end_movement()
    t.do("area", "Prum")
    t.do("unit", "u")
    assert t.has("u", "entrenched"), "until the battle starts"
    t.do("fight", None, rolls(calls=[9], fire=[10], attacker_fire=[10]))
    assert not t.has("u", "entrenched")
    t.wait_until("17-1 Allied")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[10]), also=["d"])
    assert t.told(Fired)[-1].needed == 3, "the Allies fire at it without +1"


@pytest.mark.rule("TM-8.59")
def test_a_unit_that_stays_out_of_the_attack_keeps_its_entrenchment():
    t = Table(
        "17-1 German", "u: German foot 1 in Prum, entrenched; v: German foot 1 in Prum; d: Allied infantry 1 in Prum"
    )
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[10]), also=["v"])
    assert t.has("u", "entrenched")


@pytest.mark.rule("TM-8.52b")
def test_an_engineer_may_dig_in_a_later_impulse_with_the_points_it_has_left():
    t = Table("17-1 German", "near: German engineer 1 in Prum; far: German engineer 1 in Prum")
    t.move("near", "Bitburg")  # 4
    t.move("far", "Oberweis")  # 5
    t.wait_until("17-2 German")
    assert t.offers("entrench") == {"near"}
    assert t.why("entrench", "far").rule == "TM-8.52"
    t.do("entrench", "near")
    assert (t.has("near", "entrenched"), t.mp_left("near")) == (True, 0)


@pytest.mark.rule("TM-9.16", "TM-9.16b1", "TM-8.59")
def test_an_engineer_that_attacked_may_dig_in_later_that_day_and_not_move():
    t = Table("17-1 German", "e: German engineer 1 in Prum; d: Allied infantry 1 in Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["e"])
    assert t.where("d") == "gone"
    t.wait_until("17-2 German")
    assert t.why("unit", "e").rule == "TM-9.16"
    assert t.offers("entrench") == {"e"}


@pytest.mark.rule("TM-9.14b", "TM-8.51a")
def test_a_unit_that_stood_by_does_not_dig_in_that_day_though_the_enemy_is_gone():
    t = Table(
        "18-1 German", "b: German foot 1 in Prum; r: German foot 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld"
    )
    t.move("b", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    assert (t.where("d"), t.has("r", "held")) == ("gone", True)
    t.wait_until("18-2 German")
    assert t.why("entrench", "r").rule == "TM-9.14b"
    assert t.offers("entrench") == set()
    t.wait_until("19-1 German")
    assert t.why("entrench", "r") is None


@pytest.mark.rule("TM-8.35b", "TM-8.52")
def test_a_unit_that_waded_is_bound_to_the_pace_of_foot_for_the_whole_day_though_the_bridge_stands_again():
    t = Table(
        "17-1 German",
        "e: German engineer 1 in Irrel; builder: German engineer 1 in Irrel;"
        "x: Allied infantry 1 in Berdorf; y: Allied infantry 1 in Consdorf",
        blown=["10-11"],
    )
    t.move("e", "Echternach")
    t.end_movement()
    t.do("unit", "builder", [1])
    assert t.blown() == set()
    t.wait_until("17-2 German")
    assert t.mp_left("e") == 2
    assert t.why("entrench", "e").rule == "TM-8.52"
    t.wait_until("18-1 German")
    assert t.mp_left("e") == 8
