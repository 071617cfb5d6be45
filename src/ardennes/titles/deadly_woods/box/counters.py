"""2.3 The combat units and the formations they belong to."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Side, Unknown
from ardennes.kernel.words import phrase
from ardennes.parts.data.counters import Counters, faces_of
from ardennes.parts.data.tables import DataError, DataFolder

#: 9.1 The German armies whose areas are drawn on the map, from north to south.
ARMIES = ("6PA", "5PA", "7A")
#: 6.1 The Allied corps; airborne units have none.
CORPS = ("III", "V", "VII", "VIII", "XXX")
#: 14.8 The two boxes of a side on a turn of the track.
BOXES = (phrase("first"), phrase("second"))


class Kind(IntEnum):
    """2.3.1 The types of combat units."""

    #: 2.3.1 Infantry, paratroop and glider infantry included; a plain attribute, since every move asks for it.
    infantry: bool

    INFANTRY = 0
    PARATROOP = 1
    GLIDER = 2
    MECHANIZED = 3
    MECHANIZED_CAVALRY = 4
    ARMOR = 5

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def airborne(self) -> bool:
        """11.4.1 Paratroop or glider infantry."""
        return self in (Kind.PARATROOP, Kind.GLIDER)

    @property
    def motorized(self) -> bool:
        """10.1 Armor, mechanized and mechanized cavalry."""
        return self >= Kind.MECHANIZED


for _kind in Kind:
    _kind.infantry = _kind <= Kind.GLIDER


class Class(IntEnum):
    """14.7 The classes of formations a 3 Formations chit picks from."""

    INFANTRY = 0
    MECHANIZED = 1
    ARMORED = 2

    def __str__(self) -> str:
        return self.name.lower()


class UnitRow(msgspec.Struct, frozen=True):
    """A row of `units.csv`: what is printed on a counter, and where it starts or when and where it enters."""

    id: str
    side: Literal["German", "Allied"]
    nation: Literal["German", "American", "British"]
    formation: str
    name: str
    type: Literal["infantry", "paratroop", "glider", "mechanized", "mechanized_cavalry", "armor"]
    attack: int
    defense: int
    movement: int
    source: str
    value_source: str
    start_source: str
    army: str = ""
    corps: str = ""
    zoc: bool = True
    reduced_attack: int = -1
    reduced_defense: int = -1
    reduced_movement: int = -1
    reduced_zoc: bool = True
    third_attack: int = -1
    third_defense: int = -1
    third_movement: int = -1
    #: 12.10 Marked with an 11: counted and taken by the SS withdrawal.
    withdrawal: bool = False
    setup_number: int = 0
    start: str = ""
    turn: int = 0
    box: Literal["first", "second", ""] = ""
    entry: str = ""
    #: 14.8.3 The town the Germans must hold for it to enter.
    needs: str = ""
    note: str = ""


class FormationRow(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    """A row of `formations.csv`: a division, or an independent unit that is its own formation (6.0)."""

    formation: str
    side: Literal["German", "Allied"]
    kind: Literal["infantry", "mechanized", "armored"]
    integrity: bool
    source: str


class Face(NamedTuple):
    """2.3.1.1 What a unit is with so many steps lost."""

    attack: int
    defense: int
    movement: int
    zoc: bool
    kind: Kind


class Formation(NamedTuple):
    """14.7 A formation with its units."""

    name: str
    side: Side
    kind: Class
    #: 11.2.1 Whether its units want another one of it near in combat.
    integrity: bool
    members: tuple[int, ...]
    board: int  # the members as a set


class Units(Counters[UnitRow]):
    """Every combat unit. Sets of units are integers."""

    def __init__(self, rows: list[UnitRow], formations: list[FormationRow]) -> None:
        super().__init__(tuple(rows))
        for number, row in enumerate(rows):
            self._check(number, row)
        #: A unit's values by the steps it has lost.
        self.faces: tuple[tuple[Face, ...], ...] = faces_of(self, map(_faces, rows))
        self.steps: tuple[int, ...] = tuple(map(len, self.faces))
        self.kind: tuple[Kind, ...] = tuple(faces[0].kind for faces in self.faces)
        self._read_formations(formations)
        self._sort()

    def _read_formations(self, rows: list[FormationRow]) -> None:
        numbers = {row.formation: number for number, row in enumerate(rows)}
        members: list[list[int]] = [[] for _ in rows]
        for number, row in enumerate(self.rows):
            if row.formation not in numbers:
                raise DataError(f"units.csv row {number + 2} ({row.id}): formations.csv has no {row.formation!r}")
            members[numbers[row.formation]].append(number)
        for number, (line, units) in enumerate(zip(rows, members, strict=True), 2):
            where = f"formations.csv row {number} ({line.formation})"
            if not 1 <= len(units) <= 4:
                raise DataError(f"{where}: expected one to four units, found {len(units)}")
            if any(self.rows[unit].side != line.side for unit in units):
                raise DataError(f"{where}: expected units of the {line.side} side only")
            if len({self.rows[unit].corps for unit in units}) > 1:
                raise DataError(f"{where}: expected all its units in one corps")
        self.formations: tuple[Formation, ...] = tuple(
            Formation(
                row.formation,
                Side[row.side.upper()],
                Class[row.kind.upper()],
                row.integrity,
                tuple(units),
                board_of(units),
            )
            for row, units in zip(rows, members, strict=True)
        )
        if len(numbers) != len(rows):
            raise DataError("formations.csv: a formation stands twice")
        self._formation_numbers = numbers
        #: The formation of each unit.
        self.formation: tuple[int, ...] = tuple(numbers[row.formation] for row in self.rows)

    def _sort(self) -> None:
        rows = self.rows
        self.all = (1 << len(rows)) - 1
        #: Those of each side.
        self.sides: tuple[int, int] = (board_of(self.of[0]), board_of(self.of[1]))
        self.infantry = board_of(n for n, kind in enumerate(self.kind) if kind.infantry)
        self.motorized = board_of(n for n, kind in enumerate(self.kind) if kind.motorized)
        self.armor = board_of(n for n, kind in enumerate(self.kind) if kind is Kind.ARMOR)
        #: 11.4.1, 12.3 Allied airborne units; the American ones are those without a corps.
        self.airborne = board_of(n for n in self.of[1] if self.kind[n].airborne)
        self.british = board_of(n for n, row in enumerate(rows) if row.nation == "British")
        self.american = board_of(n for n, row in enumerate(rows) if row.nation == "American")
        self.corps: dict[str, int] = {
            corps: board_of(n for n in self.of[1] if rows[n].corps == corps) for corps in CORPS
        }
        self.army: dict[str, int] = {army: board_of(n for n in self.of[0] if rows[n].army == army) for army in ARMIES}
        #: 10.1 Units without an allowance on any side; 8.3g armor without a third step.
        self.immobile = board_of(n for n, faces in enumerate(self.faces) if not any(face.movement for face in faces))
        self.heavy = board_of(n for n in self.of[0] if self.kind[n] is Kind.ARMOR and self.steps[n] < 3)
        #: Attack and defense of every side of a counter together.
        self.strength = tuple(tuple(face.attack + face.defense for face in faces) for faces in self.faces)
        #: 6.1 Who may not be with whom: 0 for Americans without a corps, 1 to 4 by US corps, 5 for the British.
        self.company: tuple[int, ...] = tuple(
            5 if row.nation == "British" else CORPS.index(row.corps) + 1 if row.corps in CORPS else 0 for row in rows
        )
        self.withdrawing = board_of(n for n, row in enumerate(rows) if row.withdrawal)
        #: 13.2 Units that may take replacements: no British, no airborne, no Delay or VdH.
        self.replaceable = board_of(n for n, faces in enumerate(self.faces) if len(faces) > 1)
        self.replaceable &= ~(self.british | self.airborne)

    def _check(self, number: int, row: UnitRow) -> None:
        where = self.where(number)
        german = row.side == "German"
        if german != (row.nation == "German"):
            raise DataError(f"{where}: nation {row.nation} does not fight on the {row.side} side")
        if german and row.army not in ARMIES:
            raise DataError(f"{where}: unknown army {row.army!r}; expected one of {', '.join(ARMIES)}")
        if not german and row.corps not in (*CORPS, ""):
            raise DataError(f"{where}: unknown corps {row.corps!r}; expected one of {', '.join(CORPS)} or none")
        if row.third_attack >= 0 and not (german and Kind[row.type.upper()].motorized and row.reduced_attack >= 0):
            raise DataError(f"{where}: expected a third step only behind a second one of a German motorized unit")
        for face in _faces(row):
            if not (0 <= face.attack <= 20 and 1 <= face.defense <= 20 and 0 <= face.movement <= 12):
                values = "attack 0-20, defense 1-20 and movement 0-12"
                raise DataError(f"{where}: expected {values} on every side of the counter, got {face[:3]}")
        if row.start and row.turn:
            raise DataError(f"{where}: expected either a start hex, or a turn with box and entry area")
        if bool(row.turn) != bool(row.box) or bool(row.turn) != bool(row.entry):
            raise DataError(f"{where}: a reinforcement needs turn, box and entry area")

    def formation_of(self, name: str) -> int:
        """The formation with this name."""
        if name not in self._formation_numbers:
            raise Unknown("formation", name, tuple(self._formation_numbers))
        return self._formation_numbers[name]

    def name(self, unit: int) -> str:
        """A unit as players call it, its formation first."""
        row = self.rows[unit]
        return row.name if row.name == row.formation else f"{row.formation} {row.name}"


def _faces(row: UnitRow) -> tuple[Face, ...]:
    kind = Kind[row.type.upper()]
    found = [Face(row.attack, row.defense, row.movement, row.zoc, kind)]
    if row.reduced_attack >= 0:
        found.append(Face(row.reduced_attack, row.reduced_defense, row.reduced_movement, row.reduced_zoc, kind))
    if row.third_attack >= 0:
        # 2.3.1.1, 8.3: the third counter is a mechanized unit without a zone of control.
        found.append(Face(row.third_attack, row.third_defense, row.third_movement, False, Kind.MECHANIZED))
    return tuple(found)


def read_units(folder: DataFolder) -> Units:
    """The combat units and formations from their files."""
    return Units(folder.rows("units.csv", UnitRow), folder.rows("formations.csv", FormationRow))
