"""What the win chance is fitted on: hexes held and cut, hexes that stand open to either side, strength."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.mind.distances import turns_to
from ardennes.titles.deadly_woods.rules import victory
from ardennes.titles.deadly_woods.state import State

NAMES = ("constant", "hexes beyond the needed", "hexes cut off", "open to Germans", "open to Allies", "strength")
#: A hex that nobody defends stands open to those who are so many turns away from it.
NEAR = 0.7


def features(g: State) -> list[float]:
    """3.4 A position as the win chance sees it, every number of the order of one."""
    fed, held = victory.vp_hexes(g), g.box.vp & g.german
    open_to = [_open(g, side, board) for side, board in ((Side.GERMAN, g.box.vp & ~held), (Side.ALLIED, held))]
    beyond = fed.bit_count() - victory.needed(g.box, g.withdrawal == victory.STAYED)
    return [1.0, float(beyond), float((held & ~fed).bit_count()), *open_to, _strength(g) / 100]


def _open(g: State, side: Side, board: int) -> float:
    """How many hexes of the enemy a side is near to, with nobody in them."""
    units = cells(g.occupied[side])
    return float(sum(_near(g, units, cell) for cell in cells(board & ~g.occupied[side.enemy])))


def _near(g: State, units: list[int], cell: int) -> bool:
    field = turns_to(g.box, cell)
    return any(field[place] <= NEAR for place in units)


def _strength(g: State) -> float:
    """By how much the Germans on the map are stronger than the Allies."""
    total = 0
    for unit, place in enumerate(g.place):
        if place in g.stacks:
            face = g.face(unit)
            total += (face.attack + face.defense) * (1 if unit < g.box.units.first_allied else -1)
    return float(total)
