"""Obligations found when the rulebook was read once more beside the ledger: by chapter, each on its position."""

from __future__ import annotations

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Game
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles import find, use_data
from ardennes.titles.enemy_action_ardennes import TITLE, events
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.chits import Chits
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS, Kind
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA
from ardennes.titles.enemy_action_ardennes.rules import battle, fuel, placing, replacements, reserves, tactics
from ardennes.titles.enemy_action_ardennes.state import RESERVE
from tests.titles.enemy_action_ardennes.combats import ALLIED_ATTACK, costs, declare, proposed, struck, table, won
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table


def waiting(when: str, units: str = "", reserve: tuple[str, ...] = (), **more) -> Table:
    """A table with some units in the Reserve Units box."""
    t = Table(when, units, **more)
    for unit in reserve:
        t.g.place[t.box.units.unit(unit)] = RESERVE
    t.g._choices = t.g.memo = None
    return t


# ---- 2, 4, 5 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-2.21k")
def test_a_reduced_panzer_regiment_is_no_combined_arms():
    whole = table("a: Peiper.1SS.ISS at 0325; d: Allied infantry at 0326")
    tired = table("a: Peiper.1SS.ISS at 0325, reduced; d: Allied infantry at 0326")
    situation = battle.Situation.ONLY_ATTACKER_COMBINED_ARMS
    for t, holds in ((whole, True), (tired, False)):
        assert bool(battle.situations(t.g, proposed(t, "0326", "a")) >> situation & 1) is holds
    box = whole.box
    for unit in box.units.of[GERMAN]:
        assert all(face.kind is not Kind.COMBINED_ARMS for face in box.units.faces[unit][1:])


@pytest.mark.rule("EA-4.0v")
def test_an_empty_hand_with_cards_in_the_pile_is_an_impulse_without_a_card():
    t = Table(
        "D18 Allied command",
        "v: 9.2.V at 0606; a: 2.2P.XLVII at 1706",
        hands={GERMAN: [], ALLIED: [19]},
        piles_={GERMAN: [46, 50]},
    )
    t.play(19, "unit", "v")
    t.end(dice=[45, 49])
    assert t.hand(GERMAN) == [46, 50]
    assert [told.number for told in t.told(events.ImpulseBegan) if told.side is GERMAN] == [1, 2]
    assert (t.step, t.g.side) == ("Command", GERMAN)
    assert not [told for told in t.told(events.CardPlayed) if told.side is GERMAN]


@pytest.mark.rule("EA-4.0q")
def test_who_has_cards_goes_on_alone_until_the_day_is_over():
    t = Table(
        "D18 German command",
        "v: 9.2.V at 0606; w: 112.28.VIII at 1812; a: 2.2P.XLVII at 1706",
        hands={GERMAN: [46], ALLIED: [2, 19]},
    )
    t.play(46, "formation", "2_Pz")
    while t.g.side is GERMAN:
        t.end()
    t.play(19, "unit", "v")
    t.end()
    assert (t.g.side, t.step, t.g.day) == (ALLIED, "Command", 18)  # the German has run out and has no impulse
    t.play(2, "corps", "viii")
    assert t.g.day == 18
    assert len([told for told in t.told(events.ImpulseBegan) if told.side is GERMAN]) == 0


@pytest.mark.rule("EA-4.0i", "EA-4.0w")
def test_engineers_work_before_supply_is_judged_allies_first_and_as_often_as_they_have_cards():
    units = "a: 2.2P.XLVII at 1707; v: 9.2.V at 0606"
    t = Table(
        "D18 supply",
        units,
        hands={GERMAN: [54, 50], ALLIED: [11, 12, 19]},
        blown=["0712/0812", "0811/0812", "1707/1708"],
    )
    assert (t.step, t.g.side) == ("SupplyEngineers", ALLIED)
    t.do("card", 11)
    t.do("repair", "0712/0812")
    assert (t.step, t.g.side) == ("SupplyEngineers", ALLIED)
    assert t.offers("card") == {12}
    t.do("card", 12)
    t.do("repair", "0811/0812")
    assert not t.offers("card")
    t.do("decline")
    assert t.g.side is GERMAN
    t.do("card", 54)
    assert t.refused("blow", "0712/0812") != ""
    t.do("repair", "1707/1708")
    assert not t.g.blown


@pytest.mark.rule("EA-4.0j", "EA-4.0k", "EA-4.0x")
def test_all_are_judged_before_anybodys_supply_is_changed():
    """Three Germans deep in Allied land become isolated in the very check in which the unit they hem in is judged: they
    still controlled its way out when it was."""
    ring = "g: German armor at 0225, oos; h: German armor at 0226, oos; k: German armor at 0426, oos"
    t = Table("D21 check", f"d: Allied infantry at 0326; {ring}", dice=None)
    assert [t.state_of(name) for name in "ghk"] == [3, 3, 3]
    assert not t.zone(GERMAN)
    assert t.state_of("d") == 1


@pytest.mark.rule("EA-7.9j", "EA-4.0x")
def test_a_roadblock_is_judged_before_anybodys_supply_is_changed():
    """The roadblock in 0326 is hemmed in by Germans who become isolated in the same check."""
    ring = "g: German armor at 0225, oos; h: German armor at 0426, oos; k: German armor at 0327, oos"
    t = Table("D21 check", ring, roadblocks=["0326", "1014"], dice=None)
    assert t.g.roadblocks == 1 << t.hex("1014")


@pytest.mark.rule("EA-4.13a")
def test_allied_infantry_crawls_on_dec_16_and_others_do_not():
    t = Table("D16 Allied activate", "a: 117.30.XVIII at 0610; g: Allied airborne at 0512; m: CCA.7A.XVIII at 0610")
    assert t.why_move("a", "0512") == "EA-4.13a"
    assert t.why_move("a", "0511") == ""
    assert all(t.box.grid.distance(t.hex("0512"), t.hex(to)) == 1 for to in t.reach("g"))
    assert any(t.box.grid.distance(t.hex("0610"), t.hex(to)) > 1 for to in t.reach("m"))
    german = Table("D16 German activate", "a: German infantry at 0803")
    assert any(german.box.grid.distance(german.hex("0803"), german.hex(to)) > 1 for to in german.reach("a"))


@pytest.mark.rule("EA-4.13d")
def test_engineers_lay_roadblocks_on_dec_16_when_the_surprise_is_over():
    t = Table("D16 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46], ALLIED: [11]})
    t.play(46, "formation", "2_Pz")
    assert t.step == "Roadblocks"
    t.do("card", 11)
    assert t.step == "LayRoadblocks"
    surprised = Table(
        "D16 German command",
        "a: 2.2P.XLVII at 1706",
        hands={GERMAN: [46, 50], ALLIED: [11]},
        columns={"impulses": bytearray((0, 0))},
    )
    surprised.play(46, "formation", "2_Pz")
    assert surprised.step != "Roadblocks"


@pytest.mark.rule("EA-4.11g")
def test_idle_units_dig_in_in_a_surprise_impulse():
    t = Table(
        "D16 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46, 50]}, columns={"impulses": bytearray((0, 0))}
    )
    t.play(46, "formation", "2_Pz")
    assert t.step == "BuildPositions"
    t.do("unit", "a")
    assert t.g.improved >> t.hex("1706") & 1


@pytest.mark.rule("EA-5.1i")
def test_interdiction_takes_what_there_is_of_a_small_hand():
    t = Table("D21 interdiction", "v: 9.2.V at 0606; a: 2.2P.XLVII at 1706", hands={GERMAN: [46], ALLIED: [13, 19]})
    t.do("card", 13, dice=[45])
    assert t.pile("discards", GERMAN) == [46]
    assert (t.step, t.g.side) == ("Command", ALLIED)


@pytest.mark.rule("EA-5.21d")
def test_the_card_of_peiper_brings_one_reserve_of_his_corps():
    t = waiting("D18 German command", "a: 1.1SS.ISS at 0803", ("501.ISS", "506.ISS"), hands={GERMAN: [51]})
    assert t.uses(51, "deploy") == {"one_of_corps"}
    t.play(51, "deploy", "one_of_corps")
    unit = sorted(t.offers("unit"))[0]
    t.do("unit", unit)
    t.do("hex", sorted(t.offers("hex"))[0])
    assert not t.offers("unit")


# ---- 6 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-6.2")
def test_a_division_card_activates_one_division_whole_and_no_other():
    units = "a: 357.90.III at 2010; b: CCA.6A.III at 2010; c: 134.35.III at 2011; d: 358.90.III at 2012"
    t = Table("D27 Allied command", units, hands={ALLIED: [28, 19]})
    found = t.uses(28, "formation")
    assert len(found) == 3
    t.play(28, "formation", "90_Inf")
    assert {t.name(unit) for unit in cells(t.g.active)} == {"a", "d"}


@pytest.mark.rule("EA-6.5j")
def test_an_impulse_with_an_event_lifts_the_bar():
    t = Table("D18 Allied command", "v: 9.2.V at 0606", hands={GERMAN: [50, 53], ALLIED: [11, 1, 19]})
    t.g.barred[ALLIED] = 1 << CORPS.index("V")
    assert "v" not in t.trial().uses(1, "corps")
    t.play(11, "event", "engineers")
    t.do(*next((verb, targets[0]) for verb, targets in t.g.choices().items()))
    assert not t.g.barred[ALLIED]


@pytest.mark.rule("EA-6.5k")
def test_raise_the_alarm_activates_nobody():
    t = Table("D16 Allied command", "a: 112.28.VIII at 2113", hands={GERMAN: [50, 53], ALLIED: [2, 19]})
    t.play(2, "event", "raise_the_alarm")
    t.do("unit", "a")
    t.do("hex", sorted(t.offers("hex"))[0])
    if t.step == "RaiseTheAlarm":
        t.end()
    assert not t.g.barred[ALLIED]


@pytest.mark.rule("EA-6.5l")
def test_units_taken_along_bar_their_own_corps():
    units = "a: 119.30.XVIII at 0610; b: 9.2.V at 0610"
    t = Table("D18 Allied command", units, hands={ALLIED: [4, 19], GERMAN: [50, 53]})
    t.play(4, "corps", "xviii")
    t.end()
    while t.g.side is ALLIED:
        t.end()
    assert t.g.barred[ALLIED] == 1 << CORPS.index("XVIII") | 1 << CORPS.index("V")
    barred = Table("D18 Allied command", units, hands={ALLIED: [4, 19]})
    barred.g.barred[ALLIED] = 1 << CORPS.index("V")
    barred.play(4, "corps", "xviii")
    assert not barred.has("b", "active")


@pytest.mark.rule("EA-6.3e")
def test_before_dec_19_a_german_who_is_cut_off_may_be_activated_alone():
    units = "a: 2.2P.XLVII at 0326; " + "; ".join(f"Allied infantry at {c}" for c in ("0325", "0226", "0426"))
    for day, able in ((17, True), (18, True), (20, False)):
        t = Table(f"D{day} German command", units, hands={GERMAN: [46]})
        assert (t.why_play(46, "unit", "a") == "") is able


# ---- 7 -----------------------------------------------------------------------------------------------------------


STACKS = "a: 2.2P.XLVII at 1208; b: 304.2P.XLVII at 1208; c: 3.2P.XLVII at 1208"
OTHERS = "x: 60.116P.LVIII at 1209; y: 156.116P.LVIII at 1209; z: 16.116P.LVIII at 1209"


@pytest.mark.rule("EA-7.4e", "EA-7.4b")
def test_two_full_stacks_change_places():
    t = Table("D21 German activate", f"{STACKS}; {OTHERS}")
    assert t.why_move("a", "1209") == ""
    t.move("a", "1209")
    steps = [t.g.steps_left(t.unit(name)) for name in "abcxyz"]
    t.move("x", "1208")
    t.end()
    assert t.step != "Overstack"
    assert [t.g.steps_left(t.unit(name)) for name in "abcxyz"] == steps
    assert (t.where("a"), t.where("x")) == ("1209", "1208")


@pytest.mark.rule("EA-7.4e", "EA-7.4c")
def test_a_hex_left_overfull_costs_steps_when_movement_is_over():
    t = Table("D21 German activate", f"{STACKS}; {OTHERS}")
    t.move("a", "1209")
    t.end()
    assert t.step == "Overstack"


@pytest.mark.rule("EA-7.4e", "EA-7.4a")
def test_nobody_ends_in_a_full_hex_that_no_move_could_clear():
    units = f"{STACKS}; {OTHERS}"
    idle = Table("D21 German activate", units, activated=["a", "b", "c"])
    assert idle.why_move("a", "1209") == "EA-7.4a"
    moved = Table("D21 German activate", units, activated=["a", "b", "c"])
    for name in "xyz":
        moved.g.active |= 1 << moved.unit(name)
        moved.g.moved |= 1 << moved.unit(name)
    assert moved.why_move("a", "1209") == "EA-7.4a"


@pytest.mark.rule("EA-7.61e", "EA-7.61c")
def test_a_retreat_stays_inside_the_area_at_a_worse_priority():
    units = "a: Allied infantry at 0913; d: 1.1SS.ISS at 1013"
    inside = costs(table(units, "D18 Allied combat"), "d", 1)
    assert set(inside.values()) == {1}
    assert costs(table(units, ALLIED_ATTACK), "d", 1) == {("1113",): 0}


@pytest.mark.rule("EA-7.72b")
def test_only_in_dinant_is_the_29th_armoured_free():
    t = Table("D23 Allied activate", "b: 29A.XXX at 1127")
    assert t.why_move("b", "1126") == "EA-7.72a"
    free = Table("D23 Allied activate", "b: 29A.XXX at 1127; c: 43.XXX at 1127", columns={"dinant": True})
    assert free.why_move("b", "1126") == ""
    assert free.why_move("c", "1126") == "EA-7.72a"
    placed = waiting("D23 Allied command", "", ("29A.XXX",), hands={ALLIED: [10, 19]})
    placed.play(10, "deploy", "corps")
    placed.do("unit", "29A.XXX")
    placed.do("hex", "0526")
    assert not placed.g.dinant


@pytest.mark.rule("EA-7.9m")
def test_no_roadblock_in_a_hex_with_units():
    units = "a: 2.2P.XLVII at 1706; d: Allied infantry at 1711"
    t = Table("D18 German command", units, hands={GERMAN: [46], ALLIED: [11]})
    t.play(46, "formation", "2_Pz")
    t.do("card", 11)
    assert t.refused("hex", "1711") == "EA-7.9m"
    empty = Table("D18 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46], ALLIED: [11]})
    empty.play(46, "formation", "2_Pz")
    empty.do("card", 11)
    assert empty.refused("hex", "1711") == ""


@pytest.mark.rule("EA-7.9o")
def test_one_engineers_card_answers_an_activation():
    t = Table("D18 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46], ALLIED: [11, 12]})
    t.play(46, "formation", "2_Pz")
    assert t.offers("card") == {11, 12}
    t.do("card", 11)
    t.do("hex", "1711")
    t.do("hex", "1714")
    assert t.step == "Movement"


# ---- 9 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.22a", "EA-ET.19")
def test_a_wild_card_keeps_the_dates_of_the_tactic():
    def named(day: int) -> list[Tactic]:
        t = table(
            "a: Allied infantry at 0325; d: German infantry at 0326",
            f"D{day} Allied combat",
            hands={GERMAN: [], ALLIED: [4, 19]},
        )
        declare(t, "0326", "a")
        return tactics.of_card(t.g, 3, ALLIED, True)

    assert Tactic.AIRPOWER not in named(18)
    assert Tactic.AIRPOWER in named(21)
    assert Tactic.ARTILLERY not in named(16)
    assert Tactic.ARTILLERY in named(17)
    assert Tactic.CORPS_ARTILLERY in named(16)


@pytest.mark.rule("EA-ET.19")
def test_a_wild_card_keeps_the_dates_of_the_event():
    for day, airpower in ((20, False), (21, True)):
        t = Table(f"D{day} Allied command", "v: 9.2.V at 0606, low", hands={ALLIED: [4, 19]})
        assert ("airpower" in t.uses(4, "event")) is airpower
    for day, alarm in ((16, True), (18, False)):
        t = Table(f"D{day} Allied command", "v: 9.2.V at 1015", hands={ALLIED: [4, 19]})
        assert ("raise_the_alarm" in t.uses(4, "event")) is alarm


@pytest.mark.rule("EA-9.3d")
def test_bracketed_attackers_draw_no_chit_and_whole_ones_do():
    ours = "a: 272.LXVII at 0325, second; b: German infantry at 0325; c: German infantry at 0225"
    units = f"{ours}; d: Allied infantry at 0326, reduced"
    t = table(units)
    assert t.g.face(t.unit("a")).bracketed
    for names, most in (("b", 1), ("bc", 2), ("abc", 2)):
        attack = proposed(t, "0326", *names)
        large = sum(t.g.steps_left(t.unit(name)) >= 3 for name in names)
        assert battle.maximum(t.g, attack) - large == most


@pytest.mark.rule("EA-9.4c")
def test_bracketed_strength_counts_in_ratios():
    units = "a: 272.LXVII at 0325, second; b: German infantry at 0325; d: Allied infantry at 0326"
    t = table(units)
    both, alone = (battle.strengths(t.g, proposed(t, "0326", *names)) for names in ("ab", "b"))
    assert both[0] - alone[0] == t.g.face(t.unit("a")).strength > 0
    ratios = t.box.chits.ratios
    found = t.box.chits.ratio_situations(5, 3)
    names = {ratio.text for n, ratio in enumerate(ratios) if found >> len(battle.Situation) + n & 1}
    assert "Ratio <2:1" in names
    assert "Ratio >1:1" in names
    assert "Ratio <1.5:1" not in names


@pytest.mark.rule("EA-9.61c")
def test_the_penalty_step_is_a_free_choice():
    ring = "a: German armor at 0325; b: German armor at 0226; c: German armor at 0426"
    t = struck(table(f"{ring}; d: Allied infantry at 0326; e: Allied infantry at 0326"), "0326", "abc", 2)
    t.do("retreat", 1)
    t.do("unit", "d")  # the step of the combat
    if t.step == "RetreatTo":
        t.do("hex", "0327")
    assert t.step == "RetreatLoss"
    assert t.offers("unit") == {"d", "e"}


@pytest.mark.rule("EA-9.8g")
def test_who_dies_of_the_penalty_step_is_eliminated_and_two_hexes_are_open():
    ring = "a: German armor at 0325; b: German armor at 0226; c: German armor at 0426"
    t = struck(table(f"{ring}; d: Allied infantry at 0326, reduced"), "0326", "abc", 1)
    t.do("retreat", 1)
    if t.step == "RetreatTo":
        t.do("hex", sorted(t.offers("hex"))[0])
    assert t.where("d") == "eliminated"
    t.do("unit", "a")
    assert t.step == "AdvanceOn"


WOODS = "a: German armor at 1012; d: Allied infantry at 0913"


@pytest.mark.rule("EA-9.81c")
def test_a_second_hex_of_advance_leads_into_forest_by_road_only():
    """From 0913 a road leads into the forest of 0812 and none into 0914 and 1013."""
    t = won(table(WOODS), "0913", "a", gone="d")
    t.do("unit", "a")
    assert t.refused("hex", "0812") == ""
    assert t.refused("hex", "0914") == "EA-9.81c"
    assert t.refused("hex", "1013") == "EA-9.81c"


@pytest.mark.rule("EA-9.82c")
def test_a_river_without_bridge_is_crossed_where_one_attacked_or_along_the_retreat():
    """The unit of 0424 went over the river to 0524: whoever follows may cross, and stops; off the path nobody does."""
    units = "a: German armor at 0325; d: Allied infantry at 0623"
    follow = won(table(units), "0424", "a", path=("0524", "0623"))
    follow.do("unit", "a")
    assert follow.refused("hex", "0524") == ""
    off = won(table(units), "0424", "a", path=("0525", "0623"))
    off.do("unit", "a")
    assert off.refused("hex", "0524") == "EA-9.81c"
    across = won(table("a: German armor at 0524; d: Allied infantry at 0424"), "0424", "a", gone="d")
    across.do("unit", "a")
    assert across.where("a") == "0424"


# ---- 10 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-10.41d")
def test_units_that_come_later_have_fuel():
    units = "b: 12.12SS.ISS at 0603; c: 25.12SS.ISS at 0703, dispersed"
    t = waiting("D23 fuel", units, ("26.12SS.ISS",), hands={GERMAN: [50, 53], ALLIED: [19]})
    t.do("dry")
    assert [t.has(unit, "unfuelled") for unit in ("b", "c", "26.12SS.ISS")] == [True, True, False]
    dry = "b: 12.12SS.ISS at 0303, unfuelled; c: 25.12SS.ISS at 0403, unfuelled, dispersed"
    marked = Table("D23 German activate", dry)
    marked.end()
    assert "b" in marked.offers("unit")  # it may dig in
    marked.end()
    assert not marked.has("c", "dispersed")


@pytest.fixture
def pack(tmp_path):
    """A folder for a player's own data; ours is back in use afterwards."""
    (tmp_path / "enemy_action_ardennes").mkdir()
    yield tmp_path
    use_data(None)


@pytest.mark.rule("EA-10.4f")
def test_of_two_formations_of_a_card_the_one_averted_runs_on(pack):
    """A pack in which both divisions of card 50 lack fuel on Dec 22: captured fuel saves one, the other runs dry."""
    text = (DATA / "cards.csv").read_text(encoding="utf-8").replace("12 SS Pz: 23 29", "12 SS Pz: 22 23 29")
    (pack / "enemy_action_ardennes" / "cards.csv").write_text(text, encoding="utf-8")
    use_data(pack)
    units, hands = "a: 1.1SS.ISS at 0803; b: 12.12SS.ISS at 0603", {GERMAN: [50, 53], ALLIED: [19]}
    t = Table("D22 fuel", units, hands=hands, columns={"fuel": 1}, title=find("enemy_action_ardennes"))
    t.do("depot")
    assert t.step == "Shortage"  # the other division
    t.do("dry")
    assert [t.has(unit, "unfuelled") for unit in "ab"] == [False, True]
    assert t.pile("discards", GERMAN) == [50]


# ---- 11 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-11.1m")
def test_where_the_hexes_near_the_division_are_full_those_near_the_corps_are_open():
    """The one division-mate stands where every hex within three that would do is full."""
    near = "v: 9.2.V at 0606; w: 16.1.V at 0510"
    t = waiting("D16 Allied command", near, ("26.1.V",), hands={ALLIED: [1, 19]})
    division = placing.hexes(t.g, t.unit("26.1.V"))
    assert all(t.box.grid.distance(cell, t.hex("0510")) <= 3 for cell in cells(division))
    others = [u for u in t.box.units.of[ALLIED] if t.box.units.corps[u] not in (CORPS.index("V"),)]
    for cell in cells(division):
        for _ in range(3 - len(t.g.units_at(cell))):
            t.g.put(others.pop(), cell)
    t.g._choices = t.g.memo = None
    found = placing.hexes(t.g, t.unit("26.1.V"))
    assert found
    assert any(t.box.grid.distance(cell, t.hex("0510")) > 3 for cell in cells(found))


AIRBORNE = ("504.82.XVIII", "505.82.XVIII", "508.82.XVIII", "325.82.XVIII")


@pytest.mark.rule("EA-11.2a", "EA-11.2f")
def test_three_units_of_an_airborne_division_share_a_hex():
    """The fourth is on the map, or held back: those that come together share one hex as they fit into it."""
    units = "v: 117.30.XVIII at 1014; 325.82.XVIII at 1014"
    t = waiting("D18 Allied command", units, AIRBORNE[:3], hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    t.do("unit", AIRBORNE[0])
    t.do("hex", "1015")
    t.do("unit", AIRBORNE[1])
    t.do("hex", "1015")
    t.do("unit", AIRBORNE[2])
    assert t.offers("hex") == {"1015"}
    assert t.refused("hex", "1014") == "EA-11.2a"


@pytest.mark.rule("EA-11.2f", "EA-11.2a")
def test_a_division_begun_in_two_hexes_is_placed_whole():
    t = waiting("D18 Allied command", "v: 117.30.XVIII at 1014", AIRBORNE, hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    for unit, cell in zip(AIRBORNE, ("1015", "1015", "1014"), strict=False):
        t.do("unit", unit)
        assert t.refused("hex", cell) == ""
        t.do("hex", cell)
    assert t.refused("done") == "EA-11.2f"
    t.do("unit", AIRBORNE[3])
    assert t.offers("hex") == {"1014", "1015"}


@pytest.mark.rule("EA-11.2c")
def test_reserves_fill_a_stack_up_to_six_steps_and_no_further():
    reserve = ("CCA.3A.VII",)
    full = "v: 333.84.VII at 1119; w: 334.84.VII at 1119; x: 335.84.VII at 1119, reduced"
    light = "v: 333.84.VII at 1119; w: 334.84.VII at 1119, reduced"
    for units, rule in ((full, "EA-11.2c"), (light, "")):
        t = waiting("D21 Allied command", units, reserve, hands={ALLIED: [8, 19]})
        t.play(8, "deploy", "corps")
        t.do("unit", "CCA.3A.VII")
        assert t.refused("hex", "1119") == rule


@pytest.mark.rule("EA-11.3c")
def test_delayed_units_of_a_division_share_a_hex_and_okw_units_never_come_late():
    t = waiting("D19 Allied command", "v: 9.2.V at 0606", ("26.1.V", "16.1.V", "18.1.V"))
    reserves.delayed(ALLIED)(t.g)
    t.do("unit", "26.1.V")
    first = sorted(t.offers("hex"))[0]
    t.do("hex", first)
    if "16.1.V" in t.offers("unit"):
        t.do("unit", "16.1.V")
        assert t.offers("hex") == {first}
    okw = waiting("D27 German command", "a: 2.2P.XLVII at 1605", ("10.10SS.OKW",))
    reserves.delayed(GERMAN)(okw.g)
    assert okw.step == "Command"


@pytest.mark.rule("EA-11.51c")
def test_xxx_corps_comes_near_its_division_else_its_corps():
    reserve = ("5.GA.XXX", "43.XXX")
    units = "x: 32.GA.XXX at 0526; y: 51.XXX at 1229"
    t = waiting("D23 Allied command", units, reserve, hands={ALLIED: [10, 19]})
    distance = t.box.grid.distance
    own = placing.hexes(t.g, t.unit("5.GA.XXX"))
    assert own
    assert all(distance(cell, t.hex("0526")) <= 3 for cell in cells(own))
    any_ = placing.hexes(t.g, t.unit("43.XXX"))
    assert all(min(distance(cell, t.hex(h)) for h in ("0526", "1229")) <= 3 for cell in cells(any_))
    assert any(distance(cell, t.hex("1229")) <= 3 for cell in cells(any_))


@pytest.mark.rule("EA-11.51e")
def test_with_no_british_on_the_map_xxx_corps_comes_near_first_army():
    t = waiting(
        "D22 Allied command",
        "v: 9.2.V at 0606; g: 2.2P.XLVII at 1226",
        ("43.XXX",),
        hands={ALLIED: [10, 19]},
        columns={"over_meuse": True},
    )
    found = placing.hexes(t.g, t.unit("43.XXX"))
    assert found
    assert all(t.box.grid.distance(cell, t.hex("0606")) <= 3 for cell in cells(found))
    third = waiting(
        "D22 Allied command",
        "v: 110.28.VIII at 2015",
        ("43.XXX",),
        hands={ALLIED: [10, 19]},
        columns={"over_meuse": True},
    )
    assert not placing.hexes(third.g, third.unit("43.XXX"))  # Third Army is not its army


# ---- 12, 13 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-12.2c")
def test_a_bridge_built_in_play_changes_hands_when_it_is_crossed():
    t = table("a: German infantry at 0524; d: Allied infantry at 0424", built=["0524/0424"])
    river = t.river("0524/0424")
    assert not t.g.german_built >> river & 1  # a unit of its owner stands at the far end
    won(t, "0424", "a", gone="d")
    t.do("unit", "a")
    assert t.g.german_built >> river & 1
    assert [told.side for told in t.told(events.BridgeTaken)] == [GERMAN]


@pytest.mark.rule("EA-12.2e", "EA-12.2c")
def test_a_retreat_over_a_bridge_takes_it():
    """From 0811, with 0810 and 0912 under control, the way back is the Allied bridge to 0812."""
    units = "a: Allied combined_arms at 0911; d: German infantry at 0811, reduced"
    t = table(units, "D21 Allied combat", german=["0812"], blown=[])
    river = t.river("0811/0812")
    assert not t.g.german_bridges >> t.box.ground.bridge_of_side[river] & 1
    struck(t, "0811", "a", 1)
    t.do("retreat", 1)
    if t.step == "RetreatTo":
        t.do("hex", "0812")
    assert t.where("d") == "0812"
    assert t.g.german_bridges >> t.box.ground.bridge_of_side[river] & 1


@pytest.mark.rule("EA-12.21c")
def test_a_blown_allied_bridge_repaired_by_germans_is_german():
    t = Table(
        "D18 German command",
        "a: 2.2P.XLVII at 0811",
        hands={GERMAN: [54, 46], ALLIED: [19]},
        blown=["0811/0812"],
        german=["0812"],
    )
    bridge = t.box.ground.bridge_of_side[t.river("0811/0812")]
    assert not t.g.german_bridges >> bridge & 1
    t.play(54, "event", "bridge_engineers")
    if t.refused("repair", "0811/0812") == "":
        t.do("repair", "0811/0812")
        assert t.g.german_bridges >> bridge & 1


@pytest.mark.rule("EA-13.13a")
def test_one_unit_does_not_take_both_points():
    """Two points, two reduced units, one of them two steps down."""
    units = "a: 272.LXVII at 0205, second; b: 326.LXVII at 0305, reduced"
    t = Table("D20 German command", units, hands={GERMAN: [39, 53]})
    t.g.push(replacements.Replacements(GERMAN, CORPS.index("LXVII"), 2))
    t.g._choices = t.g.memo = None
    assert t.offers("unit") == {"a", "b"}
    t.do("unit", "a")
    assert t.g.lost[t.unit("a")] == 1
    assert t.offers("unit") == {"b"}
    assert t.refused("unit", "a") == "EA-13.13a"


@pytest.mark.rule("EA-13.13c", "EA-7.4a")
def test_no_step_is_replaced_into_a_full_hex():
    full = "a: Peiper.1SS.ISS at 0603, reduced; b: 1.1SS.ISS at 0603; c: 2.1SS.ISS at 0603"
    t = Table("D20 German command", f"{full}; e: 12.12SS.ISS at 0503, reduced", hands={GERMAN: [39, 53]})
    assert sum(t.g.steps_left(t.unit(name)) for name in "abc") == 6
    corps = CORPS.index("I SS")
    assert [t.name(unit) for unit in replacements.eligible(t.g, corps)] == ["e"]
    t.play(39, "replace")
    assert t.refused("unit", "a") == "EA-13.13c"
    roomy = Table("D20 German command", full.replace("; c: 2.1SS.ISS at 0603", ""), hands={GERMAN: [39, 53]})
    assert "a" in [roomy.name(unit) for unit in replacements.eligible(roomy.g, corps)]


# ---- 15, ET ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-15.3d")
def test_the_okw_reserve_takes_no_part_in_the_short_scenarios():
    for scenario, there in (
        ("initial_assault", False),
        ("allies_surprised", False),
        ("german_breakout", False),
        ("battle_of_the_bulge", True),
    ):
        g = Game.of(TITLE, scenario).start(1)
        assert any(g.place[unit] == reserves.OKW_BOX for unit in cells(g.box.okw)) is there
        assert any(not g.box.cards[card].entry for card in g.box.cards_of[GERMAN]) is there


@pytest.mark.rule("EA-15.4a")
def test_the_campaign_lasts_from_dec_16_to_dec_29():
    g = Game.of(TITLE, "battle_of_the_bulge").start(1)
    assert (g.day, g.box.first_day, g.box.last_day) == (16, 16, 29)
    assert not [unit for unit in range(len(g.box.units)) if g.place[unit] == reserves.OUT]
    last = Table("D29 end", "a: 2.2P.XLVII at 1606")
    assert last.g.outcome() is not None
    earlier = Table("D28 end", "a: 2.2P.XLVII at 1606", columns={"exit_points": 37}, dice=None)
    assert earlier.g.day == 29


@pytest.mark.rule("EA-15.5ad")
def test_the_first_hand_of_crisis_is_not_looked_through_for_fuel():
    g = Game.of(TITLE, "crisis_at_the_meuse").start(3)
    assert g.day == 22
    assert not g.unfuelled
    assert not g.fuel_checked()
    lacking = next(card for card in g.box.cards_of[GERMAN] if g.lacks_fuel(card) >= 0)
    held = Table("D22 German command", "a: 1.1SS.ISS at 0803", hands={GERMAN: [lacking + 1, 53]})
    assert fuel.shortage(held.g) is not None  # it would be found, were it looked for


@pytest.mark.rule("EA-15.5ae")
def test_the_regiment_printed_2_12_is_the_27th():
    g = Game.of(TITLE, "crisis_at_the_meuse").start(1)
    unit = g.box.units.unit("27.12.ISS")
    assert g.box.grid.number(g.place[unit]) == "0705"
    assert g.lost[unit] == 1


@pytest.mark.rule("EA-ET.11")
def test_allies_alert_calls_both_divisions_at_once_and_only_from_dec_17():
    t = Table("D16 Allied command", "v: 9.2.V at 0606", hands={ALLIED: [1, 19]}, waiting=True)
    seventh = t.box.units.formations[t.box.units.formation_of("7 Arm")].members
    tenth = t.box.units.formations[t.box.units.formation_of("10 Arm")].members
    other = next(unit for unit in t.box.units.of[ALLIED] if t.g.place[unit] == reserves.OFF_MAP + 18)
    t.play(1, "event", "allies_alert")
    assert all(t.g.place[unit] == RESERVE for unit in (*seventh, *tenth))
    assert t.g.place[other] == reserves.OFF_MAP + 18
    late = Table("D17 Allied command", "v: 9.2.V at 0606", hands={ALLIED: [1, 19]}, waiting=True)
    assert "allies_alert" not in late.uses(1, "event")


# ---- 2.22 the chits ------------------------------------------------------------------------------------------------


def chits_with(tmp_path, second: str) -> Chits:
    """The cup read with another second chit."""
    lines = (DATA / "chits.csv").read_text(encoding="utf-8").splitlines()
    lines[2] = second
    (tmp_path / "chits.csv").write_text("\n".join(lines), encoding="utf-8")
    return Chits(DataFolder(DATA, tmp_path))


@pytest.mark.rule("EA-9.4b", "EA-2.22d")
def test_a_pair_of_odds_that_both_count_needs_a_priority(tmp_path):
    for silent in ("2,Ratio >1:1,,1,,,Ratio <2:1,1,,,,,,nobody", "2,Ratio >1:1,,1,,,Town; Ratio <1.5:1,1,,,,,,nobody"):
        with pytest.raises(DataError, match="row 3: both sides count between the same odds"):
            chits_with(tmp_path, silent)
    for fine in ("2,Ratio >1:1,,1,,,Ratio <2:1,1,,,,back,,nobody", "2,Ratio >=2:1,,1,,,Ratio <2:1,1,,,,,,nobody"):
        assert len(chits_with(tmp_path, fine).all) == 60
