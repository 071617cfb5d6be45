"""What can happen in a game, as facts. Sentences are made from these in `prose`."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Event, Side


class ImpulseBegan(Event, frozen=True):
    """6.0 A side begins its half of an impulse."""

    cites: ClassVar[str] = "TM-6.0a"
    day: int
    impulse: int
    side: Side


class Arrived(Event, frozen=True):
    """11.11 A reinforcement is in its entry zone."""

    cites: ClassVar[str] = "TM-11.11"
    unit: int
    zone: int


class Released(Event, frozen=True):
    """11.3 A reserve formation is freed."""

    cites: ClassVar[str] = "TM-11.3a"
    formation: str
    area: int


class Moved(Event, frozen=True):
    """8.2 Units went along a road path."""

    cites: ClassVar[str] = "TM-8.2"
    units: tuple[int, ...]
    path: tuple[int, ...]
    cost: int
    waded: bool


class Shifted(Event, frozen=True):
    """11.14 Reinforcements go round to another zone."""

    cites: ClassVar[str] = "TM-11.14a"
    units: tuple[int, ...]
    zone: int


class Entrenched(Event, frozen=True):
    """8.5 A unit dug in."""

    cites: ClassVar[str] = "TM-8.51a"
    unit: int


class SpecialForces(Event, frozen=True):
    """14.1 The German places his Special Forces."""

    cites: ClassVar[str] = "TM-14.12a"
    area: int
    effect: int


class SpecialForcesLeft(Event, frozen=True):
    """14.3 The Special Forces counter is removed."""

    cites: ClassVar[str] = "TM-14.3"
    area: int


class DemolitionRolled(Event, frozen=True):
    """10.29 An attempt to blow a bridge."""

    cites: ClassVar[str] = "TM-10.29a"
    unit: int
    bridge: int
    die: int
    needed: int
    blown: bool


class Halted(Event, frozen=True):
    """8.42 A stack found its bridge blown."""

    cites: ClassVar[str] = "TM-8.42a"
    units: tuple[int, ...]
    area: int


class BattleJoined(Event, frozen=True):
    """9.0 A battle begins, with its standing circumstances."""

    cites: ClassVar[str] = "TM-8.23"
    area: int
    attacker: Side
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    river: bool
    confusion: bool


class StoodBy(Event, frozen=True):
    """9.14 Units stay out of a battle that friends brought to their area."""

    cites: ClassVar[str] = "TM-9.14b"
    units: tuple[int, ...]


class ArtilleryCalled(Event, frozen=True):
    """9.43 - 9.45 All calls of one side in a battle."""

    cites: ClassVar[str] = "TM-9.31"
    side: Side
    dice: tuple[int, ...]
    needed: int
    available: int


class CombinedArms(Event, frozen=True):
    """9.6 Whether the attack is combined arms."""

    cites: ClassVar[str] = "TM-9.6b"
    complete: bool


class ShellFell(Event, frozen=True):
    """9.48 One artillery shot."""

    cites: ClassVar[str] = "TM-9.48"
    side: Side
    target: int
    die: int
    needed: int
    hit: bool


class Fired(Event, frozen=True):
    """9.21 One unit's fire."""

    cites: ClassVar[str] = "TM-9.21a"
    unit: int
    target: int
    dice: tuple[int, ...]
    needed: int
    hits: int


class Wasted(Event, frozen=True):
    """9.59 Fire at a unit that is already destroyed. `unit` is -1 for artillery (9.47)."""

    cites: ClassVar[str] = "TM-9.59"
    unit: int
    target: int


class BattleEnded(Event, frozen=True):
    """9.38 A battle is over for the impulse."""

    cites: ClassVar[str] = "TM-9.38"
    area: int
    attacker_strength: int
    defender_strength: int


class Eliminated(Event, frozen=True):
    """A unit is destroyed or removed; the rule says how."""

    unit: int
    place: int
    under: str

    @property
    def rule(self) -> str:
        return self.under


class ConstructionRolled(Event, frozen=True):
    """10.15 An attempt to build a bridge."""

    cites: ClassVar[str] = "TM-10.15a"
    unit: int
    bridge: int
    die: int
    needed: int
    built: bool


class ControlChanged(Event, frozen=True):
    """12.22 Areas changed hands at the end of an impulse."""

    cites: ClassVar[str] = "TM-12.22a"
    side: Side
    areas: tuple[int, ...]


class Attrition(Event, frozen=True):
    """13.21 Units out of supply lose a strength point each."""

    cites: ClassVar[str] = "TM-13.21a"
    units: tuple[int, ...]


class PointsScored(Event, frozen=True):
    """12.1 Victory points at the end of a turn or of the game."""

    cites: ClassVar[str] = "TM-12.11"
    day: int
    areas: tuple[tuple[int, int], ...]
    total: int


class ZonesScored(Event, frozen=True):
    """12.23 Victory points for German strength in perimeter zones."""

    cites: ClassVar[str] = "TM-12.23a"
    zones: tuple[tuple[int, int], ...]
    total: int


class ThreeDaysScored(Event, frozen=True):
    """The First Three Days: points for towns and for holes in the line."""

    cites: ClassVar[str] = "TM-SC3f"
    towns: tuple[tuple[int, int], ...]
    holes: int
    total: int


class GameOver(Event, frozen=True):
    """The scenario is over."""

    cites: ClassVar[str] = "TM-SC4c"
    level: str
    score: int
