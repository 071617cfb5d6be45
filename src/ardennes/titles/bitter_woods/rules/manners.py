"""What is different about the ways of stepping into hexes: which rules bind in each (`entering` applies them).

Enemy units and hexes given up under a CA result (9.5) bind in all of them.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.titles.bitter_woods.rules.points import exploiting
from ardennes.titles.bitter_woods.state import State

#: What closes hexes: 28.1 the Meuse to most British units, 5.4 army boundaries, 9.7 enemy zones of control.
BANK, ARMY, WATCHED = 1, 2, 4
#: 7.4c What closes a step: from zone to zone of one enemy; 5.3 woods to armor off the road; rivers without a bridge at
#: all (RIVERS), unless they are the first step (WATER); 29.1 the point paratroopers may cost has to be in hand.
SAME_ZONE, WOODS, RIVERS, WATER, IN_HAND = 8, 16, 32, 64, 128
#: What ends a move: 7.4a enemy zones, 22.1 aircraft (11.3 they also cost points), 29 paratroopers and commandos.
ZONES, AIR, TROUBLE = 256, 512, 1024


class Manner(NamedTuple):
    """A way of stepping into hexes, and the rules that bind in it."""

    name: str
    bars: int
    #: 5.4h Who has strayed into another army's sector may go anywhere: he is on his way back.
    homeward: bool = False
    #: 9.7i Armor may cross a blown bridge into woods if the road leads to it.
    along_roads: bool = False
    #: 9.8n, 9.8o Who has moved in this turn stops beyond a river.
    tires: bool = False

    def but_for(self, bars: int) -> Manner:
        """The same with rules left out of account."""
        return self._replace(bars=self.bars & ~bars)

    def binding(self, bars: int) -> Manner:
        """The same with more rules."""
        return self._replace(bars=self.bars | bars)


#: 5.0, 14.2, 16 Movement, exploitation and reinforcements: the first step of a march, and the steps that follow.
MARCH = Manner("march", BANK | ARMY | SAME_ZONE | WOODS | RIVERS | IN_HAND | ZONES | AIR | TROUBLE, homeward=True)
ONWARD = MARCH.binding(WATER).but_for(SAME_ZONE)
#: 27.1 Kampfgruppe Peiper on 17AM: in movement, and in exploitation.
PEIPER = MARCH.but_for(SAME_ZONE | ZONES | AIR)
PEIPER_EXPLOITS = MARCH.but_for(AIR)
#: 9.7 A retreat knows neither boundaries nor points.
RETREAT = Manner("retreat", BANK | WATCHED | WOODS | RIVERS, along_roads=True)
#: 9.8 An advance: its first step, into a vacated hex, and those that follow. Aircraft and paratroopers do not count.
ADVANCE = Manner("advance", BANK | ARMY | WOODS | RIVERS, tires=True)
ADVANCE_ON = ADVANCE.binding(WATER)
#: 23.3 An advance past the defender goes by the rules of movement, but from zone to zone (7.4e).
PASS = MARCH.but_for(SAME_ZONE)
PASS_ON = PASS.binding(WATER).but_for(IN_HAND)
#: 13.3, 7.4e Over a bridge that is being completed: from zone to zone, and no ground counts.
CROSS = Manner("crossing", BANK | ARMY)


def usual(g: State, unit: int) -> Manner:
    """27.1 How a unit marches by itself: on 17AM interdiction and, unless exploiting, zones do not bind Peiper."""
    if not g.box.peiper_and_skorzeny or not g.box.kampfgruppe >> unit & 1 or g.turn != g.box.peiper_turn:
        return MARCH
    return PEIPER_EXPLOITS if exploiting(g) else PEIPER
