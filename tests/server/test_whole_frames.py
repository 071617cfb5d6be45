"""The short cut for whole text frames says and hears what the general parser does."""

from __future__ import annotations

import ast
import random
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import apply_mask

from ardennes.server import guarded, whole_frames
from ardennes.server.fitting import must_have
from ardennes.server.whole_frames import WholeFrames, frame_size, text_frame
from tests.patience import PATIENCE, until
from tests.server.club import Club

LONGEST = 1000


async def echo(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message.get("text", repr(message.get("bytes")))})


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "compression offered"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    config = uvicorn.Config(
        echo, port=0, log_level="critical", lifespan="off", ws=WholeFrames, ws_max_size=LONGEST,
        ws_per_message_deflate=request.param,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)


class Wire:
    """A client that says exactly the bytes it is told to."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: YXJkZW5uZXMtbG9hZC0xNg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.heard = b""
        while b"\r\n\r\n" not in self.heard:
            self.heard += self.socket.recv(4096)
        self.heard = self.heard.partition(b"\r\n\r\n")[2]

    def hear(self) -> tuple[int, bytes]:
        """The next frame: its kind and what it says; kind 0 when the connection is gone."""
        while True:
            head, size = frame_size(self.heard)
            if head and len(self.heard) >= size:
                kind, body, self.heard = self.heard[0] & 15, self.heard[head:size], self.heard[size:]
                return kind, body
            more = self.socket.recv(4096)
            if not more:
                return 0, b""
            self.heard += more


def frame(body: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    plain = bytearray(text_frame(body))
    plain[0] = first
    if not mask:
        return bytes(plain)
    head, _ = frame_size(plain)
    plain[1] |= 0x80
    return bytes(plain[:head]) + mask + apply_mask(body, mask)


def test_messages_of_every_length_come_back(port: int) -> None:
    wire = Wire(port)
    for size in (1, 125, 126, 127, LONGEST):
        wire.socket.sendall(frame(b"x" * size))
        assert wire.hear() == (1, b"x" * size)


def test_many_in_one_packet_and_one_in_many_packets(port: int) -> None:
    wire = Wire(port)
    said = [f"Ünit {n}".encode() for n in range(100)]
    stream = b"".join(map(frame, said))
    rng = random.Random(1)
    while stream:
        cut = rng.choice((1, 2, 5, 60, 400))
        wire.socket.sendall(stream[:cut])
        stream = stream[cut:]
    assert [wire.hear() for _ in said] == [(1, body) for body in said]


def test_pieces_pings_and_bytes_go_the_long_way(port: int) -> None:
    wire = Wire(port)
    wire.socket.sendall(frame(b"one ", first=0x01) + frame(b"p", first=0x89) + frame(b"two", first=0x80) + frame(b"3"))
    assert [wire.hear() for _ in range(3)] == [(10, b"p"), (1, b"one two"), (1, b"3")]
    wire.socket.sendall(frame(b"\x00", first=0x82) + frame(b"after"))
    assert [wire.hear() for _ in range(2)] == [(1, b"b'\\x00'"), (1, b"after")]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(b"bare", mask=b""), 1002),
        (frame(b"x" * (LONGEST + 1)), 1009),
        (frame(b"x" * 70_000)[:14], 1009),  # refused before it is all there
        (frame(b"reserved", first=0xF1), 1002),
        (frame(b"in", first=0x01) + frame(b"the middle"), 1002),
    ],
)
def test_what_is_wrong_ends_the_connection_as_before(port: int, said: bytes, code: int) -> None:
    wire = Wire(port)
    wire.socket.sendall(frame(b"fine"))
    assert wire.hear() == (1, b"fine")
    wire.socket.sendall(said)
    kind, body = wire.hear()
    assert (kind, int.from_bytes(body[:2], "big")) == (8, code)


def test_closing_is_answered(port: int) -> None:
    wire = Wire(port)
    wire.socket.sendall(frame(b"last"))
    assert wire.hear() == (1, b"last")
    wire.socket.sendall(frame((1000).to_bytes(2, "big"), first=0x88))
    assert wire.hear()[0] == 8
    assert wire.hear() == (0, b"")


@pytest.mark.parametrize(
    ("module", "ours"), [(guarded, guarded.HttpWire), (whole_frames, WholeFrames)], ids=["http", "websocket"]
)
def test_what_our_protocols_use_of_uvicorns_is_asked_for_first(module: ModuleType, ours: type) -> None:
    """A name that is used and not asked for would be missed in the middle of a game."""
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    (body,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == ours.__name__)
    (asking,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and "must_have" in ast.dump(node.value.func)
    )
    asked = {word.value for word in ast.walk(asking) if isinstance(word, ast.Constant)}
    used = {
        node.attr
        for node in ast.walk(body)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    assert used
    assert used <= asked | set(vars(ours)) | set(ours.__annotations__)


def test_a_class_that_has_changed_is_noticed() -> None:
    class Changed(H11Protocol):
        def data_received(self, data: bytes) -> None:
            self.bytes_of_a_new_kind = data

    must_have(Changed, "conn", "bytes_of_a_new_kind")
    with pytest.raises(ImportError, match="has no bytes_gone in Changed"):
        must_have(Changed, "conn", "bytes_gone")


@pytest.mark.parametrize(
    "missing",
    [
        ("ardennes.server.whole_frames",),
        ("ardennes.server.guarded", "ardennes.server.whole_frames"),
    ],
    ids=["no short cut", "general protocols"],
)
def test_without_uvicorns_inner_classes_its_general_ones_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, missing: tuple[str, ...]
) -> None:
    for module in missing:
        monkeypatch.setitem(sys.modules, module, None)
    club = Club(tmp_path / "games.sqlite3")
    try:
        club.app.gate.most = 6
        token = club.start()["seats"][0]["token"]
        for _ in range(12):  # who was counted is struck off again
            seat = club.sit(token)
            verb, targets = next(iter(seat.look["choices"].items()))
            assert seat.act(verb, targets[0])["at"] == seat.at
            seat.close()
    finally:
        club.close()
    assert ("connections are not counted" in caplog.text) == ("ardennes.server.guarded" in missing)
