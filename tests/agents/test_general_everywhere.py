"""With a learned value the general searches in every title, where something is hidden too, and plays by the rules."""

import numpy as np
import pytest

from ardennes.agents import find
from ardennes.kernel import Match
from ardennes.lab.games import Setting
from ardennes.parts.mind import net
from ardennes.parts.mind.net import Made
from ardennes.titles import find as find_title

QUICK = "search:candidates=2,futures=1,finalists=2,replies=1"


def anything(title, scenario, options):
    """A value that was never learned: weights at random over the title's features."""
    setting = Setting(title, scenario, options)
    state = setting.game().start("width")
    width = len(find_title(title).mind.features(state))
    rng = np.random.default_rng(1)
    layers = [
        (rng.normal(size=(1, width, 4)).astype(np.float32), np.zeros((1, 1, 4), dtype=np.float32)),
        (rng.normal(size=(1, 4, 2)).astype(np.float32), np.zeros((1, 1, 2), dtype=np.float32)),
    ]
    made = Made("", find_title(title).rules_version, 1, 1, 1, 1.0, 1.0, 0.2, 0.2)
    return setting._replace(value=net.written(net.Net(np.ones(width, dtype=np.float32), layers, 0.0, 1.0), made))


@pytest.mark.parametrize(
    ("title", "scenario", "preset"),
    [
        ("tigers_in_the_mist", "fifth_panzer", None),
        ("bitter_woods", "six_turn", "tournament"),
        ("deadly_woods", "german_attack", None),
        ("enemy_action_ardennes", "allies_surprised", None),
    ],
)
def test_the_general_plays_its_own_orders_with_a_value_on_trial(title, scenario, preset):
    known = find_title(title)
    setting = anything(title, scenario, known.preset(preset, scenario) if preset else {})
    try:
        game = setting.game()
        assert known.mind.searches(known, game.scenario)
        match = Match(game, "general")
        general, staff = find(QUICK, 1), find("staff", 1)
        planned = False
        for _ in range(400):
            side = match.state.side
            planned = planned or known.mind.is_planned(match.state)
            if planned and not general.under_way and general.planned is not None:
                break
            match.play((general if planned else staff).choose(match.state.sight(side)))
        assert general.planned is not None
        assert general.evaluated > 3
        assert general.written_order()
    finally:
        setting._replace(value=None).game()


@pytest.mark.parametrize("title", ["bitter_woods", "deadly_woods", "enemy_action_ardennes"])
def test_where_a_phase_takes_long_fewer_plans_are_compared(title):
    setting = anything(title, find_title(title).scenarios[0].key, {})
    try:
        state = setting.game().start("breadth")
        usual = find("general")
        narrow = usual._scaled(state)
        assert 1 < narrow.candidates < usual.options.candidates
        assert 1 < narrow.futures < usual.options.futures
    finally:
        setting._replace(value=None).game()
