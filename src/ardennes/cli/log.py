"""The log of a match in plain sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ardennes.kernel import Event, Game, Match, Outcome, Side
from ardennes.kernel.events import told
from ardennes.kernel.words import fixed, say
from ardennes.parts.title import title_of

_MARK = re.compile(r"\{([a-z]+):(-?\d+)\}")


def named(game: Game, text: str) -> str:
    """Prose with its marks replaced by names."""
    return _MARK.sub(lambda mark: title_of(game).name_of(game, mark[1], int(mark[2])), text)


def sentence(game: Game, event: Event) -> str:
    """An event as a sentence with names, and the rule it happened under."""
    text = named(game, fixed(title_of(game).prose(game, event)))
    return f"{text} ({event.rule})" if event.rule else text


def outcome_line(outcome: Outcome) -> str:
    """How a game ended."""
    return say("{level}, score {score}", level=outcome.level, score=outcome.score)


def log_lines(match: Match, side: Side | None, since: int = 0) -> Iterator[str]:
    """The events of a match, from one action on, as far as a side (None: a spectator) is told of them."""
    for move in ([] if since else [match.opening]) + match.moves[since:]:
        for seen in told(move.events, side):
            yield sentence(match.game, seen)
