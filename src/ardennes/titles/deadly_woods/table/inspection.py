"""What a player asks of a hex: ground, cost, battle, rivers, who holds it, zones, supply."""

from __future__ import annotations

from ardennes.atlas.sheet import sources
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import say
from ardennes.parts.eye import inspection
from ardennes.parts.eye.scenery import Fact
from ardennes.titles.deadly_woods.box.ground import INFANTRY_ROAD, MOTORIZED_ROAD
from ardennes.titles.deadly_woods.rules import supply
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State, own


def inspect(sight: Sight, place: int) -> list[Fact]:
    """All of it, what is asked most first."""
    g = own(sight.state)
    box = g.box
    found = [Fact(inspection.ground(box.map, place)), *costs(g, place, inspection.picked(sight)), *battle(g, place)]
    sides = box.ground.between(g.blown)
    found += inspection.rivers(box.map, place, lambda here, there: box.grid.has_side(sides.bridge, here, there))
    if box.controllable >> place & 1:
        found.append(Fact(say("Held by the Germans") if g.german >> place & 1 else say("Held by the Allies")))
    found += inspection.zones(zone(g, Side.GERMAN), zone(g, Side.ALLIED), place, "DW-7.1a")
    allied = supply.traceable(g, Side.ALLIED) | supply.from_the_air(g)
    return [
        *found,
        inspection.supply(supply.traceable(g, Side.GERMAN), allied, place, "DW-8.2a"),
        *sources(box.map, place),
    ]


def shown(halves: int) -> str:
    """Half points as players write them: 1 1/2."""
    whole, half = divmod(halves, 2)
    return f"{whole} 1/2" if whole and half else "1/2" if half else str(whole)


def _entry(classes: tuple[tuple[int, int], ...], cell: int) -> int | None:
    return next((cost for cost, board in classes if board >> cell & 1), None)


def costs(g: State, cell: int, units: list[int]) -> list[Fact]:
    """10.4 What entering costs, off road and by road; for the unit that is taken up, or for both kinds."""
    ground = g.box.ground
    road = bool(ground.road_hexes >> cell & 1)
    foot, motorized = _entry(ground.infantry_entry, cell), _entry(ground.motorized_entry, cell)
    if units and units[0] < len(g.place):
        fast = bool(g.box.units.motorized >> units[0] & 1)
        cost, rate = (motorized, MOTORIZED_ROAD) if fast else (foot, INFANTRY_ROAD)
        name = g.name(units[0])
        if cost is None:
            return [Fact(say("{unit} enters by road only", unit=name), rule="DW-10.4.1a")]
        told = [Fact(say("{unit} enters for {points} MP", unit=name, points=shown(cost)), rule="DW-10.4a")]
        return [*told, Fact(say("By road {rate} MP", rate=shown(rate)), rule="DW-10.4.1a")] if road else told
    told = [Fact(say("To enter: {points} MP on foot", points=shown(foot or 0)), rule="DW-10.4a")]
    if motorized is None:
        told.append(Fact(say("Motorized by road only"), rule="DW-10.4.1a"))
    else:
        told.append(Fact(say("Motorized: {points} MP", points=shown(motorized)), rule="DW-10.4a"))
    if road:
        told.append(Fact(say("By road {rate} MP, motorized", rate=shown(MOTORIZED_ROAD)), rule="DW-10.4.1a"))
    return told


def battle(g: State, cell: int) -> list[Fact]:
    """11.3.2 What the ground does for a defender."""
    ground = g.box.ground
    found = []
    if ground.shift_any >> cell & 1:
        found.append(Fact(say("Attacks here: one column left"), rule="DW-11.3.2m"))
    elif ground.shift_infantry >> cell & 1:
        found.append(Fact(say("Attacks on infantry here: one column left"), rule="DW-11.3.2l"))
    else:
        found.append(Fact(say("Attacks here: no shift for the ground")))
    if ground.westwall >> cell & 1:
        found.append(Fact(say("German infantry is doubled in the Westwall"), rule="DW-11.3.2k"))
    if ground.armor_ground >> cell & 1:
        found.append(Fact(say("Armor tells here"), rule="DW-11.3.2p"))
    if ground.stand >> cell & 1:
        found.append(Fact(say("Airborne units may stand here"), rule="DW-11.4.1a"))
    return found
