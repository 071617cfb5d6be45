"""How positions come out on paper: marches, fights, digging in, and what the enemy finds afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.parts.drafts import Fight
from ardennes.parts.odds import mean
from ardennes.titles.tigers_in_the_mist.odds import aiming, exact
from ardennes.titles.tigers_in_the_mist.rules import victory
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, confused
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import residents
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import movers
from ardennes.titles.tigers_in_the_mist.rules.movement.destinations import destinations
from ardennes.titles.tigers_in_the_mist.rules.movement.entrenching import diggers
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import reach
from ardennes.titles.tigers_in_the_mist.rules.sequence import LAST_DAY, ImpulseEnds, Turn, outline
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, ENTERED, ENTRENCHED, HELD, MOVED, State


def ready(g: State, side: Side) -> Mapping[int, Sequence[int]]:
    """8.1, 8.2 The units that may move, and where to."""
    return {unit: cells(destinations(g, (unit,), side)) for unit in movers(g, side)}


def joins(g: State, side: Side, place: int) -> Sequence[int]:
    """9.13 Those who stand there and have not acted, and those who went in this impulse."""
    return sorted({*residents(g, place, side), *[u for u in g.units_at(place, side) if g.status[u] & ENTERED]})


def odds(g: State, side: Side, place: int, units: Sequence[int]) -> Fight:
    """9.0 The exact odds; the river counts if all come over it."""
    river = not g.began >> place & 1 and all(_comes_over_river(g, side, unit, place) for unit in units)
    facts = Circumstances(side, place, tuple(units), river, confused(g, place))
    supplied = [bool(g.supply[2 * side + g.box.units.infantry[u]] >> place & 1) for u in units]
    force = [
        aiming.fighter(g, unit)._replace(entrenched=False, supplied=fed)
        for unit, fed in zip(units, supplied, strict=True)
    ]
    defenders = [aiming.fighter(g, unit) for unit in g.units_at(place, side.enemy)]
    found = exact.resolve_alike(exact.setting(g, facts, force, defenders))
    start, theirs = sum(f.strength for f in force), sum(f.strength for f in defenders)
    return Fight(found.cleared, start - mean(found.attackers_left), theirs - mean(found.defenders_left))


def _comes_over_river(g: State, side: Side, unit: int, place: int) -> bool:
    if g.place[unit] == place:
        return False
    ways = reach(g, (unit,), side)
    if not ways.places() >> place & 1:
        return False  # other orders on paper stand in its way; they are carried out first
    path = (g.place[unit], *ways.path(place))
    return g.box.map.crossing(path[-2], place) >= 0


def marched(g: State, side: Side, units: Sequence[int], place: int) -> State:
    """8.2, 12.22 Units go to a place without enemies."""
    g = g.copy()
    for unit in units:
        g.put(unit, place)
        g.status[unit] = g.status[unit] & ~ENTRENCHED | MOVED
    return g


def fought(g: State, side: Side, units: Sequence[int], place: int, own_loss: float, enemy_loss: float) -> State:
    """9.0 Units attack a place with these losses."""
    g = g.copy()
    for unit in units:
        g.put(unit, place)
        g.status[unit] = g.status[unit] & ~(ENTRENCHED | ENTERED) | MOVED | ATTACKED
    g.fought |= 1 << place
    _lose(g, list(units), own_loss)
    _lose(g, g.units_at(place, side.enemy), enemy_loss)
    return g


def _lose(g: State, units: list[int], loss: float) -> None:
    """9.22 Whole strength points off the strongest; a rest of half a point counts."""
    for _ in range(int(loss + 0.5)):
        if not units:
            return
        unit = max(units, key=lambda u: g.strength[u])
        g.lose(unit, 1, "")
        if not g.strength[unit]:
            units.remove(unit)


def asides(g: State, side: Side) -> Iterator[tuple[str, tuple[int, ...], int, tuple[Action, ...], State]]:
    """8.5 Digging in."""
    for unit in diggers(g, side):
        after = g.copy()
        after.status[unit] |= ENTRENCHED | HELD
        yield "dig in", (unit,), g.place[unit], (Action("entrench", unit),), after


def handed_over(g: State, side: Side) -> State:
    """6.0 The position when the enemy moves; at the end of a day with attrition, points and a new day.

    Within a day only control changes at the end of an impulse: supply is looked at when somebody moves or fights.
    """
    g = g.copy()
    g._choices = g.memo = g.ready = None
    if _goes_on(g, side):
        victory.update_control(g)
        g.impulse += side is Side.ALLIED
        g.stack = (Turn(g.day), Movement(side.enemy))
    else:
        g.stack = (Turn(g.day, _end_of_impulse(g.day, g.impulse, side)),)
        g.advance()
    return g


def _goes_on(g: State, side: Side) -> bool:
    """Whether the other side moves on the same day."""
    if (g.day, g.impulse, side) == (g.box.last_day, g.box.last_impulse, g.box.last_side):
        return False
    return side is Side.GERMAN or g.impulse < (3 if g.day < LAST_DAY else 1)


@lru_cache(maxsize=64)
def _end_of_impulse(day: int, impulse: int, side: Side) -> int:
    """6.0 Where in the outline of a day a player impulse ends."""
    ends = [number for number, step in enumerate(outline(day)) if step == ImpulseEnds(side)]
    return ends[impulse - 1]
