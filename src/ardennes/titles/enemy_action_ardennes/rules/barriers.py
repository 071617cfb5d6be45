"""7.0 - 9.8 What keeps a unit out of a hex: a barrier for each rule, and the words in which it is told.

A barrier bars hexes, hexsides or hexes seen from where the unit stands. `entering` says which ones bind a unit by the
way it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.board.hexes import NO_SIDES, Sides, less
from ardennes.kernel import Side
from ardennes.kernel.words import phrase
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES
from ardennes.titles.enemy_action_ardennes.box.ground import Hexsides
from ardennes.titles.enemy_action_ardennes.rules import areas, supply, travel
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, State


class Bar(IntEnum):
    """What can keep a unit out of a hex, in the order in which it is told."""

    ENEMY = 0
    ROADBLOCK = 1
    AREA = 2
    STRAYED = 3
    LEASH = 4
    ISOLATED_TOWN = 5
    ISOLATED_WALL = 6
    TOWN = 7
    WALL = 8
    WHOLE_WALL = 9
    ENEMY_BESIDE = 10
    ROADBLOCK_BESIDE = 11
    MAP_EDGE = 12
    TOO_FAR_WEST = 13
    ASTRAY = 14
    BLOWN_BEFORE_IT = 15
    JAMMED = 16
    WATER = 17
    DEEP_FOREST = 18
    ISOLATED_BRIDGE = 19
    ENEMY_BRIDGE = 20
    FULL_BRIDGE = 21
    FORDED = 22
    ISOLATED_IN_CONTROL = 23
    CONTROL = 24
    OFF_ROAD = 25


class Manner(NamedTuple):
    """A way of going: the barriers that bind in it, each with its rule; and what makes a unit stop."""

    name: str
    bars: Mapping[Bar, str]
    #: 7.1c Whether enemy control stops the unit; 7.9c whether a roadblock at the end of a road does.
    zones: bool = False
    roadblocks: bool = False
    #: Whether hexsides count as used up from move to move (7.31b, 7.32b) and not from advance to advance (9.82).
    march: bool = False


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


# ---- what stands over rivers -----------------------------------------------------------------------------


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


# ---- barriers: hexes ------------------------------------------------------------------------------------------------


def _enemy(g: State, who: Going) -> int:
    """7.1d Hexes with enemy units."""
    return g.occupied[who.side.enemy]


def _roadblock(g: State, who: Going) -> int:
    """7.9b Hexes with a roadblock, for Germans."""
    return g.roadblocks if who.side is Side.GERMAN else 0


def _area(g: State, who: Going) -> int:
    """7.61a, 7.61b Hexes beyond the army's boundary, for Germans on their own side of it."""
    inside = who.side is Side.GERMAN and not areas.outside(g, who.unit)
    return g.box.grid.board & ~areas.army_area(g, who.unit) if inside else 0


def _strayed(g: State, who: Going) -> int:
    """7.61d For a unit outside its army's area, hexes outside it that are no nearer."""
    outside = who.side is Side.GERMAN and areas.outside(g, who.unit)
    return g.box.grid.board & ~areas.nearer(g, who.unit) if outside else 0


def _leash(g: State, who: Going) -> int:
    """7.72a This side of the Meuse, for XXX Corps."""
    return g.box.grid.board & ~g.box.ground.across_meuse if areas.british_held(g, who.unit) else 0


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


# ---- barriers: hexsides ---------------------------------------------------------------------------------------------


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


def _jammed(g: State, who: Going) -> Sides:
    """4.12 Bridges that another unit has used today, which this one would have to wade beside."""
    if not travel.jams(g, who.side):
        return NO_SIDES
    return less(hexsides(g, who.side, who.party).river, g.box.ground.between(g.blown, g.built).river)


def _water(g: State, who: Going) -> Sides:
    """7.31a, 9.81c Rivers without a bridge."""
    return g.box.ground.between(g.blown, g.built).river


def _deep_forest(g: State, who: Going, here: int) -> int:
    """9.81c Forest that no road leads into from here."""
    return g.box.ground.forest & ~g.box.grid.through(1 << here, hexsides(g, who.side, who.party).road)


def _off_road(g: State, who: Going, here: int) -> int:
    """7.5b Hexes that no road leads into from here."""
    return g.box.grid.board & ~g.box.grid.through(1 << here, hexsides(g, who.side, who.party).road)


def _in_control(g: State, who: Going, here: int) -> int:
    """10.23c Out of enemy control, for an isolated unit that moves."""
    return g.box.grid.board if g.zone(who.side.enemy) >> here & 1 else 0


def _control(g: State, who: Going, here: int) -> int:
    """7.1b, 8.1a From enemy control into enemy control."""
    zone = g.zone(who.side.enemy)
    return zone if zone >> here & 1 else 0


HEXES: dict[Bar, Callable[[State, Going], int]] = {
    Bar.ENEMY: _enemy,
    Bar.ROADBLOCK: _roadblock,
    Bar.AREA: _area,
    Bar.STRAYED: _strayed,
    Bar.LEASH: _leash,
    Bar.ISOLATED_TOWN: _town,
    Bar.ISOLATED_WALL: _wall,
    Bar.TOWN: _town,
    Bar.WALL: _wall,
    Bar.WHOLE_WALL: _whole_wall,
    Bar.ENEMY_BESIDE: _enemy_beside,
    Bar.ROADBLOCK_BESIDE: _roadblock_beside,
    Bar.MAP_EDGE: _map_edge,
    Bar.TOO_FAR_WEST: _too_far_west,
}
SIDES: dict[Bar, Callable[[State, Going], Sides]] = {
    Bar.ASTRAY: _astray,
    Bar.BLOWN_BEFORE_IT: _shut,
    Bar.JAMMED: _jammed,
    Bar.WATER: _water,
    Bar.ISOLATED_BRIDGE: _enemy_bridge,
    Bar.ENEMY_BRIDGE: _enemy_bridge,
    Bar.FULL_BRIDGE: _full_bridge,
    Bar.FORDED: _forded,
}
FROM_HERE: dict[Bar, Callable[[State, Going, int], int]] = {
    Bar.DEEP_FOREST: _deep_forest,
    Bar.ISOLATED_IN_CONTROL: _in_control,
    Bar.CONTROL: _control,
    Bar.OFF_ROAD: _off_road,
}
#: Barriers about rivers without bridge: a march never wades but by its first step, so its search need not ask.
WADING = frozenset({Bar.FORDED, Bar.JAMMED, Bar.WATER})


def barred(g: State, who: Going, here: int, bar: Bar) -> int:
    """The hexes that a barrier keeps a unit out of: all it speaks of, or those next to where the unit stands."""
    if bar in HEXES:
        return HEXES[bar](g, who)
    if bar in SIDES:
        return g.box.grid.through(1 << here, SIDES[bar](g, who))
    return FROM_HERE[bar](g, who, here) & g.box.grid.neighbours[here]


# ---- what is said --------------------------------------------------------------------------------------------


_NOT_FROM_ISOLATION = phrase("an isolated unit may not leave an enemy-controlled hex")
#: What is said by barrier, or by barrier and rule where several rules have it.
_SENTENCES: dict[Bar | tuple[Bar, str], str] = {
    Bar.ENEMY: phrase("enemy units are in {where}"),
    Bar.ROADBLOCK: phrase("a roadblock bars {where}"),
    Bar.AREA: phrase("{where} is outside the area of {army}"),
    Bar.STRAYED: phrase("{unit} is outside its army's area and may only come nearer to it"),
    Bar.ASTRAY: phrase("{unit} is outside its army's area and may only come nearer to it"),
    Bar.LEASH: phrase("XXX Corps stays behind the Meuse until a German reaches it, or Dec 26"),
    Bar.ISOLATED_TOWN: phrase("an isolated unit may not enter an enemy town"),
    Bar.ISOLATED_WALL: phrase("an isolated Allied unit may not enter an empty Westwall hex"),
    Bar.ISOLATED_BRIDGE: phrase("an isolated unit may not cross an enemy bridge"),
    Bar.ISOLATED_IN_CONTROL: _NOT_FROM_ISOLATION,
    (Bar.TOWN, "EA-7.5d"): phrase("strategic movement enters no enemy town"),
    (Bar.TOWN, "EA-9.71a"): phrase("an empty enemy town is closed to retreats"),
    Bar.WALL: phrase("the Westwall is closed to Allied retreats unless an Allied unit is there"),
    Bar.WHOLE_WALL: phrase("strategic movement does not enter the Westwall"),
    Bar.ENEMY_BESIDE: phrase("strategic movement keeps away from enemy units"),
    Bar.ROADBLOCK_BESIDE: phrase("strategic movement keeps away from roadblocks"),
    Bar.MAP_EDGE: phrase("strategic movement does not enter the edge of the map"),
    Bar.TOO_FAR_WEST: phrase("strategic movement goes no farther west than the army's westernmost unit"),
    Bar.BLOWN_BEFORE_IT: phrase("the bridge was blown in this unit's way: it goes elsewhere or stops"),
    Bar.JAMMED: phrase("another unit has used this bridge: the rest must wade, from next to it"),
    (Bar.WATER, "EA-7.31a"): phrase("an unbridged river is crossed only at the beginning of a move"),
    (Bar.WATER, "EA-7.5b"): phrase("strategic movement keeps to roads"),
    (Bar.WATER, "EA-9.81c"): phrase("off the path of retreat no river without a bridge is crossed"),
    Bar.DEEP_FOREST: phrase("off the path of retreat forest is entered by road only"),
    Bar.ENEMY_BRIDGE: phrase("strategic movement crosses no enemy bridge"),
    (Bar.FULL_BRIDGE, "EA-7.32b"): phrase(
        "a unit has crossed this bridge into the enemy-controlled hex in this impulse"
    ),
    (Bar.FULL_BRIDGE, "EA-9.82b"): phrase("one unit only goes by a bridge into an enemy-controlled hex in a combat"),
    (Bar.FORDED, "EA-7.31b"): phrase("a unit has crossed this hexside in this impulse"),
    (Bar.FORDED, "EA-9.82e"): phrase("one unit only crosses a hexside without a bridge in a combat"),
    (Bar.CONTROL, "EA-7.1b"): phrase("not straight from one enemy-controlled hex to another"),
    (Bar.CONTROL, "EA-9.81c"): phrase("off the path of retreat nobody goes from one enemy-controlled hex to another"),
    Bar.OFF_ROAD: phrase("strategic movement keeps to roads"),
}


def sentence(bar: Bar, rule: str) -> str:
    """What a barrier says by a rule."""
    return _SENTENCES[bar] if bar in _SENTENCES else _SENTENCES[bar, rule]


def facts(g: State, who: Going, cell: int) -> dict[str, object]:
    """What its sentence may name."""
    army = ARMIES[g.box.units.army[who.unit]]
    return {"where": g.hex_name(cell), "unit": g.name(who.unit), "army": army}
