"""5.2, 5.3, 7.4 What hinders a unit on its way: the ground and the zones beside it, and what stops it farther off."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel.rungs import KeepsOut, Rung
from ardennes.titles.bitter_woods.box.counters import Profile
from ardennes.titles.bitter_woods.rules import fortunes
from ardennes.titles.bitter_woods.rules.movement import sneak
from ardennes.titles.bitter_woods.rules.movement.paths import (
    STRICT,
    Leave,
    Move,
    march,
    next_to,
    open_hexes,
    struck,
    usual,
)
from ardennes.titles.bitter_woods.rules.zones import watched_by_same
from ardennes.titles.bitter_woods.state import State


def can_step(g: State, unit: int) -> int:
    """The neighbouring hexes a unit may step into, stacking left out of account."""
    leave = STRICT
    if g.box.sneakers and sneak.may_try(g, unit):
        leave = usual(g, unit)._replace(slip=True)
    return next_to(g, unit, g.place[unit], open_hexes(g, unit), leave)


# ---- a step ------------------------------------------------------------------------------------------------


def _profile(g: State, move: Move) -> Profile:
    return g.box.units.profiles[g.box.units.profile[move.unit]]


def _beside(g: State, move: Move, left: int) -> int:
    """The hexes next to a unit that has just been picked up and that it cannot reach."""
    found = move.found
    return left & g.box.map.grid.neighbours[found.start] & ~found.board if found.start >= 0 and not found.spent else 0


def _off_road(g: State, move: Move, left: int) -> int:
    """Those of them that no road leads to."""
    near = _beside(g, move, left)
    return near & ~g.box.ground.around(move.found.start, g.blown).road if near else 0


def _cliff(g: State, move: Move, left: int) -> int:
    grid, start = g.box.map.grid, move.found.start
    near = _off_road(g, move, left)
    return board_of([cell for cell in cells(near) if grid.has_side(g.box.ground.cliff, start, cell)])


def _meuse(g: State, move: Move, left: int) -> int:
    near = 0 if _profile(g, move).wades else _off_road(g, move, left)
    return near & g.box.ground.around(move.found.start, g.blown).meuse if near else 0


def _river(g: State, move: Move, left: int) -> int:
    near = _off_road(g, move, left) if _profile(g, move).heavy else 0
    return near & g.box.ground.around(move.found.start, g.blown).river if near else 0


def _same_zone(g: State, move: Move, left: int) -> int:
    near = _beside(g, move, left)
    if not near or move.slipped or (g.box.peiper_and_skorzeny and usual(g, move.unit).zones):
        return 0
    return near & watched_by_same(g, g.box.units.side(move.unit).enemy, move.found.start)


def _out_of_forest(g: State, move: Move, left: int) -> int:
    near = _off_road(g, move, left) if _profile(g, move).silhouette else 0
    return near if near and g.box.ground.forest >> move.found.start & 1 else 0


def _into_forest(g: State, move: Move, left: int) -> int:
    return _off_road(g, move, left) & g.box.ground.forest if _profile(g, move).silhouette else 0


def _no_point_in_hand(g: State, move: Move, left: int) -> int:
    near = _beside(g, move, left) & fortunes.trouble(g) if g.companies else 0
    return near & ~can_step(g, move.unit) if near else 0


#: 5.2, 5.3, 7.4 What keeps a unit that has just been picked up from stepping into a hex next to it.
STEPS = (
    Rung("BW-5.3x", "a cliff lies between", _cliff, finer=True),
    Rung("BW-5.3v", "{name} crosses the Meuse only over an intact bridge", _meuse, finer=True),
    Rung("BW-5.3u", "{name} never crosses a river without a bridge", _river, finer=True),
    Rung(
        "BW-7.4c",
        "both hexes are in the zone of control of the same enemy unit, so {where} is closed",
        _same_zone,
        finer=True,
    ),
    Rung("BW-5.3h", "{name} enters and leaves forest by road only", _out_of_forest, finer=True),
    Rung("BW-5.3g", "{name} enters and leaves forest by road only", _into_forest, finer=True),
    Rung("BW-29.1b", "{name} needs a point in hand for the paratroopers in {where}", _no_point_in_hand, finer=True),
)


# ---- the way -------------------------------------------------------------------------------------------------


def _but_for(leave: Leave) -> KeepsOut:
    """The hexes farther off that a unit which has just been picked up could reach without a rule."""

    def keeps_out(g: State, move: Move, left: int) -> int:
        found = move.found
        if found.start < 0 or found.spent:
            return 0
        return left & march(g, move.unit, leave).board & ~found.board

    return keeps_out


_TROUBLE = "{who} are on the way to {where}: go by way of their hex and take the die"
_past_trouble, _past_aircraft, _through_woods = (
    _but_for(Leave(trouble=True)),
    _but_for(Leave(air=True)),
    _but_for(Leave(woods=True)),
)
#: Which rule keeps a unit from a hex farther off: the first one without which it could get there.
WAYS = (
    Rung(
        "BW-29.4",
        _TROUBLE,
        lambda g, move, left: _past_trouble(g, move, left) if g.event18 and g.deceived else 0,
        lambda g, move, cell: {"who": "commandos"},
        finer=True,
    ),
    Rung(
        "BW-29.1b",
        _TROUBLE,
        lambda g, move, left: _past_trouble(g, move, left) if g.event18 and not g.deceived else 0,
        lambda g, move, cell: {"who": "paratroopers"},
        finer=True,
    ),
    Rung("BW-7.4a", "enemy zones of control stop {name} before {where}", _but_for(Leave(zones=True)), finer=True),
    Rung(
        "BW-22.1",
        "the aircraft over a forest road stop {name} before {where}",
        lambda g, move, left: _past_aircraft(g, move, left) if struck(g, move.unit) else 0,
        finer=True,
    ),
    Rung(
        "BW-5.3g",
        "{name} enters and leaves forest by road only",
        lambda g, move, left: _through_woods(g, move, left) if _profile(g, move).silhouette else 0,
        finer=True,
    ),
    Rung(
        "BW-5.3q",
        "a river lies on the way to {where}, and it is not the first step",
        _but_for(Leave(rivers=True)),
        finer=True,
    ),
)
