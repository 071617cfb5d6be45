"""Random games until something breaks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ardennes.kernel import Match, conformance, saves
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.lab.sights import looked_at
from ardennes.titles import find

#: How many positions of a game get the checks that take long.
THOROUGH_SHARE = 0.002
#: So many positions are looked at together, by one worker, and their games have seeds of their own.
TOGETHER = 100


class FuzzedGame(msgspec.Struct, frozen=True):
    """One random game that ended by the rules."""

    scenario: str
    seed: int
    decisions: int
    level: str


class Broke(Exception):
    """A game that broke: what does not hold, and the game as a save."""

    def __init__(self, text: str, save: str) -> None:
        super().__init__(text, save)
        self.text, self.save = text, save

    def __str__(self) -> str:
        return self.text


class Looking(NamedTuple):
    """How positions are looked at: in which settings, and what else is checked in the share that costs most."""

    settings: Sequence[Setting]
    also: Callable[[Match], None] | None
    #: How often the sights of a position are shuffled beside what all outlets tell.
    ways: int = 0


class Looked(NamedTuple):
    """Positions that were looked at, and in how many of them the answers of agents were compared."""

    positions: int
    minds: int


def fuzz(crew: Crew, prepared: Sequence[Setting], games: int, seed: int) -> Iterator[FuzzedGame]:
    """Play random games, of each prepared setting in turn, with invariants after every action.

    A few positions of every game also get the slow checks. Raises `Broke` with the game that did.
    """
    work = [(number % len(prepared), seed + number) for number in range(games)]
    for _, found in crew.each(fuzzed, prepared, work):
        yield found


def fuzzed(prepared: Sequence[Setting], told: tuple[int, int]) -> FuzzedGame:
    """One random game."""
    number, seed = told
    game = prepared[number].game()
    try:
        match = conformance.random_game(game, seed, _checks(random.Random(f"fuzz {seed}")))
        conformance.save_round_trip(match, find)
    except conformance.Broken as error:
        raise Broke(str(error), saves.dump(error.match)) from None
    outcome = match.state.outcome()
    assert outcome is not None
    return FuzzedGame(game.scenario, seed, len(match.moves), outcome.level)


def look(crew: Crew, looking: Looking, positions: int, seed: int, choices: int | None = None) -> Iterator[Looked]:
    """Shuffle positions of random games where a side cannot see, some of them together."""
    work = []
    for start in range(0, positions, TOGETHER):
        stop = min(start + TOGETHER, positions)
        share = None if choices is None else choices * stop // positions - choices * start // positions
        work.append((seed + start, stop - start, share))
    for _, found in crew.each(looked, looking, work):
        yield found


def looked(looking: Looking, told: tuple[int, int, int | None]) -> Looked:
    """Positions of some games, which begin with a seed."""
    seed, positions, choices = told
    prepared = [setting.game() for setting in looking.settings]
    try:
        found = [look.minds for look in looked_at(prepared, positions, seed, looking.also, choices, looking.ways)]
    except conformance.Broken as error:
        raise Broke(str(error), saves.dump(error.match)) from None
    return Looked(len(found), sum(found))


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
