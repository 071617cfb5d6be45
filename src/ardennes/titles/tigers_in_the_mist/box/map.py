"""3.0 The Map: areas, perimeter zones, roads, rivers and bridges."""

from __future__ import annotations

from typing import Literal

import msgspec

from ardennes.board.areas import AreaMap
from ardennes.board.cells import board_of
from ardennes.kernel import Unknown
from ardennes.parts.data.tables import DataError, DataFolder

#: Road grades (3.22) as link kinds.
MINOR, MAJOR = 0, 1


class AreaRow(msgspec.Struct, frozen=True):
    """A row of `areas.csv` (3.22, 3.25 - 3.27)."""

    number: int
    name: str
    sector: str
    lat: float
    lon: float
    x: float
    y: float
    control: Literal["German", "Allied"]
    source: str
    vp: int = 0
    front_line: Literal["yes", ""] = ""
    scenarios: str = ""
    modern_name: str = ""
    number_source: str = ""
    vp_source: str = ""
    note: str = ""


class ZoneRow(msgspec.Struct, frozen=True):
    """A row of `zones.csv` (3.21, 3.28)."""

    letter: str
    side: Literal["German", "Allied"]
    edge: str
    lat: float
    lon: float
    x: float
    y: float
    source: str
    multiplier: int = 0
    scenarios: str = ""
    multiplier_source: str = ""
    note: str = ""


class RoadRow(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A row of `roads.csv` (3.22, 3.23, 5.1)."""

    from_: str
    to: str
    grade: Literal["major", "minor"]
    source: str
    from_name: str = ""
    to_name: str = ""
    river: str = ""
    blown: Literal["start", "fifth_panzer", ""] = ""


class Map(AreaMap):
    """The mapboard. Place n is area n for the numbered areas; the perimeter zones follow in order of their letters.

    Place 0 is no place: units that have not arrived are there.
    """

    def __init__(self, areas: list[AreaRow], zones: list[ZoneRow], roads: list[RoadRow]) -> None:
        self.areas = areas
        self.zones = zones
        self.roads = roads
        for expected, row in enumerate(areas, 1):
            if row.number != expected:
                raise DataError(f"areas.csv row {expected + 1}: expected area number {expected}, got {row.number}")
        self.first_zone = len(areas) + 1
        names = [row.name for row in areas] + [f"Zone {row.letter}" for row in zones]
        self.names: tuple[str, ...] = ("nowhere", *names)
        self.words: tuple[str, ...] = ("-", *(str(row.number) for row in areas), *(row.letter for row in zones))
        self._by_word = {word: place for place, word in enumerate(self.words) if place}
        super().__init__(len(self.names), [self._link(n, row) for n, row in enumerate(roads, 2)])
        self.bridge_rows: tuple[RoadRow, ...] = tuple(row for row in roads if row.river)
        self.all_areas = board_of(range(1, self.first_zone))
        self.all_zones = board_of(range(self.first_zone, self.places))
        self.anywhere = self.all_areas | self.all_zones
        self.front_line = board_of(row.number for row in areas if row.front_line)
        self.vp: dict[int, int] = {row.number: row.vp for row in areas if row.vp}
        self.multiplier: dict[int, int] = {self.place(row.letter): row.multiplier for row in zones if row.multiplier}
        #: The crossings at each place, as a set.
        self.crossings_at: tuple[int, ...] = tuple(
            board_of(link.crossing for link in links if link.crossing >= 0) for links in self.links
        )

    def _link(self, row_number: int, row: RoadRow) -> tuple[int, int, int, bool]:
        for end in (row.from_, row.to):
            if end not in self._by_word:
                raise DataError(f"roads.csv row {row_number}: there is no area or zone {end!r}")
        return (
            self._by_word[row.from_],
            self._by_word[row.to],
            MAJOR if row.grade == "major" else MINOR,
            bool(row.river),
        )

    def place(self, word: str) -> int:
        """The place with this number or letter."""
        if word not in self._by_word:
            raise Unknown("area or zone", word, (f"1-{len(self.areas)}", *(row.letter for row in self.zones)))
        return self._by_word[word]

    def is_zone(self, place: int) -> bool:
        """3.21 Whether a place is a perimeter zone rather than an area."""
        return place >= self.first_zone

    def bridge_name(self, bridge: int) -> str:
        """A bridge by the areas it joins, as 5.1 lists them."""
        a, b = self.crossings[bridge]
        return f"{self.names[a]}-{self.names[b]}"

    def in_scenario(self, scenario: str) -> int:
        """The places inside a scenario's lines."""
        rows: list[tuple[int, str]] = [(row.number, row.scenarios) for row in self.areas]
        rows += [(self.place(row.letter), row.scenarios) for row in self.zones]
        return board_of(place for place, scenarios in rows if scenario in scenarios.split())


def read_map(folder: DataFolder) -> Map:
    """The map from its three files."""
    return Map(folder.rows("areas.csv", AreaRow), folder.rows("zones.csv", ZoneRow), folder.rows("roads.csv", RoadRow))
