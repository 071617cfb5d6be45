"""9.7 Retreat After Combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Action, Choice, Choices, Reason, Side, Way
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import EDGES
from ardennes.titles.bitter_woods.events import Retreated
from ardennes.titles.bitter_woods.rules.combat.routes import Routes, find_routes, why_not_retreat_to
from ardennes.titles.bitter_woods.rules.kampfgruppe import OneUnitAtATime
from ardennes.titles.bitter_woods.rules.movement import exits, travel
from ardennes.titles.bitter_woods.state import State


class Retreat(OneUnitAtATime, frozen=True):
    """9.7 Units have to retreat so many hexes; their owner says in which order."""

    rule: ClassVar[str] = "BW-9.7a"
    parting: ClassVar[bool] = True
    hexes: int

    def prompt(self, g: State) -> str:
        return say("Retreat {hexes}: choose the unit that goes next", hexes=self.hexes)

    def why_not_unit(self, g: State, unit: int | None) -> Reason | None:
        if unit is None:
            return Reason("BW-9.2i", "the retreat comes first: choose the unit that goes next")
        return None if unit in self.units else Reason("BW-9.7a", "that unit does not have to retreat")

    def unit(self, g: State, unit: int) -> None:
        rest = tuple(other for other in self.units if other != unit)
        if rest:
            g.replace(Retreat(self.side, rest, self.hexes))
        else:
            g.pop()
        if find_routes(g, unit, self.hexes).none:
            g.eliminate(unit, "BW-37.1b" if g.box.immobile >> unit & 1 else "BW-9.7o")
        else:
            g.push(RetreatTo(self.side, unit, self.hexes))


class RetreatTo(Choice[State], frozen=True):
    """9.7 Where a unit's retreat ends."""

    rule: ClassVar[str] = "BW-9.7b"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"hex", "exit"})
    parting: ClassVar[bool] = True
    retreating: int
    hexes: int

    def _routes(self, g: State) -> Routes:
        below = g.stack[-2] if len(g.stack) > 1 else None
        waiting = below.units if isinstance(below, Retreat) else ()
        return find_routes(g, self.retreating, self.hexes, waiting)

    def prompt(self, g: State) -> str:
        return say(
            "{retreating} retreats {hexes}: choose where it ends", retreating=g.name(self.retreating), hexes=self.hexes
        )

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.retreating]

    def focus(self, g: State) -> int | None:
        return g.stands(self.retreating)

    def way(self, g: State, verb: str, target: int) -> Way | None:
        return Way(None, self._routes(g).paths[target]) if verb == "hex" else None

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        routes = self._routes(g)
        if routes.paths:
            found["hex"] = sorted(routes.paths)
        if routes.off:
            found["exit"] = sorted(routes.off)
        return found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        routes = self._routes(g)
        if verb == "hex" and target is not None:
            return why_not_retreat_to(g, self.retreating, self.hexes, routes, target)
        if verb == "exit" and target is not None:
            return self._why_not_off(g, routes, target)
        return Reason("BW-9.2i", say("{retreating} has to retreat first", retreating=g.name(self.retreating)))

    def _why_not_off(self, g: State, routes: Routes, edge: int) -> Reason | None:
        name = g.name(self.retreating)
        if edge in routes.off:
            return None
        if g.box.units.side(self.retreating) is Side.GERMAN:
            return Reason("BW-9.7s", "German units do not retreat off the map")
        if routes.paths:
            return Reason("BW-9.7j", say("{name} has a way to retreat on the map", name=name))
        where = EDGES[edge] if 0 <= edge < len(EDGES) else "that"
        return Reason("BW-5.5d", say("{name} cannot retreat over the {where} edge", name=name, where=where))

    def hex(self, g: State, cell: int) -> None:
        path = self._routes(g).paths[cell]
        g.pop()
        g.tell(Retreated, self.retreating, path)
        travel.go(g, self.retreating, path)

    def exit(self, g: State, edge: int) -> None:
        path = self._routes(g).off[edge]
        g.pop()
        g.tell(Retreated, self.retreating, path)
        exits.leave(g, self.retreating, edge, path[-1])
