"""What decided a game that is over, line by line."""

from __future__ import annotations

from ardennes.kernel import Sight
from ardennes.kernel.words import listed, say
from ardennes.titles.tigers_in_the_mist.rules import victory
from ardennes.titles.tigers_in_the_mist.state import State, own


def verdict(sight: Sight) -> list[str]:
    """12.0 Who has the towns, or where the points of the last evening lie."""
    g = own(sight.state)
    kind, names = g.box.scenario.victory, g.box.map.names
    if kind == "towns":
        return [_town(g, town) for town in g.box.scenario.towns]
    if kind == "three_days":
        return [*_three_days(g), say("Open roads through the Allied line: {count}", count=victory.count_holes(g))]
    paying = [names[area] for area, _ in victory.area_points(g)]
    lines = [
        say("German at the end: {places}", places=listed(paying)) if paying else say("No town that counts is German")
    ]
    if across := sum(points for _, points in victory.zone_points(g)):
        lines.append(say("Strength beyond the western edge: {points} VP", points=across))
    return lines


def _town(g: State, town: int) -> str:
    name = g.box.map.names[town]
    contested = g.contested(town)
    if g.control >> town & 1:
        fought = say("{place}: German, though still fought for", place=name)
        return fought if contested else say("{place}: German", place=name)
    if contested:
        return say("{place}: both sides fight for it", place=name)
    return say("{place}: Allied, and no German unit is there", place=name)


def _three_days(g: State) -> list[str]:
    german, allied = g.occupied
    alone = [g.box.map.names[town] for town in g.box.scenario.towns if (german & ~allied) >> town & 1]
    shared = [g.box.map.names[town] for town in g.box.scenario.towns if (german & allied) >> town & 1]
    lines = [
        say("Held by Germans alone: {places}", places=listed(alone))
        if alone
        else say("No town is held by Germans alone")
    ]
    return [*lines, say("Fought for: {places}", places=listed(shared))] if shared else lines
