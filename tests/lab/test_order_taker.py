"""Orders in writing say all that will be done: somebody who knows nothing else carries them out."""

import pytest

import ardennes
from ardennes.agents import AgentOptions, find, writing
from ardennes.kernel import Match, Side
from ardennes.lab import bots, order_taker
from ardennes.parts.mind import marches
from ardennes.parts.mind.mind import Temper
from ardennes.parts.title import title_of

GAMES = {
    "tigers_in_the_mist": "fifth_panzer",
    "bitter_woods": "six_turn",
    "deadly_woods": "german_attack",
    "enemy_action_ardennes": "allies_surprised",
}
SEVENTH = ardennes.game("tigers_in_the_mist", "seventh_army")


def steps(mind, orders):
    """Who goes where, and what else is done, whatever the sequence."""
    found = set()
    for order in orders:
        pairs = zip(order.actions, order.actions[1:], strict=False)
        found |= {pair for pair in pairs if (pair[0].verb, pair[1].verb) == (mind.pick, mind.go)}
    return found


@pytest.mark.parametrize("key", GAMES)
def test_what_is_written_can_be_read(key):
    match = Match(ardennes.game(key, GAMES[key]), "read")
    mind = title_of(match.game).mind
    staffs = [find("staff", 1), find("staff", 1)]
    seen, given, read = [None, None], 0, 0
    while given < 12 and (side := match.state.side) is not None:
        action = staffs[side].choose(match.state.sight(side))
        if staffs[side].planned is not seen[side]:
            seen[side] = staffs[side].planned
            ordered = steps(mind, staffs[side].planned.orders)
            told = steps(mind, order_taker.read(match.state, staffs[side].written_order()))
            given, read = given + len(ordered), read + len(ordered & told)
        match.play(action)
    assert read >= 0.9 * given, "only units that bear the same name may be taken for each other"


def test_the_order_taker_does_what_the_general_wrote(monkeypatch):
    monkeypatch.setattr(order_taker, "GENERAL", "search:candidates=4,futures=2,finalists=2")
    taker, general = (bots.find(name, 3) for name in ("order-taker", "search:candidates=4,futures=2,finalists=2"))
    state = SEVENTH.start("taken")
    taker.choose(state.sight(Side.GERMAN))
    general.choose(state.sight(Side.GERMAN))
    assert taker.planned.words() == general.written_order()
    mind = SEVENTH.title.mind
    places = [[step[1].target for step in steps(mind, agent.planned.orders)] for agent in (taker, general)]
    assert sorted(places[0]) == sorted(places[1])


def test_the_control_reads_the_orders_of_another_game(monkeypatch):
    monkeypatch.setattr(order_taker, "GENERAL", "staff")
    swapped, taker = order_taker.SwappedOrders(AgentOptions(seed=4)), order_taker.OrderTaker(AgentOptions(seed=4))
    match = Match(SEVENTH, "swapped")
    players, seen = [swapped, find("staff")], {}
    while (side := match.state.side) is not None:
        if side is Side.GERMAN:
            taker.choose(match.state.sight(side))
        action = players[side].choose(match.state.sight(side))
        if side is Side.GERMAN and swapped.planned is not None:
            seen[swapped.planned.words()[0] if swapped.planned.words() else ""] = (swapped.planned, taker.planned)
        match.play(action)
    own = [wrong.words() == right.words() for wrong, right in seen.values()]
    assert len(own) > 5
    assert not all(own)


def test_the_chance_in_an_order_is_the_one_that_is_fought():
    checked = 0
    match = Match(SEVENTH, "fought")
    staffs, ahead, seen = [find("staff", 1), find("staff", 1)], {}, [None, None]
    mind = SEVENTH.title.mind
    while (side := match.state.side) is not None and checked < 3:
        state = match.state
        action = staffs[side].choose(state.sight(side))
        if staffs[side].planned is not seen[side]:
            seen[side], drawn = staffs[side].planned, state.drawn
            battles = writing.battles_ahead(state.sight(side).imagine(0), side, seen[side].orders)
            ahead = {battle.place: battle for battle in battles}
            lines = staffs[side].written_order()
            assert all(writing.in_words(state, battle) in lines for battle in battles)
        if isinstance(state.stack[-1], mind.attacks) and action.verb == mind.strike and state.drawn == drawn:
            exact = SEVENTH.title.forecast(state.sight(side), action)
            said = ahead[action.target]
            assert {line.unit for line in said.attackers} == {line.unit for line in exact.attackers}
            assert said.headlines[0].chance == pytest.approx(exact.headlines[0].chance)
            checked += 1
        match.play(action)
    assert checked == 3


@pytest.mark.parametrize("key", ["bitter_woods", "deadly_woods", "enemy_action_ardennes"])
def test_orders_are_written_and_read_in_the_sequence_in_which_they_are_carried_out(key):
    """Who makes room goes first: a stack that comes too early finds a hex full."""
    game = ardennes.game(key, GAMES[key])
    mind, state, staff = game.title.mind, game.start("sequence"), find("staff", 1)
    seen = set()
    while len(seen) < 5:
        if mind.is_planned(state) and mind.phase(state) not in seen:
            seen.add(mind.phase(state))
            orders = mind.papers([state], state.side, {}, Temper()).orders
            read = order_taker.read(state, mind.written([state], state.side, orders))
            meant, understood = (
                marches.read([action for order in some for action in order.actions], mind.pick, mind.go)
                for some in (orders, read)
            )
            assert understood == meant
            done, works = (
                {action for order in some for action in order.actions if action.verb in ("improve", "fortify")}
                for some in (read, orders)
            )
            assert done == works
        state.play(staff.choose(state.sight(state.side)))
