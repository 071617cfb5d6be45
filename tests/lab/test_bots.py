"""Bots with one idea each: they play every title by the rules, and do what their names say."""

import pytest

import ardennes
from ardennes import agents
from ardennes.agents.plans import reach
from ardennes.kernel import Match, Side, Unknown
from ardennes.lab import bots, order_taker
from ardennes.parts.title import title_of

GAMES = {
    "tigers_in_the_mist": "seventh_army",
    "bitter_woods": "six_turn",
    "deadly_woods": "german_attack",
    "enemy_action_ardennes": "allies_surprised",
    "crossroads": "long",
}
#: Titles that say how their land lies.
LANDS = tuple(GAMES)[:4]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Whose orders are taken does not matter here, so it is a general who is soon done."""
    monkeypatch.setattr(order_taker, "GENERAL", "search:candidates=4,futures=2,finalists=2")


def played(key, german, allied, upto, seen=lambda match, action: None, scenario=None, seed="bots"):
    """A match of bots, to its end or to a number of actions."""
    match = Match(ardennes.game(key, scenario or GAMES[key]), seed)
    players = [bots.find(german, 1), bots.find(allied, 1)]
    while (side := match.state.side) is not None and len(match.moves) < upto:
        action = players[side].choose(match.state.sight(side))
        seen(match, action)
        match.play(action)
    return match


def first_movement(key, side):
    """The first position in which a side moves, the naive player being on both sides until then."""
    match = Match(ardennes.game(key, GAMES[key]), "first")
    players = [agents.find("naive", 1), agents.find("naive", 1)]
    mind = title_of(match.game).mind
    while not (mind.is_planned(match.state) and match.state.side is side and len(reach(match.state).places) > 1):
        match.play(players[match.state.side].choose(match.state.sight(match.state.side)))
    return mind, match.state


def moved(name, key, side):
    """Who goes where by a bot's orders, and how the land lies."""
    mind, state = first_movement(key, side)
    orders = bots.find(name, 1).papers((state.sight(side).imagine(1),), side).orders
    going = {}
    for order in orders:
        unit = None
        for verb, target in order.actions:
            if verb == mind.pick:
                unit = target
            elif verb == mind.go:
                going[unit] = target
    return going, mind.land(state, side)


@pytest.mark.parametrize("name", bots.BOTS)
@pytest.mark.parametrize("key", GAMES)
def test_a_bot_plays_any_title_by_the_rules(key, name):
    other = "naive" if key != "tigers_in_the_mist" else name
    length = 40 if name == "order-taker-swapped" else 120  # It has a game of its own going on beside this one.
    played(key, name, other, length)
    match = played(key, other, name, length)
    assert match.moves  # Match.play refuses what the rules do not allow


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_with_the_same_seed_plays_the_same_game(name):
    first, second = (played("tigers_in_the_mist", name, "staff", 60) for _ in range(2))
    assert [move.action for move in first.moves] == [move.action for move in second.moves]


@pytest.mark.parametrize("key", LANDS)
def test_the_turtle_stays_where_it_is_and_attacks_nobody(key):
    chosen = []
    played(key, "turtle", "naive", 120, lambda match, action: chosen.append((match.state, action)))
    mind = title_of(ardennes.game(key, GAMES[key])).mind
    own = [(state, action) for state, action in chosen if state.side is Side.GERMAN]
    assert own
    assert moved("turtle", key, Side.GERMAN)[0] == {}
    for state, action in own:
        if isinstance(state.stack[-1], mind.attacks) and set(mind.ends) & set(state.choices()):
            assert action.verb in mind.ends


@pytest.mark.parametrize("key", LANDS)
def test_those_who_rush_close_with_the_enemy(key):
    going, land = moved("rush", key, Side.GERMAN)
    there = bots.occupied(land)
    assert len(going) >= 3
    into_contact = [unit for unit, place in going.items() if any(near in there for near in land.near(place))]
    assert len(into_contact) >= len(going) / 3


def test_those_who_rush_attack_more_often_than_the_staff():
    def battles(name):
        count = 0

        def seen(match, action):
            nonlocal count
            mind = title_of(match.game).mind
            if match.state.side is Side.GERMAN and isinstance(match.state.stack[-1], mind.attacks):
                count += action.verb == mind.strike

        played("bitter_woods", name, "turtle", 500, seen)
        return count

    assert battles("rush") > battles("staff")


@pytest.mark.parametrize("key", LANDS)
def test_the_runner_comes_nearer_to_what_counts(key):
    going, land = moved("runner", key, Side.GERMAN)
    wanted = [land.turns(aim.place) for aim in land.aims if not aim.held]
    assert going
    for unit, place in going.items():
        assert any(field[place] < field[land.own[unit].place] for field in wanted)
        assert place not in bots.occupied(land)


@pytest.mark.parametrize("key", LANDS)
def test_the_sitter_goes_to_towns_and_stays_there(key):
    going, land = moved("sitter", key, Side.ALLIED)
    fields = [land.turns(aim.place) for aim in land.aims]
    seats = {aim.place for aim in land.aims}
    for unit, place in going.items():
        assert land.own[unit].place not in seats, "nobody gets up"
        assert any(field[place] < field[land.own[unit].place] for field in fields)


def test_the_sitter_fills_the_towns():
    def seated(name):
        state = played("tigers_in_the_mist", "turtle", name, 2000).state
        land = title_of(state.game).mind.land(state, Side.ALLIED)
        places = [piece.place for piece in land.own.values()]
        return sum(min(places.count(aim.place), bots.SEATS) for aim in land.aims)

    assert seated("sitter") > seated("staff")


def test_the_raider_cuts_off_more_than_the_staff():
    def cut(name):
        total, counted = 0.0, 0
        phases = set()

        def seen(match, action):
            nonlocal total
            state, mind = match.state, title_of(match.game).mind
            if state.side is Side.ALLIED and (phase := mind.phase(state)) not in phases:
                phases.add(phase)
                land, fed = mind.land(state, Side.GERMAN), mind.fed(state, Side.ALLIED)
                total += sum(piece.defence for piece in land.enemy.values() if not fed >> piece.place & 1)

        for seed in ("r1", "r2"):
            phases.clear()
            played("tigers_in_the_mist", name, "turtle", 2000, seen, "fifth_panzer", seed)
            counted += len(phases)
        return total / counted

    assert cut("raider") > cut("staff")


def test_an_unknown_name_lists_bots_and_ranks():
    with pytest.raises(Unknown, match=r"unknown agent 'runer'.*general.*runner"):
        bots.find("runer")
