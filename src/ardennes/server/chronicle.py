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

    def mark(self, back: int) -> Mark:
        """Where the log stood before the last moves."""
        first = len(self.ends) - back
        return Mark(self.ends[first - 1], self.lines[self.ends[first - 1] :], self.ends[first:], self.impulses[first:])

    def cut(self, back: int) -> None:
        """Forget the last moves."""
        if back:
            del self.ends[-back:], self.impulses[-back:]
            del self.lines[self.ends[-1] :]

    def put_back(self, mark: Mark, moves: int) -> None:
        """Stand as at a mark, before which so many moves were written."""
        self.lines[mark.keep :] = mark.lines
        self.ends[moves:] = mark.ends
        self.impulses[moves:] = mark.impulses


class Mark(msgspec.Struct, frozen=True):
    """What was taken from the end of a log, and how many lines stay."""

    keep: int
    lines: list[Picture]
    ends: list[int]
    impulses: list[int | None]


class Chronicle:
    """The logs of one game. Where nothing is hidden all audiences read the same one."""

    def __init__(self, match: Match, logs: list[Log] | None = None) -> None:
        """The log of a match so far; `logs` are those that a worker has written."""
        self.game = match.game
        self.audiences: tuple[Side | None, ...] = AUDIENCES if match.state.secretive else (None,)
        self.logs = logs or [Log([], [], []) for _ in self.audiences]
        if logs is None:
            for move in (match.opening, *match.moves):
                self.write(move)

    def write(self, move: Move) -> None:
        """One more move, as each audience is told of it."""
        with notes.noting():
            for side, kept in zip(self.audiences, self.logs, strict=True):
                kept.write(frames.lines(self.game, move, side))

    def of(self, seat: int | None) -> Log:
        """The log that a seat reads."""
        return self.logs[seat] if len(self.logs) > 1 and seat in (0, 1) else self.logs[-1]

    @property
    def moves(self) -> int:
        """How many moves are written, the opening included."""
        return len(self.logs[-1].ends)

    def cut(self, back: int) -> list[Mark]:
        """Forget the last moves; the marks bring them back."""
        marks = [kept.mark(back) for kept in self.logs]
        for kept in self.logs:
            kept.cut(back)
        return marks

    def put_back(self, marks: list[Mark], moves: int) -> None:
        """Forget what was written since `cut`, which left so many moves, and bring back what it took."""
        for kept, mark in zip(self.logs, marks, strict=True):
            kept.put_back(mark, moves)


def _read(text: str) -> str:
    try:
        return notes.read(text)
    except Exception:
        log.exception("a line of a log cannot be put into words: %r", text)
        return frames.UNTOLD
