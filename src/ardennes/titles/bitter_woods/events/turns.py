"""Facts of turns: supply, aircraft, reserves and leaders, and how the game ends."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import phrase, say
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES
from ardennes.titles.bitter_woods.events.fact import Event

_GROUND = {"mud": phrase(", in the mud"), "freeze": phrase(", on frozen ground")}


class PlayerTurnBegan(Event, frozen=True):
    """4 A player turn begins."""

    cites: ClassVar[str] = "BW-4a"
    shows: ClassVar[str] = "impulse"
    draws: ClassVar[tuple[str, ...]] = ("side",)
    turn: int
    side: Side
    ground: str
    german_air: int
    allied_air: int

    def words(self) -> str:
        if self.german_air or self.allied_air:
            return (
                "{turn}{ground}: the {side} player turn begins, "
                "with {german_air} German and {allied_air} Allied aircraft."
            )
        return "{turn}{ground}: the {side} player turn begins."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"turn": turns.name(self.turn), "ground": _GROUND.get(self.ground, "")}


class SupplyChecked(Event, frozen=True):
    """12.1 Units that are out of supply now, of both sides."""

    cites: ClassVar[str] = "BW-12.1"
    units: tuple[int, ...]

    def words(self) -> str:
        return "Out of supply: {units}." if self.units else "Every unit is in supply."


class ShortageRolled(Event, frozen=True):
    """12.6 The roll for supply shortage, and the second roll where it comes to that (0 where not)."""

    cites: ClassVar[str] = "BW-12.6a"
    die: int
    second: int
    text: str
    units: tuple[int, ...]

    def words(self) -> str:
        if not self.second:
            return "German supply: {die}, no shortage."
        if self.units:
            return "German supply: {die}, then {second}: shortage for {text} ({units})."
        return "German supply: {die}, then {second}: shortage for {text}, which has no unit on the map."


class AirDropped(Event, frozen=True):
    """12.5 An air drop."""

    cites: ClassVar[str] = "BW-12.5a"
    says: ClassVar[str] = "Supplies are dropped on {hex} for {units}."
    draws: ClassVar[tuple[str, ...]] = ("units", "hex")
    hex: int
    units: tuple[int, ...]


class Interdicted(Event, frozen=True):
    """11.3 An aircraft interdicts a hex."""

    cites: ClassVar[str] = "BW-11.3a"
    says: ClassVar[str] = "Allied aircraft interdict {hex}."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class Reserved(Event, frozen=True):
    """14.1 A unit is placed in reserve."""

    cites: ClassVar[str] = "BW-14.1a"
    says: ClassVar[str] = "{unit} goes into reserve."
    unit: int


class ReserveLost(Event, frozen=True):
    """14.3 The enemy is next to a reserve unit."""

    cites: ClassVar[str] = "BW-14.3b"
    says: ClassVar[tuple[str, str]] = (
        "{units} is no longer in reserve: the enemy is next door.",
        "{units} are no longer in reserve: the enemy is next door.",
    )
    units: tuple[int, ...]


class StoodDown(Event, frozen=True):
    """24.5 A German leader is lost, and with him the reserves of his army."""

    cites: ClassVar[str] = "BW-24.5f"
    says: ClassVar[tuple[str, str]] = (
        "Without {leader} {units} is no longer in reserve.",
        "Without {leader} {units} are no longer in reserve.",
    )
    leader: int
    units: tuple[int, ...]


class Released(Event, frozen=True):
    """24.5 A leader releases reserve units at the start of the exploitation phase."""

    cites: ClassVar[str] = "BW-24.5b"
    says: ClassVar[str] = "{leader} releases {units} from reserve."
    leader: int
    units: tuple[int, ...]


class Attached(Event, frozen=True):
    """24.6 A reinforcement is declared attached to an army."""

    cites: ClassVar[str] = "BW-24.6b"
    says: ClassVar[str] = "{unit} is attached to {army}."
    unit: int
    army: str

    def facts(self) -> dict[str, object]:
        return super().facts() | {"army": ARMY_NAMES.get(self.army, self.army)}


class TurnEnded(Event, frozen=True):
    """4 C The turn marker moves on."""

    cites: ClassVar[str] = "BW-4k"
    says: ClassVar[str] = "{turn} is over."
    turn: int

    def facts(self) -> dict[str, object]:
        return {"turn": turns.name(self.turn)}


class PointsCounted(Event, frozen=True):
    """Tournament games: German victory points, each with what it is for."""

    cites: ClassVar[str] = "BW-2.9"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "German victory points: {count} of {needed} needed ({points})."
    points: tuple[str, ...]
    needed: int

    def facts(self) -> dict[str, object]:
        return {"count": len(self.points), "needed": self.needed, "points": "; ".join(self.points) or say("none")}


class LevelShifted(Event, frozen=True):
    """17.6 Losses shift the level of victory; up favours the Germans."""

    cites: ClassVar[str] = "BW-17.6d"
    shows: ClassVar[str] = "score"
    allied_lost: int
    german_lost: int
    shift: int

    def words(self) -> str:
        if self.shift > 0:
            return (
                "{allied_lost} Allied units and {german_lost} German mechanized units lost: "
                "the result moves one level towards the Allies."
            )
        return (
            "{allied_lost} Allied units and {german_lost} German mechanized units lost: "
            "the result moves one level towards the Germans."
        )


class GameOver(Event, frozen=True):
    """17 The game is over."""

    cites: ClassVar[str] = "BW-17a"
    shows: ClassVar[str] = "ending"
    says: ClassVar[str] = "The game is over: {level}."
    level: str
