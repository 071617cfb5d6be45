"""The table as text: sectors from north to south, a line for every hex worth mentioning."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import fixed, phrase, say
from ardennes.parts.title import Survey
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.rules import bridges, dumps, kampfgruppe, reinforcements, victory
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.state import State, own
from ardennes.titles.bitter_woods.table import happenings
from ardennes.titles.bitter_woods.table.words import clock

LEGEND = (
    "strength-ER-MA (leaders influence-range-MA); ' moved, ! fired, * in reserve, ? out of supply, % shocked, "
    "- reduced; # town, ^ improved position, [] fortification, x blown bridge, ~ interdicted, $ objective"
)
#: How many turns ahead reinforcements are shown.
AHEAD = 2


def headline(sight: Sight) -> str:
    """Date, aircraft, score and what is left of the game, in one line."""
    g = own(sight.state)
    german, allied = g.air
    text = say(
        "{clock}   {ground} ground   air {german}/{allied}   {score}",
        clock=clock(sight),
        ground=g.ground,
        german=german,
        allied=allied,
        score=_score(g),
    )
    return say("{text}   ends {last_turn}", text=text, last_turn=turns.name(g.box.last_turn))


def _score(g: State) -> str:
    german, allied = g.lost
    losses = say("lost G {german} A {allied}", german=german, allied=allied)
    if 0 < (gone := kampfgruppe.lost(g)) < len(g.box.battalions):  # 17.6
        losses += " " + say("(of Peiper's battalions {gone}: they count 2 when all are lost)", gone=gone)
    if g.box.scenario.victory == "points":
        return say(
            "German points {number}/{needed}   {losses}",
            number=len(victory.points(g)),
            needed=victory.needed(g.box),
            losses=losses,
        )
    return say("now {level}   {losses}", level=victory.LEVELS[victory.level(g)], losses=losses)


def unit_text(g: State, unit: int) -> str:
    """A counter in short: designation, values and markers."""
    carried = (g.reduced, g.moved, g.fired, g.reserve, g.unsupplied, g.shocked)
    marks = "".join(mark for marked, mark in zip(carried, "-'!*?%", strict=True) if marked >> unit & 1)
    return f"{g.name(unit)} {g.values(unit)}{marks}"


def survey(sight: Sight) -> Survey:
    """Every sector with lines of (hex, German units, Allied units)."""
    g = own(sight.state)
    shown = g.occupied[0] | g.occupied[1] | victory.objective_hexes(g.box) | g.forts | g.interdicted
    found = []
    areas = g.box.map.areas
    for name, board in (
        (phrase("Beyond the Meuse"), areas["west"]),
        (phrase("North"), areas["6PA"]),
        (phrase("Centre"), areas["5PA"]),
        (phrase("South"), areas["7A"]),
    ):
        here = shown & board
        shown &= ~board
        if here:
            found.append((name, [_line(g, cell) for cell in cells(here)]))
    if fuel := _fuel(g):
        found.append((phrase("Fuel dumps"), fuel))
    if happened := happenings.in_force(g):
        found.append(
            (
                phrase("Events"),
                [
                    (fixed(fate.name), fixed(fate.effect), say("until {until}", until=turns.name(fate.until)))
                    for fate in happened
                ],
            )
        )
    coming = _coming(g)
    return Survey([*found, (phrase("To come"), coming)] if coming else found, LEGEND)


def _fuel(g: State) -> list[tuple[str, str, str]]:
    """25 Fuel dumps as the side knows them: who has those that were found, and where others may lie."""
    if not g.box.fuel_dumps:
        return []
    found = [(g.hex_name(cell), "", say("hidden")) for cell in g.dumps[Side.ALLIED] if cell >= 0]
    for cell in cells(g.open_dumps):
        taken, burnt = g.taken_dumps >> cell & 1, g.burnt_dumps >> cell & 1
        held = say("burnt") if burnt else "" if taken else say("held")
        found.append((g.hex_name(cell), say("captured") if taken else "", held))
    guesses = cells(dumps.suspected(g))
    if guesses and not found:
        found.append((say("may lie in"), ", ".join(g.box.map.grid.number(cell) for cell in guesses), ""))
    return found


def _line(g: State, cell: int) -> tuple[str, str, str]:
    text = ", ".join(unit_text(g, unit) for unit in g.units_at(cell))
    place = _place_text(g, cell)
    return (place, text, "") if g.holds(Side.GERMAN, cell) else (place, "", text)


def _place_text(g: State, cell: int) -> str:
    grid = g.box.map.grid
    text = f"{grid.number(cell)} {g.box.map.name(cell)}".rstrip()
    if g.box.ground.town >> cell & 1:
        text += "#"
    if victory.objective_hexes(g.box) >> cell & 1:
        text += "$"
    if g.improved >> cell & 1:
        text += "^"
    if fortified(g, cell):
        text += "[]"
    if g.interdicted >> cell & 1:
        text += "~"
    down = [other for n in bridges.sites(g, cell) for other in bridges.ends(g, n) if other != cell]
    if down:
        text += " x" + ",".join(grid.number(other) for other in down)
    return text


def _coming(g: State) -> list[tuple[str, str, str]]:
    """Reinforcements due now or soon, by turn."""
    by_turn: dict[int, list[list[str]]] = {}
    for side in (Side.GERMAN, Side.ALLIED):
        for unit in reinforcements.off_map(g, side):
            when = max(g.due[unit], g.turn)
            if when <= g.turn + AHEAD:
                by_turn.setdefault(when, [[], []])[side].append(g.name(unit))
    ordered = sorted(by_turn.items())
    return [(turns.name(turn), ", ".join(german), ", ".join(allied)) for turn, (german, allied) in ordered]
