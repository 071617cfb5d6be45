"""What entering hexes brings about, by movement, retreat or advance: towns, bridges, roadblocks, depots, the Meuse."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ardennes.kernel import Side
from ardennes.parts.rules import deck
from ardennes.parts.rules.deck import Place
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import victory
from ardennes.titles.enemy_action_ardennes.state import OUT, State


def go(g: State, unit: int, path: Sequence[int]) -> None:
    """Take a unit along a path of hexes, its own first, with all that follows from entering each of them.

    A German who reaches the Meuse may end the game (15.1c): nothing may be pushed after this without looking.
    """
    side = g.side_of(unit)
    for before, cell in pairwise(path):
        cross(g, side, before, cell)
        enter(g, unit, side, cell)
    g.put(unit, path[-1])
    if side is Side.GERMAN:
        victory.at_once(g)


def standing_bridge(g: State, side: int) -> bool:
    """12.2 Whether a river hexside has a bridge that can be used."""
    bridge = g.box.ground.bridge_of_side[side]
    return bool(g.built >> side & 1) or (bridge >= 0 and not g.blown >> bridge & 1)


def owner(g: State, side: int) -> Side:
    """12.2 Who owns the bridge of a river hexside."""
    bridge = g.box.ground.bridge_of_side[side]
    german = g.german_built >> side & 1 if bridge < 0 or g.built >> side & 1 else g.german_bridges >> bridge & 1
    return Side.GERMAN if german else Side.ALLIED


def take_bridge(g: State, side: Side, river: int) -> None:
    """12.2 A bridge changes hands."""
    if owner(g, river) is side:
        return
    bridge = g.box.ground.bridge_of_side[river]
    if g.built >> river & 1:
        g.german_built ^= 1 << river
    else:
        g.german_bridges ^= 1 << bridge
    g.tell(events.BridgeTaken, side, river)


def jams(g: State, side: Side) -> bool:
    """4.12 Whether German traffic jams on bridges today."""
    return side is Side.GERMAN and g.day == g.box.numbers.surprise.day


def cross(g: State, side: Side, before: int, cell: int) -> None:
    """4.12, 7.31b, 7.32b, 12.2c What crossing a river hexside uses up, and whose bridge it is then."""
    river = g.box.ground.river_side(before, cell)
    if river < 0:
        return
    bit = 1 << river
    if standing_bridge(g, river) and not (g.jammed & bit and jams(g, side)):
        take_bridge(g, side, river)
        if g.zone(side.enemy) >> cell & 1:
            g.squeezed |= bit
        if jams(g, side):
            g.jammed |= bit
    else:
        g.forded |= bit


def enter(g: State, unit: int, side: Side, cell: int) -> None:
    """7.9g, 10.42, 12.1, 14.1 A unit enters a hex, to stay or to pass through."""
    box, bit = g.box, 1 << cell
    if g.towns_of(side.enemy) & bit:
        g.german_towns ^= bit
        points = box.worth.get(cell, 0)
        g.tell(events.HexTaken, side, cell, points if side is Side.GERMAN else -points, "EA-14.1a")
    if box.ground.westwall & bit and bool(g.allied_wall & bit) is (side is Side.GERMAN):
        g.allied_wall ^= bit
        points = victory.westwall_points(g)
        g.tell(events.HexTaken, side, cell, points if side is Side.GERMAN else -points, "EA-14.1g")
    if side is Side.ALLIED:
        if g.roadblocks & bit:
            g.roadblocks ^= bit
            g.tell(events.Roadblock, cell, False)
        return
    if cell in box.depots and g.covered >> box.depots.index(cell) & 1:
        open_depot(g, box.depots.index(cell))
    if g.place[box.vdh] == cell and unit != box.vdh:
        g.take_off(box.vdh, OUT)
        g.relieved = True
        g.tell(events.Scored, "Von der Heydte is relieved", box.numbers.victory.vdh, "EA-14.1f")
    across = bool(box.ground.across_meuse & bit)
    if across or box.ground.beside_meuse & bit:
        g.at_meuse = True
    g.over_meuse |= across


def open_depot(g: State, depot: int) -> None:
    """10.42b A German unit enters a depot hex: the marker is turned over, and kept if there is fuel."""
    at = (g.covered & (1 << depot) - 1).bit_count()
    token = g.depots[Side.ALLIED][at]
    deck.move(g, token, Place("depots", Side.ALLIED), Place("opened"))
    g.covered &= ~(1 << depot)
    fuel = token < g.box.numbers.fuel.depots_with_fuel
    g.fuel += fuel
    g.tell(events.FuelFound, g.box.depots[depot], fuel)
