"""5.2, 5.3, 7.4 What hinders a unit on its way: the ground and the zones beside it, and what stops it farther off."""

from __future__ import annotations

from ardennes.kernel.rungs import KeepsOut, Rung
from ardennes.titles.bitter_woods.rules import entering
from ardennes.titles.bitter_woods.rules.entering import Stepping, next_to, profile_of, struck
from ardennes.titles.bitter_woods.rules.manners import AIR, MARCH, RIVERS, SAME_ZONE, TROUBLE, WOODS, ZONES, usual
from ardennes.titles.bitter_woods.rules.movement import sneak
from ardennes.titles.bitter_woods.rules.movement.paths import Move, march
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.state import State


def can_step(g: State, unit: int) -> int:
    """The neighbouring hexes a unit may step into, stacking left out of account."""
    manner = usual(g, unit)
    if g.box.sneakers and sneak.may_try(g, unit):
        manner = manner.but_for(SAME_ZONE)
    return next_to(g, unit, g.place[unit], open_hexes(g, unit), manner)


# ---- a step ------------------------------------------------------------------------------------------------


def _first_step(g: State, move: Move, left: int) -> Stepping:
    """The first step of a unit that is picked up, into hexes that it cannot reach."""
    unit, found = move.unit, move.found
    begins = found.start >= 0 and not found.spent
    near = left & g.box.map.grid.neighbours[found.start] & ~found.board if begins else 0
    manner = usual(g, unit)
    return Stepping(unit, found.start, manner.but_for(SAME_ZONE) if move.slipped else manner, near)


#: 5.2, 5.3, 7.4 What keeps a unit that has just been picked up from stepping into a hex next to it.
STEPS = entering.barred(MARCH, _first_step, finer=True)


# ---- the way -------------------------------------------------------------------------------------------------


def _but_for(bars: int) -> KeepsOut:
    """The hexes farther off that a unit which has just been picked up could reach without a rule."""
    manner = MARCH.but_for(bars)

    def keeps_out(g: State, move: Move, left: int) -> int:
        found = move.found
        if found.start < 0 or found.spent:
            return 0
        return left & march(g, move.unit, manner).board & ~found.board

    return keeps_out


_TROUBLE = "{who} are on the way to {where}: go by way of their hex and take the die"
_past_trouble, _past_aircraft, _through_woods = (
    _but_for(TROUBLE),
    _but_for(AIR),
    _but_for(WOODS),
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
    Rung("BW-7.4a", "enemy zones of control stop {name} before {where}", _but_for(SAME_ZONE | ZONES), finer=True),
    Rung(
        "BW-22.1",
        "the aircraft over a forest road stop {name} before {where}",
        lambda g, move, left: _past_aircraft(g, move, left) if struck(g, move.unit) else 0,
        finer=True,
    ),
    Rung(
        "BW-5.3g",
        "{name} enters and leaves forest by road only",
        lambda g, move, left: _through_woods(g, move, left) if profile_of(g, move.unit).silhouette else 0,
        finer=True,
    ),
    Rung(
        "BW-5.3q",
        "a river lies on the way to {where}, and it is not the first step",
        _but_for(RIVERS),
        finer=True,
    ),
)
