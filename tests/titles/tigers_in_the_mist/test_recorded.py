"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import re

import pytest

from ardennes.kernel import saves
from ardennes.titles import find
from ardennes.titles.tigers_in_the_mist import TITLE
from ardennes.titles.tigers_in_the_mist.events import BattleEnded, ConstructionRolled, DemolitionRolled
from tests.titles.tigers_in_the_mist.record import RECORDED, SCENARIOS
from tests.titles.whole_games import assert_replays, replayed

pytestmark = pytest.mark.xdist_group("recorded games of tigers_in_the_mist")
GAMES = sorted(RECORDED.glob("*.txt"))


def test_five_games_of_every_scenario_are_recorded():
    assert [sum(path.name.startswith(scenario) for path in GAMES) for scenario in SCENARIOS] == [5, 5, 5, 5]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_a_game_of_the_former_rules_that_ended_otherwise_opens_from_its_table():
    """Before rules version 2 control was not judged after attrition: such a game keeps the position it was left in."""
    text = GAMES[0].read_text(encoding="utf-8")
    otherwise = re.sub(r"^position .*$", "position 0123456789abcdef01234567", text, flags=re.MULTILINE)
    otherwise = re.sub(r'"control":\[[^]]*\]', '"control":[1,2,3]', otherwise)
    former = otherwise.replace(f"rules {TITLE.rules_version}\n", "rules 1\n")
    match = saves.load(former, find)
    assert match.moves == []
    assert match.state.table()["control"] == [1, 2, 3]
    with pytest.raises(saves.BadSave):
        saves.load(otherwise, find)


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in replayed(path).moves for event in move.events]
    for kind, least in ((BattleEnded, 400), (DemolitionRolled, 40), (ConstructionRolled, 20)):
        assert sum(isinstance(event, kind) for event in events) >= least
