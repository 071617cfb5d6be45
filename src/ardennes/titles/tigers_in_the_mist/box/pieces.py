"""4.0 The Playing Pieces: unit types, factors and counters."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Literal

import msgspec

from ardennes.kernel.words import say
from ardennes.parts.data.counters import Counters
from ardennes.parts.data.tables import DataError, DataFolder

#: The most strength points a counter may be given.
STRONGEST = 10


class UnitType(IntEnum):
    """4.11 The five types, in ascending order of quality (9.51)."""

    FOOT = 0
    MOTORIZED = 1
    MECHANIZED = 2
    ARMOR = 3
    ENGINEER = 4

    def __str__(self) -> str:
        return self.name.lower()


class UnitRow(msgspec.Struct, frozen=True):
    """A row of `units.csv`: one counter with its set-up or its arrival (4.12 - 4.16, 5.2, 11.1)."""

    id: str
    name: str
    side: Literal["German", "Allied"]
    service: Literal["SS", "Wehrmacht", "Luftwaffe", "American", "British", "garrison"]
    type: Literal["foot", "motorized", "mechanized", "armor", "engineer"]
    strength: int
    scenarios: str
    source: str
    airborne: Literal["yes", ""] = ""
    setup: int = 0
    arrives: str = ""
    zones: str = ""
    entrenched: Literal["yes", ""] = ""
    triangle: Literal["white", "red", ""] = ""
    release: str = ""
    strength_source: str = ""
    setup_source: str = ""
    note: str = ""


class Units(Counters[UnitRow]):
    """Every counter of the game."""

    def __init__(self, rows: list[UnitRow]) -> None:
        super().__init__(rows)
        for number, row in enumerate(rows):
            self._check(number, row)
        self.type: tuple[UnitType, ...] = tuple(UnitType[row.type.upper()] for row in rows)
        self.infantry: tuple[bool, ...] = tuple(kind is not UnitType.ARMOR for kind in self.type)
        self.mobile: tuple[bool, ...] = tuple(kind is not UnitType.FOOT for kind in self.type)
        self.arrival: tuple[tuple[int, int] | None, ...] = tuple(
            read_impulse(row.arrives) if row.arrives else None for row in rows
        )

    def _check(self, number: int, row: UnitRow) -> None:
        where = self.where(number)
        if not 1 <= row.strength <= STRONGEST:
            raise DataError(f"{where}: expected a strength from 1 to {STRONGEST}, got {row.strength}")
        if bool(row.setup) + bool(row.arrives) + bool(row.release) != 1:
            raise DataError(f"{where}: expected exactly one of setup, arrives and release")
        if row.arrives and not re.fullmatch(r"(1[6-9]|2[0-2])-[123]", row.arrives):
            raise DataError(f"{where}: expected an impulse such as 17-2 in arrives, got {row.arrives!r}")
        if not row.setup and not row.zones:
            raise DataError(f"{where}: expected an entry zone for a unit that does not start on the map")

    def where(self, unit: int) -> str:
        row = self.rows[unit]
        return f"units.csv row {unit + 2} ({row.id} {row.name})"

    def name(self, unit: int) -> str:
        """4.13 A counter as players call it: designation and type."""
        return say("{unit} {type}", unit=self.rows[unit].name, type=self.type[unit])


def read_impulse(text: str) -> tuple[int, int]:
    """8.1 "17-2" as (17, 2)."""
    day, impulse = text.split("-")
    return int(day), int(impulse)


def read_units(folder: DataFolder) -> Units:
    """The counters from their file."""
    return Units(folder.rows("units.csv", UnitRow))
