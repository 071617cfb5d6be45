"""What learned values see of titles that declare their prizes."""

import msgspec
import numpy as np
import pytest

import ardennes
from ardennes.agents import find
from ardennes.kernel import Side
from ardennes.parts.mind import net, prizes
from ardennes.parts.mind.prizes import Force, features
from ardennes.titles import KEYS
from ardennes.titles import find as find_title

TURNS = np.array([[0.0, 0.4, 3.0], [3.0, 0.9, 0.0]], dtype=np.float32)


def test_strength_counts_within_every_ring_of_a_prize():
    found = features(TURNS, [True, False], [Force([0, 1], [10.0, 20.0])], 2, True, 5.0)
    rings = found[: 2 * len(prizes.RINGS)].reshape(len(prizes.RINGS), 2)
    assert rings[:, 0] == pytest.approx([1.0, 3.0, 3.0, 3.0, 3.0])
    assert rings[:, 1] == pytest.approx([0.0, 0.0, 2.0, 2.0, 3.0])
    assert found[-2:].tolist() == [1.0, 1.0]
    assert found[2 * len(prizes.RINGS) + 1 :][:2].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("title", "scenario"),
    [("deadly_woods", "german_attack"), ("enemy_action_ardennes", "allies_surprised"), ("bitter_woods", "six_turn")],
)
def test_a_title_with_prizes_can_be_learned(title, scenario):
    game = ardennes.game(title, scenario)
    mind = game.title.mind
    state = game.start("learned")
    assert mind.can_learn
    before = mind.features(state)
    staff = find("staff", 1)
    for _ in range(30):
        state.play(staff.choose(state.sight(state.side)))
    after = mind.features(state)
    assert after.shape == before.shape
    assert not np.array_equal(before, after)
    assert np.isfinite(after).all()


def test_features_of_a_declared_title_see_who_holds_a_prize():
    game = ardennes.game("deadly_woods", "german_attack")
    state = game.start("prize")
    place = next(place for place, held in game.title.mind.prizes(state).items() if not held)
    twin = state.copy()
    twin.german |= 1 << place
    assert not np.array_equal(game.title.mind.features(twin), game.title.mind.features(state))
    assert state.side in (Side.GERMAN, Side.ALLIED)


def kept():
    return [
        (title.key, scenario.key)
        for title in map(find_title, KEYS)
        for scenario in title.scenarios
        if title.mind.learned(ardennes.game(title.key, scenario.key)) is not None
    ]


def test_some_value_was_learned():
    assert ("tigers_in_the_mist", "seventh_army") in kept()


@pytest.mark.parametrize(("title", "scenario"), kept())
def test_every_kept_value_fits_its_title_and_says_how_it_was_made(title, scenario):
    game = ardennes.game(title, scenario)
    mind = game.title.mind
    state = game.start("kept")
    found, made = net.read(mind.data / net.file_name(scenario))
    assert found.width == len(mind.features(state))
    assert made.rules <= game.title.rules_version  # of older rules it still leads the search; its chance is not shown
    assert made.command.startswith(f"ardennes train {title} --scenario {scenario} --games ")
    if made.base_brier > 0.05:  # elsewhere one side wins nearly always, and the score is all there is to learn
        assert made.brier < 0.9 * made.base_brier  # three days are decided by their last dice: 0.89
    assert made.error < made.spread
    assert made.won > made.pairs / 2
    [value] = mind.estimates([state])
    constant, of_net, of_own = made.mix or (0.0, 1.0, 0.0)
    said = float(found(mind.features(state)[None])[0][0])
    assert value == pytest.approx(constant + of_net * said + of_own * mind.value(state))
    assert value != mind.value(state)


def test_a_players_own_data_has_no_learned_value(monkeypatch):
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    monkeypatch.setattr(game.title, "pack", "somewhere")
    assert game.title.mind.learned(game) is None


def test_what_a_net_says_is_mixed_with_the_titles_own_value_where_that_was_found_better(monkeypatch):
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    mind, state = game.title.mind, game.start("mix")
    learned, made = net.read(mind.data / net.file_name("seventh_army"))
    said = float(learned(mind.features(state)[None])[0][0])
    monkeypatch.setattr(net, "read", lambda path: (learned, msgspec.structs.replace(made, mix=[1.0, 0.5, 0.25])))
    assert mind.estimates([state]) == pytest.approx([1.0 + 0.5 * said + 0.25 * mind.value(state)])
