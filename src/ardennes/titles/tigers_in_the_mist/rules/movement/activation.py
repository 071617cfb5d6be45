"""8.1, 8.21 Activation: which units may still act, which may set out, and which may join a stack."""

from __future__ import annotations

from typing import Protocol

from ardennes.board.cells import cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.rules import reinforcements
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import DESTINATIONS
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import Group, Waiting
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import destinations
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, ENTRENCHED, HELD, MOVED, State

FIRST_DAY = 16


def named(g: State, about: object, unit: int) -> dict[str, object]:
    """What all sentences about a unit may name."""
    return {"name": g.name(unit), "unit": g.name(unit)}


def marked(status: int) -> KeepsOut:
    """Those that bear a marker."""
    return each(lambda g, about, unit: g.status[unit] & status)


#: 6.0 Whoever moves has units of his own on the map.
IN_PLAY = (
    Rung(
        "TM-6.0d",
        "only units of the moving side may be moved",
        each(lambda g, group, unit: unit not in g.box.units.of[group.side]),
    ),
    Rung("TM-6.0b", "{name} is not in play", each(lambda g, group, unit: not g.on_map(unit))),
)
#: 8.25, 8.51, 9.14, 10.14 What a unit has done today that neither moved nor attacked and may do no more.
BUILT = Rung("TM-10.14a", "{name} has worked on a bridge today", lambda g, about, left: left & g.builders)
DUG_IN = Rung(
    "TM-8.51c",
    "{name} has dug in today",
    each(lambda g, about, unit: g.status[unit] & HELD and g.status[unit] & ENTRENCHED and g.spent[unit]),
)
HALTED = Rung(
    "TM-8.25a",
    "{name} was stopped at a bridge today and has had its move",
    each(lambda g, about, unit: g.status[unit] & HELD and g.spent[unit]),
)
STOOD_BY = Rung(
    "TM-9.14b",
    "{name} stood by today while friends attacked beside it",
    each(lambda g, about, unit: g.status[unit] & HELD and not g.spent[unit]),
)
DONE_TODAY = (BUILT, DUG_IN, HALTED, STOOD_BY)
#: 8.25, 9.16 What keeps a unit from doing anything more today.
ACTIVE = (
    *IN_PLAY,
    Rung("TM-8.25a", "{name} has already moved today", marked(MOVED)),
    Rung("TM-9.16", "{name} has attacked today", marked(ATTACKED)),
    *DONE_TODAY,
)


def _bears_no_white(g: State, group: Group, unit: int) -> bool:
    """5.23 Whether the Allies have to leave a unit where it is in the first impulse."""
    return _first_impulse(g) and group.side is Side.ALLIED and g.box.units.rows[unit].triangle != "white"


def _bears_red(g: State, group: Group, unit: int) -> bool:
    """5.24 Whether the Germans have to leave a unit where it is in the first impulse."""
    return _first_impulse(g) and group.side is Side.GERMAN and g.box.units.rows[unit].triangle == "red"


def _first_impulse(g: State) -> bool:
    return (g.day, g.impulse) == (FIRST_DAY, 1)


#: 5.23, 5.24, 11.14, 12.25 What keeps a unit in its place that has done nothing yet.
FREE = (
    Rung("TM-5.23a", "{name} may not move in the first impulse of December 16", each(_bears_no_white)),
    Rung("TM-5.24", "{name} may not move before 16-2", each(_bears_red)),
    Rung(
        "TM-12.25",
        "{name} has left the map and may not come back",
        each(lambda g, group, unit: group.side is Side.GERMAN and g.box.one_way >> g.place[unit] & 1),
    ),
    Rung(
        "TM-11.14a",
        "{name} is on its way to another zone and may enter next impulse",
        lambda g, group, left: left & g.shifted,
    ),
)


def _has_no_way(g: State, group: Group, unit: int) -> bool:
    """8.38, 11.14 Whether a unit can neither go anywhere nor round to another zone."""
    return not destinations(g, (unit,), group.side) and not reinforcements.shifts(g, Waiting((unit,), group.side))


def _what_bars_it(g: State, group: Group, unit: int) -> Reason:
    """8.2 - 8.38 What keeps it from the place next door that it came nearest to."""
    alone, rungs = Waiting((unit,), group.side), [*DESTINATIONS]
    near = cells(g.box.map.neighbours[g.place[unit]]) if g.on_map(unit) else []
    asked = [(DESTINATIONS.first(g, alone, place), place) for place in near]
    barred = [(rung, place) for rung, place in asked if rung is not None]
    if not barred:
        return Reason("TM-8.38", say("{name} cannot reach any place where it may stop", name=g.name(unit)))
    rung, place = max(barred, key=lambda pair: rungs.index(pair[0]))
    return DESTINATIONS.reason(rung, g, alone, place)


#: 8.1 What keeps a unit from being picked up to move.
MOVERS = Rungs(
    named,
    *ACTIVE,
    *FREE,
    Rung("TM-8.38", "", each(_has_no_way), reason=_what_bars_it),
)


class Stack(Group, Protocol):
    """A group that may be under way."""

    @property
    def halted(self) -> bool:
        """Whether it has set out."""


def _before_it_sets_out(rung: Rung) -> Rung:
    """What is asked of a stack that is being put together, and of none under way."""

    def keeps_out(g: State, stack: Stack, left: int) -> int:
        return 0 if stack.halted else rung.keeps_out(g, stack, left)

    return rung._replace(keeps_out=keeps_out)


#: 8.21 What keeps a unit from being added to a stack, or one of a stack under way from parting with it.
JOINERS = Rungs(
    named,
    Rung(
        "TM-8.21a",
        "{unit} is on its own already",
        lambda g, stack, left: left if stack.halted and len(stack.units) == 1 else 0,
    ),
    *map(
        _before_it_sets_out,
        (
            *ACTIVE,
            Rung(
                "TM-8.21b",
                "{unit} is not in the same place as the stack",
                each(lambda g, stack, unit: g.place[unit] != g.place[stack.units[0]]),
            ),
            Rung(
                "TM-8.21b",
                "{unit} did not begin the day together with the stack",
                each(lambda g, stack, unit: g.dawn[unit] != g.dawn[stack.units[0]]),
            ),
            *FREE,
        ),
    ),
)
