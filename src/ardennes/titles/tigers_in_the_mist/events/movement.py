"""8.0, 10.0, 11.14 Units on the roads, and the bridges before them."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel.words import mark
from ardennes.parts.rules.events import Words
from ardennes.titles.tigers_in_the_mist.events.fact import Event


class Moved(Event, frozen=True):
    """8.2 Units went along a road path."""

    cites: ClassVar[str] = "TM-8.2"
    shows: ClassVar[str] = "move"
    draws: ClassVar[tuple[str, ...]] = ("units", "path")
    units: tuple[int, ...]
    path: tuple[int, ...]
    cost: int
    waded: bool

    def words(self) -> Words:
        if self.waded:
            return (
                "{units} moves from {start} to {end} for {cost} MP, wading where the bridge is down.",
                "{units} move from {start} to {end} for {cost} MP, wading where the bridge is down.",
            )
        return (
            "{units} moves from {start} to {end} for {cost} MP.",
            "{units} move from {start} to {end} for {cost} MP.",
        )

    def facts(self) -> dict[str, object]:
        return {**super().facts(), "start": mark("area", self.path[0]), "end": mark("area", self.path[-1])}


class Entrenched(Event, frozen=True):
    """8.5 A unit dug in."""

    cites: ClassVar[str] = "TM-8.51a"
    says: ClassVar[str] = "{unit} digs in."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int


class Halted(Event, frozen=True):
    """8.42 A stack found its bridge blown."""

    cites: ClassVar[str] = "TM-8.42a"
    says: ClassVar[Words] = (
        "{units} is stopped in {area} and loses 1 MP.",
        "{units} are stopped in {area} and lose 1 MP.",
    )
    draws: ClassVar[tuple[str, ...]] = ("units", "area")
    units: tuple[int, ...]
    area: int


class Shifted(Event, frozen=True):
    """11.14 Reinforcements go round to another zone."""

    cites: ClassVar[str] = "TM-11.14a"
    shows: ClassVar[str] = "move"
    says: ClassVar[Words] = ("{units} goes round to {zone}.", "{units} go round to {zone}.")
    draws: ClassVar[tuple[str, ...]] = ("units", "zone")
    units: tuple[int, ...]
    zone: int


class BridgeRolled(Event, frozen=True):
    """A die for a bridge."""

    shows: ClassVar[str] = "bridge"
    draws: ClassVar[tuple[str, ...]] = ("unit", "bridge", "die", "needed")
    unit: int
    bridge: int
    die: int
    needed: int


class DemolitionRolled(BridgeRolled, frozen=True):
    """10.29 An attempt to blow a bridge."""

    cites: ClassVar[str] = "TM-10.29a"
    blown: bool

    def words(self) -> str:
        if self.blown:
            return "{unit} tries to blow {bridge}: rolls {die}, needs {needed}, and the bridge goes up."
        return "{unit} tries to blow {bridge}: rolls {die}, needs {needed}, but the charge fails."


class ConstructionRolled(BridgeRolled, frozen=True):
    """10.15 An attempt to build a bridge."""

    cites: ClassVar[str] = "TM-10.15a"
    built: bool

    def words(self) -> str:
        if self.built:
            return "{unit} works on {bridge}: rolls {die}, needs {needed}, and the bridge stands."
        return "{unit} works on {bridge}: rolls {die}, needs {needed}, not yet."
