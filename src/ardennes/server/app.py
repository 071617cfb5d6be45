"""The application: pages, HTTP interface and play, for one house of games."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ardennes import __version__
from ardennes.kernel.languages import preferred, speaking
from ardennes.server import api, maps
from ardennes.server.door import Door, TurnedAway, Visitor
from ardennes.server.house import House
from ardennes.server.limits import Gate
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
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


#: A name of the built client; whatever else is asked for never reaches the disk.
_FILE = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/){0,4}[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}")

Send = Callable[[dict[str, Any]], Awaitable[None]]


class App:
    """The whole server as one ASGI application over a store or the file at `path` (None: in memory).

    Litestar answers below `/api`; play and the built pages need no router. The door knows by which
    names the server is asked and which proxies it believes; without one it is for this machine alone.
    """

    def __init__(
        self,
        path: Store | Path | None,
        door: Door | None = None,
        workers: int = WORKERS,
        pack: Path | None = None,
        warm: bool = False,
    ) -> None:
        """`workers` processes do what takes long, with the data pack in use; `warm` starts them at once."""
        self.door = door or Door()
        self.gate = Gate(self.door)
        self.api = Litestar(
            [*api.ROUTES, *maps.ROUTES],
            lifespan=[lambda app: _lifespan(app, path, Workers(workers, pack), warm)],
            exception_handlers={Exception: api.problem},
            request_max_body_size=api.LONGEST_SAVE,
            openapi_config=OpenAPIConfig(
                title="Ardennes",
                version=__version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
            ),
            logging_config=None,
        )
        self.api.state.gate = self.gate

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.api(scope, receive, send)
            return
        try:
            visitor = self.door.visitor(scope)
        except TurnedAway as error:
            await _refuse(scope, send, error.status, str(error))
            return
        scope["visitor"] = visitor
        with speaking(_language(scope)):
            await self._answer(scope, visitor, receive, send)

    async def _answer(self, scope: Any, visitor: Visitor, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._play(scope, visitor, receive, send)
        elif scope["path"].startswith("/api/"):
            try:
                await self.api(scope, receive, _with_headers(send, accepts_gzip(scope)))
            except asyncio.CancelledError:  # the server is being stopped, and this took longer than it waits
                with suppress(Exception):
                    await _plain(send, 503, "the server is being stopped")
        else:
            await _page(scope, send)

    async def _play(self, scope: Any, visitor: Visitor, receive: Any, send: Any) -> None:
        first, _, token = scope["path"].lstrip("/").partition("/")
        if first != "play":
            await _refuse(scope, send, 404, "sockets are for play")
            return
        refusal = self.gate.sit(visitor.address)
        if refusal is not None:
            await _refuse(scope, send, 429, refusal)
            return
        try:
            await attend(self.api.state.house, self.gate, visitor, token, receive, send)
        finally:
            self.gate.leave(visitor.address)


def _language(scope: Any) -> str:
    """The language that is asked for in the address (a socket has no headers of its own), else in the header."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return preferred(asked or dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


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


def accepts_gzip(scope: Any) -> bool:
    """Whether whoever asks takes compressed answers: `gzip;q=0` says that he does not."""
    accepted = {}
    for entry in dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1").split(","):
        word, _, more = entry.partition(";")
        quality = more.replace(" ", "").removeprefix("q=")
        accepted[word.strip().lower()] = not re.fullmatch(r"0(\.0*)?", quality)
    return accepted.get("gzip", accepted.get("x-gzip", accepted.get("*", False)))


def _with_headers(send: Send, gzip_accepted: bool) -> Any:
    """Every answer of the API says that it is what it says it is, and is compressed only for those who take it so."""
    begun: dict[str, Any] = {}
    packed: list[bytes] = []

    async def sending(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower(): value for name, value in message.get("headers", ())}
            message["headers"] = [*message.get("headers", ()), *(h for h in HEADERS if h[0] not in there)]
            if b"cache-control" not in there:
                message["headers"].append((b"cache-control", b"no-store"))
            if there.get(b"content-encoding") == b"gzip" and not gzip_accepted:
                begun.update(message)
                return
        elif begun:
            packed.append(message.get("body", b""))
            if message.get("more_body"):
                return
            body = await asyncio.to_thread(gzip.decompress, b"".join(packed))
            old = (b"content-encoding", b"content-length")
            begun["headers"] = [header for header in begun["headers"] if header[0].lower() not in old]
            begun["headers"].append((b"content-length", str(len(body)).encode()))
            await send(begun)
            message = {"type": "http.response.body", "body": body}
        await send(message)

    return sending


async def _refuse(scope: Any, send: Send, status: int, text: str) -> None:
    """Turn a request down in words; one for a socket too, where the server underneath can do that."""
    if scope["type"] == "http":
        await _plain(send, status, text)
    elif "websocket.http.response" in scope.get("extensions", ()):
        await _plain(send, status, text, "websocket.http.response")
    else:
        await send({"type": "websocket.close", "code": 4000 + status})


async def _plain(send: Send, status: int, text: str, kind: str = "http.response") -> None:
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


# ---- the built client --------------------------------------------------------------------------------------


async def _page(scope: Any, send: Send) -> None:
    """A file of the built client. The router of the pages lives behind the `#`, so there is one page."""
    if scope["method"] not in ("GET", "HEAD"):
        await _plain(send, 405, "only GET")
        return
    name = scope["path"].lstrip("/") or "index.html"
    if not _FILE.fullmatch(name):
        await _plain(send, 404, "there is no such page")
        return
    file = (STATIC / name).resolve()
    if name == "index.html" and not file.is_file():
        await _send_file(send, NOT_BUILT, "text/html; charset=utf-8", "no-store", None)
        return
    if STATIC not in file.parents or not file.is_file():
        await _plain(send, 404, "there is no such page")
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    keep = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    packed = file.with_name(file.name + ".gz")
    if accepts_gzip(scope) and packed.is_file():
        await _send_file(send, packed.read_bytes(), kind, keep, b"gzip")
    else:
        await _send_file(send, file.read_bytes(), kind, keep, None)


async def _send_file(send: Send, body: bytes, kind: str, keep: str, encoding: bytes | None) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", keep.encode()), *HEADERS]
    headers.append((b"vary", b"accept-encoding"))
    headers.append((b"content-length", str(len(body)).encode()))
    if encoding is not None:
        headers.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
