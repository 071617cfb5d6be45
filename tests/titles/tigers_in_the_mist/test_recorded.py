"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import pytest

from ardennes.kernel import saves
from ardennes.titles import find
from ardennes.titles.tigers_in_the_mist.events import BattleEnded, ConstructionRolled, DemolitionRolled
from tests.titles.tigers_in_the_mist.record import RECORDED, SCENARIOS
from tests.titles.whole_games import assert_replays

GAMES = sorted(RECORDED.glob("*.txt"))


def test_five_games_of_every_scenario_are_recorded():
    assert [sum(path.name.startswith(scenario) for path in GAMES) for scenario in SCENARIOS] == [5, 5, 5, 5]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in saves.load(path.read_text(), find).moves for event in move.events]
    for kind, least in ((BattleEnded, 400), (DemolitionRolled, 40), (ConstructionRolled, 20)):
        assert sum(isinstance(event, kind) for event in events) >= least
