"""A printed hex map: terrain, names, rivers, roads, bridges, areas and special hexes, typed and checked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ardennes.board.cells import board_of, cells, union
from ardennes.board.hexes import NO_SIDES, HexGrid, Sides, joined, less, shared
from ardennes.board.layout import HexLayout
from ardennes.board.map_rows import BoundaryRow, BridgeRow, FeatureRow, HexRow, PlaceRow, RoadRow, Rows, SideRow
from ardennes.board.numbering import Numbering
from ardennes.kernel.recent import Recent

COMPASS = ("north", "east", "south", "west")


class MapError(ValueError):
    """A map that cannot be used; the message names the file, the row and what was expected."""


class Bridge(NamedTuple):
    """A bridged hexside. Bridges are numbered in the order of the file, so a set of them is an integer too."""

    number: int
    cell: int
    other: int
    river: str
    name: str
    blown: bool
    owner: str
    road: bool


class Special(NamedTuple):
    """What the rules tie to a hex or to several."""

    kind: str
    board: int
    name: str
    value: str
    side: str
    until: str


class HexMap:
    """The map of a title. Sets of hexes are boards, sets of hexsides are `Sides`; see `HexGrid`."""

    def __init__(self, rows: Rows) -> None:
        head = rows.head
        self.rows = rows
        self.title = head.title
        with _row("map.toml", 0):
            self.grid = HexGrid(head.columns, head.rows, Numbering(head.numbering))
            self.aliases = {alias: self.grid.cell(number) for alias, number in head.aliases.items()}
        self.layout = HexLayout(self.grid)
        self._read_hexes(rows.hexes)
        self._read_places(rows.places)
        self._read_sides(rows.sides)
        self._read_roads(rows.roads)
        self._read_bridges(rows.bridges)
        self._read_features(rows.features)
        self._read_boundaries(rows.boundaries)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read_hexes(self, rows: list[HexRow]) -> None:
        head = self.rows.head
        self.terrain: dict[str, int] = dict.fromkeys(head.terrain, 0)
        self.features: dict[str, int] = dict.fromkeys(head.features, 0)
        self.areas: dict[str, int] = dict.fromkeys(head.areas, 0)
        self._row_of: dict[int, HexRow] = {}
        for number, row in enumerate(rows, 2):
            with _row("map_hexes.csv", number):
                cell = self.grid.cell(row.hex)
                if cell in self._row_of:
                    raise ValueError(f"hex {row.hex} stands twice")
                self._row_of[cell] = row
                _known("terrain", row.terrain, self.terrain)
                self.terrain[row.terrain] |= 1 << cell
                for feature in row.features.split():
                    _known("feature", feature, self.features)
                    self.features[feature] |= 1 << cell
                for area in row.areas.split():
                    _known("area", area, self.areas)
                    self.areas[area] |= 1 << cell
        missing = [self.grid.number(cell) for cell in self.grid.cells if cell not in self._row_of]
        if missing:
            raise MapError(f"map_hexes.csv: {len(missing)} hexes have no row, the first is {missing[0]}")

    def _read_places(self, rows: list[PlaceRow]) -> None:
        self.names: dict[str, int] = {}
        self._label: dict[int, PlaceRow] = {}
        for number, row in enumerate(rows, 2):
            with _row("map_places.csv", number):
                cell = self.cell(row.hex)
                for name in (row.name, *filter(None, row.aliases.split(";"))):
                    self.names.setdefault(name, cell)
                if row.shown:
                    if cell in self._label:
                        raise ValueError(f"{row.name} and {self._label[cell].name} are both shown in hex {row.hex}")
                    self._label[cell] = row

    def _read_sides(self, rows: list[SideRow]) -> None:
        self.sides: dict[str, Sides] = dict.fromkeys(self.rows.head.sides, NO_SIDES)
        for number, row in enumerate(rows, 2):
            with _row("map_sides.csv", number):
                _known("kind of hexside", row.kind, self.sides)
                self.sides[row.kind] = joined(self.sides[row.kind], self.grid.sides(self.hexsides(row.path)))

    def _read_roads(self, rows: list[RoadRow]) -> None:
        self.roads: dict[str, Sides] = dict.fromkeys(self.rows.head.roads, NO_SIDES)
        #: Hexes with a road that runs off the map, per edge.
        self.off_map: dict[str, int] = dict.fromkeys(COMPASS, 0)
        for number, row in enumerate(rows, 2):
            with _row("map_roads.csv", number):
                _known("grade of road", row.grade, self.roads)
                path, edge = self.road_path(row.path)
                if edge:
                    if not self.grid.edges[edge] >> path[-1] & 1:
                        raise ValueError(f"hex {self.grid.number(path[-1])} is not on the {edge} edge")
                    self.off_map[edge] |= 1 << path[-1]
                pairs = itertools.pairwise(path)
                self.roads[row.grade] = joined(self.roads[row.grade], self.grid.sides(pairs))
        #: Every hexside a road crosses, and every hex with a road.
        self.road: Sides = joined(NO_SIDES, *self.roads.values())
        self.road_hexes = union(self.road) | union(self.off_map.values())

    def _read_bridges(self, rows: list[BridgeRow]) -> None:
        wet = joined(NO_SIDES, *self.sides.values())
        self.bridges: tuple[Bridge, ...] = ()
        for number, row in enumerate(rows, 2):
            with _row("map_bridges.csv", number):
                ((cell, other),) = self.hexsides(row.hexside)
                if not self.grid.has_side(wet, cell, other):
                    raise ValueError(f"there is no river along {row.hexside}")
                if row.state not in ("intact", "blown"):
                    raise ValueError(f"state {row.state!r}: expected intact or blown")
                bridge = Bridge(
                    len(self.bridges), cell, other, row.river, row.name, row.state == "blown", row.owner, row.road
                )
                self.bridges += (bridge,)
        self._open_roads: Recent[int, Sides] = Recent(1000)
        self._bridge_at = {frozenset((b.cell, b.other)): b for b in self.bridges}
        crossed = shared(self.road, wet)
        self.bridged: Sides = self.grid.sides((b.cell, b.other) for b in self.bridges)
        for cell, other in self.grid.pairs(less(crossed, self.bridged)):
            raise MapError(f"map_roads.csv: a road crosses the river at {self.hexside(cell, other)} without a bridge")

    def _read_features(self, rows: list[FeatureRow]) -> None:
        self.special: dict[str, list[Special]] = {}
        for number, row in enumerate(rows, 2):
            with _row("map_features.csv", number):
                board = board_of(self.cell(number) for number in row.hexes.split())
                found = Special(row.kind, board, row.name, row.value, row.side, row.until)
                self.special.setdefault(row.kind, []).append(found)

    def _read_boundaries(self, rows: list[BoundaryRow]) -> None:
        self.boundaries: dict[str, list[int]] = {}
        for number, row in enumerate(rows, 2):
            with _row("map_boundaries.csv", number):
                path = [self.cell(number) for number in row.path.split()]
                for a, b in itertools.pairwise(path):
                    if not self.grid.adjacent(a, b):
                        raise ValueError(f"hexes {self.grid.number(a)} and {self.grid.number(b)} are not adjacent")
                self.boundaries[row.name] = path

    # -- words of the files -------------------------------------------------------------------------------------------

    def cell(self, number: str) -> int:
        """The cell of a hex number, or of a number a rulebook misprints."""
        return self.aliases[number] if number in self.aliases else self.grid.cell(number)

    def hexsides(self, path: str) -> list[tuple[int, int]]:
        """`1324/1424 1324/1423` as pairs of cells."""
        found = []
        for word in path.split():
            ends = word.split("/")
            if len(ends) != 2:
                raise ValueError(f"{word!r}: expected a hexside such as 1324/1424")
            found.append((self.cell(ends[0]), self.cell(ends[1])))
        return found

    def hexside(self, cell: int, other: int) -> str:
        """Two cells as the word for the hexside between them."""
        return f"{self.grid.number(cell)}/{self.grid.number(other)}"

    def road_path(self, path: str) -> tuple[list[int], str]:
        """A path of hex numbers, and the edge at which it leaves the map (empty if it does not)."""
        words = path.split()
        edge = words.pop() if words and words[-1] in COMPASS else ""
        if not words:
            raise ValueError("a road needs at least one hex")
        found = [self.cell(word) for word in words]
        for a, b in itertools.pairwise(found):
            if not self.grid.adjacent(a, b):
                raise ValueError(f"hexes {self.grid.number(a)} and {self.grid.number(b)} are not adjacent")
        return found, edge

    # -- questions ----------------------------------------------------------------------------------------------------

    def place(self, name: str) -> int:
        """The cell of a named place."""
        if name not in self.names:
            raise KeyError(f"{name} is not on the map of {self.title}")
        return self.names[name]

    def name(self, cell: int) -> str:
        """The name printed in a hex, or an empty text."""
        row = self._label.get(cell)
        return row.name if row else ""

    def terrain_at(self, cell: int) -> str:
        """The terrain of a hex."""
        return self._row_of[cell].terrain

    def source(self, cell: int) -> str:
        """Where our knowledge of a hex comes from."""
        return self._row_of[cell].source

    def bridge(self, cell: int, other: int) -> Bridge | None:
        """The bridge between two hexes, if there is one."""
        return self._bridge_at.get(frozenset((cell, other)))

    @property
    def blown_at_start(self) -> int:
        """The bridges that begin the game blown, as a set of bridge numbers."""
        return board_of(bridge.number for bridge in self.bridges if bridge.blown)

    def gone(self, blown: int) -> Sides:
        """The hexsides of a set of blown bridges."""
        return self.grid.sides((self.bridges[n].cell, self.bridges[n].other) for n in cells(blown))

    def open_roads(self, blown: int) -> Sides:
        """The hexsides roads cross while these bridges are blown. Few sets occur in a game, so they are kept."""
        found = self._open_roads.get(blown)
        if found is None:
            found = self._open_roads.keep(blown, less(self.road, self.gone(blown)))
        return found

    def unbridged(self, blown: int, *kinds: str) -> Sides:
        """The hexsides of some kinds of river that no intact bridge spans."""
        wet = joined(NO_SIDES, *(self.sides[kind] for kind in kinds))
        return less(wet, less(self.bridged, self.gone(blown)))


def _known(what: str, name: str, known: dict[str, Any]) -> None:
    if name not in known:
        raise ValueError(f"unknown {what} {name!r}; there are: {', '.join(known) or 'none'}")


@contextmanager
def _row(file: str, number: int) -> Iterator[None]:
    """Errors inside name the file and the row."""
    try:
        yield
    except ValueError as error:
        where = f"{file} row {number}" if number else file
        raise MapError(f"{where}: {error}") from None
