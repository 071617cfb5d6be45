"""9.4 Artillery."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import ArtilleryCalled, ShellFell, Wasted
from tests.titles.tigers_in_the_mist.table import Table, rolls


def calls_of(t: Table, side: Side) -> int:
    """How many calls a side made in the last battle."""
    return len(([event.dice for event in t.told(ArtilleryCalled) if event.side is side] or [()])[-1])


def aim(attackers: str, defenders: str, shots: int) -> Table:
    """The Allied defenders of Pronsfeld have so many shots to aim at Germans from Prum; no other call succeeds."""
    t = Table("17-1 German", f"{attackers};{defenders}")
    german = [name for name in t.names if t.where(name) == "Prum"]
    t.move(german, "Pronsfeld")
    t.end_movement()
    strength = {side: t.g.strength_at(t.place("Pronsfeld"), side) for side in (Side.GERMAN, Side.ALLIED)}
    available = [1] * shots + [9] * (max(1, strength[Side.ALLIED] // 3) - shots)
    t.fight("Pronsfeld", rolls(calls=available, attacker_calls=[9] * (strength[Side.GERMAN] // 3)))
    return t


SIX = "x: Allied infantry 3 in Pronsfeld; y: Allied infantry 3 in Pronsfeld"
NINE = SIX + "; z: Allied infantry 3 in Pronsfeld"


# ---- calls ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.41")
def test_artillery_is_no_piece_on_the_map_and_supports_any_battle():
    t = Table("16-1 German", set_up=True)
    assert "artillery" not in {row.type for row in t.g.box.units.rows}
    for impulse in (1, 2, 3):
        t = Table(f"18-{impulse} German", "a: German foot 3 in Prum; d: Allied infantry 3 in Pronsfeld")
        t.move("a", "Pronsfeld")
        t.end_movement()
        t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10] * 3, attacker_fire=[10] * 3))
        assert (calls_of(t, Side.GERMAN), calls_of(t, Side.ALLIED)) == (1, 1)


@pytest.mark.rule("TM-9.42a", "TM-9.42d")
@pytest.mark.parametrize(("strength", "calls"), [(2, 0), (3, 1), (5, 1), (8, 2), (9, 3), (10, 3)])
def test_an_attacker_has_a_call_for_every_full_three_strength_points(strength, calls):
    t = Table("17-1 German", f"a: German foot {strength} in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9] * calls, fire=[10], attacker_fire=[10] * strength))
    assert calls_of(t, Side.GERMAN) == calls


@pytest.mark.rule("TM-9.42a")
def test_the_strength_points_of_a_force_are_added_before_they_are_divided():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: German armor 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10], attacker_fire=[10] * 3))
    assert calls_of(t, Side.GERMAN) == 1


@pytest.mark.rule("TM-9.42b")
@pytest.mark.parametrize(("strength", "calls"), [(1, 1), (2, 1), (3, 1), (6, 2)])
def test_a_defender_has_at_least_one_call(strength, calls):
    t = Table("17-1 German", f"a: German foot 1 in Prum; d: Allied infantry {strength} in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9] * calls, fire=[10] * strength, attacker_fire=[10]))
    assert calls_of(t, Side.ALLIED) == calls


@pytest.mark.rule("TM-9.42c")
def test_calls_are_counted_before_anybody_is_hit():
    t = Table("17-1 German", "a: German foot 3 in Prum; d: Allied infantry 2 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[1], fire=[1, 10], attacker_guns=[1], attacker_fire=[10] * 2))
    assert (t.strength("a"), t.strength("d")) == (2, 1)


@pytest.mark.rule("TM-9.42e")
def test_a_stack_calls_anew_in_every_battle():
    t = Table("17-1 German", "a: German foot 1 in Prum; b: German foot 1 in Sellerich; " + SIX)
    for impulse, attacker in ((1, "a"), (2, "b")):
        t.wait_until(f"17-{impulse} German")
        t.move(attacker, "Pronsfeld")
        t.end_movement()
        t.fight("Pronsfeld", rolls(calls=[9, 9], fire=[10] * 6))
        t.do("unit", "x", rolls(attacker_fire=[10]))
        assert calls_of(t, Side.ALLIED) == 2


# ---- availability --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.43")
@pytest.mark.parametrize(("roll", "shots"), [(8, 1), (9, 0)])
@pytest.mark.parametrize("area", ["Habscheid", "Pronsfeld"])
def test_allied_artillery_comes_on_one_to_eight(roll, shots, area):
    start = "Sellerich" if area == "Habscheid" else "Prum"
    t = Table("17-1 German", f"a: German foot 1 in {start}; d: Allied infantry 1 in {area}")
    t.move("a", area)
    t.end_movement()
    t.fight(area, rolls(calls=[roll], guns=[10] * shots, fire=[10], attacker_fire=[10]))
    assert t.told(ArtilleryCalled)[0].available == shots


@pytest.mark.rule("TM-9.44", "TM-9.45")
@pytest.mark.parametrize(
    ("start", "area", "best"),
    [("Sellerich", "Habscheid", 6), ("Habscheid", "Winterspelt", 4), ("Prum", "Pronsfeld", 4)],
)
@pytest.mark.parametrize("attacking", [True, False])
def test_german_artillery_comes_on_six_in_the_old_front_line_and_on_four_elsewhere(start, area, best, attacking):
    us, them = ("German", "Allied") if attacking else ("Allied", "German")
    for roll, shots in ((best, 1), (best + 1, 0)):
        t = Table(f"17-1 {us}", f"a: {us} infantry 3 in {start}; d: {them} infantry 3 in {area}")
        t.move("a", area)
        t.end_movement()
        guns = [10] * shots
        if attacking:
            dice = rolls(calls=[9], attacker_calls=[roll], attacker_guns=guns, fire=[10] * 3, attacker_fire=[10] * 3)
        else:
            dice = rolls(calls=[roll], attacker_calls=[9], guns=guns, fire=[10] * 3, attacker_fire=[10] * 3)
        t.fight(area, dice)
        [german] = [event for event in t.told(ArtilleryCalled) if event.side is Side.GERMAN]
        assert german.available == shots


# ---- targets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.46a")
def test_each_successful_call_is_one_shot():
    t = Table("17-1 German", "a: German foot 1 in Prum; " + NINE)
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[2, 9, 8], guns=[10, 10], fire=[10] * 9))
    assert t.told(ArtilleryCalled)[0].available == 2
    assert len(t.told(ShellFell)) == 2


@pytest.mark.rule("TM-9.46b", "TM-9.46c")
def test_the_first_shot_goes_to_the_type_with_the_most_strength():
    t = aim("a: German foot 3 in Prum; b: German foot 3 in Prum; c: German armor 2 in Prum", SIX, 1)
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "c").rule == "TM-9.46b"
    assert t.why("unit", "x").rule == "TM-9.46b", "not at one's own units"


@pytest.mark.rule("TM-9.46b")
def test_types_are_the_five_types_and_not_infantry_against_armor():
    # 3 points of armor outweigh 2 each of mech and foot.
    t = aim("a: German foot 2 in Prum; m: German mechanized 2 in Prum; c: German armor 3 in Prum", SIX, 2)
    # The shot at the armor was forced; now mech and foot tie.
    assert t.offers("unit") == {"a", "m"}


@pytest.mark.rule("TM-9.46c")
def test_among_units_of_the_type_the_firing_player_chooses():
    t = aim("a: German foot 4 in Prum; b: German foot 3 in Prum", SIX, 1)
    assert (t.side, t.offers("unit")) == (Side.ALLIED, {"a", "b"})


def targets(t: Table) -> list[str]:
    """Where the shots fell, in order."""
    return [t.unit_name(event.target) for event in t.told(ShellFell)]


@pytest.mark.rule("TM-9.46d")
def test_a_unit_that_was_aimed_at_no_longer_counts_for_its_type():
    t = aim("a: German foot 2 in Prum; b: German foot 2 in Prum; c: German armor 3 in Prum", SIX, 2)
    assert t.offers("unit") == {"a", "b"}  # foot 4, armor 3
    t.do("unit", "a", rolls(guns=[10, 10]))  # foot 2, armor 3: the second shot has no choice
    assert targets(t) == ["a", "c"]


@pytest.mark.rule("TM-9.46d")
def test_the_whole_strength_of_the_target_is_taken_off():
    t = aim("a: German foot 4 in Prum; b: German foot 3 in Prum; c: German armor 2 in Prum", SIX, 2)
    t.do("unit", "b", rolls(guns=[10, 10]))  # foot 4 is left against armor 2, whatever one shot can do
    assert targets(t) == ["b", "a"]


@pytest.mark.rule("TM-9.46d")
def test_a_type_that_is_behind_after_the_first_shot_is_refused():
    t = aim(
        "a: German foot 3 in Prum; b: German foot 2 in Prum; c: German foot 2 in Prum; e: German armor 3 in Prum",
        SIX,
        2,
    )
    t.do("unit", "a")  # foot 4 of two units, armor 3
    assert t.offers("unit") == {"b", "c"}
    assert t.why("unit", "e").rule == "TM-9.46d"


@pytest.mark.rule("TM-9.46e")
def test_types_that_tie_leave_the_choice_to_the_firing_player():
    t = aim("a: German foot 2 in Prum; c: German armor 2 in Prum", SIX, 1)
    assert t.offers("unit") == {"a", "c"}


@pytest.mark.rule("TM-9.46f")
def test_nobody_is_aimed_at_twice_before_everybody_has_been_once():
    t = aim("a: German foot 4 in Prum; b: German foot 1 in Prum; c: German foot 1 in Prum", SIX, 2)
    t.do("unit", "a")
    assert t.offers("unit") == {"b", "c"}
    assert t.why("unit", "a").rule == "TM-9.46f"


@pytest.mark.rule("TM-9.46g")
def test_a_second_round_of_shots_begins_from_full_strengths():
    t = Table("17-1 German", "f: German foot 3 in Prum; c: German armor 1 in Prum; " + NINE)
    t.move(["f", "c"], "Pronsfeld")
    t.end_movement()
    # Three shots: the foot unit, then the armor, then the foot unit again, all without a choice.
    t.fight("Pronsfeld", rolls(calls=[1, 1, 1], attacker_calls=[9], guns=[10, 10, 10]))
    assert targets(t) == ["f", "c", "f"]


@pytest.mark.rule("TM-9.46g")
def test_in_the_second_round_too_each_is_aimed_at_once():
    t = Table(
        "17-1 German",
        "f: German foot 2 in Prum; c: German armor 2 in Prum;"
        "w: Allied infantry 3 in Pronsfeld; x: Allied infantry 3 in Pronsfeld; y: Allied infantry 3 in Pronsfeld;"
        "z: Allied infantry 3 in Pronsfeld",
    )
    t.move(["f", "c"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1, 1, 1, 1], attacker_calls=[9]))
    t.do("unit", "c")  # the foot unit follows by itself, and the second round is open again
    assert t.offers("unit") == {"f", "c"}
    t.do("unit", "f", rolls(guns=[10] * 4))
    assert targets(t) == ["c", "f", "f", "c"]


# ---- shots ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.47a")
def test_all_shots_are_aimed_before_any_falls():
    t = aim("a: German foot 2 in Prum; b: German foot 2 in Prum; c: German foot 2 in Prum", SIX, 2)
    assert t.why("done").rule == "TM-9.47a"
    t.do("unit", "a")  # no die yet
    assert t.told(ShellFell) == []
    t.do("unit", "b", rolls(guns=[1, 10]))
    assert [(event.die, event.hit) for event in t.told(ShellFell)] == [(1, True), (10, False)]
    assert (t.strength("a"), t.strength("b")) == (1, 2)


@pytest.mark.rule("TM-9.47b")
def test_a_shot_at_a_unit_already_destroyed_is_lost():
    t = Table("17-1 German", "a: German foot 1 in Prum; " + SIX)
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1, 1], guns=[1]))  # one die only
    assert t.where("a") == "gone"
    assert [(event.unit, event.target) for event in t.told(Wasted)] == [(-1, t.unit("a"))]


@pytest.mark.rule("TM-9.48")
@pytest.mark.parametrize(("roll", "left"), [(3, 2), (4, 3)])
def test_attacking_artillery_hits_on_one_to_three(roll, left):
    t = Table("17-1 German", "a: German foot 3 in Prum; d: Allied infantry 3 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight(
        "Pronsfeld", rolls(calls=[9], attacker_calls=[1], fire=[10] * 3, attacker_guns=[roll], attacker_fire=[10] * 3)
    )
    assert t.strength("d") == left


@pytest.mark.rule("TM-9.48")
@pytest.mark.parametrize(("roll", "left"), [(5, 1), (6, 2)])
def test_defending_artillery_hits_on_one_to_five(roll, left):
    # Combined arms, so that the defender has no modifier; the shot goes to the armor, which is the stronger type.
    t = Table("17-1 German", "a: German armor 2 in Prum; i: German foot 1 in Prum; d: Allied armor 1 in Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[1], attacker_calls=[1], guns=[roll]))
    assert t.strength("a") == left


@pytest.mark.rule("TM-9.49a")
@pytest.mark.parametrize(("roll", "left"), [(2, 2), (3, 3)])
def test_attacking_artillery_has_plus_one_against_an_entrenched_unit(roll, left):
    t = Table("17-1 German", "a: German foot 3 in Prum; d: Allied infantry 3 in Pronsfeld, entrenched")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight(
        "Pronsfeld", rolls(calls=[9], attacker_calls=[1], fire=[10] * 3, attacker_guns=[roll], attacker_fire=[10] * 3)
    )
    assert t.strength("d") == left


@pytest.mark.rule("TM-9.49b")
@pytest.mark.parametrize(("roll", "left"), [(7, 1), (8, 2)])
def test_defending_artillery_gains_from_the_river_and_from_missing_combined_arms(roll, left):
    t = Table("16-2 German", "a: German foot 2 in Waimes; d: Allied infantry 1 in Malmedy")
    t.move("a", "Malmedy")
    t.end_movement()
    t.fight("Malmedy", rolls(calls=[1], guns=[roll], fire=[10], attacker_fire=[10] * left))
    assert t.gun_number("Allied") == 7
    assert t.strength("a") == left
