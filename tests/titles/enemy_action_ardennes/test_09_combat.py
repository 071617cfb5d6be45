"""9.0 - 9.3 Combat: who may attack, tactics, and how many chits are drawn."""

from __future__ import annotations

import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.rules import battle
from tests.titles.enemy_action_ardennes.combats import (
    BLUE_D1_CLEAR,
    NOTHING,
    NOTHING_2,
    NOTHING_3,
    PLAIN,
    S,
    applies,
    attack_of,
    declare,
    no_more,
    proposed,
    table,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN

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
