"""5.1, 14.1 Which units may be picked up, why others may not, and why a phase of movement may not end yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ardennes.board.cells import board_of
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.rules import garrison, improved_positions, reinforcements, release
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.judging import each_there, off_map
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations
from ardennes.titles.bitter_woods.rules.movement.freedom import WITHDRAWALS, could_leave, has_way, may_withdraw
from ardennes.titles.bitter_woods.rules.movement.together import why_not_together
from ardennes.titles.bitter_woods.rules.surprise import HELD, held
from ardennes.titles.bitter_woods.state import State


class Moves(Protocol):
    """A step of movement: whose it is, and of which phase."""

    @property
    def side(self) -> Side:
        """Whose units move."""

    @property
    def exploiting(self) -> bool:
        """Whether it is the exploitation phase."""


def _exploiting(those: KeepsOut) -> KeepsOut:
    """A rule of the exploitation phase."""
    return lambda g, step, left: those(g, step, left) if step.exploiting else 0


def _moving(those: KeepsOut) -> KeepsOut:
    """A rule of the movement phase."""
    return lambda g, step, left: 0 if step.exploiting else those(g, step, left)


def _moved(g: State, step: object, left: int) -> int:
    """36.11 Who was exchanged may use what is left of its points."""
    return left & g.moved & ~g.remade


#: 5.1 What keeps a unit from being picked up.
MOVERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit), "unit": g.name(unit)},
    Rung(
        "BW-4d",
        "only units of the moving side may be moved",
        lambda g, step, left: left & ~g.box.units.all_of[step.side],
    ),
    # -- off the map
    *reinforcements.DUE,
    Rung(
        "BW-4g",
        "reinforcements enter in the movement phase",
        _exploiting(off_map),
    ),
    Rung(
        "BW-16.2a",
        "the entry hexes of {unit} are blocked",
        each(lambda g, step, unit: reinforcements.due(g, unit) and not has_way(g, unit)),
    ),
    # -- on the map
    Rung(
        "BW-35b",
        "{name} may not exploit: the 7th Army left its flank open",
        _exploiting(each(lambda g, step, unit: garrison.slows(g, unit))),
    ),
    *release.EXPLOITERS,
    Rung("BW-14.3a", "{name} has moved already", _exploiting(_moved)),
    Rung("BW-5.2b", "{name} has moved already", _moving(_moved)),
    Rung(
        "BW-14.1b",
        "{name} is in reserve and waits for the exploitation phase",
        _moving(lambda g, step, left: left & g.reserve),
    ),
    Rung("BW-8.1d", "{name} has built and stays where it is this turn", lambda g, step, left: left & g.dug),
    Rung(
        "BW-13.3c",
        "{name} is building a bridge",
        lambda g, step, left: left & ~g.remade & board_of([unit for unit, _ in g.builders]),
    ),
    *HELD,
    Rung("BW-9.5s", "{name} is engaged and must stay in place", lambda g, step, left: left & duties.engaged(g)),
    *WITHDRAWALS,
    Rung(
        "BW-5.2d",
        "{name} cannot reach any hex where it may stop",
        each_there(lambda g, step, unit: not has_way(g, unit)),
    ),
)


# ---- the end of the phase ------------------------------------------------------------------------------------


def why_not_end(g: State, step: Moves) -> Reason | None:
    """9.5, 5.4, 36.1 Why the phase may not end yet."""
    if step.side is Side.GERMAN and g.box.thirds:
        reason = why_not_together(g, step.exploiting, MOVERS.free(g, step, g.box.all_group))
        if reason is not None:
            return reason
    return None if step.exploiting else why_not_leave(g, step.side, boundaries.strays(g))


def why_not_leave(g: State, side: Side, strays: Sequence[int]) -> Reason | None:
    """9.5, 5.4 Who has to leave a hex first: a hex that is being given up, or another army's sector."""
    for duty in duties.counters(g, side) if g.duties else ():
        for unit in g.units_at(duty.hex) if duty.chosen == duties.WITHDRAWING else ():
            if could_leave(g, unit):
                words = "{hex} is being given up: {unit} must leave too"
                return Reason("BW-9.5k", say(words, hex=g.hex_name(duty.hex), unit=g.name(unit)))
    for unit in strays if side is Side.GERMAN else ():
        if g.on_map(unit) and boundaries.strayed(g, unit) and _must_return(g, unit):
            return Reason("BW-5.4h", say("{unit} must return to its own army's sector now", unit=g.name(unit)))
    return None


def _must_return(g: State, unit: int) -> bool:
    free = not improved_positions.busy(g) >> unit & 1 and not destinations.stays_engaged(g, unit) and not held(g, unit)
    return free and may_withdraw(g, unit) and destinations.can_return(g, unit)
