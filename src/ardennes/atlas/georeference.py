"""From latitude and longitude to a title's paper.

A title's grid is laid on the country by an affine transform found from the hexes its rulebook ties to places; a small
smooth warp then pulls those places the rest of the way. The warp moves every layer alike, so that a town stays on
its side of its river. The parameters of a title stand in one file, `data/<title>.toml`.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import msgspec

from ardennes.atlas.gazetteer import LatLon
from ardennes.board.layout import HexLayout, Point


class Anchor(msgspec.Struct, frozen=True):
    """A place whose hex, or whose hexside, a rulebook gives or implies."""

    place: str
    lat: float
    lon: float
    #: A hex (`1809`) or a hexside (`1324/1424`).
    at: str
    rule: str
    #: How hard the warp pulls, 1 for a plain statement.
    weight: float = 1.0


class Fit(msgspec.Struct, frozen=True):
    """The parameters of a title's georeference."""

    #: Kilometres: ((lon - lon0) * kx, (lat - lat0) * ky).
    lat0: float
    lon0: float
    kx: float
    ky: float
    #: Per kilometre east, per kilometre north, and the constant: (across the lines, along the lines). See
    #: `HexLayout.from_numbers`; pointed grids give (along, across), as their columns are counted along.
    east: tuple[float, float]
    north: tuple[float, float]
    origin: tuple[float, float]
    #: Reach of the warp in kilometres, and how much of an anchor's error is left to it (0 pulls all the way).
    sigma: float
    slack: float
    anchors: tuple[Anchor, ...] = ()


class Knot(NamedTuple):
    """One bump of the warp: its centre in kilometres and how far it moves the paper there."""

    x: float
    y: float
    dx: float
    dy: float


class Georeference:
    """The transform of one title."""

    def __init__(self, layout: HexLayout, fit: Fit) -> None:
        self.layout = layout
        self.fit = fit
        self._knots: list[Knot] = []
        self._knots = self._solve()

    def kilometres(self, where: LatLon) -> Point:
        """Local kilometres east and north."""
        fit = self.fit
        return (where[1] - fit.lon0) * fit.kx, (where[0] - fit.lat0) * fit.ky

    def point(self, where: LatLon) -> Point:
        """Where a spot of the country lies on the title's plane."""
        east, north = self.kilometres(where)
        x, y = self._affine(east, north)
        width = self.fit.sigma**2
        for knot in self._knots:
            pull = exp(-((east - knot.x) ** 2 + (north - knot.y) ** 2) / width)
            x += pull * knot.dx
            y += pull * knot.dy
        # Rounded, so that the last bit of another machine's `exp` cannot move a border case.
        return round(x, 4), round(y, 4)

    def _affine(self, east: float, north: float) -> Point:
        fit = self.fit
        first = fit.east[0] * east + fit.north[0] * north + fit.origin[0]
        second = fit.east[1] * east + fit.north[1] * north + fit.origin[1]
        if self.layout.grid.numbering.flat:
            return self.layout.from_numbers(first, second)
        return self.layout.from_numbers(second, first)

    def target(self, at: str) -> Point:
        """The middle of a hex or of a hexside given by numbers."""
        centres = [self.layout.centre(self.layout.grid.cell(number)) for number in at.split("/")]
        return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)

    def residual(self, anchor: Anchor) -> Point:
        """How far an anchor lies from where it should, in hexes."""
        x, y = self.point((anchor.lat, anchor.lon))
        tx, ty = self.target(anchor.at)
        return tx - x, ty - y

    def _solve(self) -> list[Knot]:
        """Weights of the bumps: least squares with a share of slack, so that near anchors do not fight."""
        anchors = self.fit.anchors
        centres = [self.kilometres((anchor.lat, anchor.lon)) for anchor in anchors]
        width = self.fit.sigma**2
        matrix = [
            [
                exp(-((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / width)
                + (self.fit.slack / anchors[row].weight if row == column else 0.0)
                for column, b in enumerate(centres)
            ]
            for row, a in enumerate(centres)
        ]
        errors = [self.residual(anchor) for anchor in anchors]
        dx = solved(matrix, [error[0] for error in errors])
        dy = solved(matrix, [error[1] for error in errors])
        return [Knot(c[0], c[1], x, y) for c, x, y in zip(centres, dx, dy, strict=True)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination with the largest pivot.

    >>> solved([[2.0, 0.0], [1.0, 1.0]], [4.0, 5.0])
    [2.0, 3.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            if factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found
