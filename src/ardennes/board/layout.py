"""Where hexes lie on paper: centres, corners and hexsides in a plane with x to the east and y to the south.

The unit is one hex from flat side to flat side. A drawing, a georeference and a browser all use this plane.
"""

from __future__ import annotations

from math import floor, sqrt

from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering

Point = tuple[float, float]

#: Distance between neighbouring lines, and from a centre to a corner.
PITCH = sqrt(3) / 2
RADIUS = 1 / sqrt(3)

_FLAT = ((-RADIUS / 2, -0.5), (RADIUS / 2, -0.5), (RADIUS, 0.0), (RADIUS / 2, 0.5), (-RADIUS / 2, 0.5), (-RADIUS, 0.0))
_POINTED = (
    (0.0, -RADIUS),
    (0.5, -RADIUS / 2),
    (0.5, RADIUS / 2),
    (0.0, RADIUS),
    (-0.5, RADIUS / 2),
    (-0.5, -RADIUS / 2),
)


class HexLayout:
    """The plane of a grid. Side d of a hex lies between its corners d and d + 1."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.offsets: tuple[Point, ...] = _FLAT if grid.numbering.flat else _POINTED
        self._centres = {cell: self._centre(cell) for cell in grid.cells}
        xs, ys = zip(*self._centres.values(), strict=True)
        dx, dy = (RADIUS, 0.5) if grid.numbering.flat else (0.5, RADIUS)
        #: Left, top, right and bottom of the whole map.
        self.bounds = (min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy)

    def _centre(self, cell: int) -> Point:
        line, place = self.grid.line_and_place(cell)
        return self.from_numbers((line + 1) * PITCH, place + 1 + (0.5 if line % 2 else 0.0))

    def from_numbers(self, across: float, along: float) -> Point:
        """A point given in the directions in which the numbers grow: across the lines, and along them."""
        match self.grid.numbering:
            case Numbering.COLUMNS_EAST:
                return across, along
            case Numbering.COLUMNS_WEST:
                return (self.grid.columns + 1) * PITCH - across, along
            case Numbering.ROWS_WEST:
                return self.grid.columns + 1.5 - along, across

    def centre(self, cell: int) -> Point:
        """The middle of a hex."""
        return self._centres[cell]

    def corner(self, cell: int, number: int) -> Point:
        """One of the six corners, clockwise."""
        x, y = self._centres[cell]
        dx, dy = self.offsets[number % 6]
        return x + dx, y + dy

    def corners(self, cell: int) -> list[Point]:
        """All six corners, clockwise."""
        return [self.corner(cell, number) for number in range(6)]

    def side(self, cell: int, direction: int) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise as seen from the hex."""
        return self.corner(cell, direction), self.corner(cell, direction + 1)

    def middle(self, cell: int, direction: int) -> Point:
        """The middle of a hexside."""
        (x1, y1), (x2, y2) = self.side(cell, direction)
        return (x1 + x2) / 2, (y1 + y2) / 2

    def hex_at(self, point: Point) -> int:
        """The hex that holds a point, or -1 off the map."""
        best, nearest = -1, RADIUS + 1e-9
        for cell in self._near(point):
            x, y = self._centres[cell]
            distance = sqrt((x - point[0]) ** 2 + (y - point[1]) ** 2)
            if distance < nearest:
                best, nearest = cell, distance
        return best if best >= 0 and self._inside(best, point) else -1

    def _inside(self, cell: int, point: Point) -> bool:
        x, y = self._centres[cell]
        dx, dy = abs(point[0] - x), abs(point[1] - y)
        flat, along = (dy, dx) if self.grid.numbering.flat else (dx, dy)
        return flat <= 0.5 + 1e-9 and flat / 2 + along * PITCH <= 0.5 + 1e-9

    def _near(self, point: Point) -> list[int]:
        grid = self.grid
        if grid.numbering.flat:
            line = point[0] / PITCH if grid.numbering is Numbering.COLUMNS_EAST else grid.columns + 1 - point[0] / PITCH
            place = point[1]
        else:
            line, place = point[1] / PITCH, grid.columns + 1.5 - point[0]
        found = []
        for a in (floor(line), floor(line) + 1):
            for b in (floor(place) - 1, floor(place), floor(place) + 1):
                if 1 <= a <= grid.lines and 1 <= b <= grid.places:
                    found.append(grid.cell(a * 100 + b))
        return found

    def key(self, point: Point) -> tuple[int, int]:
        """A whole-number name of a corner, the same for all hexes that share it."""
        x, y = point if self.grid.numbering.flat else (point[1], point[0])
        return round(x / (PITCH / 3)), round(y * 2)
