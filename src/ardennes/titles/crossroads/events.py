"""What happens: each event with its rule, its sentence and its picture."""

from typing import Any, ClassVar

from ardennes.kernel import Side, mark, say
from ardennes.parts.events import Event


class Acts(Event, frozen=True):
    """X-2 A chit was drawn."""

    cites: ClassVar[str] = "X-2"
    shows: ClassVar[str] = "impulse"
    side: Side

    def sentence(self) -> str:
        return say("The {side} company acts.", side=self.side)

    def drawn(self) -> dict[str, Any]:
        return {"side": int(self.side)}


class Marched(Event, frozen=True):
    """X-3, X-4 A company went to a hamlet, or was driven there."""

    cites: ClassVar[str] = "X-3"
    shows: ClassVar[str] = "move"
    side: Side
    path: tuple[int, int]

    def sentence(self) -> str:
        return say("The {side} company goes to {hamlet}.", side=self.side, hamlet=mark("hamlet", self.path[1]))

    def drawn(self) -> dict[str, Any]:
        return {"pieces": [int(self.side)], "path": [*self.path], "place": self.path[1]}


class Played(Event, frozen=True):
    """X-5, X-6 A card is shown to everybody, so there is no way back."""

    cites: ClassVar[str] = "X-5"
    reveals: ClassVar[bool] = True
    side: Side
    card: int

    def sentence(self) -> str:
        return say("The {side} player plays {card}.", side=self.side, card=mark("card", self.card))
