"""A position as the learned value sees it: strength around every objective, losses, time; nothing judged."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Side
from ardennes.parts.mind import prizes
from ardennes.parts.mind.prizes import Force
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.mind import valuation
from ardennes.titles.bitter_woods.mind.drives import TURN, open_ticks
from ardennes.titles.bitter_woods.state import State

#: What losses are divided by.
LOSSES = 5.0


def features(g: State) -> NDArray[np.float32]:
    """Mechanized, foot and guns of both sides within some turns of every objective, and what is lost."""
    units = g.box.units
    forces = []
    for side in (Side.GERMAN, Side.ALLIED):
        there = valuation.on_map(g, side)
        guns = [unit for unit in there if units.artillery[unit]]
        mechanized = [unit for unit in there if units.mechanized[unit] and not units.artillery[unit]]
        foot = [unit for unit in there if not units.mechanized[unit] and not units.artillery[unit]]
        for some in (mechanized, foot, guns):
            forces.append(Force([g.place[u] for u in some], [float(g.strength(u)) for u in some]))
    held = [valuation.held_by_germans(g, objective) for objective in _objectives(g.box)]
    left, moves = valuation.steps_left(g), g.mover is Side.GERMAN
    found = prizes.features(_turns(g.box), held, forces, left, moves, float(valuation.score_now(g)))
    return np.concatenate([found, np.array(g.lost, dtype=np.float32) / LOSSES])


def _objectives(box: Box) -> list[valuation.Objective]:
    """Those that lie where everybody can see them."""
    return [objective for objective in valuation.objectives(box) if objective.dump < 0]


@lru_cache(maxsize=16)
def _turns(box: Box) -> NDArray[np.float32]:
    """The turns from every hex to each objective with nobody in the way."""
    ticks = [open_ticks(box, objective.board) for objective in _objectives(box)]
    return (np.array(ticks) / TURN).astype(np.float32)
