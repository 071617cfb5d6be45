"""What a player asks of an area: its roads with what they cost, bridges, who controls it, artillery, room, points."""

from __future__ import annotations

from ardennes.board.areas import Link
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import listed, say
from ardennes.parts.eye import inspection
from ardennes.parts.eye.scenery import Fact
from ardennes.titles.tigers_in_the_mist.box.map import MAJOR
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import step_cost
from ardennes.titles.tigers_in_the_mist.state import State, own


def inspect(sight: Sight, place: int) -> list[Fact]:
    """All of it, what is asked most first."""
    g = own(sight.state)
    box = g.box
    found = []
    if box.map.all_areas >> place & 1:
        if g.contested(place):
            found.append(Fact(say("Both sides have units here"), rule="TM-12.22a"))
        else:
            held = say("German control") if g.control >> place & 1 else say("Allied control")
            found.append(Fact(held, rule="TM-12.22a"))
    found += entering(g, place, inspection.picked(sight))
    found += roads(g, place)
    if box.map.all_areas >> place & 1:
        found.append(artillery(g, place))
        found.append(room(g, place))
    reached = [supply.supplied_places(g, side)[1] for side in (Side.GERMAN, Side.ALLIED)]
    return [*found, inspection.supply(reached[0], reached[1], place, "TM-13.11")]


def entering(g: State, place: int, units: list[int]) -> list[Fact]:
    """8.33, 8.36 What the step from the area of the unit that is taken up costs."""
    if not units or not g.on_map(units[0]):
        return []
    here = g.place[units[0]]
    side = Side.GERMAN if units[0] in g.box.units.of[Side.GERMAN] else Side.ALLIED
    steps = [step_cost(g, side, here, link) for link in g.box.map.links[here] if link.to == place]
    if not steps:
        return []
    name = g.box.map.names[here]
    return [Fact(say("From {name}: {points} MP", name=name, points=min(steps)), rule="TM-8.33a")]


def roads(g: State, place: int) -> list[Fact]:
    """3.2, 8.33 Where its roads lead, the good ones first, and the bridges on them."""
    board, costs = g.box.map, g.box.tables.movement
    links = board.links[place]

    def names(chosen: list[Link]) -> str:
        return listed([board.names[link.to] for link in chosen])

    found = []
    major, minor = [one for one in links if one.kind == MAJOR], [one for one in links if one.kind != MAJOR]
    if major:
        text = say("Major roads ({points} MP): {names}", points=costs.major, names=names(major))
        found.append(Fact(text, rule="TM-8.33a"))
    if minor:
        text = say("Minor roads ({points} MP): {names}", points=costs.minor, names=names(minor))
        found.append(Fact(text, rule="TM-8.33b"))
    wet = [link for link in links if link.crossing >= 0]
    down = [link for link in wet if link.crossing_bit & g.blown]
    standing = [link for link in wet if not link.crossing_bit & g.blown]
    if standing:
        found.append(Fact(say("Bridges: {names}", names=names(standing))))
    if down:
        text = say("Bridges down ({points} MP): {names}", points=costs.unbridged, names=names(down))
        found.append(Fact(text, rule="TM-8.33c"))
    if (g.occupied[0] | g.occupied[1]) >> place & 1 and board.all_areas >> place & 1:
        found.append(
            Fact(say("To enter: {points} MP more, units are here", points=costs.enter_occupied), rule="TM-8.36a")
        )
    return found


def artillery(g: State, place: int) -> Fact:
    """9.43 - 9.45 What an artillery call needs in this area."""
    calls = g.box.tables.artillery
    german = calls.german_front_line if g.box.map.front_line >> place & 1 else calls.german_elsewhere
    text = say("Artillery answers Germans on 1-{german}, Allies on 1-{allied}", german=german, allied=calls.allied)
    return Fact(text, rule="TM-9.43")


def room(g: State, place: int) -> Fact:
    """7.1 What either side could still bring."""
    limits = g.box.tables.limits
    told = []
    for side in (Side.GERMAN, Side.ALLIED):
        here = [unit for unit in g.box.units.of[side] if g.place[unit] == place]
        if here:
            points = sum(g.strength[unit] for unit in here)
            told.append(
                say(
                    "{side} {units} of {most} units, {points} of {strength} strength points",
                    side=side,
                    units=len(here),
                    most=limits.units,
                    points=points,
                    strength=limits.strength,
                )
            )
    return Fact("; ".join(told) or say("Nobody is here"), rule="TM-7.1a")
