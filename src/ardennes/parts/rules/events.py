"""Events that own all that is told of them: the sentence, the picture, and who may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ardennes import kernel
from ardennes.kernel.words import mark, marks, say, several
from ardennes.parts.eye.scenery import Picture

#: A sentence, or one for a single unit (or whatever is counted) and one for several.
Words = str | tuple[str, str]
#: Fields that name something: the kind of its mark, or what finds its name.
Names = Mapping[str, str | Callable[[Any], object]]
#: Fields of a `scenery.Picture` by name.
Drawn = dict[str, Any]


class Event(kernel.Event, frozen=True):
    """Base of a title's events.

    class Moved(Event, frozen=True):
        cites: ClassVar[str] = "DW-10.1a"
        shows: ClassVar[str] = "move"
        says: ClassVar[str] = "{unit} moves to {hex}."
        draws: ClassVar[tuple[str, ...]] = ("unit", "hex")
        unit: int
        hex: int

    An event that is told in different ways overrides `words`, one with more to tell than its fields `facts`, one whose
    picture is no matter of single fields `drawn`. Sentences are whole, never put together, so that they can be
    translated; a clause that may be missing is a fact of its own.
    """

    #: The kind of picture: note, impulse, move, arrival, bridge, battle, fire, loss, score, ending …
    shows: ClassVar[str] = "note"
    #: The sentence, with the event's fields by name.
    says: ClassVar[Words] = ""
    #: The fields that name something a client may link, such as `{"target": "unit"}`, and those that are numbers for
    #: what has a name, with whatever finds it; a title says so once for all.
    names: ClassVar[Names] = {}
    #: The fields its picture shows: what stands there by the kinds of `names`; `path`, `side`, `target` and those of a
    #: roll (`die` or `dice`, `needed`) by their own.
    draws: ClassVar[tuple[str, ...]] = ()
    #: The field that holds the rule at work, where that is not always the same.
    because: ClassVar[str] = ""

    def words(self) -> Words:
        """The sentence before its fields are filled in."""
        return self.says

    def counted(self) -> int:
        """The number by which one of two sentences is chosen."""
        return len(getattr(self, "units", ()))

    def facts(self) -> dict[str, object]:
        """What the sentence may speak of: the fields, those that name something as marks."""
        return {field: _told(getattr(self, field), self.names.get(field)) for field in self.__struct_fields__}

    def sentence(self) -> str:
        words = self.words()
        if isinstance(words, str):
            return say(words, **self.facts())
        return several(*words, self.counted(), **self.facts())

    @property
    def rule(self) -> str:
        return str(getattr(self, self.because)) if self.because else self.cites

    def drawn(self) -> Drawn:
        """The other fields of its picture."""
        found: Drawn = {}
        for field in self.draws:
            value = getattr(self, field)
            if field in _THEIR_OWN:
                found |= _THEIR_OWN[field](value)
            elif (shown := _DRAWN[self.names[field]]) == "pieces":
                found["pieces"] = [*found.get("pieces", ()), *(value if isinstance(value, tuple) else (value,))]
            else:
                found[shown] = value
        return found

    def picture(self) -> Picture:
        """The event as a client shows it."""
        return Picture(self.shows, self.sentence(), self.rule, **self.drawn())


#: What fields are in a picture by their own name.
_THEIR_OWN: Mapping[str, Callable[[Any], Drawn]] = {
    "side": lambda side: {"side": int(side)},
    "path": lambda path: {"path": [*path], "place": path[-1]},
    "target": lambda target: {"target": target},
    "die": lambda die: {"dice": [die]},
    "dice": lambda dice: {"dice": [*dice]},
    "needed": lambda needed: {"need": needed},
}
#: What a field of a kind is in a picture.
_DRAWN: Mapping[Any, str] = {"unit": "pieces", "hex": "place", "area": "place", "bridge": "crossing"}


def _told(value: Any, kind: str | Callable[[Any], object] | None) -> object:
    """A field as a sentence has it: several dice as a list of numbers, what is named by its name or as a mark."""
    if kind is None:
        return ", ".join(map(str, value)) if isinstance(value, tuple) else value
    if callable(kind):
        return kind(value)
    return marks(kind, value) if isinstance(value, tuple) else mark(kind, value)
