"""Facts that happen in a game, each with its sentence and its picture. Nothing of them is secret."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say
from ardennes.parts.events import Event
from ardennes.titles.deadly_woods.box.counters import ARMIES
from ardennes.titles.deadly_woods.box.results import meaning
from ardennes.titles.deadly_woods.box.tables import Chit, Round


def unit(number: int) -> str:
    """A unit as a mark."""
    return mark("unit", number)


def place(cell: int) -> str:
    """A hex as a mark."""
    return mark("hex", cell)


class TurnBegan(Event, frozen=True):
    """15.0e"""

    cites: ClassVar[str] = "DW-15.0e"
    shows: ClassVar[str] = "impulse"
    turn: int
    dates: str
    initiative: Side

    def sentence(self) -> str:
        facts = {"turn": self.turn, "dates": self.dates, "side": self.initiative}
        return say("Turn {turn}, {dates}. {side} initiative.", **facts)


class ChitPlayed(Event, frozen=True):
    """2.2.2a, 14.1 A chit goes on the Action Round Track."""

    cites: ClassVar[str] = "DW-2.2.2a"
    shows: ClassVar[str] = "impulse"
    reveals: ClassVar[bool] = True
    chit: int
    number: int
    chosen: bool

    def sentence(self) -> str:
        english = "Round {n}: {chit} is chosen." if self.chosen else "Round {n}: {chit} is drawn."
        owner = Chit(self.chit).side
        chit = str(Chit(self.chit))
        name = chit if owner is None else say("{side} {chit}", side=owner, chit=chit)
        return say(english, n=self.number, chit=name)


class RoundBegan(Event, frozen=True):
    """14 What the chit is played as, and what it permits."""

    cites: ClassVar[str] = "DW-14.1"
    shows: ClassVar[str] = "impulse"
    side: Side
    round: int
    permission: str

    def sentence(self) -> str:
        return say(
            "{side} {round}. {permission}", side=self.side, round=str(Round(self.round)), permission=self.permission
        )


class Swapped(Event, frozen=True):
    """14.8.2a"""

    cites: ClassVar[str] = "DW-14.8.2a"
    chit: int

    def sentence(self) -> str:
        return say("The Allies play the Reinforcement chit they hold; {chit} goes back.", chit=str(Chit(self.chit)))


class HeldToCup(Event, frozen=True):
    """14.8.2b"""

    cites: ClassVar[str] = "DW-14.8.2b"

    def sentence(self) -> str:
        return say("The Reinforcement chit the Allies hold goes into the cup.")


class SupplyChecked(Event, frozen=True):
    """8.1f"""

    cites: ClassVar[str] = "DW-8.1f"
    units: tuple[int, ...]

    def sentence(self) -> str:
        if not self.units:
            return say("Supply check: all German units are in supply.")
        return say("Supply check: {units} out of supply.", units=marks("unit", self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class Moved(Event, frozen=True):
    """10.2 A unit moves; `cost` in movement points as players write them."""

    cites: ClassVar[str] = "DW-10.2a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]
    cost: str

    def sentence(self) -> str:
        return say("{unit} moves to {hex} ({cost}).", unit=unit(self.unit), hex=place(self.path[-1]), cost=self.cost)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class Withdrew(Moved, frozen=True):
    """10.3"""

    cites: ClassVar[str] = "DW-10.3a"

    def sentence(self) -> str:
        return say("{unit} slips away to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))


class Abandoned(Event, frozen=True):
    """8.3f"""

    cites: ClassVar[str] = "DW-8.3f"
    shows: ClassVar[str] = "loss"
    unit: int

    def sentence(self) -> str:
        return say("{unit} leaves its tanks behind.", unit=unit(self.unit))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class Arrived(Event, frozen=True):
    """14.8"""

    cites: ClassVar[str] = "DW-14.8a"
    shows: ClassVar[str] = "arrival"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} enters at {hex}.", unit=unit(self.unit), hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.hex}


class NeverCame(Event, frozen=True):
    """14.8f, 14.8.3"""

    units: tuple[int, ...]
    why: str

    def sentence(self) -> str:
        return say("{units} will not come.", units=marks("unit", self.units))

    @property
    def rule(self) -> str:
        return self.why


class Diverted(Event, frozen=True):
    """14.8.1"""

    cites: ClassVar[str] = "DW-14.8.1a"
    unit: int

    def sentence(self) -> str:
        return say("{unit} will enter at D, one chit later.", unit=unit(self.unit))


class StepLost(Event, frozen=True):
    """2.3.1.1"""

    shows: ClassVar[str] = "loss"
    unit: int
    left: int
    why: str

    def sentence(self) -> str:
        english = "{unit} loses a step, {left} left." if self.left > 1 else "{unit} loses a step, one left."
        return say(english, unit=unit(self.unit), left=self.left)

    @property
    def rule(self) -> str:
        return self.why

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class Eliminated(Event, frozen=True):
    """2.2.2c"""

    shows: ClassVar[str] = "loss"
    unit: int
    hex: int
    why: str

    def sentence(self) -> str:
        return say("{unit} is eliminated in {hex}.", unit=unit(self.unit), hex=place(self.hex))

    @property
    def rule(self) -> str:
        return self.why

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.hex}


class Attacked(Event, frozen=True):
    """11.3.1"""

    cites: ClassVar[str] = "DW-11.3.1"
    shows: ClassVar[str] = "battle"
    side: Side
    hex: int
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{units} attack {hex}.", units=marks("unit", self.units), hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units], "place": self.hex}


class Supported(Event, frozen=True):
    """12.2, 12.3, 12.4.2"""

    cites: ClassVar[str] = "DW-11.3.1"
    shows: ClassVar[str] = "fire"
    side: Side
    asset: int
    hex: int
    doubled: bool

    def sentence(self) -> str:
        english = "{asset} fires at double strength." if self.doubled else "{asset} supports the {side} side."
        return say(english, asset=mark("asset", self.asset), side=self.side)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class Fought(Event, frozen=True):
    """11.3.3 The result of a combat; without a column nobody rolled."""

    cites: ClassVar[str] = "DW-11.3.3a"
    shows: ClassVar[str] = "battle"
    reveals: ClassVar[bool] = True
    hex: int
    column: str
    die: int
    modifier: int
    result: str
    attacker_steps: int
    defender_steps: int
    retreat: int

    def sentence(self) -> str:
        means = meaning(self.attacker_steps, self.defender_steps, self.retreat)
        facts = {"hex": place(self.hex), "column": self.column, "die": self.die, "result": self.result, "means": means}
        if not self.column:
            return say("{hex}: too weak for a roll, {result}: {means}.", **facts)
        if self.modifier:
            return say("{hex} at {column}, die {die} +{more}: {result}, {means}.", more=self.modifier, **facts)
        return say("{hex} at {column}, die {die}: {result}, {means}.", **facts)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex, "dice": [self.die] if self.column else []}


class Exchanged(Event, frozen=True):
    """11.3.3c"""

    cites: ClassVar[str] = "DW-11.3.3c"
    hex: int

    def sentence(self) -> str:
        return say("{hex}: the retreat is exchanged for BL1.", hex=place(self.hex))


class Stood(Event, frozen=True):
    """11.4.1"""

    cites: ClassVar[str] = "DW-11.4.1a"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} stands at {hex}: nobody retreats.", unit=unit(self.unit), hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.hex}


class Retreated(Event, frozen=True):
    """11.4"""

    cites: ClassVar[str] = "DW-11.4b"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} retreats to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class HeldInPlace(Event, frozen=True):
    """11.4i"""

    cites: ClassVar[str] = "DW-11.4i"
    unit: int
    hex: int

    def sentence(self) -> str:
        return say("{unit} in {hex} has no way back.", unit=unit(self.unit), hex=place(self.hex))


class Advanced(Retreated, frozen=True):
    """11.5"""

    cites: ClassVar[str] = "DW-11.5a"

    def sentence(self) -> str:
        return say("{unit} advances to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))


class BlowRolled(Event, frozen=True):
    """10.6.1d"""

    cites: ClassVar[str] = "DW-10.6.1d"
    shows: ClassVar[str] = "bridge"
    reveals: ClassVar[bool] = True
    bridge: int
    die: int
    gone: bool

    def sentence(self) -> str:
        english = "Charges at {bridge}, die {die}." if self.gone else "The charges at {bridge} fail, die {die}."
        return say(english, bridge=mark("bridge", self.bridge), die=self.die)

    def drawn(self) -> dict[str, Any]:
        return {"dice": [self.die]}


class BridgeSpared(Event, frozen=True):
    """10.6.1f"""

    cites: ClassVar[str] = "DW-10.6.1f"
    bridge: int

    def sentence(self) -> str:
        return say("The bridge at {bridge} is left standing.", bridge=mark("bridge", self.bridge))


class Surrendered(Event, frozen=True):
    """8.3j"""

    cites: ClassVar[str] = "DW-8.3j"
    shows: ClassVar[str] = "loss"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("Cut off, {units} surrender.", units=marks("unit", self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class DelayBack(Event, frozen=True):
    """6.3.1b, 12.9.1g"""

    hex: int
    why: str

    def sentence(self) -> str:
        return say("The Delay asset in {hex} goes back to its box.", hex=place(self.hex))

    @property
    def rule(self) -> str:
        return self.why


class AssetPlaced(Event, frozen=True):
    """12.4 - 12.9"""

    shows: ClassVar[str] = "arrival"
    asset: int
    hex: int
    why: str

    def sentence(self) -> str:
        return say("{asset} goes to {hex}.", asset=mark("asset", self.asset), hex=place(self.hex))

    @property
    def rule(self) -> str:
        return self.why

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class AssetGone(Event, frozen=True):
    """12.4.1e, 12.4.4b, 8.6f An asset leaves the map; `back` is the turn it is there again, 0 for never."""

    asset: int
    back: int
    why: str

    def sentence(self) -> str:
        english = "{asset} is off the map, back on turn {turn}." if self.back else "{asset} is gone."
        return say(english, asset=mark("asset", self.asset), turn=self.back)

    @property
    def rule(self) -> str:
        return self.why


class Trucked(Event, frozen=True):
    """12.6 The Motorized marker: on a unit, or off it."""

    cites: ClassVar[str] = "DW-12.6a1"
    unit: int
    on: bool

    def sentence(self) -> str:
        return say("{unit} is motorized." if self.on else "{unit} is no longer motorized.", unit=unit(self.unit))


class Jumped(Event, frozen=True):
    """12.7 Von der Heydte lands."""

    cites: ClassVar[str] = "DW-12.7c"
    reveals: ClassVar[bool] = True
    hex: int
    die: int
    real: bool

    def sentence(self) -> str:
        english = "Die {die}: von der Heydte lands at {hex}." if self.real else "Die {die}: a rumor of jumps at {hex}."
        return say(english, die=self.die, hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex, "dice": [self.die]}


class Replaced(Event, frozen=True):
    """13.2 A step restored, or a unit returned at reduced strength."""

    cites: ClassVar[str] = "DW-13.2c"
    unit: int
    hex: int
    back: bool

    def sentence(self) -> str:
        english = "{unit} is rebuilt in {hex}." if self.back else "{unit} gets back a step."
        return say(english, unit=unit(self.unit), hex=place(self.hex))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.hex}


class BridgeBlown(Event, frozen=True):
    """10.6.1"""

    shows: ClassVar[str] = "bridge"
    bridge: int
    why: str

    def sentence(self) -> str:
        return say("The bridge at {bridge} is blown.", bridge=mark("bridge", self.bridge))

    def drawn(self) -> dict[str, Any]:
        return {"crossing": self.bridge}

    @property
    def rule(self) -> str:
        return self.why


class BridgeBuilt(Event, frozen=True):
    """10.6.2"""

    cites: ClassVar[str] = "DW-10.6.2a"
    shows: ClassVar[str] = "bridge"
    bridge: int

    def sentence(self) -> str:
        return say("The bridge at {bridge} is rebuilt.", bridge=mark("bridge", self.bridge))

    def drawn(self) -> dict[str, Any]:
        return {"crossing": self.bridge}


class HexTaken(Event, frozen=True):
    """3.5b"""

    cites: ClassVar[str] = "DW-3.5b"
    shows: ClassVar[str] = "score"
    side: Side
    hex: int

    def sentence(self) -> str:
        return say("{hex} is {side} now.", hex=place(self.hex), side=self.side)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.hex}


class FuelTaken(Event, frozen=True):
    """8.5a"""

    cites: ClassVar[str] = "DW-8.5a1"
    unit: int

    def sentence(self) -> str:
        return say("{unit} takes the fuel dump.", unit=unit(self.unit))


class MeuseCrossed(Event, frozen=True):
    """10.6.4e"""

    cites: ClassVar[str] = "DW-10.6.4e"

    def sentence(self) -> str:
        return say("The Germans are over the Meuse: the troops behind it are free to move.")


class Slipped(Event, frozen=True):
    """7.3d, 7.3e"""

    cites: ClassVar[str] = "DW-7.3d"
    unit: int

    def sentence(self) -> str:
        return say("{unit} slips through in American uniforms.", unit=unit(self.unit))


class ArmyChosen(Event, frozen=True):
    """14.6b"""

    cites: ClassVar[str] = "DW-14.6b"
    army: int

    def sentence(self) -> str:
        return say("One Army: {army}.", army=ARMIES[self.army])


class FormationsChosen(Event, frozen=True):
    """14.7"""

    cites: ClassVar[str] = "DW-14.7a"
    formations: tuple[int, ...]

    def sentence(self) -> str:
        return say("3 Formations: {formations}.", formations=marks("formation", self.formations))


class Withdrawal(Event, frozen=True):
    """12.10"""

    cites: ClassVar[str] = "DW-12.10d"
    units: tuple[int, ...]
    stayed: bool

    def sentence(self) -> str:
        if self.stayed:
            return say("The SS formations stay: the Germans need three VP hexes in the end.")
        return say("Withdrawn from the battle: {units}.", units=marks("unit", self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class Scored(Event, frozen=True):
    """3.4a"""

    cites: ClassVar[str] = "DW-3.4a"
    shows: ClassVar[str] = "score"
    vp: int
    hexes: tuple[int, ...]

    def sentence(self) -> str:
        return say("German VP: {vp}.", vp=self.vp)


class Ended(Event, frozen=True):
    """3.4 The game is over."""

    shows: ClassVar[str] = "ending"
    winner: Side
    level: str
    why: str

    def sentence(self) -> str:
        return say("{winner} victory: {level}.", winner=self.winner, level=self.level)

    @property
    def rule(self) -> str:
        return self.why
