"""What players see: the scene, which stays the same, and what lies on the table."""

from functools import cache

import msgspec

from ardennes.atlas.sheet import crossings, places, sheet
from ardennes.board.cells import cells
from ardennes.kernel import Game, Side, Sight
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Fact, Level, Mark, Piece, ResultTable, Scene, Service, Stop
from ardennes.parts.eye.stage import blank_look, scene_of
from ardennes.parts.rules.roster import ELIMINATED
from ardennes.parts.title import Looks
from ardennes.titles.parkers_crossroads.box import LADDER, TABLE, TURNS, Box
from ardennes.titles.parkers_crossroads.state import State

#: What a counter shows of a unit's kind, in the letters of MIL-STD-2525.
SYMBOLS = {"infantry": "UCI---", "armor": "UCA---", "recon": "UCRVA-", "engineer": "UCE---", "artillery": "UCF---"}
FILLS = {"German": "#8d9389", "Allied": "#7c9a5a"}
SERVICES = [Service(side, side, fill, "#14160f", "#e9ebe2") for side, fill in FILLS.items()]
MARKS = [Mark(1, "reduced", "reduced", "P-6c"), Mark(2, "acted", "has moved or fought", "P-3b")]
RESULTS_BY_DIE = [(str(face), [column[face - 1] for column in TABLE]) for face in range(1, 7)]


@cache
def drawn(box: Box) -> bytes:
    """The map as the atlas draws it."""
    return msgspec.json.encode(sheet(box.map, playing=True))


def piece(box: Box, unit: int) -> Piece:
    """A counter with its two faces."""
    row = box.units.rows[unit]
    faces = [f"{-(-row.attack // n)}-{-(-row.defense // n)}-{row.movement}" for n in (1, 2)]
    symbol = f"SFGP{SYMBOLS[row.kind]}-----"
    return Piece(unit, row.id, row.id, box.units.side(unit), row.side, row.kind, symbol, 2, faces=faces)


def scene(game: Game) -> Scene:
    """Everything that stays the same."""
    box = game.data
    return scene_of(
        game,
        drawn(box),
        services=SERVICES,
        places=places(box.map),
        crossings=crossings(box.map),
        pieces=[piece(box, unit) for unit in range(len(box.units))],
        marks=MARKS,
        turns=[Stop(f"turn {n}", say("Turn {n}", n=n), "") for n in range(1, TURNS + 1)],
        victory=[Fact("The Germans win if they stand at the crossroads at the end.", rule="P-2b")],
        levels=[Level("German", 1, 0), Level("Allied", -1, 1)],
        gone=ELIMINATED,
        limits="two units in a hex",
        tables=[ResultTable("Combat", "P-6c", [*LADDER.columns], [*RESULTS_BY_DIE])],
        strength_name="steps",
    )


def laid(sight: Sight) -> Looks:
    """What lies on the table; nothing is hidden here."""
    g = own(sight)
    units = range(len(g.place))
    return {
        **blank_look(len(units)),
        "turn": g.turn - 1,
        "score": g.score(),
        "place": [*g.place],
        "strength": [2 - g.lost[unit] if g.on_map(unit) else 0 for unit in units],
        "marks": [(g.lost[unit] and 1) | (g.acted >> unit & 1) << 1 for unit in units],
        "control": cells(g.occupied[Side.GERMAN] & g.box.crossroads),
    }


def clock(sight: Sight) -> str:
    """Where the game stands."""
    return say("Turn {turn}", turn=own(sight).turn)


def own(sight: Sight) -> State:
    """The state of a sight, known to be ours."""
    assert isinstance(sight.state, State)
    return sight.state
