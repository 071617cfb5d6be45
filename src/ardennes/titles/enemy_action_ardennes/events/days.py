"""Days, cards and the score."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Side
from ardennes.kernel.words import mark, say, several
from ardennes.parts.events import Event
from ardennes.titles.enemy_action_ardennes.events.marks import named

# ---- days and cards ---------------------------------------------------------------------------------------


class DayBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0a"
    shows: ClassVar[str] = "impulse"
    day: int

    def sentence(self) -> str:
        return say("December {day}.", day=self.day)


class ImpulseBegan(Event, frozen=True):
    """4.0"""

    cites: ClassVar[str] = "EA-4.0l"
    shows: ClassVar[str] = "impulse"
    side: Side
    number: int

    def sentence(self) -> str:
        return say("{side} impulse {number}.", side=self.side, number=self.number)


class CardPlayed(Event, frozen=True):
    """5.1 A card is played, and for what; `about` is whom or what it is played for, where the use names it."""

    cites: ClassVar[str] = "EA-5.7a"
    shows: ClassVar[str] = "impulse"
    reveals: ClassVar[bool] = True
    side: Side
    card: int
    use: str
    about: str = ""

    def sentence(self) -> str:
        use = say(self.use, about=named(self.about))
        return say("{side} plays {card}: {use}.", side=self.side, card=mark("card", self.card), use=use)


class CardDiscarded(Event, frozen=True):
    """A card is discarded without effect, or because it must."""

    reveals: ClassVar[bool] = True
    side: Side
    card: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{side} discards {card}.", side=self.side, card=mark("card", self.card))


class CardShown(Event, frozen=True):
    """EA-ET.6 Fuel Priority is shown and stays in the hand."""

    cites: ClassVar[str] = "EA-ET.6"
    reveals: ClassVar[bool] = True
    card: int

    def sentence(self) -> str:
        return say("German shows {card}.", card=mark("card", self.card))


class Passed(Event, frozen=True):
    """5.1"""

    cites: ClassVar[str] = "EA-5.1g"
    side: Side

    def sentence(self) -> str:
        return say("{side} passes.", side=self.side)


class Prepared(Event, frozen=True):
    """4.0 II The draw pile of the day."""

    cites: ClassVar[str] = "EA-5.0a"
    side: Side
    cards: int

    def sentence(self) -> str:
        return several(
            "{side} draw pile: {number} card.", "{side} draw pile: {number} cards.", self.cards, side=self.side
        )


class Interdicted(Event, frozen=True):
    """5.1 Air interdiction."""

    cites: ClassVar[str] = "EA-5.1c"

    def sentence(self) -> str:
        return "Allied air interdiction: the first German impulse of the day is skipped."


class EventTook(Event, frozen=True):
    """5.2 What an event brought about, in words."""

    under: str
    text: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return self.text


# ---- score ------------------------------------------------------------------------------------------------


class Scored(Event, frozen=True):
    """14.1"""

    shows: ClassVar[str] = "score"
    text: str
    points: int
    under: str

    @property
    def rule(self) -> str:
        return self.under

    def sentence(self) -> str:
        return say("{text}: {points} VP.", text=self.text, points=f"{self.points:+}")


class Decided(Event, frozen=True):
    """14.2"""

    cites: ClassVar[str] = "EA-14.2"
    shows: ClassVar[str] = "ending"
    level: str
    points: int

    def sentence(self) -> str:
        return say("{level} with {points} VP.", level=self.level, points=self.points)
