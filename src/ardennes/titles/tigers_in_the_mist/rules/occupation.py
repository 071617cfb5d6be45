"""7.0 Area Occupation Limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Automatic, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Area
from ardennes.titles.tigers_in_the_mist.box.pieces import STRONGEST
from ardennes.titles.tigers_in_the_mist.state import State


def over_limit(g: State, place: int, side: Side, joining: Sequence[int] = ()) -> bool:
    """7.1 Whether a side would have more than 4 units or 10 strength points in an area. Zones have no limit (7.3)."""
    if g.box.map.is_zone(place):
        return False
    counters, strength = crowd(g, side)
    limits = g.box.tables.limits
    if counters[place] + len(joining) > limits.units:
        return True
    return strength[place] + sum([g.strength[unit] for unit in joining]) > limits.strength


def too_many(g: State, units: tuple[int, ...]) -> bool:
    """7.1 Whether a stack is above the limits all by itself."""
    limits = g.box.tables.limits
    return len(units) > limits.units or sum([g.strength[unit] for unit in units]) > limits.strength


def crowd(g: State, side: Side) -> tuple[list[int], list[int]]:
    """Counters and strength points of a side in every place."""
    memo = g.remember()
    known: tuple[list[int], list[int]] | None = memo.get(("crowd", side))
    if known is None:
        counters = [0] * 256
        strength = [0] * 256
        span = g.box.units.of[side]
        for place, points in zip(g.place[span.start : span.stop], g.strength[span.start : span.stop], strict=True):
            counters[place] += 1
            strength[place] += points
        known = memo["crowd", side] = counters, strength
    return known


def room(g: State, side: Side) -> list[int]:
    """7.1 The places where one more unit keeps within the limits, by its strength."""
    memo = g.remember()
    known: list[int] | None = memo.get(("room", side))
    if known is None:
        limits = g.box.tables.limits
        counters, strength = crowd(g, side)
        # A unit above the limit all by itself, which only a data pack can have, fits nowhere but in zones (7.3).
        known = [g.box.map.board] * (limits.strength + 1) + [g.box.map.all_zones] * (STRONGEST - limits.strength)
        for place in cells(g.occupied[side] & g.box.map.all_areas):
            fits = limits.strength - strength[place] if counters[place] < limits.units else -1
            for points in range(max(fits + 1, 0), limits.strength + 1):
                known[points] ^= 1 << place
        memo["room", side] = known
    return known


def crowded_at_start(g: State, place: int) -> bool:
    """7.1 Whether an area is one of those the German set-up overfills, which the limits spare until the end of 16-3."""
    rows = g.box.units.rows
    strengths = [row.strength for row, on in zip(rows, g.box.playing, strict=True) if on and row.setup == place]
    limits = g.box.tables.limits
    return len(strengths) > limits.units or sum(strengths) > limits.strength


def refuses(g: State, place: int, side: Side, joining: Sequence[int]) -> bool:
    """7.1 On December 16 German moves that would overfill an area are refused outright."""
    return side is Side.GERMAN and g.day == 16 and over_limit(g, place, side, joining)


class OccupationLimits(Automatic[State], frozen=True):
    """7.1, 7.2 When movement is over, the moving side trims every area above the limits."""

    rule: ClassVar[str] = "TM-7.1a"
    side: Side

    def run(self, g: State) -> None:
        counters, strength = crowd(g, self.side)
        limits = g.box.tables.limits
        for place in cells(g.occupied[self.side] & g.box.map.all_areas):
            if counters[place] > limits.units or strength[place] > limits.strength:
                spared = self.side is Side.GERMAN and g.day == 16 and g.impulse < 3 and crowded_at_start(g, place)
                if not spared:
                    g.push(TrimStack(self.side, place))
                    return
        g.pop()


class TrimStack(Question[State], frozen=True):
    """7.2 The owner eliminates whole units of his choice."""

    rule: ClassVar[str] = "TM-7.2"
    phase: ClassVar[str] = "occupation limits"
    asks: ClassVar[str] = "Too many units in {area}: choose one to eliminate"
    otherwise: ClassVar[tuple[str, str]] = ("TM-7.2", "a whole unit must be eliminated before the game goes on")
    area: Area

    def focus(self, g: State) -> int:
        return self.area

    def why_not_lost(self, g: State, unit: int) -> Reason:
        """7.2 Whether it is elsewhere or the enemy's."""
        name, area = g.name(unit), g.box.map.names[self.area]
        if g.place[unit] != self.area:
            return Reason("TM-7.2", say("{name} is not in {area}, where too many units are", name=name, area=area))
        return Reason("TM-7.2", say("{name} is the enemy's, and does not count against your limit", name=name))

    @pick(
        lambda step, g: g.units_at(step.area, step.side),
        lambda step, g, unit: step.why_not_lost(g, unit),
    )
    def unit(self, g: State, unit: int) -> None:
        """7.2 It is gone for good."""
        g.eliminate(unit, "TM-7.2")
