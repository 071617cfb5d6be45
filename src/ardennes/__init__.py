"""Four Battle of the Bulge board wargames, complete and rules-enforced, on one engine.

>>> import ardennes
>>> game = ardennes.game("tigers_in_the_mist", scenario="seventh_army")
>>> match = ardennes.Match(game, seed=1944)
>>> match.state.side
<Side.GERMAN: 0>
>>> game.title.label(match.state.sight(match.state.side), "done", None)
'End movement'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from ardennes import kernel
    from ardennes.kernel import Action, Decision, IllegalAction, Match, Reason, Side, Sight, State, Unknown
    from ardennes.parts.title import Title

    Game: TypeAlias = kernel.Game[Title]

__all__ = [
    "Action",
    "Decision",
    "Game",
    "IllegalAction",
    "Match",
    "Reason",
    "Side",
    "Sight",
    "State",
    "Title",
    "Unknown",
    "game",
]
__version__ = "0.1.0"


def game(title: str, scenario: str | None = None, options: Mapping[str, object] | None = None) -> Game:
    """A title with its scenario and options chosen. Names that do not exist raise `Unknown` with those that do."""
    from ardennes.kernel import Game  # noqa: PLC0415 - importing the package alone stays instant
    from ardennes.titles import find  # noqa: PLC0415

    return Game.of(find(title), scenario, options)


def __getattr__(name: str) -> object:
    """What one needs to play, found when it is first asked for: importing the package alone stays instant."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module("ardennes.parts.title" if name == "Title" else "ardennes.kernel"), name)
    globals()[name] = found
    return found
