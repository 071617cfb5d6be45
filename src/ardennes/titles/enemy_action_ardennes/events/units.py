"""Units: activated, moved, reduced, supplied."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say
from ardennes.parts.events import Event
from ardennes.titles.enemy_action_ardennes.events.marks import SUPPLY_NAMES, named, place, unit

# ---- activation and movement ------------------------------------------------------------------------------


class Activated(Event, frozen=True):
    """6.0"""

    cites: ClassVar[str] = "EA-6.0"
    shows: ClassVar[str] = "impulse"
    side: Side
    what: str
    units: tuple[int, ...]

    def sentence(self) -> str:
        units = marks("unit", self.units)
        return say("{side} activates {what}: {units}.", side=self.side, what=named(self.what), units=units)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class Moved(Event, frozen=True):
    """7.0"""

    cites: ClassVar[str] = "EA-7.0a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} moves to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class Exited(Event, frozen=True):
    """7.82"""

    cites: ClassVar[str] = "EA-7.82"
    shows: ClassVar[str] = "score"
    unit: int
    cell: int
    points: int

    def sentence(self) -> str:
        facts = {"unit": unit(self.unit), "hex": place(self.cell), "points": self.points}
        return say("{unit} leaves the map from {hex}: {points} VP.", **facts)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class Placed(Event, frozen=True):
    """11.1 A reserve unit, or von der Heydte, is put on the map."""

    shows: ClassVar[str] = "arrival"
    unit: int
    cell: int
    under: str = "EA-11.1a"

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} arrives in {hex}.", unit=unit(self.unit), hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class InReserve(Event, frozen=True):
    """4.0b"""

    cites: ClassVar[str] = "EA-4.0b"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("Into reserve: {units}.", units=marks("unit", self.units))


class Rallied(Event, frozen=True):
    """9.9c"""

    cites: ClassVar[str] = "EA-9.9c"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("No longer dispersed: {units}.", units=marks("unit", self.units))


# ---- losses -----------------------------------------------------------------------------------------------


class StepLost(Event, frozen=True):
    """9.6"""

    shows: ClassVar[str] = "loss"
    unit: int
    left: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} loses a step; {left} left.", unit=unit(self.unit), left=self.left)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class Eliminated(Event, frozen=True):
    """9.6"""

    shows: ClassVar[str] = "loss"
    unit: int
    cell: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} is eliminated.", unit=unit(self.unit))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class Rebuilt(Event, frozen=True):
    """13.1"""

    cites: ClassVar[str] = "EA-13.1a"
    unit: int
    left: int

    def sentence(self) -> str:
        return say("{unit} regains a step: {left}.", unit=unit(self.unit), left=self.left)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


# ---- supply -----------------------------------------------------------------------------------------------


class SupplyChanged(Event, frozen=True):
    """10.2"""

    cites: ClassVar[str] = "EA-4.0k"
    unit: int
    level: int

    def sentence(self) -> str:
        return say("{unit} is {state}.", unit=unit(self.unit), state=SUPPLY_NAMES[self.level])

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class SurrenderRoll(Event, frozen=True):
    """10.24"""

    cites: ClassVar[str] = "EA-10.24a"
    reveals: ClassVar[bool] = True
    unit: int
    die: int
    lost: bool

    def sentence(self) -> str:
        english = (
            "Surrender of {unit}: {die}, a step is lost." if self.lost else "Surrender of {unit}: {die}, it holds."
        )
        return say(english, unit=unit(self.unit), die=self.die)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "dice": [self.die]}


class FuelChecked(Event, frozen=True):
    """10.4a The German hand is looked through; whatever comes of it, all know a little more."""

    cites: ClassVar[str] = "EA-10.4a"
    reveals: ClassVar[bool] = True

    def sentence(self) -> str:
        return "The German hand is checked for formations without fuel."


class OutOfFuel(Event, frozen=True):
    """10.4"""

    cites: ClassVar[str] = "EA-10.4b"
    formation: int
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{formation} is out of fuel.", formation=mark("formation", self.formation))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class FuelFound(Event, frozen=True):
    """10.42b A depot is opened."""

    cites: ClassVar[str] = "EA-10.42b"
    reveals: ClassVar[bool] = True
    cell: int
    fuel: bool

    def sentence(self) -> str:
        english = "The depot in {hex} holds fuel." if self.fuel else "The depot in {hex} was a rumor."
        return say(english, hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class FuelSpent(Event, frozen=True):
    """10.4e"""

    cites: ClassVar[str] = "EA-10.4e"
    formation: int
    left: int

    def sentence(self) -> str:
        facts = {"formation": mark("formation", self.formation), "left": self.left}
        return say("Captured fuel goes to {formation}; {left} left.", **facts)
