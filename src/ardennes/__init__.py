"""Four Battle of the Bulge board wargames, complete and rules-enforced, on one engine.

>>> import ardennes
>>> game = ardennes.game("tigers_in_the_mist", scenario="seventh_army")
>>> state = game.start(seed=1944)
>>> state.decision().side
<Side.GERMAN: 0>
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ardennes.kernel import Game

__version__ = "0.1.0"


def game(title: str, scenario: str | None = None, options: Mapping[str, object] | None = None) -> Game:
    """A title with its scenario and options chosen. Names that do not exist raise `Unknown` with those that do."""
    from ardennes.kernel import Game  # noqa: PLC0415 - importing the package alone stays instant
    from ardennes.titles import find  # noqa: PLC0415

    return Game.of(find(title), scenario, options)
