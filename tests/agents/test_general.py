"""The general: whole plans compared in the same futures, by what comes out of them."""

import random

import pytest

import ardennes
from ardennes.agents import find, haste, plans
from ardennes.agents.contract import AgentOptions
from ardennes.agents.futures import before_dice
from ardennes.agents.general import Candidate, General
from ardennes.agents.staff import Staff
from ardennes.kernel import Action, Match, Side
from ardennes.parts.mind.mind import Papers, Temper
from ardennes.titles import KEYS
from ardennes.titles import find as find_title

GAME = ardennes.game("tigers_in_the_mist", "seventh_army")
MIND = GAME.title.mind
QUICK = "search:candidates=6,futures=4,replies=0"


def doctrine(state):
    return tuple(MIND.papers([state], state.side, {}, Temper()).orders)


def test_a_plan_changes_by_orders_left_out_added_or_taken_from_another():
    state = GAME.start("plans")
    rng = random.Random(2)
    base = doctrine(state)
    within = plans.reach(state)
    assert within.places
    found = [plans.mutated(base, [base[:2]], within, rng) for _ in range(60)]
    assert len({plans.key(orders) for orders in found}) > 20
    assert any(len(orders) < len(base) for orders in found)
    marches = [order for orders in found for order in orders if isinstance(order, plans.March)]
    assert marches
    for march in marches:
        places = {target for verb, target in march.actions if verb == MIND.go}
        assert len(places) == 1
        for unit in [target for verb, target in march.actions if verb == MIND.pick]:
            assert places <= set(within.places[unit])


def test_no_unit_gets_two_orders_when_it_is_sent_somewhere():
    state = GAME.start("plans")
    rng = random.Random(3)
    within = plans.reach(state)
    for _ in range(40):
        orders = plans._with_march(doctrine(state), within, rng)
        picked = [action for order in orders for action in order.actions if action.verb == MIND.pick]
        assert len(picked) == len(set(picked))


def test_what_all_futures_share_is_played_once_and_changes_nothing():
    """A future from the start and one from the last position before dice come to the same."""
    state = GAME.start("futures")
    general = find(QUICK, 4)
    papers = Papers(doctrine(state), 0)
    from_start = state.sight(Side.GERMAN).imagine(general._dice(3))
    staffs = general._staffs()
    staffs[Side.GERMAN].take_orders(from_start, papers.orders)
    begun = MIND.phase(from_start)
    while not (MIND.is_planned(from_start) and MIND.phase(from_start) != begun):
        from_start.play(staffs[from_start.side].act((from_start,)))
    general._first_plans([state], Side.GERMAN, papers)
    candidate = general._candidate(papers)
    shared = general._future([state], Side.GERMAN, candidate, 3)
    assert from_start.drawn > 0
    assert shared.table() == from_start.table()
    start, _ = candidate.begun[0]
    assert start.drawn == 0


def test_nothing_is_played_twice_where_a_phase_needs_no_dice():
    state = GAME.start("quiet")
    staffs = (Staff(find("staff").options), Staff(find("staff").options))
    staffs[Side.GERMAN].take_orders(state, ())
    start, _ = before_dice(state, staffs, Side.GERMAN)
    assert MIND.is_planned(start)
    assert MIND.phase(start) != MIND.phase(GAME.start("quiet"))


def test_the_plan_that_brings_more_is_chosen(monkeypatch):
    """With a value that wants one place above all, the general goes there, which the doctrine does not."""
    state = GAME.start("wanted")
    within = plans.reach(state)
    went = {action for order in doctrine(state) for action in order.actions}
    rng = random.Random(1)
    unit, place = rng.choice(
        [(u, p) for u, places in within.places.items() for p in places if Action(MIND.go, p) not in went]
    )
    monkeypatch.setattr(MIND, "estimates", lambda ends: [float(end.strength_at(place, Side.GERMAN)) for end in ends])
    general = find("search:candidates=40,futures=4", 2)
    general.choose(state.sight(Side.GERMAN))
    orders = general.planned.orders
    assert unit in within.places
    assert any(Action(MIND.go, place) in order.actions for order in orders)


def test_the_side_that_plans_gets_what_is_good_for_it(monkeypatch):
    """The Allies want what is bad for the German."""
    general = find(QUICK)
    monkeypatch.setattr(MIND, "estimates", lambda ends: [2.0] * len(ends))
    state = GAME.start("sign")
    assert general._worths(Side.GERMAN, [state]) == [2.0]
    assert general._worths(Side.ALLIED, [state]) == [-2.0]


def test_more_candidates_and_futures_look_at_more_positions():
    spent = []
    for options in ("candidates=4,futures=2", "candidates=12,futures=2", "candidates=12,futures=8"):
        agent = find(f"search:{options},replies=0")
        agent.choose(GAME.start("budget").sight(Side.GERMAN))
        spent.append(agent.evaluated)
    assert spent[0] < spent[1] < spent[2]


def test_the_answers_of_the_enemy_are_looked_at_where_they_are_wanted(monkeypatch):
    seen = []
    real = MIND.estimates
    monkeypatch.setattr(MIND, "estimates", lambda ends: seen.extend(ends) or real(ends))
    state = GAME.start("replies")
    find("search:candidates=6,futures=2,replies=1").choose(state.sight(Side.GERMAN))
    assert {end.side for end in seen if end.side is not None} == {Side.GERMAN, Side.ALLIED}


def test_answers_go_on_from_what_was_played_already(monkeypatch):
    """A plan's own phase is played once in every future, whether it is compared with answers or without."""
    state = GAME.start("once")
    general = find("search:candidates=6,futures=2", 1)
    candidate = general._candidate(Papers(doctrine(state), 0))
    met = general._end([state], Side.GERMAN, candidate, 0, 0)
    table = met.table()
    monkeypatch.setattr(general, "_future", lambda *told: pytest.fail("played again"))
    answered = general._end([state], Side.GERMAN, candidate, 0, 1)
    assert met.side is Side.ALLIED
    assert answered.side is Side.GERMAN
    assert met.table() == table
    assert MIND.is_planned(answered)


@pytest.mark.parametrize("name", [QUICK, "search:candidates=6,futures=4"])
def test_a_game_is_played_to_its_end_and_can_be_repeated(name):
    games = []
    for _ in range(2):
        match = Match(GAME, "general")
        agents = [find(name, 3), find("staff")]
        while (side := match.state.side) is not None and (side is not None and len(match.moves) < 70):
            match.play(agents[side].choose(match.state.sight(side)))
        games.append([move.action for move in match.moves])
    assert games[0] == games[1]


def test_its_order_in_writing_is_what_it_will_do():
    state = GAME.start("words")
    general = find("search:candidates=24,futures=2", 5)
    general.choose(state.sight(Side.GERMAN))
    lines = general.written_order()
    assert lines[0] == "German order for 16-1."
    march = plans.March((Action("unit", next(iter(plans.reach(state).places))), Action("area", 15)))
    assert any("march" in line or "attack" in line for line in MIND.written([state], Side.GERMAN, [march]))


def test_every_scenario_has_a_value_to_compare_plans_by():
    for title in map(find_title, KEYS):
        for scenario in title.scenarios:
            assert title.mind.searches(title, scenario.key)
    game = ardennes.game("deadly_woods", "campaign")
    state = game.start("own value")
    assert game.title.mind.learned(game) is None
    assert game.title.mind.estimates([state]) == [game.title.mind.value(state)]


def test_a_title_without_any_value_is_played_by_its_staff(monkeypatch):
    game = ardennes.game("deadly_woods", "campaign")
    state = game.start("no value")
    monkeypatch.setattr(game.title.mind, "own_value_compares", False)
    assert not game.title.mind.searches(game.title, game.scenario)
    general, staff = find("general", 1), find("staff", 1)
    for _ in range(12):
        sight = state.sight(state.side)
        action = general.choose(sight)
        assert action == staff.choose(sight)
        state.play(action)


def test_a_wide_map_is_searched_less_broadly():
    general = find("general")
    whole = general._scaled(ardennes.game("tigers_in_the_mist", "campaign").start(1))
    part = general._scaled(GAME.start(1))
    assert part.candidates == general.options.candidates > whole.candidates > 1
    assert part.futures > whole.futures > 1


def test_a_wide_map_limits_those_who_compare_much_and_nobody_else():
    whole = ardennes.game("tigers_in_the_mist", "campaign").start(1)
    colonel = find("colonel")
    assert colonel._scaled(whole)[3:] == colonel.options[3:]
    much = find("search:candidates=240")._scaled(whole)
    assert find("general")._scaled(whole).candidates < much.candidates < 240


def test_a_staff_in_a_future_remembers_positions_and_nothing_else():
    state = GAME.start("memory")
    general = find(QUICK)
    one, two = general._staffs()
    first = one.papers([state], Side.GERMAN)
    assert two.papers([state], Side.GERMAN) is first
    twin = state.copy()
    twin.strength[57] -= 1
    assert one.papers([twin], Side.GERMAN) is not first
    assert one.papers([state], Side.ALLIED) is not first


@pytest.mark.parametrize("title", ["deadly_woods", "enemy_action_ardennes", "bitter_woods"])
def test_it_would_search_any_title_even_where_something_is_hidden(monkeypatch, title):
    """The same search runs on the declarations of every title, in imagined worlds if need be."""
    game = ardennes.game(title)
    mind = game.title.mind
    monkeypatch.setattr(mind, "searches", lambda title, scenario: True)
    monkeypatch.setattr(mind, "breadth", lambda state: 1.0)
    state = game.start("any title")
    staff = find("staff", 1)
    while not (mind.is_planned(state) and len(plans.reach(state).places) > 1):
        state.play(staff.choose(state.sight(state.side)))
    general = find("search:candidates=3,futures=1,finalists=2", 1)
    action = general.choose(state.sight(state.side))
    assert state.allows(action)
    assert general.planned.orders is not None
    assert general._limits.candidates == 3
    twin = state.copy()
    twin.key = ardennes.kernel.chance.key_of("another future")
    assert find("search:candidates=3,futures=1,finalists=2", 1).choose(twin.sight(twin.side)) == action


@pytest.fixture
def rung():
    """A bell that rings when it has been listened to so many times."""

    def after(times: int):
        left = iter(range(times))
        haste.listen(lambda: next(left, None) is None)

    yield after
    haste.listen(None)


def thought(seed: int = 1):
    general = find(QUICK, seed)
    state = GAME.start("haste")
    return plans.key(general.papers((state,), Side.GERMAN).orders), general.evaluated


def test_one_who_is_pressed_at_once_plays_what_the_staff_would(rung):
    _, whole = thought()
    rung(0)
    orders, evaluated = thought()
    assert orders == plans.key(doctrine(GAME.start("haste")))
    assert evaluated < whole


@pytest.mark.parametrize("options", [QUICK, "search:candidates=6,futures=4,replies=1"])
def test_one_who_is_pressed_at_any_time_has_a_plan(rung, options):
    for times in (1, 3, 7, 15, 31):
        rung(times)
        papers = find(options, 1).papers((GAME.start("haste"),), Side.GERMAN)
        assert papers.orders


@pytest.mark.parametrize("measure", [0.01, 1.0, 50.0])
def test_whoever_errs_errs_by_as_much_as_the_plans_differ(measure: float) -> None:
    """The same slip takes the second plan for the first, whatever the values of a title are measured in."""
    pool = [Candidate(Papers((), 0), luck, values=[measure * value]) for luck, value in ((0.0, 1.0), (3.0, 0.0))]
    General(AgentOptions(noise=0.0))._misjudged(pool)
    assert pool[0].worth > pool[1].worth
    General(AgentOptions(noise=1.0))._misjudged(pool)
    assert pool[0].worth < pool[1].worth
    assert pool[1].error == pytest.approx(1.5 * measure)
