"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import pytest

from ardennes.kernel import saves
from ardennes.titles import find
from ardennes.titles.bitter_woods.events import Advanced, BridgeRebuilt, CombatRolled, DemolitionRolled, Retreated
from tests.titles.bitter_woods.record import RECORDED, SEEDS
from tests.titles.whole_games import assert_replays

GAMES = sorted(RECORDED.glob("*.txt"))


def test_games_of_every_scenario_are_recorded():
    assert {path.stem for path in GAMES} == {
        f"{scenario}-{seed}" for scenario, seeds in SEEDS.items() for seed in seeds
    }


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in saves.load(path.read_text(), find).moves for event in move.events]
    for kind, least in (
        (CombatRolled, 700),
        (Retreated, 300),
        (Advanced, 300),
        (DemolitionRolled, 60),
        (BridgeRebuilt, 30),
    ):
        assert sum(isinstance(event, kind) for event in events) >= least
    results = {event.result for event in events if isinstance(event, CombatRolled)}
    assert {"AE", "CA", "ENG", "FF", "SU", "D1*", "1D3", "A1", "1A2"} <= results
