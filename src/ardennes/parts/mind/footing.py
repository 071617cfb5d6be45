"""The paper of a declared title: what a sketch asks is answered for one position, the ground looked up once a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic

from ardennes.kernel import Action, Side
from ardennes.parts.mind.advice import Posture
from ardennes.parts.mind.declaration import Declaration, G
from ardennes.parts.mind.ground import Expected
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.mind.sketch import Sketch

#: An enemy so many turns away drives into a place that is left empty.
RAID = 0.7


def paper(
    mind: Declaration[G],
    g: G,
    side: Side,
    places: Places,
    reach: Mapping[int, Sequence[int]],
    postures: Mapping[int, Posture],
) -> Sketch:
    """The paper of a side's turn; `reach` are the units that are still free, and where each may go."""
    aims = list(mind.aims(g, side))
    own, enemies = mind.pieces(g, side), tuple(mind.pieces(g, side.enemy).values())
    fields = [mind.approach(g, side, aim.place) for aim in aims]
    ground = Footing(mind, g, places, _raided(mind, g, side.enemy, enemies, aims))
    return Sketch(ground, own, enemies, aims, fields, reach, postures)


def _raided(mind: Declaration[G], g: G, enemy: Side, pieces: Sequence[Piece], aims: Sequence[Aim]) -> set[int]:
    """The places held that an enemy could drive into if nobody stood there."""
    raiders = [piece.place for piece in pieces if piece.attack]
    held = {aim.place: mind.distance(g, enemy, aim.place) for aim in aims if aim.held}
    return {place for place, field in held.items() if any(field[raider] <= RAID for raider in raiders)}


class Places:
    """The ground of one game: what is near a place, what is within two steps of it."""

    def __init__(self) -> None:
        self.near: dict[int, Sequence[int]] = {}
        self.within: dict[int, Sequence[int]] = {}


class Footing(Generic[G]):
    """What a sketch asks, answered for one position; places are looked up once."""

    def __init__(self, mind: Declaration[G], g: G, places: Places, raided: Collection[int]) -> None:
        self._mind, self._g = mind, g
        self.price, self.breach = mind.price, mind.breach
        self.prompt, self.raided = mind.prompt(g), raided
        self._near, self._within = places.near, places.within
        self._cover: dict[int, float] = {}

    def near(self, place: int) -> Sequence[int]:
        found = self._near.get(place)
        if found is None:
            found = self._near[place] = tuple(self._mind.near(self._g, place))
        return found

    def within(self, place: int) -> Sequence[int]:
        found = self._within.get(place)
        if found is None:
            first = self._mind.neighbours(self._g, place)
            known = {place, *first}
            for other in first:
                known.update(self._mind.neighbours(self._g, other))
            found = self._within[place] = tuple(sorted(known))
        return found

    def cover(self, place: int) -> float:
        if place not in self._cover:
            self._cover[place] = self._mind.cover(self._g, place)
        return self._cover[place]

    def expects(self, odds: float) -> Expected:
        return self._mind.expects(self._g, odds)

    def fits(self, place: int, there: Sequence[int], unit: int) -> bool:
        return self._mind.fits(self._g, place, there, unit)

    def moved(self, unit: int, place: int) -> tuple[Action, ...]:
        return (Action(self._mind.pick, unit), Action(self._mind.go, place))
