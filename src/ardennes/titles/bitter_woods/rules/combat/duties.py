"""9.5 What CA and ENG results leave to do: withdraw or counterattack, stay in place and fight again."""

from __future__ import annotations

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import DutyLaid, DutyLifted
from ardennes.titles.bitter_woods.state import Duty, State

#: How a CA result is met (`Duty.chosen`).
OPEN, WITHDRAWING, FIGHTING = 0, 1, 2


def lay(g: State, kind: str, attacker: Side, cell: int, attackers: tuple[int, ...]) -> None:
    """A battle ended in CA or ENG."""
    side = attacker if kind == "ENG" else attacker.enemy
    before = [duty for duty in g.duties if duty.hex == cell and duty.kind == kind and duty.side is side]
    for duty in before:  # the same hex was attacked twice in one phase
        attackers = tuple(sorted({*attackers, *duty.attackers}))
    rest = tuple(duty for duty in g.duties if duty not in before)
    g.duties = (*rest, Duty(kind, side, cell, attackers, g.fighters_at(cell)))
    g.tell(DutyLaid, kind, side, cell)


def lift(g: State, *duties: Duty) -> None:
    """Nobody has to do it any more."""
    for duty in duties:
        g.tell(DutyLifted, duty.kind, duty.hex)
    g.duties = tuple(duty for duty in g.duties if duty not in duties)


def change(g: State, duty: Duty, **changes: object) -> None:
    """Replace a duty by a changed one."""
    g.duties = tuple(msgspec.structs.replace(d, **changes) if d is duty else d for d in g.duties)


def still_there(g: State, duty: Duty) -> list[int]:
    """The original defenders that are still in the original hex."""
    return [unit for unit in duty.defenders if g.place[unit] == duty.hex]


def still_beside(g: State, duty: Duty) -> list[int]:
    """The original attackers that are still next to the original hex."""
    near = g.box.map.grid.neighbours[duty.hex]
    return [unit for unit in duty.attackers if g.on_map(unit) and near >> g.place[unit] & 1]


def review(g: State) -> None:
    """9.5 Duties end when the defenders have left the hex, or the attackers are no longer beside it."""
    if g.duties:
        over = [duty for duty in g.duties if not still_there(g, duty) or not still_beside(g, duty)]
        # A withdrawal counts until the phase is over: the hex has to be emptied.
        lift(g, *(duty for duty in over if duty.chosen != WITHDRAWING or not g.units_at(duty.hex)))


def begin_turn(g: State, side: Side) -> None:
    """A player turn begins: what its side has to do is due now."""
    review(g)
    if g.duties:
        g.duties = tuple(msgspec.structs.replace(d, active=True) if d.side is side else d for d in g.duties)


def end_phase(g: State, side: Side) -> None:
    """The side's combat phase is over, and with it its duties."""
    if g.duties:
        g.duties = tuple(duty for duty in g.duties if duty.side is not side or not duty.active)


def break_engagements(g: State, units: tuple[int, ...]) -> None:
    """9.5 An engaged unit attacks or is attacked: the engagement is broken."""
    if g.duties:
        involved = set(units)
        broken = [d for d in g.duties if d.kind == "ENG" and involved & {*d.attackers, *d.defenders}]
        lift(g, *broken)


def engaged(g: State) -> int:
    """9.5 The units that an engagement keeps in place: infantry and armored infantry of both sides."""
    if not g.duties:
        return 0
    engages = g.box.engages
    return board_of(
        unit
        for duty in g.duties
        if duty.kind == "ENG"
        for unit in (*still_there(g, duty), *still_beside(g, duty))
        if engages[unit]
    )


def counter_duty(g: State, side: Side, cell: int) -> Duty | None:
    """The CA result a side has to meet with its units in a hex, if there is one."""
    for duty in g.duties:
        if duty.kind == "CA" and duty.active and duty.side is side and duty.hex == cell:
            return duty
    return None


def counters(g: State, side: Side) -> list[Duty]:
    """The CA results a side has to meet this turn."""
    return [duty for duty in g.duties if duty.kind == "CA" and duty.active and duty.side is side]


def repeats(g: State, side: Side) -> list[Duty]:
    """The engaged battles a side has to fight again this turn, if a unit is there that may not ignore them."""
    engages = g.box.engages
    return [
        duty
        for duty in g.duties
        if duty.kind == "ENG"
        and duty.active
        and duty.side is side
        and any(engages[unit] for unit in still_beside(g, duty))
    ]


def leaving(g: State, unit: int, cell: int) -> None:
    """A unit has left a hex: under a CA result that is a withdrawal, and nobody else may come in (9.5)."""
    side = g.box.units.side(unit)
    duty = counter_duty(g, side, cell)
    if duty is not None and duty.chosen == OPEN:
        change(g, duty, chosen=WITHDRAWING)
        g.vacated[side] |= 1 << cell


def coming(g: State, unit: int, cell: int) -> None:
    """A unit has moved into a hex under a CA result: all there are bound to counterattack (9.5)."""
    duty = counter_duty(g, g.box.units.side(unit), cell)
    if duty is not None and unit not in duty.joined:
        change(g, duty, chosen=FIGHTING, joined=(*duty.joined, unit))
