"""What the fields of steps hold: units, hexes, assets and chits, and what players call them."""

from __future__ import annotations

from typing import Annotated

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Cell, Listed, Number
from ardennes.titles.deadly_woods.box.tables import Chit

Unit = Annotated[int, Field(lambda box: Number(0, len(box.units) - 1), lambda g, unit: g.name(unit))]
Units = Annotated[
    tuple[int, ...], Field(lambda box: Listed(Number(0, len(box.units) - 1), 0, len(box.units), distinct=True))
]
Hex = Annotated[int, Field(lambda box: Cell(box.grid.board), lambda g, cell: g.hex_name(cell))]
Asset = Annotated[int, Field(lambda box: Number(0, len(box.assets) - 1), lambda g, asset: g.box.assets[asset].name)]
Drawn = Annotated[int, Field(Number(0, len(Chit) - 1), lambda g, chit: str(Chit(chit)))]
#: Up to one formation of each class.
Formations = Annotated[
    tuple[int, ...], Field(lambda box: Listed(Number(0, len(box.units.formations) - 1), 0, 3, distinct=True))
]
