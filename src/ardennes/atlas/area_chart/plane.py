"""The plane of the map: where areas are put, and how latitude and longitude follow them there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator

from ardennes.atlas.area_chart.board import Area, AreaBoard, Zone

Array = NDArray[np.float64]

#: AreaBoard units to a kilometre.
SCALE = 10.0
#: The map is drawn a little wider than the country is, as screens are.
STRETCH = 1.13
#: How far apart the towns of two areas must be, in map units: two counters and a bit of road.
ELBOW_ROOM = 92.0
#: From an outermost town to the zone beyond it, and from the outermost place to the edge of the sheet.
BEYOND = 128.0
MARGIN = 118.0
#: Towns that the spreading leaves in a corner of their own ground, moved by hand (map units).
NUDGED = {42: (2.0, 34.0), 74: (-6.0, 4.0), 81: (6.0, 6.0)}
#: The directions in which the zones lie from the towns they join, by the edge their row names.
OUTWARD = {
    "A": (1.0, 0.12),
    "B": (1.0, 0.0),
    "C": (1.0, 0.0),
    "D": (0.25, -1.0),
    "E": (-0.15, -1.0),
    "F": (-0.35, -0.94),
    "G": (-0.6, -0.8),
    "H": (-0.75, -0.66),
    "I": (-1.0, 0.05),
    "J": (-1.0, 0.25),
    "K": (-0.9, 0.45),
    "L": (-0.45, 0.9),
    "M": (-0.1, 1.0),
    "N": (-0.05, 1.0),
    "P": (0.55, 0.84),
}


class Plane(NamedTuple):
    """Positions of all places in map units, and the bending of real geography that leads there."""

    width: float
    height: float
    #: By place number; place 0 does not exist.
    at: Array
    bend: RBFInterpolator

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        """A point of the country on the map."""
        x, y = self.line([(lat, lon)])[0]
        return float(x), float(y)

    def line(self, course: Sequence[tuple[float, float]]) -> Array:
        """A line or outline of the country on the map."""
        return np.asarray(self.bend(kilometres(np.asarray(course, dtype=float))), dtype=float)


def kilometres(lat_lon: Array) -> Array:
    """Latitude and longitude as kilometres east and south of Bastogne."""
    east = (lat_lon[:, 1] - 5.72) * 111.32 * math.cos(math.radians(50.1))
    south = (50.0 - lat_lon[:, 0]) * 111.2
    return np.stack([east, south], axis=1)


def lay_out(board: AreaBoard) -> Plane:
    """Spread the areas, then fit the country to them."""
    rows: list[Area | Zone] = [*board.areas, *board.zones]
    real = np.array([[row.lat, row.lon] for row in rows])
    start = np.array([[row.x * STRETCH, row.y] for row in rows]) * SCALE
    areas = len(board.areas)
    links = [(a - 1, b.to - 1) for a in range(1, board.places) for b in board.links[a] if a < b.to]
    spread = np.zeros_like(start)
    spread[:areas] = _spread(start[:areas], [link for link in links if max(link) < areas])
    for area, move in NUDGED.items():
        spread[area - 1] += move
    for number, zone in enumerate(board.zones, areas):
        joined = [link.to - 1 for link in board.links[number + 1]]
        outward = np.array(OUTWARD[zone.letter])
        spread[number] = spread[joined].mean(axis=0) + outward / np.hypot(*outward) * BEYOND
    spread -= spread.min(axis=0) - MARGIN
    corner = spread.max(axis=0) + MARGIN
    bend = RBFInterpolator(kilometres(real[:areas]), spread[:areas], kernel="thin_plate_spline", smoothing=2.0)
    at = np.zeros((board.places, 2))
    at[1:] = spread
    return Plane(float(round(corner[0])), float(round(corner[1])), at, bend)


def _spread(start: Array, links: list[tuple[int, int]], rounds: int = 600) -> Array:
    """Push towns apart until each has elbow room, pulling gently back to where they belong."""
    at = start.copy()
    first, second = np.triu_indices(len(at), 1)
    for step in range(rounds):
        ease = 0.35 if step < rounds * 0.8 else 0.2
        between = at[second] - at[first]
        far = np.hypot(between[:, 0], between[:, 1])
        close = far < ELBOW_ROOM
        push = between[close] / far[close, None] * ((ELBOW_ROOM - far[close]) * 0.5 * ease)[:, None]
        moved = np.zeros_like(at)
        np.add.at(moved, first[close], -push)
        np.add.at(moved, second[close], push)
        moved += (start - at) * (0.012 if step < rounds * 0.8 else 0.0)
        # Neighbours on a road move together, so that the country is stretched rather than torn.
        drift = at + moved - start
        smooth = drift.copy()
        count = np.ones(len(at))
        for a, b in links:
            smooth[a] += drift[b]
            smooth[b] += drift[a]
            count[a] += 1
            count[b] += 1
        smooth /= count[:, None]
        at = start + drift * 0.93 + smooth * 0.07
    return at
