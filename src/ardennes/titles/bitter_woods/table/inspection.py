"""What a player asks of a hex: ground, cost, battle, rivers, zones, supply, what it is worth."""

from __future__ import annotations

from ardennes.atlas.sheet import sources
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import say
from ardennes.parts.eye import inspection
from ardennes.parts.eye.scenery import Fact
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.rules.victory import objective_hexes
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State, own


def inspect(sight: Sight, place: int) -> list[Fact]:
    """All of it, what is asked most first."""
    g = own(sight.state)
    ground = g.box.ground
    found = [Fact(inspection.ground(g.box.map, place)), *costs(g, place, inspection.picked(sight)), *battle(g, place)]

    def standing(here: int, there: int) -> bool:
        around = ground.around(here, g.blown)
        return not (around.river | around.meuse) >> there & 1

    found += inspection.rivers(g.box.map, place, standing)
    if objective_hexes(g.box) >> place & 1:
        found.append(Fact(say("Counts for victory"), rule="BW-17a"))
    found += inspection.zones(zone(g, Side.GERMAN), zone(g, Side.ALLIED), place, "BW-7.1a")
    boards = [supply.supplied(g, side) for side in (Side.GERMAN, Side.ALLIED)]
    if g.turn <= g.box.german_supply_until:
        boards[Side.GERMAN] = g.box.map.grid.board
    return [
        *found,
        inspection.supply(boards[Side.GERMAN], boards[Side.ALLIED] | g.dropped, place, "BW-12.2a"),
        *sources(g.box.map, place),
    ]


def costs(g: State, cell: int, units: list[int]) -> list[Fact]:
    """5.3 What entering costs, off road and by road; for the unit that is taken up, or for both kinds."""
    ground = g.box.ground
    by_road = bool(ground.road_to(cell))
    if units:
        number = g.box.units.profile[units[0]]
        profile = ground.profiles[number]
        points = ground.price(cell, profile.foot, g.ground)
        if profile.silhouette and ground.forest >> cell & 1:
            found = Fact(say("{unit} enters by road only", unit=g.name(units[0])), rule="BW-5.3g")
        else:
            found = Fact(say("{unit} enters for {points} MP", unit=g.name(units[0]), points=points))
        rate = ground.shown_cost(number, 1)
        return [found, Fact(say("By road {rate} MP", rate=rate), rule="BW-5.3a")] if by_road else [found]
    foot, mechanized = ground.price(cell, True, g.ground), ground.price(cell, False, g.ground)
    told = [Fact(say("To enter: {foot} MP on foot, {mechanized} MP mechanized", foot=foot, mechanized=mechanized))]
    if ground.forest >> cell & 1:
        told.append(Fact(say("Armor by road only"), rule="BW-5.3g"))
    if by_road:
        told.append(Fact(say("A road runs here"), rule="BW-5.3a"))
    return told


def battle(g: State, cell: int) -> list[Fact]:
    """9.4 What the ground does for a defender."""
    ground = g.box.ground
    if ground.doubled >> cell & 1:
        return [Fact(say("Defenders are doubled; across rivers one column left as well"), rule="BW-9.4f")]
    if ground.shifted >> cell & 1:
        rule = "BW-9.4b" if ground.forest >> cell & 1 else "BW-9.4d"
        return [Fact(say("Attacks here: one column left"), rule=rule)]
    return [Fact(say("Attacks here: no shift for the ground"))]
