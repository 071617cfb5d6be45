"""The log of a game, kept for each audience: what one side is told is not always what the other is told.

Its lines are notes, in no language; everybody reads them in his own.
"""

from __future__ import annotations

import logging

import msgspec

from ardennes.kernel import Match, Move, Side, notes
from ardennes.parts.eye.scenery import Picture
from ardennes.server import frames

#: Everybody who may read a log of his own; a table that both sides share reads what a spectator does.
AUDIENCES = (Side.GERMAN, Side.ALLIED, None)

log = logging.getLogger("ardennes.server")


class Log(msgspec.Struct, array_like=True):
    """The lines one audience has read, how many they were after each move, and whose impulse the move began."""

    lines: list[Picture]
    ends: list[int]
    impulses: list[int | None]

    def write(self, lines: list[Picture]) -> None:
        """The lines of one more move."""
        self.lines += lines
        self.ends.append(len(self.lines))
        self.impulses.append(frames.impulse_begun(lines))

    def read(self, first: int = 0) -> list[Picture]:
        """The lines from one on, in the language of whoever reads."""
        return [msgspec.structs.replace(line, text=_read(line.text)) for line in self.lines[first:]]

    def keep(self, moves: int) -> None:
        """Forget all but so many moves."""
        del self.ends[moves:], self.impulses[moves:]
        del self.lines[self.ends[-1] :]


class Chronicle:
    """The logs of one game: what its match has played, in words. Where nothing is hidden all audiences read the same.

    What was played, and whether it stands, only the match knows: `follow` reads it off.
    """

    def __init__(self, match: Match, logs: list[Log] | None = None) -> None:
        """The log of a match so far; `logs` are those that a worker has written."""
        self.match = match
        self.audiences: tuple[Side | None, ...] = AUDIENCES if match.state.secretive else (None,)
        self.logs = logs or [Log([], [], []) for _ in self.audiences]
        #: The moves that are written down, the opening first.
        self.written: list[Move] = []
        if logs is None:
            self._write(match.opening)
            self.follow()
        else:
            self.written += (match.opening, *match.moves)

    def follow(self) -> int:
        """Write down what was played since, and forget what was taken back; how many moves stayed as they were."""
        moves, written = self.match.moves, self.written
        kept = min(len(written), len(moves) + 1)
        while kept > 1 and written[kept - 1] is not moves[kept - 2]:
            kept -= 1
        if kept < len(written):
            del written[kept:]
            for log in self.logs:
                log.keep(kept)
        for move in moves[kept - 1 :]:
            self._write(move)
        return kept

    def _write(self, move: Move) -> None:
        """One more move, as each audience is told of it."""
        with notes.noting():
            for side, kept in zip(self.audiences, self.logs, strict=True):
                kept.write(frames.lines(self.match.game, move, side))
        self.written.append(move)

    def of(self, seat: int | None) -> Log:
        """The log that a seat reads."""
        return self.logs[seat] if len(self.logs) > 1 and seat in (0, 1) else self.logs[-1]


def _read(text: str) -> str:
    try:
        return notes.read(text)
    except Exception:
        log.exception("a line of a log cannot be put into words: %r", text)
        return frames.UNTOLD
