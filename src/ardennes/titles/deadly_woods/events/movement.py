"""Facts of movement: units on their way, bridges, what is found or given up on the road."""

from __future__ import annotations

from typing import ClassVar

from ardennes.titles.deadly_woods.events.fact import Event, Travelled


class Moved(Travelled, frozen=True):
    """10.2 A unit moves; `cost` in movement points as players write them."""

    cites: ClassVar[str] = "DW-10.2a"
    says: ClassVar[str] = "{unit} moves to {hex} ({cost})."
    cost: str


class Withdrew(Moved, frozen=True):
    """10.3"""

    cites: ClassVar[str] = "DW-10.3a"
    says: ClassVar[str] = "{unit} slips away to {hex}."


class Slipped(Event, frozen=True):
    """7.3d, 7.3e"""

    cites: ClassVar[str] = "DW-7.3d"
    says: ClassVar[str] = "{unit} slips through in American uniforms."
    unit: int


class Abandoned(Event, frozen=True):
    """8.3f"""

    cites: ClassVar[str] = "DW-8.3f"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} leaves its tanks behind."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int


class FuelTaken(Event, frozen=True):
    """8.5a"""

    cites: ClassVar[str] = "DW-8.5a1"
    says: ClassVar[str] = "{unit} takes the fuel dump."
    unit: int


class MeuseCrossed(Event, frozen=True):
    """10.6.4e"""

    cites: ClassVar[str] = "DW-10.6.4e"
    says: ClassVar[str] = "The Germans are over the Meuse: the troops behind it are free to move."


# ---- 10.6 bridges ------------------------------------------------------------------------------------------


class BridgeBlown(Event, frozen=True):
    """10.6.1"""

    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "The bridge at {bridge} is blown."
    draws: ClassVar[tuple[str, ...]] = ("bridge",)
    because: ClassVar[str] = "why"
    bridge: int
    why: str


class BridgeBuilt(Event, frozen=True):
    """10.6.2"""

    cites: ClassVar[str] = "DW-10.6.2a"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "The bridge at {bridge} is rebuilt."
    draws: ClassVar[tuple[str, ...]] = ("bridge",)
    bridge: int
