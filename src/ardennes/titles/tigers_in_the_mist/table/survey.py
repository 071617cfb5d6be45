"""The table as text: sectors from north to south, a line for every place worth mentioning."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.title import Survey
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTERED, ENTRENCHED, FOOT_PACE, State, own
from ardennes.titles.tigers_in_the_mist.table.words import clock

#: The letters that stand for the five types in a line, from foot to engineer.
LETTERS = ("f", "t", "m", "A", "E")


def headline(sight: Sight) -> str:
    """Date, score and what is left of the game, in one line."""
    g = own(sight.state)
    box = g.box
    text = say("December {clock}", clock=clock(sight)) + f"   {_score(g)}"
    if g.special.area:
        text += "   " + say("Special Forces in {area}", area=box.map.names[g.special.area])
    return text + "   " + say("ends {ends}", ends=box.scenario.ends)


def _score(g: State) -> str:
    """How the scenario stands."""
    scenario = g.box.scenario
    if scenario.victory != "towns":
        return say("German VP {vp}", vp=g.vp)
    states = {True: phrase("contested"), False: phrase("Allied")}
    held = [phrase("German") if g.control >> town & 1 else states[g.contested(town)] for town in scenario.towns]
    towns = [g.box.map.names[town] for town in scenario.towns]
    return ", ".join(say("{town} {state}", town=town, state=state) for town, state in zip(towns, held, strict=True))


def unit_text(g: State, unit: int) -> str:
    """A counter in short: designation, type letter and strength, with its markers."""
    status = g.status[unit]
    marks = "".join(
        mark for flag, mark in ((ENTRENCHED, "^"), (FOOT_PACE, "~"), (ENTERED, "!"), (DONE, "'")) if status & flag
    )
    if not supply.in_supply(g, unit):
        marks += "?"
    row = g.box.units.rows[unit]
    return f"{row.name} {LETTERS[g.box.units.type[unit]]}{g.strength[unit]}{marks}"


LEGEND = phrase(
    "A armor, E engineer, m mechanized, t motorized, f foot; ^ entrenched, ' done for the day, ! must attack, "
    "~ on foot, ? out of supply; * German control, # front line, 2VP victory points, x blown bridge"
)


def survey(sight: Sight) -> Survey:
    """Every sector with lines of (place, German units, Allied units)."""
    g = own(sight.state)
    board = g.box.map
    sectors: dict[str, list[tuple[str, str, str]]] = {}
    for row in board.areas:
        if g.box.inside >> row.number & 1 and _mentioned(g, row.number):
            sectors.setdefault(row.sector, []).append(_line(g, row.number, _area_text(g, row.number)))
    held = (g.occupied[0] | g.occupied[1]) & board.all_zones
    zones = cells(held)
    if zones:
        sectors[phrase("Perimeter zones")] = [_line(g, zone, board.names[zone]) for zone in zones]
    return Survey(list(sectors.items()), LEGEND)


def _mentioned(g: State, area: int) -> bool:
    held = (g.occupied[0] | g.occupied[1]) >> area & 1
    flipped = bool(g.control >> area & 1) != (g.box.map.areas[area - 1].control == "German")
    return bool(held) or area in g.box.map.vp or flipped


def _area_text(g: State, area: int) -> str:
    board = g.box.map
    row = board.areas[area - 1]
    text = f"{area:3} {row.name}"
    if g.control >> area & 1:
        text += "*"
    if row.front_line:
        text += "#"
    if row.vp:
        text += f" {row.vp}" + say("VP")
    blown = [board.crossings[bridge] for bridge in cells(board.crossings_at[area] & g.blown)]
    if blown:
        text += " x" + ",".join(str(a if b == area else b) for a, b in blown)
    return text


def _line(g: State, place: int, text: str) -> tuple[str, str, str]:
    german, allied = (
        ", ".join(unit_text(g, unit) for unit in g.units_at(place, side)) for side in (Side.GERMAN, Side.ALLIED)
    )
    return text, german, allied
