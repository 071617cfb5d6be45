"""Recorded games (see `record.py`): each replays move by move, die by die, to the position it ended in."""

import re

import pytest

from ardennes.kernel import saves
from ardennes.titles import find
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.events import Advanced, BridgeRebuilt, CombatRolled, DemolitionRolled, Retreated
from tests.titles.bitter_woods.record import RECORDED, recorded_games
from tests.titles.whole_games import assert_replays, replayed

pytestmark = pytest.mark.xdist_group("recorded games of bitter_woods")
GAMES = sorted(RECORDED.glob("*.txt"))
SHORT = RECORDED / "six_turn-1944.txt"


def test_games_of_every_scenario_and_preset_are_recorded():
    assert {path.stem for path in GAMES} == {name for name, _, _ in recorded_games()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_identically(path):
    assert_replays(path)


def test_a_game_of_the_third_version_replays():
    """It has none of the options; they were added with the fourth version and are off."""
    text = SHORT.read_text()
    third = re.sub(r"option (?!handicap).*\n", "", text).replace(f"rules {TITLE.rules_version}", "rules 3")
    match = saves.load(third, find)
    assert len(match.moves) > 900
    assert saves.dump(match) == text


def test_a_game_of_an_earlier_map_is_refused():
    """A save of older rules opens from its table, unless its bridges would be taken for those of this map."""
    text = SHORT.read_text().replace(f"rules {TITLE.rules_version}", f"rules {TITLE.rules_version - 1}")
    first = next(line for line in text.splitlines() if line.startswith("hex "))
    broken = text.replace(first, "hex 0101", 1)
    assert saves.load(broken, find).moves == []
    for earlier in (re.sub(r'"bridges":\d+', '"bridges":154', broken), re.sub(r'"bridges":\d+,', "", broken)):
        with pytest.raises(saves.BadSave, match="the game was played on another map: expected"):
            saves.load(earlier, find)


def test_the_recorded_games_are_worth_replaying():
    events = [event for path in GAMES for move in replayed(path).moves for event in move.events]
    for kind, least in (
        (CombatRolled, 700),
        (Retreated, 300),
        (Advanced, 300),
        (DemolitionRolled, 40),
        (BridgeRebuilt, 30),
    ):
        assert sum(isinstance(event, kind) for event in events) >= least
    results = {event.result for event in events if isinstance(event, CombatRolled)}
    assert {"AE", "CA", "ENG", "FF", "SU", "D1*", "1D3", "A1", "1A2"} <= results


@pytest.mark.parametrize("preset", ["tournament", "everything"])
def test_a_game_of_each_preset_is_worth_replaying(preset):
    """What happens in it needs most of the options."""
    [path] = RECORDED.glob(f"*-{preset}-*.txt")
    told = {type(event).__name__ for move in replayed(path).moves for event in move.events}
    assert told >= {"Regrouped", "NerveRolled", "Bombarded", "Stood", "Released", "EventRolled", "Attached"}
    if preset == "everything":
        assert told >= {"GarrisonChecked", "TownDeceived", "DumpCaptured", "ShortageIgnored", "SurrenderRolled"}
