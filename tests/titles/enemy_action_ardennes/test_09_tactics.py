"""9.2 Tactics: which card is one today, the free one, and units that are brought into a battle."""

from __future__ import annotations

import pytest

from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.rules import tactics
from tests.titles.enemy_action_ardennes.combats import PLAIN, attack_of, declare, table
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table
from tests.titles.enemy_action_ardennes.test_09_after_combat import card_with


def named(t: Table, card: int, tactic: Tactic) -> None:
    """Play a card as one of its tactics."""
    t.do("card", card)
    if t.offers("tactic"):
        t.do("tactic", tactic.name.lower())


@pytest.mark.rule("EA-9.2b")
def test_a_line_is_a_tactic_on_its_days_only():
    """Card 11 lists Engineers through Dec 20; the tactic itself lasts longer."""
    for day, there in ((20, True), (21, False)):
        units = "a: Allied infantry at 0325; d: German infantry at 0326"
        t = table(units, f"D{day} Allied combat", hands={GERMAN: [], ALLIED: [11, 19]})
        declare(t, "0326", "a")
        assert Tactic.ENGINEERS in tactics.valid(t.g, ALLIED, True)
        assert (Tactic.ENGINEERS in tactics.of_card(t.g, 10, ALLIED, True)) is there


@pytest.mark.rule("EA-9.23a")
def test_a_card_neither_gives_nor_takes_the_free_tactic():
    t = table(PLAIN, hands={GERMAN: [39, 38], ALLIED: []})
    declare(t, "0326", "a")
    t.do("card", 39)
    assert not t.offers("tactic")
    assert t.refused("tactic", "artillery") == "EA-9.23a"
    units = "a: Allied infantry at 0325; d: German infantry at 0326"
    army = table(units, "D21 Allied combat", hands={GERMAN: [], ALLIED: [19, 21]}, activation={"bonus": True})
    declare(army, "0326", "a")
    army.do("card", 19)
    assert "artillery" in army.offers("tactic")


@pytest.mark.rule("EA-ET.12", "EA-9.1c")
def test_who_reinforces_an_attack_has_moved_and_attacked():
    card = card_with(Tactic.REINFORCE_BATTLE, GERMAN)
    units = "a: German infantry at 0325; r: German infantry at 0323; far: German infantry at 1108"
    marks = "; s: German infantry at 0324, dispersed; l: German infantry at 0324, low; z: German infantry at 0427"
    t = table(f"{units}{marks}; d: Allied infantry at 0326", hands={GERMAN: [card], ALLIED: []}, activated=["a"])
    declare(t, "0326", "a")
    named(t, card, Tactic.REINFORCE_BATTLE)
    assert t.offers("unit") <= {"r", "z"}
    assert "r" in t.offers("unit")
    assert t.refused("unit", "far") == "EA-ET.12"
    assert t.refused("unit", "a") == "EA-ET.12"
    t.do("unit", "r")
    assert t.refused("hex", "0323") == "EA-ET.12"
    back = t.trial()
    back.do("back")
    assert "r" in back.offers("unit")
    where = sorted(t.offers("hex"))[0]
    t.do("hex", where)
    assert t.where("r") == where
    assert t.has("r", "attacked")
    assert t.has("r", "moved")
    assert attack_of(t).hexes[-1] == t.hex(where)


@pytest.mark.rule("EA-ET.13", "EA-9.1d")
def test_who_reinforces_a_defence_has_been_attacked():
    card = card_with(Tactic.REINFORCE_BATTLE, ALLIED)
    units = "a: German infantry at 0325; r: Allied infantry at 0328; d: Allied infantry at 0326, reduced"
    t = table(units, hands={GERMAN: [], ALLIED: [card, 19]})
    while t.step == "Roadblocks":
        t.do("decline")
    declare(t, "0326", "a")
    named(t, card, Tactic.REINFORCE_BATTLE)
    assert t.refused("unit", "a") == "EA-ET.13"
    t.do("unit", "r")
    assert t.has("r", "defended")
    assert t.unit("r") in attack_of(t).defenders


@pytest.mark.rule("EA-7.33a", "EA-ET.12")
def test_engineers_may_answer_a_german_who_comes_up_next_to_a_bridge():
    card = card_with(Tactic.REINFORCE_BATTLE, GERMAN)
    units = "a: 1.1SS.ISS at 0613; r: 27.12.ISS at 0711; d: Allied infantry at 0713, reduced"
    t = Table("D18 German combat", units, hands={GERMAN: [card, 50], ALLIED: [11, 19]}, activated=["a"])
    while t.step == "Roadblocks":
        t.do("decline")
    declare(t, "0713", "a")
    named(t, card, Tactic.REINFORCE_BATTLE)
    t.do("unit", "r")
    if t.step == "Reinforce":
        t.do("hex", "0712")
    assert t.where("r") == "0712"
    assert t.step == "Demolition"
