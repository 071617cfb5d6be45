"""Common ground of the events: what their fields name, and a unit on its way."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel.words import mark, say
from ardennes.parts.rules import events
from ardennes.parts.rules.events import Names


def named(what: str) -> str:
    """Whom a card is played for: a corps by its number, in whatever language; other names are the same everywhere."""
    number, corps, rest = what.partition(" Corps")
    return say("{corps} Corps", corps=number) if corps and not rest else what


class Event(events.Event, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Names] = {
        **dict.fromkeys(("unit", "units", "defenders"), "unit"),
        "hex": "hex",
        "bridge": "river",
        "card": "card",
        "formation": "formation",
        "what": named,
    }


class Travelled(Event, frozen=True):
    """A unit went along a path."""

    shows: ClassVar[str] = "move"
    draws: ClassVar[tuple[str, ...]] = ("unit", "path")
    unit: int
    path: tuple[int, ...]

    def facts(self) -> dict[str, object]:
        return super().facts() | {"hex": mark("hex", self.path[-1])}
