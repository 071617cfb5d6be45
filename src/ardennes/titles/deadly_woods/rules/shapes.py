"""What the fields of steps may hold in a stored position, one line each."""

from __future__ import annotations

from ardennes.kernel.shapes import SIDE, Cell, Fields, Flag, Kind, Listed, Number, Row, Stack, Word
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules.movement import ANY
from ardennes.titles.deadly_woods.rules.paces import Mode
from ardennes.titles.deadly_woods.rules.steps import STEPS
from ardennes.titles.deadly_woods.state import NOBODY


def stack_shape(box: Box) -> Stack:
    """The steps a game can be in the middle of."""
    return Stack(STEPS, _fields(box), "Turn")


def _fields(box: Box) -> dict[str, Kind]:
    """The fields of steps, one line each; those of an attack first."""
    units, assets, cell = len(box.units), len(box.assets), Cell(box.grid.board)
    unit, asset = Number(0, units - 1), Number(0, assets - 1)
    some_units, some_assets = Listed(unit, 0, units, distinct=True), Listed(asset, 0, assets, distinct=True)
    attack: dict[str, Kind] = {
        "side": SIDE,
        "hex": cell,
        "units": some_units,
        "assets": some_assets,
        "doubled": Number(0, assets - 1, (NOBODY,)),
        "support": some_assets,
    }
    return {
        "attack": Fields(attack),
        "side": SIDE,
        "stage": Number(0, 8),
        "kind": Number(0, len(Round) - 1),
        "asked": Flag(),
        "drawn": Number(0, len(Chit) - 1),
        "picked": Listed(Number(0, len(box.units.formations) - 1), 0, 3, distinct=True),
        "cell": cell,
        "door": cell,
        "units": some_units,
        "mover": unit,
        "engineer": asset,
        "asset": asset,
        "left": Number(0, ANY),
        "one_hex": Flag(),
        "spent": Number(0, 24),
        "mode": Number(-1, len(Mode) - 1),
        "settings": Listed(Row((Number(0, len(Mode) - 1), Number(0, 24), Number(0, 24))), 0, len(Mode)),
        "infantry": Number(0, 9),
        "armor": Number(0, 9),
        "result": Number(0, len(box.results.names) - 1),
        "short": Number(0, 9),
        "steps": Number(0, 99),
        "zones": Flag(),
        "bridges": Number(0, (1 << len(box.map.bridges)) - 1),
        "fronts": Number(0, (1 << len(box.map.bridges)) - 1),
        "bridge": Number(0, len(box.map.bridges) - 1),
        "cause": Word(),
    }
