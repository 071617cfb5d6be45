"""Common ground of the events: what their fields name, and a unit on its way."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel.words import mark
from ardennes.parts.rules import events
from ardennes.parts.rules.events import Names
from ardennes.titles.deadly_woods.box.counters import ARMIES
from ardennes.titles.deadly_woods.box.tables import Chit, Round


class Event(events.Event, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Names] = {
        **dict.fromkeys(("unit", "units"), "unit"),
        "hex": "hex",
        "bridge": "bridge",
        "asset": "asset",
        "formations": "formation",
        "army": lambda army: ARMIES[army],
        "chit": lambda chit: str(Chit(chit)),
        "round": lambda kind: str(Round(kind)),
    }


class Travelled(Event, frozen=True):
    """A unit went along a path."""

    shows: ClassVar[str] = "move"
    draws: ClassVar[tuple[str, ...]] = ("unit", "path")
    unit: int
    path: tuple[int, ...]

    def facts(self) -> dict[str, object]:
        return super().facts() | {"hex": mark("hex", self.path[-1])}
