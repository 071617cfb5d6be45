"""What tests of whole games share: checks at some positions, and recorded games replayed."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from ardennes.kernel import Match, conformance, saves
from ardennes.parts.title import title_of
from ardennes.titles import find


def every(number: int, *checks: conformance.Check, invariants: float = 1.0) -> conformance.Check:
    """Checks made at about one position in so many, the same ones in every run; the invariants at a share of all."""
    rng = random.Random(number)

    def check(match: Match) -> None:
        if rng.random() < invariants:
            conformance.invariants(match)
        if rng.random() * number < 1:
            for one in checks:
                one(match)

    return check


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
