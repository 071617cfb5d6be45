"""35 The garrison of the German 7th Army: what it costs to leave the southern flank open."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import GarrisonChecked
from ardennes.titles.bitter_woods.state import State


def slows(g: State, unit: int) -> bool:
    """35 Whether a unit belongs to the 7th Army and its flank is open in this German player turn."""
    return bool(g.ungarrisoned) and unit < g.box.units.first_allied and g.army(unit) == "7A"


def check(g: State, side: Side) -> None:
    """35 From 18AM to 21PM the Germans must hold four hexes when their turn begins."""
    g.ungarrisoned = 0
    if side is not Side.GERMAN or g.turn not in g.box.garrisoned:
        return
    missing = g.box.garrisons & ~g.occupied[Side.GERMAN]
    if missing:
        g.ungarrisoned = 1
        g.tell(GarrisonChecked, tuple(cells(missing)))
