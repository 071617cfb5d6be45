"""The application: pages, HTTP interface and play, for one house of games."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ardennes import __version__
from ardennes.server import api, maps
from ardennes.server.house import House
from ardennes.server.socket import attend
from ardennes.server.store import Store
from ardennes.server.worker import preload
from ardennes.server.workers import WORKERS, Workers

STATIC = Path(__file__).parent / "static"

NOT_BUILT = b"""<!doctype html><meta charset="utf-8"><title>Ardennes</title>
<p>The pages of the browser client are not built here. Run <code>make web</code> and start the server again.</p>
"""

#: Nothing is loaded from elsewhere, and a secret link is not told to other sites.
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        b"connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]


#: The names a server for this machine alone answers to.
HOME = ("127.0.0.1", "localhost", "::1")


class App:
    """The whole server as one ASGI application over a store or the file at `path` (None: in memory).

    Litestar answers below `/api`; play and the built pages need no router. `hosts` are the names the server answers
    to; None answers to any, for use on a network or behind a name of your own.
    """

    def __init__(
        self,
        path: Store | Path | None,
        hosts: tuple[str, ...] | None = HOME,
        workers: int = WORKERS,
        pack: Path | None = None,
        warm: bool = False,
    ) -> None:
        """`workers` processes do what takes long, with the data pack in use; `warm` starts them at once."""
        self.hosts = hosts
        self.api = Litestar(
            [*api.ROUTES, *maps.ROUTES],
            lifespan=[lambda app: _lifespan(app, path, Workers(workers, pack), warm)],
            exception_handlers={Exception: api.problem},
            request_max_body_size=api.LONGEST_SAVE,
            openapi_config=OpenAPIConfig(
                title="Ardennes", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
            ),
            logging_config=None,
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        kind = scope["type"]
        if kind == "lifespan":
            await self.api(scope, receive, send)
        elif self._foreign(dict(scope["headers"])):
            await _refuse(kind, send, 403, b"this server does not answer to that name or site")
        elif kind == "websocket":
            first, _, token = scope["path"].lstrip("/").partition("/")
            if first == "play":
                await attend(self.api.state.house, token, receive, send)
            else:
                await _refuse(kind, send, 404, b"")
        elif scope["path"].startswith("/api/"):
            await self.api(scope, receive, send)
        else:
            await _page(scope, send)

    def _foreign(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request is for another name, or from a page of another site in the user's browser."""
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if self.hosts is not None and _name(host) not in self.hosts:
            return True
        return origin != "" and urlsplit(origin).netloc != host


@asynccontextmanager
async def _lifespan(app: Litestar, path: Store | Path | None, workers: Workers, warm: bool) -> AsyncIterator[None]:
    app.state.house = house = House(path if isinstance(path, Store) else Store(path), workers)
    if warm:
        preload()
        house.later(workers.warm_up())
    try:
        yield
    finally:
        await app.state.house.close()


async def _refuse(kind: str, send: Callable[[dict[str, Any]], Any], status: int, body: bytes) -> None:
    if kind == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status})
    else:
        await _plain(send, status, body)


def _name(host: str) -> str:
    return (urlsplit(f"//{host}").hostname or "").lower()


async def _plain(send: Callable[[dict[str, Any]], Any], status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# ---- the built client --------------------------------------------------------------------------------------


async def _page(scope: Any, send: Callable[[dict[str, Any]], Any]) -> None:
    """A file of the built client. The router of the pages lives behind the `#`, so there is one page."""
    if scope["method"] not in ("GET", "HEAD"):
        await _plain(send, 405, b"only GET")
        return
    name = scope["path"].lstrip("/") or "index.html"
    file = (STATIC / name).resolve()
    if name == "index.html" and not file.is_file():
        await _send_file(send, NOT_BUILT, "text/html; charset=utf-8", "no-store", None)
        return
    if STATIC not in file.parents or not file.is_file():
        await _plain(send, 404, b"there is no such page")
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    keep = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    packed = file.with_name(file.name + ".gz")
    accepts = dict(scope["headers"]).get(b"accept-encoding", b"")
    if b"gzip" in accepts and packed.is_file():
        await _send_file(send, packed.read_bytes(), kind, keep, b"gzip")
    else:
        await _send_file(send, file.read_bytes(), kind, keep, None)


async def _send_file(
    send: Callable[[dict[str, Any]], Any], body: bytes, kind: str, keep: str, encoding: bytes | None
) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", keep.encode()), *HEADERS]
    headers.append((b"content-length", str(len(body)).encode()))
    if encoding is not None:
        headers.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
