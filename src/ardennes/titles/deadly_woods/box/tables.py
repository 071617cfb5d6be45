"""2.4 - 2.7 Everything printed that is neither map nor unit: track, chits, assets and charts, as typed rows."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from ardennes.kernel import Side
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.parts.rules.crt import Ladder
from ardennes.titles.deadly_woods.box.counters import ARMIES, CORPS

#: 11.3.2 The columns of the Combat Results Table from left to right.
COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
LADDER = Ladder(COLUMNS)
#: 3.3 The turns of the longest scenario.
TURNS = 12


class Chit(IntEnum):
    """2.5 The kinds of Action Round chits. A cup is a count of each of them."""

    GERMAN_MOVE_COMBAT = 0
    FIFTH_PANZER = 1
    SIXTH_PANZER = 2
    ALL_GERMAN = 3
    ONE_ARMY = 4
    THREE_FORMATIONS = 5
    GERMAN_REINFORCEMENT = 6
    SUPPLY_CHECK = 7
    ALLIED_MOVE_COMBAT = 8
    REACTION = 9
    ALLIED_REINFORCEMENT = 10
    PATTON_MONTY = 11

    @property
    def side(self) -> Side | None:
        """14.2 Whose round it brings; a Supply Check belongs to neither side."""
        if self is Chit.SUPPLY_CHECK:
            return None
        return Side.GERMAN if self < Chit.SUPPLY_CHECK else Side.ALLIED

    def __str__(self) -> str:
        return _CHIT_NAMES[self]


_CHIT_NAMES = (
    "Move/Combat",
    "5th Panzer Army",
    "6th Panzer Army",
    "All German",
    "One Army",
    "3 Formations",
    "Reinforcement",
    "Supply Check",
    "Move/Combat",
    "Reaction 3",
    "Reinforcement",
    "Patton/Monty",
)


class Round(IntEnum):
    """14 What a played chit makes of the Action Round; each has a row in `rounds.csv`."""

    MOVE = 0
    COMBAT = 1
    FIFTH_PANZER = 2
    SIXTH_PANZER = 3
    ALL_GERMAN = 4
    ONE_ARMY = 5
    THREE_FORMATIONS = 6
    REINFORCEMENT = 7
    FIRST_REACTION = 8
    SECOND_REACTION = 9
    PATTON = 10
    MONTY_MOVE = 11
    MONTY_COMBAT = 12
    SUPPLY_CHECK = 13

    def __str__(self) -> str:
        return _ROUND_NAMES[self]


_ROUND_NAMES = (
    "Move round",
    "Combat round",
    "5th Panzer Army round",
    "6th Panzer Army round",
    "All German round",
    "One Army round",
    "3 Formations round",
    "Reinforcement round",
    "Reaction 3 round",
    "second Reaction 3 round",
    "Patton round",
    "Monty round",
    "Monty round",
    "Supply Check",
)


class AssetKind(IntEnum):
    """2.4 Assets other than the Delay asset, which is a unit (2.3.1)."""

    ARTILLERY = 0
    NEBELWERFER = 1
    ENGINEER = 2
    GREIF = 3
    MOTORIZED = 4
    TRAFFIC = 5
    AIR_SUPPLY = 6
    PLUS_TWO = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class RoundRow(msgspec.Struct, frozen=True):
    """A row of `rounds.csv`: who may move, who may attack after that, and whether Engineers may blow bridges."""

    round: str
    side: Literal["German", "Allied", "Both"]
    moves: Literal[
        "all", "armor_step", "army_area", "one_army", "formations", "entering", "three_units", "iii_corps",
        "british_and_vii_corps", "none",
    ]  # fmt: skip
    attacks: Literal[
        "unmoved_armor", "adjacent", "started_armor", "activated", "entering_armor", "picked_armor", "none"
    ]
    blows: bool
    permission: str
    source: str
    #: What is permitted on turn 1, where that is less (14.4e, 14.4g).
    on_turn_1: str = ""

    def permits(self, turn: int) -> str:
        """14 What the round permits on a turn, in plain words."""
        return self.on_turn_1 if turn == 1 and self.on_turn_1 else self.permission


class AssetRow(msgspec.Struct, frozen=True):
    """A row of `assets.csv`. It starts in the Assets Box, on the track or in a hex; `turn` is the first it serves."""

    id: str
    side: Literal["German", "Allied"]
    kind: Literal["artillery", "nebelwerfer", "engineer", "greif", "motorized", "traffic", "air_supply", "plus_two"]
    name: str
    start: str
    turn: int
    source: str
    owner: str = ""
    strength: int = 0
    #: The last turn it is in the game; 0 if it stays.
    last: int = 0
    withdrawal: bool = False
    note: str = ""


class TrackRow(msgspec.Struct, frozen=True):
    """A row of `turn_track.csv`. `panzer_choice` counts the 5th and 6th Panzer chits the German picks (turns 4-6)."""

    turn: int
    dates: str
    days: int
    initiative: Literal["German", "German with three VP hexes", "Allied"]
    german_infantry: int
    german_armor: int
    allied_infantry: int
    allied_armor: int
    panzer_choice: int
    panzer_choice_with_towns: int
    source: str
    replacement_source: str


class ChitRow(msgspec.Struct, frozen=True):
    """A row of `chits.csv`: the chits of a side on a turn, in the cup, held in hand or in turn 1's own sequence."""

    turn: int
    side: Literal["German", "Allied"]
    chit: str
    count: int
    place: Literal["cup", "hand", "sequence"]
    source: str


class TerrainRow(msgspec.Struct, frozen=True):
    """A row of `terrain_effects.csv`. Movement is in half points; an empty cell means by road only, or for a feature
    that the terrain of the hex decides."""

    terrain: str
    kind: Literal["terrain", "feature"]
    shift: Literal["none", "infantry", "any"]
    nebelwerfer: int
    armor_bonus: bool
    armor_zoc: bool
    supply: bool
    stand: bool
    source: str
    infantry: int = 0
    motorized: int = 0


class HexsideRow(msgspec.Struct, frozen=True):
    """A row of `hexside_effects.csv`: half points on top of the hex entered (empty: no crossing), and what crosses."""

    hexside: Literal["road_bridge", "bridge", "destroyed_bridge", "minor_river", "major_river"]
    zoc: bool
    supply: bool
    attack: Literal["all", "infantry", "none"]
    source: str
    infantry: int = -1
    motorized: int = -1


class EntryRow(msgspec.Struct, frozen=True):
    """A row of `entry_areas.csv`: where units go whose area is blocked (14.8), in order."""

    area: str
    side: Literal["German", "Allied"]
    source: str
    american: str = ""
    british: str = ""


class DetourRow(msgspec.Struct, frozen=True):
    """A row of `iii_corps_at_d.csv` (14.8.1): when III Corps units due with a box may enter at D; no turn: never."""

    due_turn: int
    due_box: Literal["first", "second"]
    source: str
    turn: int = 0
    box: Literal["first", "second", ""] = ""


class LeashRow(msgspec.Struct, frozen=True):
    """A row of `leashes.csv` (9.4, 10.6.4): how far a formation or unit may go, and the turn that frees it."""

    who: str
    limit: Literal["west_of_meuse", "near_entry_j", "near_7th_army"]
    source: str
    hexes: int = 0
    free_from: int = 0


class MeaningRow(msgspec.Struct, frozen=True):
    """A row of `combat_result_meanings.csv`: steps each side loses, and how far the defenders retreat."""

    result: str
    attacker_steps: int
    defender_steps: int
    retreat: int
    source: str


class CombatRow(msgspec.Struct, frozen=True, rename={f"c{n}": name for n, name in enumerate(COLUMNS)}):
    """A row of `combat_results.csv`."""

    die: int
    c0: str
    c1: str
    c2: str
    c3: str
    c4: str
    c5: str
    c6: str
    c7: str
    source: str


class Turn(NamedTuple):
    """4.0 A box of the Turn Record Track with the chits of 17.0. Counts of chits are indexed by `Chit`."""

    number: int
    dates: str
    days: int
    initiative: str
    #: Per side the replacement points for infantry and for armor.
    replacements: tuple[tuple[int, int], tuple[int, int]]
    cup: tuple[int, ...]
    hand: tuple[int, ...]
    sequence: tuple[int, ...]
    panzer_choice: int
    panzer_choice_with_towns: int


class Asset(NamedTuple):
    """2.4 One asset. `start` is a cell, or -1 for one in the box or still on the track."""

    id: str
    name: str
    side: Side
    kind: AssetKind
    owner: str
    strength: int
    start: int
    turn: int
    last: int
    withdrawal: bool
    #: Whether it waits on the track for its turn instead of in the box.
    on_track: bool


class CombatResults:
    """11.3.3 The Combat Results Table: `cells[die - 1][column]` is the number of a result in `names`."""

    def __init__(self, folder: DataFolder) -> None:
        self.meanings = tuple(folder.rows("combat_result_meanings.csv", MeaningRow))
        self.names: tuple[str, ...] = tuple(row.result for row in self.meanings)
        rows = folder.rows("combat_results.csv", CombatRow)
        if [row.die for row in rows] != [1, 2, 3, 4, 5, 6]:
            raise DataError("combat_results.csv: expected one row for each die from 1 to 6, in order")
        self.cells: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._cell(row, column) for column in range(len(COLUMNS))) for row in rows
        )

    def _cell(self, row: CombatRow, column: int) -> int:
        text = getattr(row, f"c{column}")
        if text not in self.names:
            where = f"combat_results.csv row {row.die + 1} column {COLUMNS[column]}"
            raise DataError(f"{where}: unknown result {text!r}; expected one of {', '.join(self.names)}")
        return self.names.index(text)

    def result(self, column: int, die: int) -> MeaningRow:
        """What a column and a modified die give; dice above 6 count as 6 (11.3.3a)."""
        return self.meanings[self.cells[min(die, 6) - 1][column]]


def read_track(folder: DataFolder) -> tuple[Turn, ...]:
    """The Turn Record Track with the chits available on each turn."""
    rows = folder.rows("turn_track.csv", TrackRow)
    if [row.turn for row in rows] != list(range(1, TURNS + 1)):
        raise DataError(f"turn_track.csv: expected the turns 1 to {TURNS} in order")
    counts = {(turn, place): [0] * len(Chit) for turn in range(1, TURNS + 1) for place in ("cup", "hand", "sequence")}
    for number, row in enumerate(folder.rows("chits.csv", ChitRow), 2):
        where = f"chits.csv row {number}"
        if not 1 <= row.turn <= TURNS:
            raise DataError(f"{where}: turn {row.turn}: expected 1 to {TURNS}")
        counts[row.turn, row.place][_chit(where, row)] += row.count
    return tuple(
        Turn(
            row.turn,
            row.dates,
            row.days,
            row.initiative,
            ((row.german_infantry, row.german_armor), (row.allied_infantry, row.allied_armor)),
            tuple(counts[row.turn, "cup"]),
            tuple(counts[row.turn, "hand"]),
            tuple(counts[row.turn, "sequence"]),
            row.panzer_choice,
            row.panzer_choice_with_towns,
        )
        for row in rows
    )


def _chit(where: str, row: ChitRow) -> Chit:
    name = row.chit.upper()
    if row.chit in ("move_combat", "reinforcement"):
        name = f"{row.side.upper()}_{name}"
    if name not in Chit.__members__ or row.chit.startswith(("german_", "allied_")):
        known = sorted({kind.name.lower().removeprefix("german_").removeprefix("allied_") for kind in Chit})
        raise DataError(f"{where}: unknown chit {row.chit!r}; expected one of {', '.join(known)}")
    chit = Chit[name]
    if chit.side not in (None, Side[row.side.upper()]):
        raise DataError(f"{where}: {row.chit} is no chit of the {row.side} side")
    return chit


def read_rounds(folder: DataFolder) -> tuple[RoundRow, ...]:
    """What each kind of round permits, indexed by `Round`."""
    rows = folder.rows("rounds.csv", RoundRow)
    expected = [kind.name.lower() for kind in Round]
    if [row.round for row in rows] != expected:
        raise DataError(f"rounds.csv: expected the rows {', '.join(expected)}, in this order")
    return tuple(rows)


def read_terrain(folder: DataFolder) -> dict[str, TerrainRow]:
    """The Terrain Effects Chart by terrain or feature."""
    rows = folder.rows("terrain_effects.csv", TerrainRow)
    for number, row in enumerate(rows, 2):
        if (row.kind == "terrain") != (row.infantry > 0):
            raise DataError(
                f"terrain_effects.csv row {number} ({row.terrain}): expected a cost for infantry in a terrain"
            )
    return {row.terrain: row for row in rows}


def check_owner(where: str, row: AssetRow) -> None:
    """Artillery serves an army or a corps, Engineers a corps; other assets belong to the side."""
    known = ARMIES if row.side == "German" else CORPS
    wanted = row.kind in ("artillery", "nebelwerfer", "engineer")
    if (row.owner in known) != wanted or (row.owner and not wanted):
        what = f"one of {', '.join(known)}" if wanted else "none"
        raise DataError(f"{where}: owner {row.owner!r}: expected {what}")
