"""9.1 - 9.6 Who attacks once, how many chits, hits and losses with the rulebook's numbers, on chits made for it."""

from __future__ import annotations

import pytest

from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.chits import Chit, ChitSide, Situation
from ardennes.titles.enemy_action_ardennes.rules import battle, losses, tactics
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.combats import (
    ALLIED_ATTACK,
    NOTHING,
    NOTHING_2,
    NOTHING_3,
    PLAIN,
    declare,
    proposed,
    struck,
    table,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table


def made(t: Table, monkeypatch: pytest.MonkeyPatch, *hits: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Chits that count in clear ground, with hits on attacker, defender, Germans and Allies; their numbers."""
    clear = 1 << Situation.CLEAR
    blank = ChitSide("never", 0, 0, 0, 0, 0, False)
    chits = [Chit(n + 1, ChitSide("Clear", clear, *found, False), blank, False) for n, found in enumerate(hits)]
    monkeypatch.setattr(t.box.chits, "all", (*chits, *t.box.chits.all[len(chits) :]))
    return tuple(range(len(chits)))


# ---- 9.1 once each -------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.1c")
def test_a_unit_that_attacked_is_refused_the_next_attack():
    t = table(PLAIN + "; b: German infantry at 0425; e: Allied infantry at 0424")
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2))
    t.do("hex", "0424")
    assert t.offers("unit") == {"b"}
    assert t.refused("unit", "a") == "EA-9.1c"  # next to it, active, and used
    t.do("unit", "b")
    assert t.refused("hex", "0326") == "EA-9.0b"


@pytest.mark.rule("EA-9.1d")
def test_somebody_who_came_later_may_still_be_attacked():
    t = table(PLAIN + "; b: German infantry at 0425; e: Allied infantry at 0326, reduced")
    t.g.defended |= 1 << t.unit("d")
    t.g._choices = None
    t.do("hex", "0326")
    t.do("unit", "b")
    t.do("done", None, (NOTHING,))
    assert t.told(type(t.events[0])) is not None
    assert t.g.defended >> t.unit("e") & 1


# ---- 9.3 the illustration ------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.3j", "EA-9.3c")
def test_five_germans_one_bracketed_one_elite_and_two_tactics_draw_two_to_seven():
    units = "a: 1.1SS.ISS at 0325; b: 27.12.ISS at 0325; c: 48.12.ISS at 0425; e: 89.12.ISS at 0425"
    t = table(f"{units}; f: 272.LXVII at 0225, second; d: Allied infantry at 0326")
    faces = [t.g.face(t.unit(name)) for name in "abcef"]
    assert [face.bracketed for face in faces] == [False, False, False, False, True]
    assert sum(face.quality == 2 for face in faces) == 1
    assert t.g.steps_left(t.unit("d")) == 2
    played = (int(Tactic.ARTILLERY), int(Tactic.PANZER_BATTALION))
    attack = proposed(t, "0326", *"abcef", tactics=played)
    assert (battle.minimum(t.g, attack), battle.maximum(t.g, attack)) == (2, 7)
    t.g.push(Combat(attack, 2))
    t.g._choices = None
    t.g.settle([NOTHING, NOTHING_2])
    assert t.offers("draw") == {"2", "3", "4", "5", "6", "7"}  # none to five more
    assert t.refused("draw", 8) == "EA-9.3c"
    assert t.refused("draw", 1) == "EA-9.3c"


@pytest.mark.rule("EA-9.3h", "EA-9.3i")
def test_a_screen_takes_chits_from_the_maximum_and_none_from_the_least():
    t = table("a: 27.12.ISS at 0325; b: 48.12.ISS at 0425; c: 89.12.ISS at 0225; d: Allied infantry at 0326, reduced")
    screen = (int(Tactic.SCREEN),)
    assert battle.maximum(t.g, proposed(t, "0326", *"abc")) == 3
    assert battle.maximum(t.g, proposed(t, "0326", *"abc", defence=screen)) == 1
    assert battle.maximum(t.g, proposed(t, "0326", "a", defence=screen)) == 1
    large = table("a: 272.LXVII at 0325; d: Allied infantry at 0326, reduced")
    assert battle.maximum(large.g, proposed(large, "0326", "a")) == 2  # three steps


# ---- 9.5 hits in the rulebook's examples ------------------------------------------------------------------------


@pytest.mark.rule("EA-9.5b", "EA-9.5a")
def test_three_chits_make_two_hits_for_each(monkeypatch: pytest.MonkeyPatch):
    t = table(PLAIN)
    drawn = made(t, monkeypatch, (1, 1, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0))
    assert battle.hits(t.g, proposed(t, "0326", "a", drawn=drawn)) == (2, 2)


@pytest.mark.rule("EA-9.5c")
def test_five_chits_with_two_subtractions(monkeypatch: pytest.MonkeyPatch):
    t = table(PLAIN)
    drawn = made(t, monkeypatch, (1, 1, 0, 0), (0, 2, 0, 0), (0, 1, 0, 0), (0, -1, 0, 0), (0, -1, 0, 0))
    assert battle.hits(t.g, proposed(t, "0326", "a", drawn=drawn)) == (1, 2)
    assert battle.hits(t.g, proposed(t, "0326", "a", drawn=drawn[:4])) == (1, 3)


@pytest.mark.rule("EA-9.5d")
def test_a_hit_on_germans_changes_sides_with_the_attack(monkeypatch: pytest.MonkeyPatch):
    t = table(PLAIN)
    drawn = made(t, monkeypatch, (0, 1, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))
    assert battle.hits(t.g, proposed(t, "0326", "a", drawn=drawn)) == (1, 3)
    back = table("a: Allied infantry at 0325; d: German infantry at 0326", ALLIED_ATTACK)
    assert battle.hits(back.g, proposed(back, "0326", "a", drawn=drawn)) == (0, 4)
    allied = made(t, monkeypatch, (0, 0, 0, 1))
    assert battle.hits(t.g, proposed(t, "0326", "a", drawn=allied)) == (0, 1)
    assert battle.hits(back.g, proposed(back, "0326", "a", drawn=allied)) == (1, 0)


@pytest.mark.rule("EA-9.5h", "EA-9.5e")
def test_a_total_below_nothing_is_nothing(monkeypatch: pytest.MonkeyPatch):
    t = table(PLAIN.replace("0326", "0326, oos"), improved=["0326"])
    drawn = made(t, monkeypatch, (0, -1, 0, 0))
    attack = proposed(t, "0326", "a", drawn=drawn)
    assert battle.chit_hits(t.g, attack) == (0, -1)
    assert battle.hits(t.g, attack) == (0, 0)
    assert not battle.shelters(t.g, attack)  # 12.34a there was no hit to take


@pytest.mark.rule("EA-9.5f", "EA-9.5g")
def test_all_defenders_must_be_weak_to_strike_less():
    t = table(PLAIN.replace("0326", "0326, dispersed") + "; e: Allied infantry at 0326, oos")
    assert battle.adjusted(t.g, proposed(t, "0326", "a"), 2, 0) == (1, 0)
    t = table(PLAIN.replace("0326", "0326, isolated") + "; e: Allied infantry at 0326, oos")
    assert battle.adjusted(t.g, proposed(t, "0326", "a"), 2, 0) == (1, 0)
    t = table(PLAIN.replace("0326", "0326, oos") + "; e: Allied infantry at 0326")
    assert battle.adjusted(t.g, proposed(t, "0326", "a"), 2, 0) == (2, 0)
    dry = table("a: Allied infantry at 0325; d: German armor at 0326, unfuelled", ALLIED_ATTACK)
    assert battle.adjusted(dry.g, proposed(dry, "0326", "a"), 2, 0) == (1, 0)


@pytest.mark.rule("EA-9.5l", "EA-9.5i")
def test_the_defenders_three_ways_with_three_hits_on_two_units():
    units = "; ".join(
        f"{name}: German infantry at {cell}"
        for name, cell in zip("abcef", ("0325", "0325", "0425", "0425", "0225"), strict=True)
    )
    left = {}
    for hexes in (0, 1, 2):
        t = table(f"{units}; d: Allied infantry at 0326; g: Allied infantry at 0326, reduced")
        struck(t, "0326", "abcef", 3, ours=2)
        assert t.offers("retreat") == {"0", "1", "2"}
        t.do("retreat", hexes)
        while t.g.side is ALLIED:
            t.do("hex", sorted(t.offers("hex"))[0]) if t.offers("hex") else t.do("unit", "d")
        left[hexes] = sum(t.g.on_map(t.unit(name)) for name in "dg")
        assert t.step == "Scatter"  # then the attacker takes his
    assert left == {0: 0, 1: 1, 2: 2}


@pytest.mark.rule("EA-9.5i", "EA-9.5n")
def test_hits_that_are_not_there_cannot_be_met():
    t = struck(table(PLAIN), "0326", "a", 1)
    assert t.offers("retreat") == {"0", "1"}
    assert t.refused("retreat", 2) == "EA-9.5i"
    assert t.refused("retreat", 3) == "EA-9.5i"
    assert t.refused("done") == "EA-9.5n"


# ---- 9.5j the attacker's hits -----------------------------------------------------------------------------------


def attackers_after(hits: int, answer: str) -> tuple[int, bool, bool]:
    """Two attackers take hits after the defenders went: steps lost, whether dispersed, whether they may advance."""
    t = table("a: 27.12.ISS at 0325; b: 48.12.ISS at 0425; d: Allied infantry at 0327")
    t.g.push(Combat(proposed(t, "0326", *"ab", hits=(hits, 1)), 7))
    t.g._choices = None
    t.g.settle([])
    t.do(answer)
    while t.step == "TakeLoss":
        t.do("unit", sorted(t.offers("unit"))[0])
    lost = sum(t.g.lost[t.unit(name)] for name in "ab")
    return lost, all(t.has(name, "dispersed") for name in "ab"), t.step == "Advance"


@pytest.mark.rule("EA-9.5j", "EA-9.5m", "EA-9.8b")
def test_the_attackers_two_ways_with_two_hits():
    assert attackers_after(2, "disperse") == (1, True, False)
    assert attackers_after(2, "done") == (2, False, True)


@pytest.mark.rule("EA-9.5j")
def test_dispersal_meets_two_hits_after_the_first_and_no_more():
    assert attackers_after(3, "disperse")[0] == 1
    t = struck(
        table("a: 27.12.ISS at 0325; b: 48.12.ISS at 0425; c: 272.LXVII at 0225; d: Allied infantry at 0326"),
        "0326",
        "abc",
        0,
        ours=4,
    )
    t.do("disperse")
    assert t.g.stack[-1] == losses.TakeLoss(GERMAN, 2, tuple(t.unit(n) for n in "abc"), "EA-9.6")
    one = struck(table(PLAIN), "0326", "a", 0, ours=1)
    assert one.g.lost[one.unit("a")] == 1  # a single hit is a step: nothing is asked


# ---- 9.61 evenly ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.61a")
def test_no_defender_loses_a_second_step_before_every_other_lost_one():
    t = table("a: German armor at 0325; d: Allied infantry at 0326; e: Allied infantry at 0326")
    struck(t, "0326", "a", 3)
    t.do("retreat", 0)
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "d")
    assert t.g.lost[t.unit("d")] == 1
    # the other is the only choice left for the second, and then either may take the third
    assert t.g.lost[t.unit("e")] == 1
    assert t.offers("unit") == {"d", "e"}
    assert t.refused("unit", "a") == "EA-9.6"
    t.do("unit", "e")
    assert (t.where("d"), t.where("e")) == ("0326", "eliminated")


def losing(steps: int, units: str) -> Table:
    """Attackers who lose steps: names with hexes, all of two steps or more."""
    t = table(f"{units}; d: Allied infantry at 0326")
    names = [text.split(":")[0].strip() for text in units.split(";")]
    numbers = tuple(t.unit(name) for name in names)
    t.g.push(Combat(proposed(t, "0326", *names), 8))
    t.g.push(losses.TakeLoss(GERMAN, steps, numbers, "EA-9.6"))
    t.g._choices = None
    t.g.settle([])
    return t


@pytest.mark.rule("EA-9.61b", "EA-9.61a")
def test_every_hex_takes_a_step_before_one_takes_a_second():
    t = losing(4, "a: 27.12.ISS at 0325; b: 48.12.ISS at 0325; c: 89.12.ISS at 0425; e: 272.LXVII at 0425")
    t.do("unit", "a")
    assert t.refused("unit", "a") == "EA-9.61b"
    assert t.refused("unit", "b") == "EA-9.61b"
    assert t.refused("unit", "d") == "EA-9.6"
    t.do("unit", "e")
    assert t.offers("unit") == {"b", "c"}
    assert t.refused("unit", "a") == "EA-9.61a"
    t.do("unit", "b")
    assert [t.g.lost[t.unit(name)] for name in "abce"] == [1, 1, 1, 1]  # the last one was no choice


@pytest.mark.rule("EA-9.61b")
def test_a_hex_whose_last_unit_is_gone_is_waited_for_no_longer():
    t = losing(3, "a: 27.12.ISS at 0325, reduced; b: 48.12.ISS at 0425; c: 272.LXVII at 0425")
    t.do("unit", "a")
    assert t.where("a") == "eliminated"
    t.do("unit", "b")
    assert [t.g.lost[t.unit(name)] for name in "bc"] == [1, 1]


# ---- 9.2 who may play tactics -----------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.2a", "EA-10.21", "EA-9.24")
def test_why_a_side_has_no_tactics():
    low = table(PLAIN.replace("0326", "0326, low"))
    scattered = table(PLAIN.replace("0326", "0326, dispersed"))
    heydte = table(f"a: Allied infantry at 0325; d: {low.box.units.rows[low.box.vdh].id} at 0326", ALLIED_ATTACK)
    rules = []
    for t in (low, scattered, heydte, table(PLAIN)):
        t.g.push(Combat(proposed(t, "0326", "a")))
        reason = tactics.why_not(t.g, t.g.side_of(t.unit("d")), False)
        rules.append("" if reason is None else reason.rule)
    assert rules == ["EA-10.21", "EA-9.2a", "EA-9.24", ""]


# ---- 9.4 situations that need both sides looked at ---------------------------------------------------------------


@pytest.mark.rule("EA-9.4g", "EA-9.4h")
def test_only_those_over_the_river_are_halved_together():
    """Three and four over the river are three; those who attack dry-shod count in full."""
    t = table("a: 244.LXVI at 0524; b: 27.12.ISS at 0524; c: 48.12.ISS at 0325; d: Allied infantry at 0424")
    strength = {name: t.g.face(t.unit(name)).strength for name in "abc"}
    assert strength["a"] + strength["b"] == 7
    assert battle.strengths(t.g, proposed(t, "0424", *"ab"))[0] == 3
    assert battle.strengths(t.g, proposed(t, "0424", *"abc"))[0] == 3 + strength["c"]


@pytest.mark.rule("EA-ET.17")
def test_fixed_artillery_does_not_fire_from_a_wall_the_allies_own():
    t = table(PLAIN)
    wall = next(cell for cell in t.box.grid.cells if t.box.ground.westwall >> cell & 1)
    guns = (Tactic.FIXED_ARTILLERY,)
    assert battle.has_artillery(t.g, guns, wall)
    t.g.allied_wall = t.box.ground.westwall
    assert not battle.has_artillery(t.g, guns, wall)


@pytest.mark.rule("EA-9.4w")
def test_an_allied_attack_is_none_of_the_fifth_panzer_army():
    t = table("a: Allied infantry at 0325; d: German infantry LXVI at 0326", ALLIED_ATTACK)
    assert not battle.situations(t.g, proposed(t, "0326", "a")) >> Situation.FIFTH_PANZER_ARMY_ATTACK & 1


@pytest.mark.rule("EA-9.4aa", "EA-9.4ab")
def test_what_both_sides_have_counts_for_neither():
    t = table("a: German combined_arms at 0325; d: Allied combined_arms at 0326")
    found = battle.situations(t.g, proposed(t, "0326", "a"))
    for situation in (
        Situation.ONLY_ATTACKER_ARMOR,
        Situation.ONLY_DEFENDER_ARMOR,
        Situation.ONLY_ATTACKER_COMBINED_ARMS,
        Situation.ONLY_DEFENDER_COMBINED_ARMS,
    ):
        assert not found >> situation & 1


@pytest.mark.rule("EA-12.34a")
def test_only_an_improved_position_goes_with_a_hit(monkeypatch: pytest.MonkeyPatch):
    t = table(PLAIN)
    drawn = made(t, monkeypatch, (0, 1, 0, 0))
    assert not battle.shelters(t.g, proposed(t, "0326", "a", drawn=drawn))
    dug = table(PLAIN, improved=["0326"])
    assert battle.shelters(dug.g, proposed(dug, "0326", "a", drawn=drawn))


@pytest.mark.rule("EA-2.21g", "EA-9.0b")
def test_two_bracketed_units_attack_only_what_both_are_next_to():
    units = "a: 272.LXVII at 0325, second; d: Allied infantry at 0326; e: Allied infantry at 0426"
    others = "; c: German infantry at 1108; x: Allied infantry at 1109; b: 277.LXVII"
    apart = table(f"{units}{others} at 0427, second")
    assert apart.offers("hex") == {"1109"}
    together = table(f"{units}{others} at 0425, second")
    assert "0326" in together.offers("hex")


# ---- examples of 9.23, 9.3 and 9.4 in play -----------------------------------------------------------------------


@pytest.mark.rule("EA-9.3b", "EA-9.3i")
def test_a_two_step_and_a_one_step_unit_cost_exactly_three_chits():
    t = table("a: 27.12.ISS at 0325; d: 9.2.V at 0326; e: 38.2.V at 0326, reduced")
    assert [t.g.steps_left(t.unit(name)) for name in "de"] == [2, 1]
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2, NOTHING_3))
    assert t.g.aside.bit_count() == 3
    assert not t.offers("draw")  # his maximum is one: he draws the least, and no more


@pytest.mark.rule("EA-9.4j")
def test_a_chit_with_town_and_forest_counts_once_at_trois_ponts(monkeypatch: pytest.MonkeyPatch):
    t = table("a: German armor at 0713; d: Allied infantry at 0812")
    both = ChitSide("Town; Forest", 1 << Situation.TOWN | 1 << Situation.FOREST, 1, 1, 0, 0, False)
    blank = ChitSide("never", 0, 0, 0, 0, 0, False)
    monkeypatch.setattr(t.box.chits, "all", (Chit(1, both, blank, False), *t.box.chits.all[1:]))
    assert battle.chit_hits(t.g, proposed(t, "0812", "a", drawn=(0,))) == (1, 1)
    assert battle.chit_hits(t.g, proposed(t, "0812", "a")) == (0, 0)


@pytest.mark.rule("EA-9.23b", "EA-9.23a")
def test_each_attack_under_an_army_card_has_its_own_tactic_and_one_chit_more():
    units = "a: 9.2.V at 0325; b: 38.2.V at 0425; d: 27.12.ISS at 0326, reduced; e: 48.12.ISS at 0424, reduced"
    t = table(units, "D23 Allied combat", hands={GERMAN: [], ALLIED: []}, activation={"bonus": True})
    for target, unit, tactic in (("0326", "a", "artillery"), ("0424", "b", "airpower")):
        declare(t, target, unit)
        attack = battle.under_way(t.g).attack
        plain = battle.maximum(t.g, attack)
        t.do("tactic", tactic)
        attack = battle.under_way(t.g).attack
        assert [Tactic(n).name.lower() for n in attack.tactics] == [tactic]
        assert battle.maximum(t.g, attack) == plain + 1
        t.do("done", None, (NOTHING,) if target == "0326" else (NOTHING_2,))
        t.do("draw", 1)
