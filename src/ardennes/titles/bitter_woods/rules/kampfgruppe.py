"""36.0 The Peiper Alternative: Kampfgruppe Peiper as one unit or as three battalions that keep together.

Where a battalion may go so that the others can still follow is asked by `movement.destinations` and `combat.advance`,
each with the hexes its own kind of move leaves to them; here is what both have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side, Step
from ardennes.kernel.words import say
from ardennes.parts.questions import button
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP
from ardennes.titles.bitter_woods.box.places import UNUSED
from ardennes.titles.bitter_woods.events import Regrouped
from ardennes.titles.bitter_woods.state import State

#: A step, a duty or an attack.
S = TypeVar("S", bound=msgspec.Struct)
#: Markers that an exchange hands on: to all battalions, or to the whole if one of them has it.
_HANDED_ON = ("moved", "attacked", "reserve", "released", "unsupplied", "short", "shocked", "dug")
#: Fields of steps that hold units.
_UNITS = ("units", "defenders", "attackers", "joined")


def battalions(g: State) -> list[int]:
    """The battalions on the map."""
    return [unit for unit in g.box.battalions if g.on_map(unit)]


def men(g: State) -> list[int]:
    """What is on the map of the Kampfgruppe, whole or broken down."""
    return [unit for unit in (g.box.whole, *g.box.battalions) if g.on_map(unit)]


# ---- 36.1, 36.2 within two hexes ---------------------------------------------------------------------------


def near(g: State, board: int) -> int:
    """36.1 The hexes within two of some."""
    if board.bit_count() > 3:
        return g.box.map.grid.within(board, g.box.tables.alternative.apart)
    found = 0
    for cell in cells(board):
        found |= _near_one(g, cell)
    return found


def _near_one(g: State, cell: int) -> int:
    known = g.box.within_two
    found = known.get(cell)
    if found is None:
        found = known[cell] = g.box.map.grid.within(1 << cell, g.box.tables.alternative.apart)
    return found


def scattered(g: State) -> int:
    """36.1 The battalions that are not within two hexes of another one; a last one is not scattered."""
    hexes = [cell for unit in g.box.battalions if (cell := g.place[unit]) < OFF_MAP]
    if len(hexes) < 2:
        return 0
    found = 0
    for unit in g.box.battalions:
        cell = g.place[unit]
        if cell < OFF_MAP:
            near = _near_one(g, cell)
            if len([other for other in hexes if near >> other & 1]) == 1:  # only itself
                found |= 1 << unit
    return found


def in_touch(g: State, ends: int, others: Sequence[int]) -> int:
    """36.1 Of the hexes where a battalion may end, those that can leave all of them within two hexes of another.

    `others` are the hexes where each of the other battalions is, or can still get to.
    """
    if not others:
        return ends
    if len(others) == 1:
        return ends & near(g, others[0])
    one, two = others
    by_one, by_two = near(g, one), near(g, two)
    return ends & (by_one & by_two | near(g, one & by_two) | near(g, two & by_one))


def parting(g: State, unit: int, ends: int, follow: Mapping[int, int]) -> int:
    """36.1 Of the hexes where a battalion could end those that part it from the others, if it can keep in touch at all.

    `follow` are the hexes that others can still get to; one that is parted from them already goes where it likes.
    """
    others = [follow.get(other, 0) | 1 << g.place[other] for other in battalions(g) if other != unit]
    fit = in_touch(g, ends, others)
    return ends & ~fit if fit or in_touch(g, 1 << g.place[unit], others) else 0


def in_touch_at_once(g: State, unit: int, ends: int) -> bool:
    """36.1 Whether one of some hexes keeps a battalion in touch with the others where they stand now."""
    hexes = [cell for other in g.box.battalions if other != unit and (cell := g.place[other]) < OFF_MAP]
    if len(hexes) < 2:
        return bool(ends & _near_one(g, hexes[0]) if hexes else ends)
    by_one, by_two = _near_one(g, hexes[0]), _near_one(g, hexes[1])
    return bool(ends & (by_one | by_two if by_one >> hexes[1] & 1 else by_one & by_two))


def rally(g: State, unit: int, waiting: tuple[int, ...]) -> int:
    """36.2 The hexes where a retreat should end: within two of a battalion that need not retreat any more."""
    others = board_of(g.place[other] for other in battalions(g) if other != unit and other not in waiting)
    return near(g, others) if others else 0


def after_combat(g: State) -> None:
    """36.2 Battalions that a retreat or a loss has parted have until the end of the next German player turn."""
    g.parted = scattered(g)


# ---- 36.11 movement points ---------------------------------------------------------------------------------


def spend(g: State, unit: int, parts: int) -> None:
    """36.11 Remember the movement points a unit of the group has spent in this phase."""
    at = (g.box.whole, *g.box.battalions).index(unit)
    g.group_spent = g.group_spent[:at] + bytes([min(parts, 255)]) + g.group_spent[at + 1 :]
    g.remade &= ~(1 << unit)


def spent(g: State, unit: int) -> int:
    """36.11 What a unit that came of an exchange has spent already, in parts of a movement point."""
    return g.group_spent[(g.box.whole, *g.box.battalions).index(unit)] if g.remade >> unit & 1 else 0


def phase_over(g: State) -> None:
    """Movement points are counted anew in the next phase."""
    g.group_spent = bytes(len(g.group_spent))
    g.remade = 0


# ---- 36.11, 36.12 exchanges --------------------------------------------------------------------------------


def offers(g: State, side: Side) -> dict[str, Sequence[int | None]]:
    """36.11 The exchanges that may be made now."""
    return {verb: [None] for verb in ("breakdown", "combine") if may_regroup(g, side, verb)}


def may_regroup(g: State, side: Side, verb: str) -> bool:
    """36.11 Whether an exchange may be made now."""
    if not g.box.thirds or side is not Side.GERMAN or g.on_map(g.box.whole) is not (verb == "breakdown"):
        return False  # the most frequent reasons
    return why_not_regroup(g, side, verb) is None


def why_not_regroup(g: State, side: Side, verb: str) -> Reason | None:
    """36.11, 36.12 Why the Kampfgruppe may not be broken down, or its battalions not be combined."""
    if not g.box.thirds:
        return Reason("BW-36a", "the Peiper alternative is not played in this game")
    if side is not Side.GERMAN:
        return Reason("BW-36.11a", "only the German player regroups Kampfgruppe Peiper")
    units = (g.box.whole,) if verb == "breakdown" else g.box.battalions
    for unit in units:
        if not g.on_map(unit):
            return Reason(
                "BW-36.11a" if verb == "breakdown" else "BW-36.12", say("{unit} is not on the map", unit=g.name(unit))
            )
        if g.reduced >> unit & 1:
            return Reason("BW-36.12", say("{unit} is reduced", unit=g.name(unit)))
        if g.builders and any(builder == unit for builder, _ in g.builders):
            return Reason("BW-13.3c", say("{unit} is building a bridge", unit=g.name(unit)))
    if len({g.place[unit] for unit in units}) > 1:
        return Reason("BW-36.11a", "the three battalions are not in one hex")
    if len({g.reserve >> unit & 1 for unit in units}) > 1:
        return Reason("BW-36.11a", "some of the battalions are in reserve, and some are not")
    return None


def regroup(g: State, verb: str) -> None:
    """36.11 Exchange the whole for its battalions, or the other way round, with all that lies on them."""
    whole, three = (g.box.whole,), g.box.battalions
    old, new = (whole, three) if verb == "breakdown" else (three, whole)
    cell = g.place[old[0]]
    counts = (g.box.whole, *three)
    used = max(g.group_spent[counts.index(unit)] for unit in old)
    for unit in new:
        g.put(unit, cell)
    taken, given = board_of(old), board_of(new)
    for marker in _HANDED_ON:
        marked = getattr(g, marker)
        setattr(g, marker, marked & ~taken | (given if marked & taken else 0))
    if g.freed & taken == taken:  # 5.4 free of boundaries only if all of it is
        g.freed |= given
    for unit in old:
        g.put(unit, UNUSED)
    g.duties = tuple(_with_others(duty, old, new) for duty in g.duties)
    g.stack = _stack_with(g.stack, old, new)
    _hand_on_points(g, old, new, used)
    g.ready = None
    g.tell(Regrouped, new, cell, verb == "combine")


def _stack_with(stack: tuple[Step, ...], old: tuple[int, ...], new: tuple[int, ...]) -> tuple[Step, ...]:
    """What is pending, for the new units; what was to come for each of the old ones comes for each new one (27.1)."""
    found: list[Step] = []
    for step in stack:
        if isinstance(step, Automatic) and getattr(step, "mover", None) in old:
            found += [now for unit in new if (now := msgspec.structs.replace(step, mover=unit)) not in found]
        else:
            found.append(_with_others(step, old, new))
    return tuple(found)


def _hand_on_points(g: State, old: tuple[int, ...], new: tuple[int, ...], used: int) -> None:
    """36.11 The fewest movement points left are what is left, and they may still be used."""
    g.remade &= ~board_of(old)
    for unit in new:
        spend(g, unit, used)
        road = g.box.units.profiles[g.box.units.profile[unit]].road
        if 0 < used < g.printed_allowance(unit) * road:
            g.remade |= 1 << unit


def _with_others(thing: S, old: tuple[int, ...], new: tuple[int, ...]) -> S:
    """A step or a duty with some units replaced by others wherever it names them.

    What only units that have not advanced yet may do, the whole may do only if that goes for all three.
    """
    changes: dict[str, object] = {}
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        if field == "attack":
            changes[field] = _with_others(value, old, new)
        elif field in _UNITS and {*value} & {*old}:
            rest = {*value} - {*old}
            part = hasattr(thing, "bonus") and field == "units" and not {*old} <= {*value}
            changes[field] = tuple(sorted(rest if part else rest | {*new}))
    return msgspec.structs.replace(thing, **changes) if changes else thing


@button(
    when=lambda step, g: may_regroup(g, step.side, "breakdown"),
    why=lambda step, g, target: why_not_regroup(g, step.side, "breakdown"),
    stays=True,
)
def breakdown(step: Choice[State], g: State) -> None:
    """36.11 Beside the question: Kampfgruppe Peiper is broken down."""
    regroup(g, "breakdown")


@button(
    when=lambda step, g: may_regroup(g, step.side, "combine"),
    why=lambda step, g, target: why_not_regroup(g, step.side, "combine"),
    stays=True,
)
def combine(step: Choice[State], g: State) -> None:
    """36.11 Beside the question: its battalions are combined."""
    regroup(g, "combine")


class Regrouping(Choice[State], frozen=True):
    """36.11 A decision at which the German may also exchange Kampfgruppe Peiper and its battalions.

    Questions take the two answers themselves: `breakdown, combine = kampfgruppe.breakdown, kampfgruppe.combine`.
    """

    common: ClassVar[bool] = True

    breakdown, combine = breakdown, combine


class OneUnitAtATime(Regrouping, frozen=True):
    """A decision of combat that names one of some units: who loses, who retreats, who pays for standing."""

    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"unit"})
    units: tuple[int, ...]

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {"unit": self.units}
        return found | offers(g, self.side) if g.box.thirds else found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb in ("breakdown", "combine"):
            return why_not_regroup(g, self.side, verb)
        return self.why_not_unit(g, unit if verb == "unit" else None)

    def why_not_unit(self, g: State, unit: int | None) -> Reason | None:
        """Why a unit cannot be named; None for the unit means that no unit was."""
        raise NotImplementedError


def lost(g: State) -> int:
    """17.6 How many battalions were eliminated; they count once all of them were."""
    return sum([g.place[unit] == GONE for unit in g.box.battalions])


# ---- 36.8 what counts --------------------------------------------------------------------------------------


def counted(g: State, units: list[int]) -> list[int]:
    """36.8 Units as victory counts them: the battalions as one, and only if all three are there."""
    three = [unit for unit in units if g.box.thirds >> unit & 1]
    rest = [unit for unit in units if unit not in three]
    return [*rest, g.box.whole] if len(three) == len(g.box.battalions) else rest
