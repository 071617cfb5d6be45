"""What the columns of a position may hold, from the box."""

from __future__ import annotations

from ardennes.kernel.shapes import SIDE, Cell, Fields, Flag, Kind, Listed, Number, Row, Word
from ardennes.titles.bitter_woods.box import OFF, Box


def units(box: Box) -> int:
    """How many units there are."""
    return len(box.units)


def hexes(box: Box) -> int:
    """The hexes of the map."""
    return box.map.grid.board


def cells(box: Box) -> int:
    """The cells of the map's grid."""
    return box.map.grid.size


def landed(box: Box) -> Kind:
    """29.1 The hexes of the companies on the map, at most four."""
    return Listed(Cell(box.map.grid.board), 0, 4)


def bridges(box: Box) -> int:
    """How many bridges there are."""
    return len(box.map.bridges)


def places(box: Box) -> Kind:
    """Where a unit may be: in a hex, or off the map."""
    return Cell(box.map.grid.board, OFF, "a hex, or a place off the map")


def building(box: Box) -> Kind:
    """Pairs of a unit and the bridge it rebuilds."""
    return Listed(Row((Number(0, units(box) - 1), Number(0, bridges(box) - 1))), 0, units(box))


def duties(box: Box) -> Kind:
    """9.5 The fields of duties, one line each."""
    some_units = Listed(Number(0, units(box) - 1), 0, units(box), distinct=True)
    fields: dict[str, Kind] = {
        "kind": Word(frozenset({"CA", "ENG"})),
        "side": SIDE,
        "hex": Cell(box.map.grid.board),
        "attackers": some_units,
        "defenders": some_units,
        "active": Flag(),
        "chosen": Number(0, 2),
        "joined": some_units,
    }
    return Listed(Fields(fields), 0, 200)
