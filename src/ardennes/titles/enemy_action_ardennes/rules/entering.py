"""7.0 - 9.8 Entering a hex: whether a unit may step from here to there now, and whether it must stop there.

Marches, reinforcement of battles, retreats, advances and placements all ask here. What keeps a unit out are the rungs
below (`_HEXES` and `_SIDES`), one function each: `ahead` and the searches add their hexes and hexsides up, `why_not`
goes through the very same ones and names the first that bars the way. What is different about each way of going
stands in its `Manner`: which rungs bind in it, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES, Sides, joined
from ardennes.kernel import Reason, Side
from ardennes.kernel.words import phrase, say
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.ground import Hexsides
from ardennes.titles.enemy_action_ardennes.rules import areas, supply, travel
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, OFF_MAP, State


class Bar(IntEnum):
    """What can keep a unit out of a hex, in the order in which it is told."""

    ENEMY = 0
    ROADBLOCK = 1
    AREA = 2
    TOWN = 3
    WALL = 4
    WHOLE_WALL = 5
    ENEMY_BESIDE = 6
    ROADBLOCK_BESIDE = 7
    MAP_EDGE = 8
    TOO_FAR_WEST = 9
    ASTRAY = 10
    BLOWN_BEFORE_IT = 11
    WATER = 12
    DEEP_FOREST = 13
    ENEMY_BRIDGE = 14
    FULL_BRIDGE = 15
    FORDED = 16
    CONTROL = 17
    OFF_ROAD = 18


class Manner(NamedTuple):
    """A way of going: the rungs that bind in it, each with its rule; and what makes a unit stop."""

    name: str
    bars: Mapping[Bar, str]
    #: 7.1c Whether enemy control stops the unit; 7.9c whether a roadblock at the end of a road does.
    zones: bool = False
    roadblocks: bool = False
    #: Whether hexsides count as used up from move to move (7.31b, 7.32b) and not from advance to advance (9.82).
    march: bool = False


_ALWAYS = {Bar.ENEMY: "EA-7.1d", Bar.ROADBLOCK: "EA-7.9b", Bar.BLOWN_BEFORE_IT: "EA-7.33b"}
_MARCH = _ALWAYS | {
    Bar.AREA: "EA-7.61a",
    Bar.ASTRAY: "EA-7.61d",
    Bar.FULL_BRIDGE: "EA-7.32b",
    Bar.FORDED: "EA-7.31b",
    Bar.CONTROL: "EA-7.1b",
}
#: 7.0 A move, the first hex or a later one: rivers without bridge only at the beginning (7.31a).
MARCH = Manner("march", _MARCH, zones=True, roadblocks=True, march=True)
ONWARD = Manner("march on", _MARCH | {Bar.WATER: "EA-7.31a"}, zones=True, roadblocks=True, march=True)
#: 5.21 The same without regard to enemy control.
THROUGH = Manner(
    "march through control",
    {bar: rule for bar, rule in _MARCH.items() if bar is not Bar.CONTROL},
    roadblocks=True,
    march=True,
)
THROUGH_ONWARD = Manner(
    "march on through control", {**THROUGH.bars, Bar.WATER: "EA-7.31a"}, roadblocks=True, march=True
)
#: 7.5 By road, far from the enemy.
STRATEGIC = Manner(
    "strategic move",
    _ALWAYS
    | {
        Bar.AREA: "EA-7.61a",
        Bar.ASTRAY: "EA-7.61d",
        Bar.TOWN: "EA-7.5d",
        Bar.WHOLE_WALL: "EA-7.5e",
        Bar.ENEMY_BESIDE: "EA-7.5c",
        Bar.ROADBLOCK_BESIDE: "EA-7.5f",
        Bar.MAP_EDGE: "EA-7.5h",
        Bar.TOO_FAR_WEST: "EA-7.5g",
        Bar.ENEMY_BRIDGE: "EA-7.5d",
        Bar.WATER: "EA-7.5b",
        Bar.OFF_ROAD: "EA-7.5b",
    },
    march=True,
)
#: 9.7 Enemy control and boundaries only rank the hexes of a retreat; rivers and forest are its last resort.
RETREAT = Manner("retreat", _ALWAYS | {Bar.ENEMY: "EA-9.7m", Bar.TOWN: "EA-9.71a", Bar.WALL: "EA-9.71b"})
#: 9.8 Into the hex that was attacked, on along the path of the retreat, or off it.
_ADVANCE = _ALWAYS | {Bar.ENEMY: "EA-9.81b", Bar.AREA: "EA-7.61b", Bar.FULL_BRIDGE: "EA-9.82b", Bar.FORDED: "EA-9.82e"}
ADVANCE = Manner("advance", _ADVANCE, roadblocks=True)
FOLLOW = ADVANCE
OFF_PATH = Manner(
    "advance off the path",
    _ADVANCE | {Bar.WATER: "EA-9.81c", Bar.DEEP_FOREST: "EA-9.81c", Bar.CONTROL: "EA-9.81c"},
    roadblocks=True,
)
#: 11.1 A unit that is put on the map steps over nothing.
PLACE = Manner("placement", {Bar.ENEMY: "EA-7.1d", Bar.ROADBLOCK: "EA-7.9b"})
#: 10.23 What an isolated unit is barred from besides, however it goes; control binds its moves only (10.23c).
_ISOLATED = {Bar.TOWN: "EA-10.23d", Bar.WALL: "EA-10.23f", Bar.ENEMY_BRIDGE: "EA-10.23d"}


class Going(NamedTuple):
    """A unit about to go, and what has been crossed before it."""

    unit: int
    side: Side
    manner: Manner
    isolated: bool
    #: River hexsides used up: by a bridge into enemy control, and without bridge.
    squeezed: int = 0
    forded: int = 0
    #: 7.33b River hexsides whose bridge was blown in this unit's way.
    shut: int = 0
    #: 4.12 How many units go together.
    party: int = 1

    @property
    def bars(self) -> Mapping[Bar, str]:
        """The rungs that bind this unit."""
        return {**self.manner.bars, **_ISOLATED} if self.isolated else self.manner.bars

    @property
    def rungs(self) -> Rungs:
        """The same as functions."""
        return _RUNGS[self.manner.name, self.isolated]


def going(g: State, unit: int, manner: Manner, shut: int = 0, party: int = 1) -> Going:
    """A unit that goes in a manner; a march reckons with all that has crossed in this impulse (7.31b, 7.32b)."""
    side, isolated = g.side_of(unit), g.supply[unit] == ISOLATED
    if manner.march:
        return Going(unit, side, manner, isolated, g.squeezed, g.forded, shut, party)
    return Going(unit, side, manner, isolated, 0, 0, shut, party)


# ---- the rungs: hexes ------------------------------------------------------------------------------------------------


def _enemy(g: State, who: Going) -> int:
    """7.1d Hexes with enemy units."""
    return g.occupied[who.side.enemy]


def _roadblock(g: State, who: Going) -> int:
    """7.9b Hexes with a roadblock, for Germans."""
    return g.roadblocks if who.side is Side.GERMAN else 0


def _area(g: State, who: Going) -> int:
    """7.61a, 7.72a Hexes beyond the army's boundary, or for XXX Corps the Meuse."""
    return g.box.grid.board & ~areas.allowed(g, who.unit)


def _town(g: State, who: Going) -> int:
    """7.5d, 9.71a, 10.23d Enemy towns without a friend in them."""
    return g.towns_of(who.side.enemy) & ~g.occupied[who.side]


def _wall(g: State, who: Going) -> int:
    """9.71b, 10.23f Westwall hexes without an Allied unit, for Allies."""
    return g.box.ground.westwall & ~g.occupied[who.side] if who.side is Side.ALLIED else 0


def _whole_wall(g: State, who: Going) -> int:
    """7.5e The Westwall, for Allies."""
    return g.box.ground.westwall if who.side is Side.ALLIED else 0


def _enemy_beside(g: State, who: Going) -> int:
    """7.5c Hexes next to enemy units."""
    return g.box.grid.around(g.occupied[who.side.enemy])


def _roadblock_beside(g: State, who: Going) -> int:
    """7.5f Hexes next to a roadblock, for Germans."""
    return g.box.grid.around(g.roadblocks) if who.side is Side.GERMAN else 0


def _map_edge(g: State, who: Going) -> int:
    """7.5h The edge of the map, for Germans."""
    return g.box.grid.edge if who.side is Side.GERMAN else 0


def _too_far_west(g: State, who: Going) -> int:
    """7.5g The hexes farther west than the westernmost unit of a German army."""
    if who.side is Side.ALLIED:
        return 0
    box = g.box
    army = box.units.in_army[box.units.army[who.unit]]
    places = [g.place[unit] for unit in cells(army) if g.place[unit] < OFF_MAP]
    farthest = max((box.grid.line_and_place(cell)[1] for cell in places), default=0)
    return box.ground.west_of(farthest)


# ---- the rungs: hexsides ---------------------------------------------------------------------------------------------


def _astray(g: State, who: Going) -> Sides:
    """7.61d Outside its army's area a unit only comes nearer to it."""
    return areas.astray(g, who.unit)


def _shut(g: State, who: Going) -> Sides:
    """7.33b A bridge blown in this unit's way."""
    return g.box.ground.owned(0, who.shut) if who.shut else NO_SIDES


def _enemy_bridge(g: State, who: Going) -> Sides:
    """7.5d, 10.23d Standing bridges of the enemy."""
    return supply.enemy_bridges(g, who.side)


def _full_bridge(g: State, who: Going) -> Sides:
    """7.32b, 9.82b Bridges into enemy control that a unit has used."""
    if not who.squeezed:
        return NO_SIDES
    found = [0] * 6
    grid, zone = g.box.grid, g.zone(who.side.enemy)
    for river in cells(who.squeezed):
        if usable(g, who, river):
            pair = g.box.ground.river_sides[river]
            for cell, other in (pair, pair[::-1]):
                if zone >> other & 1:
                    found[grid.direction(cell, other)] |= 1 << cell
    return (found[0], found[1], found[2], found[3], found[4], found[5])


def _forded(g: State, who: Going) -> Sides:
    """7.31b, 9.82e Rivers without bridge that a unit has crossed."""
    if not who.forded:
        return NO_SIDES
    crossed = sum(1 << river for river in cells(who.forded) if not usable(g, who, river))
    return g.box.ground.owned(0, crossed)


def _water(g: State, who: Going) -> Sides:
    """7.31a, 9.81c Rivers without a bridge that can be used."""
    return hexsides(g, who.side, who.party).river


def _deep_forest(g: State, who: Going, here: int) -> int:
    """9.81c Forest that no road leads into from here."""
    return g.box.ground.forest & ~g.box.grid.through(1 << here, hexsides(g, who.side, who.party).road)


def _off_road(g: State, who: Going, here: int) -> int:
    """7.5b Hexes that no road leads into from here."""
    return g.box.grid.board & ~g.box.grid.through(1 << here, hexsides(g, who.side, who.party).road)


def _control(g: State, who: Going, here: int) -> int:
    """7.1b, 8.1a From enemy control into enemy control; 10.23c for an isolated unit out of it at all."""
    zone = g.zone(who.side.enemy)
    if not zone >> here & 1:
        return 0
    return g.box.grid.board if who.isolated else zone


_HEXES: dict[Bar, Callable[[State, Going], int]] = {
    Bar.ENEMY: _enemy,
    Bar.ROADBLOCK: _roadblock,
    Bar.AREA: _area,
    Bar.TOWN: _town,
    Bar.WALL: _wall,
    Bar.WHOLE_WALL: _whole_wall,
    Bar.ENEMY_BESIDE: _enemy_beside,
    Bar.ROADBLOCK_BESIDE: _roadblock_beside,
    Bar.MAP_EDGE: _map_edge,
    Bar.TOO_FAR_WEST: _too_far_west,
}
_SIDES: dict[Bar, Callable[[State, Going], Sides]] = {
    Bar.ASTRAY: _astray,
    Bar.BLOWN_BEFORE_IT: _shut,
    Bar.ENEMY_BRIDGE: _enemy_bridge,
    Bar.FULL_BRIDGE: _full_bridge,
    Bar.FORDED: _forded,
    Bar.WATER: _water,
}
_FROM_HERE: dict[Bar, Callable[[State, Going, int], int]] = {
    Bar.DEEP_FOREST: _deep_forest,
    Bar.CONTROL: _control,
    Bar.OFF_ROAD: _off_road,
}


class Rungs(NamedTuple):
    """The rungs of a manner by what they bar: hexes, hexsides, hexes from where one stands."""

    hexes: tuple[Callable[[State, Going], int], ...]
    sides: tuple[Callable[[State, Going], Sides], ...]
    from_here: tuple[Callable[[State, Going, int], int], ...]


def _rungs(bars: Mapping[Bar, str]) -> Rungs:
    return Rungs(
        tuple([_HEXES[bar] for bar in bars if bar in _HEXES]),
        tuple([_SIDES[bar] for bar in bars if bar in _SIDES]),
        tuple([_FROM_HERE[bar] for bar in bars if bar in _FROM_HERE]),
    )


_MANNERS = (MARCH, ONWARD, THROUGH, THROUGH_ONWARD, STRATEGIC, RETREAT, ADVANCE, OFF_PATH, PLACE)
_RUNGS: dict[tuple[str, bool], Rungs] = {
    (manner.name, isolated): _rungs({**manner.bars, **_ISOLATED} if isolated else manner.bars)
    for manner in _MANNERS
    for isolated in (False, True)
}
#: Rungs about rivers without bridge: a march never wades but by its first step, so its search need not ask.
_WADING = (_forded, _water)


# ---- hexsides --------------------------------------------------------------------------------------------------------


def hexsides(g: State, side: Side, party: int = 1) -> Hexsides:
    """The hexsides as a side's units find them now; on Dec 16 a bridge that a German unit has used in this activation
    is none for the next, nor is any for several that go together (4.12)."""
    blown, built = g.blown, g.built
    if travel.jams(g, side):
        if party > 1:
            blown, built = g.box.ground.all_bridges, 0
        for river in cells(g.jammed):
            built &= ~(1 << river)
            bridge = g.box.ground.bridge_of_side[river]
            blown |= 1 << bridge if bridge >= 0 else 0
    return g.box.ground.between(blown, built)


def usable(g: State, who: Going, river: int) -> bool:
    """12.2, 4.12 Whether a river hexside has a bridge that this unit can use."""
    if travel.jams(g, who.side) and (who.party > 1 or g.jammed >> river & 1):
        return False
    return travel.standing_bridge(g, river)


# ---- what is asked ---------------------------------------------------------------------------------------------------


def closed(g: State, who: Going) -> int:
    """The hexes that a unit may not enter because of what or where they are."""
    found = 0
    for rung in who.rungs.hexes:
        found |= rung(g, who)
    return found


def closed_sides(g: State, who: Going) -> Sides:
    """The hexsides that a unit may not cross, rivers without bridge apart."""
    found = NO_SIDES
    for rung in who.rungs.sides:
        if rung not in _WADING and (sides := rung(g, who)) is not NO_SIDES:
            found = joined(found, sides)
    return found


def ahead(g: State, who: Going, here: int, shut: int | None = None) -> int:
    """The hexes next door that a unit may step into from a hex, whatever it costs; `shut` are those closed to it, if
    known."""
    grid, rungs = g.box.grid, who.rungs
    found = grid.neighbours[here] & ~(closed(g, who) if shut is None else shut)
    for bars in rungs.from_here:
        found &= ~bars(g, who, here)
    for rung in rungs.sides:
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


def why_not(g: State, who: Going, here: int, cell: int) -> Reason | None:
    """The first rung that keeps a unit from stepping from a hex into the next; None if it may."""
    bit = 1 << here
    for bar in sorted(who.bars):
        if bar in _HEXES:
            barred = _HEXES[bar](g, who)
        elif bar in _SIDES:
            barred = g.box.grid.through(bit, _SIDES[bar](g, who))
        else:
            barred = _FROM_HERE[bar](g, who, here)
        if barred >> cell & 1:
            return _reason(g, who, here, cell, bar)
    return None


def _reason(g: State, who: Going, here: int, cell: int, bar: Bar) -> Reason:
    """What is said of a rung."""
    rule, river = who.bars[bar], g.box.ground.river_side(here, cell)
    if bar is Bar.ENEMY:
        return Reason(rule, say("enemy units are in {where}", where=g.hex_name(cell)))
    if bar is Bar.ROADBLOCK:
        return Reason(rule, say("a roadblock bars {where}", where=g.hex_name(cell)))
    if bar in (Bar.AREA, Bar.ASTRAY):
        return areas.why_not(g, who.unit, cell)
    if bar is Bar.CONTROL and who.isolated:
        return Reason("EA-10.23c", "an isolated unit may not leave an enemy-controlled hex")
    if bar is Bar.WATER and travel.standing_bridge(g, river):
        return Reason("EA-4.12", "another unit has used this bridge: the rest must wade, from next to it")
    if bar in (Bar.TOWN, Bar.ENEMY_BRIDGE) and who.isolated:
        return Reason(rule, "an isolated unit may not enter an enemy town or cross an enemy bridge")
    if bar is Bar.WALL and who.isolated:
        return Reason(rule, "an isolated Allied unit may not enter an empty Westwall hex")
    if rule == "EA-9.81c":
        return Reason(rule, _OFF_PATH[bar])
    return Reason(rule, _SENTENCES[rule])


#: What is said by rule, where the rule says it all.
_SENTENCES = {
    "EA-7.1b": phrase("not straight from one enemy-controlled hex to another"),
    "EA-7.31a": phrase("an unbridged river is crossed only at the beginning of a move"),
    "EA-7.31b": phrase("a unit has crossed this hexside in this impulse"),
    "EA-7.32b": phrase("a unit has crossed this bridge into the enemy-controlled hex in this impulse"),
    "EA-7.33b": phrase("the bridge was blown in this unit's way: it goes elsewhere or stops"),
    "EA-7.5b": phrase("strategic movement keeps to roads"),
    "EA-7.5c": phrase("strategic movement keeps away from enemy units"),
    "EA-7.5d": phrase("strategic movement enters no enemy town and crosses no enemy bridge"),
    "EA-7.5e": phrase("strategic movement does not enter the Westwall"),
    "EA-7.5f": phrase("strategic movement keeps away from roadblocks"),
    "EA-7.5g": phrase("strategic movement goes no farther west than the army's westernmost unit"),
    "EA-7.5h": phrase("strategic movement does not enter the edge of the map"),
    "EA-9.71a": phrase("an empty enemy town is closed to retreats"),
    "EA-9.71b": phrase("the Westwall is closed to Allied retreats unless an Allied unit is there"),
    "EA-9.82b": phrase("one unit only goes by a bridge into an enemy-controlled hex in a combat"),
    "EA-9.82e": phrase("one unit only crosses a hexside without a bridge in a combat"),
}
_OFF_PATH = {
    Bar.WATER: phrase("off the path of retreat no river without a bridge is crossed"),
    Bar.DEEP_FOREST: phrase("off the path of retreat forest is entered by road only"),
    Bar.CONTROL: phrase("off the path of retreat nobody goes from one enemy-controlled hex to another"),
}
