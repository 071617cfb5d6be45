"""What can happen in a game, as facts. Sentences are made from these in `prose`."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Event, Side


class PlayerTurnBegan(Event, frozen=True):
    """4 A player turn begins."""

    cites: ClassVar[str] = "BW-4a"
    turn: int
    side: Side
    ground: str
    german_air: int
    allied_air: int


class SupplyChecked(Event, frozen=True):
    """12.1 Units that are out of supply now, of both sides."""

    cites: ClassVar[str] = "BW-12.1"
    units: tuple[int, ...]


class ShortageRolled(Event, frozen=True):
    """12.6 The roll for supply shortage, and the second roll where it comes to that (0 where not)."""

    cites: ClassVar[str] = "BW-12.6a"
    die: int
    second: int
    text: str
    units: tuple[int, ...]


class AirDropped(Event, frozen=True):
    """12.5 An air drop."""

    cites: ClassVar[str] = "BW-12.5a"
    hex: int
    units: tuple[int, ...]


class Interdicted(Event, frozen=True):
    """11.3 An aircraft interdicts a hex."""

    cites: ClassVar[str] = "BW-11.3a"
    hex: int


class Reserved(Event, frozen=True):
    """14.1 A unit is placed in reserve."""

    cites: ClassVar[str] = "BW-14.1a"
    unit: int


class ReserveLost(Event, frozen=True):
    """14.3 The enemy is next to a reserve unit."""

    cites: ClassVar[str] = "BW-14.3b"
    units: tuple[int, ...]


class Moved(Event, frozen=True):
    """5 A unit moved along a path; `cost` as shown to players."""

    cites: ClassVar[str] = "BW-5.1a"
    unit: int
    path: tuple[int, ...]
    cost: str


class Entered(Event, frozen=True):
    """16 A unit came onto the map; the path begins with its entry hex."""

    cites: ClassVar[str] = "BW-16.1a"
    unit: int
    path: tuple[int, ...]
    cost: str


class LeftMap(Event, frozen=True):
    """5.5 A unit left the map over an edge."""

    cites: ClassVar[str] = "BW-5.5a"
    unit: int
    edge: int
    hex: int


class PositionBuilt(Event, frozen=True):
    """8.1 An improved position is built."""

    cites: ClassVar[str] = "BW-8.1c"
    unit: int
    hex: int


class PositionLost(Event, frozen=True):
    """8.1 An improved position is abandoned."""

    cites: ClassVar[str] = "BW-8.1g"
    hex: int


class FortBuilt(Event, frozen=True):
    """8.2 A town is fortified."""

    cites: ClassVar[str] = "BW-8.2d"
    unit: int
    hex: int


class FortLost(Event, frozen=True):
    """8.2 The Germans enter a fortified town."""

    cites: ClassVar[str] = "BW-8.2f"
    hex: int


class BridgeBegun(Event, frozen=True):
    """13.3 A unit begins to rebuild a bridge."""

    cites: ClassVar[str] = "BW-13.3b"
    unit: int
    bridge: int


class BridgeRebuilt(Event, frozen=True):
    """13.3 A bridge is rebuilt; `total` counts those of the Germans."""

    cites: ClassVar[str] = "BW-13.3d"
    unit: int
    bridge: int
    total: int


class Crossed(Event, frozen=True):
    """13.3 A unit goes over with the builders."""

    cites: ClassVar[str] = "BW-13.3e"
    unit: int
    hex: int


class DemolitionRolled(Event, frozen=True):
    """13.1 An attempt to blow a bridge."""

    cites: ClassVar[str] = "BW-13.1a"
    side: Side
    bridge: int
    die: int
    needed: int

    @property
    def blown(self) -> bool:
        """Whether the bridge went up."""
        return self.die <= self.needed


class AttackDeclared(Event, frozen=True):
    """9.2 Who attacks whom, with what support on both sides."""

    cites: ClassVar[str] = "BW-9.2a"
    side: Side
    hex: int
    units: tuple[int, ...]
    guns: tuple[int, ...]
    air: bool
    defenders: tuple[int, ...]
    support: tuple[int, ...]
    cover: bool


class CombatRolled(Event, frozen=True):
    """9.2 The die, the column and the result."""

    cites: ClassVar[str] = "BW-9.2h"
    hex: int
    attack: int
    defense: int
    column: str
    modifier: int
    die: int
    result: str


class Reduced(Event, frozen=True):
    """9.6 A unit is flipped to its reduced side."""

    cites: ClassVar[str] = "BW-9.6a"
    unit: int


class Eliminated(Event, frozen=True):
    """A unit is removed for good."""

    unit: int
    place: int
    why: str

    @property
    def rule(self) -> str:
        return self.why


class Retreated(Event, frozen=True):
    """9.7 A unit retreats."""

    cites: ClassVar[str] = "BW-9.7k"
    unit: int
    path: tuple[int, ...]


class Advanced(Event, frozen=True):
    """9.8 A unit advances after combat."""

    cites: ClassVar[str] = "BW-9.8a"
    unit: int
    path: tuple[int, ...]


class DutyLaid(Event, frozen=True):
    """9.5 A CA or ENG result leaves something to do."""

    kind: str
    side: Side
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5g" if self.kind == "CA" else "BW-9.5t"


class DutyLifted(Event, frozen=True):
    """9.5 A CA or ENG result binds nobody any more."""

    kind: str
    hex: int

    @property
    def rule(self) -> str:
        return "BW-9.5p" if self.kind == "CA" else "BW-9.5v"


class TurnEnded(Event, frozen=True):
    """4 C The turn marker moves on."""

    cites: ClassVar[str] = "BW-4k"
    turn: int


class PointsCounted(Event, frozen=True):
    """Tournament games: German victory points, each with what it is for."""

    cites: ClassVar[str] = "BW-2.9"
    points: tuple[str, ...]
    needed: int


class LevelShifted(Event, frozen=True):
    """17.6 Losses shift the level of victory; up favours the Germans."""

    cites: ClassVar[str] = "BW-17.6d"
    allied_lost: int
    german_lost: int
    shift: int


class GameOver(Event, frozen=True):
    """17 The game is over."""

    cites: ClassVar[str] = "BW-17a"
    level: str
