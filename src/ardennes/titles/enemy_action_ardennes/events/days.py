"""Days, cards and the score."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.rules.events import Words
from ardennes.titles.enemy_action_ardennes.events.fact import Event, named

# ---- days and cards ---------------------------------------------------------------------------------------


class DayBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0a"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "December {day}."
    day: int


class ImpulseBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0l"
    shows: ClassVar[str] = "impulse"
    says: ClassVar[str] = "{side} impulse {number}."
    side: Side
    number: int


class CardPlayed(Event, frozen=True):
    """5.1 A card is played, and for what; `about` is whom or what it is played for, where the use names it."""

    cites: ClassVar[str] = "EA-5.7a"
    shows: ClassVar[str] = "impulse"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "{side} plays {card}: {use}."
    side: Side
    card: int
    use: str
    about: str = ""

    def facts(self) -> dict[str, object]:
        return super().facts() | {"use": say(self.use, about=named(self.about))}


class CardDiscarded(Event, frozen=True):
    """A card is discarded without effect, or because it must."""

    because: ClassVar[str] = "under"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "{side} discards {card}."
    side: Side
    card: int
    under: str


class CardShown(Event, frozen=True):
    """EA-ET.6 Fuel Priority is shown and stays in the hand."""

    cites: ClassVar[str] = "EA-ET.6"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "German shows {card}."
    card: int


class Passed(Event, frozen=True):
    """5.1"""

    cites: ClassVar[str] = "EA-5.1g"
    says: ClassVar[str] = "{side} passes."
    side: Side


class Prepared(Event, frozen=True):
    """4.0 II The draw pile of the day."""

    cites: ClassVar[str] = "EA-5.0a"
    says: ClassVar[Words] = ("{side} draw pile: {number} card.", "{side} draw pile: {number} cards.")
    side: Side
    cards: int

    def counted(self) -> int:
        return self.cards


class Interdicted(Event, frozen=True):
    """5.1 Air interdiction."""

    cites: ClassVar[str] = "EA-5.1c"
    says: ClassVar[str] = "Allied air interdiction: the first German impulse of the day is skipped."


# ---- score ------------------------------------------------------------------------------------------------


class Scored(Event, frozen=True):
    """14.1"""

    because: ClassVar[str] = "under"
    shows: ClassVar[str] = "score"
    says: ClassVar[str] = "{text}: {points} VP."
    text: str
    points: int
    under: str

    def facts(self) -> dict[str, object]:
        return super().facts() | {"points": f"{self.points:+}"}


class Decided(Event, frozen=True):
    """14.2"""

    cites: ClassVar[str] = "EA-14.2"
    shows: ClassVar[str] = "ending"
    says: ClassVar[str] = "{level} with {points} VP."
    level: str
    points: int
