"""The win chance beside what happened: the fit finds what is there, the check sees what is not."""

import random

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import ardennes
from ardennes.agents import find
from ardennes.cli import app
from ardennes.kernel import Action, Outcome, Side
from ardennes.lab import calibrate
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.lab.values import Sample, gather, play
from ardennes.parts.data.tables import DataError
from ardennes.parts.mind import net, win_chance
from ardennes.parts.mind.advice import chance
from ardennes.parts.mind.mind import ONWARD, Mind
from ardennes.parts.mind.win_chance import Check, Fits, Fitted
from ardennes.titles import find as find_title

SEVENTH = "tigers_in_the_mist --scenario seventh_army"
CHECK = Check(1000, 10, 100, 0.1, 0.2, 0.01)


def invented(games, first=0, slope=2.0):
    """Games in which one feature decides and the other says nothing; three positions each for three turns."""
    rng = random.Random(f"{games} {first}")
    found = []
    for game in range(first, first + games):
        edge = rng.gauss(0.0, 1.0)
        won = float(rng.random() < chance(slope * edge))
        for days in (2, 1, 0):
            for _ in range(3):
                found.append(Sample(game, days, True, [1.0], [1.0, edge, rng.random()], 0.0, won))
    return found


def test_the_fit_finds_the_feature_that_decides():
    for constant, edge, noise in calibrate.fit(invented(2000), 3):
        assert edge == pytest.approx(2.0, abs=0.35)
        assert abs(noise) < 0.35
        assert abs(constant) < 0.35


def test_turns_never_seen_get_the_weights_of_the_whole_scenario():
    samples = [s for s in invented(300) if s.days != 1]
    weights = calibrate.fit(samples, 3)
    assert weights[1][1] == pytest.approx((weights[0][1] + weights[2][1]) / 2, rel=0.2)


def test_a_check_on_fresh_games_speaks_for_a_good_fit_and_against_a_bad_one():
    good = Fitted("", 2, 0, 400, CHECK, calibrate.fit(invented(400), 3))
    bad = Fitted("", 2, 0, 400, CHECK, [[0.0, -2.0, 0.0]] * 3)
    fresh = invented(300, 5000)
    told = calibrate.calibration("t", "s", 5000, fresh, good)
    assert told.better
    assert told.check.brier < told.check.base_brier
    assert not calibrate.calibration("t", "s", 5000, fresh, bad).better
    for tenth in told.tenths:
        assert tenth.low <= tenth.said <= tenth.low + 0.1
        assert tenth.came == pytest.approx(tenth.said, abs=0.25)
    assert sum(tenth.positions for tenth in told.tenths) == len(fresh) == told.check.positions


def test_brier_scores_and_their_error_count_games_not_positions():
    said, came = np.array([0.8, 0.8, 0.4, 0.4]), np.array([1.0, 1.0, 0.0, 0.0])
    check = calibrate.checked(1, said, came, np.array([1, 1, 2, 2]))
    assert (check.games, check.positions, check.brier, check.base_brier) == (2, 4, 0.1, 0.25)
    gains = [2 * (0.25 - 0.04), 2 * (0.25 - 0.16)]
    assert check.error == pytest.approx(np.std(gains, ddof=1) * 2**0.5 / 4, abs=1e-4)
    assert [(t.low, t.positions, t.games, t.came) for t in calibrate.tenths(said, came, np.array([1, 1, 2, 2]))] == [
        (0.4, 2, 1, 0.0),
        (0.8, 2, 1, 1.0),
    ]


def test_a_base_rate_of_one_is_never_beaten():
    always = np.ones(40)
    assert not calibrate.checked(1, always, always, np.arange(40)).better


def test_games_of_the_fit_are_not_fresh():
    weights = Fitted("", 2, 100, 50, CHECK, [])
    calibrate.fresh(weights, range(150, 160))
    with pytest.raises(ValueError, match="not fresh: fitted on 100 to 149"):
        calibrate.fresh(weights, range(140, 160))


def test_a_game_is_the_same_again_and_is_kept(tmp_path):
    setting = Setting("tigers_in_the_mist", "seventh_army")
    first = play(setting, 3)
    assert first == play(setting, 3)
    assert {s.won for s in first} <= {0.0, 0.5, 1.0}
    assert sum(s.begins for s in first) >= 18
    list(gather(Crew(), setting, range(3, 4), tmp_path))
    kept = next(tmp_path.iterdir())
    kept.write_bytes(msgspec.json.encode(("3", [msgspec.structs.replace(first[0], score=77.0)])) + b"\n")
    again = list(gather(Crew(), setting, range(3, 4), tmp_path))
    assert [(seed, [s.score for s in samples]) for seed, samples in again] == [(3, [77.0])]


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrate, "data_of", lambda title: tmp_path)
    yield tmp_path
    win_chance.read.cache_clear()


@pytest.fixture
def unlearned(monkeypatch):
    """No scenario has a learned value."""
    monkeypatch.setattr(net, "read", lambda path: None)


@pytest.fixture
def newly_learned(monkeypatch):
    """The kept nets as if they had been learned under the rules of today."""
    rules, read = find_title("tigers_in_the_mist").rules_version, net.read

    def of_today(path):
        found = read(path)
        return found and (found[0], msgspec.structs.replace(found[1], rules=rules))

    monkeypatch.setattr(net, "read", of_today)


@pytest.fixture
def unfitted(monkeypatch):
    """No chance was fitted on a title's own features."""
    monkeypatch.setattr(win_chance, "shown", lambda game, own, names: None)


def test_a_fit_is_kept_with_its_command_beside_others(kept, unlearned):
    games = {key: ardennes.game("tigers_in_the_mist", key) for key in ("campaign", "seventh_army", "fifth_panzer")}
    names = games["campaign"].title.mind.chance_names()
    row = [0.0] * len(names)
    calibrate.keep(games["campaign"], Fitted("one", 2, 1, 5, CHECK, [row]))
    calibrate.keep(games["seventh_army"], Fitted("two", 2, 1, 5, CHECK, [row]))
    found = win_chance.read(kept, names)
    assert {key: fit.command for key, fit in found.scenarios.items()} == {"campaign": "one", "seventh_army": "two"}
    with pytest.raises(ValueError, match="no win chance is fitted for tigers_in_the_mist fifth_panzer: ardennes cal"):
        calibrate.fitted(games["fifth_panzer"])


@pytest.mark.parametrize(
    ("options", "fitted", "check", "older", "is_shown"),
    [
        ({}, {}, CHECK, 0, True),
        ({}, {}, Check(1, 10, 100, 0.19, 0.2, 0.01), 0, False),  # better, but not clearly
        ({"handicap": 2}, {}, CHECK, 0, False),
        ({"handicap": 2}, {"handicap": 2}, CHECK, 0, True),
        ({}, {"handicap": 2}, CHECK, 0, False),
        ({}, {}, CHECK, 1, False),
    ],
)
def test_only_a_fit_for_the_game_as_it_is_played_is_shown(
    monkeypatch, unlearned, options, fitted, check, older, is_shown
):
    game = ardennes.game("tigers_in_the_mist", "fifth_panzer", options)
    names = game.title.mind.chance_names()
    rules = game.title.rules_version - older
    fits = Fits(list(names), {"fifth_panzer": Fitted("", rules, 1, 1, check, [[0.0] * len(names)], None, fitted)})
    monkeypatch.setattr(win_chance, "read", lambda own, names: fits)
    assert (win_chance.shown(game, None, names) is not None) == is_shown
    assert game.title.mind.win_chance(game.start("x")) == (0.5 if is_shown else None)


def test_weights_for_other_features_are_not_used_and_broken_ones_are_named(tmp_path):
    fit = Fitted("", 2, 1, 1, CHECK, [[1.0, 2.0]])
    path = tmp_path / win_chance.FILE
    path.write_bytes(msgspec.json.encode(Fits(["always", "old"], {"s": fit})))
    assert win_chance.read(tmp_path, ("always", "new")).scenarios == {}
    win_chance.read.cache_clear()
    path.write_bytes(msgspec.json.encode(Fits(["always"], {"s": fit})))
    with pytest.raises(DataError, match=r"win_chance.json scenario s: expected 1 weights"):
        win_chance.read(tmp_path, ("always",))


@pytest.mark.parametrize("title", ["tigers_in_the_mist", "bitter_woods"])
def test_every_feature_of_the_chance_has_a_name(title):
    insight = ardennes.game(title).title.mind
    state = ardennes.game(title).start("names")
    assert len(insight.chance_features(state)) == len(insight.chance_names())


def test_the_command_fits_writes_and_checks(kept, unlearned):
    game = f"{SEVENTH} --option handicap=1"
    told = CliRunner().invoke(app, f"calibrate {game} --fit --games 3 --check 2 --workers 1 --json".split())
    assert told.exit_code == 0, told.output
    found = msgspec.json.decode(told.stdout, type=calibrate.Calibration)
    assert (found.check.seed, found.check.games) == (4, 2)
    fit = calibrate.fitted(ardennes.game("tigers_in_the_mist", "seventh_army", {"handicap": 1}))
    assert fit.command == f"ardennes calibrate {SEVENTH} --fit --games 3 --seed 1 --check 2 --option handicap=1"
    assert fit.options == {"handicap": 1}
    assert fit.check == found.check
    told = CliRunner().invoke(app, f"calibrate {game} --games 2 --workers 1".split())
    assert "2 games (1000001 to 1000002)" in told.stdout
    assert "Brier score" in told.stdout
    stale = CliRunner().invoke(app, f"calibrate {game} --games 2 --seed 2".split())
    assert "not fresh" in str(stale.exception)
    other = CliRunner().invoke(app, f"calibrate {SEVENTH} --games 2".split())
    assert "fitted on games with other options" in str(other.exception)


def test_where_a_value_was_learned_the_chance_is_fitted_on_what_its_net_says(monkeypatch, newly_learned, unfitted):
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    mind, state = game.title.mind, game.start("net")
    learned, made = mind.chance_net(game)
    scores, chances = learned(mind.features(state)[None])
    assert mind.chance_told(state) == pytest.approx([1.0, win_chance.logit(chances[0]), scores[0]])
    days = mind.days_left(state)

    def with_fit(fit):
        found = learned, msgspec.structs.replace(made, chance=fit)
        monkeypatch.setattr(net, "read", lambda path: found)
        return mind.win_chance(state)

    assert with_fit(None) == pytest.approx(float(chances[0])), "without a fit it is the net's as it is"
    assert mind.chance_of(game) == "winning"
    assert mind.chance_note(game).startswith("As the computer learned it, not yet checked between equals")
    rows = [[0.0, 0.0, 0.0]] * days + [[0.0, 0.0, 0.1]]
    assert with_fit(Fitted("", 2, 1, 5, CHECK, rows, 4)) == pytest.approx(chance(0.1 * scores[0]))
    assert mind.chance_of(game) == "at least 4 points"
    assert mind.chance_note(game) == "Checked on 10 games between equals that it had not seen."
    assert with_fit(Fitted("", 2, 1, 5, Check(1, 10, 100, 0.2, 0.2, 0.01), rows)) is None
    assert mind.chance_note(game).startswith("Not shown: for this scenario with these options none is known")
    handicapped = ardennes.game("tigers_in_the_mist", "seventh_army", {"handicap": 2})
    assert mind.win_chance(handicapped.start("net")) is None, "it knows nothing of other options"


def test_what_was_checked_between_equals_goes_before_a_net_as_it_is(monkeypatch, newly_learned):
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    mind, state = game.title.mind, game.start("net")
    learned, made = mind.chance_net(game)
    names = mind.chance_names()

    def with_features(check):
        fits = Fits(list(names), {"seventh_army": Fitted("", made.rules, 1, 5, check, [[0.0] * len(names)])})
        monkeypatch.setattr(win_chance, "read", lambda own, names: fits)
        return mind.win_chance(state)

    assert with_features(CHECK) == 0.5, "its check was better still"
    fitted = with_features(Check(1000, 10, 100, 0.19, 0.2, 0.001))
    assert fitted == pytest.approx(win_chance.of(made.fit, mind.days_left(state), mind.chance_told(state)))
    monkeypatch.setattr(net, "read", lambda path: (learned, msgspec.structs.replace(made, chance=None)))
    assert mind.win_chance(state) == 0.5 != pytest.approx(fitted)
    assert mind.chance_note(game).startswith("Checked on 10 games")


def test_in_the_middle_of_a_phase_it_is_the_mean_of_what_is_said_where_it_ends(monkeypatch, newly_learned, unfitted):
    """Every end by the weights of its own turns left, and an end of the game by what it came to."""
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    mind, state = game.title.mind, game.start("net")
    player, said = find("staff"), []
    while len(set(said)) < 2:  # until something is at stake in the middle of a phase
        state.play(player.choose(state.sight(state.side)))
        ends = [] if mind.is_planned(state) else mind._settled(state)
        said = [mind.win_chance(end) for end in ends]
    monkeypatch.setattr(type(mind), "_settled", lambda self, state: ends)
    monkeypatch.setattr(type(mind), "days_left", lambda self, asked: 2 if asked is state else 0)
    said = [mind.win_chance(end) for end in ends]
    assert mind.win_chance(state) == pytest.approx(sum(said) / len(said))
    over = game.start("over")
    over.result = Outcome(Side.ALLIED, "Marginal", 0)
    ends[:] = [ends[0], over]
    assert mind.win_chance(state) == pytest.approx(said[0] / 2)


def test_games_for_the_fit_of_a_net_are_seen_where_phases_begin(newly_learned, unfitted):
    samples = play(Setting("tigers_in_the_mist", "seventh_army"), 3)
    assert all(s.begins for s in samples)
    handicapped = play(Setting("tigers_in_the_mist", "seventh_army", {"handicap": 2}), 3)
    assert not all(s.begins for s in handicapped), "no net knows it, and its features cost nothing"


def test_few_games_leave_the_chance_near_what_the_net_says_and_many_do_not():
    def wrong_by(games):
        return max(abs(slope - 1.0) for _, slope in calibrate.fit(invented(games, slope=4.0), 3, [0.0, 1.0]))

    assert wrong_by(6) < 0.5
    assert wrong_by(2000) == pytest.approx(3.0, abs=0.5)
    untouched = calibrate.fit(invented(4000, slope=1.0), 3, [0.0, 1.0])
    assert all(row == pytest.approx([0.0, 1.0], abs=0.15) for row in untouched)


def test_part_by_part_no_game_is_foretold_by_a_fit_that_has_seen_it():
    """Where a feature says nothing, a fit that had seen its games would look better than the base rate."""
    rng = random.Random("noise")
    noise = [Sample(game, 0, True, [1.0], [1.0, rng.gauss(0, 9), 0.0], 0.0, float(game // 2 % 2)) for game in range(40)]
    weights = Fitted("", 2, 0, 40, CHECK, calibrate.fit(noise, 1), None)
    seen = calibrate.calibration("t", "s", 0, noise, weights).check
    told = calibrate.by_parts("t", "s", 0, noise, weights, None).check
    assert seen.brier < seen.base_brier < told.brier
    assert (told.games, told.seed) == (40, 0)
    real = invented(400)
    weights = Fitted("", 2, 0, 400, CHECK, calibrate.fit(real, 3))
    assert calibrate.by_parts("t", "s", 0, real, weights, None).better


@pytest.mark.parametrize(("slope", "is_plain"), [(0.1, True), (4.0, False)])
@pytest.mark.parametrize("is_fresh", [True, False])
def test_a_fit_that_foretells_no_more_than_its_net_is_not_kept(monkeypatch, slope, is_plain, is_fresh):
    samples, unseen = invented(60, slope=4.0), invented(60, first=60, slope=4.0) if is_fresh else []
    made = Fitted("", 2, 0, 60, CHECK, [[0.0, slope]] * 3)
    monkeypatch.setattr(calibrate, "fit", lambda *told: made.weights)
    kept, found = calibrate.chosen(samples, unseen, ("t", "s"), made, [0.0, 1.0])
    assert (kept.weights == [[0.0, 1.0]]) == is_plain
    assert kept.check == found.check
    assert (found.check.seed, found.check.games) == (60 if is_fresh else 0, 60)


def test_playing_on_never_goes_round_in_circles():
    """A judgement without a memory may pick a unit up and put it down for ever; staffs notice that of themselves."""
    again, out = Action("unit", 1), Action("hex", 2)

    class Circling:
        side, stack, key, played = Side.ALLIED, ["retreat"], "", 0

        def copy(self):
            return Circling()

        def answers(self):
            return [again, out]

        def play(self, action):
            self.played += 1
            assert self.played < 100, "round in circles"
            self.side = None if action == out else self.side

    class Forgetful(Mind):
        def answer(self, state):
            return again

    assert [end.side for end in Forgetful()._settled(Circling())] == [None] * ONWARD


def test_the_command_keeps_the_fit_of_a_net_with_it(kept, newly_learned, unfitted):
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    told = CliRunner().invoke(app, f"calibrate {SEVENTH} --fit --games 4 --check 2 --workers 1 --json".split())
    assert told.exit_code == 0, told.output
    found = msgspec.json.decode(told.stdout, type=calibrate.Calibration)
    assert (found.check.seed, found.check.games) == (5, 2)
    learned, made = net.read(kept / net.file_name("seventh_army"))
    assert made.chance.command == f"ardennes calibrate {SEVENTH} --fit --games 4 --seed 1 --check 2"
    assert made.chance.check == found.check
    assert {len(row) for row in made.chance.weights} == {2}, "the net's chance says enough of winning"
    constant, of_winning, slope = made.as_it_is(8)
    assert (of_winning, chance(constant + slope * 7.5)) == (0.0, 0.5), "as likely as not where it expects them"
    assert chance(constant + slope * (7.5 + made.error)) == pytest.approx(0.84, abs=0.01)
    before, how = game.title.mind.chance_net(game)
    assert how == msgspec.structs.replace(made, chance=how.chance)
    features = game.title.mind.features(game.start("net"))[None]
    assert [out.tolist() for out in learned(features)] == [out.tolist() for out in before(features)]


def test_the_chance_of_a_net_is_checked_on_games_its_fit_has_not_seen(newly_learned, unfitted):
    told = CliRunner().invoke(app, f"calibrate {SEVENTH} --games 4 --workers 1 --json".split())
    assert told.exit_code == 0, told.output
    found = msgspec.json.decode(told.stdout, type=calibrate.Calibration)
    assert found.check.games == 4
    assert found.check.positions > 40
    stale = CliRunner().invoke(app, f"calibrate {SEVENTH} --games 4 --seed 1".split())
    assert "not fresh" in str(stale.exception)


def test_where_one_side_nearly_always_wins_it_is_the_chance_of_points():
    samples = [msgspec.structs.replace(s, won=1.0, points=3 + s.game % 4) for s in invented(40)]
    assert calibrate.decided(invented(40)) is None
    assert calibrate.decided(samples) == 5
    assert {s.won for s in calibrate.event(samples, 5) if s.points < 5} == {0.0}
    fit = Fitted("", 2, 0, 40, CHECK, [[0.0, 0.0, 0.0]] * 3, 5)
    assert calibrate.calibration("t", "s", 1, samples, fit).base_rate == 0.5
    lost = Outcome(Side.GERMAN, "Marginal", 4)
    assert (win_chance.came_to(lost), win_chance.came_to(lost, 5), win_chance.came_to(lost, 4)) == (1.0, 0.0, 1.0)
