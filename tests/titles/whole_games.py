"""What tests of whole games share: checks at some positions, and recorded games replayed."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from ardennes.kernel import Match, conformance, saves
from ardennes.parts.eye.outlets import Outlets
from ardennes.parts.title import title_of
from ardennes.titles import find

LANGUAGES = ("en", "de")


def every(number: int, *checks: conformance.Check, invariants: float = 1.0) -> conformance.Check:
    """Checks made at about one position in so many, the same ones in every run; the invariants at a share of all.

    What players are told of positions must go over the wire to every audience, see `Heard`.
    """
    rng = random.Random(number)
    heard = Heard()

    def check(match: Match) -> None:
        heard.check(match)
        if rng.random() < invariants:
            conformance.invariants(match)
        if rng.random() * number < 1:
            for one in checks:
                one(match)

    return check


class Heard:
    """What players hear of a game is encoded as the wire does it, mostly in English, now and then in German.

    Of every position the page itself and the lines of its log, for every audience; where a kind of decision comes up
    for the first time, all that a page can ask for.
    """

    def __init__(self) -> None:
        self._met: set[type] = set()
        self._outlets: Outlets | None = None
        self._rng = random.Random("heard")

    def check(self, match: Match) -> None:
        """Tell a position."""
        outlets = self._outlets = self._outlets or Outlets(match.game)
        kind = type(match.state.stack[-1]) if match.state.stack else Match
        (language,) = self._rng.choices(LANGUAGES, (9, 1))
        if kind in self._met:
            outlets.can_be_told(match, language)
        else:
            self._met.add(kind)
            outlets.all_can_be_told(match, language)


@cache
def replayed(path: Path) -> Match:
    """A recorded game, played again once for all tests that look at it."""
    return saves.load(path.read_text(encoding="utf-8"), find)


def assert_replays(path: Path) -> None:
    """A recorded game replays move by move to the position it ended in, and saves to the same text."""
    text, match = path.read_text(encoding="utf-8"), replayed(path)
    assert match.moves, "it replayed its moves and was not opened from its table"
    assert f"position {saves.position(match.state)}" in text
    assert saves.dump(match) == text
    assert match.state.outcome() is not None
    ending = title_of(match.game).look(match.state.sight(None))["ending"]
    assert ending.why, "what decided it is told"
    conformance.table_round_trip(match)
