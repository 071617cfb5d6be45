"""5.1 Where a unit's move may end, and why not elsewhere."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells, union
from ardennes.kernel import Reason
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules import allies, fortunes, improved_positions, kampfgruppe, reinforcements
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, sneak, travel
from ardennes.titles.bitter_woods.rules.movement.paths import (
    STRICT,
    Leave,
    Range,
    allowance,
    exploiting,
    halting,
    march,
    march_on,
    next_to,
    open_hexes,
    slipping,
    struck,
    usual,
)
from ardennes.titles.bitter_woods.rules.stacking import no_room, why_not_stop
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.rules.zones import watched_by_same
from ardennes.titles.bitter_woods.state import State


def reachable(
    g: State, unit: int, spent: int = 0, slipped: bool = False, offroad: bool = False, points: int = 0
) -> Range:
    """What a unit can reach with the rest of its move; 27 after slipping through a zone, 29.4 without roads."""
    if g.place[unit] >= OFF_MAP:
        return reinforcements.entry_range(g, unit)
    if spent:
        return march_on(g, unit, spent, offroad, points)
    return slipping(g, unit) if slipped else march(g, unit)


def ends(g: State, unit: int, found: Range) -> int:
    """6.1, 5.4 The hexes where the move may end."""
    board = found.board & ~no_room(g, unit)
    if found.start >= 0 and boundaries.bound(g, unit) and boundaries.strayed(g, unit):
        board = _homeward(g, unit, board)
    if unit == g.box.peiper:
        return with_his_men(g, unit, board)
    return _in_touch(g, unit, board) if g.box.thirds >> unit & 1 else board


def with_his_men(g: State, unit: int, board: int) -> int:
    """36.L4 Where Peiper's move may end: within two hexes of where his Kampfgruppe is or can still get to.

    What is in reserve may come to him later.
    """
    men = kampfgruppe.men(g)
    if not men or (g.reserve & g.box.kampfgruppe and not exploiting(g)):
        return board
    near = kampfgruppe.near(g, union(follows(g, other) for other in men))
    return board & near if board & near or near >> g.place[unit] & 1 else board


def _in_touch(g: State, unit: int, board: int) -> int:
    """36.1 Where a battalion's move may end so that all can still be within two hexes of another when the phase ends.

    Where that cannot be had any more, after a retreat, it goes where it likes.
    """
    others = [follows(g, other) for other in kampfgruppe.battalions(g) if other != unit]
    fit = kampfgruppe.in_touch(g, board, others)
    return fit if fit or kampfgruppe.in_touch(g, 1 << g.place[unit], others) else board


def its_phase(g: State, unit: int, exploiting: bool) -> bool:
    """14.1, 14.2, 24.5 Reserves move in the exploitation phase, with leaders only those released; others before."""
    if g.remade >> unit & 1:  # 36.11 it was moving when it was exchanged
        return True
    if exploiting and g.box.leaders:
        return bool(g.released >> unit & 1)
    return bool(g.reserve >> unit & 1) is exploiting


def follows(g: State, unit: int) -> int:
    """36.1 Where a battalion is, or can still get to in this phase."""
    here = 1 << g.place[unit]
    busy = improved_positions.busy(g) & ~g.remade
    if busy >> unit & 1 or not its_phase(g, unit, exploiting(g)) or held(g, unit):
        return here
    return here | reachable(g, unit, kampfgruppe.spent(g, unit)).board & ~no_room(g, unit)


def can_mend(g: State, movable: int) -> bool:
    """36.1 Whether moves of some battalions can bring all of them within two hexes of another."""
    first, *rest = kampfgruppe.battalions(g)
    boards = [follows(g, unit) if movable >> unit & 1 else 1 << g.place[unit] for unit in (first, *rest)]
    return bool(kampfgruppe.in_touch(g, boards[0], boards[1:]))


def _homeward(g: State, unit: int, board: int) -> int:
    """5.4 A unit in another army's sector goes back to its own, or as near to it as this move allows."""
    own = boundaries.sector(g, unit)
    if home := board & own:
        return home
    grid = g.box.map.grid
    here = _distance_home(g, g.place[unit], own)
    near, away = own, 0
    while away < here - 1:
        near |= grid.around(near)
        away += 1
    return board & near


def _distance_home(g: State, cell: int, own: int) -> int:
    grid = g.box.map.grid
    reached, away = 1 << cell, 0
    while not reached & own:
        reached |= grid.around(reached)
        away += 1
    return away


def can_return(g: State, unit: int) -> bool:
    """5.4 Whether a unit can get back into its own army's sector with this move."""
    if g.box.thirds >> unit & 1:
        return bool(ends(g, unit, march(g, unit)) & boundaries.sector(g, unit))
    return bool(march(g, unit).board & ~no_room(g, unit) & boundaries.sector(g, unit))


def waypoints(g: State, unit: int, found: Range, stops: int) -> int:
    """Hexes a unit may go by way of: where coming through matters, and from where it can go on."""
    notable = g.remember()["notable"] = travel.notable(g, unit)
    return come_through(g, unit, found, between) if (between := notable & stops) else 0


def come_through(g: State, unit: int, found: Range, board: int) -> int:
    """5.1 The hexes of a set by way of which a unit may go: from there it can go on. Any of them may be named."""
    board &= ~halting(g, unit) & ~struck(g, unit)
    return board_of(cell for cell in cells(board) if _goes_on(found, cell))


def _goes_on(found: Range, cell: int) -> bool:
    """Whether a move by the cheapest route does not end in a hex for want of movement points, or at a ford."""
    if found.pauses >> cell & 1:
        return True
    return found.found is not None and 0 < found.found.cost(cell) < found.budget


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_via(g: State, unit: int, found: Range, cell: int) -> Reason | None:
    """Why a unit may not go by way of a hex."""
    reason = why_not_go(g, unit, found, cell)
    if reason is not None:
        return reason
    where = g.hex_name(cell)
    if halting(g, unit) >> cell & 1:
        return Reason("BW-7.4a", say("{where} is in an enemy zone of control, where the move ends", where=where))
    if struck(g, unit) >> cell & 1:
        return Reason(
            "BW-22.1",
            say("the aircraft stop {unit} in {where}, unless it challenges them", unit=g.name(unit), where=where),
        )
    if not _goes_on(found, cell):
        return Reason("BW-5.2a", say("the move of {unit} would end in {where}", unit=g.name(unit), where=where))
    return None


def why_not_go(g: State, unit: int, found: Range, cell: int) -> Reason | None:
    """Why a unit's move may not end in a hex."""
    name, grid = g.name(unit), g.box.map.grid
    if not 0 <= cell < grid.size or not grid.board >> cell & 1:
        return Reason("BW-5.1b", "there is no such hex")
    if cell == found.start:
        return Reason("BW-5.1b", say("{name} is there already", name=name))
    if found.board >> cell & 1:
        return why_not_stop(g, unit, cell) or _why_not_homeward(g, unit, found, cell)
    side = g.box.units.side(unit)
    where = g.hex_name(cell)
    if g.holds(side.enemy, cell):
        return Reason("BW-5.1c", say("an enemy unit is in {where}", where=where))
    if g.vacated[side] >> cell & 1:
        return Reason("BW-9.5k", say("{where} was given up under a counterattack result this turn", where=where))
    if found.start < 0:
        return _why_not_enter(g, unit, cell)
    if not allies.bank(g, unit) >> cell & 1:
        return Reason("BW-28.1", say("{name} is British and does not cross the Meuse", name=name))
    if not open_hexes(g, unit) >> cell & 1:
        return boundaries.rule_of(g, unit, cell)
    if grid.adjacent(found.start, cell) and not found.spent:
        return why_not_step(g, unit, found.start, cell)
    return _what_stops(g, unit, found, cell)


def _why_not_homeward(g: State, unit: int, found: Range, cell: int) -> Reason | None:
    if ends(g, unit, found) >> cell & 1:
        return None
    if unit == g.box.peiper:
        return Reason("BW-36.L4", say("{unit} must end within two hexes of his Kampfgruppe", unit=g.name(unit)))
    if g.box.thirds >> unit & 1 and not (boundaries.in_force(g) and boundaries.strayed(g, unit)):
        return Reason(
            "BW-36.1a", say("{cell} is too far from the other battalions for them to follow", cell=g.hex_name(cell))
        )
    return Reason("BW-5.4h", say("{unit} must come back to its own army's sector first", unit=g.name(unit)))


def _why_not_enter(g: State, unit: int, cell: int) -> Reason:
    if not allies.bank(g, unit) >> cell & 1:
        return Reason("BW-28.1", say("{unit} is British and does not cross the Meuse", unit=g.name(unit)))
    if not boundaries.sector(g, unit) >> cell & 1:
        return boundaries.rule_of(g, unit, cell)
    if g.box.map.grid.edge >> cell & 1:
        return reinforcements.why_not_enter_at(g, unit, cell)
    return Reason("BW-16.4", say("{cell} is out of reach on the turn of entry", cell=g.hex_name(cell)))


def why_not_step(g: State, unit: int, start: int, cell: int) -> Reason:
    """5.2, 5.3, 7.4 Why a unit may not even step into a neighbouring hex."""
    name, where, grid = g.name(unit), g.hex_name(cell), g.box.map.grid
    ground, profile = g.box.ground, g.box.units.profiles[g.box.units.profile[unit]]
    if g.companies and fortunes.trouble(g) >> cell & 1:
        return Reason(
            "BW-29.1b", say("{name} needs a point in hand for the paratroopers in {where}", name=name, where=where)
        )
    if grid.has_side(ground.cliff, start, cell):
        return Reason("BW-5.3x", "a cliff lies between")
    around = ground.around(start, g.blown)
    if around.meuse >> cell & 1 and not profile.wades:
        return Reason("BW-5.3v", say("{name} crosses the Meuse only over an intact bridge", name=name))
    if around.river >> cell & 1 and profile.heavy:
        return Reason("BW-5.3u", say("{name} never crosses a river without a bridge", name=name))
    if watched_by_same(g, g.box.units.side(unit).enemy, start) >> cell & 1:
        return Reason(
            "BW-7.4c",
            say("both hexes are in the zone of control of the same enemy unit, so {where} is closed", where=where),
        )
    rule = "BW-5.3h" if ground.forest >> start & 1 else "BW-5.3g"
    return Reason(rule, say("{name} enters and leaves forest by road only", name=name))


def _what_stops(g: State, unit: int, found: Range, cell: int) -> Reason:
    """Which rule keeps a unit from a hex farther off: the first one without which it could get there."""
    name, where = g.name(unit), g.hex_name(cell)
    points = allowance(g, unit)
    if not found.spent:
        if g.event18 and march(g, unit, Leave(trouble=True)).board >> cell & 1:
            rule, who = ("BW-29.4", "commandos") if g.deceived else ("BW-29.1b", "paratroopers")
            return Reason(
                rule,
                say("{who} are on the way to {where}: go by way of their hex and take the die", who=who, where=where),
            )
        if march(g, unit, Leave(zones=True)).board >> cell & 1:
            return Reason("BW-7.4a", say("enemy zones of control stop {name} before {where}", name=name, where=where))
        if struck(g, unit) and march(g, unit, Leave(air=True)).board >> cell & 1:
            return Reason(
                "BW-22.1", say("the aircraft over a forest road stop {name} before {where}", name=name, where=where)
            )
        armor = g.box.units.profiles[g.box.units.profile[unit]].silhouette
        if armor and march(g, unit, Leave(woods=True)).board >> cell & 1:
            return Reason("BW-5.3g", say("{name} enters and leaves forest by road only", name=name))
        if march(g, unit, Leave(rivers=True)).board >> cell & 1:
            return Reason(
                "BW-5.3q", say("a river lies on the way to {where}, and it is not the first step", where=where)
            )
    return Reason(
        "BW-5.2a", say("{where} costs more than the {points} MP of {name}", where=where, points=points, name=name)
    )


def can_step(g: State, unit: int) -> int:
    """The neighbouring hexes a unit may step into, stacking left out of account."""
    leave = STRICT
    if g.box.peiper_and_skorzeny and sneak.may_try(g, unit):
        leave = usual(g, unit)._replace(slip=True)
    return next_to(g, unit, g.place[unit], open_hexes(g, unit), leave)


def stays_engaged(g: State, unit: int) -> bool:
    """9.5 Whether an engagement keeps a unit in place."""
    return bool(g.duties) and bool(duties.engaged(g) >> unit & 1)
