"""11.0 Reserves, delayed reserves, the OKW Reserve, XXX Corps."""

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Game
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.rules import deck, placing, reserves, supply
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, RESERVE

from .table import ALLIED, GERMAN, Table


def opening(day=16):
    """The campaign's set-up on a day, with a table's questions."""
    g = Game.of(TITLE, "battle_of_the_bulge").start(1)
    g.day = day
    return g


def hexes(g, unit):
    return set(g.box.grid.numbers(placing.hexes(g, g.box.units.unit(unit))))


def distance(g, one, other):
    return g.box.grid.distance(g.box.grid.cell(one), g.box.grid.cell(other))


def waiting(when, units="", reserve=(), **more):
    """A table with some units in the Reserve Units box."""
    t = Table(when, units, **more)
    for unit in reserve:
        t.g.place[t.box.units.unit(unit)] = RESERVE
    t.g._choices = t.g.memo = None
    return t


# ---- 11.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-11.1h", "EA-11.1e")
def test_the_fourth_division_comes_near_its_own():
    g = opening()
    found = hexes(g, "8.4.XII")
    enemies = g.box.grid.numbers(g.occupied[GERMAN])
    assert found
    for hex_ in found:
        assert distance(g, hex_, "2403") <= 3
        edge = g.box.grid.edge >> g.box.grid.cell(hex_) & 1
        assert min(distance(g, hex_, enemy) for enemy in enemies) >= (2 if edge else 3)


@pytest.mark.rule("EA-11.1i", "EA-11.1b")
def test_the_first_division_comes_near_its_corps_in_its_area():
    g = opening()
    found = hexes(g, "26.1.V")
    corps = g.box.units.corps[g.box.units.unit("26.1.V")]
    friends = [g.place[unit] for unit in cells(g.box.units.in_corps[corps]) if g.place[unit] < OFF_MAP]
    assert found
    for hex_ in found:
        cell = g.box.grid.cell(hex_)
        assert min(g.box.grid.distance(cell, friend) for friend in friends) <= 3
        assert g.box.corps_areas[corps] >> cell & 1


@pytest.mark.rule("EA-11.1f", "EA-11.1g", "EA-11.1j")
def test_strategic_reserves_have_a_second_method():
    g = opening()
    found = hexes(g, "CCB.9A.VIII")
    near = {hex_ for hex_ in found if distance(g, hex_, "2205") <= 3}
    assert near
    assert found - near
    enemies = g.box.grid.numbers(g.occupied[GERMAN])
    inland = [hex_ for hex_ in found - near if not g.box.grid.edge >> g.box.grid.cell(hex_) & 1]
    assert min(distance(g, hex_, enemy) for hex_ in inland for enemy in enemies) == 5
    late = g.box.units.unit("8.4.XII")
    assert not placing.strategic(g, late)
    g.day = 17
    assert placing.strategic(g, late)
    assert len(hexes(g, "8.4.XII")) > len(hexes(opening(), "8.4.XII"))


@pytest.mark.rule("EA-11.1c")
def test_reserves_come_on_supply_heads():
    g = opening()
    for unit in ("8.4.XII", "26.1.V", "CCB.9A.VIII"):
        assert not placing.hexes(g, g.box.units.unit(unit)) & ~supply.heads(g, ALLIED)
    t = waiting("D18 Allied command", "v: 9.2.V at 0606", ["26.1.V"], hands={ALLIED: [1, 19]})
    t.play(1, "deploy", "corps")
    t.do("unit", "26.1.V")
    assert t.refused("hex", "0506") == "EA-11.1c"
    assert t.refused("hex", "1814") == "EA-11.1b"
    assert t.refused("hex", "0507") == ""


@pytest.mark.rule("EA-11.1d")
def test_reserves_stay_away_from_the_enemy():
    units = "v: 9.2.V at 0606; g: 277.LXVII at 0604"
    t = waiting("D18 Allied command", units, ["26.1.V"], hands={ALLIED: [1, 19]})
    t.play(1, "deploy", "corps")
    t.do("unit", "26.1.V")
    assert t.refused("hex", "0606") == "EA-11.1d"
    edge = waiting(
        "D21 Allied command", "v: 12.4.XII at 2606; g: 352.LXXXV at 2605", ["8.4.XII"], hands={ALLIED: [3, 19]}
    )
    edge.play(3, "deploy", "corps")
    edge.do("unit", "8.4.XII")
    assert edge.refused("hex", "2607") == ""  # two hexes are enough at the edge
    assert edge.refused("hex", "2606") == "EA-11.1d"


@pytest.mark.rule("EA-11.1e")
def test_near_the_division_comes_before_near_the_corps():
    units = "v: 18.1.V at 0608; w: 9.2.V at 0512"
    t = waiting("D16 Allied command", units, ["26.1.V"], hands={ALLIED: [1, 19]})
    t.play(1, "deploy", "corps")
    t.do("unit", "26.1.V")
    assert t.refused("hex", "0509") == ""
    assert t.refused("hex", "0412") == "EA-11.1e"


@pytest.mark.rule("EA-11.1a", "EA-11.2a", "EA-11.2b", "EA-5.3", "EA-11.2d")
def test_a_division_shares_a_hex_and_some_may_wait():
    reserve = ["CCA.3A.VII", "CCB.3A.VII", "CCR.3A.VII"]
    t = waiting("D21 Allied command", "v: 333.84.VII at 1219", reserve, hands={ALLIED: [8, 19], GERMAN: [53, 54]})
    t.play(8, "deploy", "corps")
    t.do("unit", "CCA.3A.VII")
    t.do("hex", "1119")
    t.do("unit", "CCB.3A.VII")
    assert t.offers("hex") == {"1119"}
    assert t.refused("hex", "1219") == "EA-11.2a"
    t.do("hex", "1119")
    t.end()
    assert t.where("CCR.3A.VII") == "reserve"


@pytest.mark.rule("EA-5.2b", "EA-5.2c")
def test_division_cards_deploy_their_formations_or_one_unit_of_the_corps():
    reserve = ["26.1.V", "16.1.V", "47.9.V", "CCA.5A.V", "9.2.V"]
    t = waiting("D24 Allied command", "v: 23.2.V at 0606", reserve, hands={ALLIED: [20, 19], GERMAN: [53, 54]})
    assert t.uses(20, "deploy") == {"formations", "one_of_corps"}
    assert t.uses(19, "deploy") == {"one_of_corps"}
    three = t.trial()
    three.play(20, "deploy", "formations")
    assert three.offers("unit") == {"26.1.V", "16.1.V", "47.9.V", "CCA.5A.V"}
    t.play(19, "deploy", "one_of_corps")
    assert "9.2.V" in t.offers("unit")
    t.do("unit", "9.2.V")
    t.do("hex", sorted(t.offers("hex"))[0])
    assert t.offers("unit") == set()
    assert t.refused("unit", "47.9.V") == "EA-5.2c"


@pytest.mark.rule("EA-5.5b", "EA-11.41a")
def test_army_and_army_group_cards_deploy_theirs():
    reserve = ["8.3F.ISS", "901.Lehr.XLVII", "10.10SS.OKW"]
    units = "a: 1.1SS.ISS at 0803; b: 2.2P.XLVII at 1706"
    t = waiting("D24 German command", units, reserve, hands={GERMAN: [35, 37, 68, 69]})
    everybody = t.trial()
    everybody.play(35, "deploy", "all")
    assert everybody.g.active.bit_count() == 3
    fifth = t.trial()
    fifth.play(37, "deploy", "army")
    assert fifth.g.active == 1 << t.unit("901.Lehr.XLVII")
    assert t.uses(68, "deploy") == {"corps"}
    assert t.uses(69, "deploy") >= {"formations"}


@pytest.mark.rule("EA-11.2c", "EA-11.2g")
def test_reserves_need_room():
    reserve = ["CCA.3A.VII", "CCB.3A.VII"]
    units = "v: 333.84.VII at 1119; w: 334.84.VII at 1119; x: 335.84.VII at 1119, reduced"
    t = waiting("D21 Allied command", units, reserve, hands={ALLIED: [8, 19]})
    t.play(8, "deploy", "corps")
    t.do("unit", "CCA.3A.VII")
    assert t.refused("hex", "1119") == "EA-11.2c"


@pytest.mark.rule("EA-11.2e")
def test_a_division_just_placed_brings_the_next_one_forward():
    g = opening(17)
    unit, next_unit = g.box.units.unit("26.1.V"), g.box.units.unit("47.9.V")
    g.place[next_unit] = RESERVE
    before = hexes(g, "47.9.V")
    gained = set()
    for cell in cells(placing.hexes(g, unit)):
        other = g.copy()
        other.put(unit, cell)
        gained |= hexes(other, "47.9.V") - before
    assert gained & {"0512", "0711"}


@pytest.mark.rule("EA-11.2f")
def test_a_whole_airborne_division_takes_two_hexes():
    reserve = ["504.82.XVIII", "505.82.XVIII", "508.82.XVIII", "325.82.XVIII"]
    t = waiting("D18 Allied command", "v: 117.30.XVIII at 1014", reserve, hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    for unit in reserve[:3]:
        t.do("unit", unit)
        t.do("hex", "1014" if unit != "508.82.XVIII" else "1015")
    t.do("unit", reserve[3])
    assert "1014" not in t.offers("hex")
    t.do("hex", "1015")
    assert {t.where(unit) for unit in reserve} == {"1014", "1015"}


@pytest.mark.rule("EA-11.2f")
def test_an_airborne_division_may_come_two_and_two():
    reserve = ["504.82.XVIII", "505.82.XVIII", "508.82.XVIII", "325.82.XVIII"]
    t = waiting("D18 Allied command", "v: 117.30.XVIII at 1014", reserve, hands={ALLIED: [25, 19]})
    t.play(25, "deploy", "formations")
    t.do("unit", reserve[0])
    t.do("hex", "1015")
    t.do("unit", reserve[1])
    assert t.offers("hex") == {"1015"}
    t.do("hex", "1015")
    t.do("unit", reserve[2])
    assert {"1014", "1015"} <= t.offers("hex")


@pytest.mark.rule("EA-11.1l")
def test_who_has_no_hex_stays_in_the_box():
    units = "g: 2.2P.XLVII at 0805; h: 3.2P.XLVII at 0709"
    t = waiting("D16 Allied command", units, ["26.1.V"], hands={ALLIED: [1, 19], GERMAN: [53, 54]})
    t.play(1, "deploy", "corps")
    assert t.offers("unit") == set()
    assert t.refused("unit", "26.1.V") == "EA-11.1l"
    t.end()
    assert t.where("26.1.V") == "reserve"


@pytest.mark.rule("EA-11.3a", "EA-11.3b")
def test_delayed_reserves_come_without_a_card():
    t = waiting("D18 Allied command", "v: 9.2.V at 0606", ["26.1.V", "16.1.V"])
    reserves.delayed(ALLIED)(t.g)
    assert t.offers("unit") == {"26.1.V"}  # dated 16; 16.1 is dated 17
    assert t.step == "Deployment"
    early = waiting("D17 Allied command", "v: 9.2.V at 0606", ["26.1.V"])
    reserves.delayed(ALLIED)(early.g)
    assert early.step == "Command"


# ---- 11.4 --------------------------------------------------------------------------------------------------


def at_the_meuse(day, hex_, supplied=True):
    t = Table(f"D{day} German command", f"a: 2.2P.XLVII at {hex_}", waiting=True)
    if supplied:
        t.g.german_towns, t.g.german_bridges = t.box.ground.towns, t.box.ground.all_bridges
    reserves.release_okw(t.g)
    return t


@pytest.mark.rule("EA-11.4b")
def test_a_supplied_german_at_the_meuse_releases_the_okw_reserve():
    t = at_the_meuse(22, "1126")
    assert t.where("10.10SS.OKW") == t.where("119.25PG.OKW") == "D23"
    assert at_the_meuse(22, "1126", supplied=False).where("10.10SS.OKW") == "okw"
    assert at_the_meuse(22, "1124").where("10.10SS.OKW") == "okw"


@pytest.mark.rule("EA-11.4b")
def test_on_the_last_day_the_okw_reserve_comes_too_late():
    last = at_the_meuse(22, "1126").box.last_day
    assert at_the_meuse(last, "1126").where("10.10SS.OKW") == "out"
    assert at_the_meuse(last - 1, "1126").where("10.10SS.OKW") == f"D{last}"


@pytest.mark.rule("EA-11.4c")
def test_the_next_day_okw_units_and_cards_come():
    t = at_the_meuse(22, "1126")
    g = t.g
    g.unused[GERMAN] = tuple(card for card in g.unused[GERMAN] if card not in (67, 68, 69, 70))
    g.entering[GERMAN] = (67, 68, 69, 70)
    deck.enter(g)
    assert len(g.entering[GERMAN]) == 4
    g.day = 23
    reserves.arrive(g)
    deck.enter(g)
    assert t.where("10.10SS.OKW") == "reserve"
    assert g.piles[GERMAN] == (67,)
    assert set(g.available[GERMAN]) == {68, 69, 70}


@pytest.mark.rule("EA-11.41b", "EA-11.41c")
def test_where_okw_units_come():
    reserve = ["10.10SS.OKW", "15.11P.OKW"]
    t = waiting("D24 German command", "a: 2.2P.XLVII at 1605; d: 110.28.VIII at 1608", reserve, hands={GERMAN: [68]})
    t.play(68, "deploy", "corps")
    t.do("unit", "10.10SS.OKW")
    assert t.refused("hex", "1606") == "EA-11.41b"
    assert t.refused("hex", "1605") == ""
    t.do("hex", "1505")
    t.do("unit", "15.11P.OKW")
    assert t.refused("hex", "1605") == ""
    assert t.refused("hex", "1902") == "EA-11.41c"


# ---- 11.5 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-11.51a", "EA-11.51b", "EA-11.51c", "EA-11.51d")
def test_xxx_corps_comes_behind_the_meuse():
    reserve = ["29A.XXX", "43.XXX", "5.GA.XXX"]
    t = waiting("D23 Allied command", "g: 2.2P.XLVII at 1024", reserve, hands={ALLIED: [10, 19]})
    t.play(10, "deploy", "corps")
    t.do("unit", "43.XXX")
    assert t.refused("hex", "1126") == "EA-11.51a"
    assert t.refused("hex", "1229") == ""
    t.do("hex", "0526")
    t.do("unit", "5.GA.XXX")
    assert t.refused("hex", "1229") == "EA-11.51c"
    t.do("unit", "5.GA.XXX")
    dinant = waiting("D23 Allied command", "", reserve, hands={ALLIED: [10, 19]})
    dinant.play(10, "deploy", "corps")
    dinant.do("unit", "29A.XXX")
    dinant.do("hex", "1126")
    assert dinant.g.dinant
    near = waiting("D23 Allied command", "g: 2.2P.XLVII at 1226", reserve, hands={ALLIED: [10, 19]})
    near.play(10, "deploy", "corps")
    near.do("unit", "43.XXX")
    assert near.refused("hex", "1227") == "EA-11.51d"


@pytest.mark.rule("EA-11.51e")
def test_after_a_german_crossing_xxx_corps_comes_like_first_army():
    t = waiting(
        "D23 Allied command",
        "x: 32.GA.XXX at 0526; g: 2.2P.XLVII at 0523",
        ["43.XXX"],
        hands={ALLIED: [10, 19]},
        columns={"over_meuse": True},
    )
    t.play(10, "deploy", "corps")
    found = placing.hexes(t.g, t.unit("43.XXX"))
    inland = found & ~t.box.grid.edge
    assert not inland & t.box.grid.within(t.g.occupied[GERMAN], 2)
    assert found


@pytest.mark.rule("EA-7.9g")
def test_reserves_clear_a_roadblock_where_they_come():
    t = waiting("D18 Allied command", "v: 9.2.V at 0606", ["26.1.V"], hands={ALLIED: [1, 19]}, roadblocks=["0509"])
    t.play(1, "deploy", "corps")
    t.do("unit", "26.1.V")
    t.do("hex", "0509")
    assert not t.g.roadblocks


@pytest.mark.rule("EA-11.2a")
def test_a_division_of_three_does_not_spread_over_two_hexes():
    t = waiting("D18 Allied command", "v: 9.2.V at 0606", ["26.1.V", "16.1.V", "18.1.V"], hands={ALLIED: [1, 19]})
    first = next(iter(cells(placing.placements(t.g, t.unit("26.1.V")))))
    t.g.put(t.unit("26.1.V"), first)
    t.g.moved |= 1 << t.unit("26.1.V")
    t.g._choices = t.g.memo = None
    assert placing.placements(t.g, t.unit("16.1.V")) == 1 << first
    t.g.put(t.unit("16.1.V"), first)
    t.g.moved |= 1 << t.unit("16.1.V")
    t.g._choices = t.g.memo = None
    assert placing.placements(t.g, t.unit("18.1.V")) == 1 << first


@pytest.mark.rule("EA-11.1a")
def test_a_unit_of_another_card_is_no_reserve_of_this_one():
    t = waiting("D18 Allied command", "v: 9.2.V at 0606", ["26.1.V", "12.4.XII"], hands={ALLIED: [1, 19]})
    t.play(1, "deploy", "corps")
    assert t.offers("unit") == {"26.1.V"}
    assert t.refused("unit", "12.4.XII") == "EA-11.1a"
