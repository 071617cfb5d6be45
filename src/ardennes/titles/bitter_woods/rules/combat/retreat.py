"""9.7 Retreat After Combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import board_of
from ardennes.kernel import Reason, Way
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say, several
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.bitter_woods.box.fields import Length, SomeUnits, Unit
from ardennes.titles.bitter_woods.events import Retreated
from ardennes.titles.bitter_woods.rules import entering, leaders, supply
from ardennes.titles.bitter_woods.rules.combat.routes import (
    EVERY_EDGE,
    OVER,
    Retreating,
    Routes,
    Search,
    ends,
    find_routes,
    side_of,
)
from ardennes.titles.bitter_woods.rules.entering import Stepping
from ardennes.titles.bitter_woods.rules.manners import RETREAT
from ardennes.titles.bitter_woods.rules.movement import exits, travel
from ardennes.titles.bitter_woods.rules.options import AT_ANY_TIME, NO_RETREAT_TO
from ardennes.titles.bitter_woods.rules.stacking import crowded
from ardennes.titles.bitter_woods.state import State


class Retreat(Question[State], frozen=True):
    """9.7 Units have to retreat so many hexes; their owner says in which order."""

    rule: ClassVar[str] = "BW-9.7a"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    asks: ClassVar[str] = "Retreat {hexes}: choose the unit that goes next"
    otherwise: ClassVar[tuple[str, str]] = ("BW-9.2i", "the retreat comes first: choose the unit that goes next")
    asides = AT_ANY_TIME
    units: SomeUnits
    hexes: Length

    @pick(lambda step, g: step.units, ("BW-9.7a", "that unit does not have to retreat"), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """9.7 It goes, or is lost where it has no way to go."""
        rest = tuple(other for other in self.units if other != unit)
        if rest:
            g.push(Retreat(self.side, rest, self.hexes))
        if find_routes(g, unit, self.hexes).none:
            g.eliminate(unit, "BW-37.1b" if g.box.immobile >> unit & 1 else "BW-9.7o")
        else:
            g.push(RetreatTo(self.side, unit, self.hexes))


def _to_go(g: State, going: Retreating, cell: int) -> Reason:
    """9.7 A unit that stays where it is has not retreated."""
    name = g.name(going.retreating)
    text = several("{name} has to retreat a hex", "{name} has to retreat {number} hexes", going.hexes, name=name)
    return Reason("BW-9.7k", text)


def _no_end(g: State, going: Retreating, cell: int) -> Reason:
    """9.7 No retreat of this length ends there."""
    where = g.hex_name(cell)
    text = several(
        "no retreat of a hex ends in {where}", "no retreat of {number} hexes ends in {where}", going.hexes, where=where
    )
    return Reason("BW-9.7k", text)


def _no_room(g: State, going: Retreating, cell: int) -> Reason:
    """6.1, 24.3 Who is in the way."""
    unit = going.retreating
    reason = leaders.why_not_stop(g, unit, cell) if leaders.is_leader(g, unit) else None
    return reason or Reason("BW-9.7m", say("there is no room in {where}", where=g.hex_name(cell)))


def _only_step(g: State, going: Retreating, left: int) -> Stepping:
    """A retreat of a hex, into those next to the unit."""
    unit, here = going.retreating, g.place[going.retreating]
    return Stepping(unit, here, RETREAT, left & g.box.map.grid.neighbours[here] if going.hexes == 1 else 0)


def _others_preferred(g: State, going: Retreating, left: int, by_road: bool) -> int:
    """9.7 Hexes to which the rule prefers others: it asks for the road where the retreat begins on one."""
    roads = supply.roads(g, side_of(g, going))
    along = not roads or bool(roads >> g.place[going.retreating] & 1)
    return left & ~board_of(going.paths) if along is by_road else 0


#: 9.7 What keeps a unit's retreat from ending in a hex.
ENDS = Rungs(
    lambda g, going, cell: {"name": g.name(going.retreating), "where": g.hex_name(cell)},
    Rung("BW-9.7k", "", lambda g, going, left: left & 1 << g.place[going.retreating], finer=True, reason=_to_go),
    *entering.closed(RETREAT),
    *entering.barred(RETREAT, _only_step, finer=True),
    Rung(
        "BW-9.7k",
        "",
        lambda g, going, left: left & ~ends(g, going.retreating, going.hexes),
        reason=_no_end,
    ),
    Rung("BW-9.7m", "", lambda g, going, left: left & crowded(g, going.retreating), reason=_no_room),
    *NO_RETREAT_TO,
    Rung(
        "BW-9.7f",
        "the road to {where} leads no farther, and another one does",
        each(lambda g, going, cell: Search(g, going.retreating, going.hexes).jumps_off(cell)),
        finer=True,
    ),
    Rung(
        "BW-9.7d",
        "the retreat must go along supply roads, and not to {where}",
        lambda g, going, left: _others_preferred(g, going, left, by_road=True),
    ),
    Rung(
        "BW-9.7b",
        "the retreat must go to the nearest supply road, and not to {where}",
        lambda g, going, left: _others_preferred(g, going, left, by_road=False),
    ),
)


class RetreatTo(Question[State], frozen=True):
    """9.7 Where a unit's retreat ends."""

    rule: ClassVar[str] = "BW-9.7b"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    asks: ClassVar[str] = "{retreating} retreats {hexes}: choose where it ends"
    otherwise: ClassVar[tuple[str, str]] = ("BW-9.2i", "{retreating} has to retreat first")
    retreating: Unit
    hexes: Length

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.retreating]

    def focus(self, g: State) -> int | None:
        return g.stands(self.retreating)

    def way(self, g: State, verb: str, target: int) -> Way | None:
        return Way(None, self.routes(g).paths[target]) if verb == "hex" else None

    def routes(self, g: State) -> Routes:
        """Where it may go."""
        return find_routes(g, self.retreating, self.hexes, self._waiting(g))

    def going(self, g: State) -> Retreating:
        """The retreat as rules judge it."""
        return Retreating(self.retreating, self.hexes, self.routes(g).paths, self._waiting(g))

    def _waiting(self, g: State) -> tuple[int, ...]:
        below = g.stack[-2] if len(g.stack) > 1 else None
        return below.units if isinstance(below, Retreat) else ()

    @pick(
        lambda step, g: g.box.map.grid.board,
        ("BW-9.7k", "there is no such hex"),
        by=ENDS,
        about=lambda step, g: step.going(g),
        quick=lambda step, g: sorted(step.routes(g).paths),
        alone=True,
        stays=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """9.7 It goes there."""
        path = self.routes(g).paths[cell]
        g.pop()
        g.tell(Retreated, self.retreating, path)
        travel.go(g, self.retreating, path)

    @pick(lambda step, g: EVERY_EDGE, by=OVER, about=lambda step, g: step.going(g), alone=True, stays=True)
    def exit(self, g: State, edge: int) -> None:
        """5.5, 9.7 It leaves the map."""
        path = self.routes(g).off[edge]
        g.pop()
        g.tell(Retreated, self.retreating, path)
        exits.leave(g, self.retreating, edge, path[-1])
