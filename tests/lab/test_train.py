"""Training: nets find what is there, games are repeatable, and only what beats the staff is kept."""

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import ardennes
from ardennes.cli import app
from ardennes.lab import schooling, train
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.parts.data.tables import DataError
from ardennes.parts.mind import net
from ardennes.parts.mind.net import Made

pytestmark = pytest.mark.xdist_group("train")  # one net is learned for all
TITLE, SCENARIO = "tigers_in_the_mist", "seventh_army"
SETTING = Setting(TITLE, SCENARIO)
MADE = Made("ardennes train", 2, 1, 10, 180, 4.0, 3.0, 0.1, 0.2)


def invented(games=400, first=0):
    """Games decided by two features together, of five; what one of the five says is noise."""
    rng = np.random.default_rng(first + 7)
    x = rng.normal(size=(games, 5))
    score = 3.0 * np.abs(x[:, 0]) - 2.0 * x[:, 1] + 5.0
    return train.Rows(
        np.arange(first, first + games, dtype=np.int32),
        x.astype(np.float16),
        score.astype(np.float32),
        (score > 7.0).astype(np.float32),
        np.zeros(games, dtype=np.float32),
    )


@pytest.fixture(scope="module")
def learned():
    return train.learn(invented(4000), 1, nets=2, hidden=(24, 12), steps=280)


def test_a_net_learns_what_no_straight_line_could(learned):
    seen = train.checked(learned, invented(500, 9000))
    assert seen.error < 0.25 * seen.spread
    assert seen.brier < 0.6 * seen.base_brier


def test_training_can_be_repeated(learned):
    again = train.learn(invented(4000), 1, nets=2, hidden=(24, 12), steps=280)
    for (one, two), (other, more) in zip(learned.layers, again.layers, strict=True):
        assert np.array_equal(one, other)
        assert np.array_equal(two, more)


def test_few_games_are_learned_from_with_more_restraint(monkeypatch):
    """Forty features of noise: with few games a net that trusts them all says less than one that trusts few."""

    def rows(games, first=0):
        rng = np.random.default_rng(first + 5)
        x = rng.normal(size=(games, 40))
        score = x[:, 0] + rng.normal(size=games)
        told = (x.astype(np.float16), score.astype(np.float32), (score > 0).astype("f4"), np.zeros(games, "f4"))
        return train.Rows(np.arange(games, dtype=np.int32), *told)

    few, fresh = rows(1024), rows(2000, 9)
    held = train.checked(train.learn(few, 1, 1, (32,), 40), fresh)
    monkeypatch.setattr(train, "DECAYS", (0.02,))
    loose = train.checked(train.learn(few, 1, 1, (32,), 40), fresh)
    assert held.error < loose.error
    assert held.brier < loose.brier


def test_a_titles_own_value_helps_where_it_knows_what_the_net_does_not(learned):
    fresh = invented(800, 9000)
    rng = np.random.default_rng(11)
    known, unknown = learned(fresh.features.astype(np.float32))[0], rng.normal(size=800) * 4.0
    score = (known + unknown).astype(np.float32)
    own = (2.0 * unknown + 10.0).astype(np.float32)
    for games in (fresh.game, 10 * fresh.game):  # those that a course keeps apart are one in ten
        found = train.mixed(learned, fresh._replace(game=games, score=score, own=own))
        assert found == pytest.approx((-5.0, 1.0, 0.5), abs=0.01)
    noise = rng.normal(size=800).astype(np.float32)
    assert train.mixed(learned, fresh._replace(score=score, own=noise)) == []
    assert train.mixed(learned, fresh._replace(score=score)) == []  # a title without a value of its own
    assert train.mixed(learned, fresh._replace(score=score, own=own, game=fresh.game * 0)) == []  # one game


def test_slopes_are_those_of_the_loss():
    rng = np.random.default_rng(3)
    values = [rng.normal(size=shape) for shape in ((4, 6), (6,), (6, 2), (2,))]
    x, y = rng.normal(size=(9, 4)), np.stack([rng.normal(size=9), rng.random(9)], axis=1)

    def loss(values):
        return train._loss(train._out(values, x)[-1], y)

    for number, slope in enumerate(train._slopes(values, x, y)):
        for index in np.ndindex(slope.shape):
            moved = [value.copy() for value in values]
            moved[number][index] += 1e-6
            assert slope[index] == pytest.approx((loss(moved) - loss(values)) / 1e-6, abs=1e-4)


def test_a_net_is_kept_with_how_it_was_made(learned, tmp_path):
    path = tmp_path / net.file_name("x")
    assert net.read(path) is None
    net.write(path, learned, MADE)
    found, made = net.read(path)
    assert made == MADE
    x = invented(50, 500).features.astype(np.float32)
    assert found(x)[0] == pytest.approx(learned(x)[0], abs=0.05)
    assert found(x)[1] == pytest.approx(learned(x)[1], abs=0.02)


def test_a_file_that_is_no_net_is_refused_by_name(tmp_path):
    (tmp_path / "value_x.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(DataError, match=r"value_x\.npz: expected a learned value"):
        net.read(tmp_path / "value_x.npz")


def test_games_for_training_can_be_repeated():
    one, two = (train.joined(list(train.gather(Crew(), SETTING, "staff", range(5, 8)))) for _ in range(2))
    for ours, theirs in zip(one, two, strict=True):
        assert np.array_equal(ours, theirs)
    assert set(one.game) == {5, 6, 7}
    assert len(one.game) == 3 * 18  # three days of three impulses for both sides


def test_some_sides_deviate_from_the_doctrine():
    game = ardennes.game(TITLE, SCENARIO)
    state = game.start("deviations")
    rng = train.random.Random(1)
    orders = {train.plans.key(train.deviating(state, state.side, rng)) for _ in range(12)}
    assert len(orders) > 3


def test_some_sides_raid(monkeypatch):
    """Whoever raids goes there first, and gets no other order; without raids it is another game."""
    state = SETTING.game().start("raids")
    unit, places = next(iter(train.plans.reach(state).places.items()))
    monkeypatch.setattr(train.ideas, "raid", lambda *told: [(unit, places[-1])])
    orders = train.raiding(state, state.side, ())
    picked = [action for order in orders for action in order.actions if action.verb == "unit"]
    assert [(action.verb, action.target) for action in orders[0].actions] == [("unit", unit), ("area", places[-1])]
    assert len(orders) > 1
    assert len(picked) == len(set(picked))
    monkeypatch.undo()
    monkeypatch.setattr(train, "RAIDS", 100)
    raided = train.play(SETTING, ("staff", 3))
    monkeypatch.setattr(train, "RAIDS", 0)
    assert not np.array_equal(train.play(SETTING, ("staff", 3)).features, raided.features)


@pytest.mark.parametrize(("won", "kept"), [(1.5, True), (1.0, False)])
def test_only_what_beats_the_staff_is_kept(monkeypatch, tmp_path, won, kept):
    monkeypatch.setattr(schooling, "data_of", lambda title: tmp_path)
    monkeypatch.setattr(schooling, "_gate", lambda course, value, crew, told: won)
    path = tmp_path / net.file_name(SCENARIO)
    net.write(path, train.learn(invented(50), 1, 1, (2,), 1), MADE)
    before = path.read_bytes()
    course = schooling.Course(TITLE, SCENARIO, [12], 1, "search", 2, "search", (8,), 1, 1)
    made = schooling.run(course, Crew(), lambda what, done, total: None)
    assert (path.read_bytes() != before) is kept
    assert made.won == won
    if kept:
        assert net.read(path)[1] == made
        assert "--games 12 --seed 1 --pairs 2 --gate search" in made.command


def test_a_title_without_features_cannot_be_trained():
    result = CliRunner().invoke(app, ["train", "crossroads", "--games", "20"])
    assert "declares no features" in str(result.exception)


def test_the_number_of_games_must_make_sense():
    result = CliRunner().invoke(app, ["train", TITLE, "--games", "many"])
    assert "expected numbers of at least 10" in str(result.exception)


@pytest.mark.parametrize("scenario", ["seventh_army", "fifth_panzer", "first_three_days", "campaign"])
def test_features_are_the_same_many_through_a_game_and_see_what_changes(scenario):
    game = ardennes.game(TITLE, scenario)
    state = game.start("features")
    mind = game.title.mind
    before = mind.features(state)
    twin = state.copy()
    unit = next(u for u in range(len(state.place)) if 0 < state.place[u] < 255)
    twin.strength[unit] -= 1
    assert not np.array_equal(mind.features(twin), before)
    twin = state.copy()
    twin.control ^= 1 << state.place[unit]
    assert not np.array_equal(mind.features(twin), before)
    assert mind.features(twin).shape == before.shape
    assert before.dtype == np.float32
    assert msgspec.json.decode(msgspec.json.encode(before.tolist())) == before.tolist()


def test_games_that_were_kept_are_not_played_again(monkeypatch, tmp_path):
    course = schooling.Course(TITLE, SCENARIO, [12], 1, "search", 0, "search", steps=50)
    asked = []
    whole = train.play

    def play(setting, told):
        asked.append(told[1])
        if len(asked) == 3:
            raise KeyboardInterrupt
        return whole(setting, told)

    monkeypatch.setattr(train, "play", play)
    with pytest.raises(KeyboardInterrupt):
        schooling._games(course, range(1, 5), None, Crew(), lambda *told: None, tmp_path)
    first = schooling._games(course, range(1, 5), None, Crew(), lambda *told: None, tmp_path)
    again = schooling._games(course, range(1, 5), None, Crew(), lambda *told: None, tmp_path)
    assert asked == [1, 2, 3, 3, 4]
    fresh = train.joined([whole(SETTING, ("staff", seed)) for seed in range(1, 5)])
    for played, found, wanted in zip(first, again, fresh, strict=True):
        assert np.array_equal(played, wanted)
        assert np.array_equal(found, wanted)
