"""6.0 Stacking."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.fields import Hex
from ardennes.titles.deadly_woods.state import State


def too_many(g: State, units: tuple[int, ...]) -> bool:
    """6.0 Whether units are more than a division and one other; an independent unit is its own formation."""
    return len(units) > 1 + g.box.numbers.stacking.others and _crowd(g.box, units)


@lru_cache(maxsize=20_000)
def _crowd(box: Box, units: tuple[int, ...]) -> bool:
    formations = [box.units.formation[unit] for unit in units]
    division = min(max(map(formations.count, formations)), box.numbers.stacking.division)
    return len(units) - division > box.numbers.stacking.others


def mixed(g: State, units: tuple[int, ...], cell: int) -> Reason | None:
    """6.1 Why units may not share a hex by nation or corps, its Engineer included."""
    reason, corps = _company(g.box, units)
    if reason is not None:
        return reason
    for asset in g.box.engineers:
        if g.asset[asset] == cell and corps - {g.box.assets[asset].owner}:
            return Reason("DW-6.1c", say("the {asset} are of another corps", asset=g.box.assets[asset].name))
    return None


@lru_cache(maxsize=20_000)
def _company(box: Box, units: tuple[int, ...]) -> tuple[Reason | None, frozenset[str]]:
    """6.1 Why units may not be together in any hex, and the corps they are of."""
    rows, british = box.units.rows, box.units.british
    corps = frozenset([rows[unit].corps for unit in units]) - {""}
    if len({british >> unit & 1 for unit in units}) > 1:
        return Reason("DW-6.1a", "British and American units may not share a hex"), corps
    if len(corps) > 1:
        return Reason("DW-6.1b", "units of different US corps may not share a hex"), corps
    return None, corps


@lru_cache(maxsize=20_000)
def _unfit(box: Box, units: tuple[int, ...]) -> bool:
    """6.2 Whether Allied units are over-stacked in any hex, whoever else is there."""
    return _company(box, units)[0] is not None or (len(units) > 1 + box.numbers.stacking.others and _crowd(box, units))


def why_not_stop(g: State, unit: int, cell: int) -> Reason | None:
    """6.1 Why a unit may not stop with what is in a hex; numbers are checked at the end of the round (6.2)."""
    if g.side_of(unit) is Side.GERMAN:
        return None
    others = [other for other in g.units_at(cell) if other not in (unit, g.box.delay)]
    return mixed(g, (*others, unit), cell)


def barred(g: State, unit: int, board: int) -> int:
    """6.1 The hexes of a set where a unit may not stop."""
    if unit < g.box.units.first_allied:
        return 0
    found = 0
    company = g.box.units.company
    mine = company[unit]
    engineers = g.engineer_hexes() & board
    for cell in cells(board & g.occupied[Side.ALLIED] & ~engineers):
        for other in g.stacks[cell]:
            theirs = company[other]
            if theirs != mine and ((theirs and mine) or theirs == 5 or mine == 5) and other != g.box.delay:
                found |= 1 << cell
                break
    for cell in cells(engineers):
        if why_not_stop(g, unit, cell) is not None:
            found |= 1 << cell
    return found


def bad_company(g: State, unit: int, cell: int) -> Reason:
    """6.1 The same of a hex where it may not."""
    reason = why_not_stop(g, unit, cell)
    assert reason is not None
    return reason


#: 6.1 For questions about a unit: where it may not stop.
COMPANY = Rung("DW-6.1b", "", barred, reason=bad_company)


def full(g: State, unit: int, board: int) -> int:
    """6.0 The hexes of a set where a unit would be one too many."""
    found = 0
    for cell in cells(board & g.occupied[g.side_of(unit)]):
        others = [other for other in g.units_at(cell) if other not in (unit, g.box.delay)]
        found |= too_many(g, (*others, unit)) << cell
    return found


def illegal(g: State, cell: int) -> bool:
    """6.2 Whether a check finds a hex over-stacked."""
    units = g.units_at(cell)
    if len(units) < 2:
        return g.side_of(units[0]) is Side.ALLIED and mixed(g, units, cell) is not None if units else False
    return too_many(g, units) or (g.side_of(units[0]) is Side.ALLIED and mixed(g, units, cell) is not None)


def overstacked(g: State, side: Side) -> list[int]:
    """6.2 The hexes of a side that are over-stacked."""
    box, first, most = g.box, g.box.units.first_allied, 1 + g.box.numbers.stacking.others
    if side is Side.GERMAN:
        found = [c for c, units in g.stacks.items() if len(units) > most and units[0] < first and _crowd(box, units)]
        return sorted(found)
    found = [c for c, units in g.stacks.items() if len(units) > 1 and units[0] >= first and _unfit(box, units)]
    found += [c for c in cells(g.engineer_hexes() & g.occupied[side]) if c not in found and illegal(g, c)]
    return sorted(found)


def check(g: State, side: Side) -> None:
    """6.2 Ask the owner what to eliminate, hex by hex, where a side is over-stacked."""
    for cell in reversed(overstacked(g, side)):
        g.push(Overstack(side, cell))


def _not_there(step: Overstack, g: State, unit: int) -> Reason:
    return Reason(
        "DW-6.2g", say("{name} is not in {cell}, which is over-stacked", name=g.name(unit), cell=g.hex_name(step.cell))
    )


class Overstack(Question[State], frozen=True):
    """6.2g The owner eliminates units of his choice until the hex is legal."""

    rule: ClassVar[str] = "DW-6.2g"
    phase: ClassVar[str] = "Stacking"
    asks: ClassVar[str] = "{cell} is over-stacked: choose a unit to eliminate"
    otherwise: ClassVar[tuple[str, str]] = ("DW-6.2g", "the hex is over-stacked: choose a unit to eliminate")
    cell: Hex

    def focus(self, g: State) -> int:
        return self.cell

    @pick(lambda step, g: g.units_at(step.cell), _not_there, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """6.2g It is eliminated, and another one where that does not help."""
        g.eliminate(unit, "DW-6.2g")
        if not illegal(g, self.cell):
            g.pop()


def engineer_at(g: State, cell: int) -> int | None:
    """12.4 The Engineer asset in a hex, if there is one."""
    return next((asset for asset in g.box.engineers if g.asset[asset] == cell), None)
