"""9 Combat: who may attack, tactics, chits, situations, hits, losses, retreats and advances.

The plain around 0326 is clear on all sides: 0225, 0226, 0325, 0327, 0425 and 0426 are next to it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.chits import Situation
from ardennes.titles.enemy_action_ardennes.rules import battle, losses, retreats
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

S = Situation
#: Chits by what they do on the plain: number in the cup.
D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3, A1D1_CLEAR, A1D1_CLEAR_2, BLUE_D1_CLEAR = 13, 16, 17, 14, 15, 12
NOTHING, NOTHING_2, NOTHING_3 = 24, 37, 38  # City / Dispersed; Airpower
A1_ONE_HEX, A1_ONE_HEX_2 = 47, 48


def table(units: str, when: str = "D21 German combat", **more: Any) -> Table:
    """A combat on the plain; hands are empty unless given, so that nobody is asked for tactics."""
    more.setdefault("hands", {GERMAN: [], ALLIED: []})
    return Table(when, units, **more)


def declare(t: Table, target: str, *units: str, dice: tuple[int, ...] = ()) -> None:
    t.do("hex", target)
    for unit in units[:-1]:
        t.do("unit", unit)
    t.do("unit", units[-1])
    t.do("done", None, dice)
    no_more(t)


def no_more(t: Table) -> None:
    """Draw no more than the least."""
    if t.g.stack and t.step == "Announce":
        t.do("draw", min(map(int, t.offers("draw"))))


def attack_of(t: Table) -> battle.Attack:
    return battle.under_way(t.g).attack


def proposed(t: Table, target: str, *units: str, **more: Any) -> battle.Attack:
    """An attack as it would be declared, for questions about it."""
    numbers = tuple(t.unit(name) for name in units)
    cell = t.hex(target)
    hexes = tuple(t.g.place[unit] for unit in numbers)
    return battle.Attack(t.g.side_of(numbers[0]), cell, numbers, hexes, t.g.units_at(cell), **more)


def applies(t: Table, situation: Situation, attack: battle.Attack) -> bool:
    return bool(battle.situations(t.g, attack) >> situation & 1)


PLAIN = "a: German armor at 0325; d: Allied infantry at 0326"


# ---- 9.0, 9.1 who attacks whom -----------------------------------------------------------------------------


@pytest.mark.rule("EA-9.0a", "EA-9.1a")
def test_attacks_are_declared_one_at_a_time_in_any_order():
    t = table(PLAIN + "; b: German infantry at 0325; e: Allied infantry at 0324, reduced")
    assert t.offers("hex") == {"0326", "0324"}
    declare(t, "0324", "b", dice=(NOTHING,))
    assert t.offers("hex") == {"0326"}


@pytest.mark.rule("EA-9.0b", "EA-9.1f")
def test_a_combat_is_against_one_hex_with_units_next_to_it():
    t = table(PLAIN + "; b: German infantry at 0425; c: German infantry at 0424")
    t.do("hex", "0326")
    assert t.offers("unit") == {"a", "b"}
    assert t.refused("unit", "c") == "EA-9.0b"
    assert t.refused("hex", "0326") == "EA-9.0b"


@pytest.mark.rule("EA-9.1b")
def test_inactive_units_do_not_attack():
    t = table(PLAIN + "; b: German infantry at 0325", activated=["a"])
    t.do("hex", "0326")
    assert t.refused("unit", "b") == "EA-9.1b"


@pytest.mark.rule("EA-9.1c", "EA-9.1d")
def test_a_unit_attacks_once_and_is_attacked_once():
    t = table(PLAIN + "; b: German infantry at 0425; e: Allied infantry at 0424")
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2))
    assert t.refused("hex", "0326") == "EA-9.1d"
    t.do("hex", "0424")
    assert t.refused("unit", "a") == "EA-9.1c" or t.refused("unit", "a") == "EA-9.0b"


@pytest.mark.rule("EA-9.1e", "EA-10.21")
@pytest.mark.parametrize(("mark", "able"), [("low", True), ("oos", False), ("isolated", False), ("dispersed", False)])
def test_who_is_fit_to_attack(mark: str, able: bool):
    t = table(f"a: German armor at 0325, {mark}; b: German infantry at 0425; d: Allied infantry at 0326")
    t.do("hex", "0326")
    assert ("a" in t.offers("unit")) is able
    if not able:
        assert t.refused("unit", "a") == "EA-9.1e"


@pytest.mark.rule("EA-9.1e")
def test_mechanized_units_without_fuel_do_not_attack():
    t = table(PLAIN.replace("0325;", "0325, unfuelled;") + "; b: German infantry at 0425")
    t.do("hex", "0326")
    assert t.refused("unit", "a") == "EA-9.1e"


# ---- 9.2 tactics -------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.2b", "EA-9.0f", "EA-9.0c")
def test_every_tactic_of_the_attacker_raises_the_maximum_and_is_discarded():
    t = table(PLAIN, hands={GERMAN: [39], ALLIED: []})
    declare(t, "0326", "a")
    before = battle.maximum(t.g, attack_of(t))
    t.do("card", 39)
    assert battle.maximum(t.g, attack_of(t)) == before + 1
    assert 38 in t.g.discards[GERMAN]
    t.do("done", None, (NOTHING, NOTHING_2))
    assert t.refused("card", 39)


@pytest.mark.rule("EA-9.2a")
def test_tactics_need_a_supplied_undispersed_unit():
    t = table(PLAIN.replace("0325;", "0325, low;"), hands={GERMAN: [39], ALLIED: []})
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2))
    assert 38 in t.g.hands[GERMAN]
    assert not t.told(events.TacticPlayed)


@pytest.mark.rule("EA-10.21")
def test_a_supplied_friend_may_have_tactics_beside_a_low_one():
    t = table(PLAIN.replace("0325;", "0325, low;") + "; b: German infantry at 0425", hands={GERMAN: [39], ALLIED: []})
    declare(t, "0326", "a", "b")
    t.do("card", 39)
    assert attack_of(t).tactics == (Tactic.ARTILLERY,)


@pytest.mark.rule("EA-9.22")
def test_a_wild_card_is_any_tactic_of_its_own_side():
    t = table(PLAIN, hands={GERMAN: [38], ALLIED: []})
    declare(t, "0326", "a")
    t.do("card", 38)
    assert t.refused("tactic", "tank_battalion") == "EA-9.22"
    t.do("tactic", "panzer_battalion")
    assert attack_of(t).tactics == (Tactic.PANZER_BATTALION,)


@pytest.mark.rule("EA-9.23a", "EA-9.23b")
def test_units_of_an_allied_army_card_have_a_free_tactic_in_every_attack():
    t = table(
        "a: Allied infantry at 0325; b: Allied infantry at 0425; "
        "d: German infantry at 0326; e: German infantry at 0424",
        "D21 Allied combat",
        hands={GERMAN: [], ALLIED: []},
        activation={"bonus": True},
    )
    declare(t, "0326", "a")
    t.do("tactic", "artillery")
    assert attack_of(t).tactics == (Tactic.ARTILLERY,)
    assert t.refused("tactic", "artillery") == "EA-9.23a"
    t.do("done", None, (NOTHING, NOTHING_2, NOTHING_3)[: battle.minimum(t.g, attack_of(t))])
    no_more(t)
    declare(t, "0424", "b")
    assert "airpower" in t.offers("tactic")


@pytest.mark.rule("EA-4.11d")
def test_the_allies_play_nothing_in_the_surprise_impulses():
    t = table(
        "a: German infantry at 0325; d: Allied infantry at 0326, reduced",
        "D16 German combat",
        hands={GERMAN: [], ALLIED: [19]},
        columns={"impulses": bytearray((0, 0))},
    )
    declare(t, "0326", "a", dice=(NOTHING,))
    assert not t.told(events.TacticPlayed)


@pytest.mark.rule("EA-9.3h")
def test_the_defender_is_asked_and_may_screen():
    t = table(PLAIN + "; b: German armor at 0425; c: German armor at 0327", hands={GERMAN: [], ALLIED: [21]})
    declare(t, "0326", "a", "b", "c")
    assert t.g.side is ALLIED
    before = battle.maximum(t.g, attack_of(t))
    least = battle.minimum(t.g, attack_of(t))
    assert before > least
    t.do("card", 21, (NOTHING, NOTHING_2))
    most = max(before - 2, least)
    offered = t.offers("draw")
    assert (max(map(int, offered)) if offered else least) == most


@pytest.mark.rule("EA-5.7c")
def test_a_panzer_corps_card_returns_to_the_pile_as_artillery_on_its_day():
    returning = next(card.number for card in table(PLAIN).box.cards if card.tactic_returns)
    t = table(
        "a: German infantry at 0325; d: Allied infantry at 0326",
        "D16 German combat",
        hands={GERMAN: [returning], ALLIED: []},
    )
    declare(t, "0326", "a")
    t.do("card", returning)
    assert returning - 1 in t.g.piles[GERMAN]


@pytest.mark.rule("EA-12.34b", "EA-9.4y")
def test_combat_engineers_clear_an_improved_position():
    engineers = next(
        card.number
        for card in table(PLAIN).box.cards
        if card.side is GERMAN and any(line.tactic is Tactic.COMBAT_ENGINEERS for line in card.tactics)
    )
    t = table(PLAIN, improved=["0326"], hands={GERMAN: [engineers], ALLIED: []})
    declare(t, "0326", "a")
    assert applies(t, S.IP_CROSSFIRE, attack_of(t))
    t.do("card", engineers)
    if t.offers("tactic"):
        t.do("tactic", "combat_engineers")
    assert not t.g.improved
    assert not applies(t, S.IP_CROSSFIRE, attack_of(t))
    assert applies(t, S.COMBAT_ENGINEERS, attack_of(t))


@pytest.mark.rule("EA-12.34c")
def test_a_position_goes_when_all_its_units_attack():
    t = table(PLAIN + "; b: German infantry at 0325", improved=["0325"])
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2))
    assert t.g.improved
    t = table(PLAIN + "; b: German infantry at 0325", improved=["0325"])
    t.do("hex", "0326")
    t.do("unit", "a")
    t.do("unit", "b")
    t.do("done", None, (NOTHING, NOTHING_2))
    assert not t.g.improved


# ---- 9.3 how many chits ------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.3a", "EA-9.3b")
def test_the_minimum_is_the_steps_of_the_defenders():
    t = table(PLAIN + "; e: Allied infantry at 0326, reduced")
    steps = t.g.steps_left(t.unit("d")) + t.g.steps_left(t.unit("e"))
    assert battle.minimum(t.g, proposed(t, "0326", "a")) == steps


@pytest.mark.rule("EA-9.3d", "EA-9.3e", "EA-9.3f")
def test_the_maximum_counts_units_elite_and_large_ones():
    t = table(PLAIN)
    attack = proposed(t, "0326", "a")
    face = t.g.face(t.unit("a"))
    wanted = (not face.bracketed) + (face.quality == 2) + (t.g.steps_left(t.unit("a")) >= 3)
    assert battle.maximum(t.g, attack) == max(wanted, battle.minimum(t.g, attack))


@pytest.mark.rule("EA-9.3g")
@pytest.mark.parametrize(("mark", "more"), [("low", 0), ("oos", 1), ("isolated", 2)])
def test_unsupplied_defenders_raise_the_maximum(mark: str, more: int):
    many = "; ".join(f"a{n}: German armor at {cell}" for n, cell in enumerate(("0325", "0425", "0327", "0225")))
    names = tuple(f"a{n}" for n in range(4))
    plain = table(f"{many}; d: Allied infantry at 0326, reduced")
    t = table(f"{many}; d: Allied infantry at 0326, reduced, {mark}")
    found = battle.maximum(t.g, proposed(t, "0326", *names))
    assert found == battle.maximum(plain.g, proposed(plain, "0326", *names)) + more


@pytest.mark.rule("EA-9.3c", "EA-9.3i")
def test_after_the_minimum_a_total_is_announced_and_drawn():
    many = "; ".join(f"a{n}: German armor at {cell}" for n, cell in enumerate(("0325", "0425", "0327", "0225")))
    t = table(f"{many}; d: Allied infantry at 0326, reduced")
    t.do("hex", "0326")
    for name in ("a0", "a1", "a2", "a3"):
        t.do("unit", name)
    t.do("done", None, (NOTHING,))
    most = battle.maximum(t.g, attack_of(t))
    assert t.offers("draw") == {str(n) for n in range(1, most + 1)}
    assert t.refused("draw", most + 1) == "EA-9.3c"
    t.do("draw", 3, (NOTHING_2, NOTHING_3))
    assert t.g.aside.bit_count() == 3


@pytest.mark.rule("EA-9.41a")
def test_a_blue_chit_brings_earlier_chits_back():
    t = table(
        "a: German infantry at 0325; d: Allied infantry at 0326",
        columns={"aside": 1 << 40 | 1 << 41, "cup": (1 << 60) - 1 & ~(1 << 40 | 1 << 41)},
    )
    declare(t, "0326", "a", dice=(NOTHING, BLUE_D1_CLEAR))
    assert t.g.cup == (1 << 60) - 1 & ~(1 << NOTHING | 1 << BLUE_D1_CLEAR)


@pytest.mark.rule("EA-9.3k")
def test_an_empty_cup_is_filled_from_earlier_combats():
    t = table(
        "a: German infantry at 0325; d: Allied infantry at 0326", columns={"cup": 1 << NOTHING, "aside": 1 << NOTHING_2}
    )
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2))
    assert t.g.aside == 1 << NOTHING | 1 << NOTHING_2


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


# ---- 9.5 hits ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.5a", "EA-9.5d", "EA-9.4a", "EA-9.4b")
def test_hits_are_added_for_the_side_that_counts():
    t = table(PLAIN, "D22 German combat")
    attack = proposed(t, "0326", "a", drawn=(D1_CLEAR, A1D1_CLEAR, NOTHING, 37), defence=(int(Tactic.AIRPOWER),))
    assert battle.chit_hits(t.g, attack) == (2, 2)  # G1 strikes the German attacker
    allied = table("a: Allied combined_arms at 0325; d: German infantry at 0326", "D22 Allied combat")
    attack = proposed(allied, "0326", "a", drawn=(37,), tactics=(int(Tactic.AIRPOWER),))
    assert battle.chit_hits(allied.g, attack) == (0, 1)


@pytest.mark.rule("EA-9.5e", "EA-12.34a", "EA-9.5h")
def test_shelter_takes_one_hit_and_a_position_goes_with_it():
    t = table(PLAIN, improved=["0326"])
    attack = proposed(t, "0326", "a", drawn=(D1_CLEAR, D1_CLEAR_2))
    assert battle.hits(t.g, attack)[1] == 1
    assert battle.shelters(t.g, attack)
    none = msgspec.structs.replace(attack, drawn=(NOTHING,))
    assert battle.hits(t.g, none) == (0, 0)
    assert not battle.shelters(t.g, none)
    declare(t, "0326", "a", dice=(D1_CLEAR, NOTHING))
    assert not t.g.improved
    assert t.where("d") == "0326"


@pytest.mark.rule("EA-9.5f", "EA-9.5g")
@pytest.mark.parametrize(("mark", "hits"), [("low", 2), ("dispersed", 1), ("oos", 1), ("isolated", 0)])
def test_weak_defenders_strike_less(mark: str, hits: int):
    t = table(PLAIN.replace("0326", f"0326, {mark}"))
    attack = proposed(t, "0326", "a", drawn=(A1_ONE_HEX, A1_ONE_HEX_2))
    assert battle.hits(t.g, attack)[0] == hits


@pytest.mark.rule("EA-9.5i", "EA-9.5k", "EA-9.5n", "EA-9.0e")
def test_the_defender_meets_hits_by_retreat_or_steps():
    t = table(
        "a: German infantry at 0325; b: German infantry at 0425; "
        "d: Allied infantry at 0326; e: Allied infantry at 0326, reduced"
    )
    steps = t.g.steps_left(t.unit("d")) + 1
    declare(t, "0326", "a", "b", dice=(D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3)[:steps])
    assert t.offers("retreat") >= {"0", "1", "2"}
    assert t.refused("retreat", 3) == "EA-9.5n"
    t.do("retreat", 2)
    if t.offers("unit"):
        t.do("unit", "d")
    assert t.offers("hex")


@pytest.mark.rule("EA-9.5j", "EA-9.5m", "EA-9.7a", "EA-9.8b")
def test_the_attacker_loses_a_step_first_and_may_disperse_for_the_rest():
    t = table("a: German infantry at 0325; b: German infantry at 0325; d: Allied infantry at 0326")
    declare(t, "0326", "a", "b", dice=(A1_ONE_HEX, A1_ONE_HEX_2))
    assert t.refused("retreat", 1) == "EA-9.7a"
    before = sum(t.g.steps_left(t.unit(name)) for name in "ab")
    t.do("disperse")
    t.do("unit", "a")
    assert sum(t.g.steps_left(t.unit(name)) for name in "ab" if t.g.on_map(t.unit(name))) == before - 1
    assert t.g.dispersed >> t.unit("b") & 1


# ---- 9.6 step losses ---------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.6", "EA-9.61a", "EA-9.61b")
def test_losses_are_spread_over_units_and_hexes():
    units = "a: German infantry at 0325; b: German infantry at 0325; c: German infantry at 0425"
    t = table(f"{units}; d: Allied infantry at 0326")
    declare(t, "0326", "a", "b", "c", dice=(A1D1_CLEAR, A1D1_CLEAR_2))
    t.do("retreat", 0)
    t.do("done")
    assert t.step == "TakeLoss"
    t.do("unit", "a")
    assert t.where("d") == "eliminated"
    assert t.g.lost[t.unit("c")] == 1  # the only unit of a hex that had lost nothing: it is not asked for
    three = table(f"{units}; e: German infantry at 0425; d: Allied infantry at 0326")
    three.g.push(losses.TakeLoss(GERMAN, 3, tuple(three.unit(n) for n in "abce"), "EA-9.6"))
    three.g.stack = (*three.g.stack[:-1], Combat(proposed(three, "0326", "a", "b", "c", "e"), 9), three.g.stack[-1])
    three.g._choices = None
    three.do("unit", "a")
    assert three.refused("unit", "b") == "EA-9.61b"
    three.do("unit", "c")
    assert three.refused("unit", "a") == "EA-9.61a"


# ---- 9.7 retreats ------------------------------------------------------------------------------------------


def ways(t: Table, unit: str, hexes: int = 1) -> set[tuple[str, ...]]:
    found = retreats.routes(t.g, (t.unit(unit),), hexes)
    return {tuple(t.box.grid.number(cell) for cell in route.path) for route in found}


@pytest.mark.rule("EA-9.7c")
def test_a_retreat_avoids_enemy_control():
    t = table(PLAIN)
    zone = t.zone(GERMAN)
    assert ways(t, "d")
    assert not {path[0] for path in ways(t, "d")} & zone


@pytest.mark.rule("EA-9.7d", "EA-9.7e")
def test_supplied_friends_come_before_empty_controlled_hexes():
    ring = "; ".join(f"a{n}: German armor at {cell}" for n, cell in enumerate(("0325", "0226", "0426")))
    t = table(f"{ring}; d: Allied infantry at 0326; f: Allied infantry at 0327, reduced")
    assert ways(t, "d") == {("0327",)}
    t = table(f"{ring}; d: Allied infantry at 0326")
    found = retreats.routes(t.g, (t.unit("d"),), 1)
    assert found
    assert all(route.costs == (True,) for route in found)


@pytest.mark.rule("EA-9.7b")
def test_units_without_fuel_do_not_retreat():
    t = table("a: Allied combined_arms at 0325; d: German armor at 0326, unfuelled", "D21 Allied combat")
    found = retreats.why_not(t.g, (t.unit("d"),), 1)
    assert found is not None
    assert found.rule == "EA-9.7b"


@pytest.mark.rule("EA-9.9b", "EA-9.75a")
def test_dispersed_units_retreat_one_hex_at_most():
    t = table(PLAIN.replace("0326", "0326, dispersed"))
    found = retreats.why_not(t.g, (t.unit("d"),), 2)
    assert found is not None
    assert found.rule == "EA-9.9b"
    assert retreats.why_not(t.g, (t.unit("d"),), 1) is None


@pytest.mark.rule("EA-9.75a", "EA-9.75b")
def test_a_two_hex_retreat_ends_two_hexes_away():
    t = table(PLAIN)
    grid, start = t.box.grid, t.hex("0326")
    found = ways(t, "d", 2)
    assert found
    assert all(grid.distance(t.hex(path[-1]), start) == 2 for path in found)


@pytest.mark.rule("EA-9.7m")
def test_a_surrounded_unit_cannot_retreat():
    ring = "; ".join(
        f"a{n}: German infantry at {cell}" for n, cell in enumerate(("0325", "0226", "0426", "0225", "0425", "0327"))
    )
    t = table(f"{ring}; d: Allied infantry at 0326")
    found = retreats.why_not(t.g, (t.unit("d"),), 1)
    assert found is not None
    assert found.rule == "EA-9.7m"


@pytest.mark.rule("EA-9.71a")
def test_empty_enemy_towns_are_closed():
    t = table("a: Allied combined_arms at 0713; d: German infantry at 0811", "D21 Allied combat")
    assert ("0812",) not in ways(t, "d")


@pytest.mark.rule("EA-9.7g")
def test_a_retreat_needs_room_at_its_end():
    t = table(PLAIN + "; f: Allied infantry at 0327; h: Allied infantry at 0327; i: Allied infantry at 0327, reduced")
    assert ("0327",) not in ways(t, "d")


@pytest.mark.rule("EA-9.74a", "EA-9.74b")
def test_a_unit_that_retreated_counts_for_nothing_and_goes_with_the_others():
    t = table(PLAIN + "; b: German armor at 0425; f: Allied infantry at 0326, reduced", columns={})
    t.g.defended |= 1 << t.unit("d")
    t.g.retreated |= 1 << t.unit("d")
    t.g._choices = None
    declare(t, "0326", "a", dice=(D1_CLEAR,))
    assert attack_of(t).defenders == (t.unit("f"),)
    t.do("retreat", 1)
    while t.offers("hex") and t.g.side is ALLIED:
        t.do("hex", sorted(t.offers("hex"))[0])
    assert t.where("d") == "eliminated"


# ---- 9.8 advances ------------------------------------------------------------------------------------------


def driven_off(t: Table, units: tuple[str, ...], hits: tuple[int, ...], hexes: int) -> None:
    """An attack on 0326 after which the defenders have retreated so many hexes."""
    declare(t, "0326", *units, dice=hits)
    t.do("retreat", hexes)
    while t.g.side is ALLIED:
        verb = "hex" if t.offers("hex") else "unit"
        t.do(verb, sorted(t.offers(verb))[0])


@pytest.mark.rule("EA-9.8a", "EA-9.81a", "EA-9.81b")
def test_attackers_advance_and_mechanized_units_go_on():
    t = table("a: German armor at 0325; b: German infantry at 0425; d: Allied infantry at 0326")
    driven_off(t, ("a", "b"), (D1_CLEAR, D1_CLEAR_2), 2)
    assert t.offers("unit") == {"a", "b"}
    assert t.refused("hex", "0327") == "EA-9.81b"
    t.do("unit", "b")
    assert t.where("b") == "0326"
    t.do("unit", "a")
    assert t.offers("hex")
    t.do("stop")
    assert t.where("a") == "0326"


@pytest.mark.rule("EA-9.81a")
def test_after_one_hex_of_retreat_nobody_goes_two():
    t = table("a: German armor at 0325; d: Allied infantry at 0326")
    driven_off(t, ("a",), (D1_CLEAR, NOTHING), 1)
    t.do("unit", "a")
    assert t.where("a") == "0326"
    assert not t.offers("stop")


@pytest.mark.rule("EA-9.9a", "EA-9.75a")
def test_two_hexes_of_retreat_disperse():
    t = table(PLAIN)
    driven_off(t, ("a",), (D1_CLEAR, D1_CLEAR_2), 2)
    assert t.g.dispersed >> t.unit("d") & 1
    assert t.box.grid.distance(t.g.place[t.unit("d")], t.hex("0326")) == 2
