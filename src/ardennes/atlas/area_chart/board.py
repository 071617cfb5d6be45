"""What the drawing of an area map has to know of the map, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from ardennes.board.areas import Link
from ardennes.parts.eye.scenery import Point, Sheet

#: The kind of a link that is a major road.
MAJOR = 1


class Placed(Protocol):
    """Something that lies in the country (latitude, longitude) and on the published map (kilometres east and south)."""

    @property
    def lat(self) -> float: ...
    @property
    def lon(self) -> float: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


class Area(Placed, Protocol):
    """An area and the town that it is named for."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def modern_name(self) -> str: ...
    @property
    def vp(self) -> int: ...
    @property
    def control(self) -> str: ...


class Zone(Placed, Protocol):
    """A zone beyond the edge of the map."""

    @property
    def letter(self) -> str: ...


class Way(Protocol):
    """A road by the words of its ends."""

    @property
    def from_(self) -> str: ...
    @property
    def to(self) -> str: ...


class AreaBoard(Protocol):
    """An area map: place n is area n, the zones follow."""

    places: int
    first_zone: int
    links: tuple[tuple[Link, ...], ...]
    crossings: list[tuple[int, int]]
    names: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def areas(self) -> Sequence[Area]: ...
    @property
    def zones(self) -> Sequence[Zone]: ...
    @property
    def roads(self) -> Sequence[Way]: ...
    def place(self, word: str, /) -> int: ...
    def is_zone(self, place: int, /) -> bool: ...
    def link(self, a: int, b: int, /) -> Link | None: ...
    def crossing(self, a: int, b: int, /) -> int: ...
    def bridge_name(self, bridge: int, /) -> str: ...


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
