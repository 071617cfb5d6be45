"""Facts of assets: placed, gone, and von der Heydte's jump."""

from __future__ import annotations

from typing import ClassVar

from ardennes.parts.rules.events import Drawn
from ardennes.titles.deadly_woods.events.fact import Event


class AssetPlaced(Event, frozen=True):
    """12.4 - 12.9"""

    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "{asset} goes to {hex}."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    because: ClassVar[str] = "why"
    asset: int
    hex: int
    why: str


class AssetGone(Event, frozen=True):
    """12.4.1e, 12.4.4b, 8.6f An asset leaves the map; `back` is the turn it is there again, 0 for never."""

    because: ClassVar[str] = "why"
    asset: int
    back: int
    why: str

    def words(self) -> str:
        return "{asset} is off the map, back on turn {turn}." if self.back else "{asset} is gone."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"turn": self.back}


class DelayBack(Event, frozen=True):
    """6.3.1b, 12.9.1g"""

    says: ClassVar[str] = "The Delay asset in {hex} goes back to its box."
    because: ClassVar[str] = "why"
    hex: int
    why: str


class Trucked(Event, frozen=True):
    """12.6 The Motorized marker: on a unit, or off it."""

    cites: ClassVar[str] = "DW-12.6a1"
    unit: int
    on: bool

    def words(self) -> str:
        return "{unit} is motorized." if self.on else "{unit} is no longer motorized."


class Jumped(Event, frozen=True):
    """12.7 Von der Heydte lands."""

    cites: ClassVar[str] = "DW-12.7c"
    reveals: ClassVar[bool] = True
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    die: int
    real: bool

    def words(self) -> str:
        return "Die {die}: von der Heydte lands at {hex}." if self.real else "Die {die}: a rumor of jumps at {hex}."

    def drawn(self) -> Drawn:
        return super().drawn() | {"dice": [self.die]}
