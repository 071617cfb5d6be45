"""Agents: honest, reproducible, legal, and as strong as their rank says."""

import random

import pytest

import ardennes
from ardennes.agents import AGENTS, RANKS, AgentOptions, find, lawful
from ardennes.kernel import Action, Match, Side, Unknown

GAME = ardennes.game("tigers_in_the_mist", "seventh_army")
NAMES = ("random", "naive", "staff", "search:candidates=4,futures=2", "recruit")


def played(game, agents, seed, upto=10_000):
    """A match between two agents, to its end or to a number of actions."""
    match = Match(game, seed)
    while (side := match.state.side) is not None and len(match.moves) < upto:
        match.play(agents[side].choose(match.state.sight(side)))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_plays_a_game_to_its_end_by_the_rules(name):
    match = played(GAME, [find(name, 1), find(name, 2)], "to the end")
    assert match.state.outcome() is not None  # Match.play refuses what the rules do not allow


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_with_the_same_seed_plays_the_same_game(name):
    first, second = (played(GAME, [find(name, 5), find(name, 6)], "again", 60) for _ in range(2))
    assert [move.action for move in first.moves] == [move.action for move in second.moves]


@pytest.mark.parametrize("name", NAMES)
def test_honesty_nothing_hidden_changes_a_choice(name):
    """Two games that agree in all a side may know, with other dice to come: the answers are the same."""
    match = Match(GAME, "one future")
    rng = random.Random(7)
    asked = 0
    while (side := match.state.side) is not None and len(match.moves) < 120:
        if rng.random() < 0.15:
            twin = match.state.copy()
            twin.key = ardennes.kernel.chance.key_of(f"another future {len(match.moves)}")
            here, there = (find(name, 3).choose(state.sight(side)) for state in (match.state, twin))
            assert here == there
            asked += 1
        match.play(find("staff").choose(match.state.sight(side)))
    assert asked >= 8


def test_an_agent_gets_no_dice_with_its_view():
    """What the general tries out runs on luck of its own: it cannot look ahead in the game's."""
    match = Match(GAME, "secret")
    view = match.state.sight(Side.GERMAN)
    imagined = view.imagine(1)
    assert imagined.key != match.state.key
    assert view.imagine(2).key != imagined.key


def test_generals_with_other_seeds_open_differently():
    openings = set()
    for seed in range(4):
        agents = [find("search:candidates=8,futures=4", seed), find("staff")]
        openings.add(tuple(move.action for move in played(GAME, agents, "one", 50).moves))
    assert len(openings) > 1


@pytest.mark.parametrize("scenario", ["seventh_army", "fifth_panzer"])
def test_the_staff_beats_the_naive_player_from_both_sides(scenario):
    game = ardennes.game("tigers_in_the_mist", scenario)
    insight = game.title.mind
    as_german = played(game, [find("staff"), find("naive", 1)], "match")
    as_allied = played(game, [find("naive", 1), find("staff")], "match")
    assert insight.outcome(as_german.state) > insight.outcome(as_allied.state)


def test_ranks_differ_in_plans_futures_and_noise_only():
    alike = {"candidates": 0, "futures": 0, "replies": 0, "finalists": 0, "noise": 0.0}
    for kind, options in RANKS.values():
        assert kind == "search"
        assert options._replace(**alike) == AgentOptions(**alike)
    noise = [options.noise for _, options in RANKS.values()]
    assert noise == sorted(noise, reverse=True)
    captain, colonel, general = (options for _, options in list(RANKS.values())[2:])
    assert captain.candidates < colonel.candidates < general.candidates
    assert colonel.futures < general.futures
    assert len(RANKS) == 5


def test_a_name_may_carry_options():
    assert find("staff:noise=0.5", 9).options == AgentOptions(seed=9, noise=0.5)


@pytest.mark.parametrize(
    ("name", "said"),
    [("rommel", "staff"), ("staff:luck=1", "noise"), ("search:futures=many", "expected a number")],
)
def test_an_unknown_agent_or_option_says_what_there_is(name, said):
    with pytest.raises((Unknown, ValueError), match=said):
        find(name)


def test_every_agent_is_found_by_its_name():
    assert all(type(find(name)).__name__ for name in (*AGENTS, *RANKS))


def test_the_staff_writes_an_order_for_its_phase():
    match = Match(ardennes.game("tigers_in_the_mist", "fifth_panzer"), "order")
    agent = find("staff")
    assert agent.written_order() == []
    agent.choose(match.state.sight(Side.GERMAN))
    order = "\n".join(agent.written_order())
    assert "Intent" in order
    assert "Main effort" in order


@pytest.mark.parametrize("name", ["random", "naive", "staff"])
def test_no_agent_spends_an_answer_on_how_it_wants_to_be_asked(name):
    """Standing answers lie beside the question; where reactions are asked for they are offered all the time."""
    game = ardennes.game("enemy_action_ardennes", "initial_assault")
    match = played(game, [find(name, 1), find(name, 2)], "aside", 150)
    assert "standing" in game.title.verbs.aside
    assert not any(move.action.verb in game.title.verbs.aside for move in match.moves)


class Outlaw:
    """Answers what no rule allows."""

    def choose(self, sight):
        return Action("unit", 9999)


class Broken:
    """Has a bug."""

    def choose(self, sight):
        raise AssertionError("a plan without units")


@pytest.mark.parametrize(("agent", "told"), [(Outlaw(), "refused"), (Broken(), "a plan without units")])
def test_a_computer_at_fault_plays_on(agent, told, caplog):
    state = GAME.start("at fault")
    for _ in range(5):
        sight = state.sight(state.side)
        action = lawful.answer(agent, sight)
        assert action in sight.answers()
        state.play(action)
    assert caplog.text.count(told) >= 5


def test_an_answer_by_the_rules_is_taken_as_it_is(caplog):
    sight = GAME.start("lawful").sight(Side.GERMAN)
    assert lawful.answer(find("staff", 1), sight) == find("staff", 1).choose(sight)
    assert not caplog.text
