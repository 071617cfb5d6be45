"""What can happen in a game, as facts: each event with its sentence and the picture a client shows of it.

All of it happens in the open: every event is for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, say
from ardennes.parts.events import Drawn, Words
from ardennes.parts.events import Event as TitleEvent


class Event(TitleEvent, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("unit", "units", "target", "attackers", "defenders"), "unit"),
        **dict.fromkeys(("area", "areas", "zone"), "area"),
        "bridge": "bridge",
    }


def _gains(scores: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{mark('area', place)} {value}" for place, value in scores)


# ---- 6, 11 time and reinforcements -------------------------------------------------------------------------


class ImpulseBegan(Event, frozen=True):
    """6.0 A side begins its half of an impulse."""

    cites: ClassVar[str] = "TM-6.0a"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "December {day}, impulse {impulse}: the {side} side moves."
    day: int
    impulse: int
    side: Side

    def drawn(self) -> Drawn:
        return {"side": self.side}


class Arrived(Event, frozen=True):
    """11.11 A reinforcement is in its entry zone."""

    cites: ClassVar[str] = "TM-11.11"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "{unit} arrives in {zone}."
    unit: int
    zone: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.zone}


class Released(Event, frozen=True):
    """11.3 A reserve formation is freed."""

    cites: ClassVar[str] = "TM-11.3a"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "German superiority in {area} releases {formation}."
    formation: str
    area: int

    def drawn(self) -> Drawn:
        return {"place": self.area}


class Shifted(Event, frozen=True):
    """11.14 Reinforcements go round to another zone."""

    cites: ClassVar[str] = "TM-11.14a"
    shows: ClassVar[str] = "move"
    says: ClassVar[Words] = ("{units} goes round to {zone}.", "{units} go round to {zone}.")
    units: tuple[int, ...]
    zone: int

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units], "place": self.zone}


# ---- 8 movement --------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """8.2 Units went along a road path."""

    cites: ClassVar[str] = "TM-8.2"
    shows: ClassVar[str] = "move"
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

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units], "path": [*self.path], "place": self.path[-1]}


class Entrenched(Event, frozen=True):
    """8.5 A unit dug in."""

    cites: ClassVar[str] = "TM-8.51a"
    says: ClassVar[str] = "{unit} digs in."
    unit: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit]}


class Halted(Event, frozen=True):
    """8.42 A stack found its bridge blown."""

    cites: ClassVar[str] = "TM-8.42a"
    says: ClassVar[Words] = (
        "{units} is stopped in {area} and loses 1 MP.",
        "{units} are stopped in {area} and lose 1 MP.",
    )
    units: tuple[int, ...]
    area: int

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units], "place": self.area}


# ---- 9 combat ----------------------------------------------------------------------------------------------


class BattleJoined(Event, frozen=True):
    """9.0 A battle begins, with its standing circumstances."""

    cites: ClassVar[str] = "TM-8.23"
    shows: ClassVar[str] = "battle"
    says: ClassVar[Words] = "Battle of {area}: {attackers} against {defenders}{how}."
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
        return {"pieces": [*self.attackers, *self.defenders], "place": self.area, "side": self.attacker}


class StoodBy(Event, frozen=True):
    """9.14 Units stay out of a battle that friends brought to their area."""

    cites: ClassVar[str] = "TM-9.14b"
    says: ClassVar[Words] = ("{units} stands by.", "{units} stand by.")
    units: tuple[int, ...]

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units]}


class ArtilleryCalled(Event, frozen=True):
    """9.43 - 9.45 All calls of one side in a battle."""

    cites: ClassVar[str] = "TM-9.31"
    shows: ClassVar[str] = "call"
    says: ClassVar[Words] = (
        "{side} artillery calls roll {dice}, need {needed}: {available} shot.",
        "{side} artillery calls roll {dice}, need {needed}: {available} shots.",
    )
    side: Side
    dice: tuple[int, ...]
    needed: int
    available: int

    def counted(self) -> int:
        return self.available

    def drawn(self) -> Drawn:
        return {"dice": [*self.dice], "need": self.needed, "side": self.side}


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
    side: Side
    target: int
    die: int
    needed: int
    hit: bool

    def words(self) -> str:
        hit = "{side} artillery on {target}: {die}, needs {needed}, hit."
        return hit if self.hit else "{side} artillery on {target}: {die}, needs {needed}, miss."

    def drawn(self) -> Drawn:
        return {"dice": [self.die], "need": self.needed, "target": self.target, "side": self.side}


class Fired(Event, frozen=True):
    """9.21 One unit's fire."""

    cites: ClassVar[str] = "TM-9.21a"
    shows: ClassVar[str] = "fire"
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

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "dice": [*self.dice], "need": self.needed, "target": self.target}


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
    area: int
    attacker_strength: int
    defender_strength: int

    def drawn(self) -> Drawn:
        return {"place": self.area}


class Eliminated(Event, frozen=True):
    """A unit is destroyed or removed; the rule says how."""

    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated."
    unit: int
    place: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.place}


# ---- 10 bridges --------------------------------------------------------------------------------------------


class BridgeRolled(Event, frozen=True):
    """A die for a bridge."""

    shows: ClassVar[str] = "bridge"
    unit: int
    bridge: int
    die: int
    needed: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "crossing": self.bridge, "dice": [self.die], "need": self.needed}


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


# ---- 12, 13 control, supply and victory --------------------------------------------------------------------


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
    units: tuple[int, ...]

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units]}


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
        return {"day": self.day, "gains": _gains(self.areas), "total": self.total}


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
        return {"gains": _gains(self.zones), "total": self.total}


class ThreeDaysScored(Event, frozen=True):
    """The First Three Days: points for towns and for holes in the line."""

    cites: ClassVar[str] = "TM-SC3f"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "Towns: {gains}. Holes in the Allied line: {holes}. The German total is {total} VP."
    towns: tuple[tuple[int, int], ...]
    holes: int
    total: int

    def facts(self) -> dict[str, object]:
        return {"gains": _gains(self.towns) or say("none"), "holes": self.holes, "total": self.total}


class GameOver(Event, frozen=True):
    """The scenario is over."""

    cites: ClassVar[str] = "TM-SC4c"
    shows: ClassVar[str] = "ending"
    says: ClassVar[str] = "The game is over: {level}."
    level: str
    score: int


# ---- 14 special forces -------------------------------------------------------------------------------------


class SpecialForces(Event, frozen=True):
    """14.1 The German places his Special Forces."""

    cites: ClassVar[str] = "TM-14.12a"
    shows: ClassVar[str] = "special"
    area: int
    effect: int

    def words(self) -> str:
        return (
            "Special Forces appear in {area} to restrict Allied mobility.",
            "Special Forces appear in {area} to interfere with bridge demolition.",
            "Special Forces appear in {area} to spread battlefield confusion.",
        )[self.effect - 1]

    def drawn(self) -> Drawn:
        return {"place": self.area}


class SpecialForcesLeft(Event, frozen=True):
    """14.3 The Special Forces counter is removed."""

    cites: ClassVar[str] = "TM-14.3"
    says: ClassVar[str] = "The Special Forces in {area} disappear."
    area: int

    def drawn(self) -> Drawn:
        return {"place": self.area}
