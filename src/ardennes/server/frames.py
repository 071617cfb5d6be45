"""Views of a match as they change: the difference between two looks, log lines, and replays."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from ardennes.kernel import Action, Event, Game, Match, Move, Side, conformance
from ardennes.kernel.events import told
from ardennes.kernel.words import phrase
from ardennes.parts.eye.scenery import Picture
from ardennes.parts.eye.spoken import encoded
from ardennes.parts.title import title_of
from ardennes.server.messages import Frame, Jump, Replay

log = logging.getLogger("ardennes.server")

Look = dict[str, Any]

#: What stands in a log where words failed us.
UNTOLD = phrase("Something happened that cannot be told: it is our fault, and the server's log says more.")


def change(before: Look | None, after: Look) -> Look:
    """What is new in a look; all of it if there was none before."""
    if before is None:
        return after
    # Titles keep what they show of an unchanged column, so most values are the very same objects.
    return {key: value for key, value in after.items() if value is not (old := before[key]) and value != old}


def pictures(game: Game, move: Move, side: Side | None) -> list[Picture]:
    """A move's events for the log of a side (None: a spectator), as far as it is told of them."""
    picture = title_of(game).picture
    return [picture(game, seen) for seen in told(move.events, side)]


def lines(game: Game, move: Move, side: Side | None) -> list[Picture]:
    """The same for a game that goes on whatever breaks: a move that we have no words for is a move all the same."""
    try:
        found = pictures(game, move, side)
        encoded(found)  # what cannot go over the wire would keep everything after it from being told
    except Exception:
        log.exception("%s of the %s player cannot be told to %s", move.action, move.side, side)
        return _as_far_as_they_go(game, move, side)
    return found


def _as_far_as_they_go(game: Game, move: Move, side: Side | None) -> list[Picture]:
    """The lines of a move of which not all can be told: those that can, and one for the others."""
    untold = Picture("note", UNTOLD, "")
    found: list[Picture] = []
    try:
        for event in told(move.events, side):
            line = _line(game, event) or untold
            if line is not untold or untold not in found:
                found.append(line)
    except Exception:  # it cannot be veiled, so nothing of it is told
        return [untold]
    return found


def _line(game: Game, event: Event) -> Picture | None:
    """The line of an event; None where there is none that could be sent."""
    try:
        line = title_of(game).picture(game, event)
        encoded(line)
    except Exception:
        return None
    return line


def impulse_begun(told: list[Picture]) -> int | None:
    """The side whose impulse a move began, if it did."""
    return next((line.side for line in reversed(told) if line.kind == "impulse"), None)


class Step(Protocol):
    """A recorded move."""

    @property
    def action(self) -> Action: ...
    @property
    def chance(self) -> Sequence[int]: ...
    @property
    def led(self) -> Sequence[Action]: ...


def shown(match: Match, moves: Iterable[Step], side: Side | None, seen: Look) -> Iterator[Frame]:
    """Play recorded moves on a match, and show every one as what changed for a side (None: a spectator)."""
    game = match.game
    for recorded in moves:
        move = match.play(recorded.action, recorded.chance, recorded.led)
        after = title_of(game).look(match.state.sight(side))
        yield Frame(change(seen, after), lines(game, move, side), move.side)
        seen = after


def replay(match: Match, moves: Iterable[Step], side: Side | None, name: str) -> Replay:
    """A match that stands at its beginning, played through these moves as a side saw it."""
    game = match.game
    opening = title_of(game).look(match.state.sight(side))
    frames = list(shown(match, moves, side, opening))
    jumps = [
        Jump(number, line.kind, line.text)
        for number, frame in enumerate(frames, 1)
        for line in frame.log
        if line.kind in ("impulse", "battle")
    ]
    return Replay(
        game.title.key,
        game.scenario,
        dict(game.options),
        name,
        match.commitment,
        opening,
        lines(game, match.opening, side),
        frames,
        jumps,
    )


def since(match: Match, moves: Sequence[Step], skip: int, side: Side | None) -> tuple[Look, list[Frame]]:
    """From a match at its beginning: the view after so many moves, and the frames from there on."""
    for move in moves[:skip]:
        match.play(move.action, move.chance, move.led)
    start = title_of(match.game).look(match.state.sight(side))
    return start, list(shown(match, moves[skip:], side, start))


def moves_since(match: Match, side: Side | None) -> int:
    """How many moves were made when a side last acted; 0 if it never did."""
    for number in range(len(match.moves), 0, -1):
        if match.moves[number - 1].side is side:
            return number
    return 0


def replays_tell_what_was_told(match: Match) -> None:
    """A replay shows each side what it was told move by move, and nothing else; `conformance.Broken` if it does not."""
    game, moves = match.game, match.moves
    for side in (Side.GERMAN, Side.ALLIED, None):
        begun = Match(game, match.seed, match.opening.chance)
        shown = replay(begun, moves, side, "")
        if [frame.log for frame in shown.frames] != [pictures(game, move, side) for move in moves]:
            raise conformance.Broken(match, f"the log of a replay is not what was told to {side}")
        seen = dict(shown.look)
        for frame in shown.frames:
            seen |= frame.look
        if seen != title_of(game).look(match.state.sight(side)):
            raise conformance.Broken(match, f"a replay does not end where {side} stands")
