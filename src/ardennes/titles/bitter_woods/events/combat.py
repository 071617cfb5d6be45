"""Facts of combat: attacks, losses, retreats, advances and what they leave to do."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import listed, mark, phrase, say, several
from ardennes.parts.rules.events import Drawn, Words
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.results import meaning
from ardennes.titles.bitter_woods.box.tables import read_result
from ardennes.titles.bitter_woods.events.fact import Event, Travelled

_BECAUSE = {
    "BW-9.7o": phrase(", with no way to retreat"),
    "BW-9.5m": phrase(", left alone under a counterattack result"),
    "BW-37.1b": phrase(", which cannot be moved away"),
    "BW-22.2b": phrase(", with no room on the road"),
    "BW-24.3e": phrase(", alone and next to the enemy"),
}


class AttackDeclared(Event, frozen=True):
    """9.2 Who attacks whom, with what support on both sides."""

    cites: ClassVar[str] = "BW-9.2a"
    shows: ClassVar[str] = "battle"
    draws: ClassVar[tuple[str, ...]] = ("units", "guns", "defenders", "support", "hex", "side")
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


class CombatRolled(Event, frozen=True):
    """9.2 The die, the column and the result."""

    cites: ClassVar[str] = "BW-9.2h"
    shows: ClassVar[str] = "fire"
    says: ClassVar[str] = "{attack} against {defense} on the {column} column: {die}{modified}, {result}: {means}."
    hex: int
    attack: int
    defense: int
    column: str
    modifier: int
    die: int
    result: str

    def facts(self) -> dict[str, object]:
        modified = f" {self.modifier:+d}" if self.modifier else ""
        return super().facts() | {"modified": modified, "means": meaning(read_result(self.result))}

    def drawn(self) -> Drawn:
        return {"place": self.hex, "dice": [self.die]}


class Reduced(Event, frozen=True):
    """9.6 A unit is flipped to its reduced side."""

    cites: ClassVar[str] = "BW-9.6a"
    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is reduced."
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int


class Eliminated(Event, frozen=True):
    """A unit is removed for good."""

    shows: ClassVar[str] = "loss"
    says: ClassVar[str] = "{unit} is eliminated{where}{because}."
    because: ClassVar[str] = "why"
    unit: int
    place: int
    why: str

    def facts(self) -> dict[str, object]:
        where = say(" in {hex}", hex=mark("hex", self.place)) if self.place < OFF_MAP else ""
        return super().facts() | {"where": where, "because": _BECAUSE.get(self.why, "")}

    def drawn(self) -> Drawn:
        return {"pieces": [self.unit], "place": self.place}


class Stood(Event, frozen=True):
    """24.4 Units stand with a leader instead of retreating, at the price of so many steps."""

    cites: ClassVar[str] = "BW-24.4a"
    says: ClassVar[tuple[str, str]] = (
        "With {leader} {units} stands and pays with {price}.",
        "With {leader} {units} stand and pay with {price}.",
    )
    draws: ClassVar[tuple[str, ...]] = ("units",)
    leader: int
    units: tuple[int, ...]
    steps: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"price": several("a step", "{number} steps", self.steps)}


class Retreated(Travelled, frozen=True):
    """9.7 A unit retreats."""

    cites: ClassVar[str] = "BW-9.7k"

    def words(self) -> str:
        if len(self.path) == 1:
            return "{unit} retreats off the map from {start}."
        return "{unit} retreats from {start} to {end}."


class Advanced(Travelled, frozen=True):
    """9.8 A unit advances after combat."""

    cites: ClassVar[str] = "BW-9.8a"
    says: ClassVar[str] = "{unit} advances to {end}."


class DutyLaid(Event, frozen=True):
    """9.5 A CA or ENG result leaves something to do."""

    draws: ClassVar[tuple[str, ...]] = ("hex",)
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


class DutyLifted(Event, frozen=True):
    """9.5 A CA or ENG result binds nobody any more."""

    draws: ClassVar[tuple[str, ...]] = ("hex",)
    kind: str
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5p" if self.kind == "CA" else "BW-9.5v"

    def words(self) -> str:
        if self.kind == "CA":
            return "The counterattack at {hex} binds nobody any more."
        return "The engagement at {hex} binds nobody any more."
