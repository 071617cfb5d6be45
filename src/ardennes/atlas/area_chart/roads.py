"""Roads as curves: main roads run smoothly through towns, lesser ones wind a little."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from shapely.geometry import LineString

from ardennes.atlas.area_chart.board import MAJOR, AreaBoard
from ardennes.atlas.area_chart.plane import Array, Plane


class Road(NamedTuple):
    """A road from a to b as a fine polyline."""

    a: int
    b: int
    major: bool
    crossing: int
    course: LineString


def draw_roads(board: AreaBoard, plane: Plane) -> list[Road]:
    """Every road of the game. Curves that would touch another road are straightened until they do not."""
    links = [(a, link) for a in range(1, board.places) for link in board.links[a] if a < link.to]
    bends = [1.0] * len(links)
    roads: list[Road] = []
    for _ in range(12):
        roads = [
            Road(a, link.to, link.kind == MAJOR, link.crossing, _curve(board, plane, a, link.to, bend))
            for (a, link), bend in zip(links, bends, strict=True)
        ]
        clashes = _clashes(roads)
        if not clashes:
            return roads
        for number in clashes:
            bends[number] *= 0.5 if bends[number] > 0.1 else 0.0
    raise ValueError(f"roads still cross: {[(roads[n].a, roads[n].b) for n in _clashes(roads)]}")


def _clashes(roads: list[Road]) -> set[int]:
    """Roads that touch one another away from the towns they share."""
    found = set()
    for first, one in enumerate(roads):
        for second in range(first + 1, len(roads)):
            other = roads[second]
            if not one.course.intersects(other.course):
                continue
            shared = {one.a, one.b} & {other.a, other.b}
            meeting = one.course.intersection(other.course)
            ends = (
                LineString(one.course.coords[:1] * 2).buffer(2).union(LineString(one.course.coords[-1:] * 2).buffer(2))
            )
            if not shared or not ends.contains(meeting):
                found |= {first, second}
    return found


def _curve(board: AreaBoard, plane: Plane, a: int, b: int, bend: float) -> LineString:
    """A cubic from town to town, leaving each in the direction that its partner on the other side came in."""
    start, end = plane.at[a], plane.at[b]
    length = float(np.hypot(*(end - start)))
    out = _heading(board, plane, a, b, bend) * length * 0.36
    into = _heading(board, plane, b, a, bend) * length * 0.36
    t = np.linspace(0, 1, max(12, int(length / 5)))[:, None]
    points = (
        (1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * (start + out) + 3 * (1 - t) * t**2 * (end + into) + t**3 * end
    )
    link = board.link(a, b)
    assert link is not None
    winding = (1.3 if link.kind == MAJOR else 3.2) * bend * min(1.0, length / 120)
    return LineString(points + _winding(a, b, t[:, 0], length, end - start) * winding)


def _heading(board: AreaBoard, plane: Plane, town: int, to: int, bend: float) -> Array:
    """The direction in which a road leaves a town: towards its goal, leaning to continue the road across it."""
    ahead = _unit(plane.at[to] - plane.at[town])
    mine = board.link(town, to)
    assert mine is not None
    best, partner = -0.35, None
    for link in board.links[town]:
        if link.to == to or link.kind != mine.kind:
            continue
        along = float(np.dot(ahead, _unit(plane.at[link.to] - plane.at[town])))
        if along < best:
            best, partner = along, link.to
    if partner is None:
        return ahead
    through = _unit(ahead - _unit(plane.at[partner] - plane.at[town]))
    return _unit(ahead + through * 0.9 * bend)


def _winding(a: int, b: int, t: Array, length: float, chord: Array) -> Array:
    """Small bends across the road, none at its ends."""
    side = _unit(np.array([-chord[1], chord[0]]))
    seed = (a * 7919 + b * 104729) % 1000 / 1000 * 2 * math.pi
    waves = length / (85 if a % 2 else 70)
    sway = np.sin(2 * math.pi * waves * t + seed) + 0.6 * np.sin(2 * math.pi * waves * 1.9 * t + seed * 3.1)
    return (sway * np.sin(math.pi * t) ** 0.8)[:, None] * side


def _unit(vector: Array) -> Array:
    return np.asarray(vector / max(float(np.hypot(*vector)), 1e-9))
