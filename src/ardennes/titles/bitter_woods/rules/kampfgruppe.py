"""36.0 The Peiper Alternative: Kampfgruppe Peiper as one unit or as three battalions that keep together.

Where a battalion may go so that the others can still follow is asked by `movement.destinations` and `combat.advance`,
each with the hexes its own kind of move leaves to them; here is what both have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Choice, Side, Step
from ardennes.kernel.rungs import Facts, KeepsOut, Rung, Rungs, each
from ardennes.parts.rules.questions import button
from ardennes.titles.bitter_woods.box import GONE, OFF_MAP, Box
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


def _parting(g: State, step: Any, unit: int) -> int:
    """36.1 The hexes where a unit could end its advance and would part the battalions."""
    if not g.box.thirds >> unit & 1:
        return 0
    follow = {other: step.fit(g, other) for other in battalions(g) if other in step.units}
    return parting(g, unit, step.fit(g, unit), follow)


#: 36.1 The battalions keep together in an advance: where it does not end, and whose it could only end there.
APART = Rung(
    "BW-36.1a",
    "{unit} would be too far from the other battalions of Kampfgruppe Peiper",
    lambda g, going, left: left & _parting(g, going.step, going.unit),
)
PARTED = Rung(
    APART.rule,
    APART.says,
    each(lambda g, step, unit: (found := _parting(g, step, unit)) and not step.fit(g, unit) & ~found),
)


def rally(g: State, unit: int, waiting: tuple[int, ...]) -> int:
    """36.2 The hexes where a battalion should end its retreat: within two of one that need not retreat any more."""
    if not g.box.thirds >> unit & 1:
        return 0
    others = board_of(g.place[other] for other in battalions(g) if other != unit and other not in waiting)
    return near(g, others) if others else 0


def _scatters(g: State, going: Any, left: int) -> int:
    """36.2 Hexes away from the other battalions, while one near them can be reached."""
    board = rally(g, going.retreating, going.waiting)
    return left & ~board if board & board_of(going.paths) else 0


SCATTERS = Rung("BW-36.2", "{name} can and must end within two hexes of another battalion", _scatters, finer=True)


def after_combat(g: State) -> None:
    """36.2 Battalions that a retreat or a loss has parted have until the end of the next German player turn."""
    if g.box.thirds:
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


#: The units that an exchange takes off the map.
Old = Callable[[Box], tuple[int, ...]]


def _one_of(old: Old, those: Callable[[State], int]) -> tuple[KeepsOut, Facts]:
    """A rung about any of the units that would be exchanged, and which of them it is."""

    def found(g: State) -> int:
        return board_of(old(g.box)) & those(g)

    def named(g: State, side: Side, one: int) -> Mapping[str, object]:
        return {"unit": g.name(cells(found(g))[0])}

    return (lambda g, side, left: left if found(g) else 0), named


def _exchange(old: Old, absent: str) -> Rungs:
    """36.11, 36.12 What keeps some units from being exchanged for others, asked about whoever decides."""
    return Rungs(
        lambda g, side, one: {},
        Rung(
            "BW-36a",
            "the Peiper alternative is not played in this game",
            lambda g, side, left: 0 if g.box.thirds else left,
        ),
        Rung(
            "BW-36.11a",
            "only the German player regroups Kampfgruppe Peiper",
            lambda g, side, left: left if side is not Side.GERMAN else 0,
        ),
        Rung(absent, "{unit} is not on the map", *_one_of(old, lambda g: ~board_of(men(g)))),
        Rung("BW-36.12", "{unit} is reduced", *_one_of(old, lambda g: g.reduced)),
        Rung(
            "BW-13.3c",
            "{unit} is building a bridge",
            *_one_of(old, lambda g: board_of(builder for builder, _ in g.builders)),
        ),
        Rung(
            "BW-36.11a",
            "the three battalions are not in one hex",
            lambda g, side, left: left if len({g.place[unit] for unit in old(g.box)}) > 1 else 0,
        ),
        Rung(
            "BW-36.11a",
            "some of the battalions are in reserve, and some are not",
            lambda g, side, left: left if len({g.reserve >> unit & 1 for unit in old(g.box)}) > 1 else 0,
        ),
    )


#: 36.11, 36.12 What keeps the Kampfgruppe from being broken down, and its battalions from being combined.
BREAKDOWN = _exchange(lambda box: (box.whole,), "BW-36.11a")
COMBINE = _exchange(lambda box: box.battalions, "BW-36.12")


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


@button(by=BREAKDOWN, about=lambda step, g: step.side, stays=True, only=lambda box: box.thirds)
def breakdown(step: Choice[State], g: State) -> None:
    """36.11 Beside the question: Kampfgruppe Peiper is broken down."""
    regroup(g, "breakdown")


@button(by=COMBINE, about=lambda step, g: step.side, stays=True, only=lambda box: box.thirds)
def combine(step: Choice[State], g: State) -> None:
    """36.11 Beside the question: its battalions are combined."""
    regroup(g, "combine")


def lost(g: State) -> int:
    """17.6 How many battalions were eliminated; they count once all of them were."""
    return sum([g.place[unit] == GONE for unit in g.box.battalions])


# ---- 36.8 what counts --------------------------------------------------------------------------------------


def counted(g: State, units: list[int]) -> list[int]:
    """36.8 Units as victory counts them: the battalions as one, and only if all three are there."""
    three = [unit for unit in units if g.box.thirds >> unit & 1]
    rest = [unit for unit in units if unit not in three]
    return [*rest, g.box.whole] if len(three) == len(g.box.battalions) else rest
