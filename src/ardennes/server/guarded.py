"""Our own HTTP under uvicorn: connections are counted, and a request has to be there in time.

It builds on a class that uvicorn keeps to itself. Importing this where that is gone, or is not as we know it, is an
ImportError that says so, and `wire` does without.
"""

from __future__ import annotations

import asyncio

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from ardennes.server.app import App
from ardennes.server.fitting import must_have
from ardennes.server.limits import BODY_SECONDS, HEAD_SECONDS

#: Seconds a request that is late gets once more, in case it was we who were busy.
GRACE = 1.0

#: What is used of uvicorn's HTTP.
must_have(
    H11Protocol,
    *("config", "conn", "cycle", "loop", "transport"),
    *("connection_made", "connection_lost", "data_received", "handle_websocket_upgrade", "on_response_complete"),
)


def _app(config: uvicorn.Config) -> App:
    app = config.app
    assert isinstance(app, App)
    return app


class HttpWire(H11Protocol):
    """HTTP with a count of connections, and a time by which a request has to be there."""

    _address: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _waits_for = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = (get_remote_addr(transport) or ("", 0))[0]
        refusal = _app(self.config).gate.connect(address)
        if refusal is None:
            self._address = address
            self._watch()
        else:
            self._say(429, refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadline()
        if self._address is not None:
            _app(self.config).gate.disconnect(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._forget_deadline()
        self._waits_for = "nothing"
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Note what is missing of a request, and until when it may come."""
        if self._waits_for == "nothing":
            return
        state = self.conn.their_state
        waits_for = "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else ""
        if waits_for == "head" and self.cycle is not None and not self.conn.trailing_data[0]:
            waits_for = ""  # between requests; uvicorn ends an idle connection by itself
        if waits_for != self._waits_for:
            self._forget_deadline()
            self._waits_for = waits_for
            if waits_for:
                seconds = HEAD_SECONDS if waits_for == "head" else BODY_SECONDS
                self._deadline = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        """Time is up. If it was we who were busy, what was sent meanwhile is read first."""
        self._deadline = self.loop.call_later(GRACE, self._too_late)

    def _too_late(self) -> None:
        silent = self._waits_for == "head" and not self.conn.trailing_data[0]  # a browser's spare connection
        if silent or (self.cycle is not None and self.cycle.response_started):
            self.transport.close()
        else:
            self._say(408, f"the {self._waits_for} of the request took too long")

    def _say(self, status: int, text: str) -> None:
        """An answer before there was a request, and the end of the connection."""
        body = text.encode()
        word = {408: "Request Timeout", 429: "Too Many Requests"}[status]
        head = (
            f"HTTP/1.1 {status} {word}\r\ncontent-type: text/plain; charset=utf-8\r\n"
            f"x-content-type-options: nosniff\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Counted(asyncio.Protocol):
    """In front of a WebSocket protocol: what came as HTTP and was counted there is struck off when it ends."""

    config: uvicorn.Config
    _address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._address = (get_remote_addr(transport) or ("", 0))[0]  # type: ignore[arg-type]
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _app(self.config).gate.disconnect(self._address)
        super().connection_lost(exc)
