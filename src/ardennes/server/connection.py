"""One open page at a game."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ardennes.kernel import Side
from ardennes.kernel.languages import spoken_now
from ardennes.server.backlog import Backlog
from ardennes.server.store import SeatRow

if TYPE_CHECKING:
    from ardennes.server.live import LiveGame

log = logging.getLogger("ardennes.server")


class Connection:
    """One open page. Messages go out in order; a slow reader delays nobody else."""

    __slots__ = (
        "_backlog",
        "_busy",
        "_cut_off",
        "_loop",
        "_queue",
        "_send",
        "_waiting",
        "closed",
        "game",
        "language",
        "refreshed",
        "seat",
        "welcomed",
    )

    #: A reader so many messages or bytes behind is cut off; it gets everything again when it comes back.
    PATIENCE = 2000
    PATIENCE_BYTES = 2_000_000

    def __init__(
        self,
        seat: SeatRow,
        game: LiveGame,
        send: Callable[[dict[str, Any]], Coroutine[Any, Any, None]],
        cut_off: Callable[[], object] = lambda: None,
        backlog: Backlog | None = None,
    ) -> None:
        """`cut_off` ends the conversation with a reader who does not read; `backlog` counts what waits in all."""
        self.seat = seat
        self.game = game
        #: Whether it has been told where the game stands, and the position it was last shown once more.
        self.welcomed = False
        self.refreshed = -1
        #: The language that is spoken here.
        self.language = spoken_now()
        self.closed = False
        self._send = send
        self._cut_off = cut_off
        self._backlog = Backlog() if backlog is None else backlog
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._busy = False
        self._loop = asyncio.get_running_loop()

    @property
    def audience(self) -> tuple[int | None, str]:
        """The kind of seat, and the language that is spoken there."""
        return self.seat.side, self.language

    @property
    def side(self) -> Side | None:
        """The side that plays from here; None for a spectator. At a whole table it is whoever decides."""
        return self.game.side_of(self.seat.side)

    def push(self, data: bytes) -> None:
        """Send in order, without waiting."""
        if self.closed:
            return
        if len(self._queue) > self.PATIENCE or self._waiting > self.PATIENCE_BYTES:
            self.give_up()
        elif self._busy or not self._sent_at_once(data):
            self._queue.append(data)
            self._waiting += len(data)
            self._backlog.add(self, len(data))
            if not self._busy and not self.closed:
                self._busy = True
                self._loop.create_task(self._drain())

    def give_up(self) -> None:
        """Whoever does not read may not fill our memory."""
        self.end()
        self._cut_off()

    def end(self) -> None:
        """Nothing more is said here, and what was not read is forgotten."""
        self.closed = True
        self._queue.clear()
        self._waiting = 0
        self._backlog.drop(self)

    def _sent_at_once(self, data: bytes) -> bool:
        """Nearly always there is room, and the message goes out without the cost of a task.

        A sender that has to wait does so before it writes anything; it is given up here and tried again by `_drain`.
        (Were it to write first, a client would get the same position twice, which it knows to ignore.)
        """
        sending = self._send({"type": "websocket.send", "text": data.decode()})
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception as error:
            self._gone(error)
            return True
        sending.close()
        return False

    async def _drain(self) -> None:
        try:
            while self._queue:
                data = self._queue.popleft()
                self._waiting -= len(data)
                await self._send({"type": "websocket.send", "text": data.decode()})
                self._backlog.taken(self, len(data))  # not before: it is held until it is sent
        except Exception as error:
            self._gone(error)
        finally:
            self._busy = False

    def _gone(self, error: Exception) -> None:
        """The page was closed while we spoke; anything else is our fault, and others are told all the same."""
        self.end()
        expected = ("ClientDisconnected", "ConnectionClosed", "ConnectionClosedOK", "ConnectionClosedError")
        if not isinstance(error, OSError | RuntimeError) and type(error).__name__ not in expected:
            log.error("a message could not be sent to seat %s", self.seat.side, exc_info=error)
