"""What entering hexes brings about, by movement, retreat or advance: control, bridges, Engineers, Delay, the Meuse."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ardennes.kernel import Side
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules import supply
from ardennes.titles.deadly_woods.rules.stacking import engineer_at
from ardennes.titles.deadly_woods.state import NOBODY, OUT, TRACK, State


def notable(g: State, side: Side) -> int:
    """The hexes where it matters that a unit of a side comes through, or for a bridge is next to one of them."""
    return marked(g, side) | (g.box.ground.ends(g.blown) if g.blown else 0)


def marked(g: State, side: Side) -> int:
    """The hexes where something happens as a unit of a side comes through."""
    box, board = g.box, 0
    if side is Side.GERMAN:
        board |= box.controllable & ~g.german
        if not g.st_vith:
            board |= 1 << box.st_vith
        if not g.meuse:
            board |= box.across_meuse
        if g.fuel == 0:
            board |= 1 << box.bullingen
    else:
        board |= g.german
        if g.on_map(box.delay):
            board |= 1 << g.place[box.delay]
    if g.trucks != NOBODY:
        board |= box.grid.within(1 << g.place[g.trucks], 1)
    return board


def down(g: State, before: int, cell: int) -> int | None:
    """10.6 The number of the destroyed bridge between two hexes, if there is one."""
    bridge = g.box.map.bridge(before, cell) if g.blown else None
    return None if bridge is None or not g.blown >> bridge.number & 1 else bridge.number


def brings(g: State, unit: int, path: Sequence[int]) -> tuple[int, ...]:
    """What following a path brings about, to tell paths apart: what is marked on it, bridges rebuilt, the trucks."""
    side = g.side_of(unit)
    board = marked(g, side)
    found = [cell for cell in path[1:] if board >> cell & 1]
    crossed = [bridge for pair in pairwise(path) if (bridge := down(g, *pair)) is not None]
    near = unit == g.trucks and any(g.next_to(Side.ALLIED, cell) for cell in path)
    return *sorted(found), -1, *sorted(crossed), -2 if near else -3


def go(g: State, unit: int, path: Sequence[int]) -> None:
    """Take a unit along a path of hexes, its own first, with all that follows from entering each of them."""
    side = g.side_of(unit)
    for before, cell in pairwise(path):
        _cross(g, side, before, cell)
        enter(g, unit, side, cell)
    g.put(unit, path[-1])
    watch_trucks(g, unit, path)


def enter(g: State, unit: int, side: Side, cell: int) -> None:
    """3.5, 6.3.1, 8.5, 8.6, 9.2.1, 10.6.4, 12.4.4 A unit enters a hex, to stay or to pass through."""
    box = g.box
    if box.controllable >> cell & 1 and not g.controls(side, cell):
        g.german ^= 1 << cell
        g.tell(events.HexTaken, side, cell)
    if side is Side.ALLIED:
        if g.place[box.delay] == cell and unit != box.delay:
            g.to_box(box.delay, "DW-6.3.1b")
        return
    engineer = engineer_at(g, cell)
    if engineer is not None:
        send_back(g, engineer, g.turn + box.numbers.assets.engineers_entered_return, "DW-12.4.4b")
    air = g.find_asset(AssetKind.AIR_SUPPLY)
    if g.asset[air] == cell:
        g.asset[air] = OUT
        g.tell(events.AssetGone, air, 0, "DW-8.6f")
    if cell == box.st_vith and not g.st_vith:
        g.st_vith = g.turn
    if not g.meuse and box.across_meuse >> cell & 1:
        cross_meuse(g)
    if g.fuel == 0 and unit == box.peiper and cell == box.bullingen:
        g.fuel = 1
        g.tell(events.FuelTaken, unit)


def cross_meuse(g: State) -> None:
    """10.6.4e The Germans move or attack over the Meuse: everything behind it is free."""
    if not g.meuse:
        g.meuse = 1
        g.tell(events.MeuseCrossed)


def send_back(g: State, asset: int, turn: int, rule: str) -> None:
    """12.4 An asset goes to the track, to be back on a turn."""
    g.asset[asset] = TRACK
    g.back[asset] = turn
    g.tell(events.AssetGone, asset, turn, rule)


def _cross(g: State, side: Side, before: int, cell: int) -> None:
    """10.6.2 Crossing a destroyed bridge rebuilds it; the Germans only one in each army area a turn."""
    bridge = down(g, before, cell)
    if bridge is None:
        return
    if side is Side.GERMAN:
        army = g.box.army_of(cell)
        if g.built >> army & 1:
            return
        g.built |= 1 << army
    g.blown ^= 1 << bridge
    g.tell(events.BridgeBuilt, bridge)


def watch_trucks(g: State, unit: int, path: Sequence[int]) -> None:
    """12.6c The Motorized marker goes the moment its unit and an Allied one are adjacent."""
    if g.trucks == NOBODY:
        return
    around, allies = g.box.grid.neighbours, g.occupied[Side.ALLIED]
    if unit == g.trucks:
        close = any(around[cell] & allies for cell in path)
    else:
        close = bool(around[g.place[g.trucks]] & allies)
        if unit >= g.box.units.first_allied:
            close |= any(around[g.place[g.trucks]] >> cell & 1 for cell in path)
    if close:
        supply.unload(g)
