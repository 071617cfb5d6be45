"""6.0, 11.0 - 14.0 Impulses, arrivals, control and points, Special Forces, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, say
from ardennes.parts.rules.events import Drawn, Words
from ardennes.titles.tigers_in_the_mist.events.fact import Event


def gains(scores: Iterable[tuple[int, int]]) -> str:
    """What places are worth, one after the other."""
    return ", ".join(f"{mark('area', place)} {value}" for place, value in scores)


class ImpulseBegan(Event, frozen=True):
    """6.0 A side begins its half of an impulse."""

    cites: ClassVar[str] = "TM-6.0a"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "December {day}, impulse {impulse}: the {side} side moves."
    draws: ClassVar[tuple[str, ...]] = ("side",)
    day: int
    impulse: int
    side: Side


class Arrived(Event, frozen=True):
    """11.11 A reinforcement is in its entry zone."""

    cites: ClassVar[str] = "TM-11.11"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "{unit} arrives in {zone}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "zone")
    unit: int
    zone: int


class Released(Event, frozen=True):
    """11.3 A reserve formation is freed."""

    cites: ClassVar[str] = "TM-11.3a"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "German superiority in {area} releases {formation}."
    draws: ClassVar[tuple[str, ...]] = ("area",)
    formation: str
    area: int


class ControlChanged(Event, frozen=True):
    """12.22 Areas changed hands at the end of an impulse."""

    cites: ClassVar[str] = "TM-12.22a"
    shows: ClassVar[str] = "control"
    says: ClassVar[str] = "The {side} side takes control of {areas}."
    side: Side
    areas: tuple[int, ...]

    def drawn(self) -> Drawn:
        return {"place": self.areas[0], "side": self.side}


class Attrition(Event, frozen=True):
    """13.21 Units out of supply lose a strength point each."""

    cites: ClassVar[str] = "TM-13.21a"
    shows: ClassVar[str] = "loss"
    says: ClassVar[Words] = (
        "Out of supply: {units} loses a strength point.",
        "Out of supply: {units} lose a strength point.",
    )
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]


class PointsScored(Event, frozen=True):
    """12.1 Victory points at the end of a turn or of the game."""

    cites: ClassVar[str] = "TM-12.11"
    shows: ClassVar[str] = "score"
    day: int
    areas: tuple[tuple[int, int], ...]
    total: int

    def words(self) -> str:
        none = "End of December {day}: no victory points; the total stays {total}."
        return "End of December {day}: {gains}; the German total is {total} VP." if self.areas else none

    def facts(self) -> dict[str, object]:
        return {"day": self.day, "gains": gains(self.areas), "total": self.total}


class ZonesScored(Event, frozen=True):
    """12.23 Victory points for German strength in perimeter zones."""

    cites: ClassVar[str] = "TM-12.23a"
    shows: ClassVar[str] = "score"
    zones: tuple[tuple[int, int], ...]
    total: int

    def words(self) -> str:
        none = "No German strength in victory point zones; the final total is {total} VP."
        return "German strength across the edge scores {gains}; the final total is {total} VP." if self.zones else none

    def facts(self) -> dict[str, object]:
        return {"gains": gains(self.zones), "total": self.total}


class ThreeDaysScored(Event, frozen=True):
    """The First Three Days: points for towns and for holes in the line."""

    cites: ClassVar[str] = "TM-SC3f"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "Towns: {gains}. Holes in the Allied line: {holes}. The German total is {total} VP."
    towns: tuple[tuple[int, int], ...]
    holes: int
    total: int

    def facts(self) -> dict[str, object]:
        return {"gains": gains(self.towns) or say("none"), "holes": self.holes, "total": self.total}


class GameOver(Event, frozen=True):
    """The scenario is over."""

    cites: ClassVar[str] = "TM-SC4c"
    shows: ClassVar[str] = "ending"
    says: ClassVar[str] = "The game is over: {level}."
    level: str
    score: int


class SpecialForces(Event, frozen=True):
    """14.1 The German places his Special Forces."""

    cites: ClassVar[str] = "TM-14.12a"
    shows: ClassVar[str] = "special"
    draws: ClassVar[tuple[str, ...]] = ("area",)
    area: int
    effect: int

    def words(self) -> str:
        return (
            "Special Forces appear in {area} to restrict Allied mobility.",
            "Special Forces appear in {area} to interfere with bridge demolition.",
            "Special Forces appear in {area} to spread battlefield confusion.",
        )[self.effect - 1]


class SpecialForcesLeft(Event, frozen=True):
    """14.3 The Special Forces counter is removed."""

    cites: ClassVar[str] = "TM-14.3"
    says: ClassVar[str] = "The Special Forces in {area} disappear."
    draws: ClassVar[tuple[str, ...]] = ("area",)
    area: int
