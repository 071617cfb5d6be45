"""What a paper (`sketch`) asks of a declared title, answered for one position; the ground is looked up once a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from ardennes.kernel import Action, State
from ardennes.parts.sketch import Expected

if TYPE_CHECKING:
    from ardennes.parts.declared import Declared

G = TypeVar("G", bound=State)


class Places:
    """The ground of one game: what is near a place, what is within two steps of it."""

    def __init__(self) -> None:
        self.near: dict[int, Sequence[int]] = {}
        self.within: dict[int, Sequence[int]] = {}


class Footing(Generic[G]):
    """What a sketch asks, answered for one position; places are looked up once."""

    def __init__(self, mind: Declared[G], g: G, raided: Collection[int]) -> None:
        self._mind, self._g = mind, g
        self.price, self.breach = mind.price, mind.breach
        self.prompt, self.raided = mind.prompt(g), raided
        places = mind.places_of(g)
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
