"""What is on the table: units where they stand with what they lost, who has acted, and the turn."""

from ardennes.kernel import Side
from ardennes.kernel.columns import bits, number
from ardennes.parts.rules.roster import Roster
from ardennes.titles.parkers_crossroads.box import TURNS, Box


class State(Roster):
    """A position; `place` and `lost` are columns of the roster."""

    box: Box
    #: P-3b, P-6a The units that have moved, attacked or been attacked in this phase.
    acted: int = bits(lambda box: len(box.units))
    turn: int = number(1, TURNS, 1)

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.rows[unit].id

    def attack(self, unit: int) -> int:
        """P-6c What a unit counts in attack: half of it, rounded up, with a step lost."""
        return -(-self.box.units.rows[unit].attack // (1 + self.lost[unit]))

    def defense(self, unit: int) -> int:
        """P-6c What it counts in defence."""
        return -(-self.box.units.rows[unit].defense // (1 + self.lost[unit]))

    def score(self) -> int:
        """P-2b Whether the Germans stand at the crossroads."""
        return 1 if self.occupied[Side.GERMAN] & self.box.crossroads else -1
