"""What reserves would do for the front: each is put where it changes most, on a copy."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.mind.front import counts, outlook
from ardennes.titles.enemy_action_ardennes.rules import placing
from ardennes.titles.enemy_action_ardennes.rules.reserves import Deployment
from ardennes.titles.enemy_action_ardennes.state import State

#: Hexes looked at for one unit, and what a point of strength is worth that comes to the map, wherever it stands.
HEXES, BROUGHT = 4, 0.03


def promise(g: State, side: Side) -> float:
    """11.1 What a deployment that is about to begin would bring: the front with the reserves where they help most, and
    strength for later. Those of a division come together, so the first of them finds the hex for all."""
    step = g.stack[-1]
    assert isinstance(step, Deployment)
    trial, sign = g.copy(), 1.0 if side is Side.GERMAN else -1.0
    before, brought = outlook(trial), 0.0
    units = sorted(cells(placing.waiting(g, g.active)), key=lambda unit: (-g.face(unit).strength, unit))
    for unit in units[: step.left]:
        if _placed(trial, unit, sign):
            brought += g.face(unit).strength
    return sign * (outlook(trial) - before) + BROUGHT * counts(g) * brought


def _placed(trial: State, unit: int, sign: float) -> bool:
    """Put a unit into the best of the hexes worth a look; False if none is open to it."""
    open_to = cells(placing.placements(trial, unit))
    if not open_to:
        return False
    best: tuple[float, int] | None = None
    for cell in _likely(trial, open_to) if len(open_to) > 1 else open_to:
        after = trial.copy()
        after.put(unit, cell)
        seen = (sign * outlook(after), -cell)
        best = max(best, seen) if best is not None else seen
    assert best is not None
    trial.put(unit, -best[1])
    trial.moved |= 1 << unit
    trial.memo = None
    return True


def _likely(trial: State, hexes: list[int]) -> list[int]:
    """The hexes nearest to towns that count, the towns themselves first."""
    box = trial.box
    towns = [(worth, turns_to(box, town)) for town, worth in box.worth.items() if worth]
    near = {cell: max([worth * 0.5 ** field[cell] for worth, field in towns]) for cell in hexes}
    front = sorted(hexes, key=lambda cell: (not box.prized >> cell & 1, -near[cell], cell))
    return front[:HEXES]
