"""A map in the words of a rulebook, so that a fact reads as one line."""

from __future__ import annotations

from functools import cache

from ardennes.board.cells import cells
from ardennes.board.hexes import Sides, less
from ardennes.board.hexmap import Bridge, HexMap
from ardennes.board.reach import Way, reach
from ardennes.parts.data.map_files import map_of


class Words:
    """Questions about a map by printed numbers."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        self.grid = hexmap.grid

    def name(self, number: str) -> str:
        return self.map.name(self.map.cell(number))

    def hex_of(self, name: str) -> str:
        return self.grid.number(self.map.place(name))

    def terrain(self, number: str) -> str:
        return self.map.terrain_at(self.map.cell(number))

    def has(self, feature: str, number: str) -> bool:
        return bool(self.map.features[feature] >> self.map.cell(number) & 1)

    def in_area(self, area: str, number: str) -> bool:
        return bool(self.map.areas[area] >> self.map.cell(number) & 1)

    def adjacent(self, one: str, other: str) -> bool:
        return self.grid.adjacent(self.map.cell(one), self.map.cell(other))

    def neighbours(self, number: str) -> set[str]:
        return set(self.grid.numbers(self.grid.neighbours[self.map.cell(number)]))

    def compass(self, number: str) -> dict[str, str]:
        here = self.map.cell(number)
        ways = enumerate(self.grid.numbering.directions)
        return {name: self.grid.number(there) for d, name in ways if (there := self.grid.neighbour(here, d)) >= 0}

    def side(self, kind: str, hexside: str) -> bool:
        ((cell, other),) = self.map.hexsides(hexside)
        return self.grid.has_side(self.map.sides[kind], cell, other)

    def wet(self, hexside: str) -> bool:
        return any(self.side(kind, hexside) for kind in self.map.sides if kind != "cliff")

    def road(self, hexside: str) -> bool:
        ((cell, other),) = self.map.hexsides(hexside)
        return self.grid.has_side(self.map.road, cell, other)

    def roads_of(self, number: str) -> set[str]:
        return {other for other in self.neighbours(number) if self.road(f"{number}/{other}")}

    def on_road(self, number: str) -> bool:
        return bool(self.map.road_hexes >> self.map.cell(number) & 1)

    def leaves(self, number: str, edge: str) -> bool:
        return bool(self.map.off_map[edge] >> self.map.cell(number) & 1)

    def bridge(self, hexside: str) -> Bridge | None:
        ((cell, other),) = self.map.hexsides(hexside)
        return self.map.bridge(cell, other)

    def bridges_of(self, number: str) -> list[Bridge]:
        here = self.map.cell(number)
        return [bridge for bridge in self.map.bridges if here in (bridge.cell, bridge.other)]

    def hexside(self, bridge: Bridge) -> str:
        return self.map.hexside(bridge.cell, bridge.other)

    def blown(self) -> set[str]:
        return {self.hexside(bridge) for bridge in self.map.bridges if bridge.blown}

    def road_way(self, start: str, end: str, roads: Sides | None = None, free: int | None = None) -> list[str]:
        """The shortest way by road, both ends included; empty if there is none."""
        sides = self.map.road if roads is None else roads
        way = Way(self.grid, [(1, self.grid.board)], sides)
        found = reach(self.grid, 1 << self.map.cell(start), [way], 90, self.grid.board if free is None else free)
        return [self.grid.number(cell) for cell in found.path(self.map.cell(end))]

    def road_steps(self, start: str, end: str, free: int | None = None) -> int:
        """How many road hexes are entered from one hex to another, or -1."""
        return len(self.road_way(start, end, free=free)) - 1 if self.road_way(start, end, free=free) else -1

    def roads_without(self, *hexsides: str) -> Sides:
        return less(self.map.road, self.grid.sides(self.map.hexsides(" ".join(hexsides))))

    def special(self, kind: str) -> dict[str, str]:
        """Hex -> value of every special hex of a kind."""
        found = {}
        for special in self.map.special.get(kind, []):
            found.update(dict.fromkeys(self.grid.numbers(special.board), special.value))
        return found

    def numbers(self, board: int) -> list[str]:
        return [self.grid.number(cell) for cell in cells(board)]


@cache
def words(title: str) -> Words:
    """The map of a title, loaded once."""
    return Words(map_of(title))
