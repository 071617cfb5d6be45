"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import pytest

from ardennes.titles.deadly_woods.events import Advanced, ChitPlayed, Eliminated, Fought, Retreated
from tests.titles.deadly_woods.record import RECORDED, SEEDS
from tests.titles.whole_games import assert_replays, replayed

pytestmark = pytest.mark.xdist_group("recorded games of deadly_woods")
GAMES = sorted(RECORDED.glob("*.txt"))


def test_games_of_every_scenario_are_recorded():
    assert {path.stem for path in GAMES} == {
        f"{scenario}-{seed}" for scenario, seeds in SEEDS.items() for seed in seeds
    }


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in replayed(path).moves for event in move.events]
    for kind, least in ((Fought, 150), (Retreated, 40), (Advanced, 30), (ChitPlayed, 100), (Eliminated, 30)):
        assert sum(isinstance(event, kind) for event in events) >= least, kind
