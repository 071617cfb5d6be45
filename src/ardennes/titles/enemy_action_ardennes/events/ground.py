"""The map: towns, bridges, roadblocks, positions."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.events import Event
from ardennes.titles.enemy_action_ardennes.events.marks import place, river


class HexTaken(Event, frozen=True):
    """12.1, 14.1"""

    shows: ClassVar[str] = "score"
    side: Side
    cell: int
    points: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        if self.points:
            return say(
                "{hex} is {side} ({points} VP).", hex=place(self.cell), side=self.side, points=f"{self.points:+}"
            )
        return say("{hex} is {side}.", hex=place(self.cell), side=self.side)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class BridgeTaken(Event, frozen=True):
    """12.2"""

    cites: ClassVar[str] = "EA-12.2c"
    side: Side
    bridge: int

    def sentence(self) -> str:
        return say("The bridge {bridge} is {side}.", bridge=river(self.bridge), side=self.side)


class BridgeBlown(Event, frozen=True):
    """12.21"""

    cites: ClassVar[str] = "EA-12.21b"
    shows: ClassVar[str] = "bridge"
    bridge: int

    def sentence(self) -> str:
        return say("The bridge {bridge} is blown.", bridge=river(self.bridge))


class BridgeSaved(Event, frozen=True):
    """7.33"""

    cites: ClassVar[str] = "EA-7.33c"
    shows: ClassVar[str] = "bridge"
    bridge: int

    def sentence(self) -> str:
        return say("Operation Greif saves the bridge {bridge}.", bridge=river(self.bridge))


class BridgeBuilt(Event, frozen=True):
    """12.21, 12.22"""

    shows: ClassVar[str] = "bridge"
    side: Side
    bridge: int
    new: bool

    @property
    def rule(self) -> str:
        return "EA-12.22" if self.new else "EA-12.21a"

    def sentence(self) -> str:
        english = "{side} engineers build a bridge {bridge}." if self.new else "{side} engineers repair {bridge}."
        return say(english, side=self.side, bridge=river(self.bridge))


class Roadblock(Event, frozen=True):
    """7.9 A roadblock is laid, or removed."""

    cites: ClassVar[str] = "EA-7.9a"
    cell: int
    laid: bool

    def sentence(self) -> str:
        return say("A roadblock in {hex}." if self.laid else "The roadblock in {hex} is gone.", hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class Improved(Event, frozen=True):
    """12.3"""

    cites: ClassVar[str] = "EA-12.31a"
    cell: int

    def sentence(self) -> str:
        return say("An improved position in {hex}.", hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}
