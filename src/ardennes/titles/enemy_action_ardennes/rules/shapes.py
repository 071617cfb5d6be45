"""What the fields of steps may hold in a stored position, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel.fields import declared
from ardennes.kernel.shapes import Cell, Kind, Listed, Number, Stack
from ardennes.kernel.steps import Step
from ardennes.titles.enemy_action_ardennes.box import Box


def stack_shape(steps: Mapping[str, type[Step]], box: Box) -> Stack:
    """The steps a game can be in the middle of: fields as they are declared, the others as the table below says."""
    table = _fields(box)

    def kinds(step: type[Step]) -> dict[str, Kind]:
        return {field: table[field] if fits is None else fits(box) for field, fits in declared(step).items()}

    return Stack(steps, kinds, "Day")


def _fields(box: Box) -> dict[str, Kind]:
    """The fields that no annotation tells of yet."""
    units, cell, rivers = len(box.units), Cell(box.grid.board), len(box.ground.river_sides)
    some_rivers = Listed(Number(0, rivers - 1), 0, rivers)
    return {
        "mover": Number(0, units - 1),
        "reserve": Number(0, units - 1),
        "chosen": Number(-1, units - 1),
        "path": Listed(cell, 0, 99),
        "costs": Listed(Number(0, 99), 0, 99),
        "spent": Number(0, 99),
        "river": Number(0, rivers - 1),
        "bridged": some_rivers,
        "shut": some_rivers,
        "left": Number(0, 999),
        "picked": Number(0, len(box.cards) - 1),
        "card": Number(-1, len(box.cards) - 1),
    }
