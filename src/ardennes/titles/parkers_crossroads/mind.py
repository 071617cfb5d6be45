"""What agents may ask: this title only declares what it is about, and the shared staff plays by it."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from ardennes.board.cells import cells
from ardennes.board.reach import reach
from ardennes.kernel import Side
from ardennes.parts.mind.declared import Declared
from ardennes.parts.mind.land import Aim, Piece
from ardennes.titles.parkers_crossroads.box import ROOM, TURNS, Box
from ardennes.titles.parkers_crossroads.rules.combat import Advance, Attack, Combat, Retreat
from ardennes.titles.parkers_crossroads.rules.movement import Movement
from ardennes.titles.parkers_crossroads.state import State


@cache
def _turns_to(box: Box, place: int) -> list[float]:
    """How many turns of four points it is from every hex to one."""
    return reach(box.grid, 1 << place, box.ways, 40, box.grid.board).turns(4, 9.0)


class ParkersMind(Declared[State]):
    """Who stands at the crossroads at the end has won; everything else is a means."""

    state = State
    planned = (Movement,)
    attacks = (Combat,)
    battle = (Attack,)
    commits = ("attack",)
    aftermath = (Retreat, Advance)
    price = 0.04

    def score(self, g: State) -> float:
        """P-2 The crossroads."""
        return float(g.score())

    def pieces(self, g: State, side: Side) -> Mapping[int, Piece]:
        """The units on the map."""
        there = [unit for unit in g.box.units.of[side] if g.on_map(unit)]
        return {unit: Piece(g.place[unit], g.attack(unit), g.defense(unit)) for unit in there}

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The one place that counts."""
        held = bool(g.occupied[side] & g.box.crossroads)
        return [Aim("crossroads", cell, 2.0, held, self.turns_left(g) + 1) for cell in cells(g.box.crossroads)]

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """With nobody in the way."""
        return _turns_to(g.box, place)

    def neighbours(self, g: State, place: int) -> Sequence[int]:
        """The hexes next to one."""
        return cells(g.box.grid.neighbours[place])

    def room(self, g: State, place: int) -> int:
        """P-5."""
        return ROOM

    def turn(self, g: State) -> Hashable:
        """P-2."""
        return g.turn

    def turns_left(self, g: State) -> int:
        """P-2."""
        return TURNS - g.turn
