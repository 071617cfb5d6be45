"""Supply lines: along roads from a source without limit, then a few hexes across country."""

from __future__ import annotations

from ardennes.board.hexes import HexGrid, Sides


def along(grid: HexGrid, sources: int, free: int, roads: Sides) -> int:
    """Every cell from which an open road leads to a source through free cells."""
    return grid.flood(sources & free, free, roads)


def spread(
    grid: HexGrid, seeds: int, steps: int, free: int, open_sides: Sides, wild: int = 0, wild_sides: Sides | None = None
) -> int:
    """Every cell whose line of at most `steps` hexes ends in a seed.

    The line is walked backwards. It passes through free cells only, but where it begins does not matter. It crosses
    `open_sides`; cells of `wild` (forest, say) it enters through `wild_sides` only. Sides are sorted with `by_step`
    and lead both ways.
    """
    found, front = seeds, seeds & free
    for _ in range(steps):
        entered = grid.stepped(front & ~wild, open_sides)
        if wild and wild_sides is not None:
            entered |= grid.stepped(front & wild, wild_sides)
        entered &= grid.board & ~found
        if not entered:
            break
        found |= entered
        front = entered & free
    return found
