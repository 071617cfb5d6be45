"""10.0 Supply: lines, the four states, surrender, fuel."""

import pytest

from ardennes.kernel import Game
from ardennes.titles.enemy_action_ardennes import TITLE, events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import fuel, placing, supply, travel
from ardennes.titles.enemy_action_ardennes.state import Side

from .table import ALLIED, GERMAN, Table

#: An Allied regiment all of whose neighbours are in German zones of control.
RING = "a: 504.82.XVIII at 1212; g: 2.2P.XLVII at 1012; h: 304.2P.XLVII at 1311; i: 244.LXVI at 1314"


def board(t, side):
    return set(t.box.grid.numbers(supply.traceable(t.g, side)))


def heads(t, side):
    return set(t.box.grid.numbers(supply.heads(t.g, side)))


@pytest.mark.rule("EA-10.0b", "EA-10.0c")
def test_friendly_edges():
    t = Table("D21 German activate")
    german, allied = (set(t.box.grid.numbers(edge)) for edge in t.box.ground.friendly_edges)
    assert {"0104", "2602", "0101", "1301"} <= german
    assert {"0116", "0105", "2603", "1029"} <= allied
    assert not german & allied


@pytest.mark.rule("EA-10.1a", "EA-10.1m")
def test_a_line_is_four_hexes_at_most():
    t = Table("D21 German activate")
    grid = t.box.grid
    seeds = supply.heads(t.g, GERMAN) | t.box.ground.friendly_edges[GERMAN]
    found = supply.traceable(t.g, GERMAN)
    four = grid.within(seeds, 4)
    assert found & four & ~grid.within(seeds, 3)
    assert not found & ~four & ~grid.through(seeds, t.box.ground.between(t.g.blown).river)


@pytest.mark.rule("EA-10.1b", "EA-10.1i", "EA-10.1l")
def test_a_line_passes_enemy_control_only_with_a_friend():
    assert not Table("D21 Allied activate", RING).traces("a")
    assert Table("D21 Allied activate", RING + "; f: 505.82.XVIII at 1113").traces("a")


@pytest.mark.rule("EA-10.1d", "EA-10.1i")
def test_a_unit_without_control_blocks_nothing_beside_it():
    assert Table("D21 Allied activate", RING + ", reduced").traces("a")


@pytest.mark.rule("EA-10.1c")
def test_lines_avoid_enemy_towns_bridges_and_units():
    t = Table("D21 Allied activate", "g: 2.2P.XLVII at 1008", german=["1108"], german_bridges=["0811/0812"])
    clear = supply.clear(t.g, ALLIED)
    assert not clear >> t.hex("1108") & 1
    assert not clear >> t.hex("1008") & 1
    foreign = supply.enemy_bridges(t.g, ALLIED)
    assert t.box.grid.has_side(foreign, t.hex("0811"), t.hex("0812"))
    assert not t.box.grid.has_side(supply.enemy_bridges(t.g, GERMAN), t.hex("0811"), t.hex("0812"))
    east = Table("D21 German activate")
    assert "1105" in heads(east, GERMAN)
    assert "1106" not in heads(east, GERMAN)
    taken = Table("D21 German activate", german_bridges=["1105/1106"])
    assert "1106" in heads(taken, GERMAN)


@pytest.mark.rule("EA-10.1e", "EA-10.1j", "EA-10.1k")
def test_over_an_unbridged_river_the_head_must_be_next_to_it():
    t = Table("D21 German activate", "e: 62.LXVI at 1708; d: 18.LXVI at 1808; f: 560.LVIII at 1709")
    assert t.traces("e")  # 1607 and 1707 across the river are heads
    assert not t.traces("d")  # 1807 across the river is no road hex
    assert not t.traces("f")  # beyond the friendly unit in 1708


@pytest.mark.rule("EA-10.1f")
def test_a_head_is_joined_by_road_to_the_edge():
    t = Table("D21 German activate")
    assert "1606" in heads(t, GERMAN)
    assert "1008" not in heads(t, GERMAN)
    assert "1008" in heads(t, ALLIED)


@pytest.mark.rule("EA-10.1g")
def test_a_head_is_not_under_enemy_control_unless_held():
    assert "0905" not in heads(Table("D21 German activate", "d: 9.2.V at 0906"), GERMAN)
    assert "0905" in heads(Table("D21 German activate", "d: 9.2.V at 0906; g: 18.LXVI at 0905"), GERMAN)


@pytest.mark.rule("EA-10.1h", "EA-12.23")
def test_blown_bridges_cut_roads_and_new_ones_make_none():
    assert "1708" not in heads(Table("D21 German activate"), GERMAN)
    assert "1708" in heads(Table("D21 German activate", blown=[]), GERMAN)
    built = Table("D21 German activate", "f: 560.LVIII at 1709", built=["1607/1708"])
    built.g.german_built = built.g.built
    assert "1708" not in heads(built, GERMAN)
    assert built.traces("f")


@pytest.mark.rule("EA-10.11")
def test_a_unit_at_its_own_edge_is_supplied():
    t = Table("D21 Allied activate", "a: 504.82.XVIII at 1129; g: 2.2P.XLVII at 1128; h: 3.2P.XLVII at 1029")
    assert t.traces("a")


@pytest.mark.rule("EA-10.12")
def test_germans_are_supplied_until_dec_18():
    t = Table("D18 check", "g: 62.LXVI at 1814; d: 9.2.V at 0606", dice=None)
    assert t.state_of("g") == 0
    t = Table("D19 check", "g: 62.LXVI at 1814; d: 9.2.V at 0606", dice=None)
    assert t.state_of("g") == 1


@pytest.mark.rule("EA-10.13")
def test_allied_lines_need_a_unit_in_the_westwall():
    t = Table("D21 Allied activate", "a: 9.2.V at 0804")
    assert supply.clear(t.g, ALLIED) >> t.hex("0804") & 1
    assert not supply.clear(t.g, ALLIED) >> t.hex("0704") & 1


@pytest.mark.rule("EA-10.0a", "EA-10.0d")
def test_a_state_holds_all_day_and_hexes_are_judged_now():
    t = Table("D21 Allied activate", RING)
    assert supply.in_supply(t.g, t.unit("a"))
    assert "1212" not in board(t, ALLIED)


# ---- the check ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-4.0j", "EA-4.0k")
def test_supply_comes_back_at_once_and_goes_step_by_step():
    marks = {"": 1, ", low": 2, ", oos": 3}
    for mark, after in marks.items():
        t = Table("D20 check", RING.replace("1212", f"1212{mark}"), dice=None)
        assert t.state_of("a") == after
    t = Table("D20 check", "a: 504.82.XVIII at 1212, oos; g: 2.2P.XLVII at 0603", dice=None)
    assert t.state_of("a") == 0


@pytest.mark.rule("EA-10.24a", "EA-2.5")
@pytest.mark.parametrize(
    ("unit", "die", "lost"),
    [
        ("112.28.VIII", 4, 1),
        ("112.28.VIII", 5, 0),
        ("422.106.XVIII", 6, 1),
        ("422.106.XVIII", 10, 0),
        ("504.82.XVIII", 2, 1),
        ("504.82.XVIII", 3, 0),
    ],
)
def test_surrender_by_quality(unit, die, lost):
    t = Table("D20 check", RING.replace("504.82.XVIII at 1212", f"{unit} at 1212, isolated"), dice=[die])
    assert t.g.lost[t.unit("a")] == lost
    assert t.state_of("a") == 3


@pytest.mark.rule("EA-10.24b", "EA-10.24c", "EA-14.1i")
def test_each_isolated_unit_rolls_and_may_die():
    units = RING.replace("1212", "1212, reduced, isolated") + "; b: 112.28.VIII at 1212, reduced, isolated"
    t = Table("D20 check", units, dice=[3, 1], columns={})
    assert t.where("b") == "eliminated"
    assert t.where("a") == "1212"
    assert t.state_of("a") == 3


# ---- what the states mean ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-10.22a")
def test_mechanized_units_out_of_supply_move_one_hex():
    t = Table("D21 German activate", "a: 2.2P.XLVII at 1009, oos; b: 62.LXVI at 1009, oos")
    assert t.why_move("a", "1008") == ""
    assert t.why_move("a", "0908") == "EA-10.22a"
    assert t.why_move("b", "0908") == ""


@pytest.mark.rule("EA-10.22b", "EA-12.31a", "EA-12.31d", "EA-12.32")
@pytest.mark.rule("EA-12.31d1")
def test_who_may_dig_in():
    units = (
        "a: 62.LXVI at 1009; b: 2.2P.XLVII at 1208, low; c: 18.LXVI at 0910, oos; d: 304.2P.XLVII at 0911, dispersed; "
        "e: 3.2P.XLVII at 1108; f: 560.LVIII at 1209; m: 16.116P.LVIII at 1309"
    )
    t = Table("D21 German activate", units, improved=["0910", "1209"])
    t.move("m", "1408")
    t.end()
    assert t.step == "BuildPositions"
    assert t.offers("unit") == {"a", "b"}
    assert t.refused("unit", "c") == "EA-10.22b"
    assert t.refused("unit", "d") == "EA-12.31d"
    assert t.refused("unit", "e") == "EA-12.32"
    assert t.refused("unit", "f") == "EA-12.32"
    assert t.refused("unit", "m") == "EA-12.31a"
    t.do("unit", "a")
    assert t.g.improved >> t.hex("1009") & 1
    assert t.g.improved >> t.hex("0910") & 1


@pytest.mark.rule("EA-10.23a", "EA-10.23b", "EA-10.23c", "EA-10.23d")
@pytest.mark.rule("EA-10.23a1", "EA-10.23b1", "EA-10.23d1")
def test_isolated_units_hardly_move():
    t = Table("D21 German activate", "a: 2.2P.XLVII at 1009, isolated; b: 62.LXVI at 1009, isolated; e: 9.2.V at 1210")
    assert t.refused("unit", "a") == "EA-10.23b"
    assert t.why_move("b", "1008") == ""
    assert t.why_move("b", "0908") == "EA-10.23a"
    held = Table("D21 German activate", "b: 62.LXVI at 1209, isolated; e: 9.2.V at 1210")
    assert held.why_move("b", "1208") == "EA-10.23c"
    town = Table("D21 German activate", "b: 62.LXVI at 1109, isolated")
    assert town.why_move("b", "1108") == "EA-10.23d"


@pytest.mark.rule("EA-10.23d")
def test_isolated_units_wade_where_an_enemy_bridge_is_gone():
    bridge = ["1515/1516"]
    t = Table("D21 Allied activate", "a: 9.2.V at 1515, isolated", german_bridges=bridge, blown=bridge)
    assert t.why_move("a", "1516") == ""


@pytest.mark.rule("EA-10.23f")
def test_isolated_allies_stay_out_of_the_empty_westwall():
    t = Table("D21 Allied activate", "a: 9.2.V at 0905, isolated")
    assert t.why_move("a", "0804") == "EA-10.23f"
    held = Table("D21 Allied activate", "a: 9.2.V at 0905, isolated; b: 23.2.V at 0804")
    assert held.why_move("a", "0804") == ""


@pytest.mark.rule("EA-10.23e")
def test_isolated_units_do_not_keep_reserves_away():
    near = Table("D21 Allied activate", "g: 2.2P.XLVII at 1218")
    isolated = Table("D21 Allied activate", "g: 2.2P.XLVII at 1218, isolated")
    cell = near.hex("1219")
    assert placing.near_enemy(near.g, ALLIED, 3) >> cell & 1
    assert not placing.near_enemy(isolated.g, ALLIED, 3) >> cell & 1


# ---- 10.4 fuel ---------------------------------------------------------------------------------------------

SS = "a: 1.1SS.ISS at 0803; b: 12.12SS.ISS at 0603; c: 25.12SS.ISS at 0703; d: 26.12SS.ISS at 0703, isolated"


@pytest.mark.rule("EA-10.4a", "EA-10.4b", "EA-10.4c", "EA-10.41c")
def test_a_card_puts_its_formation_out_of_fuel():
    t = Table("D23 fuel", SS, hands={GERMAN: [50, 53], ALLIED: [19]})
    assert t.step == "Shortage"
    t.do("dry")
    assert [t.has(unit, "unfuelled") for unit in "abcd"] == [False, True, True, False]
    assert t.pile("discards", GERMAN) == [50]
    assert t.hand(GERMAN) == [53]
    early = Table("D24 fuel", SS, hands={GERMAN: [50, 53], ALLIED: [19]})
    assert early.hand(GERMAN) == [50, 53]
    before = Table("D19 fuel", SS, hands={GERMAN: [50, 53], ALLIED: [19]})
    assert fuel.shortage(before.g) is None


@pytest.mark.rule("EA-10.4a")
def test_the_hand_is_checked_after_every_refill():
    t = Table("D23 German command", SS, hands={GERMAN: [53, 49], ALLIED: [19]}, piles_={GERMAN: [50]})
    t.play(49, "unit", "a")
    t.end()
    t.end(dice=[49])
    assert t.step == "Shortage"


@pytest.mark.rule("EA-10.4e", "EA-10.42b")
def test_captured_fuel_saves_formation_and_card():
    t = Table("D23 fuel", SS, hands={GERMAN: [50, 53], ALLIED: [19]}, columns={"fuel": 1})
    t.do("depot")
    assert t.hand(GERMAN) == [50, 53]
    assert not t.g.unfuelled
    assert t.g.fuel == 0
    assert t.step != "Shortage"


@pytest.mark.rule("EA-10.4d", "EA-ET.6")
def test_fuel_priority_once_a_day():
    t = Table("D23 fuel", SS, hands={GERMAN: [50, 57, 53], ALLIED: [19]})
    assert t.offers("priority") == {57, 53}
    other = t.trial()
    other.do("priority", 53)  # Fuel Priority is shown and stays
    assert other.hand(GERMAN) == [50, 57]
    assert other.g.sight(ALLIED).state.hands[GERMAN].count(56) == 1
    t.do("priority", 57)
    assert t.hand(GERMAN) == [50, 53]
    assert not t.g.unfuelled
    used = Table("D23 fuel", SS, hands={GERMAN: [50, 57], ALLIED: [19]}, columns={"prioritized": True})
    assert used.hand(GERMAN) == [57]
    wild = Table("D23 fuel", SS, hands={GERMAN: [50, 37, 53], ALLIED: [19]})
    assert wild.offers("priority") == {37}
    command = Table("D23 German command", SS, hands={GERMAN: [57, 53]})
    assert "fuel_priority" not in command.uses(57, "event")


@pytest.mark.rule("EA-ET.6")
def test_fuel_priority_used_for_one_formation_is_gone_for_the_next():
    t = Table("D23 fuel", SS, hands={GERMAN: [50, 63, 57, 53], ALLIED: [19]}, columns={"fuel": 1})
    t.do("priority", 53)
    assert t.step == "Shortage"
    assert not t.offers("priority")


@pytest.mark.rule("EA-10.41a", "EA-10.41b")
def test_without_fuel_nobody_moves():
    t = Table("D23 German activate", "a: 1.1SS.ISS at 0803, unfuelled, oos")
    assert t.refused("unit", "a") == "EA-10.41a"


@pytest.mark.rule("EA-10.42a", "EA-10.42b", "EA-3.0f")
def test_depots_lie_face_down_for_the_germans():
    g = Game.of(TITLE, "german_breakout").start(3)
    assert len(g.depots[ALLIED]) == 5
    assert g.sight(GERMAN).state.depots[ALLIED] == (-1,) * 5
    assert g.sight(ALLIED).state.depots[ALLIED] == g.depots[ALLIED]
    fuel_markers = [token for token in g.depots[ALLIED] if token < 3]
    assert len(fuel_markers) == 3
    peiper = g.box.peiper
    held = 0
    g.events = []
    for cell in g.box.depots:
        travel.enter(g, peiper, Side.GERMAN, cell)
        held = g.fuel
    assert held == 3
    assert not g.covered
    assert not g.depots[ALLIED]
    assert sum(event.fuel for event in g.events if isinstance(event, events.FuelFound)) == 3


@pytest.mark.rule("EA-10.4a")
def test_a_fuel_check_is_no_secret_whatever_it_finds():
    t = Table("D24 German command", SS, hands={GERMAN: [53, 49], ALLIED: [19]})
    t.play(49, "unit", "a")
    t.end()
    t.end()
    assert len(t.told(events.FuelChecked)) == 1


@pytest.mark.rule("EA-10.4a")
def test_nobody_imagines_a_german_hand_that_the_fuel_check_would_have_found():
    short = [card.number for card in Table("D22 fuel").box.cards if card.side is GERMAN and card.no_fuel]
    fine = [card.number for card in Table("D22 fuel").box.cards if card.side is GERMAN and not card.no_fuel][:6]

    def held(t: Table) -> set[int]:
        hands = [t.g.sight(ALLIED).imagine(seed).hands[GERMAN] for seed in range(60)]
        return {card + 1 for hand in hands for card in hand if t.g.lacks_fuel(card) >= 0}

    hands = {GERMAN: fine[:3], ALLIED: [19]}
    piles = {GERMAN: [*fine[3:], *short], ALLIED: []}
    checked = Table("D22 Allied command", hands=hands, piles_=piles)
    assert checked.g.fuel_checked()
    assert not held(checked)
    assert all(checked.g.sight(ALLIED).imagine(seed).sight(ALLIED).table() for seed in range(3))
    early = Table("D19 Allied command", hands=hands, piles_=piles)
    assert not early.g.fuel_checked()
    supply = Table("D22 supply", hands={**hands, ALLIED: [19, 20]}, piles_=piles)
    assert supply.step == "SupplyEngineers"  # the hand is dealt, and nobody has looked at it yet
    assert held(supply)
    crisis = Table("D22 Allied command", scenario="crisis_at_the_meuse", hands=hands, piles_=piles)
    assert not crisis.g.fuel_checked()


@pytest.mark.rule("EA-10.4a")
def test_a_card_shown_for_want_of_fuel_is_known_to_the_allies():
    t = Table("D23 fuel", SS, hands={GERMAN: [50, 53], ALLIED: [19]})
    assert t.step == "Shortage"
    assert 49 in t.g.sight(ALLIED).state.hands[GERMAN]
    assert 52 not in t.g.sight(ALLIED).state.hands[GERMAN]
    t.g.fuelled |= (1 << len(t.box.units.formations)) - 1
    assert fuel.shortage(t.g) is None
    first = next(
        (card.number, day)
        for card in t.box.cards
        for _, days in card.no_fuel
        for day in range(t.box.numbers.dates.fuel_from, 30)
        if days >> day & 1
    )
    on = Table(f"D{first[1]} fuel", SS, hands={GERMAN: [first[0], 53], ALLIED: [19]})
    assert on.step == "Shortage" or on.pile("discards", GERMAN) == [first[0]]


@pytest.mark.rule("EA-7.9f")
def test_no_german_line_passes_a_roadblock():
    t = Table("D21 Allied command", "a: German armor at 1108")
    open_ = supply.clear(t.g, GERMAN)
    t.g.roadblocks |= 1 << t.hex("1010")
    assert open_ >> t.hex("1010") & 1
    assert not supply.clear(t.g, GERMAN) >> t.hex("1010") & 1
    assert supply.clear(t.g, ALLIED) >> t.hex("1010") & 1


@pytest.mark.rule("EA-ET.6", "EA-10.4d")
def test_fuel_priority_serves_once_a_day_and_is_shown_only_for_another_card():
    box = Table("D23 fuel").box
    card = next(
        c.number for c in box.cards if any(e.event is Event.FUEL_PRIORITY and e.days >> 23 & 1 for e in c.events)
    )
    hands = {GERMAN: [50, card, 53], ALLIED: [19]}
    t = Table("D23 fuel", SS, hands=hands)
    assert t.offers("priority") == {card, 53}
    itself, other = t.trial(), t.trial()
    itself.do("priority", card)
    assert not itself.told(events.CardShown)
    assert itself.pile("discards", GERMAN) == [card]
    other.do("priority", 53)
    assert [told.card + 1 for told in other.told(events.CardShown)] == [card]
    used = Table("D23 fuel", SS, hands=hands, columns={"prioritized": True, "fuel": 1})
    assert used.step == "Shortage"
    assert not used.offers("priority")
    assert used.refused("priority", card) == "EA-ET.6"
