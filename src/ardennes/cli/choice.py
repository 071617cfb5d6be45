"""Which game a command is about: scenario, preset and options in the words of a command line."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel import Game, Title


def game_of(title: Title, scenario: str | None, preset: str | None, options: Sequence[str]) -> Game:
    """The game of a scenario (default: the first) with a preset and, on top of it, options such as `leaders=on`."""
    chosen = scenario if scenario is not None else title.scenarios[0].key
    values: dict[str, object] = dict(title.preset(preset, chosen)) if preset is not None else {}
    return Game.of(title, chosen, values | dict(option.partition("=")[::2] for option in options))
