"""15.0 Initial Surprise: what is different on 16AM, and in the first turns after it."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.state import State


def allowance(g: State, unit: int) -> int:
    """15.2, 15.3, 15.7, 34 A unit's movement allowance under surprise, before supply is counted."""
    units, surprise = g.box.units, g.box.tables.surprise
    printed = g.printed_allowance(unit)
    if unit < units.first_allied:
        return printed - surprise.traffic_jam if units.mechanized[unit] else printed
    if units.artillery[unit]:
        return printed if g.next_to(Side.GERMAN, g.place[unit]) else min(printed, surprise.artillery)
    if g.front >> unit & 1 or (g.box.leader_reaction and g.box.leader_units >> unit & 1):  # 34
        return printed
    if units.rows[unit].division == surprise.second_division:
        return min(printed, surprise.second_division_allowance)
    return min(printed, surprise.others)


def held(g: State, unit: int) -> bool:
    """15.5, 16.1 Whether a unit has to stay where it is: before its date, and while its condition is not met."""
    return g.turn < g.box.held[unit] and not released(g, unit)


def released(g: State, unit: int) -> bool:
    """16.1 Whether the condition on a unit's card, if it has one, is met."""
    condition = g.box.conditions[unit]
    return condition is not None and bool(condition.board & g.occupied[Side.GERMAN])


def _since_when(g: State, about: object, unit: int) -> dict[str, object]:
    return {"unit": g.name(unit), "other_unit": turns.name(g.box.held[unit])}


def _held(g: State, left: int) -> int:
    return board_of([unit for unit in cells(left & g.box.ever_held) if held(g, unit)])


def held_back(guns: str, germans: str) -> tuple[Rung, ...]:
    """15.5, 16.1, 37.1 Who has to stay where it is, by the rows that army artillery and Germans have for it."""
    return (
        Rung(
            guns,
            "{unit} is army artillery and cannot be moved",
            lambda g, about, left: _held(g, left & g.box.immobile),
            _since_when,
        ),
        Rung(
            germans,
            "{unit} is held back until {other_unit}",
            lambda g, about, left: _held(g, left & g.box.units.all_of[Side.GERMAN]),
            _since_when,
        ),
        Rung(
            "BW-16.1b",
            "{unit} is held back until {other_unit}",
            lambda g, about, left: _held(g, left & g.box.units.all_of[Side.ALLIED]),
            _since_when,
        ),
    )


#: The same for whatever a unit would do but for crossing a bridge.
HELD = held_back("BW-37.1b", "BW-15.5")
_HELD = Rungs(_since_when, *HELD)


def why_held(g: State, unit: int) -> Reason | None:
    """Why a unit may neither move nor attack yet."""
    return how_held(g, unit) if held(g, unit) else None


def how_held(g: State, unit: int) -> Reason:
    """15.5, 16.1, 37.1 By which rule a unit is held back, and how long."""
    reason = _HELD.why_not(g, None, unit)
    assert reason is not None
    return reason


def may_attack(g: State, unit: int, cell: int) -> bool:
    """15.7 On 16AM Germans attack only units that faced their own army when the game began."""
    if not g.surprised or unit >= g.box.units.first_allied:
        return True
    army = g.army(unit)
    return all([army in g.box.fronts[enemy] for enemy in g.fighters_at(cell)])
