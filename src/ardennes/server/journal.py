"""Group commit: rows of all games are written by one thread, many to a transaction, and answered once on disk.

All writes go through here, so nothing waits for a lock on the event loop. Each game writes in a book of its own; a
book that failed takes nothing more, so a game can never have a row after one that is missing.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ardennes.server.store import ActionRow, OrderRow, SnapshotRow, StandingRow, Store, mark_of

log = logging.getLogger("ardennes.server")

T = TypeVar("T")

#: Called on the event loop: with None when the row is on disk, with the error when it is not.
Done = Callable[[Exception | None], None]

_INSERT_ACTION = "INSERT INTO actions (game, number, words, chance, side, made, mark) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_SNAPSHOT = (
    "INSERT OR REPLACE INTO snapshots (game, number, rules, position, drawn, board) VALUES (?, ?, ?, ?, ?, ?)"
)
_INSERT_ORDER = "INSERT OR REPLACE INTO orders (game, number, line, side, text) VALUES (?, ?, ?, ?, ?)"
_UPDATE_STANDING = "UPDATE games SET standing = ?, over = ? WHERE id = ?"
#: What cannot be used any more makes room for what is played now.
SET_ASIDE = (
    "INSERT INTO set_aside (game, number, words, chance, side, made, mark) "
    "SELECT game, number, words, chance, side, made, mark FROM actions WHERE game = ? AND number > ?",
    "DELETE FROM actions WHERE game = ? AND number > ?",
    "DELETE FROM snapshots WHERE game = ? AND number > ?",
    "DELETE FROM orders WHERE game = ? AND number > ?",
)

Row = ActionRow | SnapshotRow | OrderRow | StandingRow


class Closed(RuntimeError):
    """A book that takes nothing more because its game is gone."""


class Book:
    """Where one game writes. Once a row of it is refused, all that follow are refused with it."""

    __slots__ = ("broken", "cut", "game", "journal", "mark")

    def __init__(self, journal: Journal, game: int, mark: str, cut: int | None) -> None:
        self.journal = journal
        self.game = game
        #: The mark of the last row.
        self.mark = mark
        #: Set by the writer when a row could not be written.
        self.broken: Exception | None = None
        #: Rows after this one are set aside before the first new row is written.
        self.cut = cut

    def record(self, number: int, words: str, chance: str, side: int, done: Done | None) -> None:
        """Hand over the next action, with the mark that ties it to the one before."""
        self.mark = mark_of(self.mark, number, words, chance, side)
        self.append(ActionRow(self.game, number, words, chance, side, time.time(), self.mark), done)

    def append(self, row: Row, done: Done | None = None) -> None:
        """Hand over a row; `done` is called on the event loop when it is durable, or with what is wrong."""
        self.journal.take(_Entry(self, row, done))

    def close(self) -> None:
        """Take nothing more."""
        self.broken = self.broken or Closed("the game is gone")


class _Entry(NamedTuple):
    book: Book
    row: Row
    done: Done | None


class _Errand(NamedTuple):
    """Something else to be written, between the rows before it and those after it."""

    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class Journal:
    """Takes rows from the event loop and writes them. While one transaction reaches the disk, the next one fills."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store = store
        self.loop = loop
        self.transactions = 0
        self.rows = 0
        self._gathered: list[_Entry | _Errand] = []
        self._waiting: list[_Entry | _Errand] = []
        self._lock = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._write_on, name="journal", daemon=True)
        self._thread.start()

    def book(self, game: int, mark: str = "", cut: int | None = None) -> Book:
        """A book for a game that was just opened: the mark of its last row, and from where rows are set aside."""
        return Book(self, game, mark, cut)

    def take(self, entry: _Entry | _Errand) -> None:
        """What comes in one turn of the event loop is handed to the writer together."""
        if self._closed:
            raise RuntimeError("the journal is closed")
        self._gathered.append(entry)
        if len(self._gathered) == 1:
            self.loop.call_soon(self._hand_over)

    def run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Let the writer do something else in its turn; the future has what came of it."""
        answer: asyncio.Future[T] = self.loop.create_future()
        self.take(_Errand(work, answer))
        return answer

    def _hand_over(self) -> None:
        with self._lock:
            self._waiting += self._gathered
            self._lock.notify()
        self._gathered = []

    def close(self) -> None:
        """Write what is left and stop."""
        self._hand_over()
        with self._lock:
            self._closed = True
            self._lock.notify()
        self._thread.join()

    # ---- the writer's thread -------------------------------------------------------------------------------

    def _write_on(self) -> None:
        connection = self.store.engine.raw_connection()
        try:
            while True:
                with self._lock:
                    while not self._waiting and not self._closed:
                        self._lock.wait()
                    batch, self._waiting = self._waiting, []
                if not batch:
                    return
                entries: list[_Entry] = []
                for item in batch:
                    if isinstance(item, _Entry):
                        entries.append(item)
                        continue
                    self._write(connection, entries)
                    entries = []
                    self._do(item)
                self._write(connection, entries)
        finally:
            connection.close()

    def _do(self, errand: _Errand) -> None:
        try:
            found = errand.work()
        except Exception as error:
            self.loop.call_soon_threadsafe(_settle, errand.answer, None, error)
        else:
            self.loop.call_soon_threadsafe(_settle, errand.answer, found, None)

    def _write(self, connection: Any, entries: list[_Entry]) -> None:
        """One transaction for all; where a row of one game is refused, each game for itself."""
        sound = [entry for entry in entries if entry.book.broken is None]
        error = self._commit(connection, sound) if sound else None
        if error is not None:
            books = {entry.book for entry in sound}
            # A locked file or a full disk refuses everybody; anything else is the fault of one game.
            alone = len(books) > 1 and not isinstance(error, sqlite3.OperationalError)
            for book in books:
                own = [entry for entry in sound if entry.book is book]
                book.broken = self._commit(connection, own) if alone else error
                if book.broken is not None:
                    log.error("game %s could not be written: %s", book.game, book.broken)
        answers = [(entry.done, entry.book.broken) for entry in entries if entry.done is not None]
        if answers:
            self.loop.call_soon_threadsafe(_answer, answers)

    def _commit(self, connection: Any, entries: list[_Entry]) -> Exception | None:
        db = connection.cursor()
        rows = [entry.row for entry in entries]
        cut = {entry.book for entry in entries if entry.book.cut is not None and isinstance(entry.row, ActionRow)}
        try:
            for book in cut:
                for statement in SET_ASIDE:
                    db.execute(statement, (book.game, book.cut))
            db.executemany(_INSERT_ACTION, [row for row in rows if isinstance(row, ActionRow)])
            db.executemany(_INSERT_SNAPSHOT, [row for row in rows if isinstance(row, SnapshotRow)])
            db.executemany(_INSERT_ORDER, [row for row in rows if isinstance(row, OrderRow)])
            db.executemany(_UPDATE_STANDING, [row for row in rows if isinstance(row, StandingRow)])
            connection.commit()
        except Exception as error:
            connection.rollback()
            return error
        finally:
            db.close()
        for book in cut:
            book.cut = None
        self.transactions += 1
        self.rows += len(entries)
        return None


def _settle(answer: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if answer.done():  # whoever waited is gone
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(found)


def _answer(answers: list[tuple[Done, Exception | None]]) -> None:
    for done, error in answers:
        done(error)
