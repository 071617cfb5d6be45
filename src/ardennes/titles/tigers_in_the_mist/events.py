"""What can happen in a game, as facts. Sentences are made from these in `prose`."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Event, Side


class ImpulseBegan(Event):
    """6.0 A side begins its half of an impulse."""

    cites: ClassVar[str] = "TM-6.0a"
    day: int
    impulse: int
    side: Side


class Arrived(Event):
    """11.11 A reinforcement is in its entry zone."""

    cites: ClassVar[str] = "TM-11.11"
    unit: int
    zone: int


class Released(Event):
    """11.3 A reserve formation is freed."""

    cites: ClassVar[str] = "TM-11.3a"
    formation: str
    area: int


class Moved(Event):
    """8.2 Units went along a road path."""

    cites: ClassVar[str] = "TM-8.2"
    units: tuple[int, ...]
    path: tuple[int, ...]
    cost: int
    waded: bool


class Shifted(Event):
    """11.14 Reinforcements go round to another zone."""

    cites: ClassVar[str] = "TM-11.14a"
    units: tuple[int, ...]
    zone: int


class Entrenched(Event):
    """8.5 A unit dug in."""

    cites: ClassVar[str] = "TM-8.51a"
    unit: int


class SpecialForces(Event):
    """14.1 The German places his Special Forces."""

    cites: ClassVar[str] = "TM-14.12a"
    area: int
    effect: int


class SpecialForcesLeft(Event):
    """14.3 The Special Forces counter is removed."""

    cites: ClassVar[str] = "TM-14.3"
    area: int


class DemolitionRolled(Event):
    """10.29 An attempt to blow a bridge."""

    cites: ClassVar[str] = "TM-10.29a"
    unit: int
    bridge: int
    die: int
    needed: int
    blown: bool


class Halted(Event):
    """8.42 A stack found its bridge blown."""

    cites: ClassVar[str] = "TM-8.42a"
    units: tuple[int, ...]
    area: int


class BattleJoined(Event):
    """9.0 A battle begins, with its standing circumstances."""

    cites: ClassVar[str] = "TM-8.23"
    area: int
    attacker: Side
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    river: bool
    confusion: bool


class StoodBy(Event):
    """9.14 Units stay out of a battle that friends brought to their area."""

    cites: ClassVar[str] = "TM-9.14b"
    units: tuple[int, ...]


class ArtilleryCalled(Event):
    """9.43 - 9.45 All calls of one side in a battle."""

    cites: ClassVar[str] = "TM-9.31"
    side: Side
    dice: tuple[int, ...]
    needed: int
    available: int


class CombinedArms(Event):
    """9.6 Whether the attack is combined arms."""

    cites: ClassVar[str] = "TM-9.6b"
    complete: bool


class ShellFell(Event):
    """9.48 One artillery shot."""

    cites: ClassVar[str] = "TM-9.48"
    side: Side
    target: int
    die: int
    needed: int
    hit: bool


class Fired(Event):
    """9.21 One unit's fire."""

    cites: ClassVar[str] = "TM-9.21a"
    unit: int
    target: int
    dice: tuple[int, ...]
    needed: int
    hits: int


class Wasted(Event):
    """9.59 Fire at a unit that is already destroyed. `unit` is -1 for artillery (9.47)."""

    cites: ClassVar[str] = "TM-9.59"
    unit: int
    target: int


class BattleEnded(Event):
    """9.38 A battle is over for the impulse."""

    cites: ClassVar[str] = "TM-9.38"
    area: int
    attacker_strength: int
    defender_strength: int


class Eliminated(Event):
    """A unit is destroyed or removed; the rule says how."""

    unit: int
    place: int
    under: str

    @property
    def rule(self) -> str:
        return self.under


class ConstructionRolled(Event):
    """10.15 An attempt to build a bridge."""

    cites: ClassVar[str] = "TM-10.15a"
    unit: int
    bridge: int
    die: int
    needed: int
    built: bool


class ControlChanged(Event):
    """12.22 Areas changed hands at the end of an impulse."""

    cites: ClassVar[str] = "TM-12.22a"
    side: Side
    areas: tuple[int, ...]


class Attrition(Event):
    """13.21 Units out of supply lose a strength point each."""

    cites: ClassVar[str] = "TM-13.21a"
    units: tuple[int, ...]


class PointsScored(Event):
    """12.1 Victory points at the end of a turn or of the game."""

    cites: ClassVar[str] = "TM-12.11"
    day: int
    areas: tuple[tuple[int, int], ...]
    total: int


class ZonesScored(Event):
    """12.23 Victory points for German strength in perimeter zones."""

    cites: ClassVar[str] = "TM-12.23a"
    zones: tuple[tuple[int, int], ...]
    total: int


class ThreeDaysScored(Event):
    """The First Three Days: points for towns and for holes in the line."""

    cites: ClassVar[str] = "TM-SC3f"
    towns: tuple[tuple[int, int], ...]
    holes: int
    total: int


class GameOver(Event):
    """The scenario is over."""

    cites: ClassVar[str] = "TM-SC4c"
    level: str
    score: int
