"""Facts of combat: attacks and their support, losses, retreats, advances, bridges blown in battle."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.parts.rules.events import Drawn
from ardennes.titles.deadly_woods.box.results import meaning
from ardennes.titles.deadly_woods.events.fact import Event, Travelled


class Attacked(Event, frozen=True):
    """11.3.1"""

    cites: ClassVar[str] = "DW-11.3.1"
    shows: ClassVar[str] = "battle"
    says: ClassVar[str] = "{units} attack {hex}."
    draws: ClassVar[tuple[str, ...]] = ("units", "hex")
    side: Side
    hex: int
    units: tuple[int, ...]


class Supported(Event, frozen=True):
    """12.2, 12.3, 12.4.2"""

    cites: ClassVar[str] = "DW-11.3.1"
    shows: ClassVar[str] = "fire"
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    side: Side
    asset: int
    hex: int
    doubled: bool

    def words(self) -> str:
        return "{asset} fires at double strength." if self.doubled else "{asset} supports the {side} side."


class Fought(Event, frozen=True):
    """11.3.3 The result of a combat; without a column nobody rolled."""

    cites: ClassVar[str] = "DW-11.3.3a"
    shows: ClassVar[str] = "battle"
    reveals: ClassVar[bool] = True
    draws: ClassVar[tuple[str, ...]] = ("hex",)
    hex: int
    column: str
    die: int
    modifier: int
    result: str
    attacker_steps: int
    defender_steps: int
    retreat: int

    def words(self) -> str:
        if not self.column:
            return "{hex}: too weak for a roll, {result}: {means}."
        if self.modifier:
            return "{hex} at {column}, die {die} +{more}: {result}, {means}."
        return "{hex} at {column}, die {die}: {result}, {means}."

    def facts(self) -> dict[str, object]:
        means = meaning(self.attacker_steps, self.defender_steps, self.retreat)
        return super().facts() | {"means": means, "more": self.modifier}

    def drawn(self) -> Drawn:
        return super().drawn() | {"dice": [self.die] if self.column else []}


class Exchanged(Event, frozen=True):
    """11.3.3c"""

    cites: ClassVar[str] = "DW-11.3.3c"
    says: ClassVar[str] = "{hex}: the retreat is exchanged for BL1."
    hex: int


# ---- losses ------------------------------------------------------------------------------------------------


class StepLost(Event, frozen=True):
    """2.3.1.1"""

    shows: ClassVar[str] = "loss"
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    because: ClassVar[str] = "why"
    unit: int
    left: int
    why: str

    def words(self) -> str:
        return "{unit} loses a step, {left} left." if self.left > 1 else "{unit} loses a step, one left."


class Eliminated(Event, frozen=True):
    """2.2.2c"""

    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated in {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    because: ClassVar[str] = "why"
    unit: int
    hex: int
    why: str


# ---- 11.4, 11.5 retreat and advance ------------------------------------------------------------------------


class Stood(Event, frozen=True):
    """11.4.1"""

    cites: ClassVar[str] = "DW-11.4.1a"
    says: ClassVar[str] = "{unit} stands at {hex}: nobody retreats."
    draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
    unit: int
    hex: int


class Retreated(Travelled, frozen=True):
    """11.4"""

    cites: ClassVar[str] = "DW-11.4b"
    says: ClassVar[str] = "{unit} retreats to {hex}."


class HeldInPlace(Event, frozen=True):
    """11.4i"""

    cites: ClassVar[str] = "DW-11.4i"
    says: ClassVar[str] = "{unit} in {hex} has no way back."
    unit: int
    hex: int


class Advanced(Travelled, frozen=True):
    """11.5"""

    cites: ClassVar[str] = "DW-11.5a"
    says: ClassVar[str] = "{unit} advances to {hex}."


# ---- 10.6.1 bridges blown in battle ------------------------------------------------------------------------


class BlowRolled(Event, frozen=True):
    """10.6.1d"""

    cites: ClassVar[str] = "DW-10.6.1d"
    shows: ClassVar[str] = "bridge"
    reveals: ClassVar[bool] = True
    bridge: int
    die: int
    gone: bool

    def words(self) -> str:
        return "Charges at {bridge}, die {die}." if self.gone else "The charges at {bridge} fail, die {die}."

    def drawn(self) -> Drawn:
        return {"dice": [self.die]}


class BridgeSpared(Event, frozen=True):
    """10.6.1f"""

    cites: ClassVar[str] = "DW-10.6.1f"
    says: ClassVar[str] = "The bridge at {bridge} is left standing."
    bridge: int
