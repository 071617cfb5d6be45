"""7.0 - 9.8 Entering a hex: whether a unit may step from here to there now, and whether it must stop there.

Marches, reinforcement of battles, retreats, advances and placements all ask here. What keeps a unit out are the
barriers of `barriers`, one function each: `ahead` and the searches add their hexes and hexsides up, `why_not` and the
rungs of the questions (`stepping`) go through the very same ones. What is different about each way of going stands in
its `Manner`: which barriers bind in it, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.board.hexes import NO_SIDES, Sides, joined
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung
from ardennes.kernel.words import say
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import barriers
from ardennes.titles.enemy_action_ardennes.rules.barriers import (
    FROM_HERE,
    HEXES,
    SIDES,
    WADING,
    Bar,
    Going,
    Manner,
    barred,
    hexsides,
    usable,
)
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, State

_ALWAYS = {Bar.ENEMY: "EA-7.1d", Bar.ROADBLOCK: "EA-7.9b", Bar.BLOWN_BEFORE_IT: "EA-7.33b"}
_MARCH = _ALWAYS | {
    Bar.AREA: "EA-7.61a",
    Bar.STRAYED: "EA-7.61d",
    Bar.LEASH: "EA-7.72a",
    Bar.ASTRAY: "EA-7.61d",
    Bar.FULL_BRIDGE: "EA-7.32b",
    Bar.FORDED: "EA-7.31b",
    Bar.CONTROL: "EA-7.1b",
}
#: 7.31a, 4.12 Rivers without a bridge that can be used.
_DRY = {Bar.JAMMED: "EA-4.12", Bar.WATER: "EA-7.31a"}
#: 7.0 A move, the first hex or a later one: rivers without bridge only at the beginning (7.31a).
MARCH = Manner("march", _MARCH, zones=True, roadblocks=True, march=True)
ONWARD = Manner("march on", _MARCH | _DRY, zones=True, roadblocks=True, march=True)
#: 5.21 The same without regard to enemy control.
_THROUGH: dict[Bar, str] = {bar: rule for bar, rule in _MARCH.items() if bar is not Bar.CONTROL}
THROUGH = Manner("march through control", _THROUGH, roadblocks=True, march=True)
THROUGH_ONWARD = Manner("march on through control", _THROUGH | _DRY, roadblocks=True, march=True)
#: 7.5 By road, far from the enemy.
STRATEGIC = Manner(
    "strategic move",
    _ALWAYS
    | {
        Bar.AREA: "EA-7.61a",
        Bar.STRAYED: "EA-7.61d",
        Bar.LEASH: "EA-7.72a",
        Bar.ASTRAY: "EA-7.61d",
        Bar.TOWN: "EA-7.5d",
        Bar.WHOLE_WALL: "EA-7.5e",
        Bar.ENEMY_BESIDE: "EA-7.5c",
        Bar.ROADBLOCK_BESIDE: "EA-7.5f",
        Bar.MAP_EDGE: "EA-7.5h",
        Bar.TOO_FAR_WEST: "EA-7.5g",
        Bar.ENEMY_BRIDGE: "EA-7.5d",
        Bar.JAMMED: "EA-4.12",
        Bar.WATER: "EA-7.5b",
        Bar.OFF_ROAD: "EA-7.5b",
    },
    march=True,
)
#: 9.7 Enemy control and boundaries only rank the hexes of a retreat; rivers and forest are its last resort.
RETREAT = Manner(
    "retreat",
    {Bar.ENEMY: "EA-9.7m", Bar.ROADBLOCK: "EA-7.9b", Bar.TOWN: "EA-9.71a", Bar.WALL: "EA-9.71b"},
)
#: 9.8 Into the hex that was attacked, on along the path of the retreat, or off it.
_ADVANCE = _ALWAYS | {
    Bar.ENEMY: "EA-9.81b",
    Bar.AREA: "EA-7.61b",
    Bar.STRAYED: "EA-7.61d",
    Bar.LEASH: "EA-7.72a",
    Bar.FULL_BRIDGE: "EA-9.82b",
    Bar.FORDED: "EA-9.82e",
}
ADVANCE = Manner("advance", _ADVANCE, roadblocks=True)
FOLLOW = ADVANCE
OFF_PATH = Manner(
    "advance off the path",
    _ADVANCE | {Bar.JAMMED: "EA-4.12", Bar.WATER: "EA-9.81c", Bar.DEEP_FOREST: "EA-9.81c", Bar.CONTROL: "EA-9.81c"},
    roadblocks=True,
)
#: 11.1 A unit that is put on the map steps over nothing.
PLACE = Manner("placement", {Bar.ENEMY: "EA-7.1d", Bar.ROADBLOCK: "EA-7.9b"})
_MANNERS = (MARCH, ONWARD, THROUGH, THROUGH_ONWARD, STRATEGIC, RETREAT, ADVANCE, OFF_PATH, PLACE)
#: 10.23 What an isolated unit is barred from besides, however it goes.
_ISOLATED = {
    Bar.ISOLATED_TOWN: "EA-10.23d",
    Bar.ISOLATED_WALL: "EA-10.23f",
    Bar.ISOLATED_BRIDGE: "EA-10.23d",
}


def _bound(manner: Manner, isolated: bool) -> dict[Bar, str]:
    """What binds a unit, in the order in which it is told; control keeps it in where it binds at all (10.23c)."""
    found = dict(manner.bars)
    if isolated:
        found |= _ISOLATED
        if Bar.CONTROL in found:
            found[Bar.ISOLATED_IN_CONTROL] = "EA-10.23c"
    return {bar: found[bar] for bar in sorted(found)}


class Closing(NamedTuple):
    """The barriers that bind a unit by what they bar: hexes, hexsides, hexes from where one stands."""

    bars: Mapping[Bar, str]
    hexes: tuple[Callable[[State, Going], int], ...]
    sides: tuple[Callable[[State, Going], Sides], ...]
    dry: tuple[Callable[[State, Going], Sides], ...]
    from_here: tuple[Callable[[State, Going, int], int], ...]


def _closing(bars: Mapping[Bar, str]) -> Closing:
    return Closing(
        bars,
        tuple([HEXES[bar] for bar in bars if bar in HEXES]),
        tuple([SIDES[bar] for bar in bars if bar in SIDES]),
        tuple([SIDES[bar] for bar in bars if bar in SIDES and bar not in WADING]),
        tuple([FROM_HERE[bar] for bar in bars if bar in FROM_HERE]),
    )


_CLOSING = {(manner.name, alone): _closing(_bound(manner, alone)) for manner in _MANNERS for alone in (False, True)}


def _binding(who: Going) -> Closing:
    return _CLOSING[who.manner.name, who.isolated]


def going(g: State, unit: int, manner: Manner, shut: int = 0, party: int = 1) -> Going:
    """A unit that goes in a manner; a march reckons with all that has crossed in this impulse (7.31b, 7.32b)."""
    side, isolated = g.side_of(unit), g.supply[unit] == ISOLATED
    if manner.march:
        return Going(unit, side, manner, isolated, g.squeezed, g.forded, shut, party)
    return Going(unit, side, manner, isolated, 0, 0, shut, party)


# ---- what is asked ---------------------------------------------------------------------------------------------------


def closed(g: State, who: Going) -> int:
    """The hexes that a unit may not enter because of what or where they are."""
    found = 0
    for rung in _binding(who).hexes:
        found |= rung(g, who)
    return found


def closed_sides(g: State, who: Going) -> Sides:
    """The hexsides that a unit may not cross, rivers without bridge apart."""
    found = NO_SIDES
    for rung in _binding(who).dry:
        if (sides := rung(g, who)) is not NO_SIDES:
            found = joined(found, sides)
    return found


def ahead(g: State, who: Going, here: int, shut: int | None = None) -> int:
    """The hexes next door that a unit may step into from a hex, whatever it costs; `shut` are those closed to it, if
    known."""
    grid, binding = g.box.grid, _binding(who)
    found = grid.neighbours[here] & ~(closed(g, who) if shut is None else shut)
    for bars in binding.from_here:
        found &= ~bars(g, who, here)
    for rung in binding.sides:
        if (sides := rung(g, who)) is not NO_SIDES:
            found &= ~grid.through(1 << here, sides)
    return found


def stops(g: State, who: Going) -> int:
    """7.1c, 7.9c The hexes in which a unit must stop: enemy control, and by road next to a roadblock."""
    found = g.zone(who.side.enemy) if who.manner.zones else 0
    if who.manner.roadblocks and who.side is Side.GERMAN and g.roadblocks:
        found |= g.box.grid.through(g.roadblocks, hexsides(g, who.side).road)
    return found


def wades(g: State, who: Going, here: int, cell: int) -> bool:
    """7.31a, 9.82d Whether the step leads over a river without a bridge that can be used: it ends there."""
    river = g.box.ground.river_side(here, cell)
    return river >= 0 and not usable(g, who, river)


def country(g: State, unit: int) -> tuple[tuple[int, int], ...]:
    """7.2 What entering hexes off the road costs a unit: points, with the hexes that cost them."""
    ground = g.box.ground
    if not g.face(unit).kind.mechanized:
        return ground.infantry_entry
    return ground.frozen_entry if g.played(Event.GROUND_FREEZE) else ground.mechanized_entry


def price(g: State, who: Going, here: int, cell: int) -> int:
    """7.1a, 7.2, 7.31a What a step of a march costs: by road a point, the ground's off it, all for a river without
    bridge; a point more out of enemy control."""
    if wades(g, who, here, cell):
        return g.box.units.movement[who.unit]
    numbers = g.box.numbers.movement
    leaving = numbers.leave_zoc * (who.manner.zones and g.zone(who.side.enemy) >> here & 1)
    if g.box.grid.through(1 << here, hexsides(g, who.side).road) >> cell & 1:
        return numbers.road + leaving
    return next(cost for cost, board in country(g, who.unit) if board >> cell & 1) + leaving


# ---- reasons -------------------------------------------------------------------------------------------------


def why_not(g: State, who: Going, here: int, cell: int) -> Reason | None:
    """The first barrier that keeps a unit from stepping from a hex into the next; None if it may."""
    for bar, rule in _binding(who).bars.items():
        if barred(g, who, here, bar) >> cell & 1:
            return Reason(rule, say(barriers.sentence(bar, rule), **barriers.facts(g, who, cell)))
    return None


#: Position, what a question is about: those who go, from where, and the hexes that it is asked of them.
Goers = Callable[[State, Any], Sequence[Going]]
Board = Callable[[State, Any], int]


def binding(*manners: Manner, isolated: bool = False) -> list[tuple[Bar, str]]:
    """The barriers of some ways of going, for isolated units too where they can go so, each with its rule."""
    found = {item for manner in manners for item in _CLOSING[manner.name, isolated].bars.items()}
    return sorted(found)


def keeps_out(g: State, who: Going, here: int, bar: Bar, rule: str) -> int:
    """The hexes that a barrier keeps a unit out of by a rule; none where it does not bind."""
    return barred(g, who, here, bar) if _binding(who).bars.get(bar) == rule else 0


def stepping(
    manners: Sequence[Manner], who: Goers, here: Board, among: Board, finer: bool = False, isolated: bool = False
) -> list[Rung]:
    """The barriers of some ways of going as rungs of a question about hexes: each keeps out what it bars for any of
    those who go."""
    return [_rung(bar, rule, who, here, among, finer) for bar, rule in binding(*manners, isolated=isolated)]


def _rung(bar: Bar, rule: str, who: Goers, here: Board, among: Board, finer: bool) -> Rung:
    def out(g: State, about: Any, left: int) -> int:
        found = 0
        if left := left & among(g, about):
            start = here(g, about)
            for goer in who(g, about):
                found |= keeps_out(g, goer, start, bar, rule)
        return left & found

    def named(g: State, about: Any, cell: int) -> dict[str, object]:
        return barriers.facts(g, who(g, about)[0], cell)

    return Rung(rule, barriers.sentence(bar, rule), out, named, finer)
