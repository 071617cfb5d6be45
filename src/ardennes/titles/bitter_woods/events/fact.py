"""Common ground of the events: what their fields name, and a unit on its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.kernel.words import mark
from ardennes.parts.rules import events


class Event(events.Event, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("unit", "units", "guns", "defenders", "support", "leader"), "unit"),
        "hex": "hex",
        "bridge": "bridge",
    }


class Travelled(Event, frozen=True):
    """A unit went along a path."""

    shows: ClassVar[str] = "move"
    draws: ClassVar[tuple[str, ...]] = ("unit", "path")
    unit: int
    path: tuple[int, ...]

    def facts(self) -> dict[str, object]:
        return super().facts() | {"start": mark("hex", self.path[0]), "end": mark("hex", self.path[-1])}
