"""2.21 The units, step by step, and the formations, corps and armies they belong to."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.counters import MOST_STEPS, Counters
from ardennes.parts.data.tables import DataError, DataFolder

#: 2.21 Armies and their corps. The OKW Reserve and the British are an army of one corps each.
CORPS_OF = {
    "6PA": ("I SS", "II SS", "LXVII"),
    "5PA": ("XLVII", "LVIII", "LXVI"),
    "7A": ("LIII", "LXXX", "LXXXV"),
    "OKW": ("OKW",),
    "1A": ("V", "VII", "XVIII"),
    "3A": ("III", "VIII", "XII"),
    "XXX": ("XXX",),
}
ARMIES = tuple(CORPS_OF)
GERMAN_ARMIES = ARMIES[:4]
CORPS = tuple(corps for found in CORPS_OF.values() for corps in found)
#: 2.21 The colour of a counter's field, by army.
FIELD_COLORS = {
    "6PA": "light gray",
    "5PA": "dark gray",
    "7A": "blue",
    "OKW": "gray",
    "1A": "dark green",
    "3A": "olive",
    "XXX": "tan",
}
#: The formation whose units are also part of another one (5.21).
OVERLAPPING = {"KG Peiper": ("Peiper.1SS.ISS",)}


class Kind(IntEnum):
    """2.21 Types of units."""

    INFANTRY = 0
    AIRBORNE = 1
    MECHANIZED_INFANTRY = 2
    ARMOR = 3
    RECON = 4
    COMBINED_ARMS = 5

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def mechanized(self) -> bool:
        """2.21 All but infantry, airborne included."""
        return self >= Kind.MECHANIZED_INFANTRY


class Quality(IntEnum):
    """2.21 The dots of a counter's face."""

    GREEN = 0
    REGULAR = 1
    ELITE = 2

    def __str__(self) -> str:
        return self.name.lower()


class UnitRow(msgspec.Struct, frozen=True):
    """A row of `units.csv`. `setup` is a hex, a day, OKW or VDH; the `crisis` columns are the set-up of 15.5."""

    id: str
    name: str
    side: Literal["German", "Allied"]
    corps: str
    formation: str
    movement: int
    setup: str
    source: str
    setup_source: str
    #: 11.1 The S behind a date: a strategic reserve.
    strategic: bool = False
    ip: bool = False
    #: A hex, or `eliminated`; empty: where `setup` says.
    crisis: str = ""
    crisis_lost: int = 0
    crisis_ip: bool = False
    crisis_low: bool = False
    note: str = ""


class StepRow(msgspec.Struct, frozen=True):
    """A row of `unit_steps.csv`: a unit with so many steps left."""

    unit: str
    steps: int
    strength: int
    quality: Literal["green", "regular", "elite"]
    type: Literal["infantry", "airborne", "mechanized_infantry", "armor", "recon", "combined_arms"]
    source: str
    bracketed: bool = False


class FormationRow(msgspec.Struct, frozen=True):
    """A row of `formations.csv`: a division, brigade or smaller unit that cards or rules name."""

    formation: str
    code: str
    side: Literal["German", "Allied"]
    army: str
    corps: str
    source: str


class Face(NamedTuple):
    """2.21 What a unit is with so many steps lost."""

    strength: int
    bracketed: bool
    quality: Quality
    kind: Kind


class Formation(NamedTuple):
    """5.2 A formation with its units. `corps` and `army` are numbers in `CORPS` and `ARMIES`."""

    name: str
    code: str
    side: Side
    army: int
    corps: int
    members: tuple[int, ...]
    board: int  # the members as a set


class Units(Counters[UnitRow]):
    """Every unit. Unit n is row n of the file; the Germans come first. Sets of units are integers."""

    def __init__(self, rows: list[UnitRow], steps: list[StepRow], formations: list[FormationRow]) -> None:
        super().__init__(tuple(rows))
        self.all = self.all_of[0] | self.all_of[1]
        for number, row in enumerate(rows):
            self._check(number, row)
        self.movement: tuple[int, ...] = tuple(row.movement for row in rows)
        #: A unit's values by the steps it has lost.
        self.faces: tuple[tuple[Face, ...], ...] = self._read_steps(steps)
        self.steps: tuple[int, ...] = tuple(map(len, self.faces))
        self.kind: tuple[Kind, ...] = tuple(faces[0].kind for faces in self.faces)
        self.mechanized = board_of(n for n, kind in enumerate(self.kind) if kind.mechanized)
        #: Numbers in `CORPS` and `ARMIES` per unit, and the units of each.
        self.corps: tuple[int, ...] = tuple(CORPS.index(row.corps) for row in rows)
        self.army: tuple[int, ...] = tuple(_army_of(corps) for corps in self.corps)
        self.in_corps: tuple[int, ...] = tuple(_of(self.corps, number) for number in range(len(CORPS)))
        self.in_army: tuple[int, ...] = tuple(_of(self.army, number) for number in range(len(ARMIES)))
        self._read_formations(formations)

    def _check(self, number: int, row: UnitRow) -> None:
        where = self.where(number)
        if row.corps not in CORPS:
            raise DataError(f"{where}: unknown corps {row.corps!r}; expected one of {', '.join(CORPS)}")
        if (ARMIES[_army_of(CORPS.index(row.corps))] in GERMAN_ARMIES) != (row.side == "German"):
            raise DataError(f"{where}: {row.corps} is no corps of the {row.side} side")
        if " " in row.id:
            raise DataError(f"{where}: expected an id without spaces")
        if not 1 <= row.movement <= 6:
            raise DataError(f"{where}: movement {row.movement}: expected 1 to 6")

    def _read_steps(self, rows: list[StepRow]) -> tuple[tuple[Face, ...], ...]:
        found: list[list[Face]] = [[] for _ in self.rows]
        left: list[list[int]] = [[] for _ in self.rows]
        for number, row in enumerate(rows, 2):
            if row.unit not in self._by_id:
                raise DataError(f"unit_steps.csv row {number}: units.csv has no {row.unit!r}")
            unit = self._by_id[row.unit]
            if not 1 <= row.strength <= 20:
                raise DataError(f"unit_steps.csv row {number} ({row.unit}): strength {row.strength}: expected 1 to 20")
            face = Face(row.strength, row.bracketed, Quality[row.quality.upper()], Kind[row.type.upper()])
            found[unit].append(face)
            left[unit].append(row.steps)
        for unit, steps in enumerate(left):
            if not 1 <= len(steps) <= MOST_STEPS or steps != list(range(len(steps), 0, -1)):
                name = self.rows[unit].id
                raise DataError(
                    f"unit_steps.csv: {name}: expected one row per step, from at most {MOST_STEPS} down to 1"
                )
        return tuple(map(tuple, found))

    def _read_formations(self, rows: list[FormationRow]) -> None:
        numbers = {row.formation: number for number, row in enumerate(rows)}
        if len(numbers) != len(rows):
            raise DataError("formations.csv: a formation stands twice")
        members: list[list[int]] = [[] for _ in rows]
        for number, unit in enumerate(self.rows):
            if unit.formation not in numbers:
                raise DataError(f"{self.where(number)}: formations.csv has no {unit.formation!r}")
            members[numbers[unit.formation]].append(number)
        for name, ids in OVERLAPPING.items():
            if name in numbers:
                members[numbers[name]].extend(self.unit(word) for word in ids)
        found = []
        for number, (row, units) in enumerate(zip(rows, members, strict=True), 2):
            where = f"formations.csv row {number} ({row.formation})"
            if row.army not in ARMIES or row.corps not in CORPS_OF[row.army]:
                raise DataError(f"{where}: {row.corps!r} is no corps of the army {row.army!r}")
            if not units or any(self.rows[unit].corps != row.corps for unit in units):
                raise DataError(f"{where}: expected units of {row.corps}, and at least one")
            side, army, corps = Side[row.side.upper()], ARMIES.index(row.army), CORPS.index(row.corps)
            found.append(Formation(row.formation, row.code, side, army, corps, tuple(units), board_of(units)))
        self.formations: tuple[Formation, ...] = tuple(found)
        #: The formations of each corps, as sets.
        self.formations_in: tuple[int, ...] = tuple(
            _of(tuple(formation.corps for formation in found), number) for number in range(len(CORPS))
        )
        self._formation_numbers = numbers
        #: The formation each unit belongs to first (Peiper: the 1st SS).
        self.formation: tuple[int, ...] = tuple(numbers[row.formation] for row in self.rows)

    def formation_of(self, name: str) -> int:
        """The formation with this name."""
        if name not in self._formation_numbers:
            raise Unknown("formation", name, tuple(self._formation_numbers))
        return self._formation_numbers[name]

    def name(self, unit: int) -> str:
        """The designation on the counter."""
        return self.rows[unit].name


def _army_of(corps: int) -> int:
    return next(number for number, army in enumerate(ARMIES) if CORPS[corps] in CORPS_OF[army])


def _of(numbers: tuple[int, ...], wanted: int) -> int:
    return board_of(unit for unit, number in enumerate(numbers) if number == wanted)


def read_units(folder: DataFolder) -> Units:
    """The units, their steps and formations from their files."""
    return Units(
        folder.rows("units.csv", UnitRow),
        folder.rows("unit_steps.csv", StepRow),
        folder.rows("formations.csv", FormationRow),
    )
