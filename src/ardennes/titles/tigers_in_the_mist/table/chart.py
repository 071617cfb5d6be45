"""The drawn map as data: outlines, roads, rivers, woods, names. `cartography` makes the file; this reads it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.parts.scenery import Point, Sheet

FILE = Path(__file__).parent.parent / "data" / "chart.json"


class PlaceShape(msgspec.Struct, frozen=True):
    """An area or zone: its town and how large that is, where counters and badges lie, and its outline."""

    word: str
    size: str
    at: Point
    stack: Point
    badges: Point
    outline: str


class RoadShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A road as it is drawn, and where its bridge lies."""

    a: str
    b: str
    path: str
    bridge: Point | None = None
    angle: float = 0.0


class Chart(msgspec.Struct, frozen=True):
    """The file `chart.json`."""

    places: list[PlaceShape]
    roads: list[RoadShape]
    sheet: Sheet


@lru_cache(maxsize=1)
def chart() -> Chart:
    """The chart that comes with the title."""
    return msgspec.json.decode(FILE.read_bytes(), type=Chart)


@lru_cache(maxsize=1)
def sheet_bytes() -> bytes:
    """The drawn map as a client loads it."""
    return msgspec.json.encode(chart().sheet)
