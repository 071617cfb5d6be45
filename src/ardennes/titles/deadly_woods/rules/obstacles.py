"""10.0 Why a unit may not be picked up, and why it may not go to a hex: the fact that forbids it, and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import areas, entering, paths, stacking
from ardennes.titles.deadly_woods.rules.paces import Setting, points
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

if TYPE_CHECKING:
    from ardennes.titles.deadly_woods.rules.movement import Movement

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
    Round.REINFORCEMENT: "DW-14.8g1",
    Round.FIRST_REACTION: "DW-14.3.1b",
    Round.SECOND_REACTION: "DW-14.3.1d",
    Round.PATTON: "DW-14.9b",
    Round.MONTY_MOVE: "DW-14.9c",
    Round.MONTY_COMBAT: "DW-14.9c",
}


def _pinned(g: State, step: Movement, left: int) -> int:
    """7.3, 10.3 The units that could not leave their hex: no neighbour is open to them, nor a door."""
    side, enemy = step.side, step.side.enemy
    free, held = g.box.grid.board & ~g.occupied[enemy], zone(g, enemy)
    out, pinned_out = g.box.grid.around(free), g.box.grid.around(free & ~held | g.occupied[side])
    leavable = out & ~held | pinned_out & held
    if side is Side.GERMAN and paths.may_slip(g):
        leavable |= 1 << g.place[g.box.brigade_150] if g.on_map(g.box.brigade_150) else 0
    found = 0
    for cell in cells(g.occupied[side] & ~leavable):
        found |= board_of(g.stacks[cell])
    return found & left


def _not_activated(g: State, step: object, unit: int) -> Reason:
    permits = g.box.rounds[g.round].permits(g.turn)
    text = say("this round does not activate {name}: {permits}", name=g.name(unit), permits=permits)
    return Reason(WHO.get(g.round, "DW-10.1a"), text)


#: 10.1 Which units may not be moved: asked about the movement of a side.
MOVERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit), "side": step.side},
    Rung("DW-14.3.1a", "three units have moved", lambda g, step, left: 0 if step.left else left),
    Rung("DW-10.1a", "this is {side} movement", lambda g, step, left: left & ~g.box.units.sides[step.side]),
    Rung("DW-10.1a", "{name} is not on the map", each(lambda g, step, unit: not g.on_map(unit)), finer=True),
    Rung("DW-10.1a", "{name} has no movement allowance", lambda g, step, left: left & g.box.units.immobile),
    Rung("DW-10.2.1d", "{name} has moved this round", lambda g, step, left: left & g.moved),
    Rung("DW-10.3e", "{name} holds the door open and may not move this round", lambda g, step, left: left & g.holding),
    Rung("DW-14.1", "", lambda g, step, left: left & ~g.active, reason=_not_activated),
    Rung(
        "DW-8.3g",
        "{name} is out of supply and has no crew unit to go on with",
        lambda g, step, left: left & g.hungry & g.box.units.heavy,
    ),
    Rung(
        "DW-7.3b",
        "{name} has nowhere to go: enemies and their zones of control are all around",
        _pinned,
    ),
)


# ---- what keeps a hex out of a unit's range ------------------------------------------------------------------


def _near(g: State, found: Range) -> int:
    """The hexes next to a unit that are not in its range."""
    return g.box.grid.neighbours[found.start] & ~found.board


def _beyond(g: State, found: Range) -> int:
    """The hexes farther away that are not in its range."""
    return ~(g.box.grid.neighbours[found.start] | found.board)


def _other_engineers(g: State, found: Range) -> int:
    """12.4.4 The Engineers' hexes that could not be the first of a move."""
    if found.side is Side.ALLIED:
        return 0
    near = g.box.grid.neighbours[found.start]
    return g.engineer_hexes() & ~(0 if found.under_way else near)


def _closed(g: State, found: Range) -> int:
    """10.2b, 10.2c, 10.6.3 The hexes next to a unit that the ground closes to it."""
    return _near(g, found) & ~entering.ground(g, found.unit, found.start)


def _zone_to_zone(g: State, found: Range) -> int:
    """7.3b The hexes next to a unit that it could enter from no enemy zone."""
    held = zone(g, found.side.enemy)
    return _near(g, found) & held if held >> found.start & 1 else 0


def _step_price(g: State, found: Range, cell: int) -> tuple[int, int]:
    return entering.step_price(g, found.unit, found.start, cell, found.settings)


def _keeps_to_road(g: State, found: Range, cell: int) -> bool:
    """10.4.1f Whether a hex is entered by a road that a unit does not use."""
    return _step_price(g, found, cell)[0] >= entering.ANY_PRICE


def _step_costs(g: State, found: Range, cell: int) -> dict[str, object]:
    cost, left = _step_price(g, found, cell)
    return {"cost": points(cost), "left": points(left)}


def _searched(g: State, found: Range, settings: Sequence[Setting], zones: bool, budget: int) -> Range:
    """A range asked otherwise; kept with the position, since it is asked for hex by hex."""
    known = g.remember()
    key = ("searched", found.unit, tuple(settings), zones, budget)
    if key not in known:
        known[key] = paths.search(g, found.unit, settings, zones=zones, budget=budget)
    other: Range = known[key]
    return other


def _past_zones(g: State, found: Range, budget: int = 0) -> int:
    """7.3 Where a unit could go if there were no enemy zones."""
    return _searched(g, found, found.under_way, False, budget).board


def _with_plenty(g: State, found: Range) -> list[tuple[Setting, Range]]:
    """Where a unit could go at each of its paces if it had points enough, the pace that has most left first."""
    settings = sorted(found.settings, key=lambda s: s.spent - s.allowance)
    return [(setting, _searched(g, found, (setting,), True, PLENTY)) for setting in settings]


def _costs(g: State, found: Range, cell: int) -> dict[str, object]:
    setting, far = next(pair for pair in _with_plenty(g, found) if pair[1].board >> cell & 1)
    return {"cost": points(far.cost(cell) - setting.spent), "left": points(setting.allowance - setting.spent)}


def _off_road(g: State, found: Range) -> int:
    """10.2c, 10.4.1 The hexes that a unit could be in on a road only."""
    return 0 if g.face(found.unit).kind.infantry else g.box.ground.road_only


#: 10.2 What keeps a hex out of the range of a unit's move; the last rung is the range itself.
OUT_OF_REACH = (
    Rung("DW-10.2a", "{name} is there already", lambda g, found, left: left & 1 << found.start, finer=True),
    Rung(
        "DW-10.2a", "enemy units are in {where}", lambda g, found, left: left & g.occupied[found.side.enemy], finer=True
    ),
    Rung(
        "DW-9.2a",
        "",
        lambda g, found, left: left & ~areas.allowed(g, found.unit, found.start),
        finer=True,
        reason=lambda g, found, cell: areas.why_not(g, found.unit, cell),
    ),
    Rung(
        "DW-12.4.4a",
        "entering {where} takes the whole allowance of {name}: only from next to it",
        lambda g, found, left: left & _other_engineers(g, found),
        finer=True,
    ),
    Rung(
        "DW-10.2c",
        "",
        lambda g, found, left: left & _closed(g, found),
        finer=True,
        reason=lambda g, found, cell: why_not_cross(g, found.unit, found.start, cell),
    ),
    Rung(
        "DW-7.3b",
        "{name} may not go straight from one enemy zone of control to another",
        lambda g, found, left: left & _zone_to_zone(g, found),
        finer=True,
    ),
    Rung(
        "DW-10.4.1f",
        "{name} does not use the road: it cannot enter {where}",
        lambda g, found, left: each(_keeps_to_road)(g, found, left & _near(g, found)),
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "{where} costs {name} {cost} MP, and {left} are left",
        lambda g, found, left: left & _near(g, found),
        _step_costs,
        finer=True,
    ),
    Rung(
        "DW-14.4g",
        "{name} moves one hex only",
        lambda g, found, left: left & _beyond(g, found) if found.one_hex else 0,
        finer=True,
    ),
    Rung(
        "DW-7.3a",
        "enemy zones of control stop {name} before {where}",
        lambda g, found, left: left & _beyond(g, found) & _past_zones(g, found),
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "{where} costs {name} {cost} MP, and {left} are left",
        lambda g, found, left: left & _beyond(g, found) & union(far.board for _, far in _with_plenty(g, found)),
        _costs,
        finer=True,
    ),
    Rung(
        "DW-7.3a",
        "enemy zones of control close all ways of {name} to {where}",
        lambda g, found, left: left & _beyond(g, found) & _past_zones(g, found, PLENTY),
        finer=True,
    ),
    Rung(
        "DW-10.2c",
        "{where} is forest without a road, closed to {name}",
        lambda g, found, left: left & _beyond(g, found) & _off_road(g, found) & ~g.box.ground.road_hexes,
        finer=True,
    ),
    Rung(
        "DW-10.4.1f",
        "{name} cannot keep to the road that leads into the forest of {where}",
        lambda g, found, left: left & _beyond(g, found) & _off_road(g, found),
        finer=True,
    ),
    Rung("DW-10.2a", "no way that {name} could go leads to {where}", lambda g, found, left: left & ~found.board),
)


def _named(g: State, found: Range, cell: int) -> dict[str, object]:
    return {"name": g.name(found.unit), "where": g.hex_name(cell)}


#: 10.2 Where a move may not end: asked about the range of the unit.
ENDS = Rungs(
    _named,
    *OUT_OF_REACH,
    Rung(
        "DW-6.1b",
        "",
        lambda g, found, left: stacking.barred(g, found.unit, left),
        reason=lambda g, found, cell: stacking.bad_company(g, found.unit, cell),
    ),
)


def _stops(g: State, found: Range) -> int:
    """7.3a Where enemy zones end a move; 7.3e the 150th Brigade may slip through one of them."""
    return 0 if found.unit == g.box.brigade_150 and paths.may_slip(g) else zone(g, found.side.enemy)


def _goes_nowhere(g: State, found: Range, cell: int) -> bool:
    """6.1 Whether a move that halts where it may not stop could not go on to where it may."""
    on = paths.goes_on(g, found.unit, found, cell)
    return not on & ~stacking.barred(g, found.unit, on)


#: 10.2.1b Where it may not halt to go on.
HALTS = Rungs(
    _named,
    Rung("DW-14.4g", "{name} moves one hex only", lambda g, found, left: left if found.one_hex else 0),
    *OUT_OF_REACH,
    Rung("DW-12.4.4a", "entering {where} takes the whole allowance", lambda g, found, left: left & found.halts),
    Rung(
        "DW-7.3a",
        "{name} must stop in the enemy zone of control in {where}",
        lambda g, found, left: left & _stops(g, found),
    ),
    Rung("DW-10.2a", "{name} has no points left in {where}", lambda g, found, left: left & ~found.short),
    Rung(
        "DW-6.1b",
        "",
        lambda g, found, left: each(_goes_nowhere)(g, found, stacking.barred(g, found.unit, left)),
        reason=lambda g, found, cell: stacking.bad_company(g, found.unit, cell),
    ),
)


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
