"""What the fields of steps hold: units, hexes, assets, bridges and chits, and what players call them."""

from __future__ import annotations

from typing import Annotated

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Cell, Listed, Number, Word
from ardennes.parts.rules.roster import NOBODY
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.tables import Chit


def _unit(box: Box) -> Number:
    return Number(0, len(box.units) - 1)


def _asset(box: Box) -> Number:
    return Number(0, len(box.assets) - 1)


Unit = Annotated[int, Field(_unit, lambda g, unit: g.name(unit))]
Units = Annotated[tuple[int, ...], Field(lambda box: Listed(_unit(box), 0, len(box.units), distinct=True))]
Hex = Annotated[int, Field(lambda box: Cell(box.grid.board), lambda g, cell: g.hex_name(cell))]
Drawn = Annotated[int, Field(Number(0, len(Chit) - 1), lambda g, chit: str(Chit(chit)))]
#: Up to one formation of each class.
Formations = Annotated[
    tuple[int, ...], Field(lambda box: Listed(Number(0, len(box.units.formations) - 1), 0, 3, distinct=True))
]

Asset = Annotated[int, Field(_asset, lambda g, asset: g.box.assets[asset].name)]
Assets = Annotated[tuple[int, ...], Field(lambda box: Listed(_asset(box), 0, len(box.assets), distinct=True))]
#: 12.2h The Nebelwerfer that fires double, or none.
Doubled = Annotated[int, Field(lambda box: Number(0, len(box.assets) - 1, (NOBODY,)))]

Bridge = Annotated[int, Field(lambda box: Number(0, len(box.map.bridges) - 1))]
#: A set of bridges.
Bridges = Annotated[int, Field(lambda box: Number(0, (1 << len(box.map.bridges)) - 1))]

#: 11.3.3 A result of combat by its number.
CombatResult = Annotated[int, Field(lambda box: Number(0, len(box.results.names) - 1))]
#: Steps to be lost.
Steps = Annotated[int, Number(0, 99)]
#: 9.2c How many hexes a retreat falls short.
Short = Annotated[int, Number(0, 9)]
#: 13.2 Replacement points.
Points = Annotated[int, Number(0, 9)]
#: The rule under which something is done.
RuleId = Annotated[str, Word()]
