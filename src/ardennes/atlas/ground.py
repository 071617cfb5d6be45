"""Terrain by area share: what most of a hex is made of, in the title's own classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

import msgspec

from ardennes.atlas.shapes import Outline
from ardennes.board.layout import HexLayout, Point


class Rule(msgspec.Struct, frozen=True):
    """`terrain` where the kinds together cover at least `share` of the hex. The first rule that holds counts."""

    terrain: str
    kinds: tuple[str, ...]
    share: float


class GroundPlan(msgspec.Struct, frozen=True):
    """How a title reads the ground."""

    rules: tuple[Rule, ...]
    #: Kind of a region's default ground -> terrain.
    defaults: dict[str, str]


def sample_points(layout: HexLayout, rings: int = 4) -> list[Point]:
    """Offsets spread evenly over a hex: a small hex grid inside it."""
    step = 1 / (2 * rings + 1)
    found = []
    for q in range(-2 * rings, 2 * rings + 1):
        for r in range(-2 * rings, 2 * rings + 1):
            x, y = (q * step * sqrt(3) / 2, (r + q / 2) * step)
            if max(abs(q), abs(r), abs(q + r)) <= rings:
                found.append((x, y) if layout.grid.numbering.flat else (y, x))
    return found


def shares(layout: HexLayout, shapes: Mapping[str, Sequence[Outline]]) -> dict[int, dict[str, float]]:
    """Per hex, how much of it each kind of ground covers."""
    offsets = sample_points(layout)
    found: dict[int, dict[str, float]] = {}
    for cell in layout.grid.cells:
        x, y = layout.centre(cell)
        near = {kind: [s for s in outlines if _touches(s, x, y)] for kind, outlines in shapes.items()}
        covered = {}
        for kind, outlines in near.items():
            if outlines:
                hits = sum(any(s.holds((x + dx, y + dy)) for s in outlines) for dx, dy in offsets)
                covered[kind] = hits / len(offsets)
        found[cell] = covered
    return found


def _touches(outline: Outline, x: float, y: float) -> bool:
    left, top, right, bottom = outline.box
    return left - 0.6 <= x <= right + 0.6 and top - 0.6 <= y <= bottom + 0.6


def terrain_of(plan: GroundPlan, covered: Mapping[str, float]) -> str:
    """The terrain of a hex from what covers it."""
    for rule in plan.rules:
        if sum(covered.get(kind, 0.0) for kind in rule.kinds) >= rule.share:
            return rule.terrain
    region = _most(covered, plan.defaults)
    return plan.defaults[region]


def _most(covered: Mapping[str, float], kinds: Iterable[str]) -> str:
    """The kind that covers most; of equals the first named."""
    return max(kinds, key=lambda kind: covered.get(kind, 0.0))
