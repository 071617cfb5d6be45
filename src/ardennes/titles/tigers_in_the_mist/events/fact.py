"""Common ground of the events: what their fields name."""

from __future__ import annotations

from typing import ClassVar

from ardennes.parts.rules import events
from ardennes.parts.rules.events import Names


class Event(events.Event, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Names] = {
        **dict.fromkeys(("unit", "units", "target", "attackers", "defenders"), "unit"),
        **dict.fromkeys(("area", "areas", "zone", "place"), "area"),
        "bridge": "bridge",
    }
