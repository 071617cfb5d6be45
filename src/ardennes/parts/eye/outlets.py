"""Every outlet in one place: all that a side is told of a position, as bytes that can be compared.

Conformance shuffles what a side may not know and compares these bytes; `ardennes fuzz --sight` does it by the thousand.
What is added to `parts.title.Title` for players to see or hear is added here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from ardennes.kernel import Action, Event, Game, Match, Side, Sight, conformance, saves
from ardennes.kernel.languages import ENGLISH, speaking
from ardennes.parts.eye.spoken import encoded
from ardennes.parts.title import title_of

T = TypeVar("T")

#: How many choices of a position are hinted at, forecast and, of all that could be named, asked about.
HINTED, FORECAST, ASKED = 40, 3, 25
#: How many choices are looked at as if they were taken up.
PEEKED = 12


def some(things: Sequence[T], most: int) -> Sequence[T]:
    """Some of many, spread evenly."""
    return things[:: len(things) // most + 1]


class Outlets:
    """What the sides of one game are told."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title = title_of(game)
        self.overlays = [overlay.key for overlay in self.title.scene(game).overlays]
        self.places = [place.id for place in self.title.scene(game).places]
        domain = self.title.domain(game)
        self.domain = [Action(verb, target) for verb, targets in domain.items() for target in some(targets, ASKED)]

    def told(self, sight: Sight) -> dict[str, Any]:
        """All that a side is told of a position, by outlet."""
        title, actions = self.title, sight.actions()
        return {
            "look": title.look(sight),
            "clock": title.clock(sight),
            "headline": title.headline(sight),
            "survey": title.survey(sight),
            "completions": title.completions(sight, "") if sight.asked else [],
            "peeks": [title.look(held) for a in some(actions, PEEKED) if (held := sight.holding([a])) is not sight],
            "hints": [title.hint(sight, action) for action in some(actions, HINTED)],
            "reasons": [sight.why_not(action) for action in some(self.domain, ASKED)] if sight.asked else [],
            "forecasts": [title.forecast(sight), *(title.forecast(sight, a) for a in some(actions, FORECAST))],
            "inspections": [title.inspect(sight, place) for place in some(self.places, ASKED)],
            "shades": [title.shade(sight, overlay) for overlay in self.overlays],
            "save": saves.dump_sight(sight, "sha256:"),
        }

    def as_bytes(self, sight: Sight) -> bytes:
        """The same as it goes over the wire, to be compared; the order in which things are told counts too."""
        return encoded(self.told(sight))

    def page(self, sight: Sight) -> bytes:
        """What a page is told of every position as it goes over the wire; it asks for the rest."""
        return encoded(self.title.look(sight))

    def pictured(self, event: Event) -> bytes:
        """An event as the log and the map show it to a side that has seen it."""
        return encoded(self.title.picture(self.game, event))

    def can_be_told(self, match: Match, language: str = ENGLISH) -> None:
        """Look and log of a position go over the wire to every audience; `Broken` says to whom they do not."""
        with speaking(language):
            conformance.all_can_be_told(match, self.page, self.pictured)

    def all_can_be_told(self, match: Match, language: str = ENGLISH) -> None:
        """The same of every outlet, in a language."""
        with speaking(language):
            conformance.all_can_be_told(match, self.as_bytes, self.pictured)

    def check(self, match: Match, action: Action | None) -> None:
        """Nothing hidden shows in a position, nor in what an action makes of it; `Broken` says what does."""
        try:
            conformance.sights_tell_nothing_hidden(match, self.as_bytes, ways=2 if match.state.secretive else 1)
        except conformance.Broken as error:
            raise conformance.Broken(match, f"{error}: {', '.join(self.telling(match))}") from None
        self.hands_hold_what_is_taken_up(match)
        conformance.picks_tell_nothing_hidden(match, self.as_bytes, self.pictured)
        if action is not None:
            conformance.moves_tell_nothing_hidden(match, action, self.as_bytes, self.pictured)

    def hands_hold_what_is_taken_up(self, match: Match) -> None:
        """Who asks what something could do is told what taking it up would tell him, to the letter."""
        sight = match.state.sight(match.state.side)
        for action in some(sight.actions(), PEEKED):
            if (held := sight.holding([action])) is sight:
                continue
            after = match.state.copy()
            after.play(action)
            if self.as_bytes(held) != self.as_bytes(after.sight(sight.side)):
                raise conformance.Broken(match, f"{action} in hand is not {action} taken up")

    def telling(self, match: Match) -> list[str]:
        """The outlets that tell some side what it may not know, by name."""
        found = []
        for side in (Side.GERMAN, Side.ALLIED, None):
            here = self.told(match.state.sight(side))
            for way in range(5):
                there = self.told(conformance.shuffled(match.state, side, f"telling {way}").sight(side))
                found += [name for name in here if msgspec.json.encode(here[name]) != msgspec.json.encode(there[name])]
        return sorted({*found})
