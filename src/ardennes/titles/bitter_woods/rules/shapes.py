"""What the fields of steps may hold in a stored position, one line each, where steps do not say it themselves."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel.fields import declared, kinds
from ardennes.kernel.shapes import SIDE, Cell, Fields, Flag, Kind, Listed, Number, Stack, Word
from ardennes.kernel.steps import Step
from ardennes.titles.bitter_woods.box import OFF, Box
from ardennes.titles.bitter_woods.box.fates import TABLES
from ardennes.titles.bitter_woods.box.fields import RESULTS


def stack_shape(steps: Mapping[str, type[Step]], box: Box) -> Stack:
    """The steps a game can be in the middle of."""
    by_name = _fields(box)

    def of(step: type[Step]) -> Mapping[str, Kind]:
        own, said = kinds(step, box), declared(step)
        return {
            field: kind if said[field] is not None else by_name.get(f"{step.__name__}.{field}") or by_name[field]
            for field, kind in own.items()
        }

    return Stack(steps, of, "Turn")


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
