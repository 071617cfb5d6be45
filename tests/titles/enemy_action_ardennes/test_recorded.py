"""Recorded games (see `record.py`): each replays move by move, chit by chit, to the position it ended in."""

import re

import pytest

from ardennes.kernel import Event, saves
from ardennes.titles import find
from ardennes.titles.enemy_action_ardennes import TITLE, events
from tests.titles.enemy_action_ardennes.combats import table, won
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


def test_a_game_of_the_former_rules_opens_from_its_table():
    """Before rules version 3 an advance knew of one kind of crossing only, and losses of no retreat to come."""
    text = GAMES[0].read_text(encoding="utf-8")
    otherwise = re.sub(r"^position .*$", "position 0123456789abcdef01234567", text, flags=re.MULTILINE)
    former = saves.load(otherwise.replace(f"rules {TITLE.rules_version}\n", "rules 2\n"), find)
    assert former.moves == []
    assert former.state.table() == replayed(GAMES[0]).state.table()
    with pytest.raises(saves.BadSave):
        saves.load(otherwise, find)


def test_a_step_of_the_former_rules_is_read_back():
    """What its steps did not know of is as at the beginning."""
    t = won(
        table("a: German armor at 0325; b: German armor at 0425; d: Allied infantry at 0326"), "0326", "ab", gone="d"
    )
    t.do("unit", "a")
    kept = t.g.table()
    for name, fields in kept["stack"]:
        assert (
            name not in ("Advance", "AdvanceOn") or fields.pop("waded" if name == "Advance" else "bridged") is not None
        )
    again = t.game.restore(kept, 1, t.g.drawn)
    assert again.choices() == t.g.choices()


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
