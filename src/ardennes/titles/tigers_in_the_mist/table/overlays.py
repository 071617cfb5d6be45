"""Overlays: supply, control and what the enemy can reach, worked out for a position."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight, Unknown
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Shading
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.rules.quick import readiness
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import search
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import stops
from ardennes.titles.tigers_in_the_mist.state import DONE, State, own


def shade(sight: Sight, overlay: str) -> Shading:
    """One overlay, worked out."""
    if overlay not in _SHADINGS:
        raise Unknown("overlay", overlay, list(_SHADINGS))
    return _SHADINGS[overlay](own(sight.state), sight.side)


def _shade_supply(g: State, side: Side | None) -> Shading:
    """13.1 Where infantry types, and where armor, of each side trace supply on the position as it stands."""
    reached = [supply.supplied_places(g, who) for who in (Side.GERMAN, Side.ALLIED)]
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    for place in cells((g.box.map.all_areas | g.box.map.all_zones) & g.box.inside):
        have = [bool(infantry >> place & 1) for _, infantry in reached]
        places[place] = ("both" if have[1] else "german") if have[0] else ("allied" if have[1] else "none")
        halting = [
            say("{who} armor is not supplied here: a bridge is down", who=who)
            for who, (armor, infantry) in zip((Side.GERMAN, Side.ALLIED), reached, strict=True)
            if infantry >> place & 1 and not armor >> place & 1
        ]
        if halting:
            notes[place] = "; ".join(halting)
    legend = {
        "german": "German supply",
        "allied": "Allied supply",
        "both": "both sides are supplied here",
        "none": "out of supply for both",
    }
    return Shading("supply", places, notes, legend)


def _shade_control(g: State, side: Side | None) -> Shading:
    """12.22 Who controls each area, and which are contested."""
    places: dict[int, str] = {}
    for area in cells(g.box.map.all_areas & g.box.inside):
        if g.contested(area):
            places[area] = "contested"
        else:
            places[area] = "german" if g.control >> area & 1 else "allied"
    legend = {"german": "German control", "allied": "Allied control", "contested": "both sides have units here"}
    return Shading("control", places, {}, legend)


def _shade_threat(g: State, side: Side | None) -> Shading:
    """8.2 Where the enemy's units can go in his next impulse if nothing else changes, with the strength they bring."""
    mine = side if side is not None else (g.side if g.side in (Side.GERMAN, Side.ALLIED) else Side.GERMAN)
    assert mine is not None
    enemy = mine.enemy
    then = next_impulse_of(g, enemy)
    strength: dict[int, int] = {}
    counters: dict[int, int] = {}
    for unit in then.box.units.of[enemy]:
        if not then.on_map(unit) or then.status[unit] & DONE or not readiness.free(then, unit, enemy):
            continue
        for place in cells(search(then, (unit,), enemy).places() & stops(then, (unit,), enemy)):
            strength[place] = strength.get(place, 0) + then.strength[unit]
            counters[place] = counters.get(place, 0) + 1
    limits = g.box.tables.limits
    notes = {place: say("{points} SP", points=min(points, limits.strength)) for place, points in strength.items()}
    places = {
        place: "high" if points >= limits.strength else ("medium" if points >= 5 else "low")
        for place, points in strength.items()
    }
    legend = {
        "low": say("up to 4 {enemy} strength points", enemy=enemy),
        "medium": say("5 to {number}", number=limits.strength - 1),
        "high": say("{strength}, a full stack, or more", strength=limits.strength),
    }
    return Shading("threat", places, notes, legend)


def next_impulse_of(g: State, side: Side) -> State:
    """A copy of the position as it will be when a side next moves, if nobody does anything until then."""
    then = g.copy()
    if not g.stack:
        return then
    mover = next((step.side for step in g.stack if isinstance(step, Movement | Battles)), g.side)
    if mover is Side.GERMAN and side is Side.ALLIED:
        pass
    elif g.impulse < 3 and g.day < 22:
        then.impulse += 1
    else:
        then.day, then.impulse = g.day + 1, 1
        then.new_day()
    then.new_impulse(side)
    supply.determine(then)
    then.memo = None
    return then


_SHADINGS: dict[str, Callable[[State, Side | None], Shading]] = {
    "supply": _shade_supply,
    "control": _shade_control,
    "threat": _shade_threat,
}
