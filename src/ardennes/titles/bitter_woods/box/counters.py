"""2.2 - 2.5 The unit counters: sizes, types, colours and printed values."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.parts.data.counters import Counters
from ardennes.parts.data.tables import DataError, DataFolder

#: 2.3 Size symbols.
SIZES = {"II": "battalion", "III": "regiment", "X": "brigade", "XXXX": "army"}
#: 2.4 The armies whose colours a side's counters wear.
GERMAN_ARMIES = ("6PA", "5PA", "7A")
ARMY_NAMES = {"6PA": "6th Panzer Army", "5PA": "5th Panzer Army", "7A": "7th Army"}
ARMIES = {Side.GERMAN: (*GERMAN_ARMIES, "any"), Side.ALLIED: ("US1", "US3", "BR")}
SERVICES = {Side.GERMAN: ("Wehrmacht", "SS", "Luftwaffe"), Side.ALLIED: ("American", "British")}
#: 2.5 Silhouettes, and which of them are too heavy to ford.
SILHOUETTES = ("none", "mkiv", "sherman", "panther", "tiger", "jagdtiger")
HEAVY = ("panther", "tiger", "jagdtiger")


class Kind(IntEnum):
    """2.5 What a unit is, as far as the rules tell kinds apart."""

    INFANTRY = 0
    ARMORED_INFANTRY = 1
    ARMORED_CAVALRY = 2
    ARMOR = 3
    CORPS_ARTILLERY = 4
    ROCKET = 5
    ARMY_ARTILLERY = 6
    LEADER = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def mechanized(self) -> bool:
        """2.5 Armor, armored cavalry and armored infantry."""
        return Kind.ARMORED_INFANTRY <= self <= Kind.ARMOR

    @property
    def artillery(self) -> bool:
        """2.5 Corps artillery, army artillery and rockets."""
        return Kind.CORPS_ARTILLERY <= self <= Kind.ARMY_ARTILLERY

    @property
    def foot(self) -> bool:
        """2.5 Non-mechanized: everything that is neither mechanized nor artillery nor a leader."""
        return self is Kind.INFANTRY

    @property
    def wades(self) -> bool:
        """5.3 Infantry and armored infantry: they cross rivers on the march, and stay where they are engaged (9.5)."""
        return self <= Kind.ARMORED_INFANTRY


_KINDS = {kind.name.lower(): kind for kind in Kind} | {
    "parachute_infantry": Kind.INFANTRY,
    "glider_infantry": Kind.INFANTRY,
}


class UnitRow(msgspec.Struct, frozen=True):
    """A row of `units.csv`: one counter with what is printed on its two sides."""

    id: str
    side: Literal["German", "Allied"]
    service: str
    army: str
    type: str
    size: str
    source: str
    corps: str = ""
    division: str = ""
    silhouette: str = "none"
    strength: int = 0
    er: int = 0
    ma: int = 0
    reduced_strength: int = 0
    reduced_er: int = 0
    reduced_ma: int = 0
    range: int = 0
    #: 24.1 Battles a leader may affect in a player turn.
    influence: int = 0
    needs: str = ""
    value_source: str = ""
    note: str = ""


class Profile(NamedTuple):
    """5.3 What movement costs depend on besides the ground."""

    road: int  # road hexes for one movement point
    foot: bool  # pays what non-mechanized units pay
    mechanized: bool  # suffers most from interdiction (11.3)
    silhouette: bool  # forest by road only
    heavy: bool  # never fords
    wades: bool  # fords and goes on


class Units(Counters[UnitRow]):
    """Every counter of the game."""

    def __init__(self, rows: list[UnitRow], road: Roads) -> None:
        super().__init__(rows)
        for number, row in enumerate(rows):
            self._check(number, row)
        self.kind: tuple[Kind, ...] = tuple(_KINDS[row.type] for row in rows)
        self.strengths: tuple[tuple[int, int], ...] = tuple((row.strength, row.reduced_strength) for row in rows)
        self.ratings: tuple[tuple[int, int], ...] = tuple((row.er, row.reduced_er) for row in rows)
        self.allowances: tuple[tuple[int, int], ...] = tuple((row.ma, row.reduced_ma) for row in rows)
        self.mechanized: tuple[bool, ...] = tuple(kind.mechanized for kind in self.kind)
        self.artillery: tuple[bool, ...] = tuple(kind.artillery for kind in self.kind)
        #: 2.5 Mechanized and non-mechanized units: they attack, build and blow up, artillery and leaders do not.
        self.fights: tuple[bool, ...] = tuple(kind <= Kind.ARMOR for kind in self.kind)
        #: 7.3 Whether a unit has a zone of control around it; 36.9 battalions have one together only.
        self.exerts: tuple[bool, ...] = tuple(
            kind <= Kind.ARMOR and row.strength > 0 and row.needs != "36" for kind, row in self._both()
        )
        profiles = [self._profile(number, road) for number in range(len(rows))]
        self.profiles: tuple[Profile, ...] = tuple(dict.fromkeys(profiles))
        self.profile: tuple[int, ...] = tuple(map(self.profiles.index, profiles))
        #: Sets of units.
        self.every = (1 << len(rows)) - 1
        self.all_mechanized = board_of(n for n, yes in enumerate(self.mechanized) if yes)
        self.all_artillery = board_of(n for n, yes in enumerate(self.artillery) if yes)
        self.all_rockets = board_of(n for n, kind in enumerate(self.kind) if kind is Kind.ROCKET)

    def leader_values(self, unit: int) -> str:
        """24.1, 24.2 What is printed on a leader: influence-range-MA."""
        row = self.rows[unit]
        return f"{row.influence}-{row.range}-{row.ma}"

    def _both(self) -> list[tuple[Kind, UnitRow]]:
        return list(zip(self.kind, self.rows, strict=True))

    def _profile(self, unit: int, road: Roads) -> Profile:
        kind, row = self.kind[unit], self.rows[unit]
        german = row.side == "German"
        rate = road.others
        if german and kind is Kind.INFANTRY:
            rate = road.german_infantry
        elif german and kind is Kind.ROCKET:
            rate = road.german_rockets
        elif german and kind.artillery:
            rate = road.german_corps_artillery
        if kind is Kind.LEADER:  # 24.3 at every step as a mechanized or a non-mechanized unit, whichever is cheaper
            return Profile(rate, foot=True, mechanized=False, silhouette=False, heavy=False, wades=True)
        return Profile(rate, kind.foot, kind.mechanized, row.silhouette != "none", row.silhouette in HEAVY, kind.wades)

    def _check(self, number: int, row: UnitRow) -> None:
        where = self.where(number)
        side = Side[row.side.upper()]
        for what, word, known in (
            ("type", row.type, tuple(_KINDS)),
            ("size", row.size, tuple(SIZES)),
            ("army", row.army, ARMIES[side]),
            ("service", row.service, SERVICES[side]),
            ("silhouette", row.silhouette, SILHOUETTES),
        ):
            if word not in known:
                raise DataError(f"{where}: unknown {what} {word!r}; expected one of {', '.join(known)}")
        kind = _KINDS[row.type]
        if (kind is Kind.ARMOR) != (row.silhouette != "none"):
            raise DataError(f"{where}: expected a silhouette for armor and for nothing else")
        if not 0 <= row.influence <= (6 if kind is Kind.LEADER else 0):
            raise DataError(f"{where}: expected an influence of 0-6 for leaders and none for others")
        if row.needs:
            return  # other counters of optional rules may lack values
        if not 1 <= row.strength <= 20 or not 1 <= row.er <= 6 or not 1 <= row.ma <= 8:
            raise DataError(f"{where}: expected strength 1-20, ER 1-6 and MA 1-8, got {row.strength}-{row.er}-{row.ma}")
        if kind.artillery != (row.range > 0):
            raise DataError(f"{where}: expected a range for artillery and for nothing else")
        if kind.artillery == (row.reduced_strength > 0):
            raise DataError(f"{where}: expected a reduced side for every unit but artillery")


class Roads(msgspec.Struct, frozen=True):
    """5.3 Road hexes a unit enters for one movement point (`tables.toml`)."""

    source: str
    others: int
    german_infantry: int
    german_rockets: int
    german_corps_artillery: int


def read_units(folder: DataFolder, road: Roads) -> Units:
    """The counters from their file."""
    return Units(folder.rows("units.csv", UnitRow), road)
