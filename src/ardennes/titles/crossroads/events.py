"""What happens: each event with its rule, its sentence and its picture."""

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.parts.rules.events import Drawn, Event, Names


class Acts(Event, frozen=True):
    """X-2 A chit was drawn."""

    cites: ClassVar[str] = "X-2"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "The {side} company acts."
    draws: ClassVar[tuple[str, ...]] = ("side",)
    side: Side


class Marched(Event, frozen=True):
    """X-3, X-4 A company went to a hamlet, or was driven there."""

    cites: ClassVar[str] = "X-3"
    shows: ClassVar[str] = "move"
    says: ClassVar[str] = "The {side} company goes to {hamlet}."
    names: ClassVar[Names] = {"hamlet": "area"}
    side: Side
    here: int
    hamlet: int

    def drawn(self) -> Drawn:
        return {"pieces": [int(self.side)], "path": [self.here, self.hamlet], "place": self.hamlet}


class Played(Event, frozen=True):
    """X-5, X-6 A card is shown to everybody, so there is no way back."""

    cites: ClassVar[str] = "X-5"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "The {side} player plays {card}."
    names: ClassVar[Names] = {"card": "card"}
    side: Side
    card: int
