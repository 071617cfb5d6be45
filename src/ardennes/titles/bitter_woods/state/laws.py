"""What holds whatever is going on: a leader alone next to the enemy is lost (24.3), and reserves he meets stand down.

Nobody has to call these laws: a position upholds them itself before anything goes on and before anybody is asked. Only
while units that go together are on their way one after another (a retreat, an advance, a crossing) they wait until all
have gone; such steps say so with `parting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.events import ReserveLost

if TYPE_CHECKING:
    from ardennes.titles.bitter_woods.state.position import State

#: No side has leaders without company anywhere.
NOBODY = [0, 0]
#: No set of units: what was found before does not hold.
UNKNOWN = -1
#: And so nothing is known of where they are.
NOWHERE = (UNKNOWN, 0)


def uphold(g: State) -> bool:
    """24.3, 14.3 Carry out what is due now, and say whether anything was."""
    if g.upheld == g.reserve or not g.stack or getattr(g.stack[-1], "parting", False):
        return False  # nobody was moved, nobody put in reserve, since they were upheld
    stood_down = bool(g.reserve) and stand_down(g)
    if (g.lonely != NOBODY and lose_the_lonely(g)) or stood_down:
        return True
    g.upheld = g.reserve
    return False


def threatened(g: State, side: Side) -> int:
    """24.3 The hexes next to an enemy mechanized or non-mechanized unit, the other bank of the Meuse included."""
    enemy = g.exerting[1] if not side else g.exerting[0] | g.in_thirds  # `zones.armed`, asked often
    known, board = g.threats[side]
    if known != enemy:
        board = g.box.map.grid.around(enemy)
        g.threats[side] = (enemy, board)
    return board


def lose_the_lonely(g: State) -> bool:
    """24.3 Leaders alone next to the enemy are lost."""
    found = False
    for side in (Side.GERMAN, Side.ALLIED):
        alone = g.lonely[side] and g.lonely[side] & threatened(g, side)
        for leader in g.box.commanders[side] if alone else ():
            place = g.place[leader]
            if place < OFF_MAP and alone >> place & 1:
                g.eliminate(leader, "BW-24.3e")
                found = True
    return found


def stand_down(g: State) -> bool:
    """14.3 Reserve units next to an enemy unit are in reserve no more."""
    occupied = g.occupied
    if not (beside_reserves(g, 0) & occupied[1] or beside_reserves(g, 1) & occupied[0]):
        return False
    first = g.box.units.first_allied
    near, place = g.box.map.grid.neighbours, g.place
    met = tuple([unit for unit in cells(g.reserve) if near[place[unit]] & occupied[unit < first]])
    if met:
        _take_off(g, met)
    return bool(met)


def beside_reserves(g: State, side: int) -> int:
    """14.3 The hexes next to a side's reserve units."""
    units = g.reserve & g.box.units.all_of[side]
    known, board = g.waiting[side]
    if known != units:
        place = g.place
        board = g.box.map.grid.around(board_of([place[unit] for unit in cells(units)]))
        g.waiting[side] = (units, board)
    return board


def pass_by(g: State, unit: int, path: tuple[int, ...]) -> None:
    """14.3 A unit that goes along a path has been next to the enemy's reserves on its way, if only for a moment."""
    enemy = unit < g.box.units.first_allied
    if beside_reserves(g, enemy) & (way := board_of(path)):
        beside = g.box.map.grid.around(way)
        waiting = cells(g.reserve & g.box.units.all_of[enemy])
        if met := tuple([other for other in waiting if beside >> g.place[other] & 1]):
            _take_off(g, met)


def _take_off(g: State, units: tuple[int, ...]) -> None:
    g.reserve &= ~board_of(units)
    g.ready = None  # who may move is found out anew
    g.tell(ReserveLost, units)
