"""9.7 Retreats hex by hex: the rulebook's illustrations, and every rule by the hex it closes."""

from __future__ import annotations

import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import losses, retreats
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.combats import (
    ALLIED_ATTACK,
    costs,
    next_hexes,
    priorities,
    proposed,
    struck,
    table,
    ways,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN

# ---- 9.7 the four priorities, one below the other ------------------------------------------------------------

RING = "a: German armor at 0325; b: German armor at 0226; c: German armor at 0426"


@pytest.mark.rule("EA-9.7c", "EA-9.7d", "EA-9.7e", "EA-9.7f")
def test_each_priority_is_used_only_where_the_one_above_is_not_open():
    friends = "; f: Allied infantry at 0225; h: Allied infantry at 0327, low"
    t = table(f"{RING}; d: Allied infantry at 0326{friends}")
    assert priorities(t, "d") == {"0225": 2, "0425": 3, "0327": 4}
    assert costs(t, "d", 1) == {("0225",): 0}
    t = table(f"{RING}; d: Allied infantry at 0326; h: Allied infantry at 0327, low; k: Allied infantry at 0225, oos")
    assert costs(t, "d", 1) == {("0425",): 1}
    free = table("a: German infantry at 0325; d: Allied infantry at 0326; f: Allied infantry at 0225")
    assert priorities(free, "d")["0225"] == 2
    assert {path[0] for path in costs(free, "d", 1)} == {"0226", "0327", "0426"}


@pytest.mark.rule("EA-9.7d")
def test_units_that_retreat_are_no_friends_to_each_other():
    t = table(f"{RING}; d: Allied infantry at 0326; e: Allied infantry at 0326")
    assert set(costs(t, "de", 1).values()) == {1}


@pytest.mark.rule("EA-9.7e")
def test_the_step_for_a_controlled_hex_meets_no_hit():
    t = struck(table(f"{RING}; d: Allied infantry at 0326; e: Allied infantry at 0326"), "0326", "abc", 1)
    before = sum(t.g.steps_left(t.unit(name)) for name in "de")
    t.do("retreat", 1)
    t.do("hex", "0327")
    assert t.step == "RetreatLoss"
    assert t.refused("unit", "a") == "EA-9.7e"
    t.do("unit", "e")
    assert sum(t.g.steps_left(t.unit(name)) for name in "de") == before - 1
    assert (t.where("d"), t.where("e")) == ("0327", "0327")
    assert t.step == "Advance"


# ---- 9.7 illustrations A to D --------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.7i", "EA-9.7h")
def test_illustration_a_over_the_river_as_the_only_way_out_of_control():
    t = table("a: German armor at 0323; b: German armor at 0425; d: Allied infantry at 0424")
    assert costs(t, "d", 1) == {("0524",): 0}
    struck(t, "0424", "b", 1)
    steps = t.g.steps_left(t.unit("d"))
    t.do("retreat", 1)
    assert (t.where("d"), t.g.steps_left(t.unit("d"))) == ("0524", steps)


@pytest.mark.rule("EA-9.7h")
def test_the_river_is_closed_while_another_hex_of_the_priority_is_open():
    t = struck(table("a: German armor at 0324; d: Allied infantry at 0424"), "0424", "a", 1)
    t.do("retreat", 1)
    assert t.offers("hex") == {"0425", "0525"}
    assert t.refused("hex", "0524") == "EA-9.7h"
    assert t.refused("hex", "0325") == "EA-9.7c"
    assert t.refused("hex", "0328") == "EA-9.73"


@pytest.mark.rule("EA-9.7h")
def test_a_built_bridge_makes_the_river_easy():
    t = table("a: German armor at 0324; d: Allied infantry at 0424", built=["0524/0424"])
    assert ("0524",) in costs(t, "d", 1)


@pytest.mark.rule("EA-9.7h")
def test_forest_without_a_road_is_closed_while_another_hex_is_open():
    t = struck(table("a: Allied infantry at 1815; d: 27.12.ISS at 1916", ALLIED_ATTACK), "1916", "a", 1)
    t.do("retreat", 1)
    assert t.refused("hex", "2016") == "EA-9.7h"
    by_road = table("a: Allied infantry at 2117; d: 27.12.ISS at 2015", ALLIED_ATTACK)
    assert next_hexes(by_road, "d")["2016"].awkward is False


@pytest.mark.rule("EA-9.7j", "EA-9.75a")
def test_illustration_b_two_hexes_with_a_choice_and_no_loss():
    t = struck(table("a: German armor at 0325; d: Allied infantry at 0326"), "0326", "a", 2)
    steps = t.g.steps_left(t.unit("d"))
    t.do("retreat", 2)
    t.do("hex", "0327")
    assert t.refused("hex", "0326") == "EA-9.75a"
    assert t.offers("hex") == {"0227", "0328", "0427"}
    t.do("hex", "0328")
    assert t.where("d") == "0328"
    assert t.g.steps_left(t.unit("d")) == steps
    assert t.has("d", "dispersed")
    assert t.has("d", "retreated")
    assert [told.units for told in t.told(events.Scattered)] == [(t.unit("d"),)]


@pytest.mark.rule("EA-9.7k", "EA-9.7g")
def test_illustration_c_seven_steps_shut_1320_and_1220_costs_a_step():
    units = "d: 27.12.ISS at 1321; e: 48.12.ISS at 1321; f: 272.LXVII at 1320"
    t = table(
        f"a: Allied infantry at 1322; b: Allied infantry at 1221; c: Allied infantry at 1421; {units}", ALLIED_ATTACK
    )
    assert [t.g.steps_left(t.unit(name)) for name in "def"] == [2, 2, 3]
    assert {"1220", "1420"} <= t.zone(ALLIED)
    assert costs(t, "de", 1) == {("1220",): 1, ("1420",): 1}
    struck(t, "1321", "a", 1)
    t.do("retreat", 1)
    assert t.refused("hex", "1320") == "EA-9.7g"
    t.do("hex", "1220")
    t.do("unit", "d")
    assert (t.where("d"), t.where("e")) == ("1220", "1220")
    assert [t.g.steps_left(t.unit(name)) for name in "de"] == [1, 2]
    lighter = table(f"{units}, reduced; a: Allied infantry at 1322", ALLIED_ATTACK)
    assert ("1320",) in costs(lighter, "de", 1)


D = (
    "a: Allied infantry at 1915; b: Allied infantry at 1815; c: Allied infantry at 1917; e: Allied infantry at 2015; "
    "x: Allied infantry at 1817; y: Allied infantry at 2118; d: 27.12.ISS at 1916; f: 48.12.ISS at 2017"
)


@pytest.mark.rule("EA-9.7l", "EA-9.72", "EA-9.75c")
def test_illustration_d_forest_and_a_friend_save_a_unit_that_broken_ground_would_kill():
    t = table(D, ALLIED_ATTACK)
    assert t.g.steps_left(t.unit("d")) == 2
    assert costs(t, "d", 2) == {("1816", "1716"): 2, ("2016", "2017"): 1}
    dead, alive = struck(t.trial(), "1916", "a", 2), struck(t, "1916", "a", 2)
    dead.do("retreat", 2)
    dead.do("hex", "1816")  # and on to 1716, the only way from there
    assert dead.where("d") == "eliminated"
    alive.do("retreat", 2)
    alive.do("hex", "2016")  # and on to the friend in 2017
    assert (alive.where("d"), alive.g.steps_left(alive.unit("d"))) == ("2017", 1)
    assert alive.has("d", "dispersed")


@pytest.mark.rule("EA-9.72")
def test_who_survives_by_the_better_way_has_no_choice():
    t = table(D.replace("27.12.ISS at 1916", "272.LXVII at 1916"), ALLIED_ATTACK)
    assert t.g.steps_left(t.unit("d")) == 3
    assert costs(t, "d", 2) == {("1816", "1716"): 2}


@pytest.mark.rule("EA-9.72")
def test_a_lesser_way_that_kills_as_well_is_not_opened():
    t = table(D.replace("; f: 48.12.ISS at 2017", ""), ALLIED_ATTACK)
    assert costs(t, "d", 2) == {("1816", "1716"): 2}
    one = table(D.replace("27.12.ISS at 1916", "27.12.ISS at 1916, reduced"), ALLIED_ATTACK)
    assert costs(one, "d", 1) == {("1816",): 1}


# ---- 9.7m, 9.71 closed hexes -----------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.7m")
@pytest.mark.rule("EA-7.9b2", "EA-7.9b")
def test_roadblocks_close_a_hex_to_germans_only():
    german = table("a: Allied infantry at 0325; d: German infantry at 0326", ALLIED_ATTACK, roadblocks=["0327"])
    assert ("0327",) not in ways(german, "d")
    allied = table("a: German infantry at 0325; d: Allied infantry at 0326", roadblocks=["0327"])
    assert ("0327",) in ways(allied, "d")
    struck(german, "0326", "a", 1)
    german.do("retreat", 1)
    assert german.refused("hex", "0327") == "EA-7.9b"
    assert german.refused("hex", "0325") == "EA-9.7m"


@pytest.mark.rule("EA-9.71a")
def test_an_enemy_town_is_open_where_a_friend_stands_in_it():
    near = "a: Allied combined_arms at 0713; d: German infantry at 0811"
    t = table(near, ALLIED_ATTACK)
    assert "0812" not in priorities(t, "d")
    friend = table(near + "; f: German infantry at 0812, reduced", ALLIED_ATTACK, allied=["0812"])
    assert "0812" in priorities(friend, "d")
    own = table(near, ALLIED_ATTACK, german=["0812"])
    assert "0812" in priorities(own, "d")


@pytest.mark.rule("EA-9.71b")
def test_the_westwall_is_no_wall_to_germans():
    t = table("a: Allied infantry at 1509; d: German infantry at 1608", ALLIED_ATTACK)
    assert "1607" in priorities(t, "d")
    t = table("a: German infantry at 1509; d: Allied infantry at 1608")
    assert "1607" not in priorities(t, "d")
    struck(t, "1608", "a", 1)
    t.do("retreat", 1)
    assert t.refused("hex", "1607") == "EA-9.71b"


@pytest.mark.rule("EA-9.7b")
def test_von_der_heydte_does_not_retreat():
    vdh = table("a: Allied infantry at 0325").box
    t = table(f"a: Allied infantry at 0325; d: {vdh.units.rows[vdh.vdh].id} at 0326", ALLIED_ATTACK)
    found = retreats.RETREATS.why_not(t.g, (vdh.vdh,), 1)
    assert found is not None
    assert found.rule == "EA-9.7b"


@pytest.mark.rule("EA-7.61c")
def test_a_retreat_leaves_the_area_only_where_there_is_no_other_way():
    """By priority alone it would go south to 1113, out of control and at no cost."""
    units = "a: Allied infantry at 0913; d: 1.1SS.ISS at 1013"
    t = table(units, "D18 Allied combat")
    assert costs(t, "d", 1) == {("0914",): 1, ("1012",): 1}
    struck(t, "1013", "a", 1)
    t.do("retreat", 1)
    assert t.refused("hex", "1113") == "EA-7.61c"
    later = table(units, ALLIED_ATTACK)
    assert costs(later, "d", 1) == {("1113",): 0}


@pytest.mark.rule("EA-9.75a", "EA-9.7c")
def test_a_better_first_hex_without_a_second_one_is_no_way_of_two_hexes():
    weak = zip(
        ("272.LXVII", "277.LXVII", "246.LXVII", "167.XLVII", "340.XLVII"),
        ("0226", "0426", "0227", "0328", "0427"),
        strict=True,
    )
    held = "; ".join(f"{unit} at {cell}, second" for unit, cell in weak)  # bracketed and alone: no control
    t = table(f"a: German armor at 0325; d: Allied infantry at 0326; {held}")
    assert costs(t, "d", 1) == {("0327",): 0}
    assert {path[0] for path in costs(t, "d", 2)} == {"0225", "0425"}


@pytest.mark.rule("EA-9.5n", "EA-9.6")
def test_who_is_lost_before_he_can_go_is_gone():
    t = struck(table("a: German armor at 0325; d: Allied infantry at 0326, reduced"), "0326", "a", 3)
    t.do("retreat", 1)
    assert t.where("d") == "eliminated"
    assert t.step == "Advance"


@pytest.mark.rule("EA-9.75b", "EA-9.75a")
def test_nobody_comes_back_to_where_he_was_beaten():
    """The attackers are bracketed and apart, so they control nothing, and the hex itself is free."""
    t = table("a: 272.LXVII at 0325, second; b: 277.LXVII at 0425, second; d: Allied infantry at 0326")
    assert not t.zone(GERMAN)
    assert ways(t, "d", 2)
    assert not {path for path in ways(t, "d", 2) if path[1] == "0326"}


@pytest.mark.rule("EA-9.75b", "EA-9.75a")
def test_two_hexes_lead_through_a_full_stack_and_never_end_next_door():
    full = "; ".join(f"{name}: Allied infantry at 0327" for name in "fhk")
    t = table(f"a: German armor at 0325; d: Allied infantry at 0326; {full}")
    assert ("0327",) not in ways(t, "d")
    assert {path for path in ways(t, "d", 2) if path[0] == "0327"} == {
        ("0327", "0227"),
        ("0327", "0328"),
        ("0327", "0427"),
    }
    assert all(path[1] not in ("0225", "0226", "0326", "0425", "0426") for path in ways(t, "d", 2))


# ---- 9.9 dispersal, 9.74 --------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.9d", "EA-9.9c")
def test_an_attacker_dispersed_now_stays_so_when_the_activation_ends():
    units = "a: German infantry at 0325; r: German infantry at 0323, dispersed; d: Allied infantry at 0326"
    t = struck(table(units, hands={GERMAN: [50], ALLIED: [19]}, activated=["a", "r"]), "0326", "a", 0, ours=2)
    assert t.step == "Scatter"
    t.do("disperse")
    assert t.has("a", "dispersed")
    assert t.g.steps_left(t.unit("a")) == t.box.units.steps[t.unit("a")] - 1
    while t.g.active:
        t.do("done" if "done" in t.g.choices() else "decline")
    assert t.has("a", "dispersed")
    assert not t.has("r", "dispersed")


@pytest.mark.rule("EA-9.74b")
def test_who_had_retreated_there_stays_while_a_defender_does():
    t = table("a: German armor at 0325; d: Allied infantry at 0326; f: Allied infantry at 0326, reduced")
    t.g.defended |= 1 << t.unit("f")
    t.g.retreated |= 1 << t.unit("f")
    attack = proposed(t, "0326", "a")
    assert t.unit("f") in attack.defenders  # the proposal of a test: the game leaves it out
    struck(t, "0326", "a", 0)
    assert t.where("f") == "0326"


@pytest.mark.rule("EA-9.75c", "EA-9.7e")
def test_two_hexes_of_control_cost_two_steps_and_no_more():
    t = struck(table(D.replace("27.12.ISS at 1916", "272.LXVII at 1916"), ALLIED_ATTACK), "1916", "a", 2)
    t.do("retreat", 2)
    assert (t.where("d"), t.g.steps_left(t.unit("d"))) == ("1716", 1)


@pytest.mark.rule("EA-9.7m", "EA-9.5i")
def test_who_cannot_go_is_told_why():
    ring = "; ".join(
        f"{name}: German infantry at {cell}"
        for name, cell in zip("abcefg", ("0325", "0226", "0426", "0225", "0425", "0327"), strict=True)
    )
    t = struck(table(f"{ring}; d: Allied infantry at 0326; x: Allied infantry at 0326"), "0326", "a", 1)
    assert t.step == "TakeLoss"  # to stand was the only answer
    t = table(f"{ring}; d: Allied infantry at 0326")
    t.g.push(Combat(proposed(t, "0326", "a"), 6))
    t.g.push(losses.MeetHits(ALLIED, 1))
    t.g._choices = None
    assert t.refused("retreat", 1) == "EA-9.7m"
    scatter = struck(table("a: German infantry at 0325; d: Allied infantry at 0326"), "0326", "a", 0, ours=2)
    assert scatter.refused("draw", 1) == "EA-9.5j"
    assert scatter.refused("retreat", 1) == "EA-9.7a"
