"""10.0 Supply: where a line can be traced now, the check of the Supply Phase, surrender, and what a state means."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.board.hexes import Sides, less
from ardennes.board.trace import along, spread
from ardennes.kernel import Chance, Chances, Side
from ardennes.kernel.chance import die
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.counters import Quality
from ardennes.titles.enemy_action_ardennes.rules.zones import hindering
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, SUPPLIED, State

#: Lines of a few positions are kept; the same ones are asked for again and again.
_KEPT = 8


def clear(g: State, side: Side) -> int:
    """10.1 The hexes a line may pass: no enemy unit, no enemy town, no enemy control without a friend there; for the
    Allies no Westwall hex without an Allied unit (10.13), for the Germans no roadblock (7.9f)."""
    free = g.box.grid.board & ~g.occupied[side.enemy] & ~g.towns_of(side.enemy) & ~hindering(g, side)
    if side is Side.GERMAN:
        return free & ~g.roadblocks
    return free & ~(g.box.ground.westwall & ~g.occupied[side])


def enemy_bridges(g: State, side: Side) -> Sides:
    """12.2 The hexsides with a standing bridge of the other side."""
    ground = g.box.ground
    bridges = g.german_bridges if side is Side.ALLIED else ~g.german_bridges
    built = g.built & (g.german_built if side is Side.ALLIED else ~g.german_built)
    return ground.owned(bridges & ~g.blown & ground.all_bridges, built)


def _worked_out(g: State, side: Side) -> tuple[int, int]:
    """The supply heads of a side and all hexes in its supply."""
    ground, grid = g.box.ground, g.box.grid
    free, foreign = clear(g, side), enemy_bridges(g, side)
    between = ground.between(g.blown, g.built)
    heads = along(grid, ground.supply_edges[side], free, less(between.road, foreign)) & free
    edge = ground.friendly_edges[side]
    reached = spread(grid, heads | edge, g.box.numbers.supply.hexes, free, grid.by_step(less(between.open, foreign)))
    return heads, reached | grid.stepped(heads, between.sorted_river)  # 10.1e one hex over an unbridged river


def _lines(g: State, side: Side) -> tuple[int, int]:
    control = g.exerting[side.enemy]
    key = (side, *g.occupied, control, g.german_towns, g.blown, g.built, g.german_bridges, g.german_built, g.roadblocks)
    if (*key, 0) not in g.lines:
        heads, reached = _worked_out(g, side)
        # A new dictionary, because copies of this position share the old one.
        kept = {} if len(g.lines) >= _KEPT else g.lines
        g.lines = {**kept, (*key, 0): heads, (*key, 1): reached}
    return g.lines[(*key, 0)], g.lines[(*key, 1)]


def heads(g: State, side: Side) -> int:
    """10.1f The road hexes that are supply heads of a side."""
    return _lines(g, side)[0]


def traceable(g: State, side: Side) -> int:
    """10.1a The hexes from which a side can trace supply now."""
    return _lines(g, side)[1]


def traces(g: State, unit: int) -> bool:
    """10.0 Whether a unit could trace supply from its hex now; Germans need not until Dec 19, but for VDH (10.12)."""
    side = g.side_of(unit)
    if side is Side.GERMAN and exempt(g, unit):
        return True
    return bool(traceable(g, side) >> g.place[unit] & 1)


def exempt(g: State, unit: int) -> bool:
    """10.12 Whether a German unit is in supply whatever its situation."""
    return g.day < g.box.numbers.dates.german_supply_from and unit != g.box.vdh


def in_supply(g: State, unit: int) -> bool:
    """10.0 Whether a unit is in supply by the last check."""
    return g.supply[unit] == SUPPLIED


def cut_off(g: State, unit: int) -> bool:
    """10.23b Whether a unit that needs fuel is isolated: it neither moves nor retreats."""
    return g.supply[unit] == ISOLATED and g.face(unit).kind.mechanized


# ---- the check ---------------------------------------------------------------------------------------------


def check(g: State) -> None:
    """4.0j, 4.0k Every unit on the map and every roadblock is judged, and only then is anything changed: supply
    restored, or one state worse; isolated units may surrender, and roadblocks that cannot trace go (7.9j)."""
    fed = {unit: traces(g, unit) for unit in cells(g.mapped)}
    cut_off = g.roadblocks & ~traceable(g, Side.ALLIED)
    surrendering = []
    for unit, supplied in fed.items():
        before = g.supply[unit]
        if before == ISOLATED and not supplied:
            surrendering.append(unit)
            continue
        after = SUPPLIED if supplied else before + 1
        if after != before:
            g.set_supply(unit, after)
            g.tell(events.SupplyChanged, unit, after)
    for cell in cells(cut_off):
        g.roadblocks &= ~(1 << cell)
        g.tell(events.Roadblock, cell, False)
    if surrendering:
        g.push(Surrender(tuple(surrendering)))


class Surrender(Chance[State], frozen=True):
    """10.24 Isolated units that again cannot trace may lose a step, each by its own roll."""

    rule: ClassVar[str] = "EA-10.24a"
    units: tuple[int, ...]

    def chances(self, g: State) -> Chances:
        return die(10)

    def resolve(self, g: State, outcome: int) -> None:
        unit, rest = self.units[0], self.units[1:]
        if rest:
            g.replace(Surrender(rest))
        else:
            g.pop()
        numbers = g.box.numbers.supply
        worst = {
            Quality.GREEN: numbers.surrender_green,
            Quality.REGULAR: numbers.surrender_regular,
            Quality.ELITE: numbers.surrender_elite,
        }[g.face(unit).quality]
        lost = outcome <= worst
        g.tell(events.SurrenderRoll, unit, outcome, lost)
        if lost:
            g.lose_step(unit, "EA-10.24a")
