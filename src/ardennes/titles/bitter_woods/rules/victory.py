"""17.0 Victory Conditions, and the points of the tournament games."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import board_of, cells
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Outcome, Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.events import GameOver, LevelShifted, PointsCounted
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.state import State

#: 17.6 The levels from the best for the Germans to the best for the Allies.
LEVELS = (
    "German strategic victory",
    "German tactical victory",
    "Draw",
    "Allied tactical victory",
    "Allied strategic victory",
)
GERMAN_STRATEGIC, GERMAN_TACTICAL, DRAW, ALLIED_TACTICAL, ALLIED_STRATEGIC = range(5)


class Banks:
    """17.2, 17.3 The parts of the Meuse that count."""

    def __init__(self, hexmap: HexMap) -> None:
        grid, layout = hexmap.grid, hexmap.layout
        vireux, ramet = hexmap.place("Vireux"), hexmap.place("Ramet")
        line = layout.centre(vireux)[1]
        #: Beyond the Meuse and farther north than Vireux.
        self.across = hexmap.areas["west"] & board_of(cell for cell in grid.cells if layout.centre(cell)[1] < line)
        stretch = _stretch(hexmap, vireux, ramet)
        #: Within one hex of a Meuse hexside from Vireux down to Ramet.
        self.near = grid.within(stretch, 1)


def _stretch(hexmap: HexMap, first: int, last: int) -> int:
    """The hexes on both banks of the Meuse from one place downstream to another."""
    for row in hexmap.rows.sides:
        if row.kind == "meuse":
            pairs = hexmap.hexsides(row.path)
            begins = [n for n, pair in enumerate(pairs) if first in pair]
            ends = [n for n, pair in enumerate(pairs) if last in pair]
            if begins and ends:
                return board_of(cell for pair in pairs[max(begins) : min(ends) + 1] for cell in pair)
    raise ValueError("the Meuse does not run from Vireux to Ramet on this map")


@lru_cache(maxsize=8)
def banks(hexmap: HexMap) -> Banks:
    """Worked out once per map."""
    return Banks(hexmap)


# ---- 17.1 - 17.5 -------------------------------------------------------------------------------------------


def held(g: State, cell: int) -> bool:
    """Whether a supplied German unit is in a town."""
    return g.holds(Side.GERMAN, cell) and any(g.in_supply(unit) for unit in g.units_at(cell))


def towns_held(g: State) -> int:
    """How many of Bastogne, St. Vith and Marche hold a supplied German unit."""
    return sum(held(g, town) for town in towns(g.box))


def towns(box: Box) -> tuple[int, ...]:
    """17.1 Bastogne, St. Vith and Marche."""
    return box.bastogne, box.st_vith, box.marche


def exited_enough(g: State) -> bool:
    """17.1 The equivalent of a panzer corps has left the map."""
    numbers = g.box.tables.victory
    return g.exits[0] >= numbers.exits and g.exits[1] >= numbers.exits_armor


def strategic(g: State) -> bool:
    """17.1 Three towns held and a panzer corps off the map."""
    return exited_enough(g) and towns_held(g) == 3


def check_strategic(g: State) -> None:
    """17.1 The game ends the instant the Germans win a strategic victory."""
    if g.exits[0] and g.box.scenario.victory == "levels" and strategic(g):
        end_game(g)


def supplied_mechanized(g: State, board: int) -> list[int]:
    """The supplied German mechanized units in some hexes."""
    mechanized = g.box.units.mechanized
    found = [
        unit
        for cell in cells(board & g.occupied[Side.GERMAN])
        for unit in g.units_at(cell)
        if mechanized[unit] and g.in_supply(unit)
    ]
    return kampfgruppe.counted(g, found) if g.box.thirds else found


def level(g: State) -> int:
    """17.1 - 17.5 The level of victory before losses are counted."""
    numbers, meuse = g.box.tables.victory, banks(g.box.map)
    towns = towns_held(g)
    if strategic(g):
        return GERMAN_STRATEGIC
    across = supplied_mechanized(g, meuse.across)
    armor = [unit for unit in across if g.box.armor >> unit & 1]
    if towns >= 2 and len(across) >= numbers.across and len(armor) >= numbers.across_armor:
        return GERMAN_TACTICAL
    if towns >= 2 and (across or supplied_mechanized(g, meuse.near)):
        return DRAW
    gone = (g.box.bastogne, g.box.marche, g.box.houffalize)
    if any(g.holds(Side.GERMAN, town) for town in gone):
        return ALLIED_TACTICAL
    return ALLIED_STRATEGIC


def shift(g: State) -> int:
    """17.6 How losses shift the level: -1 in favour of the Germans, +1 in favour of the Allies."""
    numbers = g.box.tables.victory
    german, allied = g.lost
    return (german >= numbers.german_losses) - (allied >= numbers.allied_losses)


# ---- the end -----------------------------------------------------------------------------------------------


def end_game(g: State) -> None:
    """17 The game is over: find the level of victory."""
    if g.box.scenario.victory == "points":
        _end_with_points(g)
        return
    found = level(g)
    if moved := shift(g):
        german, allied = g.lost
        g.tell(LevelShifted, allied, german, moved)
    found = min(max(found + moved, GERMAN_STRATEGIC), ALLIED_STRATEGIC)
    winner = None if found == DRAW else Side.GERMAN if found < DRAW else Side.ALLIED
    g.tell(GameOver, LEVELS[found])
    g.finish(Outcome(winner, LEVELS[found], DRAW - found))


def points(g: State) -> list[str]:
    """The victory points of a tournament game, each by what it is for."""
    scoring = g.box.scenario.points
    assert scoring is not None
    german, allied = g.lost
    found = [name for name in scoring.towns if g.holds(Side.GERMAN, g.box.map.place(name))]
    if german < scoring.mechanized_losses_below:
        found.append(
            say(
                "fewer than {mechanized_losses_below} mechanized units lost",
                mechanized_losses_below=scoring.mechanized_losses_below,
            )
        )
    if allied >= scoring.allied_losses_from:
        found.append(say("{allied_losses_from} Allied units eliminated", allied_losses_from=scoring.allied_losses_from))
    if scoring.fuel_dump and g.taken_dumps:
        found.append(say("a fuel dump captured"))
    return found


def needed(box: Box) -> int:
    """The victory points the Germans need in a tournament game, a handicap included."""
    scoring = box.scenario.points
    assert scoring is not None
    return scoring.needed + int(box.options["handicap"])


def _end_with_points(g: State) -> None:
    found = points(g)
    enough = needed(g.box)
    g.tell(PointsCounted, tuple(found), enough)
    german = len(found) >= enough
    text = "German victory" if german else "Allied victory"
    g.tell(GameOver, text)
    g.finish(Outcome(Side.GERMAN if german else Side.ALLIED, text, len(found)))


def objective_hexes(box: Box) -> int:
    """The hexes whose holder matters in this scenario."""
    scoring = box.scenario.points
    if scoring is not None:
        return board_of(box.map.place(name) for name in scoring.towns)
    return board_of((box.bastogne, box.st_vith, box.marche, box.houffalize))
