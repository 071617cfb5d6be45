"""14.0 German Special Forces."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Choices, Reason, Side
from ardennes.kernel.words import phrase, say
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
DAYS = (17, 18, 19)


def effects(g: State, side: Side) -> list[int]:
    """14.11, 14.21, 14.22 The effects that may be chosen now."""
    if g.day not in DAYS or g.special.day == g.day:
        return []
    return [effect for effect in EFFECTS if why_not_use(g, side, effect) is None]


def why_not_use(g: State, side: Side, effect: int) -> Reason | None:
    """Why Special Forces may not be used with this effect now."""
    if side is not Side.GERMAN:
        return Reason("TM-14.11", "only the German player has Special Forces")
    if not g.box.scenario.special_forces:
        return Reason("TM-SC1f", "this scenario has no Special Forces")
    if effect not in EFFECTS:
        return Reason("TM-14.21", "the effects are numbered 1 to 3")
    if g.day not in DAYS:
        return Reason("TM-14.11", "Special Forces come on December 17, 18 and 19 only")
    if g.special.day == g.day:
        return Reason("TM-14.11", "Special Forces were already used today")
    if g.special.used.bit_count() >= g.box.scenario.special_forces:
        return Reason("TM-SC2f", "the Special Forces of this scenario are used up")
    if g.special.used >> effect & 1:
        return Reason("TM-14.21", say("the effect '{effect}' was used before", effect=EFFECTS[effect]))
    if effect == RESTRICT_MOBILITY and g.impulse == 3:
        return Reason("TM-14.22b", "mobility cannot be restricted in the third impulse of a day")
    return None


def target_areas(g: State) -> int:
    """14.12 The areas where the counter may be placed: anywhere on the map but VP areas and zones."""
    places = g.box.map.all_areas & g.box.inside
    for area in g.box.map.vp:
        places &= ~(1 << area)
    return places


class PlaceSpecialForces(Choice[State], frozen=True):
    """14.12 The German names the area."""

    rule: ClassVar[str] = "TM-14.12b"
    phase: ClassVar[str] = "Special Forces"
    effect: int

    def prompt(self, g: State) -> str:
        return say("Special Forces, {effect}: choose an area", effect=EFFECTS[self.effect])

    def choices(self, g: State) -> Choices:
        return {"area": cells(target_areas(g))}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, area = action
        if verb != "area" or area is None:
            return Reason("TM-14.12b", "an area must be named for the Special Forces")
        if not 0 < area < g.box.map.places or g.box.map.is_zone(area):
            return Reason("TM-14.12b", "Special Forces cannot be placed in a perimeter zone")
        if area in g.box.map.vp:
            return Reason("TM-14.12b", say("{area} is a victory point area", area=g.box.map.names[area]))
        if not g.box.inside >> area & 1:
            return Reason("TM-14.12b", say("{area} lies outside the scenario's map", area=g.box.map.names[area]))
        return None

    def area(self, g: State, area: int) -> None:
        g.special = Special(area, self.effect, g.special.used | 1 << self.effect, g.day)
        g.tell(SpecialForces, area, self.effect)
        g.pop()


def remove(g: State) -> None:
    """14.3 The counter leaves at the end of the Allied half of its impulse."""
    if g.special.area:
        g.tell(SpecialForcesLeft, g.special.area)
        g.special = g.special._replace(area=0, effect=0)
