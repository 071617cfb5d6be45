"""What happens only by optional rules: each fact with its rule and the sentence it is told in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.parts.events import Drawn
from ardennes.titles.bitter_woods.events import Event


class NerveRolled(Event, frozen=True):
    """19, 31 The roll before the roll; `needed` is the least die that unnerves the defender."""

    hex: int
    die: int
    needed: int
    surprise: bool

    @property
    def rule(self) -> str:
        return "BW-31a" if self.surprise else "BW-19a"

    def words(self) -> str:
        what = "Variable surprise at {hex}" if self.surprise else "SS panzer scare at {hex}"
        gained = "one shift to the right" if self.die >= self.needed else "no shift"
        return what + ": {die}, " + gained + "."

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class SurrenderRolled(Event, frozen=True):
    """26 Units cut off may give up; a six costs each a step."""

    cites: ClassVar[str] = "BW-26a"
    hex: int
    units: tuple[int, ...]
    die: int

    def words(self) -> str:
        ends = "they give up a step each" if self.die == 6 else "they hold out"
        return "{units} are cut off at {hex}: {die}, " + ends + "."

    def drawn(self) -> Drawn:
        return {"place": self.hex}


class GarrisonChecked(Event, frozen=True):
    """35 Hexes the 7th Army should hold and does not."""

    cites: ClassVar[str] = "BW-35a"
    says: ClassVar[str] = "The 7th Army is slowed down this turn: its flank is open at {missing}."
    names: ClassVar[Mapping[str, str]] = {"missing": "hex"}
    missing: tuple[int, ...]


class InterdictionChallenged(Event, frozen=True):
    """22.2 A unit drives on into an interdicted forest road."""

    cites: ClassVar[str] = "BW-22.2a"
    unit: int
    hex: int
    die: int

    def words(self) -> str:
        ends = {1: "it loses a step and stops", 2: "it loses a step and stops", 3: "it stops", 4: "it stops"}
        return "{unit} challenges the aircraft over {hex}: {die}, " + ends.get(self.die, "it gets through") + "."

    def drawn(self) -> Drawn:
        return {"place": self.hex}
