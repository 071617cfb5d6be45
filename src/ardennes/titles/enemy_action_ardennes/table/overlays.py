"""What can be laid over the map: control, supply, towns, army areas."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight, Unknown
from ardennes.kernel.words import say, several
from ardennes.parts.eye.scenery import Shading, two_sided
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES
from ardennes.titles.enemy_action_ardennes.rules import areas, supply
from ardennes.titles.enemy_action_ardennes.state import State, own


def shade(sight: Sight, overlay: str) -> Shading:
    """One overlay, worked out."""
    if overlay not in _SHADINGS:
        raise Unknown("overlay", overlay, list(_SHADINGS))
    return _SHADINGS[overlay](own(sight.state))


def _zones(g: State) -> Shading:
    """8.0 The hexes each side controls."""
    legend = {"german": "German control", "allied": "Allied control", "both": "in both"}
    return Shading("zones", two_sided(g.zone(Side.GERMAN), g.zone(Side.ALLIED)), {}, legend)


def _supply(g: State) -> Shading:
    """10.1 Where each side traces supply now; units feel it at the next check."""
    legend = {"german": "Germans trace supply", "allied": "Allies trace supply", "both": "both do"}
    places = two_sided(supply.traceable(g, Side.GERMAN), supply.traceable(g, Side.ALLIED))
    return Shading("supply", places, {}, legend)


def _towns(g: State) -> Shading:
    """12.1 Who owns the towns and cities, and what they count."""
    places = two_sided(g.towns_of(Side.GERMAN), g.towns_of(Side.ALLIED))
    notes = {cell: several("{number} point", "{number} points", worth) for cell, worth in g.box.worth.items() if worth}
    return Shading("towns", places, notes, {"german": "owned by the Germans", "allied": "owned by the Allies"})


def _armies(g: State) -> Shading:
    """7.61 The German army areas, while they bind."""
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    for tint, army in (("low", "6PA"), ("medium", "5PA"), ("high", "7A")):
        for cell in cells(g.box.army_areas[ARMIES.index(army)]):
            places[cell] = tint
            notes[cell] = army
    state = "they bind" if areas.boundaries(g) else "no boundary binds any more"
    legend = {"low": say("6th Panzer Army; {state}", state=state), "medium": "5th Panzer Army", "high": "7th Army"}
    return Shading("armies", places, notes, legend)


_SHADINGS: dict[str, Callable[[State], Shading]] = {
    "zones": _zones,
    "supply": _supply,
    "towns": _towns,
    "armies": _armies,
}
