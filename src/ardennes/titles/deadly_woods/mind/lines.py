"""Who keeps the victory point hexes that the Germans hold out of supply: such hexes count for nothing (3.4a)."""

from __future__ import annotations

from collections.abc import Hashable

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.deadly_woods.rules import supply
from ardennes.titles.deadly_woods.state import State

#: How far from a hex that is cut off those who cut it are looked for, and how many of them are worth going for.
AROUND, WEAKEST = 8, 2

_known: Recent[Hashable, tuple[int, ...]] = Recent(2000)


def blockers(g: State) -> tuple[int, ...]:
    """3.4a, 8.2 The weakest Allied stacks without which a line would lead to a VP hex that is held and cut off."""
    cut = g.box.vp & g.german & ~supply.traceable(g, Side.GERMAN)
    if not cut:
        return ()
    key = g.box, cut, g.blown, supply.clear(g, Side.GERMAN), g.occupied[Side.ALLIED]
    found = _known.get(key)
    return _known.keep(key, _blockers(g, cut)) if found is None else found


def _blockers(g: State, cut: int) -> tuple[int, ...]:
    near = g.box.grid.within(cut, AROUND) & g.occupied[Side.ALLIED]
    found = [cell for cell in cells(near) if _fed_without(g, cell) & cut]
    return tuple(sorted(found, key=lambda cell: sum(g.face(unit).defense for unit in g.units_at(cell)))[:WEAKEST])


def _fed_without(g: State, cell: int) -> int:
    """The hexes in German supply if nobody stood in a hex."""
    trial = g.copy()
    for unit in g.units_at(cell):
        trial.remove(unit)
    return supply.traceable(trial, Side.GERMAN)
