"""Facts of the turn: chits and rounds, supply, who comes and who leaves, the score."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.events.fact import Event


class TurnBegan(Event, frozen=True):
    """15.0e"""

    cites: ClassVar[str] = "DW-15.0e"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "Turn {turn}, {dates}. {side} initiative."
    turn: int
    dates: str
    initiative: Side

    def facts(self) -> dict[str, object]:
        return super().facts() | {"side": self.initiative}


# ---- 14 chits and rounds -----------------------------------------------------------------------------------


class ChitPlayed(Event, frozen=True):
    """2.2.2a, 14.1 A chit goes on the Action Round Track."""

    cites: ClassVar[str] = "DW-2.2.2a"
    shows: ClassVar[str] = "impulse"
    reveals: ClassVar[bool] = True
    chit: int
    number: int
    chosen: bool

    def words(self) -> str:
        return "Round {n}: {chit} is chosen." if self.chosen else "Round {n}: {chit} is drawn."

    def facts(self) -> dict[str, object]:
        facts, owner = super().facts(), Chit(self.chit).side
        owned = facts["chit"] if owner is None else say("{side} {chit}", side=owner, chit=facts["chit"])
        return facts | {"n": self.number, "chit": owned}


class RoundBegan(Event, frozen=True):
    """14 What the chit is played as, and what it permits."""

    cites: ClassVar[str] = "DW-14.1"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "{side} {round}. {permission}"
    side: Side
    round: int
    permission: str


class ArmyChosen(Event, frozen=True):
    """14.6b"""

    cites: ClassVar[str] = "DW-14.6b"
    says: ClassVar[str] = "One Army: {army}."
    army: int


class FormationsChosen(Event, frozen=True):
    """14.7"""

    cites: ClassVar[str] = "DW-14.7a"
    says: ClassVar[str] = "3 Formations: {formations}."
    formations: tuple[int, ...]


class Swapped(Event, frozen=True):
    """14.8.2a"""

    cites: ClassVar[str] = "DW-14.8.2a"
    says: ClassVar[str] = "The Allies play the Reinforcement chit they hold; {chit} goes back."
    chit: int


class HeldToCup(Event, frozen=True):
    """14.8.2b"""

    cites: ClassVar[str] = "DW-14.8.2b"
    says: ClassVar[str] = "The Reinforcement chit the Allies hold goes into the cup."


# ---- 8 supply ----------------------------------------------------------------------------------------------


class SupplyChecked(Event, frozen=True):
    """8.1f"""

    cites: ClassVar[str] = "DW-8.1f"
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]

    def words(self) -> str:
        if not self.units:
            return "Supply check: all German units are in supply."
        return "Supply check: {units} out of supply."


class Surrendered(Event, frozen=True):
    """8.3j"""

    cites: ClassVar[str] = "DW-8.3j"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "Cut off, {units} surrender."
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]


# ---- 12.10, 13, 14.8 who comes and who leaves --------------------------------------------------------------


class Arrived(Event, frozen=True):
    """14.8"""

    cites: ClassVar[str] = "DW-14.8a"
    shows: ClassVar[str] = "arrival"
    says: ClassVar[str] = "{unit} enters at {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int


class NeverCame(Event, frozen=True):
    """14.8f, 14.8.3"""

    says: ClassVar[str] = "{units} will not come."
    because: ClassVar[str] = "why"
    units: tuple[int, ...]
    why: str


class Diverted(Event, frozen=True):
    """14.8.1"""

    cites: ClassVar[str] = "DW-14.8.1a"
    says: ClassVar[str] = "{unit} will enter at D, one chit later."
    unit: int


class Replaced(Event, frozen=True):
    """13.2 A step restored, or a unit returned at reduced strength."""

    cites: ClassVar[str] = "DW-13.2c"
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    back: bool

    def words(self) -> str:
        return "{unit} is rebuilt in {hex}." if self.back else "{unit} gets back a step."


class Withdrawal(Event, frozen=True):
    """12.10"""

    cites: ClassVar[str] = "DW-12.10d"
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]
    stayed: bool

    def words(self) -> str:
        if self.stayed:
            return "The SS formations stay: the Germans need three VP hexes in the end."
        return "Withdrawn from the battle: {units}."


# ---- 3 the score -------------------------------------------------------------------------------------------


class HexTaken(Event, frozen=True):
    """3.5b"""

    cites: ClassVar[str] = "DW-3.5b"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "{hex} is {side} now."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    side: Side
    hex: int


class Scored(Event, frozen=True):
    """3.4a"""

    cites: ClassVar[str] = "DW-3.4a"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "German VP: {vp}."
    vp: int
    hexes: tuple[int, ...]


class Ended(Event, frozen=True):
    """3.4 The game is over."""

    shows: ClassVar[str] = "ending"
    says: ClassVar[str] = "{winner} victory: {level}."
    because: ClassVar[str] = "why"
    winner: Side
    level: str
    why: str
