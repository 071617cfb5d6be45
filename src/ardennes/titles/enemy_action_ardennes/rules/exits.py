"""7.8 Leaving the map for good, by the roads off its edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.kernel import Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import victory
from ardennes.titles.enemy_action_ardennes.rules.paths import Pace
from ardennes.titles.enemy_action_ardennes.state import EXITED, SUPPLIED, State

if TYPE_CHECKING:
    from ardennes.titles.enemy_action_ardennes.rules.movement import Moving

#: Flanks by which units have left.
_NORTH_EAST, _SOUTH = 1, 2


def closed(edge: str, used: int) -> bool:
    """7.81 Whether nobody may leave by an edge any more because units have left by the other flank."""
    return bool(used & {"south": _NORTH_EAST, "north": _SOUTH}.get(edge, 0))


def _no_exit(g: State, step: Moving, cell: int) -> bool:
    way = g.box.exit_at.get(cell)
    return way is None or g.day > way.until


def _out_of_points(g: State, step: Moving, cell: int) -> bool:
    """7.8b, 7.5h An exit takes a movement point at the ordinary pace."""
    if step.pace == Pace.STRATEGIC:
        return True
    found, most = step.range(g), g.box.units.movement[step.mover] - g.box.numbers.movement.exit
    if cell == found.start:
        return step.spent > most
    cost, leg = found.best(cell)
    return leg is None or leg.pace is Pace.STRATEGIC or cost > most


def _closed(edge: str) -> KeepsOut:
    return each(lambda g, step, cell: g.box.exit_at[cell].edge == edge and closed(edge, g.exits_used))


#: 7.8 Which hexes a unit on the move may not leave the map from.
EXITS = Rungs(
    lambda g, step, cell: {},
    Rung("EA-7.8e", "Allied units do not leave the map", lambda g, step, left: left if step.side is Side.ALLIED else 0),
    Rung(
        "EA-7.8c",
        "only a supplied unit leaves the map",
        lambda g, step, left: left if g.supply[step.mover] != SUPPLIED else 0,
    ),
    Rung(
        "EA-7.8c",
        "no unit leaves the map from an enemy-controlled hex",
        lambda g, step, left: left & g.zone(Side.ALLIED),
    ),
    Rung("EA-7.8a", "no exit hex today", each(_no_exit)),
    Rung(
        "EA-7.8d",
        "this army does not leave by that edge",
        each(lambda g, step, cell: g.box.units.army[step.mover] not in g.box.exit_at[cell].armies),
    ),
    Rung("EA-7.81a", "the Germans have left by the other flank: this edge is closed", _closed("south")),
    Rung("EA-7.81b", "the Germans have left by the other flank: this edge is closed", _closed("north")),
    Rung("EA-7.8b", "the unit has no movement point left for it", each(_out_of_points)),
)


def leave(g: State, unit: int, cell: int) -> None:
    """7.82 A unit leaves the map for good and scores."""
    way = g.box.exit_at[cell]
    note(g, way.edge)
    points = victory.exit_value(g, unit, way.across)
    g.exit_points += points
    g.tell(events.Exited, unit, cell, points)
    g.take_off(unit, EXITED)
    victory.at_once(g)


def note(g: State, edge: str) -> None:
    """7.81 A unit has left by an edge."""
    g.exits_used |= {"north": _NORTH_EAST, "south": _SOUTH}.get(edge, 0)
