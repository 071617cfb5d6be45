"""9.0 Battles, shot by shot, and who is lost."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.rules.events import Drawn, Words
from ardennes.titles.tigers_in_the_mist.events.fact import Event


class BattleJoined(Event, frozen=True):
    """9.0 A battle begins, with its standing circumstances."""

    cites: ClassVar[str] = "TM-8.23"
    shows: ClassVar[str] = "battle"
    says: ClassVar[Words] = "Battle of {area}: {attackers} against {defenders}{how}."
    draws: ClassVar[tuple[str, ...]] = ("attackers", "defenders", "area")
    area: int
    attacker: Side
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    river: bool
    confusion: bool

    def facts(self) -> dict[str, object]:
        river = say(", over the river") if self.river else ""
        confusion = say(", in confusion") if self.confusion else ""
        return {**super().facts(), "how": river + confusion}

    def drawn(self) -> Drawn:
        return {**super().drawn(), "side": self.attacker}


class StoodBy(Event, frozen=True):
    """9.14 Units stay out of a battle that friends brought to their area."""

    cites: ClassVar[str] = "TM-9.14b"
    says: ClassVar[Words] = ("{units} stands by.", "{units} stand by.")
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]


class ArtilleryCalled(Event, frozen=True):
    """9.43 - 9.45 All calls of one side in a battle."""

    cites: ClassVar[str] = "TM-9.31"
    shows: ClassVar[str] = "call"
    says: ClassVar[Words] = (
        "{side} artillery calls roll {dice}, need {needed}: {available} shot.",
        "{side} artillery calls roll {dice}, need {needed}: {available} shots.",
    )
    draws: ClassVar[tuple[str, ...]] = ("dice", "needed", "side")
    side: Side
    dice: tuple[int, ...]
    needed: int
    available: int

    def counted(self) -> int:
        return self.available


class CombinedArms(Event, frozen=True):
    """9.6 Whether the attack is combined arms."""

    cites: ClassVar[str] = "TM-9.6b"
    complete: bool

    def words(self) -> str:
        lacks = "The attack lacks combined arms: defending fire gets -1."
        return "The attack is combined arms." if self.complete else lacks


class ShellFell(Event, frozen=True):
    """9.48 One artillery shot."""

    cites: ClassVar[str] = "TM-9.48"
    shows: ClassVar[str] = "fire"
    draws: ClassVar[tuple[str, ...]] = ("die", "needed", "target", "side")
    side: Side
    target: int
    die: int
    needed: int
    hit: bool

    def words(self) -> str:
        hit = "{side} artillery on {target}: {die}, needs {needed}, hit."
        return hit if self.hit else "{side} artillery on {target}: {die}, needs {needed}, miss."


class Fired(Event, frozen=True):
    """9.21 One unit's fire."""

    cites: ClassVar[str] = "TM-9.21a"
    shows: ClassVar[str] = "fire"
    draws: ClassVar[tuple[str, ...]] = ("unit", "dice", "needed", "target")
    unit: int
    target: int
    dice: tuple[int, ...]
    needed: int
    hits: int

    def words(self) -> Words:
        if not self.hits:
            return "{unit} fires at {target}: {dice}, needs {needed}, no hits."
        return (
            "{unit} fires at {target}: {dice}, needs {needed}, {hits} hit.",
            "{unit} fires at {target}: {dice}, needs {needed}, {hits} hits.",
        )

    def counted(self) -> int:
        return self.hits


class Wasted(Event, frozen=True):
    """9.59 Fire at a unit that is already destroyed. `unit` is -1 for artillery (9.47)."""

    cites: ClassVar[str] = "TM-9.59"
    unit: int
    target: int

    def words(self) -> str:
        shell = "An artillery shot at {target} is wasted."
        return shell if self.unit < 0 else "The fire of {unit} at {target} is wasted."


class BattleEnded(Event, frozen=True):
    """9.38 A battle is over for the impulse."""

    cites: ClassVar[str] = "TM-9.38"
    shows: ClassVar[str] = "battle end"
    says: ClassVar[str] = (
        "The battle of {area} ends: {attacker_strength} attacking and {defender_strength} defending strength points "
        "remain."
    )
    draws: ClassVar[tuple[str, ...]] = ("area",)
    area: int
    attacker_strength: int
    defender_strength: int


class Eliminated(Event, frozen=True):
    """A unit is destroyed or removed; the rule says how."""

    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated."
    because: ClassVar[str] = "under"
    draws: ClassVar[tuple[str, ...]] = ("unit", "place")
    unit: int
    place: int
    under: str
