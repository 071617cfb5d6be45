"""Rules of thumb on a hex map, for players without a plan."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ardennes.board.hexes import HexGrid
from ardennes.kernel import Action, Choices

#: How often a unit that could move does.
EAGER = 0.95


def take_up(choices: Choices, rng: random.Random) -> Action:
    """Any unit that could move; now and then nobody any more."""
    units = choices.get("unit", ())
    return Action("unit", rng.choice(units)) if units and rng.random() < EAGER else Action("done")


def close_up(grid: HexGrid, choices: Choices, enemies: Sequence[int], rng: random.Random) -> Action | None:
    """To the hex that is nearest to an enemy; None where there is none of either."""
    hexes = [cell for cell in choices.get("hex", ()) if cell is not None]
    if not hexes or not enemies:
        return None
    return Action("hex", min(hexes, key=lambda cell: (min([grid.distance(cell, e) for e in enemies]), rng.random())))
