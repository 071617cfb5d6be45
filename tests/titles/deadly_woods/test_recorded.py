"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import pytest

from ardennes.kernel import saves
from ardennes.titles import find
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.events import Advanced, ChitPlayed, Eliminated, Fought, Retreated
from tests.titles.deadly_woods.record import RECORDED, SEEDS
from tests.titles.deadly_woods.table import Table
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


def test_a_game_of_the_first_version_opens_from_its_table():
    """Its moves need not be moves today."""
    text = GAMES[0].read_text(encoding="utf-8").replace(f"rules {TITLE.rules_version}", "rules 1")
    first = next(line for line in text.splitlines() if line.startswith("hex "))
    match = saves.load(text.replace(first, "hex 0101", 1), find)
    assert match.moves == []
    assert f"position {saves.position(match.state)}" in text


def test_a_move_under_way_in_the_first_version_goes_on():
    """It tells one pace and what was spent, and no allowance."""
    t = Table("T4 German move", "p: G-2Pz-a at 2222; d: A-28-109 at 0710")
    t.do("unit", "p")
    t.do("via", "2323")
    table = t.g.table()
    name, fields = table["stack"][-1]
    assert name == "Moving"
    table["stack"][-1] = [name, {key: value for key, value in fields.items() if key != "settings"}]
    again = t.game.restore(table)
    assert t.hex("2422") in again.choices()["hex"]  # by road from where it halted, at the pace the table tells
    assert again.choices()["stop"] == [None]


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in replayed(path).moves for event in move.events]
    for kind, least in ((Fought, 150), (Retreated, 40), (Advanced, 30), (ChitPlayed, 100), (Eliminated, 30)):
        assert sum(isinstance(event, kind) for event in events) >= least, kind
