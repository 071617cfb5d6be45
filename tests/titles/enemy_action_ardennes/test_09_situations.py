"""9.4 The situations in which a chit counts."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.rules import battle
from tests.titles.enemy_action_ardennes.combats import (
    PLAIN,
    S,
    applies,
    proposed,
    table,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN

# ---- 9.4 situations ----------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.4i", "EA-9.4j", "EA-2.22c")
def test_terrain_situations_come_from_the_defenders_hex():
    t = table("a: German armor at 0713; d: Allied infantry at 0812")
    attack = proposed(t, "0812", "a")
    assert applies(t, S.TOWN, attack)
    assert applies(t, S.FOREST, attack)
    assert not applies(t, S.CLEAR, attack)


@pytest.mark.rule("EA-9.4k")
@pytest.mark.parametrize(("day", "dec16", "dec17"), [(16, True, False), (17, False, True), (18, False, False)])
def test_date_situations(day: int, dec16: bool, dec17: bool):
    t = table(PLAIN, f"D{day} German activate")
    attack = proposed(t, "0326", "a")
    assert applies(t, S.DEC_16, attack) is dec16
    assert applies(t, S.DEC_17, attack) is dec17


@pytest.mark.rule("EA-9.4l", "EA-9.4m", "EA-9.4p", "EA-9.21", "EA-ET.16")
def test_situations_of_tactics_need_that_sides_tactic():
    t = table(PLAIN)
    plain = proposed(t, "0326", "a")
    guns = msgspec.structs.replace(plain, tactics=(int(Tactic.ARTILLERY),))
    theirs = msgspec.structs.replace(plain, defence=(int(Tactic.CORPS_ARTILLERY), int(Tactic.COMBAT_ENGINEERS)))
    assert not applies(t, S.ATTACKER_ARTILLERY, plain)
    assert applies(t, S.ATTACKER_ARTILLERY, guns)
    assert not applies(t, S.DEFENDER_ARTILLERY, guns)
    assert applies(t, S.DEFENDER_ARTILLERY, theirs)
    assert not applies(t, S.COMBAT_ENGINEERS, theirs)
    air = msgspec.structs.replace(plain, defence=(int(Tactic.AIRPOWER),))
    assert applies(t, S.ALLIED_AIRPOWER, air)
    assert not applies(t, S.GERMAN_AIRPOWER, air)


@pytest.mark.rule("EA-ET.17")
def test_fixed_artillery_reaches_so_far_from_the_westwall():
    t = table(PLAIN)
    far = proposed(t, "0326", "a", tactics=(int(Tactic.FIXED_ARTILLERY),))
    assert not applies(t, S.ATTACKER_ARTILLERY, far)
    wall = next(cell for cell in t.box.grid.cells if t.box.ground.westwall >> cell & 1)
    assert battle.has_artillery(t.g, (Tactic.FIXED_ARTILLERY,), wall)


@pytest.mark.rule("EA-9.4t", "EA-9.4ad")
def test_flanks_are_three_hexes_or_two_apart():
    t = table(PLAIN + "; b: German infantry at 0425; c: German infantry at 0327; e: German infantry at 0426")
    assert not applies(t, S.FLANK_ATTACK, proposed(t, "0326", "a", "b"))
    assert applies(t, S.FLANK_ATTACK, proposed(t, "0326", "a", "c"))
    assert applies(t, S.FLANK_ATTACK, proposed(t, "0326", "a", "b", "e"))
    infiltration = (int(Tactic.INFANTRY_INFILTRATION),)
    assert applies(t, S.FLANK_ATTACK, proposed(t, "0326", "b", tactics=infiltration))
    assert not applies(t, S.ONE_HEX_ATTACK, proposed(t, "0326", "b", tactics=infiltration))


@pytest.mark.rule("EA-9.4u")
def test_no_flanks_in_towns():
    t = table(
        "a: German armor at 0713; b: German armor at 0811; c: German infantry at 0912; d: Allied infantry at 0812"
    )
    assert not applies(t, S.FLANK_ATTACK, proposed(t, "0812", "a", "b", "c"))


@pytest.mark.rule("EA-9.4z")
def test_a_one_hex_attack():
    t = table(PLAIN + "; b: German infantry at 0325; c: German infantry at 0425")
    assert applies(t, S.ONE_HEX_ATTACK, proposed(t, "0326", "a", "b"))
    assert not applies(t, S.ONE_HEX_ATTACK, proposed(t, "0326", "a", "c"))


@pytest.mark.rule("EA-9.4q")
def test_a_defender_has_a_neighbour_that_was_not_attacked():
    t = table(PLAIN + "; e: Allied infantry at 0327")
    assert applies(t, S.DEFENDER_ADJACENT, proposed(t, "0326", "a"))
    t.g.defended |= 1 << t.unit("e")
    assert not applies(t, S.DEFENDER_ADJACENT, proposed(t, "0326", "a"))


@pytest.mark.rule("EA-9.4r")
def test_recon_counts_only_for_the_allies_in_defence():
    t = table("a: German armor at 0325; d: Allied recon at 0326")
    assert applies(t, S.DEFENDER_RECON, proposed(t, "0326", "a"))
    allied = msgspec.structs.replace(proposed(t, "0326", "a"), side=ALLIED)
    assert not applies(t, S.DEFENDER_RECON, allied)


@pytest.mark.rule("EA-9.4s")
def test_all_defenders_must_be_dispersed_or_unsupplied():
    t = table(PLAIN.replace("0326", "0326, low") + "; e: Allied infantry at 0326, reduced")
    assert not applies(t, S.DISPERSED_OR_UNSUPPLIED, proposed(t, "0326", "a"))
    t = table(PLAIN.replace("0326", "0326, low") + "; e: Allied infantry at 0326, dispersed")
    assert applies(t, S.DISPERSED_OR_UNSUPPLIED, proposed(t, "0326", "a"))


@pytest.mark.rule("EA-9.4v")
def test_a_large_attack_is_judged_by_the_final_count():
    t = table(PLAIN)
    attack = proposed(t, "0326", "a", drawn=tuple(range(6)))
    assert not applies(t, S.LARGE_ATTACK, attack)
    assert applies(t, S.LARGE_ATTACK, msgspec.structs.replace(attack, drawn=tuple(range(7))))


@pytest.mark.rule("EA-9.4w", "EA-9.4x")
def test_whose_attack_it_is():
    t = table(
        "a: German infantry LXVI at 0325; b: German infantry LXXX at 0425; "
        "c: German infantry LXXX at 0426; d: Allied infantry at 0326"
    )
    assert applies(t, S.FIFTH_PANZER_ARMY_ATTACK, proposed(t, "0326", "a", "b"))
    assert not applies(t, S.FIFTH_PANZER_ARMY_ATTACK, proposed(t, "0326", "a", "b", "c"))
    assert not applies(t, S.ALLIED_ATTACK, proposed(t, "0326", "a"))
    t = table("a: Allied infantry XXX at 0325; d: German infantry at 0326", "D27 Allied combat")
    assert applies(t, S.ALLIED_ATTACK, proposed(t, "0326", "a"))


@pytest.mark.rule("EA-9.4aa", "EA-9.4ab", "EA-9.4ac")
def test_armor_and_combined_arms():
    t = table(
        "a: German armor at 0325; b: German infantry at 0425; "
        "c: German combined_arms at 0327; d: Allied infantry at 0326"
    )
    panzer = (int(Tactic.PANZER_BATTALION),)
    assert applies(t, S.ONLY_ATTACKER_ARMOR, proposed(t, "0326", "a"))
    assert not applies(t, S.ONLY_ATTACKER_ARMOR, proposed(t, "0326", "b"))
    assert applies(t, S.ONLY_ATTACKER_ARMOR, proposed(t, "0326", "b", tactics=panzer))
    assert not applies(t, S.ONLY_ATTACKER_COMBINED_ARMS, proposed(t, "0326", "a"))
    assert applies(t, S.ONLY_ATTACKER_COMBINED_ARMS, proposed(t, "0326", "a", "b"))
    assert applies(t, S.ONLY_ATTACKER_COMBINED_ARMS, proposed(t, "0326", "c"))
    assert not applies(t, S.ONLY_ATTACKER_COMBINED_ARMS, proposed(t, "0326", "b"))
    tanks = proposed(t, "0326", "b", defence=(int(Tactic.TANK_BATTALION),))
    assert applies(t, S.ONLY_DEFENDER_ARMOR, tanks)
    assert applies(t, S.ONLY_DEFENDER_COMBINED_ARMS, tanks)


@pytest.mark.rule("EA-9.4n", "EA-9.4o")
def test_elite_and_green_units():
    box = table(PLAIN).box

    def named(side, quality):
        return next(box.units.rows[u].id for u in box.units.of[side] if box.units.faces[u][0].quality == quality)

    t = table(f"a: {named(GERMAN, 2)} at 0325; b: {named(GERMAN, 0)} at 0425; d: {named(ALLIED, 0)} at 0326")
    assert applies(t, S.ATTACKER_ELITE, proposed(t, "0326", "a", "b"))
    assert applies(t, S.ATTACKER_GREEN, proposed(t, "0326", "a", "b"))
    assert applies(t, S.DEFENDER_GREEN, proposed(t, "0326", "a"))
    assert not applies(t, S.DEFENDER_ELITE, proposed(t, "0326", "a"))


@pytest.mark.rule("EA-9.4c", "EA-9.4d")
def test_ratios_are_exact():
    chits = table(PLAIN).box.chits
    by_text = {ratio.text: ratio for ratio in chits.ratios}
    assert by_text["Ratio >=3:1"].holds(9, 3)
    assert by_text["Ratio >1:1"].holds(5, 4)
    assert not by_text["Ratio >1:1"].holds(4, 4)
    assert by_text["Ratio <2:1"].holds(5, 3)
    assert by_text["Ratio >=8:1"].holds(16, 2)
    assert by_text["Ratio <1.5:1"].holds(7, 5)
    assert not by_text["Ratio <1.5:1"].holds(6, 4)


@pytest.mark.rule("EA-9.4e")
def test_defence_is_doubled_in_a_city():
    t = table("a: German armor at 0527; d: Allied infantry at 0526")
    attack = proposed(t, "0526", "a")
    assert battle.strengths(t.g, attack)[1] == 2 * t.g.face(t.unit("d")).strength


@pytest.mark.rule("EA-9.4f")
def test_only_germans_are_doubled_in_the_westwall():
    box = table(PLAIN).box
    wall = next(c for c in box.grid.cells if box.ground.westwall >> c & 1 and not box.ground.towns >> c & 1)
    near = next(c for c in box.grid.cells if box.grid.adjacent(c, wall) and not box.ground.westwall >> c & 1)
    w, n = box.grid.number(wall), box.grid.number(near)
    t = table(f"a: Allied infantry at {n}; d: German infantry at {w}", "D21 Allied combat")
    assert battle.strengths(t.g, proposed(t, w, "a"))[1] == 2 * t.g.face(t.unit("d")).strength
    t = table(f"a: German infantry at {n}; d: Allied infantry at {w}")
    assert battle.strengths(t.g, proposed(t, w, "a"))[1] == t.g.face(t.unit("d")).strength


@pytest.mark.rule("EA-9.4g", "EA-9.4h")
def test_strength_over_rivers_is_halved_once():
    box = table(PLAIN).box
    here, there = box.ground.river_sides[0]
    h, o = box.grid.number(here), box.grid.number(there)
    t = table(f"a: German infantry at {h}; b: German infantry at {h}; d: Allied infantry at {o}")
    total = t.g.face(t.unit("a")).strength + t.g.face(t.unit("b")).strength
    assert battle.strengths(t.g, proposed(t, o, "a", "b"))[0] == total // 2
