"""9 Combat: what both sides commit, the chits, and what comes of them."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say, several
from ardennes.parts.events import Event
from ardennes.titles.enemy_action_ardennes.events.marks import place, unit


class AttackDeclared(Event, frozen=True):
    """9.0 Step 1."""

    cites: ClassVar[str] = "EA-9.0b"
    shows: ClassVar[str] = "battle"
    side: Side
    hex: int
    units: tuple[int, ...]
    defenders: tuple[int, ...]

    def sentence(self) -> str:
        units, where = marks("unit", self.units), place(self.hex)
        return several("{units} attacks {hex}.", "{units} attack {hex}.", len(self.units), units=units, hex=where)

    def drawn(self) -> dict[str, Any]:
        return {"side": self.side, "place": self.hex, "pieces": [*self.units, *self.defenders]}


class TacticPlayed(Event, frozen=True):
    """9.2 A tactic, by card or as the bonus of 9.23 (card -1)."""

    cites: ClassVar[str] = "EA-9.2b"
    reveals: ClassVar[bool] = True
    side: Side
    card: int
    tactic: str

    def sentence(self) -> str:
        if self.card < 0:
            return say("{side} uses {tactic}.", side=self.side, tactic=self.tactic)
        return say("{side} plays {card} as {tactic}.", side=self.side, card=mark("card", self.card), tactic=self.tactic)


class UnitJoined(Event, frozen=True):
    """9.0d A tactic brings a unit into the combat."""

    cites: ClassVar[str] = "EA-9.0d"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} joins the combat from {hex}.", unit=unit(self.unit), hex=place(self.path[0]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class ChitDrawn(Event, frozen=True):
    """9.4 A chit, and what it says in this combat so far ("" if it counts for nothing)."""

    cites: ClassVar[str] = "EA-9.4a"
    shows: ClassVar[str] = "fire"
    hex: int
    number: int
    counts: str
    blue: bool

    def sentence(self) -> str:
        facts = {"number": self.number, "counts": self.counts or say("does not count")}
        if self.blue:
            return say("Chit {number}: {counts} (blue: earlier chits go back to the cup).", **facts)
        return say("Chit {number}: {counts}.", **facts)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class HitsCounted(Event, frozen=True):
    """9.5 The hits as they are applied."""

    cites: ClassVar[str] = "EA-9.5a"
    shows: ClassVar[str] = "fire"
    hex: int
    attacker: int
    defender: int

    def sentence(self) -> str:
        return say("Hits: {a} on the attacker, {d} on the defender.", a=self.attacker, d=self.defender)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class PositionRemoved(Event, frozen=True):
    """12.34 An improved position is gone."""

    hex: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("The improved position in {hex} is gone.", hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class Retreated(Event, frozen=True):
    """9.7 The defenders go one or two hexes."""

    cites: ClassVar[str] = "EA-9.7c"
    shows: ClassVar[str] = "move"
    units: tuple[int, ...]
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{units} retreat to {hex}.", units=marks("unit", self.units), hex=place(self.path[-1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units], "path": [*self.path], "place": self.path[-1]}


class Scattered(Event, frozen=True):
    """9.9 Units become dispersed."""

    cites: ClassVar[str] = "EA-9.9a"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{units} are dispersed.", units=marks("unit", self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class Advanced(Event, frozen=True):
    """9.8 An attacker follows."""

    cites: ClassVar[str] = "EA-9.8a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} advances to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}
