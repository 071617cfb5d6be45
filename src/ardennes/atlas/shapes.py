"""Plane geometry of courses and outlines: lengths, nearest points, banks, crossings, shares of a hex."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import ceil, hypot
from typing import NamedTuple

from ardennes.board.layout import Point


class Foot(NamedTuple):
    """The point of a course nearest to a spot."""

    distance: float
    #: How far along the course it lies.
    along: float
    #: +1 if the spot is to the right of the course as it runs, -1 to the left.
    bank: int


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def length(course: Sequence[Point]) -> float:
    """How long a course is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(course))


def densified(course: Sequence[Point], step: float) -> list[Point]:
    """The course with points at most `step` apart, its own points kept."""
    found = [course[0]]
    for a, b in itertools.pairwise(course):
        pieces = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / step))
        found += [(a[0] + (b[0] - a[0]) * n / pieces, a[1] + (b[1] - a[1]) * n / pieces) for n in range(1, pieces + 1)]
    return found


def resampled(course: Sequence[Point], step: float) -> list[Point]:
    """Points at even distances along a course, both ends included."""
    total = length(course)
    pieces = max(1, round(total / step))
    found = []
    segments = list(itertools.pairwise(course))
    passed, index = 0.0, 0
    for n in range(pieces + 1):
        want = total * n / pieces
        while index < len(segments) - 1 and passed + _span(segments[index]) < want:
            passed += _span(segments[index])
            index += 1
        (ax, ay), (bx, by) = segments[index]
        share = min(1.0, (want - passed) / (_span(segments[index]) or 1.0))
        found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return found


def _span(segment: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = segment
    return hypot(bx - ax, by - ay)


def foot(spot: Point, course: Sequence[Point]) -> Foot:
    """The nearest point of a course, and on which bank the spot lies."""
    best: tuple[float, float, float] | None = None
    passed = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(course):
        dx, dy = bx - ax, by - ay
        span = hypot(dx, dy)
        share = 0.0 if span == 0 else max(0.0, min(1.0, ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / span**2))
        away = hypot(ax + dx * share - spot[0], ay + dy * share - spot[1])
        turn = (dx * (spot[1] - ay) - dy * (spot[0] - ax)) / (span or 1.0)
        # At a bend two segments are equally near; the one that faces the spot more squarely knows the bank.
        if best is None or away < best[0] - 1e-9 or (away < best[0] + 1e-9 and abs(turn) > abs(best[2])):
            best = (away, passed + span * share, turn)
        passed += span
    assert best is not None
    return Foot(best[0], best[1], 1 if best[2] > 0 else -1)


def crossings(first: Sequence[Point], second: Sequence[Point]) -> list[Point]:
    """Where two courses cut each other, in the order of the first."""
    found = []
    for a, b in itertools.pairwise(first):
        low_x, high_x = min(a[0], b[0]), max(a[0], b[0])
        low_y, high_y = min(a[1], b[1]), max(a[1], b[1])
        hits = []
        for c, d in itertools.pairwise(second):
            if max(c[0], d[0]) < low_x or min(c[0], d[0]) > high_x:
                continue
            if max(c[1], d[1]) < low_y or min(c[1], d[1]) > high_y:
                continue
            share = _cut(a, b, c, d)
            if share is not None:
                hits.append(share)
        found += [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for share in sorted(hits)]
    return found


def _cut(a: Point, b: Point, c: Point, d: Point) -> float | None:
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    first = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    second = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    return first if 0 <= first <= 1 and 0 <= second <= 1 else None


class Outline:
    """A closed shape that can say whether a point is inside."""

    def __init__(self, points: Iterable[Point]) -> None:
        self.points = tuple(points)
        xs, ys = zip(*self.points, strict=True)
        self.box: tuple[float, float, float, float] = (min(xs), min(ys), max(xs), max(ys))

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside (even-odd rule)."""
        x, y = point
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        inside = False
        before = self.points[-1]
        for here in self.points:
            if (here[1] > y) != (before[1] > y):
                cut = here[0] + (y - here[1]) * (before[0] - here[0]) / (before[1] - here[1])
                if x < cut:
                    inside = not inside
            before = here
        return inside
