"""14.0 German Special Forces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.fields import Field
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.shapes import Number
from ardennes.kernel.words import phrase
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.tigers_in_the_mist.events import SpecialForces, SpecialForcesLeft
from ardennes.titles.tigers_in_the_mist.state import Special, State

#: 14.22 - 14.24 The three effects.
RESTRICT_MOBILITY, BRIDGE_INTERFERENCE, BATTLEFIELD_CONFUSION = 1, 2, 3
#: The Confusion battle has been fought; the counter stays until it is removed (14.24, 14.3).
SPENT = 4

EFFECTS = {
    RESTRICT_MOBILITY: phrase("restrict Allied mobility"),
    BRIDGE_INTERFERENCE: phrase("interfere with bridge demolition"),
    BATTLEFIELD_CONFUSION: phrase("battlefield confusion"),
}
ALL_EFFECTS = board_of(EFFECTS)
#: What the field of a step holds that names one.
Effect = Annotated[int, Field(Number(1, len(EFFECTS)), lambda g, effect: EFFECTS[effect])]
DAYS = (17, 18, 19)


#: 14.11, 14.2 What keeps the side that moves from an effect.
USES = Rungs(
    lambda g, side, effect: {"effect": EFFECTS[effect]},
    Rung(
        "TM-14.11",
        "only the German player has Special Forces",
        lambda g, side, left: 0 if side is Side.GERMAN else left,
    ),
    Rung(
        "TM-SC1f",
        "this scenario has no Special Forces",
        lambda g, side, left: 0 if g.box.scenario.special_forces else left,
    ),
    Rung(
        "TM-14.11",
        "Special Forces come on December 17, 18 and 19 only",
        lambda g, side, left: 0 if g.day in DAYS else left,
    ),
    Rung(
        "TM-14.11",
        "Special Forces were already used today",
        lambda g, side, left: left if g.special.day == g.day else 0,
    ),
    Rung(
        "TM-SC2f",
        "the Special Forces of this scenario are used up",
        lambda g, side, left: left if g.special.used.bit_count() >= g.box.scenario.special_forces else 0,
    ),
    Rung("TM-14.21", "the effect '{effect}' was used before", lambda g, side, left: left & g.special.used),
    Rung(
        "TM-14.22b",
        "mobility cannot be restricted in the third impulse of a day",
        lambda g, side, left: left & 1 << RESTRICT_MOBILITY if g.impulse == 3 else 0,
    ),
)


def effects(g: State, side: Side) -> Sequence[int]:
    """14.11, 14.21, 14.22 The effects that may be chosen now."""
    return cells(USES.free(g, side, ALL_EFFECTS))


#: 14.12 The answer with which a side that moves chooses an effect, whatever else it is asked.
effect_picked = pick(
    lambda step, g: ALL_EFFECTS,
    ("TM-14.21", "the effects are numbered 1 to 3"),
    by=USES,
    about=lambda step, g: step.side,
    stays=True,
)


#: 14.12 Where the counter may not be placed.
SITES = Rungs(
    lambda g, step, area: {"area": g.box.map.names[area]},
    Rung(
        "TM-14.12b2",
        "Special Forces cannot be placed in a perimeter zone",
        lambda g, step, left: left & ~g.box.map.all_areas,
    ),
    Rung("TM-14.12b2", "{area} is a victory point area", lambda g, step, left: left & board_of(g.box.map.vp)),
    Rung("TM-14.12b2", "{area} lies outside the scenario's map", lambda g, step, left: left & ~g.box.inside),
)


def target_areas(g: State) -> int:
    """14.12 The areas where the counter may be placed: anywhere on the map but VP areas and zones."""
    return SITES.free(g, None, g.box.map.board)


class PlaceSpecialForces(Question[State], frozen=True):
    """14.12 The German names the area."""

    rule: ClassVar[str] = "TM-14.12b2"
    phase: ClassVar[str] = "Special Forces"
    asks: ClassVar[str] = "Special Forces, {effect}: choose an area"
    otherwise: ClassVar[tuple[str, str]] = ("TM-14.12b2", "an area must be named for the Special Forces")
    effect: Effect

    @pick(lambda step, g: g.box.map.board, by=SITES)
    def area(self, g: State, area: int) -> None:
        """14.12 The counter is placed there."""
        g.special = Special(area, self.effect, g.special.used | 1 << self.effect, g.day)
        g.tell(SpecialForces, area, self.effect)


def remove(g: State) -> None:
    """14.3 The counter leaves at the end of the Allied half of its impulse."""
    if g.special.area:
        g.tell(SpecialForcesLeft, g.special.area)
        g.special = g.special._replace(area=0, effect=0)
