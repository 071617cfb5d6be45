"""What a title says of itself for the shared staff (`declared`): nothing here decides a move.

Where its units stand and how strong they are, what it is about (`aims`), how far things are (`distance`), what the
ground does, and which answers move and attack. All numbers are in the measure of the scenario's score.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ardennes.kernel import Action, Side, State, Step
from ardennes.parts.mind.ground import USUAL, Expected, between
from ardennes.parts.mind.land import Aim, Land, Piece
from ardennes.parts.mind.mind import Mind
from ardennes.parts.odds import Forecast
from ardennes.parts.title import title_of

#: The state of the title that declares.
G = TypeVar("G", bound=State)


class Declaration(Mind[G]):
    """Fill in what the title is about; what is left out is done without."""

    #: The steps in which units are moved, and the verbs that leave a matter as it was.
    planned: tuple[type[Step], ...] = ()
    backs: tuple[str, ...] = ("back",)
    #: The steps of a battle that take each other's place on the stack: who takes part, support.
    battle: tuple[type[Step], ...] = ()
    #: The steps that carry out what a die decided: who is lost, who retreats, who advances.
    aftermath: tuple[type[Step], ...] = ()
    #: The steps whose answers are told apart by what they open, however many there are.
    opening: tuple[type[Step], ...] = ()
    #: What a point of strength is worth in the measure of the score.
    price: float = 0.02
    #: What it is worth to drive the enemy out of any place at all.
    breach: float = 0.0
    #: What attacks at odds of 0, 1, 2 ... to one bring.
    brings: Sequence[Expected] = USUAL

    def score(self, g: G) -> float:
        """The German score as it stands."""
        raise NotImplementedError

    def pieces(self, g: G, side: Side) -> Mapping[int, Piece]:
        """The units of a side on the map, in contact or out of it."""
        return {}

    def aims(self, g: G, side: Side) -> Sequence[Aim]:
        """What a side is after: places to take and places to keep."""
        return ()

    def prizes(self, g: G) -> Mapping[int, bool]:
        """The places a scenario is about, always the same ones, and whether the German has each; for learned values."""
        return {}

    def distance(self, g: G, side: Side, place: int) -> Sequence[float]:
        """The turns a side needs from each place to one."""
        raise NotImplementedError

    def approach(self, g: G, side: Side, place: int) -> Sequence[float]:
        """The same past the enemy as he stands, for those who plan a movement."""
        return self.distance(g, side, place)

    def neighbours(self, g: G, place: int) -> Sequence[int]:
        """The places next to one; the same ones all through a game."""
        return ()

    def near(self, g: G, place: int) -> Sequence[int]:
        """The places that can be attacked from one; the same ones all through a game."""
        return self.neighbours(g, place)

    def cover(self, g: G, place: int) -> float:
        """By how much a place multiplies the defence of those in it."""
        return 1.0

    def room(self, g: G, place: int) -> int:
        """How many units may stand in a place."""
        return 3

    def fits(self, g: G, place: int, there: Sequence[int], unit: int) -> bool:
        """Whether a unit may stand in a place with those who are there."""
        return len(there) < self.room(g, place)

    def expects(self, g: G, odds: float) -> Expected:
        """What an attack at some odds brings."""
        return between(self.brings, odds)

    def prompt(self, g: G) -> float:
        """How much of an attack counts in a movement phase: less where those who move do not attack afterwards."""
        return 1.0

    def spends(self, action: Action) -> int:
        """How many uses of an asset its support takes."""
        return 1

    def joining(self, g: G) -> Sequence[int] | None:
        """The units that could still be added to the attack being made; None where that is not the question."""
        return None

    def turns_left(self, g: G) -> int:
        """The turns to come after this one."""
        return 0

    def turn(self, g: G) -> Hashable:
        """What tells one player turn from the next; papers are made anew with each."""
        return None

    def tempo(self, g: G) -> float:
        """What it is worth to the German that this side and not the other has the move."""
        return 0.0

    def strengths(self, g: G, side: Side) -> Iterable[tuple[int, float]]:
        """The place of every unit with its attack and defence together."""
        return [(piece.place, piece.attack + piece.defence) for piece in self.pieces(g, side).values()]

    def foreseen(self, g: G, action: Action | None) -> Forecast | None:
        """The exact forecast of an attack; a title may leave out what only players read."""
        return title_of(g.game).forecast(g.sight(g.side), action)

    # ---- what agents ask, as it was declared ------------------------------------------------------------------------

    def land(self, state: State, side: Side, /) -> Land:
        """What is declared of a position."""
        g = self.own(state)
        return Land(
            self.pieces(g, side),
            self.pieces(g, side.enemy),
            self.aims(g, side),
            lambda place: self.near(g, place),
            lambda place: self.distance(g, side, place),
        )

    def is_planned(self, state: State, /) -> bool:
        """Whether units are moved now."""
        return bool(state.stack) and isinstance(state.stack[-1], self.planned)

    def phase(self, state: State, /) -> Hashable:
        """One side's movement in one player turn."""
        return (self.turn(self.own(state)), state.side)

    def formations(self, state: State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """All in one, where a title does not tell them apart."""
        return {"all": tuple(self.pieces(self.own(state), side))}

    def days_left(self, state: State, /) -> int:
        """The turns left."""
        return self.turns_left(self.own(state))
