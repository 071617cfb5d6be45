"""10.0 Why a unit may not be picked up, and why it may not go to a hex: the fact that forbids it, and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    Rung(
        "DW-10.1a",
        "{name} has no movement allowance",
        lambda g, step, left: left & g.box.units.immobile,
    ),
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
        lambda g, step, left: _pinned(g, step.side, left),
    ),
)


class Move(NamedTuple):
    """A unit on its move: what questions about hexes are asked about."""

    side: Side
    unit: int
    #: Where it can go.
    found: Range
    #: Whether it has gone on its way, and 14.4g whether it goes one hex only.
    under_way: bool
    one_hex: bool


# ---- what keeps a hex out of a unit's range ------------------------------------------------------------------


def _near(g: State, move: Move) -> int:
    """The hexes next to a unit that are not in its range."""
    return g.box.grid.neighbours[g.place[move.unit]] & ~move.found.board


def _beyond(g: State, move: Move) -> int:
    """The hexes farther away that are not in its range."""
    return ~(g.box.grid.neighbours[g.place[move.unit]] | move.found.board)


def _other_engineers(g: State, move: Move) -> int:
    """12.4.4 The Engineers' hexes that could not be the first of a move."""
    if move.side is Side.ALLIED:
        return 0
    near = g.box.grid.neighbours[g.place[move.unit]]
    return g.engineer_hexes() & ~(0 if move.found.under_way else near)


def _closed(g: State, move: Move) -> int:
    """10.2b, 10.2c, 10.6.3 The hexes next to a unit that the ground closes to it."""
    return _near(g, move) & ~entering.ground(g, move.unit, g.place[move.unit])


def _zone_to_zone(g: State, move: Move) -> int:
    """7.3b The hexes next to a unit that it could enter from no enemy zone."""
    held = zone(g, move.side.enemy)
    return _near(g, move) & held if held >> g.place[move.unit] & 1 else 0


def _step_price(g: State, move: Move, cell: int) -> tuple[int, int]:
    return entering.step_price(g, move.unit, g.place[move.unit], cell, move.found.settings)


def _keeps_to_road(g: State, move: Move, cell: int) -> bool:
    """10.4.1f Whether a hex is entered by a road that a unit does not use."""
    return _step_price(g, move, cell)[0] >= entering.ANY_PRICE


def _step_costs(g: State, move: Move, cell: int) -> dict[str, object]:
    cost, left = _step_price(g, move, cell)
    return {"cost": points(cost), "left": points(left)}


def _searched(g: State, move: Move, settings: Sequence[Setting], zones: bool, budget: int) -> Range:
    """A range asked otherwise; kept with the position, since it is asked for hex by hex."""
    known = g.remember()
    key = ("searched", move.unit, tuple(settings), zones, budget)
    if key not in known:
        known[key] = paths.search(g, move.unit, settings, zones=zones, budget=budget)
    found: Range = known[key]
    return found


def _past_zones(g: State, move: Move, budget: int = 0) -> int:
    """7.3 Where a unit could go if there were no enemy zones."""
    return _searched(g, move, move.found.under_way, False, budget).board


def _with_plenty(g: State, move: Move) -> list[tuple[Setting, Range]]:
    """Where a unit could go at each of its paces if it had points enough, the pace that has most left first."""
    settings = sorted(move.found.settings, key=lambda s: s.spent - s.allowance)
    return [(setting, _searched(g, move, (setting,), True, PLENTY)) for setting in settings]


def _costs(g: State, move: Move, cell: int) -> dict[str, object]:
    setting, far = next(pair for pair in _with_plenty(g, move) if pair[1].board >> cell & 1)
    return {"cost": points(far.cost(cell) - setting.spent), "left": points(setting.allowance - setting.spent)}


def _off_road(g: State, move: Move) -> int:
    """10.2c, 10.4.1 The hexes that a unit could be in on a road only."""
    return 0 if g.face(move.unit).kind.infantry else g.box.ground.road_only


def _shut_in(g: State, move: Move, cell: int) -> bool:
    """10.2c Whether the ground closes a hex to a unit from all sides."""
    return not any(entering.ground(g, move.unit, near) >> cell & 1 for near in cells(g.box.grid.neighbours[cell]))


#: 10.2 What keeps a hex out of the range of a unit's move; the last rung is the range itself.
OUT_OF_REACH = (
    Rung(
        "DW-10.2a",
        "{name} is there already",
        lambda g, move, left: left & 1 << g.place[move.unit],
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "enemy units are in {where}",
        lambda g, move, left: left & g.occupied[move.side.enemy],
        finer=True,
    ),
    Rung(
        "DW-9.2a",
        "",
        lambda g, move, left: left & ~areas.allowed(g, move.unit, g.place[move.unit]),
        finer=True,
        reason=lambda g, move, cell: areas.why_not(g, move.unit, cell),
    ),
    Rung(
        "DW-12.4.4a",
        "entering {where} takes the whole allowance of {name}: only from next to it",
        lambda g, move, left: left & _other_engineers(g, move),
        finer=True,
    ),
    Rung(
        "DW-10.2c",
        "",
        lambda g, move, left: left & _closed(g, move),
        finer=True,
        reason=lambda g, move, cell: why_not_cross(g, move.unit, g.place[move.unit], cell),
    ),
    Rung(
        "DW-7.3b",
        "{name} may not go straight from one enemy zone of control to another",
        lambda g, move, left: left & _zone_to_zone(g, move),
        finer=True,
    ),
    Rung(
        "DW-10.4.1f",
        "{name} does not use the road: it cannot enter {where}",
        lambda g, move, left: each(_keeps_to_road)(g, move, left & _near(g, move)),
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "{where} costs {name} {cost} MP, and {left} are left",
        lambda g, move, left: left & _near(g, move),
        _step_costs,
        finer=True,
    ),
    Rung(
        "DW-14.4g",
        "{name} moves one hex only",
        lambda g, move, left: left & _beyond(g, move) if move.one_hex else 0,
        finer=True,
    ),
    Rung(
        "DW-7.3a",
        "enemy zones of control stop {name} before {where}",
        lambda g, move, left: left & _beyond(g, move) & _past_zones(g, move),
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "{where} costs {name} {cost} MP, and {left} are left",
        lambda g, move, left: left & _beyond(g, move) & union(far.board for _, far in _with_plenty(g, move)),
        _costs,
        finer=True,
    ),
    Rung(
        "DW-7.3a",
        "enemy zones of control close all ways of {name} to {where}",
        lambda g, move, left: left & _beyond(g, move) & _past_zones(g, move, PLENTY),
        finer=True,
    ),
    Rung(
        "DW-10.2c",
        "{where} is forest without a road, closed to {name}",
        lambda g, move, left: left & _beyond(g, move) & _off_road(g, move) & ~g.box.ground.road_hexes,
        finer=True,
    ),
    Rung(
        "DW-10.4.1f",
        "{name} cannot keep to the road that leads into the forest of {where}",
        lambda g, move, left: left & _beyond(g, move) & _off_road(g, move),
        finer=True,
    ),
    Rung(
        "DW-10.2c",
        "rivers or forest close {where} to {name} on all sides",
        lambda g, move, left: each(_shut_in)(g, move, left & _beyond(g, move)),
        finer=True,
    ),
    Rung(
        "DW-10.2a",
        "no way that {name} could go leads to {where}",
        lambda g, move, left: left & ~move.found.board,
    ),
)


def _named(g: State, move: Move, cell: int) -> dict[str, object]:
    return {"name": g.name(move.unit), "where": g.hex_name(cell)}


#: 10.2 Where a move may not end.
ENDS = Rungs(
    _named,
    *OUT_OF_REACH,
    Rung(
        "DW-6.1b",
        "",
        lambda g, move, left: stacking.barred(g, move.unit, left),
        reason=lambda g, move, cell: stacking.bad_company(g, move.unit, cell),
    ),
)


def _stops(g: State, move: Move) -> int:
    """7.3a Where enemy zones end a move; 7.3e the 150th Brigade may slip through one of them."""
    return 0 if move.unit == g.box.brigade_150 and paths.may_slip(g) else zone(g, move.side.enemy)


def _goes_nowhere(g: State, move: Move, cell: int) -> bool:
    """6.1 Where a unit may not stop it halts only if it can go on to where it may."""
    if not stacking.barred(g, move.unit, 1 << cell):
        return False
    on = paths.goes_on(g, move.unit, move.found, cell)
    return not on & ~stacking.barred(g, move.unit, on)


#: 10.2.1b Where a move may not halt to go on.
HALTS = Rungs(
    _named,
    Rung("DW-14.4g", "{name} moves one hex only", lambda g, move, left: left if move.one_hex else 0),
    *OUT_OF_REACH,
    Rung(
        "DW-12.4.4a",
        "entering {where} takes the whole allowance",
        lambda g, move, left: left & move.found.halts,
    ),
    Rung(
        "DW-7.3a",
        "{name} must stop in the enemy zone of control in {where}",
        lambda g, move, left: left & _stops(g, move),
    ),
    Rung("DW-10.2a", "{name} has no points left in {where}", lambda g, move, left: left & ~move.found.short),
    Rung(
        "DW-6.1b",
        "",
        each(_goes_nowhere),
        reason=lambda g, move, cell: stacking.bad_company(g, move.unit, cell),
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
