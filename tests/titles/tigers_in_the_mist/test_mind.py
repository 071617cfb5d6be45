"""The staff's orders can be carried out as they are given, and give nothing away that a player would not."""

import pytest

import ardennes
from ardennes import agents
from ardennes.agents import writing
from ardennes.agents.plans import March
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Match, Side
from ardennes.lab import suite
from ardennes.parts.mind import marches
from ardennes.titles import find
from ardennes.titles.tigers_in_the_mist.events import Eliminated, Moved
from ardennes.titles.tigers_in_the_mist.mind import front, judgement
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork, fight, move
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import reach
from tests.titles.tigers_in_the_mist.table import Table

TITLE = find("tigers_in_the_mist")
CAMPAIGN = ardennes.game("tigers_in_the_mist", "campaign")


def test_orders_can_be_carried_out_as_they_are_given():
    """Two days of a campaign: 8.37 friends in the way are counted, 7.1 those in a place too, before their battle."""
    match, staffs = Match(CAMPAIGN, 77001), [agents.find("staff"), agents.find("staff")]
    seen, sent, marched, bridges = [None, None], {}, 0, 0
    while match.state.day < 18:
        side = match.state.side
        action = staffs[side].choose(match.state.sight(side))
        if staffs[side].planned is not seen[side]:
            seen[side] = staffs[side].planned
            read = [marches.read(order.actions, "unit", "area") for order in seen[side].orders]
            sent = {unit: place for moves in read for unit, place in moves}
            for tactic in ("cover the bridge", "bridge the river"):
                places = [order.place for order in seen[side].orders if order.tactic == tactic]
                assert len(set(places)) == len(places), "one engineer for a bridge"
                bridges += len(places)
        for event in match.play(action).events:
            assert not isinstance(event, Eliminated) or event.under != "TM-7.2"
            if isinstance(event, Moved):
                marched += 1
                under_way = any(type(step).__name__ in ("March", "Marching") for step in match.state.stack)
                assert under_way or event.path[-1] == sent[event.units[0]]
    assert marched > 100
    assert bridges


def test_a_friend_who_went_before_costs_a_movement_point():
    t = Table("17-3 German", "a: German infantry 3 in Daleiden; b: German infantry 2 in Daleiden")
    work = Staffwork(t.g, Side.GERMAN)
    roads = reach(t.g, (t.unit("b"),), Side.GERMAN)
    there = next(place for place in cells(work.can_reach[t.unit("b")]) if roads.cost(place) == roads.own)
    assert work.march([(t.unit("a"), there)])
    assert not work.march([(t.unit("b"), there)])
    assert not work.can_reach[t.unit("b")] >> there & 1


def test_an_attack_in_an_area_that_is_full_before_the_battle_finds_no_room():
    stack = "; ".join(
        f"{name}: German infantry {points} in Prum" for name, points in zip("abcd", (4, 3, 3, 2), strict=True)
    )
    t = Table("18-1 German", f"{stack}; i: Allied infantry 2 in Sellerich")
    work = Staffwork(t.g, Side.GERMAN)
    assert work.march([(t.unit(name), t.place("Sellerich")) for name in "abc"])
    assert not work.has_room(t.place("Sellerich"), (t.unit("d"),))
    assert not work.march([(t.unit("d"), t.place("Sellerich"))])


def test_a_unit_that_cannot_go_where_it_was_sent_is_put_back():
    t = Table("18-3 Allied", "a: Allied infantry 3 in Bastogne; g: German armor 4 in Longvilly")
    t.g.act(t.action("unit a"))
    assert judgement.answer(t.g) == t.action("unit a")


def test_too_many_in_an_area_make_room_rather_than_be_eliminated():
    crowd = "; ".join(f"{name}: German infantry 3 in Prum{', moved' if name != 'd' else ''}" for name in "abcd")
    t = Table("18-3 German", f"{crowd}; i: Allied infantry 3 in St. Vith")
    assert judgement.answer(t.g) == t.action("unit d")
    t.g.play(t.action("unit d"))
    t.g.play(judgement.answer(t.g))
    assert t.g.place[t.unit("d")] != t.place("Prum")
    assert judgement.answer(t.g) == Action("done")


@pytest.mark.parametrize("leave", [move, lambda g, side, units, place: fight(g, side, place, units, 0.0, 0.0)])
def test_who_leaves_the_enemy_alone_in_an_area_gives_it_to_him_on_paper_too(leave):
    t = Table(
        "19-1 German",
        "a: German armor 4 in Bastogne; i: Allied infantry 1 in Bastogne",
        german_control=["Bastogne"],
    )
    leave(t.g, Side.GERMAN, (t.unit("a"),), t.place("Longvilly"))
    assert not t.g.control >> t.place("Bastogne") & 1


def test_an_engineer_is_kept_out_of_an_attack_only_where_vehicles_wait_for_his_bridge():
    units = "e: German engineer 1 in Dasburg; f: German infantry 3 in Dasburg; i: Allied infantry 2 in Marnach"
    panzers = "; a: German armor 4 in Dasburg"
    for day, waiting, alone in ((17, "", True), (17, panzers, False), (20, panzers, True)):
        t = Table(f"{day}-1 German", units + waiting, blown=["Dasburg-Marnach"])
        force = Staffwork(t.g, Side.GERMAN).force(t.place("Marnach"))
        assert (t.unit("e") in force) is alone
        assert t.unit("f") in force


@pytest.mark.parametrize(
    "name", ["the bridge builders stay", "Bastogne is left to the enemy", "the road behind them", "out by Namur"]
)
def test_the_staff_knows_the_answers_that_were_laughed_at(name):
    asked = next(question for question in suite.questions(TITLE) if question.name == name)
    assert suite.ask(TITLE, asked, agents.find("staff")).score == suite.FULL


def test_two_roads_are_cut_together_where_one_is_not_enough():
    t = Table("22-1 Allied", "a: German armor 4 in E; i: Allied infantry 1 in Spa; j: Allied infantry 1 in Malmedy")
    work = Staffwork(t.g, Side.ALLIED)
    within = work.can_reach[t.unit("i")] & ~(1 << t.place("Henri-Chapelle") | 1 << t.place("Verviers"))
    places = front.road_back(work, t.place("E"), within)
    assert len(places) > 1
    for left_open in places:
        g = t.g.copy()
        g.occupied[Side.ALLIED] |= board_of(place for place in places if place != left_open)
        assert supply.supplied_places(g, Side.GERMAN)[0] >> t.place("E") & 1
    g.occupied[Side.ALLIED] |= board_of(places)
    assert not supply.supplied_places(g, Side.GERMAN)[0] >> t.place("E") & 1


def test_an_attack_that_a_blown_bridge_may_stop_has_its_chance_in_the_order_too(monkeypatch):
    units = "a: German armor 4 in Dasburg; b: German mechanized 3 in Dasburg; i: Allied infantry 1 in Marnach"
    t = Table("18-1 German", units)
    steps = [step for name in "ab" for step in (t.action(f"unit {name}"), t.action("area Marnach"))]
    orders = [March(tuple(steps))]
    assert [battle.place for battle in writing.battles_ahead(t.g, Side.GERMAN, orders)] == [t.place("Marnach")]
    monkeypatch.setattr(writing, "LUCKS", 1)
    assert not writing.battles_ahead(t.g, Side.GERMAN, orders), "the bridge is blown in the first luck"
