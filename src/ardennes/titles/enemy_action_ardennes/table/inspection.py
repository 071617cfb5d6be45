"""What a player asks of a hex: ground, cost, battle, rivers, who owns and controls it, points, supply."""

from __future__ import annotations

from ardennes.atlas.sheet import sources
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import say, several
from ardennes.parts.eye import inspection
from ardennes.parts.eye.scenery import Fact
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.state import State, own


def inspect(sight: Sight, place: int) -> list[Fact]:
    """All of it, what is asked most first."""
    g = own(sight.state)
    box = g.box
    found = [Fact(inspection.ground(box.map, place)), *costs(g, place, inspection.picked(sight)), *battle(g, place)]
    river = box.ground.between(g.blown, g.built).river
    found += inspection.rivers(box.map, place, lambda here, there: not box.grid.has_side(river, here, there))
    if box.ground.towns >> place & 1:
        german = bool(g.towns_of(Side.GERMAN) >> place & 1)
        found.append(Fact(say("Owned by the Germans") if german else say("Owned by the Allies"), rule="EA-12.1a"))
    if worth := box.worth.get(place):
        found.append(Fact(several("Worth {number} victory point", "Worth {number} victory points", worth)))
    found += inspection.zones(g.zone(Side.GERMAN), g.zone(Side.ALLIED), place, "EA-8.0a")
    boards = [supply.traceable(g, side) for side in (Side.GERMAN, Side.ALLIED)]
    return [*found, inspection.supply(boards[0], boards[1], place, "EA-10.1a"), *sources(box.map, place)]


def _entry(classes: tuple[tuple[int, int], ...], cell: int) -> int:
    return next((cost for cost, board in classes if board >> cell & 1), 0)


def costs(g: State, cell: int, units: list[int]) -> list[Fact]:
    """7.2 What entering off road costs; for the unit that is taken up, or for both kinds."""
    ground = g.box.ground
    foot, frozen = _entry(ground.infantry_entry, cell), _entry(ground.frozen_entry, cell)
    mechanized = frozen if g.played(Event.GROUND_FREEZE) else _entry(ground.mechanized_entry, cell)
    if units and units[0] < len(g.place):
        points = mechanized if g.box.units.mechanized >> units[0] & 1 else foot
        return [Fact(say("{unit} enters for {points} MP", unit=g.name(units[0]), points=points), rule="EA-7.2a")]
    text = say("To enter: {foot} MP on foot, {mechanized} MP mechanized", foot=foot, mechanized=mechanized)
    return [Fact(text, rule="EA-7.2a")]


def battle(g: State, cell: int) -> list[Fact]:
    """9.4, 9.5 What the ground does for a defender."""
    ground = g.box.ground
    found = []
    for boards, both, german in (
        (ground.doubled, say("Defence is doubled here"), say("German defence is doubled here")),
        (ground.fewer_hits, say("Defenders take one hit less"), say("German defenders take one hit less")),
    ):
        if boards[Side.ALLIED] >> cell & 1:
            found.append(Fact(both, rule="EA-9.5e" if boards is ground.fewer_hits else "EA-9.4a"))
        elif boards[Side.GERMAN] >> cell & 1:
            found.append(Fact(german, rule="EA-9.5e" if boards is ground.fewer_hits else "EA-9.4a"))
    if ground.no_flank >> cell & 1:
        found.append(Fact(say("No flank attacks"), rule="EA-9.4a"))
    return found or [Fact(say("Attacks here: nothing for the ground"))]
