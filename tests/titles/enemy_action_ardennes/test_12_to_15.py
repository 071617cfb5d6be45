"""12.0 Towns, bridges and improved positions, 13.0 replacements, 14.0 victory, 15.0 scenarios."""

from collections import Counter

import pytest

from ardennes.kernel import Game
from ardennes.kernel.languages import speaking
from ardennes.kernel.words import say
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS
from ardennes.titles.enemy_action_ardennes.rules import bridges, replacements, supply, travel, victory
from ardennes.titles.enemy_action_ardennes.state import (
    ELIMINATED,
    EXITED,
    OFF_MAP,
    OKW_BOX,
    OUT,
    RESERVE,
    VDH_BOX,
    Side,
)

from .table import ALLIED, GERMAN, Table
from .test_crisis_setup import read as read_crisis


def started(scenario, seed=1):
    return Game.of(TITLE, scenario).start(seed)


# ---- 12.1, 12.2 --------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-12.1b", "EA-12.1c", "EA-14.1a", "EA-7.1e")
def test_a_town_belongs_to_who_entered_it_last():
    t = Table("D21 German activate", "a: 2.2P.XLVII at 1109; b: 304.2P.XLVII at 0709")
    assert t.points == 0
    t.do("unit", "a")
    t.do("via", "1108")
    t.do("hex", "1107")
    assert t.g.german_towns >> t.hex("1108") & 1
    assert t.points == 2
    back = Table("D21 Allied activate", "d: 9.2.V at 1107", german=["1108"])
    assert back.points == 2
    back.move("d", "1108")
    assert back.points == 0
    ring = Table("D21 German activate", "a: 2.2P.XLVII at 1109; b: 304.2P.XLVII at 1107")
    assert not ring.g.german_towns >> ring.hex("1108") & 1


@pytest.mark.rule("EA-12.2c")
def test_crossing_a_bridge_takes_it():
    t = Table("D21 Allied activate", "a: 504.82.XVIII at 0711", german_bridges=["0712/0812"])
    assert travel.owner(t.g, t.river("0712/0812")) is GERMAN
    t.move("a", "0812")
    assert travel.owner(t.g, t.river("0712/0812")) is ALLIED


@pytest.mark.rule("EA-12.2d")
def test_a_bridge_next_to_an_activated_unit_changes_hands():
    free = Table("D21 German activate", "a: 2.2P.XLVII at 0811")
    assert travel.owner(free.g, free.river("0811/0812")) is GERMAN
    held = Table("D21 German activate", "a: 2.2P.XLVII at 0811; d: 504.82.XVIII at 0812")
    assert travel.owner(held.g, held.river("0811/0812")) is ALLIED


@pytest.mark.rule("EA-12.33", "EA-12.34d")
def test_an_improved_position_stays_while_somebody_is_there():
    t = Table("D21 German activate", "a: 62.LXVI at 1208; b: 2.2P.XLVII at 1209", improved=["1208"])
    t.move("b", "1208")
    t.move("a", "1309")
    assert t.g.improved == 1 << t.hex("1208")
    alone = Table("D21 German activate", "a: 62.LXVI at 1208", improved=["1208"])
    alone.move("a", "1309")
    assert not alone.g.improved


# ---- 13.0 --------------------------------------------------------------------------------------------------

FIFTH = "a: 393.99.V at 0606, reduced; b: 47.9.V at 0607, reduced; c: 23.2.V at 0507"


@pytest.mark.rule("EA-13.0", "EA-13.1a", "EA-13.1b", "EA-13.13a", "EA-13.13b")
def test_a_corps_card_rebuilds_steps():
    dead = FIFTH + "; d: 9.2.V at 0509, reduced"
    t = Table("D20 Allied command", dead, hands={ALLIED: [18, 19], GERMAN: [53, 54]})
    t.g.eliminate(t.unit("d"), "EA-9.6")
    t.play(18, "replace")
    assert t.refused("unit", "d") == "EA-13.13b"
    assert t.refused("unit", "c") == "EA-13.1a"
    t.do("unit", "a")
    assert t.refused("unit", "a") == "EA-13.13a"
    t.do("unit", "b")
    assert [t.g.lost[t.unit(unit)] for unit in "ab"] == [0, 0]
    assert t.g.stack[-1].side is GERMAN
    assert not t.g.moved  # who was rebuilt counts for this card only
    assert not t.g.barred[ALLIED]
    early = Table("D19 Allied command", FIFTH, hands={ALLIED: [1, 19]})
    assert early.why_play(1, "replace") == "EA-13.0"
    three = Table("D20 Allied command", FIFTH + "; e: 38.2.V at 0509, reduced", hands={ALLIED: [18, 19]})
    three.play(18, "replace")
    three.do("unit", "a")
    three.do("unit", "b")
    assert three.step != "Replacements"


@pytest.mark.rule("EA-13.11")
def test_replacements_go_to_units_in_supply():
    units = "a: 393.99.V at 0606, reduced, low; b: 47.9.V at 0607, reduced, dispersed; g: 277.LXVII at 0706"
    t = Table("D20 Allied command", units, hands={ALLIED: [18, 19]})
    t.play(18, "replace")
    assert t.refused("unit", "a") == "EA-13.11"
    assert t.refused("unit", "b") == ""


@pytest.mark.rule("EA-13.11")
def test_a_unit_cut_off_since_the_last_check_gets_no_step():
    ring = "; ".join(f"German infantry at {cell}" for cell in ("0325", "0226", "0426", "0225", "0425", "0327"))
    t = Table("D21 Allied command", f"a: 9.2.V at 0326, reduced; b: 38.2.V at 0509, reduced; {ring}")
    assert t.state_of("a") == 0
    assert not t.traces("a")
    assert [t.name(unit) for unit in replacements.eligible(t.g, CORPS.index("V"))] == ["b"]


@pytest.mark.rule("EA-13.12")
def test_elite_steps_come_last():
    units = "e: 26.1.V at 0606, reduced; r: 47.9.V at 0607, reduced"
    t = Table("D20 Allied command", units, hands={ALLIED: [18, 19]})
    t.play(18, "replace")
    assert t.refused("unit", "e") == "EA-13.12"
    t.do("unit", "r")
    assert t.refused("unit", "e") == ""


# ---- 14.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-14.1b")
def test_ten_points_for_a_supplied_german_beyond_the_meuse_once():
    t = Table("D21 German command", "a: 2.2P.XLVII at 1127")
    victory._over_the_meuse(t.g)
    assert not t.g.meuse_points
    t.g.german_towns, t.g.german_bridges = t.box.ground.towns, t.box.ground.all_bridges
    before, t.g.events = t.points, []
    for _ in range(2):
        victory._over_the_meuse(t.g)
    assert len(t.g.events) == 1
    assert t.points == before + 10
    t.g.german_towns = 0
    assert t.points == 10


@pytest.mark.rule("EA-14.1e", "EA-14.1i")
def test_two_dead_allied_units_make_a_point():
    t = Table("D21 German command", "a: 9.2.V at 0606")
    for count, unit in enumerate(t.box.units.of[ALLIED][:8], 1):
        t.g.place[unit] = ELIMINATED
        assert t.points == count // 2


@pytest.mark.rule("EA-14.1f")
def test_relief_of_von_der_heydte():
    t = Table("D21 German activate", "a: 1.1SS.ISS at 0408; v: VDH.ISS at 0409")
    t.move("a", "0409")
    assert t.where("v") == "out"
    assert t.points == 1


@pytest.mark.rule("EA-14.1g", "EA-14.1h")
def test_allied_westwall_hexes_cost_five_points_from_dec_18():
    t = Table("D19 Allied activate", "d: 9.2.V at 0905")
    t.move("d", "0804")
    assert t.points == -5
    t.g.day = 17
    assert t.points == 0
    back = Table("D19 German activate", "g: 1.1SS.ISS at 0803", columns={})
    back.g.allied_wall = 1 << back.hex("0804")
    assert back.points == -5
    back.move("g", "0804")
    assert back.points == 0


@pytest.mark.rule("EA-14.1g")
@pytest.mark.parametrize(("day", "points"), [(17, 0), (18, 5), (19, 5)])
def test_a_westwall_hex_counts_from_that_very_day(day: int, points: int):
    t = Table(f"D{day} German command", "a: 9.2.V at 0606")
    assert victory.westwall_points(t.g) == points


@pytest.mark.parametrize(
    ("handicap", "level"), [(0, "Allied Tactical"), (-1, "German Tactical"), (1, "Allied Tactical")]
)
def test_a_handicap_counts_against_the_germans(handicap: int, level: str):
    g = Game.of(TITLE, "initial_assault", {"handicap": handicap}).start(1)
    g.day = g.box.last_day
    g.exit_points = 7 - victory.points(g)
    assert victory._level(g) == level


@pytest.mark.rule("EA-14.2", "EA-15.4b", "EA-15.4c", "EA-15.3b")
@pytest.mark.parametrize(
    ("scenario", "day", "points", "level"),
    [
        ("battle_of_the_bulge", 17, 99, ""),
        ("battle_of_the_bulge", 20, 40, "German Strategic"),
        ("battle_of_the_bulge", 20, 39, ""),
        ("battle_of_the_bulge", 20, 11, "Allied Strategic"),
        ("battle_of_the_bulge", 29, 34, "Allied Tactical"),
        ("battle_of_the_bulge", 29, 35, "German Tactical"),
        ("german_breakout", 20, 45, "German Strategic"),
        ("german_breakout", 21, 49, "German Operational"),
    ],
)
def test_the_evening_decides(scenario, day, points, level):
    t = Table("D19 German command", "a: 9.2.V at 0606", scenario=scenario)
    t.g.day, t.g.exit_points = day, points
    assert victory._level(t.g) == level


def test_a_result_is_the_same_in_every_language():
    t = Table("D19 German command", "a: 9.2.V at 0606", scenario="battle_of_the_bulge")
    t.g.day, t.g.exit_points = 20, 40
    with speaking("de"):
        victory.check(t.g)
        assert t.g.result.winner is Side.GERMAN
        assert say(t.g.result.level) == "Strategischer deutscher Sieg"
    assert t.g.result.level == "German Strategic"


@pytest.mark.rule("EA-15.5z", "EA-15.5aa", "EA-15.5ab")
@pytest.mark.parametrize(
    ("day", "points", "level"),
    [
        (23, 35, "German Operational"),
        (23, 15, ""),
        (24, 15, "Allied Operational"),
        (28, 25, "German Tactical"),
        (28, 24, "Draw"),
        (28, 20, "Allied Tactical"),
    ],
)
def test_crisis_decides(day, points, level):
    t = Table("D23 German command", "a: 9.2.V at 0606", scenario="crisis_at_the_meuse")
    base = t.points
    t.g.day, t.g.exit_points = day, points - base
    assert victory._level(t.g) == level


@pytest.mark.rule("EA-15.1c")
def test_the_initial_assault_ends_at_the_meuse_or_off_the_map():
    t = Table("D16 German activate", "a: 352.LXXXV at 2605", scenario="initial_assault")
    t.do("unit", "a")
    t.do("exit", "2605")
    assert t.g.result is not None
    assert t.g.result.winner is GERMAN
    meuse = Table("D16 German activate", "a: 1.1SS.ISS at 0317", scenario="initial_assault")
    meuse.move("a", "0318")
    assert meuse.g.result is not None
    campaign = Table("D16 German activate", "a: 352.LXXXV at 2605")
    campaign.do("unit", "a")
    campaign.do("exit", "2605")
    assert campaign.g.result is None


@pytest.mark.rule("EA-15.1e", "EA-15.1b")
def test_plain_towns_count_in_the_initial_assault_and_are_lost_again():
    t = Table("D16 German activate", "a: 2.2P.XLVII at 1709", scenario="initial_assault")
    t.move("a", "1710")
    assert t.points == 1
    t = Table("D16 Allied activate", "d: 110.28.VIII at 1709", scenario="initial_assault", german=["1710"])
    assert t.points == 1
    t.move("d", "1710")
    assert t.points == 0


# ---- 12.2 whose a bridge is ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-12.21a", "EA-12.22", "EA-12.2c")
def test_a_bridge_belongs_to_who_repaired_or_built_it_and_no_other_bridge_changes():
    t = Table("D21 German activate", "a: 1.1SS.ISS at 0710", blown=["0712/0812"], built=["0524/0424"])
    old, new = t.river("0712/0812"), t.river("0524/0424")
    t.g.german_built = 1 << new
    others = [river for river in range(len(t.box.ground.river_sides)) if river not in (old, new)]
    owners = {river: travel.owner(t.g, river) for river in others}
    for side in (GERMAN, ALLIED, GERMAN):
        bridges.blow(t.g, old) if travel.standing_bridge(t.g, old) else None
        assert not travel.standing_bridge(t.g, old)
        bridges.restore(t.g, side, old)
        assert travel.standing_bridge(t.g, old)
        assert travel.owner(t.g, old) is side
        bridges.restore(t.g, side, new)
        assert travel.owner(t.g, new) is side
    assert {river: travel.owner(t.g, river) for river in others} == owners
    bridges.blow(t.g, new)
    assert not (t.g.built | t.g.german_built) >> new & 1


@pytest.mark.rule("EA-12.21b", "EA-10.0e")
def test_a_bridge_that_the_allies_do_not_supply_cannot_be_blown_by_an_event():
    t = Table("D18 Allied command", "a: 1.1SS.ISS at 0710")
    river = t.river("0712/0812")
    assert bridges.blowable(t.g) >> river & 1
    t.g.german_towns = t.box.ground.towns
    t.g.put(t.unit("2.1SS.ISS"), t.hex("0814"))
    t.g.put(t.unit("1.1SS.ISS"), t.hex("0713"))
    assert not bridges.blowable(t.g) >> river & 1


# ---- 3.0, 15.5 set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("EA-3.0a", "EA-3.0h", "EA-2.1f")
def test_where_scenarios_begin():
    assert started("allies_surprised").day == 16
    g = started("battle_of_the_bulge")
    assert victory.points(g) == 0
    assert {g.place[unit] for unit in g.box.units.of[GERMAN]} >= {OKW_BOX, VDH_BOX}
    assert len({RESERVE, ELIMINATED, EXITED, OKW_BOX, VDH_BOX, OUT}) == 6
    assert started("crisis_at_the_meuse").day == 22


@pytest.mark.rule("EA-15.5w", "EA-15.5x", "EA-15.5y", "EA-15.5ac")
def test_the_first_morning_of_crisis():
    g = started("crisis_at_the_meuse")
    assert 12 in g.discards[ALLIED]
    assert (len(g.hands[ALLIED]), len(g.piles[ALLIED])) == (7, 7)
    assert len(g.hands[GERMAN]) == 5
    assert len(g.discards[GERMAN]) == 2
    assert g.stack[-1].side is ALLIED
    assert not g.covered
    assert not g.fuel
    assert victory.points(g) == 11


@pytest.mark.rule(
    "EA-15.5b", "EA-15.5c", "EA-15.5d", "EA-15.5e", "EA-15.5f", "EA-15.5g", "EA-15.5h", "EA-15.5i", "EA-15.5j"
)
@pytest.mark.rule("EA-15.5k", "EA-15.5l", "EA-15.5m", "EA-15.5n", "EA-15.5o")
def test_the_set_up_of_crisis_is_on_the_table():
    """Every unit of the list that the map's own test keeps: hex, steps, supply and position, and nobody else."""
    g = started("crisis_at_the_meuse")
    grid, units = g.box.grid, g.box.units
    listed = {unit.name.replace(" ", ""): unit for unit in read_crisis()}
    on_map = {units.rows[unit].id: unit for unit, place in enumerate(g.place) if place < OFF_MAP}
    assert {*on_map} == {*listed}
    for word, unit in on_map.items():
        row = listed[word]
        assert (grid.number(g.place[unit]), g.steps_left(unit)) == (row.hex, row.steps), word
        assert g.supply[unit] == (1 if "low" in row.marker else 0), word
        assert bool(g.improved >> g.place[unit] & 1) or "IP" not in row.marker, word
    assert grid.numbers(g.improved) == sorted({row.hex for row in listed.values() if "IP" in row.marker})
    counts = {"LXVII": 5, "I SS": 15, "II SS": 7, "LXVI": 3, "LVIII": 6, "XLVII": 11, "LXXXV": 6, "LIII": 3, "LXXX": 5}
    counts |= {"V": 11, "XVIII": 12, "VII": 7, "VIII": 7, "XII": 6}
    assert Counter(CORPS[units.corps[unit]] for unit in on_map.values()) == counts
    peiper = g.box.peiper
    assert (grid.number(g.place[peiper]), g.lost[peiper], g.supply[peiper]) == ("0612", 1, 1)


@pytest.mark.rule("EA-15.5ac")
def test_supply_of_the_opening():
    g = started("battle_of_the_bulge")
    fed = supply.traceable(g, Side.ALLIED)
    assert all(fed >> g.place[unit] & 1 for unit in g.box.units.of[ALLIED] if g.place[unit] < 0xFF00)
