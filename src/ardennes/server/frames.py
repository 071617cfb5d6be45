"""Views of a match as they change: the difference between two looks, log lines, and replays."""

from __future__ import annotations

from typing import Any

from ardennes.kernel import Game, Match, Move, Side, State
from ardennes.parts.scenery import Picture
from ardennes.parts.title import title_of
from ardennes.server.messages import Frame, Jump, Replay

Look = dict[str, Any]


def change(before: Look | None, after: Look) -> Look:
    """What is new in a look; all of it if there was none before."""
    if before is None:
        return after
    # Titles keep what they show of an unchanged column, so most values are the very same objects.
    return {key: value for key, value in after.items() if value is not (old := before[key]) and value != old}


def pictures(game: Game, move: Move) -> list[Picture]:
    """A move's events for the log."""
    picture = title_of(game).picture
    return [picture(game, event) for event in move.events]


def from_the_start(match: Match, base: State | None) -> Match:
    """The match before its first recorded move. A game that outlived a change of rules begins at `base`."""
    again = Match(match.game, match.seed, match.opening.chance)
    if base is not None:
        again.state = base.copy()
    return again


def replay(match: Match, base: State | None, side: Side | None, name: str) -> Replay:
    """A match from its beginning, as a side (None: a spectator) saw it."""
    game = match.game
    again = from_the_start(match, base)
    opening = title_of(game).look(again.state.sight(side))
    frames, jumps = [], []
    seen = opening
    for move in match.moves:
        again.play(move.action, move.chance)
        after = title_of(game).look(again.state.sight(side))
        lines = pictures(game, move)
        frames.append(Frame(change(seen, after), lines, move.side))
        jumps += [Jump(len(frames), line.kind, line.text) for line in lines if line.kind in ("impulse", "battle")]
        seen = after
    return Replay(
        game.title.key,
        game.scenario,
        dict(game.options),
        name,
        match.commitment,
        opening,
        pictures(game, match.opening),
        frames,
        jumps,
    )


def since(match: Match, base: State | None, moves: int, side: Side | None) -> tuple[Look, list[Frame]]:
    """The view after so many moves, and the frames from there to now."""
    game = match.game
    again = from_the_start(match, base)
    for move in match.moves[:moves]:
        again.play(move.action, move.chance)
    start = seen = title_of(game).look(again.state.sight(side))
    frames = []
    for move in match.moves[moves:]:
        again.play(move.action, move.chance)
        after = title_of(game).look(again.state.sight(side))
        frames.append(Frame(change(seen, after), pictures(game, move), move.side))
        seen = after
    return start, frames


def moves_since(match: Match, side: Side | None) -> int:
    """How many moves were made when a side last acted; 0 if it never did."""
    for number in range(len(match.moves), 0, -1):
        if match.moves[number - 1].side is side:
            return number
    return 0
