"""Events that own all that is told of them: the sentence, the picture, and who may know."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes import kernel
from ardennes.parts.scenery import Picture

#: Fields of a `scenery.Picture` by name.
Drawn = dict[str, Any]


class Event(kernel.Event, frozen=True):
    """Base of a title's events.

    class Moved(Event, frozen=True):
        cites: ClassVar[str] = "DW-10.1a"
        shows: ClassVar[str] = "move"
        unit: int
        path: tuple[int, ...]

        def sentence(self) -> str:
            return say("{unit} moves to {hex}.", unit=mark("unit", self.unit), hex=mark("hex", self.path[-1]))

        def drawn(self) -> Drawn:
            return {"pieces": [self.unit], "path": [*self.path], "place": self.path[-1]}
    """

    #: The kind of picture: note, impulse, move, arrival, bridge, battle, fire, loss, score, ending …
    shows: ClassVar[str] = "note"

    def drawn(self) -> Drawn:
        """The other fields of its picture."""
        return {}

    def picture(self) -> Picture:
        """The event as a client shows it."""
        return Picture(self.shows, self.sentence(), self.rule, **self.drawn())
