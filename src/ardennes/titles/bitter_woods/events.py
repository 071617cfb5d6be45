"""What can happen in a game: each fact with its rule, the sentence it is told in, and its picture.

Sentences are in our own words; `{unit:17}`, `{hex:41}` and `{bridge:3}` mark what a client may link. Everybody may know
everything here.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say
from ardennes.parts.events import Drawn, Event
from ardennes.titles.bitter_woods.box import EDGES, OFF_MAP, turns

_GROUND = {"mud": ", in the mud", "freeze": ", on frozen ground"}
_WHY = {"BW-9.7o": ", with no way to retreat", "BW-9.5m": ", left alone under a counterattack result"}


def _unit(number: int) -> str:
    return mark("unit", number)


def _hex(cell: int) -> str:
    return mark("hex", cell)


def _bridge(number: int) -> str:
    return mark("bridge", number)


class PlayerTurnBegan(Event, frozen=True):
    """4 A player turn begins."""

    cites: ClassVar[str] = "BW-4a"
    shows: ClassVar[str] = "impulse"
    turn: int
    side: Side
    ground: str
    german_air: int
    allied_air: int

    def sentence(self) -> str:
        turn = turns.name(self.turn) + _GROUND.get(self.ground, "")
        begins = say("{turn}: the {side} player turn begins", turn=turn, side=self.side)
        if not self.german_air and not self.allied_air:
            return f"{begins}."
        aircraft = say("{german} German and {allied} Allied aircraft", german=self.german_air, allied=self.allied_air)
        return say("{begins}, with {aircraft}.", begins=begins, aircraft=aircraft)

    def drawn(self) -> Drawn:
        return {"side": self.side}


class SupplyChecked(Event, frozen=True):
    """12.1 Units that are out of supply now, of both sides."""

    cites: ClassVar[str] = "BW-12.1"
    units: tuple[int, ...]

    def sentence(self) -> str:
        if not self.units:
            return say("Every unit is in supply.")
        return say("Out of supply: {units}.", units=marks("unit", self.units))


class ShortageRolled(Event, frozen=True):
    """12.6 The roll for supply shortage, and the second roll where it comes to that (0 where not)."""

    cites: ClassVar[str] = "BW-12.6a"
    die: int
    second: int
    text: str
    units: tuple[int, ...]

    def sentence(self) -> str:
        if not self.second:
            return say("German supply: {die}, no shortage.", die=self.die)
        dice = {"die": self.die, "second": self.second, "whom": self.text}
        if not self.units:
            return say(
                "German supply: {die}, then {second}: shortage for {whom}, which has no unit on the map.", **dice
            )
        units = marks("unit", self.units)
        return say("German supply: {die}, then {second}: shortage for {whom} ({units}).", units=units, **dice)


class AirDropped(Event, frozen=True):
    """12.5 An air drop."""

    cites: ClassVar[str] = "BW-12.5a"
    hex: int
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("Supplies are dropped on {hex} for {units}.", hex=_hex(self.hex), units=marks("unit", self.units))

    def drawn(self) -> Drawn:
        return {"pieces": [*self.units], "place": self.hex}


class Interdicted(Event, frozen=True):
    """11.3 An aircraft interdicts a hex."""

    cites: ClassVar[str] = "BW-11.3a"
    hex: int

    def sentence(self) -> str:
        return say("Allied aircraft interdict {hex}.", hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class Reserved(Event, frozen=True):
    """14.1 A unit is placed in reserve."""

    cites: ClassVar[str] = "BW-14.1a"
    unit: int

    def sentence(self) -> str:
        return say("{unit} goes into reserve.", unit=_unit(self.unit))


class ReserveLost(Event, frozen=True):
    """14.3 The enemy is next to a reserve unit."""

    cites: ClassVar[str] = "BW-14.3b"
    units: tuple[int, ...]

    def sentence(self) -> str:
        units = marks("unit", self.units)
        if len(self.units) == 1:
            return say("{unit} is no longer in reserve: the enemy is next door.", unit=units)
        return say("{units} are no longer in reserve: the enemy is next door.", units=units)


class Moved(Event, frozen=True):
    """5 A unit moved along a path; `cost` as shown to players."""

    cites: ClassVar[str] = "BW-5.1a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]
    cost: str

    def sentence(self) -> str:
        start, end = _hex(self.path[0]), _hex(self.path[-1])
        return say(
            "{unit} moves from {start} to {end} for {cost} MP.",
            unit=_unit(self.unit),
            start=start,
            end=end,
            cost=self.cost,
        )

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class Entered(Event, frozen=True):
    """16 A unit came onto the map; the path begins with its entry hex."""

    cites: ClassVar[str] = "BW-16.1a"
    shows: ClassVar[str] = "arrival"
    unit: int
    path: tuple[int, ...]
    cost: str

    def sentence(self) -> str:
        enters = say("{unit} enters at {hex}", unit=_unit(self.unit), hex=_hex(self.path[0]))
        if len(self.path) == 1:
            return say("{enters} for {cost} MP.", enters=enters, cost=self.cost)
        return say("{enters} and goes to {hex} for {cost} MP.", enters=enters, hex=_hex(self.path[-1]), cost=self.cost)

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class LeftMap(Event, frozen=True):
    """5.5 A unit left the map over an edge."""

    cites: ClassVar[str] = "BW-5.5a"
    unit: int
    edge: int
    hex: int

    def sentence(self) -> str:
        where = {"hex": _hex(self.hex), "edge": EDGES[self.edge]}
        return say("{unit} leaves the map from {hex} over the {edge} edge.", unit=_unit(self.unit), **where)

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class PositionBuilt(Event, frozen=True):
    """8.1 An improved position is built."""

    cites: ClassVar[str] = "BW-8.1c"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} builds an improved position in {hex}.", unit=_unit(self.unit), hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class PositionLost(Event, frozen=True):
    """8.1 An improved position is abandoned."""

    cites: ClassVar[str] = "BW-8.1g"
    hex: int

    def sentence(self) -> str:
        return say("The improved position in {hex} is given up.", hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class FortBuilt(Event, frozen=True):
    """8.2 A town is fortified."""

    cites: ClassVar[str] = "BW-8.2d"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} fortifies {hex}.", unit=_unit(self.unit), hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.hex}


class FortLost(Event, frozen=True):
    """8.2 The Germans enter a fortified town."""

    cites: ClassVar[str] = "BW-8.2f"
    hex: int

    def sentence(self) -> str:
        return say("The fortification of {hex} is taken.", hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class BridgeBegun(Event, frozen=True):
    """13.3 A unit begins to rebuild a bridge."""

    cites: ClassVar[str] = "BW-13.3b"
    shows: ClassVar[str] = "bridge"
    unit: int
    bridge: int

    def sentence(self) -> str:
        return say("{unit} begins to rebuild the bridge {bridge}.", unit=_unit(self.unit), bridge=_bridge(self.bridge))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "crossing": self.bridge}


class BridgeRebuilt(Event, frozen=True):
    """13.3 A bridge is rebuilt; `total` counts those of the Germans."""

    cites: ClassVar[str] = "BW-13.3d"
    shows: ClassVar[str] = "bridge"
    unit: int
    bridge: int
    total: int

    def sentence(self) -> str:
        return say("{unit} completes the bridge {bridge}.", unit=_unit(self.unit), bridge=_bridge(self.bridge))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "crossing": self.bridge}


class Crossed(Event, frozen=True):
    """13.3 A unit goes over with the builders."""

    cites: ClassVar[str] = "BW-13.3e"
    shows: ClassVar[str] = "move"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} crosses to {hex} with the builders.", unit=_unit(self.unit), hex=_hex(self.hex))

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

    def sentence(self) -> str:
        tries = say("The {side} side tries to blow {bridge}", side=self.side, bridge=_bridge(self.bridge))
        dice = {"tries": tries, "die": self.die, "needed": self.needed}
        if self.blown:
            return say("{tries}: {die}, needs {needed}, and it goes up.", **dice)
        return say("{tries}: {die}, needs {needed}, but the charge fails.", **dice)

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

    def sentence(self) -> str:
        facts = {"units": marks("unit", self.units), "hex": _hex(self.hex), "held": marks("unit", self.defenders)}
        one = len(self.units) == 1
        text = say("{units} attacks {hex}, held by {held}" if one else "{units} attack {hex}, held by {held}", **facts)
        if self.guns:
            text += say(", supported by {guns}", guns=marks("unit", self.guns))
        if self.air:
            text += say(" and aircraft") if self.guns else say(" with aircraft")
        if self.support or self.cover:
            helping = [*map(_unit, self.support), *([say("aircraft")] if self.cover else [])]
            joined = (" and " if len(helping) < 3 else ", ").join(helping)
            text += say("; the defender is helped by {helping}", helping=joined)
        return text + "."

    def drawn(self) -> Drawn:
        both = [*self.units, *self.guns, *self.defenders, *self.support]
        return {"pieces": both, "place": self.hex, "side": self.side}


class CombatRolled(Event, frozen=True):
    """9.2 The die, the column and the result."""

    cites: ClassVar[str] = "BW-9.2h"
    shows: ClassVar[str] = "fire"
    hex: int
    attack: int
    defense: int
    column: str
    modifier: int
    die: int
    result: str

    def sentence(self) -> str:
        modifier = f" {self.modifier:+d}" if self.modifier else ""
        return say(
            "{attack} against {defense} on the {column} column: {die}{modifier}, {result}.",
            attack=self.attack,
            defense=self.defense,
            column=self.column,
            die=self.die,
            modifier=modifier,
            result=self.result,
        )

    def drawn(self) -> Drawn:
        return {"place": self.hex, "dice": [self.die]}


class Reduced(Event, frozen=True):
    """9.6 A unit is flipped to its reduced side."""

    cites: ClassVar[str] = "BW-9.6a"
    shows: ClassVar[str] = "loss"
    unit: int

    def sentence(self) -> str:
        return say("{unit} is reduced.", unit=_unit(self.unit))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit]}


class Eliminated(Event, frozen=True):
    """A unit is removed for good."""

    shows: ClassVar[str] = "loss"
    unit: int
    place: int
    why: str

    @property
    def rule(self) -> str:
        return self.why

    def sentence(self) -> str:
        where = say(" in {hex}", hex=_hex(self.place)) if self.place < OFF_MAP else ""
        return say("{unit} is eliminated{where}{why}.", unit=_unit(self.unit), where=where, why=_WHY.get(self.why, ""))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.place}


class Retreated(Event, frozen=True):
    """9.7 A unit retreats."""

    cites: ClassVar[str] = "BW-9.7k"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        start, end = _hex(self.path[0]), _hex(self.path[-1])
        if len(self.path) == 1:
            return say("{unit} retreats off the map from {start}.", unit=_unit(self.unit), start=start)
        return say("{unit} retreats from {start} to {end}.", unit=_unit(self.unit), start=start, end=end)

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class Advanced(Event, frozen=True):
    """9.8 A unit advances after combat."""

    cites: ClassVar[str] = "BW-9.8a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} advances to {hex}.", unit=_unit(self.unit), hex=_hex(self.path[-1]))

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class DutyLaid(Event, frozen=True):
    """9.5 A CA or ENG result leaves something to do."""

    kind: str
    side: Side
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5g" if self.kind == "CA" else "BW-9.5t"

    def sentence(self) -> str:
        facts = {"side": self.side, "hex": _hex(self.hex)}
        if self.kind == "CA":
            return say("The {side} units in {hex} must counterattack or withdraw.", **facts)
        return say("Both sides are engaged at {hex}; the {side} side must attack again.", **facts)

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class DutyLifted(Event, frozen=True):
    """9.5 A CA or ENG result binds nobody any more."""

    kind: str
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5p" if self.kind == "CA" else "BW-9.5v"

    def sentence(self) -> str:
        if self.kind == "CA":
            return say("The counterattack at {hex} binds nobody any more.", hex=_hex(self.hex))
        return say("The engagement at {hex} binds nobody any more.", hex=_hex(self.hex))

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class TurnEnded(Event, frozen=True):
    """4 C The turn marker moves on."""

    cites: ClassVar[str] = "BW-4k"
    turn: int

    def sentence(self) -> str:
        return say("{turn} is over.", turn=turns.name(self.turn))


class PointsCounted(Event, frozen=True):
    """Tournament games: German victory points, each with what it is for."""

    cites: ClassVar[str] = "BW-2.9"
    shows: ClassVar[str] = "score"
    points: tuple[str, ...]
    needed: int

    def sentence(self) -> str:
        return say(
            "German victory points: {count} of {needed} needed ({points}).",
            count=len(self.points),
            needed=self.needed,
            points="; ".join(self.points) or say("none"),
        )


class LevelShifted(Event, frozen=True):
    """17.6 Losses shift the level of victory; up favours the Germans."""

    cites: ClassVar[str] = "BW-17.6d"
    shows: ClassVar[str] = "score"
    allied_lost: int
    german_lost: int
    shift: int

    def sentence(self) -> str:
        losses = say(
            "{allied} Allied units and {german} German mechanized units lost",
            allied=self.allied_lost,
            german=self.german_lost,
        )
        if self.shift > 0:
            return say("{losses}: the result moves one level towards the Allies.", losses=losses)
        return say("{losses}: the result moves one level towards the Germans.", losses=losses)


class GameOver(Event, frozen=True):
    """17 The game is over."""

    cites: ClassVar[str] = "BW-17a"
    shows: ClassVar[str] = "ending"
    level: str

    def sentence(self) -> str:
        return say("The game is over: {level}.", level=self.level)
