"""29.0, 38.0 What events change elsewhere in the rules, each asked at its own place."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung
from ardennes.titles.bitter_woods.box import EDGES, WAITING
from ardennes.titles.bitter_woods.events import AircraftLost
from ardennes.titles.bitter_woods.state import State


def allowance(g: State, unit: int, points: int) -> int:
    """38.1, 38.2 A unit's movement allowance after Bayerlein's detour, fear of commandos, and the fires at Liège."""
    units = g.box.units
    if g.event17:
        if (fate := g.fate("bayerlein")) and fate.units >> unit & 1:
            return min(points, fate.number)
        if (fate := g.fate("hysteria")) and fate.units >> unit & 1:
            return -(-points // fate.number)
    if g.event19 and unit >= units.first_allied and units.mechanized[unit] and (fate := g.fate("fuel_shortage")):
        return points if fate.units >> unit & 1 else min(points, fate.number)
    return points


def trouble(g: State) -> int:
    """29.1, 29.4 The hexes where an Allied unit takes a die before it goes on: a single company, or commandos."""
    several = {cell for cell in g.companies if g.companies.count(cell) > 1}
    return board_of(cell for cell in g.companies if cell not in several) | g.deceived


# ---- reinforcements ----------------------------------------------------------------------------------------


def cancelled(g: State, unit: int) -> str:
    """38.2 The rule by which a reinforcement never comes; empty if it does."""
    if g.place[unit] != WAITING:
        return ""
    german = unit < g.box.units.first_allied
    for fate in g.box.fates["19AM"][g.event19]:
        if g.due[unit] <= fate.since or g.called >> unit & 1:
            continue
        if fate.key == "russians" and german:
            return fate.rule
        if fate.key in ("spaetlese", "spaetlese_late") and (german or _from_the_north(g, unit)):
            return fate.rule
    return ""


def _from_the_north(g: State, unit: int) -> bool:
    """Whether a unit is an American reinforcement by the northern edge."""
    north = EDGES[g.box.entry_edge[unit]] == "north"
    return north and g.box.units.rows[unit].service == "American"


def call_up(g: State, units: list[int]) -> None:
    """29.6, 38.1, 38.2 Units may enter from this turn on."""
    due = bytearray(g.due)
    for unit in units:
        if g.place[unit] == WAITING:
            due[unit] = g.turn
    g.due = bytes(due)


# ---- aircraft and artillery --------------------------------------------------------------------------------


def limit_aircraft(g: State) -> None:
    """29.5, 38.2 The aircraft of a new game-turn, less those that events take away."""
    if g.event19:
        for key in ("spaetlese", "spaetlese_late"):
            if g.turn >= g.box.fewer_aircraft_from and (fate := g.fate(key)):
                g.air[Side.ALLIED] = max(g.air[Side.ALLIED] - fate.number, 0)
        if (fate := g.fate("russians")) and g.turn > fate.since:
            g.air[Side.GERMAN] = 0
    for side in (Side.GERMAN, Side.ALLIED):
        pay_aircraft(g, side)


def pay_aircraft(g: State, side: Side) -> None:
    """29.5 Aircraft that are owed go as soon as they are there."""
    lost = min(g.air[side], g.air_debt[side])
    if g.air_debt[side]:
        g.air[side] -= lost
        g.air_debt[side] -= lost
        g.tell(AircraftLost, side, lost, g.air_debt[side])


def reloaded(g: State, side: Side) -> int:
    """10.1, 38.2 The artillery that may fire again when the Allied player turn begins."""
    own, german = g.box.units.all_of[side], 0
    if g.event19:
        if g.fate("ammunition"):
            german = g.box.units.all_of[Side.GERMAN]
        if fate := g.fate("shell_shortage"):
            own &= fate.units
    return own | german


def fires_once(g: State, gun: int) -> bool:
    """10.1, 38.2 Whether an artillery unit fires once in a game-turn and not in each player turn."""
    if gun < g.box.units.first_allied:
        return not (g.event19 and g.fate("ammunition"))
    fate = g.fate("shell_shortage") if g.event19 else None
    return fate is not None and not fate.units >> gun & 1


# ---- bridges and reserves ----------------------------------------------------------------------------------


def _at_heiderscheid(g: State) -> bool:
    """38.1 Whether the bridge there stays as it is this turn."""
    return bool(g.event17) and g.fate("heiderscheid") is not None


#: 29.3, 38.1 The bridges that events keep the Allies from blowing.
HELD_BRIDGES = (
    Rung(
        "BW-29.3",
        "German commandos hold that bridge this turn",
        lambda g, side, left: left & g.guarded if side is Side.ALLIED else 0,
    ),
    Rung(
        "BW-38.1e",
        "the bridge of Heiderscheid cannot be blown on the 17th",
        lambda g, side, left: left & g.box.event_bridges if side is Side.ALLIED and _at_heiderscheid(g) else 0,
    ),
)


def engineers(g: State, side: Side) -> bool:
    """38.1 Whether the Allies may still blow a bridge without a die."""
    return side is Side.ALLIED and bool(g.event17) and not g.engineers_used and g.fate("engineers") is not None


def may_release(g: State, leader: int) -> bool:
    """38.1 Whether a leader may release reserves; Dietrich may not from 17AM to 18PM of event 5."""
    fate = g.fate("dietrich") if g.event17 else None
    return fate is None or not fate.units >> leader & 1


def modifier(g: State, units: tuple[int, ...]) -> int:
    """29.2 What the die of an attack with SS units has to add after the atrocities became known."""
    fate = g.fate("atrocities") if g.event18 else None
    rows = g.box.units.rows
    return fate.number if fate is not None and any([rows[unit].service == "SS" for unit in units]) else 0
