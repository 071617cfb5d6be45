"""What the fields of steps may hold in a stored position, one line each."""

from __future__ import annotations

from ardennes.kernel.shapes import SIDE, Cell, Fields, Flag, Kind, Listed, Number, Stack, Word
from ardennes.titles.bitter_woods.box import OFF, Box
from ardennes.titles.bitter_woods.box.fates import TABLES
from ardennes.titles.bitter_woods.box.fields import RESULTS
from ardennes.titles.bitter_woods.rules.sequence import OUTLINE
from ardennes.titles.bitter_woods.rules.steps import STEPS


def stack_shape(box: Box) -> Stack:
    """The steps a game can be in the middle of."""
    return Stack(STEPS, _fields(box), "Turn")


def _fields(box: Box) -> dict[str, Kind]:
    """The fields of steps, one line each; those of an attack first."""
    units, cell = len(box.units), Cell(box.map.grid.board)
    unit = Number(0, units - 1)
    some_units = Listed(unit, 0, units, distinct=True)
    attack: dict[str, Kind] = {
        "side": SIDE,
        "hex": cell,
        "units": some_units,
        "guns": some_units,
        "air": Flag(),
        "support": some_units,
        "cover": Flag(),
        "unnerved": Flag(),
        "angriff": Flag(),
        "alone": Flag(),
    }
    return {
        "attack": Fields(attack),
        "side": SIDE,
        "done": Number(0, len(OUTLINE) - 1),
        "stage": Number(0, 3),
        "units": some_units,
        "Loss.units": Listed(unit, 1, units, distinct=True),
        "Retreat.units": Listed(unit, 1, units, distinct=True),
        "Stand.units": Listed(unit, 1, units, distinct=True),
        "StandLoss.units": Listed(unit, 1, units, distinct=True),
        "BombardmentRoll.units": Listed(unit, 1, units, distinct=True),
        "guns": some_units,
        "defenders": some_units,
        "attackers": some_units,
        "builder": unit,
        "mover": unit,
        "entering": unit,
        "advancing": unit,
        "retreating": unit,
        "bridge": Number(0, len(box.map.bridges) - 1),
        "near": cell,
        "cut_off": Listed(cell, 1, 100, distinct=True),
        "far": cell,
        "first": Listed(cell, 1, 10),
        "Shortage.first": Number(0, 6),
        "from_where": Listed(Cell(box.map.grid.board, OFF), 0, 10),
        "hexes": Number(0, 4),
        "result": Word(RESULTS),
        "spent": Number(0, 1000),
        "points": Number(0, 20),
        "bonus": Flag(),
        "marches": Flag(),
        "hex": cell,
        "Burn.hexes": Listed(cell, 1, 14, distinct=True),
        "dump": Number(0, 1),
        "slipped": Flag(),
        "offroad": Flag(),
        "table": Word(frozenset(TABLES)),
        "german": Number(0, 12),
        "again": Flag(),
        "centre": cell,
        "left": Number(1, 4),
        "exploiting": Flag(),
    }
