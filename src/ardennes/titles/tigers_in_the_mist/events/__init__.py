"""What can happen in a game: each fact with its rule, the sentence it is told in, and its picture.

All of it happens in the open: every event is for everybody.
"""

from ardennes.titles.tigers_in_the_mist.events.combat import (
    ArtilleryCalled,
    BattleEnded,
    BattleJoined,
    CombinedArms,
    Eliminated,
    Fired,
    ShellFell,
    StoodBy,
    Wasted,
)
from ardennes.titles.tigers_in_the_mist.events.fact import (
    Event,
)
from ardennes.titles.tigers_in_the_mist.events.movement import (
    BridgeRolled,
    ConstructionRolled,
    DemolitionRolled,
    Entrenched,
    Halted,
    Moved,
    Shifted,
)
from ardennes.titles.tigers_in_the_mist.events.turns import (
    Arrived,
    Attrition,
    ControlChanged,
    GameOver,
    ImpulseBegan,
    PointsScored,
    Released,
    SpecialForces,
    SpecialForcesLeft,
    ThreeDaysScored,
    ZonesScored,
)

__all__ = (
    "Arrived",
    "ArtilleryCalled",
    "Attrition",
    "BattleEnded",
    "BattleJoined",
    "BridgeRolled",
    "CombinedArms",
    "ConstructionRolled",
    "ControlChanged",
    "DemolitionRolled",
    "Eliminated",
    "Entrenched",
    "Event",
    "Fired",
    "GameOver",
    "Halted",
    "ImpulseBegan",
    "Moved",
    "PointsScored",
    "Released",
    "ShellFell",
    "Shifted",
    "SpecialForces",
    "SpecialForcesLeft",
    "StoodBy",
    "ThreeDaysScored",
    "Wasted",
    "ZonesScored",
)
