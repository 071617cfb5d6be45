"""The map: towns, bridges, roadblocks, positions."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.events.fact import Event


class HexTaken(Event, frozen=True):
    """12.1, 14.1"""

    because: ClassVar[str] = "under"
    shows: ClassVar[str] = "score"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    side: Side
    hex: int
    points: int
    under: str

    def words(self) -> str:
        return "{hex} is {side} ({points} VP)." if self.points else "{hex} is {side}."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"points": f"{self.points:+}"}


class BridgeTaken(Event, frozen=True):
    """12.2"""

    cites: ClassVar[str] = "EA-12.2c"
    says: ClassVar[str] = "The bridge {bridge} is {side}."
    side: Side
    bridge: int


class BridgeBlown(Event, frozen=True):
    """12.21"""

    cites: ClassVar[str] = "EA-12.21b"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "The bridge {bridge} is blown."
    bridge: int


class BridgeSaved(Event, frozen=True):
    """7.33"""

    cites: ClassVar[str] = "EA-7.33c"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "Operation Greif saves the bridge {bridge}."
    bridge: int


class BridgeBuilt(Event, frozen=True):
    """12.21, 12.22"""

    shows: ClassVar[str] = "bridge"
    side: Side
    bridge: int
    new: bool

    @property
    def rule(self) -> str:
        return "EA-12.22" if self.new else "EA-12.21a"

    def words(self) -> str:
        return "{side} engineers build a bridge {bridge}." if self.new else "{side} engineers repair {bridge}."


class Roadblock(Event, frozen=True):
    """7.9 A roadblock is laid, or removed."""

    cites: ClassVar[str] = "EA-7.9a"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    laid: bool

    def words(self) -> str:
        return "A roadblock in {hex}." if self.laid else "The roadblock in {hex} is gone."


class Improved(Event, frozen=True):
    """12.3"""

    cites: ClassVar[str] = "EA-12.31a"
    says: ClassVar[str] = "An improved position in {hex}."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
