"""What can happen in a game: each fact with its rule, the sentence it is told in, and its picture.

Sentences are in our own words; everybody may know everything here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import listed, mark, phrase, say, several
from ardennes.parts import events
from ardennes.parts.events import Drawn, Words
from ardennes.titles.bitter_woods.box import EDGES, OFF_MAP, turns
from ardennes.titles.bitter_woods.box.counters import ARMY_NAMES

_GROUND = {"mud": phrase(", in the mud"), "freeze": phrase(", on frozen ground")}
_BECAUSE = {
    "BW-9.7o": phrase(", with no way to retreat"),
    "BW-9.5m": phrase(", left alone under a counterattack result"),
    "BW-37.1b": phrase(", which cannot be moved away"),
    "BW-22.2b": phrase(", with no room on the road"),
    "BW-24.3e": phrase(", alone and next to the enemy"),
}


class Event(events.Event, frozen=True):
    """Base of the events of this title: what their fields name."""

    names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("unit", "units", "guns", "defenders", "support", "leader"), "unit"),
        "hex": "hex",
        "bridge": "bridge",
    }


class _Travelled(Event, frozen=True):
    """A unit went along a path."""

    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def facts(self) -> dict[str, object]:
        return super().facts() | {"start": mark("hex", self.path[0]), "end": mark("hex", self.path[-1])}

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class PlayerTurnBegan(Event, frozen=True):
    """4 A player turn begins."""

    cites: ClassVar[str] = "BW-4a"
    shows: ClassVar[str] = "impulse"
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

    def drawn(self) -> Drawn:
        return {"side": self.side}


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
    hex: int
    units: tuple[int, ...]

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units], "place": self.hex}


class Interdicted(Event, frozen=True):
    """11.3 An aircraft interdicts a hex."""

    cites: ClassVar[str] = "BW-11.3a"
    says: ClassVar[str] = "Allied aircraft interdict {hex}."
    hex: int

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class Reserved(Event, frozen=True):
    """14.1 A unit is placed in reserve."""

    cites: ClassVar[str] = "BW-14.1a"
    says: ClassVar[str] = "{unit} goes into reserve."
    unit: int


class ReserveLost(Event, frozen=True):
    """14.3 The enemy is next to a reserve unit."""

    cites: ClassVar[str] = "BW-14.3b"
    units: tuple[int, ...]

    def words(self) -> Words:
        return (
            "{units} is no longer in reserve: the enemy is next door.",
            "{units} are no longer in reserve: the enemy is next door.",
        )


class StoodDown(Event, frozen=True):
    """24.5 A German leader is lost, and with him the reserves of his army."""

    cites: ClassVar[str] = "BW-24.5f"
    leader: int
    units: tuple[int, ...]

    def words(self) -> Words:
        return (
            "Without {leader} {units} is no longer in reserve.",
            "Without {leader} {units} are no longer in reserve.",
        )


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


class Stood(Event, frozen=True):
    """24.4 Units stand with a leader instead of retreating, at the price of so many steps."""

    cites: ClassVar[str] = "BW-24.4a"
    leader: int
    units: tuple[int, ...]
    steps: int

    def words(self) -> Words:
        return (
            "With {leader} {units} stands and pays with {price}.",
            "With {leader} {units} stand and pay with {price}.",
        )

    def facts(self) -> dict[str, object]:
        return super().facts() | {"price": several("a step", "{number} steps", self.steps)}

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units]}


class Moved(_Travelled, frozen=True):
    """5 A unit moved along a path; `cost` as shown to players."""

    cites: ClassVar[str] = "BW-5.1a"
    says: ClassVar[str] = "{unit} moves from {start} to {end} for {cost} MP."
    cost: str


class Entered(_Travelled, frozen=True):
    """16 A unit came onto the map; the path begins with its entry hex."""

    cites: ClassVar[str] = "BW-16.1a"
    shows: ClassVar[str] = "arrival"
    cost: str

    def words(self) -> str:
        if len(self.path) == 1:
            return "{unit} enters at {start} for {cost} MP."
        return "{unit} enters at {start} and goes to {end} for {cost} MP."


class LeftMap(Event, frozen=True):
    """5.5 A unit left the map over an edge."""

    cites: ClassVar[str] = "BW-5.5a"
    says: ClassVar[str] = "{unit} leaves the map from {hex} over the {edge} edge."
    unit: int
    edge: int
    hex: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"edge": EDGES[self.edge]}

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class PositionBuilt(Event, frozen=True):
    """8.1 An improved position is built."""

    cites: ClassVar[str] = "BW-8.1c"
    says: ClassVar[str] = "{unit} builds an improved position in {hex}."
    unit: int
    hex: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class PositionLost(Event, frozen=True):
    """8.1 An improved position is abandoned."""

    cites: ClassVar[str] = "BW-8.1g"
    says: ClassVar[str] = "The improved position in {hex} is given up."
    hex: int

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class FortBuilt(Event, frozen=True):
    """8.2 A town is fortified."""

    cites: ClassVar[str] = "BW-8.2d"
    says: ClassVar[str] = "{unit} fortifies {hex}."
    unit: int
    hex: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class FortLost(Event, frozen=True):
    """8.2 The Germans enter a fortified town."""

    cites: ClassVar[str] = "BW-8.2f"
    says: ClassVar[str] = "The fortification of {hex} is taken."
    hex: int

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class BridgeBegun(Event, frozen=True):
    """13.3 A unit begins to rebuild a bridge."""

    cites: ClassVar[str] = "BW-13.3b"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "{unit} begins to rebuild the bridge {bridge}."
    unit: int
    bridge: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "crossing": self.bridge}


class BridgeRebuilt(Event, frozen=True):
    """13.3 A bridge is rebuilt; `total` counts those of the Germans."""

    cites: ClassVar[str] = "BW-13.3d"
    shows: ClassVar[str] = "bridge"
    says: ClassVar[str] = "{unit} completes the bridge {bridge}."
    unit: int
    bridge: int
    total: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "crossing": self.bridge}


class Crossed(Event, frozen=True):
    """13.3 A unit goes over with the builders."""

    cites: ClassVar[str] = "BW-13.3e"
    shows: ClassVar[str] = "move"
    says: ClassVar[str] = "{unit} crosses to {hex} with the builders."
    unit: int
    hex: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class DemolitionRolled(Event, frozen=True):
    """13.1 An attempt to blow a bridge."""

    cites: ClassVar[str] = "BW-13.1a"
    shows: ClassVar[str] = "bridge"
    side: Side
    bridge: int
    die: int
    needed: int

    @property
    def blown(self) -> bool:
        """Whether the bridge went up."""
        return self.die <= self.needed

    def words(self) -> str:
        if self.blown:
            return "The {side} side tries to blow {bridge}: {die}, needs {needed}, and it goes up."
        return "The {side} side tries to blow {bridge}: {die}, needs {needed}, but the charge fails."

    def drawn(self) -> Drawn:
        return {"crossing": self.bridge, "dice": [self.die], "need": self.needed, "side": self.side}


class AttackDeclared(Event, frozen=True):
    """9.2 Who attacks whom, with what support on both sides."""

    cites: ClassVar[str] = "BW-9.2a"
    shows: ClassVar[str] = "battle"
    side: Side
    hex: int
    units: tuple[int, ...]
    guns: tuple[int, ...]
    air: bool
    defenders: tuple[int, ...]
    support: tuple[int, ...]
    cover: bool
    angriff: bool = False

    def words(self) -> Words:
        if self.angriff:
            return (
                "{units} attacks {hex} on the move (Angriff), held by {defenders}{with}{against}.",
                "{units} attack {hex} on the move (Angriff), held by {defenders}{with}{against}.",
            )
        return (
            "{units} attacks {hex}, held by {defenders}{with}{against}.",
            "{units} attack {hex}, held by {defenders}{with}{against}.",
        )

    def facts(self) -> dict[str, object]:
        facts = super().facts()
        support = say(", supported by {guns}", guns=facts["guns"]) if self.guns else ""
        if self.air:
            support += say(" and aircraft") if self.guns else say(" with aircraft")
        helping = [*(mark("unit", unit) for unit in self.support), *([say("aircraft")] if self.cover else [])]
        against = say("; the defender is helped by {helping}", helping=listed(helping)) if helping else ""
        return facts | {"with": support, "against": against}

    def drawn(self) -> Drawn:
        both = [*self.units, *self.guns, *self.defenders, *self.support]
        return {"pieces": both, "place": self.hex, "side": self.side}


class CombatRolled(Event, frozen=True):
    """9.2 The die, the column and the result."""

    cites: ClassVar[str] = "BW-9.2h"
    shows: ClassVar[str] = "fire"
    says: ClassVar[str] = "{attack} against {defense} on the {column} column: {die}{modified}, {result}."
    hex: int
    attack: int
    defense: int
    column: str
    modifier: int
    die: int
    result: str

    def facts(self) -> dict[str, object]:
        return super().facts() | {"modified": f" {self.modifier:+d}" if self.modifier else ""}

    def drawn(self) -> Drawn:
        return {"place": self.hex, "dice": [self.die]}


class Reduced(Event, frozen=True):
    """9.6 A unit is flipped to its reduced side."""

    cites: ClassVar[str] = "BW-9.6a"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is reduced."
    unit: int

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit]}


class Eliminated(Event, frozen=True):
    """A unit is removed for good."""

    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated{where}{because}."
    unit: int
    place: int
    why: str

    @property
    def rule(self) -> str:
        return self.why

    def facts(self) -> dict[str, object]:
        where = say(" in {hex}", hex=mark("hex", self.place)) if self.place < OFF_MAP else ""
        return super().facts() | {"where": where, "because": _BECAUSE.get(self.why, "")}

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.place}


class Retreated(_Travelled, frozen=True):
    """9.7 A unit retreats."""

    cites: ClassVar[str] = "BW-9.7k"

    def words(self) -> str:
        if len(self.path) == 1:
            return "{unit} retreats off the map from {start}."
        return "{unit} retreats from {start} to {end}."


class Advanced(_Travelled, frozen=True):
    """9.8 A unit advances after combat."""

    cites: ClassVar[str] = "BW-9.8a"
    says: ClassVar[str] = "{unit} advances to {end}."


class DutyLaid(Event, frozen=True):
    """9.5 A CA or ENG result leaves something to do."""

    kind: str
    side: Side
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5g" if self.kind == "CA" else "BW-9.5t"

    def words(self) -> str:
        if self.kind == "CA":
            return "The {side} units in {hex} must counterattack or withdraw."
        return "Both sides are engaged at {hex}; the {side} side must attack again."

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class DutyLifted(Event, frozen=True):
    """9.5 A CA or ENG result binds nobody any more."""

    kind: str
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5p" if self.kind == "CA" else "BW-9.5v"

    def words(self) -> str:
        if self.kind == "CA":
            return "The counterattack at {hex} binds nobody any more."
        return "The engagement at {hex} binds nobody any more."

    def drawn(self) -> Drawn:
        return {"place": self.hex}


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
