"""Agents answer the same whatever is hidden, and one that does not is found out."""

import pytest
from typer.testing import CliRunner

from ardennes.cli import app
from ardennes.kernel import saves
from ardennes.lab import bots, honesty
from ardennes.lab.crew import Crew
from ardennes.lab.fuzz import Broke
from ardennes.lab.games import Setting
from ardennes.titles import find


class Fickle:
    """Answers otherwise every other time."""

    asked = 0

    def __init__(self, options):
        pass

    def choose(self, sight):
        Fickle.asked += 1
        answers = sight.answers()
        return answers[Fickle.asked % 2 % len(answers)]


@pytest.mark.parametrize("title", ["crossroads", "enemy_action_ardennes"])
def test_the_captain_needs_nothing_hidden(title):
    scenario = find(title).scenarios[0].key
    asking = honesty.Asking([Setting(title, scenario)], "captain")
    assert list(honesty.honest(Crew(), asking, 30, 5)) == [25, 5]


def test_the_general_needs_no_dice_to_come():
    asking = honesty.Asking([Setting("tigers_in_the_mist", "seventh_army")], "search:candidates=4,futures=2")
    assert sum(honesty.honest(Crew(), asking, 30, 5)) == 30


def test_an_answer_that_changes_is_found_with_its_game(monkeypatch):
    monkeypatch.setitem(bots.BOTS, "fickle", Fickle)
    asking = honesty.Asking([Setting("tigers_in_the_mist", "seventh_army")], "fickle")
    with pytest.raises(Broke, match=r"fickle answers .* shuffled") as found:
        list(honesty.honest(Crew(), asking, 50, 1))
    assert saves.load(found.value.save, find).state.side is not None


def test_the_command_says_how_many_positions_were_asked():
    told = CliRunner().invoke(app, ["fuzz", "crossroads", "--honest", "captain", "--positions", "40", "--workers", "1"])
    assert told.exit_code == 0, told.output
    assert "40 positions: no answer of captain depends on what its side may not know" in told.stdout
