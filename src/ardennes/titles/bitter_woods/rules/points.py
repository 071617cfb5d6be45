"""5.2, 9.8 How many movement points a unit has, and in which kind of movement."""

from __future__ import annotations

from ardennes.titles.bitter_woods.rules import fortunes, garrison, surprise
from ardennes.titles.bitter_woods.state import State


def allowance(g: State, unit: int) -> int:
    """5.2, 12.4, 15 A unit's movement points now."""
    points = surprise.allowance(g, unit) if g.surprised else g.printed_allowance(unit)
    if g.ungarrisoned and garrison.slows(g, unit):  # 35
        points -= 1
    if g.event17 or g.event19:
        points = fortunes.allowance(g, unit, points)
    return (points + 1) // 2 if g.unsupplied >> unit & 1 else points


def advancing(g: State, unit: int) -> int:
    """9.8, 15.2, 15.7 Movement points that limit an advance: on 16AM less for German mechanized units only."""
    points = g.printed_allowance(unit)
    if g.surprised and unit < g.box.units.first_allied and g.box.units.mechanized[unit]:
        points -= g.box.tables.surprise.traffic_jam
    if g.event17 or g.event19:
        points = fortunes.allowance(g, unit, points)
    return (points + 1) // 2 if g.unsupplied >> unit & 1 else points


def exploiting(g: State) -> bool:
    """Whether the movement under way is mechanized exploitation."""
    return any([getattr(step, "exploiting", False) for step in g.stack])
