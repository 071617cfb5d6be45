"""Ways to what whole evenings do not meet: from a position a few answers before it, with dice that bring it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ardennes.kernel import Action, Match, State, saves
from ardennes.titles import find
from tests.server.evenings import CARD, EVENINGS, Met, alone, cards_shown, drawn, rolled
from tests.server.rare import RARE

#: How many seeds are tried from a position, and how many answers are given from it at most.
SEEDS, ANSWERS = 150, 25
RECORDED = Path(__file__).parents[1] / "titles"


class Way(NamedTuple):
    """Where a game begins, the answers given, and what it meets of what was wanted."""

    start: Match
    answers: tuple[Action, ...]
    met: frozenset[Met]


def begun(state: State, seed: int) -> Match:
    """A match that begins at a position, with dice of its own."""
    match = Match(state.game, seed)
    match.begin_at(state.game.restore(state.table(), seed))
    return match


def sought(state: State, wanted: set[Met], first: Action | None = None) -> Way | None:
    """The way from a position that meets most of what is wanted; the first answer may be given."""
    best: Way | None = None
    for seed in range(SEEDS):
        found = _tried(state, seed, wanted, first)
        if found.met and (best is None or len(found.met) > len(best.met)):
            best = found
        if best is not None and (len(best.met) == len(wanted) or seed > SEEDS // 5):
            break
    return best


def _tried(state: State, seed: int, wanted: set[Met], first: Action | None) -> Way:
    match, rng = begun(state, seed), random.Random(f"way {seed}")
    cards = any(kind == CARD for kind, _ in wanted)
    met: set[Met] = cards_shown(match.state) & wanted if cards else set()
    length = 0
    while True:
        now = match.state
        if not now.stack:
            break
        if (asked := (type(now.stack[-1]).__name__, None)) in wanted - met:
            met.add(asked)
            length = len(match.moves)
        if len(match.moves) == ANSWERS:
            break
        action = first if first is not None and not match.moves else drawn(now.choices(), rng)
        move = match.play(action)
        new = {what for drawing in rolled(now, move.chance, action) for what in drawing.met}
        if cards and move.chance:
            new |= cards_shown(match.state)
        new &= wanted - met
        if new:
            met |= new
            length = len(match.moves)
    return Way(begun(state, seed), tuple(move.action for move in match.moves[:length]), frozenset(met))


def ways(title: str, wanted: set[Met]) -> Iterator[Way]:
    """Ways that together meet what is wanted of a title, as far as there are any."""
    left = set(wanted)
    for state, aim, first in _starts(title, left):
        while aim & left and (way := sought(state, aim & left, first)) is not None:
            left -= way.met
            yield way


def _starts(title: str, left: set[Met]) -> Iterator[tuple[State, set[Met], Action | None]]:
    """Positions to begin at, and what each may lead to of what is left: written ones, draws, recorded games."""
    for names, written in RARE.get(title, ()):
        aim = {what for what in left if what[0] in names}
        if aim:
            yield written(), aim, None
    for evening in EVENINGS:
        if evening.title == title:
            for what, (state, action) in alone(evening).could.items():
                if what in left:
                    yield state, {other for other in left if other[0] == what[0]}, action
    if left:
        yield from _recorded(title, left)


def _recorded(title: str, left: set[Met]) -> Iterator[tuple[State, set[Met], Action | None]]:
    for path in sorted((RECORDED / title / "recorded").glob("*.txt")):
        match = saves.load(path.read_text(encoding="utf-8"), find)
        again = Match(match.game, match.seed, match.opening.chance)
        for action, chance in _answers(match):
            if not left:
                return
            before = again.state
            again.play(action, chance)
            met: set[Met] = {(type(before.stack[-1]).__name__, None)}
            met.update(what for drawing in rolled(before, chance, action) for what in drawing.met)
            if met & left:
                yield before, left, action


def _answers(match: Match) -> Iterator[tuple[Action, tuple[int, ...]]]:
    """Every answer of a game with its dice: what was only taken up for a move has none."""
    for move in match.moves:
        yield from ((action, ()) for action in move.led)
        yield move.action, move.chance
