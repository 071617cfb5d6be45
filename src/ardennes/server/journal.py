"""Group commit: actions of all games are written by one thread, many to a transaction, and answered once on disk."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from ardennes.server.store import ActionRow, OrderRow, SnapshotRow, Store

log = logging.getLogger("ardennes.server")

#: Called on the event loop: with None when the row is on disk, with the error when it is not.
Done = Callable[[Exception | None], None]

_INSERT_ACTION = "INSERT INTO actions (game, number, words, chance, side, made) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_SNAPSHOT = (
    "INSERT OR REPLACE INTO snapshots (game, number, rules, position, drawn, board) VALUES (?, ?, ?, ?, ?, ?)"
)
_INSERT_ORDER = "INSERT OR REPLACE INTO orders (game, number, line, side, text) VALUES (?, ?, ?, ?, ?)"

Row = ActionRow | SnapshotRow | OrderRow


class Journal:
    """Takes rows from the event loop and writes them. While one transaction reaches the disk, the next one fills."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store = store
        self.loop = loop
        self.transactions = 0
        self.rows = 0
        self._gathered: list[tuple[Row, Done | None]] = []
        self._waiting: list[tuple[Row, Done | None]] = []
        self._lock = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._write_on, name="journal", daemon=True)
        self._thread.start()

    def append(self, row: Row, done: Done | None = None) -> None:
        """Hand over a row; `done` is called on the event loop when it is durable.

        Rows of one turn of the event loop are handed to the writer together.
        """
        if self._closed:
            raise RuntimeError("the journal is closed")
        self._gathered.append((row, done))
        if len(self._gathered) == 1:
            self.loop.call_soon(self._hand_over)

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
                error = self._write(connection, batch)
                answers = [done for _, done in batch if done is not None]
                self.loop.call_soon_threadsafe(_answer, answers, error)
        finally:
            connection.close()

    def _write(self, connection: object, batch: list[tuple[Row, Done | None]]) -> Exception | None:
        db = connection.cursor()  # type: ignore[attr-defined]
        try:
            db.executemany(_INSERT_ACTION, [row for row, _ in batch if isinstance(row, ActionRow)])
            db.executemany(_INSERT_SNAPSHOT, [row for row, _ in batch if isinstance(row, SnapshotRow)])
            db.executemany(_INSERT_ORDER, [row for row, _ in batch if isinstance(row, OrderRow)])
            connection.commit()  # type: ignore[attr-defined]
        except Exception as error:
            log.exception("the journal could not be written")
            connection.rollback()  # type: ignore[attr-defined]
            return error
        finally:
            db.close()
        self.transactions += 1
        self.rows += len(batch)
        return None


def _answer(answers: list[Done], error: Exception | None) -> None:
    for done in answers:
        done(error)
