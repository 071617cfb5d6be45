"""10.0 Why a unit may not be picked up, and why it may not go to a hex: the fact that forbids it, and its rule."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import areas, entering, paces, paths, stacking
from ardennes.titles.deadly_woods.rules.paces import Setting, points
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

#: More points than any move takes, in halves.
PLENTY = 400
#: 14 The rule that says who may move in a round.
WHO = {
    Round.MOVE: "DW-14.4d",
    Round.COMBAT: "DW-14.4g",
    Round.FIFTH_PANZER: "DW-14.5a",
    Round.SIXTH_PANZER: "DW-14.5a",
    Round.ALL_GERMAN: "DW-14.6a",
    Round.ONE_ARMY: "DW-14.6b",
    Round.THREE_FORMATIONS: "DW-14.7a",
    Round.REINFORCEMENT: "DW-14.8g",
    Round.FIRST_REACTION: "DW-14.3.1b",
    Round.SECOND_REACTION: "DW-14.3.1d",
    Round.PATTON: "DW-14.9b",
    Round.MONTY_MOVE: "DW-14.9c",
    Round.MONTY_COMBAT: "DW-14.9c",
}


def _pinned(g: State, side: Side, left: int) -> int:
    """7.3, 10.3 The units that could not leave their hex: no neighbour is open to them, nor a door."""
    enemy = side.enemy
    free, held = g.box.grid.board & ~g.occupied[enemy], zone(g, enemy)
    out, pinned_out = g.box.grid.around(free), g.box.grid.around(free & ~held | g.occupied[side])
    leavable = out & ~held | pinned_out & held
    if side is Side.GERMAN and paths.may_slip(g):
        leavable |= 1 << g.place[g.box.brigade_150] if g.on_map(g.box.brigade_150) else 0
    found = 0
    for cell in cells(g.occupied[side] & ~leavable):
        found |= board_of(g.stacks[cell])
    return found & left


def _not_activated(g: State, side: Side, unit: int) -> Reason:
    permits = g.box.rounds[g.round].permits(g.turn)
    text = say("this round does not activate {name}: {permits}", name=g.name(unit), permits=permits)
    return Reason(WHO.get(g.round, "DW-10.1a"), text)


#: 10.1 Which units may not be moved: asked about the side that moves.
MOVERS = Rungs(
    lambda g, side, unit: {"name": g.name(unit), "side": side},
    Rung("DW-10.1a", "this is {side} movement", lambda g, side, left: left & ~g.box.units.sides[side]),
    Rung("DW-10.1a", "{name} is not on the map", each(lambda g, side, unit: not g.on_map(unit)), finer=True),
    Rung(
        "DW-10.1a",
        "{name} has no movement allowance",
        lambda g, side, left: left & g.box.units.immobile,
    ),
    Rung("DW-10.2.1d", "{name} has moved this round", lambda g, side, left: left & g.moved),
    Rung("DW-10.3e", "{name} holds the door open and may not move this round", lambda g, side, left: left & g.holding),
    Rung("DW-14.1", "", lambda g, side, left: left & ~g.active, reason=_not_activated),
    Rung(
        "DW-8.3g",
        "{name} is out of supply and has no crew unit to go on with",
        lambda g, side, left: left & g.hungry & g.box.units.heavy,
    ),
    Rung("DW-7.3b", "{name} has nowhere to go: enemies and their zones of control are all around", _pinned),
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
