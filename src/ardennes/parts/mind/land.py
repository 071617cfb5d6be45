"""How the land lies: who stands where, what a side is after, and how far things are. What every title can say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Aim(NamedTuple):
    """A place worth having: to whom it matters by how much, whether it is held, and the turns left to get it."""

    name: str
    place: int
    worth: float
    held: bool
    deadline: int = 99
    #: The strength that is enough for it.
    needs: float = 12.0
    #: How much of its worth draws units there: less for a place that is held and need only be kept.
    draw: float = 1.0


class Piece(NamedTuple):
    """A unit as the paper knows it."""

    place: int
    attack: float
    defence: float
    #: Guns and the like: they keep out of contact.
    behind: bool = False


class Land(NamedTuple):
    """A position as one side sees it, without any judgement."""

    own: Mapping[int, Piece]
    enemy: Mapping[int, Piece]
    aims: Sequence[Aim]
    #: The places that can be attacked from one; where an attack is made by going in, the place itself.
    near: Callable[[int], Sequence[int]]
    #: The turns from every place to one, with nobody in the way.
    turns: Callable[[int], Sequence[float]]
