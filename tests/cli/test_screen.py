"""What the terminal shows of a game."""

import pytest
from rich.console import Console

import ardennes
from ardennes.agents import find
from ardennes.cli.screen import show_forecast
from ardennes.kernel.languages import speaking
from ardennes.parts.odds import Forecast
from ardennes.titles import KEYS

#: Titles whose counters are counted in something else than strength points.
COUNTED = {"deadly_woods": "steps", "enemy_action_ardennes": "steps"}


@pytest.mark.parametrize("title", KEYS)
def test_odds_name_the_place_in_every_title(title, capsys):
    """Areas or hexes: the terminal once knew areas only."""
    game = ardennes.game(title)
    place = _first_goals(game)[0].target
    show_forecast(Console(width=120), game, Forecast(place, [], [], [], [], (1.0,), (1.0,)))
    shown = capsys.readouterr().out
    assert game.title.name_of(game, game.title.mind.go, place) in shown
    assert f"attacking 0 {COUNTED.get(title, 'strength points')}, 0.00 expected to be lost" in shown
    show_forecast(Console(width=120), game, Forecast(place, [], [], [], [], (1.0,), (1.0,), strength_name="men"))
    assert "defending 0 men" in capsys.readouterr().out
    with speaking("de"):
        show_forecast(Console(width=120), game, Forecast(place, [], [], [], [], (1.0,), (1.0,)))
    assert f"0 {'Stufen' if title in COUNTED else 'Stärkepunkte'}, erwarteter Verlust 0,00" in capsys.readouterr().out


def _first_goals(game):
    """The first places that a unit may go to in a game of staffs."""
    state, staffs, mind = game.start("odds"), [find("staff", 0), find("staff", 1)], game.title.mind
    while not (goals := [action for action in state.actions() if action.verb == mind.go]):
        state.play(staffs[state.side].choose(state.sight(state.side)))
    return goals
