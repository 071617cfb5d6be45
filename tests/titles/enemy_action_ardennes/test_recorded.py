"""Recorded games (see `record.py`): each replays move by move, chit by chit, to the position it ended in."""

import pytest

from ardennes.kernel import Event
from ardennes.titles.enemy_action_ardennes import TITLE, events
from tests.titles.enemy_action_ardennes.record import RECORDED, SEEDS
from tests.titles.whole_games import assert_replays, replayed

pytestmark = pytest.mark.xdist_group("recorded games of enemy_action_ardennes")
GAMES = sorted(RECORDED.glob("*.txt"))


def test_a_game_of_every_scenario_is_recorded():
    assert {*SEEDS} == {scenario.key for scenario in TITLE.scenarios}
    assert {path.stem for path in GAMES} == {f"{scenario}-{seed}" for scenario, seed in SEEDS.items()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_the_recorded_games_are_worth_replaying():
    told: list[Event] = []
    for path in GAMES:
        told += [event for move in replayed(path).moves for event in move.events]
    for kind, least in (
        (events.AttackDeclared, 60),
        (events.ChitDrawn, 150),
        (events.TacticPlayed, 15),
        (events.Retreated, 10),
        (events.Advanced, 10),
        (events.Eliminated, 10),
        (events.Roadblock, 1),
        (events.BridgeBlown, 1),
        (events.Placed, 10),
        (events.OutOfFuel, 1),
    ):
        assert sum(isinstance(event, kind) for event in told) >= least, kind
