"""What the fields of steps hold: units, hexes, bridges and results, and what players call them."""

from __future__ import annotations

from typing import Annotated

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Cell, Kind, Listed, Number, Word
from ardennes.titles.bitter_woods.box.equipment import Box
from ardennes.titles.bitter_woods.box.fates import TABLES
from ardennes.titles.bitter_woods.box.places import OFF

#: 9.5 Every result a cell of the table can have.
RESULTS = (
    frozenset({"DE", "AE", "CA", "SU", "ENG", "FF"})
    | {f"{loss}{who}{hexes}{star}" for loss in ("", "1") for who in "AD" for hexes in "1234" for star in ("", "*")}
    | {f"Adv {hexes}" for hexes in "1234"}
)


def _unit(box: Box) -> Number:
    return Number(0, len(box.units) - 1)


def _units(least: int) -> Field:
    return Field(lambda box: Listed(_unit(box), least, len(box.units), distinct=True))


def _hex(box: Box) -> Cell:
    return Cell(box.map.grid.board)


def _bridge(box: Box) -> Number:
    return Number(0, len(box.map.bridges) - 1)


def _hexes(most: int, distinct: bool = False) -> Field:
    """One hex at least."""
    return Field(lambda box: Listed(_hex(box), 1, most, distinct))


def _from_where(box: Box) -> Kind:
    """9.6 Where the units of a battle stood, some of them off the map by now."""
    return Listed(Cell(box.map.grid.board, OFF), 0, 10)


Unit = Annotated[int, Field(_unit, lambda g, unit: g.name(unit))]
Units = Annotated[tuple[int, ...], _units(0)]
SomeUnits = Annotated[tuple[int, ...], _units(1)]
Hex = Annotated[int, Field(_hex, lambda g, cell: g.hex_name(cell))]
#: 9.6 The hexes that the first of an advance may enter.
FirstHexes = Annotated[tuple[int, ...], _hexes(10)]
#: 25.3 Dumps that may be burned now.
DumpHexes = Annotated[tuple[int, ...], _hexes(14, distinct=True)]
#: 26 Hexes whose units may surrender.
CutOff = Annotated[tuple[int, ...], _hexes(100, distinct=True)]
Origins = Annotated[tuple[int, ...], Field(_from_where)]
Bridge = Annotated[
    int, Field(lambda box: Number(0, len(box.map.bridges) - 1), lambda g, bridge: g.box.bridge_name(bridge))
]
#: How far a retreat or an advance goes.
Length = Annotated[int, Number(0, 4)]
CombatResult = Annotated[str, Word(RESULTS)]
#: 29, 38 The table of events that is rolled on, by its turn.
EventTable = Annotated[str, Word(frozenset(TABLES))]
#: The sum of two dice, or 0 before they are rolled.
TwoDice = Annotated[int, Number(0, 12)]
#: 29.1 The companies still to come down.
Companies = Annotated[int, Number(1, 4)]
#: 25.1 The fuel dumps by number: Francorchamps, Samrée.
Dump = Annotated[int, Number(0, 1)]
#: What a unit has used of its movement, in the parts into which the ground divides a movement point.
Spent = Annotated[int, Number(0, 1000)]
#: 5.1 Movement points.
Points = Annotated[int, Number(0, 20)]
