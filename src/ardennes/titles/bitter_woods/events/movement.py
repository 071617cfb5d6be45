"""Facts of movement: marches, positions, bridges and what is blown."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.parts.rules.events import Drawn
from ardennes.titles.bitter_woods.box import EDGES
from ardennes.titles.bitter_woods.events.fact import Event, Travelled


class Moved(Travelled, frozen=True):
    """5 A unit moved along a path; `cost` as shown to players."""

    cites: ClassVar[str] = "BW-5.1a"
    says: ClassVar[str] = "{unit} moves from {start} to {end} for {cost} MP."
    cost: str


class Entered(Travelled, frozen=True):
    """16 A unit came onto the map; the path begins with its entry hex."""

    cites: ClassVar[str] = "BW-16.1a"
    shows: ClassVar[str] = "arrival"
    cost: str

    def words(self) -> str:
        if len(self.path) == 1:
            return "{unit} enters at {start} for {cost} MP."
        return "{unit} enters at {start} and goes to {end} for {cost} MP."


class LeftMap(Event, frozen=True):
    """5.5 A unit left the map over an edge."""

    cites: ClassVar[str] = "BW-5.5a"
    says: ClassVar[str] = "{unit} leaves the map from {hex} over the {edge} edge."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    edge: int
    hex: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"edge": EDGES[self.edge]}


class PositionBuilt(Event, frozen=True):
    """8.1 An improved position is built."""

    cites: ClassVar[str] = "BW-8.1c"
    says: ClassVar[str] = "{unit} builds an improved position in {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int


class PositionLost(Event, frozen=True):
    """8.1 An improved position is abandoned."""

    cites: ClassVar[str] = "BW-8.1g"
    says: ClassVar[str] = "The improved position in {hex} is given up."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class FortBuilt(Event, frozen=True):
    """8.2 A town is fortified."""

    cites: ClassVar[str] = "BW-8.2d"
    says: ClassVar[str] = "{unit} fortifies {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int


class FortLost(Event, frozen=True):
    """8.2 The Germans enter a fortified town."""

    cites: ClassVar[str] = "BW-8.2f"
    says: ClassVar[str] = "The fortification of {hex} is taken."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class BridgeBegun(Event, frozen=True):
    """13.3 A unit begins to rebuild a bridge."""

    cites: ClassVar[str] = "BW-13.3b"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "{unit} begins to rebuild the bridge {bridge}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "bridge")
    unit: int
    bridge: int


class BridgeRebuilt(Event, frozen=True):
    """13.3 A bridge is rebuilt; `total` counts those of the Germans."""

    cites: ClassVar[str] = "BW-13.3d"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "{unit} completes the bridge {bridge}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "bridge")
    unit: int
    bridge: int
    total: int


class Crossed(Event, frozen=True):
    """13.3 A unit goes over with the builders."""

    cites: ClassVar[str] = "BW-13.3e"
    shows: ClassVar[str] = "move"
    says: ClassVar[str] = "{unit} crosses to {hex} with the builders."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int


class DemolitionRolled(Event, frozen=True):
    """13.1 An attempt to blow a bridge."""

    cites: ClassVar[str] = "BW-13.1a"
    shows: ClassVar[str] = "bridge"
    side: Side
    bridge: int
    die: int
    needed: int

    @property
    def blown(self) -> bool:
        """Whether the bridge went up."""
        return self.die <= self.needed

    def words(self) -> str:
        if self.blown:
            return "The {side} side tries to blow {bridge}: {die}, needs {needed}, and it goes up."
        return "The {side} side tries to blow {bridge}: {die}, needs {needed}, but the charge fails."

    def drawn(self) -> Drawn:
        return {"crossing": self.bridge, "dice": [self.die], "need": self.needed, "side": self.side}
