"""The wire: uvicorn with our limits, and with our own protocols where they fit it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from importlib import import_module
from typing import Any

import uvicorn

from ardennes.server.app import App

log = logging.getLogger("ardennes.server")

#: The longest head of a request, and the longest message over a socket, in bytes.
LONGEST_HEAD, LONGEST_FRAME = 16_384, 65_536


def config(app: App, **more: Any) -> uvicorn.Config:
    """How this server is run, here and in tests."""
    settings: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "lifespan": "on",
        "ws_max_size": LONGEST_FRAME,
        "ws_per_message_deflate": False,
        "h11_max_incomplete_event_size": LONGEST_HEAD,
        "proxy_headers": False,  # the door knows which proxies to believe
        "server_header": False,
        # A long replay is not worth waiting for when the server is to stop.
        "timeout_graceful_shutdown": 3,
    }
    return uvicorn.Config(app, **settings | protocols() | more)


def protocols() -> dict[str, Any]:
    """Our own protocols; where uvicorn has changed under one, its general one, by which everything is played too."""
    sockets = _sockets()
    try:
        from ardennes.server.guarded import Counted, HttpWire  # noqa: PLC0415 - it may not fit
    except ImportError as error:
        log.warning("connections are not counted, and late requests not ended: %s", error)
        return {"http": "h11", "ws": sockets}
    return {"http": HttpWire, "ws": type("SocketWire", (Counted, sockets), {})}


def _sockets() -> Any:
    """The WebSocket protocol: with our short cut, or uvicorn's newer one, or whichever it has."""
    for module, name in (
        ("ardennes.server.whole_frames", "WholeFrames"),
        ("uvicorn.protocols.websockets.websockets_sansio_impl", "WebSocketsSansIOProtocol"),
        ("uvicorn.protocols.websockets.auto", "AutoWebSocketsProtocol"),
    ):
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            log.info("WebSocket goes without %s: %s", name, error)
    raise ImportError("this uvicorn has no WebSocket")


class Listening(uvicorn.Server):
    """uvicorn's server, which says when it can be asked."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.tell()
