"""9.5 Combat Between Units: who must shoot at whom."""

from collections import Counter

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import Fired, Wasted
from tests.titles.tigers_in_the_mist.table import Table, rolls


def force(side: str, place: str, text: str) -> str:
    """Units such as "armor 2, foot 3 as f": named after their type unless the text names them."""
    units = []
    for part in text.split(","):
        what, _, name = part.strip().partition(" as ")
        units.append(f"{name or what.split()[0]}: {side} {what} in {place}")
    return "; ".join(units) + ";"


def attack(attackers: str, defenders: str) -> Table:
    """Allied attackers are about to choose targets; artillery and the German defenders of the area have all missed."""
    t = Table("17-1 Allied", force("Allied", "Pronsfeld", attackers) + force("German", "Pronsfeld", _german(defenders)))
    t.end_movement()
    t.do("area", "Pronsfeld")
    for name in _names(attackers):
        t.do("unit", name)
    t.do("fight", None, 10)
    while t.side is Side.GERMAN:
        verb = next(iter(t.g.choices()))
        t.do(verb, t.g.choices()[verb][0], 10)
    assert (t.step, t.side) == ("AimFire", Side.ALLIED)
    return t


def defence(defenders: str, attackers: str) -> Table:
    """Allied defenders are about to choose targets among Germans who attack them; no artillery came."""
    t = Table("17-1 German", force("Allied", "Pronsfeld", defenders) + force("German", "Pronsfeld", _german(attackers)))
    t.end_movement()
    t.do("area", "Pronsfeld")
    for name in _names(_german(attackers)):
        t.do("unit", name)
    t.do("fight", None, 10)
    assert (t.step, t.side) == ("AimFire", Side.ALLIED)
    return t


def _german(text: str) -> str:
    """Name Germans "enemy armor" and so on, unless the text names them."""
    parts = [part.strip() for part in text.split(",")]
    return ", ".join(part if " as " in part else f"{part} as enemy {part.split()[0]}" for part in parts)


def _names(text: str) -> list[str]:
    return [part.partition(" as ")[2] or part.split()[0] for part in text.split(",")]


def shots(t: Table) -> dict[str, str]:
    """Who fired at whom, of the Allied units."""
    allied = [event for event in t.told(Fired) if t.g.box.units.side(event.unit) is Side.ALLIED]
    return {t.unit_name(event.unit): t.unit_name(event.target) for event in allied}


# ---- 9.51, 9.52 quality --------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.51")
def test_engineers_rank_highest_then_armor_mech_motorized_and_foot():
    ranked = sorted(UnitType, reverse=True)
    assert [str(kind) for kind in ranked] == ["engineer", "armor", "mechanized", "motorized", "foot"]


@pytest.mark.rule("TM-9.51")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [("engineer", "armor"), ("armor", "mechanized"), ("mechanized", "motorized"), ("motorized", "foot")],
)
def test_each_type_is_outranked_by_the_next(higher, lower):
    t = attack(f"{lower} 2", f"{higher} 2, {lower} 2 as x, {lower} 2 as y")
    assert t.offers("unit") == {"x", "y"}
    assert t.why("unit", f"enemy {higher}").rule == "TM-9.52a"


@pytest.mark.rule("TM-9.52a")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_unit_shoots_at_its_equals_or_inferiors_if_there_are_any(position):
    t = position("mechanized 2", "armor 2, foot 2 as f, motorized 2 as m")
    assert t.offers("unit") == {"f", "m"}
    assert t.why("unit", "enemy armor").rule == "TM-9.52a"


@pytest.mark.rule("TM-9.52b")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_unit_outranked_by_all_shoots_at_the_lowest(position):
    t = position("foot 2", "engineer 2, motorized 2 as m, motorized 3 as n")
    assert t.offers("unit") == {"m", "n"}
    assert t.why("unit", "enemy engineer").rule == "TM-9.52b"


# ---- 9.53, 9.54 single strength points and lone units --------------------------------------------------------


@pytest.mark.rule("TM-9.53a")
def test_defenders_may_pass_over_attackers_of_one_strength_point_or_shoot_at_them():
    t = defence("armor 2, mechanized 3", "armor 2, mechanized 1, foot 2")
    # The armor had to take the armor; the mech may take its equal of one point or the foot unit.
    assert t.offers("unit") == {"enemy mechanized", "enemy foot"}


@pytest.mark.rule("TM-9.53a")
def test_attackers_of_two_strength_points_cannot_be_passed_over():
    t = defence("armor 2, mechanized 3", "armor 2, mechanized 2 as m, mechanized 3 as n, foot 2")
    assert t.offers("unit") == {"m", "n"}
    assert t.why("unit", "enemy foot").rule == "TM-9.57b"


@pytest.mark.rule("TM-9.53b")
def test_a_defender_may_pass_over_a_single_point_even_for_a_target_that_outranks_it():
    t = defence("foot 3", "armor 3, foot 1")
    assert t.offers("unit") == {"enemy armor", "enemy foot"}


@pytest.mark.rule("TM-9.53c")
def test_attackers_may_not_pass_over_single_points():
    t = attack("armor 2, mechanized 2", "armor 1 as a, armor 1 as b, foot 3")
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "enemy foot").rule == "TM-9.57b"


@pytest.mark.rule("TM-9.54a")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_lone_unit_chooses_freely_among_those_that_do_not_outrank_it(position):
    t = position("armor 2", "armor 2, foot 2, engineer 2")
    assert t.offers("unit") == {"enemy armor", "enemy foot"}


@pytest.mark.rule("TM-9.54b")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_unit_of_a_group_must_take_its_equal_first(position):
    t = position("armor 2, foot 2", "armor 2 as a, armor 3 as b, foot 2")
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "enemy foot").rule == "TM-9.57b"


@pytest.mark.rule("TM-9.54c")
def test_the_duty_to_cover_comes_before_the_freedom_to_pass_over():
    t = defence("armor 2, armor 2 as second", "armor 3, foot 1 as f, foot 1 as g")
    # The first armor had to take the armor; the second may not join it while single points are uncovered.
    assert t.offers("unit") == {"f", "g"}
    assert t.why("unit", "enemy armor").rule == "TM-9.54c"


# ---- 9.55, 9.56 covering targets -----------------------------------------------------------------------------


@pytest.mark.rule("TM-9.55a")
@pytest.mark.parametrize("position", [attack, defence])
def test_nobody_is_shot_at_twice_before_everybody_is_once(position):
    t = position("foot 2, motorized 2, motorized 2 as n", "foot 2 as x, foot 2 as y, foot 2 as z")
    t.do("unit", "x")
    assert t.offers("unit") == {"y", "z"}
    assert t.why("unit", "x").rule == "TM-9.55a"


@pytest.mark.rule("TM-9.55a")
def test_three_firers_cover_two_targets_and_the_third_is_free():
    t = attack("foot 1, motorized 1, motorized 1 as n", "foot 3 as x, foot 3 as y")
    t.do("unit", "x")  # the next must take y
    assert t.offers("unit") == {"x", "y"}
    t.do("unit", "x", 10)
    assert Counter(shots(t).values()) == {"x": 2, "y": 1}


@pytest.mark.rule("TM-9.55b")
def test_four_firers_split_two_and_two():
    t = attack("motorized 1 as k, motorized 1 as l, motorized 1 as m, motorized 1 as n", "foot 3 as x, foot 3 as y")
    t.do("unit", "x")  # y follows
    t.do("unit", "x", 10)  # y follows again
    assert Counter(shots(t).values()) == {"x": 2, "y": 2}


@pytest.mark.rule("TM-9.55b")
def test_a_third_firer_on_one_target_waits_for_two_on_all():
    five = ", ".join(f"motorized 1 as {name}" for name in "jklmn")
    t = defence(five, "foot 3 as x, foot 3 as y, foot 3 as z")
    t.do("unit", "x")
    t.do("unit", "y")  # z follows
    t.do("unit", "x")
    assert t.offers("unit") == {"y", "z"}
    assert t.why("unit", "x").rule == "TM-9.55b"


@pytest.mark.rule("TM-9.55c")
@pytest.mark.parametrize("position", [attack, defence])
def test_fewer_firers_than_targets_take_a_target_each(position):
    t = position("motorized 1, motorized 1 as n", "foot 2 as w, foot 2 as x, foot 2 as y, foot 2 as z")
    t.do("unit", "w")
    assert t.offers("unit") == {"x", "y", "z"}
    assert t.why("unit", "w").rule == "TM-9.55c"


@pytest.mark.rule("TM-9.56")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_surplus_firer_takes_any_target_whatever_its_quality(position):
    t = position("armor 2, mechanized 2, foot 2", "armor 2, mechanized 2")
    assert t.offers("unit") == {"enemy armor", "enemy mechanized"}
    assert t.why("unit", "enemy armor") is None
    assert t.why("unit", "enemy mechanized") is None
    t.do("unit", "enemy armor", 10)
    assert shots(t) == {"armor": "enemy armor", "mechanized": "enemy mechanized", "foot": "enemy armor"}


# ---- 9.57 the order of allotment -----------------------------------------------------------------------------


@pytest.mark.rule("TM-9.57a")
def test_firers_are_allotted_from_the_best_to_the_worst():
    t = attack("foot 2, engineer 2, armor 2", "foot 3 as x, foot 3 as y, foot 3 as z")
    asked = []
    for target in ("x", "y"):
        asked.append(t.g.decision().prompt)
        t.do("unit", target, 10 if target == "y" else ())
    assert [prompt.split()[-1] for prompt in asked] == ["engineer", "armor"]
    assert list(shots(t)) == ["engineer", "armor", "foot"]


@pytest.mark.rule("TM-9.57a")
def test_among_equals_the_player_says_who_is_next():
    t = attack("armor 2, motorized 2 as weak, motorized 3 as strong", "foot 3 as x, foot 3 as y, foot 3 as z")
    assert t.why("firer", "weak").rule == "TM-9.57a", "the armor comes first"
    t.do("unit", "x")
    assert t.offers("firer") == {"weak", "strong"}
    assert t.why("firer", "armor").rule == "TM-9.57a"
    assert t.why("unit", "y").rule == "TM-9.57a"
    t.do("firer", "strong")
    t.do("unit", "z", 10)
    assert shots(t) == {"armor": "x", "strong": "z", "weak": "y"}


@pytest.mark.rule("TM-9.57b")
@pytest.mark.parametrize("position", [attack, defence])
def test_a_firer_of_a_group_takes_an_uncovered_equal_first(position):
    t = position("armor 2, foot 2", "armor 2 as a, armor 2 as b, motorized 2, foot 2")
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "enemy motorized").rule == "TM-9.57b"
    assert t.why("unit", "enemy foot").rule == "TM-9.57b"


@pytest.mark.rule("TM-9.57c")
@pytest.mark.parametrize("position", [attack, defence])
def test_without_an_equal_it_takes_the_best_below(position):
    t = position("mechanized 2, mechanized 2 as second", "motorized 2 as m, motorized 2 as n, foot 2, armor 2")
    assert t.offers("unit") == {"m", "n"}
    assert t.why("unit", "enemy foot").rule == "TM-9.57c"
    assert t.why("unit", "enemy armor").rule == "TM-9.57c"


@pytest.mark.rule("TM-9.57d")
@pytest.mark.parametrize("position", [attack, defence])
def test_without_equal_or_inferior_it_takes_the_lowest_above(position):
    t = position("motorized 2, motorized 2 as second", "engineer 2, armor 2 as a, armor 2 as b")
    assert t.offers("unit") == {"a", "b"}
    assert t.why("unit", "enemy engineer").rule == "TM-9.57d"


@pytest.mark.rule("TM-9.57e")
def test_strength_plays_no_part_among_equals():
    t = attack("armor 2, motorized 2", "foot 4 as big, foot 1 as small")
    assert t.offers("unit") == {"big", "small"}


@pytest.mark.rule("TM-9.57f")
def test_the_rulebooks_example_of_allotment():
    t = attack("armor 2, mechanized 2, foot 1, motorized 1", "engineer 2, motorized 2, armor 2")
    # The armor had to take the armor and the mech the motorized unit; a third firer covers the engineer …
    assert t.offers("unit") == {"enemy engineer", "enemy motorized", "enemy armor"}, "… and the last is free"
    t.do("unit", "enemy motorized", 10)
    fired = shots(t)
    assert (fired["armor"], fired["mechanized"]) == ("enemy armor", "enemy motorized")
    assert fired["motorized"] == "enemy engineer"


@pytest.mark.rule("TM-9.57f")
def test_of_two_foot_units_the_firer_says_which_covers_the_engineer():
    # The same with Germans firing, who have foot units in plenty.
    t = Table(
        "17-1 German",
        force("German", "Pronsfeld", "armor 2, mechanized 2, foot 1 as f, foot 3 as g")
        + force("Allied", "Pronsfeld", "engineer 2 as e, motorized 2 as m, armor 2 as a"),
    )
    t.end_movement()
    t.do("area", "Pronsfeld")
    for name in ("armor", "mechanized", "f", "g"):
        t.do("unit", name)
    t.do("fight", None, 10)
    while t.side is Side.ALLIED:
        t.do("unit", t.g.choices()["unit"][0], 10)
    assert t.offers("firer") == {"f", "g"}
    t.do("firer", "g")  # the engineer is its only target
    assert t.offers("unit") == {"e", "m", "a"}
    t.do("unit", "m", 10)
    german = [event for event in t.told(Fired) if t.g.box.units.side(event.unit) is Side.GERMAN]
    assert [(t.unit_name(event.unit), t.unit_name(event.target)) for event in german] == [
        ("armor", "a"),
        ("mechanized", "m"),
        ("g", "e"),
        ("f", "m"),
    ]


# ---- 9.58, 9.59 --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.58")
def test_a_unit_puts_all_its_dice_on_one_target():
    t = attack("armor 4", "foot 2 as x, foot 3 as y")
    t.do("unit", "y", [1, 1, 1, 1])  # no further target is asked for
    assert (t.strength("x"), t.where("y")) == (2, "gone")
    assert [event.dice for event in t.told(Fired) if event.unit == t.unit("armor")] == [(1, 1, 1, 1)]


@pytest.mark.rule("TM-9.59")
def test_all_fire_is_allotted_before_any_die_and_cannot_be_turned_elsewhere():
    t = attack("armor 1, mechanized 1, motorized 2", "foot 1 as x, foot 3 as y")
    assert t.why("done").rule == "TM-9.59"
    t.do("unit", "x")  # armor; the mech must take y
    before = len(t.told(Fired))
    t.do("unit", "x", rolls(attacker_fire=[1, 10]))  # the motorized unit aims at x too, but rolls no dice
    assert len(t.told(Fired)) == before + 2
    assert (t.where("x"), t.strength("y")) == ("gone", 3)
    assert [(t.unit_name(event.unit), t.unit_name(event.target)) for event in t.told(Wasted)] == [("motorized", "x")]


@pytest.mark.rule("TM-9.54a")
def test_the_last_attacker_left_fires_as_a_lone_unit():
    # The foot unit falls to defensive fire; the armor that attacked beside it is alone now and chooses freely.
    t = Table(
        "17-1 German",
        "tanks: German armor 2 in Prum; foot: German foot 2 in Prum; x: Allied armor 2 in Pronsfeld;"
        "y: Allied motorized 2 in Pronsfeld",
    )
    t.move(["tanks", "foot"], "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], attacker_calls=[9], fire=[10, 10, 1, 1]))
    assert (t.where("foot"), t.step, t.side) == ("gone", "AimFire", Side.GERMAN)
    assert t.offers("unit") == {"x", "y"}


@pytest.mark.rule("TM-9.54b")
def test_two_attackers_that_both_survive_do_not_choose_freely():
    t = Table(
        "17-1 German",
        "tanks: German armor 2 in Prum; foot: German foot 3 in Prum; x: Allied armor 2 in Pronsfeld;"
        "y: Allied motorized 2 in Pronsfeld",
    )
    t.move(["tanks", "foot"], "Pronsfeld")
    t.end_movement()
    events = t.fight("Pronsfeld", 10)
    shot = {t.unit_name(event.unit): t.unit_name(event.target) for event in events if isinstance(event, Fired)}
    assert shot["tanks"] == "x", "its equal, without a choice"
