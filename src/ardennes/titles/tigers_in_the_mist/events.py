"""What can happen in a game, as facts: each event with its sentence and the picture a client shows of it.

All of it happens in the open: every event is for everybody. `{unit:17}`, `{area:41}` and `{bridge:3}` in a sentence
mark what a client may link.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say
from ardennes.parts.events import Event


def _unit(number: int) -> str:
    return mark("unit", number)


def _area(place: int) -> str:
    return mark("area", place)


def _units(numbers: Iterable[int]) -> str:
    return marks("unit", numbers)


def _gains(scores: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{_area(place)} {value}" for place, value in scores)


def _rolls(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))


# ---- 6, 11 time and reinforcements ----------------------------------------------------------------------


class ImpulseBegan(Event, frozen=True):
    """6.0 A side begins its half of an impulse."""

    cites: ClassVar[str] = "TM-6.0a"
    shows: ClassVar[str] = "impulse"
    day: int
    impulse: int
    side: Side

    def sentence(self) -> str:
        return say(
            "December {day}, impulse {impulse}: the {side} side moves.",
            day=self.day,
            impulse=self.impulse,
            side=self.side,
        )

    def drawn(self) -> dict[str, Any]:
        return {"side": self.side}


class Arrived(Event, frozen=True):
    """11.11 A reinforcement is in its entry zone."""

    cites: ClassVar[str] = "TM-11.11"
    shows: ClassVar[str] = "arrival"
    unit: int
    zone: int

    def sentence(self) -> str:
        return say("{unit} arrives in {zone}.", unit=_unit(self.unit), zone=_area(self.zone))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.zone}


class Released(Event, frozen=True):
    """11.3 A reserve formation is freed."""

    cites: ClassVar[str] = "TM-11.3a"
    shows: ClassVar[str] = "arrival"
    formation: str
    area: int

    def sentence(self) -> str:
        return say(
            "German superiority in {area} releases {formation}.", area=_area(self.area), formation=self.formation
        )

    def drawn(self) -> dict[str, Any]:
        return {"place": self.area}


# ---- 8 movement --------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """8.2 Units went along a road path."""

    cites: ClassVar[str] = "TM-8.2"
    shows: ClassVar[str] = "move"
    units: tuple[int, ...]
    path: tuple[int, ...]
    cost: int
    waded: bool

    def sentence(self) -> str:
        one = "{units} moves from {start} to {end} for {cost} MP{how}."
        several = "{units} move from {start} to {end} for {cost} MP{how}."
        return say(
            one if len(self.units) == 1 else several,
            units=_units(self.units),
            start=_area(self.path[0]),
            end=_area(self.path[-1]),
            cost=self.cost,
            how=say(", wading where the bridge is down") if self.waded else "",
        )

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units], "path": [*self.path], "place": self.path[-1]}


class Shifted(Event, frozen=True):
    """11.14 Reinforcements go round to another zone."""

    cites: ClassVar[str] = "TM-11.14a"
    shows: ClassVar[str] = "move"
    units: tuple[int, ...]
    zone: int

    def sentence(self) -> str:
        text = "{units} goes round to {zone}." if len(self.units) == 1 else "{units} go round to {zone}."
        return say(text, units=_units(self.units), zone=_area(self.zone))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units], "place": self.zone}


class Entrenched(Event, frozen=True):
    """8.5 A unit dug in."""

    cites: ClassVar[str] = "TM-8.51a"
    unit: int

    def sentence(self) -> str:
        return say("{unit} digs in.", unit=_unit(self.unit))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class Halted(Event, frozen=True):
    """8.42 A stack found its bridge blown."""

    cites: ClassVar[str] = "TM-8.42a"
    units: tuple[int, ...]
    area: int

    def sentence(self) -> str:
        one = "{units} is stopped in {area} and lose 1 MP."
        several = "{units} are stopped in {area} and lose 1 MP."
        return say(one if len(self.units) == 1 else several, units=_units(self.units), area=_area(self.area))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units], "place": self.area}


# ---- 14 special forces -------------------------------------------------------------------------------------


class SpecialForces(Event, frozen=True):
    """14.1 The German places his Special Forces."""

    cites: ClassVar[str] = "TM-14.12a"
    shows: ClassVar[str] = "special"
    area: int
    effect: int

    def sentence(self) -> str:
        intents = (
            "Special Forces appear in {area} to restrict Allied mobility.",
            "Special Forces appear in {area} to interfere with bridge demolition.",
            "Special Forces appear in {area} to spread battlefield confusion.",
        )
        return say(intents[self.effect - 1], area=_area(self.area))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.area}


class SpecialForcesLeft(Event, frozen=True):
    """14.3 The Special Forces counter is removed."""

    cites: ClassVar[str] = "TM-14.3"
    area: int

    def sentence(self) -> str:
        return say("The Special Forces in {area} disappear.", area=_area(self.area))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.area}


# ---- 10 bridges --------------------------------------------------------------------------------------------


class DemolitionRolled(Event, frozen=True):
    """10.29 An attempt to blow a bridge."""

    cites: ClassVar[str] = "TM-10.29a"
    shows: ClassVar[str] = "bridge"
    unit: int
    bridge: int
    die: int
    needed: int
    blown: bool

    def sentence(self) -> str:
        blown = "{unit} tries to blow {bridge}: rolls {die}, needs {needed}, and the bridge goes up."
        failed = "{unit} tries to blow {bridge}: rolls {die}, needs {needed}, but the charge fails."
        return say(
            blown if self.blown else failed,
            unit=_unit(self.unit),
            bridge=mark("bridge", self.bridge),
            die=self.die,
            needed=self.needed,
        )

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "crossing": self.bridge, "dice": [self.die], "need": self.needed}


class ConstructionRolled(Event, frozen=True):
    """10.15 An attempt to build a bridge."""

    cites: ClassVar[str] = "TM-10.15a"
    shows: ClassVar[str] = "bridge"
    unit: int
    bridge: int
    die: int
    needed: int
    built: bool

    def sentence(self) -> str:
        built = "{unit} works on {bridge}: rolls {die}, needs {needed}, and the bridge stands."
        failed = "{unit} works on {bridge}: rolls {die}, needs {needed}, not yet."
        return say(
            built if self.built else failed,
            unit=_unit(self.unit),
            bridge=mark("bridge", self.bridge),
            die=self.die,
            needed=self.needed,
        )

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "crossing": self.bridge, "dice": [self.die], "need": self.needed}


# ---- 9 combat ----------------------------------------------------------------------------------------------


class BattleJoined(Event, frozen=True):
    """9.0 A battle begins, with its standing circumstances."""

    cites: ClassVar[str] = "TM-8.23"
    shows: ClassVar[str] = "battle"
    area: int
    attacker: Side
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    river: bool
    confusion: bool

    def sentence(self) -> str:
        river = say(", over the river") if self.river else ""
        confusion = say(", in confusion") if self.confusion else ""
        return say(
            "Battle of {area}: {attackers} against {defenders}{how}.",
            area=_area(self.area),
            attackers=_units(self.attackers),
            defenders=_units(self.defenders),
            how=river + confusion,
        )

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.attackers, *self.defenders], "place": self.area, "side": self.attacker}


class StoodBy(Event, frozen=True):
    """9.14 Units stay out of a battle that friends brought to their area."""

    cites: ClassVar[str] = "TM-9.14b"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{units} stands by." if len(self.units) == 1 else "{units} stand by.", units=_units(self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class ArtilleryCalled(Event, frozen=True):
    """9.43 - 9.45 All calls of one side in a battle."""

    cites: ClassVar[str] = "TM-9.31"
    shows: ClassVar[str] = "call"
    side: Side
    dice: tuple[int, ...]
    needed: int
    available: int

    def sentence(self) -> str:
        one = "{side} artillery calls roll {dice}, need {needed}: {available} shot."
        several = "{side} artillery calls roll {dice}, need {needed}: {available} shots."
        return say(
            one if self.available == 1 else several,
            side=self.side,
            dice=_rolls(self.dice),
            needed=self.needed,
            available=self.available,
        )

    def drawn(self) -> dict[str, Any]:
        return {"dice": [*self.dice], "need": self.needed, "side": self.side}


class CombinedArms(Event, frozen=True):
    """9.6 Whether the attack is combined arms."""

    cites: ClassVar[str] = "TM-9.6b"
    complete: bool

    def sentence(self) -> str:
        if self.complete:
            return say("The attack is combined arms.")
        return say("The attack lacks combined arms: defending fire gets -1.")


class ShellFell(Event, frozen=True):
    """9.48 One artillery shot."""

    cites: ClassVar[str] = "TM-9.48"
    shows: ClassVar[str] = "fire"
    side: Side
    target: int
    die: int
    needed: int
    hit: bool

    def sentence(self) -> str:
        hit = "{side} artillery on {target}: {die}, needs {needed}, hit."
        miss = "{side} artillery on {target}: {die}, needs {needed}, miss."
        return say(
            hit if self.hit else miss, side=self.side, target=_unit(self.target), die=self.die, needed=self.needed
        )

    def drawn(self) -> dict[str, Any]:
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

    def sentence(self) -> str:
        one = "{unit} fires at {target}: {dice}, needs {needed}, 1 hit."
        none = "{unit} fires at {target}: {dice}, needs {needed}, no hits."
        several = "{unit} fires at {target}: {dice}, needs {needed}, {hits} hits."
        return say(
            one if self.hits == 1 else several if self.hits else none,
            unit=_unit(self.unit),
            target=_unit(self.target),
            dice=_rolls(self.dice),
            needed=self.needed,
            hits=self.hits,
        )

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "dice": [*self.dice], "need": self.needed, "target": self.target}


class Wasted(Event, frozen=True):
    """9.59 Fire at a unit that is already destroyed. `unit` is -1 for artillery (9.47)."""

    cites: ClassVar[str] = "TM-9.59"
    unit: int
    target: int

    def sentence(self) -> str:
        shell, fire = "An artillery shot at {target} is wasted.", "The fire of {unit} at {target} is wasted."
        return say(shell if self.unit < 0 else fire, unit=_unit(self.unit), target=_unit(self.target))


class BattleEnded(Event, frozen=True):
    """9.38 A battle is over for the impulse."""

    cites: ClassVar[str] = "TM-9.38"
    shows: ClassVar[str] = "battle end"
    area: int
    attacker_strength: int
    defender_strength: int

    def sentence(self) -> str:
        return say(
            "The battle of {area} ends: {attack} attacking and {defense} defending strength points remain.",
            area=_area(self.area),
            attack=self.attacker_strength,
            defense=self.defender_strength,
        )

    def drawn(self) -> dict[str, Any]:
        return {"place": self.area}


class Eliminated(Event, frozen=True):
    """A unit is destroyed or removed; the rule says how."""

    shows: ClassVar[str] = "loss"
    unit: int
    place: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} is eliminated.", unit=_unit(self.unit))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.place}


# ---- 12, 13 control, supply and victory --------------------------------------------------------------------


class ControlChanged(Event, frozen=True):
    """12.22 Areas changed hands at the end of an impulse."""

    cites: ClassVar[str] = "TM-12.22a"
    shows: ClassVar[str] = "control"
    side: Side
    areas: tuple[int, ...]

    def sentence(self) -> str:
        return say("The {side} side takes control of {areas}.", side=self.side, areas=marks("area", self.areas))

    def drawn(self) -> dict[str, Any]:
        return {"path": [], "place": self.areas[0], "side": self.side}


class Attrition(Event, frozen=True):
    """13.21 Units out of supply lose a strength point each."""

    cites: ClassVar[str] = "TM-13.21a"
    shows: ClassVar[str] = "loss"
    units: tuple[int, ...]

    def sentence(self) -> str:
        one = "Out of supply: {units} loses a strength point."
        several = "Out of supply: {units} lose a strength point."
        return say(one if len(self.units) == 1 else several, units=_units(self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class PointsScored(Event, frozen=True):
    """12.1 Victory points at the end of a turn or of the game."""

    cites: ClassVar[str] = "TM-12.11"
    shows: ClassVar[str] = "score"
    day: int
    areas: tuple[tuple[int, int], ...]
    total: int

    def sentence(self) -> str:
        none = "End of December {day}: no victory points; the total stays {total}."
        some = "End of December {day}: {gains}; the German total is {total} VP."
        return say(some if self.areas else none, day=self.day, gains=_gains(self.areas), total=self.total)


class ZonesScored(Event, frozen=True):
    """12.23 Victory points for German strength in perimeter zones."""

    cites: ClassVar[str] = "TM-12.23a"
    shows: ClassVar[str] = "score"
    zones: tuple[tuple[int, int], ...]
    total: int

    def sentence(self) -> str:
        none = "No German strength in victory point zones; the final total is {total} VP."
        some = "German strength across the edge scores {gains}; the final total is {total} VP."
        return say(some if self.zones else none, gains=_gains(self.zones), total=self.total)


class ThreeDaysScored(Event, frozen=True):
    """The First Three Days: points for towns and for holes in the line."""

    cites: ClassVar[str] = "TM-SC3f"
    shows: ClassVar[str] = "score"
    towns: tuple[tuple[int, int], ...]
    holes: int
    total: int

    def sentence(self) -> str:
        return say(
            "Towns: {towns}. Holes in the Allied line: {holes}. The German total is {total} VP.",
            towns=_gains(self.towns) or say("none"),
            holes=self.holes,
            total=self.total,
        )


class GameOver(Event, frozen=True):
    """The scenario is over."""

    cites: ClassVar[str] = "TM-SC4c"
    shows: ClassVar[str] = "ending"
    level: str
    score: int

    def sentence(self) -> str:
        return say("The game is over: {level}.", level=self.level)
