"""What can happen by optional rules only, each fact with its sentence and picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.kernel import Side
from ardennes.parts.rules.events import Drawn
from ardennes.titles.bitter_woods.events.fact import Event

# ---- 25 fuel dumps -----------------------------------------------------------------------------------------


class DumpHidden(Event, frozen=True):
    """25.1 The Allies have hidden a fuel dump; where, nobody else is told."""

    cites: ClassVar[str] = "BW-25.1a"
    says: ClassVar[str] = "The Allies hide a fuel dump near {name}: it lies in {hex}."
    name: str
    hex: int

    def seen_by(self, side: Side | None) -> Event:
        return self if side is Side.ALLIED else DumpSomewhere(self.name)

    def drawn(self) -> Drawn:
        return {"place": self.hex, "side": Side.ALLIED}


class DumpSomewhere(Event, frozen=True):
    """25.1 What everybody else is told of it."""

    cites: ClassVar[str] = "BW-25.1a"
    says: ClassVar[str] = "The Allies hide a fuel dump in or next to {name}."
    name: str


class _AtDump(Event, frozen=True):
    """Something about the hex of a dump."""

    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class DumpSought(_AtDump, frozen=True):
    """25.2 Germans came through a hex where a dump might have been."""

    cites: ClassVar[str] = "BW-25.2a"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "There is no fuel dump in {hex}."


class DumpFound(_AtDump, frozen=True):
    """25.2, 25.3 A dump is revealed: Germans have entered its hex, or the Allies declare it."""

    cites: ClassVar[str] = "BW-25.2a"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "The fuel dump of {name} is in {hex}."
    name: str


class DumpCaptured(_AtDump, frozen=True):
    """25.2 The Germans hold a dump with a line of supply to the eastern edge."""

    cites: ClassVar[str] = "BW-25.2a"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "The Germans capture the fuel dump in {hex}."


class DumpRetaken(_AtDump, frozen=True):
    """25.2 The Allies have a captured dump back."""

    cites: ClassVar[str] = "BW-25.2e"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "The Allies take the fuel dump in {hex} back."


class DumpBurned(_AtDump, frozen=True):
    """25.3 The Allies tried to destroy a dump."""

    cites: ClassVar[str] = "BW-25.3a"
    shows: ClassVar[str] = "fire"
    die: int
    needed: int

    def words(self) -> str:
        if self.die <= self.needed:
            return "The Allies set fire to the fuel dump in {hex}: {die}, it burns ({needed} or less burns it)."
        return "The Allies set fire to the fuel dump in {hex}: {die}, it stays whole ({needed} or less burns it)."


class ShortageIgnored(Event, frozen=True):
    """25.2 A shortage that a captured dump makes up for."""

    cites: ClassVar[str] = "BW-25.2b"
    says: ClassVar[str] = "German supply: {die}, then {second}: shortage for {text}, but a captured fuel dump fills it."
    die: int
    second: int
    text: str


# ---- 27 Peiper and Skorzeny --------------------------------------------------------------------------------


class Sneaked(Event, frozen=True):
    """27 A unit tries to slip through a zone of control."""

    cites: ClassVar[str] = "BW-27.2a"
    shows: ClassVar[str] = "move"
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    die: int
    needed: int

    def words(self) -> str:
        if self.die <= self.needed:
            return "{unit} tries to slip past the enemy in {hex}: {die} ({needed} or less), and goes on."
        return "{unit} tries to slip past the enemy in {hex}: {die} ({needed} or less), and has to stop."


# ---- 29, 38 events -----------------------------------------------------------------------------------------


class EventRolled(Event, frozen=True):
    """29, 38 What the dice for an event came to."""

    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "Event of {table}: {total}. {name}: {effect}."
    because: ClassVar[str] = "ledger"
    table: str
    total: int
    ledger: str
    name: str
    effect: str


class EventMissed(Event, frozen=True):
    """38 The players rolled different totals, and the event does not happen."""

    cites: ClassVar[str] = "BW-38"
    says: ClassVar[str] = "Event of 19AM: {german} and {allied}. The totals differ, and nothing happens."
    german: int
    allied: int


class Landed(Event, frozen=True):
    """29.1 A company of paratroopers has come down, or was lost beyond the edge of the map (-1)."""

    cites: ClassVar[str] = "BW-29.1a"
    shows: ClassVar[str] = "arrival"
    hex: int
    total: int

    def words(self) -> str:
        if self.hex < 0:
            return "Paratroopers: {total}, they come down beyond the map and are lost."
        return "Paratroopers: {total}, they land in {hex}."

    def drawn(self) -> Drawn:
        return {"place": self.hex} if self.hex >= 0 else {}


class Harassed(Event, frozen=True):
    """29.1 An Allied unit meets paratroopers."""

    cites: ClassVar[str] = "BW-29.1b"
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    die: int
    cost: int

    def words(self) -> str:
        if self.cost:
            return "{unit} meets paratroopers in {hex}: {die}, it loses {cost} MP."
        return "{unit} meets paratroopers in {hex}: {die}, they do not hold it up."


class Misled(Event, frozen=True):
    """29.4 An Allied unit comes through a town with German commandos in it: 0 nothing, 1 no roads, 2 it stops."""

    cites: ClassVar[str] = "BW-29.4"
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int
    die: int
    effect: int

    def words(self) -> str:
        return (
            "{unit} meets commandos in {hex}: {die}, nothing happens.",
            "{unit} meets commandos in {hex}: {die}, it has to leave the road.",
            "{unit} meets commandos in {hex}: {die}, it stops.",
        )[min(self.effect, 2)]


class CompaniesGone(Event, frozen=True):
    """29.1 Companies of paratroopers are taken off the map."""

    cites: ClassVar[str] = "BW-29.1e"
    says: ClassVar[str] = "{count} of the parachute companies are gone."
    count: int


class BridgeGuarded(Event, frozen=True):
    """29.3 Commandos hold a bridge."""

    cites: ClassVar[str] = "BW-29.3"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "German commandos keep the bridge {bridge} from being blown."
    draws: ClassVar[tuple[str, ...]] = ("bridge",)
    bridge: int


class TownDeceived(Event, frozen=True):
    """29.4 Commandos turn signposts in a town."""

    cites: ClassVar[str] = "BW-29.4"
    says: ClassVar[str] = "German commandos are at work in {hex}."
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int


class AircraftLost(Event, frozen=True):
    """29.5 A side loses aircraft, now or as they come."""

    cites: ClassVar[str] = "BW-29.5"
    side: Side
    lost: int
    owed: int

    def words(self) -> str:
        if self.owed:
            return "The {side} side loses {lost} aircraft, and {owed} of those to come."
        return "The {side} side loses {lost} aircraft."


class BlownAtOnce(Event, frozen=True):
    """38.1 The engineers blow a bridge without a die."""

    cites: ClassVar[str] = "BW-38.1g"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "The engineers blow the bridge {bridge}."
    draws: ClassVar[tuple[str, ...]] = ("bridge",)
    bridge: int


# ---- 21 bombardments ---------------------------------------------------------------------------------------


class Bombarded(Event, frozen=True):
    """21.1 Guns bombard a hex before it is attacked."""

    cites: ClassVar[str] = "BW-21.1a"
    shows: ClassVar[str] = "battle"
    says: ClassVar[str] = "{guns} bombard {hex}."
    draws: ClassVar[tuple[str, ...]] = ("guns", "hex", "side")
    side: Side
    hex: int
    guns: tuple[int, ...]


class ShockRolled(Event, frozen=True):
    """21.2 The die of a bombardment for one unit."""

    cites: ClassVar[str] = "BW-21.2b"
    shows: ClassVar[str] = "fire"
    unit: int
    die: int
    modifier: int
    rating: int
    shocked: bool

    def words(self) -> str:
        if self.shocked:
            return "{die}{modified} against ER {rating}: {unit} is shocked."
        return "{die}{modified} against ER {rating}: {unit} stands the bombardment."

    def facts(self) -> dict[str, object]:
        return super().facts() | {"modified": f" {self.modifier:+d}" if self.modifier else ""}

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "dice": [self.die]}


class Recovered(Event, frozen=True):
    """21.3 Shock is over."""

    cites: ClassVar[str] = "BW-21.3e"
    says: ClassVar[tuple[str, str]] = ("{units} recovers from shock.", "{units} recover from shock.")
    units: tuple[int, ...]


# ---- 36 the Peiper alternative -----------------------------------------------------------------------------


class Regrouped(Event, frozen=True):
    """36.11 Kampfgruppe Peiper is broken down, or combined."""

    cites: ClassVar[str] = "BW-36.11a"
    draws: ClassVar[tuple[str, ...]] = ("units", "hex")
    units: tuple[int, ...]
    hex: int
    combined: bool

    def words(self) -> str:
        if self.combined:
            return "The battalions of Kampfgruppe Peiper combine in {hex}."
        return "Kampfgruppe Peiper breaks down in {hex}: {units}."


# ---- 19, 22, 26, 31, 35 --------------------------------------------------------------------------------------


class NerveRolled(Event, frozen=True):
    """19, 31 The roll before the roll; `needed` is the least die that unnerves the defender."""

    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    die: int
    needed: int
    surprise: bool

    @property
    def rule(self) -> str:
        return "BW-31a" if self.surprise else "BW-19a"

    def words(self) -> str:
        if self.surprise and self.die >= self.needed:
            return "Variable surprise at {hex}: {die}, one shift to the right."
        if self.surprise:
            return "Variable surprise at {hex}: {die}, no shift."
        if self.die >= self.needed:
            return "SS panzer scare at {hex}: {die}, one shift to the right."
        return "SS panzer scare at {hex}: {die}, no shift."


class SurrenderRolled(Event, frozen=True):
    """26 Units cut off may give up; a six costs each a step."""

    cites: ClassVar[str] = "BW-26a"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    units: tuple[int, ...]
    die: int

    def words(self) -> str:
        if self.die == 6:
            return "{units} are cut off at {hex}: {die}, they give up a step each."
        return "{units} are cut off at {hex}: {die}, they hold out."


class GarrisonChecked(Event, frozen=True):
    """35 Hexes the 7th Army should hold and does not."""

    cites: ClassVar[str] = "BW-35a"
    says: ClassVar[str] = "The 7th Army is slowed down this turn: its flank is open at {missing}."
    names: ClassVar[Mapping[str, str]] = {"missing": "hex"}
    missing: tuple[int, ...]


class InterdictionChallenged(Event, frozen=True):
    """22.2 A unit drives on into an interdicted forest road."""

    cites: ClassVar[str] = "BW-22.2a"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    unit: int
    hex: int
    die: int

    def words(self) -> str:
        if self.die <= 2:
            return "{unit} challenges the aircraft over {hex}: {die}, it loses a step and stops."
        if self.die <= 4:
            return "{unit} challenges the aircraft over {hex}: {die}, it stops."
        return "{unit} challenges the aircraft over {hex}: {die}, it gets through."
