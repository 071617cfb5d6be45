"""5.1 Where a unit's move may end, and why not elsewhere."""

from __future__ import annotations

from ardennes.board.cells import union
from ardennes.kernel import Reason
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules import entering, improved_positions, kampfgruppe, reinforcements
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.entering import halting, struck
from ardennes.titles.bitter_woods.rules.manners import MARCH, usual
from ardennes.titles.bitter_woods.rules.movement import boundaries, travel
from ardennes.titles.bitter_woods.rules.movement.hindrances import STEPS, WAYS
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range, march, march_on, slipping
from ardennes.titles.bitter_woods.rules.points import allowance, exploiting
from ardennes.titles.bitter_woods.rules.stacking import STOPS, no_room, why_not_stop
from ardennes.titles.bitter_woods.rules.surprise import held
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


def picked_up(g: State, unit: int, spent: int = 0) -> Move:
    """A unit as it would be picked up now; 36.11 perhaps with points spent before it was exchanged."""
    found = reachable(g, unit, spent)
    return Move(unit, found, ends(g, unit, found))


def ends(g: State, unit: int, found: Range) -> int:
    """6.1, 5.4 The hexes where the move may end."""
    board = homeward(g, unit, found)
    if unit == g.box.peiper:
        return with_his_men(g, unit, board)
    return in_touch(g, unit, board) if g.box.thirds >> unit & 1 else board


def homeward(g: State, unit: int, found: Range) -> int:
    """6.1, 5.4 The hexes within reach with room; of these those that a unit in another army's sector may go to.

    It goes back to its own, or as near to it as this move allows.
    """
    board = found.board & ~no_room(g, unit)
    if found.start < 0 or not boundaries.bound(g, unit) or not boundaries.strayed(g, unit):
        return board
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


def with_his_men(g: State, unit: int, board: int) -> int:
    """36.L4 Where Peiper's move may end: within two hexes of where his Kampfgruppe is or can still get to.

    What is in reserve may come to him later.
    """
    men = kampfgruppe.men(g)
    if not men or (g.reserve & g.box.kampfgruppe and not exploiting(g)):
        return board
    near = kampfgruppe.near(g, union(follows(g, other) for other in men))
    return board & near if board & near or near >> g.place[unit] & 1 else board


def in_touch(g: State, unit: int, board: int) -> int:
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


# ---- the rungs ---------------------------------------------------------------------------------------------


def _named(g: State, move: Move, cell: int) -> dict[str, object]:
    name, where = g.name(move.unit), g.hex_name(cell)
    return {"name": name, "unit": name, "where": where, "cell": where}


def _why_no_room(g: State, move: Move, cell: int) -> Reason:
    reason = why_not_stop(g, move.unit, cell)
    assert reason is not None
    return reason


#: 5.1 What keeps a unit that is picked up from ending its move in a hex.
ENDS = Rungs(
    _named,
    Rung(
        "BW-5.1b",
        "{name} is there already",
        lambda g, move, left: left & 1 << move.found.start if move.found.start >= 0 else 0,
        finer=True,
    ),
    *entering.closed(MARCH, finer=True),
    *STEPS,
    *WAYS,
    *reinforcements.ENTRIES,
    Rung(
        "BW-16.4",
        "from where {unit} enters, {cell} costs more than its {points} MP",
        lambda g, move, left: left & ~move.found.board if move.found.start < 0 else 0,
        lambda g, move, cell: {"points": allowance(g, move.unit)},
    ),
    Rung(
        "BW-5.2a",
        "{where} costs more than the {points} MP of {name}",
        lambda g, move, left: left & ~move.found.board,
        lambda g, move, cell: {"points": allowance(g, move.unit)},
    ),
    Rung(
        "BW-6.1a",
        "",
        lambda g, move, left: left & ~STOPS.free(g, move.unit, left),
        reason=_why_no_room,
    ),
    Rung(
        "BW-5.4h",
        "{unit} must come back to its own army's sector first",
        lambda g, move, left: left & ~homeward(g, move.unit, move.found),
    ),
    Rung(
        "BW-36.L4",
        "{unit} must end within two hexes of his Kampfgruppe",
        lambda g, move, left: left & ~move.ends if move.unit == g.box.peiper else 0,
    ),
    Rung(
        "BW-36.1a",
        "{cell} is too far from the other battalions for them to follow",
        lambda g, move, left: left & ~move.ends if g.box.thirds >> move.unit & 1 else 0,
    ),
)


def notable(g: State, unit: int) -> int:
    """The hexes where it matters that a unit comes through them."""
    memo = g.remember()
    found: int | None = memo.get("notable")
    if found is None:
        found = memo["notable"] = travel.notable(g, unit)
    return found


def _far_bank(water: str) -> KeepsOut:
    """5.3 The hexes where a unit has to stop because it waded by its first step, and comes by no other way."""

    def keeps_out(g: State, move: Move, left: int) -> int:
        unit, found = move.unit, move.found
        if found.start < 0 or found.spent:
            return 0
        across = left & getattr(g.box.ground.around(found.start, g.blown), water) & ~found.onward
        first = entering.steps(g, unit, found.start, across, usual(g, unit)) if across else ()
        return union(board for _, board, halt in first if halt)

    return keeps_out


#: What keeps a unit that is picked up from going by way of a hex where its move might end.
ONWARD = Rungs(
    _named,
    Rung(
        "BW-7.4a",
        "{where} is in an enemy zone of control, where the move ends",
        lambda g, move, left: left & halting(g, move.unit),
    ),
    Rung(
        "BW-22.1",
        "the aircraft stop {unit} in {where}, unless it challenges them",
        lambda g, move, left: left & struck(g, move.unit),
    ),
    Rung("BW-5.3w", "{unit} stops when it has crossed the Meuse", _far_bank("meuse"), finer=True),
    Rung("BW-5.3t", "{unit} stops when it has crossed the river", _far_bank("river"), finer=True),
    Rung(
        "BW-5.2a",
        "the move of {unit} would end in {where}",
        each(lambda g, move, cell: not _goes_on(move.found, cell)),
    ),
)


def waypoints(g: State, move: Move) -> int:
    """The hexes a unit may go by way of where it matters; in most moves none does. Any other may be named."""
    between = move.ends & notable(g, move.unit)
    return ONWARD.free(g, move, between) if between else 0


def why_not_via(g: State, move: Move, cell: int) -> Reason | None:
    """5.1 Why a unit may not go by way of a hex: its move could not end there either, or would."""
    return ENDS.why_not(g, move, cell) or ONWARD.why_not(g, move, cell)


def _goes_on(found: Range, cell: int) -> bool:
    """Whether a move by the cheapest route does not end in a hex for want of movement points, or at a ford."""
    if found.pauses >> cell & 1:
        return True
    return found.found is not None and 0 < found.found.cost(cell) < found.budget


def stays_engaged(g: State, unit: int) -> bool:
    """9.5 Whether an engagement keeps a unit in place."""
    return bool(g.duties) and bool(duties.engaged(g) >> unit & 1)
