"""Facts that happen in a game, each with its sentence, its picture and who may know it."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, marks, say
from ardennes.parts.events import Event

SUPPLY_NAMES = ("in supply", "in low supply", "out of supply", "isolated")


def unit(number: int) -> str:
    """A unit as a mark."""
    return mark("unit", number)


def place(cell: int) -> str:
    """A hex as a mark."""
    return mark("hex", cell)


def river(side: int) -> str:
    """A river hexside as a mark."""
    return mark("river", side)


# ---- days and cards ----------------------------------------------------------------------------------------


class DayBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0a"
    shows: ClassVar[str] = "impulse"
    day: int

    def sentence(self) -> str:
        return say("December {day}.", day=self.day)


class ImpulseBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0l"
    shows: ClassVar[str] = "impulse"
    side: Side
    number: int

    def sentence(self) -> str:
        return say("{side} impulse {number}.", side=self.side, number=self.number)


class CardPlayed(Event, frozen=True):
    """5.1 A card is played, and for what."""

    cites: ClassVar[str] = "EA-5.7a"
    shows: ClassVar[str] = "impulse"
    reveals: ClassVar[bool] = True
    side: Side
    card: int
    use: str

    def sentence(self) -> str:
        return say("{side} plays {card}: {use}.", side=self.side, card=mark("card", self.card), use=self.use)


class CardDiscarded(Event, frozen=True):
    """A card is discarded without effect, or because it must."""

    reveals: ClassVar[bool] = True
    side: Side
    card: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{side} discards {card}.", side=self.side, card=mark("card", self.card))


class CardShown(Event, frozen=True):
    """EA-ET.6 Fuel Priority is shown and stays in the hand."""

    cites: ClassVar[str] = "EA-ET.6"
    reveals: ClassVar[bool] = True
    card: int

    def sentence(self) -> str:
        return say("German shows {card}.", card=mark("card", self.card))


class Passed(Event, frozen=True):
    """5.1"""

    cites: ClassVar[str] = "EA-5.1g"
    side: Side

    def sentence(self) -> str:
        return say("{side} passes.", side=self.side)


class Prepared(Event, frozen=True):
    """4.0 II The draw pile of the day."""

    cites: ClassVar[str] = "EA-5.0a"
    side: Side
    cards: int

    def sentence(self) -> str:
        return say("{side} draw pile: {cards} cards.", side=self.side, cards=self.cards)


class Interdicted(Event, frozen=True):
    """5.1 Air interdiction."""

    cites: ClassVar[str] = "EA-5.1c"

    def sentence(self) -> str:
        return "Allied air interdiction: the first German impulse of the day is skipped."


class EventTook(Event, frozen=True):
    """5.2 What an event brought about, in words."""

    under: str
    text: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return self.text


# ---- activation and movement -------------------------------------------------------------------------------


class Activated(Event, frozen=True):
    """6.0"""

    cites: ClassVar[str] = "EA-6.0"
    shows: ClassVar[str] = "impulse"
    side: Side
    what: str
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{side} activates {what}: {units}.", side=self.side, what=self.what, units=marks("unit", self.units))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class Moved(Event, frozen=True):
    """7.0"""

    cites: ClassVar[str] = "EA-7.0a"
    shows: ClassVar[str] = "move"
    unit: int
    path: tuple[int, ...]

    def sentence(self) -> str:
        return say("{unit} moves to {hex}.", unit=unit(self.unit), hex=place(self.path[-1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}


class Exited(Event, frozen=True):
    """7.82"""

    cites: ClassVar[str] = "EA-7.82"
    shows: ClassVar[str] = "score"
    unit: int
    cell: int
    points: int

    def sentence(self) -> str:
        facts = {"unit": unit(self.unit), "hex": place(self.cell), "points": self.points}
        return say("{unit} leaves the map from {hex}: {points} VP.", **facts)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class Placed(Event, frozen=True):
    """11.1 A reserve unit, or von der Heydte, is put on the map."""

    shows: ClassVar[str] = "arrival"
    unit: int
    cell: int
    under: str = "EA-11.1a"

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} arrives in {hex}.", unit=unit(self.unit), hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class InReserve(Event, frozen=True):
    """4.0b"""

    cites: ClassVar[str] = "EA-4.0b"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("Into reserve: {units}.", units=marks("unit", self.units))


class Rallied(Event, frozen=True):
    """9.9c"""

    cites: ClassVar[str] = "EA-9.9c"
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("No longer dispersed: {units}.", units=marks("unit", self.units))


# ---- losses ------------------------------------------------------------------------------------------------


class StepLost(Event, frozen=True):
    """9.6"""

    shows: ClassVar[str] = "loss"
    unit: int
    left: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} loses a step; {left} left.", unit=unit(self.unit), left=self.left)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class Eliminated(Event, frozen=True):
    """9.6"""

    shows: ClassVar[str] = "loss"
    unit: int
    cell: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{unit} is eliminated.", unit=unit(self.unit))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "place": self.cell}


class Rebuilt(Event, frozen=True):
    """13.1"""

    cites: ClassVar[str] = "EA-13.1a"
    unit: int
    left: int

    def sentence(self) -> str:
        return say("{unit} regains a step: {left}.", unit=unit(self.unit), left=self.left)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


# ---- the map -----------------------------------------------------------------------------------------------


class HexTaken(Event, frozen=True):
    """12.1, 14.1"""

    shows: ClassVar[str] = "score"
    side: Side
    cell: int
    points: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        if self.points:
            return say("{hex} is {side} ({points:+} VP).", hex=place(self.cell), side=self.side, points=self.points)
        return say("{hex} is {side}.", hex=place(self.cell), side=self.side)

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class BridgeTaken(Event, frozen=True):
    """12.2"""

    cites: ClassVar[str] = "EA-12.2c"
    side: Side
    bridge: int

    def sentence(self) -> str:
        return say("The bridge {bridge} is {side}.", bridge=river(self.bridge), side=self.side)


class BridgeBlown(Event, frozen=True):
    """12.21"""

    cites: ClassVar[str] = "EA-12.21b"
    shows: ClassVar[str] = "bridge"
    bridge: int

    def sentence(self) -> str:
        return say("The bridge {bridge} is blown.", bridge=river(self.bridge))


class BridgeSaved(Event, frozen=True):
    """7.33"""

    cites: ClassVar[str] = "EA-7.33c"
    shows: ClassVar[str] = "bridge"
    bridge: int

    def sentence(self) -> str:
        return say("Operation Greif saves the bridge {bridge}.", bridge=river(self.bridge))


class BridgeBuilt(Event, frozen=True):
    """12.21, 12.22"""

    shows: ClassVar[str] = "bridge"
    side: Side
    bridge: int
    new: bool

    @property
    def rule(self) -> str:
        return "EA-12.22" if self.new else "EA-12.21a"

    def sentence(self) -> str:
        english = "{side} engineers build a bridge {bridge}." if self.new else "{side} engineers repair {bridge}."
        return say(english, side=self.side, bridge=river(self.bridge))


class Roadblock(Event, frozen=True):
    """7.9 A roadblock is laid, or removed."""

    cites: ClassVar[str] = "EA-7.9a"
    cell: int
    laid: bool

    def sentence(self) -> str:
        return say("A roadblock in {hex}." if self.laid else "The roadblock in {hex} is gone.", hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class Improved(Event, frozen=True):
    """12.3"""

    cites: ClassVar[str] = "EA-12.31a"
    cell: int

    def sentence(self) -> str:
        return say("An improved position in {hex}.", hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


# ---- supply ------------------------------------------------------------------------------------------------


class SupplyChanged(Event, frozen=True):
    """10.2"""

    cites: ClassVar[str] = "EA-4.0k"
    unit: int
    level: int

    def sentence(self) -> str:
        return say("{unit} is {state}.", unit=unit(self.unit), state=SUPPLY_NAMES[self.level])

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit]}


class SurrenderRoll(Event, frozen=True):
    """10.24"""

    cites: ClassVar[str] = "EA-10.24a"
    reveals: ClassVar[bool] = True
    unit: int
    die: int
    lost: bool

    def sentence(self) -> str:
        english = (
            "Surrender of {unit}: {die}, a step is lost." if self.lost else "Surrender of {unit}: {die}, it holds."
        )
        return say(english, unit=unit(self.unit), die=self.die)

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [self.unit], "dice": [self.die]}


class FuelChecked(Event, frozen=True):
    """10.4a The German hand is looked through; whatever comes of it, all know a little more."""

    cites: ClassVar[str] = "EA-10.4a"
    reveals: ClassVar[bool] = True

    def sentence(self) -> str:
        return "The German hand is checked for formations without fuel."


class OutOfFuel(Event, frozen=True):
    """10.4"""

    cites: ClassVar[str] = "EA-10.4b"
    formation: int
    units: tuple[int, ...]

    def sentence(self) -> str:
        return say("{formation} is out of fuel.", formation=mark("formation", self.formation))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [*self.units]}


class FuelFound(Event, frozen=True):
    """10.42b A depot is opened."""

    cites: ClassVar[str] = "EA-10.42b"
    reveals: ClassVar[bool] = True
    cell: int
    fuel: bool

    def sentence(self) -> str:
        english = "The depot in {hex} holds fuel." if self.fuel else "The depot in {hex} was a rumor."
        return say(english, hex=place(self.cell))

    def drawn(self) -> dict[str, Any]:
        return {"place": self.cell}


class FuelSpent(Event, frozen=True):
    """10.4e"""

    cites: ClassVar[str] = "EA-10.4e"
    formation: int
    left: int

    def sentence(self) -> str:
        facts = {"formation": mark("formation", self.formation), "left": self.left}
        return say("Captured fuel goes to {formation}; {left} left.", **facts)


# ---- score -------------------------------------------------------------------------------------------------


class Scored(Event, frozen=True):
    """14.1"""

    shows: ClassVar[str] = "score"
    text: str
    points: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{text}: {points:+} VP.", text=self.text, points=self.points)


class Decided(Event, frozen=True):
    """14.2"""

    cites: ClassVar[str] = "EA-14.2"
    shows: ClassVar[str] = "ending"
    level: str
    points: int

    def sentence(self) -> str:
        return say("{level} with {points} VP.", level=self.level, points=self.points)


# ---- combat ------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True):
    """9.0 Step 1."""

    cites: ClassVar[str] = "EA-9.0b"
    shows: ClassVar[str] = "battle"
    side: Side
    hex: int
    units: tuple[int, ...]
    defenders: tuple[int, ...]

    def sentence(self) -> str:
        return say("{units} attack {hex}.", units=marks("unit", self.units), hex=place(self.hex))

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
        text = say("Chit {number}: {counts}", number=self.number, counts=self.counts or "does not count")
        return text + (" (blue: earlier chits go back to the cup)." if self.blue else ".")

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
