"""What decided a game that is over, line by line."""

from __future__ import annotations

from ardennes.kernel import Sight
from ardennes.kernel.words import listed, say
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.state import State, own


def verdict(sight: Sight) -> list[str]:
    """17.0 The points of a tournament game, or the towns, the Meuse, those who left the map, and the losses."""
    g = own(sight.state)
    if g.box.scenario.victory == "points":
        found = victory.points(g)
        told = listed(found) if found else say("none")
        return [
            say(
                "{count} of {needed} points needed: {points}",
                count=len(found),
                needed=victory.needed(g.box),
                points=told,
            )
        ]
    return [_towns(g), _meuse(g), *_losses(g)]


def _towns(g: State) -> str:
    towns = {"Bastogne": g.box.bastogne, "St. Vith": g.box.st_vith, "Marche": g.box.marche}
    held = [name for name, cell in towns.items() if victory.held(g, cell)]
    if not held:
        return say("Bastogne, St. Vith and Marche: no German unit in supply in any of them")
    return say("German units in supply in {towns}, of Bastogne, St. Vith and Marche", towns=listed(held))


def _meuse(g: State) -> str:
    across = len(victory.supplied_mechanized(g, victory.banks(g.box.map).across))
    near = len(victory.supplied_mechanized(g, victory.banks(g.box.map).near))
    return say(
        "Mechanized units in supply: {across} beyond the Meuse, {near} within a hex of it; {exits} left the map",
        across=across,
        near=near,
        exits=g.exits[0],
    )


def _losses(g: State) -> list[str]:
    german, allied = g.lost
    moved = victory.shift(g)
    if not moved:
        return []
    lost = say("{allied} Allied units and {german} German mechanized units lost", allied=allied, german=german)
    towards = say("one level towards the Allies") if moved > 0 else say("one level towards the Germans")
    return [f"{lost}: {towards}"]
