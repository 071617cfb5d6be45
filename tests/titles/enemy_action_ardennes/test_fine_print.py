"""Small print: rules that show in few positions, each in one where it makes the difference."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Action
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event, Tactic
from ardennes.titles.enemy_action_ardennes.rules import (
    activations,
    advances,
    areas,
    bridges,
    command_events,
    commands,
    joining,
    placing,
    reserves,
    sequence,
    tactics,
    travel,
)
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, RESERVE
from tests.titles.enemy_action_ardennes.combats import declare, table, won
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table
from tests.titles.enemy_action_ardennes.test_09_after_combat import card_with
from tests.titles.enemy_action_ardennes.test_09_tactics import named
from tests.titles.enemy_action_ardennes.test_11_reserves import waiting

# ---- 9.2 Reinforce Battle ------------------------------------------------------------------------------------------


def reinforced(r: str, at: str, **more) -> Table:
    """`a` attacks `d` on the plain with Reinforce Battle: `r` may come."""
    card = card_with(Tactic.REINFORCE_BATTLE, GERMAN)
    units = f"a: 62.LXVI at 0325; r: {r} at {at}; d: Allied infantry at 0326"
    t = table(units, hands={GERMAN: [card], ALLIED: []}, activated=["a"], **more)
    declare(t, "0326", "a")
    named(t, card, Tactic.REINFORCE_BATTLE)
    return t


@pytest.mark.rule("EA-ET.12")
def test_who_is_brought_in_may_use_all_of_his_allowance_and_comes_hex_by_hex():
    t = reinforced("German infantry", "0323")
    assert t.box.units.movement[t.unit("r")] == 3
    t.do("unit", "r")
    assert t.offers("hex") == {"0225", "0425"}
    t.do("hex", "0225")
    assert t.where("r") == "0225"
    (joined,) = t.told(events.UnitJoined)
    assert len(joined.path) == 4
    assert all(t.box.grid.distance(*step) == 1 for step in pairwise(joined.path))


@pytest.mark.rule("EA-ET.12")
def test_the_first_counter_of_all_is_brought_in_like_any_other():
    t = reinforced("272.LXVII", "0624")
    assert t.unit("r") == 0
    t.do("unit", "r")
    assert t.step == "Reinforce"
    assert t.refused("done")  # not both: he is chosen
    assert t.refused("unit", "a") == "EA-ET.12"
    assert t.refused("hex", "0624") == "EA-ET.12"
    ends = t.offers("hex")
    assert len(ends) > 1
    t.do("back")
    t.do("unit", "r")
    t.do("hex", min(ends))
    assert t.where("r") == min(ends)


@pytest.mark.rule("EA-7.33b", "EA-7.33e")
def test_who_finds_the_bridge_gone_before_he_sets_out_has_his_whole_allowance():
    """`r` would take all he has from 0811 to 0912, across country; by the bridge it had been less."""
    hands = {GERMAN: [57], ALLIED: [11]}
    units = "a: German armor at 1013; r: German infantry at 0811; d: Allied infantry at 0913"
    t = Table("D18 German combat", units, hands=hands, activated=["a"])
    t.do("decline")
    t.do("hex", "0913")
    t.do("unit", "a")
    t.do("done")
    t.do("card", 57)
    t.do("unit", "r")
    t.do("hex", "0812")
    t.do("card", 11)
    assert (t.step, t.where("r")) == ("Detour", "0811")
    assert t.offers("hex") == {"0912"}
    assert t.refused("hex", "0812") == "EA-7.33b"
    t.do("hex", "0912")
    assert t.where("r") == "0912"
    assert t.has("r", "attacked")


# ---- 9.23 the free tactic -------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.23a", "EA-9.2b")
def test_the_free_tactic_is_one_for_an_attack():
    units = "a: Allied infantry at 0325; d: German infantry at 0326"
    t = table(units, "D21 Allied combat", hands={GERMAN: [], ALLIED: [19]}, activation={"bonus": True})
    declare(t, "0326", "a")
    assert "screen" not in t.offers("tactic")
    assert t.refused("tactic", "screen") == "EA-9.2b"
    assert {"artillery", "engineers", "airpower"} <= t.offers("tactic")


# ---- 9.8 advances ---------------------------------------------------------------------------------------------------

FIRST = "a: German armor at 0107; b: German armor at 0107; d: Allied infantry at 0207"


@pytest.mark.rule("EA-9.82e", "EA-9.82d")
def test_the_first_river_hexside_of_all_is_used_up_like_any_other():
    t = won(table(FIRST), "0207", "ab", gone="d")
    assert t.river("0107/0207") == 0
    t.do("unit", "a")
    assert t.where("a") == "0207"
    assert t.step != "AdvanceOn"  # he has waded, and stops
    assert t.where("b") == "0107"  # nobody follows him
    assert t.step != "Advance"
    bridged = won(table(FIRST, built=["0107/0207"]), "0207", "ab", gone="d")
    bridged.do("unit", "a")
    assert bridged.step == "AdvanceOn"
    below = next(step for step in bridged.g.stack if isinstance(step, advances.Advance))
    assert below.used == (0,)


# ---- 11.1 reserves --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-10.23e", "EA-11.1d")
def test_reserves_keep_away_from_enemies_who_are_not_isolated_and_from_nobody_else():
    units = "g: 62.LXVI at 1220{}; h: 18.LXVI at 1815, isolated; k: 1.1SS.ISS at reserve; u: 9.2.V at 0920"
    units += "; i: 244.LXVI at 1815"

    def close(mark: str) -> set[str]:
        t = Table("D21 Allied command", units.format(mark), hands={ALLIED: [11]})
        return set(t.box.grid.numbers(placing.near_enemy(t.g, ALLIED, 3)))

    near = close(", isolated")
    assert {"1815", "1614", "1817"} <= near
    assert not {"1220", "1219", "0920", "0919"} & near
    assert {"1220", "1219"} <= close("")


# ---- 7.0 marches ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.0d", "EA-7.9g")
def test_an_ally_may_name_the_roadblock_he_comes_through():
    t = Table("D21 Allied activate", "u: 9.2.V at 0326; g: 62.LXVI at 2020", roadblocks=["0425"])
    t.do("unit", "u")
    assert t.offers("via") == {"0425"}


@pytest.mark.rule("EA-7.4e", "EA-7.4a")
def test_a_full_hex_is_open_while_somebody_there_may_still_leave_it():
    crowd = ("18.LXVI at 0328, second", "272.LXVII at 0328, reduced", "244.LXVI at 0328")
    names = [f"f{n}" for n in range(3)]
    units = "a: 62.LXVI at 0326, second; w: 3.2P.XLVII at 1229; " + "; ".join(
        f"{name}: {unit}" for name, unit in zip(names, crowd, strict=True)
    )
    for leaving in names:
        t = Table("D21 German activate", units, activated=["a", leaving])
        t.do("unit", "a")
        assert t.refused("hex", "0328") == ""
    beside = Table("D21 German activate", units, activated=["a", "w"])
    beside.do("unit", "a")
    assert beside.refused("hex", "0328") == "EA-7.4a"


@pytest.mark.rule("EA-11.3a")
def test_nobody_is_asked_about_delayed_reserves_that_have_no_hex():
    for own, step in (("", "SupplyEngineers"), ("; a: 1.1SS.ISS at 0403", "Deployment")):
        assert Table("D21 reserve", f"k: 8.3F.ISS at reserve; v: 9.2.V at 0606{own}").step == step


@pytest.mark.rule("EA-11.2f")
def test_an_airborne_division_in_two_hexes_stays_in_hexes_next_to_each_other():
    reserve = ["504.82.XVIII", "505.82.XVIII", "508.82.XVIII", "325.82.XVIII"]
    t = waiting("D18 Allied command", "v: 117.30.XVIII at 1014", reserve, hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    for unit in reserve[:2]:
        t.do("unit", unit)
        t.do("hex", "1015")
    t.do("unit", reserve[2])
    where = t.offers("hex")
    assert where - {"1015"}
    assert {t.box.grid.distance(t.hex("1015"), t.hex(hex_)) for hex_ in where} == {0, 1}


# ---- 4.0, 5.1, 10.4 the day ----------------------------------------------------------------------------------------


@pytest.mark.rule("EA-4.0n", "EA-12.31a")
def test_positions_are_built_once_in_an_activation_after_movement_and_combat():
    t = Table("D21 German activate", "a: 62.LXVI at 0326; w: 3.2P.XLVII at 1229")
    t.end()
    assert t.step == "BuildPositions"
    t.end()
    assert t.step == "Command"
    first = Table("D21 German activate", "a: 62.LXVI at 0325; b: 18.LXVI at 0228; d: Allied infantry at 0326")
    first.end()
    assert first.step == "AttackPhase"  # `b` may dig in, but not before the attacks


@pytest.mark.rule("EA-7.9a")
def test_engineers_lay_roadblocks_on_the_days_their_card_lists():
    for day, cards in ((20, {4, 11}), (21, {4})):
        t = Table(f"D{day} German activate", "a: 62.LXVI at 0326; v: 9.2.V at 1110", hands={ALLIED: [11, 4, 19]})
        assert (t.step, t.offers("card")) == ("Roadblocks", cards)
    assert "today" in t.why("card", 11).text
    assert "does not list" in t.why("card", 19).text


@pytest.mark.rule("EA-10.4a")
def test_the_german_hand_counts_as_looked_through_but_between_the_refill_and_the_look():
    t = Table("D21 German command", "a: 62.LXVI at 0326; v: 9.2.V at 1110")
    assert t.g.fuel_checked()
    for stage, checked in ((1, True), (2, False), (3, True)):
        assert sequence.Impulse(GERMAN, stage).fuel_checked is checked
        assert sequence.Impulse(ALLIED, stage).fuel_checked
    asked = Table("D22 interdiction", "a: 62.LXVI at 0326; v: 9.2.V at 1110", hands={ALLIED: [11], GERMAN: [46]})
    assert asked.step == "Interdiction"
    assert asked.g.stack[-1].fuel_checked


@pytest.mark.rule("EA-ET.9")
def test_von_der_heydte_jumps_three_hexes_from_the_westwall_and_no_nearer():
    t = Table("D17 German command", "v: 9.2.V at 0620", hands={GERMAN: [53, 46]}, waiting=True)
    t.play(53, "event", "von_der_heydte")
    wall = t.box.grid.numbers(t.box.ground.westwall)
    away = {min(t.box.grid.distance(t.hex(hex_), t.hex(other)) for other in wall) for hex_ in t.offers("hex")}
    assert min(away) == 3


@pytest.mark.rule("EA-4.13a", "EA-ET.13")
def test_on_dec_16_too_infantry_comes_up_from_afar():
    card = card_with(Tactic.REINFORCE_BATTLE, ALLIED)
    units = "a: German infantry at 0325; r: Allied infantry at 0328; d: Allied infantry at 0326, reduced"
    for day in (16, 17):
        t = table(units, f"D{day} German combat", hands={GERMAN: [], ALLIED: [card, 19]})
        while t.step == "Roadblocks":
            t.do("decline")
        declare(t, "0326", "a")
        named(t, card, Tactic.REINFORCE_BATTLE)
        assert t.offers("unit") == {"r"}


@pytest.mark.rule("EA-9.82e", "EA-9.82b")
def test_who_has_waded_leaves_the_first_bridge_of_all_to_others():
    units = "a: German armor at 0109; b: German armor at 0110; d: Allied infantry at 0209"
    t = table(units)
    assert t.box.ground.bridge_of_side[t.river("0110/0209")] == 0
    won(t, "0209", "ab", gone="d")
    t.do("unit", "a")
    assert t.where("a") == "0209"  # he has waded, 0109/0209
    t.do("unit", "b")
    assert t.where("b") == "0209"


@pytest.mark.rule("EA-6.4a", "EA-4.0t")
def test_a_card_that_only_forms_a_kampfgruppe_can_be_played():
    units = "10.10SS.OKW at 0510; 15.11P.OKW at 1410"
    first = bytearray([0, 0])  # in the surprise impulses there are no events
    t = Table("D16 German command", units, hands={GERMAN: [38], ALLIED: []}, columns={"impulses": first})
    assert {verb for verb, found in commands.lines(t.g, 37).items() if found} == {"hex"}
    assert not activations.any_of(t.g, t.box.cards[37])
    assert commands.playable(t.g, 37)


@pytest.mark.rule("EA-4.13a", "EA-10.22a", "EA-10.23a", "EA-7.0d")
@pytest.mark.parametrize(
    ("day", "unit", "rule"),
    [
        (16, "9.2.V at 0326", "EA-4.13a"),
        (21, "CCA.3A.VII at 0326, oos", "EA-10.22a"),
        (21, "9.2.V at 0326, isolated", "EA-10.23a"),
    ],
)
def test_who_moves_one_hex_only_is_told_so_when_he_means_to_go_on_from_it(day, unit, rule):
    t = Table(f"D{day} Allied activate", f"u: {unit}; g: 62.LXVI at 2020", dice=None)
    t.do("unit", "u")
    assert t.refused("hex", "0327") == ""
    reason = t.why("via", "0327")
    assert reason.rule == rule
    assert "only one hex" in reason.text


@pytest.mark.rule("EA-ET.10", "EA-10.23b", "EA-9.9a")
def test_who_cannot_be_raised_is_told_why():
    units = "u: 9.2.V at 0326; w: 23.2.V at 0323, dispersed; y: CCA.3A.VII at 0316, isolated; g: 62.LXVI at 2020"
    t = Table("D16 Allied command", units, hands={ALLIED: [22, 19]})
    t.play(22, "event", "raise_the_alarm")
    assert {name: t.refused("unit", name) for name in "uwyg"} == {
        "u": "",
        "w": "EA-9.9a",
        "y": "EA-10.23b",
        "g": "EA-7.0a",
    }


@pytest.mark.rule("EA-6.3b", "EA-6.5b")
def test_where_nobody_traces_supply_a_card_for_a_unit_is_refused_by_that():
    hands = {ALLIED: [19, 24], GERMAN: [46]}
    free = Table("D21 Allied command", "u: 9.2.V at 0326", hands=hands)
    assert free.uses(19, "unit") == {"u"}
    around = "; ".join(f"German infantry at {hex_}" for hex_ in ("0225", "0226", "0325", "0327", "0425", "0426"))
    t = Table("D21 Allied command", f"u: 9.2.V at 0326; {around}", hands=hands)
    assert not t.traces("u")
    assert commands.why_not_line(t.g, 18, Action("unit", None)).rule == "EA-6.3b"


@pytest.mark.rule("EA-7.61d")
def test_nearer_to_its_area_is_whatever_is_nearer_than_the_unit():
    t = Table("D18 German activate", "a: 2.2P.XLVII at 0708", dice=None)
    unit, grid = t.unit("a"), t.box.grid
    area = areas.army_area(t.g, unit)
    for cell in cells(grid.board & ~area):
        t.g.put(unit, cell)
        assert areas.outside(t.g, unit)
        away = min(grid.distance(cell, other) for other in cells(area))
        assert areas.nearer(t.g, unit) == grid.within(area, away - 1)


@pytest.mark.rule("EA-4.0t")
def test_why_no_card_is_discarded_without_effect():
    hands = {GERMAN: [46, 47, 48], ALLIED: [11]}
    t = Table("D21 German command", "a: 2.2P.XLVII at 1706", hands=hands, piles_={GERMAN: [], ALLIED: []})
    assert "can be played" in t.why("discard", 46).text
    assert t.why("discard", 50).text != t.why("discard", 46).text  # it is not in the hand
    idle = Table("D21 German command", "v: 9.2.V at 0606", hands={GERMAN: [46], ALLIED: [11, 12]}, piles_={})
    assert not idle.refused("skip")
    assert "passing is legal" in idle.why("discard", 46).text


@pytest.mark.rule("EA-ET.10", "EA-7.4e", "EA-7.4b")
def test_of_two_who_are_raised_the_first_may_enter_a_full_hex_that_the_second_can_leave():
    units = "a: 117.30.XVIII at 0610; b: 119.30.XVIII at 0610; "
    units += "; ".join(f"Allied infantry at 0509, {mark}" for mark in ("reduced", "reduced", "reduced"))
    t = Table("D16 Allied command", f"{units}; g: 18.LXVI at 0103", hands={ALLIED: [22, 19]})
    t.play(22, "event", "raise_the_alarm")
    t.do("unit", "a")
    assert t.refused("hex", "0509") == ""
    crowded = t.trial()
    crowded.do("hex", "0509")
    crowded.end()
    assert crowded.step == "Overstack"  # nobody has left it
    t.do("unit", "a")
    t.move("b", "0611")
    t.do("unit", "a")
    assert t.refused("hex", "0509") == "EA-7.4a"


@pytest.mark.rule("EA-12.22", "EA-12.21a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(("first", "number"), [(GERMAN, 3), (ALLIED, 3), (ALLIED, 0)])
def test_a_bridge_belongs_to_whoever_put_it_up_last(first, number, side):
    t = Table("D21 German command", "a: German armor at 0325")
    old = t.box.ground.side_of_bridge[number]
    new = t.river("0107/0207")
    others = t.g.german_bridges & ~(1 << number)
    for who in (first, side):
        for river in (old, new):
            if bridges.standing_bridges(t.g) >> river & 1:
                bridges.blow(t.g, river)
            assert not bridges.standing_bridges(t.g) >> river & 1
            bridges.restore(t.g, who, river)
            assert bridges.standing_bridges(t.g) >> river & 1
            assert travel.owner(t.g, river) is who
    assert t.g.german_bridges & ~(1 << number) == others
    assert (t.g.built, t.g.german_built) == (1 << new, (side is GERMAN) << new)
    bridges.blow(t.g, new)
    assert (t.g.built, t.g.german_built) == (0, 0)


@pytest.mark.rule("EA-12.2d")
def test_a_bridge_is_seized_unless_a_unit_of_its_owner_stands_at_the_other_end():
    for foe, taken in (("0812", False), ("0813", True)):
        units = f"a: German armor at 0811; d: Allied infantry at {foe}"
        t = Table("D18 German activate", units, hands={ALLIED: [19]}, german_bridges=[])
        assert (travel.owner(t.g, t.river("0811/0812")) is GERMAN) is taken


@pytest.mark.rule("EA-ET.2", "EA-ET.3", "EA-ET.11")
def test_events_postpone_those_who_are_due_on_their_day_and_nobody_else():
    t = Table("D18 German command", "v: 9.2.V at 0606", waiting=True)
    units, g = t.box.units, t.g
    british = cells(t.box.british)
    due = {unit: g.place[unit] for unit in british}
    g.put(british[0], OFF_MAP + 21)
    due[british[0]] = OFF_MAP + 21
    command_events.play(g, GERMAN, Event.ALLIED_COMMAND_CRISIS)
    assert OFF_MAP + 22 in due.values()
    for unit, place in due.items():
        assert g.place[unit] == (OFF_MAP + 23 if place == OFF_MAP + 22 else place)
    assert g.special == 1 << Event.ALLIED_COMMAND_CRISIS
    airborne = {units.formation_of(name) for name in ("82 Abn", "101 Abn")}
    for formation in airborne:
        for unit in units.formations[formation].members:
            g.put(unit, OFF_MAP + 18)
    assert {*command_events._hesitant(g)} == airborne
    for unit in units.formations[units.formation_of("82 Abn")].members:
        g.put(unit, OFF_MAP + 19)
    assert command_events._hesitant(g) == [units.formation_of("101 Abn")]


@pytest.mark.rule("EA-7.31a", "EA-7.33d", "EA-ET.12")
def test_who_wades_to_a_battle_beside_a_bridge_is_interrupted_and_arrives():
    units = "a: German armor at 0117; r: German infantry at 0116; d: Allied infantry at 0217"
    t = Table("D18 German combat", units, hands={GERMAN: [57], ALLIED: [11]}, activated=["a"])
    t.do("decline")
    t.do("hex", "0217")
    t.do("unit", "a")
    t.do("done")
    t.do("card", 57)
    t.do("unit", "r")
    if t.step == "Reinforce":
        t.do("hex", "0216")
    assert (t.step, t.where("r")) == ("Demolition", "0116")
    bring_up = next(step for step in t.g.stack if isinstance(step, joining.BringUp))
    assert bring_up.costs == (t.box.units.movement[t.unit("r")],)
    while t.step == "Demolition":
        t.do("decline")
    assert t.where("r") == "0216"
    assert t.has("r", "attacked")


@pytest.mark.rule("EA-12.31c", "EA-12.34b")
def test_engineers_in_defence_dig_in_unless_the_attacker_has_his_own():
    digs, clears = card_with(Tactic.ENGINEERS, ALLIED), card_with(Tactic.COMBAT_ENGINEERS, GERMAN)
    for card, there in ((0, True), (clears, False)):
        hands = {GERMAN: [card] if card else [], ALLIED: [digs, 19]}
        t = table("a: German infantry at 0325; d: Allied infantry at 0326", "D18 German combat", hands=hands)
        while t.step == "Roadblocks":
            t.do("decline")
        declare(t, "0326", "a")
        if card:
            named(t, card, Tactic.COMBAT_ENGINEERS)
        if t.step == "AttackerTactics":
            t.do("done")
        assert t.step == "DefenderTactics"
        named(t, digs, Tactic.ENGINEERS)
        assert bool(t.g.improved >> t.hex("0326") & 1) is there
        assert t.step == "DefenderTactics"  # he has another card


@pytest.mark.rule("EA-9.2a", "EA-4.11d")
def test_a_tactic_needs_one_unit_in_the_combat_that_it_can_help():
    for marks, why in (
        (("", ""), None),
        ((", dispersed", ""), None),
        ((", dispersed", ", dispersed"), "EA-9.2a"),
        ((", low", ", dispersed"), "EA-10.21"),
    ):
        units = "a: German infantry at 0325; d: Allied infantry at 0326{}; e: Allied infantry at 0326{}".format(*marks)
        t = table(units, hands={GERMAN: [39], ALLIED: [19]})
        while t.step == "Roadblocks":
            t.do("decline")
        declare(t, "0326", "a")
        reason = tactics.why_not(t.g, ALLIED, False)
        assert (reason and reason.rule) == why
        assert tactics.why_not(t.g, GERMAN, True) is None


@pytest.mark.rule("EA-11.2f", "EA-11.2c")
def test_the_fourth_airborne_unit_goes_next_door_where_three_fill_a_hex():
    reserve = ["504.82.XVIII", "505.82.XVIII", "508.82.XVIII", "325.82.XVIII"]
    t = waiting("D18 Allied command", "v: 117.30.XVIII at 1014", reserve, hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    for unit in reserve[:3]:
        t.do("unit", unit)
        t.do("hex", "1015")
    t.do("unit", reserve[3])
    where = t.offers("hex")
    assert where
    assert {t.box.grid.distance(t.hex("1015"), t.hex(hex_)) for hex_ in where} == {1}


@pytest.mark.rule("EA-12.2a", "EA-10.0e", "EA-ET.7", "EA-ET.8")
def test_engineers_work_at_the_first_river_hexside_like_at_any_other():
    for side, unit in ((GERMAN, "German infantry"), (ALLIED, "Allied infantry")):
        t = Table("D17 German command", f"a: {unit} at 0107", dice=None)
        assert bridges.WORKS[side].free(t.g, side, 1) == 1
        there = Table("D17 German command", f"a: {unit} at 0107", built=["0107/0207"], dice=None)
        assert bridges.WORKS[side].free(there.g, side, 1) == 0
        path = [there.hex("0107"), there.hex("0207")]
        assert bridges.on_the_way(there.g, path) == (0,)
        assert bridges.on_the_way(t.g, path) == ()
        assert bridges.beside(there.g, path[0])[0] == 0


@pytest.mark.rule("EA-4.0b", "EA-11.1a")
def test_those_of_todays_space_come_into_the_box_and_nobody_else():
    t = Table("D18 German command", "v: 9.2.V at 0606", waiting=True)
    before = list(t.g.place)
    assert {OFF_MAP + 18, OFF_MAP + 19} <= {*before}
    reserves.arrive(t.g)
    for unit, place in enumerate(before):
        assert t.g.place[unit] == (RESERVE if place == OFF_MAP + 18 else place)
