"""12.0 Victory Determination, and how each scenario is won."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Outcome, Side
from ardennes.titles.tigers_in_the_mist.box.components import Band
from ardennes.titles.tigers_in_the_mist.events import (
    ControlChanged,
    GameOver,
    PointsScored,
    ThreeDaysScored,
    ZonesScored,
)
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import State

# ---- 12.2 control ------------------------------------------------------------------------------------------


def update_control(g: State) -> None:
    """12.22 At the end of a player impulse, and after attrition, a side alone in an area takes control of it."""
    german, allied = g.occupied
    areas = g.box.map.all_areas
    to_german = german & ~allied & areas & ~g.control
    to_allied = allied & ~german & areas & g.control
    g.control = (g.control | to_german) & ~to_allied
    for side, changed in ((Side.GERMAN, to_german), (Side.ALLIED, to_allied)):
        if changed:
            g.tell(ControlChanged, side, tuple(cells(changed)))


def controller(g: State, area: int) -> Side:
    """12.22 Who controls an area."""
    return Side.GERMAN if g.control >> area & 1 else Side.ALLIED


# ---- 12.1, 12.2 points -------------------------------------------------------------------------------------


def area_points(g: State) -> list[tuple[int, int]]:
    """12.21 The VP areas that pay the German now, with their value.

    With the published errata in force, an area pays only if German units in it, if any, include one in supply.
    """
    paying = [(area, value) for area, value in g.box.map.vp.items() if g.control >> area & 1]
    if g.box.errata:
        paying = [(area, value) for area, value in paying if _held_in_supply(g, area)]
    return [(area, value) for area, value in paying if g.box.inside >> area & 1]


def _held_in_supply(g: State, area: int) -> bool:
    units = g.units_at(area, Side.GERMAN)
    return not units or any(supply.in_supply(g, unit) for unit in units)


def zone_points(g: State) -> list[tuple[int, int]]:
    """12.23, 12.24 German strength in supply in each VP zone, times its multiplier."""
    scored = []
    for zone, factor in g.box.map.multiplier.items():
        units = [unit for unit in g.units_at(zone, Side.GERMAN) if supply.in_supply(g, unit)]
        if units:
            scored.append((zone, factor * sum(g.strength[unit] for unit in units)))
    return scored


def score_turn(g: State) -> None:
    """12.11 Area VPs at the end of a turn."""
    if g.box.scenario.victory != "points":
        return
    supply.determine(g)
    areas = area_points(g)
    g.vp += sum(value for _, value in areas)
    g.tell(PointsScored, g.day, tuple(areas), g.vp)


def score_zones(g: State) -> None:
    """3.28, 12.23 Zone VPs, counted once, when the game ends."""
    supply.determine(g)
    zones = zone_points(g)
    g.vp += sum(value for _, value in zones)
    g.tell(ZonesScored, tuple(zones), g.vp)


class VictoryPhase(Automatic[State], frozen=True):
    """6.0 IX Victory points at the end of a turn."""

    rule: ClassVar[str] = "TM-12.11"

    def run(self, g: State) -> None:
        g.pop()
        score_turn(g)
        box = g.box
        if g.day == box.last_day and box.scenario.last_phase == "turn":
            end_game(g)


# ---- the scenarios -----------------------------------------------------------------------------------------


def end_game(g: State) -> None:
    """Take the final score and name the winner."""
    kind = g.box.scenario.victory
    if kind == "towns":
        level = town_level(g)
        score = 0
    else:
        if kind == "three_days":
            score_three_days(g)
        score_zones(g)
        score = g.vp
        level = points_level(g.box.scenario.bands, score - int(g.box.options["handicap"]))
    g.tell(GameOver, level, score)
    g.finish(Outcome(winner_of(level), level, score))


def points_level(bands: list[Band], points: int) -> str:
    """The level of victory for a total of VPs."""
    return next((band.level for band in bands if points >= band.from_), bands[-1].level)


def winner_of(level: str) -> Side | None:
    """The side a level of victory names."""
    return next((side for side in (Side.GERMAN, Side.ALLIED) if level.startswith(str(side))), None)


def score_three_days(g: State) -> None:
    """Scenario 3: 2 VP for each town held alone, 1 for each contested, 3 for each hole in the Allied line."""
    german, allied = g.occupied
    towns = []
    for town in g.box.scenario.towns:
        if german >> town & 1:
            towns.append((town, 1 if allied >> town & 1 else 2))
    holes = count_holes(g)
    g.vp += sum(value for _, value in towns) + 3 * holes
    g.tell(ThreeDaysScored, tuple(towns), holes, g.vp)


def count_holes(g: State) -> int:
    """Scenario 3: the most routes free of Allied units from zones A-C to D-K that share no area and no exit zone."""
    board = g.box.map
    exits = board_of(board.multiplier) & ~g.occupied[Side.ALLIED]
    free = board.all_areas & ~g.occupied[Side.ALLIED]
    return board.disjoint_routes(g.box.sources[Side.GERMAN], exits, free)


def town_level(g: State) -> str:
    """Scenario 1: the result by what the Germans have of Luxembourg and Mersch."""
    states = sorted((_town_state(g, town) for town in g.box.scenario.towns), reverse=True)
    return {
        (2, 2): "German Decisive",
        (2, 1): "German Tactical",
        (1, 1): "Draw",
        (1, 0): "Allied Tactical",
        (0, 0): "Allied Decisive",
        (2, 0): "Both sides lose",
    }[states[0], states[1]]


def _town_state(g: State, town: int) -> int:
    """2 controlled by the Germans, 1 contested, 0 neither."""
    if g.control >> town & 1:
        return 2
    return int(g.contested(town))
