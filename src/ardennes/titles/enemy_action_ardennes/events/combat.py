"""9 Combat: what both sides commit, the chits, and what comes of them."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, say
from ardennes.parts.rules.events import Words
from ardennes.titles.enemy_action_ardennes.events.fact import Event, Travelled


class AttackDeclared(Event, frozen=True):
    """9.0 Step 1."""

    cites: ClassVar[str] = "EA-9.0b"
    shows: ClassVar[str] = "battle"
    says: ClassVar[Words] = ("{units} attacks {hex}.", "{units} attack {hex}.")
    draws: ClassVar[tuple[str, ...]] = ("side", "hex", "units", "defenders")
    side: Side
    hex: int
    units: tuple[int, ...]
    defenders: tuple[int, ...]


class TacticPlayed(Event, frozen=True):
    """9.2 A tactic, by card or as the bonus of 9.23 (card -1)."""

    cites: ClassVar[str] = "EA-9.2b"
    reveals: ClassVar[bool] = True
    side: Side
    card: int
    tactic: str

    def words(self) -> str:
        return "{side} uses {tactic}." if self.card < 0 else "{side} plays {card} as {tactic}."


class UnitJoined(Travelled, frozen=True):
    """9.0d A tactic brings a unit into the combat."""

    cites: ClassVar[str] = "EA-9.0d"
    says: ClassVar[str] = "{unit} joins the combat from {hex}."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"hex": mark("hex", self.path[0])}


class _InCombat(Event, frozen=True):
    """Something in the hex that is attacked."""

    shows: ClassVar[str] = "fire"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class ChitDrawn(_InCombat, frozen=True):
    """9.4 A chit, and what it says in this combat so far ("" if it counts for nothing)."""

    cites: ClassVar[str] = "EA-9.4a"
    number: int
    counts: str
    blue: bool

    def words(self) -> str:
        if self.blue:
            return "Chit {number}: {counts} (blue: earlier chits go back to the cup)."
        return "Chit {number}: {counts}."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"counts": self.counts or say("does not count")}


class HitsCounted(_InCombat, frozen=True):
    """9.5 The hits as they are applied."""

    cites: ClassVar[str] = "EA-9.5a"
    says: ClassVar[str] = "Hits: {a} on the attacker, {d} on the defender."
    attacker: int
    defender: int

    def facts(self) -> dict[str, object]:
        return {"a": self.attacker, "d": self.defender}


class PositionRemoved(Event, frozen=True):
    """12.34 An improved position is gone."""

    because: ClassVar[str] = "under"
    says: ClassVar[str] = "The improved position in {hex} is gone."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    under: str


class Retreated(Event, frozen=True):
    """9.7 The defenders go one or two hexes."""

    cites: ClassVar[str] = "EA-9.7c"
    shows: ClassVar[str] = "move"
    says: ClassVar[str] = "{units} retreat to {hex}."
    draws: ClassVar[tuple[str, ...]] = ("units", "path")
    units: tuple[int, ...]
    path: tuple[int, ...]

    def facts(self) -> dict[str, object]:
        return super().facts() | {"hex": mark("hex", self.path[-1])}


class Scattered(Event, frozen=True):
    """9.9 Units become dispersed."""

    cites: ClassVar[str] = "EA-9.9a"
    says: ClassVar[str] = "{units} are dispersed."
    draws: ClassVar[tuple[str, ...]] = ("units",)
    units: tuple[int, ...]


class Advanced(Travelled, frozen=True):
    """9.8 An attacker follows."""

    cites: ClassVar[str] = "EA-9.8a"
    says: ClassVar[str] = "{unit} advances to {hex}."
