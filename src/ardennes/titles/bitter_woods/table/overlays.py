"""What can be laid over the map: zones of control, supply, the sectors of the German armies, leaders."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight, Unknown
from ardennes.parts.scenery import Shading, two_sided
from ardennes.titles.bitter_woods.rules import leaders, supply
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
        return Shading("sectors", {}, {}, {"low": "the boundaries are lifted"})
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
                text = f"{g.name(leader)} ({left} left)"
                notes[cell] = f"{notes[cell]}, {text}" if cell in notes else text
    legend = {"german": "in the range of a German leader", "allied": "of an Allied leader", "both": "of both"}
    return Shading("leaders", two_sided(*boards), notes, legend)


_SHADINGS: dict[str, Callable[[State], Shading]] = {
    "zones": _shade_zones,
    "supply": _shade_supply,
    "sectors": _shade_sectors,
    "leaders": _shade_leaders,
}
