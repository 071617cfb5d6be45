"""10.0 Why a unit may not be picked up, and why it may not go to a hex: the fact that forbids it, and its rule."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.rules import areas, entering, paces, paths, stacking
from ardennes.titles.deadly_woods.rules.paces import Setting, points
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

#: More points than any move takes, in halves.
PLENTY = 400


def why_not_move(g: State, unit: int, side: Side) -> Reason:
    """Why a unit that is not offered may not be picked up."""
    if unit not in g.box.units.of[side]:
        return Reason("DW-10.1a", say("this is {side} movement", side=side))
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("DW-10.1a", say("{name} is not on the map", name=name))
    if not g.face(unit).movement:
        return Reason("DW-10.1a", say("{name} has no movement allowance", name=name))
    if g.moved >> unit & 1:
        return Reason("DW-10.2.1d", say("{name} has moved this round", name=name))
    if g.holding >> unit & 1:
        return Reason("DW-10.3e", say("{name} holds the door open and may not move this round", name=name))
    if not g.active >> unit & 1:
        return Reason(
            "DW-14.1",
            say(
                "this round does not activate {name}: {permits}",
                name=name,
                permits=g.box.rounds[g.round].permits(g.turn),
            ),
        )
    if paces.abandons(g, unit):
        return Reason("DW-8.3g", say("{name} is out of supply and has no crew unit to go on with", name=name))
    return Reason(
        "DW-7.3b", say("{name} has nowhere to go: enemies and their zones of control are all around", name=name)
    )


def why_not_go(g: State, unit: int, found: Range, cell: int) -> Reason:
    """Why a unit's move may not end in a hex."""
    name, where, side = g.name(unit), g.hex_name(cell), g.side_of(unit)
    if cell == g.place[unit]:
        return Reason("DW-10.2a", say("{name} is there already", name=name))
    if g.occupied[side.enemy] >> cell & 1:
        return Reason("DW-10.2a", say("enemy units are in {where}", where=where))
    if not areas.allowed(g, unit, g.place[unit]) >> cell & 1:
        return areas.why_not(g, unit, cell)
    if found.board >> cell & 1:
        return stacking.why_not_stop(g, unit, cell) or Reason(
            "DW-6.1b", say("{name} may not stop in {where}", name=name, where=where)
        )
    if side is Side.GERMAN and g.engineer_hexes() >> cell & 1 and not _is_next_to(g, unit, cell, found):
        return Reason(
            "DW-12.4.4a",
            say("entering {where} takes the whole allowance of {name}: only from next to it", where=where, name=name),
        )
    if g.box.grid.adjacent(g.place[unit], cell):
        return _why_not_step(g, unit, found, cell)
    return _why_not_reach(g, unit, found, cell)


def _is_next_to(g: State, unit: int, cell: int, found: Range) -> bool:
    """12.4.4 Whether an Engineer's hex could be the first of a move."""
    return g.box.grid.adjacent(g.place[unit], cell) and not found.under_way


def _why_not_step(g: State, unit: int, found: Range, cell: int) -> Reason:
    """Why a neighbouring hex cannot be entered: what lies between, the ground, zones of control, points."""
    name, where, here = g.name(unit), g.hex_name(cell), g.place[unit]
    if not entering.ground(g, unit, here) >> cell & 1:
        return why_not_cross(g, unit, here, cell)
    held = zone(g, g.side_of(unit).enemy)
    if held >> here & 1 and held >> cell & 1:
        return Reason("DW-7.3b", say("{name} may not go straight from one enemy zone of control to another", name=name))
    cost, left = entering.step_price(g, unit, here, cell, found.settings)
    if cost >= entering.ANY_PRICE:
        text = say("{name} does not use the road: it cannot enter {where}", name=name, where=where)
        return Reason("DW-10.4.1f", text)
    return _too_dear(g, unit, cell, cost, left)


def why_not_cross(g: State, unit: int, before: int, cell: int) -> Reason:
    """10.2b, 10.2c, 10.6.3 Why the ground does not let a unit from a hex into the next, whatever it could pay."""
    name, where, ground = g.name(unit), g.hex_name(cell), g.box.ground
    bridge = g.box.map.bridge(before, cell)
    foot = g.face(unit).kind.infantry
    if bridge is not None and bridge.number == g.box.ouren and entering.weak_bridge(g, unit):
        return Reason("DW-10.6.3a", say("the bridge at Ouren carries no armor on turn 1"))
    if ground.crosses_river(before, cell) and bridge is None:
        if foot:
            return Reason("DW-10.2b", say("a major river without a bridge lies before {where}", where=where))
        return Reason(
            "DW-10.2c", say("a river without a bridge lies before {where}: {name} cannot cross", where=where, name=name)
        )
    return Reason("DW-10.2c", say("{where} is forest, which {name} enters by road only", where=where, name=name))


def _too_dear(g: State, unit: int, cell: int, cost: int, left: int) -> Reason:
    return Reason(
        "DW-10.2a",
        say(
            "{where} costs {name} {cost} MP, and {left} are left",
            where=g.hex_name(cell),
            name=g.name(unit),
            cost=points(cost),
            left=points(left),
        ),
    )


def _why_not_reach(g: State, unit: int, found: Range, cell: int) -> Reason:
    """Why a hex farther away is out of reach: zones of control, points, or no way at all."""
    name, where, under_way = g.name(unit), g.hex_name(cell), found.under_way
    if paths.search(g, unit, under_way, zones=False).board >> cell & 1:
        return Reason("DW-7.3a", say("enemy zones of control stop {name} before {where}", name=name, where=where))
    for settings in _each(found.settings):
        far = paths.search(g, unit, settings, budget=PLENTY)
        if far.board >> cell & 1:
            return _too_dear(
                g, unit, cell, far.cost(cell) - settings[0].spent, settings[0].allowance - settings[0].spent
            )
    if paths.search(g, unit, under_way, zones=False, budget=PLENTY).board >> cell & 1:
        return Reason(
            "DW-7.3a", say("enemy zones of control close all ways of {name} to {where}", name=name, where=where)
        )
    if not g.face(unit).kind.infantry and g.box.ground.road_only >> cell & 1:
        if not paces.on_road(g, cell):
            return Reason("DW-10.2c", say("{where} is forest without a road, closed to {name}", name=name, where=where))
        return Reason(
            "DW-10.4.1f",
            say("{name} cannot keep to the road that leads into the forest of {where}", name=name, where=where),
        )
    if not any(entering.ground(g, unit, beside) >> cell & 1 for beside in cells(g.box.grid.neighbours[cell])):
        return Reason("DW-10.2c", say("rivers or forest close {where} to {name} on all sides", name=name, where=where))
    return Reason("DW-10.2a", say("no way that {name} could go leads to {where}", name=name, where=where))


def _each(settings: Sequence[Setting]) -> list[tuple[Setting]]:
    """The paces of a move one by one, the one that has most left first."""
    return [(setting,) for setting in sorted(settings, key=lambda s: s.spent - s.allowance)]
