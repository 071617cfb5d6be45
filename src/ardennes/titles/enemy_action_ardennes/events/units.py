"""Units: activated, moved, reduced, supplied."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.parts.rules.events import Drawn
from ardennes.titles.enemy_action_ardennes.events.fact import Event, Travelled

SUPPLY_NAMES = ("in supply", "in low supply", "out of supply", "isolated")

# ---- activation and movement ------------------------------------------------------------------------------


class Activated(Event, frozen=True):
    """6.0"""

    cites: ClassVar[str] = "EA-6.0"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "{side} activates {what}: {units}."
    draws: ClassVar[tuple[str, ...]] = ("units",)
    side: Side
    what: str
    units: tuple[int, ...]


class Moved(Travelled, frozen=True):
    """7.0"""

    cites: ClassVar[str] = "EA-7.0a"
    says: ClassVar[str] = "{unit} moves to {hex}."


class Exited(Event, frozen=True):
    """7.82"""

    cites: ClassVar[str] = "EA-7.82"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "{unit} leaves the map from {hex}: {points} VP."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    points: int


class Placed(Event, frozen=True):
    """11.1 A reserve unit, or von der Heydte, is put on the map."""

    because: ClassVar[str] = "under"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "{unit} arrives in {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    under: str = "EA-11.1a"


class InReserve(Event, frozen=True):
    """4.0b"""

    cites: ClassVar[str] = "EA-4.0b"
    says: ClassVar[str] = "Into reserve: {units}."
    units: tuple[int, ...]


class OkwReleased(Event, frozen=True):
    """11.4b The OKW Reserve comes by the calendar."""

    cites: ClassVar[str] = "EA-11.4b"
    says: ClassVar[str] = "The OKW Reserve is released; it arrives tomorrow."


class Delayed(Event, frozen=True):
    """EA-ET.2 An airborne division comes a day later."""

    cites: ClassVar[str] = "EA-ET.2"
    says: ClassVar[str] = "{found} comes on Dec 19."
    found: str


class Rallied(Event, frozen=True):
    """9.9c"""

    cites: ClassVar[str] = "EA-9.9c"
    says: ClassVar[str] = "No longer dispersed: {units}."
    units: tuple[int, ...]


# ---- losses -----------------------------------------------------------------------------------------------


class StepLost(Event, frozen=True):
    """9.6"""

    because: ClassVar[str] = "under"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} loses a step; {left} left."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    left: int
    under: str


class Eliminated(Event, frozen=True):
    """9.6"""

    because: ClassVar[str] = "under"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    under: str


class Rebuilt(Event, frozen=True):
    """13.1"""

    cites: ClassVar[str] = "EA-13.1a"
    says: ClassVar[str] = "{unit} regains a step: {left}."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    left: int


# ---- supply -----------------------------------------------------------------------------------------------


class SupplyChanged(Event, frozen=True):
    """10.2"""

    cites: ClassVar[str] = "EA-4.0k"
    says: ClassVar[str] = "{unit} is {state}."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    level: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"state": SUPPLY_NAMES[self.level]}


class SurrenderRoll(Event, frozen=True):
    """10.24"""

    cites: ClassVar[str] = "EA-10.24a"
    reveals: ClassVar[bool] = True
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    die: int
    lost: bool

    def words(self) -> str:
        return "Surrender of {unit}: {die}, a step is lost." if self.lost else "Surrender of {unit}: {die}, it holds."

    def drawn(self) -> Drawn:
        return super().drawn() | {"dice": [self.die]}


class FuelChecked(Event, frozen=True):
    """10.4a The German hand is looked through; whatever comes of it, all know a little more."""

    cites: ClassVar[str] = "EA-10.4a"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "The German hand is checked for formations without fuel."


class OutOfFuel(Event, frozen=True):
    """10.4"""

    cites: ClassVar[str] = "EA-10.4b"
    says: ClassVar[str] = "{formation} is out of fuel."
    draws: ClassVar[tuple[str, ...]] = ("units",)
    formation: int
    units: tuple[int, ...]


class FuelFound(Event, frozen=True):
    """10.42b A depot is opened."""

    cites: ClassVar[str] = "EA-10.42b"
    reveals: ClassVar[bool] = True
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    fuel: bool

    def words(self) -> str:
        return "The depot in {hex} holds fuel." if self.fuel else "The depot in {hex} was a rumor."


class FuelSpent(Event, frozen=True):
    """10.4e"""

    cites: ClassVar[str] = "EA-10.4e"
    says: ClassVar[str] = "Captured fuel goes to {formation}; {left} left."
    formation: int
    left: int
