"""7.5 Strategic movement as illustrated, with its numbers; 7.33 Engineers on a way off the map and in an advance."""

from __future__ import annotations

import pytest

from ardennes.board.cells import cells
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import paths, placing, reactions
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from ardennes.titles.enemy_action_ardennes.state import RESERVE
from tests.titles.enemy_action_ardennes.combats import proposed
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

BOX = Table("D21 German activate").box
TOWNS = [BOX.grid.number(cell) for cell in cells(BOX.ground.towns)]
BRIDGES = [BOX.map.hexside(bridge.cell, bridge.other) for bridge in BOX.map.bridges]
WILTZ, VIELSALM, ETTELBRUCK = "1911", "1111", "2208"


def strategic(t: Table, unit: str) -> dict[str, int]:
    """The hexes of a strategic move with what they cost."""
    assert paths.may_go_strategic(t.g, t.unit(unit))
    leg = paths._strategic(t.g, t.unit(unit), 0)
    return {t.box.grid.number(cell): leg.cost(cell) for cell in cells(leg.found.board)}


# ---- 7.5 the illustration ---------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.5k", "EA-7.5g", "EA-7.5i")
def test_illustration_a_infantry_with_five_points():
    units, towns = "a: 62.LXVI at 1708; w: 3.2P.XLVII at ", [town for town in TOWNS if town != WILTZ]
    held = Table("D21 German activate", f"{units}1312", german=towns)
    assert paths.strategic_allowance(held.g, held.unit("a")) == 5
    assert strategic(held, "a")["1712"] == 4
    assert "1713" not in strategic(held, "a")  # farther west than its army
    free = Table("D21 German activate", f"{units}1313", german=towns)
    assert strategic(free, "a")["1713"] == 5
    near = Table("D21 German activate", "a: 62.LXVI at 1709; w: 3.2P.XLVII at 1313", german=towns)
    assert strategic(near, "a")["1910"] < 5
    assert WILTZ not in strategic(near, "a")
    own = Table(
        "D21 German activate", "a: 62.LXVI at 1709; w: 3.2P.XLVII at 1313", german=TOWNS, german_bridges=BRIDGES
    )
    assert WILTZ in strategic(own, "a")


@pytest.mark.rule("EA-7.5l", "EA-7.5e")
def test_illustration_b_armor_stops_after_seven_of_ten_points():
    units = "a: 11.LXXXV at 1906; w: 352.LXXXV at 1920"
    t = Table("D21 German activate", units, german=TOWNS, blown=[])
    assert paths.strategic_allowance(t.g, t.unit("a")) == 10
    assert strategic(t, "a")["2010"] == 7
    assert "2110" not in strategic(t, "a")  # over an Allied bridge
    own = Table("D21 German activate", units, german=TOWNS, blown=[], german_bridges=BRIDGES)
    assert strategic(own, "a")["2110"] == 8


@pytest.mark.rule("EA-7.5m", "EA-7.5f", "EA-7.5c")
def test_illustration_c_nine_points_round_a_unit_and_no_farther_than_a_roadblock_allows():
    units = "a: 16.116P.LVIII at 1607; w: 3.2P.XLVII at 1320; x: Allied infantry at 1209"
    more = {"german": [town for town in TOWNS if town != VIELSALM], "blown": [], "german_bridges": BRIDGES}
    t = Table("D21 German activate", units, **more)
    assert paths.strategic_allowance(t.g, t.unit("a")) == 10
    assert strategic(t, "a")["1010"] == 9  # next to Vielsalm
    assert t.box.grid.adjacent(t.hex("1010"), t.hex(VIELSALM))
    assert VIELSALM not in strategic(t, "a")
    assert strategic(t, "a")["0911"] == 10
    stopped = Table("D21 German activate", units, **more, roadblocks=["0912"])
    assert strategic(stopped, "a")["1010"] == 9
    assert "0911" not in strategic(stopped, "a")


@pytest.mark.rule("EA-7.5n", "EA-7.5b")
def test_illustration_d_an_allied_regiment_with_nine_points():
    t = Table("D21 Allied activate", "a: 12.4.XII at 2413; d: 352.LXXXV at 2106", german=[ETTELBRUCK])
    found = strategic(t, "a")
    assert paths.strategic_allowance(t.g, t.unit("a")) == 9
    assert found["2312"] == 2
    assert not [
        cell for cell in cells(t.box.grid.neighbours[t.hex("2312")]) if found.get(t.box.grid.number(cell), 0) > 2
    ]
    assert found["2307"] == 7
    assert ETTELBRUCK not in found
    assert found["2207"] == 8
    assert "2107" not in found  # the ninth point would be next to the enemy
    free = Table("D21 Allied activate", "a: 12.4.XII at 2413", german=[ETTELBRUCK])
    assert strategic(free, "a")["2107"] == 9
    assert strategic(free, "a")["1814"] == 6  # Bastogne, outside its corps' area


# ---- 7.33 wherever a German comes next to a bridge --------------------------------------------------------------


@pytest.mark.rule("EA-7.33a", "EA-7.8b")
def test_engineers_interrupt_a_way_off_the_map():
    t = Table("D18 German activate", "a: 352.LXXXV at 2507", hands={ALLIED: [11]}, dice=None)
    if t.step == "Roadblocks":
        t.do("decline")
    t.do("unit", "a")
    t.do("exit", "2607")
    assert t.step == "Demolition"
    assert t.where("a") == "2607"
    blown = t.trial()
    blown.do("card", 11)
    if blown.step == "Greif":
        blown.do("decline")
    assert blown.told(events.BridgeBlown)
    while t.step == "Demolition":
        t.do("decline")
    assert t.step == "Moving"
    assert t.offers("exit") == {"2607"}
    t.do("exit", "2607")
    assert t.where("a") == "exited"
    assert t.told(events.Exited)


def advancing(when: str, units: str, target: str) -> Table:
    """An attacker follows into a vacated hex next to the bridge 0712/0812."""
    t = Table(when, units, hands={ALLIED: [11]})
    while t.step == "Roadblocks":
        t.do("decline")
    t.g.push(Combat(proposed(t, target, "a"), 8))
    t.g.eliminate(t.unit("d"), "EA-9.6")
    t.g._choices = None
    t.g.settle([])
    t.do("unit", "a")
    return t


@pytest.mark.rule("EA-7.33a")
def test_engineers_interrupt_a_german_advance_and_no_other():
    t = advancing("D18 German combat", "a: 1.1SS.ISS at 0711; d: Allied infantry at 0712, reduced", "0712")
    assert t.step == "Demolition"
    assert t.where("a") == "0712"
    assert [told.path for told in t.told(events.Advanced)] == [(t.hex("0711"), t.hex("0712"))]
    t.do("card", 11)
    if t.step == "Greif":
        t.do("decline")
    assert t.told(events.BridgeBlown)
    assert t.step == "AdvanceOn"
    other = advancing("D18 Allied combat", "a: 504.82.XVIII at 0711; d: 27.12.ISS at 0712, reduced", "0712")
    assert other.step != "Demolition"
    assert other.where("a") == "0712"


# ---- 11.51 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-11.51e", "EA-11.51d")
def test_a_german_crossing_changes_where_xxx_corps_comes():
    def hexes(*, crossed: bool) -> set[str]:
        units = "x: 32.GA.XXX at 0526; g: 2.2P.XLVII at 0524"
        t = Table("D23 Allied command", units, hands={ALLIED: [10, 19], GERMAN: [50]}, columns={"over_meuse": crossed})
        t.g.place[t.unit("43.XXX")] = RESERVE
        t.g._choices = t.g.memo = None
        return set(t.box.grid.numbers(placing.hexes(t.g, t.unit("43.XXX"))))

    def near(word: str) -> int:
        return BOX.grid.distance(BOX.map.cell(word), BOX.map.cell("0524"))

    before, after = hexes(crossed=False), hexes(crossed=True)
    inland = {word for word in after if not BOX.grid.edge >> BOX.map.cell(word) & 1}
    assert min(map(near, before)) == 2
    assert min(map(near, inland)) >= 3
    assert all(BOX.ground.across_meuse >> BOX.map.cell(word) & 1 for word in before)
    assert any(not BOX.ground.across_meuse >> BOX.map.cell(word) & 1 for word in after)


# ---- what entering a hex changes, and what it does not ------------------------------------------------------------


@pytest.mark.rule("EA-7.0a")
def test_the_enemys_units_are_not_picked_up():
    t = Table("D21 German activate", "a: German armor at 1108; d: Allied infantry at 1111")
    assert t.refused("unit", "d") == "EA-7.0a"


@pytest.mark.rule("EA-7.72b")
def test_dinant_frees_the_29th_only():
    t = Table("D23 Allied activate", "b: 43.XXX at 1127", columns={"dinant": True})
    assert t.why_move("b", "1126") == "EA-7.72a"


@pytest.mark.rule("EA-12.1a", "EA-14.1f")
def test_a_march_through_open_country_takes_no_town_and_relieves_nobody():
    vdh = BOX.units.rows[BOX.vdh].id
    t = Table("D18 German activate", f"a: 1.1SS.ISS at 0906; v: {vdh} at 0707")
    towns = t.g.german_towns
    goal = next(word for word in sorted(t.reach("a")) if not BOX.ground.towns >> BOX.map.cell(word) & 1)
    t.move("a", goal)
    while t.step == "Demolition":
        t.do("decline")
    assert t.where("a") == goal
    assert t.where("v") == "0707"
    assert not t.g.relieved
    passed = set(t.box.grid.numbers(t.g.german_towns & ~towns))
    assert goal not in passed
    assert t.g.german_towns & ~BOX.ground.towns == 0


@pytest.mark.rule("EA-14.1g")
def test_a_westwall_hex_changes_hands_and_is_told():
    wall = next(
        cell
        for cell in cells(BOX.ground.westwall & ~BOX.ground.towns)
        if cells(BOX.grid.neighbours[cell] & ~BOX.ground.westwall & ~BOX.ground.towns)
    )
    near = next(
        cell
        for cell in cells(BOX.grid.neighbours[wall] & ~BOX.ground.westwall & ~BOX.ground.towns)
        if BOX.ground.river_side(cell, wall) < 0
    )
    here, there = BOX.grid.number(near), BOX.grid.number(wall)
    t = Table("D21 Allied activate", f"a: Allied infantry at {here}")
    t.move("a", there)
    assert t.g.allied_wall == 1 << wall
    (told,) = t.told(events.HexTaken)
    assert (told.side, told.hex, told.points < 0) == (ALLIED, wall, True)
    back = Table("D21 German activate", f"a: German infantry at {here}", columns={"allied_wall": 1 << wall})
    back.move("a", there)
    assert back.g.allied_wall == 0
    assert [told.side for told in back.told(events.HexTaken)] == [GERMAN]


@pytest.mark.rule("EA-7.9k")
def test_manteuffel_keeps_roadblocks_four_hexes_from_his_army_and_no_other():
    t = Table("D18 German activate", "a: 3.2P.XLVII at 1509; b: 1.1SS.ISS at 0710", dice=None)
    before = reactions.roadblock_hexes(t.g)
    t.g.special |= 1 << Event.MANTEUFFEL_DIRECTS_TRAFFIC
    t.g._choices = t.g.memo = None
    after = reactions.roadblock_hexes(t.g)
    near = t.box.grid.within(1 << t.hex("1509"), 4)
    assert before & near
    assert after == before & ~near
    assert after & t.box.grid.within(1 << t.hex("0710"), 4)
