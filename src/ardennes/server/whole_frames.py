"""A short cut through the WebSocket protocol for what nearly all of play is: whole text frames, uncompressed.

uvicorn takes every frame through a general parser, and stops and starts reading for each message. Here the bytes are
cut into frames first; a whole text frame becomes a message at once, and everything else (pieces of messages, pings,
closing, compressed or faulty frames) goes to the general parser, always in whole frames.
"""

from __future__ import annotations

import logging
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from ardennes.server.fitting import must_have

log = logging.getLogger("ardennes.server")

#: The first byte of a text frame that is a whole message.
WHOLE_TEXT = 0x81
MASKED = 0x80


def frame_size(data: bytes | bytearray, start: int = 0) -> tuple[int, int]:
    """The length of the head, mask included, and of the whole frame that begins here; 0 where the head is not whole.

    >>> frame_size(bytes([0x81, 0x85, 1, 2, 3, 4]) + b"hello")
    (6, 11)
    >>> frame_size(bytes([0x81]))
    (0, 0)
    """
    if len(data) - start < 2:
        return 0, 0
    second = data[start + 1]
    size, head = second & 0x7F, 2
    if size == 126:
        head = 4
    elif size == 127:
        head = 10
    if len(data) - start < head:
        return 0, 0
    if head > 2:
        size = int.from_bytes(data[start + 2 : start + head], "big")
    if second & MASKED:
        head += 4
    return head, head + size


def text_frame(body: bytes) -> bytes:
    """A whole text frame of a server, which is not masked."""
    size = len(body)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + body
    if size < 65536:
        return bytes((WHOLE_TEXT, 126)) + size.to_bytes(2, "big") + body
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + body


#: What is used of uvicorn's WebSocket, here.
must_have(
    WebSocketsSansIOProtocol,
    *("close_sent", "config", "conn", "curr_msg_data_type", "disconnected", "frames", "handshake_complete"),
    *("initial_response", "queue", "read_paused", "transport", "writable"),
    *("data_received", "handle_parser_exception", "send", "send_receive_event_to_app"),
)


class WholeFrames(WebSocketsSansIOProtocol):
    """uvicorn's protocol with the short cut.

    A text frame that is no text ends the connection as the standard says, with a line in the log.
    """

    #: Messages that may wait for us before we stop reading. Stopping and starting for every one takes time.
    BEHIND = 16
    #: What has come of a frame that is not whole yet.
    _held = b""
    #: A message has come in part: what follows belongs to it.
    _in_pieces = False

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete or self.close_sent:
            super().data_received(self._held + data)
            self._held = b""
            return
        data, start = self._held + data, 0
        while start < len(data) and not self.close_sent:
            head, size = frame_size(data, start)
            if size - head > self.config.ws_max_size:
                super().data_received(data[start:])  # which ends the connection
                return
            if not head or len(data) - start < size:
                break
            self._frame(data[start : start + size], head)
            start += size
        self._held = data[start:]

    def _frame(self, frame: bytes, head: int) -> None:
        """One whole frame."""
        if frame[0] == WHOLE_TEXT and frame[1] & MASKED and not self._in_pieces:
            try:
                text = apply_mask(frame[head:], frame[head - 4 : head]).decode()
            except UnicodeDecodeError:
                pass  # the general parser knows what to say
            else:
                self._take(text)
                return
        kind, last = frame[0] & 0x0F, frame[0] & 0x80
        if kind < 8:
            self._in_pieces = not last
        super().data_received(frame)

    def _take(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= self.BEHIND:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        text = message.get("text")
        plain = self.handshake_complete and not self.conn.extensions and self.conn.state is OPEN
        if text is None or not plain or self.close_sent or self.initial_response is not None:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(text_frame(text.encode()))

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
        else:
            try:
                text = str(data, "utf-8")
            except UnicodeDecodeError:
                log.warning("a message that is no UTF-8 text; the connection is closed")
                self.conn.fail(CloseCode.INVALID_DATA, "invalid UTF-8")
                self.handle_parser_exception()
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= self.BEHIND:
            self.read_paused = True
            self.transport.pause_reading()
