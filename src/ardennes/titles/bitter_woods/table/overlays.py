"""What can be laid over the map: zones of control, supply, the sectors of the German armies, leaders."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight, Unknown
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Shading, two_sided
from ardennes.titles.bitter_woods.rules import dumps, leaders, supply
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State, own


def shade(sight: Sight, overlay: str) -> Shading:
    """One overlay, worked out."""
    if overlay not in _SHADINGS:
        raise Unknown("overlay", overlay, list(_SHADINGS))
    return _SHADINGS[overlay](own(sight.state))


def _shade_zones(g: State) -> Shading:
    """7.0 The zones of control of both sides."""
    legend = {"german": "German zone of control", "allied": "Allied zone of control", "both": "in both"}
    return Shading("zones", two_sided(zone(g, Side.GERMAN), zone(g, Side.ALLIED)), {}, legend)


def _shade_supply(g: State) -> Shading:
    """12.2 Where a unit of each side would be in supply on the position as it stands."""
    boards = [supply.supplied(g, side) for side in (Side.GERMAN, Side.ALLIED)]
    if g.turn <= g.box.german_supply_until:
        boards[Side.GERMAN] = g.box.map.grid.board
    boards[Side.ALLIED] |= g.dropped
    legend = {"german": "German supply", "allied": "Allied supply", "both": "both sides are supplied here"}
    return Shading("supply", two_sided(*boards), {}, legend)


def _shade_sectors(g: State) -> Shading:
    """5.4 Where the mechanized units of the German armies may go."""
    if g.turn > g.box.boundaries_until:
        return Shading("sectors", {}, {}, {"low": phrase("the boundaries are lifted")})
    places: dict[int, str] = {}
    for tint, army in (("low", "6PA"), ("medium", "5PA"), ("high", "7A")):
        for cell in cells(g.box.map.areas[army]):
            places[cell] = tint
    legend = {"low": "6th Panzer Army", "medium": "5th Panzer Army", "high": "7th Army"}
    return Shading("sectors", places, {}, legend)


def _shade_leaders(g: State) -> Shading:
    """24.2 The range of every leader who can still affect a battle in this player turn, with his name."""
    boards = [0, 0]
    notes: dict[int, str] = {}
    for side in (Side.GERMAN, Side.ALLIED):
        for leader in leaders.on_map(g, side):
            left = leaders.influence_left(g, leader)
            for cell in cells(leaders.reach(g, leader)) if left > 0 else ():
                boards[side] |= 1 << cell
                text = say("{leader} ({left} left)", leader=g.name(leader), left=left)
                notes[cell] = f"{notes[cell]}, {text}" if cell in notes else text
    legend = {"german": "in the range of a German leader", "allied": "of an Allied leader", "both": "of both"}
    return Shading("leaders", two_sided(*boards), notes, legend)


def _shade_dumps(g: State) -> Shading:
    """25.1 Where a fuel dump may still lie, with the chance of each hex as the Germans know it."""
    places: dict[int, str] = {}
    notes: dict[int, str] = {}
    open_hexes = dumps.suspected(g)
    for name, sites in zip(g.box.matrix.names, g.box.matrix.sites, strict=True):
        left = {cell: weight for cell, weight in sites.items() if open_hexes >> cell & 1}
        for cell, weight in left.items():
            share = weight / sum(left.values())
            places[cell] = "high" if share >= 0.2 else "medium" if share >= 0.1 else "low"
            notes[cell] = say("the dump of {name}: {share}", name=name, share=f"{share:.0%}")
    legend = {"low": "under 10 %", "medium": "10 to 20 %", "high": "20 % and more"}
    return Shading("dumps", places, notes, legend)


_SHADINGS: dict[str, Callable[[State], Shading]] = {
    "zones": _shade_zones,
    "supply": _shade_supply,
    "sectors": _shade_sectors,
    "leaders": _shade_leaders,
    "dumps": _shade_dumps,
}
