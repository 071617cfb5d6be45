"""Random games until something breaks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from ardennes.kernel import Game, Match, conformance
from ardennes.titles import find

#: How many positions of a game get the checks that take long.
THOROUGH_SHARE = 0.002


class FuzzedGame(msgspec.Struct, frozen=True):
    """One random game that ended by the rules."""

    scenario: str
    seed: int
    decisions: int
    level: str


def fuzz(prepared: Sequence[Game], games: int, seed: int) -> Iterator[FuzzedGame]:
    """Play random games, of each prepared one in turn, with invariants after every action.

    A few positions of every game also get the slow checks. Raises `conformance.Broken` with the match that broke.
    """
    for number in range(games):
        game = prepared[number % len(prepared)]
        game_seed = seed + number
        match = conformance.random_game(game, game_seed, _checks(random.Random(f"fuzz {game_seed}")))
        conformance.save_round_trip(match, find)
        outcome = match.state.outcome()
        assert outcome is not None
        yield FuzzedGame(game.scenario, game_seed, len(match.moves), outcome.level)


def _checks(rng: random.Random) -> conformance.Check:
    def check(match: Match) -> None:
        conformance.invariants(match)
        if rng.random() < THOROUGH_SHARE:
            for thorough in conformance.THOROUGH:
                thorough(match)

    return check


def tally(found: list[FuzzedGame]) -> dict[str, Counter[str]]:
    """Outcomes by scenario."""
    result: dict[str, Counter[str]] = {}
    for game in found:
        result.setdefault(game.scenario, Counter())[game.level] += 1
    return result
