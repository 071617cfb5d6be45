"""5.0 Cards and every line on them, 6.0 activations, events."""

import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS
from ardennes.titles.enemy_action_ardennes.rules import activations, bridges, deck, placing, sequence, supply

from .table import ALLIED, GERMAN, Table


def active(t):
    return {t.name(unit) for unit in range(len(t.box.units)) if t.g.active >> unit & 1}


def finish(t):
    """End everything the pending side may still do in its impulse."""
    side = t.g.stack[-1].side
    while t.g.stack[-1].side is side and t.step not in ("Command", "PlayCard"):
        t.do("done" if "done" in t.g.choices() else "decline")


PANZERS = "a: 2.2P.XLVII at 1706; b: 130.Lehr.XLVII at 1805; c: 39.26.XLVII at 1806; d: 18.LXVI at 1004"


@pytest.mark.rule("EA-5.2a", "EA-5.21a", "EA-6.3a")
def test_a_division_card_activates_one_of_its_formations():
    t = Table("D21 German command", PANZERS, hands={GERMAN: [46, 53]})
    assert t.uses(46, "formation") == {"2_Pz", "Pz_Lehr"}
    assert t.why_play(46, "formation", "18_VG") == "EA-5.2a"
    t.play(46, "formation", "2_Pz")
    assert active(t) == {"a"}
    peiper = Table("D21 German command", "p: Peiper.1SS.ISS at 0803; q: 1.1SS.ISS at 0903", hands={GERMAN: [51]})
    peiper.play(51, "formation", "KG_Peiper")
    assert active(peiper) == {"p"}


@pytest.mark.rule("EA-5.4a", "EA-5.4b", "EA-6.1a")
def test_corps_and_army_cards():
    t = Table("D21 Allied command", "v: 9.2.V at 0606; w: 112.28.VIII at 0606", hands={ALLIED: [1, 4]})
    assert t.why_play(4, "corps", "viii") == "EA-5.4a"
    assert t.why_play(4, "unit", "v") == "EA-5.4b"
    t.play(1, "corps", "v")
    assert active(t) == {"v"}


@pytest.mark.rule("EA-5.5a", "EA-6.1b", "EA-6.1c")
def test_an_allied_army_card_activates_stacked_units_too():
    units = "x: 117.30.XVIII at 0606; y: 394.99.V at 0606; z: 119.30.XVIII at 0709; q: 16.1.V at 0709; o: 9.2.V at 0512"
    t = Table("D21 Allied command", units, hands={ALLIED: [4, 7]})
    by_corps = t.trial()
    by_corps.play(7, "corps", "xviii")
    assert active(by_corps) == {"x", "z"}
    t.play(4, "corps", "xviii")
    assert active(t) == {"x", "y", "z", "q"}
    group = Table("D21 Allied command", "x: 12.4.XII at 2505; y: 394.99.V at 2505", hands={ALLIED: [6]})
    group.play(6, "corps", "xii")
    assert active(group) == {"x", "y"}
    assert any(step.bonus for step in group.g.stack if isinstance(step, activations.Activation))


@pytest.mark.rule("EA-6.1b", "EA-6.5b")
def test_passengers_of_a_barred_corps_stay_inactive():
    units, bar = "x: 117.30.XVIII at 0606; y: 394.99.V at 0606", 1 << CORPS.index("V")
    t = Table("D21 Allied command", units, hands={ALLIED: [4, 19]}, columns={"barred": [0, bar]})
    t.play(4, "corps", "xviii")
    assert active(t) == {"x"}


@pytest.mark.rule("EA-5.6")
def test_no_command_cards_activate_nobody():
    t = Table("D18 Allied command", "v: 9.2.V at 0606", hands={ALLIED: [11]})
    assert t.why_play(11, "corps", "v") == "EA-5.6"
    assert t.uses(11, "event") == {"engineers"}


@pytest.mark.rule("EA-5.7a")
def test_played_cards_lie_in_the_discards_and_go_back_by_kind():
    t = Table("D21 German command", PANZERS, hands={GERMAN: [46, 53]})
    t.play(46, "formation", "2_Pz")
    assert t.pile("discards", GERMAN) == [46]
    deck.bring_back(t.g)
    assert t.pile("available", GERMAN) == [46]


@pytest.mark.rule("EA-5.7b")
def test_the_lines_of_the_first_army_card():
    units = "v: 9.2.V at 0606; r: 26.1.V at 0607"
    t = Table("D18 Allied command", units, hands={ALLIED: [4, 19]})
    card = t.box.card(4)
    t.g.put(t.unit("r"), 0xFFF0)
    assert set(card.deploys) == {"army"}
    assert [line.event for line in card.reactions] == [Event.ENGINEERS_REACTION]
    assert card.wild
    other = t.trial()
    other.do("card", 4)
    assert set(other.g.choices()) == {"corps", "deploy", "event", "back"}


@pytest.mark.rule("EA-2.3b", "EA-ET.20")
def test_lines_of_the_solo_games_are_never_offered():
    t = Table("D18 Allied command", "v: 9.2.V at 0606", hands={ALLIED: [1, 19, 20]})
    assert t.uses(1, "event") == set()
    assert t.uses(19, "event") == set()
    assert t.uses(20, "event") == set()


# ---- 6.3 - 6.5 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-6.3a", "EA-6.3c")
def test_one_unit_a_day_which_may_not_attack():
    t = Table("D21 German command", "a: 2.2P.XLVII at 1606; e: 110.28.VIII at 1608", hands={GERMAN: [46, 53]})
    t.play(53, "unit", "a")
    t.move("a", "1607")
    t.end()
    assert t.step == "Command"
    assert t.g.stack[-1].side is ALLIED
    again = Table("D21 German command", PANZERS, hands={GERMAN: [46]}, columns={"lone": 1})
    assert again.why_play(46, "unit", "d") == "EA-6.3a"


@pytest.mark.rule("EA-6.3b")
def test_the_lone_unit_must_trace_supply_now():
    units = "a: 9.2.V at 0510; g: 304.2P.XLVII at 0410; h: 3.2P.XLVII at 0511; i: 2.2P.XLVII at 0509"
    t = Table("D21 Allied command", units + "; b: 23.2.V at 0318", hands={ALLIED: [19]})
    assert t.traces("b")
    assert not t.traces("a")
    assert t.why_play(19, "unit", "b") == ""
    assert t.why_play(19, "unit", "a") == "EA-6.3b"


@pytest.mark.rule("EA-6.3d")
def test_a_lone_unit_recovers():
    t = Table("D21 German command", "a: 2.2P.XLVII at 1606, dispersed", hands={GERMAN: [53]})
    t.play(53, "unit", "a")
    finish(t)
    assert not t.has("a", "dispersed")


KG = (
    "a: 1.1SS.ISS at 0804; b: 12.12SS.ISS at 0603; c: 18.LXVI at 0905; f: 25.12SS.ISS at 0502; "
    "l: 277.LXVII at 0604; s: 2.2SS.IISS at 0805"
)


@pytest.mark.rule("EA-6.4a", "EA-6.4b")
def test_a_kampfgruppe_of_an_army():
    t = Table("D21 German command", KG + "; d: 9.2.V at 0705", hands={GERMAN: [36]})
    t.play(36, "hex", "0705")
    assert active(t) == {"a", "b", "l", "s"}
    assert t.g.kampfgruppe == t.hex("0705")
    finish(t)
    assert t.g.kampfgruppe == -1


@pytest.mark.rule("EA-6.4c", "EA-6.4d")
def test_a_kampfgruppe_of_army_group_b():
    t = Table("D21 German command", KG, hands={GERMAN: [35]})
    t.play(35, "hex", "0804")
    assert {"a", "c", "s"} <= active(t)
    assert "f" not in active(t)


@pytest.mark.rule("EA-6.5a", "EA-6.5b", "EA-6.5i")
def test_a_corps_activated_last_impulse_is_barred():
    t = Table("D25 German command", PANZERS + "; e: FuhBg.XLVII at 1604", hands={GERMAN: [46, 63, 37], ALLIED: [19]})
    t.play(63, "formation", "Führer_Begleit_Bde")
    finish(t)
    assert t.g.barred[GERMAN].bit_count() == 1
    barred = Table("D25 German command", PANZERS, hands={GERMAN: [46, 37]}, columns={"barred": [t.g.barred[GERMAN], 0]})
    assert barred.refused("card", 46) == ""  # another unit may be activated alone
    assert barred.why_play(46, "formation", "2_Pz") == "EA-6.5b"
    assert barred.why_play(37, "corps", "xlvii") == "EA-6.5b"
    assert barred.why_play(46, "unit", "a") == "EA-6.5b"
    assert barred.why_play(37, "corps", "lxvi") == ""


@pytest.mark.rule("EA-6.5c", "EA-6.5g")
def test_barred_units_stay_inactive_in_a_kampfgruppe():
    t = Table("D21 German command", KG, hands={GERMAN: [36, 37]}, columns={"barred": [1, 0]})
    t.play(36, "hex", "0805")
    assert "s" in active(t)
    assert "a" not in active(t)
    both = Table("D21 German command", KG, hands={GERMAN: [36, 37]}, columns={"barred": [3, 0]})
    assert both.uses(36, "corps") == {"lxvii"}
    assert "lxvi" in both.uses(37, "corps")


@pytest.mark.rule("EA-6.5d")
def test_deploying_neither_bars_nor_is_barred():
    units = "v: 9.2.V at 0606; r: 26.1.V at 0607"
    t = Table("D18 Allied command", units, hands={ALLIED: [1, 19], GERMAN: [53, 54]}, columns={"barred": [0, 1 << 10]})
    t.g.put(t.unit("r"), 0xFFF0)
    t.play(1, "deploy", "corps")
    t.end()
    assert t.g.barred[ALLIED] == 0


@pytest.mark.rule("EA-6.5f")
def test_the_bar_ends_with_the_day():
    t = Table("D21 German command", PANZERS, columns={"barred": [3, 3]})
    sequence._clean_up(t.g)
    assert t.g.barred == [0, 0]


@pytest.mark.rule("EA-6.5h")
def test_after_the_corps_no_division_nor_unit_of_it():
    units = "x: 117.30.XVIII at 0606; y: 504.82.XVIII at 0709; v: 9.2.V at 0512"
    t = Table("D21 Allied command", units, hands={ALLIED: [7, 24, 25, 19]})
    t.play(7, "corps", "xviii")
    finish(t)
    bar = t.g.barred[ALLIED]
    t = Table("D21 Allied command", units, hands={ALLIED: [7, 24, 25, 19]}, columns={"barred": [0, bar]})
    assert t.why_play(7, "corps", "xviii") == "EA-6.5b"
    assert t.why_play(24, "formation", "30_Inf") == "EA-6.5b"
    assert t.why_play(25, "formation", "82_Abn") == "EA-6.5b"
    assert t.why_play(19, "unit", "x") == "EA-6.5b"
    assert t.why_play(19, "unit", "v") == ""


# ---- events ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-5.2d", "EA-5.2e", "EA-ET.18", "EA-ET.19")
def test_events_have_their_day_and_special_ones_come_once():
    t = Table("D23 German command", PANZERS, hands={GERMAN: [37, 57]})
    assert "ground_freeze" not in t.uses(37, "event")
    holder = next(
        card.number for card in t.box.cards if any(line.event is Event.GROUND_FREEZE for line in card.special)
    )
    units = "a: 2.2P.XLVII at 1706; b: 62.LXVI at 1306; c: 352.LXXXV at 2006; e: 1.1SS.ISS at 0803"
    assert "ground_freeze" in Table("D23 German command", units, hands={GERMAN: [holder]}).uses(holder, "event")
    assert "ground_freeze" not in Table("D24 German command", units, hands={GERMAN: [holder]}).uses(holder, "event")
    once = Table("D23 German command", units, hands={GERMAN: [holder]}, columns={"special": 1 << Event.GROUND_FREEZE})
    assert "ground_freeze" not in once.uses(holder, "event")
    assert once.why_play(holder, "event", "ground_freeze") in ("EA-5.2d", "EA-4.0t")


@pytest.mark.rule("EA-ET.4")
def test_ground_freeze_speeds_up_mechanized_units():
    t = Table("D23 German activate", "m: 2.2P.XLVII at 1916", columns={"special": 1 << Event.GROUND_FREEZE})
    assert [t.cost("m", to) for to in ("1815", "1816", "1917")] == [1, 1, 2]
    late = Table("D24 German activate", "m: 2.2P.XLVII at 1916", columns={"special": 1 << Event.GROUND_FREEZE})
    assert late.cost("m", "1917") == 3


@pytest.mark.rule("EA-ET.1")
def test_commandos_take_a_card():
    t = Table("D18 German command", PANZERS, hands={GERMAN: [49, 53], ALLIED: [19, 20, 21, 22]})
    t.play(49, "event", "commandos", dice=[20])
    assert t.hand(ALLIED) == [19, 20, 22]
    assert t.pile("discards", ALLIED) == [21]
    assert "commandos" not in Table("D20 German command", PANZERS, hands={GERMAN: [49]}).uses(49, "event")


@pytest.mark.rule("EA-ET.2")
def test_eisenhower_hesitates():
    holder = 0
    t = Table("D17 German command", PANZERS, waiting=True)
    for card in t.box.cards:
        if any(line.event is Event.EISENHOWER_HESITATES for line in card.special):
            holder = card.number
    t = Table("D17 German command", PANZERS, waiting=True, hands={GERMAN: [holder, 53]})
    t.play(holder, "event", "eisenhower_hesitates")
    assert t.offers("formation") == {"82_Abn", "101_Abn"}
    t.do("formation", "101_Abn")
    assert t.where("501.101.VIII") == "D19"
    assert t.where("504.82.XVIII") == "D18"


@pytest.mark.rule("EA-ET.3")
def test_allied_command_crisis_delays_the_british():
    t = Table("D21 German command", PANZERS, waiting=True, hands={GERMAN: [60, 53]})
    t.play(60, "event", "allied_command_crisis")
    assert t.where("29A.XXX") == "D23"
    t.g.day = 22
    assert not deck.due(t.g, t.box.card(10))
    assert not deck.due(t.g, t.box.card(31))
    t.g.day = 23
    assert deck.due(t.g, t.box.card(10))


@pytest.mark.rule("EA-ET.7", "EA-10.0e", "EA-12.21a", "EA-12.23")
def test_bridge_engineers_repair_where_the_enemy_is_not():
    t = Table("D18 German command", "a: 2.2P.XLVII at 1707", hands={GERMAN: [54, 53]})
    t.play(54, "event", "bridge_engineers")
    t.do("repair", "1707/1708")
    assert t.box.map.hexside(*t.box.ground.river_sides[t.river("1707/1708")])
    assert t.told(events.BridgeBuilt)[0].new is False
    crossing = Table("D18 German activate", "a: 2.2P.XLVII at 1707", blown=[])
    assert crossing.cost("a", "1708") == 1
    held = Table("D18 German command", "a: 2.2P.XLVII at 1707; d: 110.28.VIII at 1709", hands={GERMAN: [54, 53]})
    held.play(54, "event", "bridge_engineers")
    assert held.refused("repair", "1707/1708") == "EA-ET.7"


@pytest.mark.rule("EA-ET.7")
def test_a_friend_at_the_end_of_a_bridge_keeps_the_enemy_from_stopping_the_work():
    units = "a: German infantry at 0809; e: Allied infantry at 0710"
    t = Table("D18 German command", units, hands={GERMAN: [54, 53]}, blown=["0809/0909"])
    t.play(54, "event", "bridge_engineers")
    assert t.refused("repair", "0809/0909") == ""


@pytest.mark.rule("EA-12.22", "EA-12.23")
def test_a_new_bridge_joins_no_road_and_vanishes_when_blown():
    t = Table("D18 German command", "a: 2.2P.XLVII at 1607", hands={GERMAN: [54, 53]})
    t.play(54, "event", "bridge_engineers")
    t.do("build", "1607/1708")
    river = t.river("1607/1708")
    assert t.g.built == t.g.german_built == 1 << river
    sides = t.box.ground.between(t.g.blown, t.g.built)
    one, other = t.box.ground.river_sides[river]
    assert t.box.grid.has_side(sides.open, one, other)
    assert not t.box.grid.has_side(sides.road, one, other)
    bridges.blow(t.g, river)
    assert not t.g.built
    assert not t.g.german_built
    assert t.g.blown == t.box.blown


@pytest.mark.rule("EA-ET.8", "EA-12.21b", "EA-12.31b", "EA-5.1a")
def test_allied_engineers_blow_bridges_or_dig_in():
    units = "d: 504.82.XVIII at 0913; l: 505.82.XVIII at 0613, low; a: 1.1SS.ISS at 0811; b: 2.1SS.ISS at 0812"
    t = Table("D18 Allied command", units, hands={ALLIED: [11, 19]})
    t.play(11, "event", "engineers")
    assert t.refused("blow", "0811/0812") == "EA-ET.8"
    assert t.refused("blow", "0614/0515") == ""
    assert t.refused("unit", "d") == ""
    assert t.refused("unit", "l") == "EA-12.31b"
    other = t.trial()
    other.do("unit", "d")
    assert other.g.improved == 1 << other.hex("0913")
    t.do("blow", "0614/0515")
    assert t.told(events.BridgeBlown)


@pytest.mark.rule("EA-ET.9", "EA-10.12")
def test_von_der_heydte_jumps_and_is_supplied_for_a_day():
    t = Table("D17 German command", "a: 277.LXVII at 0604; d: 9.2.V at 0505", hands={GERMAN: [53, 54]}, waiting=True)
    t.play(53, "event", "von_der_heydte")
    assert t.refused("hex", "0409") == ""
    for wrong in ("0606", "0406", "0512", "1409"):
        assert t.refused("hex", wrong) == "EA-ET.9", wrong
    t.do("hex", "0409")
    vdh = t.box.vdh
    assert t.g.supply[vdh] == 0
    for unit, hex_ in (("23.2.V", "0408"), ("38.2.V", "0510"), ("26.1.V", "0310")):
        t.g.put(t.unit(unit), t.hex(hex_))
    t.g.day = 18
    supply.check(t.g)
    assert t.g.supply[vdh] == 1
    assert t.state_of("a") == 0


@pytest.mark.rule("EA-ET.10", "EA-4.13a")
def test_raise_the_alarm_moves_two_units():
    units = "a: 117.30.XVIII at 0610; b: 119.30.XVIII at 0610; c: 120.30.XVIII at 0610; "
    units += "p: 422.106.XVIII at 1105; g: 18.LXVI at 1004"
    t = Table("D16 Allied command", units, hands={ALLIED: [22, 19]})
    t.play(22, "event", "raise_the_alarm")
    assert "p" not in t.offers("unit")
    t.move("a", "0412")
    t.move("b", "0412")
    assert t.offers("unit") == set()
    t.end()
    assert t.g.moved == 0
    assert t.g.roused == 0
    assert t.g.barred[ALLIED] == 0


@pytest.mark.rule("EA-ET.10")
def test_who_is_alarmed_stops_at_enemy_control_like_anybody():
    for foe, free in (("0103", True), ("0809", False)):
        t = Table("D16 Allied command", f"a: 117.30.XVIII at 0610; g: 18.LXVI at {foe}", hands={ALLIED: [22, 19]})
        t.play(22, "event", "raise_the_alarm")
        t.do("unit", "a")
        assert ("0808" in t.offers("hex")) is free


@pytest.mark.rule("EA-ET.11")
def test_allies_alert_calls_two_armored_divisions():
    t = Table("D16 Allied command", "v: 9.2.V at 0606", hands={ALLIED: [1, 24]}, waiting=True)
    t.play(1, "event", "allies_alert")
    assert t.where("CCA.7A.XVIII") == t.where("CCB.10A.XII") == "reserve"


@pytest.mark.rule("EA-10.3")
def test_air_resupply_feeds_a_stack():
    units = "a: 501.101.VIII at 1814, isolated; b: 502.101.VIII at 1814, low; c: 506.101.VIII at 1815, low"
    t = Table("D23 Allied command", units, hands={ALLIED: [11, 19], GERMAN: [53]})
    t.play(11, "event", "airpower")
    t.do("hex", "1814")
    assert [t.state_of(unit) for unit in "abc"] == [0, 0, 1]
    assert t.g.stack[-1].side is GERMAN


@pytest.mark.rule("EA-5.1b", "EA-5.1c", "EA-5.1d")
def test_interdiction_takes_two_cards_and_an_impulse():
    hands = {ALLIED: [11, 12, 19], GERMAN: [46, 47, 48, 49, 50]}
    t = Table("D22 interdiction", PANZERS + "; v: 9.2.V at 0606", hands=hands, piles_={GERMAN: [52]})
    assert t.step == "Interdiction"
    t.do("card", 11, dice=[45, 46])
    assert t.hand(GERMAN) == [48, 49, 50]
    assert t.step == "Command"
    assert t.g.stack[-1].side is ALLIED
    early = Table("D20 interdiction", PANZERS + "; v: 9.2.V at 0606", hands=hands)
    assert early.step == "Command"
    assert early.g.stack[-1].side is GERMAN


@pytest.mark.rule("EA-4.0i", "EA-5.1a", "EA-4.0p")
def test_engineers_work_in_the_supply_phase():
    t = Table("D18 supply", "a: 2.2P.XLVII at 1707; v: 9.2.V at 0606", hands={GERMAN: [54, 46], ALLIED: [19]})
    assert t.step == "SupplyEngineers"
    assert t.g.stack[-1].side is ALLIED
    assert not t.offers("card")
    t.do("decline")
    assert t.g.stack[-1].side is GERMAN
    assert t.offers("card") == {54}
    t.do("card", 54)
    t.do("repair", "1707/1708")
    assert t.step == "SupplyEngineers"
    t.do("decline")
    assert t.step == "Command"
    assert t.hand(GERMAN) == [46]


@pytest.mark.rule("EA-5.1a", "EA-5.0d")
def test_a_standing_answer_is_not_asked_again():
    t = Table("D18 supply", "a: 2.2P.XLVII at 1707; v: 9.2.V at 0606", hands={GERMAN: [54, 46], ALLIED: [19]})
    t.do("standing", "supply_phase-never")
    assert t.g.stack[-1].side is GERMAN
    assert t.g.standing[ALLIED]


@pytest.mark.rule("EA-11.42a", "EA-11.42b", "EA-11.42c", "EA-11.42d")
def test_the_okw_reserve_is_a_corps_under_the_army_it_stands_in():
    def under(*places):
        units = zip(("10.10SS.OKW", "15.11P.OKW"), places, strict=False)
        t = Table("D24 German command", "; ".join(f"{unit} at {place}" for unit, place in units))
        return {army for army in range(3) if activations.okw_under(t.g, army)}

    sixth, fifth, seventh = (ARMIES.index(name) for name in ("6PA", "5PA", "7A"))
    assert under("0510", "0511") == {sixth}
    assert under("1410") == {fifth}
    assert under("2310") == {seventh}
    assert under("0510", "2310") == {fifth}
    t = Table("D24 German command", "a: 10.10SS.OKW at 0510; b: 15.11P.OKW at 1410", hands={GERMAN: [68, 38, 69]})
    assert t.uses(69, "formation") == {"10_SS_Pz"}
    kg = t.trial()
    kg.play(38, "hex", "1410")
    assert active(kg) == {"b"}
    t.play(68, "corps", "okw")
    assert active(t) == {"a", "b"}


@pytest.mark.rule("EA-4.11c", "EA-4.11d")
def test_no_movement_and_no_allied_card_in_the_surprise_impulses():
    t = Table(
        "D16 German command",
        "a: 18.LXVI at 1004; d: 14Cav.XVIII at 0905",
        hands={GERMAN: [49, 46], ALLIED: [11]},
        columns={"impulses": bytearray([1, 0])},
    )
    t.play(49, "formation", "18_VG")
    assert t.step == "AttackPhase"


@pytest.mark.rule("EA-5.1e", "EA-5.1f")
@pytest.mark.parametrize(
    ("side", "why"), [(GERMAN, "a smaller hand than the enemy's"), (ALLIED, "no larger than the enemy's")]
)
def test_each_side_is_told_what_its_hand_must_be_to_pass(side, why):
    hands = {GERMAN: [46, 47, 48], ALLIED: [11, 12, 13]}
    hands[side] = [*hands[side], 49 if side is GERMAN else 14]
    t = Table(f"D21 {side} command", "a: German armor at 0325", hands=hands, piles_={GERMAN: [], ALLIED: []})
    reason = t.why("skip")
    assert reason.rule == ("EA-5.1e" if side is GERMAN else "EA-5.1f")
    assert why in reason.text


@pytest.mark.rule("EA-5.1h")
def test_a_card_that_was_only_looked_at_is_put_back():
    t = Table("D21 German command", "a: 2.2P.XLVII at 1706", hands={GERMAN: [46, 47], ALLIED: [11]})
    t.do("card", 46)
    picked = t.g.stack[-1]
    assert picked.seen_by(GERMAN) is picked
    assert type(picked.seen_by(ALLIED)).__name__ == "Command"
    t.do("back")
    assert (t.step, t.g.stack[-1].side) == ("Command", GERMAN)
    assert "46" in map(str, t.offers("card"))


@pytest.mark.rule("EA-5.1e", "EA-5.1f")
def test_who_has_cards_left_to_draw_is_told_so():
    hands = {GERMAN: [46], ALLIED: [11, 12]}
    t = Table("D21 German command", "a: German armor at 0325", hands=hands, piles_={GERMAN: [47], ALLIED: []})
    assert "draw pile" in t.why("skip").text


@pytest.mark.rule("EA-4.13b")
def test_any_bridge_can_be_blown_but_on_the_first_day():
    """The first river hexside of all as well, where engineers put one up."""
    box = Table("D18 Allied command", "a: Allied infantry at 0610", hands={ALLIED: [11, 12]}).box
    first = "/".join(box.grid.numbers(box.ground.river_ends[0]))
    for day, free in ((16, 0), (18, 1)):
        t = Table(f"D{day} Allied command", "a: Allied infantry at 0610", hands={ALLIED: [11, 12]}, built=[first])
        assert bridges.standing_bridges(t.g) & 1
        assert bridges.BLOWN.free(t.g, None, 1) == free


@pytest.mark.rule("EA-11.51e")
def test_xxx_corps_counts_with_the_first_army_and_nobody_else_does():
    t = Table("D20 Allied command", "a: Allied infantry at 0610", hands={ALLIED: [11, 12]})
    units = t.box.units
    first = units.in_army[placing._FIRST]
    for unit in units.of[ALLIED]:
        circle = placing._circles(t.g, unit)[2]
        assert circle & units.in_army[units.army[unit]]
        assert (circle & first == first) is (units.rows[unit].corps == "XXX" or units.army[unit] == placing._FIRST)
