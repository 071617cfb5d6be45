"""What can be laid over the map: zones of control, supply, army areas, leashes, entry areas."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight, Unknown
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Shading, two_sided
from ardennes.titles.deadly_woods.rules import areas, supply
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State, own


def shade(sight: Sight, overlay: str) -> Shading:
    """One overlay, worked out."""
    if overlay not in _SHADINGS:
        raise Unknown("overlay", overlay, list(_SHADINGS))
    return _SHADINGS[overlay](own(sight.state))


def _zones(g: State) -> Shading:
    """7.0 The zones of control of both sides."""
    legend = {"german": "German zone of control", "allied": "Allied zone of control", "both": "in both"}
    return Shading("zones", two_sided(zone(g, Side.GERMAN), zone(g, Side.ALLIED)), {}, legend)


def _supply(g: State) -> Shading:
    """8.2, 8.6 Where each side traces supply now; Germans feel it at the next Supply Check (8.1)."""
    air = supply.from_the_air(g)
    allied = supply.traceable(g, Side.ALLIED) | air
    places = two_sided(supply.traceable(g, Side.GERMAN), allied)
    notes = dict.fromkeys(cells(air), "supplied from the air, Americans only")
    legend = {
        "german": "Germans trace supply; it counts at the next Supply Check",
        "allied": "Allies trace supply",
        "both": "both do",
    }
    return Shading("supply", places, notes, legend)


def _armies(g: State) -> Shading:
    """9.0 The areas, and which of their lines still bind the Germans."""
    names = ("6th Panzer Army", "5th Panzer Army", "7th Army")
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    for tint, name, board in zip(("low", "medium", "high"), names, g.box.areas, strict=True):
        for cell in cells(board):
            places[cell], notes[cell] = tint, name
    for cell in cells(g.box.british_area):
        notes[cell] += "; British area"
        places[cell] = "allied"
    if not areas.divided(g):
        state = "no boundary binds any more"
    elif areas.northern_line_gone(g):
        state = "only the 7th Army's boundary binds"
    else:
        state = "boundaries bind until the end of turn 3"
    legend = {
        "low": say("6th Panzer Army; {state}", state=state),
        "medium": "5th Panzer Army",
        "high": "7th Army",
        "allied": "British",
    }
    return Shading("armies", places, notes, legend)


def _leashes(g: State) -> Shading:
    """9.4, 10.6.4 Where units stay that are bound now."""
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    bound = [
        leash
        for leash in g.box.leashes
        if any(g.on_map(unit) and areas.leash_of(g, unit) is leash for unit in cells(leash.units))
    ]
    tints = {"west_of_meuse": "low", "near_entry_j": "medium", "near_7th_army": "high"}
    for leash in bound:
        for cell in cells(leash.board):
            places[cell] = tints[leash.limit]
            notes[cell] = (
                f"{notes[cell]}, {leash.name}" if cell in notes else say("may go here: {leash}", leash=leash.name)
            )
    texts = {"low": "beyond the Meuse", "medium": "near entry area J", "high": "near the 7th Army"}
    legend = {tint: text for tint, text in texts.items() if tint in places.values()}
    return Shading("leashes", places, notes, legend or {"low": "nobody on the map is bound"})


def _entries(g: State) -> Shading:
    """2.2.1 Entry areas; one the enemy holds or controls is closed (14.8i)."""
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    for area in g.box.entry_areas:
        enemy = area.side.enemy
        closed = g.occupied[enemy] | zone(g, enemy)
        for cell in area.cells:
            shut = bool(closed >> cell & 1)
            places[cell] = "high" if shut else str(area.side).lower()
            notes[cell] = area.letter
    legend = {"german": "German entry", "allied": "Allied entry", "high": "closed by the enemy"}
    return Shading("entries", places, notes, legend)


_SHADINGS: dict[str, Callable[[State], Shading]] = {
    "zones": _zones,
    "supply": _supply,
    "armies": _armies,
    "leashes": _leashes,
    "entries": _entries,
}
