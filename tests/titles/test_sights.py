"""No outlet tells a side what it may not know: sixty positions a title, shuffled where it cannot see.

They lie far apart, so that several games are looked at; `ardennes fuzz TITLE --sight` looks at as many as one likes.
"""

import pytest

from ardennes.kernel import Game
from ardennes.lab import sights
from ardennes.titles import EXAMPLES, KEYS, find


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_nothing_hidden_shows_in_any_outlet(key):
    title = find(key)
    games = [Game.of(title, scenario.key) for scenario in title.scenarios]
    if any(preset.key == "everything" for preset in title.presets):  # what options hide
        games += [Game.of(title, game.scenario, title.preset("everything", game.scenario)) for game in games]
    assert len(list(sights.looked_at(games, 60, seed=1, choices=4, share=0.02))) == 60


def test_answers_are_compared_in_as_many_positions_as_are_asked_for():
    games = [Game.of(find("crossroads"), scenario.key) for scenario in find("crossroads").scenarios]
    assert sum(look.minds for look in sights.looked_at(games, 60, seed=1, choices=9)) == 9
